//! Pairings of a round, whatever file they come from.

use std::collections::HashMap;

use kaissa_game::GameResult;

use crate::{Expected, Trouble};

/// The last round that a tournament can have; a number beyond is none of a round.
pub const LAST_ROUND: u32 = 999;

/// A game of a round, as a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairingRow {
    /// The line that it stands in, from 1.
    pub line: u64,
    /// The round, where the file names it.
    pub round: Option<u32>,
    /// The board, as it is called; empty where the file does not name it.
    pub board: String,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The result, where there is one.
    pub result: Option<GameResult>,
}

/// A player who has no game in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpaired {
    /// The line that he stands in, from 1.
    pub line: u64,
    /// His name.
    pub name: String,
    /// The code of a tournament report file: `U`, `F`, `H`, `Z`.
    pub code: char,
}

/// What a file says of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PairingsReading {
    /// The games, in the order of the boards.
    pub rows: Vec<PairingRow>,
    /// The players without a game.
    pub unpaired: Vec<Unpaired>,
    /// What is not as it should be, in the order of the lines.
    pub troubles: Vec<Trouble>,
}

impl PairingsReading {
    /// Notes players and boards that come twice in the same round.
    pub(crate) fn note_doubles(&mut self) {
        let mut players: HashMap<(Option<u32>, String), u64> = HashMap::new();
        let mut boards: HashMap<(Option<u32>, &str), u64> = HashMap::new();
        let mut troubles = Vec::new();
        for row in &self.rows {
            for name in [&row.white, &row.black] {
                let first = *players.entry((row.round, name_key(name))).or_insert(row.line);
                if first != row.line || name_key(&row.white) == name_key(&row.black) {
                    let expected = Expected::OtherPlayer(first);
                    troubles.push(Trouble { line: row.line, found: name.clone(), expected });
                }
            }
            if row.board.is_empty() {
                continue;
            }
            let first = *boards.entry((row.round, row.board.as_str())).or_insert(row.line);
            if first != row.line {
                let expected = Expected::OtherBoard(first);
                troubles.push(Trouble { line: row.line, found: row.board.clone(), expected });
            }
        }
        self.troubles.extend(troubles);
        self.troubles.sort_by_key(|trouble| trouble.line);
    }
}

/// A name by its words in the order of the alphabet, whatever their case: `Carlsen, Magnus` has the
/// key of `MAGNUS CARLSEN`.
pub fn name_key(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let mut words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.sort_unstable();
    words.join(" ")
}
