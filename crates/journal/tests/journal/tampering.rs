//! Whatever is changed behind the journal's back is found, and everything before it stays readable.

use kaissa_journal::{DamageKind, Filter, HeadCheck, Journal, JournalReader, What, WrittenHead};
use proptest::prelude::*;

use super::common::{check_found, entries, journal_of, note, verify};

#[test]
fn a_change_of_any_part_of_an_entry_is_found() {
    for change in [
        "recorded = recorded + 1",
        "happened = happened - 1",
        "id = 'note-33'",
        "source = source + 1",
        "about = (SELECT about FROM entries WHERE number = 3)",
        "about = NULL",
        "person = NULL",
        "person = source",
        "kind = source",
        "body = '{}'",
        "body = body || ' '",
        "hash = zeroblob(32)",
    ] {
        let place = journal_of(5);
        check_found(
            &place,
            &format!("UPDATE entries SET {change} WHERE number = 2"),
            2,
            DamageKind::Hash,
        );
    }
}

#[test]
fn a_change_of_a_name_is_found() {
    let place = journal_of(5);
    let change = "UPDATE names SET text = 'arbiter-9' WHERE text = 'arbiter-1'";
    check_found(&place, change, 1, DamageKind::Hash);
}

#[test]
fn a_change_of_the_origin_is_found() {
    let place = journal_of(5);
    check_found(&place, "UPDATE journal SET created = created + 1", 1, DamageKind::Hash);
}

#[test]
fn an_entry_that_is_dropped_swapped_or_put_in_is_found() {
    let place = journal_of(5);
    check_found(&place, "DELETE FROM entries WHERE number = 3", 3, DamageKind::Missing);
    let place = journal_of(5);
    let close = "UPDATE entries SET number = number - 1 WHERE number > 3";
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    connection.execute("DELETE FROM entries WHERE number = 3", []).expect("dropped");
    drop(connection);
    check_found(&place, close, 3, DamageKind::Hash);
    let place = journal_of(5);
    let put_in = "INSERT INTO entries SELECT 6, recorded, happened, 'x', source, about, person, \
                  kind, body, body_hash, hash FROM entries WHERE number = 5";
    check_found(&place, put_in, 6, DamageKind::Hash);
    let place = journal_of(5);
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    connection
        .execute_batch(
            "UPDATE entries SET number = 99 WHERE number = 3; \
             UPDATE entries SET number = 3 WHERE number = 4;",
        )
        .expect("changed");
    drop(connection);
    check_found(&place, "UPDATE entries SET number = 4 WHERE number = 99", 3, DamageKind::Hash);
}

/// What the chain alone cannot show: that its end was cut off, or all of it written anew.
#[test]
fn a_head_that_was_printed_shows_a_cut_and_a_rewritten_journal() {
    let place = journal_of(5);
    let reader = JournalReader::open(&place.path).expect("a journal");
    let head = reader.head().expect("a head");
    let written: WrittenHead = head.to_string().parse().expect("a head");
    let check = |place: &super::common::Place| {
        let reader = JournalReader::open(&place.path).expect("a journal");
        let report = reader.verify(Some(&written)).expect("readable");
        assert_eq!(report.verifies(), report.head == Some(HeadCheck::Found));
        report.head
    };
    assert_eq!(check(&place), Some(HeadCheck::Found));
    let journal = Journal::open(&place.path).expect("intact");
    let _ = journal.append(note(6)).expect("open").wait().expect("written");
    drop(journal);
    assert_eq!(check(&place), Some(HeadCheck::Found), "a journal that has grown is the same one");
    let connection = rusqlite::Connection::open(&place.path).expect("a database");
    connection.execute("DELETE FROM entries WHERE number > 4", []).expect("dropped");
    drop(connection);
    assert_eq!(check(&place), Some(HeadCheck::TooShort));
    assert_eq!(
        check(&journal_of(5)),
        Some(HeadCheck::Differs),
        "the same notes in another journal"
    );
}

#[test]
fn a_damaged_journal_is_not_written_to_and_its_intact_part_is_kept() {
    let place = journal_of(600);
    check_found(&place, "UPDATE entries SET body = '1' WHERE number = 400", 400, DamageKind::Hash);
    let refused = Journal::open(&place.path).expect_err("damaged").what;
    let intact = verify(&place).intact;
    assert_eq!(intact.number, 399);
    assert_eq!(refused, What::Damaged { number: 400, kind: DamageKind::Hash, intact });
    let old = JournalReader::open(&place.path).expect("a journal");
    let next = place.folder.path().join("open-2.kaissa");
    let journal = Journal::create_continuing(&next, &old).expect("made");
    let first = journal.entry(1).expect("readable").expect("there");
    assert_eq!(first.kind, "continued_from");
    let body = first.body.json().expect("kept");
    assert!(
        body.contains(&intact.hash.to_string()) && body.contains("\"damaged_at\":400"),
        "{body}"
    );
    assert_eq!(entries(&old).len(), 600, "what is damaged can still be looked at");
}

#[test]
fn a_file_that_ends_early_is_readable_up_to_there() {
    let place = journal_of(2_000);
    let bytes = std::fs::read(&place.path).expect("there");
    std::fs::write(&place.path, &bytes[..bytes.len() / 2]).expect("cut");
    let report = verify(&place);
    let damage = report.damage.expect("damaged");
    assert_eq!(damage.kind, DamageKind::Unreadable);
    let refused = Journal::open(&place.path).expect_err("damaged").what;
    assert!(matches!(refused, What::Damaged { number, .. } if number == damage.number));
    assert!(report.intact.number > 100, "{:?}", report.intact);
    let reader = JournalReader::open(&place.path).expect("a journal");
    let read: Vec<_> = reader.read(&Filter::all(), 1).expect("readable").collect();
    let n_read = read.iter().filter(|entry| entry.is_ok()).count() as u64;
    assert_eq!(n_read, report.intact.number);
    let last = read.last().expect("an error").as_ref().expect_err("at the end");
    assert!(
        matches!(last.what, What::Damaged { number, .. } if number == damage.number),
        "{last:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// No byte of the file can be changed so that the journal verifies with another content.
    #[test]
    fn a_changed_byte_of_the_file_changes_nothing_unnoticed(at in 0.0..1.0, mask in 1..=255_u8) {
        let place = journal_of(40);
        let before = entries(&JournalReader::open(&place.path).expect("a journal"));
        let mut bytes = std::fs::read(&place.path).expect("there");
        let place_of_byte = (at * bytes.len() as f64) as usize;
        bytes[place_of_byte] ^= mask;
        std::fs::write(&place.path, &bytes).expect("written");
        let Ok(reader) = JournalReader::open(&place.path) else { return Ok(()) };
        let Ok(report) = reader.verify(None) else { return Ok(()) };
        if report.verifies() {
            prop_assert_eq!(entries(&reader), before);
        } else {
            let intact = before.iter().take(usize::try_from(report.intact.number).expect("small"));
            let read = reader.read(&Filter::all(), 1).expect("readable").map_while(Result::ok);
            for (before, now) in intact.zip(read) {
                prop_assert_eq!(before, &now);
            }
        }
    }
}
