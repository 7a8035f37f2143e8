//! The prover against positions whose answer is known.

mod corpus;
mod exhaustive;
mod proofs;
mod properties;
mod table;

use kaissa_chess::{Color, Position};
use kaissa_winnable::{
    Budget, CanMate, Dead, Inquiry, OutOfScope, ProofKind, can_mate, dead_position,
    seventy_five_move_limit, verify,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a FEN").0
}

/// Asks for both colours, checks the answers with the checker, and compares.
fn check(fen: &str, white: bool, black: bool) {
    let position = position(fen);
    for (by, expected) in [(Color::White, white), (Color::Black, black)] {
        let answer = can_mate(&position, by, &Budget::STANDARD).expect("in scope");
        match &answer.can_mate {
            CanMate::Unproven(effort) => panic!("{fen} {by}: unproven after {effort:?}"),
            decided => assert_eq!(decided.is_yes(), expected, "{fen} {by}: {decided:?}"),
        }
        assert_eq!(verify(&position, by, &answer.can_mate), Ok(()), "{fen} {by}");
    }
}

#[test]
fn few_men_are_decided_by_what_they_can_do_together() {
    check("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60", true, false);
    check("8/8/8/3k4/8/2n5/4Q3/4K3 w - - 0 60", true, false);
    check("8/8/8/3k4/8/2b5/4R3/5K2 w - - 0 60", true, false);
    check("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60", true, true);
    check("8/5k2/8/3b4/8/8/4K3/4R3 w - - 0 60", true, false);
    check("kn6/8/1K6/8/8/8/6B1/8 b - - 0 1", true, true);
    check("8/8/8/3b1k2/8/5K2/3B4/8 w - - 0 60", true, true);
    check("8/8/3k4/2b5/8/5K2/3B4/8 w - - 0 60", false, false);
    check("8/5k2/8/3B4/8/1B6/4K3/8 b - - 0 60", false, false);
}

#[test]
fn blocked_positions_are_decided_by_what_they_let_through() {
    check("8/3k4/8/p2p4/P2P4/8/4K3/8 w - - 0 40", true, true);
    check("8/3k4/8/p2p2p1/P2P2P1/8/4K3/8 w - - 0 40", false, false);
    check("k7/Pp6/bP6/8/8/8/8/2BK4 w - - 0 1", false, false);
    check("3k4/3p4/3P4/8/8/8/8/2BK4 w - - 0 1", true, true);
    check("1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w - - 0 1", false, false);
    check("8/8/6pk/6pb/6pb/6p1/6P1/7K w - - 0 1", false, true);
}

#[test]
fn a_lone_piece_may_need_its_opponents_men() {
    check("8/5k2/3b4/8/8/8/P3Q3/K7 w - - 0 50", true, true);
    check("8/8/4k3/4b3/8/2B5/3P1K2/8 w - - 0 60", true, true);
    check("8/8/8/4N3/8/6kp/8/4K3 b - - 0 1", true, true);
    check("k7/8/1K6/8/3NN3/8/8/8 b - - 0 1", true, false);
    check("1k6/8/1K6/8/5b2/8/6B1/8 w - - 0 1", true, true);
}

#[test]
fn a_question_goes_on_where_it_stopped() {
    let position = position("1Bb5/1p6/pPp3k1/2Pp1b1p/P2PpBpP/4P1P1/5K2/8 w - - 0 1");
    let mut inquiry = Inquiry::new(&position, Color::Black).expect("in scope");
    let first = inquiry.go_on(&Budget::nodes(20_000));
    assert!(matches!(first.can_mate, CanMate::Unproven(_)));
    let last = inquiry.go_on(&Budget::STANDARD);
    assert!(last.can_mate.is_yes());
    assert!(last.effort.nodes() > first.effort.nodes());
    let again = can_mate(&position, Color::Black, &Budget::STANDARD).expect("in scope");
    let once_more = can_mate(&position, Color::Black, &Budget::STANDARD).expect("in scope");
    assert_eq!(again, once_more);
}

#[test]
fn a_forced_capture_leaves_nothing_to_mate_with() {
    check("7k/8/8/8/8/8/1q6/K7 w - - 0 70", false, false);
    check("8/1p1k3p/pP6/K7/4qr2/P7/8/8 w - - 0 1", false, true);
}

#[test]
fn dead_positions_have_a_kind() {
    for (fen, expected) in [
        ("8/3k4/8/8/8/5N2/8/4K3 w - - 0 60", ProofKind::Material),
        ("7k/8/8/8/8/8/1q6/K7 w - - 0 70", ProofKind::Forced),
    ] {
        match dead_position(&position(fen), &Budget::STANDARD) {
            Ok(Dead::Yes { kind, .. }) => assert_eq!(kind, expected, "{fen}"),
            other => panic!("{fen}: {other:?}"),
        }
    }
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(dead_position(&mate, &Budget::STANDARD), Ok(Dead::Over));
}

/// A back rank, a bare king, a check to answer, and two positions full of men.
#[test]
fn usual_positions_are_settled_by_one_plan() {
    for (fen, by) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 30", Color::White),
        ("8/8/4k3/2n5/8/8/1K5Q/8 b - - 0 1", Color::White),
        ("4k3/8/8/8/8/8/4q3/4K2R w - - 0 40", Color::White),
        ("r4rk1/pb1p3p/1p2p3/2b1Np2/2B1nB2/4P3/PP3PPP/R4RK1 w - - 4 16", Color::Black),
        ("r1b4r/p1p1k1pp/8/1pN5/5QP1/1P6/1Pq2P1P/4R1K1 b - - 1 29", Color::White),
    ] {
        let position = position(fen);
        let answer = can_mate(&position, by, &Budget::nodes(40)).expect("in scope");
        assert!(answer.can_mate.is_yes(), "{fen}: {answer:?}");
        assert_eq!(verify(&position, by, &answer.can_mate), Ok(()), "{fen}");
    }
}

#[test]
fn a_position_without_legal_moves_as_the_laws_define_them_is_out_of_scope() {
    let both = position("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(can_mate(&both, Color::White, &Budget::QUICK), Err(OutOfScope::OpponentInCheck));
    let no_king = position("8/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(dead_position(&no_king, &Budget::QUICK), Err(OutOfScope::KingMissing(Color::Black)));
}

#[test]
fn a_line_may_be_too_long_for_the_75_move_limit() {
    let fresh = position("8/8/8/8/8/1k6/8/K6q b - - 0 60");
    let worn = position("8/8/8/3k4/8/8/4Q3/4K3 w - - 149 200");
    let answer = can_mate(&worn, Color::White, &Budget::STANDARD).expect("in scope");
    let CanMate::Yes { helpmate } = answer.can_mate else { panic!("a queen mates") };
    assert!(helpmate.len() > 1);
    assert_eq!(seventy_five_move_limit(&worn, &helpmate), Some(1));
    assert_eq!(seventy_five_move_limit(&fresh, &[]), None);
}

/// Locked bishops: two of these look dead and are not, two look open and are dead.
#[test]
fn four_hard_fortresses_are_decided_for_both_sides() {
    check("1Bb5/1p6/pPp3k1/2Pp1b1p/P2PpBpP/4P1P1/5K2/8 w - - 0 1", true, true);
    check("1Bb5/1p6/pPpBb1k1/2Pp1b2/P2PpBp1/4P1P1/5K2/8 w - - 0 1", true, true);
    check("3k1b2/2p1pBp1/KpP1P1P1/pP3B2/P3B1B1/8/8/8 w - - 0 1", false, false);
    check("3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - - 0 1", false, false);
}

#[test]
fn dead_positions_of_real_games_cost_no_more_than_a_live_hall_spends() {
    for fen in [
        "8/3k4/p1p5/PbPpBp1p/3P1P1P/8/5K2/8 b - - 44 85",
        "8/4b3/3pB3/p1pPp1k1/P1P1Pp1p/3K1P1P/8/8 b - - 6 53",
        "8/8/2k1p1p1/1p1bPpP1/1Pp1pP2/2P1P3/3B4/4K3 w - - 1 40",
        "5b2/8/k2p1p1p/p1pPpPpP/P1P1P1P1/1B6/7K/8 b - - 33 58",
    ] {
        let found = dead_position(&position(fen), &Budget::LIVE).expect("in scope");
        assert!(matches!(found, Dead::Yes { .. }), "{fen}: {found:?}");
    }
}
