//! The head of the chain, as reports print it and people compare it.

use std::fmt;
use std::str::FromStr;

use crate::Digest;

/// The last entry of a journal and the hash of the chain up to it.
///
/// Shown as `1204 7KQF-9M2X-0C4D-VT1B`: the number, and the first 80 bits of the hash in the 32
/// letters and digits that are hardest to mix up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Head {
    /// The number of the last entry; 0 in an empty journal.
    pub number: u64,
    /// The hash of the chain.
    pub hash: Digest,
}

/// A head as it was written down: a number, and the hash or its first letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenHead {
    /// The number.
    pub number: u64,
    /// The 16 letters without their hyphens, or the 64 hexadecimal digits.
    letters: String,
}

/// A text that is no head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeadError {
    /// What was found.
    pub found: String,
}

const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl Head {
    /// The 16 letters in groups of four.
    pub fn letters(&self) -> String {
        let plain = short(self.hash);
        let mut text = String::with_capacity(19);
        for (index, letter) in plain.chars().enumerate() {
            if index > 0 && index.is_multiple_of(4) {
                text.push('-');
            }
            text.push(letter);
        }
        text
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.letters())
    }
}

impl WrittenHead {
    /// Whether it was written from this head.
    pub fn is(&self, head: Head) -> bool {
        let is_hash = self.letters == short(head.hash)
            || self.letters.eq_ignore_ascii_case(&head.hash.to_string());
        self.number == head.number && is_hash
    }
}

impl fmt::Display for WrittenHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.letters)
    }
}

impl FromStr for WrittenHead {
    type Err = HeadError;

    /// Reads a head as people copy it: in capitals or not, with blanks, hyphens or neither between
    /// its groups, `O` for `0` and `I` or `L` for `1`.
    fn from_str(text: &str) -> Result<WrittenHead, HeadError> {
        let wrong = || HeadError { found: text.chars().take(100).collect() };
        let (number, rest) = text.trim().split_once([' ', '-', ':']).ok_or_else(wrong)?;
        let number = number.parse().map_err(|_| wrong())?;
        let plain: String = rest.chars().filter(|letter| !" -".contains(*letter)).collect();
        if Digest::from_hex(&plain).is_some() {
            return Ok(WrittenHead { number, letters: plain });
        }
        let mut letters = String::with_capacity(16);
        for letter in plain.chars() {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                letter => letter,
            };
            if !LETTERS.iter().any(|&known| char::from(known) == letter) {
                return Err(wrong());
            }
            letters.push(letter);
        }
        if letters.len() == 16 { Ok(WrittenHead { number, letters }) } else { Err(wrong()) }
    }
}

impl fmt::Display for HeadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found \"{}\", expected a head as 12 7KQF-9M2X-0C4D-VT1B", self.found)
    }
}

impl std::error::Error for HeadError {}

/// The first 80 bits, five a letter.
fn short(hash: Digest) -> String {
    let mut letters = String::with_capacity(16);
    for five in hash.0.chunks(5).take(2) {
        let bits = five.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
        for place in (0..8).rev() {
            let index = (bits >> (5 * place) & 31) as usize;
            letters.extend(LETTERS.get(index).map(|&letter| char::from(letter)));
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_recognised_however_it_was_copied() {
        let head = Head { number: 1204, hash: Digest::of(b"abc") };
        assert_eq!(head.to_string(), "1204 Q9W1-DFWF-077Y-MGA1");
        let hex = format!("1204 {}", head.hash);
        for text in [
            "1204 Q9W1-DFWF-077Y-MGA1",
            " 1204 q9wl dfwf o77y mga1 ",
            "1204-Q9WIDFWF077YMGA1",
            &hex,
        ] {
            let written: WrittenHead = text.parse().expect(text);
            assert!(written.is(head), "{text}");
            assert!(!written.is(Head { number: 1203, ..head }));
            assert!(!written.is(Head { hash: Digest::of(b"abd"), ..head }));
        }
        for text in
            ["", "1204", "Q9W1-DFWF-077Y-MGA1", "1204 Q9W1-DFWF", "1204 Q9W1-DFWF-077Y-MGAU"]
        {
            assert!(text.parse::<WrittenHead>().is_err(), "{text}");
        }
    }
}
