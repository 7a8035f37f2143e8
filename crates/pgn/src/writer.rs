//! Games written as standard PGN, which other programs can read.

use std::fmt::Write;

use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, Legality, Record, RecordedPly};
use kaissa_laws::ClockTime;

/// The width that lines of moves do not pass (PGN 4.1).
const WIDTH: usize = 79;
/// The seven tags that come first, in their order (PGN 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Writes a record as standard PGN.
///
/// The seven tags of the roster come first, `?` where they are unknown; values are escaped; moves
/// are in canonical SAN with numbers from the start position, lines at most 79 characters wide;
/// clocks are `[%clk]` and `[%emt]`, comments stay. An illegal move that stands is written with its
/// square of departure, so that it can be read back. Variations are left out.
///
/// # Examples
/// ```
/// use kaissa_game::Record;
/// use kaissa_pgn::{Reader, write_game};
///
/// let mut record = Record::new();
/// Reader::new("[White \"A\"]\n1.e2e4 e7e5 0-1".as_bytes()).read_into(&mut record)?;
/// let text = write_game(&record);
/// assert!(text.ends_with("1. e4 e5 0-1\n\n"), "{text}");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_game(record: &Record) -> String {
    let mut text = String::new();
    write_tags(record, &mut text);
    text.push('\n');
    write_moves(record, &mut text);
    text.push_str("\n\n");
    text
}

fn write_tags(record: &Record, text: &mut String) {
    let result = result_word(record);
    for name in ROSTER {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        match record.tag(name) {
            Some(value) if name != "Result" => write_tag(name, &value, text),
            Some(value) if GameResult::read(&value).is_none() => write_tag(name, &value, text),
            _ if name == "Result" => write_tag(name, &result, text),
            _ => write_tag(name, unknown, text),
        }
    }
    let mut written: Vec<&str> = ROSTER.to_vec();
    for tag in &record.tags {
        let name = record.written(tag.name);
        // Of tags given twice the first one counts; names that no reader takes are left out.
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if written.contains(&name)
            || name.is_empty()
            || !is_name
            || name == "FEN"
            || name == "SetUp"
        {
            continue;
        }
        write_tag(name, &record.tag_value(tag), text);
        written.push(name);
    }
    if record.has_start_fen {
        write_tag("SetUp", "1", text);
        write_tag("FEN", &record.start.to_fen(), text);
    }
}

fn write_tag(name: &str, value: &str, text: &mut String) {
    let _ = write!(text, "[{name} \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => {
                text.push('\\');
                text.push(letter);
            }
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// The result behind the moves; `*` where none is known.
fn result_word(record: &Record) -> String {
    record.result().map_or("*".to_string(), |result| result.to_string())
}

fn write_moves(record: &Record, text: &mut String) {
    let mut line = Line { text, width: 0 };
    let mut position = record.start.clone();
    for comment in record.comments_after(0) {
        line.comment(comment);
    }
    let mut number_due = true;
    for (index, ply) in record.plies.iter().enumerate() {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => line.word(&format!("{number}.")),
            Color::Black if number_due => line.word(&format!("{number}...")),
            Color::Black => {}
        }
        line.word(&move_word(&position, ply));
        number_due = false;
        for (command, time) in [("clk", ply.clock), ("emt", ply.elapsed)] {
            if let Some(time) = time {
                line.word(&format!("{{[%{command} {}]}}", clock_word(time)));
                number_due = true;
            }
        }
        for comment in record.comments_after(index + 1) {
            if crate::clock_comment::read_clock_comment(comment).is_none() {
                line.comment(comment);
                number_due = true;
            }
        }
        ply.play_on(&mut position);
    }
    line.word(&result_word(record));
}

fn move_word(position: &Position, ply: &RecordedPly) -> String {
    match ply.played {
        Some(played) if ply.legality == Legality::Gesture => {
            format!("K{}", played.to())
        }
        Some(played) => position.to_san(played),
        None => "--".to_string(),
    }
}

fn clock_word(time: ClockTime) -> String {
    let millis = time.as_millis();
    let sign = if millis < 0 { "-" } else { "" };
    let millis = millis.unsigned_abs();
    let (seconds, rest) = (millis / 1_000, millis % 1_000);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let mut word = format!("{sign}{hours}:{minutes:02}:{seconds:02}");
    if rest > 0 {
        let decimals = format!("{rest:03}");
        let _ = write!(word, ".{}", decimals.trim_end_matches('0'));
    }
    word
}

/// Words on lines of bounded width.
struct Line<'t> {
    text: &'t mut String,
    width: usize,
}

impl Line<'_> {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.width > 0 && self.width + 1 + width > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.width += width;
    }

    /// A comment, broken between its words; braces inside would end it.
    fn comment(&mut self, comment: &str) {
        let clean = comment.replace('{', "(").replace('}', ")");
        let mut words: Vec<String> = clean.split_whitespace().map(str::to_string).collect();
        match words.first_mut() {
            Some(first) => first.insert(0, '{'),
            None => return,
        }
        if let Some(last) = words.last_mut() {
            last.push('}');
        }
        for word in words {
            // A percent sign that begins a line would make it an escape.
            if word.starts_with('%') && self.width + 1 + word.chars().count() > WIDTH {
                self.text.push(' ');
                self.text.push_str(&word);
                self.width += 1 + word.chars().count();
            } else {
                self.word(&word);
            }
        }
    }
}
