//! JSON written piece by piece, for what is written millions of times.

/// Adds a name, with what stands before it, and a text in quotes.
pub fn text(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('"');
    escaped(out, value);
    out.push('"');
}

/// Adds a name and a text, or null.
pub fn text_or_null(out: &mut String, name: &str, value: Option<&str>) {
    match value {
        Some(value) => text(out, name, value),
        None => {
            out.push_str(name);
            out.push_str("null");
        }
    }
}

/// Adds a name and a number.
pub fn integer(out: &mut String, name: &str, value: u64) {
    out.push_str(name);
    number(out, value);
}

/// Adds a name and a number that may be below zero, or null.
pub fn signed_or_null(out: &mut String, name: &str, value: Option<i64>) {
    out.push_str(name);
    let Some(value) = value else {
        out.push_str("null");
        return;
    };
    if value < 0 {
        out.push('-');
    }
    number(out, value.unsigned_abs());
}

/// Adds a number.
pub fn number(out: &mut String, value: u64) {
    if value >= 10 {
        number(out, value / 10);
    }
    out.push(char::from(b'0' + (value % 10) as u8));
}

/// Adds a text as JSON wants it: quotes, backslashes and control characters escaped.
fn escaped(out: &mut String, value: &str) {
    let mut from = 0;
    for (at, byte) in value.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(value.get(from..at).unwrap_or_default());
        from = at + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            _ => {
                out.push_str("\\u00");
                for digit in [byte >> 4, byte & 15] {
                    out.push(char::from_digit(digit.into(), 16).unwrap_or('0'));
                }
            }
        }
    }
    out.push_str(value.get(from..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_written_is_what_a_json_library_writes() {
        let all: String = (0..0x250_u32).filter_map(char::from_u32).collect();
        for value in [all.as_str(), "", "a\"b\\c", "Ståhlberg — Ñ", "\u{2028}", "\u{10ffff}"] {
            let mut out = String::new();
            text(&mut out, "", value);
            assert_eq!(out, json!(value).to_string());
        }
    }

    #[test]
    fn numbers_are_written_in_full() {
        for value in [0, 9, 10, 1_000_000_007, u64::MAX] {
            let mut out = String::new();
            number(&mut out, value);
            assert_eq!(out, value.to_string());
        }
        for value in [i64::MIN, -1, 0, 7_200_000] {
            let mut out = String::new();
            signed_or_null(&mut out, "", Some(value));
            assert_eq!(out, value.to_string());
        }
    }
}
