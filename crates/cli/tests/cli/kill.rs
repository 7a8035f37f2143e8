//! `kaissa watch` killed again and again while a hall plays.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use kaissa_game::Record;
use kaissa_journal::{Filter, JournalReader, RowState, Statement};
use kaissa_simulator::livechess::{Handle, Options, Simulator};
use kaissa_simulator::{Script, Seed};
use serde_json::Value;

const N_KILLS: usize = 100;
const N_BOARDS: usize = 200;
/// Games come to their end within about a minute.
const SPEED: f64 = 60.0;
/// For how long the end is waited for before the test gives up.
const PATIENCE: Duration = Duration::from_secs(240);

/// Ids of alarms that were printed as raised, one for each line.
type Printed = Arc<Mutex<Vec<String>>>;

struct Watching {
    child: Child,
    reading: Option<JoinHandle<()>>,
}

impl Watching {
    fn start(source: &str, journal: &Path, printed: &Printed) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kaissa"))
            .args(["watch", "--json", source, "--journal"])
            .arg(journal)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let printed = Arc::clone(printed);
        let reading = thread::spawn(move || {
            for line in output.lines() {
                // The last line may be cut off by the kill.
                let Ok(line) = line else { return };
                let Ok(line) = serde_json::from_str::<Value>(&line) else { return };
                if line["state"] == "raised" {
                    let id = line["id"].as_str().expect("an id").to_owned();
                    printed.lock().expect("no panic").push(id);
                }
            }
        });
        Watching { child, reading: Some(reading) }
    }

    /// Kills it; what it has printed is read to the end.
    fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        self.reading.take().expect("once").join().expect("lines");
    }
}

/// How often each alarm was raised by the journal, and what it holds of each board.
fn held(journal: &Path) -> (HashMap<String, usize>, HashMap<String, RowState>) {
    let reader = JournalReader::open(journal).expect("a journal");
    let report = reader.verify(None).expect("it can be read");
    assert!(report.verifies(), "{report:?}");
    let (mut raised, mut rows) = (HashMap::new(), HashMap::<String, RowState>::new());
    for entry in reader.read(&Filter::all(), 1).expect("entries") {
        let entry = entry.expect("an entry");
        match entry.statement().expect("a known kind") {
            Statement::AlarmRaised(alarm) => *raised.entry(alarm.id).or_insert(0) += 1,
            Statement::RecordObserved(delta) => {
                let row = entry.about.expect("a row");
                rows.entry(row).or_default().apply(&delta).expect("it fits");
            }
            _ => {}
        }
    }
    (raised, rows)
}

/// Whether every board of the journal has its game as it was really played.
fn is_whole(rows: &HashMap<String, RowState>, truth: &[(String, Record)]) -> bool {
    let moves = |record: &Record| record.plies.iter().map(|ply| ply.played).collect::<Vec<_>>();
    truth
        .iter()
        .all(|(row, game)| rows.get(row).is_some_and(|state| moves(&state.record()) == moves(game)))
}

fn hall() -> Handle {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../simulator/tests/data/games.pgn");
    let script = Script::of_pgn(File::open(path).expect(path), N_BOARDS).expect("games");
    Simulator::start(&script, Options { speed: SPEED, ..Options::default() }).expect("a port")
}

#[test]
fn killed_a_hundred_times_it_keeps_what_it_showed_and_repeats_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal: PathBuf = folder.path().join("open.kaissa");
    let hall = hall();
    let source = format!("livechess://{}", hall.addr());
    let printed: Printed = Printed::default();
    let mut seed = Seed::new(7);
    // A machine that is slow to start a program has as much time more before each kill.
    let begun = Instant::now();
    let watching = Watching::start(&source, &journal, &printed);
    while JournalReader::open(&journal).is_err() {
        assert!(begun.elapsed() < PATIENCE, "no journal was begun");
        thread::sleep(Duration::from_millis(5));
    }
    let longest = 500 + u64::try_from(begun.elapsed().as_millis()).expect("a while");
    watching.kill();
    for number in 0..N_KILLS {
        let watching = Watching::start(&source, &journal, &printed);
        thread::sleep(Duration::from_millis(20 + seed.below(longest)));
        watching.kill();
        let (raised, _) = held(&journal);
        let printed = printed.lock().expect("no panic");
        for id in printed.iter().collect::<HashSet<_>>() {
            let n_printed = printed.iter().filter(|other| *other == id).count();
            let n_raised = raised.get(id).copied().unwrap_or(0);
            assert!(n_printed <= n_raised, "kill {number}: {id} {n_printed} {n_raised}");
        }
    }
    let watching = Watching::start(&source, &journal, &printed);
    let began = Instant::now();
    loop {
        thread::sleep(Duration::from_millis(500));
        let is_over = hall.is_finished();
        if is_over && is_whole(&held(&journal).1, hall.truth()) {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "the records are not whole: {:?}", hall.counters());
    }
    watching.kill();
    assert!(!printed.lock().expect("no panic").is_empty());
    assert_eq!(hall.counters().n_writes, 0);
}
