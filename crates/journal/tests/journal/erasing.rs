//! A body can be erased; the chain still verifies, and the erasure is an entry.

use kaissa_journal::{Body, DamageKind, Journal, NewEntry, What};
use serde_json::json;

use super::common::{check_found, entries, journal_of, place, verify};

#[test]
fn an_erased_body_is_gone_and_the_chain_verifies() {
    let place = journal_of(5);
    let journal = Journal::open(&place.path).expect("intact");
    let before = journal.entry(3).expect("readable").expect("there");
    let erased = journal.erase(3, "asked by the player", "arbiter-1").expect("there");
    assert_eq!(erased.wait().expect("erased").number, 6);
    let after = journal.entry(3).expect("readable").expect("there");
    assert_eq!(after.body, Body::Erased(before.body.digest()));
    assert_eq!(after.hash, before.hash);
    let erasure = journal.entry(6).expect("readable").expect("there");
    assert_eq!((erasure.kind.as_str(), erasure.about), ("body_erased", before.about));
    drop(journal);
    let report = verify(&place);
    assert!(report.verifies(), "{report:?}");
    assert_eq!((report.intact.number, report.n_erased), (6, 1));
    assert!(Journal::open(&place.path).is_ok());
}

#[test]
fn nothing_of_an_erased_body_is_left_in_the_files() {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let secret = "Zhukovskaya-has-a-doctor's-note";
    let entry = NewEntry::new("note_added", &json!({ "text": secret }));
    let _ = journal.append(entry).expect("open").wait().expect("written");
    let is_anywhere = || {
        let files = std::fs::read_dir(place.folder.path()).expect("a folder");
        files.flatten().any(|file| {
            let bytes = std::fs::read(file.path()).unwrap_or_default();
            bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
        })
    };
    assert!(is_anywhere());
    let _ = journal.erase(1, "asked", "arbiter-1").expect("there").wait().expect("erased");
    assert!(!is_anywhere());
}

#[test]
fn what_is_not_there_cannot_be_erased_nor_an_erasure() {
    let place = journal_of(2);
    let journal = Journal::open(&place.path).expect("intact");
    let _ = journal.erase(1, "asked", "arbiter-1").expect("there").wait().expect("erased");
    let refused = journal.erase(9, "asked", "arbiter-1").expect_err("no such entry");
    assert_eq!(refused.what, What::NoBody { number: 9 });
    for number in [1, 3] {
        let refused = journal.erase(number, "again", "arbiter-1").expect("there").wait();
        assert_eq!(refused.expect_err("nothing to erase").what, What::NoBody { number });
    }
    assert_eq!(entries(journal.reader()).len(), 3);
}

#[test]
fn a_body_that_is_gone_without_an_erasure_is_found() {
    let place = journal_of(4);
    let hash = verify_hash(&place);
    let change = format!("UPDATE entries SET body = NULL, body_hash = x'{hash}' WHERE number = 2");
    check_found(&place, &change, 2, DamageKind::BodyGone);
}

fn verify_hash(place: &super::common::Place) -> String {
    let reader = kaissa_journal::JournalReader::open(&place.path).expect("a journal");
    reader.entry(2).expect("readable").expect("there").body.digest().to_string()
}
