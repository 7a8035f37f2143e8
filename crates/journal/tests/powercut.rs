//! Power cuts: every write and sync of a run is recorded, the files are built again as a cut at a
//! random moment may have left them, and each time the journal opens, verifies and holds everything
//! that had been acknowledged by then.

#[path = "powercut/disk.rs"]
mod disk;
#[path = "powercut/recording_vfs.rs"]
mod recording_vfs;

use std::path::Path;

use kaissa_journal::{Acknowledged, Journal, JournalReader, NewEntry};
use serde_json::json;

use disk::{Chance, Disk};
use recording_vfs::Recording;

/// How many cuts are tried.
const N_CUTS: usize = 400;

/// An answer, and how much had been recorded when it came.
struct Answered {
    at: usize,
    answer: Acknowledged,
}

/// A run with entries large and small, alone and in groups, attachments, erasures, and the journal
/// closed and opened again in between.
fn run(path: &Path, recording: &Recording) -> Vec<Answered> {
    let mut answers = Vec::new();
    let mut chance = Chance::new(7);
    for session in 0..4 {
        let journal = Journal::open_or_create(path).expect("intact");
        let mut note = |answer| answers.push(Answered { at: recording.len(), answer });
        for n in 0..60 {
            let most = if chance.below(5) == 0 { 40_000 } else { 400 };
            let size = 1 + chance.below(most);
            let entry = NewEntry::new("note_added", &json!({"n": n, "text": "x".repeat(size)}));
            let number = note_of(&journal, entry, &mut note);
            match chance.below(12) {
                0 => {
                    let bytes = vec![u8::try_from(n).expect("small"); 9_000 + session];
                    let photo = NewEntry::new("", &());
                    let ticket = journal.attach("a.jpg", "image/jpeg", bytes, photo);
                    note(ticket.expect("open").wait().expect("written"));
                }
                1 => {
                    let ticket = journal.erase(number, "asked", "arbiter-1").expect("there");
                    note(ticket.wait().expect("erased"));
                }
                2..5 => {
                    let group = (0..30).map(|n| NewEntry::new("note_added", &n)).collect();
                    let tickets = journal.append_all(group).expect("open");
                    tickets.wait().expect("written").into_iter().for_each(&mut note);
                }
                _ => {}
            }
        }
    }
    answers
}

fn note_of(journal: &Journal, entry: NewEntry, note: &mut impl FnMut(Acknowledged)) -> u64 {
    let answer = journal.append(entry).expect("open").wait().expect("written");
    note(answer);
    answer.number
}

#[test]
fn nothing_acknowledged_is_lost_by_a_cut_at_any_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder_path = folder.path().canonicalize().expect("there");
    let recording = Recording::begin(&folder_path);
    let answers = run(&folder_path.join("open.kaissa"), &recording);
    let events = recording.end();
    assert!(answers.len() > 1_000 && events.len() > 1_000, "{} {}", answers.len(), events.len());

    let mut chance = Chance::new(20_261_130);
    let mut cuts: Vec<usize> = (0..N_CUTS).map(|_| chance.below(events.len() + 1)).collect();
    cuts.sort_unstable();
    let mut disk = Disk::default();
    let mut n_done = 0;
    let mut n_torn = 0;
    for cut in cuts {
        for event in &events[n_done..cut] {
            disk.take(event);
        }
        n_done = cut;
        n_torn += usize::from(disk.is_unsettled());
        let after = tempfile::tempdir().expect("a folder");
        disk.write_after_cut(after.path(), &mut chance);
        let acknowledged = answers.iter().take_while(|answered| answered.at <= cut);
        let acknowledged: Vec<Acknowledged> = acknowledged.map(|one| one.answer).collect();
        check(&after.path().join("open.kaissa"), &acknowledged, cut);
    }
    assert!(n_torn > N_CUTS / 4, "only {n_torn} cuts fell between a write and its sync");
    println!(
        "{N_CUTS} cuts in {} events, {n_torn} of them between a write and its sync",
        events.len()
    );
}

/// The journal as the program finds it after the cut.
fn check(path: &Path, acknowledged: &[Acknowledged], cut: usize) {
    let journal = Journal::open_or_create(path);
    let journal = journal.unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
    let report = journal.reader().verify(None).expect("readable");
    assert!(report.verifies(), "cut at {cut}: {report:?}");
    if let Some(last) = acknowledged.last() {
        assert!(report.intact.number >= last.number, "cut at {cut}: {report:?}, {last:?}");
        // The chain covers everything before it.
        let entry = journal.entry(last.number).expect("readable").expect("there");
        assert_eq!(entry.hash, last.hash, "cut at {cut}");
    }
    let answer = journal.append(NewEntry::new("note_added", &"after")).expect("open").wait();
    assert_eq!(answer.expect("it goes on").number, report.intact.number + 1);
}

/// The test can fail: a disk that says it has synced and has not loses entries, and this is found.
#[test]
fn a_disk_that_lies_about_syncs_is_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder_path = folder.path().canonicalize().expect("there");
    let recording = Recording::begin(&folder_path);
    let answers = run(&folder_path.join("open.kaissa"), &recording);
    let events = recording.end();
    let mut chance = Chance::new(1);
    let n_lost = (0..20).filter(|_| {
        let cut = events.len() / 2 + chance.below(events.len() / 4);
        let mut disk = Disk::that_lies();
        events[..cut].iter().for_each(|event| disk.take(event));
        let after = tempfile::tempdir().expect("a folder");
        disk.write_after_cut(after.path(), &mut chance);
        let last = answers.iter().take_while(|answered| answered.at <= cut).last();
        let last = last.expect("some").answer;
        let reader = JournalReader::open(after.path().join("open.kaissa"));
        let entry = reader.and_then(|reader| reader.entry(last.number));
        !entry.is_ok_and(|entry| entry.is_some_and(|entry| entry.hash == last.hash))
    });
    assert!(n_lost.count() > 10);
}
