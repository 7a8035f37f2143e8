//! Alarms that come with the time, and those from the clocks.

use kaissa_hall::{AlarmDetail, AlarmState, Observation, Recording, Timestamp};
use testkit::grown;

use crate::support::{REPETITION, Watched, alarms, hall, kinds, read, read_all};

fn live(clocks: &str, moves: &str) -> String {
    format!(
        "[Date \"2024.01.01\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"*\"]\n{clocks}\n\n{moves} *\n"
    )
}

#[test]
fn a_board_is_silent_after_ten_minutes_and_speaks_again() {
    let game = live("", "1. e4 e5");
    let mut watched = Watched::new();
    watched.see("g.pgn", &game);
    assert_eq!(watched.wait(599), []);
    let events = watched.wait(2);
    assert_eq!(kinds(&events, AlarmState::Raised), [("silent", 2)]);
    assert_eq!(watched.wait(600), []);
    let events = watched.see("g.pgn", &live("", "1. e4 e5 2. Nf3"));
    assert_eq!(kinds(&events, AlarmState::Withdrawn), [("silent", 2)]);
}

#[test]
fn nobody_thinks_longer_than_his_clock_allows() {
    let game = live("", "1. e4 {[%clk 0:02:00]} e5 {[%clk 0:05:00]}");
    let mut watched = Watched::new();
    watched.see("g.pgn", &game);
    assert_eq!(watched.wait(149), []);
    assert_eq!(kinds(&watched.wait(2), AlarmState::Raised), [("silent", 2)]);
}

#[test]
fn a_finished_game_and_one_that_has_not_begun_are_not_silent() {
    let mut watched = Watched::new();
    watched.see("a.pgn", &live("", ""));
    watched.see("b.pgn", &live("", "1. f3 e5 2. g4 Qh4#").replace("A, B", "E, F"));
    watched.see("c.pgn", &grown(&read(REPETITION), 40, "1-0"));
    assert_eq!(watched.wait(10_000), []);
}

#[test]
fn a_game_of_another_day_is_not_told_as_silent() {
    let silent = |hours: i64| {
        let mut hall = hall();
        let records = read_all(&live("", "1. e4 e5"));
        let at = Timestamp(1_000_000_000);
        let changed_at = Timestamp(at.0 - hours * 3_600_000);
        let events =
            hall.observe(&Observation { source: "g.pgn", records: &records, changed_at, at });
        kinds(&events, AlarmState::Raised)
    };
    assert_eq!(silent(2), [("silent", 2)]);
    assert_eq!(silent(20), []);
}

#[test]
fn the_wrong_clock_is_told_once_it_has_run_for_a_while() {
    let clocks = |side: &str, second: u32| {
        format!(
            "[WhiteClock \"1:00:00\"]\n[BlackClock \"0:59:{second:02}\"]\n\
             [ReferenceTime \"{side}/2024-01-01T12:00:{second:02}.000+00:00\"]"
        )
    };
    let mut watched = Watched::new();
    // Black's move is on the board and his clock still runs: not yet completed.
    watched.see("g.pgn", &live(&clocks("B", 50), "1. e4 e5"));
    assert_eq!(watched.wait(5), []);
    watched.wait(10);
    let events = watched.see("g.pgn", &live(&clocks("B", 34), "1. e4 e5"));
    assert_eq!(kinds(&events, AlarmState::Raised), [("clock_side", 2)]);
    let events = watched.see("g.pgn", &live(&clocks("W", 33), "1. e4 e5"));
    assert_eq!(kinds(&events, AlarmState::Withdrawn), [("clock_side", 2)]);
}

#[test]
fn a_running_clock_without_time_is_a_fallen_flag() {
    let clocks = "[WhiteClock \"0:00:00\"]\n[BlackClock \"0:10:00\"]\n\
                  [ReferenceTime \"W/2024-01-01T12:00:00.000+00:00\"]";
    let mut watched = Watched::new();
    watched.see("g.pgn", &live("", "1. e4 e5"));
    let events = watched.see("g.pgn", &live(clocks, "1. e4 e5"));
    assert_eq!(kinds(&events, AlarmState::Raised), [("flag_fall", 2)]);
}

#[test]
fn a_period_ends_when_both_have_made_its_moves() {
    let text = |moves: &str| live("[TimeControl \"3/5400+30:1800+30\"]", moves);
    let mut watched = Watched::new();
    watched.see("g.pgn", &text("1. e4 e5 2. Nf3 Nc6 3. Bb5"));
    let events = watched.see("g.pgn", &text("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
    assert_eq!(kinds(&events, AlarmState::Raised), [("period", 6)]);
    let detail = alarms(&events).first().map(|event| event.alarm.detail.clone());
    assert_eq!(detail, Some(AlarmDetail::Period { white: 3, black: 3 }));
}

#[test]
fn with_thirty_seconds_a_move_a_player_in_time_trouble_goes_on_recording() {
    let text = |control: &str, clock: &str| {
        live(
            &format!("[TimeControl \"{control}\"]"),
            &format!("1. e4 {{[%clk 1:00:00]}} e5 2. Nf3 {{[%clk {clock}]}}"),
        )
    };
    let recording = |control: &str| {
        let mut watched = Watched::new();
        watched.see("g.pgn", &text(control, "0:05:00"));
        let events = watched.see("g.pgn", &text(control, "0:04:59"));
        match alarms(&events).first().map(|event| &event.alarm.detail) {
            Some(AlarmDetail::TimeTrouble { recording, .. }) => Some(*recording),
            _ => None,
        }
    };
    assert_eq!(recording("5400+30"), Some(Recording::GoesOn));
    assert_eq!(recording("5400"), Some(Recording::Exempt));
    assert_eq!(recording("1200+5"), Some(Recording::NotRequired));
}

#[test]
fn a_zero_between_two_readings_is_no_time_trouble() {
    let moves = "1. e4 {[%clk 0:16:10]} e5 2. Nf3 {[%clk 0:00:00]} Nc6";
    let mut watched = Watched::new();
    watched.see("g.pgn", &live("", "1. e4 {[%clk 0:16:10]} e5"));
    assert_eq!(kinds(&watched.see("g.pgn", &live("", moves)), AlarmState::Raised), []);
}
