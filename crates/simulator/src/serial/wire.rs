//! The bytes of a DGT board, written from its protocol.

use std::time::Duration;

use kaissa_chess::{Color, Piece, Role, Square};

/// The code of a piece; 0 for none.
pub fn code_of(piece: Option<Piece>) -> u8 {
    let Some(piece) = piece else { return 0 };
    let place = match piece.role {
        Role::Pawn => 1,
        Role::Rook => 2,
        Role::Knight => 3,
        Role::Bishop => 4,
        Role::King => 5,
        Role::Queen => 6,
    };
    match piece.color {
        Color::White => place,
        Color::Black => place + 6,
    }
}

/// The number of a square, from a8 in rows; from h1 on a board that lies the other way round.
pub fn index_of(square: Square, is_rotated: bool) -> u8 {
    let row = 7 - u32::from(square.rank()) as u8;
    let index = row * 8 + u32::from(square.file()) as u8;
    if is_rotated { 63 - index } else { index }
}

/// A message: its id, its length in two bytes of seven bits, its content.
pub fn message(id: u8, content: &[u8]) -> Vec<u8> {
    let len = content.len() + 3;
    let mut bytes = vec![id | 0x80, (len >> 7) as u8 & 0x7f, len as u8 & 0x7f];
    bytes.extend_from_slice(content);
    bytes
}

/// What stands on all squares.
pub fn board_dump(codes: &[u8; 64]) -> Vec<u8> {
    message(0x06, codes)
}

/// A change of one square.
pub fn field_update(index: u8, code: u8) -> Vec<u8> {
    message(0x0e, &[index, code])
}

/// The two displays of a clock, in whole seconds, and its lever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Displays {
    /// What the left one shows.
    pub left: u64,
    /// What the right one shows.
    pub right: u64,
    /// Whether the left one runs, or would if the clock were started.
    pub is_left_running: bool,
    /// Whether the clock runs.
    pub is_running: bool,
}

impl Displays {
    /// The message that tells them.
    pub fn message(&self) -> Vec<u8> {
        let mut content = Vec::new();
        content.extend(time(self.right, 0x20));
        content.extend(time(self.left, 0x20));
        // As the clocks of real captures do: bit 3 with the left clock, bits 1 and 4 with the right.
        let status = if self.is_left_running { 0x08 } else { 0x12 };
        content.push(status | u8::from(self.is_running));
        message(0x0d, &content)
    }
}

/// Hours as a digit with flags, minutes and seconds as two decimal digits each.
fn time(seconds: u64, flags: u8) -> [u8; 3] {
    let decimal = |value: u64| ((value / 10 * 16) + value % 10) as u8;
    [(seconds / 3600 % 10) as u8 | flags, decimal(seconds / 60 % 60), decimal(seconds % 60)]
}

/// The board's own memory while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    events: Vec<u8>,
    last_change: Option<Duration>,
}

/// How many bytes of events the memory keeps.
const MEMORY_LEN: usize = 0x1f00;

impl Memory {
    /// The board is switched on and finds these pieces.
    pub fn power_up(&mut self, codes: &[u8; 64]) {
        self.events.extend([0x7f, 0x7f, 0x7f, 0x6a]);
        for (index, &code) in codes.iter().enumerate().filter(|(_, code)| **code != 0) {
            self.events.extend([0x50 | code, index as u8]);
        }
    }

    /// The pieces stand in a start position.
    pub fn start(&mut self, is_usual: bool, is_rotated: bool) {
        self.events.push(match (is_usual, is_rotated) {
            (false, _) => 0x6c,
            (true, false) => 0x6f,
            (true, true) => 0x7a,
        });
    }

    /// A square has changed.
    pub fn change(&mut self, at: Duration, index: u8, code: u8) {
        let quick = self.last_change.is_some_and(|last| at - last < Duration::from_millis(250));
        self.events.extend([0x40 | u8::from(quick) << 4 | code, index]);
        self.last_change = Some(at);
    }

    /// A clock was stopped by a press.
    pub fn press(&mut self, is_left: bool, seconds: u64) {
        let [hours, minutes, rest] = time(seconds, 0);
        self.events.extend([0x60 | u8::from(is_left) << 4 | hours, minutes, rest]);
    }

    /// What it keeps, oldest first, with the mark of the end.
    pub fn events(&self) -> Vec<u8> {
        let kept = self.events.len().saturating_sub(MEMORY_LEN - 1);
        let mut events = self.events.get(kept..).unwrap_or_default().to_vec();
        events.push(0x6b);
        events
    }
}

/// Bytes in base64, as a line of a log holds them.
pub fn base64(bytes: &[u8]) -> String {
    let digit = |bits: u32| match (bits & 63) as u8 {
        bits @ 0..=25 => char::from(b'A' + bits),
        bits @ 26..=51 => char::from(b'a' + bits - 26),
        bits @ 52..=61 => char::from(b'0' + bits - 52),
        62 => '+',
        _ => '/',
    };
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |place: usize| u32::from(group.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        text.extend([digit(bits >> 18), digit(bits >> 12)]);
        text.push(if group.len() > 1 { digit(bits >> 6) } else { '=' });
        text.push(if group.len() > 2 { digit(bits) } else { '=' });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_real_boards() {
        let displays = Displays { left: 182, right: 182, is_left_running: true, is_running: false };
        assert_eq!(displays.message(), [0x8d, 0, 10, 0x20, 3, 2, 0x20, 3, 2, 8]);
        let pressed = Displays { left: 181, is_left_running: false, is_running: true, ..displays };
        assert_eq!(pressed.message(), [0x8d, 0, 10, 0x20, 3, 2, 0x20, 3, 1, 0x13]);
        let pawn = code_of(Some(Role::Pawn.of(Color::White)));
        assert_eq!(field_update(index_of(Square::E4, false), pawn), [0x8e, 0, 5, 36, 1]);
        assert_eq!(index_of(Square::H1, true), 0);
        assert_eq!(base64(&[0x8e, 0, 5, 52, 0]), "jgAFNAA=");
        assert_eq!(board_dump(&[0; 64]).get(..3), Some(&[0x86, 0, 67][..]));
    }
}
