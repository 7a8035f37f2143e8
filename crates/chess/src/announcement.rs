//! Moves announced aloud in play with blind players: squares from Anna to Hector, German numbers and
//! German names of the pieces.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use crate::notation::{Language, Reading, Unclear};
use crate::{Move, Position};

/// The language in which moves are announced: German, unless the arbiter decides otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum AnnouncedIn {
    /// German, as the Laws have it.
    #[default]
    German,
    /// English numbers and pieces.
    English,
    /// Russian names, numbers and pieces.
    Russian,
}

/// The words of announcements in a language.
struct Spelling {
    files: [&'static str; 8],
    ranks: [&'static str; 8],
    /// King, queen, rook, bishop, knight, pawn.
    pieces: [&'static str; 6],
    /// Short and long castling.
    castling: [&'static str; 2],
}

/// The pieces in the order of a [`Spelling`].
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

const GERMAN: Spelling = Spelling {
    files: ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"],
    ranks: ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
    pieces: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauer"],
    castling: ["Kurze Rochade", "Lange Rochade"],
};

const ENGLISH: Spelling = Spelling {
    files: GERMAN.files,
    ranks: ["one", "two", "three", "four", "five", "six", "seven", "eight"],
    pieces: ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"],
    castling: ["Short castling", "Long castling"],
};

const RUSSIAN: Spelling = Spelling {
    files: ["Анна", "Белла", "Цезарь", "Давид", "Ева", "Феликс", "Густав", "Гектор"],
    ranks: ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь"],
    pieces: ["Король", "Ферзь", "Ладья", "Слон", "Конь", "Пешка"],
    castling: ["Короткая рокировка", "Длинная рокировка"],
};

impl AnnouncedIn {
    /// Every language.
    pub const ALL: [AnnouncedIn; 3] =
        [AnnouncedIn::German, AnnouncedIn::English, AnnouncedIn::Russian];

    /// The code of the language: `de`, `en`, `ru`.
    pub const fn code(self) -> &'static str {
        match self {
            AnnouncedIn::German => "de",
            AnnouncedIn::English => "en",
            AnnouncedIn::Russian => "ru",
        }
    }

    /// Reads the code of a language.
    pub fn of_code(code: &str) -> Option<AnnouncedIn> {
        AnnouncedIn::ALL.into_iter().find(|language| language.code() == code)
    }

    const fn spelling(self) -> &'static Spelling {
        match self {
            AnnouncedIn::German => &GERMAN,
            AnnouncedIn::English => &ENGLISH,
            AnnouncedIn::Russian => &RUSSIAN,
        }
    }

    /// The name of a piece: `König`.
    pub fn piece_name(self, role: Role) -> &'static str {
        let index = ROLES.iter().position(|named| *named == role);
        index.and_then(|index| self.spelling().pieces.get(index)).copied().unwrap_or("")
    }

    /// The name of a square: `Eva vier`.
    pub fn square_name(self, square: Square) -> String {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        let spelling = self.spelling();
        let name =
            |names: &[&'static str; 8], index: usize| names.get(index).copied().unwrap_or("");
        format!("{} {}", name(&spelling.files, file), name(&spelling.ranks, rank))
    }
}

/// Other spellings that are heard and written.
const OTHER_FILES: [(&str, File); 16] = [
    ("caesar", File::C),
    ("ida", File::E),
    ("hektor", File::H),
    ("hector", File::H),
    ("анна", File::A),
    ("белла", File::B),
    ("цезарь", File::C),
    ("цезар", File::C),
    ("давид", File::D),
    ("ева", File::E),
    ("феликс", File::F),
    ("густав", File::G),
    ("гектор", File::H),
    ("хектор", File::H),
    ("anne", File::A),
    ("cesare", File::C),
];

/// Numbers in other languages, where the arbiter has allowed them.
const DIGITS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Words that belong to an announcement and say nothing about the move.
const OTHER_WORDS: [&str; 26] = [
    "schach",
    "matt",
    "schachmatt",
    "schlaegt",
    "nimmt",
    "mal",
    "nach",
    "auf",
    "von",
    "en",
    "passant",
    "wird",
    "umwandlung",
    "in",
    "check",
    "mate",
    "checkmate",
    "takes",
    "to",
    "from",
    "шах",
    "мат",
    "бьет",
    "берет",
    "на",
    "с",
];

/// Words that announce castling.
const CASTLING: [&str; 4] = ["rochade", "castling", "castles", "рокировка"];

/// Why an announcement does not name a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnnouncementFault {
    /// A word is not among those of an announcement, or a part is missing.
    NotUnderstood,
    /// Several pieces could be meant, or a promotion piece was not announced.
    Unclear,
    /// The move is illegal, or no such piece can make it.
    Illegal,
}

impl Position {
    /// Announces a move as a blind player is told it: the piece, its square and the square of
    /// arrival, the promotion piece; castling by its name.
    ///
    /// **Laws:** D.2.1 of 2023.
    ///
    /// # Examples
    /// ```
    /// use kaissa_chess::Position;
    ///
    /// let position = Position::start();
    /// let knight = position.move_from_uci("g1f3").expect("two squares");
    /// assert_eq!(position.announce(knight), "Springer Gustav eins Felix drei");
    /// ```
    pub fn announce(&self, played: Move) -> String {
        self.announce_in(played, AnnouncedIn::German)
    }

    /// Announces a move in another language, where the arbiter has decided so.
    ///
    /// **Laws:** D.2.1 of 2023.
    pub fn announce_in(&self, played: Move, language: AnnouncedIn) -> String {
        if let Move::Castle { .. } = played {
            let [short, long] = language.spelling().castling;
            let is_short = played.to().file() == File::G;
            return if is_short { short } else { long }.to_owned();
        }
        let role = self.board().role_at(played.from()).unwrap_or(Role::Pawn);
        let [from, to] = [played.from(), played.to()].map(|square| language.square_name(square));
        let mut text = format!("{} {from} {to}", language.piece_name(role));
        if let Some(role) = played.promotion() {
            text.push(' ');
            text.push_str(language.piece_name(role));
        }
        text
    }

    /// Reads an announced move.
    ///
    /// **Laws:** D.2.1 of 2023. The square of departure and a pawn's name may be left out where the
    /// rest is clear; other spellings and numbers in other languages are understood too.
    ///
    /// # Errors
    /// [`AnnouncementFault`] where it does not name one legal move.
    pub fn read_announcement(&self, text: &str) -> Result<Move, AnnouncementFault> {
        let spoken = Spoken::read(text).ok_or(AnnouncementFault::NotUnderstood)?;
        let written = match spoken {
            Spoken::Castle(side) => match side {
                CastlingSide::KingSide => "O-O".to_owned(),
                CastlingSide::QueenSide => "O-O-O".to_owned(),
            },
            Spoken::Piece { role, from, to, promotion } => {
                let letter = match role {
                    Role::Pawn => String::new(),
                    piece => piece.upper_char().to_string(),
                };
                let from = from.map(|square| square.to_string()).unwrap_or_default();
                let promotion = promotion.map(|role| format!("={}", role.upper_char()));
                format!("{letter}{from}{to}{}", promotion.unwrap_or_default())
            }
        };
        match self.read_move(&written, Language::English) {
            Reading::Legal { played, .. } => Ok(played),
            Reading::Unclear(Unclear::Several(_) | Unclear::PromotionMissing) => {
                Err(AnnouncementFault::Unclear)
            }
            Reading::Illegal { .. } | Reading::Unclear(_) | Reading::Null => {
                Err(AnnouncementFault::Illegal)
            }
        }
    }
}

/// An announcement taken apart.
enum Spoken {
    Castle(CastlingSide),
    Piece { role: Role, from: Option<Square>, to: Square, promotion: Option<Role> },
}

impl Spoken {
    fn read(text: &str) -> Option<Spoken> {
        let folded = fold(text);
        let words: Vec<&str> = folded
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty() && !OTHER_WORDS.contains(word))
            .collect();
        if words.iter().any(|word| CASTLING.contains(word)) {
            return Spoken::read_castling(&words);
        }
        let mut roles = Vec::new();
        let mut squares = Vec::new();
        let mut words = words.into_iter();
        let mut promotion = None;
        while let Some(word) = words.next() {
            if let Some(role) = role_named(word) {
                match squares.is_empty() {
                    true => roles.push(role),
                    false if promotion.is_none() => promotion = Some(role),
                    false => return None,
                }
            } else if let Ok(square) = Square::from_ascii(word.as_bytes()) {
                squares.push(square);
            } else {
                let (file, rank) = (file_named(word)?, rank_named(words.next()?)?);
                squares.push(Square::from_coords(file, rank));
            }
        }
        let role = match roles[..] {
            [] => Role::Pawn,
            [only] => only,
            _ => return None,
        };
        let (from, to) = match squares[..] {
            [to] => (None, to),
            [from, to] => (Some(from), to),
            _ => return None,
        };
        Some(Spoken::Piece { role, from, to, promotion })
    }

    fn read_castling(words: &[&str]) -> Option<Spoken> {
        let [one, other] = words else { return None };
        let told = if CASTLING.contains(one) { other } else { one };
        let side = match *told {
            "kurze" | "kurz" | "kleine" | "short" | "kingside" | "короткая" => {
                CastlingSide::KingSide
            }
            "lange" | "lang" | "grosse" | "long" | "queenside" | "длинная" => {
                CastlingSide::QueenSide
            }
            _ => return None,
        };
        Some(Spoken::Castle(side))
    }
}

/// Folds case and the spellings of German letters into one form.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'ä' => folded.push_str("ae"),
            'ö' => folded.push_str("oe"),
            'ü' => folded.push_str("ue"),
            'ß' => folded.push_str("ss"),
            'ё' => folded.push('е'),
            other => folded.push(other),
        }
    }
    folded
}

/// The name of a piece as it is announced: `König`.
pub fn piece_name(role: Role) -> &'static str {
    AnnouncedIn::German.piece_name(role)
}

/// The name of a square as it is announced: `Eva vier`.
pub fn square_name(square: Square) -> String {
    AnnouncedIn::German.square_name(square)
}

fn role_named(word: &str) -> Option<Role> {
    let spellings = AnnouncedIn::ALL.into_iter().map(AnnouncedIn::spelling);
    let mut named = spellings.flat_map(|spelling| ROLES.into_iter().zip(spelling.pieces));
    named.find(|(_, name)| fold(name) == word).map(|(role, _)| role)
}

fn file_named(word: &str) -> Option<File> {
    let spellings = AnnouncedIn::ALL.into_iter().map(AnnouncedIn::spelling);
    let mut named = spellings.flat_map(|spelling| File::ALL.into_iter().zip(spelling.files));
    let usual = named.find(|(_, name)| fold(name) == word);
    let other = || OTHER_FILES.iter().find(|(name, _)| *name == word).map(|(_, file)| *file);
    usual.map(|(file, _)| file).or_else(other)
}

fn rank_named(word: &str) -> Option<Rank> {
    let ranks = AnnouncedIn::ALL.into_iter().map(|language| language.spelling().ranks);
    let lists = std::iter::once(DIGITS).chain(ranks);
    lists
        .flat_map(|list| Rank::ALL.into_iter().zip(list))
        .find(|(_, name)| fold(name) == word)
        .map(|(rank, _)| rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveList;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: Result<&str, AnnouncementFault>) {
        let (position, _) = Position::from_fen(fen).expect("a position");
        let read = position.read_announcement(text).map(|played| position.to_uci(played));
        assert_eq!(read.as_deref().map_err(|fault| *fault), expected, "{text}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn squares_are_named_by_persons_and_german_numbers() {
        check(START, "Springer Gustav eins Felix drei", Ok("g1f3"));
        check(START, "Bauer Eva zwei, Eva vier", Ok("e2e4"));
        check(START, "eva zwei eva vier", Ok("e2e4"));
        check(START, "Springer Bella 1 Caesar 3", Ok("b1c3"));
        check(START, "Cäsar zwei Cesar vier", Ok("c2c4"));
    }

    #[test]
    fn other_languages_are_understood() {
        check(START, "Knight Gustav one Felix three", Ok("g1f3"));
        check(START, "Конь Густав один Феликс три", Ok("g1f3"));
        check(START, "пешка ева два на ева четыре", Ok("e2e4"));
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20";
        check(fen, "короткая рокировка", Ok("e1g1"));
        check(fen, "Long castling", Ok("e1c1"));
        check(fen, "castling", Err(AnnouncementFault::NotUnderstood));
    }

    #[test]
    fn a_promotion_piece_is_announced() {
        let fen = "8/4P2k/8/8/8/8/8/K7 w - - 0 60";
        check(fen, "Bauer Eva sieben Eva acht Dame", Ok("e7e8q"));
        check(fen, "Eva sieben Eva acht", Err(AnnouncementFault::Unclear));
    }

    #[test]
    fn an_announcement_that_names_no_legal_move_is_told_apart() {
        check(START, "Springer Gustav eins", Err(AnnouncementFault::Illegal));
        check(START, "Turm Anna eins Anna fünf", Err(AnnouncementFault::Illegal));
        check(START, "Ritter Gustav eins Felix drei", Err(AnnouncementFault::NotUnderstood));
        check(START, "", Err(AnnouncementFault::NotUnderstood));
        let fen = "4k3/8/8/8/8/8/4K3/R6R w - - 0 41";
        check(fen, "Turm David eins", Err(AnnouncementFault::Unclear));
    }

    #[test]
    fn every_move_is_read_as_it_is_announced() {
        for fen in [
            START,
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 20",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 60",
        ] {
            let (position, _) = Position::from_fen(fen).expect("a position");
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            for &played in &moves {
                for language in AnnouncedIn::ALL {
                    let announced = position.announce_in(played, language);
                    assert_eq!(position.read_announcement(&announced), Ok(played), "{announced}");
                }
            }
        }
    }
}
