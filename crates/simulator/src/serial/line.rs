//! A simulated board at the end of a line in memory.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Change, Frame, SerialGame, wire};

/// A board that answers what it is asked.
#[derive(Clone, Debug)]
pub struct SerialBoard {
    codes: [u8; 64],
    clock: Vec<u8>,
    memory: Vec<u8>,
    serial_number: u16,
}

impl SerialBoard {
    /// A board at the start of a game.
    pub fn new(game: &SerialGame) -> SerialBoard {
        SerialBoard {
            codes: game.start,
            // No clock is connected.
            clock: wire::message(0x0d, &[0, 0, 0, 0, 0, 0, 0x20]),
            memory: game.memory.clone(),
            serial_number: game.setting.serial_number,
        }
    }

    /// Lets something happen at the board.
    pub fn apply(&mut self, frame: &Frame) {
        match frame.change {
            Change::Square { index, code } => {
                if let Some(square) = self.codes.get_mut(usize::from(index)) {
                    *square = code;
                }
            }
            Change::Clock(bytes) => self.clock = bytes.to_vec(),
        }
    }

    /// What it answers to a command; nothing to one that it does not know.
    ///
    /// The memory is that of the whole game, as after its end.
    pub fn answer(&self, command: u8) -> Vec<u8> {
        let number = format!("{:05}", self.serial_number);
        let (high, low) = ((self.serial_number >> 7) as u8, self.serial_number as u8 & 0x7f);
        match command {
            0x41 => self.clock.clone(),
            0x42 => wire::board_dump(&self.codes),
            0x45 => wire::message(0x11, number.as_bytes()),
            0x46 => wire::message(0x10, &[high, low]),
            0x47 => wire::message(0x12, format!("Simulated board {number}").as_bytes()),
            0x49 => wire::message(0x0f, &self.memory),
            0x4d => wire::message(0x13, &[1, 8]),
            0x55 => wire::message(0x22, format!("{:010}", self.serial_number).as_bytes()),
            _ => Vec::new(),
        }
    }
}

/// A line to a simulated board, which can be opened again after it broke.
#[derive(Clone, Debug)]
pub struct SerialLine {
    state: Arc<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    board: SerialBoard,
    frames: Vec<Frame>,
    next: usize,
    is_telling: bool,
    waiting: Vec<u8>,
    /// Every byte that was ever written to the board.
    written: Vec<u8>,
}

impl SerialLine {
    /// A line to a board at the start of a game.
    pub fn new(game: &SerialGame) -> SerialLine {
        let state = State {
            board: SerialBoard::new(game),
            frames: game.frames.clone(),
            next: 0,
            is_telling: false,
            waiting: Vec::new(),
            written: Vec::new(),
        };
        SerialLine { state: Arc::new(Mutex::new(state)) }
    }

    /// Opens the line. What happened while it was broken has happened.
    pub fn open(&self) -> SerialPlug {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(frame) = state.frames.get(state.next).filter(|frame| frame.is_lost).cloned()
        {
            state.board.apply(&frame);
            state.next += 1;
        }
        state.is_telling = false;
        state.waiting.clear();
        drop(state);
        SerialPlug { state: Arc::clone(&self.state) }
    }

    /// Every byte that was ever written to the board.
    pub fn written(&self) -> Vec<u8> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).written.clone()
    }

    /// Whether the board has told all that happened.
    pub fn is_over(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.next >= state.frames.len() && state.waiting.is_empty()
    }
}

/// An open line. What happens at the board arrives as fast as it is read.
#[derive(Debug)]
pub struct SerialPlug {
    state: Arc<Mutex<State>>,
}

impl Read for SerialPlug {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.waiting.is_empty() && state.is_telling {
            let Some(frame) = state.frames.get(state.next).cloned() else {
                return Err(ErrorKind::TimedOut.into());
            };
            if frame.is_lost {
                return Err(ErrorKind::BrokenPipe.into());
            }
            state.next += 1;
            state.board.apply(&frame);
            state.waiting.extend(frame.bytes);
        }
        if state.waiting.is_empty() {
            return Err(ErrorKind::TimedOut.into());
        }
        let n_bytes = buffer.len().min(state.waiting.len());
        for (to, byte) in buffer.iter_mut().zip(state.waiting.drain(..n_bytes)) {
            *to = byte;
        }
        Ok(n_bytes)
    }
}

impl Write for SerialPlug {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for &command in bytes {
            state.written.push(command);
            let answer = state.board.answer(command);
            state.waiting.extend(answer);
            state.is_telling |= matches!(command, 0x43 | 0x44 | 0x4b);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
