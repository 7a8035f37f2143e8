//! Which board of a round a pairing stands for: one that is there already, or a new one.

use std::collections::BTreeSet;

use kaissa_tournament::{PairingRow, name_key};

use super::{Board, Ground};
use crate::{BoardId, Pairing};

impl Ground {
    /// Seats the games of a round: a board with the same two players keeps its id whatever its
    /// number, one with the same number and no move yet gets the new players, all else is new.
    pub fn seat(&self, round: u32, rows: &[PairingRow]) -> Vec<Pairing> {
        let known: Vec<_> = self.boards_of(round);
        let mut taken: BTreeSet<BoardId> = BTreeSet::new();
        let mut find = |fits: &dyn Fn(&Board) -> bool| {
            let found = known.iter().find(|board| !taken.contains(&board.id) && fits(board));
            found.map(|board| {
                taken.insert(board.id);
                board.id
            })
        };
        let by_players: Vec<Option<BoardId>> =
            rows.iter().map(|row| find(&|board| has_players(board, row))).collect();
        let mut next = self.next_board();
        let seated = rows.iter().zip(by_players).map(|(row, by_players)| {
            let by_number = || find(&|board| is_free(board, row));
            let board = by_players.or_else(by_number).unwrap_or_else(|| {
                let new = next;
                next = BoardId(new.0.saturating_add(1));
                new
            });
            Pairing {
                board,
                round: Some(round),
                number: row.board.clone(),
                white: row.white.clone(),
                black: row.black.clone(),
            }
        });
        seated.collect()
    }
}

fn has_players(board: &Board, row: &PairingRow) -> bool {
    name_key(&board.white) == name_key(&row.white) && name_key(&board.black) == name_key(&row.black)
}

/// Whether a board of this number has no game yet.
fn is_free(board: &Board, row: &PairingRow) -> bool {
    !row.board.is_empty()
        && board.number == row.board
        && board.game.ply() == 0
        && board.result.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Entry};
    use kaissa_game::Timestamp;

    fn row(board: &str, white: &str, black: &str) -> PairingRow {
        let [board, white, black] = [board, white, black].map(str::to_owned);
        PairingRow { line: 1, round: None, board, white, black, result: None }
    }

    fn enter(ground: &mut Ground, pairings: Vec<Pairing>) {
        ground.apply(&Entry {
            number: ground.number() + 1,
            recorded_at: Timestamp(0),
            happened_at: Timestamp(0),
            sender_id: String::new(),
            person: None,
            body: Body::PairingsEntered { pairings },
            hash: String::new(),
        });
    }

    #[test]
    fn pairings_entered_again_keep_their_boards() {
        let mut ground = Ground::default();
        let first = ground.seat(3, &[row("1", "A", "B"), row("2", "C", "D")]);
        enter(&mut ground, first);
        // The players of board 2 go to board 1, and board 2 gets new ones.
        let again = ground.seat(3, &[row("1", "c", "D"), row("2", "E", "F"), row("3", "A", "G")]);
        let ids: Vec<u32> = again.iter().map(|pairing| pairing.board.0).collect();
        assert_eq!(ids, [2, 3, 4], "a board that another took is not free");
        let other = ground.seat(4, &[row("1", "A", "B")]);
        assert_eq!(other[0].board, BoardId(3), "another round has other boards");
    }
}
