//! Games out of a text, one after the other.

use kaissa_chess::notation::Language;
use kaissa_game::{
    Comment, Oddity, OddityCode, Place, Record, RecordEnd, TextRange, TimeControlReading,
    WrittenClock, count_line_ends,
};
use kaissa_laws::ClockTime;

use crate::braces::{Braces, CommentEnd, comment_end};
use crate::clock_comment::read_clock_comment;
use crate::replay::Replay;
use crate::token;

mod finish;
mod movetext;
mod plain_moves;
mod tag_section;

/// How games are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The language of the piece letters; `None` to find it out for each game, English first.
    pub language: Option<Language>,
}

/// Reads the games of a text that is held in memory.
pub struct GameReader<'t> {
    text: &'t str,
    at: usize,
    /// A byte whose place is known, and the place.
    mark: (usize, Place),
    /// Whether the file ends with this text.
    is_last: bool,
    options: ReadOptions,
    replay: Replay,
    /// Where the text of the game begins.
    base: usize,
    /// An empty line after moves, until the next move or the end.
    empty_line: Option<usize>,
    /// The move number that has just been read, without a move after it.
    number_before: Option<u32>,
    /// Whether the text ended inside a tag, a comment or a variation.
    cut_off: bool,
    /// Where the moves of the game begin.
    moves_at: usize,
    /// Whether plain moves are taken without a look aside; only a test says no, to compare.
    takes_plain: bool,
}

impl<'t> GameReader<'t> {
    /// A reader of a whole text.
    pub fn new(text: &'t str, options: ReadOptions) -> GameReader<'t> {
        GameReader::of_part(text, Place { line: 1, column: 1 }, true, options)
    }

    /// A reader of a part of a file that begins at a place.
    pub(crate) fn of_part(
        text: &'t str,
        place: Place,
        is_last: bool,
        options: ReadOptions,
    ) -> GameReader<'t> {
        GameReader {
            text,
            at: 0,
            mark: (0, place),
            is_last,
            options,
            replay: Replay::new(),
            base: 0,
            empty_line: None,
            number_before: None,
            cut_off: false,
            moves_at: 0,
            takes_plain: true,
        }
    }

    /// How many bytes of the text have been read.
    pub fn bytes_read(&self) -> usize {
        self.at
    }

    /// Line and column that have been reached.
    pub fn place_here(&mut self) -> Place {
        self.move_mark(self.at)
    }

    /// Fills a record with the next game; `false` where there is none.
    pub fn read_into(&mut self, record: &mut Record) -> bool {
        let mut loose: Option<Oddity> = None;
        loop {
            record.clear();
            self.cut_off = false;
            self.replay.begin(self.options.language.unwrap_or(Language::English));
            self.skip_to_game(record);
            if self.at >= self.text.len() {
                return false;
            }
            self.read_game(record);
            if !record.tags.is_empty() || !record.plies.is_empty() || record.result_token.is_some()
            {
                if let Some(loose) = loose {
                    record.oddities.insert(0, loose);
                }
                return true;
            }
            loose = loose.or_else(|| {
                let found = shorten(record.text.trim());
                let expected = "a tag, a move or a result".to_string();
                Some(Oddity { code: OddityCode::LooseText, place: record.place, found, expected })
            });
        }
    }

    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    pub(crate) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes().get(at).copied()
    }

    pub(crate) fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(start.saturating_sub(self.base), end.saturating_sub(self.base))
    }

    pub(crate) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Moves the known place on to a byte.
    fn move_mark(&mut self, to: usize) -> Place {
        let (from, place) = self.mark;
        let bytes = self.bytes().get(from..to).unwrap_or_default();
        // Nearly always a new game begins a line, and then no column has to be counted.
        let place = match bytes.last() {
            Some(b'\n') => Place { line: place.line + count_line_ends(bytes), column: 1 },
            _ => place.after(self.slice(from, to)),
        };
        self.mark = (to, place);
        place
    }

    pub(crate) fn place_at(&self, at: usize) -> Place {
        self.mark.1.after(self.slice(self.mark.0, at))
    }

    pub(crate) fn odd(
        &self,
        record: &mut Record,
        code: OddityCode,
        at: usize,
        found: &str,
        expected: &str,
    ) {
        // A text that is odd all over is not told in full.
        if record.oddities.len() >= MOST_ODDITIES {
            return;
        }
        let found = shorten(found);
        let place = self.place_at(at);
        record.oddities.push(Oddity { code, place, found, expected: expected.to_string() });
    }

    pub(crate) fn odd_once(
        &self,
        record: &mut Record,
        code: OddityCode,
        at: usize,
        found: &str,
        expected: &str,
    ) {
        if record.oddities.iter().all(|oddity| oddity.code != code) {
            self.odd(record, code, at, found, expected);
        }
    }

    /// Goes over blanks, escape lines and loose comments to the first tag or token of a game.
    fn skip_to_game(&mut self, record: &mut Record) {
        self.skip_blanks(None);
        self.base = self.at;
        record.place = self.move_mark(self.at);
        loop {
            let before = self.at;
            self.skip_blanks(Some(record));
            match self.byte(self.at) {
                Some(b'{') => self.read_comment(record),
                Some(b';') => self.read_line_comment(record),
                _ => {}
            }
            if self.at == before {
                return;
            }
        }
    }

    /// Goes over blanks of every kind, `%` lines and marks of web pages.
    ///
    /// What is odd about them is noted in the record, if there is one.
    pub(crate) fn skip_blanks(&mut self, mut record: Option<&mut Record>) {
        while let Some(byte) = self.byte(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => self.at += 1,
                b'%' if self.is_line_start(self.at) => self.at = self.line_end(self.at),
                b'<' => match token::html_mark(self.bytes(), self.at) {
                    Some(end) => {
                        if let Some(record) = record.as_deref_mut() {
                            let found = self.slice(self.at, end);
                            self.odd_once(record, OddityCode::Html, self.at, found, "a line end");
                        }
                        self.at = end;
                    }
                    None => return,
                },
                0x80.. => match token::odd_blank(self.slice(self.at, self.text.len())) {
                    Some(len) => {
                        if let Some(record) = record.as_deref_mut() {
                            self.note_odd_space(record, self.at, len);
                        }
                        self.at += len;
                    }
                    None => return,
                },
                0..0x20 | 0x7F => {
                    if let Some(record) = record.as_deref_mut() {
                        self.note_control(record, self.at);
                    }
                    self.at += 1;
                }
                _ => return,
            }
        }
    }

    fn note_odd_space(&self, record: &mut Record, at: usize, len: usize) {
        let found = self.slice(at, at + len).escape_unicode().to_string();
        self.odd_once(record, OddityCode::OddSpace, at, &found, "a blank");
    }

    fn note_control(&self, record: &mut Record, at: usize) {
        let found = self.slice(at, at + 1).escape_unicode().to_string();
        self.odd_once(record, OddityCode::ControlCharacter, at, &found, "a blank");
    }

    pub(crate) fn is_line_start(&self, at: usize) -> bool {
        at == 0 || matches!(self.byte(at - 1), Some(b'\n' | b'\r'))
    }

    pub(crate) fn line_end(&self, at: usize) -> usize {
        let rest = self.bytes().get(at..).unwrap_or_default();
        memchr::memchr2(b'\n', b'\r', rest).map_or(self.text.len(), |found| at + found)
    }

    fn read_game(&mut self, record: &mut Record) {
        self.empty_line = None;
        self.number_before = None;
        record.game_start = self.range(self.at, self.at).start;
        let next_game = self.read_tags(record);
        self.set_up(record);
        self.moves_at = self.at;
        let end = if next_game { RecordEnd::Open } else { self.read_moves(record) };
        self.finish(record, end);
    }

    /// Reads what stands before the moves of a game that begins with the text, and gives the byte
    /// at which they begin; `None` where the text begins otherwise.
    pub(crate) fn read_head(&mut self, record: &mut Record) -> Option<usize> {
        if self.byte(0) != Some(b'[') {
            return None;
        }
        self.replay.begin(Language::English);
        record.place = self.mark.1;
        if self.read_tags(record) {
            return None;
        }
        self.set_up(record);
        self.moves_at = self.at;
        Some(self.at)
    }

    /// Reads on behind a ply that an earlier reader came to.
    pub(crate) fn go_on_from(&mut self, replay: Replay, at: usize, record: &mut Record) {
        (self.replay, self.at) = (replay, at);
        let end = self.read_moves(record);
        self.finish(record, end);
    }

    /// The replay of the last game, and the byte of its text at which its moves begin.
    pub(crate) fn into_parts(self) -> (Replay, usize) {
        (self.replay, self.moves_at.saturating_sub(self.base))
    }

    /// Reads the comment whose brace stands here.
    pub(crate) fn read_comment(&mut self, record: &mut Record) {
        let open = self.at;
        let (inner_end, end) = match comment_end(self.bytes(), open, true) {
            CommentEnd::Closed { inner_end, end, braces } => {
                let found = self.slice(open, end);
                match braces {
                    Braces::None => {}
                    Braces::Nested => {
                        let expected = "no comment inside a comment";
                        self.odd_once(record, OddityCode::CommentNested, open, found, expected);
                    }
                    Braces::Stray => {
                        let expected = "no brace inside a comment";
                        self.odd_once(record, OddityCode::CommentBrace, open, found, expected);
                    }
                }
                (inner_end, end)
            }
            CommentEnd::Open { end, at_end_of_text } => {
                let found = self.slice(open, end);
                self.odd(record, OddityCode::CommentNotClosed, open, found, "a closing brace");
                self.cut_off = at_end_of_text && self.is_last;
                (end, end)
            }
            CommentEnd::NeedsMore => (self.text.len(), self.text.len()),
        };
        self.at = end;
        self.push_comment(record, open + 1, inner_end);
    }

    /// Reads the comment that goes on to the end of the line.
    pub(crate) fn read_line_comment(&mut self, record: &mut Record) {
        let start = self.at + 1;
        let end = self.line_end(start);
        self.at = end;
        self.push_comment(record, start, end);
    }

    fn push_comment(&mut self, record: &mut Record, start: usize, end: usize) {
        let after_ply = u32::try_from(self.replay.n_tokens(record)).unwrap_or(u32::MAX);
        record.comments.push(Comment { range: self.range(start, end), after_ply });
        if after_ply > 0 {
            self.read_clocks(record, start, end);
        }
    }

    fn read_clocks(&mut self, record: &mut Record, start: usize, end: usize) {
        let comment = self.slice(start, end);
        let Some(clocks) = read_clock_comment(comment) else { return };
        if clocks.is_plain {
            let expected = "[%clk …]";
            self.odd_once(record, OddityCode::ClockPlain, start, comment, expected);
        }
        if clocks.is_unreadable {
            let expected = "a time of hours, minutes and seconds";
            self.odd_once(record, OddityCode::ClockUnreadable, start, comment, expected);
        }
        let mut read = |clock: Option<WrittenClock>| match clock? {
            WrittenClock::Certain(time) => Some(time),
            WrittenClock::TwoFields { hours_minutes, minutes_seconds } => {
                self.read_two_fields(record, start, hours_minutes, minutes_seconds)
            }
        };
        let (left, used) = (read(clocks.left), read(clocks.used));
        self.replay.set_clock(record, left, used);
    }

    /// Two fields are hours and minutes or minutes and seconds: what lies nearer to the base time
    /// of the time control is meant. Without one nothing is read.
    fn read_two_fields(
        &self,
        record: &mut Record,
        at: usize,
        hours_minutes: ClockTime,
        minutes_seconds: ClockTime,
    ) -> Option<ClockTime> {
        let control = self.tag(record, "TimeControl").map(TimeControlReading::read);
        let base = control.and_then(|reading| reading.control).and_then(|control| control.base());
        let read = base.map(|base| {
            let far = |time: ClockTime| (time - base).abs();
            if far(hours_minutes) <= far(minutes_seconds) { hours_minutes } else { minutes_seconds }
        });
        let expected = match read {
            Some(time) => format!("three fields; read as {time}"),
            None => "three fields; not read, since no time control tells".to_string(),
        };
        let found = self.slice(at, self.at);
        self.odd_once(record, OddityCode::ClockTwoFields, at, found, &expected);
        read
    }

    /// The value of a tag while the record has no text yet.
    pub(crate) fn tag(&self, record: &Record, name: &str) -> Option<&'t str> {
        let tag = record.tags.iter().find(|tag| self.written(tag.name) == name)?;
        Some(self.written(tag.value))
    }

    /// What is written in a range of the record.
    pub(crate) fn written(&self, range: TextRange) -> &'t str {
        let range = range.as_usize();
        self.slice(self.base + range.start, self.base + range.end)
    }
}

/// How many oddities a game may have.
const MOST_ODDITIES: usize = 200;

/// The beginning of a text, enough to recognise it.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_string(),
    }
}
