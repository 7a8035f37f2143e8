//! How far a record has been gone through.

use kaissa_chess::{Move, Position};
use kaissa_game::{Legality, Record};

use super::clocks::ClockCheck;
use super::ends::Answers;
use super::walk::Walk;

/// How far the record of a game has been gone through, so that it can be gone on with.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    pub(super) walk: Walk,
    pub(super) clocks: ClockCheck,
    pub(super) dead: Answers,
    start: Position,
    /// The plies that were gone through, to tell whether a record goes on from them.
    seen: Vec<(Option<Move>, Legality)>,
}

impl Progress {
    /// Forgets everything, keeping its memory for the next game.
    pub(super) fn begin(&mut self, record: &Record) {
        self.walk.begin(record);
        self.clocks.begin();
        self.dead.begin();
        self.start.clone_from(&record.start);
        self.seen.clear();
    }

    /// Whether a record goes on from what was gone through.
    pub(super) fn is_of(&self, record: &Record) -> bool {
        record.plies.len() >= self.seen.len()
            && self.walk.has_begun()
            && self.start == record.start
            && self
                .seen
                .iter()
                .zip(&record.plies)
                .all(|(seen, ply)| *seen == (ply.played, ply.legality))
    }

    /// Notes the plies of a record that has been gone through.
    pub(super) fn note_seen(&mut self, record: &Record) {
        let new = record.plies.get(self.seen.len()..).unwrap_or_default();
        self.seen.extend(new.iter().map(|ply| (ply.played, ply.legality)));
    }

    /// The position after the last ply.
    pub fn last_position(&self) -> &Position {
        &self.walk.position
    }

    /// The position before the last ply; the start position while there is none.
    pub fn position_before_last(&self) -> &Position {
        &self.walk.before_last
    }
}
