//! Positions as text: FEN, with the castling letters of X-FEN and Shredder-FEN.

use std::fmt;

use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Role, Square};

use crate::castling::{home_rank, side_of};
use crate::position::PositionParts;
use crate::{Position, PositionKey};

/// Which castling a position has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// King on the e-file, rooks in the corners (3.8.2).
    Standard,
    /// Any start with the king between the rooks (Guidelines II).
    Chess960,
}

/// Why a text is no position at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field in which reading stopped.
    pub field: FenField,
    /// Character of the text, from 1.
    pub column: usize,
    /// What stands there.
    pub found: String,
    /// What was expected instead.
    pub expected: &'static str,
}

/// A field of a FEN, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenField {
    /// Placement of the pieces.
    Placement,
    /// Side to move.
    Turn,
    /// Castling rights.
    Castling,
    /// Square passed by a pawn.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// Number of the move to come.
    FullmoveNumber,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError { column, found, expected, .. } = self;
        write!(f, "column {column}: found \"{found}\", expected {expected}")
    }
}

impl std::error::Error for FenError {}

/// Something in a FEN that was put right to read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenRepair {
    /// Empty squares counted in more than one digit in a row.
    AdjacentDigits,
    /// Fields left out at the end, and read as if usual.
    MissingFields {
        /// The first of them.
        from: FenField,
    },
    /// A castling letter for which no king and rook stand ready.
    CastlingWithoutPieces {
        /// The letter as written.
        letter: char,
    },
    /// A square to take en passant on behind which no pawn can have stepped.
    EnPassantWithoutPawn {
        /// The square as written.
        square: Square,
    },
    /// A counter or square that could not be read.
    Unreadable {
        /// Its field.
        field: FenField,
        /// What stands there.
        found: String,
    },
    /// Text after the last field.
    TrailingText {
        /// The text.
        found: String,
    },
}

impl Position {
    /// Reads a FEN of standard chess, or of Chess960 where its castling letters name files.
    ///
    /// What can be read is read: rights without their pieces, an en passant square without its
    /// pawn, missing counters and digits side by side are put right and listed. The position may be
    /// illegal; [`Position::legal`] tells.
    ///
    /// # Errors
    /// [`FenError`] where placement or side to move cannot be read.
    ///
    /// # Examples
    /// ```
    /// use kaissa_chess::{FenRepair, Position};
    ///
    /// let (position, repairs) = Position::from_fen("r5k1/8/8/8/8/8/8/4K3 b q - 0 1")?;
    /// assert_eq!(repairs, [FenRepair::CastlingWithoutPieces { letter: 'q' }]);
    /// assert_eq!(position.to_fen(), "r5k1/8/8/8/8/8/8/4K3 b - - 0 1");
    /// # Ok::<(), kaissa_chess::FenError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<(Position, Vec<FenRepair>), FenError> {
        let castling = text.split_whitespace().nth(2).unwrap_or("-");
        let names_files = castling.chars().any(|letter| matches!(letter, 'A'..='H' | 'a'..='h'));
        let variant = if names_files { Variant::Chess960 } else { Variant::Standard };
        Position::from_fen_of(text, variant)
    }

    /// Reads a FEN of the variant given; otherwise as [`Position::from_fen`].
    ///
    /// # Errors
    /// [`FenError`] where placement or side to move cannot be read.
    pub fn from_fen_of(
        text: &str,
        variant: Variant,
    ) -> Result<(Position, Vec<FenRepair>), FenError> {
        let mut repairs = Vec::new();
        let mut fields = Fields::new(text);
        let board = read_placement(&mut fields, &mut repairs)?;
        let turn = read_turn(&mut fields, &mut repairs)?;
        let castling_rooks = read_castling(&mut fields, &board, variant, &mut repairs);
        let en_passant = read_en_passant(&mut fields, &mut repairs);
        let halfmove_clock = read_counter(&mut fields, FenField::HalfmoveClock, 0, &mut repairs);
        let fullmove_number = read_counter(&mut fields, FenField::FullmoveNumber, 1, &mut repairs);
        if let Some((_, rest)) = fields.next() {
            repairs.push(FenRepair::TrailingText { found: rest.to_owned() });
        }
        let position = Position::from_parts(PositionParts {
            board,
            turn,
            castling_rooks,
            pawn_step: en_passant,
            halfmove_clock,
            fullmove_number: fullmove_number.max(1),
            chess960: variant == Variant::Chess960,
        });
        if let Some(square) = en_passant
            && position.pawn_step_square().is_none()
        {
            repairs.push(FenRepair::EnPassantWithoutPawn { square });
        }
        Ok((position, repairs))
    }

    /// Writes the position as FEN: castling letters KQkq (for Chess960 those of X-FEN), the en
    /// passant square only where the capture is legal.
    pub fn to_fen(&self) -> String {
        let mut text = String::with_capacity(90);
        self.push_fen(&mut text);
        text
    }

    /// Adds the position as FEN to a text.
    pub fn push_fen(&self, text: &mut String) {
        self.push_epd(text);
        for number in [self.halfmove_clock(), self.fullmove_number()] {
            text.push(' ');
            push_number(text, number);
        }
    }

    /// Writes the first four fields of the FEN: all that [`PositionKey`] compares.
    pub fn to_epd(&self) -> String {
        let mut text = String::with_capacity(80);
        self.push_epd(&mut text);
        text
    }

    fn push_epd(&self, text: &mut String) {
        push_placement(text, self.board());
        text.push(' ');
        text.push(self.turn().char());
        text.push(' ');
        if self.castling_rooks().is_empty() {
            text.push('-');
        } else {
            text.push_str(&self.castling_letters());
        }
        text.push(' ');
        match self.en_passant_square() {
            None => text.push('-'),
            Some(square) => text.extend([square.file().char(), square.rank().char()]),
        }
    }

    /// Sets up one of the 960 starts by its usual number, 518 being the start of standard chess.
    ///
    /// `None` where the number is 960 or more.
    pub fn chess960(number: u32) -> Option<Position> {
        let board = (number < 960).then(|| Board::chess960(number))?;
        Some(Position::from_parts(PositionParts {
            castling_rooks: board.rooks(),
            board,
            turn: Color::White,
            pawn_step: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            chess960: true,
        }))
    }

    fn castling_letters(&self) -> String {
        let mut letters = String::new();
        for color in Color::ALL {
            let Some(king) = self.castling_king(color) else { continue };
            let mut rooks: Vec<Square> = self.castling_rooks_of(color).into_iter().collect();
            rooks.reverse();
            for rook in rooks {
                let letter = match outermost(self.board(), color, king, side_of(king, rook)) {
                    Some(outer) if outer == rook => match side_of(king, rook) {
                        CastlingSide::KingSide => 'K',
                        CastlingSide::QueenSide => 'Q',
                    },
                    _ => rook.file().upper_char(),
                };
                letters.push(color.fold_wb(letter, letter.to_ascii_lowercase()));
            }
        }
        if letters.is_empty() { "-".to_owned() } else { letters }
    }
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.fingerprint())
    }
}

/// The fields of a FEN with the column of each.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str) -> Fields<'a> {
        Fields { text, at: 0 }
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c: char| !c.is_whitespace())?;
        let field = self.text[start..].split(char::is_whitespace).next().unwrap_or("");
        self.at = start + field.len();
        Some((self.text[..start].chars().count() + 1, field))
    }
}

fn read_placement(
    fields: &mut Fields<'_>,
    repairs: &mut Vec<FenRepair>,
) -> Result<Board, FenError> {
    let error = |column, found: &str, expected| FenError {
        field: FenField::Placement,
        column,
        found: found.to_owned(),
        expected,
    };
    let Some((column, text)) = fields.next() else {
        return Err(error(1, "", "eight ranks separated by \"/\""));
    };
    let mut board = Board::empty();
    let mut rank = 7;
    let mut file = 0_u32;
    let mut after_digit = false;
    let mut repaired = false;
    for (offset, letter) in text.chars().enumerate() {
        let here = column + offset;
        let is_digit = letter.is_ascii_digit();
        match letter {
            '/' if file != 8 => return Err(error(here, "/", "eight squares in each rank")),
            '/' if rank == 0 => return Err(error(here, "/", "eight ranks and no more")),
            '/' => {
                rank -= 1;
                file = 0;
            }
            '1'..='8' => {
                repaired |= after_digit;
                file += u32::from(letter) - u32::from('0');
            }
            _ => {
                let Some(piece) = Piece::from_char(letter) else {
                    return Err(error(
                        here,
                        &letter.to_string(),
                        "a piece letter, a digit or \"/\"",
                    ));
                };
                if file > 7 {
                    return Err(error(here, &letter.to_string(), "eight squares in each rank"));
                }
                let square = Square::from_coords(File::new(file), Rank::new(rank));
                board.set_piece_at(square, piece);
                file += 1;
            }
        }
        if file > 8 {
            return Err(error(here, &letter.to_string(), "eight squares in each rank"));
        }
        after_digit = is_digit;
    }
    if rank != 0 || file != 8 {
        let end = column + text.chars().count();
        return Err(error(end, "end of the placement", "eight ranks of eight squares"));
    }
    if repaired {
        repairs.push(FenRepair::AdjacentDigits);
    }
    Ok(board)
}

fn read_turn(fields: &mut Fields<'_>, repairs: &mut Vec<FenRepair>) -> Result<Color, FenError> {
    match fields.next() {
        None => {
            repairs.push(FenRepair::MissingFields { from: FenField::Turn });
            Ok(Color::White)
        }
        Some((_, "w" | "W")) => Ok(Color::White),
        Some((_, "b" | "B")) => Ok(Color::Black),
        Some((column, found)) => Err(FenError {
            field: FenField::Turn,
            column,
            found: found.to_owned(),
            expected: "w or b",
        }),
    }
}

fn read_castling(
    fields: &mut Fields<'_>,
    board: &Board,
    variant: Variant,
    repairs: &mut Vec<FenRepair>,
) -> Bitboard {
    let Some((_, text)) = fields.next() else {
        note_missing(repairs, FenField::Castling);
        return Bitboard::EMPTY;
    };
    let mut rooks = Bitboard::EMPTY;
    for letter in text.chars().filter(|&letter| letter != '-') {
        match castling_rook(board, variant, letter) {
            Some(rook) => rooks.add(rook),
            None => repairs.push(FenRepair::CastlingWithoutPieces { letter }),
        }
    }
    rooks
}

fn castling_rook(board: &Board, variant: Variant, letter: char) -> Option<Square> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let rank = home_rank(color);
    let kings = board.by_piece(Role::King.of(color)) & Bitboard::from_rank(rank);
    let king = kings.single_square()?;
    let rook = match letter.to_ascii_uppercase() {
        'K' => outermost(board, color, king, CastlingSide::KingSide)?,
        'Q' => outermost(board, color, king, CastlingSide::QueenSide)?,
        file @ 'A'..='H' => Square::from_coords(File::from_char(file.to_ascii_lowercase())?, rank),
        _ => return None,
    };
    if board.piece_at(rook) != Some(Role::Rook.of(color)) {
        return None;
    }
    let at_home = king.file() == File::E && matches!(rook.file(), File::A | File::H);
    (variant == Variant::Chess960 || at_home).then_some(rook)
}

/// The own rook farthest from the king on that side of the home rank.
fn outermost(board: &Board, color: Color, king: Square, side: CastlingSide) -> Option<Square> {
    let rank = Bitboard::from_rank(home_rank(color));
    let rooks = board.by_piece(Role::Rook.of(color)) & rank;
    let on_side = rooks.into_iter().filter(|&rook| side_of(king, rook) == side);
    match side {
        CastlingSide::KingSide => on_side.max_by_key(|rook| rook.file()),
        CastlingSide::QueenSide => on_side.min_by_key(|rook| rook.file()),
    }
}

fn read_en_passant(fields: &mut Fields<'_>, repairs: &mut Vec<FenRepair>) -> Option<Square> {
    match fields.next() {
        None => {
            note_missing(repairs, FenField::EnPassant);
            None
        }
        Some((_, "-")) => None,
        Some((_, text)) => match Square::from_ascii(text.as_bytes()) {
            Ok(square) => Some(square),
            Err(_) => {
                let found = text.to_owned();
                repairs.push(FenRepair::Unreadable { field: FenField::EnPassant, found });
                None
            }
        },
    }
}

fn read_counter(
    fields: &mut Fields<'_>,
    field: FenField,
    usual: u32,
    repairs: &mut Vec<FenRepair>,
) -> u32 {
    match fields.next() {
        None => {
            note_missing(repairs, field);
            usual
        }
        Some((_, text)) => text.parse().unwrap_or_else(|_| {
            repairs.push(FenRepair::Unreadable { field, found: text.to_owned() });
            usual
        }),
    }
}

fn note_missing(repairs: &mut Vec<FenRepair>, field: FenField) {
    if !repairs.iter().any(|repair| matches!(repair, FenRepair::MissingFields { .. })) {
        repairs.push(FenRepair::MissingFields { from: field });
    }
}

fn push_placement(text: &mut String, board: &Board) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0_u8;
        // From the a-file to the h-file, over the pieces alone.
        let mut next = 0;
        for square in board.occupied() & Bitboard::from_rank(rank) {
            empty += square.file() as u8 - next;
            next = square.file() as u8 + 1;
            push_empty(text, &mut empty);
            if let Some(piece) = board.piece_at(square) {
                text.push(piece.char());
            }
        }
        empty += 8 - next;
        push_empty(text, &mut empty);
        if rank != Rank::First {
            text.push('/');
        }
    }
}

fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
