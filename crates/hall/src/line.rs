//! The moves of a record, compared with those of another.

use kaissa_chess::{Move, Position, PositionKey};
use kaissa_game::Record;

/// The start and the moves of a record.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    start: Position,
    moves: Vec<Option<Move>>,
}

impl Line {
    pub fn of(record: &Record) -> Line {
        Line {
            start: record.start.clone(),
            moves: record.plies.iter().map(|ply| ply.played).collect(),
        }
    }

    pub fn n_plies(&self) -> usize {
        self.moves.len()
    }

    /// How many plies both begin with; 0 where they start differently.
    pub fn common(&self, other: &Line) -> usize {
        if !self.starts_like(other) {
            return 0;
        }
        self.moves.iter().zip(&other.moves).take_while(|(left, right)| left == right).count()
    }

    /// Whether one goes on where the other ends, or both are equal.
    pub fn agrees(&self, other: &Line) -> bool {
        self.starts_like(other) && self.common(other) == self.n_plies().min(other.n_plies())
    }

    /// Whether this one is the beginning of the other, or equal to it.
    pub fn begins(&self, other: &Line) -> bool {
        self.n_plies() <= other.n_plies() && self.agrees(other)
    }

    pub fn is_same(&self, other: &Line) -> bool {
        self.n_plies() == other.n_plies() && self.agrees(other)
    }

    /// The position after so many plies.
    pub fn key_after(&self, n_plies: usize) -> PositionKey {
        let mut position = self.start.clone();
        for played in self.moves.iter().take(n_plies) {
            match played {
                Some(played) => position.play(*played),
                None => position.pass(),
            }
        }
        position.key()
    }

    fn starts_like(&self, other: &Line) -> bool {
        self.start.key() == other.start.key()
            && self.start.halfmove_clock() == other.start.halfmove_clock()
    }
}
