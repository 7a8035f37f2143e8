//! Helpers of the tests.

use kaissa_game::Record;
use kaissa_pgn::Reader;

/// Reads all games of a file.
pub fn read(bytes: &[u8]) -> Vec<Record> {
    let mut reader = Reader::new(bytes);
    let mut records = Vec::new();
    let mut record = Record::new();
    while reader.read_into(&mut record).expect("no fault in memory") {
        records.push(record.clone());
    }
    records
}

/// The moves of a record in canonical SAN.
pub fn sans(record: &Record) -> Vec<String> {
    let mut position = record.start.clone();
    let mut sans = Vec::new();
    for ply in &record.plies {
        sans.push(ply.played.map_or("--".to_string(), |played| position.to_san(played)));
        ply.play_on(&mut position);
    }
    sans
}

/// The codes of the oddities of a record.
pub fn codes(record: &Record) -> Vec<&'static str> {
    record.oddities.iter().map(|oddity| oddity.code.code()).collect()
}

/// What a file should hold.
pub struct Expected<'e> {
    pub moves: &'e str,
    pub fen: &'e str,
    pub codes: &'e [&'e str],
}

/// Compares the games of a file with what it should hold.
#[track_caller]
pub fn check(text: &str, expected: &[Expected<'_>]) -> Vec<Record> {
    let records = read(text.as_bytes());
    assert_eq!(records.len(), expected.len(), "games of {text}");
    for (record, expected) in records.iter().zip(expected) {
        assert_eq!(sans(record).join(" "), expected.moves, "{text}");
        assert_eq!(record.last_position().to_fen(), expected.fen, "{text}");
        for code in expected.codes {
            assert!(codes(record).contains(code), "{code} missing: {:?}", record.oddities);
        }
    }
    records
}
