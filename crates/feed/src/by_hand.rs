//! Boards without electronics: what an arbiter types of their games.

use std::collections::BTreeMap;
use std::fmt;

use kaissa_chess::notation::{Language, Reading, Unclear};
use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, LiveClocks, Timestamp, WrittenResult};
use kaissa_laws::ClockTime;

use crate::cloud_json::pgn_result;
use crate::{LiveMove, LiveRecord, Observation, Seen};

/// What an arbiter types of games without electronics.
///
/// # Examples
/// ```
/// use kaissa_chess::notation::Language;
/// use kaissa_feed::{ByHand, Seen};
/// use kaissa_game::Timestamp;
///
/// let mut hand = ByHand::new("by hand");
/// hand.set_up("12", Vec::new(), None)?;
/// let seen = hand.play("12", "1. e4 e5 2. Nf3", Language::English, Timestamp(0))?;
/// let Seen::Board { record, .. } = seen.seen else { panic!("a board is seen") };
/// assert_eq!(record.plies.len(), 3);
/// let error = hand.play("12", "Nf9", Language::English, Timestamp(0)).expect_err("no square");
/// assert_eq!((error.found.as_str(), error.at), ("Nf9", 1));
/// # Ok::<(), kaissa_feed::EntryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByHand {
    name: String,
    games: BTreeMap<String, HandGame>,
}

#[derive(Clone, Debug)]
struct HandGame {
    live: LiveRecord,
    /// The position before each ply and after the last.
    positions: Vec<Position>,
}

/// Something typed that is not clear; the game stays as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryError {
    /// A word for what was typed: `board`, `move`, `result`, `position`.
    pub what: &'static str,
    /// Which word of what was typed, from 1.
    pub at: usize,
    /// What was found.
    pub found: String,
    /// What would have been clear.
    pub expected: Expected,
}

/// What would have been clear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A board that was set up before.
    KnownBoard,
    /// A move that a piece could make, or a result.
    Move,
    /// A piece that could reach the square: none can.
    PieceThatReaches,
    /// One of several pieces: those that stand here.
    OneOf(Vec<String>),
    /// What the pawn becomes.
    Promotion,
    /// A move, of which there is none to take back.
    MoveToTakeBack,
    /// A result.
    Result,
    /// A position as a FEN.
    Fen,
    /// A game that goes on; this one has its result.
    OpenGame,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: found \"{}\", expected ", self.what, self.at, self.found)?;
        match &self.expected {
            Expected::KnownBoard => f.write_str("a board that was set up"),
            Expected::Move => f.write_str("a move or a result"),
            Expected::PieceThatReaches => f.write_str("a piece that can reach the square"),
            Expected::OneOf(squares) => write!(f, "one of the pieces on {}", squares.join(", ")),
            Expected::Promotion => f.write_str("the piece that the pawn becomes"),
            Expected::MoveToTakeBack => f.write_str("a move to take back"),
            Expected::Result => f.write_str("a result, 1-0, 0-1, 1/2-1/2 or *"),
            Expected::Fen => f.write_str("a position as a FEN"),
            Expected::OpenGame => f.write_str("a game without a result"),
        }
    }
}

impl std::error::Error for EntryError {}

impl ByHand {
    /// Begins without boards; `name` is the source by which they are told.
    pub fn new(name: &str) -> ByHand {
        ByHand { name: name.to_owned(), games: BTreeMap::new() }
    }

    /// Sets a game up on a board: its tags, and its start position where it is not the usual one.
    ///
    /// # Errors
    /// [`EntryError`] where the start position cannot be read.
    pub fn set_up(
        &mut self,
        row: &str,
        tags: Vec<(String, String)>,
        start_fen: Option<&str>,
    ) -> Result<(), EntryError> {
        let start = match start_fen {
            Some(fen) => {
                let wrong = |_| entry_error("position", 1, fen, Expected::Fen);
                Position::from_fen(fen).map_err(wrong)?.0
            }
            None => Position::start(),
        };
        let start_fen = start_fen.map(|_| start.to_fen());
        let live = LiveRecord { tags, start_fen, ..LiveRecord::default() };
        self.games.insert(row.to_owned(), HandGame { live, positions: vec![start] });
        Ok(())
    }

    /// Plays moves as typed: in any notation, with numbers or without, several in a row, a result
    /// behind them. An illegal move is taken as it was made, for it may stand.
    ///
    /// # Errors
    /// [`EntryError`] for the first word that is not clear; then none of them is taken.
    pub fn play(
        &mut self,
        row: &str,
        typed: &str,
        language: Language,
        at: Timestamp,
    ) -> Result<Observation, EntryError> {
        self.change(row, at, |game| {
            let words = typed.split_whitespace().flat_map(without_number);
            for (number, word) in (1..).zip(words) {
                game.play_word(number, word, language)?;
            }
            Ok(())
        })
    }

    /// Takes the last moves back, and the result with them.
    ///
    /// # Errors
    /// [`EntryError`] where there are fewer moves.
    pub fn undo(
        &mut self,
        row: &str,
        n_plies: usize,
        at: Timestamp,
    ) -> Result<Observation, EntryError> {
        self.change(row, at, |game| {
            let n_left = game.live.moves.len().checked_sub(n_plies).ok_or_else(|| {
                let found = n_plies.to_string();
                entry_error("move", 1, &found, Expected::MoveToTakeBack)
            })?;
            game.live.moves.truncate(n_left);
            game.positions.truncate(n_left + 1);
            game.live.result = None;
            Ok(())
        })
    }

    /// Sets what the clocks show; the last reading of each side also stands with its last move.
    ///
    /// # Errors
    /// [`EntryError`] where the board is not known.
    pub fn set_clocks(
        &mut self,
        row: &str,
        clocks: LiveClocks,
        at: Timestamp,
    ) -> Result<Observation, EntryError> {
        self.change(row, at, |game| {
            game.live.clocks = clocks;
            game.live.clocks_read_at = Some(at);
            Ok(())
        })
    }

    /// Sets the time left that was noted beside the last move.
    ///
    /// # Errors
    /// [`EntryError`] where there is no move.
    pub fn note_clock(
        &mut self,
        row: &str,
        left: ClockTime,
        at: Timestamp,
    ) -> Result<Observation, EntryError> {
        self.change(row, at, |game| {
            let last = game.live.moves.last_mut();
            let none = || entry_error("move", 1, "", Expected::Move);
            last.ok_or_else(none)?.left = Some(left);
            Ok(())
        })
    }

    /// Sets the result as typed; `*` opens the game again.
    ///
    /// # Errors
    /// [`EntryError`] where it is none.
    pub fn set_result(
        &mut self,
        row: &str,
        typed: &str,
        at: Timestamp,
    ) -> Result<Observation, EntryError> {
        self.change(row, at, |game| {
            let wrong = || entry_error("result", 1, typed, Expected::Result);
            game.live.result = match GameResult::read(typed.trim()).ok_or_else(wrong)? {
                WrittenResult::Finished(result) => Some(pgn_result(result).ok_or_else(wrong)?),
                WrittenResult::Open => None,
            };
            Ok(())
        })
    }

    /// The player to move on a board.
    pub fn turn(&self, row: &str) -> Option<Color> {
        self.games.get(row)?.positions.last().map(Position::turn)
    }

    /// Changes a game as a whole or not at all, and tells the board.
    fn change(
        &mut self,
        row: &str,
        at: Timestamp,
        change: impl FnOnce(&mut HandGame) -> Result<(), EntryError>,
    ) -> Result<Observation, EntryError> {
        let game = self.games.get_mut(row);
        let game = game.ok_or_else(|| entry_error("board", 1, row, Expected::KnownBoard))?;
        let mut changed = game.clone();
        change(&mut changed)?;
        *game = changed;
        let record = Box::new(game.live.record());
        let row = row.to_owned();
        // What is typed is no sensor of the board.
        let seen = Seen::Board { row, record, placement: None, changed_at: at };
        Ok(Observation { source: self.name.clone(), at, seen })
    }
}

impl HandGame {
    fn play_word(
        &mut self,
        number: usize,
        word: &str,
        language: Language,
    ) -> Result<(), EntryError> {
        if self.live.result.is_some() {
            return Err(entry_error("move", number, word, Expected::OpenGame));
        }
        let is_standard = GameResult::is_standard_spelling(word);
        if is_standard && let Some(written) = GameResult::read(word) {
            if let WrittenResult::Finished(result) = written {
                self.live.result = pgn_result(result);
            }
            return Ok(());
        }
        let Some(position) = self.positions.last() else { return Ok(()) };
        let expected = match position.read_move(word, language) {
            Reading::Legal { played, .. } | Reading::Illegal { played, .. } => {
                let mut after = position.clone();
                let written = position.to_san(played);
                after.play(played);
                self.positions.push(after);
                self.live.moves.push(LiveMove { written, left: None, used: None });
                return Ok(());
            }
            Reading::Null => Expected::Move,
            Reading::Unclear(Unclear::NotAMove) => Expected::Move,
            Reading::Unclear(Unclear::NoPiece) => Expected::PieceThatReaches,
            Reading::Unclear(Unclear::Several(squares)) => {
                Expected::OneOf(squares.into_iter().map(|square| square.to_string()).collect())
            }
            Reading::Unclear(Unclear::PromotionMissing) => Expected::Promotion,
        };
        Err(entry_error("move", number, word, expected))
    }
}

fn entry_error(what: &'static str, at: usize, found: &str, expected: Expected) -> EntryError {
    EntryError { what, at, found: found.to_owned(), expected }
}

/// A word without the number that may stand before its move: `12.`, `12...Nf3`.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let word = match rest.len() < word.len() && rest.starts_with('.') {
        true => rest.trim_start_matches('.'),
        false => word,
    };
    (!word.is_empty()).then_some(word)
}

#[cfg(test)]
mod tests {
    use kaissa_game::{Legality, Record};

    use super::*;

    fn hand(start_fen: Option<&str>) -> ByHand {
        let mut hand = ByHand::new("by hand");
        let tags = vec![("White".to_owned(), "A".to_owned())];
        hand.set_up("7", tags, start_fen).expect("a position");
        hand
    }

    fn record(seen: Result<Observation, EntryError>) -> Record {
        match seen.expect("clear").seen {
            Seen::Board { record, .. } => *record,
            other => panic!("{other:?}"),
        }
    }

    /// What is told of something typed that is not clear.
    #[track_caller]
    fn check(start_fen: Option<&str>, typed: &str, expected: &str) {
        let mut hand = hand(start_fen);
        let error = hand.play("7", typed, Language::English, Timestamp(0)).expect_err(typed);
        assert_eq!(error.to_string(), expected);
        assert_eq!(record(hand.set_result("7", "*", Timestamp(0))).plies.len(), 0, "{typed}");
    }

    #[test]
    fn moves_are_taken_in_any_notation_and_language() {
        let mut hand = hand(None);
        let mut play = |typed, language| record(hand.play("7", typed, language, Timestamp(5)));
        assert_eq!(play("1.e4 e7e5 2. Ng1-f3", Language::English).plies.len(), 3);
        let record = play("2...Кc6 3. Сb5 1/2-1/2", Language::Russian);
        assert_eq!(record.plies.len(), 5);
        assert_eq!(record.result(), Some(GameResult::DRAW));
        assert!(record.plies.iter().all(|ply| ply.legality == Legality::Legal));
    }

    #[test]
    fn an_unclear_word_changes_nothing_and_says_what_is_missing() {
        check(None, "e4 e5 Nf9", "move 3: found \"Nf9\", expected a move or a result");
        check(None, "e4 Nd4", "move 2: found \"Nd4\", expected a piece that can reach the square");
        check(None, "1. e4 1-0 e5", "move 3: found \"e5\", expected a game without a result");
        check(None, "--", "move 1: found \"--\", expected a move or a result");
        let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
        check(Some(knights), "Nd2", "move 1: found \"Nd2\", expected one of the pieces on b1, f1");
        let pawn = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let missing = "move 1: found \"a8\", expected the piece that the pawn becomes";
        check(Some(pawn), "a8", missing);
        let error = hand(None).play("8", "e4", Language::English, Timestamp(0));
        let error = error.expect_err("no such board").to_string();
        assert_eq!(error, "board 1: found \"8\", expected a board that was set up");
    }

    #[test]
    fn an_illegal_move_is_taken_as_it_was_made() {
        let mut hand = hand(None);
        let typed = "e4 e5 Qh5 Ke7 Qxe5+ a6 d4";
        let record = record(hand.play("7", typed, Language::English, Timestamp(0)));
        assert_eq!(record.plies.len(), 7);
        assert!(matches!(record.plies[5].legality, Legality::Illegal(_)), "{:?}", record.plies[5]);
    }

    #[test]
    fn moves_are_taken_back_and_clocks_and_result_are_set() {
        let mut hand = hand(None);
        record(hand.play("7", "e4 e5 Nf3 1-0", Language::English, Timestamp(0)));
        let back = record(hand.undo("7", 2, Timestamp(1)));
        assert_eq!((back.plies.len(), back.result()), (1, None));
        assert_eq!(hand.turn("7"), Some(Color::Black));
        assert!(hand.undo("7", 2, Timestamp(2)).is_err());
        let left = record(hand.note_clock("7", ClockTime::minutes(89), Timestamp(3)));
        assert_eq!(left.plies[0].clock, Some(ClockTime::minutes(89)));
        let clocks = LiveClocks { black: Some(ClockTime::minutes(5)), ..LiveClocks::default() };
        assert_eq!(record(hand.set_clocks("7", clocks, Timestamp(4))).live_clocks(), clocks);
        let result = record(hand.set_result("7", "½-½", Timestamp(5))).result();
        assert_eq!(result, Some(GameResult::DRAW));
        assert!(hand.set_result("7", "won", Timestamp(5)).is_err());
    }
}
