//! One game of the hall: its sources, and which of them its record is taken from.

use std::sync::Arc;

use kaissa_game::{MoveNames, Record, Timestamp};

use crate::alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call};
use crate::event::{GameId, GameTitle};
use crate::identity::Facts;
use crate::line::Line;
use crate::observation::GapSeen;
use crate::row::{Row, RowName, SetAside};
use crate::telling::Told;

/// How many records that were taken back are kept, and how many alarms of them stand.
const N_SET_ASIDE: usize = 32;
/// How many gaps of a game are kept.
const N_GAPS: usize = 32;
/// The first number of a gap that a source noted: below it count those that the record shows.
const FIRST_NOTED_GAP: u32 = 3;

/// One game.
#[derive(Debug)]
pub(crate) struct HallGame {
    pub id: GameId,
    /// Its sources, never none; the record is taken from the one at `leader`.
    pub rows: Vec<Row>,
    pub leader: usize,
    /// The source that the operator has chosen.
    pub chosen: Option<String>,
    /// What stood on the board last, as far as a source senses it.
    pub placement: Option<String>,
    /// How often moves of the record were taken back or replaced.
    pub n_changes: u32,
    /// What was taken back.
    pub set_aside: Vec<SetAside>,
    /// Alarms about changes of the record, which stay.
    pub changes: Vec<Alarm>,
    /// Stretches without sight of a board, which stay.
    gaps: Vec<NotedGap>,
    n_gaps: u32,
    /// Whether its sources have gone on to other games.
    pub is_retired: bool,
    pub told: Told,
}

/// A stretch without sight that was noted.
#[derive(Debug)]
struct NotedGap {
    source: Arc<str>,
    row: Option<Arc<str>>,
    from: Timestamp,
    alarm: Alarm,
}

impl HallGame {
    pub fn new(id: GameId, name: RowName<'_>, record: &Record, at: Timestamp) -> HallGame {
        HallGame {
            id,
            rows: vec![Row::new(name, record, at)],
            leader: 0,
            chosen: None,
            placement: None,
            n_changes: 0,
            set_aside: Vec::new(),
            changes: Vec::new(),
            gaps: Vec::new(),
            n_gaps: 0,
            is_retired: false,
            told: Told::default(),
        }
    }

    /// The source from which the record is taken.
    pub fn shown(&self) -> Option<&Row> {
        self.rows.get(self.leader).or(self.rows.first())
    }

    pub fn record(&self) -> Option<&Record> {
        self.shown().map(|row| row.record.as_ref())
    }

    pub fn line(&self) -> Option<&Line> {
        self.shown().map(|row| &row.line)
    }

    pub fn facts(&self) -> Option<&Facts> {
        self.shown().map(|row| &row.facts)
    }

    /// How the game is named to people.
    pub fn title(&self) -> GameTitle {
        let tag = |name: &str| {
            let value = self.record().and_then(|record| record.tag(name));
            value.map(|value| value.trim().to_owned())
        };
        GameTitle {
            id: self.id,
            board: self.facts().and_then(Facts::board).map(str::to_owned),
            white: tag("White"),
            black: tag("Black"),
        }
    }

    /// Whether the game is finished by its result.
    pub fn is_finished(&self) -> bool {
        self.record().is_some_and(|record| record.result().is_some())
    }

    /// Takes what a source now says of the game; `true` where that is something new.
    ///
    /// The record is taken from one source, the leader. Another one takes its place when it has
    /// moves that go on from it, or when it corrects its own past; a source that lags behind
    /// changes nothing. What stands on the board goes before that, and the operator's choice before
    /// all.
    pub fn take(
        &mut self,
        name: RowName<'_>,
        record: &Record,
        placement: Option<&str>,
        changed_at: Timestamp,
    ) -> bool {
        self.is_retired = false;
        if let Some(placement) = placement {
            let placement = placement.split_whitespace().next().unwrap_or_default();
            if self.placement.as_deref() != Some(placement) {
                self.placement = Some(placement.to_owned());
            }
        }
        let others_hold = self.rows.iter().any(|row| row.is_held && !row.is(name));
        let known = self.rows.iter().position(|row| row.is(name) && (row.is_held || !others_hold));
        match known {
            Some(index) => self.take_again(index, record, changed_at),
            None => self.take_new(name, record, changed_at),
        }
    }

    fn take_new(&mut self, name: RowName<'_>, record: &Record, changed_at: Timestamp) -> bool {
        // A game that no source had any more goes on where one has it again.
        let is_held = self.rows.iter().any(|row| row.is_held);
        self.rows.push(Row::new(name, record, changed_at));
        let index = self.rows.len() - 1;
        let leads = !is_held || self.goes_on(index) || self.has_more_to_say(index);
        self.follow_rule(index, leads, changed_at);
        true
    }

    /// Lets a source lead where the rule says so and nothing goes before the rule.
    fn follow_rule(&mut self, index: usize, leads: bool, at: Timestamp) {
        let next = self.wanted(if leads { index } else { self.leader });
        if next == index && leads {
            self.note_change_to(index);
        }
        self.lead(next, at);
    }

    fn take_again(&mut self, index: usize, record: &Record, changed_at: Timestamp) -> bool {
        let is_leader = index == self.leader;
        let Some(row) = self.rows.get_mut(index) else { return false };
        row.is_held = true;
        if row.record.text == record.text {
            let next = self.wanted(self.leader);
            return self.lead(next, changed_at);
        }
        self.told.is_due = true;
        let Some((before, line)) = row.renew(record, changed_at) else {
            let leads = is_leader || self.goes_on(index) || self.has_more_to_say(index);
            self.follow_rule(index, leads, changed_at);
            return true;
        };
        let next = self.wanted(index);
        if next == index {
            match is_leader {
                true => self.note_change(&line, index),
                false => self.note_change_to(index),
            }
        }
        if let Some(row) = self.rows.get(index) {
            let plies_kept = line.common(&row.line) as u32;
            self.set_aside(row.set_aside(before, plies_kept, changed_at));
        }
        self.lead(next, changed_at);
        true
    }

    /// Whether a source has moves beyond those of the record. Where nobody holds the record any
    /// more, it is enough not to lag behind.
    fn goes_on(&self, index: usize) -> bool {
        let (Some(row), Some(shown)) = (self.rows.get(index), self.shown()) else { return false };
        if !shown.is_held {
            return !row.line.begins(&shown.line) || row.line.is_same(&shown.line);
        }
        row.line.n_plies() > shown.line.n_plies() && shown.line.begins(&row.line)
    }

    /// Whether a source has the same moves and a result where the record has none.
    fn has_more_to_say(&self, index: usize) -> bool {
        let (Some(row), Some(shown)) = (self.rows.get(index), self.shown()) else { return false };
        shown.record.result().is_none()
            && row.record.result().is_some()
            && shown.line.is_same(&row.line)
    }

    /// The source that is to lead, where by the rule of those that go on it would be this one.
    ///
    /// The operator's choice goes first; then, among the sources whose last position is the one on
    /// the board, the one with the most plies.
    fn wanted(&self, by_rule: usize) -> usize {
        if let Some(chosen) = &self.chosen {
            let of_choice = |row: &Row| row.is_held && *row.source == **chosen;
            let best = (0..self.rows.len())
                .filter(|&index| self.rows.get(index).is_some_and(of_choice))
                .max_by_key(|&index| (self.n_plies_of(index), index == by_rule));
            if let Some(best) = best {
                return best;
            }
        }
        if self.rows.len() < 2 {
            return by_rule;
        }
        let Some(placement) = &self.placement else { return by_rule };
        (0..self.rows.len())
            .filter(|&index| self.rows.get(index).is_some_and(|row| row.stands_as(placement)))
            .max_by_key(|&index| (self.n_plies_of(index), index == self.leader, index == by_rule))
            .unwrap_or(by_rule)
    }

    fn n_plies_of(&self, index: usize) -> usize {
        self.rows.get(index).map_or(0, |row| row.line.n_plies())
    }

    /// Takes the record from a source; `true` where it was another one before.
    fn lead(&mut self, index: usize, at: Timestamp) -> bool {
        let is_other = index != self.leader;
        self.leader = index;
        if is_other {
            self.told.is_due = true;
            self.drop_what_nobody_holds(at);
        }
        is_other
    }

    /// Lets go of what a source said that has the game no more, once another one leads.
    fn drop_what_nobody_holds(&mut self, at: Timestamp) {
        while let Some(index) = (0..self.rows.len())
            .find(|&index| index != self.leader && self.rows.get(index).is_some_and(|r| !r.is_held))
        {
            let row = self.rows.remove(index);
            if index < self.leader {
                self.leader -= 1;
            }
            let Some(shown) = self.line() else { return };
            if !row.line.begins(shown) {
                let plies_kept = row.line.common(shown) as u32;
                self.set_aside(row.set_aside(Arc::clone(&row.record), plies_kept, at));
            }
        }
    }

    /// Keeps what was taken back, once whichever source it was.
    fn set_aside(&mut self, taken_back: SetAside) {
        let is_same = |kept: &SetAside| {
            let moves = kept.record.plies.iter().map(|ply| ply.played);
            moves.eq(taken_back.record.plies.iter().map(|ply| ply.played))
        };
        if self.set_aside.iter().any(is_same) {
            return;
        }
        if self.set_aside.len() == N_SET_ASIDE {
            self.set_aside.remove(0);
        }
        self.set_aside.push(taken_back);
    }

    /// Notes that the record is to be another one's, where that one does not go on from it.
    fn note_change_to(&mut self, index: usize) {
        if let Some(line) = self.line().cloned() {
            self.note_change(&line, index);
        }
    }

    /// Notes that the record was changed from a line to that of a source.
    fn note_change(&mut self, before: &Line, index: usize) {
        let Some(row) = self.rows.get(index) else { return };
        if before.begins(&row.line) {
            return;
        }
        let kept = before.common(&row.line);
        self.n_changes += 1;
        if self.changes.len() == N_SET_ASIDE {
            self.changes.remove(0);
        }
        self.told.is_due = true;
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
                plies_before: before.n_plies() as u32,
                taken_back: (before.n_plies() - kept) as u32,
            },
            stands: true,
        });
    }

    /// Forgets a source: it has the game no more. `true` where the record is another one now.
    pub fn lose(&mut self, name: RowName<'_>, is_replaced: bool, at: Timestamp) -> bool {
        let Some(index) = self.rows.iter().position(|row| row.is_held && row.is(name)) else {
            return false;
        };
        if index != self.leader {
            self.rows.remove(index);
            if index < self.leader {
                self.leader -= 1;
            }
            self.told.is_due = true;
            return false;
        }
        if let Some(row) = self.rows.get_mut(index) {
            row.is_held = false;
        }
        // The others agree in most cases; the one with the most moves goes on.
        let best = (0..self.rows.len())
            .filter(|&index| self.rows.get(index).is_some_and(|row| row.is_held))
            .max_by_key(|&index| self.n_plies_of(index));
        let Some(best) = best else {
            self.is_retired = is_replaced;
            return false;
        };
        let best = self.wanted(best);
        // What lags behind takes nothing back.
        let (Some(row), Some(shown)) = (self.rows.get(best), self.line()) else { return false };
        if best == index || row.line.n_plies() < shown.n_plies() && row.line.begins(shown) {
            return false;
        }
        self.note_change_to(best);
        self.lead(best, at)
    }

    /// Lets go of what only spares work while a record grows: an event has more games that are
    /// over than boards. One that goes on all the same is gone through anew.
    pub fn put_away(&mut self) {
        for row in &mut self.rows {
            row.follow = None;
            row.line.put_away();
        }
    }

    /// Takes the operator's choice of a source; `None` leaves it to the rule again.
    pub fn choose(&mut self, source: Option<&str>, at: Timestamp) {
        self.chosen = source.map(str::to_owned);
        let held = self.shown().is_some_and(|row| row.is_held);
        let next = self.wanted(self.leader);
        if held || self.rows.get(next).is_some_and(|row| row.is_held) {
            self.lead(next, at);
        }
    }

    /// Notes a stretch without sight of a board.
    pub fn note_gap(&mut self, seen: &GapSeen<'_>) {
        let name = RowName { source: seen.source, row: Some(seen.row) };
        self.told.is_due = true;
        let Some(row) = self.rows.iter().find(|row| row.is(name)).or(self.shown()) else { return };
        let is_same = |gap: &NotedGap| {
            *gap.source == *seen.source
                && gap.row.as_deref() == Some(seen.row)
                && gap.from == seen.from
        };
        if let Some(known) = self.gaps.iter().position(is_same) {
            if seen.is_closed {
                self.gaps.remove(known);
            }
            return;
        }
        let ply = seen.plies_before.min(row.line.n_plies() as u32);
        let placed = |placement: Option<&str>| placement.map(str::to_owned);
        let alarm = Alarm {
            key: AlarmKey {
                kind: AlarmKind::Gap,
                ply,
                position: row.line.key_after(ply as usize),
                number: FIRST_NOTED_GAP + self.n_gaps,
            },
            severity: AlarmSeverity::Record,
            move_name: MoveNames::new(&row.record).name(ply),
            by: None,
            call: Call::Arbiter,
            citation: None,
            detail: AlarmDetail::Unseen {
                from: seen.from,
                to: seen.to,
                before: placed(seen.before),
                after: placed(seen.after),
                is_closed: seen.is_closed,
            },
            stands: !seen.is_closed,
        };
        self.n_gaps += 1;
        if self.gaps.len() == N_GAPS {
            self.gaps.remove(0);
        }
        let (source, from) = (seen.source.into(), seen.from);
        self.gaps.push(NotedGap { source, row: Some(seen.row.into()), from, alarm });
    }

    /// The alarms that stay: changes of the record and stretches without sight, with their source
    /// where it is another than that of the record.
    pub fn lasting(&self) -> impl Iterator<Item = (&Alarm, Option<&Arc<str>>)> {
        let changes = self.changes.iter().map(|alarm| (alarm, None));
        changes.chain(self.gaps.iter().map(|gap| (&gap.alarm, Some(&gap.source))))
    }
}
