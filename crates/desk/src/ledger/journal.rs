//! The journal as the ledger of the desk.

use kaissa_game::Timestamp;
use kaissa_journal::{Along, Digest, EntryId, Filter, Journal, JournalError, NewEntry as Kept};

use super::{Entry, Ledger, LedgerFault, NewEntry};
use crate::Body;
use crate::body::{from_journal, to_journal};

impl From<JournalError> for LedgerFault {
    fn from(error: JournalError) -> LedgerFault {
        LedgerFault { detail: error.to_string() }
    }
}

impl Ledger for Journal {
    fn append(&self, entries: Vec<NewEntry>, _: Timestamp) -> Result<(), LedgerFault> {
        let taken: Result<Vec<_>, _> = entries.iter().map(|new| with_along(self, new)).collect();
        // How they are acknowledged is not asked: that they are is enough.
        let _ = self.append_all_with(taken?)?.wait()?;
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

    fn export(&self) -> Result<Option<String>, LedgerFault> {
        let mut text = String::new();
        for line in self.reader().export()? {
            text.push_str(&line?);
            text.push('\n');
        }
        Ok(Some(text))
    }

    fn attachment(&self, sha256: Digest) -> Result<Option<Vec<u8>>, LedgerFault> {
        Ok(self.reader().attachment(sha256)?)
    }
}

/// An entry as the journal takes it, with the file that goes along or what it erases.
fn with_along(journal: &Journal, new: &NewEntry) -> Result<(Kept, Along), LedgerFault> {
    let wrong_id = || LedgerFault { detail: "an id of an entry is none".to_owned() };
    let entry = to_journal(new).ok_or_else(wrong_id)?;
    Ok(match &new.body {
        Body::AttachmentAdded { bytes: Some(bytes), .. } => (entry, Along::Attach(bytes.to_vec())),
        Body::BodyErased { entry: number, reason, .. } => {
            let erasure = journal.erasure(*number, reason)?;
            (Kept { body: erasure.body, about: erasure.about, ..entry }, Along::Erase(*number))
        }
        _ => (entry, Along::Nothing),
    })
}
