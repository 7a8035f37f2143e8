//! The public display: what spectators and players may see of the hall, and nothing else.
//!
//! **Laws:** 12.6 and 6.12.2 of 2023: nobody is told of an irregularity, a flag, a count or a chance
//! to claim but by who may tell him. [`PublicBoard`] has no place for any of these, so that no page
//! of the display can show them, and a change that is none for spectators is not even sent.

mod server;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use crate::pages::shown::{ShownClock, points_text};
use crate::snapshot::{number_of, stamp};
use crate::{Board, BoardId, Setting, Snapshot};
pub use server::serve_public;
pub(crate) use server::{PUBLIC_ROUTES, PublicRoute, STREAM};
#[cfg(test)]
pub(crate) use server::{PublicDisplay, public_router};

/// A board as spectators see it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PublicBoard {
    pub id: BoardId,
    pub round: Option<u32>,
    pub number: String,
    pub white: String,
    pub black: String,
    pub position: Position,
    pub last_move: Option<Move>,
    /// The moves in their notation, from the first.
    pub moves: Vec<String>,
    /// Whether Black made the first of them, and its number.
    pub begins: (bool, u32),
    pub clocks: ByColor<ShownClock>,
    pub result: String,
}

/// What the display shows at a moment.
#[derive(Clone, Debug)]
pub(crate) struct PublicHall {
    /// Grows with each change.
    pub number: u64,
    /// When the display was started: numbers of another start mean nothing.
    pub epoch: Timestamp,
    pub facts: Facts,
    /// The boards, each with the number of the hall in which it changed last.
    pub boards: BTreeMap<BoardId, (u64, Arc<PublicBoard>)>,
    /// The boards that are shown no more, each with the number of the hall.
    pub gone: Vec<(u64, BoardId)>,
}

/// What is shown of the competition.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Facts {
    pub competition: String,
    pub round: Option<u32>,
    pub language: String,
}

/// Something that spectators will see when its time has come.
enum Change {
    Facts(Facts),
    Board(Arc<PublicBoard>),
    Gone(BoardId),
}

/// Takes snapshots of the desk and lets them out after a delay.
pub(crate) struct PublicFeed {
    delay: ClockTime,
    /// The last snapshot that was looked at.
    seen: u64,
    facts: Facts,
    /// What each board was when it was looked at last.
    boards: BTreeMap<BoardId, Arc<PublicBoard>>,
    waiting: VecDeque<(Timestamp, Change)>,
    hall: PublicHall,
}

impl PublicFeed {
    /// A display that shows everything so much later.
    pub fn new(delay: ClockTime, now: Timestamp) -> PublicFeed {
        PublicFeed {
            delay,
            seen: 0,
            facts: Facts::default(),
            boards: BTreeMap::new(),
            waiting: VecDeque::new(),
            hall: PublicHall {
                number: 0,
                epoch: now,
                facts: Facts::default(),
                boards: BTreeMap::new(),
                gone: Vec::new(),
            },
        }
    }

    /// Looks at a snapshot: what is new for spectators waits from now on.
    pub fn take(&mut self, snapshot: &Snapshot, now: Timestamp) {
        let ground = &snapshot.ground;
        let facts = Facts {
            competition: ground.setting(Setting::Competition).to_owned(),
            round: ground.current_round(),
            language: ground.setting(Setting::Language).to_owned(),
        };
        if facts != self.facts {
            self.facts = facts.clone();
            self.waiting.push_back((now, Change::Facts(facts)));
        }
        for live in snapshot.changed_since(self.seen) {
            let board = PublicBoard::of(&live.board, self.delay);
            if self.boards.get(&board.id).is_none_or(|known| **known != board) {
                let board = Arc::new(board);
                self.boards.insert(board.id, board.clone());
                self.waiting.push_back((now, Change::Board(board)));
            }
        }
        let known: Vec<BoardId> = self.boards.keys().copied().collect();
        for board in known.into_iter().filter(|board| snapshot.board(*board).is_none()) {
            self.boards.remove(&board);
            self.waiting.push_back((now, Change::Gone(board)));
        }
        self.seen = snapshot.number;
    }

    /// Lets out what has waited long enough; gives the hall where something has.
    pub fn let_out(&mut self, now: Timestamp) -> Option<PublicHall> {
        let before = self.hall.number;
        while let Some((at, _)) = self.waiting.front()
            && now.since(*at) >= self.delay
            && let Some((_, change)) = self.waiting.pop_front()
        {
            self.hall.number += 1;
            match change {
                Change::Facts(facts) => self.hall.facts = facts,
                Change::Gone(board) => {
                    self.hall.boards.remove(&board);
                    self.hall.gone.push((self.hall.number, board));
                }
                Change::Board(board) => {
                    self.hall.boards.insert(board.id, (self.hall.number, board));
                }
            }
        }
        (self.hall.number > before).then(|| self.hall.clone())
    }

    /// How long until something is to be let out; `None` where nothing waits.
    pub fn wait(&self, now: Timestamp) -> Option<ClockTime> {
        let (at, _) = self.waiting.front()?;
        Some((self.delay - now.since(*at)).max(ClockTime::ZERO))
    }

    /// What is shown before anything is let out.
    pub fn hall(&self) -> PublicHall {
        self.hall.clone()
    }
}

impl PublicHall {
    /// Its number with the start of the display, as pages and streams carry it.
    pub fn stamp(&self) -> String {
        stamp(self.epoch, self.number)
    }

    /// The number of a stamp; 0 for one of another start or none at all.
    pub fn number_of(&self, stamp: &str) -> u64 {
        number_of(self.epoch, stamp)
    }

    /// The boards that are not shown in a round any more since a number: taken out, or in another one.
    pub fn gone_since(&self, number: u64, round: Option<u32>) -> Vec<BoardId> {
        let taken_out = self.gone.iter().filter(|(at, _)| *at > number).map(|(_, board)| *board);
        let elsewhere = self
            .boards
            .values()
            .filter(|(version, board)| *version > number && !board.is_of(round));
        taken_out.chain(elsewhere.map(|(_, board)| board.id)).collect()
    }

    /// The boards of a round that changed after a number, in the order of their numbers.
    pub fn changed_since(&self, number: u64, round: Option<u32>) -> Vec<&Arc<PublicBoard>> {
        let changed =
            self.boards.values().filter(|(version, board)| *version > number && board.is_of(round));
        let mut boards: Vec<&Arc<PublicBoard>> = changed.map(|(_, board)| board).collect();
        boards.sort_by_key(|board| (board.number.parse::<u32>().unwrap_or(u32::MAX), board.id));
        boards
    }
}

impl PublicBoard {
    /// Whether it is shown with this round; with every round where none is asked for.
    fn is_of(&self, round: Option<u32>) -> bool {
        round.is_none() || self.round.is_none() || self.round == round
    }

    fn of(board: &Board, delay: ClockTime) -> PublicBoard {
        let game = &board.game;
        let before = game.positions().map(|(_, position)| position);
        let start = game.start();
        let clock = |color| {
            let mut clock = ShownClock::of(board, color);
            // In the time of the display a clock was read when the display shows it.
            clock.read_at += delay.as_millis();
            clock
        };
        PublicBoard {
            id: board.id,
            round: board.round,
            number: board.number.clone(),
            white: board.white.clone(),
            black: board.black.clone(),
            position: game.position().clone(),
            last_move: game.last_move().map(|made| made.played),
            moves: before.zip(game.moves()).map(|(at, made)| at.to_san(made.played)).collect(),
            begins: (start.turn() == Color::Black, start.fullmove_number()),
            clocks: ByColor::new_with(clock),
            result: board.final_result().map(points_text).unwrap_or_default(),
        }
    }

    /// The moves with their numbers: each a number, empty before a move of Black that follows one of
    /// White, and the move.
    pub fn numbered(&self) -> Vec<(String, &str)> {
        let (black_begins, first) = self.begins;
        let shift = usize::from(black_begins);
        let number = |index: usize| match ((index + shift) % 2, index) {
            (0, _) => format!("{}.", first + ((index + shift) / 2) as u32),
            (_, 0) => format!("{first}…"),
            _ => String::new(),
        };
        let moves = self.moves.iter().enumerate();
        moves.map(|(index, san)| (number(index), san.as_str())).collect()
    }
}
