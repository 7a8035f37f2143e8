//! The hall: what sources say of games, row by row, made into games and their alarms.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kaissa_game::Record;
use kaissa_laws::{ClockTime, Edition, Style};
use kaissa_ruling::{Profiler, ReviewEffort, Reviewer};

use crate::Timestamp;
use crate::event::{GameId, GameTitle, HallEvent, Notice, NoticeKind};
use crate::game::HallGame;
use crate::identity::Facts;
use crate::line::Line;
use crate::matching::{Choice, Matcher, Taken, choose, is_still};
use crate::observation::{GapSeen, Observation, RowSeen};
use crate::row::RowName;
use crate::shelves::Shelves;
use crate::standing::{Follow, Standing, standing};
use crate::view::GameView;

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
    /// Ten minutes of silence, and an effort that holds no other board up.
    fn default() -> Self {
        HallOptions { silent_after: ClockTime::minutes(10), effort: ReviewEffort::LIVE }
    }
}

/// Many games at once: observations in, alarms out.
///
/// The alarms of a game are a function of its record, compared with those before. The same record
/// raises nothing twice; one that is taken back withdraws what it does not give any more. What
/// stood on the board is told from whichever source shows it first, and named with that source.
///
/// # Playing again
/// A hall is a function of what it was given. One that is given the same observations, choices and
/// ticks in the same order tells the same, and its games have the same ids: they are counted in the
/// order in which the games are first seen. So a program that keeps its observations may build its
/// hall anew from them and go on.
#[derive(Debug)]
pub struct Hall {
    reviewers: Reviewers,
    options: HallOptions,
    games: BTreeMap<GameId, HallGame>,
    shelves: Shelves,
    /// Games that the passing of time may tell something of.
    in_play: BTreeSet<GameId>,
    n_ids: u32,
    /// For each source, the game of each of its rows.
    rows: HashMap<String, Vec<GameId>>,
    /// For each source that names its boards, the game of each board.
    boards: HashMap<String, HashMap<String, GameId>>,
    /// What the operator has been told.
    notices: Vec<Notice>,
}

/// The rules of games, and what goes through their records.
#[derive(Debug)]
pub(crate) struct Reviewers {
    profiler: Profiler,
    effort: ReviewEffort,
    of_rules: HashMap<(Edition, Style), Reviewer>,
}

impl Reviewers {
    /// What a record gives; `None` where the text of its edition is not known.
    pub fn standing(&mut self, record: &Record, follow: &mut Follow) -> Option<Standing> {
        let profile = self.profiler.profile(record);
        let rules = self.profiler.rules(&profile)?;
        let reviewer = self
            .of_rules
            .entry((profile.edition, profile.style))
            .or_insert_with(|| Reviewer::new(rules.clone(), self.effort));
        Some(standing(record, reviewer, follow))
    }
}

impl Hall {
    /// A hall without games.
    pub fn new(profiler: Profiler, options: HallOptions) -> Hall {
        let effort = options.effort;
        Hall {
            reviewers: Reviewers { profiler, effort, of_rules: HashMap::new() },
            options,
            games: BTreeMap::new(),
            shelves: Shelves::default(),
            in_play: BTreeSet::new(),
            n_ids: 0,
            rows: HashMap::new(),
            boards: HashMap::new(),
            notices: Vec::new(),
        }
    }

    /// Takes what a source holds and tells what has become true and what is true no more.
    pub fn observe(&mut self, seen: &Observation<'_>) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let name = RowName { source: seen.source, row: None };
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
            if game.take(name, record, None, seen.changed_at) {
                note(id);
            }
        }
        let before = self.rows.insert(seen.source.to_owned(), assigned).unwrap_or_default();
        for id in before.into_iter().filter(|id| !best.contains_key(id)) {
            let is_replaced = !seen.records.is_empty();
            if self.lose_row(id, name, is_replaced, seen.at) {
                note(id);
            }
        }
        for &id in best.keys() {
            note(id);
        }
        self.tell(&changed, seen.at, &mut events);
        events
    }

    /// Takes what one board of a source holds and tells what has become true and what is true no
    /// more.
    ///
    /// While the record goes on from what it was, its game is found at once. A board that is new,
    /// or on which another game begins, is matched with the known games like a row of a file.
    pub fn observe_row(&mut self, seen: &RowSeen<'_>) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let name = RowName { source: seen.source, row: Some(seen.row) };
        let before = self.game_of_row(seen.source, seen.row);
        let id = match before {
            Some(id) if self.goes_on(id, name, seen.record) => id,
            _ => self.assign_row(seen, before, &mut events),
        };
        if before != Some(id) {
            let boards = self.boards.entry(seen.source.to_owned()).or_default();
            boards.insert(seen.row.to_owned(), id);
            if let Some(left) = before
                && self.lose_row(left, name, true, seen.at)
            {
                self.tell(&[left], seen.at, &mut events);
            }
        }
        if let Some(game) = self.games.get_mut(&id) {
            game.take(name, seen.record, seen.placement, seen.changed_at);
        }
        self.tell(&[id], seen.at, &mut events);
        events
    }

    /// Notes that nothing was seen of a board for a time, on the game that the board has.
    ///
    /// Noted again as closed, an open gap is withdrawn.
    pub fn note_gap(&mut self, seen: &GapSeen<'_>) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let Some(id) = self.game_of_row(seen.source, seen.row) else { return events };
        if let Some(game) = self.games.get_mut(&id) {
            game.note_gap(seen);
        }
        self.tell(&[id], seen.at, &mut events);
        events
    }

    /// Takes the operator's choice of the source whose record is shown; `None` leaves it to the
    /// rule again.
    ///
    /// By the rule, the record is that of the source with the most plies among those whose last
    /// position stands on the board, where a source senses it; else that of the source that goes on
    /// from the others.
    pub fn choose_source(
        &mut self,
        game: GameId,
        source: Option<&str>,
        at: Timestamp,
    ) -> Vec<HallEvent> {
        let mut events = Vec::new();
        if let Some(game) = self.games.get_mut(&game) {
            game.choose(source, at);
        }
        self.tell(&[game], at, &mut events);
        events
    }

    /// Forgets a source that is there no more; its games stay, with their alarms.
    pub fn forget(&mut self, source: &str, at: Timestamp) -> Vec<HallEvent> {
        let mut lost: Vec<(GameId, Option<String>)> =
            self.rows.remove(source).unwrap_or_default().into_iter().map(|id| (id, None)).collect();
        let boards = self.boards.remove(source).unwrap_or_default();
        let from = lost.len();
        lost.extend(boards.into_iter().map(|(row, id)| (id, Some(row))));
        // Not in the order of the map, which is another one each time.
        lost.get_mut(from..).unwrap_or_default().sort_unstable();
        self.lose(source, &lost, at)
    }

    /// Forgets a board that its source has no more; its game stays, with its alarms.
    pub fn forget_row(&mut self, source: &str, row: &str, at: Timestamp) -> Vec<HallEvent> {
        let id = self.boards.get_mut(source).and_then(|boards| boards.remove(row));
        let lost: Vec<_> = id.into_iter().map(|id| (id, Some(row.to_owned()))).collect();
        self.lose(source, &lost, at)
    }

    fn lose(
        &mut self,
        source: &str,
        lost: &[(GameId, Option<String>)],
        at: Timestamp,
    ) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let mut changed = Vec::new();
        for (id, row) in lost {
            let name = RowName { source, row: row.as_deref() };
            if self.lose_row(*id, name, false, at) {
                changed.push(*id);
            }
        }
        self.tell(&changed, at, &mut events);
        events
    }

    /// Takes a row from a game; `true` where its record is another one now. What else that changes
    /// is told with the next tick.
    fn lose_row(
        &mut self,
        id: GameId,
        name: RowName<'_>,
        is_replaced: bool,
        at: Timestamp,
    ) -> bool {
        self.in_play.insert(id);
        self.games.get_mut(&id).is_some_and(|game| game.lose(name, is_replaced, at))
    }

    /// Tells what has become true by the passing of time alone.
    pub fn tick(&mut self, at: Timestamp) -> Vec<HallEvent> {
        let mut events = Vec::new();
        let Hall { games, in_play, options, .. } = self;
        in_play.retain(|id| {
            let Some(game) = games.get_mut(id) else { return false };
            game.tell(options, at, &mut events);
            let rests = game.is_at_rest();
            if rests {
                game.put_away();
            }
            !rests
        });
        events
    }

    /// Every game, as it is named to people.
    pub fn games(&self) -> impl Iterator<Item = GameTitle> {
        self.games.values().map(HallGame::title)
    }

    /// Every game, in the order of their ids.
    pub fn views(&self) -> impl Iterator<Item = GameView<'_>> {
        self.games.values().filter_map(GameView::new)
    }

    /// A game as it stands now.
    pub fn view(&self, id: GameId) -> Option<GameView<'_>> {
        GameView::new(self.games.get(&id)?)
    }

    /// The game that a board of a source has.
    pub fn game_of_row(&self, source: &str, row: &str) -> Option<GameId> {
        self.boards.get(source)?.get(row).copied()
    }

    /// The record of a game.
    pub fn record(&self, id: GameId) -> Option<&Record> {
        self.games.get(&id).and_then(HallGame::record)
    }

    /// What the operator has been told to settle.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Goes through the records of these games anew and tells what is different.
    fn tell(&mut self, changed: &[GameId], at: Timestamp, events: &mut Vec<HallEvent>) {
        for id in changed {
            let Some(game) = self.games.get_mut(id) else { continue };
            game.review(&mut self.reviewers);
            game.tell(&self.options, at, events);
            if !game.is_at_rest() {
                self.in_play.insert(*id);
            }
        }
    }

    /// Whether the record on a board is that of the game it had, gone on.
    fn goes_on(&mut self, id: GameId, name: RowName<'_>, record: &Record) -> bool {
        if self.plainly_goes_on(id, name, record) {
            return true;
        }
        let Some(game) = self.games.get(&id) else { return false };
        let (facts, line) = (Facts::of(record, name.source), Line::of(record));
        let matcher = Matcher {
            name,
            facts: &facts,
            line: &line,
            is_finished: record.result().is_some(),
            place: Some(id),
            rows_before: &HashSet::new(),
            taken: &HashMap::new(),
        };
        let goes_on = is_still(&matcher, game);
        if goes_on {
            self.shelves.put(id, &facts);
        }
        goes_on
    }

    /// The games that a row with these facts may belong to, and the one it had before.
    fn candidates(&self, facts: &Facts, before: Option<GameId>) -> Vec<&HallGame> {
        match self.shelves.candidates(facts) {
            None => self.games.values().collect(),
            Some(mut ids) => {
                ids.extend(before);
                ids.iter().filter_map(|id| self.games.get(id)).collect()
            }
        }
    }

    /// Whether a record has the facts of the one that a source showed of a game before, and goes on
    /// from it.
    fn plainly_goes_on(&self, id: GameId, name: RowName<'_>, record: &Record) -> bool {
        let rows = self.games.get(&id).map_or(&[][..], |game| &game.rows);
        rows.iter().find(|row| row.is(name)).is_some_and(|row| {
            // Behind a game that ended without a move, the next one goes on from nothing.
            let may_be_next = row.line.n_plies() == 0
                && row.record.result().is_some()
                && record.result().is_none();
            !may_be_next && Facts::are_same(&row.record, record) && row.line.is_gone_on_from(record)
        })
    }

    /// Finds the game of a board that is new or has gone on to another game.
    fn assign_row(
        &mut self,
        seen: &RowSeen<'_>,
        before: Option<GameId>,
        events: &mut Vec<HallEvent>,
    ) -> GameId {
        let name = RowName { source: seen.source, row: Some(seen.row) };
        let (facts, line) = (Facts::of(seen.record, name.source), Line::of(seen.record));
        let candidates = self.candidates(&facts, before);
        let (mut rows_before, mut taken) = (HashSet::new(), HashMap::new());
        for game in &candidates {
            let rows = game.rows.iter().filter(|row| {
                let other = row.name.as_deref().filter(|other| *other != seen.row);
                *row.source == *seen.source
                    && other
                        .is_some_and(|other| self.game_of_row(seen.source, other) == Some(game.id))
            });
            // Of two boards with one game the one with more moves counts.
            let most = rows.map(|row| (row.line.n_plies(), row.record.result().is_some(), row));
            if let Some((_, is_finished, row)) =
                most.max_by_key(|(n_plies, is_finished, _)| (*n_plies, *is_finished))
            {
                rows_before.insert(game.id);
                taken.insert(game.id, Taken { line: row.line.clone(), is_finished });
            }
        }
        let matcher = Matcher {
            name,
            facts: &facts,
            line: &line,
            is_finished: seen.record.result().is_some(),
            place: before,
            rows_before: &rows_before,
            taken: &taken,
        };
        let n_boards = self.boards.get(seen.source).map_or(0, HashMap::len);
        let number = n_boards as u32 + u32::from(before.is_none());
        let choice = choose(&matcher, candidates.into_iter());
        let id = match &choice {
            Choice::Game(id) => *id,
            Choice::New | Choice::NewBeside(..) => {
                self.add_game(name, seen.record, seen.changed_at)
            }
        };
        self.shelves.put(id, &facts);
        if let Choice::NewBeside(kind, candidates) = choice {
            self.notice(kind, seen.source, number, id, &candidates, events);
        }
        id
    }

    /// Finds the game of each row of a source, and gives ids to new ones.
    fn assign(&mut self, seen: &Observation<'_>, events: &mut Vec<HallEvent>) -> Vec<GameId> {
        let before = self.rows.get(seen.source).cloned().unwrap_or_default();
        let mut assigned: Vec<GameId> = Vec::with_capacity(seen.records.len());
        let rows_before: HashSet<GameId> = before.iter().copied().collect();
        let mut taken: HashMap<GameId, Taken> = HashMap::new();
        let name = RowName { source: seen.source, row: None };
        for (index, record) in seen.records.iter().enumerate() {
            let (line, is_finished) = (Line::of(record), record.result().is_some());
            // A row that goes on in its place need not be compared with every other game.
            let place = before.get(index).copied();
            let is_free = |id: &GameId| !taken.contains_key(id);
            if let Some(id) =
                place.filter(|id| is_free(id) && self.plainly_goes_on(*id, name, record))
            {
                taken.insert(id, Taken { line, is_finished });
                assigned.push(id);
                continue;
            }
            let facts = Facts::of(record, seen.source);
            let matcher = Matcher {
                name,
                facts: &facts,
                line: &line,
                is_finished,
                place,
                rows_before: &rows_before,
                taken: &taken,
            };
            let choice = choose(&matcher, self.candidates(&facts, place).into_iter());
            let id = match &choice {
                Choice::Game(id) => *id,
                Choice::New | Choice::NewBeside(..) => self.add_game(name, record, seen.changed_at),
            };
            if let Choice::NewBeside(kind, candidates) = choice {
                let number = index as u32 + 1;
                self.notice(kind, seen.source, number, id, &candidates, events);
            }
            self.shelves.put(id, &facts);
            taken.insert(id, Taken { line, is_finished });
            assigned.push(id);
        }
        assigned
    }

    fn add_game(&mut self, name: RowName<'_>, record: &Record, at: Timestamp) -> GameId {
        self.n_ids += 1;
        let id = GameId(self.n_ids);
        self.games.insert(id, HallGame::new(id, name, record, at));
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
