//! The bytes of real boards decode to the games that were played on them.

use kaissa_chess::Position;
use kaissa_feed::dgt::{Decoder, Follower, Pace, read_log};
use kaissa_game::{GameResult, Record, Timestamp};
use kaissa_pgn::Reader;

/// So many plies of the longest game were followed by a press; the last one was mate.
const N_PRESSED: usize = 98;

/// Follows a capture; without times, since it has none.
fn follow(log: &[u8]) -> Follower {
    let mut follower = Follower::new("board", Pace::Untimed);
    let mut decoder = Decoder::new();
    for chunk in read_log(log) {
        for message in decoder.push(&chunk.bytes) {
            follower.take(&message, Timestamp(0));
        }
    }
    assert_eq!(decoder.n_dropped(), 0);
    follower.end();
    follower
}

/// The moves of a game as pairs of squares.
fn moves_of(record: &Record) -> Vec<String> {
    let mut position = record.start.clone();
    let mut moves = Vec::new();
    for ply in &record.plies {
        moves.push(ply.played.map_or("--".to_owned(), |played| position.to_uci(played)));
        ply.play_on(&mut position);
    }
    moves
}

fn truth(text: &str) -> Vec<String> {
    let mut record = Record::new();
    Reader::new(text.as_bytes()).read_into(&mut record).expect("text in memory");
    assert!(record.unread.is_none(), "{:?}", record.unread);
    moves_of(&record)
}

#[track_caller]
fn check(log: &[u8], game: &str, n_plies: usize, increment: i64) -> Record {
    let record = follow(log).record().record();
    let truth = truth(game);
    assert_eq!(truth.len(), n_plies);
    assert_eq!(moves_of(&record)[..n_plies], truth);
    let clocks: Vec<_> = record.plies.iter().take(n_plies).map(|ply| ply.clock).collect();
    // The increment is added at the press: a clock never rises by more between two moves.
    for three in clocks[..N_PRESSED.min(n_plies)].windows(3) {
        let [Some(before), _, Some(after)] = three else { panic!("a ply without a clock") };
        let used = before.as_whole_seconds() + increment - after.as_whole_seconds();
        assert!((0..120).contains(&used), "{before} {after}");
    }
    record
}

#[test]
fn a_board_with_a_clock_gives_its_game_with_the_times_of_each_press() {
    let record = check(include_bytes!("data/dgt/1.inbytes"), include_str!("data/dgt/1.uci"), 57, 2);
    assert_eq!(record.result(), None);
    let first = record.plies[0].clock.map(|left| left.as_whole_seconds());
    assert_eq!(first, Some(181));
}

#[test]
fn a_board_that_lies_the_other_way_round_gives_its_game() {
    check(include_bytes!("data/dgt/2.inbytes"), include_str!("data/dgt/2.uci"), 99, 2);
}

#[test]
fn kings_on_light_squares_in_the_centre_say_that_white_has_won() {
    let log = include_bytes!("data/dgt/johan.inbytes");
    let record = check(log, include_str!("data/dgt/johan.pgn"), 43, 5);
    assert_eq!(record.result(), Some(GameResult::WHITE_WINS));
    let written: Vec<&str> = record.plies[43..].iter().map(|ply| record.written_ply(ply)).collect();
    assert_eq!(written, ["Kd5", "Ke4"]);
    assert!(record.unread.is_none());
    assert_ne!(record.last_position(), Position::start());
}

#[test]
fn what_the_clocks_show_is_told_with_the_side_that_runs() {
    let log = include_bytes!("data/dgt/1.inbytes");
    let clocks = follow(log).record().record().live_clocks();
    assert!(clocks.white.is_some() && clocks.black.is_some(), "{clocks:?}");
}
