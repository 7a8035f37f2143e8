//! A journal goes out as lines of JSON and comes back as the same journal.

use kaissa_journal::{DamageKind, Digest, Journal, JournalReader, NewEntry, What, import};

use super::common::{Place, check_found, entries, journal_of, note};

/// A journal with an erased body and an attachment.
fn rich() -> Place {
    let place = journal_of(5);
    let journal = Journal::open(&place.path).expect("intact");
    let entry = NewEntry::new("", &());
    let ticket = journal.attach("a.jpg", "image/jpeg", b"photo".to_vec(), entry);
    let _ = ticket.expect("open").wait().expect("written");
    let _ = journal.erase(2, "asked", "arbiter-1").expect("there").wait().expect("erased");
    let bare = NewEntry::new("note_added", &Option::<u8>::None);
    let _ = journal.append(bare).expect("open").wait().expect("written");
    let _ = journal.append(note(9)).expect("open").wait().expect("written");
    place
}

fn lines(place: &Place) -> Vec<String> {
    let reader = JournalReader::open(&place.path).expect("a journal");
    reader.export().expect("readable").collect::<Result<_, _>>().expect("intact")
}

#[test]
fn an_export_comes_back_as_the_same_journal() {
    let place = rich();
    let lines = lines(&place);
    let target = place.folder.path().join("again.kaissa");
    let report = import(&target, (lines.join("\n") + "\n").as_bytes()).expect("imported");
    assert!(report.verifies());
    let before = JournalReader::open(&place.path).expect("a journal");
    let after = JournalReader::open(&target).expect("a journal");
    assert_eq!(report.intact, before.head().expect("a head"));
    assert_eq!(before.identity(), after.identity());
    assert_eq!(entries(&before), entries(&after));
    let photo = after.attachment(Digest::of(b"photo")).expect("readable");
    assert_eq!(photo.as_deref(), Some(&b"photo"[..]));
    let journal = Journal::open(&target).expect("intact");
    assert_eq!(journal.append(note(9)).expect("open").wait().expect("known").number, 9);
    let refused = import(&target, lines.join("\n").as_bytes()).expect_err("there");
    assert_eq!(refused.what, What::Exists);
}

#[track_caller]
fn check_refused(lines: &[String], what: impl Fn(&What) -> bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("again.kaissa");
    let refused = import(&target, lines.join("\n").as_bytes()).expect_err("refused");
    assert!(what(&refused.what), "{:?}", refused.what);
    assert_eq!(refused.path, target);
    let left = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|f| f.path());
    let left: Vec<_> = left.filter(|path| !path.to_string_lossy().contains(".part-")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn an_export_that_was_changed_is_refused() {
    let place = rich();
    let good = lines(&place);
    for (line, from, to) in [
        (1, "note 1", "note 7"),
        (2, "\"body\":null", "\"body\":\"\""),
        (4, "arbiter-1", "arbiter-2"),
        (6, "\"happened\":1", "\"happened\":2"),
    ] {
        let mut changed = good.clone();
        assert!(changed[line].contains(from), "{}", changed[line]);
        changed[line] = changed[line].replace(from, to);
        check_refused(&changed, |what| {
            matches!(what, What::Damaged { .. } | What::Unreadable { .. })
        });
    }
    let mut dropped = good.clone();
    dropped.remove(3);
    check_refused(&dropped, |what| {
        matches!(what, What::Damaged { number: 3, kind: DamageKind::Missing, .. })
    });
    let mut swapped = good.clone();
    swapped.swap(3, 4);
    check_refused(&swapped, |what| matches!(what, What::Damaged { number: 3, .. }));
    let mut without = good.clone();
    without.retain(|line| !line.starts_with("{\"attachment\""));
    check_refused(&without, |what| {
        matches!(what, What::Damaged { kind: DamageKind::AttachmentGone, .. })
    });
    let mut headless = good.clone();
    headless.remove(0);
    check_refused(&headless, |what| matches!(what, What::Unreadable { line: 1, .. }));
    let mut noise = good;
    noise.insert(3, "noise".to_owned());
    check_refused(&noise, |what| matches!(what, What::Unreadable { line: 4, .. }));
    check_refused(&[], |what| matches!(what, What::Unreadable { line: 1, .. }));
}

#[test]
fn a_damaged_journal_is_exported_up_to_the_damage() {
    let place = journal_of(5);
    check_found(&place, "UPDATE entries SET body = '1' WHERE number = 4", 4, DamageKind::Hash);
    let reader = JournalReader::open(&place.path).expect("a journal");
    let lines: Vec<_> = reader.export().expect("readable").collect();
    assert_eq!(lines.len(), 5, "a header, three entries and the error");
    let error = lines[4].as_ref().expect_err("damaged");
    assert!(matches!(error.what, What::Damaged { number: 4, .. }), "{error}");
    let good: Vec<_> = lines.into_iter().map_while(Result::ok).collect();
    let target = place.folder.path().join("rescued.kaissa");
    let report = import(&target, good.join("\n").as_bytes()).expect("imported");
    assert_eq!(report.intact.number, 3);
}
