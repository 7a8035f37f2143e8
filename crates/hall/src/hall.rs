//! The hall: what sources say of games, row by row, made into games and their alarms.

use std::collections::{BTreeMap, HashMap};

use kaissa_game::Record;
use kaissa_laws::{ClockTime, Edition, Style};
use kaissa_ruling::{Profiler, ReviewEffort, Reviewer};

use crate::event::{GameId, GameTitle, HallEvent, Notice, NoticeKind};
use crate::game::{Effect, HallGame};
use crate::matching::{Choice, Matcher, choose};
use crate::standing::standing;
use crate::{Timestamp, identity::Facts, line::Line};

/// How a hall is watched.
#[derive(Clone, Copy, Debug)]
pub struct HallOptions {
    /// For how long a board may be silent before that is told. Less where the clock of the side to
    /// move shows less.
    pub silent_after: ClockTime,
    /// The work that the review of a record may spend.
    pub effort: ReviewEffort,
}

impl Default for HallOptions {
    /// Ten minutes of silence, and the usual effort.
    fn default() -> Self {
        HallOptions { silent_after: ClockTime::minutes(10), effort: ReviewEffort::default() }
    }
}

/// What a file or another source holds at a moment: all its games, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The name of the file or source.
    pub source: &'a str,
    /// Its games.
    pub records: &'a [Record],
    /// When the source was changed.
    pub changed_at: Timestamp,
    /// When it was read.
    pub at: Timestamp,
}

/// Many games at once: observations in, alarms out.
///
/// The alarms of a game are a function of its record, found anew from the whole of it each time and
/// compared with those before. The same record raises nothing twice; one that is taken back
/// withdraws what it does not give any more.
#[derive(Debug)]
pub struct Hall {
    profiler: Profiler,
    options: HallOptions,
    reviewers: HashMap<(Edition, Style), Reviewer>,
    games: BTreeMap<GameId, HallGame>,
    n_ids: u32,
    /// For each source, the game of each of its rows.
    rows: HashMap<String, Vec<GameId>>,
    /// What the operator has been told.
    notices: Vec<Notice>,
}

impl Hall {
    /// A hall without games.
    pub fn new(profiler: Profiler, options: HallOptions) -> Hall {
        Hall {
            profiler,
            options,
            reviewers: HashMap::new(),
            games: BTreeMap::new(),
            n_ids: 0,
            rows: HashMap::new(),
            notices: Vec::new(),
        }
    }

    /// Takes what a source holds and tells what has become true and what is true no more.
    pub fn observe(&mut self, seen: &Observation<'_>) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let assigned = self.assign(seen, &mut events);
        let mut changed: Vec<GameId> = Vec::new();
        let mut note = |id: GameId| {
            if !changed.contains(&id) {
                changed.push(id);
            }
        };
        // A game that was sent several times over is taken from its row with the most moves.
        let mut best: BTreeMap<GameId, &Record> = BTreeMap::new();
        for (&id, record) in assigned.iter().zip(seen.records) {
            let kept = best.entry(id).or_insert(record);
            if record.plies.len() >= kept.plies.len() {
                *kept = record;
            }
        }
        for (&id, record) in &best {
            let Some(game) = self.games.get_mut(&id) else { continue };
            if game.take(seen.source, record, seen.changed_at) == Effect::Changed {
                note(id);
            }
        }
        let before = self.rows.insert(seen.source.to_owned(), assigned).unwrap_or_default();
        for id in before.into_iter().filter(|id| !best.contains_key(id)) {
            let is_replaced = !seen.records.is_empty();
            if let Some(game) = self.games.get_mut(&id)
                && game.lose(seen.source, is_replaced) == Effect::Changed
            {
                note(id);
            }
        }
        for &id in best.keys() {
            note(id);
        }
        self.tell(&changed, seen.at, &mut events);
        events
    }

    /// Forgets a source that is there no more; its games stay, with their alarms.
    pub fn forget(&mut self, source: &str, at: Timestamp) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let lost = self.rows.remove(source).unwrap_or_default();
        let mut changed = Vec::new();
        for id in lost {
            if let Some(game) = self.games.get_mut(&id)
                && game.lose(source, false) == Effect::Changed
            {
                changed.push(id);
            }
        }
        self.tell(&changed, at, &mut events);
        events
    }

    /// Tells what has become true by the passing of time alone.
    pub fn tick(&mut self, at: Timestamp) -> Vec<HallEvent> {
        let mut events = Vec::new();
        for game in self.games.values_mut() {
            game.tell(&self.options, at, &mut events);
        }
        events
    }

    /// Every game, as it is named to people.
    pub fn games(&self) -> impl Iterator<Item = GameTitle> {
        self.games.values().map(HallGame::title)
    }

    /// The record of a game.
    pub fn record(&self, id: GameId) -> Option<&Record> {
        self.games.get(&id).map(|game| &game.record)
    }

    /// Goes through the records of these games anew and tells what is different.
    fn tell(&mut self, changed: &[GameId], at: Timestamp, events: &mut Vec<HallEvent>) {
        for id in changed {
            let Some(game) = self.games.get_mut(id) else { continue };
            if game.needs_review() {
                let profile = self.profiler.profile(&game.record);
                let Some(rules) = self.profiler.rules(&profile) else { continue };
                let reviewer = self
                    .reviewers
                    .entry((profile.edition, profile.style))
                    .or_insert_with(|| Reviewer::new(rules.clone(), self.options.effort));
                let found = standing(&game.record, reviewer);
                game.set_standing(found);
            }
            game.tell(&self.options, at, events);
        }
    }

    /// Finds the game of each row of a source, and gives ids to new ones.
    fn assign(&mut self, seen: &Observation<'_>, events: &mut Vec<HallEvent>) -> Vec<GameId> {
        let before = self.rows.get(seen.source).cloned().unwrap_or_default();
        let mut assigned: Vec<GameId> = Vec::with_capacity(seen.records.len());
        let mut taken: Vec<(GameId, Line, bool)> = Vec::new();
        for (index, record) in seen.records.iter().enumerate() {
            let facts = Facts::of(record, seen.source);
            let line = Line::of(record);
            let matcher = Matcher {
                source: seen.source,
                facts: &facts,
                line: &line,
                is_finished: record.result().is_some(),
                place: before.get(index).copied(),
                rows_before: &before,
                taken: &taken,
            };
            let choice = choose(&matcher, self.games.values());
            let id = match &choice {
                Choice::Game(id) => *id,
                Choice::New | Choice::NewBeside(..) => self.add_game(seen, record),
            };
            if let Choice::NewBeside(kind, candidates) = choice {
                let number = index as u32 + 1;
                self.notice(kind, seen.source, number, id, &candidates, events);
            }
            taken.push((id, line, record.result().is_some()));
            assigned.push(id);
        }
        assigned
    }

    fn add_game(&mut self, seen: &Observation<'_>, record: &Record) -> GameId {
        self.n_ids += 1;
        let id = GameId(self.n_ids);
        self.games.insert(id, HallGame::new(id, seen.source, record, seen.changed_at));
        id
    }

    fn notice(
        &mut self,
        kind: NoticeKind,
        source: &str,
        number: u32,
        id: GameId,
        candidates: &[GameId],
        events: &mut Vec<HallEvent>,
    ) {
        let title = |id: &GameId| self.games.get(id).map(HallGame::title);
        let Some(game) = title(&id) else { return };
        let notice = Notice {
            kind,
            source: source.to_owned(),
            number,
            game,
            candidates: candidates.iter().filter_map(title).collect(),
        };
        if !self.notices.contains(&notice) {
            self.notices.push(notice.clone());
            events.push(HallEvent::Notice(notice));
        }
    }
}
