//! Places in the text of a record.

use std::ops::Range;

/// A stretch of a record's text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TextRange {
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl TextRange {
    /// The stretch between two bytes; bytes beyond 4 GiB are taken as that bound.
    pub fn new(start: usize, end: usize) -> TextRange {
        let bound = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        TextRange { start: bound(start), end: bound(end) }
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The stretch as a range of `usize`.
    pub const fn as_usize(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place in a file, as a person looks it up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1; LF, CR and CR LF end one.
    pub line: u64,
    /// Character of the line after decoding, from 1.
    pub column: u64,
}

impl Place {
    /// The place reached by going over a text from this one.
    #[must_use]
    pub fn after(self, text: &str) -> Place {
        let bytes = text.as_bytes();
        let n_lines = count_line_ends(bytes);
        if n_lines == 0 {
            return Place { line: self.line, column: self.column + text.chars().count() as u64 };
        }
        let last = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        let tail = last.and_then(|last| text.get(last + 1..)).unwrap_or_default();
        Place { line: self.line + n_lines, column: 1 + tail.chars().count() as u64 }
    }
}

/// Counts the line ends of a text: LF, CR LF and a lone CR.
pub fn count_line_ends(bytes: &[u8]) -> u64 {
    let mut n = memchr::memchr_iter(b'\n', bytes).count() as u64;
    for at in memchr::memchr_iter(b'\r', bytes) {
        n += u64::from(bytes.get(at + 1) != Some(&b'\n'));
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(count_line_ends(b"a\nb\r\nc\rd\n\r"), 5);
        let start = Place { line: 3, column: 5 };
        assert_eq!(start.after("дом"), Place { line: 3, column: 8 });
        assert_eq!(start.after("a\r\nдом"), Place { line: 4, column: 4 });
        assert_eq!(start.after(""), start);
    }
}
