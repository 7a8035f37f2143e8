//! What is known of a game besides its moves: where it stands, its board, its rules, its result.

use kaissa_game::{GameResult, Record, WrittenResult};
use kaissa_ruling::Profile;

/// Where a game stands.
#[derive(Clone, Copy, Debug)]
pub struct GamePlace<'a> {
    /// The file, as the user named it.
    pub source: &'a str,
    /// The member of an archive.
    pub member: Option<&'a str>,
}

/// What is known of a game besides its moves.
#[derive(Clone, Debug)]
pub struct GameFacts<'a> {
    /// Where it stands.
    pub place: GamePlace<'a>,
    /// Its rules, and why these.
    pub profile: Profile,
    /// Its board, and where that was read.
    pub board: Option<(String, BoardFrom)>,
    /// The result that counts, as written in the standard; `None` where none is written.
    pub result: Option<String>,
}

/// Where the number of a board was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFrom {
    /// The Board tag.
    Tag,
    /// Behind the last point of the Round tag.
    Round,
    /// The name of the file, `game-N.pgn`.
    File,
}

impl BoardFrom {
    /// The word of the JSON contract.
    pub const fn word(self) -> &'static str {
        match self {
            BoardFrom::Tag => "tag",
            BoardFrom::Round => "round",
            BoardFrom::File => "file",
        }
    }
}

impl<'a> GameFacts<'a> {
    /// Gathers the facts of a recorded game.
    pub fn new(place: GamePlace<'a>, profile: Profile, record: &Record) -> GameFacts<'a> {
        GameFacts { board: board(record, &place), result: result(record), place, profile }
    }
}

/// The board of a game: its tag, else the part behind the last point of the round, else the number
/// in a file name `game-N.pgn`.
pub fn board(record: &Record, place: &GamePlace<'_>) -> Option<(String, BoardFrom)> {
    let said = |text: &str| !text.is_empty() && text != "?" && text != "-";
    if let Some(board) = record.tag("Board")
        && said(board.trim())
    {
        return Some((board.trim().to_owned(), BoardFrom::Tag));
    }
    if let Some(round) = record.tag("Round")
        && let Some((_, board)) = round.trim().rsplit_once('.')
        && said(board)
    {
        return Some((board.to_owned(), BoardFrom::Round));
    }
    let name = place.member.unwrap_or(place.source);
    let name = name.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let number = name.strip_prefix("game-")?.split('.').next()?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| (number.to_owned(), BoardFrom::File))
}

/// The result that counts: the tag's unless absent or open, then that behind the moves.
fn result(record: &Record) -> Option<String> {
    if let Some(result) = record.result() {
        return Some(result.to_string());
    }
    let tag = record.tag("Result");
    let open = |text: &str| GameResult::read(text) == Some(WrittenResult::Open);
    let any = tag.as_deref().is_some_and(open) || record.written_result_token().is_some_and(open);
    any.then(|| "*".to_owned())
}
