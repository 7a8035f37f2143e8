//! Games out of a stream, one after the other.

use std::io::{self, Read};

use kaissa_game::{Oddity, OddityCode, Place, Record};

use crate::{GameReader, Part, ReadOptions, Splitter, TextEncoding};

/// Reads the games of a stream, one after the other; memory does not grow with the stream.
///
/// # Examples
/// ```
/// use kaissa_game::Record;
/// use kaissa_pgn::Reader;
///
/// let file = b"[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n";
/// let mut reader = Reader::new(file.as_slice());
/// let mut record = Record::new();
/// let mut plies = Vec::new();
/// while reader.read_into(&mut record)? {
///     plies.push(record.plies.len());
/// }
/// assert_eq!(plies, [2, 1]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    splitter: Splitter<R>,
    part: Part,
    /// How far the part has been read, and the place there.
    position: Option<PartPosition>,
    options: ReadOptions,
    n_games: u64,
}

/// How far a part has been read.
#[derive(Clone, Copy, Debug)]
struct PartPosition {
    at: usize,
    place: Place,
}

impl<R: Read> Reader<R> {
    /// A reader of a stream with the usual options.
    pub fn new(source: R) -> Reader<R> {
        Reader::with_options(source, ReadOptions::default(), None)
    }

    /// A reader with options, and with the encoding where it is known.
    pub fn with_options(
        source: R,
        options: ReadOptions,
        encoding: Option<TextEncoding>,
    ) -> Reader<R> {
        let splitter = match encoding {
            Some(encoding) => Splitter::with_encoding(source, encoding),
            None => Splitter::new(source),
        };
        Reader { splitter, part: Part::default(), position: None, options, n_games: 0 }
    }

    /// Fills a record with the next game; `false` once there is none.
    ///
    /// # Errors
    /// Those of the source.
    pub fn read_into(&mut self, record: &mut Record) -> io::Result<bool> {
        loop {
            if let Some(position) = self.position {
                let (found, next) = self.part.read_from(position, self.options, record);
                self.position = next;
                if found {
                    self.n_games += 1;
                    return Ok(true);
                }
            }
            if self.position.is_none() {
                if !self.splitter.next_part(&mut self.part)? {
                    return Ok(false);
                }
                self.position = Some(self.part.start());
            }
        }
    }

    /// How many games have been read.
    pub fn n_games(&self) -> u64 {
        self.n_games
    }
}

impl Part {
    /// Where reading begins: behind what is left of a game that was too large.
    fn start(&self) -> PartPosition {
        let at = self.first_game();
        let begin = Place { line: self.line, column: 1 };
        PartPosition { at, place: begin.after(self.text.get(..at).unwrap_or_default()) }
    }

    fn read_from(
        &mut self,
        position: PartPosition,
        options: ReadOptions,
        record: &mut Record,
    ) -> (bool, Option<PartPosition>) {
        let text = self.text.get(position.at..).unwrap_or_default();
        let mut games = GameReader::of_part(text, position.place, self.is_last, options);
        if !games.read_into(record) {
            return (false, None);
        }
        let at = position.at + games.bytes_read();
        let place = games.place_here();
        self.note_encoding(at, record);
        if std::mem::take(&mut self.left_out) {
            note_too_large(record);
        }
        (true, Some(PartPosition { at, place }))
    }

    /// Reads all games of the part, one after the other.
    pub fn read_games(
        &mut self,
        options: ReadOptions,
        record: &mut Record,
        mut each: impl FnMut(&mut Record),
    ) {
        let PartPosition { at, place } = self.start();
        let whole = std::mem::take(&mut self.text);
        let text = whole.get(at..).unwrap_or_default();
        let mut games = GameReader::of_part(text, place, self.is_last, options);
        while games.read_into(record) {
            self.note_encoding(at + games.bytes_read(), record);
            if std::mem::take(&mut self.left_out) {
                note_too_large(record);
            }
            each(record);
        }
        self.text = whole;
    }

    /// Tells a record the encoding, if it was found out before its end.
    fn note_encoding(&mut self, read: usize, record: &mut Record) {
        let reached = self.at + read as u64;
        self.notes.retain(|note| {
            if note.at > reached {
                return true;
            }
            let code = if note.is_mixed { OddityCode::MixedEncoding } else { OddityCode::Encoding };
            let found = note.encoding.name().to_string();
            let oddity = Oddity { code, place: record.place, found, expected: "utf-8".to_string() };
            record.oddities.insert(0, oddity);
            false
        });
    }
}

fn note_too_large(record: &mut Record) {
    let oddity = Oddity {
        code: OddityCode::TooLarge,
        place: record.place,
        found: "the rest of a game that was left out".to_string(),
        expected: "games of at most 64 MiB".to_string(),
    };
    record.oddities.insert(0, oddity);
}
