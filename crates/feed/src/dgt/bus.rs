//! Answers of boards on a common bus, as tournament wiring and LiveChess use them.

use super::clock::{ClockMessage, read_clock_message};
use super::decoder::Frames;
use super::memory::{Event, MEMORY_LEN, read_events};
use super::message::seven_and_seven;
use super::sensors::{N_SQUARES, Sensors};

/// An answer of one board on a bus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BusAnswer {
    /// The address of the board: its serial number.
    pub address: u16,
    /// What it says.
    pub said: BusSaid,
}

/// What a board on a bus says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BusSaid {
    /// What stands on all squares.
    Board(Sensors),
    /// What the clock says.
    Clock(ClockMessage),
    /// What has changed since it was asked last.
    Changes(Vec<Event>),
    /// What has changed since the start of the game.
    FromStart(Vec<Event>),
    /// That it is there.
    Here,
    /// Something that is of no use to one who watches.
    Other,
}

const BOARD: u8 = 0x83;
const CLOCK: u8 = 0x84;
const CHANGES: u8 = 0x85;
const FROM_START: u8 = 0x86;
const PING: u8 = 0x87;
const MARK_WRITTEN: u8 = 0x88;
const VERSION: u8 = 0x89;

/// Head of five bytes and checksum.
const N_AROUND: usize = 6;

/// Finds the answers of boards on a bus in its bytes; only those whose checksum is right.
///
/// # Examples
/// ```
/// use kaissa_feed::dgt::{BusDecoder, BusSaid};
///
/// let answers = BusDecoder::new().push(&[0x87, 0x00, 0x06, 0x08, 0x01, 0x16]);
/// assert_eq!((answers[0].address, &answers[0].said), (1025, &BusSaid::Here));
/// ```
#[derive(Clone, Debug)]
pub struct BusDecoder {
    frames: Frames,
}

impl Default for BusDecoder {
    fn default() -> Self {
        BusDecoder::new()
    }
}

impl BusDecoder {
    /// Begins with no bytes.
    pub fn new() -> BusDecoder {
        BusDecoder { frames: Frames::new(is_plausible) }
    }

    /// Takes the next bytes and gives the answers that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<BusAnswer> {
        let mut answers = Vec::new();
        self.frames.push(bytes, |frame| {
            answers.push(read_answer(frame)?);
            Some(())
        });
        answers
    }

    /// How many bytes belonged to no answer.
    pub fn n_dropped(&self) -> u64 {
        self.frames.n_dropped
    }
}

fn is_plausible(code: u8, len: usize) -> bool {
    match code {
        BOARD => len == N_AROUND + N_SQUARES,
        CLOCK => len == N_AROUND + 7,
        CHANGES | FROM_START => (N_AROUND..=N_AROUND + MEMORY_LEN).contains(&len),
        PING | MARK_WRITTEN => len == N_AROUND,
        VERSION => len == N_AROUND + 2,
        _ => false,
    }
}

fn read_answer(frame: &[u8]) -> Option<BusAnswer> {
    let (&checksum, summed) = frame.split_last()?;
    let sum = summed.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    let &[code, _, _, high, low, ref data @ ..] = summed else { return None };
    if sum & 0x7f != checksum {
        return None;
    }
    let said = match code {
        BOARD => BusSaid::Board(Sensors::read(data)?),
        CLOCK => BusSaid::Clock(read_clock_message(data)?),
        CHANGES => BusSaid::Changes(read_events(data)),
        FROM_START => BusSaid::FromStart(read_events(data)),
        PING => BusSaid::Here,
        _ => BusSaid::Other,
    };
    Some(BusAnswer { address: seven_and_seven(high, low), said })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(code: u8, data: &[u8]) -> Vec<u8> {
        let len = N_AROUND + data.len();
        let mut bytes = vec![code, (len >> 7) as u8, (len & 0x7f) as u8, 8, 1];
        bytes.extend_from_slice(data);
        let sum = bytes.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
        bytes.push(sum & 0x7f);
        bytes
    }

    #[test]
    fn changes_have_the_form_of_the_memory() {
        let bytes = answer(CHANGES, &[0x40, 52, 0x51, 36]);
        let said = BusSaid::Changes(read_events(&[0x40, 52, 0x51, 36]));
        assert_eq!(BusDecoder::new().push(&bytes), [BusAnswer { address: 1025, said }]);
    }

    #[test]
    fn an_answer_with_a_wrong_checksum_is_dropped() {
        let right = answer(CLOCK, &[0, 3, 2, 0, 3, 2, 8]);
        for at in 0..right.len() {
            let mut hit = right.clone();
            hit[at] ^= 1;
            hit.extend_from_slice(&answer(PING, &[]));
            let answers = BusDecoder::new().push(&hit);
            let here = BusAnswer { address: 1025, said: BusSaid::Here };
            assert_eq!(answers, [here], "byte {at}");
        }
    }
}
