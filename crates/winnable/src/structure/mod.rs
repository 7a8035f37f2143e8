//! Structures: what pieces can reach and capture at all.
//!
//! A blocked position has few pawn structures before it for ever, but too many ways of shuffling the
//! pieces to write down each position. A [`Structure`] keeps exactly what matters and bounds the
//! rest: for each [`Mode`] (where every pawn stands and which pieces are left) it says on which
//! squares each piece may be and where the two kings may stand together. Whatever is played, the
//! position stays inside; and in none of the modes do the pieces fit together to a mate.

mod arrivals;
mod build;
mod check;
mod fit;
mod quiet;
mod view;

pub(crate) use build::{Detail, Limits, prove};
pub(crate) use check::holds;

use kaissa_chess::{Bitboard, ByColor, Color, Role, Square};

use crate::material::Men;

/// An invariant: every position that can come is in one of its modes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// All pawn structures and sets of pieces that can come.
    pub modes: Vec<Mode>,
    /// Rooks with which a player might still castle.
    pub castling_rooks: Bitboard,
}

/// A pawn structure with the pieces left, and what is possible in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mode {
    /// Where the pawns stand, exactly; empty where pawns are kept among the figures.
    pub pawns: ByColor<Bitboard>,
    /// The square a pawn has just passed, where it might be taken.
    pub passed: Option<Square>,
    /// The pieces left, apart from the kings. In a structure of one mode the pawns are among them.
    pub figures: Vec<Figure>,
    /// Where the kings may stand, by what has just happened.
    pub kings: Kings,
}

impl Mode {
    /// Whether material bars a colour from mating, now and for ever.
    pub(crate) fn is_barred(&self, winner: Color) -> bool {
        let men = |color| {
            let mut men = Men { has_pawns: self.pawns.get(color).any(), ..Men::default() };
            let left = |figure: &&Figure| figure.color == color && figure.squares.any();
            for figure in self.figures.iter().filter(left) {
                match figure.role {
                    Role::Pawn => men.has_pawns = true,
                    Role::Rook => men.has_rooks = true,
                    Role::Queen => men.has_queens = true,
                    Role::Knight => men.knights += 1,
                    Role::Bishop => {
                        men.has_light_bishops |= (figure.squares & Bitboard::LIGHT_SQUARES).any();
                        men.has_dark_bishops |= (figure.squares & Bitboard::DARK_SQUARES).any();
                    }
                    Role::King => {}
                }
            }
            men
        };
        men(winner).bar(&men(!winner)).is_some()
    }
}

/// A piece and where it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its colour.
    pub color: Color,
    /// Its kind, never a king.
    pub role: Role,
    /// Where it stood at first or was promoted: its name.
    pub origin: Square,
    /// Every square it may be on.
    pub squares: Bitboard,
    /// Whether it may have been captured without that being another mode.
    pub may_be_gone: bool,
}

impl Figure {
    /// The square on which it certainly stands, if there is one.
    pub fn still(&self) -> Option<Square> {
        self.squares.single_square().filter(|_| !self.may_be_gone)
    }
}

/// Pairs of squares of the two kings, by whose move it is and what has just moved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kings {
    /// The colour that might mate has the move.
    pub to_move: Pairs,
    /// It has just moved a piece (or castled); the other has the move.
    pub after_piece: Pairs,
    /// It has just moved a pawn.
    pub after_pawn: Pairs,
    /// It has just moved its king.
    pub after_king: Pairs,
}

/// A set of pairs of squares: the king that might mate, the king that might be mated.
#[derive(Clone, PartialEq, Eq)]
pub struct Pairs([Bitboard; 64]);

impl Default for Pairs {
    fn default() -> Pairs {
        Pairs([Bitboard::EMPTY; 64])
    }
}

impl std::fmt::Debug for Pairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Pairs {
    /// The squares of the second king where the first stands on `first`.
    pub fn with_first(&self, first: Square) -> Bitboard {
        self.0[usize::from(first)]
    }

    /// Whether the pair is in the set.
    pub fn contains(&self, first: Square, second: Square) -> bool {
        self.with_first(first).contains(second)
    }

    /// Puts a pair in; tells whether it is new.
    pub fn insert(&mut self, first: Square, second: Square) -> bool {
        let row = &mut self.0[usize::from(first)];
        let new = !row.contains(second);
        row.add(second);
        new
    }

    /// Puts pairs with the same first square in; tells whether one is new.
    pub(crate) fn insert_row(&mut self, first: Square, seconds: Bitboard) -> bool {
        let row = &mut self.0[usize::from(first)];
        let new = (seconds & !*row).any();
        *row |= seconds;
        new
    }

    /// First squares that have a pair, each with its row.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (Square, Bitboard)> + '_ {
        Square::ALL.into_iter().zip(self.0).filter(|(_, row)| row.any())
    }

    /// All pairs.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.rows().flat_map(|(first, row)| row.into_iter().map(move |second| (first, second)))
    }

    /// Whether every pair is in the other set.
    pub(crate) fn is_in(&self, other: &Pairs) -> bool {
        self.0.iter().zip(&other.0).all(|(row, other)| (*row & !*other).is_empty())
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|row| row.is_empty())
    }

    /// Whether some pair keeps off all these squares.
    pub(crate) fn any_off(&self, squares: Bitboard) -> bool {
        self.rows().any(|(first, row)| !squares.contains(first) && (row & !squares).any())
    }
}

impl Kings {
    /// Pairs with the move at the colour that might be mated.
    pub fn replies(&self) -> [&Pairs; 3] {
        [&self.after_piece, &self.after_pawn, &self.after_king]
    }
}
