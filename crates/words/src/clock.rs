//! Clock times and moments as people read them: the one place where they are written.
//!
//! Machines are given whole milliseconds; `docs/reference/times.md` tells users both.

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

/// Below this time parts of a second matter at a board.
const TENTHS_BELOW: ClockTime = ClockTime::minutes(1);

/// Writes a clock time as a sentence or a paper has it: `1:04:58`, `0:04:58`.
///
/// The hours always stand, since nothing around the time says where it begins. Below a minute it has
/// tenths where there are any: `0:00:54.7`.
///
/// # Units
/// What is finer is cut off, as a display does; but time that is left is never shown as none.
pub fn clock_text(time: ClockTime) -> String {
    let shown = time.abs();
    let tenths = match shown.as_millis() % 1_000 {
        0 => 0,
        _ if shown >= TENTHS_BELOW => 0,
        rest if shown < ClockTime::seconds(1) => (rest / 100).max(1),
        rest => rest / 100,
    };
    let part = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    let (hours, minutes, seconds) = parts(shown);
    format!("{}{hours}:{minutes:02}:{seconds:02}{part}", sign(time))
}

/// Writes a clock time as the face of a clock has it: `1:04:58`, `4:58`.
///
/// For faces that tick and for rows of readings: whole seconds, hours where there are any, and nothing
/// below nought.
pub fn clock_face(time: ClockTime) -> String {
    let (hours, minutes, seconds) = parts(time.max(ClockTime::ZERO));
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Writes a time that was measured or computed with all its decimals: `3:20`, `0:00.5`.
///
/// For the arithmetic of clocks, which an arbiter has to be able to check.
pub fn clock_measured(time: ClockTime) -> String {
    let part = match time.abs().as_millis() % 1_000 {
        0 => String::new(),
        part => format!(".{part:03}").trim_end_matches('0').to_owned(),
    };
    format!("{}{}{part}", sign(time), clock_face(time.abs()))
}

/// Writes the time of day of a moment (UTC), to the second: `17:05:48`.
pub fn time_of_day(at: Timestamp) -> String {
    at.to_string().get(11..19).unwrap_or_default().to_owned()
}

/// Writes a moment with its day (UTC), to the second: `2026-11-30 17:05:48`.
pub fn day_and_time(at: Timestamp) -> String {
    at.to_string().get(..19).unwrap_or_default().replace('T', " ")
}

fn sign(time: ClockTime) -> &'static str {
    if time.is_negative() { "-" } else { "" }
}

/// Whole hours, minutes and seconds of a time that is not below nought.
fn parts(time: ClockTime) -> (i64, i64, i64) {
    let seconds = time.as_whole_seconds();
    (seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_hours_and_below_a_minute_tenths() {
        for (ms, written) in [
            (0, "0:00:00"),
            (50, "0:00:00.1"),
            (713, "0:00:00.7"),
            (54_713, "0:00:54.7"),
            (54_000, "0:00:54"),
            (54_050, "0:00:54"),
            (59_999, "0:00:59.9"),
            (60_900, "0:01:00"),
            (3_898_713, "1:04:58"),
            (-6_250, "-0:00:06.2"),
        ] {
            assert_eq!(clock_text(ClockTime::millis(ms)), written, "{ms} ms");
        }
    }

    #[test]
    fn a_face_is_that_of_a_clock() {
        for (ms, written) in
            [(0, "0:00"), (54_713, "0:54"), (298_000, "4:58"), (3_898_000, "1:04:58"), (-1, "0:00")]
        {
            assert_eq!(clock_face(ClockTime::millis(ms)), written, "{ms} ms");
        }
    }

    #[test]
    fn what_was_measured_keeps_its_decimals() {
        for (ms, written) in [
            (200_000, "3:20"),
            (-6_000, "-0:06"),
            (500, "0:00.5"),
            (3_602_000, "1:00:02"),
            (61_234, "1:01.234"),
        ] {
            assert_eq!(clock_measured(ClockTime::millis(ms)), written, "{ms} ms");
        }
    }

    #[test]
    fn moments_are_told_to_the_second() {
        let at = Timestamp(1_796_058_348_713);
        assert_eq!(time_of_day(at), "17:05:48");
        assert_eq!(day_and_time(at), "2026-11-30 17:05:48");
    }
}
