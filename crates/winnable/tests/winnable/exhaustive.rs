//! Small positions against solvers that look at everything.

use std::collections::{HashSet, VecDeque};

use kaissa_chess::{
    Bitboard, Board, Color, Move, MoveList, Piece, Position, PositionParts, Role, Square, attacks,
};
use kaissa_winnable::{Budget, can_mate};
use proptest::prelude::*;

fn stand(men: &[(Square, Piece)], turn: Color) -> Option<Position> {
    let mut board = Board::empty();
    for &(square, piece) in men {
        if board.occupied().contains(square) {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    let position = Position::from_parts(PositionParts {
        board,
        turn,
        castling_rooks: Bitboard::EMPTY,
        pawn_step: None,
        halfmove_clock: 0,
        fullmove_number: 1,
        chess960: false,
    });
    position.legal().is_ok().then_some(position)
}

/// Goes through everything that can come; `None` if it is too much.
fn forward(root: &Position, by: Color, limit: usize) -> Option<bool> {
    let mut seen = HashSet::from([root.key()]);
    let mut to_do = VecDeque::from([root.clone()]);
    let mut moves = MoveList::new();
    while let Some(position) = to_do.pop_front() {
        if position.turn() != by && position.is_checkmate() {
            return Some(true);
        }
        if seen.len() > limit {
            return None;
        }
        moves.clear();
        position.legal_moves(&mut moves);
        for &step in &moves {
            let mut next = position.clone();
            next.play(step);
            if seen.insert(next.key()) {
                to_do.push_back(next);
            }
        }
    }
    Some(false)
}

/// Pairs of pawns that block each other, a few more men, both kings.
fn blocked() -> impl Strategy<Value = Position> {
    let pair = (0..8_u32, 1..6_u32);
    let man = (0..64_u32, 0..5_usize, any::<bool>());
    let men = (prop::collection::vec(pair, 1..5), prop::collection::vec(man, 0..2));
    (men, 0..64_u32, 0..64_u32, any::<bool>()).prop_filter_map(
        "a legal position",
        |((pairs, rest), white, black, turn)| {
            let mut men = vec![
                (Square::new(white), Role::King.of(Color::White)),
                (Square::new(black), Role::King.of(Color::Black)),
            ];
            for (file, rank) in pairs {
                men.push((Square::new(rank * 8 + file), Role::Pawn.of(Color::White)));
                men.push((Square::new(rank * 8 + 8 + file), Role::Pawn.of(Color::Black)));
            }
            for (square, role, color) in rest {
                let role = [Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook][role];
                men.push((Square::new(square), role.of(Color::from_white(color))));
            }
            stand(&men, Color::from_white(turn))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..Default::default() })]

    #[test]
    fn blocked_positions_agree_with_going_through_everything(position in blocked()) {
        for by in [Color::White, Color::Black] {
            if let Some(expected) = forward(&position, by, 8_000) {
                let answer = can_mate(&position, by, &Budget::STANDARD).expect("in scope");
                prop_assert_eq!(answer.can_mate.is_yes(), expected, "{} {}", position.to_fen(), by);
                prop_assert_eq!(answer.can_mate.is_no(), !expected);
            }
        }
    }
}

/// All positions of king and one piece against a king from which the mate can still come, worked
/// out backwards from the mates.
fn backward(role: Role) -> HashSet<(Square, Square, Square, Color)> {
    let men = |own: Square, piece: Square, bare: Square| {
        [
            (own, Role::King.of(Color::White)),
            (piece, role.of(Color::White)),
            (bare, Role::King.of(Color::Black)),
        ]
    };
    let mut winnable = HashSet::new();
    let mut to_do = Vec::new();
    for own in Square::ALL {
        for bare in !attacks::king_attacks(own).with(own) {
            for piece in Square::ALL {
                if let Some(position) = stand(&men(own, piece, bare), Color::Black)
                    && position.is_checkmate()
                {
                    winnable.insert((own, piece, bare, Color::Black));
                    to_do.push((own, piece, bare, Color::Black));
                }
            }
        }
    }
    while let Some((own, piece, bare, turn)) = to_do.pop() {
        let occupied = Bitboard::EMPTY.with(own).with(piece).with(bare);
        let free = |squares: Bitboard| squares & !occupied;
        let before: Vec<_> = match turn {
            Color::Black => free(attacks::king_attacks(own))
                .into_iter()
                .map(|from| (from, piece, bare))
                .chain(
                    free(attacks::attacks(piece, role.of(Color::White), occupied))
                        .into_iter()
                        .map(|from| (own, from, bare)),
                )
                .collect(),
            Color::White => free(attacks::king_attacks(bare))
                .into_iter()
                .map(|from| (own, piece, from))
                .collect(),
        };
        for (own, piece, bare) in before {
            let key = (own, piece, bare, !turn);
            if !winnable.contains(&key) && stand(&men(own, piece, bare), !turn).is_some() {
                winnable.insert(key);
                to_do.push(key);
            }
        }
    }
    winnable
}

#[test]
fn a_queen_or_rook_agrees_with_the_table_worked_out_backwards() {
    for role in [Role::Queen, Role::Rook] {
        let table = backward(role);
        assert!(table.len() > 100_000);
        let mut asked = 0;
        for at in (0..64_u32 * 64 * 64 * 2).step_by(149) {
            let square = |n: u32| Square::new(at / 2 / 64_u32.pow(n) % 64);
            let (own, piece, bare) = (square(0), square(1), square(2));
            let turn = Color::from_white(at % 2 == 0);
            let men = [
                (own, Role::King.of(Color::White)),
                (piece, role.of(Color::White)),
                (bare, Role::King.of(Color::Black)),
            ];
            let Some(position) = stand(&men, turn) else { continue };
            let answer = can_mate(&position, Color::White, &Budget::STANDARD).expect("in scope");
            let expected = table.contains(&(own, piece, bare, turn));
            assert_eq!(answer.can_mate.is_yes(), expected, "{}", position.to_fen());
            assert_eq!(answer.can_mate.is_no(), !expected, "{}", position.to_fen());
            asked += 1;
        }
        assert!(asked > 1_000);
    }
}

/// A line that ends in mate is a line for everyone on the way.
#[test]
fn a_line_may_be_joined_at_any_of_its_plies() {
    let (start, _) = Position::from_fen("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60").expect("a FEN");
    let answer = can_mate(&start, Color::Black, &Budget::STANDARD).expect("in scope");
    let kaissa_winnable::CanMate::Yes { helpmate } = answer.can_mate else {
        panic!("a knight mates")
    };
    let mut position = start;
    for &step in &helpmate {
        let step: Move = step;
        position.play(step);
        let on = can_mate(&position, Color::Black, &Budget::STANDARD).expect("in scope");
        assert!(on.can_mate.is_yes(), "{}", position.to_fen());
    }
}
