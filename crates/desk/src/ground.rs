//! The ground state of a competition: the fold of its entries, and nothing else.

mod board;
mod seating;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use kaissa_game::Timestamp;
use kaissa_tournament::Trf;

use crate::ledger::Entry;
use crate::{ArbiterEntered, BoardId, Body, Pairing, PersonId, Role, Setting};
pub use board::{Board, ClockFace, Laid, Note, Postponed, Row, Ruling, Shown, read_move};

/// How many ids of forms are remembered, so that one sent again is answered as before.
const N_SENT: usize = 4096;

/// The ground state of a competition.
///
/// The fold of a whole is the fold of its parts in order; cloning is cheap, since boards are shared
/// until they change.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    number: u64,
    last_act: u64,
    settings: BTreeMap<Setting, String>,
    people: BTreeMap<PersonId, Arc<ArbiterEntered>>,
    boards: BTreeMap<BoardId, Arc<Board>>,
    /// The highest id of a board that was ever given.
    last_board: u32,
    /// The pairings that were put right or taken out since the roster was imported, as they were.
    unmade: Vec<Pairing>,
    rounds: BTreeMap<u32, Timestamp>,
    notes: Vec<Arc<Note>>,
    roster: Option<Arc<Trf>>,
    sent: Arc<Sent>,
}

/// The forms that were taken last, by their ids.
#[derive(Clone, Debug, Default)]
struct Sent {
    /// The oldest first.
    order: VecDeque<String>,
    ids: BTreeSet<String>,
}

impl Sent {
    fn push(&mut self, form: &str) {
        if self.order.len() >= N_SENT
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
        self.order.push_back(form.to_owned());
        self.ids.insert(form.to_owned());
    }
}

impl Ground {
    /// Takes one more entry into account.
    pub fn apply(&mut self, entry: &Entry) {
        self.number = entry.number;
        if entry.person.is_some() {
            self.last_act = entry.number;
            self.remember(&entry.sender_id);
        }
        match &entry.body {
            Body::SettingChanged { setting, value } => {
                self.settings.insert(*setting, value.clone());
            }
            Body::ArbiterEntered(entered) => {
                self.people.insert(entered.id, Arc::new(entered.clone()));
            }
            Body::PairingsEntered { pairings } => {
                for pairing in pairings {
                    self.pair(pairing, entry.number);
                }
            }
            Body::PairingCorrected { was, now, .. } => {
                self.unmade.push(was.clone());
                match now {
                    Some(now) => self.pair(now, entry.number),
                    None => {
                        self.boards.remove(&was.board);
                    }
                }
            }
            Body::RosterEntered { report } => {
                self.roster = Some(Arc::new(Trf::read(report)));
                self.unmade.clear();
            }
            Body::RoundStarted { round } => {
                self.rounds.insert(*round, entry.happened_at);
            }
            body => {
                if let Some(board) = body.board().and_then(|id| self.boards.get_mut(&id)) {
                    Arc::make_mut(board).apply(entry);
                } else if let Some(note) = Note::of(entry) {
                    self.notes.push(Arc::new(note));
                } else if let Body::BodyErased { entry, .. } = body {
                    self.notes.retain(|note| note.entry != *entry);
                }
            }
        }
    }

    /// Folds entries from nothing.
    pub fn fold<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Ground {
        let mut ground = Ground::default();
        for entry in entries {
            ground.apply(entry);
        }
        ground
    }

    /// The number of the last entry.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The number of the last entry that a person made.
    pub fn last_act(&self) -> u64 {
        self.last_act
    }

    /// What is set; empty where nothing is.
    pub fn setting(&self, setting: Setting) -> &str {
        self.settings.get(&setting).map_or("", String::as_str)
    }

    /// The time control of a board as a tag writes it: its record's, else the one that is set for the
    /// competition; empty where neither is told.
    pub fn time_control_of(&self, board: &Board) -> String {
        let recorded = board.record.tag("TimeControl");
        recorded.as_deref().unwrap_or(self.setting(Setting::TimeControl)).to_owned()
    }

    /// The arbiters, by id.
    pub fn people(&self) -> impl Iterator<Item = &ArbiterEntered> {
        self.people.values().map(Arc::as_ref)
    }

    /// An arbiter.
    pub fn person(&self, id: PersonId) -> Option<&ArbiterEntered> {
        self.people.get(&id).map(Arc::as_ref)
    }

    /// The name of an arbiter; empty for none and for one who is not known.
    pub fn name_of(&self, id: impl Into<Option<PersonId>>) -> &str {
        id.into().and_then(|id| self.person(id)).map_or("", |person| &person.name)
    }

    /// The arbiter of a name, whatever its case and the blanks around it.
    pub fn person_named(&self, name: &str) -> Option<&ArbiterEntered> {
        let wanted = name.trim().to_lowercase();
        self.people().find(|person| person.role.is_some() && person.name.to_lowercase() == wanted)
    }

    /// Whether somebody may change settings and arbiters; until then the desk is not set up.
    pub fn has_chief(&self) -> bool {
        self.people().any(|person| person.role == Some(Role::Chief))
    }

    /// The boards of every round, by id.
    pub fn boards(&self) -> impl Iterator<Item = &Arc<Board>> {
        self.boards.values()
    }

    /// A board.
    pub fn board(&self, id: BoardId) -> Option<&Arc<Board>> {
        self.boards.get(&id)
    }

    /// The id for the next board; no other board ever had it.
    pub fn next_board(&self) -> BoardId {
        BoardId(self.last_board.saturating_add(1))
    }

    /// The id for the next arbiter.
    pub fn next_person(&self) -> PersonId {
        PersonId(self.people.keys().next_back().map_or(1, |last| last.0.saturating_add(1)))
    }

    /// When a round was started.
    pub fn started(&self, round: u32) -> Option<Timestamp> {
        self.rounds.get(&round).copied()
    }

    /// The rounds that have boards or were started, in order.
    pub fn rounds(&self) -> BTreeSet<u32> {
        let of_boards = self.boards().filter_map(|board| board.round);
        of_boards.chain(self.rounds.keys().copied()).collect()
    }

    /// The round that is shown first: as set, else the last one.
    pub fn current_round(&self) -> Option<u32> {
        let set = self.setting(Setting::Round).parse().ok();
        set.or_else(|| self.rounds().last().copied())
    }

    /// The players of the tournament with their rounds, as the file that was imported last has them.
    pub fn roster(&self) -> Option<&Arc<Trf>> {
        self.roster.as_ref()
    }

    /// The boards of a round in the order of their numbers.
    pub fn boards_of(&self, round: u32) -> Vec<&Arc<Board>> {
        let mut boards: Vec<_> =
            self.boards().filter(|board| board.round.is_none_or(|of| of == round)).collect();
        boards.sort_by_key(|board| (board.number.parse::<u32>().unwrap_or(u32::MAX), board.id));
        boards
    }

    /// The pairings that an imported roster may still hold and that are none any more, in the order in
    /// which they were put right or taken out.
    pub fn unmade(&self) -> &[Pairing] {
        &self.unmade
    }

    /// Notes that are about no board, or about one that was taken out.
    pub fn notes(&self) -> &[Arc<Note>] {
        &self.notes
    }

    /// Whether a form with this id was taken before.
    pub fn was_sent(&self, id: &str) -> bool {
        self.sent.ids.contains(id)
    }

    /// Seats players without an entry, to look at what would be.
    pub(crate) fn pair_all(&mut self, pairings: &[Pairing]) {
        let number = self.number;
        pairings.iter().for_each(|pairing| self.pair(pairing, number));
    }

    fn pair(&mut self, pairing: &Pairing, number: u64) {
        self.last_board = self.last_board.max(pairing.board.0);
        match self.boards.get_mut(&pairing.board) {
            Some(board) => Arc::make_mut(board).pair(pairing, number),
            None => {
                let board = Arc::new(Board::new(pairing, number));
                self.boards.insert(pairing.board, board);
            }
        }
    }

    /// Remembers the form that an entry came by: its id up to the point.
    fn remember(&mut self, sender_id: &str) {
        let form = sender_id.rsplit_once('.').map_or(sender_id, |(form, _)| form);
        if !self.sent.ids.contains(form) {
            Arc::make_mut(&mut self.sent).push(form);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_that_came_last_are_remembered_whatever_their_ids() {
        let mut sent = Sent::default();
        // The ids fall, so that the newest is the first by its letters.
        let id = |n: usize| format!("a1-{:08}", 10_000_000 - n);
        (0..N_SENT + 10).for_each(|n| sent.push(&id(n)));
        assert_eq!((sent.order.len(), sent.ids.len()), (N_SENT, N_SENT));
        assert!(sent.ids.contains(&id(N_SENT + 9)) && sent.ids.contains(&id(10)));
        assert!(!sent.ids.contains(&id(9)));
    }
}
