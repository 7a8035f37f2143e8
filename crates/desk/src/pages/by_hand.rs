//! What the pages share on which an arbiter enters by hand what stands on a board.

use kaissa_chess::Color;
use kaissa_chess::notation::Unclear;
use kaissa_game::{Game, Timestamp, TypedFault, numbered_line};
use kaissa_laws::ClockTime;
use kaissa_words::say;

use crate::Ask;

/// How far the clock of a phone may be ahead of ours, in milliseconds.
const AHEAD_MS: i64 = 5_000;
/// How long ago something may have happened that is entered now, in milliseconds.
const BEHIND_MS: i64 = 48 * 3_600_000;

/// When something happened by the clock of who sends it, in milliseconds since 1970 by ours; `None`
/// where nothing is told or it cannot be.
pub(crate) fn happened_at(ask: &Ask, told: Option<i64>) -> Option<Timestamp> {
    let at = told?;
    let is_possible = (ask.now.0 - BEHIND_MS..=ask.now.0 + AHEAD_MS).contains(&at);
    is_possible.then_some(Timestamp(at.min(ask.now.0)))
}

/// Reads a clock as it is typed: `18`, `3:20`, `1:23:45`; seconds, minutes and hours from the right.
pub(crate) fn typed_clock(text: &str) -> Option<ClockTime> {
    let parts: Vec<i64> = text
        .split(':')
        .map(|part| part.trim().parse::<u16>().ok().map(i64::from))
        .collect::<Option<_>>()?;
    Some(ClockTime::seconds(match parts[..] {
        [seconds] => seconds,
        [minutes, seconds] if seconds < 60 => minutes * 60 + seconds,
        [hours, minutes, seconds] if hours < 24 && minutes < 60 && seconds < 60 => {
            (hours * 60 + minutes) * 60 + seconds
        }
        _ => return None,
    }))
}

/// Reads a colour by its word.
pub(crate) fn typed_color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// The name of the move that led to a ply, or that of the start position.
pub(crate) fn ply_name(ask: &Ask, game: &Game, ply: u32) -> String {
    let named = || {
        let index = ply.checked_sub(1)?;
        let before = game.position_after(index)?;
        Some(numbered_line(before, &[game.moves().get(index as usize)?.played]))
    };
    named().unwrap_or_else(|| ask.say("desk-start-position"))
}

/// What is wrong with a typed move: where it stands, what was found and what is expected.
pub(crate) fn typed_fault(ask: &Ask, fault: &TypedFault) -> String {
    let why = match fault.why {
        Unclear::NotAMove => "not_a_move",
        Unclear::NoPiece => "no_piece",
        Unclear::Several(_) => "several",
        Unclear::PromotionMissing => "promotion",
    };
    let number = fault.before.fullmove_number();
    let dots = fault.before.turn().fold_wb(".", "...");
    say!(
        ask.words(),
        "desk-typed-fault",
        n = fault.index + 1,
        at = format!("{number}{dots}"),
        written = fault.written.as_str(),
        why = why
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_from_the_right() {
        let read = |text| typed_clock(text).map(ClockTime::as_whole_seconds);
        assert_eq!(read("18"), Some(18));
        assert_eq!(read("3:20"), Some(200));
        assert_eq!(read("1:23:45"), Some(5_025));
        for wrong in ["", "x", "1:75", "-3", "1:2:3:4", "24:00:00"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
