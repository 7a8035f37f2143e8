//! The list of moves that a board tells, and since when it tells each of them.

use std::sync::atomic::{AtomicU64, Ordering};

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{Color, Position};
use kaissa_game::Timestamp;

use crate::{LiveMove, LiveRecord};

/// The longest token that is taken for a move.
const LONGEST_MOVE: usize = 16;

/// What stands on a board at the beginning of a game.
pub(super) const USUAL_PLACEMENT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The moves that a board tells, from the start of the game.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The start as last told, which may stand in the middle of the game.
    start: String,
    /// The moves before it, where it stands in the game.
    base: Vec<String>,
    /// The start of the whole list as a FEN, where it is not the usual one.
    pub start_fen: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// Since when each has been told without a break.
    pub since: Vec<Timestamp>,
    /// When the list last became shorter or another one.
    pub broken_at: Timestamp,
    /// Whether moves were taken off its end, and the record has not gone on otherwise since.
    pub is_cut: bool,
    /// Whether a list was told since the connection was made.
    pub is_told: bool,
    /// Which list this is: one that changes gets another number, and no two share one.
    version: u64,
}

/// A number that no list has had.
fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed)
}

/// What a new list changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    /// How many moves stay.
    pub n_kept: usize,
    /// How many there were.
    pub n_before: usize,
    /// The first move that is told no more, and since when it had been.
    pub replaced: Option<(String, Timestamp)>,
}

impl Told {
    pub fn new() -> Told {
        Told {
            start: String::new(),
            base: Vec::new(),
            start_fen: None,
            moves: Vec::new(),
            since: Vec::new(),
            broken_at: Timestamp(0),
            is_cut: false,
            is_told: false,
            version: next_version(),
        }
    }

    /// Takes the position from which moves are told; it may stand in the middle of the game.
    pub fn set_start(&mut self, start: &str, live: &LiveRecord) {
        if self.start == start && self.is_told {
            return;
        }
        self.version = next_version();
        start.clone_into(&mut self.start);
        self.base.clear();
        self.start_fen = None;
        if is_usual(start) {
            return;
        }
        match plies_to(live, start) {
            Some(n_plies) => {
                let before = live.moves.iter().take(n_plies);
                self.base.extend(before.map(|moved| moved.written.clone()));
                self.start_fen.clone_from(&live.start_fen);
            }
            None => self.start_fen = Some(start.to_owned()),
        }
    }

    /// Looks for the start anew in a record that has changed.
    pub fn rejoin(&mut self, live: &LiveRecord) {
        if self.start_fen.is_none() || self.start_fen == live.start_fen {
            return;
        }
        let Some(n_plies) = plies_to(live, &self.start) else { return };
        self.version = next_version();
        self.base = live.moves.iter().take(n_plies).map(|moved| moved.written.clone()).collect();
        self.start_fen.clone_from(&live.start_fen);
        self.moves.splice(0..0, self.base.iter().cloned());
        self.since.splice(0..0, std::iter::repeat_n(self.broken_at, n_plies));
    }

    /// Takes the list of moves since the start; `None` where it is as before.
    pub fn set_moves(&mut self, told: &[&str], now: Timestamp) -> Option<Change> {
        self.is_told = true;
        let base = std::mem::take(&mut self.base);
        let all: Vec<&str> = base.iter().map(String::as_str).chain(told.iter().copied()).collect();
        let all = without_double_castling(self.start_fen.as_deref(), all);
        let change = self.replace(&all, now);
        self.base = base;
        change
    }

    fn replace(&mut self, all: &[&str], now: Timestamp) -> Option<Change> {
        let n_before = self.moves.len();
        let n_kept = self.moves.iter().zip(all).take_while(|(old, new)| is_same(old, new)).count();
        if n_kept == n_before && n_before == all.len() {
            return None;
        }
        self.version = next_version();
        let replaced = self.moves.get(n_kept).cloned().zip(self.since.get(n_kept).copied());
        if n_kept < n_before {
            self.broken_at = now;
        }
        self.is_cut = n_kept == all.len() || (self.is_cut && n_kept < n_before);
        self.moves.truncate(n_kept);
        self.since.truncate(n_kept);
        for written in all.iter().skip(n_kept) {
            self.moves.push((*written).to_owned());
            self.since.push(now);
        }
        Some(Change { n_kept, n_before, replaced })
    }

    /// Which list this is: while the number stays, so do the moves and their start.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Who has the move after so many plies.
    pub fn turn_after(&self, n_plies: usize) -> Color {
        turn_after(self.start_fen.as_deref(), n_plies)
    }

    /// How many plies the list and a record begin with in common; 0 where they start differently.
    pub fn common(&self, live: &LiveRecord) -> usize {
        if self.start_fen != live.start_fen {
            return 0;
        }
        let pairs = self.moves.iter().zip(&live.moves);
        pairs.take_while(|(told, believed)| is_same(told, &believed.written)).count()
    }
}

/// Who has the move after so many plies from a start.
pub(super) fn turn_after(start_fen: Option<&str>, n_plies: usize) -> Color {
    let is_black_first = start_fen.and_then(|fen| fen.split(' ').nth(1)) == Some("b");
    Color::from_white(n_plies.is_multiple_of(2) != is_black_first)
}

/// Whether two tokens write the same move: signs of check and mate do not count.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    let bare = |text: &'_ str| text.trim_end_matches(['+', '#', '!', '?']).len();
    left == right || left.get(..bare(left)) == right.get(..bare(right))
}

/// Whether a token puts a king in the centre: LiveChess takes the gesture for the result as a move.
pub(super) fn is_king_to_centre(written: &str) -> bool {
    let Some(rest) = written.strip_prefix('K') else { return false };
    let rest = rest.trim_end_matches(['+', '#']);
    rest.ends_with("d4") || rest.ends_with("d5") || rest.ends_with("e4") || rest.ends_with("e5")
}

/// Whether a token can be a move at all.
pub(super) fn is_token(written: &str) -> bool {
    !written.is_empty() && written.len() <= LONGEST_MOVE && written.is_ascii()
}

fn is_usual(fen: &str) -> bool {
    let mut fields = fen.split(' ');
    fields.next() == Some(USUAL_PLACEMENT) && fields.next().is_none_or(|turn| turn == "w")
}

/// After how many plies of a record a position stood, the last time; turn and placement decide.
fn plies_to(live: &LiveRecord, fen: &str) -> Option<usize> {
    let wanted = first_two(fen)?;
    let record = live.record();
    let mut position = record.start.clone();
    let mut found = None;
    for n_plies in 0..=record.plies.len() {
        if first_two(&position.to_fen()) == Some(wanted) {
            found = Some(n_plies);
        }
        if let Some(ply) = record.plies.get(n_plies) {
            ply.play_on(&mut position);
        }
    }
    found
}

fn first_two(fen: &str) -> Option<(&str, &str)> {
    let mut fields = fen.split(' ');
    fields.next().zip(fields.next())
}

/// The list without a castling that is told twice in a row, unless both players really castled.
fn without_double_castling<'t>(start_fen: Option<&str>, moves: Vec<&'t str>) -> Vec<&'t str> {
    let is_double = |pair: &[&str]| match pair {
        [first, second] => first.starts_with("O-O") && is_same(first, second),
        _ => false,
    };
    if !moves.windows(2).any(is_double) {
        return moves;
    }
    let start = start_fen.and_then(|fen| Position::from_fen(fen).ok());
    let mut position = start.map_or_else(Position::start, |(position, _)| position);
    let mut kept: Vec<&str> = Vec::with_capacity(moves.len());
    for written in moves {
        let reading = position.read_move(written, Language::English);
        let is_again = kept.last().is_some_and(|last| is_double(&[last, written]));
        if is_again && !matches!(reading, Reading::Legal { .. }) {
            continue;
        }
        match reading {
            Reading::Legal { played, .. } | Reading::Illegal { played, .. } => {
                position.play(played)
            }
            Reading::Null | Reading::Unclear(_) => position.pass(),
        }
        kept.push(written);
    }
    kept
}

/// How many moves two lists begin with in common.
pub(super) fn common(left: &[LiveMove], right: &[LiveMove]) -> usize {
    let pairs = left.iter().zip(right);
    pairs.take_while(|(left, right)| is_same(&left.written, &right.written)).count()
}
