//! The journal as the ledger of the desk.

use kaissa_game::Timestamp;
use kaissa_journal::{EntryId, Filter, Journal, JournalError};

use super::{Entry, Ledger, LedgerFault, NewEntry};
use crate::body::{from_journal, to_journal};

impl From<JournalError> for LedgerFault {
    fn from(error: JournalError) -> LedgerFault {
        LedgerFault { detail: error.to_string() }
    }
}

impl Ledger for Journal {
    fn append(&self, entries: Vec<NewEntry>, _: Timestamp) -> Result<(), LedgerFault> {
        let taken: Option<Vec<_>> = entries.iter().map(to_journal).collect();
        let wrong_id = || LedgerFault { detail: "an id of an entry is none".to_owned() };
        // How they are acknowledged is not asked: that they are is enough.
        let _ = self.append_all(taken.ok_or_else(wrong_id)?)?.wait()?;
        Ok(())
    }

    fn read(&self, from: u64, n: usize) -> Result<Vec<Entry>, LedgerFault> {
        let entries = Journal::read(self, &Filter::all(), from)?.take(n);
        entries.map(|entry| Ok(from_journal(entry?))).collect()
    }

    fn has(&self, sender_id: &str) -> bool {
        let id = EntryId::new(sender_id);
        id.is_some_and(|id| matches!(self.reader().find(&id), Ok(Some(_))))
    }

    fn head(&self) -> (u64, String) {
        let head = Journal::head(self);
        (head.number, head.letters())
    }
}
