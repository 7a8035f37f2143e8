//! What people type in the forms of acts: times, sides, moves.

use std::str::FromStr;

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

/// No clock of a game shows as much.
const MORE_THAN_ANY: ClockTime = ClockTime::hours(24);

/// Reads a time as a clock shows it, from the right: `18` is seconds, `4:30` minutes and seconds,
/// `1:05:00` has hours.
pub(crate) fn read_time(text: &str) -> Option<ClockTime> {
    let time = match read_clock(text)? {
        WrittenClock::Certain(time) => time,
        WrittenClock::TwoFields { minutes_seconds, .. } => minutes_seconds,
    };
    (!time.is_negative() && time < MORE_THAN_ANY).then_some(time)
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

/// Reads a whole number of a form; `None` where the field is empty.
///
/// # Errors
/// The refusal of anything else.
pub(crate) fn read_number<N: FromStr>(ask: &Ask, name: &'static str) -> Result<Option<N>, Refused> {
    match ask.form.filled(name).map(str::parse) {
        None => Ok(None),
        Some(Ok(number)) => Ok(Some(number)),
        Some(Err(_)) => ask.refuse(name, ask.say("desk-number-wrong")),
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
    fn clocks_are_read_from_the_right() {
        let read = |text| read_time(text).map(ClockTime::as_millis);
        assert_eq!(read("18"), Some(18_000));
        assert_eq!(read("3:20"), Some(200_000));
        assert_eq!(read("0:05.5"), Some(5_500));
        assert_eq!(read("1:23:45"), Some(5_025_000));
        for wrong in ["", "soon", "1:75", "-3", "-0:00:01", "1:2:3:4", "24:00:00"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
