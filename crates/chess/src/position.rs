//! A position that has stood on a board, and what playing a move does to it.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Square};

use crate::castling::{home_rank, king_target, rook_target};
use crate::{Move, PositionKey};

/// A position that has stood on a board: placement, turn, rights and counters.
///
/// It may be illegal (3.10.3): a king left in check, two kings of one colour, none at all. Nothing
/// here refuses or panics on such a board, since a record has to be replayed past an illegal move
/// that stands. Ask [`Position::legal`] where the Laws ask for a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    board: Board,
    turn: Color,
    castling_rooks: Bitboard,
    pawn_step: Option<Square>,
    halfmove_clock: u32,
    fullmove_number: u32,
    chess960: bool,
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl Position {
    /// The usual initial position (2.3).
    pub fn start() -> Position {
        Position {
            board: Board::new(),
            turn: Color::White,
            castling_rooks: Bitboard::CORNERS,
            pawn_step: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            chess960: false,
        }
    }

    /// Puts together a position from its parts, without asking whether it makes sense.
    ///
    /// Rights are kept only for an own rook beside its own king on the home rank, and the square
    /// behind a pawn only where such a pawn has just come from its home square.
    pub fn from_parts(parts: PositionParts) -> Position {
        let PositionParts { board, turn, castling_rooks, pawn_step, .. } = parts;
        let mut position = Position {
            board,
            turn,
            castling_rooks: Bitboard::EMPTY,
            pawn_step: None,
            halfmove_clock: parts.halfmove_clock,
            fullmove_number: parts.fullmove_number,
            chess960: parts.chess960,
        };
        position.castling_rooks = position.tenable_rights(castling_rooks);
        position.pawn_step = pawn_step.filter(|&square| position.is_behind_pawn_step(square));
        position
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The player who has the move (1.3).
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks with which a player may still castle, now or later (3.8.2.1).
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The square that a pawn passed with the last move, capture or no capture.
    pub const fn pawn_step_square(&self) -> Option<Square> {
        self.pawn_step
    }

    /// Plies since the last capture or pawn move: 100 is fifty moves by each player (9.3).
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The scoresheet's number of the move to come.
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// Whether castling is that of Chess960 (Guidelines II).
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The only king of a colour; `None` where there is none or more than one.
    pub fn king_of(&self, color: Color) -> Option<Square> {
        self.board.by_piece(Role::King.of(color)).single_square()
    }

    /// Makes a move, whatever it is; the other player is to move afterwards.
    ///
    /// Nothing is checked: an illegal move that stands in a record is played as written. A square
    /// of departure that is empty leaves the board as it is.
    ///
    /// **Laws:** 3.1 to 3.8; 9.3 for the counter.
    pub fn play(&mut self, played: Move) {
        let us = self.turn;
        let mut zeroing = false;
        let mut step = None;
        match played {
            Move::Normal { from, to, promotion } => {
                if let Some(piece) = self.board.piece_at(from) {
                    let captured = from != to && self.board.occupied().contains(to);
                    zeroing = captured || piece.role == Role::Pawn;
                    self.board.discard_piece_at(from);
                    let role = match promotion {
                        Some(role) if piece.role == Role::Pawn => role,
                        _ => piece.role,
                    };
                    self.board.set_piece_at(to, Piece { color: piece.color, role });
                    self.lose_rights(piece, from, to);
                    if piece == Role::Pawn.of(us) && role == Role::Pawn {
                        step = step_square(piece.color, from, to)
                            .filter(|&passed| !self.board.occupied().contains(passed));
                    }
                }
            }
            Move::EnPassant { from, to } => {
                if let Some(piece) = self.board.piece_at(from) {
                    zeroing = true;
                    self.board.discard_piece_at(from);
                    let passed = Square::from_coords(to.file(), from.rank());
                    self.board.discard_piece_at(passed);
                    self.board.set_piece_at(to, piece);
                    self.castling_rooks.discard(passed);
                    self.lose_rights(piece, from, to);
                }
            }
            Move::Castle { king, rook } => {
                let king_piece = self.board.remove_piece_at(king);
                let rook_piece = self.board.remove_piece_at(rook);
                if let Some(piece) = king_piece {
                    self.board.set_piece_at(king_target(king, rook), piece);
                }
                if let Some(piece) = rook_piece {
                    self.board.set_piece_at(rook_target(king, rook), piece);
                }
                let ranks = Bitboard::from_rank(king.rank()) | Bitboard::from_rank(rook.rank());
                self.castling_rooks = self.tenable_rights(self.castling_rooks & !ranks);
            }
        }
        self.pawn_step = step;
        self.count_ply(zeroing);
    }

    /// Passes the move to the other player, as a null move in a record does.
    pub fn pass(&mut self) {
        self.pawn_step = None;
        self.count_ply(false);
    }

    /// What 9.2.3 compares: placement, turn, castling rights and a legal capture en passant.
    pub fn key(&self) -> PositionKey {
        PositionKey::of(self)
    }

    /// The same position with left and right exchanged.
    ///
    /// Rights to castle in standard chess do not survive it: they belong to the e-file. `None`
    /// while there are any.
    pub fn mirrored(&self) -> Option<Position> {
        if self.castling_rooks.any() && !self.chess960 {
            return None;
        }
        let mut mirrored = self.clone();
        mirrored.board.flip_horizontal();
        mirrored.castling_rooks = self.castling_rooks.flip_horizontal();
        mirrored.pawn_step = self.pawn_step.map(Square::flip_horizontal);
        Some(mirrored)
    }

    /// The same position with the colours exchanged and the board turned over.
    pub fn color_swapped(&self) -> Position {
        let mut swapped = self.clone();
        swapped.board.mirror();
        swapped.turn = !self.turn;
        swapped.castling_rooks = self.castling_rooks.flip_vertical();
        swapped.pawn_step = self.pawn_step.map(Square::flip_vertical);
        swapped
    }

    /// Sets the number of plies since the last capture or pawn move.
    pub fn set_halfmove_clock(&mut self, plies: u32) {
        self.halfmove_clock = plies;
    }

    /// Gives the move to a player, as when a record goes on from a position with the turn changed.
    pub fn set_turn(&mut self, turn: Color) {
        if turn != self.turn {
            self.turn = turn;
            self.pawn_step = None;
        }
    }

    fn count_ply(&mut self, zeroing: bool) {
        self.halfmove_clock = if zeroing { 0 } else { self.halfmove_clock.saturating_add(1) };
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    fn lose_rights(&mut self, piece: Piece, from: Square, to: Square) {
        if self.castling_rooks.is_empty() {
            return;
        }
        self.castling_rooks.discard(from);
        self.castling_rooks.discard(to);
        if piece.role == Role::King {
            self.castling_rooks &= !Bitboard::from_rank(home_rank(piece.color));
        }
        // Rights end with the king or the rook, and nothing off the home ranks touches either.
        let home_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        if home_ranks.contains(from) || home_ranks.contains(to) {
            self.castling_rooks = self.tenable_rights(self.castling_rooks);
        }
    }

    fn tenable_rights(&self, rooks: Bitboard) -> Bitboard {
        let mut tenable = Bitboard::EMPTY;
        for color in Color::ALL {
            let home = Bitboard::from_rank(home_rank(color));
            let kings = self.board.by_piece(Role::King.of(color)) & home;
            if kings.single_square().is_some() {
                tenable |= rooks & home & self.board.by_piece(Role::Rook.of(color));
            }
        }
        tenable
    }

    /// Whether the player not to move may just have stepped over this square with a pawn.
    pub(crate) fn is_behind_pawn_step(&self, square: Square) -> bool {
        let them = !self.turn;
        let (rank, forward) = match them {
            Color::White => (Rank::Third, 8),
            Color::Black => (Rank::Sixth, -8),
        };
        if square.rank() != rank || self.board.occupied().contains(square) {
            return false;
        }
        let pawn = square.offset(forward);
        let home = square.offset(-forward);
        pawn.is_some_and(|pawn| self.board.piece_at(pawn) == Some(Role::Pawn.of(them)))
            && home.is_some_and(|home| !self.board.occupied().contains(home))
    }
}

/// The parts of a position, as a feed or an editor gives them.
#[derive(Clone, Debug)]
pub struct PositionParts {
    /// Placement of the pieces.
    pub board: Board,
    /// The player who has the move.
    pub turn: Color,
    /// Rooks with which castling is still allowed.
    pub castling_rooks: Bitboard,
    /// Square passed by a pawn with the last move.
    pub pawn_step: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// The scoresheet's number of the move to come.
    pub fullmove_number: u32,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
}

fn step_square(color: Color, from: Square, to: Square) -> Option<Square> {
    let (home, forward) = match color {
        Color::White => (Rank::Second, 8),
        Color::Black => (Rank::Seventh, -8),
    };
    let between = from.offset(forward)?;
    (from.rank() == home && between.offset(forward) == Some(to)).then_some(between)
}
