//! Games that grow move by move: every alarm once, none early, none late.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use kaissa_chess::PositionKey;
use kaissa_game::Record;
use kaissa_hall::AlarmState;
use testkit::grown;

use crate::support::{MATE, REPETITION, Watched, alarms, kinds, long_series, read, read_all};

/// The alarms that positions and counters give at a ply, found another way than the hall does:
/// by counting keys and reading counters, whatever was said before.
fn expected(record: &Record, has_limit: bool) -> Vec<(&'static str, u32)> {
    let mut seen: HashMap<PositionKey, u32> = HashMap::new();
    let mut found = Vec::new();
    let mut is_over = false;
    for ply in 0..=record.plies.len() {
        let position = record.position_after(ply);
        let has_move = position.has_legal_move();
        let times = seen.entry(position.key()).or_insert(0);
        *times += 1;
        let ply = ply as u32;
        let mut say = |kind| found.push((kind, ply));
        if !has_move {
            say(if position.is_check() { "checkmate" } else { "stalemate" });
            is_over = true;
        }
        if *times == 3 {
            say("threefold");
        }
        if *times == 5 && has_limit {
            say("fivefold");
            is_over = true;
        }
        let counter = position.halfmove_clock();
        if has_move && counter == 100 {
            say("fifty_moves");
        }
        if has_move && counter == 150 && has_limit {
            say("seventy_five_moves");
            is_over = true;
        }
        if is_over {
            continue;
        }
        if *times == 2 {
            say("second_occurrence");
        }
        match counter {
            80 | 90 | 96 | 98 => say("fifty_near"),
            99 => say("fifty_with_move"),
            140 | 146 | 148 if has_limit => say("seventy_five_near"),
            _ => {}
        }
    }
    found
}

const COUNTED: [&str; 10] = [
    "checkmate",
    "stalemate",
    "threefold",
    "fivefold",
    "fifty_moves",
    "seventy_five_moves",
    "second_occurrence",
    "fifty_near",
    "fifty_with_move",
    "seventy_five_near",
];

/// Grows a game move by move and compares what is raised at each ply with what counting gives.
#[track_caller]
fn check(text: &str) -> Vec<(&'static str, u32)> {
    let record = read(text);
    let mut watched = Watched::new();
    let mut raised = Vec::new();
    for ply in 0..=record.plies.len() {
        let events = watched.see("games.pgn", &grown(&record, ply, "*"));
        for (kind, at) in kinds(&events, AlarmState::Raised) {
            match kind {
                // What was played on from is known with the first move after it, and a reading is
                // missing once another one comes.
                "played_on" => assert_eq!(at + 1, ply as u32, "{kind} told at ply {ply}"),
                "clock" => assert!(at <= ply as u32, "{kind} told at ply {ply}"),
                _ => assert_eq!(at, ply as u32, "{kind} told at ply {ply}"),
            }
            raised.push((kind, at));
        }
        let withdrawn = kinds(&events, AlarmState::Withdrawn);
        assert!(
            withdrawn.iter().all(|(kind, _)| *kind == "result_gesture"),
            "ply {ply}: {withdrawn:?}"
        );
        // The same again tells nothing.
        assert_eq!(watched.see("games.pgn", &grown(&record, ply, "*")), [], "ply {ply}");
    }
    let mut counted: Vec<_> =
        raised.iter().copied().filter(|(kind, _)| COUNTED.contains(kind)).collect();
    let mut wanted = expected(&record, true);
    if let Some(&(_, dead)) = raised.iter().find(|(kind, _)| *kind == "dead_position") {
        // Warnings end with the game.
        let warns = |kind: &str| {
            kind.contains("near") || kind.contains("second") || kind.contains("with_move")
        };
        wanted.retain(|&(kind, ply)| ply < dead || !warns(kind));
    }
    counted.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(counted, wanted);
    raised
}

#[test]
fn a_game_that_repeats_tells_second_and_third_occurrences() {
    let raised = check(REPETITION);
    for ply in 60..=62 {
        assert!(raised.contains(&("threefold", ply)), "{raised:?}");
    }
}

#[test]
fn a_clock_below_its_mark_is_told_once() {
    let raised = check(REPETITION);
    let trouble: Vec<u32> =
        raised.iter().filter(|(kind, _)| *kind == "time_trouble").map(|&(_, ply)| ply).collect();
    // White passes five minutes with 25.Qxe5, Black with 22...b6; above and below again is no news.
    assert_eq!(trouble, [44, 49]);
}

#[test]
fn a_mate_is_told_with_its_move() {
    assert_eq!(check(MATE), [("checkmate", 7)]);
}

#[test]
fn fifty_and_seventy_five_moves_come_with_their_warnings() {
    let game = long_series("8/8/4k3/2n5/8/3K4/6N1/R6r w - - 76 60", 80);
    let raised = check(&game);
    let of = |kind: &str| raised.iter().filter(|(found, _)| *found == kind).count();
    assert_eq!([of("fifty_near"), of("fifty_with_move"), of("fifty_moves")], [4, 1, 1]);
    assert_eq!([of("seventy_five_near"), of("seventy_five_moves")], [3, 1]);
    assert!(raised.contains(&("fifty_with_move", 23)), "{raised:?}");
}

#[test]
fn knights_that_go_out_and_back_end_the_game_the_fifth_time() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5);
    let raised =
        check(&format!("[Date \"2024.01.01\"]\n[White \"A\"]\n[Black \"B\"]\n\n{shuffle}*\n"));
    assert!(raised.contains(&("fivefold", 16)), "{raised:?}");
    assert!(
        raised.contains(&("played_on", 16)) || raised.iter().any(|(kind, _)| *kind == "played_on")
    );
}

/// Real games of the large sets, each grown move by move.
#[test]
fn real_games_are_followed_move_by_move() {
    let Ok(corpus) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("left out: games of KAISSA_CORPUS, which is not set");
        return;
    };
    let folder = Path::new(&corpus);
    let files = [
        "feeds/samples/livechess-folder/round-1/games.pgn",
        "data/broadcast/dgt_livechess_sample.pgn",
    ];
    let mut n_games = 0;
    for file in files {
        let text = fs::read_to_string(folder.join(file)).expect(file);
        for record in read_all(&text) {
            n_games += 1;
            check_against_findings(&record);
        }
    }
    assert!(n_games >= 20, "{n_games} games");
}

/// What stands after each ply is what a hall finds that has never seen the game before.
fn check_against_findings(record: &Record) {
    let mut watched = Watched::new();
    let mut standing: Vec<String> = Vec::new();
    for ply in 0..=record.plies.len() {
        let events = watched.see("game.pgn", &grown(record, ply, "*"));
        for event in alarms(&events) {
            let id = event.id();
            match event.state {
                AlarmState::Raised => {
                    assert!(!standing.contains(&id), "{id} told twice");
                    standing.push(id);
                }
                AlarmState::Withdrawn => {
                    let before = standing.len();
                    standing.retain(|known| *known != id);
                    assert_eq!(standing.len() + 1, before, "{id} withdrawn without being told");
                }
            }
        }
        // The second way costs as much as the first; every seventh ply is looked at.
        if ply % 7 != 0 && ply != record.plies.len() {
            continue;
        }
        let reviewed = found_anew(record, ply);
        let known: Vec<String> = standing
            .iter()
            .map(|id| id.split_once('-').map_or("", |(_, key)| key).to_owned())
            .collect();
        for key in &reviewed {
            assert!(known.contains(key), "ply {ply}: {key} is late; {known:?}");
        }
    }
}

/// Kind, ply and position of the alarms that stand for one who looks at the game now.
fn found_anew(record: &Record, ply: usize) -> Vec<String> {
    let events = Watched::new().see("game.pgn", &grown(record, ply, "*"));
    alarms(&events).iter().map(|event| event.alarm.key.text()).collect()
}
