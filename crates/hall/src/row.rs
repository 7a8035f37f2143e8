//! One source of a game: its record, and what was known of it before.

use std::sync::Arc;

use kaissa_game::{Record, Timestamp};

use crate::identity::Facts;
use crate::line::Line;
use crate::standing::{Follow, Standing};

/// Which board of which source: the source alone where it does not name its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowName<'a> {
    pub source: &'a str,
    pub row: Option<&'a str>,
}

/// What a source says of a game.
#[derive(Debug)]
pub(crate) struct Row {
    pub source: Arc<str>,
    pub name: Option<Arc<str>>,
    pub facts: Facts,
    pub line: Line,
    pub record: Arc<Record>,
    /// When it last brought something new.
    pub changed_at: Timestamp,
    /// Since when it has parted from the record of the game.
    pub differs_since: Option<Timestamp>,
    /// Whether the source has the game still; what it said last is kept while no other has it.
    pub is_held: bool,
    /// What its record gives, once it was asked.
    pub standing: Option<Standing>,
    /// What is kept to go on with the record; nothing before it was asked and once it rests.
    pub follow: Option<Box<Follow>>,
    /// Whether the record has changed since it was gone through.
    pub needs_review: bool,
}

/// A record whose last moves its source has taken back or replaced.
#[derive(Clone, Debug)]
pub struct SetAside {
    /// The source.
    pub source: Arc<str>,
    /// The board within it, where it names its boards.
    pub row: Option<Arc<str>>,
    /// When it was taken back.
    pub at: Timestamp,
    /// How many plies stayed.
    pub plies_kept: u32,
    /// The record before.
    pub record: Arc<Record>,
}

impl Row {
    pub fn new(name: RowName<'_>, record: &Record, changed_at: Timestamp) -> Row {
        Row {
            source: name.source.into(),
            name: name.row.map(Arc::from),
            facts: Facts::of(record, name.source),
            line: Line::of(record),
            record: Arc::new(record.clone()),
            changed_at,
            differs_since: None,
            is_held: true,
            standing: None,
            follow: None,
            needs_review: true,
        }
    }

    pub fn is(&self, name: RowName<'_>) -> bool {
        *self.source == *name.source && self.name.as_deref() == name.row
    }

    /// Takes a record that differs from the one before, and hands back what was taken back: the
    /// record before and its line.
    pub fn renew(&mut self, record: &Record, changed_at: Timestamp) -> Option<(Arc<Record>, Line)> {
        let before = std::mem::replace(&mut self.record, Arc::new(record.clone()));
        if !Facts::are_same(&before, record) {
            self.facts = Facts::of(record, &self.source);
        }
        self.changed_at = changed_at;
        self.needs_review = true;
        if self.line.go_on(record) {
            return None;
        }
        Some((before, std::mem::replace(&mut self.line, Line::of(record))))
    }

    /// What was taken back of this source's record.
    pub fn set_aside(&self, before: Arc<Record>, plies_kept: u32, at: Timestamp) -> SetAside {
        SetAside {
            source: Arc::clone(&self.source),
            row: self.name.clone(),
            at,
            plies_kept,
            record: before,
        }
    }

    /// Whether the last position has this placement of the pieces.
    pub fn stands_as(&self, placement: &str) -> bool {
        self.line.last().board().to_string() == placement
    }
}
