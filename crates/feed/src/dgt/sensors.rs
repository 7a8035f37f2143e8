//! What the sensors of a board tell, square by square.

use kaissa_chess::{Bitboard, Board, Color, Piece, Position, PositionParts, Role, Square};

/// How many squares a board has.
pub(super) const N_SQUARES: usize = 64;
/// How many codes a sensor knows: nothing, twelve pieces, three signs.
pub(super) const N_CODES: u8 = 16;

/// What stands on all squares, in the order and with the codes of the board.
///
/// Square 0 is a8 and square 63 is h1 while White sits at the side of the connector that the board
/// expects; a board that lies the other way round counts from h1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sensors {
    codes: [u8; N_SQUARES],
}

/// Which way round a board lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lie {
    /// Square 0 is a8.
    Usual,
    /// Square 0 is h1.
    Rotated,
}

impl Sensors {
    /// An empty board.
    pub const EMPTY: Sensors = Sensors { codes: [0; N_SQUARES] };

    /// Reads 64 codes; `None` where there are more or fewer, or one that no piece has.
    pub fn read(codes: &[u8]) -> Option<Sensors> {
        let codes: [u8; N_SQUARES] = codes.try_into().ok()?;
        codes.iter().all(|&code| code < N_CODES).then_some(Sensors { codes })
    }

    /// The usual start position on a board that lies so.
    pub fn start(lie: Lie) -> Sensors {
        let mut sensors = Sensors::EMPTY;
        let board = Board::new();
        for (index, code) in sensors.codes.iter_mut().enumerate() {
            *code =
                square_of(index, lie).and_then(|square| board.piece_at(square)).map_or(0, code_of);
        }
        sensors
    }

    /// Changes one square.
    pub fn set(&mut self, index: u8, code: u8) {
        if let Some(square) = self.codes.get_mut(usize::from(index)) {
            *square = code;
        }
    }

    /// The code of one square.
    pub fn code(&self, index: u8) -> u8 {
        self.codes.get(usize::from(index)).copied().unwrap_or(0)
    }

    /// The board as the players see it.
    pub fn board(&self, lie: Lie) -> Board {
        let mut board = Board::empty();
        for (index, &code) in self.codes.iter().enumerate() {
            if let (Some(square), Some(piece)) = (square_of(index, lie), piece_of(code)) {
                board.set_piece_at(square, piece);
            }
        }
        board
    }

    /// The start position that stands here, of standard chess or of Chess960, and the way in which
    /// the board lies.
    pub fn start_position(&self) -> Option<(Position, Lie)> {
        [Lie::Usual, Lie::Rotated].into_iter().find_map(|lie| {
            let board = self.board(lie);
            start_with(&board).map(|position| (position, lie))
        })
    }

    /// The way in which the board most likely lies, from where the pieces of each colour stand.
    pub fn likely_lie(&self) -> Lie {
        let board = self.board(Lie::Usual);
        let height = |color: Color| {
            let pieces = board.by_color(color);
            let sum: i64 =
                pieces.into_iter().map(|square| i64::from(u32::from(square.rank()))).sum();
            (sum, pieces.count() as i64)
        };
        let ((white, n_white), (black, n_black)) = (height(Color::White), height(Color::Black));
        // Mean rank of White above that of Black, without dividing.
        match white * n_black > black * n_white {
            true => Lie::Rotated,
            false => Lie::Usual,
        }
    }

    /// The result that a sign stands for, where one of the signs lies on the board.
    pub fn result_sign(&self) -> Option<&'static str> {
        self.codes.iter().find_map(|code| match code {
            0x0d => Some("1/2-1/2"),
            0x0e => Some("1-0"),
            0x0f => Some("0-1"),
            _ => None,
        })
    }
}

/// The placement of a board as the first part of a FEN.
pub(super) fn placement(board: &Board) -> String {
    let position = Position::from_parts(PositionParts {
        board: board.clone(),
        turn: Color::White,
        castling_rooks: Bitboard::EMPTY,
        pawn_step: None,
        halfmove_clock: 0,
        fullmove_number: 1,
        chess960: false,
    });
    let fen = position.to_epd();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// The start position with these pieces: pawns on their ranks, the same pieces behind them on both
/// sides, the king between the rooks, bishops on squares of both colours.
fn start_with(board: &Board) -> Option<Position> {
    if *board == Board::new() {
        return Some(Position::start());
    }
    if board.occupied().count() != 32
        || board.by_piece(Role::Pawn.of(Color::White)) != Bitboard(0xff00)
        || board.by_piece(Role::Pawn.of(Color::Black)) != Bitboard(0x00ff_0000_0000_0000)
    {
        return None;
    }
    let number = (0..960).find(|&number| Board::chess960(number) == *board)?;
    Position::chess960(number)
}

fn square_of(index: usize, lie: Lie) -> Option<Square> {
    let index = u32::try_from(index).ok().filter(|&index| index < 64)?;
    // Ranks are counted from the top by the board.
    let square = Square::new(index ^ 56);
    Some(match lie {
        Lie::Usual => square,
        Lie::Rotated => square.rotate_180(),
    })
}

const ROLES: [Role; 6] =
    [Role::Pawn, Role::Rook, Role::Knight, Role::Bishop, Role::King, Role::Queen];

fn piece_of(code: u8) -> Option<Piece> {
    let (color, first) = match code {
        1..=6 => (Color::White, 1),
        7..=12 => (Color::Black, 7),
        _ => return None,
    };
    ROLES.get(usize::from(code - first)).map(|role| role.of(color))
}

fn code_of(piece: Piece) -> u8 {
    let place = ROLES.iter().position(|&role| role == piece.role).unwrap_or(0) as u8;
    piece.color.fold_wb(1, 7) + place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_position_is_known_either_way_round() {
        let usual = Sensors::start(Lie::Usual);
        assert_eq!(usual.code(0), 8);
        assert_eq!(usual.code(60), 5);
        assert_eq!(usual.start_position(), Some((Position::start(), Lie::Usual)));
        let rotated = Sensors::start(Lie::Rotated);
        assert_eq!(rotated.code(3), 5);
        assert_eq!(rotated.start_position(), Some((Position::start(), Lie::Rotated)));
        assert_eq!(rotated.likely_lie(), Lie::Rotated);
        assert_eq!(usual.likely_lie(), Lie::Usual);
        let mut moved = usual;
        moved.set(52, 0);
        assert_eq!(moved.start_position(), None);
    }

    #[test]
    fn every_start_of_chess960_is_known() {
        for number in [0, 1, 356, 959] {
            let position = Position::chess960(number).expect("a start");
            let mut sensors = Sensors::EMPTY;
            for (square, piece) in position.board() {
                sensors.set(u32::from(square) as u8 ^ 56, code_of(piece));
            }
            assert_eq!(sensors.start_position(), Some((position, Lie::Usual)), "{number}");
        }
    }

    #[test]
    fn placement_is_that_of_a_fen_and_signs_are_no_pieces() {
        let mut sensors = Sensors::start(Lie::Usual);
        sensors.set(27, 0x0e);
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(placement(&sensors.board(Lie::Usual)), start);
        assert_eq!(sensors.result_sign(), Some("1-0"));
    }
}
