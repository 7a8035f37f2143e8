//! The fewest moves a player needs for his men when captures and pawn moves are possible.

use kaissa_chess::{Board, Color, Piece, Position, Role, Square};

use super::{Men, men_castled, men_of};

/// A way that does not exist; small enough that a row of them can be added.
const NO_WAY: u32 = 1 << 20;

/// The fewest moves in which `color` can bring its men to their places, ways taken to be free.
///
/// Each man of the second position was a man of the first; those left over were captured. A player
/// makes at least one move for each man the other lost. `None` if no way exists.
pub(super) fn fewest_moves(from: &Position, to: &Board, color: Color) -> Option<u32> {
    let new = men_of(to, color);
    let as_it_stands = fewest_between(&men_of(from.board(), color), &new);
    let castled = men_castled(from, color).into_iter().map(|men| fewest_between(&men, &new) + 1);
    let fewest = castled.fold(as_it_stands, u32::min);
    if fewest >= NO_WAY {
        return None;
    }
    let captures = captured(from.board(), to, !color)?;
    Some(fewest.max(captures))
}

/// The men of `color` that are gone; `None` if there are more than before.
fn captured(from: &Board, to: &Board, color: Color) -> Option<u32> {
    let count = |board: &Board| board.by_color(color).count();
    u32::try_from(count(from).checked_sub(count(to))?).ok()
}

fn fewest_between(old: &Men, new: &Men) -> u32 {
    if old.len() < new.len() {
        return NO_WAY;
    }
    let costs: Vec<Vec<u32>> = new
        .iter()
        .map(|&(place, piece)| {
            old.iter().map(|&(man, was)| moves(was, man, piece, place)).collect()
        })
        .collect();
    cheapest_assignment(&costs, old.len())
}

/// The fewest moves in which one man can become another on an empty board.
fn moves(was: Piece, from: Square, becomes: Piece, to: Square) -> u32 {
    match (was.role, becomes.role) {
        (Role::Pawn, Role::Pawn) => pawn_moves(was.color, from, to),
        (Role::Pawn, Role::King) => NO_WAY,
        (Role::Pawn, promoted) => promotion_moves(was.color, from, promoted, to),
        (role, same) if role == same => walk(role, from, to),
        _ => NO_WAY,
    }
}

fn pawn_moves(color: Color, from: Square, to: Square) -> u32 {
    let forward = |square: Square| match color {
        Color::White => u32::from(square.rank()),
        Color::Black => 7 - u32::from(square.rank()),
    };
    let sideways = from.file().distance(to.file());
    let Some(ranks) = forward(to).checked_sub(forward(from)) else { return NO_WAY };
    if sideways > ranks {
        return NO_WAY;
    }
    let double_step = forward(from) == 1 && ranks >= 2 && ranks - 2 >= sideways;
    ranks - u32::from(double_step)
}

fn promotion_moves(color: Color, from: Square, promoted: Role, to: Square) -> u32 {
    let last = color.fold_wb(56_u32, 0);
    (0..8)
        .map(|file| Square::new(last + file))
        .map(|square| pawn_moves(color, from, square) + walk(promoted, square, to))
        .min()
        .unwrap_or(NO_WAY)
}

/// The fewest moves of a man on an empty board.
fn walk(role: Role, from: Square, to: Square) -> u32 {
    let (files, ranks) = (from.file().distance(to.file()), from.rank().distance(to.rank()));
    if from == to {
        return 0;
    }
    let straight = files == 0 || ranks == 0;
    let diagonal = files == ranks;
    match role {
        Role::King => files.max(ranks),
        Role::Rook => 2 - u32::from(straight),
        Role::Queen => 2 - u32::from(straight || diagonal),
        Role::Bishop if from.is_light() != to.is_light() => NO_WAY,
        Role::Bishop => 2 - u32::from(diagonal),
        Role::Knight => knight_moves(files, ranks, from, to),
        Role::Pawn => NO_WAY,
    }
}

fn knight_moves(files: u32, ranks: u32, from: Square, to: Square) -> u32 {
    use kaissa_chess::{Bitboard, attacks};
    if files + ranks == 3 && files != 0 && ranks != 0 {
        return 1;
    }
    let (mut reached, mut moves) = (Bitboard::from_square(from), 0);
    while !reached.contains(to) && moves < 8 {
        reached = reached
            .into_iter()
            .fold(Bitboard::EMPTY, |all, square| all | attacks::knight_attacks(square));
        moves += 1;
    }
    moves
}

/// The least sum of costs when each row takes a column of its own (the Hungarian method).
///
/// Rows must not outnumber columns.
fn cheapest_assignment(costs: &[Vec<u32>], n_columns: usize) -> u32 {
    let n_rows = costs.len();
    let cost = |row: usize, column: usize| -> i64 {
        let of_row = row.checked_sub(1).and_then(|row| costs.get(row));
        of_row.and_then(|row| row.get(column - 1)).map_or(0, |&cost| i64::from(cost))
    };
    // Rows and columns count from 1; column 0 holds the row that looks for a place.
    let mut row_price = vec![0_i64; n_rows + 1];
    let mut column_price = vec![0_i64; n_columns + 1];
    let mut row_in = vec![0_usize; n_columns + 1];
    for row in 1..=n_rows {
        row_in[0] = row;
        let mut column = 0;
        let mut slack = vec![i64::MAX; n_columns + 1];
        let mut came_from = vec![0_usize; n_columns + 1];
        let mut tried = vec![false; n_columns + 1];
        loop {
            tried[column] = true;
            let here = row_in[column];
            let (mut least, mut next) = (i64::MAX, 0);
            for other in 1..=n_columns {
                if tried[other] {
                    continue;
                }
                let reduced = cost(here, other) - row_price[here] - column_price[other];
                if reduced < slack[other] {
                    slack[other] = reduced;
                    came_from[other] = column;
                }
                if slack[other] < least {
                    least = slack[other];
                    next = other;
                }
            }
            for other in 0..=n_columns {
                if tried[other] {
                    row_price[row_in[other]] += least;
                    column_price[other] -= least;
                } else if slack[other] != i64::MAX {
                    slack[other] -= least;
                }
            }
            column = next;
            if row_in[column] == 0 {
                break;
            }
        }
        while column != 0 {
            let before = came_from[column];
            row_in[column] = row_in[before];
            column = before;
        }
    }
    let total: i64 = (1..=n_columns)
        .filter(|&column| row_in[column] != 0)
        .map(|column| cost(row_in[column], column))
        .sum();
    u32::try_from(total).unwrap_or(NO_WAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_assignment_is_that_of_all_orders() {
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(seed >> 60).expect("four bits")
        };
        for (rows, columns) in [(1, 1), (2, 3), (3, 3), (4, 4), (3, 5)] {
            for _ in 0..50 {
                let costs: Vec<Vec<u32>> =
                    (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
                assert_eq!(
                    cheapest_assignment(&costs, columns),
                    by_all_orders(&costs, 0, 0),
                    "{costs:?}"
                );
            }
        }
    }

    fn by_all_orders(costs: &[Vec<u32>], row: usize, taken: u32) -> u32 {
        let Some(of_row) = costs.get(row) else { return 0 };
        (0..of_row.len())
            .filter(|column| taken & 1 << column == 0)
            .map(|column| of_row[column] + by_all_orders(costs, row + 1, taken | 1 << column))
            .min()
            .expect("columns are not fewer than rows")
    }

    #[test]
    fn pawns_go_forward_and_sideways_only_with_captures() {
        let pawn = |from, to| pawn_moves(Color::White, from, to);
        assert_eq!(pawn(Square::E2, Square::E4), 1);
        assert_eq!(pawn(Square::E2, Square::F4), 2);
        assert_eq!(pawn(Square::E2, Square::F5), 2);
        assert_eq!(pawn(Square::E3, Square::E5), 2);
        assert_eq!(pawn(Square::E4, Square::E3), NO_WAY);
        assert_eq!(pawn(Square::E4, Square::G5), NO_WAY);
        assert_eq!(pawn_moves(Color::Black, Square::A7, Square::A1), 5);
    }

    #[test]
    fn a_promoted_man_comes_from_the_last_rank() {
        let becomes = |role, to| promotion_moves(Color::White, Square::B7, role, to);
        assert_eq!(becomes(Role::Queen, Square::B8), 1);
        assert_eq!(becomes(Role::Queen, Square::B1), 2);
        assert_eq!(becomes(Role::Knight, Square::D7), 2);
        assert_eq!(becomes(Role::Bishop, Square::D7), 2);
    }
}
