//! A DGT board with its clock, as the bytes of a serial line.

mod arguments;
mod hands;
mod line;
#[cfg(unix)]
mod terminal;
mod wire;

use std::time::Duration;

use kaissa_chess::{Board, Color, Move, MoveList, Piece, Position, Role, Square};
use kaissa_game::{Legality, Record};

use crate::{BoardScript, FaultKind, Faults, Seed};
use hands::Touch;
use wire::{Displays, Memory};

pub use arguments::Arguments;
pub use line::{SerialLine, SerialPlug};
#[cfg(unix)]
pub use terminal::play_on_terminal;

/// How a simulated board stands in the hall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSetting {
    /// Its serial number, below 16384.
    pub serial_number: u16,
    /// Whether it lies the other way round.
    pub is_rotated: bool,
    /// Whether a clock is connected.
    pub has_clock: bool,
    /// Whether White's clock is the left one.
    pub is_white_left: bool,
    /// Seconds added with each move.
    pub increment: u64,
}

impl Default for BoardSetting {
    fn default() -> Self {
        BoardSetting {
            serial_number: 1025,
            is_rotated: false,
            has_clock: true,
            is_white_left: true,
            increment: 0,
        }
    }
}

/// Something that a board tells of its own accord.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// When, since the start of the game.
    pub at: Duration,
    /// What happens at the board.
    pub change: Change,
    /// The bytes that reach the other end of the line, faults included.
    pub bytes: Vec<u8>,
    /// Whether the line is broken: nothing arrives, and the reader finds it closed.
    pub is_lost: bool,
}

/// What happens at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A square has changed.
    Square {
        /// Its number.
        index: u8,
        /// The code of what stands there now.
        code: u8,
    },
    /// The clock shows something else.
    Clock([u8; 10]),
}

/// A ply as it was really made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TruePly {
    /// The move.
    pub played: Move,
    /// What the mover's clock showed after the press, in seconds.
    pub left: Option<u64>,
}

/// A game on a simulated board: what it tells, what it remembers, and what really happened.
#[derive(Clone, Debug)]
pub struct SerialGame {
    /// The setting.
    pub setting: BoardSetting,
    /// What stands on the board at the start.
    pub start: [u8; 64],
    /// What the board tells of its own accord.
    pub frames: Vec<Frame>,
    /// The events of the board's own memory at the end, with the mark of their end.
    pub memory: Vec<u8>,
    /// The plies as they were really made.
    pub truth: Vec<TruePly>,
    /// The position before the first of them.
    pub position: Position,
    /// The result, where kings show it.
    pub result: Option<&'static str>,
}

/// Plays one game on a board, through the faults.
///
/// Two faults of other sources do not exist on a serial line: its bytes keep their order, and a
/// board is not reported twice (a message is).
pub fn play_serial(script: &BoardScript, setting: BoardSetting, faults: &mut Faults) -> SerialGame {
    let mut play = Play::new(&script.record, setting, faults);
    play.begin();
    let mut is_off_script = false;
    for (index, (ply, step)) in script.record.plies.iter().zip(&script.plies).enumerate() {
        let is_move = matches!(ply.legality, Legality::Legal | Legality::Illegal(_));
        let Some(mut played) = ply.played.filter(|_| is_move) else { break };
        if is_off_script {
            let Some(drawn) = play.any_legal() else { break };
            played = drawn;
        } else if index > 2 && play.faults.strikes(FaultKind::IllegalMove) {
            let Some(drawn) = play.any_illegal() else { break };
            (played, is_off_script) = (drawn, true);
        }
        let left = step.left.filter(|_| !is_off_script).map(|left| left.as_whole_seconds());
        play.make(played, step.at, left.and_then(|left| u64::try_from(left).ok()));
    }
    play.finish(&script.record)
}

struct Play<'a> {
    setting: BoardSetting,
    faults: &'a mut Faults,
    seed: Seed,
    position: Position,
    board: Board,
    now: Duration,
    /// What each display shows; White's first.
    shown: [u64; 2],
    memory: Memory,
    game: SerialGame,
}

/// The shortest time for a move: hands need it, and so does the board.
const MOVE_TIME: Duration = Duration::from_millis(600);
/// Time between the last touch of a piece and the press.
const TO_PRESS: Duration = Duration::from_millis(320);

impl<'a> Play<'a> {
    fn new(record: &Record, setting: BoardSetting, faults: &'a mut Faults) -> Play<'a> {
        let position = record.start.clone();
        let mut codes = [0; 64];
        for (square, piece) in position.board() {
            let index = wire::index_of(square, setting.is_rotated);
            if let Some(code) = codes.get_mut(usize::from(index)) {
                *code = wire::code_of(Some(piece));
            }
        }
        let first = |from: usize| {
            let mut own = record.plies.iter().skip(from).step_by(2);
            own.find_map(|ply| ply.clock).map_or(5400, |left| left.as_whole_seconds() + 60)
        };
        let shown = [first(0), first(1)].map(|seconds| u64::try_from(seconds).unwrap_or(0));
        Play {
            setting,
            seed: Seed::new(faults.seed().next_number()),
            faults,
            board: position.board().clone(),
            position: position.clone(),
            now: Duration::ZERO,
            shown,
            memory: Memory::default(),
            game: SerialGame {
                setting,
                start: codes,
                frames: Vec::new(),
                memory: Vec::new(),
                truth: Vec::new(),
                position,
                result: None,
            },
        }
    }

    fn begin(&mut self) {
        self.memory.power_up(&self.game.start);
        let is_usual = *self.position.board() == Board::new();
        self.memory.start(is_usual, self.setting.is_rotated);
        self.tell_clock(false);
        self.now += Duration::from_millis(500);
        self.tell_clock(true);
    }

    /// Makes a move, so that the clock is pressed at a moment, or a little later where hands need
    /// longer.
    fn make(&mut self, played: Move, at: Duration, left: Option<u64>) {
        let mut touches = Vec::new();
        if self.faults.strikes(FaultKind::WrongMove)
            && let Some(wrong) = self.wrong_square(played)
        {
            touches.extend(hands::drag(&self.position, played.from(), wrong, &mut self.seed));
        }
        touches.extend(hands::touches_of(&self.position, played, &mut self.seed));
        let hands: Duration = touches.iter().map(|touch| touch.after).sum();
        let press = at.max(self.now + hands + TO_PRESS).max(self.now + MOVE_TIME);
        let mut due = press - TO_PRESS - hands;
        let mover = self.position.turn();
        let began = self.now;
        let before = self.shown;
        for touch in touches {
            due += touch.after;
            self.tick_until(due, began, before, mover);
            self.touch(touch);
        }
        self.tick_until(press, began, before, mover);
        self.now = press;
        self.position.play(played);
        let display = &mut self.shown[usize::from(mover == Color::Black)];
        *display = left.unwrap_or(*display + self.setting.increment).min(9 * 3600);
        let left = *display;
        if self.setting.has_clock {
            self.memory.press(self.is_left(mover), left);
            if self.faults.strikes(FaultKind::ClockJump) {
                self.shown[usize::from(mover == Color::White)] += 120;
            }
            self.tell_clock(true);
        }
        self.game.truth.push(TruePly { played, left: self.setting.has_clock.then_some(left) });
    }

    /// Tells the clock each second until a moment.
    fn tick_until(&mut self, until: Duration, began: Duration, before: [u64; 2], mover: Color) {
        let index = usize::from(mover == Color::Black);
        while self.setting.has_clock {
            let n_gone = (self.now - began).as_secs() + 1;
            let next = began + Duration::from_secs(n_gone);
            if next >= until {
                break;
            }
            self.now = next;
            let was = self.shown[index];
            self.shown[index] = before[index].saturating_sub(n_gone);
            if self.shown[index] != was {
                self.tell_clock(true);
            }
        }
        self.now = until;
    }

    fn touch(&mut self, touch: Touch) {
        match touch.piece {
            Some(piece) => self.board.set_piece_at(touch.square, piece),
            None => self.board.discard_piece_at(touch.square),
        }
        let index = wire::index_of(touch.square, self.setting.is_rotated);
        let code = wire::code_of(touch.piece);
        self.memory.change(self.now, index, code);
        self.send(Change::Square { index, code }, wire::field_update(index, code));
    }

    fn tell_clock(&mut self, is_running: bool) {
        if !self.setting.has_clock {
            return;
        }
        let [white, black] = self.shown;
        let is_white_left = self.setting.is_white_left;
        let displays = Displays {
            left: if is_white_left { white } else { black },
            right: if is_white_left { black } else { white },
            is_left_running: self.is_left(self.position.turn()),
            is_running,
        };
        let bytes = displays.message();
        let mut content = [0; 10];
        content.copy_from_slice(&bytes);
        self.send(Change::Clock(content), bytes);
    }

    fn is_left(&self, color: Color) -> bool {
        (color == Color::White) == self.setting.is_white_left
    }

    /// Sends a message through the faults of the line.
    fn send(&mut self, change: Change, mut bytes: Vec<u8>) {
        if self.faults.strikes(FaultKind::Duplicate) {
            bytes.extend(bytes.clone());
        }
        if self.faults.strikes(FaultKind::HalfWritten) {
            bytes.truncate(bytes.len() / 2);
        }
        if self.faults.strikes(FaultKind::Noise) {
            let seed = self.faults.seed();
            let place = seed.below(bytes.len() as u64 + 1) as usize;
            let noise = seed.next_number() as u8;
            match (seed.below(3), bytes.get_mut(place)) {
                (0, Some(byte)) => *byte ^= noise,
                (1, Some(_)) => drop(bytes.remove(place)),
                _ => bytes.insert(place, noise),
            }
        }
        self.game.frames.push(Frame { at: self.now, change, bytes, is_lost: false });
    }

    fn wrong_square(&mut self, played: Move) -> Option<Square> {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let others: Vec<Square> = moves
            .into_iter()
            .filter(|other| matches!(other, Move::Normal { promotion: None, .. }))
            .filter(|other| other.from() == played.from() && other.to() != played.to())
            .map(Move::to)
            .filter(|&to| self.board.piece_at(to).is_none())
            .collect();
        others.get(self.seed.below(others.len() as u64) as usize).copied()
    }

    fn any_legal(&mut self) -> Option<Move> {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        moves.get(self.seed.below(moves.len() as u64) as usize).copied()
    }

    /// A piece of the player on move set on a square that it does not reach.
    fn any_illegal(&mut self) -> Option<Move> {
        let us = self.position.turn();
        let board = self.position.board();
        let mut found = Vec::new();
        for from in board.by_color(us) & !board.kings() & !board.pawns() {
            let role = board.role_at(from)?;
            for to in !board.occupied() {
                if !self.position.reaching(role, to).contains(from) {
                    found.push(Move::Normal { from, to, promotion: None });
                }
            }
        }
        found.get(self.seed.below(found.len() as u64) as usize).copied()
    }

    fn finish(mut self, record: &Record) -> SerialGame {
        self.now += Duration::from_secs(2);
        self.tell_clock(false);
        if self.faults.has(FaultKind::Kings) {
            self.show_result(record);
        }
        self.break_line();
        self.game.memory = self.memory.events();
        self.game
    }

    /// Kings on light squares say that White has won, on dark ones Black, else a draw.
    fn show_result(&mut self, record: &Record) {
        let result = record.result().and_then(|result| match result.winner() {
            Some(Color::White) => Some("1-0"),
            Some(Color::Black) => Some("0-1"),
            None => result.is_draw().then_some("1/2-1/2"),
        });
        let result = result.unwrap_or("1/2-1/2");
        let (white, black) = match result {
            "1-0" => (Square::E4, Square::D5),
            "0-1" => (Square::D4, Square::E5),
            _ => (Square::E4, Square::E5),
        };
        let kings = Color::ALL.map(|color| self.position.king_of(color));
        let [Some(_), Some(_)] = kings else { return };
        let put = |play: &mut Play<'_>, square: Square, piece: Option<Piece>| {
            if play.board.piece_at(square) != piece {
                play.now += Duration::from_millis(300);
                play.touch(Touch { after: Duration::ZERO, square, piece });
            }
        };
        for color in Color::ALL {
            if let Some(king) = self.position.king_of(color) {
                put(self, king, None);
            }
        }
        for (square, color) in [(white, Color::White), (black, Color::Black)] {
            put(self, square, None);
            put(self, square, Some(Role::King.of(color)));
        }
        self.now += Duration::from_secs(5);
        self.game.result = Some(result);
    }

    /// Breaks the line for a stretch in the middle of the game, or lets it be silent.
    fn break_line(&mut self) {
        let n_frames = self.game.frames.len() as u64;
        if self.faults.has(FaultKind::Broken) && n_frames > 20 {
            let from = 10 + self.faults.seed().below(n_frames / 2) as usize;
            let n_lost = 5 + self.faults.seed().below(n_frames / 4) as usize;
            for frame in self.game.frames.iter_mut().skip(from).take(n_lost) {
                frame.is_lost = true;
            }
        }
        if self.faults.has(FaultKind::Silence) && n_frames > 20 {
            let from = 10 + self.faults.seed().below(n_frames / 2) as usize;
            let silence = self.faults.pause(Duration::from_secs(20), Duration::from_secs(90));
            let frames = self.game.frames.get_mut(from..).unwrap_or_default();
            let until = frames.first().map_or(Duration::ZERO, |frame| frame.at + silence);
            for frame in frames {
                frame.at = frame.at.max(until);
            }
        }
    }
}

impl SerialGame {
    /// The message with which the board sends the events of its own memory.
    pub fn memory_message(&self) -> Vec<u8> {
        line::SerialBoard::new(self).answer(0x49)
    }

    /// The game as a log: a line for each message, its time in milliseconds before it where wanted.
    ///
    /// The log begins with what stands on the board. Where the line was broken, it goes on with
    /// what stands on the board then.
    pub fn log(&self, has_times: bool) -> String {
        let mut text = String::new();
        let mut line = |at: Duration, bytes: &[u8]| {
            if has_times {
                text.push_str(&format!("{} ", at.as_millis()));
            }
            text.push_str(&wire::base64(bytes));
            text.push('\n');
        };
        let mut board = line::SerialBoard::new(self);
        line(Duration::ZERO, &board.answer(0x45));
        line(Duration::ZERO, &board.answer(0x42));
        let mut was_lost = false;
        for frame in &self.frames {
            board.apply(frame);
            if frame.is_lost {
                was_lost = true;
                continue;
            }
            if std::mem::take(&mut was_lost) {
                line(frame.at, &board.answer(0x42));
                line(frame.at, &board.answer(0x41));
            }
            line(frame.at, &frame.bytes);
        }
        text
    }
}
