//! Games played through the simulated LiveChess, with every fault, are followed to their true end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use kaissa_chess::Move;
use kaissa_feed::livechess::LiveChess;
use kaissa_feed::{Gap, Health, Observation, Seen, Source, outlet};
use kaissa_game::{Legality, Record};
use kaissa_simulator::livechess::{Counters, Options, Simulator};
use kaissa_simulator::{FaultKind, Faults, Script};

/// How long a hall may take; it is done long before on a machine that is not busy.
const DEADLINE: Duration = Duration::from_secs(60);
/// For how long something false may be believed, by the clock of the feed.
const FALSE_FOR_MS: i64 = 8_000;

fn games() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games.pgn")
}

fn script(path: &Path, n_boards: usize) -> Script {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Script::of_pgn(file, n_boards).expect("games that can be read")
}

/// The moves of a record without the kings that show its result.
fn moves(record: &Record) -> Vec<Option<Move>> {
    let plies = record.plies.iter().filter(|ply| ply.legality != Legality::Gesture);
    plies.map(|ply| ply.played).collect()
}

/// What was followed.
struct Followed {
    seen: Vec<Observation>,
    counters: Counters,
    /// Serial number and true game of each board.
    truth: BTreeMap<String, Record>,
}

impl Followed {
    /// The records of a board, in their order, with the time of each.
    fn records<'a>(&'a self, serial: &'a str) -> impl Iterator<Item = (i64, &'a Record)> {
        self.seen.iter().filter_map(move |seen| match &seen.seen {
            Seen::Board { row, record, .. } if row == serial => Some((seen.at.0, &**record)),
            _ => None,
        })
    }

    fn gaps(&self) -> impl Iterator<Item = &Gap> {
        self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::Gap(gap) => Some(gap),
            _ => None,
        })
    }

    fn health(&self) -> impl Iterator<Item = &Health> {
        self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::Health(health) => Some(health),
            _ => None,
        })
    }
}

/// Follows a hall until every record is the true game with its result.
fn follow(script: &Script, options: Options) -> Followed {
    let mut hall = Simulator::start(script, options).expect("a free port");
    let truth: BTreeMap<String, Record> = hall.truth().iter().cloned().collect();
    let mut source =
        LiveChess::new("127.0.0.1", hall.addr().port()).poll_every(Duration::from_millis(200));
    let (outlet, receiver) = outlet();
    let until = Instant::now() + DEADLINE;
    let mut seen: Vec<Observation> = Vec::new();
    let mut open: BTreeSet<String> = truth.keys().cloned().collect();
    thread::scope(|scope| {
        let for_source = outlet.clone();
        scope.spawn(move || source.follow(&for_source));
        while !(open.is_empty() && hall.is_finished()) && Instant::now() < until {
            let Ok(observation) = receiver.recv_timeout(Duration::from_millis(100)) else {
                continue;
            };
            if let Seen::Board { row, record, .. } = &observation.seen {
                let is_true = truth.get(row).is_some_and(|truth| {
                    moves(record) == moves(truth) && record.result() == truth.result()
                });
                match is_true {
                    true => open.remove(row),
                    false => open.insert(row.clone()),
                };
            }
            seen.push(observation);
        }
        outlet.stop();
    });
    let counters = hall.counters();
    hall.stop();
    let followed = Followed { seen, counters, truth };
    if let Some(serial) = open.first() {
        let last = followed.records(serial).last().map(|(_, record)| record.text.clone());
        let true_game = followed.truth.get(serial).map(|record| record.text.clone());
        panic!("board {serial}: {last:?}, truly {true_game:?}; {:?}", followed.counters);
    }
    assert_eq!(followed.counters.n_writes, 0, "an observer must not write");
    nothing_false_lasts(&followed);
    followed
}

/// What is not the beginning of the true game is corrected soon.
fn nothing_false_lasts(followed: &Followed) {
    for (serial, truth) in &followed.truth {
        let truth = moves(truth);
        let mut false_since: Option<i64> = None;
        for (at, record) in followed.records(serial) {
            let is_true = truth.starts_with(&moves(record));
            if let Some(since) = false_since {
                assert!(at - since < FALSE_FOR_MS, "board {serial}: false for {} ms", at - since);
            }
            false_since = if is_true { None } else { Some(false_since.unwrap_or(at)) };
        }
    }
}

#[track_caller]
fn check(kind: FaultKind, per_mille: u32) -> Followed {
    let faults = Faults::new(&[kind], per_mille, 20_261_130);
    let longest_outage = Duration::from_millis(400);
    let options = Options { speed: 200.0, faults, longest_outage, ..Options::default() };
    let followed = follow(&script(&games(), 12), options);
    println!("{kind}: {:?}, {} observations", followed.counters, followed.seen.len());
    followed
}

#[test]
fn games_without_faults_are_followed_move_by_move() {
    let followed = follow(&script(&games(), 6), Options { speed: 200.0, ..Options::default() });
    assert_eq!(followed.gaps().count(), 0);
    assert_eq!(followed.health().collect::<Vec<_>>(), [&Health::Connected]);
    let (_, last) = followed.records("40001").last().expect("a record");
    assert_eq!(last.tag("White").as_deref(), Some("Morphy 1, Paul"));
    assert_eq!(last.tag("Round").as_deref(), Some("1.1"));
    // Only what the clock was pressed after was believed: never two plies ahead of the one before.
    let counts: Vec<usize> =
        followed.records("40001").map(|(_, record)| record.plies.len()).collect();
    assert!(counts.windows(2).all(|pair| pair[1] <= pair[0] + 2), "{counts:?}");
}

#[test]
fn a_hall_without_names_is_followed_by_serial_numbers() {
    let options = Options { speed: 200.0, has_tree: false, ..Options::default() };
    let mut hall = Simulator::start(&script(&games(), 2), options).expect("a free port");
    let mut source = LiveChess::new("127.0.0.1", hall.addr().port());
    let (outlet, receiver) = outlet();
    let truth = moves(&hall.truth()[0].1);
    thread::scope(|scope| {
        let for_source = outlet.clone();
        scope.spawn(move || source.follow(&for_source));
        let until = Instant::now() + DEADLINE;
        loop {
            assert!(Instant::now() < until, "the game was not followed to its end");
            let Ok(seen) = receiver.recv_timeout(Duration::from_millis(100)) else { continue };
            if let Seen::Board { row, record, .. } = &seen.seen
                && row == "40001"
                && moves(record) == truth
            {
                assert_eq!(record.tag("Board").as_deref(), Some("40001"));
                break;
            }
        }
        outlet.stop();
    });
    hall.stop();
}

#[test]
fn a_broken_connection_leaves_gaps_that_are_named_and_closed() {
    let followed = check(FaultKind::Broken, 12);
    assert!(followed.counters.n_broken > 0);
    assert!(followed.health().any(|health| matches!(health, Health::Lost { .. })));
    let gaps: Vec<&Gap> = followed.gaps().collect();
    assert!(!gaps.is_empty());
    for gap in &gaps {
        assert!(gap.from < gap.to && gap.before != gap.after, "{gap:?}");
        let is_closed =
            |other: &&&Gap| other.is_closed && (&other.row, other.from) == (&gap.row, gap.from);
        assert!(gaps.iter().any(|other| is_closed(&other)), "{gap:?}");
    }
    every_jump_is_named(&followed, 8);
}

/// A record that grows by so many plies at once, over a break, has a gap. Fewer may have been seen
/// being made and waited for a press.
fn every_jump_is_named(followed: &Followed, n_plies: usize) {
    for serial in followed.truth.keys() {
        let records: Vec<(i64, &Record)> = followed.records(serial).collect();
        for pair in records.windows(2) {
            let [(_, before), (at, after)] = pair else { continue };
            if after.plies.len() < before.plies.len() + n_plies {
                continue;
            }
            let is_named = followed.gaps().any(|gap| gap.row == *serial && gap.from.0 <= *at);
            assert!(is_named, "board {serial}: {} to {}", before.plies.len(), after.plies.len());
        }
    }
}

#[test]
fn a_list_that_a_new_connection_does_not_tell_comes_from_the_official_one() {
    let faults = Faults::new(&[FaultKind::Broken], 12, 7);
    let options = Options {
        speed: 200.0,
        faults,
        longest_outage: Duration::from_millis(400),
        tells_moves_at_once: false,
        ..Options::default()
    };
    follow(&script(&games(), 6), options);
}

#[test]
fn a_silent_server_costs_no_move() {
    let followed = check(FaultKind::Silence, 15);
    assert!(followed.counters.n_dropped > 0);
    every_jump_is_named(&followed, 8);
}

#[test]
fn events_in_another_order_change_nothing() {
    assert!(check(FaultKind::Reorder, 100).counters.n_faults > 0);
}

#[test]
fn half_a_frame_costs_nothing_but_a_word() {
    let followed = check(FaultKind::HalfWritten, 20);
    assert!(followed.health().any(|health| matches!(health, Health::Unclear { .. })));
}

#[test]
fn a_dragged_piece_is_corrected() {
    let followed = check(FaultKind::WrongMove, 300);
    let is_replaced = |seen: &&Observation| matches!(seen.seen, Seen::Replaced(_));
    assert!(followed.seen.iter().filter(is_replaced).count() > 0);
}

#[test]
fn an_illegal_move_that_stands_is_in_the_record() {
    let followed = check(FaultKind::IllegalMove, 400);
    let is_illegal = |record: &Record| {
        record.plies.iter().any(|ply| matches!(ply.legality, Legality::Illegal(_)))
    };
    assert!(followed.truth.values().any(is_illegal));
}

#[test]
fn kings_in_the_centre_are_a_result_and_no_move() {
    let followed = check(FaultKind::Kings, 1_000);
    for serial in followed.truth.keys() {
        let truth = &followed.truth[serial];
        let (_, last) = followed.records(serial).last().expect("a record");
        assert_eq!(last.plies.len(), truth.plies.len(), "board {serial}");
    }
}

#[test]
fn a_clock_that_jumps_for_a_moment_changes_no_move() {
    assert!(check(FaultKind::ClockJump, 100).counters.n_frames > 0);
}

#[test]
fn what_is_told_twice_is_played_once() {
    assert!(check(FaultKind::Duplicate, 300).counters.n_faults > 0);
}

#[test]
fn noise_costs_nothing_but_a_word() {
    let followed = check(FaultKind::Noise, 40);
    assert!(followed.counters.n_faults > 0);
    assert!(followed.health().any(|health| matches!(health, Health::Unclear { .. })));
}

#[test]
fn all_faults_at_once_leave_the_true_games() {
    let faults = Faults::new(&FaultKind::ALL, 8, 3);
    let longest_outage = Duration::from_millis(300);
    let options = Options { speed: 100.0, faults, longest_outage, ..Options::default() };
    let followed = follow(&script(&games(), 24), options);
    println!("all: {:?}, {} observations", followed.counters, followed.seen.len());
}

#[test]
fn a_real_round_with_its_clocks_is_followed() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        println!("KAISSA_CORPUS is not set: the real round is left out");
        return;
    };
    let path = Path::new(&corpus).join("feeds/samples/livechess-folder/round-1/games.pgn");
    let kinds = [FaultKind::Broken, FaultKind::WrongMove, FaultKind::Reorder, FaultKind::Noise];
    let faults = Faults::new(&kinds, 4, 11);
    let longest_outage = Duration::from_millis(300);
    let options = Options { speed: 400.0, faults, longest_outage, ..Options::default() };
    let followed = follow(&script(&path, 12), options);
    println!("round: {:?}, {} observations", followed.counters, followed.seen.len());
}
