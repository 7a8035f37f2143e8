//! The moves of a record, compared with those of another.

use kaissa_chess::{Move, Position, PositionKey};
use kaissa_game::Record;

/// The start and the moves of a record, and where they lead.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    start: Position,
    moves: Vec<Option<Move>>,
    last: Position,
}

impl Line {
    pub fn of(record: &Record) -> Line {
        let start = record.start.clone();
        let mut line = Line { last: start.clone(), start, moves: Vec::new() };
        line.extend(record, 0);
        line
    }

    /// Goes on with the moves of a record; `false` where that one does not go on from here, and the
    /// line stays as it was.
    pub fn go_on(&mut self, record: &Record) -> bool {
        let goes_on = self.is_gone_on_from(record);
        if goes_on {
            self.extend(record, self.moves.len());
        }
        goes_on
    }

    /// Whether a record goes on from here, or is equal.
    pub fn is_gone_on_from(&self, record: &Record) -> bool {
        self.starts_at(&record.start)
            && record.plies.len() >= self.moves.len()
            && self.moves.iter().zip(&record.plies).all(|(known, ply)| *known == ply.played)
    }

    fn extend(&mut self, record: &Record, from: usize) {
        for ply in record.plies.get(from..).unwrap_or_default() {
            ply.play_on(&mut self.last);
            self.moves.push(ply.played);
        }
    }

    /// Gives back memory that was kept for moves to come.
    pub fn put_away(&mut self) {
        self.moves.shrink_to_fit();
    }

    pub fn n_plies(&self) -> usize {
        self.moves.len()
    }

    /// The position after the last move.
    pub fn last(&self) -> &Position {
        &self.last
    }

    /// How many plies both begin with; 0 where they start differently.
    pub fn common(&self, other: &Line) -> usize {
        if !self.starts_at(&other.start) {
            return 0;
        }
        self.moves.iter().zip(&other.moves).take_while(|(left, right)| left == right).count()
    }

    /// Whether one goes on where the other ends, or both are equal.
    pub fn agrees(&self, other: &Line) -> bool {
        self.starts_at(&other.start)
            && self.moves.iter().zip(&other.moves).all(|(left, right)| left == right)
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
        if n_plies >= self.moves.len() {
            return self.last.key();
        }
        let mut position = self.start.clone();
        for played in self.moves.iter().take(n_plies) {
            match played {
                Some(played) => position.play(*played),
                None => position.pass(),
            }
        }
        position.key()
    }

    fn starts_at(&self, start: &Position) -> bool {
        self.start.halfmove_clock() == start.halfmove_clock() && self.start.key() == start.key()
    }
}
