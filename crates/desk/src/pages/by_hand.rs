//! What the pages share on which an arbiter enters by hand what stands on a board.

use kaissa_chess::notation::Unclear;
use kaissa_game::{Timestamp, TypedFault};
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
