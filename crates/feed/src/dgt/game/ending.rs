//! How a game ends on the board, and moves that stood on it without being made.

use kaissa_chess::{Bitboard, Board, Color, Move, Role, Square};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::{BoardGame, Moment, Outcome};
use crate::dgt::explain::one_legal;
use crate::{LiveMove, Replaced};

/// A move that stood so long and was not the one made is worth a word.
const STOOD: ClockTime = ClockTime::seconds(1);
impl BoardGame {
    /// The moves as a record takes them, kings put in the centre at the end.
    ///
    /// They are left out where the first of them could be a move of the game, or stood there
    /// already: then only the result tells of them.
    pub fn moves(&self) -> Vec<LiveMove> {
        let mut moves = self.line.moves();
        let Some((white, black)) = self.kings else { return moves };
        let position = self.line.position();
        let order = match position.turn() {
            Color::White => [white, black],
            Color::Black => [black, white],
        };
        let [first, second] = order;
        let (own, other) = (position.turn(), !position.turn());
        let (Some(from), Some(stood)) = (position.king_of(own), position.king_of(other)) else {
            return moves;
        };
        let may_be_move =
            position.is_pseudo_legal(Move::Normal { from, to: first, promotion: None });
        if from != first && stood != second && !may_be_move {
            for square in order {
                moves.push(LiveMove { written: format!("K{square}"), left: None, used: None });
            }
        }
        moves
    }

    /// Kings in the centre or a sign on the board end the game.
    pub(super) fn end_by_pieces(&mut self, at: Option<Timestamp>) -> Option<Outcome> {
        let kings = kings_in_centre(&self.board);
        let result = match kings {
            Some((white, black)) => Some(match (white.is_light(), black.is_light()) {
                (true, true) => "1-0",
                (false, false) => "0-1",
                _ => "1/2-1/2",
            }),
            None => self.sensors.result_sign(),
        }?;
        if (self.result, self.kings) == (Some(result), kings) {
            return Some(Outcome::Nothing);
        }
        if self.result.is_none() {
            self.complete_last_move(false, at);
        }
        (self.result, self.kings) = (Some(result), kings);
        self.presses.clear();
        self.forget_seen();
        Some(Outcome::Changed)
    }

    /// The move that ends a game is often not followed by a press. Any other move without one may
    /// belong to the hands that put the pieces back.
    pub(super) fn complete_last_move(
        &mut self,
        is_running: bool,
        at: Option<Timestamp>,
    ) -> Outcome {
        let position = self.line.position();
        let standing = one_legal(position, &self.board).filter(|_| is_running);
        let ends = |played: &Move| {
            let mut after = position.clone();
            after.play(*played);
            !after.has_legal_move()
        };
        let boards = self.seen.iter().chain([&self.board]);
        let found = boards.filter_map(|board| one_legal(position, board)).find(ends);
        let Some(played) = standing.or(found) else { return Outcome::Nothing };
        self.line.push(Some(played), None, at);
        self.presses.clear();
        self.forget_seen();
        Outcome::Changed
    }

    /// After a result the board says nothing about the game, until the pieces stand for the next
    /// one, or again as they stood while the clock runs.
    pub(super) fn go_on_after_result(&mut self, moment: Moment) -> Outcome {
        let is_back = self.board == *self.line.position().board();
        if is_back && matches!(moment, Moment::Pressed(_) | Moment::Started) {
            (self.result, self.kings) = (None, None);
            return Outcome::Changed;
        }
        self.begin_if_set_up()
    }

    /// Other moves that stood on the board before the one that was made: a second and longer, or a
    /// rook or king moved alone before castling (4.4.2).
    pub(super) fn note_replaced(&mut self, made: Move) {
        let position = self.line.position();
        let ends = self.seen_at.iter().skip(1).chain([&self.now]);
        let stood = self.seen.iter().zip(self.seen_at.iter().zip(ends));
        for (board, (&from, &to)) in stood {
            let shown_for = to.since(from);
            let Some(shown) = one_legal(position, board).filter(|&shown| shown != made) else {
                continue;
            };
            let is_part_of_castling = match made {
                Move::Castle { king, rook } => [king, rook].contains(&shown.from()),
                _ => false,
            };
            // While a hand carries a piece along its line, nothing stands for so long.
            if !is_part_of_castling && shown_for < STOOD {
                continue;
            }
            self.replaced.push(Replaced {
                row: String::new(),
                ply: u32::try_from(self.line.len() + 1).unwrap_or(u32::MAX),
                written: position.to_san(shown),
                instead: Some(position.to_san(made)),
                shown_for,
            });
        }
    }
}

/// The kings, where each colour has one and both stand on the four squares in the centre: there any
/// two squares touch, so that no game puts them there.
fn kings_in_centre(board: &Board) -> Option<(Square, Square)> {
    let centre = Bitboard::from(Square::D4) | Square::E4 | Square::D5 | Square::E5;
    let king = |color: Color| {
        let kings = board.by_piece(Role::King.of(color));
        kings.single_square().filter(|&square| centre.contains(square))
    };
    king(Color::White).zip(king(Color::Black))
}
