//! The position before a fault, and the moves that are left to the player.

use kaissa_chess::{Move, Position, Role, Square};
use kaissa_laws::LateIllegalMove;

use super::{Act, Case};
use crate::touch_move::{TouchFacts, Touched, permitted_moves};
use crate::{Consequence, Judgement, Proposal};

impl Case<'_> {
    /// The position before the fault, and what is left to the player (4.3, 4.7).
    pub(super) fn restoring(&self, proposal: Proposal) -> Proposal {
        let before = self.game.position();
        if self.irregular.is_king_capture(before) {
            return self.restoring_before_first_fault(proposal);
        }
        if self.irregular.act == Act::NothingMoved {
            return proposal;
        }
        let touched = self.touched().into_iter();
        let touched = touched.map(|square| Touched { square, order_known: true }).collect();
        let facts = TouchFacts {
            by: Some(self.irregular.by),
            pawn_released_on: match self.irregular.act {
                Act::PawnLeft { to, .. } => Some(to),
                _ => None,
            },
            ..TouchFacts::new(before.clone(), touched)
        };
        proposal
            .then(Consequence::Restore {
                ply: Some(self.game.ply()),
                position: Box::new(before.clone()),
            })
            .then(Consequence::OneOfMoves(permitted_moves(&facts, self.rules)))
    }

    /// After a king was captured, the illegal move that exposed it comes back too; both faults are
    /// before the arbiter.
    fn restoring_before_first_fault(&self, proposal: Proposal) -> Proposal {
        let first = self.game.moves().iter().position(|made| !made.is_legal);
        let is_reduced = !self.rules.late_illegal_move().is(LateIllegalMove::Corrected);
        let ply = match first {
            Some(index) if !is_reduced => index as u32,
            _ => self.game.ply(),
        };
        let Some(position) = self.game.position_after(ply) else { return proposal };
        proposal
            .then(Consequence::Restore { ply: Some(ply), position: Box::new(position.clone()) })
            .asking(Judgement::TextSilent)
    }

    /// The pieces that a move touches: the own one, then what it takes or castles with.
    fn touched(&self) -> Vec<Square> {
        if !self.irregular.touched.is_empty() {
            return self.irregular.touched.clone();
        }
        let at = self.game.position();
        match self.irregular.act {
            Act::NothingMoved => Vec::new(),
            Act::Moved(Move::Castle { king, rook })
            | Act::CastlingUnfinished(Move::Castle { king, rook }) => vec![king, rook],
            Act::CastlingUnfinished(other) => vec![other.from()],
            Act::Moved(Move::EnPassant { from, to }) => {
                vec![from, Square::from_coords(to.file(), from.rank())]
            }
            Act::Moved(Move::Normal { from, to, .. }) => touched_by_normal(at, from, to),
            Act::PawnLeft { to, .. } => match self.pawn_from(to) {
                Some(from) => touched_by_normal(at, from, to),
                None => Vec::new(),
            },
        }
    }
}

fn touched_by_normal(at: &Position, from: Square, to: Square) -> Vec<Square> {
    let mover = at.piece_at(from).map(|piece| piece.color);
    match at.piece_at(to) {
        Some(taken) if Some(taken.color) != mover && taken.role != Role::King => vec![from, to],
        _ => vec![from],
    }
}
