//! Any move from any position: nothing panics, and on legal positions shakmaty agrees.

use kaissa_chess::{Bitboard, Color, Move, MoveList, Position, Role, Square};

/// Positions to start the walks from: openings, endings, Chess960, kings in check.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "4k3/8/8/8/8/8/8/4K2q b - - 0 1",
    "3kk3/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/PPPPPPPP/8/8/8/8/pppppppp/8 w - - 0 1",
];

/// A small generator of numbers, so that the walks are the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

#[test]
fn every_pseudo_legal_move_from_ten_thousand_positions_is_played() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut n_positions = 0;
    let mut n_kings_taken = 0;
    let mut n_left_in_check = 0;
    while n_positions < 10_000 {
        let mut position = super::position(STARTS[n_positions % STARTS.len()]);
        for _ in 0..60 {
            n_positions += 1;
            let mut moves = MoveList::new();
            position.pseudo_legal_moves(&mut moves);
            for &played in &moves {
                assert!(position.is_pseudo_legal(played), "{played:?} in {}", position.to_fen());
                let kings = position.board().kings().count();
                let mut next = position.clone();
                next.play(played);
                n_kings_taken += usize::from(next.board().kings().count() < kings);
                n_left_in_check += usize::from(next.checkers_of(position.turn()).any());
                ask_everything(&next);
            }
            if moves.is_empty() {
                break;
            }
            position.play(moves[numbers.below(moves.len())]);
        }
    }
    assert!(n_kings_taken > 1_000, "{n_kings_taken} kings captured");
    assert!(n_left_in_check > 10_000, "{n_left_in_check} kings left in check");
}

#[test]
fn any_two_squares_make_a_move_that_can_be_played() {
    for fen in STARTS {
        let position = super::position(fen);
        for from in Square::ALL {
            for to in Square::ALL {
                for played in [
                    Move::Normal { from, to, promotion: None },
                    Move::Normal { from, to, promotion: Some(Role::Knight) },
                    Move::EnPassant { from, to },
                    Move::Castle { king: from, rook: to },
                ] {
                    let mut next = position.clone();
                    next.play(played);
                    ask_everything(&next);
                }
            }
        }
    }
}

#[test]
fn legal_moves_are_those_of_shakmaty_wherever_it_accepts_the_position() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut n_compared = 0;
    for round in 0..400 {
        let mut position = super::position(STARTS[round % STARTS.len()]);
        for _ in 0..80 {
            let mut ours = MoveList::new();
            position.legal_moves(&mut ours);
            if let Ok(legal) = position.legal() {
                n_compared += 1;
                let mut theirs = legal.legal_moves();
                let uci = |list: &mut MoveList| {
                    let mut moves: Vec<String> = list.iter().map(|&m| position.to_uci(m)).collect();
                    moves.sort();
                    moves
                };
                assert_eq!(uci(&mut ours), uci(&mut theirs), "{}", position.to_fen());
                assert_eq!(position.is_checkmate(), legal.is_checkmate());
                assert_eq!(position.is_stalemate(), legal.is_stalemate());
            }
            if ours.is_empty() {
                break;
            }
            position.play(ours[numbers.below(ours.len())]);
        }
    }
    assert!(n_compared > 8_000, "{n_compared} positions compared");
}

/// Asks a position all that can be asked, and that its text reads back to itself.
fn ask_everything(position: &Position) {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    for role in Role::ALL {
        for to in [Square::A1, Square::E4, Square::H8] {
            let reaching: Bitboard = position.reaching(role, to);
            assert!(reaching.is_subset(position.board().by_piece(role.of(position.turn()))));
        }
    }
    let _ = (position.is_checkmate(), position.is_stalemate(), position.legal().is_ok());
    let variant = if position.is_chess960() {
        kaissa_chess::Variant::Chess960
    } else {
        kaissa_chess::Variant::Standard
    };
    let fen = position.to_fen();
    let (again, _) = Position::from_fen_of(&fen, variant).expect("our own text");
    assert_eq!(again.key(), position.key(), "{fen}");
    let _ = position.key().fingerprint();
    assert!(Color::ALL.contains(&position.turn()));
}
