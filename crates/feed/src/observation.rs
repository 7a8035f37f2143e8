//! What a source says: records, its own health, and where it saw nothing.

use kaissa_game::{Record, Timestamp};
use kaissa_laws::ClockTime;

/// Something that a source says, and when.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The source: its address as given, or the name of a file in a folder given.
    pub source: String,
    /// When it was received.
    pub at: Timestamp,
    /// What it says.
    pub seen: Seen,
}

/// What a source says.
#[derive(Clone, Debug)]
pub enum Seen {
    /// All games that it holds now, in its own order; those of before that are not among them are
    /// gone from it.
    Games {
        /// The games.
        records: Vec<Record>,
        /// When the source was changed.
        changed_at: Timestamp,
    },
    /// What one of its boards holds now: the whole record of the game on it.
    Board {
        /// The board within the source: a serial number, an id of a pairing.
        row: String,
        /// The record.
        record: Box<Record>,
        /// What stands on the board, as the placement part of a FEN, where the source senses it.
        placement: Option<String>,
        /// When the board was changed.
        changed_at: Timestamp,
    },
    /// The source does not hold it any more: a file that is gone.
    Gone,
    /// How the source fares.
    Health(Health),
    /// How one of its boards fares; told as the health of the source is, for this board alone.
    BoardHealth {
        /// The board within the source.
        row: String,
        /// How it fares.
        health: Health,
    },
    /// A stretch of time in which it saw nothing of a board.
    Gap(Gap),
    /// A move that a board told and took back before it was believed: a piece dragged or touched.
    /// It never stood in a record; it may be what a touch-move dispute turns on.
    Replaced(Replaced),
}

/// How a source fares. Each is said when it begins; the next one ends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Health {
    /// It answers.
    Connected,
    /// It does not answer.
    Lost {
        /// Since when.
        since: Timestamp,
        /// What is wrong.
        trouble: Trouble,
    },
    /// It answers and has had nothing new although clocks run.
    Silent {
        /// Since when.
        since: Timestamp,
    },
    /// What it says is late by so much.
    Delayed {
        /// By how much.
        by: ClockTime,
    },
    /// It answers with something that cannot be understood; what was known stays.
    Unclear {
        /// What is wrong.
        trouble: Trouble,
    },
}

/// What is wrong with a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// A word by which the catalogue names it: `refused`, `timeout`, `closed`, `status`, `foreign`,
    /// `unreadable`, `missing`, `denied`, `noise`; of a board also `inactive`, `not_responding`,
    /// `battery`.
    pub code: &'static str,
    /// What the system or the other side said.
    pub detail: String,
}

/// A stretch of time in which nothing was seen of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The board within the source.
    pub row: String,
    /// When it was seen last before.
    pub from: Timestamp,
    /// When it was seen again.
    pub to: Timestamp,
    /// How many plies the record had before.
    pub plies_before: u32,
    /// What stood on the board before, as the placement part of a FEN.
    pub before: Option<String>,
    /// What stood on it after.
    pub after: Option<String>,
    /// Whether the record was made whole again: the source sent the moves of the gap afterwards.
    pub is_closed: bool,
}

/// A move that a board told and took back before it was believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The board within the source.
    pub row: String,
    /// The ply that it would have been, from 1.
    pub ply: u32,
    /// What was told.
    pub written: String,
    /// What is told instead; `None` where the ply is open again.
    pub instead: Option<String>,
    /// For how long it was told.
    pub shown_for: ClockTime,
}
