//! A writer that is killed a hundred times in a row: each time the journal verifies and holds every
//! entry that it had told of.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use kaissa_journal::{Digest, Journal, JournalReader, NewEntry, Ticket};
use serde_json::json;

const N_KILLS: u64 = 100;
const PATH: &str = "KAISSA_KILL_TEST";

/// The writer: started by the test below in a process of its own.
#[test]
#[ignore = "writes until it is killed"]
fn writer() {
    let path = std::env::var_os(PATH).expect("started by the test below");
    let journal = Journal::open_or_create(path).expect("intact after the last kill");
    println!("begins");
    let mut tickets: VecDeque<Ticket> = VecDeque::new();
    for n in 0_u64.. {
        let body = json!({"n": n, "text": "x".repeat(usize::try_from(n % 500).expect("small"))});
        tickets.push_back(journal.append(NewEntry::new("note_added", &body)).expect("open"));
        if n % 97 == 96 {
            tickets.push_back(journal.erase(journal.head().number, "asked", "a").expect("there"));
        }
        if tickets.len() > 20 {
            let answer = tickets.pop_front().expect("twenty").wait();
            // An erasure may name what another one has erased.
            if let Ok(answer) = answer {
                println!("{} {}", answer.number, answer.hash);
                std::io::stdout().flush().expect("somebody listens");
            }
        }
    }
}

#[test]
fn a_hundred_kills_lose_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let mut told: Vec<(u64, Digest)> = Vec::new();
    for kill in 0..N_KILLS {
        let last = told.last().copied();
        let now = run_and_kill(&path, (kill * 37) % 101);
        // The chain covers what was told of in earlier rounds.
        check(&path, last.iter().chain(&now));
        told.extend(now);
    }
    assert!(told.len() > 1_000, "{}", told.len());
    println!("{N_KILLS} kills, {} entries told of", told.len());
}

/// Runs a writer, kills it after so many entries, and gives all that it told.
fn run_and_kill(path: &Path, n_lines: u64) -> Vec<(u64, Digest)> {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "writer", "--ignored", "--nocapture"])
        .env(PATH, path)
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut told = Vec::new();
    let mut is_killed = false;
    for line in lines {
        // What was told before the kill is still in the pipe; the last line may be cut.
        let Ok(line) = line else { break };
        let entry = line
            .split_once(' ')
            .and_then(|(number, hash)| Some((number.parse().ok()?, Digest::from_hex(hash)?)));
        told.extend(entry);
        let n_told = told.len() as u64 + u64::from(line.ends_with("begins"));
        if !is_killed && n_told > n_lines {
            child.kill().expect("it was running");
            is_killed = true;
        }
    }
    child.wait().expect("ended");
    assert!(is_killed, "the writer ended by itself");
    told
}

fn check<'t>(path: &Path, told: impl Iterator<Item = &'t (u64, Digest)>) {
    let reader = JournalReader::open(path).expect("a journal");
    let report = reader.verify(None).expect("readable");
    assert!(report.verifies(), "{report:?}");
    for (number, hash) in told {
        let entry = reader.entry(*number).expect("readable").expect("acknowledged and lost");
        assert_eq!(entry.hash, *hash, "entry {number}");
    }
}
