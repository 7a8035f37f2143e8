//! `kaissa check`.

use std::fs;

use serde_json::Value;

use super::{kaissa, stderr, stdout};

const ROUND: &str = "examples/round-5.pgn";

/// The fields of a game in the order of `docs/reference/check-json.md`.
const FIELDS: [&str; 32] = [
    "schema",
    "source",
    "member",
    "game",
    "line",
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "termination",
    "time_control",
    "variant",
    "board",
    "board_from",
    "result_tag",
    "result_token",
    "result",
    "edition",
    "edition_from",
    "style",
    "style_from",
    "supervision",
    "start_fen",
    "plies",
    "unread",
    "fen",
    "halfmove_clock",
    "clocks",
    "findings",
    "oddities",
];

fn json_lines(arguments: &[&str]) -> Vec<Value> {
    let output = kaissa(arguments);
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

#[test]
fn every_field_of_the_contract_is_there_in_its_order() {
    let games = json_lines(&["check", "--json", ROUND]);
    assert_eq!(games.len(), 3);
    for game in &games {
        let keys: Vec<&str> =
            game.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(keys, FIELDS);
    }
    let numbers: Vec<&Value> = games.iter().map(|game| &game["game"]).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(games[1]["line"], 13);
    assert_eq!(games[0]["board"], "1");
    assert_eq!(games[0]["board_from"], "round");
    assert_eq!(games[1]["start_fen"], "8/8/4k3/2n5/8/8/1K5Q/8 w - - 12 71");
    assert_eq!(games[1]["halfmove_clock"], 16);
}

#[test]
fn findings_carry_their_evidence() {
    let games = json_lines(&["check", "--json", ROUND]);
    let found = |game: usize, kind: &str| -> Value {
        let findings = games[game]["findings"].as_array().expect("a list");
        findings.iter().find(|found| found["kind"] == kind).cloned().unwrap_or(Value::Null)
    };
    let fivefold = found(0, "fivefold");
    assert_eq!(fivefold["occurrences"], serde_json::json!([0, 4, 8, 12, 16]));
    assert_eq!(fivefold["move"], "8...Ng8");
    assert_eq!(fivefold["articles"], serde_json::json!(["9.6.1"]));
    assert_eq!(fivefold["trigger"], "automatic");
    let played_on = found(0, "played_on");
    assert_eq!(played_on["ended_by"], "fivefold");
    assert_eq!(played_on["end_ply"], 16);
    assert_eq!(played_on["plies_after"], 7);
    let flag_fall = found(1, "flag_fall");
    assert_eq!(flag_fall["fallen"], "white");
    assert_eq!(flag_fall["can_mate"], "no");
    assert_eq!(flag_fall["expected"], "1/2-1/2");
    let contradicts = found(2, "result_contradicts");
    assert_eq!(contradicts["expected"], "1-0");
    assert_eq!(contradicts["because"], serde_json::json!({ "kind": "checkmate", "ply": 7 }));
}

#[test]
fn the_edition_decides_what_ended_the_game() {
    let kinds = |edition: &str| -> Vec<String> {
        let games = json_lines(&["check", "--json", "--edition", edition, ROUND]);
        let findings = games[0]["findings"].as_array().expect("a list");
        findings.iter().map(|found| found["kind"].as_str().unwrap_or("").to_owned()).collect()
    };
    assert!(kinds("2023").contains(&"fivefold".to_owned()));
    assert!(!kinds("2009").contains(&"fivefold".to_owned()));
    assert!(!kinds("2009").contains(&"played_on".to_owned()));
}

#[test]
fn exit_codes_say_what_kind_of_end_it_was() {
    let code = |arguments: &[&str]| kaissa(arguments).status.code();
    assert_eq!(code(&["check", ROUND]), Some(1));
    assert_eq!(code(&["check", "--no-such-option"]), Some(2));
    assert_eq!(code(&["check", "--edition", "1999", ROUND]), Some(2));
    assert_eq!(code(&["check", "no-such-file.pgn"]), Some(3));
    let folder = tempfile::tempdir().expect("a folder");
    let quiet = folder.path().join("quiet.pgn");
    fs::write(&quiet, "1. e4 e5 2. Nf3 Nc6 1-0\n").expect("written");
    let path = quiet.to_str().expect("UTF-8");
    assert_eq!(code(&["check", path]), Some(0));
    fs::write(&quiet, "1. e4 e5 2. Ke3 Nc6 1-0\n").expect("written");
    assert_eq!(code(&["check", path]), Some(0));
    fs::write(&quiet, "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ a6 4. a3 1-0\n").expect("written");
    assert_eq!(code(&["check", path]), Some(0));
    assert_eq!(code(&["check", "--strict", path]), Some(1));
}

#[test]
fn a_source_that_cannot_be_read_stands_in_its_place() {
    let lines = json_lines(&["check", "--json", ROUND, "gone.pgn", ROUND]);
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[3]["source"], "gone.pgn");
    assert_eq!(lines[3]["error"]["code"], "not_found");
}

#[test]
fn an_illegal_move_that_stands_is_counted_past() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("illegal.pgn");
    // Black leaves his king in check at ply 6 and plays on.
    fs::write(&path, "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ a6 4. a3 b6 *\n").expect("written");
    let games = json_lines(&["check", "--json", path.to_str().expect("UTF-8")]);
    assert_eq!(games[0]["plies"], 8);
    let found = &games[0]["findings"][0];
    assert_eq!(found["kind"], "illegal_move");
    assert_eq!(found["ply"], 6);
    assert_eq!(found["by"], "black");
    assert_eq!(found["written"], "a6");
    assert_eq!(found["reason"], "king_left_in_check");
    assert_eq!(found["stands"], true);
}

#[test]
fn text_is_there_in_both_languages() {
    let english = kaissa(&["check", ROUND]);
    let russian = kaissa(&["check", "--lang", "ru", ROUND]);
    insta::assert_snapshot!("check-en", stdout(&english) + &stderr(&english));
    insta::assert_snapshot!("check-ru", stdout(&russian) + &stderr(&russian));
}
