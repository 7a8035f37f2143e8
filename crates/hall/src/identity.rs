//! Which game a row of a source is: by ids, names, round, board, event and date.

use kaissa_game::Record;

use crate::names::{Name, NameMatch, fold};

/// Tags that hold an id of the game.
const GAME_IDS: [&str; 4] = ["GameId", "GameID", "ChapterURL", "GameURL"];
/// Tags that hold an id of a player.
const PLAYER_IDS: [&str; 2] = ["WhiteFideId", "BlackFideId"];

/// The other tags that say which game it is.
const OTHER_TAGS: [&str; 6] = ["White", "Black", "Event", "Date", "Round", "Board"];

/// What a record says of the game it belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    game_ids: [Option<String>; 4],
    player_ids: [Option<String>; 2],
    names: [Name; 2],
    event: Option<String>,
    date: Option<String>,
    round: Option<String>,
    board: Option<String>,
    /// Whether the board is named by the record and not by the file.
    has_board_tag: bool,
}

/// How far the facts of two records belong to one game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Likeness {
    /// Something contradicts it.
    Different,
    /// Nothing contradicts it, and too little speaks for it.
    TooLittle,
    /// Names agree, the round is not known of both.
    Likely,
    /// Names and round agree, or an id.
    Same,
}

impl Facts {
    pub fn of(record: &Record, file: &str) -> Facts {
        let tag = |name: &str| said(record.tag(name).as_deref());
        let (round, board, has_board_tag) = round_and_board(record, file);
        Facts {
            game_ids: GAME_IDS.map(tag),
            player_ids: PLAYER_IDS.map(tag).map(|id| id.filter(|id| id != "0")),
            names: ["White", "Black"].map(|name| Name::read(record.tag(name).as_deref())),
            event: tag("Event").map(|event| fold(&event)),
            date: tag("Date").filter(|date| !date.contains('?')),
            round,
            board,
            has_board_tag,
        }
    }

    /// Whether the facts of two records of one source are the same for certain: those of a game
    /// that goes on are, and need not be gathered anew.
    pub fn are_same(one: &Record, other: &Record) -> bool {
        let tells = |name: &str| {
            GAME_IDS.contains(&name) || PLAYER_IDS.contains(&name) || OTHER_TAGS.contains(&name)
        };
        one.tags.len() == other.tags.len()
            && one.tags.iter().zip(&other.tags).all(|(left, right)| {
                let name = one.written(left.name);
                name == other.written(right.name)
                    && (one.written(left.value) == other.written(right.value) || !tells(name))
            })
    }

    /// The number of the board, where it is known.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// The number of the board, where the record itself names it.
    pub fn tagged_board(&self) -> Option<&str> {
        self.board.as_deref().filter(|_| self.has_board_tag)
    }

    /// The ids of the game, whatever tags they come from.
    pub fn game_ids(&self) -> impl Iterator<Item = &str> {
        self.game_ids.iter().flatten().map(String::as_str)
    }

    /// Whether a board that had these facts has another game now, by an id that it did not name
    /// before: a source that knows where a game begins gives the next one an id.
    pub fn begin_anew_after(&self, before: &Facts) -> bool {
        let pairs = self.game_ids.iter().zip(&before.game_ids);
        pairs.into_iter().any(|(now, before)| now.is_some() && now != before)
    }

    /// Compares the facts of two records.
    pub fn compare(&self, other: &Facts) -> Likeness {
        if self.is_at_another_board(other) {
            return Likeness::Different;
        }
        let pairs = |left: &[Option<String>], right: &[Option<String>]| {
            let both = left
                .iter()
                .zip(right)
                .filter_map(|(left, right)| Some(left.as_ref()? == right.as_ref()?));
            both.collect::<Vec<bool>>()
        };
        let game_ids = pairs(&self.game_ids, &other.game_ids);
        if !game_ids.is_empty() {
            let agree = game_ids.iter().all(|agree| *agree);
            return if agree { Likeness::Same } else { Likeness::Different };
        }
        let player_ids = pairs(&self.player_ids, &other.player_ids);
        let mut names = [NameMatch::Unknown; 2];
        for ((found, left), right) in names.iter_mut().zip(&self.names).zip(&other.names) {
            *found = left.compare(right);
        }
        let round = agree(&self.round, &other.round);
        let board = match self.has_board_tag && other.has_board_tag {
            true => agree(&self.board, &other.board),
            // A number in a file name is a hint, no more.
            false => agree(&self.board, &other.board).filter(|agree| *agree),
        };
        let is_contradicted = player_ids.contains(&false)
            || names.contains(&NameMatch::Different)
            || round == Some(false)
            || board == Some(false)
            || agree(&self.date, &other.date) == Some(false);
        if is_contradicted {
            return Likeness::Different;
        }
        let names_agree = player_ids.len() == 2
            || names.iter().all(|name| matches!(name, NameMatch::Same | NameMatch::Part));
        let event = agree(&self.event, &other.event);
        match (names_agree, round) {
            (true, Some(true)) => Likeness::Same,
            (true, _) => Likeness::Likely,
            // Boards without names are told apart by their numbers.
            (false, Some(true)) if board == Some(true) && event == Some(true) => Likeness::Same,
            _ => Likeness::TooLittle,
        }
    }
}

impl Facts {
    /// Whether the numbers of the boards alone tell two games apart: no ids speak for them, and
    /// both name another board. Told first, since it is so of almost all games of a hall.
    fn is_at_another_board(&self, other: &Facts) -> bool {
        let has_ids = |facts: &Facts| facts.game_ids.iter().any(Option::is_some);
        self.has_board_tag
            && other.has_board_tag
            && agree(&self.board, &other.board) == Some(false)
            && !(has_ids(self) && has_ids(other))
    }
}

/// Whether two facts agree; `None` where one is not known.
fn agree(left: &Option<String>, right: &Option<String>) -> Option<bool> {
    Some(left.as_ref()? == right.as_ref()?)
}

fn said(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    (!text.is_empty() && text != "?" && text != "-").then(|| text.to_owned())
}

/// The round and the board: the Board tag, else the part behind the last point of the round, else
/// the number in a file name `game-N.pgn`; and whether a tag named the board.
fn round_and_board(record: &Record, file: &str) -> (Option<String>, Option<String>, bool) {
    let round = said(record.tag("Round").as_deref());
    if let Some(board) = said(record.tag("Board").as_deref()) {
        let shorter = round.as_deref().and_then(|round| round.strip_suffix(&format!(".{board}")));
        let round = shorter.map(str::to_owned).or(round);
        return (round, Some(board), true);
    }
    if let Some((head, board)) = round.as_deref().and_then(|round| round.rsplit_once('.'))
        && !head.is_empty()
        && !board.is_empty()
    {
        return (Some(head.to_owned()), Some(board.to_owned()), true);
    }
    (round, board_of_file(file), false)
}

fn board_of_file(file: &str) -> Option<String> {
    let name = file.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    let number = name.strip_prefix("game-")?.split('.').next()?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::record;

    #[track_caller]
    fn check(left: &[(&str, &str)], right: &[(&str, &str)], expected: Likeness) {
        let facts = |tags: &[(&str, &str)]| Facts::of(&record(tags, "", "*"), "round/games.pgn");
        assert_eq!(facts(left).compare(&facts(right)), expected);
        assert_eq!(facts(right).compare(&facts(left)), expected);
    }

    const NAMED: [(&str, &str); 3] =
        [("White", "Stahlberg, Gideon"), ("Black", "Najdorf, M"), ("Round", "3.1")];

    #[test]
    fn names_and_round_make_a_game() {
        let other = [("White", "Gideon Ståhlberg"), ("Black", "Miguel Najdorf"), ("Round", "3")];
        check(&NAMED, &other, Likeness::Same);
        check(&NAMED, &other[..2], Likeness::Likely);
    }

    #[test]
    fn what_contradicts_goes_before_what_agrees() {
        let mut other = NAMED;
        other[2] = ("Round", "4.1");
        check(&NAMED, &other, Likeness::Different);
        let swapped = [("White", "Najdorf, M"), ("Black", "Stahlberg, Gideon"), ("Round", "3.1")];
        check(&NAMED, &swapped, Likeness::Different);
        let id = |id| [NAMED[0], NAMED[1], NAMED[2], ("GameId", id)];
        check(&id("a1"), &id("a2"), Likeness::Different);
    }

    #[test]
    fn boards_without_names_are_told_apart_by_their_numbers() {
        let board = |round| [("Event", "Open"), ("White", "?"), ("Black", "?"), ("Round", round)];
        check(&board("2.5"), &board("2.5"), Likeness::Same);
        check(&board("2.5"), &board("2.6"), Likeness::Different);
        check(&board("?"), &board("2.6"), Likeness::TooLittle);
    }

    #[test]
    fn board_stands_in_the_tag_the_round_or_the_file_name() {
        let board = |tags: &[(&str, &str)], file: &str| {
            Facts::of(&record(tags, "", "*"), file).board().map(str::to_owned)
        };
        assert_eq!(board(&[("Round", "1.12")], "games.pgn").as_deref(), Some("12"));
        assert_eq!(board(&[("Round", "1"), ("Board", "7")], "games.pgn").as_deref(), Some("7"));
        assert_eq!(board(&[("Round", "1")], "r\\Game-4.PGN").as_deref(), Some("4"));
        assert_eq!(board(&[("Round", "?")], "games.pgn"), None);
    }
}
