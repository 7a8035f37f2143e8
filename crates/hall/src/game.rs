//! One game of the hall: its sources, the record taken from them, and its alarms.

use std::collections::{HashMap, HashSet};

use kaissa_game::{MoveNames, Record};
use kaissa_laws::ClockTime;

use crate::alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call};
use crate::event::{AlarmEvent, AlarmState, GameId, GameTitle, HallEvent};
use crate::identity::Facts;
use crate::line::Line;
use crate::standing::Standing;
use crate::{HallOptions, Timestamp};

/// What a board may be silent for beyond the time on the clock.
const CLOCK_MARGIN: ClockTime = ClockTime::seconds(30);
/// A file that brought nothing new for so long when it is first seen belongs to another day.
const LONG_AGO: ClockTime = ClockTime::hours(6);
/// For how long the wrong clock runs before it is told: a move may be made and not yet completed.
const WRONG_CLOCK_AFTER: ClockTime = ClockTime::seconds(10);
/// For how long sources part before it is told: one may lag behind the other.
const DIFFER_AFTER: ClockTime = ClockTime::seconds(15);

/// One source of a game.
#[derive(Debug)]
pub(crate) struct Row {
    pub file: String,
    pub facts: Facts,
    pub line: Line,
    record: Record,
    /// When it last brought something new.
    changed_at: Timestamp,
    /// Since when it has parted from the record of the game.
    differs_since: Option<Timestamp>,
}

/// One game.
#[derive(Debug)]
pub(crate) struct HallGame {
    pub id: GameId,
    /// Its sources; the record is taken from the one at `leader`.
    pub rows: Vec<Row>,
    leader: usize,
    /// The record as it was taken last, kept while no source has the game.
    pub record: Record,
    pub line: Line,
    pub facts: Facts,
    source: String,
    changed_at: Timestamp,
    /// How often moves were taken back or replaced.
    n_changes: u32,
    standing: Option<Standing>,
    /// Alarms that are true, with whether they were told.
    known: HashMap<AlarmKey, Known>,
    /// Alarms about changes of the record, which stay.
    changes: Vec<Alarm>,
    wrong_clock: Option<WrongClock>,
    needs_review: bool,
    /// Whether its alarms have been told once.
    is_followed: bool,
    /// Whether its sources have gone on to other games.
    is_retired: bool,
}

/// Since when the source has shown the wrong clock running, and after how many plies.
#[derive(Clone, Copy, Debug)]
struct WrongClock {
    n_plies: usize,
    since: Timestamp,
}

#[derive(Debug)]
struct Known {
    alarm: Alarm,
    is_told: bool,
}

/// What an observation does to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// The record stays as it was.
    None,
    /// The record is another one and has to be gone through.
    Changed,
}

impl HallGame {
    pub fn new(id: GameId, file: &str, record: &Record, at: Timestamp) -> HallGame {
        let facts = Facts::of(record, file);
        let line = Line::of(record);
        HallGame {
            id,
            rows: vec![Row::new(file, record, at)],
            leader: 0,
            record: record.clone(),
            line,
            facts,
            source: file.to_owned(),
            changed_at: at,
            n_changes: 0,
            standing: None,
            known: HashMap::new(),
            changes: Vec::new(),
            wrong_clock: None,
            is_followed: false,
            needs_review: true,
            is_retired: false,
        }
    }

    /// How the game is named to people.
    pub fn title(&self) -> GameTitle {
        let tag = |name: &str| self.record.tag(name).map(|value| value.trim().to_owned());
        GameTitle {
            id: self.id,
            board: self.facts.board().map(str::to_owned),
            white: tag("White"),
            black: tag("Black"),
        }
    }

    /// Takes what a source now says of the game.
    ///
    /// The record is taken from one source, the leader. Another one takes its place when it has
    /// moves that go on from it, or when it corrects its own past; a source that lags behind
    /// changes nothing.
    pub fn take(&mut self, file: &str, record: &Record, changed_at: Timestamp) -> Effect {
        self.is_retired = false;
        let Some(index) = self.rows.iter().position(|row| row.file == file) else {
            return self.take_new(file, record, changed_at);
        };
        let Some(row) = self.rows.get_mut(index) else { return Effect::None };
        if row.record.text == record.text {
            return Effect::None;
        }
        let line = Line::of(record);
        let is_corrected = !row.line.begins(&line);
        row.renew(record, line, changed_at);
        let leads = index == self.leader
            || is_corrected
            || self.goes_on(index)
            || self.has_more_to_say(index);
        if leads { self.lead(index) } else { Effect::None }
    }

    fn take_new(&mut self, file: &str, record: &Record, changed_at: Timestamp) -> Effect {
        self.rows.push(Row::new(file, record, changed_at));
        let index = self.rows.len() - 1;
        // A game that no source had any more goes on where one has it again.
        let leads = index == 0 || self.goes_on(index) || self.has_more_to_say(index);
        if leads { self.lead(index) } else { Effect::None }
    }

    /// Whether a source has moves beyond those of the record.
    fn goes_on(&self, index: usize) -> bool {
        self.rows.get(index).is_some_and(|row| {
            self.line.begins(&row.line) && row.line.n_plies() > self.line.n_plies()
        })
    }

    /// Whether a source has the same moves and a result where the record has none.
    fn has_more_to_say(&self, index: usize) -> bool {
        self.rows.get(index).is_some_and(|row| {
            self.line.is_same(&row.line)
                && self.record.result().is_none()
                && row.record.result().is_some()
        })
    }

    /// Takes the record from a source.
    fn lead(&mut self, index: usize) -> Effect {
        let Some(row) = self.rows.get(index) else { return Effect::None };
        self.leader = index;
        self.source.clone_from(&row.file);
        self.changed_at = row.changed_at;
        if self.record.text == row.record.text && self.line.is_same(&row.line) {
            return Effect::None;
        }
        if !self.line.begins(&row.line) {
            let kept = self.line.common(&row.line);
            self.n_changes += 1;
            let taken_back = (self.line.n_plies() - kept) as u32;
            self.changes.push(Alarm {
                key: AlarmKey {
                    kind: AlarmKind::RecordChanged,
                    ply: kept as u32,
                    position: row.line.key_after(kept),
                    number: self.n_changes,
                },
                severity: AlarmSeverity::Record,
                move_name: MoveNames::new(&row.record).name(kept as u32),
                by: None,
                call: Call::Arbiter,
                citation: None,
                detail: AlarmDetail::Changed {
                    plies_before: self.line.n_plies() as u32,
                    taken_back,
                },
                stands: true,
            });
        }
        self.record = row.record.clone();
        self.line = row.line.clone();
        self.facts = row.facts.clone();
        self.needs_review = true;
        Effect::Changed
    }

    /// Forgets a source: it has the game no more.
    pub fn lose(&mut self, file: &str, is_replaced: bool) -> Effect {
        let Some(index) = self.rows.iter().position(|row| row.file == file) else {
            return Effect::None;
        };
        self.rows.remove(index);
        if self.rows.is_empty() {
            self.is_retired = is_replaced;
            self.leader = 0;
            return Effect::None;
        }
        if index < self.leader {
            self.leader -= 1;
            return Effect::None;
        }
        if index > self.leader {
            return Effect::None;
        }
        // The others agree in most cases; the one with the most moves goes on.
        let best = (0..self.rows.len())
            .max_by_key(|&index| self.rows.get(index).map_or(0, |row| row.line.n_plies()));
        let best = best.unwrap_or(0);
        let lags = self.rows.get(best).is_some_and(|row| row.line.begins(&self.line));
        self.leader = best;
        // What lags behind takes nothing back.
        if lags { Effect::None } else { self.lead(best) }
    }

    /// Whether the game is finished by its result.
    pub fn is_finished(&self) -> bool {
        self.record.result().is_some()
    }

    /// Whether the record has changed since it was gone through.
    pub fn needs_review(&self) -> bool {
        self.needs_review
    }

    /// Takes what the record says, gone through anew.
    pub fn set_standing(&mut self, standing: Standing) {
        self.wrong_clock = match (standing.wrong_clock, self.wrong_clock) {
            (None, _) => None,
            (Some(_), Some(since)) if since.n_plies == self.line.n_plies() => Some(since),
            (Some(_), _) => {
                Some(WrongClock { n_plies: self.line.n_plies(), since: self.changed_at })
            }
        };
        self.standing = Some(standing);
        self.needs_review = false;
    }

    /// Compares the alarms that are true now with those that were, and tells the difference:
    /// what is withdrawn first.
    pub fn tell(&mut self, options: &HallOptions, now: Timestamp, events: &mut Vec<HallEvent>) {
        let Some(standing) = &self.standing else { return };
        let is_first = !self.is_followed;
        self.is_followed = true;
        let mut now_true: Vec<Alarm> = standing.alarms.clone();
        now_true.extend(self.changes.iter().cloned());
        now_true.extend(self.of_the_moment(options, now));
        now_true.sort_by_key(|alarm| (alarm.ply(), alarm.kind()));
        let keys: HashSet<AlarmKey> = now_true.iter().map(|alarm| alarm.key).collect();
        let mut gone: Vec<Alarm> = Vec::new();
        self.known.retain(|key, known| {
            let stays = keys.contains(key);
            if !stays && known.is_told {
                gone.push(known.alarm.clone());
            }
            stays
        });
        gone.sort_by_key(|alarm| (alarm.ply(), alarm.kind()));
        for alarm in gone {
            events.push(self.event(AlarmState::Withdrawn, alarm, now));
        }
        for alarm in now_true {
            if let Some(known) = self.known.get_mut(&alarm.key) {
                known.alarm = alarm;
                continue;
            }
            let is_told = !is_first || alarm.stands;
            if is_told {
                events.push(self.event(AlarmState::Raised, alarm.clone(), now));
            }
            self.known.insert(alarm.key, Known { alarm, is_told });
        }
    }

    /// Alarms that depend on the time: a silent board, a wrong clock, sources that part.
    fn of_the_moment(&mut self, options: &HallOptions, now: Timestamp) -> Vec<Alarm> {
        let mut found = Vec::new();
        self.find_differences(now, &mut found);
        let Some(standing) = &self.standing else { return found };
        if standing.is_over || self.line.n_plies() == 0 {
            return found;
        }
        let age = now.since(self.changed_at);
        let mut raise = |kind, by, detail| {
            found.push(Alarm {
                key: AlarmKey {
                    kind,
                    ply: self.line.n_plies() as u32,
                    position: standing.last_key,
                    number: 0,
                },
                severity: AlarmSeverity::Record,
                move_name: standing.last_move.clone(),
                by,
                call: Call::Arbiter,
                citation: None,
                detail,
                // A game of yesterday without a result is no board of this round.
                stands: kind != AlarmKind::Silent || age < LONG_AGO,
            });
        };
        let thinking = standing.clock_to_move.filter(|left| *left > ClockTime::ZERO);
        let limit = match thinking {
            // Nobody thinks longer than his clock allows.
            Some(left) => options.silent_after.min(left + CLOCK_MARGIN),
            None => options.silent_after,
        };
        if age >= limit && !self.is_retired {
            raise(AlarmKind::Silent, None, AlarmDetail::Silent { for_time: age });
        }
        if let (Some(running), Some(wrong)) = (standing.wrong_clock, self.wrong_clock)
            && self.changed_at.since(wrong.since) >= WRONG_CLOCK_AFTER
        {
            raise(AlarmKind::ClockSide, Some(running), AlarmDetail::ClockSide { running });
        }
        found
    }

    /// Finds the sources that have parted from the record for longer than one lags behind.
    fn find_differences(&mut self, now: Timestamp, found: &mut Vec<Alarm>) {
        let mut number = 0;
        for (index, row) in self.rows.iter_mut().enumerate() {
            if index == self.leader || row.line.agrees(&self.line) {
                row.differs_since = None;
                continue;
            }
            let since = *row.differs_since.get_or_insert(now);
            if now.since(since) < DIFFER_AFTER {
                continue;
            }
            let kept = self.line.common(&row.line);
            found.push(Alarm {
                key: AlarmKey {
                    kind: AlarmKind::SourcesDiffer,
                    ply: kept as u32,
                    position: self.line.key_after(kept),
                    number,
                },
                severity: AlarmSeverity::Record,
                move_name: MoveNames::new(&self.record).name(kept as u32),
                by: None,
                call: Call::Arbiter,
                citation: None,
                detail: AlarmDetail::Differ { other: row.file.clone() },
                stands: true,
            });
            number += 1;
        }
    }

    fn event(&self, state: AlarmState, alarm: Alarm, at: Timestamp) -> HallEvent {
        HallEvent::Alarm(Box::new(AlarmEvent {
            state,
            alarm,
            at,
            game: self.title(),
            source: self.source.clone(),
            source_age: at.since(self.changed_at),
        }))
    }
}

impl Row {
    fn new(file: &str, record: &Record, changed_at: Timestamp) -> Row {
        Row {
            file: file.to_owned(),
            facts: Facts::of(record, file),
            line: Line::of(record),
            record: record.clone(),
            changed_at,
            differs_since: None,
        }
    }

    fn renew(&mut self, record: &Record, line: Line, changed_at: Timestamp) {
        self.facts = Facts::of(record, &self.file);
        self.line = line;
        self.record = record.clone();
        self.changed_at = changed_at;
    }
}
