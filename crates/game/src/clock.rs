//! Readings of clocks as they are written: `1:05:09`, `0:02:58.9`, `1:29`.

use kaissa_laws::ClockTime;

/// A clock as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenClock {
    /// Three fields, or one in seconds: there is one reading.
    Certain(ClockTime),
    /// Two fields, which some programs write for hours and minutes, others for minutes and seconds.
    TwoFields {
        /// Read as hours and minutes.
        hours_minutes: ClockTime,
        /// Read as minutes and seconds.
        minutes_seconds: ClockTime,
    },
}

impl WrittenClock {
    /// The reading, where there is only one.
    pub const fn certain(self) -> Option<ClockTime> {
        match self {
            WrittenClock::Certain(time) => Some(time),
            WrittenClock::TwoFields { .. } => None,
        }
    }
}

/// Reads a time of one to three fields, the last one with decimals or without.
///
/// Leading and trailing blanks are left out. `None` for anything else, or where minutes or seconds
/// below a higher field pass 59.
pub fn read_clock(text: &str) -> Option<WrittenClock> {
    let text = text.trim();
    if let Some(time) = read_usual(text.as_bytes()) {
        return Some(WrittenClock::Certain(time));
    }
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let mut fields = text.split(':');
    let (first, second, third) = (fields.next()?, fields.next(), fields.next());
    if fields.next().is_some() {
        return None;
    }
    match (second, third) {
        (None, _) => {
            let millis = read_seconds(first)?;
            Some(WrittenClock::Certain(ClockTime::millis(sign * millis)))
        }
        (Some(second), None) => {
            let high = read_whole(first)?;
            let low = read_seconds(second)?;
            let minutes_seconds = ClockTime::millis(sign * (high.checked_mul(60_000)? + low));
            if low >= 60_000 {
                return None;
            }
            // Decimals belong to seconds.
            if second.contains(['.', ',']) {
                return Some(WrittenClock::Certain(minutes_seconds));
            }
            let hours_minutes = ClockTime::millis(sign * (high.checked_mul(3_600_000)? + low * 60));
            Some(WrittenClock::TwoFields { hours_minutes, minutes_seconds })
        }
        (Some(second), Some(third)) => {
            let hours = read_whole(first)?;
            let minutes = read_whole(second)?;
            let millis = read_seconds(third)?;
            if minutes > 59 || millis >= 60_000 {
                return None;
            }
            let whole = hours.checked_mul(3_600_000)? + minutes * 60_000 + millis;
            Some(WrittenClock::Certain(ClockTime::millis(sign * whole)))
        }
    }
}

/// The way nearly every clock is written: `0:05:09`, `00:05:09`.
fn read_usual(text: &[u8]) -> Option<ClockTime> {
    let (hours, rest) = match *text {
        [h, b':', ref rest @ ..] => (digit(h)?, rest),
        [t, h, b':', ref rest @ ..] => (digit(t)? * 10 + digit(h)?, rest),
        _ => return None,
    };
    let [m1, m0, b':', s1, s0] = *rest else { return None };
    let (m1, s1) = (digit(m1)?, digit(s1)?);
    if m1 > 5 || s1 > 5 {
        return None;
    }
    let minutes = m1 * 10 + digit(m0)?;
    let seconds = s1 * 10 + digit(s0)?;
    Some(ClockTime::seconds(hours * 3_600 + minutes * 60 + seconds))
}

fn digit(byte: u8) -> Option<i64> {
    byte.is_ascii_digit().then(|| i64::from(byte - b'0'))
}

/// Whole number of at most nine digits, so that no sum of fields overflows.
fn read_whole(text: &str) -> Option<i64> {
    let is_number = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Seconds with up to any number of decimals, in milliseconds; further decimals are cut off.
fn read_seconds(text: &str) -> Option<i64> {
    let (whole, decimals) = match text.split_once(['.', ',']) {
        Some((whole, decimals)) => (whole, decimals),
        None => (text, ""),
    };
    let seconds = read_whole(whole)?;
    if !decimals.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let mut millis = 0;
    for (digit, weight) in decimals.bytes().zip([100, 10, 1]) {
        millis += i64::from(digit - b'0') * weight;
    }
    Some(seconds * 1_000 + millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(text: &str) -> Option<i64> {
        read_clock(text).and_then(WrittenClock::certain).map(ClockTime::as_millis)
    }

    #[test]
    fn clocks_of_three_fields_are_read() {
        assert_eq!(certain("0:02:58.9"), Some(178_900));
        assert_eq!(certain("00:15:09"), Some(909_000));
        assert_eq!(certain("0:1:45"), Some(105_000));
        assert_eq!(certain(" 1:29:59 "), Some(5_399_000));
        assert_eq!(certain("-0:00:01"), Some(-1_000));
        assert_eq!(certain("4925"), Some(4_925_000));
    }

    #[test]
    fn what_is_no_clock_is_none() {
        for text in ["", ":", "1:60:00", "1:00:60", "a:b:c", "1:2:3:4", "99999999999:00:00", "1:99"]
        {
            assert_eq!(read_clock(text), None, "{text}");
        }
    }

    #[test]
    fn two_fields_are_two_readings() {
        let read = read_clock("1:29");
        let hours_minutes = ClockTime::seconds(5340);
        let minutes_seconds = ClockTime::seconds(89);
        assert_eq!(read, Some(WrittenClock::TwoFields { hours_minutes, minutes_seconds }));
        assert_eq!(certain("1:29.5"), Some(89_500));
    }
}
