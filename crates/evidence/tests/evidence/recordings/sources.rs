//! Games with times from files.

use std::fs::{self, File};
use std::path::Path;

use kaissa_evidence::{Recording, TimedPly};
use kaissa_game::Record;
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions, Reader};
use serde_json::Value;

/// A game with its times and the plies after which a series without capture or pawn move begins.
pub struct Game {
    pub name: String,
    pub recording: Recording,
    /// Numbers of plies played when a capture or pawn move had just been made.
    pub zeroing: Vec<usize>,
}

/// The games of a PGN file.
pub fn of_pgn(path: &Path, increment: ClockTime) -> Vec<Game> {
    let file = File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut reader = Reader::new(file);
    let mut record = Record::new();
    let mut games = Vec::new();
    while reader.read_into(&mut record).unwrap_or_else(|e| panic!("{}: {e}", path.display())) {
        let name = format!("{} game {}", path.display(), games.len() + 1);
        games.push(of_record(name, &record, increment));
    }
    assert!(!games.is_empty(), "{} holds no games", path.display());
    games
}

/// A game of LiveChess Cloud: moves with the time left and, behind a plus sign, the time used.
pub fn of_cloud(path: &Path, increment: ClockTime) -> Game {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let game: Value =
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let moves = game["moves"].as_array().unwrap_or_else(|| panic!("{}: no moves", path.display()));
    let (mut movetext, mut times) = (String::new(), Vec::new());
    for written in moves.iter().filter_map(Value::as_str) {
        let (san, time) = written.split_once(' ').unwrap_or((written, ""));
        movetext += san;
        movetext.push(' ');
        let (left, used) = time.split_once('+').unwrap_or((time, ""));
        let seconds = |text: &str| text.parse().ok().map(ClockTime::seconds);
        times.push(TimedPly { clock: seconds(left), used: seconds(used) });
    }
    movetext.push('*');
    let mut record = Record::new();
    assert!(GameReader::new(&movetext, ReadOptions::default()).read_into(&mut record));
    assert_eq!(record.plies.len(), times.len(), "{} is not read to the end", path.display());
    let mut game = of_record(path.display().to_string(), &record, increment);
    game.recording.plies = times;
    game
}

fn of_record(name: String, record: &Record, increment: ClockTime) -> Game {
    let mut position = record.start.clone();
    let first = position.turn();
    let mut zeroing = Vec::new();
    let mut plies = Vec::new();
    for ply in &record.plies {
        match ply.played {
            Some(played) => position.play(played),
            None => position.pass(),
        }
        plies.push(TimedPly { clock: ply.clock, used: ply.elapsed });
        if position.halfmove_clock() == 0 {
            zeroing.push(plies.len());
        }
    }
    Game { name, recording: Recording { first, increment, plies }, zeroing }
}
