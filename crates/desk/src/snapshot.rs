//! What pages show at a moment: the ground state with what is derived from it.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use kaissa_feed::Health;
use kaissa_game::Timestamp;
use kaissa_hall::{Alarm, AlarmEvent, AlarmKind, AlarmSeverity, Notice};
use kaissa_laws::Rules;
use kaissa_ruling::Profiler;
use kaissa_words::Language;

use crate::{Board, BoardId, Ground};

/// What pages show at a moment. Cheap to make: boards that have not changed are shared.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Its number; grows with each change.
    pub number: u64,
    /// When the program was started: numbers of another start mean nothing.
    pub epoch: Timestamp,
    /// When it was made.
    pub at: Timestamp,
    /// The ground state.
    pub ground: Ground,
    /// How the rules of games are found, with the editions there are.
    pub profiler: Arc<Profiler>,
    /// The boards with their alarms.
    pub boards: BTreeMap<BoardId, Arc<LiveBoard>>,
    /// The boards that were taken out, each with the number of the snapshot.
    pub gone: Vec<(u64, BoardId)>,
    /// The sources and how they fare.
    pub sources: BTreeMap<String, SourceState>,
    /// The number of the snapshot in which they changed last.
    pub sources_version: u64,
    /// What the operator has to settle.
    pub notices: Vec<Notice>,
    /// Why entries cannot be kept, where they cannot.
    pub fault: Option<String>,
    /// The head of the chain: number and hash of the last entry.
    pub head: (u64, String),
}

/// How a source fares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SourceState {
    /// What it told of itself last, and when; `None` where it has told nothing.
    pub health: Option<(Health, Timestamp)>,
    /// Since when it says anything.
    pub heard_since: Option<Timestamp>,
    /// When it last said anything.
    pub heard_at: Option<Timestamp>,
    /// Whether it has told a player's name of any game.
    pub has_names: bool,
    /// Its boards that fare badly: how, and since when.
    pub boards: BTreeMap<String, (Health, Timestamp)>,
}

/// A board with what is derived from its record.
#[derive(Debug)]
pub struct LiveBoard {
    /// The number of the snapshot in which it changed last.
    pub version: u64,
    /// The board.
    pub board: Arc<Board>,
    /// Its alarms that are true now, the heaviest first.
    pub alarms: Vec<Arc<AlarmEvent>>,
    /// The rules that its game is played under.
    pub rules: Rules,
    /// Its tiles as they were made, one for each language.
    tiles: [OnceLock<Arc<str>>; 2],
}

impl Snapshot {
    /// A board with its alarms.
    pub fn board(&self, id: BoardId) -> Option<&Arc<LiveBoard>> {
        self.boards.get(&id)
    }

    /// Its number with the start of the program, as pages and streams carry it.
    pub fn stamp(&self) -> String {
        stamp(self.epoch, self.number)
    }

    /// The number of a stamp; 0, before everything, for one of another start or none at all.
    pub fn number_of(&self, stamp: &str) -> u64 {
        number_of(self.epoch, stamp)
    }

    /// The boards that changed after a snapshot.
    pub fn changed_since(&self, number: u64) -> impl Iterator<Item = &Arc<LiveBoard>> {
        self.boards.values().filter(move |live| live.version > number)
    }

    /// The boards that were taken out after a snapshot.
    pub fn gone_since(&self, number: u64) -> impl Iterator<Item = BoardId> {
        self.gone.iter().filter(move |(at, _)| *at > number).map(|(_, board)| *board)
    }

    /// Whether a board was taken out after a snapshot.
    pub fn is_gone_since(&self, board: BoardId, number: u64) -> bool {
        self.gone_since(number).any(|gone| gone == board)
    }
}

/// A number with the start that it belongs to.
pub(crate) fn stamp(epoch: Timestamp, number: u64) -> String {
    format!("{}-{number}", epoch.0)
}

/// The number of a stamp; 0 where it is of another start or no stamp at all.
pub(crate) fn number_of(epoch: Timestamp, stamp: &str) -> u64 {
    let (start, number) = stamp.split_once('-').unwrap_or_default();
    let is_ours = start.parse() == Ok(epoch.0);
    number.parse().ok().filter(|_| is_ours).unwrap_or(0)
}

impl LiveBoard {
    /// A board as it is from a snapshot on.
    pub fn new(
        version: u64,
        board: Arc<Board>,
        mut alarms: Vec<Arc<AlarmEvent>>,
        rules: Rules,
    ) -> LiveBoard {
        alarms.sort_by_key(|event| (weight(&event.alarm), std::cmp::Reverse(event.at)));
        LiveBoard { version, board, alarms, rules, tiles: Default::default() }
    }

    /// How much its heaviest alarm weighs.
    pub fn severity(&self) -> Option<AlarmSeverity> {
        self.calling().map(|event| event.alarm.severity)
    }

    /// The heaviest alarm that still calls for somebody: once an arbiter has entered the result, only
    /// what speaks against it does.
    fn calling(&self) -> Option<&Arc<AlarmEvent>> {
        let is_settled = self.board.result.is_some();
        self.alarms
            .iter()
            .find(|event| !is_settled || event.alarm.severity == AlarmSeverity::Contradiction)
    }

    /// The order in which boards are shown: the worst first, then by number.
    pub fn rank(&self) -> u64 {
        let board = &self.board;
        let is_reminded = !board.reminders().is_empty() || board.in_doubt().next().is_some();
        let weight = match self.calling() {
            Some(event) => weight(&event.alarm),
            None if is_reminded => AlarmSeverity::Claimable as u64,
            None if self.board.is_open() => 8,
            None => 9,
        };
        let round_turned = u64::from(u16::MAX) - u64::from(self.board.round.unwrap_or(0) as u16);
        let number: u64 = self.board.number.parse().unwrap_or(99_999);
        let place = number.min(99_999) * 100_000 + u64::from(self.board.id.0).min(99_999);
        (weight * 65_536 + round_turned) * 10_000_000_000 + place
    }

    /// The tile in a language, made once by `make` and shared.
    pub fn tile(&self, language: Language, make: impl FnOnce() -> String) -> Arc<str> {
        let slot = match language {
            Language::English => &self.tiles[0],
            Language::Russian => &self.tiles[1],
        };
        slot.get_or_init(|| make().into()).clone()
    }
}

/// How soon an arbiter is needed: by severity, but an illegal move, which is a matter of the record
/// to the hall, stands on a board and waits for nobody.
fn weight(alarm: &Alarm) -> u64 {
    match alarm.kind() {
        AlarmKind::IllegalMove => AlarmSeverity::Fact as u64,
        _ => alarm.severity as u64,
    }
}
