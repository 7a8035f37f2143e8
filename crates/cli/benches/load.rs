//! A large hall for some minutes: `cargo bench -p kaissa-cli --bench load -- --seconds 600`;
//! `--boards`, `--plies` (a second in all) and `--pgn FILE` change the hall.
//!
//! A simulated LiveChess plays on many boards in this process; `kaissa watch` follows it with a
//! journal in another. Printed: the delay from the frame of a press to the alarm that follows from
//! it, memory, what was sent and what the journal holds, and how the processor was shared.

#[path = "shared/mod.rs"]
mod shared;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use kaissa_journal::{Filter, JournalReader, Statement};
use kaissa_simulator::livechess::{Options, Pressed, Simulator};
use serde_json::Value;
use shared::{cpu_seconds, even_script, memory_bytes, number_of, spread, text_of};

/// What is measured.
struct Plan {
    n_boards: usize,
    plies_per_second: f64,
    seconds: u64,
    /// The games that are played; those of less than forty plies are left out where there are others.
    pgn: String,
}

impl Plan {
    /// The hall for half a minute, unless the command line says otherwise.
    fn of_arguments() -> Plan {
        let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/../simulator/tests/data/games.pgn");
        Plan {
            n_boards: number_of("--boards", 2_000.0) as usize,
            plies_per_second: number_of("--plies", 5_000.0),
            seconds: number_of("--seconds", 30.0) as u64,
            pgn: text_of("--pgn").unwrap_or_else(|| usual.to_owned()),
        }
    }
}

/// An alarm as it was printed: its board and ply, and when the line was read.
struct Heard {
    board: usize,
    ply: usize,
    kind: String,
    at: Instant,
}

fn main() {
    let plan = Plan::of_arguments();
    let script = even_script(&plan.pgn, plan.n_boards, plan.plies_per_second);
    let (presses, pressed) = channel();
    let options =
        Options { has_tree: false, plays_on: true, presses: Some(presses), ..Options::default() };
    let mut hall = Simulator::start(&script, options).expect("a port");
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("load.kaissa");
    let mut watch = Command::new(env!("CARGO_BIN_EXE_kaissa"))
        .args(["watch", "--json", "--edition", "2023", "--style", "rapid"])
        .arg(format!("livechess://{}", hall.addr()))
        .arg("--journal")
        .arg(&journal)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let output = BufReader::new(watch.stdout.take().expect("its output"));
    let reading = thread::spawn(move || hear(output));
    let (own_before, began) = (cpu_seconds("self"), Instant::now());
    let id = watch.id().to_string();
    let mut most_memory = 0;
    while began.elapsed() < Duration::from_secs(plan.seconds) {
        thread::sleep(Duration::from_millis(500));
        most_memory = most_memory.max(memory_bytes(&id));
    }
    let (own, theirs) = (cpu_seconds("self") - own_before, cpu_seconds(&id));
    let seconds = began.elapsed().as_secs_f64();
    let sent = hall.counters();
    hall.stop();
    // What is on the way still comes.
    thread::sleep(Duration::from_secs(3));
    watch.kill().expect("it runs");
    watch.wait().expect("it ends");
    let heard = reading.join().expect("lines");
    report_delays(&pressed, &heard, began);
    println!(
        "sent: {} frames, {} plies ({:.0} a second)",
        sent.n_frames,
        sent.n_plies,
        sent.n_plies as f64 / seconds
    );
    println!("left out by the simulator: {}", sent.n_dropped);
    println!("journal: {}", held(&journal));
    println!("memory of kaissa watch: {} MB at most", most_memory >> 20);
    println!(
        "processor: kaissa watch {:.2} cores, simulator and meter {:.2} cores",
        theirs / seconds,
        own / seconds
    );
}

/// Reads alarms to the end of the output. A board is named by its serial number, 40,000 and more.
fn hear(output: impl BufRead) -> Vec<Heard> {
    let mut heard = Vec::new();
    for line in output.lines() {
        let (Ok(line), at) = (line, Instant::now()) else { break };
        let Ok(alarm) = serde_json::from_str::<Value>(&line) else { continue };
        let board = alarm["board"].as_str().and_then(|board| board.parse::<usize>().ok());
        let Some(board) = board.and_then(|serial| serial.checked_sub(40_000)) else { continue };
        if alarm["state"] == "raised" {
            let ply = alarm["ply"].as_u64().unwrap_or(0) as usize;
            let kind = alarm["kind"].as_str().unwrap_or_default().to_owned();
            heard.push(Heard { board, ply, kind, at });
        }
    }
    heard
}

/// How many of the slowest alarms are listed: a stall shows as several at one moment.
const N_WORST: usize = 12;

/// Kinds of alarms that come with the press of a clock and not later.
const BY_PRESS: [&str; 8] = [
    "second_occurrence",
    "threefold",
    "fivefold",
    "fifty_near",
    "fifty_moves",
    "checkmate",
    "stalemate",
    "dead_position",
];

/// The delays of the alarms that a press brings: its ply was the last one when they were raised.
fn report_delays(pressed: &Receiver<Pressed>, heard: &[Heard], began: Instant) {
    let mut presses: HashMap<(usize, usize), Vec<Instant>> = HashMap::new();
    for press in pressed.try_iter() {
        presses.entry((press.board, press.ply)).or_default().push(press.at);
    }
    let mut by_kind: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
    let (mut all, mut worst) = (Vec::new(), Vec::new());
    for alarm in heard {
        let Some(kind) = BY_PRESS.iter().find(|kind| **kind == alarm.kind) else { continue };
        let Some(times) = presses.get(&(alarm.board, alarm.ply)) else { continue };
        let Some(last) = times.iter().rev().find(|at| **at <= alarm.at) else { continue };
        all.push(alarm.at - *last);
        worst.push((alarm.at - *last, alarm.at - began));
        by_kind.entry(kind).or_default().push(alarm.at - *last);
    }
    println!("alarms after a press: {}", spread(&mut all));
    for (kind, mut delays) in by_kind {
        println!("  {kind}: {}", spread(&mut delays));
    }
    worst.sort_unstable();
    let told = worst.iter().rev().take(N_WORST).map(|(delay, at)| {
        format!("{:.0} ms at {:.1} s", delay.as_secs_f64() * 1e3, at.as_secs_f64())
    });
    println!("  slowest: {}", told.collect::<Vec<_>>().join(", "));
}

/// What the journal holds, checked to its end.
fn held(path: &Path) -> String {
    let reader = JournalReader::open(path).expect("a journal");
    let report = reader.verify(None).expect("it can be read");
    let (mut n_plies, mut n_entries) = (0, 0);
    for entry in reader.read(&Filter::all(), 1).expect("entries") {
        n_entries += 1;
        if let Ok(Statement::RecordObserved(delta)) = entry.expect("an entry").statement() {
            n_plies += delta.plies.len();
            // Another game on a board keeps the plies that it begins with like the one before.
            let tags = delta.tags.iter().flatten().map(|(name, _)| name);
            if tags.chain(delta.tag_values.keys()).any(|name| name == "GameId") {
                n_plies += delta.kept_plies as usize;
            }
        }
    }
    let size = fs::metadata(path).map_or(0, |file| file.len());
    let state = if report.verifies() { "verifies" } else { "does not verify" };
    format!("{n_entries} entries, {n_plies} plies, {} MB, {state}", size >> 20)
}
