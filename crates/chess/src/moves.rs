//! A move as it is done on the board.

use shakmaty::{Role, Square};
use smallvec::SmallVec;

/// A move as it is done on the board, whether the Laws allow it or not.
///
/// **Laws:** 3.1 to 3.8.
///
/// What stands on `from` and `to` is not part of the move: it is asked of the position in which the
/// move is made. That lets a record hold the capture of a king or of an own piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A piece goes from one square to another and takes what stands there (3.1).
    Normal {
        /// Square of departure.
        from: Square,
        /// Square of arrival.
        to: Square,
        /// What a pawn becomes on the last rank (3.7.3.3); a pawn without it stays a pawn.
        promotion: Option<Role>,
    },
    /// A pawn takes another that has just passed its square of arrival (3.7.3.1).
    EnPassant {
        /// Square of departure.
        from: Square,
        /// Square of arrival, empty before the move.
        to: Square,
    },
    /// King and rook move together (3.8.2; Guidelines II for Chess960).
    Castle {
        /// Square of the king before the move.
        king: Square,
        /// Square of the rook before the move.
        rook: Square,
    },
}

impl Move {
    /// Square of departure; for castling that of the king.
    pub const fn from(self) -> Square {
        match self {
            Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
            Move::Castle { king, .. } => king,
        }
    }

    /// Square of arrival; for castling the square on which the king ends.
    pub const fn to(self) -> Square {
        match self {
            Move::Normal { to, .. } | Move::EnPassant { to, .. } => to,
            Move::Castle { king, rook } => crate::castling::king_target(king, rook),
        }
    }

    /// What the pawn becomes, if anything.
    pub const fn promotion(self) -> Option<Role> {
        match self {
            Move::Normal { promotion, .. } => promotion,
            _ => None,
        }
    }

    /// Turns the move over, as [`Position::color_swapped`](crate::Position::color_swapped) turns
    /// the board.
    pub fn flipped_vertical(self) -> Move {
        self.map_squares(Square::flip_vertical)
    }

    /// Mirrors the move, as [`Position::mirrored`](crate::Position::mirrored) mirrors the board.
    pub fn flipped_horizontal(self) -> Move {
        self.map_squares(Square::flip_horizontal)
    }

    fn map_squares(self, f: impl Fn(Square) -> Square) -> Move {
        match self {
            Move::Normal { from, to, promotion } => {
                Move::Normal { from: f(from), to: f(to), promotion }
            }
            Move::EnPassant { from, to } => Move::EnPassant { from: f(from), to: f(to) },
            Move::Castle { king, rook } => Move::Castle { king: f(king), rook: f(rook) },
        }
    }
}

/// A list of moves that stays on the stack in any position from a real game.
pub type MoveList = SmallVec<[Move; 96]>;
