//! What LiveChess Cloud answers: the host of a tournament, its rounds, their pairings, a game.
//!
//! Its JSON comes from programs of several versions: a number may be a text, a count may be a truth
//! value, and anything may be absent. What is absent is unknown; only what is no such answer at all
//! is an error.

use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, LiveClocks, Points, Timestamp, WrittenResult};
use kaissa_laws::ClockTime;
use kaissa_pgn::read_cloud_move;
use serde_json::{Map, Value};

use crate::{LiveMove, LiveRecord, Trouble};

/// No tournament has more rounds or boards.
const MOST: usize = 1000;
/// No game has more moves.
const MOST_MOVES: usize = 10_000;
/// The number of the usual start position.
const USUAL_START: u32 = 518;

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CloudTournament {
    /// Its name.
    pub name: Option<String>,
    /// Where it is played, as PGN has it.
    pub site: Option<String>,
    /// Its time control, as somebody wrote it.
    pub time_control: Option<String>,
    /// Its rounds.
    pub rounds: Vec<CloudRoundState>,
}

/// How a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CloudRoundState {
    /// How many games it has.
    pub n_games: u32,
    /// Whether some of them are live.
    pub is_live: bool,
}

/// The pairings of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CloudRound {
    /// The date as PGN has it.
    pub date: Option<String>,
    /// The pairings.
    pub pairings: Vec<CloudPairing>,
}

/// A pairing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CloudPairing {
    /// The white player.
    pub white: Option<CloudPlayer>,
    /// The black player.
    pub black: Option<CloudPlayer>,
    /// The result.
    pub result: Option<GameResult>,
    /// Whether the game is live.
    pub is_live: bool,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CloudPlayer {
    /// The name, family name first.
    pub name: Option<String>,
    /// The title.
    pub title: Option<String>,
    /// The federation.
    pub federation: Option<String>,
    /// The number at FIDE.
    pub fide_id: Option<String>,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CloudGame {
    /// Whether it is live; by itself not to be trusted.
    pub is_live: bool,
    /// The start position where it is not the usual one.
    pub start: Option<Position>,
    /// The result.
    pub result: Option<GameResult>,
    /// When the first move was made.
    pub first_move: Option<Timestamp>,
    /// The clocks.
    pub clocks: LiveClocks,
    /// When the clocks were read.
    pub clocks_read_at: Option<Timestamp>,
    /// The moves.
    pub moves: Vec<LiveMove>,
}

/// Reads `meta/UUID`: the host that has the tournament.
///
/// # Errors
/// [`Trouble`] where it names no host.
pub fn read_cloud_lookup(json: &[u8]) -> Result<String, Trouble> {
    let object = object(json)?;
    let host = text(&object, "host").ok_or_else(|| unclear("no host", "the name of a host"))?;
    let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:_".contains(&byte));
    match is_host && host.len() <= 255 {
        true => Ok(host),
        false => Err(unclear(&format!("the host {host:?}"), "the name of a host")),
    }
}

/// Reads `tournament.json`.
///
/// # Errors
/// [`Trouble`] where it has no list of rounds.
pub fn read_cloud_tournament(json: &[u8]) -> Result<CloudTournament, Trouble> {
    let object = object(json)?;
    let rounds = list(&object, "rounds")?;
    let round = |round: &Value| CloudRoundState {
        n_games: number(round.get("count")).unwrap_or(0),
        is_live: is_true(round.get("live")),
    };
    let site: Vec<String> =
        ["location", "country"].iter().filter_map(|name| text(&object, name)).collect();
    Ok(CloudTournament {
        name: text(&object, "name"),
        site: (!site.is_empty()).then(|| site.join(", ")),
        time_control: text(&object, "timecontrol"),
        rounds: rounds.iter().take(MOST).map(round).collect(),
    })
}

/// Reads `index.json` of a round, of the cloud or in a folder.
///
/// # Errors
/// [`Trouble`] where it has no list of pairings.
pub fn read_cloud_round(json: &[u8]) -> Result<CloudRound, Trouble> {
    let object = object(json)?;
    let pairings = list(&object, "pairings")?;
    let pairing = |pairing: &Value| CloudPairing {
        white: pairing.get("white").and_then(player),
        black: pairing.get("black").and_then(player),
        result: pairing.get("result").and_then(result),
        is_live: is_true(pairing.get("live")),
    };
    Ok(CloudRound {
        date: text(&object, "date").map(|date| date.replace('-', ".")),
        pairings: pairings.iter().take(MOST).map(pairing).collect(),
    })
}

/// Reads `game-M.json`.
///
/// # Errors
/// [`Trouble`] where it has no list of moves.
pub fn read_cloud_game(json: &[u8]) -> Result<CloudGame, Trouble> {
    let object = object(json)?;
    let moves = list(&object, "moves")?;
    let moves = moves.iter().take(MOST_MOVES).filter_map(Value::as_str).filter_map(live_move);
    let clock = object.get("clock").and_then(Value::as_object);
    let read = |name| {
        let seconds = number(clock?.get(name))?;
        Some(ClockTime::seconds(i64::from(seconds)))
    };
    let running = match clock.and_then(|clock| clock.get("run")) {
        Some(Value::Bool(true)) => Some(Color::White),
        Some(Value::Bool(false)) => Some(Color::Black),
        _ => None,
    };
    let moment = |value: Option<&Value>| value.and_then(Value::as_i64).map(Timestamp);
    let start = number(object.get("chess960")).filter(|number| *number != USUAL_START);
    Ok(CloudGame {
        is_live: is_true(object.get("live")),
        start: start.and_then(Position::chess960),
        result: object.get("result").and_then(result),
        first_move: moment(object.get("firstMove")).filter(|moment| moment.0 > 0),
        clocks: LiveClocks { white: read("white"), black: read("black"), running },
        clocks_read_at: moment(clock.and_then(|clock| clock.get("time"))),
        moves: moves.collect(),
    })
}

/// The record of a game of a round.
pub fn cloud_record(
    tournament: &CloudTournament,
    round: &CloudRound,
    pairing: &CloudPairing,
    place: (u32, u32),
    game: &CloudGame,
) -> LiveRecord {
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: Option<&str>| {
        tags.extend(value.map(|value| (name.to_owned(), value.to_owned())));
    };
    tag("Event", tournament.name.as_deref());
    tag("Site", tournament.site.as_deref());
    let first_day = game.first_move.map(|moment| moment.to_string());
    let first_day = first_day.and_then(|day| Some(day.get(..10)?.replace('-', ".")));
    tag("Date", round.date.as_deref().or(first_day.as_deref()));
    tag("Round", Some(&format!("{}.{}", place.0, place.1)));
    let players = [("White", &pairing.white), ("Black", &pairing.black)];
    for (color, player) in players {
        tag(color, player.as_ref().and_then(|player| player.name.as_deref()));
    }
    for (color, player) in players {
        let Some(player) = player else { continue };
        tag(&format!("{color}Title"), player.title.as_deref());
        tag(&format!("{color}Federation"), player.federation.as_deref());
        tag(&format!("{color}FideId"), player.fide_id.as_deref());
    }
    tag("TimeControl", tournament.time_control.as_deref());
    if game.start.is_some() {
        tag("Variant", Some("Chess960"));
    }
    LiveRecord {
        tags,
        start_fen: game.start.as_ref().map(Position::to_fen),
        moves: game.moves.clone(),
        clocks: game.clocks,
        clocks_read_at: game.clocks_read_at,
        result: game.result.or(pairing.result).and_then(pgn_result),
    }
}

/// A result as PGN writes it; `None` where PGN has no word for it.
pub fn pgn_result(result: GameResult) -> Option<&'static str> {
    match (result.points.white, result.points.black) {
        (Points::One, Points::Zero) => Some("1-0"),
        (Points::Zero, Points::One) => Some("0-1"),
        (Points::Half, Points::Half) => Some("1/2-1/2"),
        (Points::Zero, Points::Zero) => Some("0-0"),
        (Points::Half, Points::Zero) => Some("1/2-0"),
        (Points::Zero, Points::Half) => Some("0-1/2"),
        _ => None,
    }
}

fn live_move(text: &str) -> Option<LiveMove> {
    match read_cloud_move(text) {
        Some(read) => {
            let written = read.written.to_owned();
            Some(LiveMove { written, left: read.left, used: read.used })
        }
        // Times of a form that is not known are left out; the move is not.
        None => {
            let written = text.split_whitespace().next()?.to_owned();
            Some(LiveMove { written, left: None, used: None })
        }
    }
}

fn player(value: &Value) -> Option<CloudPlayer> {
    let object = value.as_object()?;
    let given: Vec<String> =
        ["fname", "mname"].iter().filter_map(|name| text(object, name)).collect();
    let given = (!given.is_empty()).then(|| given.join(" "));
    let name = match (text(object, "lname"), given) {
        (Some(family), Some(given)) => Some(format!("{family}, {given}")),
        (family, given) => family.or(given),
    };
    let fide_id = number(object.get("fideid")).filter(|id| *id > 0).map(|id| id.to_string());
    let (title, federation) = (text(object, "title"), text(object, "federation"));
    Some(CloudPlayer { name, title, federation, fide_id })
}

fn result(value: &Value) -> Option<GameResult> {
    match GameResult::read(value.as_str()?)? {
        WrittenResult::Finished(result) => Some(result),
        WrittenResult::Open => None,
    }
}

fn object(json: &[u8]) -> Result<Map<String, Value>, Trouble> {
    match serde_json::from_slice(json.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(json)) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(unclear("JSON of another kind", "an object")),
        Err(error) => Err(unclear(&format!("no JSON ({error})"), "an object")),
    }
}

fn list<'v>(object: &'v Map<String, Value>, name: &str) -> Result<&'v [Value], Trouble> {
    match object.get(name) {
        Some(Value::Array(list)) => Ok(list),
        Some(Value::Null) => Ok(&[]),
        Some(_) => Err(unclear(&format!("{name} of another kind"), "a list")),
        None => Err(unclear(&format!("no {name}"), "a list of them")),
    }
}

/// A text that says something.
fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    let text = object.get(name)?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A number, also where it stands as a text.
fn number(value: Option<&Value>) -> Option<u32> {
    match value? {
        Value::Number(number) => {
            let whole = number.as_u64().or_else(|| number.as_f64().map(|number| number as u64));
            u32::try_from(whole?).ok()
        }
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether it is true, or more than none.
fn is_true(value: Option<&Value>) -> bool {
    matches!(value, Some(Value::Bool(true))) || number(value).is_some_and(|number| number > 0)
}

fn unclear(found: &str, expected: &str) -> Trouble {
    Trouble { code: "unreadable", detail: format!("found {found}, expected {expected}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_read_and_nothing_else_is_taken_for_one() {
        let read = |json: &str| read_cloud_lookup(json.as_bytes());
        let host = read(r#"{"host": "1.pool.example", "format": "1"}"#);
        assert_eq!(host.as_deref(), Ok("1.pool.example"));
        for json in ["", "[]", "{}", r#"{"host": 7}"#, r#"{"host": "evil/../path"}"#, "<html>"] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn rounds_are_live_by_count_or_by_word() {
        let json = br#"{"name": "Open", "location": "Oslo", "country": "NO", "timecontrol": "",
            "rounds": [{"count": 12, "live": 0}, {"count": 12, "live": 3}, {"live": true}]}"#;
        let tournament = read_cloud_tournament(json).expect("a tournament");
        let live: Vec<bool> = tournament.rounds.iter().map(|round| round.is_live).collect();
        assert_eq!(live, [false, true, true]);
        assert_eq!(tournament.site.as_deref(), Some("Oslo, NO"));
        assert_eq!(tournament.time_control, None);
    }

    #[test]
    fn every_spelling_of_a_result_is_read() {
        for (text, expected) in [
            ("\"WHITEWIN\"", Some("1-0")),
            ("\"BLACKWIN\"", Some("0-1")),
            ("\"DRAW\"", Some("1/2-1/2")),
            ("\"WHITEFORFAIT\"", Some("0-1")),
            ("\"BLACKFORFAIT\"", Some("1-0")),
            ("\"NOTPLAYED\"", None),
            ("\"*\"", None),
            ("\"1-0\"", Some("1-0")),
            ("null", None),
        ] {
            let json = format!("{{\"live\": false, \"moves\": [], \"result\": {text}}}");
            let game = read_cloud_game(json.as_bytes()).expect("a game");
            assert_eq!(game.result.and_then(pgn_result), expected, "{text}");
        }
    }

    #[test]
    fn the_clock_goes_before_the_times_of_the_moves() {
        let json =
            br#"{"live": true, "serialNr": 45539, "firstMove": 1702888257332, "chess960": 518,
            "result": null, "comment": null,
            "clock": {"white": 300, "black": 280, "run": false, "time": 1702888300000},
            "moves": ["e4 310+5", "e5 299", "Nf3 +4", "Nc6", "Bb5 soon"]}"#;
        let game = read_cloud_game(json).expect("a game");
        let pairing = CloudPairing::default();
        let live = cloud_record(
            &CloudTournament::default(),
            &CloudRound::default(),
            &pairing,
            (3, 4),
            &game,
        );
        let record = live.record();
        assert_eq!(record.plies.len(), 5);
        assert_eq!(record.tag("Round").as_deref(), Some("3.4"));
        assert_eq!(record.tag("Date").as_deref(), Some("2023.12.18"));
        let clocks = record.live_clocks();
        assert_eq!(clocks.white, Some(ClockTime::seconds(300)));
        assert_eq!(clocks.running, Some(Color::Black));
        let left: Vec<_> = record.plies.iter().map(|ply| ply.clock).collect();
        let seconds = |seconds| Some(ClockTime::seconds(seconds));
        assert_eq!(left, [seconds(310), seconds(299), None, None, None]);
    }

    #[test]
    fn games_of_chess960_begin_from_their_number() {
        let json = br#"{"chess960": "0", "moves": ["Qb6"]}"#;
        let game = read_cloud_game(json).expect("a game");
        let start = game.start.as_ref().map(Position::to_fen).expect("a position");
        assert!(start.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w"), "{start}");
        assert_eq!(
            read_cloud_game(br#"{"chess960": 518, "moves": []}"#).map(|game| game.start),
            Ok(None)
        );
        let wrong = read_cloud_game(br#"{"chess960": 960, "moves": []}"#);
        assert_eq!(wrong.map(|game| game.start), Ok(None));
    }

    #[test]
    fn players_are_named_family_name_first_and_ids_come_as_they_like() {
        let json = br#"{"date": "2024-04-30", "pairings": [{"white": {"fname": "Ann", "mname": "B",
            "lname": "Clark", "title": "WGM", "federation": null, "fideid": "123"},
            "black": {"lname": "Only", "fideid": 0}, "result": "1-0", "live": false}, {}]}"#;
        let round = read_cloud_round(json).expect("a round");
        assert_eq!(round.date.as_deref(), Some("2024.04.30"));
        let white = round.pairings[0].white.clone().expect("a player");
        assert_eq!(white.name.as_deref(), Some("Clark, Ann B"));
        assert_eq!(white.fide_id.as_deref(), Some("123"));
        let black = round.pairings[0].black.clone().expect("a player");
        assert_eq!((black.name.as_deref(), black.fide_id), (Some("Only"), None));
        assert_eq!(round.pairings[1], CloudPairing::default());
    }
}
