//! Attachments lie beside the entries, and their hash is in the chain.

use kaissa_journal::{
    Along, Attachment, DamageKind, Digest, Journal, LARGEST_ATTACHMENT, NewEntry, Statement, What,
};

use super::common::{Place, check_found, note, place, verify};

fn with_photo(copies: usize) -> (Place, Journal) {
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    for _ in 0..copies {
        let entry = NewEntry::new("", &()).person("arbiter-1").source("phone-2");
        let ticket = journal.attach("sheet.jpg", "image/jpeg", b"photo".to_vec(), entry);
        let _ = ticket.expect("open").wait().expect("written");
    }
    (place, journal)
}

#[test]
fn an_attachment_is_kept_and_described_by_its_entry() {
    let (place, journal) = with_photo(1);
    let entry = journal.entry(1).expect("readable").expect("there");
    assert_eq!((entry.kind.as_str(), entry.source.as_str()), ("attachment_added", "phone-2"));
    let told: Attachment = serde_json::from_str(entry.body.json().expect("kept")).expect("typed");
    assert_eq!(told.sha256, Digest::of(b"photo"));
    assert_eq!((told.name.as_str(), told.bytes), ("sheet.jpg", 5));
    let bytes = journal.reader().attachment(told.sha256).expect("readable");
    assert_eq!(bytes.as_deref(), Some(&b"photo"[..]));
    assert_eq!(verify(&place).n_attachments, 1);
}

#[test]
fn an_attachment_that_was_changed_or_lost_is_found() {
    let (place, journal) = with_photo(1);
    drop(journal);
    check_found(&place, "UPDATE attachments SET bytes = x'00'", 1, DamageKind::Attachment);
    check_found(&place, "DELETE FROM attachments", 1, DamageKind::AttachmentGone);
}

#[test]
fn erasing_the_last_entry_of_an_attachment_erases_its_bytes() {
    let (place, journal) = with_photo(2);
    let photo = Digest::of(b"photo");
    let _ = journal.erase(1, "a face", "arbiter-1").expect("there").wait().expect("erased");
    assert!(journal.reader().attachment(photo).expect("readable").is_some(), "entry 2 has it");
    let _ = journal.erase(2, "a face", "arbiter-1").expect("there").wait().expect("erased");
    assert_eq!(journal.reader().attachment(photo).expect("readable"), None);
    let report = verify(&place);
    assert!(report.verifies(), "{report:?}");
    assert_eq!((report.n_erased, report.n_attachments), (2, 0));
}

#[test]
fn an_attachment_that_is_too_large_is_refused() {
    let (_place, journal) = with_photo(0);
    let bytes = vec![0; LARGEST_ATTACHMENT + 1];
    let refused = journal.attach("film", "video/mp4", bytes, note(1)).expect_err("too large");
    assert!(matches!(refused.what, What::TooLarge { .. }));
    assert_eq!(journal.head().number, 0);
}

#[test]
fn what_goes_along_with_an_entry_is_done_with_it_and_once() {
    let (_place, journal) = with_photo(1);
    let told = Attachment {
        name: "clock.jpg".to_owned(),
        media_type: "image/jpeg".to_owned(),
        bytes: 5,
        sha256: Digest::of(b"clock"),
        of_entry: Some(1),
        text: "White's clock".to_owned(),
    };
    let photo = Statement::AttachmentAdded(told.clone()).entry();
    let erasure = journal.erasure(1, "a face").expect("there");
    let all = vec![
        (note(1), Along::Nothing),
        (photo, Along::Attach(b"clock".to_vec())),
        (erasure, Along::Erase(1)),
    ];
    let first = journal.append_all_with(all.clone()).expect("open").wait().expect("written");
    // The same again, with one more: what is there already is not erased a second time.
    let again: Vec<_> = all.into_iter().chain([(note(2), Along::Nothing)]).collect();
    let second = journal.append_all_with(again).expect("open").wait().expect("written");
    assert_eq!(first.iter().map(|one| one.number).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(
        second.iter().map(|one| one.is_repeated).collect::<Vec<_>>(),
        [true, true, true, false]
    );
    let kept = |bytes: &[u8]| journal.reader().attachment(Digest::of(bytes)).expect("readable");
    assert_eq!((kept(b"photo"), kept(b"clock").is_some()), (None, true));
}
