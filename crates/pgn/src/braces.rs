//! Where a comment ends, also where its braces do not match.

use memchr::{memchr, memchr2, memchr3};

use crate::tag_line::begins_with_tag;

/// How far ahead braces are looked for to tell a nested comment or a missing brace.
const LOOK_AHEAD: usize = 64 * 1024;

/// Where a comment ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentEnd {
    /// At a brace; `inner_end` is the place of the brace, `end` the byte after it.
    Closed { inner_end: usize, end: usize, braces: Braces },
    /// No brace closes it before the next game, or before the end of the text.
    Open { end: usize, at_end_of_text: bool },
    /// More text is needed to tell.
    NeedsMore,
}

/// Which braces a comment holds inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Braces {
    /// None.
    None,
    /// Pairs: a comment within the comment.
    Nested,
    /// An opening one that means nothing.
    Stray,
}

/// Finds the end of the comment whose brace stands at `open`.
///
/// PGN does not nest comments: the first closing brace ends one. Only where a brace was opened
/// inside and the next brace after that first one closes again is it taken as a pair. A comment
/// that is not closed ends before the tags of the next game: where a line after an empty one begins
/// with a tag, and no brace closes before another opens.
pub(crate) fn comment_end(text: &[u8], open: usize, is_all: bool) -> CommentEnd {
    let start = open + 1;
    let rest = text.get(start..).unwrap_or_default();
    let Some(first) = memchr(b'}', rest) else {
        return open_end(text, start, text.len(), is_all, None);
    };
    let inside = &rest[..first];
    if memchr3(b'{', b'\n', b'\r', inside).is_none() {
        let inner_end = start + first;
        return CommentEnd::Closed { inner_end, end: inner_end + 1, braces: Braces::None };
    }
    let brace_inside = memchr(b'{', inside);
    // Only a comment of several lines can run into the next game.
    if memchr2(b'\n', b'\r', inside).is_some() {
        match open_end(text, start, start + first, is_all, brace_inside.map(|at| start + at)) {
            CommentEnd::Closed { .. } => {}
            other => return other,
        }
    }
    if brace_inside.is_none() {
        let inner_end = start + first;
        return CommentEnd::Closed { inner_end, end: inner_end + 1, braces: Braces::None };
    }
    nested_end(text, start, first, is_all)
}

fn nested_end(text: &[u8], start: usize, first: usize, is_all: bool) -> CommentEnd {
    let stray = CommentEnd::Closed {
        inner_end: start + first,
        end: start + first + 1,
        braces: Braces::Stray,
    };
    let mut depth = 1usize;
    let mut at = start;
    while let Some(found) = text.get(at..).and_then(|rest| memchr2(b'{', b'}', rest)) {
        let place = at + found;
        if place > start + first + LOOK_AHEAD {
            return stray;
        }
        if text.get(place) == Some(&b'{') {
            // After the first closing brace another opening one begins a comment of its own.
            if place > start + first {
                return stray;
            }
            depth += 1;
        } else {
            depth -= 1;
            if depth == 0 {
                return CommentEnd::Closed {
                    inner_end: place,
                    end: place + 1,
                    braces: Braces::Nested,
                };
            }
        }
        at = place + 1;
    }
    let seen = text.len().saturating_sub(start + first);
    if is_all || seen > LOOK_AHEAD { stray } else { CommentEnd::NeedsMore }
}

/// Looks for the tags of a next game between `start` and `limit`; `Closed` where there are none.
fn open_end(
    text: &[u8],
    start: usize,
    limit: usize,
    is_all: bool,
    brace_inside: Option<usize>,
) -> CommentEnd {
    let closed_somewhere = limit < text.len();
    let mut at = start;
    while let Some(found) = text.get(at..limit).and_then(|rest| memchr(b'[', rest)) {
        let bracket = at + found;
        at = bracket + 1;
        let Some(line) = line_start_after_empty_line(text, start, bracket) else { continue };
        match begins_with_tag(text, bracket) {
            Some(true) => {}
            Some(false) => continue,
            None if is_all => continue,
            None => return CommentEnd::NeedsMore,
        }
        // With a brace opened after these tags, the comment was forgotten; with one that closes
        // first, the tags are part of it.
        let opened_after = brace_inside.is_some_and(|brace| brace > bracket);
        if closed_somewhere && !opened_after {
            continue;
        }
        if !closed_somewhere && !is_all && text.len() - bracket < LOOK_AHEAD {
            return CommentEnd::NeedsMore;
        }
        return CommentEnd::Open { end: line, at_end_of_text: false };
    }
    if closed_somewhere {
        return CommentEnd::Closed { inner_end: limit, end: limit, braces: Braces::None };
    }
    if is_all {
        CommentEnd::Open { end: text.len(), at_end_of_text: true }
    } else {
        CommentEnd::NeedsMore
    }
}

/// The start of the line of a bracket, if only blanks stand before it and the line above is empty.
fn line_start_after_empty_line(text: &[u8], from: usize, bracket: usize) -> Option<usize> {
    let before = text.get(from..bracket)?;
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = bracket - blanks;
    let mut n_line_ends = 0;
    let mut above = text.get(from..line)?.iter().rev().peekable();
    while let Some(byte) = above.next() {
        match byte {
            b'\n' => {
                if above.peek() == Some(&&b'\r') {
                    above.next();
                }
                n_line_ends += 1;
            }
            b'\r' => n_line_ends += 1,
            b' ' | b'\t' => {}
            _ => break,
        }
        if n_line_ends == 2 {
            return Some(line);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> (usize, Braces) {
        match comment_end(text.as_bytes(), 0, true) {
            CommentEnd::Closed { end, braces, .. } => (end, braces),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_first_brace_ends_a_comment() {
        assert_eq!(end("{a} b} c"), (3, Braces::None));
        assert_eq!(end("{a; b [Event \"x\"]\n} c"), (19, Braces::None));
    }

    #[test]
    fn pairs_are_nested_and_a_stray_brace_is_not() {
        assert_eq!(end("{a {b} c} d"), (9, Braces::Nested));
        assert_eq!(end("{a {b} {c} d"), (6, Braces::Stray));
        assert_eq!(end("{a {b} c"), (6, Braces::Stray));
    }

    #[test]
    fn a_forgotten_brace_ends_before_the_next_game() {
        let text = "{oops 1-0\n\n[Event \"B\"]\n\n1. d4 {fine} *";
        let end = text.find("[Event").expect("there");
        let got = comment_end(text.as_bytes(), 0, true);
        assert_eq!(got, CommentEnd::Open { end, at_end_of_text: false });
        let text = "{oops 1-0\r\n\r\n[Event \"B\"]\r\n\r\n1. d4 *";
        let end = text.find("[Event").expect("there");
        let got = comment_end(text.as_bytes(), 0, true);
        assert_eq!(got, CommentEnd::Open { end, at_end_of_text: false });
    }

    #[test]
    fn a_game_pasted_into_a_comment_stays_there() {
        let text = "{see\n\n[Event \"B\"]\n\n1. d4 *\n} 2. Nf3";
        assert_eq!(end(text).0, text.len() - " 2. Nf3".len());
    }

    #[test]
    fn more_text_is_asked_for() {
        assert_eq!(comment_end(b"{abc", 0, false), CommentEnd::NeedsMore);
        assert_eq!(comment_end(b"{abc {d}", 0, false), CommentEnd::NeedsMore);
        let open = CommentEnd::Open { end: 4, at_end_of_text: true };
        assert_eq!(comment_end(b"{abc", 0, true), open);
    }
}
