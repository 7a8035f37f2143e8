//! Legal moves in canonical SAN, the way nearly every move is written: read and made at once.
//!
//! What is read here is what [`Position::read_move`] reads, sooner: only the pieces that the written
//! move can mean are looked at, and a move opens a line to a king only from a square on that line.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square, attacks};

use super::san::{Departure, San, SanShape, ShortToken};
use super::{CheckSign, Forms};
use crate::castling::home_rank;
use crate::{Move, Position};

/// A legal move in canonical SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainMove {
    /// The move.
    pub played: Move,
    /// How it is written otherwise than it should be: with a file or rank too much.
    pub forms: Forms,
    /// The sign of check or mate that is written, to be compared after the move.
    pub check: CheckSign,
    /// The piece that moves.
    role: Role,
}

impl Position {
    /// Reads a token where it is a legal move in canonical SAN with English letters; `None` where
    /// anything about it is otherwise, and [`Position::read_move`] has to tell.
    ///
    /// `may_be_check` is `false` where the player on move is known not to be in check.
    pub fn read_plain(&self, token: ShortToken, may_be_check: bool) -> Option<PlainMove> {
        let San { shape, check } = San::read(token)?;
        let mut forms = Forms::NONE;
        let (role, played) = match shape {
            SanShape::Pawn { from_file: None, to, promotion } => {
                (Role::Pawn, self.pawn_step(to, promotion, may_be_check)?)
            }
            SanShape::Pawn { from_file: Some(file), to, promotion } => {
                (Role::Pawn, self.pawn_capture(file, to, promotion, may_be_check)?)
            }
            SanShape::Piece { role, departure, to, capture } => {
                let played = self.piece_move(role, departure, to, capture, may_be_check)?;
                if departure != Departure::None {
                    self.compare_departure(role, departure.file_and_rank(), played, &mut forms);
                }
                (role, played)
            }
            SanShape::Castle(side) => (Role::King, self.castling(side)?),
        };
        Some(PlainMove { played, forms, check, role })
    }

    /// Makes a move that was read in this position; says whether the other player is in check then.
    ///
    /// `after_legal` tells that a legal move has led to this position, so that the other player is
    /// not in check now.
    pub fn play_plain(&mut self, plain: &PlainMove, after_legal: bool) -> bool {
        self.play(plain.played);
        match plain.played {
            Move::Normal { from, to, promotion: None } if after_legal => {
                self.is_check_after(plain.role, from, to)
            }
            _ => self.is_check(),
        }
    }

    fn pawn_step(&self, to: Square, promotion: Option<Role>, may_be_check: bool) -> Option<Move> {
        let us = self.turn();
        let occupied = self.board().occupied();
        let pawns = self.board().pawns() & self.board().by_color(us);
        let (back, double_rank) = us.fold_wb((-8, Rank::Fourth), (8, Rank::Fifth));
        let one = to.offset(back)?;
        let from = if pawns.contains(one) {
            one
        } else {
            let two = one.offset(back)?;
            let is_double =
                to.rank() == double_rank && !occupied.contains(one) && pawns.contains(two);
            is_double.then_some(two)?
        };
        if occupied.contains(to) || !self.promotes(to, promotion) {
            return None;
        }
        self.if_safe(Role::Pawn, Move::Normal { from, to, promotion }, may_be_check)
    }

    fn pawn_capture(
        &self,
        file: File,
        to: Square,
        promotion: Option<Role>,
        may_be_check: bool,
    ) -> Option<Move> {
        let us = self.turn();
        let board = self.board();
        let from = attacks::pawn_attacks(!us, to) & Bitboard::from(file);
        let from = (from & board.pawns() & board.by_color(us)).first()?;
        if !self.promotes(to, promotion) {
            return None;
        }
        if (board.by_color(!us) & !board.kings()).contains(to) {
            return self.if_safe(Role::Pawn, Move::Normal { from, to, promotion }, may_be_check);
        }
        let en_passant = Move::EnPassant { from, to };
        let is_legal = self.pawn_step_square() == Some(to)
            && !board.occupied().contains(to)
            && self.is_safe(en_passant);
        is_legal.then_some(en_passant)
    }

    fn piece_move(
        &self,
        role: Role,
        departure: Departure,
        to: Square,
        capture: bool,
        may_be_check: bool,
    ) -> Option<Move> {
        let takes = self.board().occupied().contains(to);
        if capture != takes || self.board().kings().contains(to) {
            return None;
        }
        let pieces = self.reaching(role, to) & departure.squares();
        let mut found = None;
        for from in pieces {
            let played = Move::Normal { from, to, promotion: None };
            if let Some(safe) = self.if_safe(role, played, may_be_check)
                && found.replace(safe).is_some()
            {
                // Two of them: which one is meant is not written.
                return None;
            }
        }
        found
    }

    fn castling(&self, side: CastlingSide) -> Option<Move> {
        let meant = self.castling_meant(side)?;
        self.is_legal(meant).then_some(meant)
    }

    /// Whether what is written of a promotion fits the square of arrival.
    fn promotes(&self, to: Square, promotion: Option<Role>) -> bool {
        promotion.is_some() == (to.rank() == home_rank(!self.turn()))
    }

    /// A move that is no capture en passant, if it leaves no own king attacked.
    fn if_safe(&self, role: Role, played: Move, may_be_check: bool) -> Option<Move> {
        let surely = !may_be_check && self.opens_no_line(role, played.from());
        (surely || self.is_safe(played)).then_some(played)
    }

    /// Whether a piece that leaves a square can open no line to its own king.
    fn opens_no_line(&self, role: Role, from: Square) -> bool {
        let us = self.turn();
        let Some(king) = self.king_of(us) else { return false };
        role != Role::King && self.liners_through(king, from, !us).is_empty()
    }

    /// Rooks, bishops and queens of a colour on the line through a king and another square: only
    /// these can be let through to the king there.
    fn liners_through(&self, king: Square, square: Square, color: Color) -> Bitboard {
        let board = self.board();
        let straight = king.file() == square.file() || king.rank() == square.rank();
        let pieces = if straight { board.rooks() } else { board.bishops() } | board.queens();
        attacks::ray(king, square) & pieces & board.by_color(color)
    }

    /// Whether the player on move is in check after a move of the other one, before which he was
    /// not.
    fn is_check_after(&self, role: Role, from: Square, to: Square) -> bool {
        let us = self.turn();
        let Some(king) = self.king_of(us) else { return self.is_check() };
        if (self.liners_through(king, from, !us).without(to)).any() {
            return self.is_check();
        }
        match role {
            Role::Pawn => attacks::pawn_attacks(!us, to).contains(king),
            Role::Knight => attacks::knight_attacks(to).contains(king),
            Role::King => false,
            Role::Bishop | Role::Rook | Role::Queen => {
                self.liners_through(king, to, !us).contains(to)
                    && (attacks::between(king, to) & self.board().occupied()).is_empty()
            }
        }
    }
}
