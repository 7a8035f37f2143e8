//! One board: two players, what sources show of their game, and what arbiters entered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::{
    Entry as GameEvent, Game, GameResult, Incident, Legality, Record, Timestamp, read_typed_move,
};
use kaissa_journal::{Attachment, EnvelopeWritten, GapSeen, MoveReplaced, RecordDelta, RowState};
use kaissa_laws::ClockTime;
use kaissa_ruling::Decision;

use crate::acting::Kept;
use crate::ledger::Entry;
use crate::{BoardId, Body, Pairing, PersonId, TallyKept};

/// The forms whose proposals rest on the moves of the record.
const ON_THE_RECORD: [&str; 4] = ["claim", "flag", "illegal-move", "stop"];

/// One board of a round.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its id.
    pub id: BoardId,
    /// The round, where it is known.
    pub round: Option<u32>,
    /// The number on the table; empty where it is not known.
    pub number: String,
    /// White's name; empty where it is not known.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The source that its record comes from; empty for a board without electronics.
    pub source: String,
    /// The record as the source shows it.
    pub record: Arc<Record>,
    /// What each source says of the game, by its name.
    pub rows: BTreeMap<String, Row>,
    /// The stretches of time in which nothing was seen of it, in order.
    pub gaps: Vec<GapSeen>,
    /// The moves that it told and took back, each with its moment, in order.
    pub replaced: Vec<(Timestamp, MoveReplaced)>,
    /// The files that were laid beside it and are still there, in order.
    pub attachments: Vec<Laid>,
    /// How many files were laid beside it, those that were erased among them.
    pub n_laid: u32,
    /// The game: the moves that sources and arbiters gave, and everything that happened.
    pub game: Game,
    /// When each player left the playing area, where he is out of it.
    pub left_at: ByColor<Option<Timestamp>>,
    /// What the clocks showed last.
    pub clocks: ClockFace,
    /// When a source or an arbiter last brought something new of the game.
    pub changed_at: Option<Timestamp>,
    /// The arbiters who are on their way.
    pub on_the_way: Vec<PersonId>,
    /// The proposals that were shown, in order.
    pub shown: Vec<Shown>,
    /// The rulings, in order.
    pub rulings: Vec<Ruling>,
    /// What is still to be decided, in order.
    pub postponed: Vec<Postponed>,
    /// The notes, in order.
    pub notes: Vec<Note>,
    /// The result as an arbiter entered it, and who.
    pub result: Option<(GameResult, Option<PersonId>)>,
    /// What was entered of counts by hand, in order.
    pub tallies: Vec<TallyKept>,
    /// What stands on the envelope of its last adjournment.
    pub envelope: Option<EnvelopeWritten>,
    /// The ids of the alarms that are true, as entries tell.
    pub raised: BTreeSet<String>,
    /// Whether an arbiter wrote moves of it himself, or put its record right.
    pub is_by_hand: bool,
    /// The number of the last entry about it.
    pub entry: u64,
    /// The moves that the source showed last.
    seen: Vec<Move>,
    /// The ply up to which they were taken over; what is beyond was entered by arbiters since.
    taken_over: u32,
}

/// What one source says of a game.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it said, as the fold of its changes.
    pub state: RowState,
    /// The record.
    pub record: Arc<Record>,
    /// When it last brought something new.
    pub changed_at: Timestamp,
}

/// What the clocks showed when they were read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockFace {
    /// White's clock.
    pub white: Option<ClockTime>,
    /// Black's clock.
    pub black: Option<ClockTime>,
    /// Whose clock runs, where it is told or can be taken from the moves.
    pub running: Option<Color>,
    /// When they were read.
    pub read_at: Option<Timestamp>,
}

/// A file that was laid beside the entries of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// Its number at the board, from 1; no other file ever gets it.
    pub number: u32,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<PersonId>,
    /// What it is.
    pub attachment: Attachment,
    /// The number of its entry.
    pub entry: u64,
}

/// A note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// When it was written.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<PersonId>,
    /// What it says.
    pub text: String,
    /// The number of the entry that it belongs to.
    pub of_entry: Option<u64>,
    /// The number of its entry.
    pub entry: u64,
}

/// A proposal as it was shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The id of the form that asked for it, as its entry's sender made it.
    pub id: String,
    /// When.
    pub at: Timestamp,
    /// To whom.
    pub to: Option<PersonId>,
    /// Which form asked for it.
    pub about: String,
    /// The proposal as JSON.
    pub proposal: serde_json::Value,
    /// The number of its entry, by which a ruling names it.
    pub entry: u64,
}

/// A ruling.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub by: Option<PersonId>,
    /// The number of the entry of the proposal that it answers.
    pub proposal: Option<u64>,
    /// The decision by its word.
    pub decision: String,
    /// Which of the choices of the proposal was made; empty where there were none.
    pub choice: String,
    /// Whether it follows the proposal.
    pub follows: bool,
    /// Why it departs, or what there is to add.
    pub reason: String,
    /// What of the game was entered with it, in order.
    pub entered: Vec<GameEvent>,
    /// Whether the result that stands was entered with it.
    pub has_result: bool,
    /// Why it was taken back, where it was.
    pub taken_back: Option<String>,
    /// When the moves that it rests on were changed afterwards; the ruling stands all the same.
    pub new_evidence_at: Option<Timestamp>,
    /// The form that it came by; what is entered with it came by the same.
    form: String,
    /// The number of its entry.
    pub entry: u64,
}

/// Something that an arbiter decides later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Postponed {
    /// Since when.
    pub at: Timestamp,
    /// Who said so.
    pub by: Option<PersonId>,
    /// Which form it came by: `claim`, `flag`, the name of an irregularity.
    pub about: String,
    /// The number of the entry of its proposal.
    pub proposal: u64,
}

impl Note {
    /// The note of an entry, if it is one.
    pub fn of(entry: &Entry) -> Option<Note> {
        match &entry.body {
            Body::NoteAdded { text, of_entry, .. } => {
                let (at, by, text) = (entry.happened_at, entry.person, text.clone());
                Some(Note { at, by, text, of_entry: *of_entry, entry: entry.number })
            }
            _ => None,
        }
    }
}

impl Board {
    /// A board at which nothing has happened yet.
    pub(super) fn new(pairing: &Pairing, number: u64) -> Board {
        let record = Record::new();
        Board {
            id: pairing.board,
            round: pairing.round,
            number: pairing.number.clone(),
            white: pairing.white.clone(),
            black: pairing.black.clone(),
            source: String::new(),
            rows: BTreeMap::new(),
            gaps: Vec::new(),
            replaced: Vec::new(),
            attachments: Vec::new(),
            n_laid: 0,
            game: Game::new(record.start.clone()),
            record: Arc::new(record),
            left_at: ByColor::default(),
            clocks: ClockFace::default(),
            changed_at: None,
            on_the_way: Vec::new(),
            shown: Vec::new(),
            rulings: Vec::new(),
            postponed: Vec::new(),
            notes: Vec::new(),
            result: None,
            tallies: Vec::new(),
            envelope: None,
            raised: BTreeSet::new(),
            is_by_hand: false,
            entry: number,
            seen: Vec::new(),
            taken_over: 0,
        }
    }

    /// Takes the players as they were entered anew; the game stays.
    pub(super) fn pair(&mut self, pairing: &Pairing, number: u64) {
        self.round = pairing.round;
        self.number.clone_from(&pairing.number);
        self.white.clone_from(&pairing.white);
        self.black.clone_from(&pairing.black);
        self.entry = number;
    }

    /// The board as a pairing.
    pub fn pairing(&self) -> Pairing {
        Pairing {
            board: self.id,
            round: self.round,
            number: self.number.clone(),
            white: self.white.clone(),
            black: self.black.clone(),
        }
    }

    /// Whether nothing has come of it yet: no source, no move, nothing that was decided.
    pub fn is_untouched(&self) -> bool {
        self.rows.is_empty()
            && self.game.ply() == 0
            && !self.is_by_hand
            && self.result.is_none()
            && self.shown.is_empty()
            && self.tallies.is_empty()
            && self.attachments.is_empty()
    }

    /// Takes one more entry about it into account.
    pub(super) fn apply(&mut self, entry: &Entry) {
        self.entry = entry.number;
        let (at, by) = (entry.happened_at, entry.person);
        match &entry.body {
            Body::RecordObserved { source, delta, .. } => self.observe(source, delta, at),
            Body::RecordFollowed { source, .. } => {
                source.clone_into(&mut self.source);
                self.follow();
            }
            Body::GapSeen { gap, .. } => {
                self.gaps.retain(|known| known.from != gap.from);
                self.gaps.push(gap.clone());
            }
            Body::MoveReplaced { replaced, .. } => self.replaced.push((at, replaced.clone())),
            Body::AttachmentAdded { attachment, .. } => {
                self.n_laid += 1;
                let (number, attachment) = (self.n_laid, attachment.clone());
                self.attachments.push(Laid { number, at, by, attachment, entry: entry.number });
            }
            // One that was erased keeps its number.
            Body::Other { kind, .. } if kind == "attachment_added" => self.n_laid += 1,
            Body::BodyErased { entry, .. } => {
                self.attachments.retain(|laid| laid.entry != *entry);
                self.notes.retain(|note| note.entry != *entry);
            }
            Body::GameEvent { event, .. } => {
                if let Some(ruling) = self.ruling_of(entry) {
                    ruling.entered.push(event.clone());
                }
                self.happen(event, at);
            }
            Body::RecordCorrected { after_ply, moves, .. } => {
                self.is_by_hand = true;
                self.doubt(*after_ply, at);
                self.game.apply(&GameEvent::PositionRestored { ply: *after_ply });
                for written in moves {
                    // What was kept was read before; what cannot be read any more ends it.
                    let Some(played) = read_move(self.game.position(), written) else { break };
                    self.play(&[played]);
                }
                self.taken_over = self.game.ply().min(self.seen.len() as u32);
                self.changed_at = Some(at);
            }
            Body::OnTheWay { is_going, .. } => {
                if let Some(person) = by {
                    self.on_the_way.retain(|other| *other != person);
                    if *is_going {
                        self.on_the_way.push(person);
                    }
                }
            }
            Body::ProposalShown { about, proposal, .. } => self.shown.push(Shown {
                id: entry.sender_id.clone(),
                at,
                to: by,
                about: about.clone(),
                proposal: proposal.clone(),
                entry: entry.number,
            }),
            Body::RulingMade { proposal, decision, choice, follows, reason, .. } => {
                self.on_the_way.clear();
                self.postpone(*proposal, decision, entry);
                self.rule_anew(*proposal);
                self.rulings.push(Ruling {
                    at,
                    by,
                    proposal: *proposal,
                    decision: decision.clone(),
                    choice: choice.clone(),
                    follows: *follows,
                    reason: reason.clone(),
                    entered: Vec::new(),
                    has_result: false,
                    taken_back: None,
                    new_evidence_at: None,
                    form: form_of(entry).to_owned(),
                    entry: entry.number,
                });
            }
            Body::RulingTakenBack { ruling, reason, .. } => {
                if let Some(made) = self.rulings.iter_mut().find(|made| made.entry == *ruling) {
                    made.taken_back = Some(reason.clone());
                    made.new_evidence_at = None;
                    // What it put off is not put off any more.
                    let proposal = made.proposal;
                    self.postponed.retain(|kept| Some(kept.proposal) != proposal);
                }
            }
            Body::NoteAdded { .. } => self.notes.extend(Note::of(entry)),
            Body::ResultEntered { result, .. } => {
                // Only the last of them stands; a ruling that is taken back takes back its own.
                self.rulings.iter_mut().for_each(|ruling| ruling.has_result = false);
                if let Some(ruling) = self.ruling_of(entry) {
                    ruling.has_result = result.is_some();
                }
                self.result = result.map(|result| (result, by));
            }
            Body::AlarmRaised { alarm, .. } => {
                self.raised.insert(alarm.clone());
            }
            Body::AlarmWithdrawn { alarm, .. } => {
                self.raised.remove(alarm);
            }
            Body::EnvelopeWritten { envelope, .. } => self.envelope = Some(envelope.clone()),
            Body::TallyCounted { count, tally, .. } => {
                self.tallies.push(TallyKept { count: *count, at, by, tally: tally.clone() });
            }
            _ => {}
        }
    }

    /// The result: as an arbiter entered it, else as the source records it.
    pub fn final_result(&self) -> Option<GameResult> {
        self.result.map(|(result, _)| result).or_else(|| self.record.result())
    }

    /// The ruling that an entry came with.
    fn ruling_of(&mut self, entry: &Entry) -> Option<&mut Ruling> {
        let form = form_of(entry);
        self.rulings.last_mut().filter(|last| entry.person.is_some() && last.form == form)
    }

    /// Keeps in mind what is decided later, until it is ruled on.
    fn postpone(&mut self, proposal: Option<u64>, decision: &str, entry: &Entry) {
        let Some(shown) = self.shown.iter().find(|shown| Some(shown.entry) == proposal) else {
            return;
        };
        let about = shown.about.clone();
        let proposal = shown.entry;
        self.postponed.retain(|kept| kept.about != about);
        if decision == Decision::Postponed.word() {
            let (at, by) = (entry.happened_at, entry.person);
            self.postponed.push(Postponed { at, by, about, proposal });
        }
    }

    /// Which form asked for the proposal that a ruling answers, and how many plies the game had.
    fn ruled_on(&self, proposal: Option<u64>) -> Option<(&str, u32)> {
        let shown = self.shown.iter().find(|shown| Some(shown.entry) == proposal)?;
        Some((&shown.about, Kept(&shown.proposal).ply()))
    }

    /// Notes that moves beyond a ply are others now: rulings that rest on them have new evidence. It
    /// changes nothing of what was ruled.
    fn doubt(&mut self, last_kept: u32, at: Timestamp) {
        let rests_on_them = |ruling: &Ruling| {
            let ruled_on = self.ruled_on(ruling.proposal);
            ruled_on.is_some_and(|(about, ply)| ON_THE_RECORD.contains(&about) && ply > last_kept)
        };
        let doubted: Vec<u64> = self
            .rulings
            .iter()
            .filter(|ruling| ruling.taken_back.is_none() && rests_on_them(ruling))
            .map(|ruling| ruling.entry)
            .collect();
        for ruling in self.rulings.iter_mut().filter(|ruling| doubted.contains(&ruling.entry)) {
            ruling.new_evidence_at = Some(at);
        }
    }

    /// With a new ruling on the same matter the new evidence of the earlier ones is dealt with.
    fn rule_anew(&mut self, proposal: Option<u64>) {
        let Some(about) = self.ruled_on(proposal).map(|(about, _)| about.to_owned()) else {
            return;
        };
        let earlier: Vec<u64> = self
            .rulings
            .iter()
            .filter(|ruling| self.ruled_on(ruling.proposal).is_some_and(|(of, _)| of == about))
            .map(|ruling| ruling.entry)
            .collect();
        for ruling in self.rulings.iter_mut().filter(|ruling| earlier.contains(&ruling.entry)) {
            ruling.new_evidence_at = None;
        }
    }

    /// The rulings that rest on moves which were changed afterwards.
    pub fn in_doubt(&self) -> impl Iterator<Item = (&Ruling, Timestamp)> {
        self.rulings.iter().filter_map(|ruling| Some((ruling, ruling.new_evidence_at?)))
    }

    /// What is to be decided while the game goes on.
    pub fn reminders(&self) -> &[Postponed] {
        if self.is_open() { &self.postponed } else { &[] }
    }

    /// Whether the game goes on, as far as results tell.
    pub fn is_open(&self) -> bool {
        self.final_result().is_none() && self.game.end().is_none()
    }

    /// Takes what a source says; a change that fits nothing known changes nothing.
    fn observe(&mut self, source: &str, delta: &RecordDelta, at: Timestamp) {
        let row = self.rows.entry(source.to_owned()).or_insert_with(|| Row {
            state: RowState::default(),
            record: Arc::new(Record::new()),
            changed_at: at,
        });
        if row.state.apply(delta).is_err() {
            return;
        }
        row.record = Arc::new(row.state.record());
        row.changed_at = at;
        if self.source.is_empty() {
            source.clone_into(&mut self.source);
        }
        if self.source == source {
            self.follow();
        }
    }

    /// Takes over the record of the source that is followed: moves beyond those it showed before are
    /// made, moves that it takes back are taken back, and what arbiters entered in between stays. What
    /// they entered and it then shows too is one move, not two.
    fn follow(&mut self) {
        let Some(Row { record, changed_at: at, .. }) = self.rows.get(&self.source).cloned() else {
            return;
        };
        if record.start != *self.game.start() && self.game.ply() == 0 {
            let mut game = Game::new(record.start.clone());
            for (_, incident) in self.game.incidents() {
                game.apply(&GameEvent::Happened(incident.clone()));
            }
            self.game = game;
        }
        let now: Vec<Move> = record
            .plies
            .iter()
            .take_while(|ply| ply.legality != Legality::Gesture)
            .map_while(|ply| ply.played)
            .collect();
        let same = self.seen.iter().zip(&now).take_while(|(before, now)| before == now).count();
        if same < self.seen.len() && (same as u32) < self.game.ply() {
            self.doubt(same as u32, at);
            self.game.apply(&GameEvent::PositionRestored { ply: same as u32 });
        }
        let fresh = now.get(same..).unwrap_or_default();
        let entered = self.entered_since();
        let both = entered.iter().zip(fresh).take_while(|(own, shown)| own == shown).count();
        match both == entered.len().min(fresh.len()) {
            true => self.play(fresh.get(both..).unwrap_or_default()),
            false => self.play(fresh),
        }
        let is_behind = both == fresh.len() && both < entered.len();
        self.taken_over = match is_behind {
            true => self.taken_over + both as u32,
            false => self.game.ply(),
        };
        self.seen = now;
        self.clocks = ClockFace::of(&record, at);
        if let (Some(white), Some(black)) = (self.clocks.white, self.clocks.black) {
            self.game.apply(&GameEvent::ClocksRead(ByColor { black, white }));
        }
        self.record = record;
        self.changed_at = Some(at);
    }

    /// The moves that arbiters entered since the source's were last taken over.
    fn entered_since(&mut self) -> Vec<Move> {
        self.taken_over = self.taken_over.min(self.game.ply());
        let since = self.game.moves().get(self.taken_over as usize..).unwrap_or_default();
        since.iter().map(|made| made.played).collect()
    }

    fn play(&mut self, moves: &[Move]) {
        for &played in moves {
            let by = self.game.turn();
            self.game.apply(&GameEvent::MoveMade { by, played });
            self.game.apply(&GameEvent::ClockPressed { by });
        }
    }

    fn happen(&mut self, event: &GameEvent, at: Timestamp) {
        self.game.apply(event);
        if let GameEvent::Happened(incident) = event {
            match incident {
                Incident::AreaLeft { by, .. } => *self.left_at.get_mut(*by) = Some(at),
                Incident::AreaEntered { by } => *self.left_at.get_mut(*by) = None,
                Incident::TimeGiven { to, time } => self.clocks.add(*to, *time),
                Incident::TimeTaken { from, time } => {
                    self.clocks.add(*from, ClockTime::ZERO - *time);
                }
                _ => {}
            }
        }
        match event {
            GameEvent::ClocksRead(times) | GameEvent::ClocksSet(times) => {
                self.clocks = ClockFace {
                    white: Some(times.white),
                    black: Some(times.black),
                    running: self.clocks.running,
                    read_at: Some(at),
                };
            }
            GameEvent::ClocksPaused { .. } => self.clocks.running = None,
            GameEvent::MoveMade { .. }
            | GameEvent::PositionRestored { .. }
            | GameEvent::PawnConverted { .. } => {
                self.is_by_hand = true;
                self.changed_at = Some(at);
            }
            _ => {}
        }
    }
}

/// The form that an entry came by: its sender's id up to the point.
fn form_of(entry: &Entry) -> &str {
    entry.sender_id.rsplit_once('.').map_or(&entry.sender_id, |(form, _)| form)
}

/// Reads a move as an entry has it, an illegal one that stands too; `None` where no one move is meant.
pub fn read_move(position: &Position, written: &str) -> Option<Move> {
    read_typed_move(position, written).ok()
}

impl ClockFace {
    /// The clocks by a record; a clock whose running is not told is that of the side to move.
    fn of(record: &Record, at: Timestamp) -> ClockFace {
        let live = record.live_clocks();
        let turn = match record.plies.len() % 2 {
            0 => record.start.turn(),
            _ => !record.start.turn(),
        };
        let is_told = record.tag("ReferenceTime").is_some() || record.tag("Clock").is_some();
        let running = if is_told { live.running } else { Some(turn) };
        ClockFace {
            white: live.white.or_else(|| record.last_clock(Color::White)),
            black: live.black.or_else(|| record.last_clock(Color::Black)),
            running: running.filter(|_| record.result().is_none()),
            read_at: Some(at),
        }
    }

    /// Adds to what a clock shows, where it is known; no clock shows less than zero.
    fn add(&mut self, of: Color, time: ClockTime) {
        let clock = of.fold_wb(&mut self.white, &mut self.black);
        *clock = clock.map(|shown| (shown + time).max(ClockTime::ZERO));
    }

    /// The clock of a player.
    pub fn of_color(&self, color: Color) -> Option<ClockTime> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}
