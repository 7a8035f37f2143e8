//! What a source says of a row goes in as changes and comes out as the same record.

use std::path::{Path, PathBuf};

use kaissa_game::Record;
use kaissa_journal::{RecordDelta, RowState, are_same};
use kaissa_pgn::{GameReader, ReadOptions};
use proptest::prelude::*;

/// Games with everything that a record can hold.
const GAMES: &str = include_str!("../data/odd-games.pgn");

fn records(text: &str) -> Vec<Record> {
    let mut reader = GameReader::new(text, ReadOptions::default());
    let mut found = Vec::new();
    let mut record = Record::new();
    while reader.read_into(&mut record) {
        found.push(record.clone());
    }
    found
}

fn read(text: &str) -> Record {
    let mut record = Record::new();
    GameReader::new(text, ReadOptions::default()).read_into(&mut record);
    record
}

/// Follows a row through records, each change by way of its JSON; gives the sizes of the changes.
#[track_caller]
fn follow<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<usize> {
    let mut state = RowState::default();
    // A second one that takes records as they come has to tell the same.
    let mut taking = RowState::default();
    let mut sizes = Vec::new();
    for record in records {
        assert_eq!(taking.take(record, None), state.delta(record, None));
        let Some(delta) = state.delta(record, None) else {
            assert!(are_same(&state.record(), record), "nothing told of\n{}", record.text);
            continue;
        };
        let json = serde_json::to_string(&delta).expect("JSON");
        let delta_again: RecordDelta = serde_json::from_str(&json).expect("the same JSON");
        assert_eq!(delta_again, delta);
        state.apply(&delta_again).expect("it fits");
        assert_eq!(taking, state);
        let again = state.record();
        assert!(are_same(&again, record), "{json}\n{}\n{}", record.text, again.text);
        assert_eq!(again.result(), record.result());
        assert_eq!(again.live_clocks(), record.live_clocks());
        assert_eq!(state.delta(record, None), None, "the same record again is no change");
        sizes.push(json.len());
    }
    sizes
}

fn grown(record: &Record) -> Vec<Record> {
    (0..=record.plies.len()).map(|n| read(&testkit::grown(record, n, "*"))).collect()
}

#[test]
fn a_game_that_grows_move_by_move_comes_out_the_same() {
    for record in records(GAMES) {
        follow(&grown(&record));
    }
}

#[test]
fn a_file_that_is_cut_anywhere_comes_out_the_same() {
    for record in records(GAMES) {
        let ends = (0..=record.text.len()).filter(|&end| record.text.is_char_boundary(end));
        let cut: Vec<Record> = ends.map(|end| read(&record.text[..end])).collect();
        follow(&cut);
    }
}

#[test]
fn any_record_can_follow_any_other() {
    let records = records(GAMES);
    for first in &records {
        follow(records.iter().flat_map(|second| [first, second]));
    }
}

#[test]
fn a_usual_ply_costs_a_few_bytes() {
    let record = &records(GAMES)[0];
    let sizes = follow(&grown(record));
    assert!(sizes.len() > 20, "{sizes:?}");
    let most = sizes.iter().skip(1).max();
    assert!(most < Some(&48), "{sizes:?}");
}

#[test]
fn clocks_that_go_on_are_told_alone() {
    let text = |clock: &str| format!("[White \"A\"]\n[WhiteClock \"{clock}\"]\n\n1. e4 *");
    let mut state = RowState::default();
    let first = state.delta(&read(&text("1:30:00")), None).expect("new");
    assert!(!first.is_only_tag_values());
    state.apply(&first).expect("it fits");
    let second = state.delta(&read(&text("1:29:59")), None).expect("new");
    assert!(second.is_only_tag_values());
    let json = serde_json::to_string(&second).expect("JSON");
    assert_eq!(json, r#"{"kept_plies":1,"tag_values":{"WhiteClock":"1:29:59"}}"#);
}

#[test]
fn moves_that_are_taken_back_are_named_by_what_stays() {
    let mut state = RowState::default();
    let delta = state.delta(&read("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 *"), None).expect("new");
    state.apply(&delta).expect("it fits");
    let delta = state.delta(&read("[White \"A\"]\n\n1. e4 e5 2. Bc4 *"), None).expect("new");
    assert_eq!(
        serde_json::to_string(&delta).expect("JSON"),
        r#"{"kept_plies":2,"plies":[["Bc4"]]}"#
    );
    state.apply(&delta).expect("it fits");
    let delta = state.delta(&read("[White \"A\"]\n\n1. e4 *"), None).expect("new");
    assert_eq!(serde_json::to_string(&delta).expect("JSON"), r#"{"kept_plies":1}"#);
    assert!(RowState::default().apply(&delta).is_err(), "an entry is missing before it");
}

#[test]
fn what_the_board_senses_is_kept_where_it_differs() {
    let record = read("[White \"A\"]\n\n1. e4 *");
    let same = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let mut state = RowState::default();
    let delta = state.delta(&record, Some(same)).expect("new");
    state.apply(&delta).expect("it fits");
    assert_eq!(state.placement().as_deref(), Some(same));
    assert_eq!(state.delta(&record, Some(same)), None);
    let lifted = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKB1R";
    let delta = state.delta(&record, Some(lifted)).expect("changed");
    state.apply(&delta).expect("it fits");
    assert_eq!(state.placement().as_deref(), Some(lifted));
    let delta = state.delta(&record, None).expect("changed");
    state.apply(&delta).expect("it fits");
    assert_eq!(state.placement(), None);
}

#[test]
fn a_text_in_a_language_that_was_guessed_is_guessed_again() {
    follow([&read("[White \"Иванова\"]\n\n1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4A")]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever text a source sends next, the record that comes out says the same.
    #[test]
    fn a_text_with_parts_changed_comes_out_the_same(
        which in 0_usize..100,
        changes in prop::collection::vec((0.0..1.0, 0_usize..20, "[ -~\n]{0,6}|\\PC{0,3}"), 1..4),
    ) {
        let records = records(GAMES);
        let first = &records[which % records.len()];
        let mut text = first.text.clone();
        for (at, n_bytes, put) in changes {
            let start = text.floor_char_boundary((at * text.len() as f64) as usize);
            let end = text.floor_char_boundary((start + n_bytes).min(text.len())).max(start);
            text.replace_range(start..end, &put);
        }
        let mut next = Record::new();
        // A text without a game is none of the source's records.
        prop_assume!(GameReader::new(&text, ReadOptions::default()).read_into(&mut next));
        // Nor is a text kept that reads otherwise once nothing follows it, as a tag torn over two
        // lines does whose closing bracket belongs to what comes after the result.
        prop_assume!(are_same(&read(&next.text), &next));
        follow([first, &next, first]);
    }
}

/// Real broadcasts, archives and messy files, as far as they are at hand.
#[test]
fn real_games_come_out_the_same() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        println!("KAISSA_CORPUS is not set: real games were not tried");
        return;
    };
    let mut files = Vec::new();
    for folder in ["data/broadcast", "data/messy", "data/otb", "data/localized", "feeds/samples"] {
        pgn_files(&Path::new(&corpus).join(folder), &mut files);
    }
    let (mut n_games, mut n_plies, mut n_bytes) = (0, 0, 0);
    for path in &files {
        let bytes = std::fs::read(path).expect("readable");
        let text = String::from_utf8_lossy(&bytes);
        for (index, record) in records(&text).iter().take(300).enumerate() {
            follow([record]);
            n_games += 1;
            if index % 10 == 0 && record.plies.len() < 400 {
                let sizes = follow(&grown(record));
                n_plies += sizes.len();
                n_bytes += sizes.iter().skip(1).sum::<usize>();
            }
        }
    }
    assert!(n_games > 0);
    println!("{n_games} games of {} files, {n_plies} changes, {n_bytes} bytes", files.len());
}

fn pgn_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            pgn_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            files.push(path);
        }
    }
}
