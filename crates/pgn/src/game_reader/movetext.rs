//! The moves of a game and what stands between them.

use kaissa_chess::Color;
use kaissa_game::{Comment, GameResult, OddityCode, Record, RecordEnd, WrittenResult};

use super::GameReader;
use crate::tag_line::begins_with_tag;
use crate::token::{NotAMove, html_mark, is_token_byte, not_a_move};

impl GameReader<'_> {
    /// Reads tokens until a result, the next game or the end of the text.
    pub(super) fn read_moves(&mut self, record: &mut Record) -> RecordEnd {
        loop {
            let Some(byte) = self.byte(self.at) else {
                return if self.cut_off { RecordEnd::CutOff } else { RecordEnd::Open };
            };
            match byte {
                b' ' | b'\t' => self.at += 1,
                b'\n' | b'\r' => self.pass_line_end(record),
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' if self.take_plain_moves(record) => {}
                b'a'..=b'z' | b'A'..=b'Z' => self.read_token(record, self.at),
                b'0'..=b'9' => {
                    if self.read_number_or_result(record) {
                        let is_complete = record.result_token.is_some();
                        return if is_complete { RecordEnd::Complete } else { RecordEnd::Open };
                    }
                }
                b'{' => {
                    self.read_comment(record);
                    if self.cut_off {
                        return RecordEnd::CutOff;
                    }
                }
                b'*' => {
                    self.set_result(record, self.at, self.at + 1);
                    if self.goes_on_after_result(record) {
                        continue;
                    }
                    return RecordEnd::Complete;
                }
                b'(' => {
                    if let Some(end) = self.skip_variation(record) {
                        return end;
                    }
                }
                b'[' => {
                    if self.begins_next_game(record) {
                        return RecordEnd::Open;
                    }
                    self.skip_bracket(record);
                }
                _ => {
                    if self.read_other(record, byte) {
                        return RecordEnd::Complete;
                    }
                }
            }
        }
    }

    /// Goes over line ends, escape lines after them, and notes an empty line.
    fn pass_line_end(&mut self, record: &Record) {
        let start = self.at;
        let mut n_line_ends = 0;
        while let Some(byte) = self.byte(self.at) {
            match byte {
                b'\n' => n_line_ends += 1,
                b'\r' if self.byte(self.at + 1) != Some(b'\n') => n_line_ends += 1,
                b'\r' | b' ' | b'\t' => {}
                b'%' if self.is_line_start(self.at) => {
                    self.at = self.line_end(self.at);
                    n_line_ends = 0;
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        if n_line_ends >= 2 && self.replay.n_tokens(record) > 0 && self.empty_line.is_none() {
            self.empty_line = Some(start);
        }
    }

    /// Reads a token from `start`, and takes it as a move if it is not known as something else.
    fn read_token(&mut self, record: &mut Record, start: usize) {
        let end = self.token_end(start);
        self.at = end;
        let token = self.slice(start, end);
        // What is known as no move never ends with a digit, as most moves do.
        if !token.ends_with(|letter: char| letter.is_ascii_digit())
            && (end - start < 5 || !token.is_ascii())
            && let Some(kind) = not_a_move(token)
        {
            let (code, expected) = match kind {
                NotAMove::Sign => (OddityCode::Sign, "a move, a number or a glyph ($0 to $255)"),
                NotAMove::Suffix => (OddityCode::SuffixApart, "the sign next to its move"),
            };
            self.odd_once(record, code, start, token, expected);
            return;
        }
        self.take_move(record, start, end);
    }

    fn take_move(&mut self, record: &mut Record, start: usize, end: usize) {
        let token = self.slice(start, end);
        if let Some(empty) = self.empty_line.take()
            && self.replay.n_tokens(record) > 0
        {
            self.odd_once(
                record,
                OddityCode::EmptyLine,
                empty + 1,
                "an empty line",
                "the next move",
            );
        }
        self.number_before = None;
        self.replay.take(record, token, self.range(start, end));
        // Glyphs that belong to the move.
        while matches!(self.byte(self.at), Some(b'!' | b'?')) {
            self.at += 1;
        }
    }

    /// The byte after a token, a promoted piece in brackets included: `d8(Q)+`.
    fn token_end(&self, start: usize) -> usize {
        let bytes = self.bytes();
        let mut end = start;
        loop {
            let rest = bytes.get(end..).unwrap_or_default();
            end += rest.iter().take_while(|byte| is_token_byte(**byte)).count();
            let after_square = matches!(bytes.get(end.wrapping_sub(1)), Some(b'1' | b'8' | b'='));
            if end == start || bytes.get(end) != Some(&b'(') || !after_square {
                return end;
            }
            let inside = bytes.get(end + 1..).unwrap_or_default();
            match inside.iter().take(3).position(|byte| *byte == b')') {
                Some(close)
                    if close > 0
                        && inside
                            .iter()
                            .take(close)
                            .all(|b| b.is_ascii_alphabetic() || *b >= 0x80) =>
                {
                    end += close + 2;
                }
                _ => return end,
            }
        }
    }

    /// Reads a number before a move, or a result; says whether the game has ended.
    fn read_number_or_result(&mut self, record: &mut Record) -> bool {
        let start = self.at;
        let bytes = self.bytes();
        let rest = bytes.get(start..).unwrap_or_default();
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let after = rest.get(n_digits).copied().unwrap_or(b' ');
        let decimal = after == b'.' && rest.get(n_digits + 1).is_some_and(u8::is_ascii_digit);
        let is_result =
            decimal && GameResult::read(self.slice(start, self.token_end(start))).is_some();
        if after == b'.' && !is_result {
            if self.begins_again(record, start, n_digits) {
                return true;
            }
            self.take_number(record, start, n_digits);
            self.at += n_digits;
            self.skip_dots();
            return false;
        }
        let end = self.token_end(start);
        let token = self.slice(start, end);
        if !is_token_byte(after) && token != "0000" {
            // A number without a point, or half of a result on its own.
            self.take_number(record, start, n_digits);
            self.at = end;
            return false;
        }
        if let Some(result) = self.result_here(token, end) {
            self.note_result_spelling(record, start, token, result);
            self.set_result(record, start, end);
            return !self.goes_on_after_result(record);
        }
        let results = ["1-0", "0-1", "1/2-1/2"];
        let may_be_cut = self.is_last && end == self.text.len();
        if may_be_cut && results.iter().any(|result| result.starts_with(token)) {
            self.at = end;
            self.cut_off = true;
            return false;
        }
        if after.is_ascii_alphabetic() && self.number_is_expected(start, n_digits) {
            self.take_number(record, start, n_digits);
            self.at += n_digits;
            return false;
        }
        self.at = end;
        self.take_move(record, start, end);
        false
    }

    /// The result that a token is, unless it is castling with zeros.
    fn result_here(&self, token: &str, end: usize) -> Option<WrittenResult> {
        let result = GameResult::read(token)?;
        if token == "0-0" {
            // Both players lose only where nothing follows and nobody could castle so.
            let can_castle = !self.replay.stopped
                && matches!(
                    self.replay.position.read_move(token, self.replay.language),
                    kaissa_chess::notation::Reading::Legal { .. }
                );
            if can_castle || !self.game_ends_at(end) {
                return None;
            }
        }
        Some(result)
    }

    /// Whether only blanks stand between a byte and the next game or the end.
    fn game_ends_at(&self, at: usize) -> bool {
        let rest = self.bytes().get(at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        match rest.get(blanks) {
            None => true,
            Some(b'[') => begins_with_tag(self.bytes(), at + blanks) == Some(true),
            Some(_) => false,
        }
    }

    fn note_result_spelling(
        &self,
        record: &mut Record,
        start: usize,
        token: &str,
        result: WrittenResult,
    ) {
        if GameResult::is_standard_spelling(token) {
            return;
        }
        let expected = match result {
            WrittenResult::Finished(result) => format!("read as {result}"),
            WrittenResult::Open => "read as *".to_string(),
        };
        self.odd_once(record, OddityCode::ResultSpelling, start, token, &expected);
    }

    fn skip_dots(&mut self) {
        loop {
            match self.byte(self.at) {
                Some(b'.') => self.at += 1,
                Some(0xE2) if self.slice(self.at, self.at + 3) == "…" => self.at += 3,
                _ => return,
            }
        }
    }

    /// Whether a number after an empty line begins another game without tags.
    fn begins_again(&self, record: &Record, start: usize, n_digits: usize) -> bool {
        self.empty_line.is_some()
            && !record.plies.is_empty()
            && self.slice(start, start + n_digits) == "1"
            && (self.replay.stopped || self.replay.position.fullmove_number() > 1)
            && (record.start.fullmove_number() == 1 || !record.has_start_fen)
            && !self.slice(start + n_digits, start + n_digits + 3).starts_with("..")
    }

    fn number_is_expected(&self, start: usize, n_digits: usize) -> bool {
        let number = self.slice(start, start + n_digits).parse::<u32>().ok();
        self.number_before.is_none()
            && !self.replay.stopped
            && number == Some(self.replay.position.fullmove_number())
    }

    fn take_number(&mut self, record: &mut Record, start: usize, n_digits: usize) {
        let digits = self.slice(start, start + n_digits);
        let number = digits.parse::<u32>().ok();
        self.number_before = Some(number.unwrap_or(u32::MAX));
        if self.replay.stopped {
            return;
        }
        let expected = self.replay.position.fullmove_number();
        if number != Some(expected) {
            let expected = expected.to_string();
            self.odd_once(record, OddityCode::MoveNumber, start, digits, &expected);
        }
    }

    /// Sets the result and reads the comments behind it on the same line.
    fn set_result(&mut self, record: &mut Record, start: usize, end: usize) {
        record.result_token = Some(self.range(start, end));
        self.at = end;
        loop {
            let rest = self.bytes().get(self.at..).unwrap_or_default();
            let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            match rest.get(blanks) {
                Some(b'{') => {
                    self.at += blanks;
                    self.read_comment(record);
                }
                Some(b';') => {
                    self.at += blanks;
                    self.read_line_comment(record);
                }
                // The same result again says nothing new.
                Some(_) if self.repeats_result(start, end, self.at + blanks) => {
                    self.at += blanks + (end - start);
                }
                _ => return,
            }
        }
    }

    fn repeats_result(&self, start: usize, end: usize, at: usize) -> bool {
        let result = self.bytes().get(start..end).unwrap_or_default();
        let again = self.bytes().get(at..at + (end - start));
        again == Some(result) && !self.byte(at + (end - start)).is_some_and(is_token_byte)
    }

    /// Whether moves follow a result with the number that is due, so that the game goes on.
    fn goes_on_after_result(&mut self, record: &mut Record) -> bool {
        if self.replay.stopped || record.plies.is_empty() {
            return false;
        }
        let rest = self.bytes().get(self.at..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let rest = rest.get(blanks..).unwrap_or_default();
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let start = self.at + blanks;
        let number = self.slice(start, start + n_digits).parse::<u32>().ok();
        let due = self.replay.position.fullmove_number();
        if rest.get(n_digits) != Some(&b'.') || number != Some(due) || due < 2 {
            return false;
        }
        let result =
            record.result_token.take().map(|range| self.written(range)).unwrap_or_default();
        self.odd_once(
            record,
            OddityCode::MovesAfterResult,
            start,
            result,
            "no moves after a result",
        );
        true
    }

    /// Whether the bracket here begins the tags of the next game.
    fn begins_next_game(&self, record: &Record) -> bool {
        let _ = record;
        begins_with_tag(self.bytes(), self.at) == Some(true)
    }

    fn skip_bracket(&mut self, record: &mut Record) {
        let line_end = self.line_end(self.at);
        let line = self.bytes().get(self.at..line_end).unwrap_or_default();
        let end = memchr::memchr(b']', line).map_or(line_end, |close| self.at + close + 1);
        let found = self.slice(self.at, end);
        let expected = "a comment in braces";
        self.odd_once(record, OddityCode::BracketAmongMoves, self.at, found, expected);
        self.at = end;
    }

    /// Anything that is no letter, digit, comment or variation; says whether the game has ended.
    fn read_other(&mut self, record: &mut Record, byte: u8) -> bool {
        let start = self.at;
        match byte {
            b'.' => self.skip_dots(),
            b'$' => self.read_nag(record),
            b'!' | b'?' => {
                let rest = self.bytes().get(start..).unwrap_or_default();
                let n = rest.iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
                self.at += n;
                let found = self.slice(start, self.at);
                self.odd_once(
                    record,
                    OddityCode::GlyphApart,
                    start,
                    found,
                    "the glyph next to its move",
                );
            }
            b';' => self.read_line_comment(record),
            b'%' if self.is_line_start(start) => self.at = self.line_end(start),
            b')' => {
                self.at += 1;
                let expected = "a variation to close";
                self.odd_once(record, OddityCode::ParenthesisAlone, start, ")", expected);
            }
            b'}' => {
                self.at += 1;
                self.odd_once(record, OddityCode::BraceAlone, start, "}", "a comment to close");
            }
            b'<' if html_mark(self.bytes(), start).is_some() => self.skip_blanks(Some(record)),
            b']' | b'<' | b'>' => {
                self.at += 1;
                let found = self.slice(start, start + 1);
                self.odd_once(record, OddityCode::Sign, start, found, "a move");
            }
            0..=0x20 | 0x7F => self.skip_blanks(Some(record)),
            0x80.. if crate::token::odd_blank(self.slice(start, self.text.len())).is_some() => {
                self.skip_blanks(Some(record));
            }
            _ => {
                if self.slice(start, start + 3) == "…" {
                    self.skip_dots();
                    return false;
                }
                return self.read_other_token(record, start);
            }
        }
        // Whatever happened, go on.
        if self.at == start {
            self.at += 1;
        }
        false
    }

    /// A token that begins with a sign or a letter beyond ASCII.
    fn read_other_token(&mut self, record: &mut Record, start: usize) -> bool {
        let end = self.token_end(start);
        if end == start {
            self.at = start + 1;
            return false;
        }
        let token = self.slice(start, end);
        let is_forfeit = matches!(token, "+:-" | "-:+" | "+--" | "--+" | "-:-");
        let begins_result = token.starts_with('½') || is_forfeit && self.game_ends_at(end);
        if begins_result && let Some(result) = GameResult::read(token) {
            self.note_result_spelling(record, start, token, result);
            self.set_result(record, start, end);
            return !self.goes_on_after_result(record);
        }
        self.read_token(record, start);
        false
    }

    fn read_nag(&mut self, record: &mut Record) {
        let start = self.at;
        let rest = self.bytes().get(start + 1..).unwrap_or_default();
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at = start + 1 + n_digits;
        let number = self.slice(start + 1, self.at).parse::<u32>().ok();
        if number.is_none_or(|number| number > 255) {
            let found = self.slice(start, self.at);
            self.odd_once(record, OddityCode::NagRange, start, found, "$0 to $255");
        }
    }

    /// Goes over a variation with everything inside; gives an end where the text ends in it.
    fn skip_variation(&mut self, record: &mut Record) -> Option<RecordEnd> {
        let start = self.at;
        let after_ply = u32::try_from(self.replay.n_tokens(record)).unwrap_or(u32::MAX);
        self.look_at_variation_number(record);
        let mut depth = 0usize;
        let mut last_token = (start, start);
        while let Some(byte) = self.byte(self.at) {
            match byte {
                b'(' => {
                    depth += 1;
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    depth -= 1;
                    if depth == 0 {
                        let range = self.range(start, self.at);
                        record.variations.push(Comment { range, after_ply });
                        return None;
                    }
                }
                b'{' => {
                    self.skip_comment(record);
                    if self.cut_off {
                        break;
                    }
                }
                b';' => self.at = self.line_end(self.at),
                b'%' if self.is_line_start(self.at) => self.at = self.line_end(self.at),
                b'[' if self.begins_line(self.at) && self.begins_next_game(record) => break,
                _ if is_token_byte(byte) || byte == b'*' => {
                    let end = self.token_end(self.at).max(self.at + 1);
                    last_token = (self.at, end);
                    self.at = end;
                }
                _ => self.at += 1,
            }
        }
        let found = self.slice(start, self.at);
        self.odd(record, OddityCode::VariationNotClosed, start, found, "a closing bracket");
        record.variations.push(Comment { range: self.range(start, self.at), after_ply });
        // A result at the very end is that of the game, whatever was not closed before it.
        if GameResult::read(self.slice(last_token.0, last_token.1)).is_some() {
            record.result_token = Some(self.range(last_token.0, last_token.1));
            return Some(RecordEnd::Complete);
        }
        let at_end = self.at >= self.text.len() && self.is_last;
        Some(if at_end { RecordEnd::CutOff } else { RecordEnd::Open })
    }

    /// Goes over a comment of a variation: it says nothing of the main line.
    fn skip_comment(&mut self, record: &mut Record) {
        let n_comments = record.comments.len();
        let clocks = self.replay.last_clocks(record);
        self.read_comment(record);
        record.comments.truncate(n_comments);
        self.replay.restore_clocks(record, clocks);
    }

    /// Compares the first number of a variation with the move that it stands against.
    fn look_at_variation_number(&mut self, record: &mut Record) {
        if self.replay.stopped {
            return;
        }
        let bytes = self.bytes();
        let rest = bytes.get(self.at + 1..).unwrap_or_default();
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let start = self.at + 1 + blanks;
        let rest = rest.get(blanks..).unwrap_or_default();
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest.get(n_digits..).unwrap_or_default();
        let n_dots = dots
            .iter()
            .take_while(|byte| matches!(byte, b'.' | b' ' | b'\n' | b'\r'))
            .filter(|byte| **byte == b'.')
            .count();
        let Ok(number) = self.slice(start, start + n_digits).parse::<u32>() else { return };
        if n_dots == 0 {
            return;
        }
        let position = &self.replay.position;
        let (due, is_black) = match position.turn() {
            Color::White => (position.fullmove_number().saturating_sub(1), true),
            Color::Black => (position.fullmove_number(), false),
        };
        if number != due || (n_dots > 1) != is_black || record.plies.is_empty() {
            let found = self.slice(start, start + n_digits + n_dots);
            let expected = format!("{due}{}", if is_black { "..." } else { "." });
            self.odd_once(record, OddityCode::VariationMisplaced, start, found, &expected);
        }
    }
}
