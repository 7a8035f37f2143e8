//! When two positions are the same (9.2.3), and what a FEN tells.

use super::position;
use kaissa_chess::{FenRepair, Illegality, Position, Repetitions};

/// Plays moves written as squares and returns how often each position has stood.
fn occurrences(fen: &str, moves: &str) -> Vec<usize> {
    let mut here = position(fen);
    let mut repetitions = Repetitions::new();
    let mut counts = vec![repetitions.add(here.key(), 0, false).len()];
    for (ply, uci) in (1..).zip(moves.split_whitespace()) {
        let played = here.move_from_uci(uci).expect(uci);
        assert!(here.is_legal(played), "{uci} in {}", here.to_fen());
        here.play(played);
        let zeroing = here.halfmove_clock() == 0;
        counts.push(repetitions.add(here.key(), ply, zeroing).len());
    }
    counts
}

#[test]
fn a_pinned_pawn_that_cannot_take_en_passant_makes_no_difference() {
    let moves = "d7d5 h1h5 c8c7 h5h1 c7c8 h1h5 c8c7 h5h1 c7c8";
    let counts = occurrences("2r3k1/3p4/8/2P5/8/8/2K5/7R b - - 0 30", moves);
    assert_eq!(counts, [1, 1, 1, 1, 1, 2, 2, 2, 2, 3]);
}

#[test]
fn a_right_to_castle_lost_in_between_makes_a_difference() {
    let moves = "e1f2 b4f4 f2e1 f4b4 e1f2 b4f4 f2e1 f4b4";
    let counts = occurrences("4k3/8/8/8/1q6/8/8/4K2R w K - 0 30", moves);
    assert_eq!(counts.last(), Some(&2));
}

#[test]
fn a_king_without_rooks_loses_no_right_by_moving() {
    let moves = "g2h1 e1d1 h1g2 d1e1 g2h1 e1d1 h1g2 d1e1 g2h1";
    let counts = occurrences("r3k3/8/8/8/8/8/6b1/4K2R b K - 0 20", moves);
    assert_eq!(counts.last(), Some(&3));
}

#[test]
fn a_capture_en_passant_that_is_legal_makes_a_difference_once() {
    let before = position("4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1");
    let mut after = before.clone();
    after.play(before.move_from_uci("c2c4").expect("squares"));
    assert_eq!(after.to_fen(), "4k3/8/8/8/2Pp4/8/8/4K3 b - c3 0 1");
    let without = position("4k3/8/8/8/2Pp4/8/8/4K3 b - - 0 1");
    assert_ne!(after.key(), without.key());
    assert!(after.key().is_same_diagram(&without.key()));
}

#[test]
fn a_long_series_counts_the_same_with_and_without_the_index() {
    let dance = "g1f3 g8f6 f3g1 f6g8 ".repeat(200);
    let counts = occurrences("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &dance);
    let expected: Vec<usize> = (0..counts.len()).map(|ply| ply / 4 + 1).collect();
    assert_eq!(counts, expected);
}

#[test]
fn a_fen_is_put_right_and_says_what_was_wrong() {
    let repaired = |fen: &str| {
        let (position, repairs) = Position::from_fen(fen).expect(fen);
        (position.to_fen(), repairs)
    };
    let letter = |letter| vec![FenRepair::CastlingWithoutPieces { letter }];
    let no_pawn = |square| vec![FenRepair::EnPassantWithoutPawn { square }];
    for (name, fen, reads_as, repairs) in [
        (
            "FR-fen-01",
            "4k3/8/3p4/3P4/8/8/8/4K3 w - e6 0 1",
            "4k3/8/3p4/3P4/8/8/8/4K3 w - - 0 1",
            no_pawn(kaissa_chess::Square::E6),
        ),
        (
            "FR-fen-03",
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            letter('k'),
        ),
        (
            "FR-fen-05",
            "4k111/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            vec![FenRepair::AdjacentDigits],
        ),
        (
            "FR-fen-09",
            "r5k1/8/8/8/8/8/8/4K3 b q - 0 1",
            "r5k1/8/8/8/8/8/8/4K3 b - - 0 1",
            letter('q'),
        ),
    ] {
        assert_eq!(repaired(fen), (reads_as.to_owned(), repairs), "{name}");
    }
}

#[test]
fn an_illegal_position_says_why() {
    use kaissa_chess::Color::{Black, White};
    for (name, fen, why) in [
        ("FR-fen-02", "4k3/8/8/8/8/8/8/4K2q b - - 0 1", Illegality::OpponentInCheck),
        ("FR-fen-04", "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", Illegality::CheckImpossible),
        ("FR-fen-06", "3kk3/8/8/8/8/8/8/4K3 w - - 0 1", Illegality::KingsTooMany(Black)),
        ("FR-fen-07", "4kq2/8/8/3pP3/1K6/8/8/8 w - d6 0 2", Illegality::EnPassantImpossible),
        ("FR-fen-08", "8/8/8/3pP3/8/k7/5n2/3K4 w - d6 0 30", Illegality::EnPassantImpossible),
        ("no king", "4k3/8/8/8/8/8/8/8 w - - 0 1", Illegality::KingMissing(White)),
        ("pawn on a1", "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", Illegality::PawnOnLastRank),
    ] {
        assert_eq!(position(fen).legal().unwrap_err(), [why], "{name}");
    }
}

#[test]
fn what_is_no_fen_is_refused_with_its_place() {
    for (fen, column, expected) in [
        ("", 1, "eight ranks separated by \"/\""),
        ("8/8/8/8/8/8/8 w - - 0 1", 14, "eight ranks of eight squares"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", 1, "a piece letter, a digit or \"/\""),
        ("8/8/8/8/8/8/8/7kk w - - 0 1", 17, "eight squares in each rank"),
        ("8/8/8/8/8/8/8/8 x - - 0 1", 17, "w or b"),
    ] {
        let error = Position::from_fen(fen).unwrap_err();
        assert_eq!((error.column, error.expected), (column, expected), "{fen}");
    }
}

#[test]
fn castling_in_chess960_follows_the_rook_that_holds_the_right() {
    let chess960 =
        |fen: &str| Position::from_fen_of(fen, kaissa_chess::Variant::Chess960).expect(fen).0;
    let queen_side = kaissa_chess::CastlingSide::QueenSide;
    for (name, fen, is_legal, letters) in [
        ("FR-960-02 B", "4k3/8/8/8/8/8/8/RR3K2 w B - 0 1", true, "B"),
        ("FR-960-02 A", "4k3/8/8/8/8/8/8/RR3K2 w A - 0 1", false, "Q"),
        ("FR-960-02 Q", "4k3/8/8/8/8/8/8/RR3K2 w Q - 0 1", false, "Q"),
        ("FR-960-03", "4k3/8/8/8/r7/8/8/RK6 w A - 0 1", true, "Q"),
        ("FR-960-06", "4k3/pppppppp/8/8/8/8/PPPPPPPP/rR2K3 w Q - 0 1", false, "Q"),
    ] {
        let position = chess960(fen);
        let castling = position.castling_meant(queen_side).expect(name);
        assert_eq!(position.is_legal(castling), is_legal, "{name}");
        assert_eq!(position.to_fen().split(' ').nth(2), Some(letters), "{name}");
    }
    let mut position = chess960("4k3/8/8/8/8/8/8/6KR w H - 0 1");
    let castling = position.move_from_uci("g1h1").expect("squares");
    assert!(position.is_legal(castling), "FR-960-05");
    position.play(castling);
    assert_eq!(position.to_epd(), "4k3/8/8/8/8/8/8/5RK1 b - -");
}
