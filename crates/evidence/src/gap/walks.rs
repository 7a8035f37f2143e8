//! How many moves each man can take to its place when nothing is captured and no pawn moves.

use kaissa_chess::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::{Men, men_castled, men_of};

/// A set of numbers of moves, 0 to 127: bit n is set when n moves are possible.
pub(super) type Counts = u128;

/// Every number of moves that can be told apart.
const MOST: u32 = u128::BITS;

/// Men that are not pawns.
const WALKERS: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The ways of every man to the places of the second position.
///
/// Pawns stand still, so they bar the way, and a king never steps where a pawn of the other side
/// guards. Everything else is taken to be out of the way, which can only make the ways shorter.
pub(super) struct Walks {
    ways: Vec<Ways>,
}

/// The ways to one place: for each square the numbers of moves from there.
struct Ways {
    color: Color,
    role: Role,
    from: [Counts; 64],
}

impl Walks {
    pub(super) fn to(target: &Board, start: &Board) -> Walks {
        let mut ways = Vec::new();
        for color in Color::ALL {
            let guarded = guarded_by_pawns(target, !color);
            // A king in check from a pawn stands on such a square before its first move.
            let barred = guarded & !start.by_piece(Role::King.of(color));
            for role in WALKERS {
                let barred = if role == Role::King { barred } else { Bitboard::EMPTY };
                for place in target.by_piece(role.of(color)) {
                    let from = ways_to(place, role, target.pawns(), barred);
                    ways.push(Ways { color, role, from });
                }
            }
        }
        Walks { ways }
    }

    /// The numbers of moves in which `color` can bring all its men to their places.
    pub(super) fn counts(&self, position: &Position, color: Color) -> Counts {
        let as_it_stands = self.counts_of(&men_of(position.board(), color), color);
        let castled = men_castled(position, color).into_iter();
        castled.fold(as_it_stands, |counts, men| counts | self.counts_of(&men, color) << 1)
    }

    fn counts_of(&self, men: &Men, color: Color) -> Counts {
        WALKERS.into_iter().fold(1, |all, role| {
            if all == 0 {
                return 0;
            }
            let places = self.ways.iter().filter(|ways| ways.color == color && ways.role == role);
            let alike = men.iter().filter(|(_, piece)| piece.role == role);
            added(all, shared_out(alike.map(|&(square, _)| square).collect(), places))
        })
    }
}

/// The numbers of moves in which like men can take like places, whoever takes which.
fn shared_out<'a>(men: Vec<Square>, places: impl Iterator<Item = &'a Ways>) -> Counts {
    // More of one kind than this never stood on a board; nothing is claimed about them.
    if men.len() > 12 {
        return Counts::MAX;
    }
    // by_taken[s]: the counts when the places so far went to the men in the set s.
    let mut by_taken: Vec<Counts> = vec![0; 1 << men.len()];
    if let Some(none_taken) = by_taken.first_mut() {
        *none_taken = 1;
    }
    let mut n_places = 0;
    for place in places {
        n_places += 1;
        let mut next: Vec<Counts> = vec![0; by_taken.len()];
        for (taken, &counts) in by_taken.iter().enumerate().filter(|(_, counts)| **counts != 0) {
            for (index, &man) in men.iter().enumerate() {
                let with = taken | 1 << index;
                if with != taken
                    && let Some(sum) = next.get_mut(with)
                {
                    *sum |= added(counts, place.from[usize::from(man)]);
                }
            }
        }
        by_taken = next;
    }
    if n_places == men.len() { by_taken.last().copied().unwrap_or(0) } else { 0 }
}

/// The sums of one number from each set.
fn added(a: Counts, b: Counts) -> Counts {
    let (mut few, many) = if a.count_ones() < b.count_ones() { (a, b) } else { (b, a) };
    let mut sums = 0;
    while few != 0 {
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// Walks backwards from the place; every quiet step can be taken back, so the ways are the same.
fn ways_to(place: Square, role: Role, pawns: Bitboard, barred: Bitboard) -> [Counts; 64] {
    let mut ways = [0; 64];
    let mut reached = Bitboard::from_square(place);
    for n in 0..MOST {
        for square in reached {
            ways[usize::from(square)] |= 1 << n;
        }
        reached = step(reached, role, pawns) & !pawns & !barred;
    }
    ways
}

fn step(squares: Bitboard, role: Role, pawns: Bitboard) -> Bitboard {
    squares.into_iter().fold(Bitboard::EMPTY, |all, square| {
        all | match role {
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, pawns),
            Role::Rook => attacks::rook_attacks(square, pawns),
            Role::Queen => attacks::queen_attacks(square, pawns),
            Role::King => attacks::king_attacks(square),
            Role::Pawn => Bitboard::EMPTY,
        }
    })
}

fn guarded_by_pawns(board: &Board, color: Color) -> Bitboard {
    let pawns = board.by_piece(Role::Pawn.of(color));
    pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(color, pawn))
}
