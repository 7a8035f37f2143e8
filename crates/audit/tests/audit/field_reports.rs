//! Public reports about other programs, as tests of ours; each test bears the name of its report.

use std::path::Path;

use kaissa_audit::{AuditEvent, AuditOptions, audit, game_json};
use kaissa_chess::{Color, Position};
use kaissa_laws::{Edition, Editions};
use kaissa_ruling::{ProfileOptions, Profiler, ReviewEffort};
use kaissa_winnable::{Budget, CanMate, Dead, can_mate, dead_position, verify};
use serde_json::{Value, json};

/// What `kaissa check --json --edition 2023` prints for the first game of a text.
fn check(text: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.pgn");
    std::fs::write(&path, text).expect("written");
    let rules = ProfileOptions { edition: Some(Edition::E2023), ..ProfileOptions::default() };
    let options = AuditOptions {
        profiler: Profiler::new(Editions::built_in().clone(), rules).expect("2023 is built in"),
        effort: ReviewEffort::default(),
        language: None,
        n_threads: None,
    };
    let mut games = Vec::new();
    let path = path.display().to_string();
    audit(&[path], &options, game_json, |event| {
        if let AuditEvent::Game { number, made: (head, tail) } = event {
            let line = format!("{head}{number}{tail}");
            games.push(serde_json::from_str::<Value>(&line).expect("an object"));
        }
        true
    });
    games.into_iter().next().expect("a game")
}

/// The first finding of a kind, or null.
fn found<'a>(game: &'a Value, kind: &str) -> &'a Value {
    let findings = game["findings"].as_array().expect("a list");
    findings.iter().find(|found| found["kind"] == kind).unwrap_or(&Value::Null)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen).0
}

/// Whether a colour can mate; the answer is checked without trusting the search.
fn mates(fen: &str, by: Color) -> bool {
    let position = position(fen);
    let answer = can_mate(&position, by, &Budget::STANDARD).expect(fen).can_mate;
    assert!(verify(&position, by, &answer).is_ok(), "{fen} {by}");
    match answer {
        CanMate::Yes { .. } => true,
        CanMate::No { .. } => false,
        CanMate::Unproven(effort) => panic!("{fen} {by}: unproven after {effort:?}"),
    }
}

fn is_dead(fen: &str) -> bool {
    match dead_position(&position(fen), &Budget::STANDARD).expect(fen) {
        Dead::Yes { .. } => true,
        Dead::No { .. } => false,
        other => panic!("{fen}: {other:?}"),
    }
}

#[test]
fn fr_f75_01_the_game_ends_by_itself_after_seventy_five_moves() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit/games/fr-f75-01.pgn");
    let game = check(&std::fs::read_to_string(path).expect("the game"));
    assert_eq!(game["plies"], 154);
    assert_eq!(found(&game, "fifty_moves")["ply"], 100);
    assert_eq!(found(&game, "seventy_five_moves")["ply"], 150);
    assert_eq!(found(&game, "played_on")["plies_after"], 4);
    assert_eq!(*found(&game, "threefold"), Value::Null);
    assert_eq!(*found(&game, "result_contradicts"), Value::Null, "a draw is what it should be");
}

#[test]
fn fr_f75_03_a_lost_right_to_castle_breaks_no_series() {
    let game = check("[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 80\"]\n\n80. Rb1 Rb8 *\n");
    assert_eq!(game["fen"], "1r2k2r/8/8/8/8/8/8/1R2K2R w Kk - 100 81");
    assert_eq!(found(&game, "fifty_moves")["by"], "white");
    assert_eq!(found(&game, "fifty_moves")["since"], Value::Null, "it began before the record");
}

#[test]
fn fr_dead_01_to_06_dead_positions_are_proved_and_others_are_not_called_dead() {
    for (name, fen, dead) in [
        ("FR-dead-01", "8/3k4/8/p2p4/P2P4/8/4K3/8 w - - 0 40", false),
        ("FR-dead-02", "8/8/8/3b1k2/8/5K2/3B4/8 w - - 0 60", false),
        ("FR-dead-03", "8/8/3k4/2b5/8/5K2/3B4/8 w - - 0 60", true),
        ("FR-dead-04", "8/3k4/8/p2p2p1/P2P2P1/8/4K3/8 w - - 0 40", true),
        ("FR-dead-05", "k7/Pp6/bP6/8/8/8/8/2BK4 w - - 0 1", true),
        ("FR-dead-06", "8/5k2/8/3B4/8/1B6/4K3/8 b - - 0 60", true),
    ] {
        assert_eq!(is_dead(fen), dead, "{name}");
        for by in Color::ALL {
            assert_eq!(mates(fen, by), !dead, "{name} {by}");
        }
    }
}

#[test]
fn fr_dead_07_moves_after_bare_kings_come_after_the_end() {
    let game = check(
        "[Result \"1/2-1/2\"]\n[FEN \"8/8/4k3/4R3/8/8/8/K7 b - - 0 80\"]\n\n\
         80... Kxe5 81. Kb2 Kd5 82. Kc3 1/2-1/2\n",
    );
    let dead = found(&game, "dead_position");
    assert_eq!((&dead["ply"], &dead["proof"]), (&json!(1), &json!("material")));
    let played_on = found(&game, "played_on");
    assert_eq!(played_on["ended_by"], "dead_position");
    assert_eq!((&played_on["end_ply"], &played_on["plies_after"]), (&json!(1), &json!(3)));
}

#[test]
fn fr_flag_04_to_07_who_can_still_mate_when_white_oversteps() {
    for (name, fen, black_can_mate) in [
        ("FR-flag-04", "8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60", true),
        ("FR-flag-05", "8/8/4k3/4b3/8/2B5/3P1K2/8 w - - 0 60", true),
        ("FR-flag-06", "8/5k2/8/3b4/8/8/4K3/4R3 w - - 0 60", false),
        ("FR-flag-07", "3k4/3p4/3P4/8/8/8/8/2BK4 w - - 0 1", true),
    ] {
        assert_eq!(mates(fen, Color::Black), black_can_mate, "{name}");
        let text =
            format!("[Result \"0-1\"]\n[Termination \"time forfeit\"]\n[FEN \"{fen}\"]\n\n0-1\n");
        let game = check(&text);
        let flag_fall = found(&game, "flag_fall");
        let expected = if black_can_mate { "0-1" } else { "1/2-1/2" };
        assert_eq!(flag_fall["expected"], expected, "{name}");
        let contradicts = !found(&game, "result_contradicts").is_null();
        assert_eq!(contradicts, !black_can_mate, "{name}");
    }
    assert!(mates("3k4/3p4/3P4/8/8/8/8/2BK4 w - - 0 1", Color::White), "FR-flag-07");
}

#[test]
fn fr_f75_04_the_limit_of_75_moves_may_change_a_flag_fall_and_both_answers_are_given() {
    let game = check(
        "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\
         [FEN \"8/8/6k1/8/7p/3K3P/2R5/8 b - - 148 100\"]\n\n1-0\n",
    );
    let flag_fall = found(&game, "flag_fall");
    assert_eq!(flag_fall["fallen"], "black");
    assert_eq!(flag_fall["expected"], "1-0");
    assert_eq!(flag_fall["if_counters_count"], "1/2-1/2");
}

#[test]
fn fr_res_04_a_result_with_a_colon_is_read() {
    let game = check("[Result \"1-0\"]\n\n1. e4 e5 1:0\n");
    assert_eq!((&game["result_token"], &game["result"]), (&json!("1:0"), &json!("1-0")));
    assert_eq!(*found(&game, "result_mismatch"), Value::Null);
    let codes: Vec<&Value> =
        game["oddities"].as_array().expect("a list").iter().map(|oddity| &oddity["code"]).collect();
    assert!(codes.contains(&&json!("result_spelling")), "{codes:?}");
}

#[test]
fn fr_960_04_no_other_position_is_ever_shown() {
    let game = check(
        "[Variant \"Fischerandom\"]\n[SetUp \"1\"]\n\
         [FEN \"qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR w HFhf - 0 1\"]\n\n\
         1. c3 c6 2. Bc2 Bc7 3. Nf3 Nf6 *\n",
    );
    let last = "qnb2rkr/ppbppppp/2p2n2/8/8/2P2N2/PPBPPPPP/QNB2RKR w KQkq - 4 4";
    assert_eq!(game["fen"], last);
}
