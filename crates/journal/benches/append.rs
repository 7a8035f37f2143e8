//! How many entries a second become durable, and how long one waits for it:
//! `cargo bench -p kaissa-journal`. The folder is `KAISSA_BENCH_FOLDER`, or that of temporary files;
//! the disk under it is what is measured.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use kaissa_game::Timestamp;
use kaissa_journal::{Journal, JournalReader, NewEntry, RecordDelta, Statement, WrittenPly};
use kaissa_laws::ClockTime;

/// A usual move on one of 200 boards.
fn usual(n: i64) -> NewEntry {
    let clock = Some(ClockTime::millis(5_400_000 - n % 5_000_000));
    let ply = WrittenPly { written: "Nf3".to_owned(), clock, ..WrittenPly::default() };
    let kept_plies = u32::try_from(n / 200 % 120).unwrap_or_default();
    let delta = RecordDelta { kept_plies, plies: vec![ply], ..RecordDelta::default() };
    Statement::RecordObserved(delta)
        .entry()
        .source("livechess://localhost:1982")
        .about(format!("{}", 30_000 + n % 200))
        .happened(Timestamp(1_796_000_000_000 + n * 5))
}

fn main() {
    let folder = match std::env::var_os("KAISSA_BENCH_FOLDER") {
        Some(folder) => tempfile::tempdir_in(folder),
        None => tempfile::tempdir(),
    };
    let folder = folder.expect("a folder");
    alone(&folder.path().join("alone.kaissa"));
    for n_in_flight in [20, 200, 2_000] {
        let path = folder.path().join(format!("{n_in_flight}.kaissa"));
        together(&path, n_in_flight, 60_000);
    }
    paced(&folder.path().join("paced.kaissa"), 5_000, 50_000);
}

/// One sender that waits for each entry.
fn alone(path: &Path) {
    let journal = Journal::create(path).expect("made");
    let begin = Instant::now();
    let mut delays = Vec::new();
    for n in 0..2_000 {
        let since = Instant::now();
        let _ = journal.append(usual(n)).expect("open").wait().expect("written");
        delays.push(since.elapsed());
    }
    tell("one at a time", delays, begin.elapsed());
}

/// Senders that have so many entries on their way, as fast as it goes.
fn together(path: &Path, n_in_flight: usize, n_entries: i64) {
    let journal = Journal::create(path).expect("made");
    let begin = Instant::now();
    let mut waiting = VecDeque::new();
    let mut delays = Vec::new();
    for n in 0..n_entries {
        waiting.push_back((Instant::now(), journal.append(usual(n)).expect("open")));
        if waiting.len() >= n_in_flight {
            let (since, ticket) = waiting.pop_front().expect("some");
            let _ = ticket.wait().expect("written");
            delays.push(since.elapsed());
        }
    }
    for (since, ticket) in waiting {
        let _ = ticket.wait().expect("written");
        delays.push(since.elapsed());
    }
    tell(&format!("{n_in_flight} on their way"), delays, begin.elapsed());
    drop(journal);
    let size = std::fs::metadata(path).expect("there").len();
    let begin = Instant::now();
    let report = JournalReader::open(path).expect("a journal").verify(None).expect("readable");
    assert!(report.verifies());
    println!(
        "  {} bytes an entry; {} entries verified in {:?}",
        size / report.intact.number,
        report.intact.number,
        begin.elapsed()
    );
}

/// So many entries a second, evenly, as a hall sends them.
fn paced(path: &Path, per_second: i64, n_entries: i64) {
    let journal = Journal::create(path).expect("made");
    let begin = Instant::now();
    let (sender, tickets) = std::sync::mpsc::channel();
    let delays = std::thread::scope(|scope| {
        let waiting = scope.spawn(move || {
            let wait = |(since, ticket): (Instant, kaissa_journal::Ticket)| {
                let _ = ticket.wait().expect("written");
                since.elapsed()
            };
            tickets.into_iter().map(wait).collect::<Vec<Duration>>()
        });
        for n in 0..n_entries {
            let due =
                Duration::from_micros(u64::try_from(n * 1_000_000 / per_second).expect("small"));
            if let Some(pause) = due.checked_sub(begin.elapsed()) {
                std::thread::sleep(pause);
            }
            let since = Instant::now();
            let ticket = journal.append(usual(n)).expect("open");
            sender.send((since, ticket)).expect("heard");
        }
        drop(sender);
        waiting.join().expect("no panic")
    });
    tell(&format!("{per_second} a second"), delays, begin.elapsed());
}

fn tell(name: &str, mut delays: Vec<Duration>, whole: Duration) {
    delays.sort_unstable();
    let at = |part: f64| delays[((delays.len() - 1) as f64 * part) as usize];
    let per_second = delays.len() as f64 / whole.as_secs_f64();
    println!(
        "{name}: {per_second:.0} entries a second; delay p50 {:?}, p99 {:?}, longest {:?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
