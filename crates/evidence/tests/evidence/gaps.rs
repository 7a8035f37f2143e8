//! Gap bounds against brute force on small positions.

use std::collections::HashMap;

use kaissa_chess::{MoveList, Position, Role};
use kaissa_evidence::{EarlierPositions, Fewest, Impossible, Series, bridge};

const EFFORT: u64 = 50_000;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error:?}")).0
}

/// Every placement that can be reached, with the fewest plies to it, by playing all moves there are.
fn all_within(from: &Position, plies: u32) -> Vec<(Position, u32)> {
    let mut seen = HashMap::new();
    let mut layer = vec![from.clone()];
    let mut found = Vec::new();
    for depth in 0..=plies {
        let mut next = Vec::new();
        for position in layer {
            let diagram = (position.board().clone(), position.turn());
            // The first to come gives the fewest plies; others of the same placement may differ in rights.
            let fewest = *seen.entry(diagram).or_insert(depth);
            if fewest == depth {
                found.push((position.clone(), depth));
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for played in moves {
                let mut after = position.clone();
                after.play(played);
                next.push(after);
            }
        }
        next.sort_by_key(|position| position.key().fingerprint());
        next.dedup_by(|a, b| a.key() == b.key());
        layer = next;
    }
    found
}

/// Compares every `step`-th placement with what the bridge says of it.
fn check(fen: &str, plies: u32, step: usize) {
    let from = position(fen);
    let reached = all_within(&from, plies);
    let mut n_checked = 0;
    for (to, fewest) in reached.iter().step_by(step) {
        let gap = bridge(&from, to, EFFORT);
        let Fewest::Exactly(line) = &gap.fewest else {
            panic!("{fen} to {}: {:?}, {fewest} by brute force", to.to_fen(), gap.fewest);
        };
        assert_eq!(line.len(), *fewest as usize, "{fen} to {}", to.to_fen());
        let mut walked = from.clone();
        for &played in line {
            assert!(walked.is_legal(played), "{fen} to {}: {played:?}", to.to_fen());
            walked.play(played);
        }
        assert_eq!(walked.board(), to.board());
        assert_eq!(walked.turn(), to.turn());

        // A bound without any search never says more than the truth.
        let bound = bridge(&from, to, 0).plies().expect("moves lead there");
        assert!(bound.contains(*fewest), "{fen} to {}: {bound:?}", to.to_fen());

        let unbroken = walked.halfmove_clock() == from.halfmove_clock() + fewest;
        assert_eq!(gap.series == Series::Unbroken, unbroken, "{fen} to {}", to.to_fen());
        n_checked += 1;
    }
    assert!(n_checked > 20, "{fen}: only {n_checked} placements");
}

#[test]
fn quiet_endings_agree_with_brute_force() {
    check("8/8/4k3/8/8/3RK3/8/5r2 w - - 10 60", 3, 7);
    check("8/8/4k3/8/8/8/4K3/5N2 b - - 0 60", 5, 5);
    check("4k3/8/8/8/8/8/8/4K2B w - - 0 60", 5, 5);
    check("7k/8/8/8/2n5/8/8/K1N5 w - - 0 60", 4, 11);
}

#[test]
fn blocked_pawns_bar_the_way() {
    check("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K3 w - - 0 60", 4, 23);
    check("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K2B b - - 0 60", 5, 5);
}

#[test]
fn captures_pawn_moves_and_promotions_agree_with_brute_force() {
    check("8/1P2k3/8/8/8/8/4p3/1K6 w - - 0 60", 4, 31);
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 60", 4, 5);
    check("8/8/3k4/4p3/3P4/3K4/8/8 b - - 0 60", 5, 13);
    check("4k3/2r5/8/3P4/8/1B6/8/4K3 w - - 0 60", 3, 13);
}

#[test]
fn castling_counts_as_one_move() {
    check("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 60", 3, 17);
    let from = position("4k3/8/8/8/8/8/8/4K2R w K - 0 60");
    let to = position("4k3/8/8/8/8/8/8/5RK1 b - - 0 60");
    let gap = bridge(&from, &to, EFFORT);
    assert!(matches!(&gap.fewest, Fewest::Exactly(line) if line.len() == 1));
    assert_eq!(gap.series, Series::Unbroken);
    assert_eq!(gap.earlier_positions, EarlierPositions::CannotRecur);
}

#[test]
fn a_crowded_board_gets_a_bound_at_once() {
    let from = Position::start();
    let to = position("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5");
    let bound = bridge(&from, &to, 0).plies().expect("moves lead there");
    // White needs e4, Nf3, Bc4, O-O and d3.
    assert_eq!(bound.min(), 9);
    let gap = bridge(&from, &to, EFFORT);
    assert!(matches!(&gap.fewest, Fewest::Exactly(line) if line.len() == 9), "{:?}", gap.fewest);
    assert_eq!(gap.series, Series::Broken);
}

#[test]
fn the_half_move_clock_survives_a_quiet_gap_alone() {
    let from = position("8/8/4k3/8/8/3RK3/8/5r2 w - - 70 60");
    let to = position("8/8/4k3/3R4/8/4K3/8/r7 w - - 0 60");
    let gap = bridge(&from, &to, EFFORT);
    let clock = gap.halfmove_clock_after(70).expect("moves lead there");
    assert_eq!(clock.min(), 72);
    assert!(clock.contains(100) && !clock.contains(99));
    assert_eq!(gap.earlier_positions, EarlierPositions::CanRecur);

    let taken = position("8/8/4k3/8/8/4K3/8/3r4 w - - 0 60");
    let gap = bridge(&from, &taken, EFFORT);
    assert_eq!(gap.series, Series::Broken);
    let clock = gap.halfmove_clock_after(70).expect("moves lead there");
    assert_eq!(clock.min(), 0);
}

#[test]
fn what_cannot_be_is_told() {
    let impossible =
        |from: &str, to: &str| match bridge(&position(from), &position(to), EFFORT).fewest {
            Fewest::Impossible(why) => why,
            other => panic!("{from} to {to}: {other:?}"),
        };
    let rook = "8/8/4k3/8/8/3RK3/8/8 w - - 0 60";
    assert_eq!(impossible(rook, "8/8/4k3/8/8/3RK3/8/3R4 w - - 0 60"), Impossible::MenAdded);
    assert_eq!(impossible(rook, "8/8/4k3/8/8/3BK3/8/8 w - - 0 60"), Impossible::NoWay);
    assert_eq!(impossible(rook, "8/8/4k3/8/8/3R4/8/8 w - - 0 60"), Impossible::Kings);
    // A knight needs an even number of moves to come back, a bare king cannot lose a move in a cage.
    assert_eq!(
        impossible(
            "k7/P1p5/1pP5/1P6/8/8/8/K6N w - - 0 60",
            "k7/P1p5/1pP5/1P6/8/8/8/K6N b - - 0 60"
        ),
        Impossible::NoWay
    );
    // The king cannot pass a wall of pawns that guard each other.
    assert_eq!(
        impossible(
            "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 60",
            "8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4k3/K7 w - - 0 60"
        ),
        Impossible::NoWay
    );
}

#[test]
fn a_knight_was_taken_within_the_gap() {
    let from = position("8/8/4k3/8/3n4/3RK3/8/5r2 w - - 3 34");
    let to = position("8/8/4k3/8/3R4/4K3/8/5r2 b - - 0 34");
    let gap = bridge(&from, &to, EFFORT);
    assert!(matches!(&gap.fewest, Fewest::Exactly(line) if line.len() == 1));
    assert_eq!(gap.series, Series::Broken);
    assert!(to.board().by_role(Role::Knight).is_empty());
}
