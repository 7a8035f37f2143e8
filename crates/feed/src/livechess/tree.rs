//! The tournaments, rounds and pairings that LiveChess's HTTP twin tells: who plays at which board.

use std::collections::{BTreeMap, HashMap};

use kaissa_chess::Position;
use kaissa_pgn::read_cloud_move;
use serde::{Deserialize, Deserializer};

use super::wire::{Clock, EBoard, Moves, Param, Text, Unreadable, Whole, read};
use crate::LiveMove;

/// How many tournaments, rounds and pairings are taken from an answer.
const MOST: usize = 2_000;
/// How many rounds a tournament can have.
pub(super) const MOST_ROUNDS: u32 = 64;

/// A tournament in the list of all.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct TournamentRow {
    /// Its id.
    pub uuid: String,
}

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Tournament {
    /// Its name.
    #[serde(deserialize_with = "loose")]
    pub name: Option<String>,
    /// What the operator calls it.
    #[serde(deserialize_with = "loose")]
    pub description: Option<String>,
    /// Where it is played.
    #[serde(deserialize_with = "loose")]
    pub location: Option<String>,
    /// How many rounds it has.
    pub rounds: Option<Whole>,
    /// The serial number of each board, from board 1 on.
    #[serde(deserialize_with = "serials")]
    pub eboards: Vec<Option<String>>,
}

/// A round.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Round {
    /// Its number, from 1.
    pub nr: Option<Whole>,
    /// Its date.
    #[serde(deserialize_with = "loose")]
    pub date: Option<String>,
    /// Its pairings.
    pub pairings: Option<Vec<Pairing>>,
}

/// A pairing.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Pairing {
    /// The number of its board, from 1.
    pub nr: Option<Whole>,
    /// Its id.
    #[serde(deserialize_with = "loose")]
    pub uuid: Option<String>,
    /// White.
    pub white: Option<Player>,
    /// Black.
    pub black: Option<Player>,
    /// Whether it is being played.
    pub live: Option<bool>,
    /// The result in LiveChess's words.
    #[serde(deserialize_with = "loose")]
    pub result: Option<String>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Player {
    /// First name.
    #[serde(deserialize_with = "loose")]
    pub fname: Option<String>,
    /// Middle name.
    #[serde(deserialize_with = "loose")]
    pub mname: Option<String>,
    /// Last name.
    #[serde(deserialize_with = "loose")]
    pub lname: Option<String>,
    /// Title.
    #[serde(deserialize_with = "loose")]
    pub title: Option<String>,
    /// FIDE id, as a number or a text.
    #[serde(deserialize_with = "loose")]
    pub fideid: Option<String>,
}

/// A game: the official list of its moves, which can be asked for again at any time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameAnswer {
    /// The start position where it is not the usual one.
    pub start_fen: Option<String>,
    /// The moves with their times.
    pub moves: Vec<LiveMove>,
    /// The result as PGN writes it.
    pub result: Option<&'static str>,
    /// The clock.
    pub clock: Option<Clock>,
}

/// Reads the answer to `tournaments`.
///
/// # Errors
/// [`Unreadable`] where the bytes are no such answer.
pub fn read_tournaments(bytes: &[u8]) -> Result<Vec<TournamentRow>, Unreadable> {
    let mut rows: Vec<TournamentRow> = read(bytes)?;
    rows.truncate(MOST);
    Ok(rows)
}

/// Reads the answer to `tournament/UUID`.
///
/// # Errors
/// [`Unreadable`] where the bytes are no such answer.
pub fn read_tournament(bytes: &[u8]) -> Result<Tournament, Unreadable> {
    read(bytes)
}

/// Reads the answer to `round/UUID/N`.
///
/// # Errors
/// [`Unreadable`] where the bytes are no such answer.
pub fn read_round(bytes: &[u8]) -> Result<Round, Unreadable> {
    let mut round: Round = read(bytes)?;
    if let Some(pairings) = &mut round.pairings {
        pairings.truncate(MOST);
    }
    Ok(round)
}

/// Reads the answer to `game/UUID`.
///
/// # Errors
/// [`Unreadable`] where the bytes are no such answer.
pub fn read_game(bytes: &[u8]) -> Result<GameAnswer, Unreadable> {
    #[derive(Deserialize, Default)]
    #[serde(default)]
    struct Answer<'a> {
        chess960: Option<Whole>,
        #[serde(borrow)]
        result: Option<Text<'a>>,
        clock: Option<Clock>,
        #[serde(borrow)]
        moves: Option<Moves<'a>>,
    }
    let answer: Answer<'_> = read(bytes)?;
    let number = answer.chess960.and_then(|Whole(number)| u32::try_from(number).ok());
    let start = number.filter(|&number| number != 518).and_then(Position::chess960);
    let written = answer.moves.unwrap_or_default().0;
    Ok(GameAnswer {
        start_fen: start.map(|position| position.to_fen()),
        moves: written.iter().filter_map(|text| live_move(text.as_str())).collect(),
        result: answer.result.as_ref().and_then(|word| result(word.as_str())),
        clock: answer.clock,
    })
}

/// Reads the answer to `eboards`.
///
/// # Errors
/// [`Unreadable`] where the bytes are no such answer.
pub fn read_boards(bytes: &[u8]) -> Result<Vec<EBoard<'_>>, Unreadable> {
    match read(bytes)? {
        Param::Boards(boards) => Ok(boards),
        _ => Err(Unreadable { detail: "found no list of boards".to_owned() }),
    }
}

fn live_move(text: &str) -> Option<LiveMove> {
    if let Some(read) = read_cloud_move(text) {
        let written = read.written.to_owned();
        return Some(LiveMove { written, left: read.left, used: read.used });
    }
    // A move stays a move where its times cannot be read.
    let written = text.split_whitespace().next()?.to_owned();
    Some(LiveMove { written, left: None, used: None })
}

/// The result as PGN writes it; `None` while the game is open.
///
/// A forfeit is named after the player who gets the point.
pub(super) fn result(word: &str) -> Option<&'static str> {
    match word {
        "WHITEWIN" => Some("1-0"),
        "BLACKWIN" => Some("0-1"),
        "DRAW" => Some("1/2-1/2"),
        "WHITEFORFAIT" => Some("1-0F"),
        "BLACKFORFAIT" => Some("0-1F"),
        _ => None,
    }
}

/// Who plays at a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The id of the pairing.
    pub pairing: String,
    /// The serial number of its board.
    pub serial: Option<String>,
    /// Whether LiveChess says that it is being played.
    pub is_live: bool,
    /// Tags of the game.
    pub tags: Vec<(String, String)>,
    /// Its result as PGN writes it.
    pub result: Option<&'static str>,
}

/// What is known of the tournaments.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// By id, with their rounds by the number in the path.
    tournaments: BTreeMap<String, (Tournament, BTreeMap<u32, Round>)>,
    n_cycles: u32,
}

/// Every so many cycles all rounds are asked for.
const FULL_CYCLE: u32 = 12;

impl Tree {
    /// Takes the list of tournaments; those that are not in it are forgotten.
    pub fn set_tournaments(&mut self, rows: &[TournamentRow]) {
        self.n_cycles = self.n_cycles.wrapping_add(1);
        self.tournaments.retain(|uuid, _| rows.iter().any(|row| row.uuid == *uuid));
        for row in rows {
            self.tournaments.entry(row.uuid.clone()).or_default();
        }
    }

    /// The ids of all tournaments.
    pub fn tournaments(&self) -> Vec<String> {
        self.tournaments.keys().cloned().collect()
    }

    /// Takes a tournament.
    pub fn set_tournament(&mut self, uuid: &str, tournament: Tournament) {
        self.tournaments.entry(uuid.to_owned()).or_default().0 = tournament;
    }

    /// Takes a round by the number in its path.
    pub fn set_round(&mut self, uuid: &str, path: u32, round: Round) {
        if let Some((_, rounds)) = self.tournaments.get_mut(uuid) {
            rounds.insert(path, round);
        }
    }

    /// The rounds to ask for now, by the number in their path.
    ///
    /// Whether that begins with 0 or with 1 is not certain, so that both ends are asked for. Rounds
    /// that are played and the one after them are asked for each time, all of them now and then.
    pub fn rounds_to_ask(&self, uuid: &str) -> Vec<u32> {
        let Some((tournament, rounds)) = self.tournaments.get(uuid) else { return Vec::new() };
        let n_rounds = tournament.rounds.map_or(0, |Whole(number)| number);
        let last = u32::try_from(n_rounds).unwrap_or(0).min(MOST_ROUNDS);
        if rounds.is_empty() || self.n_cycles.is_multiple_of(FULL_CYCLE) {
            return (0..=last).collect();
        }
        let is_open = |round: &Round| {
            round.pairings.iter().flatten().any(|pairing| {
                pairing.live == Some(true) || pairing.result.as_deref().is_none_or(is_open_word)
            })
        };
        let open: Vec<u32> =
            rounds.iter().filter(|(_, round)| is_open(round)).map(|(path, _)| *path).collect();
        let newest = rounds.keys().next_back().copied().unwrap_or(0);
        let mut asked: Vec<u32> = open.iter().flat_map(|&path| [path, path + 1]).collect();
        asked.extend([newest, newest + 1]);
        asked.retain(|&path| path <= last);
        asked.sort_unstable();
        asked.dedup();
        asked
    }

    /// Who plays at the boards now: for each board the pairing that is being played, else that of
    /// its latest round.
    pub fn seats(&self) -> Vec<Seat> {
        let mut seats: HashMap<(&str, i64), (bool, i64, Seat)> = HashMap::new();
        for (uuid, (tournament, rounds)) in &self.tournaments {
            for round in rounds.values() {
                let number = round.nr.map_or(0, |Whole(number)| number);
                for pairing in round.pairings.iter().flatten() {
                    let Some((board, seat)) = seat(tournament, round, number, pairing) else {
                        continue;
                    };
                    let rank = (seat.is_live, number);
                    let place = seats.entry((uuid, board));
                    let kept = place.or_insert_with(|| (rank.0, rank.1, seat.clone()));
                    if rank > (kept.0, kept.1) {
                        *kept = (rank.0, rank.1, seat);
                    }
                }
            }
        }
        let mut seats: Vec<Seat> = seats.into_values().map(|(_, _, seat)| seat).collect();
        // A board of two tournaments belongs to the one in which it is played on.
        seats.sort_by(|a, b| (b.is_live, &a.pairing).cmp(&(a.is_live, &b.pairing)));
        seats
    }
}

fn is_open_word(word: &str) -> bool {
    word.is_empty() || word == "*"
}

fn seat(
    tournament: &Tournament,
    round: &Round,
    round_number: i64,
    pairing: &Pairing,
) -> Option<(i64, Seat)> {
    let Whole(board) = pairing.nr?;
    let index = usize::try_from(board.checked_sub(1)?).ok()?;
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: Option<&str>| {
        if let Some(value) = value.map(str::trim).filter(|value| !value.is_empty()) {
            tags.push((name.to_owned(), value.to_owned()));
        }
    };
    let event = tournament.name.as_deref().or(tournament.description.as_deref());
    tag("Event", event);
    tag("Site", tournament.location.as_deref());
    tag("Date", round.date.as_deref().map(|date| date.replace('-', ".")).as_deref());
    tag("Round", Some(&format!("{round_number}.{board}")));
    let (white, black) = (pairing.white.as_ref(), pairing.black.as_ref());
    tag("White", white.and_then(Player::name).as_deref());
    tag("Black", black.and_then(Player::name).as_deref());
    tag("Board", Some(&board.to_string()));
    for (color, player) in [("White", white), ("Black", black)] {
        let Some(player) = player else { continue };
        let id = player.fideid.as_deref().filter(|id| *id != "0");
        tag(&format!("{color}Title"), player.title.as_deref());
        tag(&format!("{color}FideId"), id);
    }
    let serial = tournament.eboards.get(index).cloned().flatten();
    Some((
        board,
        Seat {
            pairing: pairing.uuid.clone()?,
            serial,
            is_live: pairing.live == Some(true),
            tags,
            result: pairing.result.as_deref().and_then(result),
        },
    ))
}

impl Player {
    /// The name as PGN writes it: the last name, then the others behind a comma.
    pub fn name(&self) -> Option<String> {
        let said = |part: &Option<String>| {
            part.as_deref().map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned)
        };
        let given: Vec<String> =
            [said(&self.fname), said(&self.mname)].into_iter().flatten().collect();
        match (said(&self.lname), given.is_empty()) {
            (Some(last), true) => Some(last),
            (Some(last), false) => Some(format!("{last}, {}", given.join(" "))),
            (None, true) => None,
            (None, false) => Some(given.join(" ")),
        }
    }
}

/// A text or a number; none where it is null.
fn loose<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<Text<'_>>::deserialize(deserializer)?;
    Ok(text.map(|Text(text)| text.into_owned()))
}

fn serials<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Option<String>>, D::Error> {
    let list = Option::<Vec<Option<Text<'_>>>>::deserialize(deserializer)?;
    let list = list.unwrap_or_default().into_iter().take(MOST * 5);
    Ok(list.map(|text| text.map(|Text(text)| text.into_owned())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tournament of two rounds on three boards; the second round is being played on two.
    fn tree() -> Tree {
        let mut tree = Tree::default();
        tree.set_tournaments(&read_tournaments(br#"[{"uuid":"t","rounds":2}]"#).expect("a list"));
        let tournament = br#"{"uuid":"t","name":"Open","description":null,"location":"Riga",
            "country":null,"rounds":2,"eboards":["45753",47083,null]}"#;
        tree.set_tournament("t", read_tournament(tournament).expect("a tournament"));
        let first = br#"{"nr":1,"date":"2026-11-29","pairings":[
            {"nr":1,"uuid":"a","live":false,"result":"DRAW"},
            {"nr":2,"uuid":"b","live":true,"result":null},
            {"nr":3,"uuid":"c","live":false,"result":"WHITEFORFAIT"}]}"#;
        let second = br#"{"nr":2,"date":null,"pairings":[
            {"nr":1,"uuid":"d","live":true,"result":null,
             "white":{"fname":"Anna","mname":null,"lname":"Adams","title":"WGM","fideid":4100018},
             "black":{"fname":null,"mname":null,"lname":"Berg","title":null,"fideid":"0"}},
            {"nr":2,"uuid":"e","live":false,"result":null}]}"#;
        tree.set_round("t", 0, read_round(first).expect("a round"));
        tree.set_round("t", 1, read_round(second).expect("a round"));
        tree
    }

    #[test]
    fn a_board_shows_the_pairing_that_is_played_on_it_else_the_latest() {
        let mut seats: Vec<(String, Option<String>)> =
            tree().seats().into_iter().map(|seat| (seat.pairing, seat.serial)).collect();
        seats.sort();
        let seat =
            |pairing: &str, serial: Option<&str>| (pairing.to_owned(), serial.map(str::to_owned));
        // Round 2 on board 1, the game of round 1 that still goes on on board 2, round 1 on board 3.
        assert_eq!(seats, [seat("b", Some("47083")), seat("c", None), seat("d", Some("45753"))]);
    }

    #[test]
    fn players_become_tags() {
        let seats = tree().seats();
        let seat = seats.iter().find(|seat| seat.pairing == "d").expect("the game of board 1");
        let tags: Vec<(&str, &str)> =
            seat.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            tags,
            [
                ("Event", "Open"),
                ("Site", "Riga"),
                ("Round", "2.1"),
                ("White", "Adams, Anna"),
                ("Black", "Berg"),
                ("Board", "1"),
                ("WhiteTitle", "WGM"),
                ("WhiteFideId", "4100018"),
            ]
        );
    }

    #[test]
    fn only_rounds_that_can_change_are_asked_for_each_time() {
        let mut tree = tree();
        assert_eq!(tree.rounds_to_ask("t"), [0, 1, 2]);
        let closed = br#"{"nr":1,"date":null,"pairings":[{"nr":1,"uuid":"a","result":"DRAW"}]}"#;
        tree.set_round("t", 0, read_round(closed).expect("a round"));
        assert_eq!(tree.rounds_to_ask("t"), [1, 2]);
        assert!(tree.rounds_to_ask("unknown").is_empty());
    }

    #[test]
    fn a_game_of_chess960_has_its_start() {
        let game =
            read_game(br#"{"chess960":0,"result":null,"comment":null,"clock":null,"moves":[]}"#);
        let fen = game.expect("a game").start_fen.expect("a start of its own");
        assert!(fen.starts_with("bbqnnrkr/"), "{fen}");
        for bytes in [&b"<html>"[..], b"7", b"\xFF"] {
            assert!(read_game(bytes).is_err() && read_round(bytes).is_err());
        }
        assert!(read_boards(b"[]").is_ok_and(|boards| boards.is_empty()));
    }
}
