//! The journal of a competition: append-only, chained, durable before anything that depends on it
//! is shown.
//!
//! A [`Journal`] is one file. What happens goes in as a [`NewEntry`]; its [`Ticket`] answers once the
//! entry is on the disk. Each [`Entry`] carries a hash over the one before it, its own envelope and the
//! SHA-256 of its body: nothing is changed, moved or taken out unnoticed, and a body can still be
//! erased, which is an entry itself. The [`Head`] is what reports print and people compare.
//!
//! ```
//! use kaissa_game::Timestamp;
//! use kaissa_journal::{Filter, Journal, NewEntry};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("open.kaissa");
//! let journal = Journal::create(&path)?;
//! let note = NewEntry::new("note_added", &serde_json::json!({"text": "Board 7 moved to the stage"}))
//!     .source("desk")
//!     .person("arbiter-1")
//!     .happened(Timestamp(1_791_014_400_120));
//! let acknowledged = journal.append(note)?.wait()?;
//! assert_eq!(acknowledged.number, 1);
//! assert_eq!(journal.head(), acknowledged.head());
//! for entry in journal.read(&Filter::all(), 1)? {
//!     assert_eq!(entry?.kind, "note_added");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attachment;
mod chain;
mod digest;
mod entry;
mod entry_id;
mod error;
mod game_event;
mod head;
mod journal;
mod lock;
mod parts;
mod proposal_json;
mod reader;
mod record_delta;
mod row_state;
mod sqlite;
mod statement;
mod store;
mod transfer;
mod verify;
mod writer;

pub use attachment::{Attachment, LARGEST_ATTACHMENT};
pub use digest::Digest;
pub use entry::{Body, Entry, LARGEST_BODY, NewEntry};
pub use entry_id::EntryId;
pub use error::{JournalError, What};
pub use head::{Head, HeadError, WrittenHead};
pub use journal::{Along, Journal, JournalOptions};
pub use proposal_json::{basis_json, proposal_json};
pub use reader::{Entries, JournalReader};
pub use record_delta::{Placement, RecordDelta, RecordEndWord, WrittenPly};
pub use row_state::{DeltaMismatch, RowState, are_same};
pub use sqlite::FORMAT;
pub use statement::{
    AlarmRaised, AlarmWithdrawn, ArbiterEntered, BodyErased, ContinuedFrom, EnvelopeWritten,
    GameEvent, GamesListed, GapSeen, MoveReplaced, NoteAdded, OnTheWay, Pairing, PairingCorrected,
    PairingsEntered, ProposalShown, RecordCorrected, RecordFollowed, ResultEntered,
    ResultTakenBack, RosterEntered, RoundStarted, RulingMade, RulingTakenBack, SettingChanged,
    Shown, SourceGone, SourceHealth, Statement, StatementError, TallyCounted,
};
pub use store::{Filter, Identity, Store};
pub use transfer::{ExportLines, import};
pub use verify::{Damage, DamageKind, HeadCheck, Report};
pub use writer::{Acknowledged, Ticket, Tickets};
