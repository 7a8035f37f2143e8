//! Bytes in any of the usual encodings, out comes text.

use std::io::{self, Read};

use crate::encoding::{TextEncoding, guess};

/// How many bytes are asked of the source at once.
const READ_SIZE: usize = 256 * 1024;
/// How many bytes decide on the encoding once it is known not to be UTF-8.
const EVIDENCE: usize = 64 * 1024;

/// Decodes a whole text in any of the usual encodings; gives the encoding too, where it is not UTF-8.
///
/// A mark at the beginning decides; else what the letters would spell, as [`Reader`](crate::Reader)
/// does it.
pub fn read_text(bytes: &[u8]) -> (String, Option<TextEncoding>) {
    let mut decoder = Decoder::new(bytes);
    let mut text = String::with_capacity(bytes.len());
    // Bytes in memory are always read.
    while !decoder.is_finished() && decoder.read_more(&mut text).is_ok() {}
    let encoding = decoder.take_notes().first().map(|note| note.encoding);
    (text, encoding)
}

/// Reads bytes and gives text.
///
/// A byte order mark decides; then UTF-8 while every byte fits. With the first byte that does not,
/// the letters that follow decide on an encoding of one byte a letter for all of the rest. Where
/// there was UTF-8 beyond ASCII before, the file stays UTF-8 and only the line is read otherwise.
pub(crate) struct Decoder<R> {
    source: R,
    raw: Vec<u8>,
    mode: Mode,
    source_ended: bool,
    finished: bool,
    /// Bytes of text given so far.
    n_given: u64,
    notes: Vec<DecodeNote>,
}

enum Mode {
    Start,
    Utf8 { beyond_ascii: bool, noted: bool },
    Other(Box<encoding_rs::Decoder>),
}

/// Something about the encoding that has to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecodeNote {
    /// The byte of the text, counted from the beginning of the file, at which it holds.
    pub at: u64,
    pub encoding: TextEncoding,
    /// Whether only one line is in that encoding.
    pub is_mixed: bool,
}

impl<R: Read> Decoder<R> {
    pub fn new(source: R) -> Decoder<R> {
        Decoder {
            source,
            raw: Vec::new(),
            mode: Mode::Start,
            source_ended: false,
            finished: false,
            n_given: 0,
            notes: Vec::new(),
        }
    }

    /// A decoder that is told the encoding.
    pub fn with_encoding(source: R, encoding: TextEncoding) -> Decoder<R> {
        let mut decoder = Decoder::new(source);
        if encoding != TextEncoding::Utf8 {
            decoder.switch(encoding);
        }
        decoder
    }

    /// Takes the notes that have come up since the last time.
    pub fn take_notes(&mut self) -> Vec<DecodeNote> {
        std::mem::take(&mut self.notes)
    }

    /// Whether there is no more text.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Adds more text; none once the source has ended.
    pub fn read_more(&mut self, text: &mut String) -> io::Result<()> {
        let before = text.len();
        while text.len() == before && !self.finished {
            self.fill(READ_SIZE)?;
            self.decode(text)?;
            if self.source_ended && self.raw.is_empty() {
                self.finished = true;
            }
        }
        self.n_given += (text.len() - before) as u64;
        Ok(())
    }

    /// Reads from the source until so many bytes wait, or it ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.raw.len());
        if missing == 0 || self.source_ended {
            return Ok(());
        }
        let n = self.source.by_ref().take(missing as u64).read_to_end(&mut self.raw)?;
        self.source_ended = n < missing;
        Ok(())
    }

    fn decode(&mut self, text: &mut String) -> io::Result<()> {
        if matches!(self.mode, Mode::Start) {
            self.start();
        }
        if let Mode::Other(decoder) = &mut self.mode {
            let needed = decoder.max_utf8_buffer_length(self.raw.len()).unwrap_or(self.raw.len());
            text.reserve(needed);
            let _ = decoder.decode_to_string(&self.raw, text, self.source_ended);
            self.raw.clear();
            return Ok(());
        }
        self.decode_utf8(text)
    }

    /// Looks for a byte order mark, or for the zeros of UTF-16 without one.
    fn start(&mut self) {
        let (encoding, mark) = match self.raw.as_slice() {
            [0xEF, 0xBB, 0xBF, ..] => (TextEncoding::Utf8, 3),
            [0xFF, 0xFE, ..] => (TextEncoding::Utf16Le, 2),
            [0xFE, 0xFF, ..] => (TextEncoding::Utf16Be, 2),
            [first, 0, ..] if first.is_ascii_graphic() => (TextEncoding::Utf16Le, 0),
            [0, second, ..] if second.is_ascii_graphic() => (TextEncoding::Utf16Be, 0),
            _ => (TextEncoding::Utf8, 0),
        };
        self.raw.drain(..mark);
        self.mode = Mode::Utf8 { beyond_ascii: false, noted: false };
        if encoding != TextEncoding::Utf8 {
            self.switch(encoding);
        }
    }

    fn switch(&mut self, encoding: TextEncoding) {
        self.mode = Mode::Other(Box::new(encoding.decoder()));
        self.notes.push(DecodeNote { at: self.n_given, encoding, is_mixed: false });
    }

    fn decode_utf8(&mut self, text: &mut String) -> io::Result<()> {
        let start = text.len();
        let (valid, error_len) = match std::str::from_utf8(&self.raw) {
            Ok(all) => {
                text.push_str(all);
                (self.raw.len(), None)
            }
            Err(error) => {
                let valid = error.valid_up_to();
                text.push_str(std::str::from_utf8(&self.raw[..valid]).unwrap_or_default());
                (valid, Some(error.error_len()))
            }
        };
        if let Mode::Utf8 { beyond_ascii, .. } = &mut self.mode {
            *beyond_ascii |= !text.get(start..).unwrap_or_default().is_ascii();
        }
        self.raw.drain(..valid);
        match error_len {
            None => Ok(()),
            // A letter that is cut by the end of what has been read.
            Some(None) if !self.source_ended => Ok(()),
            Some(_) => self.meet_invalid(text, start),
        }
    }

    fn meet_invalid(&mut self, text: &mut String, start: usize) -> io::Result<()> {
        let at = self.n_given + (text.len() - start) as u64;
        let Mode::Utf8 { beyond_ascii, noted } = self.mode else { return Ok(()) };
        self.fill(EVIDENCE)?;
        if !beyond_ascii {
            // All text so far is ASCII; a little of it belongs to the word in which the byte stands.
            let before = text.as_bytes();
            let mut evidence = before[before.len().saturating_sub(32)..].to_vec();
            evidence.extend_from_slice(&self.raw[..self.raw.len().min(EVIDENCE)]);
            let encoding = guess(&evidence);
            self.switch(encoding);
            if let Some(note) = self.notes.last_mut() {
                note.at = at;
            }
            return Ok(());
        }
        let line_end = self.raw.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &self.raw[..line_end.unwrap_or(self.raw.len()).min(EVIDENCE)];
        let encoding = guess(line);
        let codec = encoding.decoder().encoding();
        let decoded = codec.decode_without_bom_handling(line).0.into_owned();
        let n = line.len();
        text.push_str(&decoded);
        self.raw.drain(..n);
        if !noted {
            self.notes.push(DecodeNote { at, encoding, is_mixed: true });
            self.mode = Mode::Utf8 { beyond_ascii, noted: true };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives few bytes at a time.
    struct Drops<'b>(&'b [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    fn decode(bytes: &[u8], step: usize) -> (String, Vec<DecodeNote>) {
        let mut decoder = Decoder::new(Drops(bytes, step));
        let mut text = String::new();
        while !decoder.is_finished() {
            decoder.read_more(&mut text).expect("no fault in memory");
        }
        (text, decoder.take_notes())
    }

    #[test]
    fn a_mark_decides_and_is_no_text() {
        for step in [1, 2, 3, 1000] {
            assert_eq!(decode(b"\xEF\xBB\xBFa\xC3\xA9", step), ("aé".to_string(), vec![]));
            let (text, notes) = decode(b"\xFF\xFE[\0E\0", step);
            assert_eq!(text, "[E");
            assert_eq!(notes[0].encoding, TextEncoding::Utf16Le);
            let (text, notes) = decode(b"\xFE\xFF\0[\0E", step);
            assert_eq!(text, "[E");
            assert_eq!(notes[0].encoding, TextEncoding::Utf16Be);
        }
    }

    #[test]
    fn the_first_other_byte_decides_for_all_of_the_rest() {
        let (text, notes) = decode(b"[White \"M\xFCller\"]\n[Black \"\xD6st\"]", 7);
        assert_eq!(text, "[White \"Müller\"]\n[Black \"Öst\"]");
        let note = DecodeNote { at: 9, encoding: TextEncoding::Windows1252, is_mixed: false };
        assert_eq!(notes, [note]);
    }

    #[test]
    fn a_stray_line_does_not_undo_utf_8() {
        let (text, notes) =
            decode("Müller\nM\u{1}ller\nMüller".replace('\u{1}', "ü").as_bytes(), 3);
        assert_eq!(text, "Müller\nMüller\nMüller");
        assert!(notes.is_empty());
        let (text, notes) = decode(b"M\xC3\xBCller\nJ\xF6rg\nM\xC3\xBCller", 1000);
        assert_eq!(text, "Müller\nJörg\nMüller");
        assert_eq!(notes.len(), 1);
        assert!(notes[0].is_mixed);
    }

    #[test]
    fn a_letter_cut_by_the_end_of_the_file_is_not_lost_silently() {
        let (text, notes) = decode(b"abc\xC3", 1000);
        assert_eq!(text, "abcÃ");
        assert_eq!(notes.len(), 1);
    }
}
