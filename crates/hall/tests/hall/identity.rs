//! One game in many places, and many games in one.

use std::fs;
use std::path::Path;

use kaissa_hall::{AlarmState, NoticeKind, Observation, Timestamp};
use testkit::grown;

use crate::support::{MATE, REPETITION, Watched, alarms, kinds, notices, read, read_all};

fn n_games(watched: &Watched) -> usize {
    watched.hall.games().count()
}

#[test]
fn a_game_in_two_files_is_one_and_is_told_once() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    let mut told = Vec::new();
    for ply in 0..=record.plies.len() {
        let text = grown(&record, ply, "*");
        // games.pgn lags two moves behind.
        let lagging = format!("{}\n{MATE}", grown(&record, ply.saturating_sub(4), "*"));
        told.extend(kinds(&watched.see("round-1/game-16.pgn", &text), AlarmState::Raised));
        assert_eq!(kinds(&watched.see("round-1/games.pgn", &lagging), AlarmState::Raised), []);
    }
    assert_eq!(n_games(&watched), 2);
    assert_eq!(told.iter().filter(|(kind, _)| *kind == "threefold").count(), 3);
    assert!(told.iter().all(|(kind, _)| *kind != "record_changed" && *kind != "sources_differ"));
}

#[test]
fn games_in_another_order_stay_who_they_are() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    let first = grown(&record, 62, "*");
    let second = grown(&read(MATE), 5, "*");
    watched.see("games.pgn", &format!("{first}\n{second}"));
    assert_eq!(watched.see("games.pgn", &format!("{second}\n{first}")), []);
    assert_eq!(n_games(&watched), 2);
}

#[test]
fn a_file_that_was_renamed_holds_the_same_game() {
    let text = grown(&read(REPETITION), 62, "*");
    let mut watched = Watched::new();
    watched.see("game-16.pgn", &text);
    watched.hall.forget("game-16.pgn", kaissa_hall::Timestamp(2_000_000));
    assert_eq!(watched.see("old/board 16.pgn", &text), []);
    assert_eq!(n_games(&watched), 1);
}

#[test]
fn one_game_sent_again_and_again_in_a_stream_is_one() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    let mut stream = String::new();
    let mut told = Vec::new();
    for ply in [10, 40, 58, 60, 60, 62] {
        stream += &grown(&record, ply, "*");
        stream += "\n\n";
        let events = watched.see("stream.txt", &stream);
        assert_eq!(notices(&events), Vec::<&kaissa_hall::Notice>::new());
        told.extend(kinds(&events, AlarmState::Raised));
    }
    assert_eq!(n_games(&watched), 1);
    let threefold = told.iter().filter(|(kind, _)| *kind == "threefold").count();
    assert_eq!(threefold, 3);
}

#[test]
fn two_games_of_one_pair_are_not_merged_and_the_operator_is_told() {
    let tags = "[Round \"1\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"*\"]\n\n";
    let text = format!("{tags}1. e4 e5 2. Nf3 *\n\n{tags}1. d4 d5 2. c4 *\n");
    let mut watched = Watched::new();
    let events = watched.see("games.pgn", &text);
    assert_eq!(n_games(&watched), 2);
    let kinds: Vec<NoticeKind> = notices(&events).iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::SamePlayersTwice]);
    assert_eq!(watched.see("games.pgn", &text), []);
}

#[test]
fn a_row_that_may_be_two_games_is_merged_with_neither() {
    let pair = |round: &str, moves: &str| {
        format!(
            "[Round \"{round}\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n[Result \"*\"]\n\n{moves} *\n\n"
        )
    };
    let mut watched = Watched::new();
    watched.see("one.pgn", &(pair("1", "1. e4 e5") + &pair("2", "1. e4 e5")));
    let events = watched.see("two.pgn", &pair("?", "1. e4 e5 2. Nf3"));
    assert_eq!(n_games(&watched), 3);
    let notices = notices(&events);
    assert_eq!(notices.len(), 1);
    assert_eq!(notices[0].kind, NoticeKind::ManyCandidates);
    assert_eq!(notices[0].candidates.len(), 2);
}

#[test]
fn boards_without_names_are_matched_by_moves_only_with_the_operator() {
    let moves = "1. Nf3 Nf6 2. c4 e6 3. g3 d5 4. Bg2 Be7 5. O-O O-O 6. b3 c5 7. cxd5 Nxd5 8. Bb2 \
                 Nc6 9. d4 cxd4 10. Nxd4 Nxd4";
    let mut watched = Watched::new();
    watched.see("one.pgn", &format!("[White \"A, B\"]\n[Black \"C, D\"]\n\n{moves} *\n"));
    let events = watched.see("two.pgn", &format!("[White \"?\"]\n[Black \"?\"]\n\n{moves} *\n"));
    assert_eq!(n_games(&watched), 2);
    let kinds: Vec<NoticeKind> = notices(&events).iter().map(|notice| notice.kind).collect();
    assert_eq!(kinds, [NoticeKind::TooLittle]);
}

#[test]
fn the_next_game_at_a_board_is_another_one() {
    let board = |moves: &str, result: &str| {
        format!("[White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n\n{moves} {result}\n")
    };
    let mut watched = Watched::new();
    watched.see("game-1.pgn", &board("1. e4 e5 2. Nf3 Nc6", "1-0"));
    let events = watched.see("game-1.pgn", &board("1. d4", "*"));
    assert_eq!(n_games(&watched), 2);
    assert_eq!(kinds(&events, AlarmState::Raised), []);
    // Without a result, the board was set back: the record is taken back.
    watched.see("game-2.pgn", &board("1. c4 e5 2. g3", "*"));
    let events = watched.see("game-2.pgn", &board("", "*"));
    assert_eq!(kinds(&events, AlarmState::Raised), [("record_changed", 0)]);
}

#[test]
fn sources_that_part_are_told_after_a_while_and_withdrawn_when_they_agree() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    let one = grown(&record, 30, "*");
    let other = grown(&record, 29, "*").replace(" *\n", " a6 *\n");
    watched.see("live.pgn", &one);
    assert_eq!(watched.see("cloud.pgn", &other), []);
    let events = watched.wait(20);
    assert_eq!(kinds(&events, AlarmState::Raised), [("sources_differ", 29)]);
    assert_eq!(watched.wait(20), []);
    let events = watched.see("cloud.pgn", &one);
    assert_eq!(kinds(&events, AlarmState::Withdrawn), [("sources_differ", 29)]);
    assert_eq!(alarms(&events).len(), 1);
}

#[test]
fn real_games_sent_again_and_again_in_one_stream_stay_two() {
    let Ok(corpus) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("left out: streams of KAISSA_CORPUS, which is not set");
        return;
    };
    let path = "data/broadcast/tata2022_live_snapshots.pgn";
    let records = read_all(&fs::read_to_string(Path::new(&corpus).join(path)).expect(path));
    assert_eq!(records.len(), 11);
    let mut watched = Watched::new();
    let mut told: Vec<String> = Vec::new();
    for n_rows in 1..=records.len() {
        watched.now += 1_000;
        let at = Timestamp(watched.now);
        let rows = records.get(..n_rows).unwrap_or_default();
        let seen = Observation { source: "stream.txt", records: rows, changed_at: at, at };
        let events = watched.hall.observe(&seen);
        assert!(notices(&events).is_empty(), "row {n_rows}: {events:?}");
        for event in alarms(&events) {
            assert_eq!(event.state, AlarmState::Raised, "row {n_rows}: {event:?}");
            assert!(!told.contains(&event.id()), "{} told twice", event.id());
            told.push(event.id());
        }
    }
    assert_eq!(n_games(&watched), 2);
    // Each is followed to its last move.
    let longest = |white: &str| {
        let of = records.iter().filter(|record| record.tag("White").as_deref() == Some(white));
        of.map(|record| record.plies.len()).max()
    };
    for game in watched.hall.games() {
        let n_plies = watched.hall.record(game.id).map(|record| record.plies.len());
        assert_eq!(n_plies, longest(&game.white.unwrap_or_default()));
    }
}
