//! The search for a helpmate: both players work together towards one mate.
//!
//! It looks at the most promising position first and keeps all it has seen, exactly and not by a
//! hash alone. So the same search that finds a mate proves, when nothing is left to look at, that
//! there is none: what it has kept is then a closed set.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use kaissa_chess::{Bitboard, Color, Role, Square, attacks};

use crate::material::{MaterialBar, Men};
use crate::seen::Seen;
use crate::state::{Packed, State, Step, StepKind, pawn_push};

/// A search that can go on with a larger budget.
///
/// It takes by turns the position nearest to a mate and the one that is most of a novelty: kings
/// where they have not stood together with these pawns and pieces, or a piece on a new square. The
/// first finds the mate where little stands in the way, the second the one way out of a fortress.
pub(crate) struct Helpmate {
    winner: Color,
    nodes: Vec<Node>,
    /// Guess of the distance, then the newest first (by the complement of its index).
    near: BinaryHeap<Reverse<(u32, u32)>>,
    novel: BinaryHeap<Reverse<(u32, u32)>>,
    turn_of_novel: bool,
    /// Where each state is kept.
    seen: Seen,
    /// Hashes of what has been seen with the same pawns and pieces: only the order rests on them.
    features: HashSet<u64, BuildHasherDefault<Ready>>,
    /// Novelties found with the same pawns and pieces.
    counts: HashMap<u64, u32, BuildHasherDefault<Ready>>,
    steps: Vec<Step>,
}

struct Node {
    state: Packed,
    /// The first node is its own.
    parent: u32,
    /// Captures and pawn moves before it.
    changes: u16,
    is_open: bool,
    turn: Color,
}

impl Node {
    fn state(&self) -> State {
        State::unpack(&self.state, self.turn)
    }
}

/// How a stretch of search ended.
pub(crate) enum Found {
    Mate(Vec<Step>),
    /// Nothing is left to look at: there is no mate.
    Exhausted,
    OutOfBudget,
}

/// How many novelties of one kind weigh as much as one more capture or pawn move.
const NOVELTIES_A_CHANGE: u32 = 16;

impl Helpmate {
    pub(crate) fn new(root: State, winner: Color) -> Helpmate {
        let mut search = Helpmate {
            winner,
            nodes: Vec::new(),
            near: BinaryHeap::new(),
            novel: BinaryHeap::new(),
            turn_of_novel: false,
            seen: Seen::default(),
            features: HashSet::default(),
            counts: HashMap::default(),
            steps: Vec::new(),
        };
        search.add(root, 0, None, 0);
        search
    }

    pub(crate) fn table_entries(&self) -> usize {
        self.nodes.len()
    }

    /// The states kept, with what bars a mate in those that were not played on. When the search is
    /// exhausted they are all that can come.
    pub(crate) fn states(&self) -> impl Iterator<Item = (State, Option<MaterialBar>)> {
        self.nodes.iter().map(|node| {
            let state = node.state();
            (state, bar(&state, self.winner))
        })
    }

    /// Goes on until `spent`, which counts the positions made, reaches `limit`.
    pub(crate) fn run(
        &mut self,
        limit: u64,
        table_entries: usize,
        order: Order,
        spent: &mut u64,
    ) -> Found {
        let mut steps = std::mem::take(&mut self.steps);
        let found = loop {
            if *spent >= limit || self.nodes.len() >= table_entries {
                break Found::OutOfBudget;
            }
            let Some(index) = self.next(order) else { break Found::Exhausted };
            let node = &self.nodes[index as usize];
            let (state, changes) = (node.state(), node.changes);
            state.steps(&mut steps);
            *spent += steps.len() as u64;
            if let Some(&last) = steps.iter().find(|&&step| self.mates(&state, step)) {
                break Found::Mate(self.line(index, last));
            }
            for &step in &steps {
                let changed = u16::from(state.is_lasting(step));
                self.add(state.after(step), index, Some(step), changes.saturating_add(changed));
            }
        };
        self.steps = steps;
        found
    }

    /// Takes the next position from the two orders.
    fn next(&mut self, order: Order) -> Option<u32> {
        loop {
            self.turn_of_novel = order == Order::Both && !self.turn_of_novel;
            let by_novelty = if self.turn_of_novel { self.novel.pop() } else { None };
            let index = match by_novelty {
                Some(Reverse((_, index))) => index,
                None => u32::MAX - self.near.pop()?.0.1,
            };
            let node = &mut self.nodes[index as usize];
            if std::mem::take(&mut node.is_open) {
                return Some(index);
            }
        }
    }

    fn mates(&self, state: &State, step: Step) -> bool {
        state.turn() == self.winner && state.after(step).is_checkmate()
    }

    /// Keeps a state unless it is known; it is not played on if its material bars a mate.
    fn add(&mut self, state: State, parent: u32, step: Option<Step>, changes: u16) {
        let (packed, turn) = (state.pack(), state.turn());
        let index = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let same = |index: u32| {
            let node = &nodes[index as usize];
            node.state == packed && node.turn == turn
        };
        if !self.seen.insert(state.hash(), index, same) {
            return;
        }
        let is_open = bar(&state, self.winner).is_none();
        self.nodes.push(Node { state: packed, parent, changes, is_open, turn });
        if !is_open {
            return;
        }
        self.near.push(Reverse((distance(&state, self.winner), u32::MAX - index)));
        let men = state.men_hash();
        if self.is_novel(&state, men, step) {
            let count = self.counts.entry(men).or_insert(0);
            *count += 1;
            self.novel.push(Reverse((*count + NOVELTIES_A_CHANGE * u32::from(changes), index)));
        }
    }

    fn is_novel(&mut self, state: &State, men: u64, step: Option<Step>) -> bool {
        let kings = (state.king(Color::White) as u64) << 7
            | (state.king(Color::Black) as u64) << 1
            | state.turn() as u64;
        let piece = step.map(|step| {
            let role = match step.kind {
                StepKind::Promotion(role) => role,
                _ => step.role,
            };
            (1 << 16) | (role as u64) << 8 | (step.to as u64) << 1 | state.turn() as u64
        });
        let mut add = |feature: u64| self.features.insert(mix(men ^ feature));
        add(kings) | piece.is_some_and(add)
    }

    fn line(&self, mut index: u32, last: Step) -> Vec<Step> {
        let mut line = vec![last];
        let mut steps = Vec::new();
        while index != 0 {
            let here = self.nodes[index as usize].state();
            index = self.nodes[index as usize].parent;
            let before = self.nodes[index as usize].state();
            before.steps(&mut steps);
            line.extend(steps.iter().find(|&&step| before.after(step) == here));
        }
        line.reverse();
        line
    }
}

/// In which order positions are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// The nearest to a mate first.
    Near,
    /// By turns the nearest and the most novel.
    Both,
}

fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ (word >> 29)
}

/// The material bar of a colour in a state.
pub(crate) fn bar(state: &State, color: Color) -> Option<MaterialBar> {
    if (state.of_color(color) & !state.of_role(Role::Knight) & !state.of_role(Role::Bishop))
        .more_than_one()
    {
        return None;
    }
    let men = |color| Men::count(|role| state.of_piece(color, role));
    men(color).bar(&men(!color))
}

/// A hasher for keys that are hashes already.
#[derive(Default)]
pub(crate) struct Ready(u64);

impl Hasher for Ready {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// A guess of how far the mate is: smaller is nearer. It only orders the search.
pub(crate) fn distance(state: &State, winner: Color) -> u32 {
    let loser = !winner;
    let king = state.king(loser);
    let own = state.king(winner);
    let ring = attacks::king_attacks(king);
    let flights = ring & !state.of_color(loser) & !state.attacked_by(winner);
    let mut sum = flights.count() as u32 * 6 + own.distance(king) * 2;
    if (state.of_piece(winner, Role::Queen) | state.of_piece(winner, Role::Rook)).any() {
        return sum + edge_distance(king) * 2;
    }
    let knights = state.of_piece(winner, Role::Knight);
    let bishops = state.of_piece(winner, Role::Bishop);
    let pawns = state.of_piece(winner, Role::Pawn);
    for piece in knights | bishops {
        sum += piece.distance(king);
    }
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    let has_power = (light && dark) || (knights.any() && bishops.any()) || knights.more_than_one();
    if has_power && !(light && dark) && pawns.is_empty() {
        return sum + corner_distance(king, corners(bishops)) * 3;
    }
    if let Some((steps, is_free)) = promotion_distance(state, winner, pawns)
        && !has_power
        && (is_free || (knights | bishops).is_empty())
    {
        return sum + 40 + steps + edge_distance(king) * 2;
    }
    // The king has to be hemmed in by his own men in a corner where he can be checked.
    sum += corner_distance(king, corners(bishops)) * 4;
    let mut helpers: [u32; 2] = [8; 2];
    for piece in state.of_color(loser).without(king) {
        let distance = piece.distance(king);
        if distance < helpers[1] {
            helpers = [helpers[0].min(distance), helpers[0].max(distance)];
        }
    }
    sum += (helpers[0] + helpers[1]) * 3;
    let their_pawns = state.of_piece(loser, Role::Pawn);
    if !has_power && (state.of_color(loser) & !their_pawns).count() < 3 {
        sum += promotion_distance(state, loser, their_pawns).map_or(0, |(steps, _)| steps / 2);
    }
    sum
}

/// How far the pawn with the shortest way to the last rank has to go, what stands in the way
/// counted, and whether no pawn does. `None` without pawns.
fn promotion_distance(state: &State, color: Color, pawns: Bitboard) -> Option<(u32, bool)> {
    let occupied = state.occupied();
    let way = |pawn: Square| {
        let mut ahead = Bitboard::from_square(pawn);
        let (mut steps, mut is_free) = (0, true);
        loop {
            ahead = pawn_push(color, ahead);
            if ahead.is_empty() {
                return (steps, is_free);
            }
            steps += 4;
            if (ahead & state.of_role(Role::Pawn)).any() {
                is_free = false;
                steps += 12;
            } else if (ahead & occupied).any() {
                steps += 4;
            }
        }
    };
    pawns.into_iter().map(way).min()
}

/// The corners in which bishops can check; all if there is none, or bishops of both colours.
pub(crate) fn corners(bishops: Bitboard) -> Bitboard {
    let light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let dark = (bishops & Bitboard::DARK_SQUARES).any();
    match (light, dark) {
        (true, false) => Bitboard::CORNERS & Bitboard::LIGHT_SQUARES,
        (false, true) => Bitboard::CORNERS & Bitboard::DARK_SQUARES,
        _ => Bitboard::CORNERS,
    }
}

pub(crate) fn edge_distance(square: Square) -> u32 {
    let file = square.file() as u32;
    let rank = square.rank() as u32;
    file.min(7 - file).min(rank).min(7 - rank)
}

pub(crate) fn corner_distance(square: Square, corners: Bitboard) -> u32 {
    corners.into_iter().map(|corner| corner.distance(square)).min().unwrap_or(0)
}
