//! Saved logs of the bytes of a board.

use kaissa_game::Timestamp;

/// Bytes of a log, and when they came, where the log tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogChunk {
    /// When they came.
    pub at: Option<Timestamp>,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Reads a saved log.
///
/// A log is either the bytes as they came, or text: a line for each piece of them in base64, with
/// the time in milliseconds before it where it is known. Lines that are neither are left out.
///
/// # Examples
/// ```
/// use kaissa_feed::dgt::read_log;
///
/// let log = read_log(b"jgAFNAA=\n1500 jgAFJAE=\n# a remark\n");
/// assert_eq!(log.len(), 2);
/// assert_eq!(log[0].bytes, [0x8e, 0, 5, 52, 0]);
/// assert_eq!(log[1].at.map(|at| at.0), Some(1500));
/// ```
pub fn read_log(file: &[u8]) -> Vec<LogChunk> {
    let lines = file.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let n_lines = lines.clone().count();
    let chunks: Vec<LogChunk> = lines.filter_map(read_line).collect();
    // Every message begins with a byte that no text has; a line of text may be damaged.
    let is_text = chunks.len() * 2 >= n_lines || file.iter().all(|&byte| byte < 0x80);
    match is_text {
        true => chunks,
        false => vec![LogChunk { at: None, bytes: file.to_vec() }],
    }
}

fn read_line(line: &[u8]) -> Option<LogChunk> {
    let text = std::str::from_utf8(line).ok()?.trim();
    let (at, encoded) = match text.split_once(char::is_whitespace) {
        Some((time, encoded)) => (Some(Timestamp(time.parse().ok()?)), encoded.trim()),
        None => (None, text),
    };
    let bytes = decode_base64(encoded)?;
    (!bytes.is_empty()).then_some(LogChunk { at, bytes })
}

/// Writes bytes as a line of a log.
pub(super) fn write_line(at: Timestamp, bytes: &[u8]) -> String {
    format!("{} {}\n", at.0, encode_base64(bytes))
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let mut bits = 0_u32;
        for digit in group {
            let value = DIGITS.iter().position(|known| known == digit)?;
            bits = bits << 6 | value as u32;
        }
        let n_bytes = match group.len() {
            4 => 3,
            3 => 2,
            2 => 1,
            _ => return None,
        };
        bits <<= 6 * (4 - group.len() as u32);
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(n_bytes));
    }
    Some(bytes)
}

fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut bits = group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        bits <<= 8 * (3 - group.len() as u32);
        for place in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * place) & 63) as usize);
            let is_filled = place <= group.len();
            text.push(digit.filter(|_| is_filled).map_or('=', |&digit| char::from(digit)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_written_to_a_log_are_read_back() {
        for n_bytes in 1..20_u8 {
            let bytes: Vec<u8> = (0..n_bytes).map(|byte| byte.wrapping_mul(37)).collect();
            let line = write_line(Timestamp(-5), &bytes);
            let chunk = LogChunk { at: Some(Timestamp(-5)), bytes };
            assert_eq!(read_log(line.as_bytes()), [chunk], "{line}");
        }
    }

    #[test]
    fn what_is_no_line_of_a_log_is_left_out() {
        assert_eq!(read_log(b"\n=\nA\nhe llo\nx AAAA\nAAAA BBBB\n"), []);
        let raw = LogChunk { at: None, bytes: vec![0x8e, 0, 5, 52, 0] };
        assert_eq!(read_log(&[0x8e, 0, 5, 52, 0]), [raw]);
    }
}
