//! Entries go in once, in order, and are there when they are acknowledged.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use kaissa_game::Timestamp;
use kaissa_journal::{Journal, JournalOptions, JournalReader, NewEntry, What};
use serde_json::json;

use super::common::{entries, journal_of, note, place, verify};

#[test]
fn an_acknowledged_entry_is_there_for_another_reader_at_once() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    for n in 1..=20 {
        let answer = journal.append(note(n)).expect("open").wait().expect("written");
        assert_eq!((answer.number, answer.is_repeated), (n, false));
        let other = JournalReader::open(&place.path).expect("readable");
        assert_eq!(other.head().expect("a head"), answer.head());
        assert_eq!(journal.head(), answer.head());
    }
}

#[test]
fn an_entry_comes_out_as_it_went_in() {
    let place = place();
    let options = JournalOptions { now: || Timestamp(77), ..JournalOptions::default() };
    let journal = Journal::create_with(&place.path, options).expect("made");
    let body = json!({"text": "Доска 7, \"ничья\"\n\u{0}", "list": [1, null, -2.5e-3], "a": {}});
    let bare = NewEntry::new("note_added", &body);
    let bare_id = bare.id.clone();
    let _ = journal.append(bare).expect("open").wait().expect("written");
    let _ = journal.append(note(2)).expect("open").wait().expect("written");
    let [bare, full] = entries(journal.reader()).try_into().expect("two entries");
    assert_eq!(bare.id, bare_id);
    assert_eq!((bare.recorded, bare.happened), (Timestamp(77), Timestamp(77)));
    assert_eq!((bare.source.as_str(), bare.about, bare.person), ("", None, None));
    assert_eq!(bare.body.json(), Some(body.to_string().as_str()));
    assert_eq!((full.recorded, full.happened), (Timestamp(77), Timestamp(1_002)));
    assert_eq!(full.source, "desk");
    assert_eq!(full.about.as_deref(), Some("game-2"));
    assert_eq!(full.person.as_deref(), Some("arbiter-1"));
    assert_eq!(full.kind, "note_added");
}

#[test]
fn the_same_id_twice_is_one_entry_and_is_acknowledged_again() {
    let place = journal_of(3);
    let journal = Journal::open(&place.path).expect("intact");
    let again = journal.append(note(2)).expect("open").wait().expect("acknowledged");
    assert_eq!((again.number, again.is_repeated), (2, true));
    assert_eq!(again.hash, journal.entry(2).expect("readable").expect("there").hash);
    // In one go: old, new, and the new one once more.
    let list = vec![note(1), note(4), note(4)];
    let answers = journal.append_all(list).expect("open").wait().expect("acknowledged");
    let numbers: Vec<_> = answers.iter().map(|one| (one.number, one.is_repeated)).collect();
    assert_eq!(numbers, [(1, true), (4, false), (4, true)]);
    assert_eq!(journal.head().number, 4);
}

#[test]
fn an_id_that_means_something_else_is_refused_and_costs_no_other_entry() {
    let place = journal_of(3);
    let journal = Journal::open(&place.path).expect("intact");
    let other = NewEntry { body: "\"other\"".into(), ..note(2) };
    let list = vec![note(4), other];
    let refused = journal.append_all(list).expect("open");
    let taken = journal.append(note(5)).expect("open");
    assert_eq!(refused.wait().expect_err("taken").what, What::IdTaken { number: 2 });
    assert_eq!(taken.wait().expect("written").number, 4, "note 4 did not go in either");
    assert!(verify_open(&journal));
}

fn verify_open(journal: &Journal) -> bool {
    journal.reader().verify(None).expect("readable").verifies()
}

#[test]
fn what_was_handed_over_is_written_before_the_journal_closes() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let tickets: Vec<_> = (1..=500).map(|n| journal.append(note(n)).expect("open")).collect();
    drop(journal);
    for (n, ticket) in (1..).zip(tickets) {
        assert_eq!(ticket.wait().expect("written").number, n);
    }
    let files: Vec<_> = std::fs::read_dir(place.folder.path()).expect("a folder").collect();
    assert_eq!(files.len(), 2, "the journal and its lock, no log: {files:?}");
    assert_eq!(verify(&place).intact.number, 500);
}

#[test]
fn entries_from_many_threads_make_one_chain() {
    let place = place();
    let journal = Arc::new(Journal::create(&place.path).expect("made"));
    std::thread::scope(|scope| {
        for sender in 0..8 {
            let journal = &journal;
            scope.spawn(move || {
                for n in 0..50 {
                    let ticket = journal.append(note(sender * 1_000 + n)).expect("open");
                    let answer = ticket.wait().expect("written");
                    assert!(journal.head().number >= answer.number);
                }
            });
        }
    });
    let report = journal.reader().verify(None).expect("readable");
    assert!(report.verifies());
    assert_eq!(report.intact.number, 400);
    assert_eq!(report.intact, journal.head());
}

#[test]
fn growth_is_told_to_whoever_waits() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let (sender, heads) = channel();
    journal.on_growth(move |head| sender.send(head).expect("heard"));
    assert_eq!(journal.wait_beyond(0, Duration::ZERO), None);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| journal.wait_beyond(0, Duration::from_secs(600)));
        let answer = journal.append(note(1)).expect("open").wait().expect("written");
        assert_eq!(waiting.join().expect("no panic"), Some(answer.head()));
        assert_eq!(heads.recv(), Ok(answer.head()));
    });
    let _ = journal.append(note(1)).expect("open").wait().expect("acknowledged");
    assert!(heads.try_recv().is_err(), "a repeated entry is no growth");
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let body = "x".repeat(kaissa_journal::LARGEST_BODY);
    let ticket = journal.append(NewEntry::new("note_added", &body)).expect("open");
    assert!(matches!(ticket.wait().expect_err("too large").what, What::TooLarge { .. }));
    assert_eq!(journal.append(note(1)).expect("open").wait().expect("written").number, 1);
}
