//! Moments of the world outside, as whole milliseconds.

use std::fmt;

use kaissa_laws::ClockTime;

/// A moment, in milliseconds since the beginning of 1970 (UTC).
///
/// Shown as RFC 3339 has it: `2026-11-30T17:05:48.250Z`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time since an earlier moment; nothing where that one is later.
    pub fn since(self, earlier: Timestamp) -> ClockTime {
        ClockTime::millis(self.0.saturating_sub(earlier.0).max(0))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0.div_euclid(86_400_000);
        let millis = self.0.rem_euclid(86_400_000);
        let (year, month, day) = date_of(days);
        let (hour, minute) = (millis / 3_600_000, millis / 60_000 % 60);
        let (second, millis) = (millis / 1_000 % 60, millis % 1_000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
    }
}

/// Year, month and day of a day counted from the beginning of 1970.
///
/// Years are counted from March, so that the day that leap years add is the last one.
fn date_of(days: i64) -> (i64, i64, i64) {
    let from_march_of_0 = days + 719_468;
    let cycle = from_march_of_0.div_euclid(146_097);
    let day_of_cycle = from_march_of_0.rem_euclid(146_097);
    let leap_days = day_of_cycle / 1_460 - day_of_cycle / 36_524 + day_of_cycle / 146_096;
    let year_of_cycle = (day_of_cycle - leap_days) / 365;
    let first_day = 365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100;
    let day_of_year = day_of_cycle - first_day;
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (cycle * 400 + year_of_cycle + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_with_their_date() {
        assert_eq!(Timestamp(0).to_string(), "1970-01-01T00:00:00.000Z");
        assert_eq!(Timestamp(951_827_696_789).to_string(), "2000-02-29T12:34:56.789Z");
        assert_eq!(Timestamp(-1).to_string(), "1969-12-31T23:59:59.999Z");
        assert_eq!(Timestamp(4_107_542_400_000).to_string(), "2100-03-01T00:00:00.000Z");
    }
}
