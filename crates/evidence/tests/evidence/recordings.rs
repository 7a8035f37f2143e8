//! Windows of real recordings that hold a second time beside the clocks.
//!
//! Where the elapsed time comes from: LiveChess writes the time used for each move (`%emt`), LiveChess
//! Cloud writes it behind the plus sign, and a board sends its clock once a second, so that counting its
//! messages is a watch.

mod board_messages;
pub mod sources;

use std::path::PathBuf;

use kaissa_evidence::{Misfit, Recording, TimedPly, Watch, estimate};
use kaissa_laws::ClockTime;

use sources::Game;

/// The lengths of the windows, in plies.
const LENGTHS: [usize; 6] = [10, 20, 40, 60, 80, 100];

/// What came out of one source.
#[derive(Debug, Default)]
pub struct Report {
    pub windows: u32,
    pub inside: u32,
    pub unique: u32,
    pub without_times: u32,
    pub zero_reading: u32,
    pub jumps: u32,
    pub rounded: u32,
    pub unexplained: Vec<String>,
}

impl Report {
    fn print(&self, source: &str) {
        println!(
            "| {source} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.windows,
            self.inside,
            self.unique,
            self.zero_reading,
            self.jumps,
            self.rounded,
            self.unexplained.len(),
            self.without_times
        );
        for miss in &self.unexplained {
            println!("unexplained: {miss}");
        }
    }

    /// Estimates every window that begins after a capture or pawn move.
    fn add(&mut self, game: &Game) {
        for &from in &game.zeroing {
            for to in LENGTHS.map(|length| from + length) {
                if to > game.recording.plies.len() {
                    break;
                }
                self.add_window(game, from, to);
            }
        }
    }

    fn add_window(&mut self, game: &Game, from: usize, to: usize) {
        let Some(window) = game.recording.window(from, to, Watch::Electronic) else {
            self.without_times += 1;
            return;
        };
        self.windows += 1;
        let truth = u32::try_from(to - from).expect("a hundred at most");
        if let Ok(found) = estimate(&window)
            && found.completed.contains(truth)
        {
            self.inside += 1;
            self.unique += u32::from(found.completed.exact().is_some());
            return;
        }
        match cause(&game.recording, from, to) {
            Some(Cause::ZeroReading) => self.zero_reading += 1,
            Some(Cause::Jumps) => self.jumps += 1,
            Some(Cause::RoundedTimes) => self.rounded += 1,
            None => self.unexplained.push(format!("{} {from} to {to}", game.name)),
        }
    }
}

enum Cause {
    ZeroReading,
    Jumps,
    RoundedTimes,
}

/// The rule that says why a window missed; each cause alone must account for the miss.
fn cause(recording: &Recording, from: usize, to: usize) -> Option<Cause> {
    let ends = [from, to].map(|n| [n.wrapping_sub(1), n.wrapping_sub(2)]);
    if ends.iter().flatten().any(|&index| recording.is_zero_between(index)) {
        return Some(Cause::ZeroReading);
    }
    let misfits = recording.misfits(from, to);
    let bound = ClockTime::seconds(3);
    let jumps: ClockTime = misfits
        .iter()
        .map(|misfit| match misfit {
            Misfit::Jump { by, .. } => *by,
            _ => ClockTime::ZERO,
        })
        .sum();
    let rounded: ClockTime = misfits
        .iter()
        .map(|misfit| match misfit {
            Misfit::RoundedTimes { by } => *by,
            _ => ClockTime::ZERO,
        })
        .sum();
    // Without the jumps the window would have been inside, or without the rounding.
    if jumps.abs() >= bound && rounded.abs() < bound {
        Some(Cause::Jumps)
    } else if rounded.abs() >= bound && jumps.abs() < bound {
        Some(Cause::RoundedTimes)
    } else if (jumps + rounded).abs() >= bound {
        Some(if jumps.abs() >= rounded.abs() { Cause::Jumps } else { Cause::RoundedTimes })
    } else {
        None
    }
}

pub fn corpus() -> Option<PathBuf> {
    let corpus = std::env::var_os("KAISSA_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        eprintln!("KAISSA_CORPUS is not set: recordings are not estimated");
    }
    corpus
}

fn report(games: &[Game]) -> Report {
    let mut report = Report::default();
    games.iter().for_each(|game| report.add(game));
    report
}

#[test]
fn livechess_used_times_give_the_count() {
    let Some(corpus) = corpus() else { return };
    let path = corpus.join("feeds/samples/livechess-folder/round-1/games.pgn");
    let report = report(&sources::of_pgn(&path, ClockTime::seconds(10)));
    report.print("LiveChess, 15+10, `%emt`");
    assert!(report.windows > 300, "{report:?}");
    assert!(report.unexplained.is_empty(), "{report:?}");
    assert!(report.inside * 100 >= report.windows * 85, "{report:?}");
    assert_eq!(report.unique, report.inside, "ten seconds leave one count");
}

#[test]
fn livechess_cloud_used_times_give_the_count_where_its_clocks_are_sound() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("feeds/samples/lcc");
    let game = |name: &str, increment| {
        report(&[sources::of_cloud(&folder.join(name), ClockTime::seconds(increment))])
    };
    let classical = game("game-classical-finished.json", 30);
    classical.print("LiveChess Cloud, classical, 30 s");
    assert!(classical.unexplained.is_empty(), "{classical:?}");
    assert!(classical.inside * 100 >= classical.windows * 95, "{classical:?}");
    assert_eq!(classical.jumps + classical.zero_reading, 0, "its used times are merely cut");
    for (name, increment) in [("game-30min-30s-moves.json", 30), ("game-30min-10s-moves.json", 10)]
    {
        let noisy = game(name, increment);
        noisy.print(&format!("LiveChess Cloud, 30+{increment}"));
        assert!(noisy.unexplained.is_empty(), "{noisy:?}");
    }
}

#[test]
fn a_board_s_messages_count_the_seconds() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("feeds/samples/dgt-serial");
    let mut all = 0;
    for (name, moves, increment) in
        [("1", "1.uci", 2), ("2", "2.uci", 2), ("johan", "johan.pgn", 5)]
    {
        let game = board_messages::read(&folder, name, moves);
        let (mut windows, mut inside, mut unique) = (0, 0, 0);
        for (window, truth) in game.windows(ClockTime::seconds(increment)) {
            windows += 1;
            let found = estimate(&window).unwrap_or_else(|e| panic!("{name}: {e:?} {window:?}"));
            inside += u32::from(found.completed.contains(truth));
            unique += u32::from(found.completed.exact() == Some(truth));
        }
        println!("| DGT board {name}, {increment} s, messages | {windows} | {inside} | {unique} |");
        assert_eq!(inside, windows, "{name}");
        all += windows;
    }
    assert!(all > 100, "{all}");
}

/// The used time that a record without one can be given is that which its clocks give: the estimate then
/// returns the number of moves whatever the clocks say, and proves nothing.
#[test]
fn clocks_alone_prove_nothing() {
    let mut plies = Vec::new();
    for (index, seconds) in [600, 590, 17, 431, 88, 88, 499, 3, 2, 700, 15, 41].iter().enumerate() {
        let clock = Some(ClockTime::seconds(*seconds));
        let before: Option<&TimedPly> = index.checked_sub(2).and_then(|i| plies.get(i));
        let used = before
            .and_then(|before| before.clock)
            .zip(clock)
            .map(|(before, now)| before + ClockTime::seconds(2) - now);
        plies.push(TimedPly { clock, used });
    }
    let recording =
        Recording { first: kaissa_chess::Color::White, increment: ClockTime::seconds(2), plies };
    for from in 2..11 {
        for to in from + 1..12 {
            let Some(mut window) = recording.window(from, to, Watch::Within(ClockTime::ZERO))
            else {
                continue;
            };
            // The sums alone, so that nothing else can speak.
            window.start.shown = kaissa_evidence::Shown::Sum(window.start.shown.sum());
            window.now.shown = kaissa_evidence::Shown::Sum(window.now.shown.sum());
            if window.elapsed.time < ClockTime::ZERO {
                continue;
            }
            let literal = estimate(&window).expect("the formula holds").literal;
            assert_eq!(literal.whole(), Some(i128::try_from(to - from).expect("small")));
        }
    }
}

/// Records with clocks alone serve to find readings that cannot be.
#[test]
fn clocks_alone_show_readings_that_cannot_be() {
    let Some(corpus) = corpus() else { return };
    let delay = corpus.join("feeds/samples/live-pgn/in-progress-960-delay.pgn");
    for game in sources::of_pgn(&delay, ClockTime::seconds(5)) {
        assert_eq!(game.recording.never_rises(), Some(true), "{}", game.name);
    }
    let path = corpus.join("data/broadcast/bbddnrr2025.pgn");
    let games = sources::of_pgn(&path, ClockTime::seconds(30));
    let (mut readings, mut rises) = (0, 0);
    for game in &games {
        readings += game.recording.plies.iter().filter(|ply| ply.clock.is_some()).count();
        rises += game.recording.impossible_rises().len();
        assert_ne!(game.recording.never_rises(), Some(true), "{}", game.name);
    }
    println!(
        "broadcast of 90+30: {} games, {readings} readings, {rises} that cannot be",
        games.len()
    );
    assert!(readings > 1000, "{readings}");
}
