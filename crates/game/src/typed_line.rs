//! Moves as an arbiter types them, one after the other, and what is wrong with one that cannot be read.

use kaissa_chess::notation::{Language, Reading, Unclear};
use kaissa_chess::{Move, Position};

/// The languages in which typed moves are read, in order; their letters are not the same signs.
const READ_IN: [Language; 2] = [Language::English, Language::Russian];

/// A move as it was typed, with what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedMove {
    /// What was typed, without a number before it.
    pub written: String,
    /// What it means.
    pub played: Move,
    /// Whether it is legal; an illegal move that was made is data all the same.
    pub is_legal: bool,
}

/// A typed move that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypedFault {
    /// Its place among the moves that were typed, from 0.
    pub index: usize,
    /// What was typed.
    pub written: String,
    /// The position in which it was to be read.
    pub before: Position,
    /// Why it has no clear meaning.
    pub why: Unclear,
}

/// Reads one move as it was typed: in letters of English or Russian, or as two squares.
///
/// **Laws:** C.1 to C.13. A move that the Laws do not allow is read too where one move alone can be
/// meant; two squares say of any move what was done.
///
/// # Errors
/// Why it has no clear meaning, by its English reading.
///
/// # Examples
/// ```
/// use kaissa_chess::Position;
/// use kaissa_game::read_typed_move;
/// let start = Position::start();
/// assert_eq!(read_typed_move(&start, "Nf3"), read_typed_move(&start, "Кf3"));
/// assert_eq!(read_typed_move(&start, "g1f3"), read_typed_move(&start, "Nf3"));
/// assert!(read_typed_move(&start, "g1g3").is_ok(), "an illegal move that was made");
/// assert!(read_typed_move(&start, "Nf9").is_err());
/// ```
pub fn read_typed_move(position: &Position, written: &str) -> Result<Move, Unclear> {
    let mut why = Unclear::NotAMove;
    for language in READ_IN {
        match position.read_move(written, language) {
            Reading::Legal { played, .. } | Reading::Illegal { played, .. } => return Ok(played),
            Reading::Unclear(found) if why == Unclear::NotAMove => why = found,
            Reading::Unclear(_) | Reading::Null => {}
        }
    }
    position.move_from_uci(written).ok_or(why)
}

/// Reads moves as they were typed, with or without numbers, from a position on.
///
/// # Errors
/// [`TypedFault`] for the first one that cannot be read.
pub fn read_typed_line(start: &Position, text: &str) -> Result<Vec<TypedMove>, Box<TypedFault>> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for written in text.split_whitespace().map(without_number).filter(|token| !token.is_empty()) {
        let played = read_typed_move(&position, written).map_err(|why| {
            Box::new(TypedFault {
                index: line.len(),
                written: written.to_owned(),
                before: position.clone(),
                why,
            })
        })?;
        let is_legal = position.is_legal(played);
        position.play(played);
        line.push(TypedMove { written: written.to_owned(), played, is_legal });
    }
    Ok(line)
}

/// A token without the number of a move before it; empty where nothing else is there.
fn without_number(token: &str) -> &str {
    let rest = token.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    let is_number = rest.len() < token.len() && (after.len() < rest.len() || rest.is_empty());
    match (is_number, rest.len() == token.len()) {
        (true, _) => after,
        // Points alone stand for a move of White that is not repeated.
        (false, true) => after,
        // Castling is written with noughts by some.
        (false, false) => token,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sans(text: &str) -> Vec<String> {
        let mut position = Position::start();
        let line = read_typed_line(&position, text).expect("it can be read");
        let san = |made: TypedMove| {
            let san = position.to_san(made.played);
            position.play(made.played);
            san
        };
        line.into_iter().map(san).collect()
    }

    #[test]
    fn numbers_points_and_blanks_are_no_moves() {
        let wanted = ["e4", "e5", "Nf3", "Nc6"];
        for text in [
            "e4 e5 Nf3 Nc6",
            "1.e4 e5 2.Nf3 Nc6",
            "1. e4 1... e5\n2. Nf3 … Nc6",
            "1 e4 e5 2 Nf3 Nc6",
        ] {
            assert_eq!(sans(text), wanted, "{text}");
        }
    }

    #[test]
    fn castling_with_noughts_is_no_number() {
        let text = "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0 O-O";
        assert_eq!(sans(text)[6..], ["O-O", "O-O"]);
    }

    #[test]
    fn letters_of_both_languages_and_squares_may_be_mixed() {
        assert_eq!(sans("e2e4 e5 Кf3 Nc6 Сb5 a6"), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    }

    #[test]
    fn an_illegal_move_stands_and_the_next_is_read_after_it() {
        let line = read_typed_line(&Position::start(), "e4 e5 Ke1e3 d7d5").expect("it can be read");
        let legal: Vec<bool> = line.iter().map(|made| made.is_legal).collect();
        assert_eq!(legal, [true, true, false, true]);
    }

    #[test]
    fn the_first_move_that_cannot_be_read_is_named_with_its_place() {
        for (text, index, why) in [
            ("e4 e5 Nf9", 2, Unclear::NotAMove),
            ("e4 Qh6", 1, Unclear::NoPiece),
            ("hello", 0, Unclear::NotAMove),
            ("e4 1-0", 1, Unclear::NotAMove),
        ] {
            let fault = read_typed_line(&Position::start(), text).expect_err("it cannot be read");
            assert_eq!((fault.index, fault.why), (index, why), "{text}");
        }
        let several = read_typed_line(&Position::start(), "Nf3 a6 d4 a5 Nd2");
        assert!(matches!(several.map_err(|fault| fault.why), Err(Unclear::Several(_))));
    }
}
