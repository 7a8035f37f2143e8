//! The game on one board: what the sensors show, and the moves that are believed.

mod ending;

use kaissa_chess::{Bitboard, Board, Color, Move, Position, PositionParts, Rank, Role, Square};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::clock::{Hand, Press};
use super::explain::{Explanation, Hints, explain, one_legal, walk};
use super::line::{Line, difference};
use super::sensors::{Lie, Sensors, placement};
use crate::Replaced;

/// Boards kept since the last ply; a move takes six at most, and several may follow each other
/// faster than a board stands still.
const N_SEEN_MAX: usize = 96;
/// Presses kept that no board has explained.
const N_PRESSES_MAX: usize = 8;

/// Why the board is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The clock was pressed.
    Pressed(Press),
    /// The clock was stopped; what the display that ran shows.
    Stopped {
        /// The display that ran, where it is known.
        hand: Option<Hand>,
        /// What it shows.
        left: Option<ClockTime>,
    },
    /// The clock runs again after it was stopped.
    Started,
    /// Nothing has moved for a second, and no clock tells when a move is complete.
    Settled,
    /// Nothing has moved for three seconds, and no clock tells.
    AtRest,
    /// Nothing has moved for a second; the clock tells when a move is complete.
    Quiet,
    /// The line was broken and is back.
    Returned,
    /// Nothing more will come.
    Ended {
        /// Whether the clock still runs, so that hands that have moved were those of the players.
        is_running: bool,
    },
}

/// What a look at the board has brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing new.
    Nothing,
    /// Plies were added, replaced or taken back, or a result was shown.
    Changed,
    /// Another game has begun.
    NewGame,
    /// What stands cannot be explained.
    Unclear,
}

/// The game on one board: what the sensors show, and the moves that are believed.
#[derive(Clone, Debug)]
pub struct BoardGame {
    sensors: Sensors,
    lie: Lie,
    /// The board as it stands.
    board: Board,
    line: Line,
    /// Whether the game is known from its start position.
    is_whole: bool,
    /// Whether it is known who is to move; after joining late the first move tells.
    is_turn_known: bool,
    /// Boards since the last ply, oldest first.
    seen: Vec<Board>,
    /// When each of them was seen first, where that is known.
    seen_at: Vec<Timestamp>,
    /// When the last message came.
    now: Timestamp,
    /// Moves that stood on the board and were not the ones made.
    replaced: Vec<Replaced>,
    /// Presses since the last ply that no board has explained.
    presses: Vec<Press>,
    /// Whether the clock was ever pressed in this game.
    is_pressed: bool,
    /// The display of White's clock.
    white: Option<Hand>,
    result: Option<&'static str>,
    /// Kings put in the centre: White's and Black's.
    kings: Option<(Square, Square)>,
}

impl Default for BoardGame {
    fn default() -> Self {
        BoardGame::new()
    }
}

impl BoardGame {
    /// A board of which nothing is known.
    pub fn new() -> BoardGame {
        let sensors = Sensors::EMPTY;
        BoardGame {
            sensors,
            lie: Lie::Usual,
            board: Board::empty(),
            line: Line::new(base_of(&Board::empty())),
            is_whole: false,
            is_turn_known: false,
            seen: Vec::new(),
            seen_at: Vec::new(),
            now: Timestamp(0),
            replaced: Vec::new(),
            presses: Vec::new(),
            is_pressed: false,
            white: None,
            result: None,
            kings: None,
        }
    }

    /// The moves that are believed.
    pub const fn line(&self) -> &Line {
        &self.line
    }

    /// The board as it stands.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The placement as it stands, as the first part of a FEN.
    pub fn placement(&self) -> String {
        placement(&self.board)
    }

    /// Whether the game is known from its start position.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The player whose clock a display shows, once a move has told it.
    pub fn color_of(&self, hand: Hand) -> Option<Color> {
        let white = self.white?;
        Some(if hand == white { Color::White } else { Color::Black })
    }

    /// The display that shows a player's clock, once a move has told it.
    pub fn hand_of(&self, color: Color) -> Option<Hand> {
        let white = self.white?;
        Some(if color == Color::White { white } else { white.other() })
    }

    /// The result that the pieces show.
    pub const fn result(&self) -> Option<&'static str> {
        self.result
    }

    /// Whether presses of the clock are waiting for a board that explains them.
    pub fn is_waiting(&self) -> bool {
        !self.presses.is_empty()
    }

    /// Takes what stands on all squares.
    pub fn set_board(&mut self, sensors: Sensors) {
        let is_first = self.line.is_empty() && !self.is_whole;
        self.sensors = sensors;
        if let Some((position, lie)) = sensors.start_position()
            && is_first
        {
            self.begin(position, lie);
            return;
        }
        if is_first {
            self.lie = sensors.likely_lie();
            self.board = sensors.board(self.lie);
            self.line = Line::new(base_of(&self.board));
            self.is_turn_known = false;
        }
        self.look();
    }

    /// Takes a change of one square.
    pub fn set_square(&mut self, index: u8, code: u8) {
        self.sensors.set(index, code);
        self.look();
    }

    /// Takes word that the board was switched on or is empty: every piece found is told after it.
    pub fn clear_sensors(&mut self) {
        self.sensors = Sensors::EMPTY;
        self.look();
    }

    /// Takes word from the board itself that the pieces stand in the usual start position.
    pub fn set_start(&mut self, is_rotated: bool) {
        let lie = if is_rotated { Lie::Rotated } else { Lie::Usual };
        self.sensors = Sensors::start(lie);
        self.begin(Position::start(), lie);
    }

    /// What stands on all squares, as the sensors tell it.
    pub const fn sensors(&self) -> &Sensors {
        &self.sensors
    }

    /// Whether no sensor has told anything yet.
    pub fn is_blank(&self) -> bool {
        self.sensors == Sensors::EMPTY
    }

    /// Says that it is now so late; changes of squares that follow are of this moment.
    pub fn set_now(&mut self, now: Timestamp) {
        self.now = now;
    }

    /// Moves that stood on the board and were not the ones made, since it was asked last.
    pub fn take_replaced(&mut self) -> Vec<Replaced> {
        std::mem::take(&mut self.replaced)
    }

    /// Gives a ply the clock reading that was told at the time, where there was one.
    pub fn set_left(&mut self, index: usize, left: Option<ClockTime>) {
        self.line.set_left(index, left);
    }

    /// Takes over a longer line of the same game, as one found in the board's memory.
    pub fn adopt(&mut self, other: &BoardGame) {
        let mut line = other.line.clone();
        for (index, ply) in self.line.plies().iter().enumerate() {
            line.set_left(index, ply.left);
        }
        self.line = line;
        self.is_whole = other.is_whole;
        self.is_turn_known = true;
        self.is_pressed |= other.is_pressed;
        if self.sensors == Sensors::EMPTY {
            self.sensors = other.sensors;
        }
        if self.result.is_none() {
            (self.result, self.kings) = (other.result, other.kings);
        }
        self.lie = other.lie;
        self.white = other.white.or(self.white);
        self.board = self.sensors.board(self.lie);
        self.presses.clear();
        self.forget_seen();
    }

    /// Looks whether the pieces show a result.
    pub fn look_for_result(&mut self, at: Option<Timestamp>) {
        self.end_by_pieces(at);
    }

    /// Looks at the board at a moment at which moves may be complete.
    pub fn commit(&mut self, moment: Moment, at: Option<Timestamp>) -> Outcome {
        if let Some(outcome) = self.end_by_pieces(at) {
            return outcome;
        }
        if self.result.is_some() {
            return self.go_on_after_result(moment);
        }
        let (press, is_press) = match moment {
            Moment::Pressed(press) => (press, true),
            Moment::Stopped { hand, left } => (Press { hand, left }, false),
            _ => (Press { hand: None, left: None }, false),
        };
        if is_press {
            if self.presses.len() == N_PRESSES_MAX {
                self.presses.remove(0);
            }
            self.presses.push(press);
            self.is_pressed = true;
        }
        if let Moment::Ended { is_running } = moment
            && self.is_pressed
            && self.presses.is_empty()
        {
            return self.complete_last_move(is_running, at);
        }
        // While the clock tells when a move is complete, a quiet board only mends what is wrong.
        let only_mends = moment == Moment::Quiet && self.presses.is_empty();
        if only_mends && !self.is_last_illegal() {
            return self.begin_if_set_up();
        }
        if !self.is_turn_known && self.line.is_empty() {
            self.learn_turn();
        }
        let hints = Hints {
            seen: &self.seen,
            n_presses: self.presses.len(),
            by: press.hand.and_then(|hand| self.color_of(hand)),
            is_at_rest: matches!(moment, Moment::AtRest | Moment::Ended { .. }),
        };
        // Without a clock quick moves follow each other before the board stands still. What was seen
        // tells more than the shortest way, as where pieces go there and back.
        let is_still = matches!(moment, Moment::Settled | Moment::AtRest | Moment::Ended { .. });
        if is_still
            && self.presses.is_empty()
            && one_legal(self.line.position(), &self.board).is_none()
        {
            let way = walk(self.line.position(), &self.seen, &self.board);
            if !way.is_empty() {
                self.make(0, &way, press, at);
                return Outcome::Changed;
            }
        }
        match explain(&self.line, &self.board, &hints) {
            Explanation::Plies { n_back, moves }
                if n_back == self.line.len() && moves.is_empty() =>
            {
                self.take_back_all()
            }
            Explanation::Plies { n_back: 1, moves } if only_mends && moves.len() == 1 => {
                self.take_explanation(Explanation::Plies { n_back: 1, moves }, press, false, at)
            }
            _ if only_mends => self.begin_if_set_up(),
            explanation => self.take_explanation(explanation, press, is_press, at),
        }
    }

    /// The first position stands again: every move is taken back, or the pieces are set up anew.
    fn take_back_all(&mut self) -> Outcome {
        match self.sensors.start_position() {
            Some((position, lie)) => {
                self.begin(position, lie);
                Outcome::NewGame
            }
            None => {
                self.line.take_back(self.line.len());
                self.presses.clear();
                self.forget_seen();
                Outcome::Changed
            }
        }
    }

    fn take_explanation(
        &mut self,
        explanation: Explanation,
        press: Press,
        is_press: bool,
        at: Option<Timestamp>,
    ) -> Outcome {
        match explanation {
            Explanation::Same => {
                self.take_unmoved(is_press);
                Outcome::Nothing
            }
            Explanation::Plies { n_back, moves } => {
                self.learn_hands(press.hand, &moves, n_back);
                self.make(n_back, &moves, press, at);
                Outcome::Changed
            }
            Explanation::Ambiguous | Explanation::Unknown => {
                if let Some(outcome) = self.take_seen(press, is_press, at) {
                    return outcome;
                }
                let way = walk(self.line.position(), &self.seen, &self.board);
                if !way.is_empty() && self.presses.len() == way.len() {
                    self.make(0, &way, press, at);
                    return Outcome::Changed;
                }
                match self.begin_if_set_up() {
                    Outcome::NewGame => Outcome::NewGame,
                    _ => Outcome::Unclear,
                }
            }
        }
    }

    /// Nothing has moved. A press alone says nothing yet: the player may press again after moving,
    /// or the opponent may move out of turn.
    fn take_unmoved(&mut self, is_press: bool) {
        if !is_press {
            self.presses.clear();
        } else if self.presses.len() >= 2 {
            // To and fro: both presses are spent.
            self.presses.clear();
        }
        self.forget_seen();
    }

    /// The clock is told late: the next player's hand may already be at work. Then the position
    /// that the press completed was seen, and the board now is that one with pieces lifted.
    fn take_seen(
        &mut self,
        press: Press,
        is_press: bool,
        at: Option<Timestamp>,
    ) -> Option<Outcome> {
        if !is_press || self.presses.len() != 1 {
            return None;
        }
        let position = self.line.position();
        let (place, played) = self.seen.iter().enumerate().rev().find_map(|(place, board)| {
            let played = one_legal(position, board)?;
            let lifted = difference(board, &self.board);
            let is_lifted = (lifted & self.board.occupied()).is_empty();
            let theirs = (lifted & board.by_color(!position.turn())).count();
            (is_lifted && lifted.count() <= 2 && theirs == 1).then_some((place, played))
        })?;
        let later = self.seen.split_off(place + 1);
        let later_at = self.seen_at.split_off(place + 1);
        self.learn_hands(press.hand, &[Some(played)], 0);
        self.make(0, &[Some(played)], press, at);
        (self.seen, self.seen_at) = (later, later_at);
        Some(Outcome::Changed)
    }

    fn make(&mut self, n_back: usize, moves: &[Option<Move>], press: Press, at: Option<Timestamp>) {
        if n_back == 0
            && let &[Some(played)] = moves
        {
            self.note_replaced(played);
        }
        self.line.take_back(n_back);
        let n_presses = self.presses.len();
        for (index, &played) in moves.iter().enumerate() {
            let is_last = index + 1 == moves.len();
            // As many presses as plies: each ply has its own.
            let own = match n_presses == moves.len() {
                true => self.presses.get(index).copied(),
                false => is_last.then_some(press),
            };
            let mover = self.line.position().turn();
            let left = own.filter(|own| {
                own.hand.is_none_or(|hand| self.color_of(hand).is_none_or(|color| color == mover))
            });
            self.line.push(played, left.and_then(|own| own.left), at);
        }
        self.presses.clear();
        self.forget_seen();
    }

    fn forget_seen(&mut self) {
        self.seen.clear();
        self.seen_at.clear();
    }

    /// The display that was stopped belongs to the player who has moved.
    fn learn_hands(&mut self, hand: Option<Hand>, moves: &[Option<Move>], n_back: usize) {
        let (Some(hand), [Some(_)]) = (hand, moves) else { return };
        if let Some(before) = self.line.position_before(n_back) {
            self.white = Some(match before.turn() {
                Color::White => hand,
                Color::Black => hand.other(),
            });
        }
    }

    /// After joining late: the player who has made the one move that explains the board had the
    /// move.
    fn learn_turn(&mut self) {
        for turn in Color::ALL {
            let mut start = self.line.start().clone();
            start.set_turn(turn);
            if one_legal(&start, &self.board).is_some() {
                self.line = Line::new(start);
                self.is_turn_known = true;
                return;
            }
        }
    }

    fn is_last_illegal(&self) -> bool {
        self.line.plies().last().is_some_and(|ply| !ply.is_legal)
    }

    fn begin_if_set_up(&mut self) -> Outcome {
        let Some((position, lie)) = self.sensors.start_position() else { return Outcome::Nothing };
        let last = self.line.position();
        // Knights that went out and home again bring the start position by moves of the game.
        let is_same_game = *last.board() == self.board || one_legal(last, &self.board).is_some();
        if is_same_game && self.is_whole && self.result.is_none() {
            return Outcome::Nothing;
        }
        self.begin(position, lie);
        Outcome::NewGame
    }

    fn begin(&mut self, position: Position, lie: Lie) {
        self.lie = lie;
        self.board = position.board().clone();
        self.line = Line::new(position);
        self.is_whole = true;
        self.is_turn_known = true;
        self.forget_seen();
        self.presses.clear();
        self.is_pressed = false;
        self.replaced.clear();
        self.white = None;
        (self.result, self.kings) = (None, None);
    }

    fn look(&mut self) {
        let board = self.sensors.board(self.lie);
        if board == self.board {
            return;
        }
        if self.seen.len() == N_SEEN_MAX {
            self.seen.remove(0);
            self.seen_at.remove(0);
        }
        self.seen.push(board.clone());
        self.seen_at.push(self.now);
        self.board = board;
        if self.line.is_empty() && self.board.occupied().count() == 32 {
            self.begin_if_set_up();
        }
    }
}

/// A position to go on from where the game was joined late: rights to castle wherever king and rook
/// stand at home. Who is to move is not known yet.
fn base_of(board: &Board) -> Position {
    let mut castling_rooks = Bitboard::EMPTY;
    for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
        let king = Square::from_coords(kaissa_chess::File::E, rank);
        if board.piece_at(king) == Some(Role::King.of(color)) {
            let corners = Bitboard::CORNERS & Bitboard::from_rank(rank);
            castling_rooks |= board.by_piece(Role::Rook.of(color)) & corners;
        }
    }
    Position::from_parts(PositionParts {
        board: board.clone(),
        turn: Color::White,
        castling_rooks,
        pawn_step: None,
        halfmove_clock: 0,
        fullmove_number: 1,
        chess960: false,
    })
}
