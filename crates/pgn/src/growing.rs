//! A game that grows at its end, shown again and again as a whole.

use kaissa_chess::Position;
use kaissa_chess::notation::Language;
use kaissa_game::{Legality, OddityCode, Record, RecordEnd};

use crate::game_reader::{GameReader, ReadOptions};
use crate::replay::Replay;

/// Tags that change while a game goes on, and have no say in how its moves are read.
const LIVE_TAGS: [&str; 4] = ["WhiteClock", "BlackClock", "ReferenceTime", "Result"];

/// Reads a game that is shown as a text of its own after every move.
///
/// The record is always that of [`GameReader`] on the same text. Where the moves go on from those
/// that were read before, these are not read again: a move costs itself and the tags.
///
/// # Examples
/// ```
/// let mut game = kaissa_pgn::GrowingGame::new();
/// game.read("[White \"A\"]\n\n1. e4 *");
/// let record = game.read("[White \"A\"]\n\n1. e4 {[%clk 1:29:50]} e5 *");
/// assert_eq!(record.plies.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GrowingGame {
    record: Record,
    replay: Replay,
    /// The byte of the text at which the moves begin, behind the tags.
    moves_at: usize,
    /// Whether another text may be read on behind the last ply.
    may_go_on: bool,
}

impl GrowingGame {
    /// Nothing yet.
    pub fn new() -> GrowingGame {
        GrowingGame::default()
    }

    /// The first game of a text; an empty record where there is none.
    pub fn read(&mut self, text: &str) -> &Record {
        if !self.go_on(text) {
            let mut reader = GameReader::new(text, ReadOptions::default());
            if !reader.read_into(&mut self.record) {
                self.record = Record::new();
            }
            self.keep(reader);
        }
        &self.record
    }

    /// The record that was read last.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position after the last ply.
    pub fn last_position(&self) -> Position {
        match self.may_go_on {
            true => self.replay.position.clone(),
            false => self.record.last_position(),
        }
    }

    /// Keeps what is needed to go on from here.
    fn keep(&mut self, reader: GameReader<'_>) {
        let record = &self.record;
        (self.replay, self.moves_at) = reader.into_parts();
        let may_stay = |code: OddityCode| {
            matches!(
                code,
                OddityCode::Form(_)
                    | OddityCode::ResultTokenMissing
                    | OddityCode::ResultTagMissing
                    | OddityCode::ClockTagLater
            )
        };
        let is_of_tags = |place| place < record.place_of(self.moves_at as u32);
        self.may_go_on = record.plies.last().is_some_and(|ply| ply.legality == Legality::Legal)
            && record.language == Language::English
            && record.end != RecordEnd::CutOff
            && record.variations.is_empty()
            && record.comments.iter().all(|note| note.range.start as usize >= self.moves_at)
            && self.replay.is_plain()
            // What the moves gave is not found again where they are not read again.
            && (record.oddities.iter())
                .all(|oddity| may_stay(oddity.code) || is_of_tags(oddity.place));
    }

    /// Goes on with a text whose moves go on from those that are known; `false` where they do not.
    fn go_on(&mut self, text: &str) -> bool {
        let Some(last) = self.record.plies.last().filter(|_| self.may_go_on) else { return false };
        let known_end = last.written.end as usize;
        let known = self.record.text.get(self.moves_at..known_end).unwrap_or_default();
        let mut reader = GameReader::new(text, ReadOptions::default());
        let mut header = Record::new();
        let Some(moves_at) = reader.read_head(&mut header) else { return false };
        let rest = text.get(moves_at..).unwrap_or_default();
        let goes_on = !known.is_empty()
            && rest.starts_with(known)
            && matches!(rest.as_bytes().get(known.len()), Some(b' ' | b'\n' | b'\r' | b'{'))
            && header.comments.is_empty()
            && header.place == self.record.place
            && header.start == self.record.start
            && self.has_tags_of(&header, text);
        if !goes_on {
            return false;
        }
        let (from, to, on) = (self.moves_at as u32, moves_at as u32, moves_at + known.len());
        let record = &mut self.record;
        record.comments.retain(|note| (note.range.start as usize) < known_end);
        let moved = |at: &mut u32| *at = at.saturating_sub(from).saturating_add(to);
        if from != to {
            for note in &mut record.comments {
                moved(&mut note.range.start);
                moved(&mut note.range.end);
            }
            for ply in &mut record.plies {
                moved(&mut ply.written.start);
                moved(&mut ply.written.end);
            }
        }
        if let Some(last) = record.plies.last_mut() {
            (last.clock, last.elapsed) = (None, None);
        }
        record.text.clear();
        record.result_token = None;
        record.game_start = header.game_start;
        record.has_start_fen = header.has_start_fen;
        std::mem::swap(&mut record.tags, &mut header.tags);
        std::mem::swap(&mut record.oddities, &mut header.oddities);
        reader.go_on_from(std::mem::take(&mut self.replay), on, record);
        self.keep(reader);
        true
    }

    /// Whether a record that has only tags so far has those that are known; clocks and result may be
    /// others.
    fn has_tags_of(&self, header: &Record, text: &str) -> bool {
        let written =
            |range: kaissa_game::TextRange| text.get(range.as_usize()).unwrap_or_default();
        self.record.tags.len() == header.tags.len()
            && self.record.tags.iter().zip(&header.tags).all(|(known, tag)| {
                let name = self.record.written(known.name);
                name == written(tag.name)
                    && (LIVE_TAGS.contains(&name)
                        || self.record.written(known.value) == written(tag.value))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the second text is read on from the first; the record is the right one either way.
    #[track_caller]
    fn check(first: &str, second: &str, expected: bool) {
        let mut game = GrowingGame::new();
        game.read(first);
        assert_eq!(game.clone().go_on(second), expected, "{first}\n{second}");
        let mut anew = Record::new();
        GameReader::new(second, ReadOptions::default()).read_into(&mut anew);
        assert_eq!(format!("{:?}", game.read(second)), format!("{anew:?}"), "{second}");
        assert_eq!(game.last_position(), anew.last_position(), "{second}");
    }

    const TAGS: &str = "[White \"A\"]\n[WhiteClock \"0:09:59\"]\n[Result \"*\"]\n\n";
    const FEWER: &str = "[White \"A\"]\n[WhiteClock \"0:9:5\"]\n[Result \"1-0\"]\n\n";

    #[test]
    fn moves_that_go_on_are_not_read_again() {
        check(&format!("{TAGS}1. e4 *"), &format!("{FEWER}1. e4 {{[%clk 0:09:58]}} e5 1-0"), true);
        check(&format!("{TAGS}1. e4 e5 *"), &format!("{TAGS}1. e4 e5 2. Nf3 {{x}} Nc6 *"), true);
        check(&format!("{TAGS}1. e4 {{x}} e5 *"), &format!("{FEWER}1. e4 {{x}} e5 *"), true);
        // An illegal move that stands, and a form that is said once.
        let illegal = "1. e4 e5 2. Qh5 Ke7 3. Qxe5 a6 4. Qf5 h6";
        check(&format!("{TAGS}{illegal} *"), &format!("{TAGS}{illegal} 5. a3 *"), true);
    }

    #[test]
    fn other_moves_tags_and_doubts_are_read_anew() {
        let first = format!("{TAGS}1. e4 e5 *");
        check(&first, &format!("{TAGS}1. e4 c5 *"), false);
        check(&first, &format!("{TAGS}1. e4 *"), false);
        check(&first, &format!("{TAGS}1. e4 e5! 2. Nf3 *"), false);
        check(
            &first,
            "[White \"B\"]\n[WhiteClock \"0:09:59\"]\n[Result \"*\"]\n\n1. e4 e5 *",
            false,
        );
        check(&first, "1. e4 e5 2. Nf3 *", false);
        check(&format!("{TAGS}1. e4 (1. d4) e5 *"), &format!("{TAGS}1. e4 (1. d4) e5 *"), false);
        // A number that is not due, and kings that may be moves or a result.
        check(&format!("{TAGS}1. e4 7. e5 *"), &format!("{TAGS}1. e4 7. e5 2. a3 *"), false);
        let kings = "1. e4 e5 2. Nf3 Nc6 3. Ke4";
        check(&format!("{TAGS}{kings} *"), &format!("{TAGS}{kings} Kd5 *"), false);
        check("", &first, false);
        check(&first, "", false);
    }
}
