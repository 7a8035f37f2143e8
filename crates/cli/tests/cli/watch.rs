//! `kaissa watch`, as a program that runs while files grow.
//!
//! Nothing here waits for a time to pass. A mate in a file of its own, written after what is to be
//! looked at, is told when a reading has gone over both: then the rest has been told too.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::{kaissa, stderr, stdout};

const TAGS: &str = "[Event \"Open\"]\n[Date \"2024.05.01\"]\n[Round \"3.7\"]\n\
[White \"First, A\"]\n[Black \"Second, B\"]\n[Result \"*\"]\n\n";
/// Both kings' knights go out and back.
const MOVES: [&str; 9] = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8", "e4"];

fn game(n_plies: usize) -> String {
    let moves: Vec<String> = MOVES[..n_plies]
        .iter()
        .enumerate()
        .map(|(index, san)| match index % 2 {
            0 => format!("{}. {san} {{[%clk 1:00:00]}}", index / 2 + 1),
            _ => format!("{san} {{[%clk 1:00:00]}}"),
        })
        .collect();
    format!("{TAGS}{} *\n", moves.join(" "))
}

struct Watching {
    child: Child,
    lines: Receiver<Value>,
    folder: PathBuf,
    n_markers: u32,
}

impl Watching {
    fn start(folder: &Path) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaissa"))
            .args(["watch", "--json", "--interval", "0.05"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { return };
                let line = serde_json::from_str(&line).expect("JSON");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Watching { child, lines, folder: folder.to_owned(), n_markers: 0 }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("a file");
    }

    /// What is told up to a reading that begins after this call.
    fn told(&mut self) -> Vec<(String, String, u64)> {
        self.n_markers += 1;
        let white = format!("Marker {}", self.n_markers);
        let text = format!("[White \"{white}\"]\n[Black \"X\"]\n\n1. f3 e5 2. g4 Qh4# *\n");
        self.write(&format!("z-{:03}.pgn", self.n_markers), &text);
        let mut told = Vec::new();
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(120)).expect("a line");
            let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
            if text("white") == white {
                return told;
            }
            if let Some(health) = line["health"].as_object() {
                let text = |name: &str| health[name].as_str().unwrap_or_default().to_owned();
                told.push((text("state"), text("trouble"), 0));
                continue;
            }
            told.push((text("state"), text("kind"), line["ply"].as_u64().unwrap_or(999)));
        }
    }

    /// What is told until the file has been read often enough to be believed.
    fn told_at_last(&mut self) -> Vec<(String, String, u64)> {
        (0..4).flat_map(|_| self.told()).collect()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn raised(kind: &str, ply: u64) -> (String, String, u64) {
    ("raised".to_owned(), kind.to_owned(), ply)
}

fn withdrawn(kind: &str, ply: u64) -> (String, String, u64) {
    ("withdrawn".to_owned(), kind.to_owned(), ply)
}

#[test]
fn a_game_that_grows_in_two_files_is_told_once_and_withdrawn_when_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut watching = Watching::start(folder.path());
    let expected = |ply| match ply {
        4..8 => vec![raised("second_occurrence", ply)],
        8 => vec![raised("threefold", 8)],
        _ => Vec::new(),
    };
    for ply in 0..=8 {
        let text = game(ply);
        // Half of it first: the text ends inside a comment.
        watching.write("game-7.pgn", &text[..text.len() - 6]);
        watching.write("game-7.pgn", &text);
        watching.write("games.pgn", &game(ply.saturating_sub(1)));
        assert_eq!(watching.told(), expected(ply as u64), "ply {ply}");
    }
    watching.write("games.pgn", "{\"error\": \"not found\"}");
    watching.write("broken.pgn", "[White \"\n{{{ 1. e4 (");
    let health = |state: &str, trouble: &str| (state.to_owned(), trouble.to_owned(), 0);
    assert_eq!(watching.told_at_last(), [health("unclear", "foreign")]);
    watching.write("games.pgn", &game(6));
    watching.write("game-7.pgn", &game(6));
    // The two files are read one after the other, so the order is theirs.
    let mut told = watching.told_at_last();
    told.sort();
    assert_eq!(
        told,
        [
            health("connected", ""),
            raised("record_changed", 6),
            withdrawn("second_occurrence", 7),
            withdrawn("threefold", 8)
        ]
    );
    fs::remove_file(folder.path().join("games.pgn")).expect("a file");
    assert_eq!(watching.told_at_last(), []);
    watching.write("games.pgn", &game(8));
    assert_eq!(watching.told(), [raised("second_occurrence", 7), raised("threefold", 8)]);
}

#[cfg(unix)]
#[test]
fn it_ends_cleanly_when_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut watching = Watching::start(folder.path());
    watching.told();
    let id = watching.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("a signal");
    assert!(sent.success());
    assert_eq!(watching.child.wait().expect("an end").code(), Some(0));
    let mut said = String::new();
    let errors = watching.child.stderr.take().expect("its errors");
    BufReader::new(errors).read_to_string(&mut said).expect("UTF-8");
    assert_eq!(said, "");
}

#[test]
fn it_ends_cleanly_when_nobody_reads() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.pgn"), game(8)).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_kaissa"))
        .args(["watch", "--json", "--interval", "0.05"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    // Something to write, should the first line have come before the end was closed.
    fs::write(folder.path().join("b.pgn"), "[White \"E\"]\n\n1. f3 e5 2. g4 Qh4# *\n").expect("b");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[test]
fn once_tells_what_stands_and_its_fields_are_those_of_the_contract() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("round-3");
    fs::create_dir(&path).expect("a folder");
    fs::write(path.join("games.pgn"), game(8)).expect("a file");
    let given = path.to_string_lossy().into_owned();
    let output = kaissa(&["watch", "--once", "--json", "--edition", "2023", &given]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let keys: Vec<&str> =
        lines[0].as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = [
        "schema",
        "id",
        "state",
        "kind",
        "severity",
        "at",
        "game_id",
        "board",
        "white",
        "black",
        "ply",
        "move",
        "by",
        "articles",
        "source",
        "source_age_ms",
    ];
    assert_eq!(keys, expected);
    assert_eq!(lines[0]["kind"], "threefold");
    assert_eq!(lines[0]["severity"], "claimable");
    assert_eq!(lines[0]["board"], "7");
    assert_eq!(lines[0]["by"], "white");
    assert_eq!(lines[0]["move"], "4...Ng8");
    let source = lines[0]["source"].as_str().expect("a source");
    assert!(source.ends_with("round-3/games.pgn"), "{source}");
}

#[test]
fn once_says_what_is_wrong_by_its_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.pgn");
    let given = path.to_string_lossy().into_owned();
    let output = kaissa(&["watch", "--once", &given]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    fs::write(&path, "[White \"E\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n").expect("a");
    let output = kaissa(&["watch", "--once", "--lang", "ru", &given]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("после 2...Qh4#"), "{}", stdout(&output));
}
