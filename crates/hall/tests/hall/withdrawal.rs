//! Records that are taken back, and games that are first seen late.

use kaissa_hall::AlarmState;
use testkit::grown;

use crate::support::{MATE, REPETITION, Watched, alarms, kinds, read};

#[test]
fn an_alarm_is_withdrawn_with_its_move_and_raised_again_with_it() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see("games.pgn", &grown(&record, 59, "*"));
    let raised = watched.see("games.pgn", &grown(&record, 60, "*"));
    assert_eq!(kinds(&raised, AlarmState::Raised), [("threefold", 60)]);
    let back = watched.see("games.pgn", &grown(&record, 58, "*"));
    assert_eq!(kinds(&back, AlarmState::Withdrawn), [("second_occurrence", 59), ("threefold", 60)]);
    assert_eq!(kinds(&back, AlarmState::Raised), [("record_changed", 58)]);
    assert_eq!(alarms(&back).first().map(|event| event.state), Some(AlarmState::Withdrawn));
    let again = watched.see("games.pgn", &grown(&record, 60, "*"));
    let expected = [("second_occurrence", 59), ("threefold", 60)];
    assert_eq!(kinds(&again, AlarmState::Raised), expected);
    let id = |events: &[_]| alarms(events).last().map(|event| event.id());
    assert_eq!(id(&raised), id(&again));
}

#[test]
fn a_mate_that_was_a_slip_of_the_board_is_withdrawn() {
    let record = read(MATE);
    let mut watched = Watched::new();
    watched.see("games.pgn", &grown(&record, 7, "*"));
    let slip = grown(&record, 6, "*").replace(" *\n", " 4. Qf3 *\n");
    let events = watched.see("games.pgn", &slip);
    assert_eq!(kinds(&events, AlarmState::Withdrawn), [("checkmate", 7)]);
    assert_eq!(kinds(&events, AlarmState::Raised), [("record_changed", 6)]);
}

#[test]
fn taking_back_twice_is_told_twice() {
    let record = read(MATE);
    let mut watched = Watched::new();
    let mut told = Vec::new();
    for ply in [5, 4, 5, 4] {
        let events = watched.see("games.pgn", &grown(&record, ply, "*"));
        told.extend(alarms(&events).iter().map(|event| event.id()));
    }
    assert_eq!(told.len(), 2, "{told:?}");
    assert_ne!(told.first(), told.last());
}

#[test]
fn a_game_first_seen_late_tells_what_still_stands() {
    let record = read(REPETITION);
    let late =
        |ply| kinds(&Watched::new().see("g.pgn", &grown(&record, ply, "*")), AlarmState::Raised);
    // The claim is open to the player on the move; that of the move before is past.
    let times = [("time_trouble", 44), ("time_trouble", 49)];
    assert_eq!(late(62)[..1], times[..1]);
    assert!(late(62).contains(&("threefold", 62)));
    assert!(!late(62).contains(&("threefold", 60)));
    assert!(!late(62).contains(&("second_occurrence", 57)));
}

#[test]
fn a_finished_game_tells_only_what_its_record_got_wrong() {
    assert_eq!(Watched::new().see("g.pgn", MATE), []);
    let wrong = MATE.replace("1-0", "1/2-1/2");
    let events = Watched::new().see("g.pgn", &wrong);
    assert_eq!(kinds(&events, AlarmState::Raised), [("result_contradicts", 7)]);
    assert_eq!(Watched::new().see("g.pgn", REPETITION), []);
}

#[test]
fn what_comes_in_one_go_is_not_lost() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see("games.pgn", &grown(&record, 50, "*"));
    let events = watched.see("games.pgn", &grown(&record, 62, "*"));
    let threefold: Vec<u32> = kinds(&events, AlarmState::Raised)
        .into_iter()
        .filter(|(kind, _)| *kind == "threefold")
        .map(|(_, ply)| ply)
        .collect();
    assert_eq!(threefold, [60, 61, 62]);
}

#[test]
fn an_unread_token_is_a_gap() {
    let mut watched = Watched::new();
    watched.see("g.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n");
    let events = watched.see("g.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qd9 Nc6 *\n");
    assert_eq!(kinds(&events, AlarmState::Raised), [("gap", 2)]);
    let events = watched.see("g.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 *\n");
    assert_eq!(kinds(&events, AlarmState::Withdrawn), [("gap", 2)]);
}
