//! When two positions are the same (9.2.3).

use std::collections::HashMap;

use shakmaty::{Bitboard, Color, Square};

use crate::Position;

/// What makes two positions the same: equal keys, no more and no less.
///
/// **Laws:** 9.2.3. Same player to move, same kinds and colours on the same squares, same possible
/// moves of all pieces. The last is read as 9.2.3.1 and 9.2.3.2 read it: a capture en passant counts
/// only while it is legal, castling rights count until king or rook have moved (or the rook is
/// gone). Counters play no part.
///
/// The key is exact, not a hash: four planes give the kind and colour on each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PositionKey {
    planes: [u64; 4],
    castling_rooks: u64,
    en_passant: Option<Square>,
    turn: Color,
}

impl PositionKey {
    pub(crate) fn of(position: &Position) -> PositionKey {
        PositionKey {
            planes: planes(position),
            castling_rooks: position.castling_rooks().into(),
            en_passant: position.en_passant_square(),
            turn: position.turn(),
        }
    }

    /// Whether placement and side to move agree, rights left out: the same diagram.
    pub fn is_same_diagram(&self, other: &PositionKey) -> bool {
        self.planes == other.planes && self.turn == other.turn
    }

    /// A small number that tells nearly all keys of a game apart; equal keys give equal numbers.
    fn print(&self) -> u32 {
        const FACTORS: [u64; 4] = [
            0x9e37_79b9_7f4a_7c15,
            0xc2b2_ae3d_27d4_eb4f,
            0x1656_67b1_9e37_79f9,
            0x27d4_eb2f_1656_67c5,
        ];
        let products =
            self.planes.into_iter().zip(FACTORS).map(|(plane, by)| plane.wrapping_mul(by));
        (products.fold(self.turn as u64, |all, product| all.wrapping_add(product)) >> 32) as u32
    }

    /// A number for names and indexes, the same on every machine; equal keys give equal numbers.
    pub fn fingerprint(&self) -> u64 {
        let mut state = 0xcbf2_9ce4_8422_2325_u64;
        let rights =
            [self.castling_rooks, self.en_passant.map_or(64, |s| s as u64), self.turn as u64];
        for word in self.planes.into_iter().chain(rights) {
            state = (state ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            state ^= state >> 29;
        }
        state
    }
}

/// Kinds are numbered pawn 1 to king 6; plane n holds bit n of the number, the last plane White.
fn planes(position: &Position) -> [u64; 4] {
    let board = position.board();
    let or = |a: Bitboard, b: Bitboard, c: Bitboard| u64::from(a | b | c);
    [
        or(board.pawns(), board.bishops(), board.queens()),
        or(board.knights(), board.bishops(), board.kings()),
        or(board.rooks(), board.queens(), board.kings()),
        board.white().into(),
    ]
}

/// Counts how often each position of a game has stood, move by move.
///
/// A capture or a pawn move ends every chance of repetition (as losing a right does), so only the
/// plies since then are kept. Give it each position in order; it answers with the occurrences of
/// the one just given.
#[derive(Clone, Debug, Default)]
pub struct Repetitions {
    /// Keys of the present series, with their plies.
    series: Vec<(PositionKey, u32)>,
    /// The print of each key of the series: nearly always no earlier one is equal, and that is told
    /// without looking at the keys.
    prints: Vec<u32>,
    /// For long series: the places in `series` of each key.
    index: HashMap<PositionKey, Vec<u32>>,
    plies: Vec<u32>,
}

/// A series longer than this is looked up by key instead of being gone through.
const INDEX_FROM: usize = 512;

impl Repetitions {
    /// A counter to which no position has been given.
    pub fn new() -> Repetitions {
        Repetitions::default()
    }

    /// Forgets everything, keeping its memory for the next game.
    pub fn clear(&mut self) {
        self.begin_series();
        self.plies.clear();
    }

    fn begin_series(&mut self) {
        self.series.clear();
        self.prints.clear();
        // Emptying a map takes a look at all of its room, even where nothing is in it.
        if !self.index.is_empty() {
            self.index.clear();
        }
    }

    /// Takes the position after `ply` and returns the plies of all its occurrences, itself last.
    ///
    /// `zeroing` tells that the move to it was a capture or a pawn move: no earlier position can
    /// stand again.
    pub fn add(&mut self, key: PositionKey, ply: u32, zeroing: bool) -> &[u32] {
        if zeroing {
            self.begin_series();
        }
        self.plies.clear();
        let print = key.print();
        if self.series.len() >= INDEX_FROM {
            self.add_indexed(key, ply);
        } else if self.prints.iter().filter(|seen| **seen == print).count() > 0 {
            let earlier = self.series.iter().filter(|(seen, _)| *seen == key);
            self.plies.extend(earlier.map(|&(_, ply)| ply));
        }
        self.series.push((key, ply));
        self.prints.push(print);
        self.plies.push(ply);
        &self.plies
    }

    fn add_indexed(&mut self, key: PositionKey, ply: u32) {
        if self.index.is_empty() {
            for &(seen, ply) in &self.series {
                self.index.entry(seen).or_default().push(ply);
            }
        }
        let places = self.index.entry(key).or_default();
        self.plies.extend_from_slice(places);
        places.push(ply);
    }
}
