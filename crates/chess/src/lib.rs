//! Positions, moves and their notation: everything that can stand on a board, legal or not.
//!
//! A record of a real game holds illegal moves that stand, kings left in check and kings put in the
//! centre to show the result. [`Position`] holds all of it and plays any [`Move`] without a word;
//! [`LegalPosition`] exists only where the position is legal, and is what questions of law ask.
//!
//! Two positions are the same under 9.2.3 when their [`PositionKey`]s are equal.
//!
//! ```
//! use kaissa_chess::Position;
//!
//! let mut position = Position::start();
//! let pawn = position.move_from_uci("e2e4").expect("a square each");
//! position.play(pawn);
//! assert_eq!(position.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! ```

pub mod announcement;
mod castling;
mod fen;
mod generate;
mod key;
mod legal;
mod moves;
pub mod notation;
mod position;
mod uci;

pub use fen::{FenError, FenField, FenRepair, Variant};
pub use key::{PositionKey, Repetitions};
pub use legal::{Illegality, LegalPosition, NotLegal};
pub use moves::{Move, MoveList};
pub use position::{Position, PositionParts};
pub use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingSide, Color, File, Piece, Rank, Role, Square,
};

/// Attacks of pieces on a board, and the lines between squares.
pub mod attacks {
    pub use shakmaty::attacks::{
        aligned, attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
        queen_attacks, ray, rook_attacks,
    };
}
