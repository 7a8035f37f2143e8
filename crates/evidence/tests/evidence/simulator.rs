//! Endings played on a chessclock of its own, to hold the estimates against what really happened.
//!
//! Nothing here knows the formula: a clock counts ticks down, presses add time, displays cut, people
//! read late. The truth is the number of moves the two players made.

mod clock;
mod ending;
mod random;

use kaissa_evidence::{NoEstimate, Watch, estimate};
use kaissa_laws::ClockTime;

use ending::{Ending, Plan, Reader};
use random::Random;

const INCREMENTS_S: [i64; 5] = [2, 3, 5, 10, 30];
const WATCHES: [Watch; 3] = [Watch::Wrist, Watch::Stopwatch, Watch::Electronic];

/// Plays endings with everything that can happen in them and checks each that stayed within the bounds.
fn check(n_endings: u64, increment_s: i64, watch: Watch) {
    let (mut n_inside, mut n_special) = (0, 0);
    for number in 0..n_endings {
        let mut random = Random::new(number * 1000 + u64::try_from(increment_s).expect("positive"));
        let plan = Plan::with_everything(increment_s, &mut random);
        let reader = Reader { watch, hand_sigma_us: 200_000 };
        let ending = Ending::play(&plan, &reader, &mut random);
        n_special += u64::from(ending.window.adjustments.is_empty());
        if !ending.is_within_declared_bounds() {
            continue;
        }
        n_inside += 1;
        let found = estimate(&ending.window)
            .unwrap_or_else(|error| panic!("{number} at {increment_s} s: {error:?}\n{ending:?}"));
        assert!(
            found.completed.contains(ending.plies),
            "{number} at {increment_s} s with {watch:?}: {} plies, found {:?}\n{ending:?}",
            ending.plies,
            found.completed
        );
        assert!(found.presses.contains(ending.presses));
    }
    assert!(n_inside > n_endings / 2, "{n_inside} of {n_endings} within the bounds");
    assert!(n_special > n_endings / 10 && n_special < n_endings, "{n_special}");
}

#[test]
fn the_truth_is_inside_whenever_the_errors_are() {
    for increment in INCREMENTS_S {
        for watch in WATCHES {
            check(600, increment, watch);
        }
    }
}

/// Records that hold clocks alone have no second time, but they tell how long people think. Their times
/// are played on the simulated clock, as they were and shortened to blitz, and read with a wrist watch.
#[test]
fn real_thinking_times_change_nothing() {
    let Some(corpus) = crate::recordings::corpus() else { return };
    let path = corpus.join("data/broadcast/bbddnrr2025.pgn");
    let thirty = ClockTime::seconds(30);
    let (mut n_endings, mut n_inside) = (0, 0);
    for game in crate::recordings::sources::of_pgn(&path, thirty) {
        let clock = |index: usize| game.recording.plies.get(index).and_then(|ply| ply.clock);
        let used: Vec<i64> = (22..game.recording.plies.len())
            .map_while(|index| Some((clock(index - 2)? + thirty - clock(index)?).as_millis()))
            .collect();
        for (increment_s, divisor) in [(30, 1), (2, 15)] {
            let mut random = Random::new(n_endings);
            let mut plan = Plan::plain(increment_s, &mut random);
            plan.times_us = used.iter().map(|ms| (ms * 1000 / divisor).max(250_000)).collect();
            plan.left_us = [6_000_000_000 / divisor; 2];
            plan.n_plies = u32::try_from(used.len()).expect("a game");
            let reader = Reader { watch: Watch::Wrist, hand_sigma_us: 200_000 };
            let ending = Ending::play(&plan, &reader, &mut random);
            n_endings += 1;
            if ending.is_within_declared_bounds() {
                n_inside += 1;
                let found = estimate(&ending.window).expect("the formula holds");
                assert!(found.completed.contains(ending.plies), "{}: {ending:?}", game.name);
            }
        }
    }
    println!("{n_endings} endings with real thinking times, {n_inside} read within the bounds");
    assert!(n_inside > 40, "{n_inside} of {n_endings}");
}

#[test]
fn errors_beyond_the_bounds_do_lead_astray() {
    let outside = (0..2000)
        .filter(|&number| {
            let mut random = Random::new(number);
            let plan = Plan::plain(2, &mut random);
            let reader = Reader { watch: Watch::Stopwatch, hand_sigma_us: 2_000_000 };
            let ending = Ending::play(&plan, &reader, &mut random);
            !estimate(&ending.window).is_ok_and(|found| found.completed.contains(ending.plies))
        })
        .count();
    assert!(outside > 200, "a hand that is two seconds off must show: {outside} of 2000");
}

/// Counts of one line of the table in the guide.
#[derive(Default)]
struct Share {
    n: u32,
    outside: u32,
    candidates: u32,
    unique: u32,
}

impl Share {
    fn add(&mut self, ending: &Ending, found: Result<kaissa_evidence::Estimate, NoEstimate>) {
        self.n += 1;
        match found {
            Ok(found) if found.completed.contains(ending.plies) => {
                let n = u32::try_from(found.completed.candidates().count()).expect("a few");
                self.candidates += n;
                self.unique += u32::from(n == 1);
            }
            _ => self.outside += 1,
        }
    }

    fn row(&self) -> String {
        let inside = f64::from((self.n - self.outside).max(1));
        format!(
            "{:.2} % | {:.2} | {:.0} %",
            100.0 * f64::from(self.outside) / f64::from(self.n),
            f64::from(self.candidates) / inside,
            100.0 * f64::from(self.unique) / inside
        )
    }
}

/// Prints the tables of `docs/guide/counting-from-clocks.md`.
#[test]
#[ignore = "prints the figures of the guide; run with --release --nocapture"]
fn figures() {
    const N_ENDINGS: u64 = 20_000;
    println!(
        "| increment, watch | outside | candidates | unique | outside, parity | candidates, parity | unique, parity |"
    );
    for increment in INCREMENTS_S {
        for watch in WATCHES {
            let (mut plain, mut with_parity) = (Share::default(), Share::default());
            for number in 0..N_ENDINGS {
                let mut random = Random::new(number);
                let plan = Plan::plain(increment, &mut random);
                let reader = Reader { watch, hand_sigma_us: 200_000 };
                let mut ending = Ending::play(&plan, &reader, &mut random);
                with_parity.add(&ending, estimate(&ending.window));
                ending.window.start.to_move = None;
                ending.window.now.to_move = None;
                ending.window.now.fallen = None;
                plain.add(&ending, estimate(&ending.window));
            }
            println!("| {increment} s, {watch:?} | {} | {} |", plain.row(), with_parity.row());
        }
    }
    println!("| bound declared, s | sigma 0.2 s | 0.3 s | 0.5 s | 1.0 s |");
    for bound_ms in [0, 200, 400, 600, 1000, 1500] {
        let cells = [200_000, 300_000, 500_000, 1_000_000].map(|hand_sigma_us| {
            let mut share = Share::default();
            for number in 0..N_ENDINGS {
                let mut random = Random::new(number);
                let plan = Plan::plain(2, &mut random);
                let reader = Reader { watch: Watch::Stopwatch, hand_sigma_us };
                let mut ending = Ending::play(&plan, &reader, &mut random);
                ending.window.elapsed.watch = Watch::Within(ClockTime::millis(bound_ms));
                share.add(&ending, estimate(&ending.window));
            }
            format!("{:.2} %", 100.0 * f64::from(share.outside) / f64::from(share.n))
        });
        println!("| {:.1} | {} |", bound_ms as f64 / 1000.0, cells.join(" | "));
    }
}
