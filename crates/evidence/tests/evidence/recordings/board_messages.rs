//! Clock messages of an electronic board: one a second, and one at each press.

use std::fs;
use std::path::Path;

use kaissa_chess::Color;
use kaissa_evidence::{Elapsed, Reading, Timing, Watch, Window};
use kaissa_laws::ClockTime;

use super::sources::of_pgn;

/// A running clock's message.
struct Message {
    left_s: [i64; 2],
    tumbler: bool,
}

/// The board's messages and the moves that were played.
pub struct BoardGame {
    messages: Vec<Message>,
    /// Indexes of the first message after each press.
    presses: Vec<usize>,
    /// Numbers of plies played when a capture or pawn move had just been made.
    zeroing: Vec<usize>,
}

/// Reads the bytes that a board sent, a message a line in base 64, and the moves beside them.
pub fn read(folder: &Path, name: &str, moves: &str) -> BoardGame {
    let path = folder.join(format!("{name}.inbytes"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let bytes: Vec<u8> = text.split_whitespace().flat_map(decode).collect();
    let messages = clock_messages(&bytes);
    let presses = (1..messages.len())
        .filter(|&index| messages[index].tumbler != messages[index - 1].tumbler)
        .collect();

    let games = of_pgn(&folder.join(moves), ClockTime::ZERO);
    let zeroing = games.into_iter().next().map(|game| game.zeroing).unwrap_or_default();
    assert!(!zeroing.is_empty(), "{name}: a pawn moved");
    BoardGame { messages, presses, zeroing }
}

impl BoardGame {
    /// Windows from each capture or pawn move to each later press, with the plies in them.
    pub fn windows(&self, increment: ClockTime) -> Vec<(Window, u32)> {
        let mut windows = Vec::new();
        for &from in &self.zeroing {
            for to in from + 1..=self.presses.len() {
                let (Some(&start), Some(&now)) =
                    (self.presses.get(from - 1), self.presses.get(to - 1))
                else {
                    continue;
                };
                let plies = to - from;
                // Every message but those of the presses says that a second has gone by.
                let seconds = i64::try_from(now - start - plies).expect("a game of minutes");
                let elapsed =
                    Elapsed { time: ClockTime::seconds(seconds), watch: Watch::Electronic };
                let window = Window::plain(
                    Timing::Increment(increment),
                    self.reading(start, from),
                    self.reading(now, to),
                    elapsed,
                );
                windows.push((window, u32::try_from(plies).expect("a game of minutes")));
            }
        }
        windows
    }

    fn reading(&self, index: usize, n_plies: usize) -> Reading {
        let [a, b] = self.messages[index].left_s.map(ClockTime::seconds);
        // Which side of the clock was White's does not matter for a sum.
        let sum = Reading::of_sum(a + b, None);
        let to_move = if n_plies.is_multiple_of(2) { Color::White } else { Color::Black };
        Reading { to_move: Some(to_move), ..sum }
    }
}

/// The times of a running clock: message 8d, seven bytes, in decimal digits of four bits.
fn clock_messages(bytes: &[u8]) -> Vec<Message> {
    let mut messages = Vec::new();
    let mut at = 0;
    while let Some(&[id, high, low]) = bytes.get(at..at + 3) {
        if id < 0x80 {
            at += 1;
            continue;
        }
        let length = usize::from(high) << 7 | usize::from(low);
        if let (0x8d, Some(&[h1, m1, s1, h2, m2, s2, status])) =
            (id, bytes.get(at + 3..at + length))
        {
            let digits = |byte: u8| i64::from(byte >> 4) * 10 + i64::from(byte & 15);
            let time = |h: u8, m: u8, s: u8| i64::from(h & 15) * 3600 + digits(m) * 60 + digits(s);
            let is_answer = h1 & 15 == 10 || h2 & 15 == 10;
            let is_running = status & 1 != 0;
            if !is_answer && is_running {
                let left_s = [time(h1, m1, s1), time(h2, m2, s2)];
                messages.push(Message { left_s, tumbler: status & 2 != 0 });
            }
        }
        at += length.max(1);
    }
    messages
}

fn decode(base64: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(u32::from(letter - b'A')),
        b'a'..=b'z' => Some(u32::from(letter - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(letter - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut n_bits, mut bytes) = (0_u32, 0, Vec::new());
    for digit in base64.bytes().filter_map(value) {
        bits = bits << 6 | digit;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits & 0xff) as u8);
        }
    }
    bytes
}
