//! Going on after a restart: the journal is gone through once, and the following stands where it did.

use std::fmt;

use kaissa_game::Timestamp;
use kaissa_hall::{self as hall, AlarmEvent, AlarmState, HallEvent, RowSeen};
use kaissa_journal::{
    AlarmRaised, AlarmWithdrawn, DeltaMismatch, Entry, RecordDelta, Statement, StatementError,
};

use crate::rows::RowName;
use crate::showing::show_gap;
use crate::statements::gap_of;
use crate::{Following, Step};

/// An entry that does not fit those before it.
#[derive(Debug)]
pub struct ReplayError {
    /// Its place in the chain.
    pub number: u64,
    /// Its kind.
    pub kind: String,
    /// What is wrong with it.
    pub fault: ReplayFault,
}

/// What is wrong with an entry.
#[derive(Debug)]
pub enum ReplayFault {
    /// It does not tell what it says.
    Statement(StatementError),
    /// It changes what is not there.
    Mismatch(DeltaMismatch),
    /// It names no row of its source.
    Row,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} ({}): ", self.number, self.kind)?;
        match &self.fault {
            ReplayFault::Statement(error) => error.fmt(f),
            ReplayFault::Mismatch(mismatch) => mismatch.fmt(f),
            ReplayFault::Row => f.write_str("expected the row of a source"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Following {
    /// Takes an entry of the journal into account, from the first to the last in their order.
    ///
    /// What the hall tells of it is compared with what the journal says was told; the rest is told
    /// by [`Following::replayed`].
    ///
    /// # Errors
    /// [`ReplayError`] where the entry does not fit; it is left out then, and the next may follow.
    pub fn replay(&mut self, entry: &Entry) -> Result<(), ReplayError> {
        let wrong = |fault| ReplayError { number: entry.number, kind: entry.kind.clone(), fault };
        let statement = match entry.statement() {
            Ok(statement) => statement,
            // What was erased, or is of a kind of later versions, changes nothing here.
            Err(StatementError::Erased | StatementError::UnknownKind { .. }) => return Ok(()),
            Err(error) => return Err(wrong(ReplayFault::Statement(error))),
        };
        match statement {
            Statement::RecordObserved(delta) => {
                self.replay_record(entry, &delta).map_err(wrong)?;
            }
            Statement::GamesListed(listed) => self.replay_list(entry, listed.n_games),
            Statement::SourceGone(_) => {
                self.rows.of(&entry.source).listed.clear();
                let events = self.hall.forget(&entry.source, entry.recorded);
                self.pending.extend(events);
            }
            Statement::GapSeen(seen) => {
                let row = board_of(entry).ok_or(ReplayFault::Row).map_err(wrong)?;
                let gap = gap_of(row, seen);
                let events = show_gap(&mut self.hall, &entry.source, &gap, entry.recorded);
                self.pending.extend(events);
            }
            Statement::AlarmRaised(AlarmRaised { id, .. }) => {
                self.settle(&id, AlarmState::Raised, entry.happened);
                self.raised.insert(id);
            }
            Statement::AlarmWithdrawn(AlarmWithdrawn { id, .. }) => {
                self.settle(&id, AlarmState::Withdrawn, entry.happened);
                self.raised.remove(&id);
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the replay: what the hall has told and the journal does not hold, since the program was
    /// ended in between, is told now.
    pub fn replayed(&mut self) -> Step {
        let mut step = Step::default();
        let pending = std::mem::take(&mut self.pending);
        let alarms = pending.into_iter().filter(|event| matches!(event, HallEvent::Alarm(_)));
        self.tell(alarms.collect(), &mut step);
        step
    }

    fn replay_record(&mut self, entry: &Entry, delta: &RecordDelta) -> Result<(), ReplayFault> {
        let row = entry.about.as_deref().and_then(RowName::read).ok_or(ReplayFault::Row)?;
        let state = self.rows.of(&entry.source).state(&row).ok_or(ReplayFault::Row)?;
        state.apply(delta).map_err(ReplayFault::Mismatch)?;
        // A list is looked at as a whole, once it is closed.
        let RowName::Board(name) = row else { return Ok(()) };
        let (record, placement) = (state.record(), state.placement());
        let seen = RowSeen {
            source: &entry.source,
            row: &name,
            record: &record,
            placement: placement.as_deref(),
            changed_at: entry.happened,
            at: entry.recorded,
        };
        let events = self.hall.observe_row(&seen);
        self.pending.extend(events);
        self.unseen.insert((entry.source.clone(), name), entry.happened);
        Ok(())
    }

    fn replay_list(&mut self, entry: &Entry, n_games: usize) {
        let rows = self.rows.of(&entry.source);
        rows.listed.truncate(n_games);
        let records: Vec<_> = rows.listed.iter().map(|state| state.record()).collect();
        let seen = hall::Observation {
            source: &entry.source,
            records: &records,
            changed_at: entry.happened,
            at: entry.recorded,
        };
        let events = self.hall.observe(&seen);
        self.pending.extend(events);
    }

    /// Takes an alarm that was told off the list of those to tell.
    fn settle(&mut self, id: &str, state: AlarmState, at: Timestamp) {
        if !self.take_pending(id, state) {
            // It came by the passing of time alone.
            let events = self.hall.tick(at);
            self.pending.extend(events);
            self.take_pending(id, state);
        }
    }

    fn take_pending(&mut self, id: &str, state: AlarmState) -> bool {
        let is_it = |event: &HallEvent| match event {
            HallEvent::Alarm(alarm) => is_alarm(alarm, id, state),
            HallEvent::Notice(_) => false,
        };
        match self.pending.iter().position(is_it) {
            Some(index) => {
                self.pending.remove(index);
                true
            }
            None => false,
        }
    }
}

fn is_alarm(alarm: &AlarmEvent, id: &str, state: AlarmState) -> bool {
    alarm.state == state && alarm.id() == id
}

fn board_of(entry: &Entry) -> Option<String> {
    match RowName::read(entry.about.as_deref()?)? {
        RowName::Board(name) => Some(name),
        RowName::Listed(_) => None,
    }
}
