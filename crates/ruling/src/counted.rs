//! Mates that can still come before the limit of 75 moves.

use kaissa_chess::{Color, MoveList, Position};
use kaissa_winnable::{Budget, CanMate, can_mate};

/// Plies at which the series ends the game (9.6.2).
const LIMIT: u32 = 150;

/// Whether a mate that is possible by the board is proved to be impossible once 9.6.2 is counted.
///
/// **Laws:** 6.9 asks for any possible series of legal moves; 9.6.2 would end the game after 75
/// moves by each without a capture or pawn move, mate on the last of them going first. The Laws do
/// not say whether the one counts in the other, so both answers are given.
///
/// `line_is_too_long` tells that the line at hand runs into the limit; only then is a shorter one
/// looked for. What cannot be gone through within the nodes of `budget` is not called impossible.
pub fn is_out_of_reach(
    position: &Position,
    by: Color,
    line_is_too_long: bool,
    budget: &Budget,
) -> bool {
    let mut nodes = budget.nodes;
    line_is_too_long && reach(position, by, budget, &mut nodes) == Reach::Impossible
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Possible,
    Impossible,
    Open,
}

fn reach(position: &Position, by: Color, budget: &Budget, nodes: &mut u64) -> Reach {
    if position.is_checkmate() {
        return if position.turn() == by { Reach::Impossible } else { Reach::Possible };
    }
    if position.halfmove_clock() >= LIMIT {
        return Reach::Impossible;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let mut found = Reach::Impossible;
    for &played in &moves {
        if *nodes == 0 {
            return Reach::Open;
        }
        *nodes -= 1;
        let mut next = position.clone();
        next.play(played);
        let below = if next.halfmove_clock() == 0 {
            // The series begins anew: only the board decides.
            match can_mate(&next, by, budget).map(|answer| answer.can_mate) {
                Ok(CanMate::Yes { .. }) => Reach::Possible,
                Ok(CanMate::No { .. }) => Reach::Impossible,
                Ok(CanMate::Unproven(_)) | Err(_) => Reach::Open,
            }
        } else {
            reach(&next, by, budget, nodes)
        };
        match below {
            Reach::Possible => return Reach::Possible,
            Reach::Open => found = Reach::Open,
            Reach::Impossible => {}
        }
    }
    found
}
