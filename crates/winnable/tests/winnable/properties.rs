//! What must hold between answers, on random positions.

use kaissa_chess::{Bitboard, Board, Color, MoveList, Position, PositionParts, Role, Square};
use kaissa_winnable::{Budget, CanMate, can_mate, verify};
use proptest::prelude::*;

/// Few men anywhere, with pawns that often block each other.
fn small() -> impl Strategy<Value = Position> {
    let man = (0..64_u32, 0..6_usize, any::<bool>());
    let pair = (0..8_u32, 1..6_u32);
    (
        prop::collection::vec(man, 0..4),
        prop::collection::vec(pair, 0..4),
        (0..64_u32, 0..64_u32),
        any::<bool>(),
    )
        .prop_filter_map("a legal position", |(men, pairs, kings, turn)| {
            let mut board = Board::empty();
            for (square, role, color) in men {
                let square = Square::new(square);
                let role =
                    [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
                        [role];
                let backrank = Bitboard(0xff00_0000_0000_00ff).contains(square);
                if role != Role::Pawn || !backrank {
                    board.set_piece_at(square, role.of(Color::from_white(color)));
                }
            }
            for (file, rank) in pairs {
                let square = Square::new(rank * 8 + file);
                board.set_piece_at(square, Role::Pawn.of(Color::White));
                board.set_piece_at(Square::new(rank * 8 + 8 + file), Role::Pawn.of(Color::Black));
            }
            board.set_piece_at(Square::new(kings.0), Role::King.of(Color::White));
            board.set_piece_at(Square::new(kings.1), Role::King.of(Color::Black));
            let position = Position::from_parts(PositionParts {
                board,
                turn: Color::from_white(turn),
                castling_rooks: Bitboard::EMPTY,
                pawn_step: None,
                halfmove_clock: 0,
                fullmove_number: 1,
                chess960: false,
            });
            position.legal().is_ok().then_some(position)
        })
}

/// Yes or no, checked; `None` where the budget of the test does not decide.
fn verdict(position: &Position, by: Color) -> Option<bool> {
    let answer = can_mate(position, by, &Budget::nodes(200_000)).expect("in scope").can_mate;
    if !matches!(answer, CanMate::Unproven(_)) {
        assert_eq!(verify(position, by, &answer), Ok(()), "{} {by}", position.to_fen());
    }
    match answer {
        CanMate::Yes { .. } => Some(true),
        CanMate::No { .. } => Some(false),
        CanMate::Unproven(_) => None,
    }
}

/// Whether two verdicts do not contradict each other.
fn agree(one: Option<bool>, other: Option<bool>) -> bool {
    one.zip(other).is_none_or(|(one, other)| one == other)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    #[test]
    fn mirrored_and_swapped_positions_agree(position in small()) {
        let mirrored = position.mirrored().expect("no rights to castle");
        let swapped = position.color_swapped();
        for by in [Color::White, Color::Black] {
            let here = verdict(&position, by);
            prop_assert!(agree(here, verdict(&mirrored, by)), "{} {}", position.to_fen(), by);
            prop_assert!(agree(here, verdict(&swapped, !by)), "{} {}", position.to_fen(), by);
        }
    }

    #[test]
    fn what_can_be_reached_can_be_won(position in small()) {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        for by in [Color::White, Color::Black] {
            let here = verdict(&position, by);
            for &step in moves.iter().step_by(3) {
                let mut next = position.clone();
                next.play(step);
                let there = verdict(&next, by);
                let contradicts = here == Some(false) && there == Some(true);
                prop_assert!(!contradicts, "{} {} {}", position.to_fen(), by, next.to_fen());
            }
        }
    }

    #[test]
    fn counters_play_no_part(position in small(), plies in 0..150_u32) {
        let mut worn = position.clone();
        worn.set_halfmove_clock(plies);
        for by in [Color::White, Color::Black] {
            prop_assert_eq!(verdict(&position, by), verdict(&worn, by));
        }
    }
}
