//! Messages found in a stream of bytes, whatever else is in it.

use super::message::{Message, is_plausible, read_message, seven_and_seven};

/// Finds the messages of one board in its bytes.
///
/// A byte with its highest bit set always begins a message, and no other byte has it. So after
/// anything that cannot be a message all is dropped up to the next such byte, and noise costs no
/// more than the messages that it hits. Memory is bounded by the longest message.
///
/// # Examples
/// ```
/// use kaissa_feed::dgt::{Decoder, Message};
///
/// let mut decoder = Decoder::new();
/// assert_eq!(decoder.push(&[0x17, 0x8e, 0x00]), []);
/// assert_eq!(decoder.push(&[0x05, 52, 0]), [Message::Square { index: 52, code: 0 }]);
/// assert_eq!(decoder.n_dropped(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    frames: Frames,
}

impl Default for Decoder {
    fn default() -> Self {
        Decoder::new()
    }
}

impl Decoder {
    /// Begins with no bytes.
    pub fn new() -> Decoder {
        Decoder { frames: Frames::new(is_plausible) }
    }

    /// Takes the next bytes and gives the messages that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Message> {
        let mut messages = Vec::new();
        self.frames.push(bytes, |frame| {
            let (&id, content) = (frame.first()?, frame.get(3..)?);
            messages.push(read_message(id, content)?);
            Some(())
        });
        messages
    }

    /// How many bytes belonged to no message.
    pub fn n_dropped(&self) -> u64 {
        self.frames.n_dropped
    }
}

/// Cuts a stream into what look like whole messages.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    /// The message that has begun; empty while waiting for one to begin.
    begun: Vec<u8>,
    is_plausible: fn(u8, usize) -> bool,
    /// Bytes that belonged to no message.
    pub n_dropped: u64,
}

impl Frames {
    pub fn new(is_plausible: fn(u8, usize) -> bool) -> Frames {
        Frames { begun: Vec::new(), is_plausible, n_dropped: 0 }
    }

    /// Hands over each whole message; one that is not accepted counts as dropped.
    pub fn push(&mut self, bytes: &[u8], mut accept: impl FnMut(&[u8]) -> Option<()>) {
        for &byte in bytes {
            if byte >= 0x80 {
                self.drop_begun();
                self.begun.push(byte);
                continue;
            }
            if self.begun.is_empty() {
                self.n_dropped += 1;
                continue;
            }
            self.begun.push(byte);
            let [id, high, low, ..] = *self.begun.as_slice() else { continue };
            let len = usize::from(seven_and_seven(high, low));
            if !(self.is_plausible)(id, len) {
                self.drop_begun();
            } else if self.begun.len() >= len {
                if accept(&self.begun).is_none() {
                    self.n_dropped += self.begun.len() as u64;
                }
                self.begun.clear();
            }
        }
    }

    fn drop_begun(&mut self) {
        self.n_dropped += self.begun.len() as u64;
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [u8; 5] = [0x8e, 0, 5, 52, 0];
    const BAD_SQUARE: [u8; 5] = [0x8e, 0, 5, 64, 0];

    fn squares(bytes: &[u8]) -> usize {
        Decoder::new().push(bytes).len()
    }

    #[test]
    fn noise_costs_the_messages_that_it_hits() {
        let whole = [SQUARE, SQUARE, SQUARE].concat();
        assert_eq!(squares(&whole), 3);
        for at in 0..=whole.len() {
            for noise in [0x00, 0x05, 0x7f, 0x8d, 0x8f, 0xff] {
                let mut hit = whole.clone();
                hit.insert(at, noise);
                assert!(squares(&hit) >= 2, "{noise:x} at {at}");
            }
            let mut cut = whole.clone();
            if at < cut.len() {
                cut.remove(at);
                assert!(squares(&cut) >= 2, "cut at {at}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_dropped_and_counted() {
        let mut decoder = Decoder::new();
        assert_eq!(decoder.push(&BAD_SQUARE), []);
        assert_eq!(decoder.n_dropped(), 5);
        assert_eq!(decoder.push(&[0x8e, 0x7f, 0x7f, 1, 2]), []);
        assert_eq!(decoder.n_dropped(), 10);
        assert_eq!(decoder.push(&[0x80, 0, 3]), [Message::Nothing]);
    }

    #[test]
    fn any_bytes_in_any_pieces_give_the_same_messages() {
        let mut seed = 1_u64;
        let mut draw = move || {
            seed = seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            (seed >> 33) as usize
        };
        let ids = [0x80, 0x86, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x93, 0xa0, 0xa2, 0xff];
        let mut n_messages = 0;
        for _ in 0..300 {
            let mut bytes = Vec::new();
            for _ in 0..60 {
                match draw() % 4 {
                    0 => bytes.extend_from_slice(&SQUARE),
                    1 => bytes.extend([0x8d, 0, 10].into_iter().chain([draw() as u8 & 0x3f; 7])),
                    2 => bytes.extend([ids[draw() % ids.len()], 0, (draw() % 20) as u8]),
                    _ => bytes.extend((0..draw() % 9).map(|_| draw() as u8)),
                }
            }
            let mut decoder = Decoder::new();
            let at_once = decoder.push(&bytes);
            let mut pieces = Decoder::new();
            let mut one_by_one = Vec::new();
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let (piece, tail) = rest.split_at((1 + draw() % 7).min(rest.len()));
                one_by_one.extend(pieces.push(piece));
                rest = tail;
            }
            assert_eq!(at_once, one_by_one);
            assert_eq!(decoder.n_dropped(), pieces.n_dropped());
            n_messages += at_once.len();
        }
        assert!(n_messages > 3000, "{n_messages}");
    }
}
