//! The moves that are believed, with the positions between them.

use kaissa_chess::{Board, Move, Position};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use crate::LiveMove;

/// More plies than any game has; what comes after them is not followed.
const N_PLIES_MAX: usize = 2000;

/// The moves that are believed, with the positions between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    start: Position,
    plies: Vec<LinePly>,
}

/// A ply of a line.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePly {
    /// The move; `None` where the turn passed and nothing moved.
    pub played: Option<Move>,
    /// Whether the Laws allow it.
    pub is_legal: bool,
    /// What the mover's clock showed after it.
    pub left: Option<ClockTime>,
    /// When it was believed.
    pub at: Option<Timestamp>,
    /// As it is written.
    written: String,
    /// The position after it.
    after: Position,
}

impl Line {
    /// Begins with a position.
    pub fn new(start: Position) -> Line {
        Line { start, plies: Vec::new() }
    }

    /// The position before the first ply.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The plies.
    pub fn plies(&self) -> &[LinePly] {
        &self.plies
    }

    /// How many plies there are.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The position after the last ply.
    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The position so many plies before the last; `None` where the line is shorter.
    pub fn position_before(&self, n_back: usize) -> Option<&Position> {
        match self.plies.len().checked_sub(n_back)? {
            0 => Some(&self.start),
            n => self.plies.get(n - 1).map(|ply| &ply.after),
        }
    }

    /// Adds a ply. Nothing is added to a line that is longer than any game.
    pub fn push(&mut self, played: Option<Move>, left: Option<ClockTime>, at: Option<Timestamp>) {
        if self.plies.len() >= N_PLIES_MAX {
            return;
        }
        let before = self.position();
        let mut after = before.clone();
        let (written, is_legal) = match played {
            Some(played) => (before.to_san(played), before.is_legal(played)),
            None => ("--".to_owned(), false),
        };
        match played {
            Some(played) => after.play(played),
            None => after.pass(),
        }
        self.plies.push(LinePly { played, is_legal, left, at, written, after });
    }

    /// Takes plies back.
    pub fn take_back(&mut self, n_plies: usize) {
        self.plies.truncate(self.plies.len().saturating_sub(n_plies));
    }

    /// Gives a ply the clock reading that was told at the time, where there was one.
    pub fn set_left(&mut self, index: usize, left: Option<ClockTime>) {
        if let Some(ply) = self.plies.get_mut(index) {
            ply.left = left.or(ply.left);
        }
    }

    /// How many plies at the beginning are the same in both lines; `None` where they do not start
    /// from the same board.
    pub fn n_same(&self, other: &Line) -> Option<usize> {
        let is_same_start = self.start.board() == other.start.board();
        let pairs = self.plies.iter().zip(&other.plies);
        is_same_start.then(|| pairs.take_while(|(a, b)| a.played == b.played).count())
    }

    /// The moves as a record takes them.
    pub fn moves(&self) -> Vec<LiveMove> {
        let moved =
            |ply: &LinePly| LiveMove { written: ply.written.clone(), left: ply.left, used: None };
        self.plies.iter().map(moved).collect()
    }
}

/// The squares on which two boards differ.
pub(super) fn difference(a: &Board, b: &Board) -> kaissa_chess::Bitboard {
    (a.white() ^ b.white())
        | (a.black() ^ b.black())
        | (a.pawns() ^ b.pawns())
        | (a.knights() ^ b.knights())
        | (a.bishops() ^ b.bishops())
        | (a.rooks() ^ b.rooks())
        | (a.queens() ^ b.queens())
        | (a.kings() ^ b.kings())
}
