//! The search for a line between two positions, no longer than the bounds say it must be.

use std::collections::HashSet;

use kaissa_chess::{Board, Color, Move, MoveList, Position, PositionKey, Role};

use super::needs::fewest_moves;
use super::walks::{Counts, Walks};
use super::{Fewest, Impossible, Series};
use crate::Parity;

/// Longer lines are not looked for; the bound is all that is said of them.
const LONGEST: u32 = 250;

/// Finds the fewest plies from one position to the placement and turn of another.
pub(super) fn fewest(from: &Position, to: &Position, series: Series, effort: u64) -> Fewest {
    let mut search = Search {
        target: to.board(),
        walks: (series == Series::Unbroken).then(|| Walks::to(to.board(), from.board())),
        refuted: HashSet::new(),
        effort,
        line: Vec::new(),
    };
    let parity = Parity::between(from.turn(), to.turn());
    let first = u32::from(parity == Parity::Odd);
    let lengths = (first..=LONGEST).step_by(2);
    let possible: Vec<u32> = lengths.filter(|&plies| search.may_suffice(from, plies)).collect();
    let Some(&shortest) = possible.first() else {
        return Fewest::Impossible(Impossible::NoWay);
    };
    let mut proved = shortest;
    for plies in possible {
        proved = plies;
        match search.reach(from, plies) {
            Some(true) => return Fewest::Exactly(search.line),
            Some(false) => {}
            None => break,
        }
    }
    Fewest::AtLeast(proved)
}

struct Search<'a> {
    target: &'a Board,
    /// The ways of all men, where neither captures nor pawn moves lie in between.
    walks: Option<Walks>,
    refuted: HashSet<(PositionKey, u32)>,
    effort: u64,
    line: Vec<Move>,
}

impl Search<'_> {
    /// Whether the target may be reached in `plies`, as far as each player's needs tell.
    fn may_suffice(&self, position: &Position, plies: u32) -> bool {
        let mover = position.turn();
        let moves_of = |color: Color| plies / 2 + u32::from(color == mover) * (plies % 2);
        Color::ALL.into_iter().all(|color| self.may_need(position, color, moves_of(color)))
    }

    fn may_need(&self, position: &Position, color: Color, moves: u32) -> bool {
        match &self.walks {
            Some(walks) => {
                let counts: Counts = walks.counts(position, color);
                1_u128.checked_shl(moves).is_some_and(|bit| counts & bit != 0)
            }
            None => {
                fewest_moves(position, self.target, color).is_some_and(|fewest| fewest <= moves)
            }
        }
    }

    /// Whether the target is reached in exactly `plies`; `None` when the effort is spent.
    fn reach(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if plies == 0 {
            return Some(position.board() == self.target);
        }
        if !self.may_suffice(position, plies) {
            return Some(false);
        }
        let known = (position.key(), plies);
        if self.refuted.contains(&known) {
            return Some(false);
        }
        self.effort = self.effort.checked_sub(1)?;
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for played in moves {
            if self.walks.is_some() && !is_quiet(position, played) {
                continue;
            }
            let mut next = position.clone();
            next.play(played);
            self.line.push(played);
            if self.reach(&next, plies - 1)? {
                return Some(true);
            }
            self.line.pop();
        }
        self.refuted.insert(known);
        Some(false)
    }
}

fn is_quiet(position: &Position, played: Move) -> bool {
    match played {
        Move::Normal { from, to, .. } => {
            let is_pawn = position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
            !is_pawn && position.piece_at(to).is_none()
        }
        Move::EnPassant { .. } => false,
        Move::Castle { .. } => true,
    }
}
