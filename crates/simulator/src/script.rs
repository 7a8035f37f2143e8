//! What happens at the boards of a simulated hall, and when.

use std::io::{self, Read};
use std::time::Duration;

use kaissa_game::Record;
use kaissa_laws::ClockTime;
use kaissa_pgn::Reader;

/// The games of a hall, each on its board.
#[derive(Clone, Debug)]
pub struct Script {
    /// The boards, in the order of their numbers from 1.
    pub boards: Vec<BoardScript>,
}

/// The game of one board.
#[derive(Clone, Debug)]
pub struct BoardScript {
    /// The game as it was really played: what a reader should have in the end.
    pub record: Record,
    /// Its plies and when each is made.
    pub plies: Vec<ScriptPly>,
}

/// A ply and when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptPly {
    /// Time since the start of the game until the clock is pressed after the move.
    pub at: Duration,
    /// What the mover's clock shows then.
    pub left: Option<ClockTime>,
}

/// How long a move takes where the record does not tell.
const USUAL: Duration = Duration::from_secs(15);

impl Script {
    /// The games of a PGN, over and over until there are enough boards. All start together.
    ///
    /// # Errors
    /// What the reader of the bytes says.
    pub fn of_pgn(bytes: impl Read, n_boards: usize) -> io::Result<Script> {
        let mut reader = Reader::new(bytes);
        let (mut record, mut records) = (Record::new(), Vec::new());
        while reader.read_into(&mut record)? {
            records.push(record.clone());
        }
        Ok(Script::of_records(&records, n_boards))
    }

    /// These games, over and over until there are enough boards.
    pub fn of_records(records: &[Record], n_boards: usize) -> Script {
        let played = records.iter().filter(|record| !record.plies.is_empty());
        let boards = match played.clone().next() {
            Some(_) => played.cycle().take(n_boards).map(BoardScript::of_record).collect(),
            None => Vec::new(),
        };
        Script { boards }
    }

    /// How many plies are made in all.
    pub fn n_plies(&self) -> usize {
        self.boards.iter().map(|board| board.plies.len()).sum()
    }
}

impl BoardScript {
    /// Plays a game at the pace of its clock readings, as far as it has them.
    pub fn of_record(record: &Record) -> BoardScript {
        let mut at = Duration::ZERO;
        let mut before: [Option<ClockTime>; 2] = [None, None];
        let plies = record.plies.iter().enumerate().map(|(index, ply)| {
            let last = before.get_mut(index % 2);
            let spent = ply.elapsed.or_else(|| {
                let (last, left) = ((*last.as_deref()?)?, ply.clock?);
                (last > left).then(|| last - left)
            });
            let spent = spent.and_then(|spent| u64::try_from(spent.as_millis()).ok());
            at += spent.map_or(USUAL, Duration::from_millis);
            if let Some(last) = before.get_mut(index % 2) {
                *last = ply.clock.or(*last);
            }
            ScriptPly { at, left: ply.clock }
        });
        let plies = plies.collect();
        BoardScript { record: record.clone(), plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_played_at_the_pace_of_their_clocks() {
        let pgn = "1. e4 {[%clk 0:10:00]} e5 {[%clk 0:09:58]} 2. Nf3 {[%clk 0:09:50]} Nc6 *\n\n\
                   1. d4 {[%emt 0:00:07]} *";
        let script = Script::of_pgn(pgn.as_bytes(), 3).expect("text in memory");
        assert_eq!(script.boards.len(), 3);
        let seconds = |board: usize| {
            script.boards[board].plies.iter().map(|ply| ply.at.as_secs()).collect::<Vec<_>>()
        };
        assert_eq!(seconds(0), [15, 30, 40, 55]);
        assert_eq!(seconds(1), [7]);
        assert_eq!(seconds(2), seconds(0));
        assert_eq!(script.n_plies(), 9);
        assert!(Script::of_records(&[], 5).boards.is_empty());
    }
}
