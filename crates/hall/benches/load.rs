//! A hall under load: many boards, each shown again after every ply.
//!
//! `KAISSA_BENCH_PGN` names a file of games, without it a small example is taken;
//! `KAISSA_BENCH_BOARDS` says how many boards there are (2,000 unless given). Only the time inside
//! the hall counts, as the system accounts it to the program; reading the records is left out.
//! At the end each board shows other games, each whole at once: what a game takes that is over and
//! whose board has gone on.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use kaissa_game::Record;
use kaissa_hall::{Hall, HallOptions, RowSeen, Timestamp};
use kaissa_laws::Editions;
use kaissa_pgn::{Part, ReadOptions, Splitter};
use kaissa_ruling::{ProfileOptions, Profiler};
use testkit::grown;

/// Plies a second that the hall is asked to follow, for the share of a core that is printed.
const ASKED: f64 = 5_000.0;

/// Time that this program has had a core so far; where the system does not tell, time as such.
fn core_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// Memory of this program, in bytes; 0 where the system does not tell.
fn memory_bytes() -> u64 {
    let told = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = told.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

fn games(path: &str, most: usize) -> Vec<Record> {
    let file = std::fs::File::open(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut splitter = Splitter::new(file);
    let (mut games, mut record) = (Vec::new(), Record::new());
    let mut part = Part::default();
    while games.len() < most && splitter.next_part(&mut part).expect("a readable file") {
        part.read_games(ReadOptions::default(), &mut record, |record| {
            if record.plies.len() >= 20 {
                games.push(record.clone());
            }
        });
    }
    games
}

/// The game of a round on a board after so many plies, under names of its own.
fn shown(game: &Record, round: usize, board: usize, n_plies: usize, result: &str) -> Record {
    let text = grown(game, n_plies, result);
    let moves = text.rsplit("\n\n").next().unwrap_or_default();
    let tags = format!(
        "[Event \"Open\"]\n[Date \"2026.11.30\"]\n[Round \"{round}.{board}\"]\n[White \"White{board}, A\"]\n\
         [Black \"Black{board}, B\"]\n[Result \"{result}\"]\n[TimeControl \"40/5400+30:1800+30\"]\n\
         [WhiteClock \"0:{:02}:11\"]\n[BlackClock \"0:{:02}:12\"]\n",
        59 - n_plies / 4 % 50,
        58 - n_plies / 5 % 50,
    );
    let text = format!("{tags}\n{moves}");
    let mut record = Record::new();
    let mut reader = kaissa_pgn::GameReader::new(&text, ReadOptions::default());
    assert!(reader.read_into(&mut record), "{text}");
    record
}

fn main() {
    // A test run of all targets only asks whether it builds.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let number = std::env::var("KAISSA_BENCH_BOARDS").ok().and_then(|text| text.parse().ok());
    let n_boards: usize = number.unwrap_or(2_000);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/round-5.pgn").to_owned();
    let path = std::env::var("KAISSA_BENCH_PGN").unwrap_or(example);
    let games = games(&path, n_boards);
    assert!(!games.is_empty(), "{path}: no game of twenty plies");
    let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
    let mut hall = Hall::new(profiler.expect("built in"), HallOptions::default());

    let longest = games.iter().map(|game| game.plies.len()).max().unwrap_or(0);
    let (mut inside, mut ticking) = (Duration::ZERO, Duration::ZERO);
    let mut each = Vec::new();
    let (mut n_plies, mut n_events, mut n_ticks) = (0_u64, 0, 0);
    let mut now = 1_790_000_000_000;
    let mut boards = Vec::with_capacity(n_boards);
    for ply in 0..=longest {
        boards.clear();
        boards.extend((0..n_boards).filter_map(|board| {
            let game = games.get(board % games.len()).filter(|game| ply <= game.plies.len())?;
            let record = shown(game, 1, board, ply, "*");
            let placement = record.last_position().board().to_string();
            Some((format!("board {board}"), record, placement))
        }));
        let begun = core_time();
        for (row, record, placement) in &boards {
            now += 1;
            let at = Timestamp(now);
            let since = Instant::now();
            let events = hall.observe_row(&RowSeen {
                source: "livechess://hall",
                row,
                record,
                placement: Some(placement),
                changed_at: at,
                at,
            });
            each.push(since.elapsed());
            n_events += events.len();
        }
        let told = core_time();
        n_events += hall.tick(Timestamp(now)).len();
        ticking += core_time() - told;
        n_ticks += 1;
        // The first sight of a board is no ply.
        if ply > 0 {
            inside += told - begun;
            n_plies += boards.len() as u64;
        }
    }
    let a_ply = inside.as_secs_f64() / n_plies as f64;
    let a_tick = ticking.as_secs_f64() / f64::from(n_ticks);
    println!("{n_boards} boards, {n_plies} plies, {n_events} events");
    println!("a ply {:.1} us", a_ply * 1e6);
    each.sort_unstable();
    let at = |share: f64| each.get((each.len() as f64 * share) as usize).or(each.last());
    let told = [0.5, 0.99, 0.999, 1.0].map(|share| at(share).map_or(0.0, Duration::as_secs_f64));
    let [half, p99, p999, most] = told.map(|seconds| seconds * 1e3);
    println!(
        "by the clock: p50 {half:.3} ms, p99 {p99:.3} ms, p99.9 {p999:.2} ms, max {most:.0} ms"
    );
    println!("{:.0} plies a second on one core", 1.0 / a_ply);
    println!("a tick {:.2} ms", a_tick * 1e3);
    let share = 100.0 * (ASKED * a_ply + a_tick);
    println!("{ASKED} plies a second and a tick each second take {share:.0} % of a core");
    println!("a game at rest: {:.1} kB", at_rest(&mut hall, &games, n_boards, now));
}

/// How many games are over on each board before the memory of one is told.
const N_ROUNDS: usize = 8;

/// What a game takes whose board has gone on, in kB: each board shows one whole game after another.
fn at_rest(hall: &mut Hall, games: &[Record], n_boards: usize, mut now: i64) -> f64 {
    let before = memory_bytes();
    for round in 2..2 + N_ROUNDS {
        for board in 0..n_boards {
            let Some(game) = games.get((board + round) % games.len()) else { continue };
            now += 1;
            let at = Timestamp(now);
            let row = format!("board {board}");
            let record = shown(game, round, board, game.plies.len(), "1/2-1/2");
            hall.observe_row(&RowSeen {
                source: "livechess://hall",
                row: &row,
                record: &record,
                placement: None,
                changed_at: at,
                at,
            });
        }
        hall.tick(Timestamp(now));
    }
    (memory_bytes().saturating_sub(before)) as f64 / (N_ROUNDS * n_boards) as f64 / 1e3
}
