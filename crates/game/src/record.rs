//! A game as it was recorded.

use std::borrow::Cow;

use kaissa_chess::notation::{Forms, IllegalReason, Language};
use kaissa_chess::{Color, Move, Position};
use kaissa_laws::ClockTime;

use crate::{GameResult, Oddity, Place, TextRange, TimeControlReading, WrittenResult};

/// A game as it was recorded: tags, start position, plies with what was written, what was not
/// understood.
///
/// Everything written is kept as ranges of one text, that of the game in its file, so that a record
/// can be filled again without allocating for each ply. Ranges that do not fit give the empty text.
#[derive(Clone, Debug)]
pub struct Record {
    /// The text of the game, decoded: from the first byte of its tags or moves to its last token.
    pub text: String,
    /// Where the text begins in its file.
    pub place: Place,
    /// The byte of the text at which the game begins, with its first tag or move; comments may stand
    /// before it.
    pub game_start: u32,
    /// Tags in the order of the file.
    pub tags: Vec<Tag>,
    /// The position before ply 1, with its counters.
    pub start: Position,
    /// Whether the start position comes from a FEN tag.
    pub has_start_fen: bool,
    /// Moves of the main line that were understood.
    pub plies: Vec<RecordedPly>,
    /// Comments of the main line.
    pub comments: Vec<Comment>,
    /// Variations of the main line, brackets included; not replayed.
    pub variations: Vec<Comment>,
    /// The first token of the main line whose meaning is not clear.
    pub unread: Option<Unread>,
    /// The result behind the moves.
    pub result_token: Option<TextRange>,
    /// How the text of the game ends.
    pub end: RecordEnd,
    /// The language of the piece letters.
    pub language: Language,
    /// What was put right, left out or not understood, in the order of the text.
    pub oddities: Vec<Oddity>,
}

/// A tag pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name.
    pub name: TextRange,
    /// The value between its quotes, as written.
    pub value: TextRange,
    /// Whether the value holds escaped characters.
    pub has_escapes: bool,
}

/// A ply as it was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedPly {
    /// The move; `None` for a null move.
    pub played: Option<Move>,
    /// What was written.
    pub written: TextRange,
    /// Whether the Laws allow it.
    pub legality: Legality,
    /// How it was written otherwise than in canonical SAN.
    pub forms: Forms,
    /// Time left on the mover's clock after the move.
    pub clock: Option<ClockTime>,
    /// Time used for the move.
    pub elapsed: Option<ClockTime>,
}

/// Whether the Laws allow a recorded ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Legality {
    /// A legal move (3.10.1).
    Legal,
    /// An illegal move, which stands in the record (3.10.2).
    Illegal(IllegalReason),
    /// A king put in the centre after the game to show the result; not a move of the game.
    Gesture,
    /// A null move: the turn passed and nothing moved.
    Null,
}

/// A comment or a variation, and the ply it follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The text; of a comment without its braces.
    pub range: TextRange,
    /// How many plies come before it.
    pub after_ply: u32,
}

/// The first token of the main line whose meaning is not clear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// The ply that it would have been, from 1.
    pub ply: u32,
    /// What is written.
    pub token: String,
    /// Where it stands.
    pub place: Place,
    /// How many tokens that look like moves of the main line follow it.
    pub n_tokens_after: u32,
}

/// How the text of a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordEnd {
    /// With a result.
    Complete,
    /// Without a result, between two tokens.
    Open,
    /// Inside a tag, a comment or a variation, as a file does that is being written.
    CutOff,
}

/// What the clocks show by the tags of a game that is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LiveClocks {
    /// White's clock.
    pub white: Option<ClockTime>,
    /// Black's clock.
    pub black: Option<ClockTime>,
    /// The player whose clock runs, where it is told and one of them runs.
    pub running: Option<Color>,
}

impl Default for Record {
    fn default() -> Self {
        Record {
            text: String::new(),
            place: Place { line: 1, column: 1 },
            game_start: 0,
            tags: Vec::new(),
            start: Position::start(),
            has_start_fen: false,
            plies: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            unread: None,
            result_token: None,
            end: RecordEnd::Open,
            language: Language::English,
            oddities: Vec::new(),
        }
    }
}

impl Record {
    /// An empty record.
    pub fn new() -> Record {
        Record::default()
    }

    /// Empties the record and keeps its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.place = Place { line: 1, column: 1 };
        self.game_start = 0;
        self.tags.clear();
        self.start = Position::start();
        self.has_start_fen = false;
        self.plies.clear();
        self.comments.clear();
        self.variations.clear();
        self.unread = None;
        self.result_token = None;
        self.end = RecordEnd::Open;
        self.language = Language::English;
        self.oddities.clear();
    }

    /// What is written in a stretch of the text.
    pub fn written(&self, range: TextRange) -> &str {
        self.text.get(range.as_usize()).unwrap_or_default()
    }

    /// What is written for a ply.
    pub fn written_ply(&self, ply: &RecordedPly) -> &str {
        self.written(ply.written)
    }

    /// Line and column of a byte of the text.
    ///
    /// Counted anew each time; meant for what is shown to people.
    pub fn place_of(&self, byte: u32) -> Place {
        self.place.after(self.text.get(..byte as usize).unwrap_or(&self.text))
    }

    /// Where the game begins, with its first tag or move.
    pub fn game_place(&self) -> Place {
        self.place_of(self.game_start)
    }

    /// The value of the first tag with this name, escapes undone; case matters.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let tag = self.tags.iter().find(|tag| self.written(tag.name) == name)?;
        Some(self.tag_value(tag))
    }

    /// The value of a tag, escapes undone.
    pub fn tag_value(&self, tag: &Tag) -> Cow<'_, str> {
        let value = self.written(tag.value);
        if !tag.has_escapes {
            return Cow::Borrowed(value);
        }
        let mut plain = String::with_capacity(value.len());
        let mut letters = value.chars().peekable();
        while let Some(letter) = letters.next() {
            match (letter, letters.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    plain.push(next);
                    letters.next();
                }
                _ => plain.push(letter),
            }
        }
        Cow::Owned(plain)
    }

    /// Each comment after so many plies, in order; 0 for those before the first move.
    pub fn comments_after(&self, n_plies: usize) -> impl Iterator<Item = &str> {
        self.comments
            .iter()
            .filter(move |comment| comment.after_ply as usize == n_plies)
            .map(|comment| self.written(comment.range).trim())
    }

    /// The result behind the moves, as written.
    pub fn written_result_token(&self) -> Option<&str> {
        self.result_token.map(|range| self.written(range))
    }

    /// The result that counts: that of the tag unless it is absent, open or unreadable; then that
    /// behind the moves. `None` where neither says one.
    pub fn result(&self) -> Option<GameResult> {
        let tag = self.tag("Result");
        let tag = tag.as_deref().and_then(GameResult::read);
        let token = self.written_result_token().and_then(GameResult::read);
        [tag, token].into_iter().flatten().find_map(|written| match written {
            WrittenResult::Finished(result) => Some(result),
            WrittenResult::Open => None,
        })
    }

    /// The time control of its tag; `None` without the tag.
    pub fn time_control(&self) -> Option<TimeControlReading> {
        self.tag("TimeControl").map(|text| TimeControlReading::read(&text))
    }

    /// The position after so many plies, replayed from the start; the last one beyond the end.
    pub fn position_after(&self, n_plies: usize) -> Position {
        let mut position = self.start.clone();
        for ply in self.plies.iter().take(n_plies) {
            ply.play_on(&mut position);
        }
        position
    }

    /// The position after the last ply that was understood.
    pub fn last_position(&self) -> Position {
        self.position_after(self.plies.len())
    }

    /// The player who made a ply, counted from 1.
    pub fn mover_of(&self, ply: u32) -> Color {
        let first = self.start.turn();
        if ply.is_multiple_of(2) { !first } else { first }
    }

    /// The last reading of a player's clock in the moves.
    pub fn last_clock(&self, color: Color) -> Option<ClockTime> {
        let first = self.start.turn();
        self.plies
            .iter()
            .enumerate()
            .rev()
            .filter(|(index, _)| (index % 2 == 0) == (color == first))
            .find_map(|(_, ply)| ply.clock)
    }

    /// What the clocks show by the tags WhiteClock, BlackClock, Clock and ReferenceTime.
    ///
    /// They are fresher than the last reading in the moves: a new period shows up there first.
    pub fn live_clocks(&self) -> LiveClocks {
        let clock = |name| self.tag(name).and_then(|text| read_clock_tag(&text).1);
        let mut live = LiveClocks {
            white: clock("WhiteClock"),
            black: clock("BlackClock"),
            running: self.tag("ReferenceTime").and_then(|text| read_clock_tag(&text).0),
        };
        if let Some(text) = self.tag("Clock") {
            let (running, time) = read_clock_tag(&text);
            live.running = live.running.or(running);
            match running {
                Some(Color::White) => live.white = live.white.or(time),
                Some(Color::Black) => live.black = live.black.or(time),
                None => {}
            }
        }
        live
    }
}

impl RecordedPly {
    /// Makes the ply on a position.
    pub fn play_on(&self, position: &mut Position) {
        match self.played {
            Some(played) => position.play(played),
            None => position.pass(),
        }
    }
}

/// Reads the value of a clock tag: the side that runs (`W/`, `B/`, `N/`) and a time.
///
/// # Examples
/// ```
/// use kaissa_chess::Color;
/// use kaissa_game::read_clock_tag;
/// use kaissa_laws::ClockTime;
/// let read = read_clock_tag("B/0:45:56");
/// assert_eq!(read, (Some(Color::Black), Some(ClockTime::seconds(2756))));
/// assert_eq!(read_clock_tag("N/1:00:00"), (None, Some(ClockTime::hours(1))));
/// ```
pub fn read_clock_tag(text: &str) -> (Option<Color>, Option<ClockTime>) {
    let text = text.trim();
    let (side, time) = match text.split_once('/') {
        Some((side, time)) => (side, time),
        None => ("", text),
    };
    let running = match side {
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    };
    (running, crate::clock::read_clock(time).and_then(|reading| reading.certain()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_tags(tags: &[(&str, &str)]) -> Record {
        let mut record = Record::new();
        for (name, value) in tags {
            let start = record.text.len();
            record.text.push_str(name);
            let middle = record.text.len();
            record.text.push_str(value);
            record.tags.push(Tag {
                name: TextRange::new(start, middle),
                value: TextRange::new(middle, record.text.len()),
                has_escapes: value.contains('\\'),
            });
        }
        record
    }

    #[test]
    fn escapes_are_undone() {
        let record = with_tags(&[("Event", r#"5th \"Memorial\" \\ a\b"#)]);
        assert_eq!(record.tag("Event").as_deref(), Some(r#"5th "Memorial" \ a\b"#));
        assert_eq!(record.tag("event"), None);
    }

    #[test]
    fn result_of_the_tag_goes_before_the_token_unless_open() {
        assert_eq!(with_tags(&[("Result", "1-0")]).result(), Some(GameResult::WHITE_WINS));
        assert_eq!(with_tags(&[("Result", "*")]).result(), None);
        let mut record = with_tags(&[("Result", "*")]);
        let start = record.text.len();
        record.text.push_str("0-1");
        record.result_token = Some(TextRange::new(start, record.text.len()));
        assert_eq!(record.result(), Some(GameResult::BLACK_WINS));
    }

    #[test]
    fn fr_clk_05_clock_tag_names_the_running_side() {
        let record = with_tags(&[("Clock", "B/0:45:56")]);
        let live = record.live_clocks();
        assert_eq!(live.running, Some(Color::Black));
        assert_eq!(live.black, Some(ClockTime::seconds(2756)));
        assert_eq!(live.white, None);
    }

    #[test]
    fn reference_time_names_the_running_side() {
        let record = with_tags(&[
            ("WhiteClock", "01:25:36"),
            ("ReferenceTime", "W/2024-05-15T14:21:57.339+02:00"),
        ]);
        let live = record.live_clocks();
        assert_eq!(live.running, Some(Color::White));
        assert_eq!(live.white, Some(ClockTime::seconds(5136)));
    }
}
