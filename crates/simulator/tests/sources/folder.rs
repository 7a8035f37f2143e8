//! A folder that is written under the reader's eyes.

use std::time::Duration;

use kaissa_feed::PathSource;
use kaissa_simulator::{FaultKind, Faults, FileEncoding, FolderOptions, FolderSimulator};

use crate::followed::{Followed, script};

/// Reads the folder once.
fn read(source: &mut PathSource, followed: &mut Followed) -> bool {
    let round = source.round(&mut |seen| {
        followed.take(seen);
        Ok(())
    });
    round.expect("nobody stops it")
}

/// Follows a folder through these faults to the end.
#[track_caller]
fn check(kinds: &[FaultKind], options: FolderOptions, seed: u64) -> Followed {
    let folder = tempfile::tempdir().expect("a folder");
    let faults = Faults::new(kinds, 200, seed);
    let mut simulator =
        FolderSimulator::new(folder.path(), &script(3), faults, options).expect("a folder");
    let given = folder.path().join("round-1");
    let mut source = PathSource::new(&given.to_string_lossy());
    let mut followed = Followed::new();
    let mut since = Duration::ZERO;
    while let Some(due) = simulator.next_due(since) {
        since = due;
        simulator.advance(since).expect("a file");
        read(&mut source, &mut followed);
    }
    simulator.finish().expect("a file");
    // What is doubtful is read three times; then nothing is.
    for _ in 0..6 {
        read(&mut source, &mut followed);
    }
    assert!(!read(&mut source, &mut followed), "{kinds:?}, seed {seed}");
    assert!(
        followed.is_at(simulator.hall(), Duration::MAX),
        "{kinds:?}, seed {seed}: {:?}",
        followed.latest
    );
    followed.check_alarms(simulator.hall(), kinds.is_empty());
    followed
}

#[test]
fn every_fault_of_a_folder_passes_and_the_true_games_stand() {
    let every = [
        FaultKind::Broken,
        FaultKind::Silence,
        FaultKind::Reorder,
        FaultKind::HalfWritten,
        FaultKind::WrongMove,
        FaultKind::ClockJump,
        FaultKind::Duplicate,
        FaultKind::Noise,
    ];
    let raised = check(&[], FolderOptions::default(), 0).raised;
    for alarm in [("threefold", 8), ("threefold", 60), ("checkmate", 7)] {
        assert!(raised.contains(&alarm), "{raised:?}");
    }
    for kind in every {
        check(&[kind], FolderOptions::default(), 1);
    }
    // A copy of a game with another move would be another game of the same players.
    let [_, _, reorder, _, wrong_move, _, duplicate, _] = every;
    let together = |without: &[FaultKind]| {
        every.into_iter().filter(|kind| !without.contains(kind)).collect::<Vec<_>>()
    };
    for seed in 2..6 {
        check(&together(&[reorder, duplicate]), FolderOptions::default(), seed);
        check(&together(&[wrong_move]), FolderOptions::default(), seed);
    }
}

#[test]
fn illegal_moves_and_kings_in_the_centre_stand_as_they_were_sent() {
    for seed in 0..4 {
        check(&[FaultKind::IllegalMove, FaultKind::HalfWritten], FolderOptions::default(), seed);
        check(&[FaultKind::Kings, FaultKind::WrongMove], FolderOptions::default(), seed);
    }
}

#[test]
fn files_come_in_every_encoding() {
    let encodings = [FileEncoding::Utf8Windows, FileEncoding::Windows1251, FileEncoding::Utf16];
    for encoding in encodings {
        check(&[FaultKind::HalfWritten], FolderOptions { encoding, lag: 2 }, 3);
    }
}
