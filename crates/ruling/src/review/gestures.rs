//! Kings put in the centre to show the result to an electronic board.

use kaissa_chess::{ByColor, Move, Position, Role, Square};
use kaissa_game::{GameResult, Legality, Record, RecordedPly};

use super::ends::End;
use crate::finding::{Detail, Finding, FindingKind, Severity};

/// Where kings are put.
const CENTRE: [Square; 4] = [Square::D4, Square::E4, Square::D5, Square::E5];

/// Notes gestures at the end of the record and returns how many plies they take.
///
/// A king move to the centre that cannot be a move is one; so is a possible one made after the
/// game had ended.
pub(super) fn find(
    record: &Record,
    last_position: &Position,
    first_end: Option<End>,
    findings: &mut Vec<Finding>,
) -> u32 {
    let n_plies = record.plies.len();
    let after_end = |index: usize| first_end.is_some_and(|end| index >= end.ply as usize);
    let mut n_gestures = 0;
    for (index, ply) in record.plies.iter().enumerate().rev().take(2) {
        let is_one = is_gesture(ply) || after_end(index) && is_king_to_centre(ply, record, index);
        if !is_one {
            break;
        }
        n_gestures += 1;
    }
    if n_gestures == 0 {
        return 0;
    }
    let from_ply = n_plies as u32 - n_gestures + 1;
    findings.push(Finding {
        kind: FindingKind::ResultGesture,
        severity: Severity::Record,
        ply: from_ply,
        trigger: None,
        citation: None,
        detail: Detail::Gesture { from_ply, meaning: meaning(last_position) },
    });
    n_gestures
}

fn is_gesture(ply: &RecordedPly) -> bool {
    ply.legality == Legality::Gesture
}

fn is_king_to_centre(ply: &RecordedPly, record: &Record, index: usize) -> bool {
    let Some(Move::Normal { from, to, .. }) = ply.played else { return false };
    CENTRE.contains(&to) && record.position_after(index).board().role_at(from) == Some(Role::King)
}

/// The result that two kings in the centre show: both on light squares White has won, both on
/// dark ones Black, one on each a draw.
///
/// Source: the convention of DGT boards.
fn meaning(position: &Position) -> Option<GameResult> {
    let kings =
        ByColor::new_with(|color| position.king_of(color).filter(|square| CENTRE.contains(square)));
    match (kings.white?.is_light(), kings.black?.is_light()) {
        (true, true) => Some(GameResult::WHITE_WINS),
        (false, false) => Some(GameResult::BLACK_WINS),
        _ => Some(GameResult::DRAW),
    }
}
