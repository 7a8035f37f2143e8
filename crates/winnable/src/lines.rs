//! Attacks along lines by arithmetic, with tables of two kilobytes.
//!
//! A question asked once finds large tables of attacks outside the cache: reading them takes longer
//! than everything else. The squares that a line reaches are the carry of a subtraction, taken once
//! in each direction; on a rank, where bytes cannot be turned round at once, they are looked up.

use kaissa_chess::{Bitboard, Square};

/// For each square its file, diagonal and antidiagonal, without the square.
const MASKS: [[u64; 3]; 64] = masks();

/// For each file and each occupation of the six inner squares of a rank, what a rook reaches.
const RANKS: [[u8; 64]; 8] = ranks();

/// Squares that a rook attacks.
pub(crate) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let at = usize::from(from);
    let occupied = u64::from(occupied);
    let shift = at & 56;
    let inner = (occupied >> shift >> 1) as usize & 63;
    let rank = u64::from(RANKS[at & 7][inner]) << shift;
    Bitboard(rank | line(MASKS[at][0], at, occupied))
}

/// Squares that a bishop attacks.
pub(crate) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let at = usize::from(from);
    let occupied = u64::from(occupied);
    Bitboard(line(MASKS[at][1], at, occupied) | line(MASKS[at][2], at, occupied))
}

/// Squares that a queen attacks.
pub(crate) fn queen_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(from, occupied) | bishop_attacks(from, occupied)
}

/// The squares of a line up to the first that is occupied, in both directions.
#[inline]
const fn line(mask: u64, at: usize, occupied: u64) -> u64 {
    let occupied = occupied & mask;
    let forward = occupied.wrapping_sub((1 << at) << 1);
    let turned = occupied.swap_bytes().wrapping_sub((1 << (at ^ 56)) << 1);
    (forward ^ turned.swap_bytes()) & mask
}

const fn masks() -> [[u64; 3]; 64] {
    let steps = [(0, 1), (1, 1), (1, -1)];
    let mut masks = [[0; 3]; 64];
    let mut at = 0;
    while at < 64 {
        let mut kind = 0;
        while kind < 3 {
            let mut sign = -1;
            while sign <= 1 {
                let (file, rank) = (steps[kind].0 * sign, steps[kind].1 * sign);
                let (mut f, mut r) = (at % 8 + file, at / 8 + rank);
                while f >= 0 && f < 8 && r >= 0 && r < 8 {
                    masks[at as usize][kind] |= 1 << (r * 8 + f);
                    f += file;
                    r += rank;
                }
                sign += 2;
            }
            kind += 1;
        }
        at += 1;
    }
    masks
}

const fn ranks() -> [[u8; 64]; 8] {
    let mut ranks = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut step = -1;
            while step <= 1 {
                let mut f = file + step;
                while f >= 0 && f < 8 {
                    ranks[file as usize][inner] |= 1 << f;
                    if occupied >> f & 1 == 1 {
                        break;
                    }
                    f += step;
                }
                step += 2;
            }
            inner += 1;
        }
        file += 1;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_chess::attacks;

    #[test]
    fn lines_reach_what_the_tables_of_the_board_say() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for from in Square::ALL {
            for _ in 0..500 {
                word ^= word << 13;
                word ^= word >> 7;
                word ^= word << 17;
                let occupied = Bitboard(word & word.rotate_left(23));
                assert_eq!(rook_attacks(from, occupied), attacks::rook_attacks(from, occupied));
                assert_eq!(bishop_attacks(from, occupied), attacks::bishop_attacks(from, occupied));
                assert_eq!(queen_attacks(from, occupied), attacks::queen_attacks(from, occupied));
            }
        }
    }
}
