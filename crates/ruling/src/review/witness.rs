//! A line to a mate, kept while the game goes on: it spares most searches for another one.

use kaissa_chess::{ByColor, Color, Move, MoveList, Position};
use kaissa_game::{Record, RecordedPly};

/// How many moves are tried as one that changes nothing.
const WAITING_MOVES: usize = 6;
/// How many lines are kept.
const N_LINES: usize = 4;
/// Over how many plies a line is kept.
const N_PLIES: usize = 48;

/// Lines of legal moves to a mate, each from an earlier position of a run of legal moves.
///
/// Tried on a later position they prove as much as on their own: a line is played there move by
/// move, the pieces gone back to their places first, and counts only if every move is legal and the
/// last one mates.
#[derive(Clone, Debug, Default)]
pub(super) struct Witness {
    /// The latest last.
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    /// The ply after which it was found.
    ply: u32,
    /// The player who moves first in it.
    first: Color,
    moves: Vec<Move>,
}

impl Witness {
    /// Forgets the lines.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Keeps a line that was found from the position after a ply.
    pub fn keep(&mut self, ply: u32, position: &Position, moves: Vec<Move>) {
        if self.lines.len() == N_LINES {
            self.lines.remove(0);
        }
        self.lines.push(Line { ply, first: position.turn(), moves });
    }

    /// Whether a line leads to a mate from this position too, the last one of the record. `since`
    /// is the ply from which on the moves of the record have been legal.
    pub fn holds(&self, record: &Record, since: u32, position: &Position) -> bool {
        let plies = |line: &Line| record.plies.get(line.ply as usize..).unwrap_or_default();
        self.lines
            .iter()
            .rev()
            .filter(|line| line.ply >= since && plies(line).len() <= N_PLIES)
            .any(|line| line.holds(plies(line), position))
    }
}

impl Line {
    /// Whether the line leads to a mate from a position that these plies have led to since.
    fn holds(&self, plies: &[RecordedPly], position: &Position) -> bool {
        let is_played = self.moves.len() > plies.len()
            && self.moves.iter().zip(plies).all(|(known, ply)| Some(*known) == ply.played);
        if is_played && mates(position, self.moves.get(plies.len()..).unwrap_or_default()) {
            return true;
        }
        if position.turn() == self.first && mates(position, &self.moves) {
            return true;
        }
        self.holds_after(&gone_back(plies, position))
    }

    /// Whether the line leads to a mate, with a move before it that changes nothing where the other
    /// player is to move.
    fn holds_after(&self, position: &Position) -> bool {
        if position.turn() == self.first {
            return mates(position, &self.moves);
        }
        let is_apart = |played: Move| !self.moves.iter().any(|step| step.from() == played.from());
        quiet_moves(position).filter(|&played| is_apart(played)).take(WAITING_MOVES).any(
            |waiting| {
                let mut after = position.clone();
                after.play(waiting);
                mates(&after, &self.moves)
            },
        )
    }
}

/// The position after the pieces have gone back where they came from in these plies, as far as
/// legal moves lead there: pawns stay, and so do castled kings and what has been taken.
fn gone_back(plies: &[RecordedPly], position: &Position) -> Position {
    let mut position = position.clone();
    // By player: moves to be taken back, the latest last.
    let mut waiting: ByColor<Vec<Move>> = ByColor::default();
    let last = !position.turn();
    for (index, ply) in plies.iter().rev().enumerate() {
        let by = if index.is_multiple_of(2) { last } else { !last };
        if let Some(Move::Normal { from, to, promotion: None }) = ply.played {
            waiting.get_mut(by).push(Move::Normal { from: to, to: from, promotion: None });
        }
    }
    for side in Color::ALL {
        waiting.get_mut(side).reverse();
    }
    for _ in 0..2 * plies.len() {
        let us = position.turn();
        let ours = waiting.get_mut(us);
        let back = std::iter::from_fn(|| ours.pop()).find(|&back| position.is_legal(back));
        if let Some(back) = back {
            position.play(back);
            continue;
        }
        if waiting.get(!us).is_empty() {
            break;
        }
        // The other one goes on; meanwhile a move is made that is taken back afterwards.
        let Some(pause @ Move::Normal { from, to, .. }) = quiet_moves(&position).next() else {
            break;
        };
        position.play(pause);
        if waiting.get(!us).len() > 1 {
            waiting.get_mut(us).push(Move::Normal { from: to, to: from, promotion: None });
        }
    }
    position
}

/// Legal moves of pieces to empty squares.
fn quiet_moves(position: &Position) -> impl Iterator<Item = Move> + '_ {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.into_iter().filter(|played| {
        matches!(played, Move::Normal { .. })
            && !position.board().occupied().contains(played.to())
            && !position.board().pawns().contains(played.from())
    })
}

/// Whether these moves are legal one after the other, and the last one mates.
fn mates(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    for &played in line {
        if !position.is_legal(played) {
            return false;
        }
        position.play(played);
    }
    !line.is_empty() && position.is_checkmate()
}

#[cfg(test)]
mod tests {
    use kaissa_chess::notation::{Language, Reading};
    use kaissa_game::{Legality, TextRange};

    use super::*;

    fn line(start: &Position, moves: &[&str]) -> (Vec<Move>, Position) {
        let mut position = start.clone();
        let mut line = Vec::new();
        for san in moves {
            let reading = position.read_move(san, Language::English);
            let Reading::Legal { played, .. } = reading else { panic!("{san}: {reading:?}") };
            position.play(played);
            line.push(played);
        }
        (line, position)
    }

    fn record(moves: &[Move]) -> Record {
        let mut record = Record::new();
        record.plies.extend(moves.iter().map(|&played| RecordedPly {
            played: Some(played),
            written: TextRange::new(0, 0),
            legality: Legality::Legal,
            forms: Default::default(),
            clock: None,
            elapsed: None,
        }));
        record
    }

    /// Whether the shortest mate of all still holds after these moves.
    #[track_caller]
    fn check(moves: &[&str], expected: bool) {
        let start = Position::start();
        let mut witness = Witness::default();
        witness.keep(0, &start, line(&start, &["f3", "e5", "g4", "Qh4"]).0);
        let (played, position) = line(&start, moves);
        assert_eq!(witness.holds(&record(&played), 0, &position), expected, "{moves:?}");
    }

    #[test]
    fn a_line_holds_while_it_is_played_and_while_the_game_leaves_it_alone() {
        check(&["f3"], true);
        check(&["f3", "e5", "g4"], true);
        check(&["a3", "a6"], true);
        check(&["a3"], true);
        check(&["e3", "e6"], false);
        check(&["a3", "g5"], false);
    }

    #[test]
    fn pieces_go_back_before_the_line_is_played() {
        check(&["Nf3", "Nf6", "Ng5", "Ne4"], true);
        check(&["Nf3", "a6", "Nc3"], true);
        check(&["Nf3", "Nf6", "Rg1", "Rg8", "h3"], true);
        check(&["Nf3", "d5", "Ne5", "Qd6", "e3"], false);
    }

    #[test]
    fn a_line_from_before_an_illegal_move_is_not_kept() {
        let start = Position::start();
        let mut witness = Witness::default();
        let (played, position) = line(&start, &["a3", "a6"]);
        witness.keep(0, &start, line(&start, &["f3", "e5", "g4", "Qh4"]).0);
        assert!(witness.holds(&record(&played), 0, &position));
        assert!(!witness.holds(&record(&played), 1, &position));
    }
}
