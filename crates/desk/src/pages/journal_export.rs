//! The journal given out whole, in the form that `kaissa journal export` writes.

use crate::{Ask, Reply};

/// The journal as lines of JSON, to be verified or imported elsewhere.
pub(crate) fn page(ask: &Ask) -> Reply {
    let export = ask.ledger.as_ref().map(|ledger| ledger.export());
    match export {
        Some(Ok(Some(lines))) => {
            Reply::file("application/x-ndjson", "journal.jsonl", lines.into_bytes())
        }
        Some(Err(fault)) => Reply::told(ask, 500, "desk-journal-export", fault.detail),
        _ => Reply::message(ask, 200, "desk-journal-export", "desk-journal-in-memory"),
    }
}
