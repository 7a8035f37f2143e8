//! What people type in the forms of acts: times, sides, moves.

use kaissa_chess::notation::{Language as Letters, Reading};
use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::{Timestamp, WrittenClock, read_clock};
use kaissa_laws::ClockTime;

use crate::{Ask, Board, Refused};

/// The word by which forms name a rule of a draw claim.
pub(crate) struct DrawClaimText;

impl DrawClaimText {
    pub const FIFTY: &'static str = "fifty";
    pub const THREEFOLD: &'static str = "threefold";
}

/// Reads a side.
pub(crate) fn read_color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// Reads a time as a clock shows it: `1:05:00` has hours, `4:30` is minutes and seconds.
pub(crate) fn read_time(text: &str) -> Option<ClockTime> {
    let time = match read_clock(text)? {
        WrittenClock::Certain(time) => time,
        WrittenClock::TwoFields { minutes_seconds, .. } => minutes_seconds,
    };
    (!time.is_negative() && time < ClockTime::hours(100)).then_some(time)
}

/// The two clocks of a form; both or none, each a time.
pub(crate) fn read_times(ask: &Ask) -> Result<Option<ByColor<ClockTime>>, Refused> {
    let read = |name: &'static str| match ask.form.filled(name) {
        None => Ok(None),
        Some(text) => match read_time(text) {
            Some(time) => Ok(Some(time)),
            None => ask.refuse(name, ask.say("desk-time-wrong")),
        },
    };
    match (read("white_clock")?, read("black_clock")?) {
        (Some(white), Some(black)) => Ok(Some(ByColor { black, white })),
        (None, None) => Ok(None),
        (None, Some(_)) => ask.refuse("white_clock", ask.say("desk-time-both")),
        (Some(_), None) => ask.refuse("black_clock", ask.say("desk-time-both")),
    }
}

/// Reads a move in English or Russian letters, or as two squares; an illegal one too. `None` where no
/// one move is meant.
pub(crate) fn read_written(position: &Position, written: &str) -> Option<Move> {
    let read = |letters| match position.read_move(written, letters) {
        Reading::Legal { played, .. } | Reading::Illegal { played, .. } => Some(played),
        Reading::Null | Reading::Unclear(_) => None,
    };
    let squares = || position.move_from_uci(written);
    read(Letters::English).or_else(|| read(Letters::Russian)).or_else(squares)
}

/// A clock as it stands now, where it runs since it was read.
pub(crate) fn clock_now(board: &Board, of: Color, now: Timestamp) -> Option<ClockTime> {
    let face = &board.clocks;
    let shown = face.of_color(of)?;
    let runs = board.is_open() && face.running == Some(of);
    match face.read_at.filter(|_| runs) {
        Some(read_at) => {
            let gone = now.since(read_at).max(ClockTime::ZERO);
            Some((shown - gone).max(ClockTime::ZERO))
        }
        None => Some(shown),
    }
}

/// A time with hours, as a field holds it.
pub(crate) fn time_text(time: ClockTime) -> String {
    let seconds = time.as_whole_seconds().max(0);
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_both_languages_and_as_squares() {
        let (at, _) = Position::from_fen("8/8/4k3/8/8/4K3/4R3/8 w - - 0 1").expect("a FEN");
        let wanted = at.move_from_uci("e2d2");
        assert!(wanted.is_some());
        for written in ["Rd2", "Лd2", "e2d2"] {
            assert_eq!(read_written(&at, written), wanted, "{written}");
        }
        assert_eq!(read_written(&at, "Nf3"), None);
    }

    #[test]
    fn two_fields_are_minutes_and_seconds() {
        assert_eq!(read_time("4:30"), Some(ClockTime::seconds(270)));
        assert_eq!(read_time("1:05:00"), Some(ClockTime::minutes(65)));
        assert_eq!(read_time("-0:00:01"), None);
        assert_eq!(read_time("soon"), None);
    }
}
