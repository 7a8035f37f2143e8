//! Canonical SAN, the way nearly every move is written, taken apart without looking left or right.

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square};

use super::CheckSign;

/// A token of at most seven bytes, held as one number: canonical SAN is never longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortToken {
    /// The bytes, the first one lowest, zeros behind them.
    bytes: u64,
    len: u32,
}

/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl ShortToken {
    /// The token at the beginning of a text, up to the first blank or line end; `None` where none
    /// comes within eight bytes.
    pub fn at_start(text: &[u8]) -> Option<ShortToken> {
        let word = u64::from_le_bytes(*text.first_chunk()?);
        // The highest bit of each byte up to 0x20; the lowest one of all is exact.
        let blanks = word.wrapping_sub(ONES * 0x21) & !word & (ONES * 0x80);
        if blanks == 0 {
            return None;
        }
        let len = blanks.trailing_zeros() / 8;
        Some(ShortToken { bytes: word & !(u64::MAX << (8 * len)), len })
    }

    /// A whole token; `None` where it is longer.
    pub fn of(token: &[u8]) -> Option<ShortToken> {
        let len = token.len();
        let all = token.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u64::from(byte));
        (len < 8).then_some(ShortToken { bytes: all, len: len as u32 })
    }

    /// How many bytes it has.
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is nothing.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// A byte counted from the front; zero behind the end.
    const fn byte(self, at: u32) -> u8 {
        (self.bytes >> (8 * (at & 7))) as u8
    }

    /// The same without its last bytes.
    const fn without_last(self, n: u32) -> ShortToken {
        let len = self.len.saturating_sub(n);
        ShortToken { bytes: self.bytes & !(u64::MAX << (8 * len)), len }
    }

    /// The bytes as one number, to be compared with [`packed`].
    const fn packed(self) -> u64 {
        self.bytes
    }
}

/// A text of at most seven bytes as one number.
const fn packed(text: &[u8]) -> u64 {
    let mut bytes = 0;
    let mut at = text.len();
    while at > 0 {
        at -= 1;
        bytes = bytes << 8 | text[at] as u64;
    }
    bytes
}

/// A move in canonical SAN, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct San {
    pub shape: SanShape,
    pub check: CheckSign,
}

/// What a move in canonical SAN says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SanShape {
    /// A pawn moves, or takes from a file.
    Pawn { from_file: Option<File>, to: Square, promotion: Option<Role> },
    /// A piece moves or takes.
    Piece { role: Role, departure: Departure, to: Square, capture: bool },
    /// The king castles.
    Castle(CastlingSide),
}

/// What is written of the square of departure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Departure {
    /// Nothing: one such piece goes there.
    None,
    /// Its file.
    File(File),
    /// Its rank.
    Rank(Rank),
}

impl Departure {
    /// The squares that fit.
    pub fn squares(self) -> Bitboard {
        match self {
            Departure::None => Bitboard::FULL,
            Departure::File(file) => file.into(),
            Departure::Rank(rank) => rank.into(),
        }
    }

    /// The same as file and rank.
    pub fn file_and_rank(self) -> (Option<File>, Option<Rank>) {
        match self {
            Departure::None => (None, None),
            Departure::File(file) => (Some(file), None),
            Departure::Rank(rank) => (None, Some(rank)),
        }
    }
}

impl San {
    /// Reads canonical SAN; `None` for anything else.
    ///
    /// Read from the end, since what is optional stands in front. A full square of departure,
    /// needed only with three queens, is left to the tolerant reading.
    pub fn read(token: ShortToken) -> Option<San> {
        let (token, check) = match token.byte(token.len.wrapping_sub(1)) {
            b'+' => (token.without_last(1), CheckSign::Check),
            b'#' => (token.without_last(1), CheckSign::Mate),
            _ => (token, CheckSign::Absent),
        };
        let shape = match token.byte(0) {
            b'a'..=b'h' => read_pawn(token),
            b'N' => read_piece(token, Role::Knight),
            b'B' => read_piece(token, Role::Bishop),
            b'R' => read_piece(token, Role::Rook),
            b'Q' => read_piece(token, Role::Queen),
            b'K' => read_piece(token, Role::King),
            b'O' => read_castling(token),
            _ => None,
        };
        shape.map(|shape| San { shape, check })
    }
}

fn read_pawn(token: ShortToken) -> Option<SanShape> {
    let (token, promotion) = match token.len {
        4 | 6 if token.byte(token.len - 2) == b'=' => {
            let role = match token.byte(token.len - 1) {
                b'Q' => Role::Queen,
                b'R' => Role::Rook,
                b'B' => Role::Bishop,
                b'N' => Role::Knight,
                _ => return None,
            };
            (token.without_last(2), Some(role))
        }
        _ => (token, None),
    };
    let from_file = match token.len {
        2 => None,
        4 if token.byte(1) == b'x' => Some(file(token.byte(0))?),
        _ => return None,
    };
    Some(SanShape::Pawn { from_file, to: last_square(token)?, promotion })
}

fn read_piece(token: ShortToken, role: Role) -> Option<SanShape> {
    let to = last_square(token)?;
    // The letter and the square are always there.
    let between = token.len.checked_sub(3)?;
    let capture = between > 0 && token.byte(token.len - 3) == b'x';
    let departure = match between - u32::from(capture) {
        0 => Departure::None,
        1 => match token.byte(1) {
            letter @ b'a'..=b'h' => Departure::File(file(letter)?),
            digit @ b'1'..=b'8' => Departure::Rank(rank(digit)?),
            _ => return None,
        },
        _ => return None,
    };
    Some(SanShape::Piece { role, departure, to, capture })
}

fn read_castling(token: ShortToken) -> Option<SanShape> {
    const SHORT: u64 = packed(b"O-O");
    const LONG: u64 = packed(b"O-O-O");
    match token.packed() {
        SHORT => Some(SanShape::Castle(CastlingSide::KingSide)),
        LONG => Some(SanShape::Castle(CastlingSide::QueenSide)),
        _ => None,
    }
}

fn last_square(token: ShortToken) -> Option<Square> {
    let before_last = token.len.checked_sub(2)?;
    Some(Square::from_coords(file(token.byte(before_last))?, rank(token.byte(before_last + 1))?))
}

fn file(letter: u8) -> Option<File> {
    let index = letter.wrapping_sub(b'a');
    (index < 8).then(|| File::new(u32::from(index)))
}

fn rank(digit: u8) -> Option<Rank> {
    let index = digit.wrapping_sub(b'1');
    (index < 8).then(|| Rank::new(u32::from(index)))
}
