//! The squares that a king reaches step by step.

use kaissa_chess::{Bitboard, Square, attacks};

/// Steps of a king that are looked ahead.
const STEPS: usize = 10;

/// Squares a king reaches, by the number of steps.
pub(super) struct Steps {
    layers: [Bitboard; STEPS + 1],
    king: Square,
    allowed: Bitboard,
}

impl Steps {
    pub(super) fn from(king: Square, allowed: Bitboard) -> Steps {
        let mut layers = [Bitboard::from_square(king); STEPS + 1];
        for at in 1..=STEPS {
            let before = layers[at - 1];
            layers[at] = before | (around(before) & allowed);
            if layers[at] == before {
                layers[at..].fill(before);
                break;
            }
        }
        Steps { layers, king, allowed }
    }

    /// The same without some squares on the way.
    pub(super) fn off(&self, squares: Bitboard) -> Steps {
        Steps::from(self.king, self.allowed & !squares)
    }

    fn all(&self) -> Bitboard {
        self.layers[STEPS]
    }

    /// The squares that take so many steps, the nearest first.
    pub(super) fn rings(&self) -> impl Iterator<Item = (usize, Bitboard)> {
        let mut before = Bitboard::EMPTY;
        self.layers.iter().enumerate().map(move |(steps, &layer)| {
            let ring = layer & !before;
            before = layer;
            (steps, ring)
        })
    }

    /// The nearest of some squares and the steps to it.
    pub(super) fn nearest(&self, squares: Bitboard) -> Option<(Square, usize)> {
        if (self.all() & squares).is_empty() {
            return None;
        }
        let at = self.layers.iter().position(|layer| (*layer & squares).any())?;
        Some(((self.layers[at] & squares).first()?, at))
    }

    /// The way to a square, last step first.
    pub(super) fn way(&self, to: Square) -> Option<Vec<Square>> {
        let steps = self.layers.iter().position(|layer| layer.contains(to))?;
        let mut way = Vec::with_capacity(STEPS + 2);
        let mut here = to;
        for at in (0..steps).rev() {
            way.push(here);
            here = (self.layers[at] & attacks::king_attacks(here)).first()?;
        }
        Some(way)
    }

    /// The same off some squares if that can be, else across them.
    pub(super) fn way_off(&self, to: Square, squares: Bitboard) -> Option<Vec<Square>> {
        self.off(squares).way(to).or_else(|| self.way(to))
    }
}

/// Squares beside some squares.
fn around(squares: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let bits = u64::from(squares);
    let row = bits | (bits & NOT_H) << 1 | (bits & NOT_A) >> 1;
    Bitboard(row | row << 8 | row >> 8)
}
