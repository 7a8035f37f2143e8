//! What stands between moves without being one.

/// What a token is, if it is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotAMove {
    /// An assessment, a novelty, a diagram.
    Sign,
    /// A sign of check, mate or en passant that belongs to the move before.
    Suffix,
}

/// Whether a byte may be part of a token.
pub(crate) const fn is_token_byte(byte: u8) -> bool {
    TOKEN_BYTES[byte as usize]
}

const TOKEN_BYTES: [bool; 256] = {
    let mut table = [true; 256];
    let mut byte = 0;
    while byte <= 0x20 {
        table[byte] = false;
        byte += 1;
    }
    let ends = b"{}()[]<>;$!?*\x7F";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = false;
        index += 1;
    }
    table
};

/// Says whether a token is a sign that is known and harmless.
pub(crate) fn not_a_move(token: &str) -> Option<NotAMove> {
    match token {
        "--" => return None,
        "+" | "++" | "#" | "e.p." | "ep" | "e.p" | "ep." | "ch" | "ch." | "mate" | "mat"
        | "dbl" | "dbl." | "X" | "x" => return Some(NotAMove::Suffix),
        "N" | "TN" | "D" | "RR" | "R" | "," | "." | "\"" | "'" | "|" => {
            return Some(NotAMove::Sign);
        }
        _ => {}
    }
    let ascii_signs = |byte: u8| {
        matches!(byte, b'+' | b'-' | b'=' | b'/' | b'\\' | b'~' | b'^' | b'#' | b'_' | b'|')
    };
    if token.bytes().all(ascii_signs) {
        return Some(NotAMove::Sign);
    }
    // Symbols of the Informator and of chess books: no letters, no digits, no figurines.
    let is_symbol = |letter: char| {
        !letter.is_alphanumeric()
            && !letter.is_ascii_alphanumeric()
            && !('♔'..='♟').contains(&letter)
            && letter != '½'
    };
    let all_symbols = token.chars().all(is_symbol);
    let any_beyond_ascii = !token.is_ascii();
    (all_symbols && any_beyond_ascii && !token.chars().all(is_dash)).then_some(NotAMove::Sign)
}

fn is_dash(letter: char) -> bool {
    letter == '-' || ('\u{2010}'..='\u{2015}').contains(&letter)
}

/// The end of a mark of a web page that begins here: `<br />`, `</p>`.
pub(crate) fn html_mark(text: &[u8], at: usize) -> Option<usize> {
    const MARKS: [&[u8]; 9] =
        [b"br", b"p", b"div", b"span", b"pre", b"html", b"body", b"td", b"tr"];
    let rest = text.get(at + 1..text.len().min(at + 80))?;
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let name = rest.get(..letters)?;
    if !MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(name)) {
        return None;
    }
    let close = text.get(at..text.len().min(at + 80))?.iter().position(|byte| *byte == b'>')?;
    Some(at + close + 1)
}

/// How many bytes the blank or the character without width takes that begins here.
pub(crate) fn odd_blank(text: &str) -> Option<usize> {
    let letter = text.chars().next()?;
    let is_odd = letter.is_whitespace() && !letter.is_ascii() || is_zero_width(letter);
    is_odd.then_some(letter.len_utf8())
}

/// Characters that take no room.
pub(crate) fn is_zero_width(letter: char) -> bool {
    matches!(
        letter,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}'
    )
}
