//! Tag pairs, also those that lack a bracket or a quote.

use memchr::{memchr2, memchr3};

/// A tag pair found in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TagFound {
    pub name: (usize, usize),
    pub value: (usize, usize),
    pub has_escapes: bool,
    /// The byte after the tag.
    pub end: usize,
    pub fault: Option<TagFault>,
}

/// What is wrong with a tag that can be read all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagFault {
    OpeningBracketMissing,
    ClosingBracketMissing,
    QuoteMissing,
    QuotesInside,
    ValueMissing,
}

/// Whether a bracket begins a tag: a name and, on the same line, a quote.
///
/// `None` where the text ends before it can be told.
pub(crate) fn begins_with_tag(text: &[u8], bracket: usize) -> Option<bool> {
    let rest = text.get(bracket + 1..).unwrap_or_default();
    let blanks = rest.iter().take_while(|byte| is_blank(**byte)).count();
    let rest = &rest[blanks..];
    let name = rest.iter().take_while(|byte| is_name(**byte)).count();
    let after = *rest.get(name)?;
    if name == 0 || !rest[0].is_ascii_alphanumeric() {
        return Some(false);
    }
    if !is_blank(after) && after != b'"' {
        return Some(false);
    }
    memchr3(b'"', b'\n', b'\r', &rest[name..]).map(|at| rest.get(name + at) == Some(&b'"'))
}

/// Reads the tag whose bracket stands at `bracket`; `None` where there is no name after it.
pub(crate) fn read_tag(text: &[u8], bracket: usize) -> Option<TagFound> {
    read_from_name(text, bracket + 1, None)
}

/// Reads a tag that lacks its opening bracket: a name, a value in quotes and a closing bracket.
pub(crate) fn read_tag_without_bracket(text: &[u8], start: usize) -> Option<TagFound> {
    let line_end = line_end(text, start);
    let line = text.get(start..line_end)?;
    let trimmed = line.trim_ascii_end();
    if !trimmed.ends_with(b"\"]") || !trimmed.first()?.is_ascii_alphabetic() {
        return None;
    }
    let found = read_from_name(text, start, Some(TagFault::OpeningBracketMissing))?;
    (found.end > start && found.value.0 > found.name.1).then_some(found)
}

fn read_from_name(text: &[u8], start: usize, fault: Option<TagFault>) -> Option<TagFound> {
    let mut at = start + text.get(start..)?.iter().take_while(|byte| is_blank(**byte)).count();
    let name_start = at;
    at += text.get(at..)?.iter().take_while(|byte| is_name(**byte)).count();
    if at == name_start {
        return None;
    }
    let name = (name_start, at);
    // The quote may stand on the next line, where a program has broken a long one.
    let gap = text.get(at..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if text.get(at + gap) == Some(&b'"') && (gap > 0 || fault.is_none()) {
        return Some(read_value(text, name, at + gap + 1, fault));
    }
    let line_end = line_end(text, at);
    let fault_of_value = |value: &[u8]| {
        if value.trim_ascii().is_empty() { TagFault::ValueMissing } else { TagFault::QuoteMissing }
    };
    let line = text.get(at..line_end)?;
    let close = line.iter().rposition(|byte| *byte == b']');
    let (value_end, end) = match close {
        Some(close) => (at + close, at + close + 1),
        None => (line_end, line_end),
    };
    let raw = text.get(at..value_end)?;
    let lead = raw.iter().take_while(|byte| is_blank(**byte)).count();
    let trail = raw.iter().rev().take_while(|byte| is_blank(**byte) || **byte == b'"').count();
    let value_start = (at + lead).min(value_end);
    let value = (value_start, value_end.saturating_sub(trail).max(value_start));
    let fault = Some(fault_of_value(raw));
    Some(TagFound { name, value, has_escapes: false, end, fault })
}

/// Reads a value from the byte after its first quote.
fn read_value(
    text: &[u8],
    name: (usize, usize),
    start: usize,
    fault: Option<TagFault>,
) -> TagFound {
    if let Some(value) = plain_value(text, start) {
        let end = value.1 + 2;
        return TagFound { name, value, has_escapes: false, end, fault };
    }
    let mut has_escapes = false;
    let mut quotes_inside = false;
    let mut last_quote = None;
    let mut at = start;
    let limit = value_limit(text, start);
    while let Some(found) = text.get(at..limit).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        let place = at + found;
        if text.get(place) == Some(&b'\\') {
            has_escapes |= matches!(text.get(place + 1), Some(b'"' | b'\\'));
            at = place + 2;
            continue;
        }
        let gap = text
            .get(place + 1..limit)
            .unwrap_or_default()
            .iter()
            .take_while(|b| is_blank(**b))
            .count();
        if text.get(place + 1 + gap) == Some(&b']') && place + 1 + gap < limit {
            let fault = if quotes_inside { Some(TagFault::QuotesInside) } else { fault };
            let value = (start, place);
            return TagFound { name, value, has_escapes, end: place + gap + 2, fault };
        }
        last_quote = Some(place);
        quotes_inside = true;
        at = place + 1;
    }
    // No quote before a bracket: the last quote of the line, or its bracket, ends the value.
    let line_end = line_end(text, start);
    if let Some(quote) = last_quote.filter(|quote| *quote < line_end) {
        let after = text.get(quote + 1..line_end).unwrap_or_default();
        let end = match after.iter().position(|byte| *byte == b']') {
            Some(close) => quote + 1 + close + 1,
            None => quote + 1,
        };
        let fault = Some(TagFault::ClosingBracketMissing);
        return TagFound { name, value: (start, quote), has_escapes, end, fault };
    }
    let line = text.get(start..line_end).unwrap_or_default();
    let (value_end, end) = match line.iter().rposition(|byte| *byte == b']') {
        Some(close) => (start + close, start + close + 1),
        None => (line_end, line_end),
    };
    let fault = Some(TagFault::QuoteMissing);
    TagFound { name, value: (start, value_end), has_escapes, end, fault }
}

/// A value as nearly all are: no escape in it, and a bracket right behind its quote.
fn plain_value(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let rest = text.get(start..)?;
    let quote = memchr3(b'"', b'\\', b'\n', rest)?;
    let is_plain = rest.get(quote..quote + 2) == Some(b"\"]");
    let value = rest.get(..quote)?;
    (is_plain && !value.iter().any(|byte| matches!(byte, b'\r' | b'<')))
        .then_some((start, start + quote))
}

/// How far a value may go: to the end of its line, or of the next one where a program has broken
/// the line inside the value.
fn value_limit(text: &[u8], start: usize) -> usize {
    let first = line_end(text, start);
    let line = text.get(start..first).unwrap_or_default();
    if line.contains(&b'"') {
        return first;
    }
    let mut next = first;
    while matches!(text.get(next), Some(b'\n' | b'\r')) {
        next += 1;
    }
    // An empty line, or a line that begins a tag, ends what was left open.
    let n_line_ends =
        text.get(first..next).unwrap_or_default().iter().filter(|b| **b == b'\n').count();
    let second = line_end(text, next);
    let continued = text.get(next..second).unwrap_or_default();
    let is_tag = continued.trim_ascii_start().starts_with(b"[");
    if n_line_ends <= 1
        && !is_tag
        && continued.trim_ascii_end().ends_with(b"\"]")
        && !line.contains(&b']')
    {
        second
    } else {
        first
    }
}

fn line_end(text: &[u8], start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    memchr3(b'\n', b'\r', b'<', rest).map_or(text.len(), |at| {
        // `<br>` ends a line of a web page; any other sign of this kind is part of the line.
        if rest.get(at) == Some(&b'<')
            && !rest.get(at + 1..at + 3).is_some_and(|b| b.eq_ignore_ascii_case(b"br"))
        {
            memchr2(b'\n', b'\r', rest).map_or(text.len(), |at| start + at)
        } else {
            start + at
        }
    })
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

/// Letters of a tag name: the standard's, and the other signs that are met.
const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'-' | b'+' | b'#' | b'=' | b':' | b'?' | b'.' | b'/')
        || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (&str, &str, Option<TagFault>, usize) {
        let tag = read_tag(text.as_bytes(), 0).expect(text);
        let name = text.get(tag.name.0..tag.name.1).expect("within");
        let value = text.get(tag.value.0..tag.value.1).expect("within");
        (name, value, tag.fault, tag.end)
    }

    #[test]
    fn tags_are_read() {
        assert_eq!(read("[Event \"A\"] x"), ("Event", "A", None, 11));
        assert_eq!(read("[ Event  \"A\" ]"), ("Event", "A", None, 14));
        assert_eq!(read("[A \"b\\\"\"]"), ("A", "b\\\"", None, 9));
        assert_eq!(read("[D \"A]][\"]"), ("D", "A]][", None, 10));
        assert_eq!(read("[G \"\\\"]\"]").1, "\\\"]");
    }

    #[test]
    fn faults_leave_the_value_readable() {
        use TagFault::{ClosingBracketMissing, QuoteMissing, QuotesInside, ValueMissing};
        let memorial = read("[Event \"5th \"Memorial\" Open\"]\n");
        assert_eq!((memorial.1, memorial.2), ("5th \"Memorial\" Open", Some(QuotesInside)));
        assert_eq!(
            read("[Event \"A\"\n[B \"c\"]"),
            ("Event", "A", Some(ClosingBracketMissing), 10)
        );
        assert_eq!(read("[Event \"A]\n[B \"c\"]"), ("Event", "A", Some(QuoteMissing), 10));
        assert_eq!(read("[Event A\"]\n"), ("Event", "A", Some(QuoteMissing), 10));
        assert_eq!(read("[Event]\n"), ("Event", "", Some(ValueMissing), 7));
        assert_eq!(read("[Event \"\n[B \"c\"]"), ("Event", "", Some(QuoteMissing), 8));
        assert_eq!(read("[Event \"long\nname\"]\n").1, "long\nname");
    }

    #[test]
    fn only_a_name_and_a_quote_begin_a_tag() {
        for (text, expected) in [
            ("[Event \"A\"]", Some(true)),
            ("[ Event\"A", Some(true)),
            ("[#]", Some(false)),
            ("[%clk 0:10]\n", Some(false)),
            ("[see there]\n", Some(false)),
            ("[Event", None),
            ("[Event ", None),
        ] {
            assert_eq!(begins_with_tag(text.as_bytes(), 0), expected, "{text}");
        }
    }
}
