//! A move as it is written, taken apart without any position.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::{Form, Forms, Language};

/// A move as it is written, before a position says what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// What is to move, and where.
    pub shape: Shape,
    /// Whether a capture is written.
    pub capture: bool,
    /// The sign of check or mate.
    pub check: CheckSign,
    /// What differs from canonical SAN, as far as the text alone tells.
    pub forms: Forms,
}

/// What a written move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A piece goes to a square.
    Piece {
        /// The kind of piece; `None` where only squares are written.
        role: Option<Role>,
        /// File of departure, if written.
        file: Option<File>,
        /// Rank of departure, if written.
        rank: Option<Rank>,
        /// Square of arrival.
        to: Square,
        /// What the pawn becomes, if written.
        promotion: Option<Role>,
    },
    /// Castling to a side.
    Castle(CastlingSide),
    /// No move at all: the turn passes.
    Null,
}

/// The sign of check or mate behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckSign {
    /// None.
    Absent,
    /// `+`.
    Check,
    /// `++`, which means mate in Appendix C.13 and double check in older books.
    DoublePlus,
    /// `#`, or another sign of mate.
    Mate,
}

/// More characters than the longest move that anyone writes.
const LONGEST: usize = 24;

impl WrittenMove {
    /// Takes a token apart in a language; `None` where it does not look like a move at all.
    pub fn parse(token: &str, language: Language) -> Option<WrittenMove> {
        Self::readings(token, language)[0]
    }

    /// The ways in which a token may be read, the canonical one first.
    pub(super) fn readings(token: &str, language: Language) -> [Option<WrittenMove>; 2] {
        let Some(symbols) = Symbols::of(token, language) else { return [None, None] };
        let first = symbols.read(false);
        let second = if symbols.may_be_lower_case_piece() { symbols.read(true) } else { None };
        match first {
            Some(_) => [first, second],
            None => [second, None],
        }
    }
}

/// One character of a token after clean-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    Piece(Role),
    File(File),
    Rank(Rank),
    Capture,
    Dash,
    Plus,
    Hash,
    Equals,
    Open,
    Close,
    Slash,
    Zero,
    LetterO,
    /// A small letter that may stand for a piece.
    Lower(Role),
    PawnLetter,
    CapitalX,
}

/// A token as a list of symbols; a null move is an empty one.
struct Symbols {
    list: [Symbol; LONGEST],
    len: usize,
    forms: Forms,
}

impl Symbols {
    fn of(token: &str, language: Language) -> Option<Symbols> {
        let mut symbols = Symbols { list: [Symbol::Dash; LONGEST], len: 0, forms: Forms::NONE };
        let token = symbols.without_en_passant_note(token);
        if is_null_move(token) {
            return Some(symbols);
        }
        let mut rest = token;
        while let Some(letter) = rest.chars().next() {
            if let Some((role, len)) = language.piece_at_start(rest)
                && symbols.piece_may_stand_here()
                && !begins_castling(rest)
            {
                if language != Language::English {
                    symbols.forms.add(Form::LocalLetter);
                }
                symbols.push(Symbol::Piece(role))?;
                rest = rest.get(len..)?;
                continue;
            }
            rest = rest.get(letter.len_utf8()..)?;
            if is_zero_width(letter) {
                symbols.forms.add(Form::ZeroWidth);
                continue;
            }
            let symbol = symbols.symbol(letter)?;
            symbols.push(symbol)?;
        }
        Some(symbols)
    }

    fn push(&mut self, symbol: Symbol) -> Option<()> {
        *self.list.get_mut(self.len)? = symbol;
        self.len += 1;
        Some(())
    }

    fn all(&self) -> &[Symbol] {
        self.list.get(..self.len).unwrap_or_default()
    }

    /// A piece letter begins the move or follows the square of a promotion.
    fn piece_may_stand_here(&self) -> bool {
        match self.all().last() {
            None => true,
            Some(Symbol::Rank(_) | Symbol::Equals | Symbol::Open | Symbol::Slash) => true,
            Some(_) => false,
        }
    }

    fn without_en_passant_note<'t>(&mut self, token: &'t str) -> &'t str {
        for note in ["e.p.", "e.p", "ep.", "ep"] {
            if let Some(head) = token.strip_suffix(note)
                && head.ends_with(|letter: char| letter.is_ascii_digit())
            {
                self.forms.add(Form::EnPassantNote);
                return head;
            }
        }
        token
    }

    fn symbol(&mut self, letter: char) -> Option<Symbol> {
        let symbol = match letter {
            'a'..='h' => Symbol::File(File::from_char(letter)?),
            '1'..='8' => Symbol::Rank(Rank::from_char(letter)?),
            'A'..='H' => {
                self.forms.add(Form::UpperCaseFile);
                Symbol::File(File::from_char(letter.to_ascii_lowercase())?)
            }
            'x' => Symbol::Capture,
            ':' => {
                self.forms.add(Form::CaptureSignOther);
                Symbol::Capture
            }
            '×' => {
                self.forms.add(Form::CaptureSignOther);
                Symbol::Capture
            }
            'X' => Symbol::CapitalX,
            '-' => Symbol::Dash,
            '+' | '†' => Symbol::Plus,
            '#' | '‡' | '≠' => Symbol::Hash,
            '=' => Symbol::Equals,
            '(' => Symbol::Open,
            ')' => Symbol::Close,
            '/' => Symbol::Slash,
            '0' => Symbol::Zero,
            'O' => Symbol::LetterO,
            'o' => {
                self.forms.add(Form::CastlingLetters);
                Symbol::LetterO
            }
            'P' => Symbol::PawnLetter,
            'n' => Symbol::Lower(Role::Knight),
            'r' => Symbol::Lower(Role::Rook),
            'q' => Symbol::Lower(Role::Queen),
            'k' => Symbol::Lower(Role::King),
            _ => return self.other_symbol(letter),
        };
        Some(symbol)
    }

    /// Characters outside ASCII that stand for others.
    fn other_symbol(&mut self, letter: char) -> Option<Symbol> {
        if let Some(role) = figurine(letter) {
            self.forms.add(Form::Figurine);
            return Some(if role == Role::Pawn { Symbol::PawnLetter } else { Symbol::Piece(role) });
        }
        if is_dash(letter) {
            self.forms.add(Form::OddDash);
            return Some(Symbol::Dash);
        }
        let (symbol, form) = match letter {
            'а' => (Symbol::File(File::A), Form::LookAlike),
            'в' => (Symbol::File(File::B), Form::LookAlike),
            'с' => (Symbol::File(File::C), Form::LookAlike),
            'е' => (Symbol::File(File::E), Form::LookAlike),
            'х' => (Symbol::Capture, Form::LookAlike),
            'Х' => (Symbol::CapitalX, Form::LookAlike),
            'О' | 'Ο' => (Symbol::LetterO, Form::LookAlike),
            'о' | 'ο' => (Symbol::LetterO, Form::LookAlike),
            _ => return None,
        };
        self.forms.add(form);
        Some(symbol)
    }

    fn may_be_lower_case_piece(&self) -> bool {
        matches!(self.all(), [Symbol::File(File::B), _, _, ..])
    }

    fn read(&self, lower_case_bishop: bool) -> Option<WrittenMove> {
        let all = self.all();
        let mut forms = self.forms;
        if all.is_empty() {
            let check = CheckSign::Absent;
            return Some(WrittenMove { shape: Shape::Null, capture: false, check, forms });
        }
        let (body, check) = check_sign(all, &mut forms);
        if let Some(side) = castling_side(body, &mut forms) {
            return Some(WrittenMove { shape: Shape::Castle(side), capture: false, check, forms });
        }
        // A small o belongs to castling alone.
        if forms.contains(Form::CastlingLetters) {
            return None;
        }
        let (role, body) = match *body {
            [Symbol::Piece(role), ref rest @ ..] => (Some(role), rest),
            [Symbol::Lower(role), ref rest @ ..] => {
                forms.add(Form::LowerCasePiece);
                (Some(role), rest)
            }
            [Symbol::File(File::B), ref rest @ ..] if lower_case_bishop => {
                forms.add(Form::LowerCasePiece);
                (Some(Role::Bishop), rest)
            }
            [Symbol::PawnLetter, ref rest @ ..] => {
                forms.add(Form::PawnLetter);
                (Some(Role::Pawn), rest)
            }
            _ => (None, body),
        };
        let squares = Squares::read(body, &mut forms)?;
        let promotion = read_promotion(squares.rest, &mut forms)?;
        let full = squares.file.is_some() && squares.rank.is_some();
        let role = match role {
            None if !full => Some(Role::Pawn),
            other => other,
        };
        if role != Some(Role::Pawn) && role.is_some() && promotion.is_some() {
            return None;
        }
        if full {
            if role.is_none() && !squares.dash && !squares.capture {
                forms.add(Form::UciForm);
                // In this form the promoted piece is a small letter without a sign.
                if matches!(squares.rest, [Symbol::Lower(_) | Symbol::File(File::B)]) {
                    forms.remove(Form::LowerCasePiece);
                    forms.remove(Form::PromotionSign);
                }
            } else {
                forms.add(Form::LongForm);
            }
        } else if squares.dash {
            forms.add(Form::LongForm);
        }
        let Squares { file, rank, to, .. } = squares;
        let shape = Shape::Piece { role, file, rank, to, promotion };
        Some(WrittenMove { shape, capture: squares.capture, check, forms })
    }
}

/// Squares and signs of a move, without the piece letter.
struct Squares<'s> {
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    capture: bool,
    dash: bool,
    rest: &'s [Symbol],
}

impl<'s> Squares<'s> {
    fn read(body: &'s [Symbol], forms: &mut Forms) -> Option<Squares<'s>> {
        let (file, body) = match *body {
            [Symbol::File(file), ref rest @ ..] => (Some(file), rest),
            _ => (None, body),
        };
        let (rank, body) = match *body {
            [Symbol::Rank(rank), ref rest @ ..] => (Some(rank), rest),
            _ => (None, body),
        };
        let (capture, dash, after_sign) = match *body {
            [Symbol::Capture, ref rest @ ..] => (true, false, rest),
            [Symbol::CapitalX, ref rest @ ..] => {
                forms.add(Form::CaptureSignOther);
                (true, false, rest)
            }
            [Symbol::Dash, ref rest @ ..] => (false, true, rest),
            _ => (false, false, body),
        };
        match *after_sign {
            [Symbol::File(to_file), Symbol::Rank(to_rank), ref rest @ ..] => {
                let to = Square::from_coords(to_file, to_rank);
                Some(Squares { file, rank, to, capture, dash, rest })
            }
            // What looked like the square of departure was the square of arrival.
            ref rest if !capture && !dash => {
                let to = Square::from_coords(file?, rank?);
                Some(Squares { file: None, rank: None, to, capture, dash, rest })
            }
            _ => None,
        }
    }
}

fn read_promotion(rest: &[Symbol], forms: &mut Forms) -> Option<Option<Role>> {
    let (letter, canonical) = match *rest {
        [] => return Some(None),
        [Symbol::Equals] => {
            forms.add(Form::GluedSign);
            return Some(None);
        }
        [Symbol::Equals, letter] => (letter, true),
        [letter] => (letter, false),
        [Symbol::Slash, letter] => (letter, false),
        [Symbol::Open, letter, Symbol::Close] => (letter, false),
        [Symbol::Equals, Symbol::Open, letter, Symbol::Close] => (letter, false),
        _ => return None,
    };
    if !canonical {
        forms.add(Form::PromotionSign);
    }
    match letter {
        Symbol::Piece(role) => Some(Some(role)),
        Symbol::Lower(role) => {
            forms.add(Form::LowerCasePiece);
            Some(Some(role))
        }
        Symbol::File(File::B) => {
            forms.add(Form::LowerCasePiece);
            Some(Some(Role::Bishop))
        }
        _ => None,
    }
}

fn check_sign<'s>(all: &'s [Symbol], forms: &mut Forms) -> (&'s [Symbol], CheckSign) {
    match *all {
        [ref body @ .., Symbol::Plus, Symbol::Plus] => {
            forms.add(Form::DoublePlus);
            (body, CheckSign::DoublePlus)
        }
        [ref body @ .., Symbol::Plus, Symbol::Hash] => {
            forms.add(Form::MateSignOther);
            (body, CheckSign::Mate)
        }
        [ref body @ .., Symbol::Hash] => (body, CheckSign::Mate),
        [ref body @ .., Symbol::Plus] => (body, CheckSign::Check),
        [ref body @ .., Symbol::Rank(_), Symbol::CapitalX] => {
            forms.add(Form::MateSignOther);
            (all.get(..body.len() + 1).unwrap_or_default(), CheckSign::Mate)
        }
        _ => (all, CheckSign::Absent),
    }
}

fn castling_side(body: &[Symbol], forms: &mut Forms) -> Option<CastlingSide> {
    use Symbol::{Dash, LetterO, Zero};
    let (side, form) = match *body {
        [LetterO, Dash, LetterO, Dash, LetterO] => (CastlingSide::QueenSide, None),
        [LetterO, Dash, LetterO] => (CastlingSide::KingSide, None),
        [Zero, Dash, Zero, Dash, Zero] => (CastlingSide::QueenSide, Some(Form::CastlingZeros)),
        [Zero, Dash, Zero] => (CastlingSide::KingSide, Some(Form::CastlingZeros)),
        [LetterO, LetterO, LetterO] => (CastlingSide::QueenSide, Some(Form::CastlingLetters)),
        [LetterO, LetterO] => (CastlingSide::KingSide, Some(Form::CastlingLetters)),
        // Zeros and letters mixed.
        [Zero | LetterO, Dash, Zero | LetterO, Dash, Zero | LetterO] => {
            (CastlingSide::QueenSide, Some(Form::CastlingZeros))
        }
        [Zero | LetterO, Dash, Zero | LetterO] => {
            (CastlingSide::KingSide, Some(Form::CastlingZeros))
        }
        _ => return None,
    };
    if let Some(form) = form {
        forms.add(form);
    }
    Some(side)
}

/// Whether a letter O, which names the bishop in some languages, begins a castling move instead.
fn begins_castling(text: &str) -> bool {
    let mut letters = text.chars();
    matches!(letters.next(), Some('O' | 'О'))
        && letters.next().is_some_and(|next| next == '-' || next == 'O' || is_dash(next))
}

fn figurine(letter: char) -> Option<Role> {
    Some(match letter {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

fn is_dash(letter: char) -> bool {
    matches!(letter, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' | '\u{FF0D}')
}

/// Characters that take no room, which editors and web pages leave behind.
pub(super) fn is_zero_width(letter: char) -> bool {
    matches!(
        letter,
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}'
    )
}

fn is_null_move(token: &str) -> bool {
    ["--", "Z0", "z0", "@@@@", "0000", "null", "NULL", "pass", "PASS", "<>", "––", "——"]
        .contains(&token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(token: &str) -> Shape {
        WrittenMove::parse(token, Language::English).expect(token).shape
    }

    #[test]
    fn words_are_no_moves() {
        for token in [
            "end",
            "White",
            "e9",
            "i4",
            "N",
            "e",
            "4",
            "Nf9",
            "+-",
            "=",
            "resigns",
            "a",
            "Ke",
            "xx5",
            "e4e",
            "O",
            "0",
            "Qxx5",
            "ooo0",
            "e4=QQ",
            "d8(Q",
            "commentary",
            "b",
            "-",
        ] {
            assert_eq!(WrittenMove::parse(token, Language::English), None, "{token}");
        }
    }

    #[test]
    fn null_moves_are_known() {
        for token in ["--", "Z0", "null", "pass", "@@@@", "0000"] {
            assert_eq!(shape(token), Shape::Null, "{token}");
        }
    }

    #[test]
    fn castling_is_read_in_every_spelling() {
        for token in ["O-O", "0-0", "o-o", "OO", "О-О", "0–0", "O\u{2011}O", "0-0+", "O-O#"] {
            assert_eq!(shape(token), Shape::Castle(CastlingSide::KingSide), "{token}");
        }
        for token in ["O-O-O", "0-0-0", "o-o-o", "OOO", "0-0-0++"] {
            assert_eq!(shape(token), Shape::Castle(CastlingSide::QueenSide), "{token}");
        }
    }

    #[test]
    fn promotions_are_read_in_every_spelling() {
        for token in ["d8=Q", "d8Q", "d8(Q)", "d8/Q", "d8=q", "d8=(Q)", "d8q", "d8Q+"] {
            let Shape::Piece { promotion, .. } = shape(token) else { panic!("{token}") };
            assert_eq!(promotion, Some(Role::Queen), "{token}");
        }
        let Shape::Piece { promotion, .. } = shape("d7d8b") else { panic!() };
        assert_eq!(promotion, Some(Role::Bishop));
    }
}
