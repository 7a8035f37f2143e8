//! The game of a case on the command line: from a record or a position, with clocks and touches.

use std::fs::File;
use std::path::{Path, PathBuf};

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{ByColor, Move, Position, Square};
use kaissa_game::{Entry, Game, Record, WrittenClock, read_clock};
use kaissa_laws::{ClockTime, Rules};
use kaissa_pgn::Reader;
use kaissa_words::{Words, say};
use serde_json::Value;

use crate::common::{Exit, RulesArgs, read_text};
use crate::output::complain;

/// The options that give the game of a case.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct CaseArgs {
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub pgn: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub game: u64,
    #[arg(long, value_name = "PLY")]
    pub ply: Option<u32>,
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub white_clock: Option<ClockTime>,
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub black_clock: Option<ClockTime>,
}

/// Reads a time: `1:30` is minutes and seconds, `1:05:00` has hours, `90` is seconds.
pub fn parse_time(text: &str) -> Result<ClockTime, String> {
    match read_clock(text) {
        Some(WrittenClock::Certain(time)) => Ok(time),
        Some(WrittenClock::TwoFields { minutes_seconds, .. }) => Ok(minutes_seconds),
        None => text.parse().map_err(|_| {
            format!("found \"{text}\", expected a time such as 1:30, 0:05:00 or \"2 min\"")
        }),
    }
}

/// The facts of a JSON file by name; what is wrong is said on standard error.
///
/// # Errors
/// [`Exit::Unreadable`] where the file holds no such facts, or `lay` refuses one of them.
pub fn lay_facts(
    path: &Path,
    words: &Words,
    mut lay: impl FnMut(&str, &Value) -> Result<(), String>,
) -> Result<(), Exit> {
    let text = read_text(path, words)?;
    let laid = match serde_json::from_str(&text) {
        Ok(Value::Object(told)) => told.iter().try_for_each(|(name, value)| lay(name, value)),
        Ok(_) => Err("found no object, expected the facts by name".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    laid.map_err(|error| {
        complain(words, &format!("{}, {error}", path.display()));
        Exit::Unreadable
    })
}

/// The text of a fact.
///
/// # Errors
/// What was found in its place.
pub fn word<'v>(name: &str, value: &'v Value) -> Result<&'v str, String> {
    value.as_str().ok_or_else(|| format!("{name}: found {value}, expected a text"))
}

/// The whole number of a fact.
///
/// # Errors
/// What was found in its place.
pub fn number(name: &str, value: &Value) -> Result<u32, String> {
    let number = value.as_u64().and_then(|number| number.try_into().ok());
    number.ok_or_else(|| format!("{name}: found {value}, expected a number"))
}

impl CaseArgs {
    /// Takes a fact about the game where no option gives it.
    ///
    /// # Errors
    /// A fact that is not known, or not as it should be.
    pub fn lay_under(&mut self, name: &str, value: &Value) -> Result<(), String> {
        match name {
            "pgn" => self.pgn = self.pgn.take().or(Some(word(name, value)?.into())),
            "fen" => self.fen = self.fen.take().or(Some(word(name, value)?.to_owned())),
            "game" => self.game = number(name, value)?.into(),
            "ply" => self.ply = self.ply.or(Some(number(name, value)?)),
            "white_clock" => {
                self.white_clock = self.white_clock.or(Some(parse_time(word(name, value)?)?));
            }
            "black_clock" => {
                self.black_clock = self.black_clock.or(Some(parse_time(word(name, value)?)?));
            }
            other => return Err(format!("found the fact {other:?}, expected a known one")),
        }
        Ok(())
    }

    /// The game and the rules it is played under; what is wrong is said on standard error.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn game_and_rules(&self, rules: &RulesArgs, words: &Words) -> Result<(Game, Rules), Exit> {
        let (mut game, rules) = match (&self.pgn, &self.fen) {
            (Some(path), _) => {
                let record = self.record(path, words)?;
                let profiler = rules.profiler(words)?;
                let profile = profiler.profile(&record);
                let rules = profiler.rules(&profile).cloned().ok_or(Exit::OurFault)?;
                (Game::of_record(&record), rules)
            }
            (None, Some(fen)) => {
                let (start, _) = Position::from_fen(fen).map_err(|error| {
                    complain(words, &format!("--fen, {error}"));
                    Exit::Unreadable
                })?;
                (Game::new(start), rules.rules(words)?)
            }
            (None, None) => {
                complain(words, &say!(words, "case-no-game"));
                return Err(Exit::CommandLine);
            }
        };
        if let Some(ply) = self.ply {
            game.apply(&Entry::PositionRestored { ply });
        }
        let read = game.clocks();
        let white = self.white_clock.or(read.map(|clocks| clocks.white));
        let black = self.black_clock.or(read.map(|clocks| clocks.black));
        if let (Some(white), Some(black)) = (white, black) {
            game.apply(&Entry::ClocksRead(ByColor { white, black }));
        }
        Ok((game, rules))
    }

    fn record(&self, path: &PathBuf, words: &Words) -> Result<Record, Exit> {
        let unreadable = |error: String| {
            let path = path.display().to_string();
            complain(words, &say!(words, "file-unreadable", path = path, error = error));
            Exit::Unreadable
        };
        let file = File::open(path).map_err(|error| unreadable(error.to_string()))?;
        let mut reader = Reader::new(file);
        let mut record = Record::new();
        let mut number = 0;
        while reader.read_into(&mut record).map_err(|error| unreadable(error.to_string()))? {
            number += 1;
            if number == self.game {
                return Ok(record);
            }
        }
        let path = path.display().to_string();
        complain(words, &say!(words, "case-no-such-game", path = path, games = number));
        Err(Exit::Unreadable)
    }
}

/// Reads a move in algebraic notation or as squares; what is wrong is said on standard error.
///
/// # Errors
/// The exit code for a move that has no clear meaning in the position.
pub fn read_move(at: &Position, text: &str, words: &Words) -> Result<Move, Exit> {
    match at.read_move(text, Language::English) {
        Reading::Legal { played, .. } | Reading::Illegal { played, .. } => Ok(played),
        Reading::Null | Reading::Unclear(_) => at.move_from_uci(text).ok_or_else(|| {
            let turn = kaissa_words::color_key(at.turn());
            complain(words, &say!(words, "case-no-move", text = text, turn = turn));
            Exit::CommandLine
        }),
    }
}

/// Reads a square.
///
/// # Errors
/// What was found and what was expected.
pub fn parse_square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| format!("found \"{text}\", expected a square from a1 to h8"))
}
