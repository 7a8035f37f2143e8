//! A journal of each format, kept for ever.

use std::collections::BTreeSet;
use std::path::Path;

use kaissa_journal::{FORMAT, HeadCheck, Journal, JournalReader, StatementError};

use super::common::entries;

/// The head of the journal of format 1, printed when it was made.
const HEAD_1: &str = include_str!("../data/format-1.head");

#[test]
fn the_journal_of_format_1_is_read() {
    assert_eq!(FORMAT, 1, "a new format has its own frozen journal, and the old one stays");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("format-1.kaissa");
    std::fs::copy(data.join("format-1.kaissa"), &path).expect("copied");
    let reader = JournalReader::open(&path).expect("a journal");
    let report = reader.verify(Some(&HEAD_1.trim().parse().expect("a head"))).expect("readable");
    assert!(report.verifies(), "{report:?}");
    assert_eq!(report.head, Some(HeadCheck::Found));
    assert_eq!((report.n_erased, report.n_attachments), (1, 1));
    let all = entries(&reader);
    for entry in &all {
        match entry.statement() {
            Ok(statement) => assert_eq!(statement.kind(), entry.kind),
            Err(StatementError::Erased) => assert_eq!(entry.number, 10),
            Err(error) => panic!("entry {}: {error}", entry.number),
        }
    }
    // Those that there were when it was made; kinds that came later are not in it.
    let kinds: BTreeSet<&str> = all.iter().map(|entry| entry.kind.as_str()).collect();
    assert_eq!((all.len(), kinds.len()), (20, 18), "{kinds:?}");
    let lines: Vec<_> =
        reader.export().expect("readable").collect::<Result<_, _>>().expect("intact");
    let frozen = std::fs::read_to_string(data.join("format-1.jsonl")).expect("there");
    assert_eq!(lines, frozen.lines().collect::<Vec<_>>());
    let journal = Journal::open(&path).expect("it is gone on with");
    assert_eq!(journal.head(), report.intact);
}
