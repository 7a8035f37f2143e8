//! The journal that a watch is kept in.

use std::path::Path;

use kaissa_journal::{Filter, Journal, JournalError, NewEntry, Tickets};
use kaissa_live::Following;
use kaissa_words::{Words, say};

use crate::commands::journal::complain_of;
use crate::common::Exit;
use crate::output::complain;

/// A journal that is written to.
pub struct Keep {
    journal: Journal,
}

impl Keep {
    /// Opens a journal, or makes it.
    ///
    /// # Errors
    /// How the program ends because of it; it is said in words.
    pub fn open(path: &Path, words: &Words) -> Result<Keep, Exit> {
        match Journal::open_or_create(path) {
            Ok(journal) => Ok(Keep { journal }),
            Err(error) => Err(complain_of(&error, words)),
        }
    }

    /// Goes through every entry and gives their number.
    ///
    /// # Errors
    /// As [`Keep::open`], where an entry cannot be read. One that does not fit is
    /// named and left out.
    pub fn replay(&self, following: &mut Following, words: &Words) -> Result<u64, Exit> {
        let wrong = |error: JournalError| complain_of(&error, words);
        let mut n_entries = 0;
        for entry in self.journal.read(&Filter::all(), 1).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            n_entries += 1;
            if let Err(error) = following.replay(&entry) {
                let text = error.to_string();
                complain(words, &say!(words, "watch-entry-left-out", error = text));
            }
        }
        Ok(n_entries)
    }

    /// Hands entries over that go in together.
    ///
    /// # Errors
    /// Where the writer has ended.
    pub fn append(&self, entries: Vec<NewEntry>) -> Result<Tickets, JournalError> {
        self.journal.append_all(entries)
    }
}
