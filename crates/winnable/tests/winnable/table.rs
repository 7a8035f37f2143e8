//! The table of material, gone through placement by placement.

use kaissa_chess::{Bitboard, Board, Color, Position, PositionParts, Role, Square, attacks};
use kaissa_winnable::{MaterialBar, material_bar};

fn mated(board: Board) -> bool {
    let position = Position::from_parts(PositionParts {
        board,
        turn: Color::Black,
        castling_rooks: Bitboard::EMPTY,
        pawn_step: None,
        halfmove_clock: 0,
        fullmove_number: 1,
        chess960: false,
    });
    position.is_checkmate()
}

/// Pairs of kings that may stand on the board.
fn kings() -> impl Iterator<Item = (Square, Square)> {
    Square::ALL.into_iter().flat_map(|own| {
        (!attacks::king_attacks(own).with(own)).into_iter().map(move |mated| (own, mated))
    })
}

/// A knight checks and the king may only be hemmed in by queens: put one on every square that
/// neither king nor knight takes away. More queens would only give more moves. None is mate.
#[test]
fn a_lone_knight_never_mates_among_queens() {
    for (own, king) in kings() {
        for knight in attacks::knight_attacks(king).without(own) {
            let mut board = Board::empty();
            board.set_piece_at(own, Role::King.of(Color::White));
            board.set_piece_at(knight, Role::Knight.of(Color::White));
            board.set_piece_at(king, Role::King.of(Color::Black));
            let taken = attacks::king_attacks(own) | attacks::knight_attacks(knight);
            for flight in attacks::king_attacks(king) & !taken & !board.occupied() {
                board.set_piece_at(flight, Role::Queen.of(Color::Black));
            }
            assert_eq!(material_bar(&board, Color::White), Some(MaterialBar::LoneKnight));
            assert!(!mated(board), "{own} {knight} {king}");
        }
    }
}

/// Bishops of one colour check along a diagonal. Of the king's neighbours on the other colour, one
/// that the other king does not take away is always beside the first square of that diagonal: if a
/// queen or rook fills it, it steps or takes there, and nothing can pin it.
#[test]
fn one_coloured_bishops_never_mate_among_queens_and_rooks() {
    for (own, king) in kings() {
        let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & attacks::king_attacks(king);
        let open = straight & !attacks::king_attacks(own);
        let diagonal = attacks::king_attacks(king) & !straight;
        for first in diagonal {
            let beside =
                attacks::king_attacks(first) & attacks::rook_attacks(first, Bitboard::EMPTY);
            assert!((open & beside).any(), "{own} {king} {first}");
        }
    }
}

#[test]
fn the_table_is_no_wider_than_that() {
    let board = |fen: &str| Position::from_fen(fen).expect("a FEN").0.board().clone();
    for (fen, expected) in [
        ("8/8/8/3k4/8/2n5/4Q3/4K3 w - - 0 1", Some(MaterialBar::LoneKnight)),
        ("8/8/8/3k4/8/2n5/4R3/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/2n5/4P3/4K3 w - - 0 1", None),
        ("8/8/8/3k4/2n5/2n5/8/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/2b5/4R3/4K3 w - - 0 1", Some(MaterialBar::OneColouredBishops)),
        ("8/8/8/3k4/8/2bB4/8/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/2bb4/8/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/2b1B3/8/4K3 w - - 0 1", Some(MaterialBar::OneColouredBishops)),
        ("8/8/8/3k4/8/2b5/4N3/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/2b5/4P3/4K3 w - - 0 1", None),
        ("8/8/8/3k4/8/8/4P3/4K3 w - - 0 1", Some(MaterialBar::BareKing)),
    ] {
        assert_eq!(material_bar(&board(fen), Color::Black), expected, "{fen}");
    }
}
