//! What an observation brings: entries to keep, and what there is to tell once they are kept.

use kaissa_feed::{Health, Replaced};
use kaissa_game::Timestamp;
use kaissa_hall::HallEvent;
use kaissa_journal::NewEntry;

/// What an observation brings.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// What keeps it: these go into the journal together.
    pub entries: Vec<NewEntry>,
    /// What the hall tells; not to be shown before the entries are durable.
    pub events: Vec<HallEvent>,
    /// What the sources themselves tell.
    pub news: Vec<SourceNews>,
}

/// What a source tells of itself or of one of its boards.
#[derive(Clone, PartialEq, Debug)]
pub enum SourceNews {
    /// The source, or one of its boards, fares otherwise than before.
    Health {
        /// The source.
        source: String,
        /// The board within it; `None` for the source as a whole.
        row: Option<String>,
        /// How it fares.
        health: Health,
        /// When it was told.
        at: Timestamp,
    },
    /// A move that a board told and took back before it was believed.
    Replaced {
        /// The source.
        source: String,
        /// What was told.
        replaced: Replaced,
        /// When it was taken back.
        at: Timestamp,
    },
}

impl Step {
    /// Puts what another step brings behind what this one does.
    pub fn extend(&mut self, other: Step) {
        self.entries.extend(other.entries);
        self.events.extend(other.events);
        self.news.extend(other.news);
    }
}
