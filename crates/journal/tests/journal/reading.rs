//! Entries are found by what they are about, their source and their kind.

use kaissa_journal::{EntryId, Filter, Journal, JournalReader, NewEntry, What};

use super::common::{entries, journal_of, note, place};

#[track_caller]
fn check(journal: &JournalReader, filter: &Filter, from: u64, numbers: &[u64]) {
    let found = journal.read(filter, from).expect("readable");
    let found: Vec<u64> = found.map(|entry| entry.expect("intact").number).collect();
    assert_eq!(found, numbers, "{filter:?} from {from}");
}

#[test]
fn a_filter_narrows_by_each_of_its_parts() {
    let place = journal_of(9);
    let journal = Journal::open(&place.path).expect("intact");
    let gap = NewEntry { kind: "gap_seen".into(), source: "feed".into(), ..note(30) };
    let _ = journal.append(gap).expect("open").wait().expect("written");
    let journal = journal.reader();
    check(journal, &Filter::all(), 8, &[8, 9, 10]);
    check(journal, &Filter::about("game-0"), 1, &[3, 6, 9, 10]);
    check(journal, &Filter::about("game-0"), 7, &[9, 10]);
    check(journal, &Filter::about("game-0").of_source("feed"), 1, &[10]);
    check(journal, &Filter::all().of_source("desk"), 9, &[9]);
    check(journal, &Filter::kinds(["gap_seen", "unheard_of"]), 1, &[10]);
    check(journal, &Filter::kinds(["gap_seen", "note_added"]), 9, &[9, 10]);
    check(journal, &Filter::kinds(["unheard_of"]), 1, &[]);
    check(journal, &Filter::about("game-7"), 1, &[]);
    check(journal, &Filter::all(), 11, &[]);
}

#[test]
fn more_than_a_page_is_read_through() {
    let place = journal_of(1_000);
    let journal = JournalReader::open(&place.path).expect("a journal");
    assert_eq!(entries(&journal).len(), 1_000);
    assert_eq!(journal.read(&Filter::about("game-1"), 1).expect("readable").count(), 334);
}

#[test]
fn an_entry_is_found_by_its_id() {
    let place = journal_of(3);
    let journal = JournalReader::open(&place.path).expect("a journal");
    let id = EntryId::new("note-2").expect("an id");
    assert_eq!(journal.find(&id).expect("readable").map(|entry| entry.number), Some(2));
    assert_eq!(journal.find(&EntryId::fresh()).expect("readable"), None);
    assert_eq!(journal.entry(0).expect("readable"), None);
    assert_eq!(journal.entry(4).expect("readable"), None);
}

#[test]
fn what_is_no_journal_is_not_taken_for_one() {
    let place = place();
    let what = |path| JournalReader::open(path).expect_err("no journal").what;
    assert_eq!(what(&place.path), What::Missing);
    assert!(matches!(Journal::open(&place.path).expect_err("none").what, What::Missing));
    for bytes in [&b""[..], b"[Event \"x\"]", &[0; 8192]] {
        std::fs::write(&place.path, bytes).expect("written");
        assert_eq!(what(&place.path), What::NotAJournal, "{} bytes", bytes.len());
    }
    let other = place.folder.path().join("other.db");
    let connection = rusqlite::Connection::open(&other).expect("made");
    connection.execute_batch("CREATE TABLE entries (a)").expect("made");
    assert_eq!(what(&other), What::NotAJournal);
    assert!(matches!(Journal::create(&other).expect_err("there").what, What::Exists));
}

#[test]
fn a_newer_format_is_named_and_left_alone() {
    let place = journal_of(1);
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    connection.pragma_update(None, "user_version", 7).expect("written");
    drop(connection);
    let newer = What::Newer { found: 7, known: 1 };
    assert_eq!(JournalReader::open(&place.path).expect_err("newer").what, newer);
    assert_eq!(Journal::open(&place.path).expect_err("newer").what, newer);
}

#[test]
fn a_journal_on_a_medium_that_cannot_be_written_to_is_read() {
    let place = journal_of(3);
    let copy = place.folder.path().join("copy with ? and %.kaissa");
    let report = JournalReader::open(&place.path).expect("a journal").backup_to(&copy);
    assert_eq!(report.expect("copied").intact.number, 3);
    let mut permissions = std::fs::metadata(&copy).expect("there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&copy, permissions).expect("set");
    assert_eq!(entries(&JournalReader::open(&copy).expect("a journal")).len(), 3);
    let names = std::fs::read_dir(place.folder.path()).expect("a folder").flatten();
    let n_beside = names.filter(|file| file.path().to_string_lossy().contains("copy")).count();
    assert_eq!(n_beside, 1, "a copy is one file");
}
