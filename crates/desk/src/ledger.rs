//! Where entries are kept: the narrow way to the journal.

mod journal;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kaissa_game::Timestamp;
use kaissa_journal::Digest;

use crate::{Body, PersonId};

/// An entry that is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// Its place, from 1.
    pub number: u64,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// When it happened at the table.
    pub happened_at: Timestamp,
    /// The id that its sender gave it.
    pub sender_id: String,
    /// The arbiter who made it; `None` for the program.
    pub person: Option<PersonId>,
    /// What it says.
    pub body: Body,
    /// Its hash in the chain, in hexadecimal; empty where nothing is chained.
    pub hash: String,
}

/// An entry before it has its place.
#[derive(Clone, PartialEq, Debug)]
pub struct NewEntry {
    /// When it happened at the table.
    pub happened_at: Timestamp,
    /// The id that its sender gives it; the same id twice is one entry.
    pub sender_id: String,
    /// The arbiter who makes it; `None` for the program.
    pub person: Option<PersonId>,
    /// What it says.
    pub body: Body,
}

/// Why entries could not be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerFault {
    /// What the system said.
    pub detail: String,
}

/// Where entries are kept, one after the other.
pub trait Ledger: Send + Sync {
    /// Keeps entries, all or none, and comes back once they are durable.
    ///
    /// # Errors
    /// [`LedgerFault`] where they cannot be kept; none of them is then.
    fn append(&self, entries: Vec<NewEntry>, at: Timestamp) -> Result<(), LedgerFault>;

    /// Reads up to so many entries from a number on.
    ///
    /// # Errors
    /// [`LedgerFault`] where they cannot be read.
    fn read(&self, from: u64, n: usize) -> Result<Vec<Entry>, LedgerFault>;

    /// Whether an entry with this sender's id is kept.
    fn has(&self, sender_id: &str) -> bool;

    /// The head of the chain: the number and the hash of the last entry.
    fn head(&self) -> (u64, String);

    /// The bytes of a file that was laid beside the entries; `None` where it is not there any more.
    ///
    /// # Errors
    /// [`LedgerFault`] where it cannot be read.
    fn attachment(&self, sha256: Digest) -> Result<Option<Vec<u8>>, LedgerFault>;

    /// Everything as `kaissa journal export` writes it; `None` where nothing is chained.
    ///
    /// # Errors
    /// [`LedgerFault`] where it cannot be read, or the chain is broken.
    fn export(&self) -> Result<Option<String>, LedgerFault> {
        Ok(None)
    }
}

/// A ledger in memory, for the demonstration and for tests: gone when the program ends.
#[derive(Debug, Default)]
pub struct MemoryLedger {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    entries: Vec<Entry>,
    by_id: HashMap<String, u64>,
    files: HashMap<Digest, Arc<[u8]>>,
}

impl Kept {
    /// Keeps the file of an entry, or erases what another says and the file that only it speaks of.
    fn go_along(&mut self, body: &Body) {
        match body {
            Body::AttachmentAdded { attachment, bytes: Some(bytes), .. } => {
                self.files.insert(attachment.sha256, bytes.clone());
            }
            Body::BodyErased { entry, .. } => {
                let index = entry.saturating_sub(1) as usize;
                let Some(erased) = self.entries.get_mut(index) else { return };
                let (kind, board) = (erased.body.kind().to_owned(), erased.body.board());
                let body = std::mem::replace(&mut erased.body, Body::Other { kind, board });
                let Body::AttachmentAdded { attachment, .. } = body else { return };
                let is_same = |other: &Entry| matches!(&other.body, Body::AttachmentAdded { attachment: of, .. } if of.sha256 == attachment.sha256);
                if !self.entries.iter().any(is_same) {
                    self.files.remove(&attachment.sha256);
                }
            }
            _ => {}
        }
    }
}

impl Ledger for MemoryLedger {
    fn append(&self, entries: Vec<NewEntry>, at: Timestamp) -> Result<(), LedgerFault> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        for NewEntry { happened_at, sender_id, person, mut body } in entries {
            if kept.by_id.contains_key(&sender_id) {
                continue;
            }
            kept.go_along(&body);
            if let Body::AttachmentAdded { bytes, .. } = &mut body {
                *bytes = None;
            }
            let number = kept.entries.len() as u64 + 1;
            kept.by_id.insert(sender_id.clone(), number);
            let hash = String::new();
            let entry =
                Entry { number, recorded_at: at, happened_at, sender_id, person, body, hash };
            kept.entries.push(entry);
        }
        Ok(())
    }

    fn read(&self, from: u64, n: usize) -> Result<Vec<Entry>, LedgerFault> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let start = usize::try_from(from.saturating_sub(1)).unwrap_or(usize::MAX);
        Ok(kept.entries.iter().skip(start).take(n).cloned().collect())
    }

    fn has(&self, sender_id: &str) -> bool {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.by_id.contains_key(sender_id)
    }

    fn head(&self) -> (u64, String) {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.entries.len() as u64, String::new())
    }

    fn attachment(&self, sha256: Digest) -> Result<Option<Vec<u8>>, LedgerFault> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(kept.files.get(&sha256).map(|bytes| bytes.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_sender_id_twice_is_one_entry() {
        let ledger = MemoryLedger::default();
        let note = |id: &str| NewEntry {
            happened_at: Timestamp(0),
            sender_id: id.to_owned(),
            person: None,
            body: Body::NoteAdded { board: None, text: id.to_owned(), of_entry: None },
        };
        ledger.append(vec![note("a"), note("b")], Timestamp(1)).expect("kept");
        ledger.append(vec![note("b"), note("c")], Timestamp(2)).expect("kept");
        assert!(ledger.has("c") && !ledger.has("d"));
        assert_eq!(ledger.head().0, 3);
        assert_eq!(ledger.read(2, 1).expect("read").len(), 1);
    }
}
