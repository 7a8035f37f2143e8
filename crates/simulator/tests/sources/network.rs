//! Sources of the network, each against a server of its own.

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use kaissa_feed::{
    AddressSource, CloudOptions, CloudSource, Health, LichessOptions, LichessSource, Observation,
    Politeness, Source, outlet,
};
use kaissa_laws::ClockTime;
use kaissa_simulator::{
    CloudSimulator, FaultKind, Faults, HallClock, HttpSimulator, LichessSimulator,
    LichessSimulatorOptions, Script, SentHall,
};

use crate::followed::{Followed, script, short_script};

const HERE: &str = "127.0.0.1:0";
/// Nothing takes so long but a fault of ours.
const FAR_TOO_LONG: Duration = Duration::from_secs(20);

fn quick(usual_ms: u64) -> Politeness {
    Politeness {
        usual: Duration::from_millis(usual_ms),
        first_pause: Duration::from_millis(5),
        longest_pause: Duration::from_millis(40),
        after_too_many: Duration::from_millis(50),
    }
}

/// Takes what comes until it is as asked for.
#[track_caller]
fn take_until(
    seen: &Receiver<Observation>,
    followed: &mut Followed,
    until: impl Fn(&Followed) -> bool,
) {
    let begin = Instant::now();
    while !until(followed) {
        let left = FAR_TOO_LONG.saturating_sub(begin.elapsed());
        match seen.recv_timeout(left) {
            Ok(seen) => followed.take(seen),
            Err(error) => panic!("{error}: {:?} {:#?}", followed.healths, followed.short()),
        }
    }
}

/// Follows a source while the hall plays, to the true games.
#[track_caller]
fn follow(mut source: impl Source + 'static, hall: &SentHall, clock: &HallClock) -> Followed {
    let (outlet, seen) = outlet();
    let stopping = outlet.clone();
    let thread = thread::spawn(move || source.follow(&outlet));
    let mut followed = Followed::new();
    take_until(&seen, &mut followed, |followed| !followed.latest.is_empty());
    let mut since = Duration::ZERO;
    while let Some(due) = hall.next_due(since) {
        since = due;
        clock.set(since);
        take_until(&seen, &mut followed, |followed| followed.is_at(hall, since));
    }
    stopping.stop();
    drop(seen);
    thread.join().expect("the source ends");
    followed.check_alarms(hall, true);
    followed
}

/// A server that is slow at times needs no long games.
fn script_for(kinds: &[FaultKind]) -> Script {
    if kinds.contains(&FaultKind::Silence) { short_script() } else { script(3) }
}

const PASSING: [FaultKind; 6] = [
    FaultKind::Broken,
    FaultKind::HalfWritten,
    FaultKind::WrongMove,
    FaultKind::ClockJump,
    FaultKind::Duplicate,
    FaultKind::Reorder,
];

fn address(kinds: &[FaultKind], seed: u64) -> Followed {
    let clock = HallClock::standing();
    let faults = Faults::new(kinds, 100, seed);
    let simulator =
        HttpSimulator::start(HERE, &script_for(kinds), faults, clock).expect("a server");
    let patience = Duration::from_millis(500);
    let source = AddressSource::with_pace(&simulator.address(), quick(4), patience);
    follow(source, simulator.hall(), simulator.clock())
}

#[test]
fn an_address_is_followed_through_its_faults() {
    let followed = address(&[], 0);
    assert_eq!(followed.healths, [Health::Connected]);
    address(&PASSING, 1);
    address(&[FaultKind::Noise, FaultKind::HalfWritten], 2);
    address(&[FaultKind::IllegalMove, FaultKind::Broken], 3);
    address(&[FaultKind::Silence], 4);
}

#[test]
fn an_address_that_moved_is_found() {
    let clock = HallClock::standing();
    let simulator =
        HttpSimulator::start(HERE, &script(1), Faults::none(), clock).expect("a server");
    let source = AddressSource::with_pace(&simulator.moved_address(), quick(4), FAR_TOO_LONG);
    follow(source, simulator.hall(), simulator.clock());
}

fn cloud(kinds: &[FaultKind], seed: u64) -> Followed {
    let clock = HallClock::standing();
    let faults = Faults::new(kinds, 100, seed);
    let simulator =
        CloudSimulator::start(HERE, &script_for(kinds), faults, clock).expect("a server");
    let options = CloudOptions {
        lookup: simulator.lookup(),
        scheme: "http".to_owned(),
        game: Duration::from_millis(6),
        round: Duration::from_millis(40),
        rarely: Duration::from_millis(100),
        politeness: quick(1),
    };
    let source = CloudSource::with_options(simulator.id(), options);
    follow(source, simulator.hall(), simulator.clock())
}

#[test]
fn a_tournament_of_the_cloud_is_followed_through_its_faults() {
    let followed = cloud(&[], 0);
    assert_eq!(followed.healths, [Health::Connected]);
    assert_eq!(followed.n_gaps, 0);
    cloud(&PASSING, 1);
    cloud(&[FaultKind::Silence, FaultKind::Kings], 2);
    cloud(&[FaultKind::IllegalMove], 3);
}

fn lichess(kinds: &[FaultKind], seed: u64, options: LichessSimulatorOptions) -> Followed {
    let clock = HallClock::standing();
    let faults = Faults::new(kinds, 60, seed);
    let simulator = LichessSimulator::start(HERE, &script_for(kinds), faults, clock, options)
        .expect("a server");
    let options = LichessOptions {
        server: simulator.address(),
        whole_after: Duration::from_millis(100),
        renew_after: Duration::from_millis(900),
        politeness: quick(20),
        ..LichessOptions::default()
    };
    let source = LichessSource::with_options(simulator.id(), options);
    follow(source, simulator.hall(), simulator.clock())
}

#[test]
fn a_broadcast_is_followed_by_its_stream_through_its_faults() {
    let usual = LichessSimulatorOptions::default();
    let followed = lichess(&[], 0, usual);
    assert_eq!(followed.healths, [Health::Connected]);
    lichess(&PASSING, 1, usual);
    lichess(&[FaultKind::Silence, FaultKind::HalfWritten, FaultKind::Kings], 2, usual);
}

#[test]
fn a_broadcast_without_its_stream_is_polled_and_its_delay_is_told() {
    let options = LichessSimulatorOptions { delay_s: 900, has_no_stream: true };
    let followed = lichess(&[], 0, options);
    let late = Health::Delayed { by: ClockTime::minutes(15) };
    assert!(followed.healths.contains(&late), "{:?}", followed.healths);
}
