//! Moves as LiveChess Cloud sends them: the move, then the time left and the time used.

use kaissa_laws::ClockTime;

/// A move of LiveChess Cloud, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CloudMove<'t> {
    /// The move as written, in English letters.
    pub written: &'t str,
    /// Time left after the move, the increment included.
    pub left: Option<ClockTime>,
    /// Time used for the move.
    pub used: Option<ClockTime>,
}

/// Takes a move of LiveChess Cloud apart: `d4 4925+534`, `Ne2 4922`, `Nc6 +26` or `exd7`.
///
/// # Units
/// The times are seconds.
///
/// # Errors
/// `None` where no move is written, or where what follows it is no such time.
///
/// # Examples
/// ```
/// use kaissa_laws::ClockTime;
/// use kaissa_pgn::read_cloud_move;
///
/// let read = read_cloud_move("Nc6 +26").expect("a move and the time used");
/// assert_eq!((read.written, read.left, read.used), ("Nc6", None, Some(ClockTime::seconds(26))));
/// assert_eq!(read_cloud_move("Nc6 soon"), None);
/// ```
pub fn read_cloud_move(text: &str) -> Option<CloudMove<'_>> {
    let text = text.trim();
    let (written, times) = match text.split_once(char::is_whitespace) {
        Some((written, times)) => (written, times.trim()),
        None => (text, ""),
    };
    if written.is_empty() {
        return None;
    }
    let (left, used) = match times.split_once('+') {
        Some((left, used)) => (left.trim(), used.trim()),
        None => (times, ""),
    };
    Some(CloudMove { written, left: seconds(left)?, used: seconds(used)? })
}

/// Whole seconds; nothing written is no time, anything else no reading at all.
fn seconds(text: &str) -> Option<Option<ClockTime>> {
    if text.is_empty() {
        return Some(None);
    }
    let is_number = text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return None;
    }
    text.parse().ok().map(|seconds| Some(ClockTime::seconds(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_four_forms_are_read() {
        let s = |seconds| Some(ClockTime::seconds(seconds));
        for (text, written, left, used) in [
            ("d4 4925+534", "d4", s(4925), s(534)),
            ("Ne2 4922", "Ne2", s(4922), None),
            ("Nc6 +26", "Nc6", None, s(26)),
            ("exd7", "exd7", None, None),
            (" O-O  10+0 ", "O-O", s(10), s(0)),
        ] {
            assert_eq!(read_cloud_move(text), Some(CloudMove { written, left, used }), "{text}");
        }
        for text in ["", " ", "d4 x", "d4 1+x", "d4 -5", "d4 12345678901"] {
            assert_eq!(read_cloud_move(text), None, "{text}");
        }
    }
}
