//! Which game of the hall is played at which board.

use std::sync::Arc;

use kaissa_game::{Record, Timestamp};
use kaissa_hall::{GameId, GameTitle};

use super::Keeper;
use crate::{Board, BoardId, Body, Pairing};

impl Keeper {
    /// Seats a game of the hall, if it is new, and takes over its record where it has changed.
    pub(super) fn seat_game(&mut self, game: GameId, now: Timestamp) {
        let Some(view) = self.hall.view(game) else { return };
        let (at, source) = (view.changed_at(), view.source().to_owned());
        let board = match self.seats.get(&game) {
            Some(&board) => board,
            None => {
                let facts = Facts::of(&view.title(), view.record());
                let taken = |id: BoardId| self.seats.values().any(|seated| *seated == id);
                let fits = |board: &&Arc<Board>| !taken(board.id) && facts.fit(board);
                let found = self.ground.boards().find(fits).map(|board| board.id);
                let board = found.unwrap_or_else(|| self.ground.next_board());
                self.seats.insert(game, board);
                if found.is_none() {
                    let pairings = vec![facts.pairing(board)];
                    self.stage_own(at, Body::PairingsEntered { pairings }, now);
                }
                board
            }
        };
        let (Some(record), Some(known)) = (self.hall.record(game), self.ground.board(board)) else {
            return;
        };
        let (before, text) = (known.text(), record.text.as_str());
        if before == text {
            return;
        }
        let kept = common_start(before, text);
        let tail = text.get(kept..).unwrap_or_default().to_owned();
        self.stage_own(at, Body::RecordObserved { board, source, kept, tail }, now);
    }
}

/// How many bytes two texts have in common at their start, at the edge of a letter of both.
fn common_start(before: &str, now: &str) -> usize {
    let same = before.bytes().zip(now.bytes()).take_while(|(a, b)| a == b).count();
    (0..=same)
        .rev()
        .find(|&at| before.is_char_boundary(at) && now.is_char_boundary(at))
        .unwrap_or(0)
}

/// What a record says about who plays where.
struct Facts {
    round: Option<u32>,
    number: String,
    white: String,
    black: String,
}

impl Facts {
    fn of(title: &GameTitle, record: &Record) -> Facts {
        let name = |name: &Option<String>| match name.as_deref().map(str::trim) {
            None | Some("" | "?") => String::new(),
            Some(name) => name.to_owned(),
        };
        let round = record.tag("Round");
        let round = round.as_deref().and_then(|round| round.split('.').next()?.trim().parse().ok());
        Facts {
            round,
            number: title.board.clone().unwrap_or_default(),
            white: name(&title.white),
            black: name(&title.black),
        }
    }

    /// Whether the game is that of a board: nothing contradicts, and both names or the number of
    /// the board in the round speak for it.
    fn fit(&self, board: &Board) -> bool {
        let is_same_round = match (self.round, board.round) {
            (Some(mine), Some(theirs)) => mine == theirs,
            _ => true,
        };
        let names = [(&self.white, &board.white), (&self.black, &board.black)];
        let is_same = |(mine, theirs): &(&String, &String)| {
            !mine.is_empty() && words_of(mine) == words_of(theirs)
        };
        let contradicts = |(mine, theirs): &(&String, &String)| {
            !mine.is_empty() && !theirs.is_empty() && words_of(mine) != words_of(theirs)
        };
        let is_same_number = !self.number.is_empty() && self.number == board.number;
        let is_same_place = is_same_number && self.round.is_some() && self.round == board.round;
        is_same_round
            && !names.iter().any(contradicts)
            && (names.iter().all(is_same) || is_same_place)
    }

    fn pairing(self, board: BoardId) -> Pairing {
        let Facts { round, number, white, black } = self;
        Pairing { board, round, number, white, black }
    }
}

/// The words of a name in the order of the alphabet: `Carlsen, Magnus` is `Magnus Carlsen`.
fn words_of(name: &str) -> Vec<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let mut words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_start_of_texts_ends_between_letters() {
        assert_eq!(common_start("abc", "abd"), 2);
        assert_eq!(common_start("aé", "aè"), 1);
        assert_eq!(common_start("", "a"), 0);
    }

    #[test]
    fn a_name_is_the_same_in_another_order() {
        assert_eq!(words_of("Carlsen, Magnus"), words_of("Magnus CARLSEN"));
        assert_ne!(words_of("Carlsen, Magnus"), words_of("Carlsen, Ellen"));
    }
}
