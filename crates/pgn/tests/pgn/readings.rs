//! The expected reading of every file of the corpus that makes reading hard.
//!
//! `oracles/readings.csv` was worked out from the files; where known readers differ, its last column
//! says why the reading is right.

use std::collections::BTreeMap;
use std::path::Path;

use kaissa_game::Record;

use super::support::read;

/// A row of the table: what one game of a file reads as.
#[derive(Debug, PartialEq, Eq)]
struct Reading {
    line: u64,
    plies: usize,
    unread: Option<(u32, String, u64, u64)>,
}

#[test]
fn every_file_reads_as_it_was_worked_out() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: the readings of the corpus are not compared");
        return;
    };
    let table = include_str!("../../../../oracles/readings.csv");
    let mut expected: BTreeMap<&str, Vec<Reading>> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let (file, reading) = read_row(row);
        expected.entry(file).or_default().extend(reading);
    }
    let mut faults = Vec::new();
    for (file, games) in &expected {
        let path = Path::new(&corpus).join("data").join(file);
        let bytes =
            std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let got: Vec<_> = read(&bytes).iter().map(reading_of).collect();
        if got != *games {
            faults.push(format!("{file}: expected {games:?}, read {got:?}"));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {} files:\n{}",
        faults.len(),
        expected.len(),
        faults.join("\n")
    );
}

/// The localized files hold five games each, whose moves are known square by square.
#[test]
fn localized_games_have_their_moves() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: the localized games are not compared");
        return;
    };
    let folder = Path::new(&corpus).join("data/localized");
    let table = std::fs::read_to_string(folder.join("expected.csv")).expect("the table");
    let expected: Vec<(String, String)> = table
        .lines()
        .skip(1)
        .map(|row| {
            let fields = split_row(row);
            (fields[6].clone(), fields[7].clone())
        })
        .collect();
    let mut n_files = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        n_files += 1;
        let records = read(&std::fs::read(&path).expect("a file"));
        let got: Vec<_> =
            records.iter().map(|record| (ucis(record), record.last_position().to_fen())).collect();
        assert_eq!(got, expected, "{}", path.display());
    }
    assert!(n_files >= 21, "{n_files} files");
}

#[test]
fn a_live_round_has_its_moves_and_clocks() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: the live round is not read");
        return;
    };
    let path = Path::new(&corpus).join("feeds/samples/livechess-folder/round-1/games.pgn");
    let records = read(&std::fs::read(path).expect("a file"));
    let plies: Vec<_> = records.iter().flat_map(|record| &record.plies).collect();
    assert_eq!(records.len(), 12);
    assert_eq!(plies.len(), 846);
    assert_eq!(plies.iter().filter(|ply| ply.clock.is_none()).count(), 10);
    assert_eq!(plies.iter().filter(|ply| ply.elapsed.is_none()).count(), 40);
    assert!(records.iter().all(|record| record.unread.is_none()));
}

#[test]
fn growing_games_with_indented_tags_are_eleven() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: the growing games are not read");
        return;
    };
    let path = Path::new(&corpus).join("data/broadcast/tata2022_live_snapshots.pgn");
    assert_eq!(read(&std::fs::read(path).expect("a file")).len(), 11);
}

fn reading_of(record: &Record) -> Reading {
    let unread = record
        .unread
        .as_ref()
        .map(|unread| (unread.ply, unread.token.clone(), unread.place.line, unread.place.column));
    Reading { line: record.game_place().line, plies: record.plies.len(), unread }
}

fn ucis(record: &Record) -> String {
    let mut position = record.start.clone();
    let mut ucis = Vec::new();
    for ply in &record.plies {
        ucis.push(ply.played.map_or("0000".to_string(), |played| position.to_uci(played)));
        ply.play_on(&mut position);
    }
    ucis.join(" ")
}

/// A row of the table; no reading where the file holds no game.
fn read_row(row: &str) -> (&str, Option<Reading>) {
    let file = row.split(',').next().unwrap_or_default();
    let fields = split_row(row);
    assert_eq!(fields.len(), 9, "{row}");
    assert!(fields[8].len() > 10, "an argument for {row}");
    if fields[1] == "0" {
        return (file, None);
    }
    let unread = (!fields[4].is_empty()).then(|| {
        let number = |index: usize| fields[index].parse().expect("a number");
        (fields[4].parse().expect("a number"), fields[5].clone(), number(6), number(7))
    });
    let line = fields[2].parse().expect("a number");
    (file, Some(Reading { line, plies: fields[3].parse().expect("a number"), unread }))
}

/// Splits a row at its commas, those within quotes left alone.
fn split_row(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for letter in row.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            letter => fields.last_mut().expect("never empty").push(letter),
        }
    }
    fields
}
