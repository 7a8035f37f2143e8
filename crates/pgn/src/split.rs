//! A stream cut into parts at the boundaries of games, so that many hands can read it.

use std::io::{self, Read};

use kaissa_game::count_line_ends;
use memchr::memchr3;

use crate::TextEncoding;
use crate::braces::{CommentEnd, comment_end};
use crate::decode::{DecodeNote, Decoder};
use crate::tag_line::{begins_with_tag, read_tag};
use crate::token::html_mark;

/// The size of a part that is aimed at, in bytes of text.
const PART_SIZE: usize = 1024 * 1024;
/// How far ahead of a plain boundary braces are looked for.
const LOOK_AHEAD: usize = 64 * 1024;
/// How far into a tag section tags are looked for that come again.
const LONGEST_SECTION: usize = 8 * 1024;
/// Beyond this size a part is cut after a line that ends with a result, tags or no tags.
const LONG: usize = 4 * PART_SIZE;
/// Beyond this size a part is cut wherever a line ends.
const LONGEST: usize = 64 * PART_SIZE;

/// A part of a file: whole games.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The decoded text.
    pub text: String,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Whether the file ends with this part.
    pub is_last: bool,
    /// Whether it begins in the middle of a game that was too large.
    pub begins_inside: bool,
    /// Whether the rest of such a game has been left out before the first game of this part.
    pub(crate) left_out: bool,
    pub(crate) notes: Vec<DecodeNote>,
    /// The byte of the file's text at which the part begins.
    pub(crate) at: u64,
}

/// Cuts a stream into parts of whole games.
///
/// Memory does not grow with the stream: a part holds about a megabyte, or one game where a game is
/// larger than that.
pub struct Splitter<R> {
    decoder: Decoder<R>,
    /// Text that no part has taken yet.
    waiting: String,
    scan: Scan,
    line: u64,
    at: u64,
    part_size: usize,
    longest: usize,
    begins_inside: bool,
    left_out: bool,
    notes: Vec<DecodeNote>,
    ended: bool,
}

impl<R: Read> Splitter<R> {
    /// A splitter of a stream whose encoding is found out.
    pub fn new(source: R) -> Splitter<R> {
        Splitter::of_decoder(Decoder::new(source), PART_SIZE)
    }

    /// A splitter of a stream whose encoding is known.
    pub fn with_encoding(source: R, encoding: TextEncoding) -> Splitter<R> {
        Splitter::of_decoder(Decoder::with_encoding(source, encoding), PART_SIZE)
    }

    /// The same with parts of about so many bytes.
    #[must_use]
    pub fn with_part_size(mut self, n_bytes: usize) -> Splitter<R> {
        self.part_size = n_bytes.max(1);
        self
    }

    fn of_decoder(decoder: Decoder<R>, part_size: usize) -> Splitter<R> {
        Splitter {
            decoder,
            waiting: String::new(),
            scan: Scan::default(),
            line: 1,
            at: 0,
            part_size,
            longest: LONGEST,
            begins_inside: false,
            left_out: false,
            notes: Vec::new(),
            ended: false,
        }
    }

    /// Fills the next part; `false` once there is none.
    ///
    /// # Errors
    /// Those of the source; what was read before the fault is kept and comes with the next part.
    pub fn next_part(&mut self, part: &mut Part) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        loop {
            if self.waiting.len() >= self.part_size || self.decoder.is_finished() {
                let is_all = self.decoder.is_finished();
                let limits = (self.part_size, self.longest);
                if let Some(cut) = self.scan.next_cut(self.waiting.as_bytes(), limits, is_all) {
                    self.give(part, cut, false);
                    return Ok(true);
                }
                if is_all {
                    self.ended = true;
                    if self.waiting.is_empty() {
                        return Ok(false);
                    }
                    self.give(part, self.waiting.len(), true);
                    return Ok(true);
                }
            }
            self.decoder.read_more(&mut self.waiting)?;
            self.notes.extend(self.decoder.take_notes());
        }
    }

    fn give(&mut self, part: &mut Part, cut: usize, is_last: bool) {
        let rest = self.waiting.get(cut..).unwrap_or_default().to_string();
        self.waiting.truncate(cut);
        std::mem::swap(&mut part.text, &mut self.waiting);
        self.waiting.clear();
        self.waiting.push_str(&rest);
        part.line = self.line;
        part.is_last = is_last;
        part.begins_inside = self.begins_inside;
        part.left_out = self.left_out || self.begins_inside;
        self.left_out = part.left_out && part.first_game() >= part.text.len();
        part.at = self.at;
        let end = self.at + cut as u64;
        part.notes = self.notes.iter().copied().filter(|note| note.at < end || is_last).collect();
        self.notes.retain(|note| note.at >= end && !is_last);
        self.line += count_line_ends(part.text.as_bytes());
        self.at = end;
        self.begins_inside = self.scan.cut_inside;
        self.scan = Scan::default();
    }
}

/// How far the waiting text has been looked through.
#[derive(Debug, Default)]
struct Scan {
    at: usize,
    /// Whether anything but tags has come since the last tag.
    content: bool,
    /// Where the tags of the present game begin.
    section: Option<usize>,
    /// The byte after the last tag.
    tag_end: usize,
    /// Whether the last cut is in the middle of a game.
    cut_inside: bool,
    /// How far plain boundaries have been looked for.
    plain_at: usize,
    /// How far line ends after results have been looked for.
    results_at: usize,
}

impl Scan {
    /// The first place at or behind `wanted` at which a game begins.
    fn next_cut(
        &mut self,
        text: &[u8],
        (wanted, longest): (usize, usize),
        is_all: bool,
    ) -> Option<usize> {
        if let Some(cut) = self.plain_cut(text, wanted, is_all) {
            return Some(cut);
        }
        // Only where no plain boundary comes is the text looked through from its beginning.
        if !is_all && text.len() < 2 * wanted.max(LOOK_AHEAD) {
            return None;
        }
        loop {
            let found = text.get(self.at..).and_then(|rest| memchr3(b'{', b'[', b';', rest));
            let Some(found) = found else {
                self.pass(text, text.len());
                return self.cut_long(text, (wanted, longest), is_all);
            };
            let hit = self.at + found;
            if let Some(escape) = escape_line(text, self.at, hit) {
                self.pass(text, escape);
                match line_end(text, escape) {
                    Some(end) => self.at = end,
                    None => return None,
                }
                continue;
            }
            self.pass(text, hit);
            match text.get(hit) {
                Some(b'{') => match comment_end(text, hit, is_all) {
                    CommentEnd::Closed { end, .. } | CommentEnd::Open { end, .. } => {
                        self.at = end;
                    }
                    CommentEnd::NeedsMore => return self.cut_long(text, (wanted, longest), is_all),
                },
                Some(b';') => match line_end(text, hit) {
                    Some(end) => self.at = end,
                    None => return None,
                },
                _ => {
                    match begins_with_tag(text, hit) {
                        None if !is_all => return None,
                        Some(true) => {}
                        _ => {
                            self.content = true;
                            self.at = hit + 1;
                            continue;
                        }
                    }
                    let tag_needs_more = !is_all && line_end(text, hit).is_none();
                    if tag_needs_more {
                        return None;
                    }
                    let Some(tag) = read_tag(text, hit) else {
                        self.at = hit + 1;
                        continue;
                    };
                    let begins_game = self.content || self.repeats_tag(text, hit, tag.name);
                    if begins_game {
                        if let Some(line) = line_start(text, hit)
                            && line >= wanted.max(1)
                        {
                            return Some(line);
                        }
                        self.section = None;
                    }
                    self.section.get_or_insert(hit);
                    self.content = false;
                    self.tag_end = tag.end;
                    self.at = tag.end;
                }
            }
        }
    }

    /// The first tag line behind `wanted` whose line above ends with a result.
    ///
    /// It may still stand in a comment; then the next brace is one that closes.
    fn plain_cut(&mut self, text: &[u8], wanted: usize, is_all: bool) -> Option<usize> {
        let mut at = self.plain_at.max(wanted.saturating_sub(1));
        while let Some(found) = text.get(at..).and_then(|rest| memchr::memmem::find(rest, b"\n[")) {
            let line_end = at + found;
            let rest = text.get(line_end + 1..).unwrap_or_default();
            if rest.len() < LOOK_AHEAD && !is_all {
                break;
            }
            let ahead = rest.get(..LOOK_AHEAD.min(rest.len())).unwrap_or_default();
            let brace = memchr::memchr2(b'{', b'}', ahead).and_then(|brace| ahead.get(brace));
            if line_end + 1 >= wanted
                && brace != Some(&b'}')
                && begins_with_tag(text, line_end + 1) == Some(true)
                && ends_with_result(text.get(..line_end).unwrap_or_default())
            {
                return Some(line_end + 1);
            }
            at = line_end + 1;
        }
        self.plain_at = at;
        None
    }

    /// Goes on to a byte, over text that is no comment and no tag.
    fn pass(&mut self, text: &[u8], to: usize) {
        let passed = text.get(self.at..to).unwrap_or_default();
        if !self.content {
            self.content = has_content(passed);
        }
        self.at = to;
    }

    /// Whether a tag after an empty line is one that the section has already.
    fn repeats_tag(&self, text: &[u8], hit: usize, name: (usize, usize)) -> bool {
        let gap = text.get(self.tag_end..hit).unwrap_or_default();
        if self.section.is_none() || count_line_ends(gap) < 2 {
            return false;
        }
        let wanted = text.get(name.0..name.1);
        let mut at = self.section.unwrap_or(0);
        let hit = hit.min(at + LONGEST_SECTION);
        while let Some(found) = text.get(at..hit).and_then(|rest| memchr::memchr(b'[', rest)) {
            let Some(tag) = read_tag(text, at + found) else {
                at += found + 1;
                continue;
            };
            if text.get(tag.name.0..tag.name.1) == wanted {
                return true;
            }
            at = tag.end.max(at + found + 1);
        }
        false
    }

    /// A place to cut a text that has grown long without tags.
    fn cut_long(
        &mut self,
        text: &[u8],
        (wanted, longest): (usize, usize),
        is_all: bool,
    ) -> Option<usize> {
        if is_all || text.len() < LONG.min(longest).max(wanted) {
            return None;
        }
        let limit = text.len().saturating_sub(1024);
        let mut at = self.results_at.max(wanted);
        while let Some(found) = text.get(at..limit).and_then(|rest| memchr::memchr(b'\n', rest)) {
            let end = at + found;
            if ends_with_result(text.get(..end).unwrap_or_default()) && end < self.at {
                return Some(end + 1);
            }
            at = end + 1;
        }
        self.results_at = at;
        if text.len() > longest {
            self.cut_inside = true;
            let cut = memchr::memrchr(b'\n', text.get(..limit)?).map_or(limit, |end| end + 1);
            let is_boundary = |at: usize| text.get(at).is_none_or(|byte| (*byte as i8) >= -0x40);
            return (0..=cut).rev().find(|&at| is_boundary(at));
        }
        None
    }
}

fn ends_with_result(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    [b"1-0".as_slice(), b"0-1", b"1/2-1/2", b"*"].iter().any(|result| text.ends_with(result))
}

fn has_content(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'<' => match html_mark(text, at) {
                Some(end) => at = end,
                None => return true,
            },
            // A blank beyond ASCII, or a character without width.
            0x80.. => {
                let end = text.len().min(at + 4);
                let lossy = String::from_utf8_lossy(text.get(at..end).unwrap_or_default());
                match crate::token::odd_blank(&lossy) {
                    Some(len) => at += len,
                    None => return true,
                }
            }
            b'%' if at == 0 || matches!(text.get(at - 1), Some(b'\n' | b'\r')) => {
                at = line_end(text, at).unwrap_or(text.len());
            }
            _ if byte.is_ascii_whitespace() || byte.is_ascii_control() => at += 1,
            _ => return true,
        }
    }
    false
}

fn line_end(text: &[u8], at: usize) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', text.get(at..)?).map(|end| at + end)
}

/// A percent sign between two bytes that begins a line and makes it an escape.
fn escape_line(text: &[u8], from: usize, to: usize) -> Option<usize> {
    let passed = text.get(from..to)?;
    memchr::memchr_iter(b'%', passed)
        .map(|at| from + at)
        .find(|&at| at == 0 || matches!(text.get(at - 1), Some(b'\n' | b'\r')))
}

/// The first byte of the line of a bracket before which only blanks stand.
fn line_start(text: &[u8], bracket: usize) -> Option<usize> {
    let before = text.get(..bracket)?;
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = bracket - blanks;
    matches!(before.get(..line)?.last(), None | Some(b'\n' | b'\r')).then_some(line)
}

impl Part {
    /// Where reading begins: behind what is left of a game that was too large.
    pub(crate) fn first_game(&self) -> usize {
        if self.begins_inside { first_tag_line(&self.text) } else { 0 }
    }
}

/// The first line of a text that begins with a tag; its end where there is none.
fn first_tag_line(text: &str) -> usize {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'[', bytes)
        .filter(|&at| begins_with_tag(bytes, at) == Some(true))
        .find_map(|at| line_start(bytes, at))
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use kaissa_game::{OddityCode, Record};

    /// A game with a comment too long to be held; nothing of the comment becomes a move.
    #[test]
    fn what_is_too_large_is_left_out_and_said() {
        let long = "\n1. e4 e5 2. Nf3".repeat(60_000);
        let text = format!("[Event \"A\"]\n\n1. d4 {{{long}}} d5 *\n\n[Event \"B\"]\n\n1. c4 *\n");
        let mut splitter = Splitter::new(text.as_bytes());
        splitter.longest = 300_000;
        splitter.part_size = 1_000;
        let (mut part, mut record, mut games) = (Part::default(), Record::new(), Vec::new());
        while splitter.next_part(&mut part).expect("no fault in memory") {
            assert!(part.text.len() < 1_000_000, "{}", part.text.len());
            part.read_games(ReadOptions::default(), &mut record, |record| {
                let too_large =
                    record.oddities.iter().any(|oddity| oddity.code == OddityCode::TooLarge);
                games.push((record.plies.len(), too_large, record.game_place().line));
            });
        }
        assert_eq!(games, [(1, false, 1), (1, true, 60_005)]);
    }
}
