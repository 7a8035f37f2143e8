//! The keeper: the one who holds the hall, keeps entries and publishes what pages show.

mod asked;
mod by_hand;
mod seating;
mod seeing;
mod thread;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use kaissa_feed::{Observation, Seen};
use kaissa_game::{Record, Timestamp};
use kaissa_hall::{AlarmEvent, AlarmState, GameId, Hall, HallEvent, Notice, RowSeen};
use kaissa_laws::Rules;
use kaissa_ruling::Profiler;
use tokio::sync::{oneshot, watch};

use crate::ledger::{Entry, Ledger, LedgerFault, NewEntry};
use crate::{
    Board, BoardId, Body, Deed, Ground, LiveBoard, PersonId, Setting, Snapshot, SourceState,
};
pub use asked::Asked;
pub(crate) use asked::newest_rules;
use seating::Nameless;
pub use thread::{Desk, now, start};

/// How many entries are read at once when a ledger is opened.
const N_AT_ONCE: usize = 1_000;

/// Something for the keeper to do.
#[derive(Debug)]
pub enum Work {
    /// A source said something.
    Seen(Observation),
    /// Somebody acted.
    Commit(Commit),
}

/// What somebody did at a page, to be kept.
#[derive(Debug)]
pub struct Commit {
    /// The entries.
    pub deeds: Vec<Deed>,
    /// The id of the form; the same form sent again changes nothing.
    pub form_id: String,
    /// Who acted; `None` for the program.
    pub person: Option<PersonId>,
    /// The last act that he could know of; a later one makes this one stale.
    pub knows: u64,
    /// Where the outcome goes.
    pub reply: oneshot::Sender<Result<(), CommitFault>>,
}

/// Why an act was not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommitFault {
    /// Somebody else acted meanwhile: look again.
    Stale,
    /// The ledger does not take entries.
    Ledger(LedgerFault),
}

/// Holds the hall and the ledger; one piece of work after the other.
pub struct Keeper {
    ledger: Arc<dyn Ledger>,
    ground: Ground,
    hall: Hall,
    profiler: Arc<Profiler>,
    asked: Asked,
    /// What each source, or each board of one, said last.
    said: BTreeMap<(String, String), Observation>,
    seats: HashMap<GameId, BoardId>,
    /// The games that wait for the names of their players, the oldest first.
    nameless: Vec<Nameless>,
    alarms: BTreeMap<BoardId, Vec<Arc<AlarmEvent>>>,
    sources: BTreeMap<String, SourceState>,
    /// Whether the sources are not yet published as they are.
    are_sources_changed: bool,
    /// The number of the snapshot in which they changed last.
    sources_version: u64,
    /// The rows that were kept before this start and have not been seen since.
    unseen: BTreeSet<String>,
    notices: Vec<Notice>,
    boards: BTreeMap<BoardId, Arc<LiveBoard>>,
    /// The boards that were taken out since the start, each with the number of the snapshot.
    gone: Vec<(u64, BoardId)>,
    /// The boards that are not yet published as they are.
    changed: BTreeSet<BoardId>,
    /// The last entry with which a board that is written by hand was shown to the hall.
    by_hand: BTreeMap<BoardId, u64>,
    /// Entries that are folded and not yet kept.
    staged: Vec<NewEntry>,
    number: u64,
    n_own: u64,
    started_at: Timestamp,
    fault: Option<String>,
    /// Whether the ledger has taken entries again after a fault, and what was told meanwhile is still
    /// to be entered.
    is_behind: bool,
    publish: watch::Sender<Arc<Snapshot>>,
}

impl Keeper {
    /// Opens a ledger and folds what it holds.
    ///
    /// # Errors
    /// [`LedgerFault`] where it cannot be read.
    pub fn open(
        ledger: Arc<dyn Ledger>,
        asked: Asked,
        now: Timestamp,
    ) -> Result<Keeper, LedgerFault> {
        let mut ground = Ground::default();
        loop {
            let entries = ledger.read(ground.number() + 1, N_AT_ONCE)?;
            if entries.is_empty() {
                break;
            }
            entries.iter().for_each(|entry| ground.apply(entry));
        }
        let profiler = Arc::new(asked.profiler(&ground));
        let (publish, _) = watch::channel(Arc::new(Snapshot {
            number: 0,
            epoch: now,
            at: now,
            ground: ground.clone(),
            profiler: profiler.clone(),
            boards: BTreeMap::new(),
            gone: Vec::new(),
            sources: BTreeMap::new(),
            sources_version: 0,
            notices: Vec::new(),
            fault: None,
            head: ledger.head(),
        }));
        let mut keeper = Keeper {
            ledger,
            hall: Hall::new(asked.profiler(&ground), asked.hall),
            profiler,
            sources: asked
                .sources
                .iter()
                .map(|name| (name.clone(), SourceState::default()))
                .collect(),
            are_sources_changed: true,
            sources_version: 0,
            unseen: BTreeSet::new(),
            asked,
            ground,
            said: BTreeMap::new(),
            seats: HashMap::new(),
            nameless: Vec::new(),
            alarms: BTreeMap::new(),
            notices: Vec::new(),
            boards: BTreeMap::new(),
            gone: Vec::new(),
            changed: BTreeSet::new(),
            by_hand: BTreeMap::new(),
            staged: Vec::new(),
            number: 0,
            n_own: 0,
            started_at: now,
            fault: None,
            is_behind: false,
            publish,
        };
        keeper.unseen = keeper.rows_kept();
        keeper.recall(now);
        keeper.all_changed();
        keeper.work(Vec::new(), now);
        Ok(keeper)
    }

    /// Whether somebody may change settings already.
    pub fn is_set_up(&self) -> bool {
        self.ground.has_chief()
    }

    /// Where snapshots come out.
    pub fn snapshots(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.publish.subscribe()
    }

    /// Does some work, keeps what came of it, and publishes it once it is durable.
    pub fn work(&mut self, works: Vec<Work>, now: Timestamp) {
        let before = self.ground.clone();
        let mut answers = Vec::new();
        if std::mem::take(&mut self.is_behind) {
            self.renew_hall(now);
        }
        for work in works {
            match work {
                Work::Seen(observation) => {
                    self.see(&observation, now);
                    self.remember(observation);
                }
                Work::Commit(commit) => {
                    let taken =
                        self.take(commit.deeds, &commit.form_id, commit.person, commit.knows, now);
                    answers.push((commit.reply, taken));
                }
            }
        }
        self.seat_nameless(now);
        self.show_hand_boards(now);
        let events = self.hall.tick(now);
        self.hear(events, now);
        let staged = std::mem::take(&mut self.staged);
        let is_nothing = staged.is_empty();
        let kept = if is_nothing { Ok(()) } else { self.ledger.append(staged, now) };
        match &kept {
            // Only a ledger that has taken something is known to take entries.
            Ok(()) if is_nothing => {}
            Ok(()) => self.is_behind = self.fault.take().is_some(),
            Err(fault) => {
                // Nothing that depends on an entry is shown before it is kept.
                self.ground = before;
                self.seats.retain(|_, board| self.ground.board(*board).is_some());
                self.all_changed();
                self.fault = Some(fault.detail.clone());
            }
        }
        self.publish(now);
        for (reply, taken) in answers {
            let outcome = taken.and_then(|()| kept.clone().map_err(CommitFault::Ledger));
            // Whoever asked may be gone; what he did is kept all the same.
            let _ = reply.send(outcome);
        }
    }

    /// Takes an act of a person.
    fn take(
        &mut self,
        deeds: Vec<Deed>,
        form_id: &str,
        person: Option<PersonId>,
        knows: u64,
        now: Timestamp,
    ) -> Result<(), CommitFault> {
        if self.ground.was_sent(form_id) {
            return Ok(());
        }
        if self.ground.last_act() > knows {
            return Err(CommitFault::Stale);
        }
        let mut is_other_rules = false;
        for (index, Deed { body, happened_at, id }) in deeds.into_iter().enumerate() {
            // An id of its own belongs to a thing that may come again in another form.
            let sender_id = match id {
                Some(own) => format!("{}.0", digest(person, "", &own)),
                None => format!("{form_id}.{index}"),
            };
            is_other_rules |= is_of_rules(&body);
            self.stage(sender_id, person, happened_at.unwrap_or(now), body, now);
        }
        if is_other_rules {
            self.renew_hall(now);
        }
        Ok(())
    }

    /// Folds an entry and lays it ready to be kept.
    fn stage(
        &mut self,
        sender_id: String,
        person: Option<PersonId>,
        happened_at: Timestamp,
        body: Body,
        now: Timestamp,
    ) {
        // The program never sends the same thing twice; people and their phones do.
        let was_sent = person.is_some()
            && (self.ledger.has(&sender_id)
                || self.staged.iter().any(|new| new.sender_id == sender_id));
        if was_sent {
            return;
        }
        match &body {
            Body::PairingsEntered { pairings } => {
                self.changed.extend(pairings.iter().map(|pairing| pairing.board));
            }
            Body::RoundStarted { round } => {
                let boards = self.ground.boards_of(*round).into_iter();
                self.changed.extend(boards.map(|board| board.id));
            }
            // A name of an arbiter may stand on any board.
            Body::ArbiterEntered(_) => self.all_changed(),
            Body::PairingCorrected { was, now: None, .. } => self.unseat(was.board),
            body => self.changed.extend(body.board()),
        }
        self.ground.apply(&Entry {
            number: self.ground.number() + 1,
            recorded_at: now,
            happened_at,
            sender_id: sender_id.clone(),
            person,
            body: body.clone(),
            hash: String::new(),
        });
        self.staged.push(NewEntry { happened_at, sender_id, person, body });
    }

    /// Lets go of a board that is taken out: a game that was seated there looks for another one.
    fn unseat(&mut self, board: BoardId) {
        self.seats.retain(|_, seated| *seated != board);
        self.alarms.remove(&board);
        self.by_hand.remove(&board);
    }

    fn all_changed(&mut self) {
        self.changed.extend(self.ground.boards().map(|board| board.id));
    }

    fn stage_own(&mut self, happened_at: Timestamp, body: Body, now: Timestamp) {
        self.n_own += 1;
        let sender_id = format!("program-{}-{}", self.started_at.0, self.n_own);
        self.stage(sender_id, None, happened_at, body, now);
    }

    /// Remembers what a source said last, for a hall that is made anew.
    fn remember(&mut self, observation: Observation) {
        let source = observation.source.clone();
        match &observation.seen {
            Seen::Games { .. } => {
                self.said.insert((source, String::new()), observation);
            }
            Seen::Board { row, .. } => {
                self.said.insert((source, row.clone()), observation);
            }
            Seen::Gone => self.said.retain(|(said, _), _| *said != source),
            _ => {}
        }
    }

    /// Gives a new hall the records that were kept, before their sources are there again.
    fn recall(&mut self, now: Timestamp) {
        let boards: Vec<Arc<Board>> = self.ground.boards().cloned().collect();
        for board in boards {
            for (source, kept) in &board.rows {
                let row = format!("kept-{}", board.id.0);
                let (record, changed_at) = (kept.record.as_ref(), kept.changed_at);
                let seen =
                    RowSeen { source, row: &row, record, placement: None, changed_at, at: now };
                let events = self.hall.observe_row(&seen);
                if let Some(game) = self.hall.game_of_row(source, &row) {
                    self.seats.insert(game, board.id);
                }
                self.hear(events, now);
                let events = self.hall.forget_row(source, &row, now);
                self.hear(events, now);
            }
        }
    }

    /// Begins with a new hall under the rules that are set now, and withdraws what they do not give.
    fn renew_hall(&mut self, now: Timestamp) {
        self.profiler = Arc::new(self.asked.profiler(&self.ground));
        self.hall = Hall::new(self.asked.profiler(&self.ground), self.asked.hall);
        self.seats.clear();
        self.nameless.clear();
        self.notices.clear();
        self.alarms.clear();
        self.by_hand.clear();
        // Its boards are shown under other rules, whether their alarms stay the same or not.
        self.all_changed();
        let said = std::mem::take(&mut self.said);
        for observation in said.values() {
            self.see(observation, now);
        }
        self.said = said;
        let mut gone = Vec::new();
        for board in self.ground.boards() {
            let standing = self.alarms.get(&board.id).map_or(&[][..], Vec::as_slice);
            let ids: Vec<String> = standing.iter().map(|event| event.alarm.key.text()).collect();
            let lost = board.raised.iter().filter(|alarm| !ids.contains(alarm));
            gone.extend(lost.map(|alarm| (board.id, alarm.clone())));
        }
        for (board, alarm) in gone {
            self.stage_own(now, Body::AlarmWithdrawn { board, alarm }, now);
        }
    }

    /// Takes what the hall tells.
    fn hear(&mut self, events: Vec<HallEvent>, now: Timestamp) {
        for event in events {
            match event {
                HallEvent::Notice(notice) => self.take_notice(notice),
                HallEvent::Alarm(event) => {
                    let game = event.game.id;
                    let Some(&board) = self.seats.get(&game) else {
                        let waiting = self.nameless.iter_mut().find(|one| one.game == game);
                        if let Some(one) = waiting {
                            one.told.push(HallEvent::Alarm(event));
                        }
                        continue;
                    };
                    self.changed.insert(board);
                    let id = event.alarm.key.text();
                    let standing = self.alarms.entry(board).or_default();
                    standing.retain(|other| other.alarm.key != event.alarm.key);
                    let was_raised =
                        self.ground.board(board).is_some_and(|board| board.raised.contains(&id));
                    let (at, state) = (event.at, event.state);
                    let (kind, ply) = (event.alarm.kind().word().to_owned(), event.alarm.ply());
                    if state == AlarmState::Raised {
                        standing.push(Arc::from(event));
                    }
                    match (state, was_raised) {
                        (AlarmState::Raised, false) => {
                            let body = Body::AlarmRaised { board, alarm: id, kind, ply };
                            self.stage_own(at, body, now);
                        }
                        (AlarmState::Withdrawn, true) => {
                            self.stage_own(at, Body::AlarmWithdrawn { board, alarm: id }, now);
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Publishes what is now to be shown; boards that are the same stay shared.
    fn publish(&mut self, now: Timestamp) {
        self.number += 1;
        if std::mem::take(&mut self.are_sources_changed) {
            self.sources_version = self.number;
        }
        for id in std::mem::take(&mut self.changed) {
            let Some(board) = self.ground.board(id) else { continue };
            let rules = self.rules(&board.record);
            let live = LiveBoard::new(self.number, board.clone(), self.standing(id), rules);
            self.boards.insert(id, Arc::new(live));
        }
        let (ground, number, gone) = (&self.ground, self.number, &mut self.gone);
        self.boards.retain(|id, _| {
            let is_there = ground.board(*id).is_some();
            if !is_there {
                gone.push((number, *id));
            }
            is_there
        });
        let snapshot = Snapshot {
            number: self.number,
            epoch: self.started_at,
            at: now,
            ground: self.ground.clone(),
            profiler: self.profiler.clone(),
            boards: self.boards.clone(),
            gone: self.gone.clone(),
            sources: self.sources.clone(),
            sources_version: self.sources_version,
            notices: self.notices.clone(),
            fault: self.fault.clone(),
            head: self.ledger.head(),
        };
        self.publish.send_replace(Arc::new(snapshot));
    }

    /// The alarms of a board that still stand at the end of its record.
    fn standing(&self, board: BoardId) -> Vec<Arc<AlarmEvent>> {
        let told = self.alarms.get(&board).map_or(&[][..], Vec::as_slice);
        let stands = |event: &&Arc<AlarmEvent>| {
            let view = self.hall.view(event.game.id);
            view.is_none_or(|view| {
                view.alarms().iter().any(|known| known.alarm.key == event.alarm.key)
            })
        };
        told.iter().filter(stands).cloned().collect()
    }

    fn rules(&self, record: &Record) -> Rules {
        let profile = self.profiler.profile(record);
        self.profiler.rules(&profile).cloned().unwrap_or_else(newest_rules)
    }
}

/// A short id out of who sends something, where to and the id that he gave it.
pub(crate) fn digest(person: Option<PersonId>, path: &str, sent: &str) -> String {
    let person = person.map_or(0, |id| id.0);
    let digest = kaissa_journal::Digest::of(format!("{person} {path} {sent}").as_bytes());
    let hex: String = digest.0.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("a{person}-{hex}")
}

/// Whether an entry changes the rules that games are played under.
fn is_of_rules(body: &Body) -> bool {
    // By the time control the style of games is found whose record has none.
    let of_rules = [
        Setting::Edition,
        Setting::Style,
        Setting::Supervision,
        Setting::Regulations,
        Setting::TimeControl,
    ];
    matches!(body, Body::SettingChanged { setting, .. } if of_rules.contains(setting))
}
