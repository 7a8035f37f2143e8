//! Faults of the disk and of other programs: a clear error, and nothing acknowledged is lost.

use kaissa_journal::{Journal, JournalOptions, JournalReader, NewEntry, What};

use super::common::{entries, journal_of, note, place, verify};

#[test]
fn a_second_writer_is_told_that_the_journal_is_locked() {
    let place = journal_of(1);
    let journal = Journal::open(&place.path).expect("intact");
    assert_eq!(Journal::open(&place.path).expect_err("locked").what, What::Locked);
    assert_eq!(Journal::create(&place.path).expect_err("locked").what, What::Locked);
    // Reading and copying go on.
    assert_eq!(entries(&JournalReader::open(&place.path).expect("a journal")).len(), 1);
    drop(journal);
    assert!(Journal::open(&place.path).is_ok(), "the lock ends with the writer");
}

#[cfg(unix)]
#[test]
fn another_name_of_the_file_does_not_get_around_the_lock() {
    let place = journal_of(1);
    let other = place.folder.path().join("link.kaissa");
    std::os::unix::fs::symlink(&place.path, &other).expect("linked");
    let _journal = Journal::open(&place.path).expect("intact");
    assert_eq!(Journal::open(&other).expect_err("locked").what, What::Locked);
}

#[test]
fn a_writer_that_does_not_heed_the_lock_is_found_out() {
    let place = journal_of(2);
    let journal = Journal::open(&place.path).expect("intact");
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    connection.execute("DELETE FROM entries WHERE number = 2", []).expect("dropped");
    drop(connection);
    let refused = journal.append(note(3)).expect("open").wait().expect_err("another head");
    assert_eq!(refused.what, What::Locked);
}

/// The full disk is that of SQLite's own bound on the size of the file, which takes the same way
/// through it as a disk without room.
#[test]
fn a_full_disk_is_said_and_costs_nothing_acknowledged() {
    let place = place();
    let options = JournalOptions { largest_file: Some(300_000), ..JournalOptions::default() };
    let journal = Journal::create_with(&place.path, options).expect("made");
    let mut acknowledged = Vec::new();
    let error = loop {
        let entry = NewEntry::new("note_added", &"x".repeat(1_000));
        let id = entry.id.clone();
        match journal.append(entry).expect("open").wait() {
            Ok(answer) => acknowledged.push((answer.number, id)),
            Err(error) => break error,
        }
        assert!(acknowledged.len() < 1_000, "the bound holds");
    };
    assert_eq!(error.what, What::Full);
    assert_eq!(error.message(), "journal-full");
    assert!(acknowledged.len() > 100);
    let refused = journal.append(NewEntry::new("note_added", &"y".repeat(9_000)));
    assert_eq!(refused.expect("open").wait().expect_err("still full").what, What::Full);
    assert_eq!(journal.head().number, acknowledged.len() as u64);
    drop(journal);
    let report = verify(&place);
    assert!(report.verifies(), "{report:?}");
    let reader = JournalReader::open(&place.path).expect("a journal");
    for (number, id) in &acknowledged {
        assert_eq!(reader.find(id).expect("readable").map(|entry| entry.number), Some(*number));
    }
    // With room again it goes on where it was.
    let journal = Journal::open(&place.path).expect("intact");
    let answer = journal.append(note(1)).expect("open").wait().expect("written");
    assert_eq!(answer.number, acknowledged.len() as u64 + 1);
}

#[test]
fn a_backup_is_taken_while_entries_come_in() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let _ = journal.append(note(0)).expect("open").wait().expect("written");
    std::thread::scope(|scope| {
        let (sender, finished) = std::sync::mpsc::channel::<()>();
        let writing = scope.spawn({
            let journal = &journal;
            move || {
                let mut n = 1;
                while finished.try_recv() == Err(std::sync::mpsc::TryRecvError::Empty) {
                    let _ = journal.append(note(n)).expect("open").wait().expect("written");
                    n += 1;
                }
                n
            }
        });
        let other = JournalReader::open(&place.path).expect("a journal");
        for copy in 0..20 {
            let target = place.folder.path().join(format!("copy-{copy}.kaissa"));
            let before = journal.head();
            let report = other.backup_to(&target).expect("copied");
            assert!(report.verifies(), "{report:?}");
            assert!(report.intact.number >= before.number);
            let refused = other.backup_to(&target).expect_err("there already");
            assert_eq!(refused.what, What::Exists);
        }
        drop(sender);
        let n_written = writing.join().expect("no panic");
        assert_eq!(journal.head().number, n_written);
    });
}

/// As a journal is while it is made, before it has a file of the log: SQLite then keeps what was
/// there in a companion, and a reader finds both after a kill.
#[test]
fn a_change_that_a_kill_left_half_done_is_put_back_for_a_reader() {
    let place = journal_of(20);
    let plain = place.folder.path().join("plain.kaissa");
    JournalReader::open(&place.path).expect("a journal").backup_to(&plain).expect("copied");
    let mut connection = rusqlite::Connection::open(&plain).expect("a database");
    connection.pragma_update(None, "cache_size", 1).expect("a small cache");
    let change = connection.transaction().expect("begun");
    change
        .execute("UPDATE entries SET body = hex(zeroblob(5000))", [])
        .expect("spilled to the file");
    let killed = place.folder.path().join("killed.kaissa");
    let companion = |path: &std::path::Path| format!("{}-journal", path.display());
    std::fs::copy(&plain, &killed).expect("copied");
    std::fs::copy(companion(&plain), companion(&killed)).expect("a companion");
    assert_ne!(std::fs::read(&killed).expect("bytes").len(), 0);
    let reader = JournalReader::open(&killed).expect("a journal");
    assert!(reader.verify(None).expect("readable").verifies());
    assert_eq!(entries(&reader).len(), 20);
    assert!(!std::path::Path::new(&companion(&killed)).exists(), "it is put back once");
}
