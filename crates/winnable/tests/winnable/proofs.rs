//! Proofs that have been tampered with are refused.

use kaissa_chess::{Bitboard, Color, Move, Position, Role, Square};
use kaissa_winnable::{
    Budget, CanMate, ClosedSet, Flaw, MaterialBar, NoMateProof, Structure, can_mate, verify,
    verify_no, verify_yes,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a FEN").0
}

fn proof(position: &Position, by: Color) -> NoMateProof {
    let answer = can_mate(position, by, &Budget::STANDARD).expect("in scope");
    assert_eq!(verify(position, by, &answer.can_mate), Ok(()));
    match answer.can_mate {
        CanMate::No { proof } => proof,
        other => panic!("{}: {other:?}", position.to_fen()),
    }
}

fn structure(fen: &str, by: Color) -> (Position, Structure) {
    let position = position(fen);
    match proof(&position, by) {
        NoMateProof::Structure(structure) => (position, structure),
        other => panic!("{fen}: expected a structure, found {:?}", other.kind()),
    }
}

#[test]
fn a_line_that_is_cut_or_changed_is_refused() {
    let start = position("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60");
    let answer = can_mate(&start, Color::White, &Budget::STANDARD).expect("in scope");
    let CanMate::Yes { helpmate } = answer.can_mate else { panic!("a queen mates") };
    assert_eq!(verify_yes(&start, Color::White, &helpmate), Ok(()));
    let cut = &helpmate[..helpmate.len() - 1];
    assert_eq!(verify_yes(&start, Color::White, cut), Err(Flaw::NoMateAtEnd));
    assert_eq!(verify_yes(&start, Color::Black, &helpmate), Err(Flaw::NoMateAtEnd));
    let mut changed = helpmate.clone();
    changed[0] = Move::Normal { from: Square::E1, to: Square::E4, promotion: None };
    assert_eq!(verify_yes(&start, Color::White, &changed), Err(Flaw::IllegalMove(1)));
}

#[test]
fn material_that_can_mate_is_no_bar() {
    let knight = position("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60");
    for bar in [MaterialBar::BareKing, MaterialBar::LoneKnight, MaterialBar::OneColouredBishops] {
        let proof = NoMateProof::Material(bar);
        assert_eq!(verify_no(&knight, Color::Black, &proof), Err(Flaw::MaterialNotBarred));
    }
}

#[test]
fn a_set_that_is_not_closed_is_refused() {
    let start = position("7k/8/8/8/8/8/1q6/K7 w - - 0 70");
    let NoMateProof::Closed(set) = proof(&start, Color::Black) else { panic!("a closed set") };
    assert_eq!(set.positions.len() + set.leaves.len(), 2);

    let mut without_leaf = set.clone();
    without_leaf.leaves.clear();
    let refused = verify_no(&start, Color::Black, &NoMateProof::Closed(without_leaf));
    assert_eq!(refused, Err(Flaw::NotClosed(0)));

    let mut without_root = set.clone();
    without_root.positions.clear();
    let refused = verify_no(&start, Color::Black, &NoMateProof::Closed(without_root));
    assert_eq!(refused, Err(Flaw::RootMissing));

    let mut nested = set.clone();
    nested.leaves[0].1 = NoMateProof::Closed(ClosedSet { positions: vec![], leaves: vec![] });
    let refused = verify_no(&start, Color::Black, &NoMateProof::Closed(nested));
    assert_eq!(refused, Err(Flaw::NestedSet));

    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let only = ClosedSet { positions: vec![mate.clone()], leaves: vec![] };
    let refused = verify_no(&mate, Color::White, &NoMateProof::Closed(only));
    assert_eq!(refused, Err(Flaw::MateInside(0)));
}

#[test]
fn every_piece_of_a_structure_is_needed() {
    let (root, sound) =
        structure("3k1b2/2p1pBp1/KpP1P1P1/pP3B2/P3B1B1/8/8/8 w - - 0 1", Color::White);
    let holds = |structure: Structure| {
        verify_no(&root, Color::White, &NoMateProof::Structure(structure)) == Ok(())
    };
    assert!(holds(sound.clone()));

    for at in 0..sound.modes.len() {
        let mut tampered = sound.clone();
        tampered.modes.remove(at);
        let is_reached = sound.modes[at].kings != Default::default();
        assert!(!is_reached || !holds(tampered), "mode {at}");
    }
    for at in 0..sound.modes[0].figures.len() {
        let figure = sound.modes[0].figures[at];
        for square in figure.squares {
            let mut tampered = sound.clone();
            tampered.modes[0].figures[at].squares.discard(square);
            assert!(!holds(tampered), "{:?} without {square}", figure.origin);
        }
    }
    for (first, second) in sound.modes[0].kings.to_move.iter() {
        let mut tampered = sound.clone();
        let mut kept = kaissa_winnable::Pairs::default();
        for pair in sound.modes[0].kings.to_move.iter().filter(|&pair| pair != (first, second)) {
            kept.insert(pair.0, pair.1);
        }
        tampered.modes[0].kings.to_move = kept;
        assert!(!holds(tampered), "without kings on {first} and {second}");
    }
    let mut tampered = sound.clone();
    tampered.castling_rooks = Bitboard::from_square(Square::A1);
    assert!(!holds(tampered));
    let mut tampered = sound.clone();
    tampered.modes[0].pawns.white.discard(Square::C6);
    assert!(!holds(tampered));
}

#[test]
fn a_structure_does_not_hold_for_another_position_or_colour() {
    let (root, sound) = structure("8/3k4/8/p2p2p1/P2P2P1/8/4K3/8 w - - 0 40", Color::White);
    let proof = NoMateProof::Structure(sound);
    assert_eq!(verify_no(&root, Color::White, &proof), Ok(()));
    let gap = position("8/3k4/8/p2p4/P2P4/8/4K3/8 w - - 0 40");
    assert_eq!(verify_no(&gap, Color::White, &proof), Err(Flaw::Structure));
    let queen = position("8/3k4/8/p2p2p1/P2P2P1/8/Q3K3/8 w - - 0 40");
    assert_eq!(verify_no(&queen, Color::White, &proof), Err(Flaw::Structure));
    assert!(queen.board().by_piece(Role::Queen.of(Color::White)).any());
}
