//! Moves as squares: `e2e4`, `a7a8q`, castling as `e1g1` or, in Chess960, king takes own rook.

use shakmaty::{Role, Square};

use crate::{Move, Position};

impl Position {
    /// Writes a move as two squares and a promotion letter.
    pub fn to_uci(&self, written: Move) -> String {
        let (from, to) = match written {
            Move::Castle { king, rook } if self.is_chess960() => (king, rook),
            other => (other.from(), other.to()),
        };
        let mut uci = format!("{from}{to}");
        if let Some(role) = written.promotion() {
            uci.push(role.char());
        }
        uci
    }

    /// Reads a move written as two squares and a promotion letter; `None` where it is not so
    /// written.
    ///
    /// Whether the move is legal is not asked. A king that goes two files along its home rank, or
    /// onto an own rook that carries a right, castles; a pawn that goes aslant onto the square
    /// just passed by a pawn takes en passant.
    pub fn move_from_uci(&self, uci: &str) -> Option<Move> {
        let bytes = uci.as_bytes();
        let from = Square::from_ascii(bytes.get(0..2)?).ok()?;
        let to = Square::from_ascii(bytes.get(2..4)?).ok()?;
        let promotion = match bytes.get(4..)? {
            [] => None,
            [letter] => match Role::from_char(char::from(*letter))? {
                Role::Pawn | Role::King => return None,
                role => Some(role),
            },
            _ => return None,
        };
        if promotion.is_none()
            && let Some(castling) = self.castling_by_squares(from, to)
        {
            return Some(castling);
        }
        let is_pawn = self.board().role_at(from) == Some(Role::Pawn);
        if is_pawn && Some(to) == self.pawn_step_square() && from.file() != to.file() {
            return Some(Move::EnPassant { from, to });
        }
        Some(Move::Normal { from, to, promotion })
    }

    pub(crate) fn castling_by_squares(&self, from: Square, to: Square) -> Option<Move> {
        let us = self.turn();
        if self.board().piece_at(from) != Some(Role::King.of(us)) {
            return None;
        }
        if self.castling_king(us) == Some(from) && self.castling_rooks_of(us).contains(to) {
            return Some(Move::Castle { king: from, rook: to });
        }
        let sides = shakmaty::CastlingSide::ALL;
        let mut meant = sides.into_iter().filter_map(|side| self.castling_meant(side));
        let two_files = from.file().distance(to.file()) == 2 && from.rank() == to.rank();
        meant.find(|castling| two_files && castling.from() == from && castling.to() == to)
    }
}
