//! The labelled positions of the corpus: every one decided, none contradicted.

use std::path::PathBuf;

use kaissa_chess::{Color, Position};
use kaissa_winnable::{Budget, CanMate, Dead, can_mate, dead_position, verify};

/// The folder of labelled positions, or a word on standard error.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KAISSA_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("KAISSA_CORPUS is not set: the labelled positions are left out");
    }
    folder.map(|folder| folder.join("data/dead"))
}

fn read(name: &str) -> Option<String> {
    let bytes = std::fs::read(folder()?.join(name)).expect("a file of the corpus");
    let bytes = if name.ends_with(".zst") {
        zstd::decode_all(bytes.as_slice()).expect("zstandard")
    } else {
        bytes
    };
    Some(String::from_utf8(bytes).expect("UTF-8"))
}

/// Fields of a table without quoted commas, by the names in its first line.
fn rows<'a>(text: &'a str, names: &[&str]) -> Vec<Vec<&'a str>> {
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let at: Vec<usize> = names
        .iter()
        .map(|name| head.iter().position(|field| field == name).expect("a column"))
        .collect();
    let fields = |line: &'a str| {
        let fields: Vec<&str> = line.split(',').collect();
        at.iter().map(|&at| fields[at]).collect()
    };
    lines.map(fields).collect()
}

/// Asks one question; tells what is wrong with the answer.
fn fault(fen: &str, by: Color, expected: Option<bool>) -> Option<String> {
    let (position, _) = Position::from_fen(fen).expect("a FEN");
    let answer = can_mate(&position, by, &Budget::STANDARD).expect("in scope").can_mate;
    if let CanMate::Unproven(effort) = answer {
        return Some(format!("{fen} {by}: unproven, {effort:?}"));
    }
    if expected.is_some_and(|expected| expected != answer.is_yes()) {
        return Some(format!("{fen} {by}: found {}, expected otherwise", answer.is_yes()));
    }
    verify(&position, by, &answer).err().map(|flaw| format!("{fen} {by}: {flaw}"))
}

/// Asks all questions on two threads.
fn check(questions: Vec<(String, Color, Option<bool>)>) {
    assert!(!questions.is_empty());
    let halves = questions.chunks(questions.len().div_ceil(2));
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = halves
            .map(|half| {
                scope.spawn(move || {
                    let fault = |(fen, by, expected): &(String, _, _)| fault(fen, *by, *expected);
                    half.iter().filter_map(fault).collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

fn color(word: &str) -> Color {
    if word == "white" { Color::White } else { Color::Black }
}

fn verdict(word: &str) -> Option<bool> {
    match word {
        "winnable" | "yes" => Some(true),
        "unwinnable" | "no" => Some(false),
        _ => None,
    }
}

#[test]
fn composed_positions_are_all_decided() {
    let Some(text) = read("cha_test_vector.txt") else { return };
    let mut questions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (class, fen) = line.split_once(' ').expect("class and FEN");
        for (by, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            questions.push((fen.to_string(), by, Some(class.contains(letter))));
        }
    }
    check(questions);
}

#[test]
fn flag_falls_of_real_games_are_all_decided() {
    let Some(text) = read("lichess_timeouts_22500.csv.zst") else { return };
    let rows = rows(&text, &["fen", "opponent", "opponent_can_win"]);
    let no = |row: &&Vec<&str>| row[2] != "yes";
    let sample = rows.iter().step_by(5).chain(rows.iter().filter(no));
    check(sample.map(|row| (row[0].to_string(), color(row[1]), verdict(row[2]))).collect());

    let Some(text) = read("lichess_unfair_timeouts_sample.csv") else { return };
    let rows = self::rows(&text, &["fen", "opponent", "opponent_can_win"]);
    check(rows.iter().map(|row| (row[0].to_string(), color(row[1]), verdict(row[2]))).collect());

    let Some(text) = read("flagfall_real.csv") else { return };
    let rows = self::rows(&text, &["final_fen", "opponent", "cha_opponent_can_win"]);
    check(rows.iter().map(|row| (row[0].to_string(), color(row[1]), verdict(row[2]))).collect());
}

#[test]
fn positions_of_both_colours_are_all_decided() {
    for (name, white, black) in [
        ("ashlar_unwinnability.csv", "white_can_win", "black_can_win"),
        ("insufficient_material_cases.csv", "cha_white_can_win", "cha_black_can_win"),
    ] {
        let Some(text) = read(name) else { return };
        let rows = rows(&text, &["fen", white, black]);
        let legal = |row: &&Vec<&str>| row[1] != "not a legal position";
        let both = |row: &Vec<&str>| {
            let fen = row[0].to_string();
            [(fen.clone(), Color::White, verdict(row[1])), (fen, Color::Black, verdict(row[2]))]
        };
        let in_scope = |(fen, by, _): &(String, Color, Option<bool>)| {
            let (position, _) = Position::from_fen(fen).expect("a FEN");
            can_mate(&position, *by, &Budget::nodes(0)).is_ok()
        };
        check(rows.iter().filter(legal).flat_map(both).filter(in_scope).collect());
    }
}

#[test]
fn dead_positions_of_real_games_are_found_at_their_ply_with_the_work_of_a_live_hall() {
    let Some(text) = read("real_games_dead_positions.csv") else { return };
    for row in rows(&text, &["fen_before", "fen_dead", "kind"]) {
        let (before, _) = Position::from_fen(row[0]).expect("a FEN");
        let (dead, _) = Position::from_fen(row[1]).expect("a FEN");
        let earlier = dead_position(&before, &Budget::STANDARD).expect("in scope");
        assert!(matches!(earlier, Dead::No { .. }), "{}: {earlier:?}", row[0]);
        let now = dead_position(&dead, &Budget::LIVE).expect("in scope");
        match row[2] {
            "stalemate" => assert_eq!(now, Dead::Over, "{}", row[1]),
            kind => {
                let Dead::Yes { kind: found, .. } = now else { panic!("{}: {now:?}", row[1]) };
                assert_eq!(found.as_str() == "material", kind == "material", "{}", row[1]);
            }
        }
    }
}
