//! What a written move means in a position.

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square};

use super::plain::PlainMove;
use super::san::ShortToken;
use super::written::{CheckSign, Shape, WrittenMove};
use super::{Form, Forms, Language};
use crate::castling::{home_rank, king_target};
use crate::{Move, Position};

/// What a written move means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// One move, and it is legal.
    Legal {
        /// The move.
        played: Move,
        /// How it is written otherwise than it should be.
        forms: Forms,
        /// The sign of check or mate that is written, to be compared after the move.
        check: CheckSign,
    },
    /// One move, which the Laws do not allow.
    Illegal {
        /// The move as it was made.
        played: Move,
        /// Why it is not allowed.
        reason: IllegalReason,
        /// How it is written otherwise than it should be.
        forms: Forms,
    },
    /// A null move: the turn passes and nothing moves.
    Null,
    /// No clear meaning.
    Unclear(Unclear),
}

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IllegalReason {
    /// The own king stands attacked afterwards (3.9.2).
    KingLeftInCheck,
    /// This kind of piece does not move so, or something stands between (3.2 to 3.8).
    NotThisPieceMove,
    /// An own piece stands on the square of arrival (3.1).
    OwnPieceTaken,
    /// The king of the opponent is taken (1.4.1).
    KingTaken,
    /// Castling without the right to it (3.8.2.1).
    CastlingRightLost,
    /// Castling while in check (3.8.2.2).
    CastlingInCheck,
    /// Castling over or onto an attacked square (3.8.2.2).
    CastlingThroughCheck,
}

impl IllegalReason {
    /// The stable name of the reason, as findings carry it.
    pub const fn code(self) -> &'static str {
        match self {
            IllegalReason::KingLeftInCheck => "king_left_in_check",
            IllegalReason::NotThisPieceMove => "not_this_piece_move",
            IllegalReason::OwnPieceTaken => "own_piece_taken",
            IllegalReason::KingTaken => "king_taken",
            IllegalReason::CastlingRightLost => "castling_right_lost",
            IllegalReason::CastlingInCheck => "castling_in_check",
            IllegalReason::CastlingThroughCheck => "castling_through_check",
        }
    }
}

/// Why a token has no clear meaning in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unclear {
    /// It does not look like a move.
    NotAMove,
    /// No such piece could reach the square, or none stands where it should come from.
    NoPiece,
    /// Several pieces could be meant; they stand here.
    Several(Bitboard),
    /// A pawn reaches the last rank and nothing says what it becomes.
    PromotionMissing,
}

impl Position {
    /// Says what a token means in this position.
    ///
    /// **Laws:** 3.1 to 3.10, C.1 to C.13.
    ///
    /// The canonical reading goes before any leniency: `bxc5` is a pawn's capture while one is
    /// possible, and only then a bishop's.
    pub fn read_move(&self, token: &str, language: Language) -> Reading {
        self.read_move_in(token, language, true)
    }

    /// Says what a token means where the player on move is known not to be in check.
    ///
    /// The answer is that of [`Position::read_move`], sooner.
    pub fn read_move_not_in_check(&self, token: &str, language: Language) -> Reading {
        self.read_move_in(token, language, false)
    }

    fn read_move_in(&self, token: &str, language: Language, may_be_check: bool) -> Reading {
        if language == Language::English
            && let Some(short) = ShortToken::of(token.as_bytes())
            && let Some(plain) = self.read_plain(short, may_be_check)
        {
            let PlainMove { played, forms, check, .. } = plain;
            return Reading::Legal { played, forms, check };
        }
        self.read_tolerantly(token, language)
    }

    /// Tries every way in which a token may be read, the canonical one first.
    pub(super) fn read_tolerantly(&self, token: &str, language: Language) -> Reading {
        let mut first = Reading::Unclear(Unclear::NotAMove);
        let readings = WrittenMove::readings(token, language);
        for (index, written) in readings.into_iter().flatten().enumerate() {
            let reading = self.read_written(&written);
            if !matches!(reading, Reading::Unclear(_)) {
                return reading;
            }
            if index == 0 {
                first = reading;
            }
        }
        first
    }

    /// Says what a move that has been taken apart means in this position.
    pub fn read_written(&self, written: &WrittenMove) -> Reading {
        match written.shape {
            Shape::Null => Reading::Null,
            Shape::Castle(side) => self.read_castling(side, written),
            Shape::Piece { role, file: Some(file), rank: Some(rank), to, promotion } => {
                let from = Square::from_coords(file, rank);
                self.read_departure(role, from, to, promotion, written)
            }
            Shape::Piece { role, file, rank, to, promotion } => {
                let role = role.unwrap_or(Role::Pawn);
                self.read_piece(role, (file, rank), to, promotion, written)
            }
        }
    }

    /// Compares the sign of check that is written with this position, which the move has led to.
    ///
    /// **Laws:** C.13. The position decides; the sign is only compared.
    pub fn compare_check_sign(&self, written: CheckSign) -> Option<Form> {
        self.compare_check_sign_if(written, self.is_check())
    }

    /// The same where it is known whether the player on move is in check.
    pub fn compare_check_sign_if(&self, written: CheckSign, is_check: bool) -> Option<Form> {
        match (written, is_check) {
            (CheckSign::Absent, false) => None,
            (CheckSign::Check | CheckSign::DoublePlus, false) => Some(Form::CheckSignWrong),
            (CheckSign::Mate, false) => Some(Form::MateSignWrong),
            (sign, true) => match (sign, self.has_legal_move()) {
                (CheckSign::Absent, true) => Some(Form::CheckSignMissing),
                (CheckSign::Absent, false) => Some(Form::MateSignMissing),
                (CheckSign::Check, false) => Some(Form::MateMarkedCheck),
                (CheckSign::Mate, true) => Some(Form::MateSignWrong),
                (CheckSign::Check, true) | (CheckSign::Mate, false) => None,
                (CheckSign::DoublePlus, _) => None,
            },
        }
    }

    fn read_piece(
        &self,
        role: Role,
        (file, rank): (Option<File>, Option<Rank>),
        to: Square,
        promotion: Option<Role>,
        written: &WrittenMove,
    ) -> Reading {
        let reaching = self.reaching(role, to);
        let mut pieces = reaching;
        if let Some(file) = file {
            pieces &= Bitboard::from_file(file);
        }
        if let Some(rank) = rank {
            pieces &= Bitboard::from_rank(rank);
        }
        let mut forms = written.forms;
        if role == Role::Pawn {
            let straight = Bitboard::from_file(to.file());
            let takes = self.board().occupied().contains(to);
            if written.capture || file.is_some() {
                pieces &= !straight;
            } else if (pieces & straight).any() && !takes {
                pieces &= straight;
            }
            if let Some(reading) = self.promotion_unclear(pieces, to, promotion) {
                return reading;
            }
        }
        match self.only_one(role, pieces, to, promotion) {
            Found::Legal(played) => self.read_legal(played, role, (file, rank), written, forms),
            Found::Unsafe(played) => {
                self.read_illegal(played, IllegalReason::KingLeftInCheck, forms)
            }
            Found::Several => Reading::Unclear(Unclear::Several(pieces)),
            Found::None if role != Role::Pawn && (file.is_some() || rank.is_some()) => {
                match self.only_one(role, reaching, to, promotion) {
                    Found::Legal(played) => {
                        forms.add(Form::WrongDeparture);
                        self.read_legal(played, role, (None, None), written, forms)
                    }
                    _ => Reading::Unclear(Unclear::NoPiece),
                }
            }
            Found::None => Reading::Unclear(Unclear::NoPiece),
        }
    }

    fn promotion_unclear(
        &self,
        pieces: Bitboard,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Reading> {
        let last = to.rank() == home_rank(!self.turn());
        let fits = match promotion {
            None => !last,
            Some(Role::Pawn | Role::King) => false,
            Some(_) => last,
        };
        if fits {
            return None;
        }
        let why = if last && pieces.any() { Unclear::PromotionMissing } else { Unclear::NoPiece };
        Some(Reading::Unclear(why))
    }

    /// A move whose square of departure is written is clear even if no such piece moves so.
    fn read_departure(
        &self,
        role: Option<Role>,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        written: &WrittenMove,
    ) -> Reading {
        let forms = written.forms;
        let Some(piece) = self.board().piece_at(from) else {
            return Reading::Unclear(Unclear::NoPiece);
        };
        if piece.color != self.turn() || role.is_some_and(|role| role != piece.role) || from == to {
            return Reading::Unclear(Unclear::NoPiece);
        }
        if piece.role == Role::Pawn {
            if let Some(reading) = self.promotion_unclear(Bitboard::from(from), to, promotion) {
                return reading;
            }
        } else if promotion.is_some() {
            return Reading::Unclear(Unclear::NoPiece);
        }
        let castling = promotion.is_none().then(|| self.castling_by_squares(from, to)).flatten();
        let played = match castling {
            Some(castling) => castling,
            None if piece.role == Role::Pawn
                && Some(to) == self.pawn_step_square()
                && from.file() != to.file()
                && self.reaching(Role::Pawn, to).contains(from) =>
            {
                Move::EnPassant { from, to }
            }
            None => Move::Normal { from, to, promotion },
        };
        if self.is_pseudo_legal(played) {
            if self.is_safe(played) {
                let mut forms = forms;
                let mut departure = (None, None);
                if role.is_some() && self.departure_needed(piece.role, played) != (false, false) {
                    // Here a departure belongs to canonical SAN; what is too much of it is said.
                    forms.remove(Form::LongForm);
                    departure = (Some(from.file()), Some(from.rank()));
                }
                return self.read_legal(played, piece.role, departure, written, forms);
            }
            let reason = match played {
                Move::Castle { king, rook } => self.why_no_castling(king, rook),
                _ => IllegalReason::KingLeftInCheck,
            };
            return self.read_illegal(played, reason, forms);
        }
        let reason = match self.board().piece_at(to) {
            _ if matches!(played, Move::Castle { .. }) => IllegalReason::NotThisPieceMove,
            Some(taken) if taken.color == self.turn() => IllegalReason::OwnPieceTaken,
            _ => IllegalReason::NotThisPieceMove,
        };
        self.read_illegal(played, reason, forms)
    }

    fn read_castling(&self, side: CastlingSide, written: &WrittenMove) -> Reading {
        let forms = written.forms;
        let Some(played @ Move::Castle { king, rook }) = self.castling_meant(side) else {
            return Reading::Unclear(Unclear::NoPiece);
        };
        if self.is_pseudo_legal(played) {
            if self.is_safe(played) {
                return Reading::Legal { played, forms, check: written.check };
            }
            return self.read_illegal(played, self.why_no_castling(king, rook), forms);
        }
        // The right is gone; where king and rook still stand at home with nothing between them,
        // what was done is clear.
        if self.castling_path_is_empty(king, rook) {
            return self.read_illegal(played, IllegalReason::CastlingRightLost, forms);
        }
        Reading::Unclear(Unclear::NoPiece)
    }

    fn why_no_castling(&self, king: Square, rook: Square) -> IllegalReason {
        let occupied = self.board().occupied();
        if self.is_attacked(king, !self.turn(), occupied) {
            return IllegalReason::CastlingInCheck;
        }
        let target = king_target(king, rook);
        let mut path = shakmaty::attacks::between(king, target);
        path.add(target);
        let without_king = occupied.without(king);
        if path.into_iter().any(|square| self.is_attacked(square, !self.turn(), without_king)) {
            return IllegalReason::CastlingThroughCheck;
        }
        // In Chess960 the castling rook may have shielded its king.
        IllegalReason::KingLeftInCheck
    }

    fn only_one(&self, role: Role, pieces: Bitboard, to: Square, promotion: Option<Role>) -> Found {
        let en_passant = role == Role::Pawn
            && Some(to) == self.pawn_step_square()
            && !self.board().occupied().contains(to);
        let mut safe = None;
        let mut n_safe = 0;
        let mut last = None;
        for from in pieces {
            let played = if en_passant && from.file() != to.file() {
                Move::EnPassant { from, to }
            } else {
                Move::Normal { from, to, promotion }
            };
            last = Some(played);
            if self.is_safe(played) {
                n_safe += 1;
                safe = Some(played);
            }
        }
        match (safe, last, pieces.count()) {
            (Some(played), _, _) if n_safe == 1 => Found::Legal(played),
            (Some(_), _, _) => Found::Several,
            (None, Some(played), 1) => Found::Unsafe(played),
            (None, Some(_), _) => Found::Several,
            (None, None, _) => Found::None,
        }
    }

    fn read_legal(
        &self,
        played: Move,
        role: Role,
        departure: (Option<File>, Option<Rank>),
        written: &WrittenMove,
        mut forms: Forms,
    ) -> Reading {
        if self.board().kings().contains(played.to()) && !matches!(played, Move::Castle { .. }) {
            return self.read_illegal(played, IllegalReason::KingTaken, forms);
        }
        let takes = match played {
            Move::EnPassant { .. } => true,
            Move::Castle { .. } => false,
            Move::Normal { to, .. } => self.board().occupied().contains(to),
        };
        let signs_matter = !forms.contains(Form::UciForm);
        if takes && !written.capture && signs_matter {
            forms.add(Form::CaptureSignMissing);
        }
        if !takes && written.capture {
            forms.add(Form::CaptureSignWrong);
        }
        let takes_without_file =
            role == Role::Pawn && takes && departure.0.is_none() && !self.is_full(written);
        if takes_without_file {
            forms.add(Form::PawnFileMissing);
        }
        if role != Role::Pawn {
            self.compare_departure(role, departure, played, &mut forms);
        }
        Reading::Legal { played, forms, check: written.check }
    }

    fn is_full(&self, written: &WrittenMove) -> bool {
        matches!(written.shape, Shape::Piece { file: Some(_), rank: Some(_), .. })
    }

    fn read_illegal(&self, played: Move, reason: IllegalReason, forms: Forms) -> Reading {
        let takes_king = !matches!(played, Move::Castle { .. })
            && self.board().kings().contains(played.to())
            && reason != IllegalReason::OwnPieceTaken;
        let reason = if takes_king { IllegalReason::KingTaken } else { reason };
        Reading::Illegal { played, reason, forms }
    }

    /// Compares a written file or rank of departure with what SAN needs.
    pub(super) fn compare_departure(
        &self,
        role: Role,
        (file, rank): (Option<File>, Option<Rank>),
        played: Move,
        forms: &mut Forms,
    ) {
        if file.is_none() && rank.is_none() {
            return;
        }
        let (needs_file, needs_rank) = self.departure_needed(role, played);
        if file.is_some() && !needs_file {
            forms.add(Form::NeedlessFile);
        }
        if rank.is_some() && !needs_rank {
            // A rank in place of the file that would do as well says the same.
            if file.is_some() || !needs_file {
                forms.add(Form::NeedlessRank);
            }
        }
    }

    /// Whether SAN writes the file and the rank of departure of a move that is no pawn's.
    ///
    /// Only pieces that may go there legally count: a pinned twin needs no distinction (C.10).
    pub(super) fn departure_needed(&self, role: Role, played: Move) -> (bool, bool) {
        let from = played.from();
        let to = played.to();
        if matches!(role, Role::Pawn | Role::King) {
            return (false, false);
        }
        let others: Bitboard = self
            .reaching(role, to)
            .without(from)
            .into_iter()
            .filter(|&from| self.is_safe(Move::Normal { from, to, promotion: None }))
            .collect();
        if others.is_empty() {
            return (false, false);
        }
        let same_file = (others & Bitboard::from_file(from.file())).any();
        let same_rank = (others & Bitboard::from_rank(from.rank())).any();
        (!same_file || same_rank, same_file)
    }
}

enum Found {
    Legal(Move),
    Unsafe(Move),
    Several,
    None,
}
