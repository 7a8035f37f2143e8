//! `kaissa journal`: exit codes, JSON, words in both languages.

use std::path::{Path, PathBuf};

use kaissa_journal::{Journal, NoteAdded, Statement};
use serde_json::Value;
use tempfile::TempDir;

use super::{kaissa, stderr, stdout};

struct Place {
    folder: TempDir,
    path: PathBuf,
}

impl Place {
    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }
}

/// A journal of three notes, closed.
fn place() -> Place {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let journal = Journal::create(&path).expect("made");
    for n in 1..=3 {
        let note = Statement::NoteAdded(NoteAdded { text: format!("note {n}"), of_entry: None });
        let _ = journal.append(note.entry()).expect("open").wait().expect("written");
    }
    drop(journal);
    Place { folder, path }
}

fn change(path: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(path).expect("a database");
    connection.execute_batch(sql).expect("changed");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_journal_verifies_and_its_head_is_compared() {
    let place = place();
    let path = text(&place.path);
    let output = kaissa(&["journal", "verify", path, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((&report["verifies"], &report["entries"]), (&true.into(), &3.into()));
    let head = report["head"]["text"].as_str().expect("a head");
    let output = kaissa(&["journal", "verify", path, "--head", &head.to_lowercase()]);
    assert_eq!(output.status.code(), Some(0));
    let said = stdout(&output);
    assert!(
        said.contains("3 entries") && said.contains(head) && said.contains("went through"),
        "{said}"
    );
    let output = kaissa(&["journal", "verify", path, "--head", "7 Q9W1-DFWF-077Y-MGA1"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("ends before"), "{}", stdout(&output));
    let output = kaissa(&["journal", "verify", path, "--head", "7 nonsense"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn damage_is_told_with_what_is_intact_and_what_to_do() {
    let place = place();
    change(&place.path, "UPDATE entries SET body = '1' WHERE number = 3");
    for (lang, words) in [("en", ["entry 3", "up to entry 2"]), ("ru", ["запись 3", "до записи 2"])]
    {
        let output = kaissa(&["journal", "verify", text(&place.path), "--lang", lang]);
        assert_eq!(output.status.code(), Some(1));
        let said = stdout(&output);
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
        assert!(said.contains("journal export"), "{said}");
    }
    let output = kaissa(&["journal", "export", text(&place.path)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 3, "a header and two entries");
    assert!(stderr(&output).contains("entry 3"), "{}", stderr(&output));
}

#[test]
fn an_export_is_imported_with_the_same_head() {
    let place = place();
    let (lines, again) = (place.file("open.jsonl"), place.file("again.kaissa"));
    let output = kaissa(&["journal", "export", text(&place.path), "--output", &lines]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = kaissa(&["journal", "import", &lines, &again, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let imported: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let output = kaissa(&["journal", "verify", text(&place.path), "--json"]);
    let before: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(imported["head"], before["head"]);
    let output = kaissa(&["journal", "import", &lines, &again]);
    assert_eq!(output.status.code(), Some(2), "it is there already");
    let noise = place.file("noise.jsonl");
    std::fs::write(&noise, "noise\n").expect("written");
    let output = kaissa(&["journal", "import", &noise, &place.file("third.kaissa")]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("line 1"), "{}", stderr(&output));
}

#[test]
fn a_journal_that_is_written_is_copied_and_verified() {
    let place = place();
    let journal = Journal::open(&place.path).expect("intact");
    let copy = place.file("copy.kaissa");
    let output = kaissa(&["journal", "backup", text(&place.path), &copy]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(&journal.head().to_string()), "{}", stdout(&output));
    assert_eq!(kaissa(&["journal", "verify", &copy]).status.code(), Some(0));
    assert_eq!(kaissa(&["journal", "verify", text(&place.path)]).status.code(), Some(0));
}

#[test]
fn what_cannot_be_read_is_told_by_its_code() {
    let place = place();
    let (missing, other) = (place.file("none.kaissa"), place.file("game.pgn"));
    std::fs::write(&other, "[Event \"x\"]\n\n1. e4 *\n").expect("written");
    for (path, code) in [(&missing, "missing"), (&other, "not_one")] {
        let output = kaissa(&["journal", "verify", path, "--json"]);
        assert_eq!(output.status.code(), Some(3));
        let told: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!(told["error"]["code"], code);
    }
    change(&place.path, "PRAGMA user_version = 9");
    let output = kaissa(&["journal", "verify", text(&place.path)]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stderr(&output).contains("found format 9, expected 1"), "{}", stderr(&output));
}
