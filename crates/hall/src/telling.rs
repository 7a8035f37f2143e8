//! What is told of a game: the alarms that are true now, compared with those that were.

use std::collections::HashMap;
use std::sync::Arc;

use kaissa_game::{MoveNames, Timestamp};
use kaissa_laws::ClockTime;

use crate::HallOptions;
use crate::alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call};
use crate::event::{AlarmEvent, AlarmState, HallEvent};
use crate::game::HallGame;
use crate::hall::Reviewers;
use crate::row::Row;

/// What a board may be silent for beyond the time on the clock.
const CLOCK_MARGIN: ClockTime = ClockTime::seconds(30);
/// A file that brought nothing new for so long when it is first seen belongs to another day.
const LONG_AGO: ClockTime = ClockTime::hours(6);
/// For how long the wrong clock runs before it is told: a move may be made and not yet completed.
const WRONG_CLOCK_AFTER: ClockTime = ClockTime::seconds(10);
/// For how long sources part before it is told: one may lag behind the other.
const DIFFER_AFTER: ClockTime = ClockTime::seconds(15);

/// What was told of a game so far.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// Alarms that are true.
    pub known: HashMap<AlarmKey, Known>,
    /// Those of them that come with the time.
    pub moments: HashMap<AlarmKey, Known>,
    /// Whether something has changed that is still to be compared.
    pub is_due: bool,
    /// Whether its alarms have been told once.
    is_followed: bool,
    wrong_clock: Option<WrongClock>,
}

/// An alarm that is true, with whether it was told.
#[derive(Debug)]
pub(crate) struct Known {
    pub alarm: Alarm,
    /// The source that gave it first.
    pub source: Arc<str>,
    pub is_told: bool,
}

/// Since when the source has shown the wrong clock running, and after how many plies.
#[derive(Clone, Copy, Debug)]
struct WrongClock {
    n_plies: usize,
    since: Timestamp,
}

/// An alarm that is true now, and the source that gives it.
type Fresh<'a> = (&'a Alarm, &'a Arc<str>);

impl HallGame {
    /// Goes through the records that have changed: that of the game, and those of sources that say
    /// something else.
    pub fn review(&mut self, reviewers: &mut Reviewers) {
        for index in 0..self.rows.len() {
            let says_more = |row: &Row| self.line().is_some_and(|shown| !row.line.begins(shown));
            let is_asked = |row: &Row| row.needs_review && (index == self.leader || says_more(row));
            if !self.rows.get(index).is_some_and(is_asked) {
                continue;
            }
            let Some(row) = self.rows.get_mut(index) else { break };
            let follow = row.follow.get_or_insert_default();
            let Some(found) = reviewers.standing(&row.record, follow) else { continue };
            row.standing = Some(found);
            row.needs_review = false;
            self.told.is_due = true;
        }
        let Some(row) = self.rows.get(self.leader) else { return };
        let shows_wrong = row.standing.as_ref().is_some_and(|found| found.wrong_clock.is_some());
        let (n_plies, since) = (row.line.n_plies(), row.changed_at);
        self.told.wrong_clock = match self.told.wrong_clock {
            _ if !shows_wrong => None,
            Some(known) if known.n_plies == n_plies => Some(known),
            _ => Some(WrongClock { n_plies, since }),
        };
    }

    /// Compares the alarms that are true now with those that were, and tells the difference:
    /// what is withdrawn first.
    pub fn tell(&mut self, options: &HallOptions, now: Timestamp, events: &mut Vec<HallEvent>) {
        if self.shown().is_none_or(|row| row.standing.is_none()) {
            return;
        }
        let is_first = !self.told.is_followed;
        self.told.is_followed = true;
        let mut told = std::mem::take(&mut self.told);
        let mut news = News { is_first, withdrawn: Vec::new(), raised: Vec::new() };
        if told.is_due {
            news.compare(&mut told.known, self.lasting_alarms());
            told.is_due = false;
        }
        let moments = self.of_the_moment(told.wrong_clock, options, now);
        if let Some(shown) = self.shown() {
            let moments = moments.iter().map(|alarm| (alarm, &shown.source)).collect();
            news.compare(&mut told.moments, moments);
        }
        self.told = told;
        let News { mut withdrawn, mut raised, .. } = news;
        withdrawn.sort_by_cached_key(|known| known.alarm.key.order());
        raised.sort_by_cached_key(|(alarm, _)| alarm.key.order());
        for Known { alarm, source, .. } in withdrawn {
            events.push(self.event(AlarmState::Withdrawn, alarm, &source, now));
        }
        for (alarm, source) in raised {
            events.push(self.event(AlarmState::Raised, alarm, &source, now));
        }
    }

    /// Whether nothing is to be told of it until one of its sources says something: it is over or
    /// left, and its sources agree.
    pub fn is_at_rest(&self) -> bool {
        let shown = self.shown();
        let Some((shown, standing)) = shown.and_then(|row| Some((row, row.standing.as_ref()?)))
        else {
            return true;
        };
        let is_left = standing.is_over || shown.line.n_plies() == 0 || self.is_retired;
        is_left
            && !self.told.is_due
            && self.told.moments.is_empty()
            && self.rows.iter().all(|row| row.differs_since.is_none())
    }

    /// The alarms that records give, and those that stay.
    ///
    /// What stood on the board counts whichever source shows it; everything else is told of the
    /// record of the game only.
    fn lasting_alarms(&self) -> Vec<Fresh<'_>> {
        let Some(shown) = self.shown() else { return Vec::new() };
        let mut found: Vec<Fresh<'_>> = Vec::new();
        if let Some(standing) = &shown.standing {
            found.extend(standing.alarms.iter().map(|alarm| (alarm, &shown.source)));
        }
        found
            .extend(self.lasting().map(|(alarm, source)| (alarm, source.unwrap_or(&shown.source))));
        for (index, row) in self.rows.iter().enumerate() {
            if index == self.leader || row.needs_review || row.line.begins(&shown.line) {
                continue;
            }
            let Some(standing) = &row.standing else { continue };
            for alarm in standing.alarms.iter().filter(|alarm| alarm.kind().is_of_board()) {
                if !found.iter().any(|(known, _)| known.key == alarm.key) {
                    found.push((alarm, &row.source));
                }
            }
        }
        found
    }

    /// Alarms that depend on the time: a silent board, a wrong clock, sources that part.
    fn of_the_moment(
        &mut self,
        wrong_clock: Option<WrongClock>,
        options: &HallOptions,
        now: Timestamp,
    ) -> Vec<Alarm> {
        let mut found = Vec::new();
        self.find_differences(now, &mut found);
        let Some(shown) = self.shown() else { return found };
        let Some(standing) = &shown.standing else { return found };
        if standing.is_over || shown.line.n_plies() == 0 {
            return found;
        }
        let age = now.since(shown.changed_at);
        let mut raise = |kind, by, detail| {
            found.push(Alarm {
                key: AlarmKey {
                    kind,
                    ply: shown.line.n_plies() as u32,
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
        if let (Some(running), Some(wrong)) = (standing.wrong_clock, wrong_clock)
            && shown.changed_at.since(wrong.since) >= WRONG_CLOCK_AFTER
        {
            raise(AlarmKind::ClockSide, Some(running), AlarmDetail::ClockSide { running });
        }
        found
    }

    /// Finds the sources that have parted from the record for longer than one lags behind.
    fn find_differences(&mut self, now: Timestamp, found: &mut Vec<Alarm>) {
        if self.rows.len() < 2 {
            return;
        }
        let mut parted = Vec::new();
        for index in 0..self.rows.len() {
            let (Some(row), Some(shown)) = (self.rows.get(index), self.shown()) else { return };
            let differs = index != self.leader && !row.line.agrees(&shown.line);
            let since = differs.then(|| row.differs_since.unwrap_or(now));
            if since.is_some_and(|since| now.since(since) >= DIFFER_AFTER) {
                parted.push(index);
            }
            if let Some(row) = self.rows.get_mut(index) {
                row.differs_since = since;
            }
        }
        for (number, index) in (0..).zip(parted) {
            let (Some(row), Some(shown)) = (self.rows.get(index), self.shown()) else { return };
            let kept = shown.line.common(&row.line);
            found.push(Alarm {
                key: AlarmKey {
                    kind: AlarmKind::SourcesDiffer,
                    ply: kept as u32,
                    position: shown.line.key_after(kept),
                    number,
                },
                severity: AlarmSeverity::Record,
                move_name: MoveNames::new(&shown.record).name(kept as u32),
                by: None,
                call: Call::Arbiter,
                citation: None,
                detail: AlarmDetail::Differ { other: row.source.to_string() },
                stands: true,
            });
        }
    }

    fn event(&self, state: AlarmState, alarm: Alarm, source: &str, at: Timestamp) -> HallEvent {
        let row = self.rows.iter().find(|row| *row.source == *source).or(self.shown());
        HallEvent::Alarm(Box::new(AlarmEvent {
            state,
            alarm,
            at,
            game: self.title(),
            source: source.to_owned(),
            source_age: row.map_or(ClockTime::ZERO, |row| at.since(row.changed_at)),
        }))
    }
}

/// What is to be told.
struct News {
    is_first: bool,
    withdrawn: Vec<Known>,
    raised: Vec<(Alarm, Arc<str>)>,
}

impl News {
    /// Compares what is true now with what was, and makes it what is known.
    fn compare(&mut self, known: &mut HashMap<AlarmKey, Known>, fresh: Vec<Fresh<'_>>) {
        if known.is_empty() && fresh.is_empty() {
            return;
        }
        let mut before = std::mem::take(known);
        known.reserve(fresh.len());
        for (alarm, source) in fresh {
            if let Some(mut seen) = before.remove(&alarm.key) {
                if seen.alarm != *alarm {
                    seen.alarm = alarm.clone();
                }
                known.insert(alarm.key, seen);
                continue;
            }
            let is_told = !self.is_first || alarm.stands;
            if is_told {
                self.raised.push((alarm.clone(), Arc::clone(source)));
            }
            let (alarm, source) = (alarm.clone(), Arc::clone(source));
            known.insert(alarm.key, Known { alarm, source, is_told });
        }
        self.withdrawn.extend(before.into_values().filter(|known| known.is_told));
    }
}
