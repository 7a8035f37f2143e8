//! Positions that the Laws call legal, and why others are not (3.10.3).

use std::num::NonZeroU32;

use shakmaty::{
    CastlingMode, Chess, Color, FromSetup, Position as _, PositionErrorKinds, Role, Setup,
};

use crate::{Move, MoveList, Position};

/// A position that can be asked questions of law: one king each, the player who has just moved not
/// in check.
///
/// **Laws:** 3.10.3. Whether a position could really be reached from the start is not decided (it
/// cannot be, in general); what the board itself shows to be impossible is refused.
#[derive(Clone, Debug)]
pub struct LegalPosition {
    inner: Chess,
    as_recorded: Position,
}

/// Why a position is illegal (3.10.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegality {
    /// A player has no king (2.2).
    KingMissing(Color),
    /// A player has more than one king (2.2).
    KingsTooMany(Color),
    /// A pawn stands on the first or last rank (2.3, 3.7.3.3).
    PawnOnLastRank,
    /// The player who does not have the move is in check (3.9.2).
    OpponentInCheck,
    /// Two or more checks that no single move can have given.
    CheckImpossible,
    /// The check was there before the pawn step that the en passant square speaks of.
    EnPassantImpossible,
    /// More pieces than promotion can have made (2.2, 3.7.3.3).
    TooMuchMaterial,
}

/// A move that is not legal in a legal position, given where a legal one was asked for (3.10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLegal(pub Move);

impl Position {
    /// The position as one that questions of law can be asked of.
    ///
    /// # Errors
    /// Every [`Illegality`] that the board shows, in the order of that type.
    ///
    /// # Examples
    /// ```
    /// use kaissa_chess::{Illegality, Position};
    ///
    /// let (position, _) = Position::from_fen("4k3/8/8/8/8/8/8/4K2q b - - 0 1")?;
    /// assert_eq!(position.legal().unwrap_err(), [Illegality::OpponentInCheck]);
    /// # Ok::<(), kaissa_chess::FenError>(())
    /// ```
    pub fn legal(&self) -> Result<LegalPosition, Vec<Illegality>> {
        let mode = CastlingMode::from_chess960(self.is_chess960());
        let refused = match Chess::from_setup(self.setup(true), mode) {
            Ok(inner) => return Ok(LegalPosition { inner, as_recorded: self.clone() }),
            Err(error) => error.kinds(),
        };
        let without_step = || Chess::from_setup(self.setup(false), mode).is_ok();
        let mut found = self.wrong_kings();
        for (kind, illegality) in [
            (PositionErrorKinds::PAWNS_ON_BACKRANK, Illegality::PawnOnLastRank),
            (PositionErrorKinds::OPPOSITE_CHECK, Illegality::OpponentInCheck),
            (PositionErrorKinds::IMPOSSIBLE_CHECK, Illegality::CheckImpossible),
            (PositionErrorKinds::TOO_MUCH_MATERIAL, Illegality::TooMuchMaterial),
        ] {
            if refused.contains(kind) {
                let is_step = kind == PositionErrorKinds::IMPOSSIBLE_CHECK && without_step();
                found.push(if is_step { Illegality::EnPassantImpossible } else { illegality });
            }
        }
        Err(found)
    }

    fn wrong_kings(&self) -> Vec<Illegality> {
        let count = |color| self.board().by_piece(Role::King.of(color)).count();
        let missing = Color::ALL.into_iter().filter(|&color| count(color) == 0);
        let too_many = Color::ALL.into_iter().filter(|&color| count(color) > 1);
        missing.map(Illegality::KingMissing).chain(too_many.map(Illegality::KingsTooMany)).collect()
    }

    fn setup(&self, with_step: bool) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board().clone();
        setup.turn = self.turn();
        setup.castling_rights = self.castling_rooks();
        setup.ep_square = self.pawn_step_square().filter(|_| with_step);
        setup.halfmoves = self.halfmove_clock();
        setup.fullmoves = NonZeroU32::new(self.fullmove_number()).unwrap_or(NonZeroU32::MIN);
        setup
    }
}

impl LegalPosition {
    /// The usual initial position (2.3).
    pub fn start() -> LegalPosition {
        LegalPosition { inner: Chess::new(), as_recorded: Position::start() }
    }

    /// The same position as a record holds it.
    pub const fn as_recorded(&self) -> &Position {
        &self.as_recorded
    }

    /// The player who has the move.
    pub const fn turn(&self) -> Color {
        self.as_recorded.turn()
    }

    /// The legal moves (3.10.1).
    pub fn legal_moves(&self) -> MoveList {
        self.inner.legal_moves().into_iter().filter_map(from_shakmaty).collect()
    }

    /// Whether the king is attacked and no legal move is left (5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.inner.is_checkmate()
    }

    /// Whether the king is not attacked and no legal move is left (5.2.1).
    pub fn is_stalemate(&self) -> bool {
        self.inner.is_stalemate()
    }

    /// Makes a legal move.
    ///
    /// # Errors
    /// [`NotLegal`] where the move is not legal here (3.10.1).
    pub fn play(&self, played: Move) -> Result<LegalPosition, NotLegal> {
        let legal = self.inner.legal_moves();
        let found = legal.into_iter().find(|&legal| from_shakmaty(legal) == Some(played));
        let inner = found.ok_or(NotLegal(played))?;
        let mut as_recorded = self.as_recorded.clone();
        as_recorded.play(played);
        let mut next = self.inner.clone();
        next.play_unchecked(inner);
        Ok(LegalPosition { inner: next, as_recorded })
    }
}

fn from_shakmaty(found: shakmaty::Move) -> Option<Move> {
    match found {
        shakmaty::Move::Normal { from, to, promotion, .. } => {
            Some(Move::Normal { from, to, promotion })
        }
        shakmaty::Move::EnPassant { from, to } => Some(Move::EnPassant { from, to }),
        shakmaty::Move::Castle { king, rook } => Some(Move::Castle { king, rook }),
        shakmaty::Move::Put { .. } => None,
    }
}
