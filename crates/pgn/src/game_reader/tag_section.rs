//! The tag section of a game, and the position it sets up.

use kaissa_chess::{FenRepair, Position, Variant};
use kaissa_game::{
    GameResult, OddityCode, Record, Tag, TimeControlNote, TimeControlReading, WrittenResult,
    count_line_ends,
};

use super::GameReader;
use crate::tag_line::{TagFault, TagFound, begins_with_tag, read_tag, read_tag_without_bracket};

impl GameReader<'_> {
    /// Reads the tag section; says whether the tags of another game follow without any moves.
    pub(super) fn read_tags(&mut self, record: &mut Record) -> bool {
        let mut after_empty_line = false;
        loop {
            let before = self.at;
            self.skip_blanks(Some(record));
            let gap = self.bytes().get(before..self.at).unwrap_or_default();
            after_empty_line |= count_line_ends(gap) >= 2;
            match self.byte(self.at) {
                Some(b'[') => {
                    let Some(tag) = self.tag_here() else { return false };
                    let name = self.slice(tag.name.0, tag.name.1);
                    let known = self.knows_tag(record, name);
                    if known && after_empty_line {
                        return true;
                    }
                    self.push_tag(record, &tag);
                    after_empty_line = false;
                }
                // Comments between tags, or between tags and moves.
                Some(b'{') if !record.tags.is_empty() => self.read_comment(record),
                Some(b';') if !record.tags.is_empty() => self.read_line_comment(record),
                Some(byte) if byte.is_ascii_alphabetic() && self.begins_line(self.at) => {
                    let Some(tag) = read_tag_without_bracket(self.bytes(), self.at) else {
                        return false;
                    };
                    self.push_tag(record, &tag);
                }
                _ => return false,
            }
        }
    }

    /// Whether a tag of this name has come; only the first hundred tags are looked at.
    fn knows_tag(&self, record: &Record, name: &str) -> bool {
        record.tags.iter().take(100).any(|known| self.written(known.name) == name)
    }

    /// The tag whose bracket stands here: one that looks like a tag, or a name alone on its line.
    pub(super) fn tag_here(&self) -> Option<TagFound> {
        let begins = begins_with_tag(self.bytes(), self.at).unwrap_or(true);
        let tag = read_tag(self.bytes(), self.at)?;
        let name = self.slice(tag.name.0, tag.name.1);
        if !name.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
            return None;
        }
        let alone_on_line = self.begins_line(self.at)
            && matches!(tag.fault, Some(TagFault::QuoteMissing | TagFault::ValueMissing));
        (begins || alone_on_line).then_some(tag)
    }

    /// Whether only blanks stand before a byte on its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let before = self.bytes().get(..at).unwrap_or_default();
        let blank = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        matches!(
            before.get(..at - blank).unwrap_or_default().last(),
            None | Some(b'\n' | b'\r' | b'>')
        )
    }

    pub(super) fn push_tag(&mut self, record: &mut Record, tag: &TagFound) {
        let start = self.at;
        let (name, value) = (tag.name, tag.value);
        let found = self.slice(start, tag.end);
        let (code, expected) = match tag.fault {
            None => (None, ""),
            Some(TagFault::OpeningBracketMissing) => {
                (Some(OddityCode::TagBracket), "[ before the tag")
            }
            Some(TagFault::ClosingBracketMissing) => {
                (Some(OddityCode::TagBracket), "] after the tag")
            }
            Some(TagFault::QuoteMissing) => (Some(OddityCode::TagQuote), "quotes around the value"),
            Some(TagFault::QuotesInside) => {
                (Some(OddityCode::TagQuotesInside), "a backslash before each quote in the value")
            }
            Some(TagFault::ValueMissing) => (Some(OddityCode::TagUnreadable), "a value in quotes"),
        };
        if let Some(code) = code {
            self.odd(record, code, start, found, expected);
        }
        let text_ends = tag.end >= self.text.len() && self.is_last;
        self.cut_off |= text_ends && code.is_some();
        let name_text = self.slice(name.0, name.1);
        if self.knows_tag(record, name_text) {
            self.odd(
                record,
                OddityCode::TagTwice,
                start,
                found,
                "each tag once; the first one counts",
            );
        }
        let value_text = self.slice(value.0, value.1);
        if let Some(control) = value_text.find(|letter: char| letter.is_control()) {
            let found = value_text.escape_debug().to_string();
            self.odd_once(record, OddityCode::ControlCharacter, value.0 + control, &found, "text");
        }
        record.tags.push(Tag {
            name: self.range(name.0, name.1),
            value: self.range(value.0, value.1),
            has_escapes: tag.has_escapes,
        });
        self.at = tag.end;
        self.skip_text_behind_tag(record);
    }

    /// Letters directly behind the bracket of a tag belong to nothing.
    fn skip_text_behind_tag(&mut self, record: &mut Record) {
        let rest = self.bytes().get(self.at..).unwrap_or_default();
        let glued = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if glued == 0 {
            return;
        }
        let found = self.slice(self.at, self.at + glued);
        self.odd(record, OddityCode::TagTrailing, self.at, found, "a line end after the tag");
        self.at += glued;
    }

    /// Sets up the start position and looks at the tags that have to be understood.
    pub(super) fn set_up(&mut self, record: &mut Record) {
        let chess960 = self.look_at_variant(record);
        self.look_at_fen(record, chess960);
        self.look_at_result_tag(record);
        self.look_at_time_control(record);
        self.replay.position.clone_from(&record.start);
    }

    fn look_at_variant(&self, record: &mut Record) -> bool {
        let Some(tag) = self.tag_named(record, "Variant") else { return false };
        let value = self.written(tag.value);
        let plain: String = value
            .chars()
            .filter(|letter| letter.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        match plain.as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" | "classical" | "classic"
            | "rapid" | "blitz" | "bullet" => false,
            "chess960" | "960" | "fischerandom" | "fischerrandom" | "frc" | "freestyle"
            | "freestylechess" | "fischerrandomchess" | "chess9lx" => true,
            _ => {
                let at = self.base + tag.value.as_usize().start;
                let expected = "Standard or Chess960; read by the Laws of Chess";
                self.odd(record, OddityCode::VariantUnknown, at, value, expected);
                false
            }
        }
    }

    fn tag_named(&self, record: &Record, name: &str) -> Option<Tag> {
        record.tags.iter().find(|tag| self.written(tag.name) == name).copied()
    }

    fn look_at_fen(&mut self, record: &mut Record, chess960: bool) {
        let Some(tag) = self.tag_named(record, "FEN") else {
            if let Some(set_up) = self.tag_named(record, "SetUp")
                && self.written(set_up.value) == "1"
            {
                let at = self.base + set_up.value.as_usize().start;
                self.odd(record, OddityCode::SetUpWithoutFen, at, "SetUp \"1\"", "a FEN tag");
            }
            return;
        };
        let fen = self.written(tag.value);
        let at = self.base + tag.value.as_usize().start;
        let set_up = self.tag_named(record, "SetUp").map(|tag| self.written(tag.value));
        if set_up == Some("0") {
            let expected = "SetUp \"1\"; read from the usual position";
            self.odd(record, OddityCode::FenIgnored, at, fen, expected);
            return;
        }
        let read = if chess960 {
            Position::from_fen_of(fen, Variant::Chess960)
        } else {
            Position::from_fen(fen)
        };
        match read {
            Ok((position, repairs)) => {
                for repair in &repairs {
                    let expected = describe(repair);
                    self.odd(record, OddityCode::FenRepaired, at, fen, &expected);
                }
                if let Err(faults) = position.legal() {
                    let expected = format!("a legal position: {faults:?}");
                    self.odd(record, OddityCode::FenIllegal, at, fen, &expected);
                }
                record.start = position;
                record.has_start_fen = true;
            }
            Err(error) => {
                let expected = format!("{} at column {}", error.expected, error.column);
                self.odd(record, OddityCode::FenUnreadable, at, fen, &expected);
                self.replay.stopped = true;
            }
        }
    }

    fn look_at_result_tag(&self, record: &mut Record) {
        let Some(tag) = self.tag_named(record, "Result") else { return };
        let value = self.written(tag.value);
        if GameResult::is_standard_spelling(value) {
            return;
        }
        let at = self.base + tag.value.as_usize().start;
        match GameResult::read(value) {
            Some(WrittenResult::Finished(result)) => {
                let expected = format!("read as {result}");
                self.odd(record, OddityCode::ResultSpelling, at, value, &expected);
            }
            Some(WrittenResult::Open) => {
                self.odd(record, OddityCode::ResultSpelling, at, value, "read as *");
            }
            None => {
                let expected = "1-0, 0-1, 1/2-1/2 or *";
                self.odd(record, OddityCode::ResultUnreadable, at, value, expected);
            }
        }
    }

    fn look_at_time_control(&self, record: &mut Record) {
        let Some(tag) = self.tag_named(record, "TimeControl") else { return };
        let value = self.written(tag.value);
        if value.is_empty() {
            return;
        }
        let at = self.base + tag.value.as_usize().start;
        for note in TimeControlReading::read(value).notes {
            let (code, expected) = match note {
                TimeControlNote::Minutes => {
                    (OddityCode::TimeControlMinutes, "seconds; read as minutes")
                }
                TimeControlNote::Form => (OddityCode::TimeControlForm, "the fields of PGN 9.6.1"),
                TimeControlNote::Ambiguous => {
                    (OddityCode::TimeControlAmbiguous, "read as seconds; minutes may be meant")
                }
                TimeControlNote::Unreadable => {
                    (OddityCode::TimeControlUnreadable, "the fields of PGN 9.6.1")
                }
            };
            self.odd_once(record, code, at, value, expected);
        }
    }
}

fn describe(repair: &FenRepair) -> String {
    match repair {
        FenRepair::AdjacentDigits => "one digit for a run of empty squares".to_string(),
        FenRepair::MissingFields { from } => format!("the fields from {from:?} on"),
        FenRepair::CastlingWithoutPieces { letter } => {
            format!("a king and a rook for the castling letter {letter}")
        }
        FenRepair::EnPassantWithoutPawn { square } => {
            format!("a pawn that has just passed {square}")
        }
        FenRepair::Unreadable { field, found } => format!("another {field:?} than {found}"),
        FenRepair::TrailingText { found } => format!("nothing after the last field, found {found}"),
    }
}
