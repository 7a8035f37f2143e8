//! The record of a game as a source builds it up, move by move.

use std::fmt::Write;

use kaissa_chess::Color;
use kaissa_game::{LiveClocks, Record, Timestamp};
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions};

/// A move as a source sends it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveMove {
    /// The move as written, in English letters.
    pub written: String,
    /// Time left on the mover's clock after it, the increment included.
    pub left: Option<ClockTime>,
    /// Time used for it.
    pub used: Option<ClockTime>,
}

/// A game as a source that has no PGN tells it.
///
/// Its [`Record`] is that of the PGN which says the same: moves are read once, by one reader, and
/// an illegal or unclear one is treated as in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LiveRecord {
    /// Tags in their order, without Result, FEN and the clocks.
    pub tags: Vec<(String, String)>,
    /// The start position as a FEN, where it is not the usual one.
    pub start_fen: Option<String>,
    /// The moves.
    pub moves: Vec<LiveMove>,
    /// What the clocks show, and which one runs.
    pub clocks: LiveClocks,
    /// When the clocks were read.
    pub clocks_read_at: Option<Timestamp>,
    /// The result as PGN writes it; `None` while the game goes on.
    pub result: Option<&'static str>,
}

impl LiveRecord {
    /// The record.
    pub fn record(&self) -> Record {
        let text = self.pgn();
        let mut record = Record::new();
        // The text is that of one game; where it holds nothing at all, the record stays empty.
        GameReader::new(&text, ReadOptions::default()).read_into(&mut record);
        record
    }

    /// The game as PGN. Long lines are not wrapped.
    pub fn pgn(&self) -> String {
        let mut text = String::with_capacity(256 + 48 * self.moves.len());
        for (name, value) in &self.tags {
            tag(&mut text, name, value);
        }
        tag(&mut text, "Result", self.result.unwrap_or("*"));
        if let Some(fen) = &self.start_fen {
            tag(&mut text, "SetUp", "1");
            tag(&mut text, "FEN", fen);
        }
        self.write_clocks(&mut text);
        text.push('\n');
        let is_black_first =
            self.start_fen.as_deref().and_then(|fen| fen.split(' ').nth(1)) == Some("b");
        for (index, moved) in self.moves.iter().enumerate() {
            let place = index + usize::from(is_black_first);
            let number = place / 2 + 1;
            // Writing to a text does not fail.
            let _ = match (place.is_multiple_of(2), index) {
                (true, _) => write!(text, "{number}. "),
                (false, 0) => write!(text, "{number}... "),
                (false, _) => Ok(()),
            };
            text.push_str(&moved.written);
            text.push(' ');
            if let Some(left) = moved.left {
                let _ = write!(text, "{{[%clk {left}]}} ");
            }
            if let Some(used) = moved.used {
                let _ = write!(text, "{{[%emt {used}]}} ");
            }
        }
        text.push_str(self.result.unwrap_or("*"));
        text.push('\n');
        text
    }

    fn write_clocks(&self, text: &mut String) {
        let clocks = &self.clocks;
        for (name, time) in [("WhiteClock", clocks.white), ("BlackClock", clocks.black)] {
            if let Some(time) = time {
                tag(text, name, &time.to_string());
            }
        }
        if let Some(read_at) = self.clocks_read_at {
            let side = match clocks.running {
                Some(Color::White) => "W",
                Some(Color::Black) => "B",
                None => "N",
            };
            tag(text, "ReferenceTime", &format!("{side}/{read_at}"));
        }
    }
}

/// Writes a tag, its quotes and backslashes escaped; what would end a line becomes a blank.
fn tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

#[cfg(test)]
mod tests {
    use kaissa_game::{GameResult, Legality};

    use super::*;

    fn moved(written: &str, seconds: i64) -> LiveMove {
        let left = Some(ClockTime::seconds(seconds));
        LiveMove { written: written.to_owned(), left, used: None }
    }

    #[test]
    fn a_live_record_reads_as_what_was_put_in() {
        let live = LiveRecord {
            tags: vec![("White".to_owned(), "A \"B\"\nC".to_owned())],
            moves: ["e4", "e5", "Qh5", "Ke7", "Qxe5+", "a6"].map(|san| moved(san, 5400)).to_vec(),
            clocks: LiveClocks {
                white: Some(ClockTime::seconds(5300)),
                black: Some(ClockTime::seconds(5380)),
                running: Some(Color::Black),
            },
            clocks_read_at: Some(Timestamp(1_791_014_400_120)),
            result: Some("1-0"),
            ..LiveRecord::default()
        };
        let record = live.record();
        assert_eq!(record.tag("White").as_deref(), Some("A \"B\" C"));
        assert_eq!(record.result(), Some(GameResult::WHITE_WINS));
        assert_eq!(record.live_clocks(), live.clocks);
        let clocks: Vec<_> = record.plies.iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, live.moves.iter().map(|moved| moved.left).collect::<Vec<_>>());
        assert!(matches!(record.plies[5].legality, Legality::Illegal(_)), "{:?}", record.plies);
    }

    #[test]
    fn a_game_that_black_begins_has_its_numbers() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".to_owned();
        let moves = vec![moved("Kd7", 9), moved("e4", 8)];
        let live = LiveRecord { start_fen: Some(fen), moves, ..LiveRecord::default() };
        assert!(live.pgn().contains("1... Kd7 {[%clk 0:00:09]} 2. e4"), "{}", live.pgn());
        assert_eq!(live.record().plies.len(), 2);
        assert!(live.record().oddities.is_empty(), "{:?}", live.record().oddities);
    }
}
