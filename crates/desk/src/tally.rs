//! Counts by hand at a board as entries and forms have them, and their folds.

use kaissa_chess::ByColor;
use kaissa_evidence::{HandAct, HandCount, Shown};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;
use serde_json::{Map, Value, json};

use crate::acting::{read_color, side};
use crate::{Board, BoardId, Body, PersonId};

/// The longest time that a clock is read to show, in milliseconds.
const LONGEST_MS: i64 = 24 * 3_600_000;
/// The most plies that a series is said to have before a count begins.
const MOST_BEFORE: i64 = 1_000;
/// The largest increment, in milliseconds.
const LARGEST_INCREMENT_MS: i64 = 600_000;

/// What was entered of a count: an entry `tally_counted`.
#[derive(Clone, PartialEq, Debug)]
pub struct TallyKept {
    /// The number of the count at its board, from 1.
    pub count: u32,
    /// When it happened, by the clock of who counts.
    pub at: Timestamp,
    /// Who counts.
    pub by: Option<PersonId>,
    /// What was entered, as the entry has it.
    pub tally: Value,
}

/// One thing entered of a count, with the ids that its sender made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TallyEvent {
    /// The id of the count.
    pub tally: String,
    /// Its own id.
    pub id: String,
    /// When it happened.
    pub at: Timestamp,
    /// What; `None` for the end of the count.
    pub act: Option<HandAct>,
}

/// One count by hand at a board.
#[derive(Clone, Debug)]
pub(crate) struct TallyRun {
    /// Its number at the board.
    pub number: u32,
    /// Its id.
    pub tally: String,
    /// Who counts.
    pub by: Option<PersonId>,
    /// What was entered, in order.
    pub events: Vec<TallyEvent>,
    /// The fold.
    pub count: HandCount,
    /// Whether it was ended.
    pub is_over: bool,
}

/// The counts of a board, in the order in which they began.
pub(crate) fn runs(board: &Board) -> Vec<TallyRun> {
    let mut runs: Vec<TallyRun> = Vec::new();
    for kept in &board.tallies {
        let Some(event) = TallyEvent::read(&kept.tally, kept.at) else { continue };
        let known = runs.iter().position(|run| run.number == kept.count);
        let index = known.unwrap_or_else(|| {
            runs.push(TallyRun {
                number: kept.count,
                tally: event.tally.clone(),
                by: kept.by,
                events: Vec::new(),
                count: HandCount::default(),
                is_over: false,
            });
            runs.len() - 1
        });
        if let Some(run) = runs.get_mut(index) {
            run.take(event);
        }
    }
    runs
}

/// A moment as the watch of a count has it.
pub(crate) fn on_watch(at: Timestamp) -> ClockTime {
    ClockTime::millis(at.0)
}

impl TallyRun {
    fn take(&mut self, event: TallyEvent) {
        match &event.act {
            Some(act) => self.count.apply(on_watch(event.at), act),
            None => self.is_over = true,
        }
        self.events.push(event);
    }
}

impl TallyEvent {
    /// Reads what a page without the network, or an entry, says; `None` where it is not as it should
    /// be. `at` is the moment where it tells none.
    pub fn read(told: &Value, at: Timestamp) -> Option<TallyEvent> {
        let word = |name: &str| told.get(name).and_then(Value::as_str);
        let number = |name: &str| told.get(name).and_then(Value::as_i64);
        let tally = word("tally").filter(|id| is_id(id))?.to_owned();
        let id = word("id").filter(|id| is_id(id))?.to_owned();
        let at = number("at").map_or(at, Timestamp);
        let color = |name| word(name).and_then(read_color);
        let act = match word("act")? {
            "began" => HandAct::Began {
                to_move: color("to_move"),
                plies_before: match number("plies_before") {
                    Some(plies) if (0..=MOST_BEFORE).contains(&plies) => Some(plies as u32),
                    Some(_) => return None,
                    None => None,
                },
                increment: match number("increment_ms") {
                    Some(ms) if (1..=LARGEST_INCREMENT_MS).contains(&ms) => {
                        Some(ClockTime::millis(ms))
                    }
                    Some(_) => return None,
                    None => None,
                },
            },
            "moved" => HandAct::Moved,
            "zeroed" => HandAct::Zeroed,
            "taken_back" => HandAct::TakenBack,
            "read" => {
                HandAct::Read(shown(number("white_ms"), number("black_ms"), number("sum_ms"))?)
            }
            "mover_seen" => HandAct::MoverSeen(color("to_move")?),
            "stopped" => HandAct::Stopped,
            "went_on" => HandAct::WentOn,
            "ended" => return Some(TallyEvent { tally, id, at, act: None }),
            _ => return None,
        };
        Some(TallyEvent { tally, id, at, act: Some(act) })
    }

    /// The same as JSON; what a page reads back.
    pub fn json(&self) -> Map<String, Value> {
        let mut told = Map::new();
        let mut put = |name: &str, value: Value| {
            told.insert(name.to_owned(), value);
        };
        put("tally", self.tally.as_str().into());
        put("id", self.id.as_str().into());
        put("at", self.at.0.into());
        put("act", self.word().into());
        match self.act {
            Some(HandAct::Began { to_move, plies_before, increment }) => {
                if let Some(color) = to_move {
                    put("to_move", side(color).into());
                }
                if let Some(plies) = plies_before {
                    put("plies_before", plies.into());
                }
                if let Some(increment) = increment {
                    put("increment_ms", increment.as_millis().into());
                }
            }
            Some(HandAct::Read(Shown::Each(each))) => {
                put("white_ms", each.white.as_millis().into());
                put("black_ms", each.black.as_millis().into());
            }
            Some(HandAct::Read(Shown::Sum(sum))) => put("sum_ms", sum.as_millis().into()),
            Some(HandAct::MoverSeen(color)) => {
                put("to_move", side(color).into());
            }
            _ => {}
        }
        told
    }

    /// The body of its entry, in the count of this number.
    pub fn body(&self, board: BoardId, count: u32) -> Body {
        let mut told = self.json();
        let is_tap = matches!(self.act, Some(HandAct::Moved | HandAct::Zeroed));
        told.insert("unit".to_owned(), "plies".into());
        told.insert("taps".to_owned(), if is_tap { json!([self.at.0]) } else { json!([]) });
        told.insert("count".to_owned(), count.into());
        Body::TallyCounted { board, count, tally: Value::Object(told) }
    }

    fn word(&self) -> &'static str {
        match self.act {
            Some(HandAct::Began { .. }) => "began",
            Some(HandAct::Moved) => "moved",
            Some(HandAct::Zeroed) => "zeroed",
            Some(HandAct::TakenBack) => "taken_back",
            Some(HandAct::Read(_)) => "read",
            Some(HandAct::MoverSeen(_)) => "mover_seen",
            Some(HandAct::Stopped) => "stopped",
            Some(HandAct::WentOn) => "went_on",
            None => "ended",
        }
    }
}

/// What the clocks showed, by each or as a sum.
fn shown(white: Option<i64>, black: Option<i64>, sum: Option<i64>) -> Option<Shown> {
    let clock = |ms: i64| (0..=LONGEST_MS).contains(&ms).then(|| ClockTime::millis(ms));
    match (white, black, sum) {
        (Some(white), Some(black), _) => {
            Some(Shown::Each(ByColor { white: clock(white)?, black: clock(black)? }))
        }
        (None, None, Some(sum)) => clock(sum).map(Shown::Sum),
        _ => None,
    }
}

/// Whether a text may be an id of a sender: letters, digits and hyphens.
pub(crate) fn is_id(text: &str) -> bool {
    (8..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_chess::Color;

    #[test]
    fn what_is_written_is_read_back() {
        let each = ByColor { white: ClockTime::seconds(6), black: ClockTime::seconds(12) };
        let acts = [
            Some(HandAct::Began {
                to_move: Some(Color::Black),
                plies_before: Some(7),
                increment: Some(ClockTime::seconds(2)),
            }),
            Some(HandAct::Began { to_move: None, plies_before: None, increment: None }),
            Some(HandAct::Moved),
            Some(HandAct::Zeroed),
            Some(HandAct::TakenBack),
            Some(HandAct::Read(Shown::Each(each))),
            Some(HandAct::Read(Shown::Sum(ClockTime::seconds(18)))),
            Some(HandAct::MoverSeen(Color::White)),
            Some(HandAct::Stopped),
            Some(HandAct::WentOn),
            None,
        ];
        for act in acts {
            let event = TallyEvent {
                tally: "a-count-1".to_owned(),
                id: "a-count-1-7".to_owned(),
                at: Timestamp(1_791_014_400_000),
                act,
            };
            let told = Value::Object(event.json());
            assert_eq!(TallyEvent::read(&told, Timestamp(0)), Some(event));
        }
    }

    #[test]
    fn what_is_not_as_it_should_be_is_not_read() {
        let read = |more: Value| {
            let mut told = json!({"tally": "a-count-1", "id": "a-count-1-7", "act": "moved"});
            let more = more.as_object().cloned().expect("an object");
            told.as_object_mut().expect("an object").extend(more);
            TallyEvent::read(&told, Timestamp(0)).is_some()
        };
        assert!(read(json!({})));
        for wrong in [
            json!({"id": "x"}),
            json!({"tally": "a count with <blanks>"}),
            json!({"act": "flown"}),
            json!({"act": "read"}),
            json!({"act": "read", "white_ms": 5}),
            json!({"act": "read", "sum_ms": -5}),
            json!({"act": "began", "plies_before": 100_000}),
            json!({"act": "began", "increment_ms": 0}),
            json!({"act": "mover_seen", "to_move": "green"}),
        ] {
            assert!(!read(wrong.clone()), "{wrong}");
        }
    }
}
