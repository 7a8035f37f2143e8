//! The search for a helpmate: both players work together towards one mate.
//!
//! It looks at the most promising position first and keeps all it has seen, exactly and not by a
//! hash alone. So the same search that finds a mate proves, when nothing is left to look at, that
//! there is none: what it has kept is then a closed set.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use kaissa_chess::{Bitboard, Color, Role, Square, attacks};

use crate::material::{self, MaterialBar};
use crate::state::{State, Step, pawn_push};

/// A search that can go on with a larger budget.
pub(crate) struct Helpmate {
    winner: Color,
    nodes: Vec<Node>,
    /// Guess of the distance, then the newest first (by the complement of its index).
    open: BinaryHeap<Reverse<(u32, u32)>>,
    /// Where the state of a hash is kept; a second state of the same hash moves on to the next.
    seen: HashMap<u64, u32, BuildHasherDefault<Ready>>,
    steps: Vec<Step>,
}

struct Node {
    state: State,
    parent: u32,
    step: Option<Step>,
}

/// How a stretch of search ended.
pub(crate) enum Found {
    Mate(Vec<Step>),
    /// Nothing is left to look at: there is no mate.
    Exhausted,
    OutOfBudget,
}

impl Helpmate {
    pub(crate) fn new(root: State, winner: Color) -> Helpmate {
        let mut search = Helpmate {
            winner,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            seen: HashMap::default(),
            steps: Vec::new(),
        };
        search.add(root, 0, None);
        search
    }

    pub(crate) fn table_entries(&self) -> usize {
        self.nodes.len()
    }

    /// Goes on until `spent`, which counts the positions made, reaches `limit`.
    pub(crate) fn run(&mut self, limit: u64, table_entries: usize, spent: &mut u64) -> Found {
        let mut steps = std::mem::take(&mut self.steps);
        let found = loop {
            let Some(&Reverse((_, newest))) = self.open.peek() else { break Found::Exhausted };
            if *spent >= limit || self.nodes.len() >= table_entries {
                break Found::OutOfBudget;
            }
            self.open.pop();
            let index = u32::MAX - newest;
            let state = self.nodes[index as usize].state;
            state.steps(&mut steps);
            *spent += steps.len() as u64;
            if let Some(&last) = steps.iter().find(|&&step| self.mates(&state, step)) {
                break Found::Mate(self.line(index, last));
            }
            for &step in &steps {
                self.add(state.after(step), index, Some(step));
            }
        };
        self.steps = steps;
        found
    }

    fn mates(&self, state: &State, step: Step) -> bool {
        state.turn() == self.winner && state.after(step).is_checkmate()
    }

    /// Keeps a state, unless it is known or its material bars a mate.
    fn add(&mut self, state: State, parent: u32, step: Option<Step>) {
        if bar(&state, self.winner).is_some() {
            return;
        }
        let mut hash = state.hash();
        while let Some(&index) = self.seen.get(&hash) {
            if self.nodes[index as usize].state == state {
                return;
            }
            hash = hash.wrapping_add(1);
        }
        let index = self.nodes.len() as u32;
        self.seen.insert(hash, index);
        self.nodes.push(Node { state, parent, step });
        self.open.push(Reverse((distance(&state, self.winner), u32::MAX - index)));
    }

    fn line(&self, mut index: u32, last: Step) -> Vec<Step> {
        let mut line = vec![last];
        while let Some(step) = self.nodes[index as usize].step {
            line.push(step);
            index = self.nodes[index as usize].parent;
        }
        line.reverse();
        line
    }
}

/// The material bar of a colour in a state.
pub(crate) fn bar(state: &State, color: Color) -> Option<MaterialBar> {
    material::bar(&|role| state.of_piece(color, role), &|role| state.of_piece(!color, role))
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
    let seen = state.attacked_by(winner);
    let ring = attacks::king_attacks(king);
    let flights = (ring & !state.of_color(loser) & !seen).count() as u32;
    let mut sum = flights * 6;
    let heavy = state.of_piece(winner, Role::Queen) | state.of_piece(winner, Role::Rook);
    let knights = state.of_piece(winner, Role::Knight);
    let bishops = state.of_piece(winner, Role::Bishop);
    let pawns = state.of_piece(winner, Role::Pawn);
    let both_bishops =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    let power =
        heavy.any() || both_bishops || (knights.any() && bishops.any()) || knights.count() > 1;
    if !power && pawns.any() {
        sum += 30 + promotion_distance(state, winner, pawns);
    }
    if heavy.any() || !power {
        sum += edge_distance(king) * 2;
    } else {
        sum += corner_distance(king) * 3;
    }
    sum += own.distance(king) * 2;
    if !heavy.any() {
        for piece in knights | bishops {
            sum += piece.distance(king);
        }
        if !power && pawns.is_empty() {
            sum += corner_distance(king) * 4;
            let near = (state.of_color(loser) & ring).count() as u32;
            sum += 12u32.saturating_sub(near * 6);
            for piece in state.of_color(loser).without(king) {
                sum += piece.distance(king);
            }
            let their_pawns = state.of_piece(loser, Role::Pawn);
            if their_pawns.any() {
                sum += promotion_distance(state, loser, their_pawns) / 2;
            }
        }
    }
    sum
}

fn promotion_distance(state: &State, color: Color, pawns: Bitboard) -> u32 {
    let occupied = state.occupied();
    pawns
        .into_iter()
        .map(|pawn| {
            let mut ahead = Bitboard::from_square(pawn);
            let mut steps = 0;
            loop {
                ahead = pawn_push(color, ahead);
                if ahead.is_empty() {
                    return steps;
                }
                steps += 4;
                if (ahead & occupied).any() {
                    steps += if (ahead & state.of_role(Role::Pawn)).any() { 12 } else { 4 };
                }
            }
        })
        .min()
        .unwrap_or(0)
}

fn edge_distance(square: Square) -> u32 {
    let file = square.file() as u32;
    let rank = square.rank() as u32;
    file.min(7 - file).min(rank).min(7 - rank)
}

fn corner_distance(square: Square) -> u32 {
    let file = square.file() as u32;
    let rank = square.rank() as u32;
    file.min(7 - file).max(rank.min(7 - rank))
}
