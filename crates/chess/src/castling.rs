//! Castling: which rook a right names, where king and rook end, what may stand in between.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};

use crate::{Move, Position};

/// The square on which the king ends: c- or g-file of its rank, after the side of the rook.
pub(crate) const fn king_target(king: Square, rook: Square) -> Square {
    let file = if is_king_side(king, rook) { File::G } else { File::C };
    Square::from_coords(file, king.rank())
}

/// The square on which the rook ends: d- or f-file of the king's rank.
pub(crate) const fn rook_target(king: Square, rook: Square) -> Square {
    let file = if is_king_side(king, rook) { File::F } else { File::D };
    Square::from_coords(file, king.rank())
}

const fn is_king_side(king: Square, rook: Square) -> bool {
    (rook as u8) & 7 > (king as u8) & 7
}

/// The side of the board on which the rook stands, seen from the king.
pub(crate) const fn side_of(king: Square, rook: Square) -> CastlingSide {
    if is_king_side(king, rook) { CastlingSide::KingSide } else { CastlingSide::QueenSide }
}

/// The rank on which a player's king and rooks start.
pub(crate) const fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    }
}

impl Position {
    /// The rook with which this player still has the right to castle on that side (3.8.2.1).
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        let king = self.castling_king(color)?;
        self.castling_rooks_of(color).into_iter().find(|&rook| side_of(king, rook) == side)
    }

    /// The castling move that writing it would mean, whether it is legal or not.
    ///
    /// With the right in hand it names that rook. Without it the meaning is clear only where the
    /// king stands on its home rank (in standard chess on its e-file square) with the outermost own
    /// rook on that side (in standard chess in its corner): then it is an illegal move that can
    /// stand. `None` where nothing on the board fits.
    pub fn castling_meant(&self, side: CastlingSide) -> Option<Move> {
        let color = self.turn();
        if let Some(rook) = self.castling_rook(color, side) {
            let king = self.castling_king(color)?;
            return Some(Move::Castle { king, rook });
        }
        let rank = home_rank(color);
        let kings = self.board().by_piece(Role::King.of(color)) & Bitboard::from_rank(rank);
        let king = kings.single_square()?;
        let rooks = self.board().by_piece(Role::Rook.of(color)) & Bitboard::from_rank(rank);
        let on_side = rooks.into_iter().filter(|&rook| side_of(king, rook) == side);
        let rook = match side {
            CastlingSide::KingSide => on_side.max_by_key(|rook| rook.file()),
            CastlingSide::QueenSide => on_side.min_by_key(|rook| rook.file()),
        }?;
        let at_home = king.file() == File::E
            && rook.file() == if side == CastlingSide::KingSide { File::H } else { File::A };
        (self.is_chess960() || at_home).then_some(Move::Castle { king, rook })
    }

    /// Whether the squares that king and rook cross or reach hold nothing else (3.8.2.2;
    /// Guidelines II.3.2).
    pub(crate) fn castling_path_is_empty(&self, king: Square, rook: Square) -> bool {
        let king_to = king_target(king, rook);
        let rook_to = rook_target(king, rook);
        let path = attacks::between(king, king_to)
            | attacks::between(rook, rook_to)
            | Bitboard::from_square(king_to)
            | Bitboard::from_square(rook_to);
        let others = self.board().occupied().without(king).without(rook);
        (path & others).is_empty()
    }

    /// Whether castling is legal here: the right, the path, and no attack on the king's way
    /// (3.8.2.1, 3.8.2.2).
    pub(crate) fn castling_is_legal(&self, king: Square, rook: Square) -> bool {
        let us = self.turn();
        if self.castling_king(us) != Some(king)
            || !self.castling_rooks_of(us).contains(rook)
            || !self.castling_path_is_empty(king, rook)
        {
            return false;
        }
        let king_to = king_target(king, rook);
        let without_king = self.board().occupied().without(king);
        let way = attacks::between(king, king_to).with(king).with(king_to);
        if way.into_iter().any(|square| self.is_attacked(square, !us, without_king)) {
            return false;
        }
        // A rook that shielded its king from along the rank no longer does (Chess960).
        let after = without_king.without(rook).with(rook_target(king, rook));
        !self.is_attacked(king_to, !us, after)
    }

    /// The rooks of one player that still carry a right.
    pub(crate) fn castling_rooks_of(&self, color: Color) -> Bitboard {
        self.castling_rooks() & Bitboard::from_rank(home_rank(color))
    }

    /// The king that the rights of this player belong to.
    pub(crate) fn castling_king(&self, color: Color) -> Option<Square> {
        let rank = Bitboard::from_rank(home_rank(color));
        (self.board().by_piece(Role::King.of(color)) & rank).first()
    }
}
