//! What the benches of whole programs share: games at an even pace, delays, and what a process uses.

use std::fs;
use std::time::Duration;

use kaissa_game::Record;
use kaissa_pgn::Reader;
use kaissa_simulator::Script;

/// The word behind a name on the command line.
pub fn text_of(name: &str) -> Option<String> {
    let mut words = std::env::args().skip_while(|word| word != name);
    words.nth(1)
}

/// The number behind a name on the command line, or the usual one.
pub fn number_of(name: &str, usual: f64) -> f64 {
    text_of(name).and_then(|word| word.parse().ok()).unwrap_or(usual)
}

/// The games, each ply after the same time, so that all boards together make what is asked; boards
/// begin one after the other.
pub fn even_script(path: &str, n_boards: usize, plies_per_second: f64) -> Script {
    let bytes = fs::read(path).expect(path);
    let mut reader = Reader::new(bytes.as_slice());
    let (mut record, mut records) = (Record::new(), Vec::new());
    while reader.read_into(&mut record).expect("bytes in memory") {
        records.push(record.clone());
    }
    if records.iter().any(|record| record.plies.len() >= 40) {
        records.retain(|record| record.plies.len() >= 40);
    }
    let mut script = Script::of_records(&records, n_boards);
    let pause = Duration::from_secs_f64(n_boards as f64 / plies_per_second);
    for (index, board) in script.boards.iter_mut().enumerate() {
        let offset = pause.mul_f64(index as f64 / n_boards as f64);
        for (number, ply) in (1..).zip(&mut board.plies) {
            ply.at = offset + pause * number;
        }
    }
    script
}

/// How delays are spread.
pub fn spread(delays: &mut [Duration]) -> String {
    delays.sort_unstable();
    let at = |part: f64| {
        let index = ((delays.len() as f64 * part) as usize).min(delays.len().saturating_sub(1));
        delays.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    let (n, half, most) = (delays.len(), at(0.5), at(0.99));
    format!("{n}; delay p50 {half:.1} ms, p99 {most:.1} ms, max {:.1} ms", at(1.0))
}

/// Seconds of processor that a process has used; 0 where the system does not tell.
pub fn cpu_seconds(process: &str) -> f64 {
    let Ok(stat) = fs::read_to_string(format!("/proc/{process}/stat")) else { return 0.0 };
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|text| text.parse::<f64>().ok());
    // User and system time, in hundredths of a second.
    (ticks(11).unwrap_or(0.0) + ticks(12).unwrap_or(0.0)) / 100.0
}

/// Memory that a process holds; 0 where the system does not tell.
pub fn memory_bytes(process: &str) -> u64 {
    let Ok(status) = fs::read_to_string(format!("/proc/{process}/status")) else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().next().and_then(|number| number.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}
