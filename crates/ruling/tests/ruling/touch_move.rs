//! Properties of the moves that a touch leaves.

use kaissa_chess::{Color, MoveList, Position, Square};
use kaissa_laws::{Edition, Editions, Rules};
use kaissa_ruling::touch_move::{TouchFacts, Touched, permitted_moves};
use proptest::prelude::*;

const EDITIONS: [Edition; 7] = [
    Edition::E2001,
    Edition::E2005,
    Edition::E2009,
    Edition::E2014,
    Edition::E2017,
    Edition::E2018,
    Edition::E2023,
];

fn rules(edition: Edition) -> Rules {
    Rules::new(Editions::built_in(), edition).expect("a built-in edition")
}

fn touch(position: Position, touched: Vec<Touched>) -> TouchFacts {
    TouchFacts::new(position, touched)
}

/// Starts with castling near at hand, pawns near promotion, and few pieces.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8",
    "4k2r/1P4P1/8/3pP3/8/8/p5p1/R3K3 w Qk d6 0 30",
    "8/5k2/8/2qQ4/8/2N5/1B4PP/6K1 w - - 0 40",
    "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 20",
];

/// A position that a game comes to, and squares that are touched in it.
fn case() -> impl Strategy<Value = (Position, Vec<Touched>)> {
    let squares = prop::collection::vec((0..64u32, any::<bool>()), 0..4);
    (0..STARTS.len(), prop::collection::vec(any::<u16>(), 0..40), squares).prop_map(
        |(start, choices, squares)| {
            let (mut position, _) = Position::from_fen(STARTS[start]).expect("a start");
            for choice in choices {
                let moves = legal(&position);
                let Some(&played) = moves.get(usize::from(choice) % moves.len().max(1)) else {
                    break;
                };
                position.play(played);
            }
            let touched = squares
                .into_iter()
                .map(|(square, order_known)| Touched { square: Square::new(square), order_known });
            (position, touched.collect())
        },
    )
}

fn legal(position: &Position) -> MoveList {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_left_is_legal_and_never_nothing((position, touched) in case()) {
        let all = legal(&position);
        for edition in EDITIONS {
            let left = permitted_moves(&touch(position.clone(), touched.clone()), &rules(edition));
            prop_assert!(left.iter().all(|played| all.contains(played)));
            prop_assert_eq!(left.is_empty(), all.is_empty());
        }
    }

    #[test]
    fn mirrored_colours_leave_mirrored_moves((position, touched) in case()) {
        let swapped = position.color_swapped();
        let over = touched.iter().map(|touched| Touched {
            square: touched.square.flip_vertical(),
            ..*touched
        });
        let over: Vec<Touched> = over.collect();
        for edition in EDITIONS {
            let rules = rules(edition);
            let left = permitted_moves(&touch(position.clone(), touched.clone()), &rules);
            let mirrored = permitted_moves(&touch(swapped.clone(), over.clone()), &rules);
            prop_assert_eq!(left.len(), mirrored.len());
            let turned = left.iter().map(|played| played.flipped_vertical());
            prop_assert!(turned.into_iter().all(|played| mirrored.contains(&played)));
        }
    }

    #[test]
    fn a_release_never_leaves_more_than_the_touch(
        (position, touched) in case(),
        square in 0..64u32,
    ) {
        let rules = rules(Edition::E2023);
        let by_touch = permitted_moves(&touch(position.clone(), touched.clone()), &rules);
        let released = TouchFacts {
            released_on: Some(Square::new(square)),
            ..touch(position, touched)
        };
        let left = permitted_moves(&released, &rules);
        prop_assert!(left.iter().all(|played| by_touch.contains(played)));
    }

    #[test]
    fn a_single_own_piece_that_can_move_moves((position, touched) in case()) {
        let Some(first) = touched.first().map(|touched| touched.square) else { return Ok(()) };
        let own = position.piece_at(first).is_some_and(|piece| piece.color == position.turn());
        let moves: Vec<_> =
            legal(&position).iter().copied().filter(|played| played.from() == first).collect();
        prop_assume!(own && !moves.is_empty());
        let one = vec![Touched { square: first, order_known: true }];
        for edition in EDITIONS {
            let left = permitted_moves(&touch(position.clone(), one.clone()), &rules(edition));
            prop_assert_eq!(&left, &moves);
        }
    }
}

#[track_caller]
fn check(edition: Edition, fen: &str, touched: &[&str], released: &[(&str, &str)], expected: &str) {
    let (position, _) = Position::from_fen(fen).expect("a position");
    let square = |text: &str| Square::from_ascii(text.as_bytes()).expect("a square");
    let touched = touched
        .iter()
        .map(|text| Touched {
            square: square(text.trim_start_matches('?')),
            order_known: !text.starts_with('?'),
        })
        .collect();
    let mut facts = touch(position.clone(), touched);
    for (what, at) in released {
        match *what {
            "piece" => facts.released_on = Some(square(at)),
            "king" => facts.king_released_on = Some(square(at)),
            "pawn" => facts.pawn_released_on = Some(square(at)),
            "queen" => {
                facts.new_piece_on = Some(square(at));
                facts.new_piece = Some(kaissa_chess::Role::Queen);
            }
            other => panic!("found {other}"),
        }
    }
    let left = permitted_moves(&facts, &rules(edition));
    let mut left: Vec<String> = left.iter().map(|&played| position.to_uci(played)).collect();
    left.sort();
    assert_eq!(left.join(" "), expected);
}

const CASTLING: &str = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 12";

#[test]
fn the_king_released_while_castling_has_to_castle() {
    for edition in EDITIONS {
        check(edition, CASTLING, &["e1"], &[("king", "g1")], "e1g1");
        check(edition, CASTLING, &["e1"], &[("king", "c1")], "e1c1");
    }
}

#[test]
fn the_king_released_where_castling_is_illegal_moves_otherwise() {
    let attacked = "4kr2/8/8/8/8/8/8/4K2R w K - 0 30";
    check(Edition::E2023, attacked, &["e1", "h1"], &[("king", "g1")], "e1d1 e1d2 e1e2");
}

#[test]
fn another_piece_touched_first_takes_the_castling_away() {
    check(Edition::E2023, CASTLING, &["a2", "e1", "h1"], &[], "a2a3 a2a4");
}

#[test]
fn king_and_rook_touched_together_castle() {
    check(Edition::E2023, CASTLING, &["?h1", "?e1"], &[], "e1g1");
}

#[test]
fn a_rook_that_can_move_moves_when_touched_before_the_king() {
    check(Edition::E2023, CASTLING, &["h1", "e1"], &[], "h1f1 h1g1");
}

#[test]
fn king_and_a_rook_without_any_castling_are_two_touched_pieces() {
    let endgame = "4k3/8/8/8/3R4/8/4K3/8 w - - 0 50";
    check(Edition::E2023, endgame, &["e2", "d4"], &[], "e2d1 e2d2 e2d3 e2e1 e2e3 e2f1 e2f2 e2f3");
}

#[test]
fn a_pawn_taken_in_passing_is_captured_when_it_is_touched() {
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
    for edition in EDITIONS {
        check(edition, passing, &["d5"], &[], "e5d6");
        check(edition, passing, &["e5", "d5"], &[], "e5d6");
    }
}

#[test]
fn a_pawn_on_the_last_rank_leaves_the_choice_until_the_new_piece_touches() {
    let promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 60";
    let all = "a7a8b a7a8n a7a8q a7a8r";
    for edition in EDITIONS {
        check(edition, promoting, &["a7"], &[("pawn", "a8")], all);
    }
    check(Edition::E2023, promoting, &["a7"], &[("queen", "a8")], "a7a8q");
    check(Edition::E2001, promoting, &["a7"], &[("queen", "a8")], all);
}

#[test]
fn the_first_touched_of_the_opponent_is_captured_by_the_first_touched_own_piece() {
    let two = "4k3/8/8/2n1n3/8/3N4/8/R3K3 w - - 0 20";
    check(Edition::E2023, two, &["e5", "d3", "c5"], &[], "d3e5");
    check(Edition::E2023, two, &["c5"], &[], "d3c5");
}

#[test]
fn contact_out_of_turn_binds_nobody() {
    let (position, _) = Position::from_fen(CASTLING).expect("a position");
    let facts = TouchFacts {
        by: Some(Color::Black),
        ..touch(position.clone(), vec![Touched { square: Square::E8, order_known: true }])
    };
    assert_eq!(permitted_moves(&facts, &rules(Edition::E2023)).len(), legal(&position).len());
}
