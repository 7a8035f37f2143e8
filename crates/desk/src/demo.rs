//! The demonstration: a small event of real games, played again at many times its pace.

use std::time::Duration;

use kaissa_chess::Color;
use kaissa_feed::{Health, LiveMove, LiveRecord, Observation, Outlet, Seen, Source, Stopped, now};
use kaissa_game::{LiveClocks, Record, Timestamp};
use kaissa_hall::HallOptions;
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions};

/// The event; its README tells where its games come from.
const ROUND: &str = include_str!("../demo/round.pgn");
/// How often a board is looked at.
const BEAT: Duration = Duration::from_millis(200);
/// How often a board that stands still says that it is there.
const SIGN_OF_LIFE: ClockTime = ClockTime::seconds(8);
/// For how long a board of the demonstration may be silent.
const SILENT_AFTER: ClockTime = ClockTime::seconds(25);
/// The number of the board that goes silent at the end of its moves.
const SILENT_BOARD: &str = "3";

/// How the hall of the demonstration is watched.
pub fn demo_hall() -> HallOptions {
    HallOptions { silent_after: SILENT_AFTER, ..HallOptions::default() }
}

/// The source that plays the demonstration.
#[derive(Debug, Default)]
pub struct DemoSource;

impl Source for DemoSource {
    fn name(&self) -> &str {
        "demo"
    }

    fn follow(&mut self, outlet: &Outlet) {
        // It ends when nobody looks any more.
        let _ = play(outlet);
    }
}

fn play(outlet: &Outlet) -> Result<(), Stopped> {
    let begun = now();
    let send = |seen, at| outlet.send(Observation { source: "demo".to_owned(), at, seen });
    send(Seen::Health(Health::Connected), begun)?;
    let mut boards = DemoBoard::all();
    loop {
        let at = now();
        for board in &mut boards {
            if let Some(live) = board.look(at.since(begun), at) {
                let record = Box::new(live.record());
                let row = board.number.clone();
                send(Seen::Board { row, record, placement: None, changed_at: at }, at)?;
            }
        }
        outlet.wait(BEAT)?;
    }
}

/// A board of the demonstration.
struct DemoBoard {
    number: String,
    record: Record,
    from: usize,
    pace: ClockTime,
    flag: Option<Color>,
    /// How many plies were shown last, and when.
    shown: Option<(usize, ClockTime)>,
}

impl DemoBoard {
    fn all() -> Vec<DemoBoard> {
        let mut reader = GameReader::new(ROUND, ReadOptions::default());
        let mut boards = Vec::new();
        loop {
            let mut record = Record::new();
            if !reader.read_into(&mut record) {
                return boards;
            }
            let tag = |name: &str| record.tag(name).map(|value| value.into_owned());
            let number = |name: &str| tag(name).and_then(|value| value.parse().ok());
            boards.push(DemoBoard {
                number: tag("Board").unwrap_or_default(),
                from: number("DemoFrom").unwrap_or(0) as usize,
                pace: ClockTime::seconds(number("DemoPace").unwrap_or(5)),
                flag: tag("DemoFlag").map(|_| Color::White),
                record,
                shown: None,
            });
        }
    }

    /// What the board shows so long after the beginning, where it is something new.
    fn look(&mut self, since: ClockTime, at: Timestamp) -> Option<LiveRecord> {
        let pace = self.pace.as_millis().max(1);
        let played = self.from + usize::try_from(since.as_millis() / pace).unwrap_or(usize::MAX);
        let n_plies = played.min(self.record.plies.len());
        let is_new = match self.shown {
            None => true,
            Some((shown, _)) if shown < n_plies => true,
            // A clock that runs says that its board is there; that of the silent board does not.
            Some((_, when)) => {
                n_plies == self.record.plies.len()
                    && self.number != SILENT_BOARD
                    && since - when >= SIGN_OF_LIFE
            }
        };
        if !is_new {
            return None;
        }
        let stands_since = match self.shown {
            Some((shown, when)) if shown == n_plies => since - when,
            _ => ClockTime::ZERO,
        };
        if stands_since.is_zero() {
            self.shown = Some((n_plies, since));
        } else if self.flag.is_some() || n_plies == self.record.plies.len() {
            // What has run meanwhile is taken from the clock below, once.
            self.shown = Some((n_plies, since));
            self.spend(n_plies, stands_since);
        }
        Some(self.live(n_plies, at))
    }

    /// Takes time from the clock of the side to move.
    fn spend(&mut self, n_plies: usize, time: ClockTime) {
        let before = n_plies.checked_sub(2).and_then(|index| self.record.plies.get_mut(index));
        if let Some(clock) = before.and_then(|ply| ply.clock.as_mut()) {
            // Only one flag falls; the others think and move in another world.
            let least = if self.flag.is_some() { ClockTime::ZERO } else { ClockTime::seconds(20) };
            *clock = (*clock - time).max(least.min(*clock));
        }
    }

    fn live(&self, n_plies: usize, at: Timestamp) -> LiveRecord {
        let record = &self.record;
        let tags = record
            .tags
            .iter()
            .map(|tag| (record.written(tag.name).to_owned(), record.tag_value(tag).into_owned()));
        let tags = tags.filter(|(name, _)| name != "Result" && !name.starts_with("Demo"));
        let plies = record.plies.iter().take(n_plies);
        let moves: Vec<LiveMove> = plies
            .map(|ply| LiveMove {
                written: record.written_ply(ply).to_owned(),
                left: ply.clock,
                used: None,
            })
            .collect();
        let clock = |parity: usize| {
            let own = moves.iter().enumerate().rev().find(|(index, _)| index % 2 == parity);
            own.and_then(|(_, moved)| moved.left)
        };
        let turn = if n_plies.is_multiple_of(2) { Color::White } else { Color::Black };
        LiveRecord {
            tags: tags.collect(),
            start_fen: None,
            clocks: LiveClocks { white: clock(0), black: clock(1), running: Some(turn) },
            clocks_read_at: Some(at),
            moves,
            result: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kaissa_hall::{AlarmKind, AlarmState, Hall, HallEvent, RowSeen};
    use kaissa_ruling::{ProfileOptions, Profiler};

    use super::*;

    /// Everything that the hall tells in the first minutes, second by second: for each board and
    /// kind, when it was told first.
    fn told(minutes: i64) -> BTreeMap<(String, AlarmKind), i64> {
        let editions = kaissa_laws::Editions::built_in().clone();
        let profiler = Profiler::new(editions, ProfileOptions::default()).expect("built in");
        let mut hall = Hall::new(profiler, demo_hall());
        let mut boards = DemoBoard::all();
        let begun = 1_800_000_000_000;
        let mut told = BTreeMap::new();
        for second in 0..minutes * 60 {
            let at = Timestamp(begun + second * 1_000);
            let mut events = hall.tick(at);
            for board in &mut boards {
                let Some(live) = board.look(ClockTime::seconds(second), at) else { continue };
                let (record, row) = (live.record(), board.number.as_str());
                let seen = RowSeen {
                    source: "demo",
                    row,
                    record: &record,
                    placement: None,
                    changed_at: at,
                    at,
                };
                events.extend(hall.observe_row(&seen));
            }
            for event in events {
                if let HallEvent::Alarm(event) = event
                    && event.state == AlarmState::Raised
                {
                    let board = event.game.board.clone().unwrap_or_default();
                    told.entry((board, event.alarm.kind())).or_insert(second);
                }
            }
        }
        told
    }

    #[test]
    fn within_three_minutes_a_newcomer_sees_what_the_desk_is_for() {
        let told = told(3);
        for (board, kind) in [
            ("1", AlarmKind::FiftyNear),
            ("1", AlarmKind::FiftyWithMove),
            ("1", AlarmKind::FiftyMoves),
            ("2", AlarmKind::Threefold),
            ("2", AlarmKind::Fivefold),
            ("3", AlarmKind::Silent),
            ("4", AlarmKind::FlagFall),
            ("5", AlarmKind::IllegalMove),
            ("6", AlarmKind::Checkmate),
            ("7", AlarmKind::Threefold),
        ] {
            let found = told.get(&(board.to_owned(), kind));
            assert!(found.is_some(), "board {board}: no {kind:?} in {told:?}");
        }
        let silent: Vec<_> = told.keys().filter(|(_, kind)| *kind == AlarmKind::Silent).collect();
        assert_eq!(silent.len(), 1, "only board 3 goes silent: {silent:?}");
    }
}
