//! What the tests share.

use std::path::PathBuf;

use kaissa_game::Timestamp;
use kaissa_journal::{
    DamageKind, Entry, EntryId, Filter, Journal, JournalReader, NewEntry, Report,
};
use serde_json::json;
use tempfile::TempDir;

/// A folder with the path of a journal in it.
pub struct Place {
    pub folder: TempDir,
    pub path: PathBuf,
}

pub fn place() -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    Place { folder, path }
}

/// A note that says a number, with an id made of it.
pub fn note(n: u64) -> NewEntry {
    NewEntry::new("note_added", &json!({ "text": format!("note {n}") }))
        .id(EntryId::new(&format!("note-{n}")).expect("an id"))
        .source("desk")
        .about(format!("game-{}", n % 3))
        .person("arbiter-1")
        .happened(Timestamp(1_000 + i64::try_from(n).expect("small")))
}

/// A journal of so many notes, closed again.
pub fn journal_of(n_notes: u64) -> Place {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let notes = (1..=n_notes).map(note).collect();
    journal.append_all(notes).expect("open").wait().expect("written");
    drop(journal);
    place
}

pub fn entries(journal: &JournalReader) -> Vec<Entry> {
    let read = journal.read(&Filter::all(), 1).expect("readable");
    read.collect::<Result<_, _>>().expect("intact")
}

pub fn verify(place: &Place) -> Report {
    JournalReader::open(&place.path).expect("a journal").verify(None).expect("readable")
}

/// A journal with one thing changed behind its back is found out at an entry.
#[track_caller]
pub fn check_found(place: &Place, change: &str, number: u64, kind: DamageKind) {
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    let n_changed = connection.execute(change, []).expect("a change");
    assert!(n_changed > 0, "{change}");
    connection.close().expect("closed");
    let report = verify(place);
    let damage = report.damage.as_ref().map(|damage| (damage.number, damage.kind));
    assert_eq!(damage, Some((number, kind)), "{change}: {report:?}");
    assert!(!report.verifies());
}
