//! Which game of the hall is played at which board.

use std::sync::Arc;

use kaissa_game::{Record, Timestamp};
use kaissa_hall::{GameId, GameTitle, HallEvent};
use kaissa_journal::RowState;
use kaissa_laws::ClockTime;

use super::Keeper;
use super::by_hand::BY_HAND;
use crate::{Board, BoardId, Body, Pairing};

impl Keeper {
    /// Seats a game of the hall, if it is new, and takes over its record where it has changed.
    pub(super) fn seat_game(&mut self, game: GameId, source: &str, now: Timestamp) {
        let Some(view) = self.hall.view(game) else { return };
        let at = view.changed_at();
        let facts = Facts::of(&view.title(), view.record());
        let is_on_board = view.row().is_some();
        if !facts.is_nameless()
            && let Some(state) = self.sources.get_mut(source)
        {
            state.has_names = true;
        }
        let board = match self.seats.get(&game).copied() {
            Some(board) => {
                self.complete(board, facts, at, now);
                board
            }
            None if is_on_board && facts.is_nameless() && self.awaits_names(game, source, now) => {
                return;
            }
            None => self.seat(game, facts, at, now),
        };
        self.take_rows(game, board, source, now);
        if let Some(index) = self.nameless.iter().position(|waiting| waiting.game == game) {
            let told = self.nameless.remove(index).told;
            self.hear(told, now);
        }
    }

    /// Seats the games that have waited for their names for long enough.
    pub(super) fn seat_nameless(&mut self, now: Timestamp) {
        let is_due = |waiting: &&Nameless| now.since(waiting.since) >= NAMES_WITHIN;
        let due: Vec<(GameId, String)> = self
            .nameless
            .iter()
            .filter(is_due)
            .map(|waiting| (waiting.game, waiting.source.clone()))
            .collect();
        for (game, source) in due {
            self.seat_game(game, &source, now);
        }
        // One that the hall has merged with another is not there any more.
        self.nameless.retain(|waiting| now.since(waiting.since) < NAMES_WITHIN);
    }

    /// Whether a game without names is still given time: some sources tell them a little later, and
    /// by them it may be at a board of the pairings.
    fn awaits_names(&mut self, game: GameId, source: &str, now: Timestamp) -> bool {
        if self.tells_no_names(source, now) {
            return false;
        }
        match self.nameless.iter().find(|waiting| waiting.game == game) {
            Some(waiting) => now.since(waiting.since) < NAMES_WITHIN,
            None => {
                let (source, told) = (source.to_owned(), Vec::new());
                self.nameless.push(Nameless { game, source, since: now, told });
                true
            }
        }
    }

    /// Whether a source has had time enough for the names of its games, and has told none at all.
    fn tells_no_names(&self, source: &str, now: Timestamp) -> bool {
        self.sources.get(source).is_some_and(|state| {
            let is_old = state.heard_since.is_some_and(|since| now.since(since) >= NAMES_WITHIN);
            is_old && !state.has_names
        })
    }

    /// The board of a new game: one that is known and has no other game, else a new one.
    fn seat(&mut self, game: GameId, facts: Facts, at: Timestamp, now: Timestamp) -> BoardId {
        let taken = |id: BoardId| self.seats.values().any(|seated| *seated == id);
        let fits = |board: &&Arc<Board>| !taken(board.id) && facts.fit(board);
        let found = self.ground.boards().find(fits).map(|board| board.id);
        let board = found.unwrap_or_else(|| self.ground.next_board());
        self.seats.insert(game, board);
        if found.is_none() {
            let pairings = vec![facts.pairing(board)];
            self.stage_own(at, Body::PairingsEntered { pairings }, now);
        }
        board
    }

    /// Enters what was not known of a board before; what is known stays.
    fn complete(&mut self, board: BoardId, facts: Facts, at: Timestamp, now: Timestamp) {
        let Some(known) = self.ground.board(board) else { return };
        let filled = |known: &String, new: String| {
            if known.is_empty() { new } else { known.clone() }
        };
        // A board that was named by its serial number alone gets the number on its table too.
        let is_nameless = known.white.is_empty() && known.black.is_empty();
        let number = match is_nameless && !facts.number.is_empty() && !facts.is_nameless() {
            true => facts.number,
            false => filled(&known.number, facts.number),
        };
        let pairing = Pairing {
            board,
            round: known.round.or(facts.round),
            number,
            white: filled(&known.white, facts.white),
            black: filled(&known.black, facts.black),
        };
        let before = (&known.round, &known.number, &known.white, &known.black);
        if before != (&pairing.round, &pairing.number, &pairing.white, &pairing.black) {
            self.stage_own(at, Body::PairingsEntered { pairings: vec![pairing] }, now);
        }
    }

    /// Keeps what this source now says of a game, and which source is shown.
    fn take_rows(&mut self, game: GameId, board: BoardId, source: &str, now: Timestamp) {
        let (Some(view), Some(known)) = (self.hall.view(game), self.ground.board(board)) else {
            return;
        };
        let mut new = Vec::new();
        let unknown = RowState::default();
        for row in view.rows().filter(|row| row.source == source && row.is_held) {
            let name = row_name(row.source, row.row);
            let state = known.rows.get(&name).map_or(&unknown, |known| &known.state);
            if let Some(delta) = state.delta(row.record, view.placement()) {
                let delta = Box::new(delta);
                let body = Body::RecordObserved { board, source: name, delta };
                new.push((row.changed_at, body));
            }
        }
        let shown = row_name(view.source(), view.row());
        let is_first = known.source.is_empty() && new.len() == 1;
        // What arbiters wrote is in the game already.
        if shown != known.source && !is_first && view.source() != BY_HAND {
            new.push((now, Body::RecordFollowed { board, source: shown }));
        }
        for (at, body) in new {
            self.stage_own(at, body, now);
        }
    }
}

/// How long a game without names is not shown, so that its names may come: LiveChess tells them
/// every five seconds.
const NAMES_WITHIN: ClockTime = ClockTime::seconds(8);

/// A game that waits for the names of its players.
#[derive(Debug)]
pub(super) struct Nameless {
    pub game: GameId,
    source: String,
    since: Timestamp,
    /// What the hall has told of it meanwhile.
    pub told: Vec<HallEvent>,
}

/// How entries name the row of a source.
pub(super) fn row_name(source: &str, row: Option<&str>) -> String {
    match row {
        None => source.to_owned(),
        Some(row) => format!("{source}#{row}"),
    }
}

/// What a record says about who plays where.
struct Facts {
    round: Option<u32>,
    number: String,
    white: String,
    black: String,
}

impl Facts {
    fn of(title: &GameTitle, record: &Record) -> Facts {
        let name = |name: &Option<String>| match name.as_deref().map(str::trim) {
            None | Some("" | "?") => String::new(),
            Some(name) => name.to_owned(),
        };
        let round = record.tag("Round");
        let round = round.as_deref().and_then(|round| round.split('.').next()?.trim().parse().ok());
        Facts {
            round,
            number: title.board.clone().unwrap_or_default(),
            white: name(&title.white),
            black: name(&title.black),
        }
    }

    fn is_nameless(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }

    /// Whether the game is that of a board: nothing contradicts, and both names or the number of
    /// the board in the round speak for it.
    fn fit(&self, board: &Board) -> bool {
        let is_same_round = match (self.round, board.round) {
            (Some(mine), Some(theirs)) => mine == theirs,
            _ => true,
        };
        let names = [(&self.white, &board.white), (&self.black, &board.black)];
        let is_same = |(mine, theirs): &(&String, &String)| {
            !mine.is_empty() && words_of(mine) == words_of(theirs)
        };
        let contradicts = |(mine, theirs): &(&String, &String)| {
            !mine.is_empty() && !theirs.is_empty() && words_of(mine) != words_of(theirs)
        };
        let is_same_number = !self.number.is_empty() && self.number == board.number;
        let is_same_place = is_same_number && self.round.is_some() && self.round == board.round;
        is_same_round
            && !names.iter().any(contradicts)
            && (names.iter().all(is_same) || is_same_place)
    }

    fn pairing(self, board: BoardId) -> Pairing {
        let Facts { round, number, white, black } = self;
        Pairing { board, round, number, white, black }
    }
}

/// The words of a name in the order of the alphabet: `Carlsen, Magnus` is `Magnus Carlsen`.
fn words_of(name: &str) -> Vec<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let mut words: Vec<String> =
        words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_another_order() {
        assert_eq!(words_of("Carlsen, Magnus"), words_of("Magnus CARLSEN"));
        assert_ne!(words_of("Carlsen, Magnus"), words_of("Carlsen, Ellen"));
    }
}
