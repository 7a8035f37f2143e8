//! Results of games, as points for each player.

use std::fmt;

use kaissa_chess::{ByColor, Color};

/// Points of one player for one game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Points {
    /// Nothing.
    Zero,
    /// Half a point.
    Half,
    /// A point.
    One,
}

/// The result of a game: points for each player.
///
/// **Laws:** 10.1 (win, draw, loss), 11.8 (both lose), 12.9.6 (the arbiter sets the points).
///
/// Any pair can be said, also one that no game ends with by itself, as half a point to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// What each player scores.
    pub points: ByColor<Points>,
    /// Whether it is marked as won or lost without play.
    pub is_forfeit: bool,
}

impl GameResult {
    /// White wins.
    pub const WHITE_WINS: GameResult = GameResult::of(Points::One, Points::Zero);
    /// Black wins.
    pub const BLACK_WINS: GameResult = GameResult::of(Points::Zero, Points::One);
    /// A draw.
    pub const DRAW: GameResult = GameResult::of(Points::Half, Points::Half);
    /// Both players lose (11.8).
    pub const BOTH_LOSE: GameResult = GameResult::of(Points::Zero, Points::Zero);

    /// The result with these points, played over the board.
    pub const fn of(white: Points, black: Points) -> GameResult {
        GameResult { points: ByColor { black, white }, is_forfeit: false }
    }

    /// The player who won, if one did.
    pub fn winner(self) -> Option<Color> {
        match (self.points.white, self.points.black) {
            (Points::One, Points::Zero) => Some(Color::White),
            (Points::Zero, Points::One) => Some(Color::Black),
            _ => None,
        }
    }

    /// Whether the points are those of a draw.
    pub fn is_draw(self) -> bool {
        self.points.white == Points::Half && self.points.black == Points::Half
    }

    /// Reads a result as it is written in a tag or behind the moves.
    ///
    /// # Errors
    /// `None` where the text is no result.
    ///
    /// # Examples
    /// ```
    /// use kaissa_game::{GameResult, WrittenResult};
    /// assert_eq!(GameResult::read("1-0"), Some(WrittenResult::Finished(GameResult::WHITE_WINS)));
    /// assert_eq!(GameResult::read("½-½"), Some(WrittenResult::Finished(GameResult::DRAW)));
    /// assert_eq!(GameResult::read("*"), Some(WrittenResult::Open));
    /// assert_eq!(GameResult::read("2-0"), None);
    /// ```
    pub fn read(text: &str) -> Option<WrittenResult> {
        match text {
            "1-0" => return Some(WrittenResult::Finished(GameResult::WHITE_WINS)),
            "0-1" => return Some(WrittenResult::Finished(GameResult::BLACK_WINS)),
            "1/2-1/2" => return Some(WrittenResult::Finished(GameResult::DRAW)),
            "*" => return Some(WrittenResult::Open),
            _ => {}
        }
        read_other(text)
    }

    /// Whether this is the spelling of the PGN standard (8.2.6).
    pub fn is_standard_spelling(text: &str) -> bool {
        matches!(text, "1-0" | "0-1" | "1/2-1/2" | "*")
    }
}

/// What a written result says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenResult {
    /// The game is finished.
    Finished(GameResult),
    /// `*`: not finished, or not known.
    Open,
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Points::Zero => "0",
            Points::Half => "1/2",
            Points::One => "1",
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.points.white, self.points.black)
    }
}

/// The other spellings that are met: half signs, decimals, colons, odd dashes, forfeits, words.
fn read_other(text: &str) -> Option<WrittenResult> {
    // No result is longer; a comment that got here is turned away before it is copied.
    if text.len() > 48 {
        return None;
    }
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            letter if letter.is_whitespace() || is_zero_width(letter) => {}
            '½' => clean.push_str("1/2"),
            ':' | '\u{2010}'..='\u{2015}' | '\u{2212}' => clean.push('-'),
            ',' => clean.push('.'),
            letter => clean.extend(letter.to_lowercase()),
        }
    }
    let word = match clean.as_str() {
        "whitewin" | "whitewins" => Some(GameResult::WHITE_WINS),
        "blackwin" | "blackwins" => Some(GameResult::BLACK_WINS),
        "draw" | "1/2" | "0.5" | ".5-.5" | "=" | "=-=" | "remis" | "ничья" => {
            Some(GameResult::DRAW)
        }
        "+--" | "+-" | "blackforfait" | "blackforfeit" => {
            Some(GameResult { is_forfeit: true, ..GameResult::WHITE_WINS })
        }
        "--+" | "-+" | "whiteforfait" | "whiteforfeit" => {
            Some(GameResult { is_forfeit: true, ..GameResult::BLACK_WINS })
        }
        "---" | "--" => Some(GameResult { is_forfeit: true, ..GameResult::BOTH_LOSE }),
        "notplayed" | "?" | "" => return Some(WrittenResult::Open),
        _ => None,
    };
    if let Some(result) = word {
        return Some(WrittenResult::Finished(result));
    }
    let (clean, is_forfeit) = match clean.strip_suffix("ff").or_else(|| clean.strip_suffix('f')) {
        Some(head) => (head, true),
        None => (clean.as_str(), false),
    };
    let (white, black) = clean.split_once('-')?;
    let points = ByColor { white: read_points(white)?, black: read_points(black)? };
    // More than a point in all is no result of one game.
    let all = [points.white, points.black];
    if all == [Points::One, Points::One] || all == [Points::One, Points::Half] {
        return None;
    }
    if all == [Points::Half, Points::One] {
        return None;
    }
    Some(WrittenResult::Finished(GameResult { points, is_forfeit }))
}

fn read_points(text: &str) -> Option<Points> {
    match text {
        "0" | "0.0" => Some(Points::Zero),
        "1/2" | "0.5" | ".5" | "=" => Some(Points::Half),
        "1" | "1.0" => Some(Points::One),
        _ => None,
    }
}

fn is_zero_width(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, result: GameResult) {
        assert_eq!(GameResult::read(text), Some(WrittenResult::Finished(result)), "{text}");
    }

    #[test]
    fn fr_res_03_and_04_other_spellings_are_read() {
        for text in ["1/2-1/2", "½-½", "½–½", "1/2", "0.5-0.5", "1/2 - 1/2", "½:½", "DRAW"]
        {
            check(text, GameResult::DRAW);
        }
        for text in ["1-0", "1:0", "1–0", "1 - 0", "WHITEWIN"] {
            check(text, GameResult::WHITE_WINS);
        }
    }

    #[test]
    fn fr_res_06_half_a_point_to_nothing_can_be_said() {
        check("1/2-0", GameResult::of(Points::Half, Points::Zero));
        check("0-0.5", GameResult::of(Points::Zero, Points::Half));
        check("0-0", GameResult::BOTH_LOSE);
        assert_eq!(GameResult::of(Points::Half, Points::Zero).to_string(), "1/2-0");
    }

    #[test]
    fn forfeits_are_marked() {
        check("1-0F", GameResult { is_forfeit: true, ..GameResult::WHITE_WINS });
        check("+:-", GameResult { is_forfeit: true, ..GameResult::WHITE_WINS });
        check("-:+", GameResult { is_forfeit: true, ..GameResult::BLACK_WINS });
    }

    #[test]
    fn other_texts_are_no_results() {
        for text in ["2-0", "1-1", "1", "0", "1/2-1", "e4", "1-", "-0", "1-0-0"] {
            assert_eq!(GameResult::read(text), None, "{text}");
        }
    }
}
