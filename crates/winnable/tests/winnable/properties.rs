//! What must hold between answers, on random positions.

use kaissa_chess::{Bitboard, Board, Color, MoveList, Position, PositionParts, Role, Square};
use kaissa_winnable::{Budget, CanMate, NoMateProof, can_mate, material_bar, verify};
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

/// Plays on at random from a position whose mate a structure bars: whatever comes is covered by the
/// structure, or barred by its material, and is no mate. Tells how many positions were looked at.
fn play_inside(position: &Position, by: Color, mut word: u64) -> usize {
    let answer = can_mate(position, by, &Budget::nodes(200_000)).expect("in scope").can_mate;
    let CanMate::No { proof: NoMateProof::Structure(structure) } = answer else { return 0 };
    let mut moves = MoveList::new();
    let mut looked = 0;
    for _ in 0..8 {
        let mut position = position.clone();
        for _ in 0..60 {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let at = (word >> 33) as usize % moves.len();
            position.play(moves[at]);
            if material_bar(position.board(), by).is_some() {
                break;
            }
            let is_mate = position.turn() != by && position.is_checkmate();
            assert!(!is_mate && structure.covers(&position, by), "{} {by}", position.to_fen());
            looked += 1;
        }
    }
    looked
}

#[test]
fn what_is_played_in_a_fortress_stays_in_its_structure() {
    for (fen, by) in [
        ("8/3k4/8/p2p2p1/P2P2P1/8/4K3/8 w - - 0 40", Color::White),
        ("3k1b2/2p1pBp1/KpP1P1P1/pP3B2/P3B1B1/8/8/8 w - - 0 1", Color::White),
        ("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1", Color::White),
        ("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1", Color::White),
    ] {
        let position = Position::from_fen(fen).expect("a FEN").0;
        assert!(play_inside(&position, by, 7) > 20, "{fen}");
    }
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
    fn what_is_played_stays_in_the_structure(position in small(), word in any::<u64>()) {
        for by in [Color::White, Color::Black] {
            play_inside(&position, by, word);
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
