//! Clock time in whole milliseconds.

use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU64;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// Time on a chess clock, in whole milliseconds.
///
/// It may be below zero, where a difference of two times is meant. Adding and taking away stop at
/// the bounds of the type instead of failing.
///
/// # Units
/// Built by [`ClockTime::minutes`], [`ClockTime::seconds`] and [`ClockTime::millis`]. Shown as
/// `h:mm:ss`, with `.mmm` only when it is not a whole number of seconds.
///
/// # Examples
/// ```
/// use kaissa_laws::ClockTime;
/// let left = ClockTime::minutes(1) + ClockTime::seconds(1);
/// assert_eq!(left.to_string(), "0:01:01");
/// assert_eq!(left.half().to_string(), "0:00:30.500");
/// assert_eq!("2 min".parse(), Ok(ClockTime::minutes(2)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(
    // Milliseconds with their sign turned round, so that the order is that of the times. The least
    // of all is left out: a time that may be missing takes no more room than a time, and a hall
    // keeps millions of them.
    NonZeroU64,
);

/// The sign of a number of milliseconds.
const SIGN: u64 = 1 << 63;

impl ClockTime {
    /// No time at all: a flag is down.
    pub const ZERO: ClockTime = ClockTime::millis(0);

    /// Makes a time of whole milliseconds.
    pub const fn millis(millis: i64) -> ClockTime {
        match NonZeroU64::new(millis.cast_unsigned() ^ SIGN) {
            Some(turned) => ClockTime(turned),
            None => ClockTime(NonZeroU64::MIN),
        }
    }

    /// Makes a time of whole seconds.
    pub const fn seconds(seconds: i64) -> ClockTime {
        ClockTime::millis(seconds.saturating_mul(1_000))
    }

    /// Makes a time of whole minutes.
    pub const fn minutes(minutes: i64) -> ClockTime {
        ClockTime::millis(minutes.saturating_mul(60_000))
    }

    /// Makes a time of whole hours.
    pub const fn hours(hours: i64) -> ClockTime {
        ClockTime::millis(hours.saturating_mul(3_600_000))
    }

    /// Gives the time in milliseconds.
    pub const fn as_millis(self) -> i64 {
        (self.0.get() ^ SIGN).cast_signed()
    }

    /// Gives the whole seconds of the time, the rest cut off.
    pub const fn as_whole_seconds(self) -> i64 {
        self.as_millis() / 1_000
    }

    /// Gives the time in seconds with its decimals.
    pub fn as_seconds(self) -> f64 {
        self.as_millis() as f64 / 1_000.0
    }

    /// Gives half of the time; an odd millisecond is cut off.
    pub const fn half(self) -> ClockTime {
        ClockTime::millis(self.as_millis() / 2)
    }

    /// Says whether the time is below zero.
    pub const fn is_negative(self) -> bool {
        self.as_millis() < 0
    }

    /// Says whether the time is exactly zero.
    pub const fn is_zero(self) -> bool {
        self.as_millis() == 0
    }

    /// Gives the distance from zero.
    pub const fn abs(self) -> ClockTime {
        ClockTime::millis(self.as_millis().saturating_abs())
    }
}

impl Default for ClockTime {
    fn default() -> Self {
        ClockTime::ZERO
    }
}

impl fmt::Debug for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ClockTime").field(&self.as_millis()).finish()
    }
}

impl Add for ClockTime {
    type Output = ClockTime;
    fn add(self, other: ClockTime) -> ClockTime {
        ClockTime::millis(self.as_millis().saturating_add(other.as_millis()))
    }
}

impl Sub for ClockTime {
    type Output = ClockTime;
    fn sub(self, other: ClockTime) -> ClockTime {
        ClockTime::millis(self.as_millis().saturating_sub(other.as_millis()))
    }
}

impl Mul<i64> for ClockTime {
    type Output = ClockTime;
    fn mul(self, times: i64) -> ClockTime {
        ClockTime::millis(self.as_millis().saturating_mul(times))
    }
}

impl Neg for ClockTime {
    type Output = ClockTime;
    fn neg(self) -> ClockTime {
        ClockTime::millis(self.as_millis().saturating_neg())
    }
}

impl AddAssign for ClockTime {
    fn add_assign(&mut self, other: ClockTime) {
        *self = *self + other;
    }
}

impl SubAssign for ClockTime {
    fn sub_assign(&mut self, other: ClockTime) {
        *self = *self - other;
    }
}

impl Sum for ClockTime {
    fn sum<I: Iterator<Item = ClockTime>>(times: I) -> ClockTime {
        times.fold(ClockTime::ZERO, Add::add)
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.as_millis().unsigned_abs();
        if self.as_millis() < 0 {
            f.write_str("-")?;
        }
        let seconds = millis / 1_000;
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
        write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        match millis % 1_000 {
            0 => Ok(()),
            rest => write!(f, ".{rest:03}"),
        }
    }
}

/// A text that is no clock time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockTimeError {
    /// What was written.
    pub found: String,
}

/// What a written clock time may look like.
const CLOCK_TIME_FORMS: &str = "a time such as \"2 min\", \"30 s\", \"1 h 30 min\" or \"1:30:00\"";

impl fmt::Display for ClockTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {CLOCK_TIME_FORMS}", self.found)
    }
}

impl std::error::Error for ClockTimeError {}

impl FromStr for ClockTime {
    type Err = ClockTimeError;

    /// Reads `2 min`, `30 s`, `500 ms`, `1 h 30 min`, or `h:mm:ss` with `.mmm` where wanted.
    fn from_str(text: &str) -> Result<ClockTime, ClockTimeError> {
        let read = if text.contains(':') { read_display(text) } else { read_units(text) };
        read.ok_or_else(|| ClockTimeError { found: text.to_owned() })
    }
}

fn read_display(text: &str) -> Option<ClockTime> {
    let (negative, text) = match text.trim().strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.trim()),
    };
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<i64> = whole.split(':').map(read_number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = parts[..] else {
        return None;
    };
    if minutes > 59 || seconds > 59 || rest.len() > 3 {
        return None;
    }
    let millis = if rest.is_empty() { 0 } else { read_number(&format!("{rest:0<3}"))? };
    let time = ClockTime::hours(hours)
        + ClockTime::minutes(minutes)
        + ClockTime::seconds(seconds)
        + ClockTime::millis(millis);
    Some(if negative { -time } else { time })
}

fn read_units(text: &str) -> Option<ClockTime> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() || !words.len().is_multiple_of(2) {
        return None;
    }
    let mut sum = ClockTime::ZERO;
    for pair in words.chunks_exact(2) {
        let [number, unit] = pair else { return None };
        let number = read_number(number)?;
        sum += match *unit {
            "h" => ClockTime::hours(number),
            "min" => ClockTime::minutes(number),
            "s" => ClockTime::seconds(number),
            "ms" => ClockTime::millis(number),
            _ => return None,
        };
    }
    Some(sum)
}

/// Reads plain digits: no sign, no blank.
fn read_number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

impl<'de> Deserialize<'de> for ClockTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ClockTime, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| de::Error::invalid_value(de::Unexpected::Str(&text), &CLOCK_TIME_FORMS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_hours_minutes_and_seconds_and_millis_only_when_there_are_any() {
        for (millis, text) in [
            (0, "0:00:00"),
            (999, "0:00:00.999"),
            (60_500, "0:01:00.500"),
            (5_400_000, "1:30:00"),
            (360_000_000, "100:00:00"),
            (-1_001, "-0:00:01.001"),
        ] {
            assert_eq!(ClockTime::millis(millis).to_string(), text);
            assert_eq!(text.parse(), Ok(ClockTime::millis(millis)), "{text}");
        }
    }

    #[test]
    fn is_ordered_by_time_and_takes_no_room_where_it_is_missing() {
        let millis = [i64::MIN + 1, -1_001, -1, 0, 1, 999, i64::MAX];
        let times = millis.map(ClockTime::millis);
        assert!(times.is_sorted());
        assert_eq!(times.map(ClockTime::as_millis), millis);
        assert_eq!(ClockTime::millis(i64::MIN), ClockTime::millis(i64::MIN + 1));
        assert_eq!(ClockTime::default(), ClockTime::ZERO);
        assert_eq!(format!("{:?}", ClockTime::seconds(-1)), "ClockTime(-1000)");
        assert_eq!(size_of::<Option<ClockTime>>(), size_of::<i64>());
    }

    #[test]
    fn reads_times_with_their_units_and_nothing_else() {
        assert_eq!("1 h 30 min".parse(), Ok(ClockTime::minutes(90)));
        assert_eq!("1500 ms".parse(), Ok(ClockTime::millis(1_500)));
        for text in ["", "2", "2min", "-2 min", "2 m", "1:30", "0:60:00", "0:00:00.1234", "min 2"] {
            assert!(text.parse::<ClockTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn half_of_an_odd_number_of_seconds_keeps_the_half_second() {
        assert_eq!(ClockTime::seconds(121).half(), ClockTime::millis(60_500));
    }

    #[test]
    fn sums_stop_at_the_bounds() {
        let most = ClockTime::millis(i64::MAX);
        assert_eq!(most + ClockTime::seconds(1), most);
        assert_eq!(ClockTime::minutes(i64::MAX), most);
    }
}
