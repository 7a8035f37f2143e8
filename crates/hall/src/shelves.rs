//! Games on shelves, by what tells most of a hall apart: the board and the ids of a game.

use std::collections::{BTreeSet, HashMap};

use crate::event::GameId;
use crate::identity::Facts;

/// The games of a hall by their boards and ids.
///
/// Two rows that name different boards belong to different games unless an id of the game says
/// otherwise, so a row that names its board is compared with the games of that board, with those
/// that share an id with it, and with those whose board nobody named. A game stays on every shelf
/// it once stood on: a game too many is compared in vain, and none is overlooked.
#[derive(Debug, Default)]
pub(crate) struct Shelves {
    of_board: HashMap<String, BTreeSet<GameId>>,
    of_id: HashMap<String, BTreeSet<GameId>>,
    without_board: BTreeSet<GameId>,
}

impl Shelves {
    /// Puts a game where its facts are looked for.
    pub fn put(&mut self, game: GameId, facts: &Facts) {
        match facts.tagged_board() {
            Some(board) => put_on(&mut self.of_board, board, game),
            None => {
                self.without_board.insert(game);
            }
        }
        for id in facts.game_ids() {
            put_on(&mut self.of_id, id, game);
        }
    }

    /// The games that a row with these facts may belong to, in the order of their ids; `None` where
    /// that may be any.
    pub fn candidates(&self, facts: &Facts) -> Option<BTreeSet<GameId>> {
        let board = facts.tagged_board()?;
        let mut found = self.without_board.clone();
        found.extend(self.of_board.get(board).into_iter().flatten());
        found.extend(facts.game_ids().filter_map(|id| self.of_id.get(id)).flatten());
        Some(found)
    }
}

fn put_on(shelves: &mut HashMap<String, BTreeSet<GameId>>, name: &str, game: GameId) {
    match shelves.get_mut(name) {
        Some(shelf) => {
            shelf.insert(game);
        }
        None => {
            shelves.insert(name.to_owned(), BTreeSet::from([game]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::Likeness;
    use crate::tests::record;

    /// Facts with every mixture of a few rounds, boards, ids and files.
    fn mixtures() -> Vec<Facts> {
        let mut found = Vec::new();
        for file in ["round/games.pgn", "round/game-2.pgn"] {
            for round in ["?", "3", "3.1", "3.2"] {
                for board in ["?", "1", "2"] {
                    for (tag, id) in
                        [("Site", "?"), ("GameId", "a"), ("GameId", "b"), ("GameURL", "a")]
                    {
                        let tags =
                            [("White", "A, B"), ("Round", round), ("Board", board), (tag, id)];
                        found.push(Facts::of(&record(&tags, "", "*"), file));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn no_game_that_may_be_the_one_is_overlooked() {
        let all = mixtures();
        let (mut n_alike, mut n_left_out) = (0, 0);
        for row in &all {
            for game in &all {
                let mut shelves = Shelves::default();
                shelves.put(GameId(7), game);
                let is_asked =
                    shelves.candidates(row).is_none_or(|found| found.contains(&GameId(7)));
                let is_alike = row.compare(game) != Likeness::Different;
                assert!(is_asked || !is_alike, "{row:?} may be {game:?}");
                n_alike += usize::from(is_alike);
                n_left_out += usize::from(!is_asked);
            }
        }
        assert!(n_alike > 1_000 && n_left_out > 1_000, "{n_alike} alike, {n_left_out} left out");
    }

    #[test]
    fn a_game_stays_where_it_stood_once() {
        let facts = |board| Facts::of(&record(&[("Board", board)], "", "*"), "");
        let mut shelves = Shelves::default();
        shelves.put(GameId(1), &facts("4"));
        shelves.put(GameId(1), &facts("5"));
        shelves.put(GameId(2), &facts("5"));
        shelves.put(GameId(3), &facts("?"));
        let of = |board| shelves.candidates(&facts(board));
        assert_eq!(of("4"), Some(BTreeSet::from([GameId(1), GameId(3)])));
        assert_eq!(of("5"), Some(BTreeSet::from([GameId(1), GameId(2), GameId(3)])));
        assert_eq!(of("6"), Some(BTreeSet::from([GameId(3)])));
        assert_eq!(of("?"), None);
    }
}
