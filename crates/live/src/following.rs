//! Observations in; entries for the journal and alarms out.

use std::collections::{HashMap, HashSet};

use kaissa_feed::{Gap, Health, Observation, Seen};
use kaissa_game::{Record, Timestamp};
use kaissa_hall::{AlarmState, Hall, HallEvent};
use kaissa_journal::{
    AlarmRaised, AlarmWithdrawn, GamesListed, NewEntry, RowState, Shown, SourceGone, Statement,
};

use crate::rows::{RowName, Rows};
use crate::showing::{gap_of_restart, show, show_gap};
use crate::statements::{gap_statement, health_statement, replaced_statement};
use crate::{SourceNews, Step, alarm_json};

/// A hall that is followed.
#[derive(Debug)]
pub struct Following {
    pub(crate) hall: Hall,
    pub(crate) rows: Rows,
    /// The ids of the alarms that were told and not withdrawn.
    pub(crate) raised: HashSet<String>,
    /// How each source fares, and each board of which something was told.
    pub(crate) health: HashMap<(String, Option<String>), Health>,
    /// Boards that the journal knows and that have not been seen since it was replayed, with the
    /// moment of their last change.
    pub(crate) unseen: HashMap<(String, String), Timestamp>,
    /// What the hall has told while the journal was replayed, and the journal has not yet.
    pub(crate) pending: Vec<HallEvent>,
}

impl Following {
    /// Begins to follow.
    pub fn new(hall: Hall) -> Following {
        Following {
            hall,
            rows: Rows::default(),
            raised: HashSet::new(),
            health: HashMap::new(),
            unseen: HashMap::new(),
            pending: Vec::new(),
        }
    }

    /// The hall.
    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    /// How a source fares, or one of its boards; `None` where it has told nothing yet.
    pub fn health(&self, source: &str, row: Option<&str>) -> Option<&Health> {
        self.health.get(&(source.to_owned(), row.map(str::to_owned)))
    }

    /// Takes what a source says.
    pub fn take(&mut self, observation: &Observation) -> Step {
        let Observation { source, at, seen } = observation;
        let mut step = Step::default();
        let events = match seen {
            Seen::Games { records, changed_at } => {
                self.keep_list(source, records, *changed_at, &mut step);
                show(&mut self.hall, observation)
            }
            Seen::Board { row, record, placement, changed_at } => {
                let placement = placement.as_deref();
                let gap = self.gap_since_restart(source, row, record, placement, *at);
                self.keep_board(source, row, record, placement, *changed_at, &mut step);
                let mut events = show(&mut self.hall, observation);
                if let Some(gap) = gap {
                    events.extend(self.take_gap(source, &gap, *at, &mut step));
                }
                events
            }
            Seen::Gone => {
                let listed = std::mem::take(&mut self.rows.of(source).listed);
                let gone = SourceGone { n_games: listed.len() };
                step.entries.push(entry(gone, source, *at));
                show(&mut self.hall, observation)
            }
            Seen::Health(health) => {
                self.keep_health(source, None, health, *at, &mut step);
                Vec::new()
            }
            Seen::BoardHealth { row, health } => {
                self.keep_health(source, Some(row), health, *at, &mut step);
                Vec::new()
            }
            Seen::Gap(gap) => self.take_gap(source, gap, *at, &mut step),
            Seen::Replaced(replaced) => {
                let kept = entry(replaced_statement(replaced), source, *at);
                step.entries.push(kept.about(board_row(&replaced.row)));
                step.news.push(SourceNews::Replaced {
                    source: source.clone(),
                    replaced: replaced.clone(),
                    at: *at,
                });
                Vec::new()
            }
        };
        self.tell(events, &mut step);
        step
    }

    /// Tells what has become true by the passing of time alone.
    pub fn tick(&mut self, at: Timestamp) -> Step {
        let mut step = Step::default();
        let events = self.hall.tick(at);
        self.tell(events, &mut step);
        step
    }

    /// Passes on what the hall tells, each alarm once, with the entries that keep it.
    pub(crate) fn tell(&mut self, events: Vec<HallEvent>, step: &mut Step) {
        for event in events {
            if let HallEvent::Alarm(alarm) = &event {
                let id = alarm.id();
                let is_new = match alarm.state {
                    AlarmState::Raised => self.raised.insert(id.clone()),
                    AlarmState::Withdrawn => self.raised.remove(&id),
                };
                if !is_new {
                    continue;
                }
                let shown = Shown::new(&alarm_json(alarm));
                let statement: Statement = match alarm.state {
                    AlarmState::Raised => AlarmRaised { id, alarm: shown }.into(),
                    AlarmState::Withdrawn => AlarmWithdrawn { id, alarm: shown }.into(),
                };
                let kept = entry(statement, &alarm.source, alarm.at);
                step.entries.push(kept.about(alarm.game.id.to_string()));
            }
            step.events.push(event);
        }
    }

    fn take_gap(
        &mut self,
        source: &str,
        gap: &Gap,
        at: Timestamp,
        step: &mut Step,
    ) -> Vec<HallEvent> {
        step.entries.push(entry(gap_statement(gap), source, at).about(board_row(&gap.row)));
        show_gap(&mut self.hall, source, gap, at)
    }

    /// The gap that a restart has left in a board whose source does not send again what was played
    /// before; `None` where its record goes on from what the journal has.
    fn gap_since_restart(
        &mut self,
        source: &str,
        row: &str,
        record: &Record,
        placement: Option<&str>,
        at: Timestamp,
    ) -> Option<Gap> {
        let from = self.unseen.remove(&(source.to_owned(), row.to_owned()))?;
        let known = self.rows.of(source).boards.get(row)?;
        gap_of_restart(row, known, from, record, placement, at)
    }

    fn keep_list(
        &mut self,
        source: &str,
        records: &[Record],
        changed_at: Timestamp,
        step: &mut Step,
    ) {
        let rows = self.rows.of(source);
        let is_other_length = rows.listed.len() != records.len();
        rows.listed.truncate(records.len());
        let n_before = step.entries.len();
        for (index, record) in records.iter().enumerate() {
            let row = RowName::Listed(index);
            if let Some(state) = rows.state(&row) {
                keep(source, &row, state, record, None, changed_at, step);
            }
        }
        if is_other_length || step.entries.len() > n_before {
            // The hall looks at a list as a whole; this closes it.
            let listed = GamesListed { n_games: records.len() };
            step.entries.push(entry(listed, source, changed_at));
        }
    }

    fn keep_board(
        &mut self,
        source: &str,
        row: &str,
        record: &Record,
        placement: Option<&str>,
        changed_at: Timestamp,
        step: &mut Step,
    ) {
        let row = RowName::Board(row.to_owned());
        if let Some(state) = self.rows.of(source).state(&row) {
            keep(source, &row, state, record, placement, changed_at, step);
        }
    }

    fn keep_health(
        &mut self,
        source: &str,
        row: Option<&str>,
        health: &Health,
        at: Timestamp,
        step: &mut Step,
    ) {
        let key = (source.to_owned(), row.map(str::to_owned));
        if self.health.get(&key) == Some(health) {
            return;
        }
        self.health.insert(key, health.clone());
        let mut kept = entry(health_statement(health), source, at);
        kept.about = row.map(board_row);
        step.entries.push(kept);
        step.news.push(SourceNews::Health {
            source: source.to_owned(),
            row: row.map(str::to_owned),
            health: health.clone(),
            at,
        });
    }
}

/// Keeps what a row holds now, where that is something new.
fn keep(
    source: &str,
    row: &RowName,
    state: &mut RowState,
    record: &Record,
    placement: Option<&str>,
    changed_at: Timestamp,
    step: &mut Step,
) {
    if let Some(delta) = state.take(record, placement) {
        step.entries.push(entry(delta, source, changed_at).about(row.about()));
    }
}

/// An entry that says something of a source.
fn entry(statement: impl Into<Statement>, source: &str, at: Timestamp) -> NewEntry {
    statement.into().entry().source(source).happened(at)
}

/// The name of a board in an entry.
fn board_row(row: &str) -> String {
    RowName::Board(row.to_owned()).about()
}
