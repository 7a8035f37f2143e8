//! A quotient kept exact, so that no rounding enters a verdict.

use std::cmp::Ordering;
use std::fmt;

/// A number of milliseconds divided by an increment, unrounded.
///
/// This is the count as the plain formula gives it; a fraction in it is nothing but the error of the readings.
#[derive(Clone, Copy, Debug)]
pub struct Quotient {
    numerator_ms: i128,
    increment_ms: i128,
}

impl Quotient {
    /// Divides `numerator_ms` by `increment_ms`; `None` if the increment is not above zero.
    pub(crate) fn new(numerator_ms: i128, increment_ms: i128) -> Option<Quotient> {
        (increment_ms > 0).then_some(Quotient { numerator_ms, increment_ms })
    }

    /// The whole number next below.
    pub fn floor(self) -> i128 {
        self.numerator_ms.div_euclid(self.increment_ms)
    }

    /// The whole number, if it is one.
    pub fn whole(self) -> Option<i128> {
        (self.numerator_ms.rem_euclid(self.increment_ms) == 0).then(|| self.floor())
    }

    /// The nearest binary fraction, for tables and for JSON; no verdict is taken from it.
    pub fn to_f64(self) -> f64 {
        self.numerator_ms as f64 / self.increment_ms as f64
    }
}

impl PartialEq for Quotient {
    fn eq(&self, other: &Quotient) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quotient {}

impl PartialOrd for Quotient {
    fn partial_cmp(&self, other: &Quotient) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quotient {
    fn cmp(&self, other: &Quotient) -> Ordering {
        // Both numerators stem from 64-bit times, so the products fit.
        let left = self.numerator_ms.saturating_mul(other.increment_ms);
        left.cmp(&other.numerator_ms.saturating_mul(self.increment_ms))
    }
}

/// Writes the number with at most two decimals, the last one rounded half up.
impl fmt::Display for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubled = self.numerator_ms.saturating_mul(200);
        let hundredths = (doubled + self.increment_ms).div_euclid(2 * self.increment_ms);
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, part) = (hundredths.abs() / 100, hundredths.abs() % 100);
        match part {
            0 => write!(f, "{sign}{whole}"),
            tenths if tenths % 10 == 0 => write!(f, "{sign}{whole}.{}", tenths / 10),
            _ => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_written_as_an_arbiter_writes_them() {
        let text = |n, d| Quotient::new(n, d).expect("the increment is above zero").to_string();
        assert_eq!(text(207_000, 2_000), "103.5");
        assert_eq!(text(200_000, 2_000), "100");
        assert_eq!(text(100_000, 3_000), "33.33");
        assert_eq!(text(200_000, 3_000), "66.67");
        assert_eq!(text(-500, 2_000), "-0.25");
        assert_eq!(text(2_010, 2_000), "1.01");
    }

    #[test]
    fn no_increment_gives_no_quotient() {
        assert!(Quotient::new(200_000, 0).is_none());
    }
}
