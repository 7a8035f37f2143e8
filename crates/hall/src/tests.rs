//! What the tests of the hall share.

use kaissa_game::Record;
use kaissa_pgn::{GameReader, ReadOptions};

/// A record with these tags, moves and result.
pub(crate) fn record(tags: &[(&str, &str)], moves: &str, result: &str) -> Record {
    let mut text = String::new();
    for (name, value) in tags {
        text += &format!("[{name} \"{value}\"]\n");
    }
    text += &format!("\n{moves} {result}\n");
    let mut record = Record::new();
    assert!(GameReader::new(&text, ReadOptions::default()).read_into(&mut record), "{text}");
    record
}
