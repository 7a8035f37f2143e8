//! LiveChess Cloud: the host of a tournament, its rounds, their pairings, each game as JSON.

use std::io;
use std::time::Duration;

use kaissa_chess::Color;
use serde_json::{Value, json};

use crate::folder::pairing;
use crate::played::{HallClock, Played};
use crate::sent::{SentBoard, SentHall, SentMove, Shown};
use crate::server::{Page, Reply, Server};
use crate::{FaultKind, Faults, Script};

/// The id of the tournament that is served.
const ID: &str = "simulated-0001";
/// When the games began, in milliseconds since 1970.
const BEGIN_MS: u64 = 1_791_014_400_000;

/// Serves the games of a hall as round 1 of a tournament of LiveChess Cloud.
pub struct CloudSimulator {
    server: Server,
    played: Played,
}

impl CloudSimulator {
    /// Begins to serve.
    ///
    /// # Errors
    /// Those of the network.
    pub fn start(
        address: &str,
        script: &Script,
        faults: Faults,
        clock: HallClock,
    ) -> io::Result<CloudSimulator> {
        let played = Played::new(script, faults, clock);
        let serving = played.clone();
        let server = Server::start(address, move |question| {
            let host = question.header("Host").unwrap_or_default().to_owned();
            reply(&serving, &question.path, &host)
        })?;
        Ok(CloudSimulator { server, played })
    }

    /// The address that tells the host of the tournament.
    pub fn lookup(&self) -> String {
        format!("http://{}", self.server.address())
    }

    /// The id of the tournament.
    pub fn id(&self) -> &'static str {
        ID
    }

    /// The hall that is played.
    pub fn hall(&self) -> &SentHall {
        &self.played.hall
    }

    /// The time in the hall.
    pub fn clock(&self) -> &HallClock {
        &self.played.clock
    }
}

fn reply(played: &Played, path: &str, host: &str) -> Reply {
    let boards = &played.hall.boards;
    played.with_faults(|faults, since| {
        if faults.strikes(FaultKind::Broken) {
            return match faults.seed().below(2) {
                0 => Reply::Whole(Page::new(503, "busy")),
                _ => Reply::Broken(Page::new(200, "{\"live\": true, \"moves\": []}"), 9),
            };
        }
        let path = path.split('?').next().unwrap_or_default();
        let rest = path.strip_prefix(&format!("/get/{ID}/")).unwrap_or_default();
        let number = rest.strip_prefix("round-1/game-").and_then(|rest| rest.strip_suffix(".json"));
        let board = number.and_then(|number| number.parse::<usize>().ok());
        let board = board.and_then(|number| boards.get(number.checked_sub(1)?));
        let json = match (path, rest, board) {
            (_, "tournament.json", _) => {
                let n_live = boards.iter().filter(|board| !board.is_over(since)).count();
                let rounds = json!([{"count": boards.len(), "live": n_live}]);
                json!({"id": ID, "name": "simulated", "location": null, "country": null,
                    "rules": "STANDARD", "chess960": "STANDARD", "rounds": rounds, "eboards": []})
            }
            (_, "round-1/index.json", _) => {
                let pairings: Vec<Value> =
                    boards.iter().map(|board| pairing(board, since)).collect();
                json!({"date": "2026-10-05", "pairings": pairings})
            }
            (_, _, Some(board)) => {
                let (shown, _) = board.faulty(since, faults);
                game(board, &shown, since)
            }
            _ if path == format!("/meta/{ID}") => json!({"host": host, "format": "1"}),
            _ => return Reply::Whole(Page::new(404, "not found")),
        };
        let mut body = json.to_string().into_bytes();
        if faults.strikes(FaultKind::HalfWritten) {
            let len = faults.seed().below(body.len() as u64) as usize;
            body.truncate(len);
        }
        let page = Page::new(200, body).with("Content-Type", "application/json");
        match faults.strikes(FaultKind::Silence) {
            true => Reply::Slow(page, Duration::from_millis(200)),
            false => Reply::Whole(page),
        }
    })
}

fn game(board: &SentBoard, shown: &Shown, since: Duration) -> Value {
    let is_over = board.is_over(since);
    let moves: Vec<String> = shown.moves.iter().map(written).collect();
    let result = match shown.result.as_str() {
        _ if !is_over => Value::Null,
        "1-0" => json!("WHITEWIN"),
        "0-1" => json!("BLACKWIN"),
        "1/2-1/2" => json!("DRAW"),
        other => json!(other),
    };
    let millis = BEGIN_MS + u64::try_from(since.as_millis()).unwrap_or(0);
    let last = |parity| {
        let mut moves = shown.moves.iter().enumerate().rev();
        let found =
            moves.find_map(|(index, moved)| (index % 2 == parity).then_some(moved.left).flatten());
        found.map(|left| left.as_whole_seconds())
    };
    let turn = if shown.moves.len().is_multiple_of(2) { Color::White } else { Color::Black };
    let clock = match (last(0), last(1)) {
        (Some(white), Some(black)) if !is_over => {
            json!({"white": white, "black": black, "run": turn == Color::White, "time": millis})
        }
        _ => Value::Null,
    };
    json!({"live": !is_over, "serialNr": "45539", "firstMove": BEGIN_MS, "chess960": 518,
        "result": result, "comment": null, "clock": clock, "moves": moves})
}

/// A move with its times, in the form that they allow.
fn written(moved: &SentMove) -> String {
    let seconds = |time: Option<kaissa_laws::ClockTime>| time.map(|time| time.as_whole_seconds());
    match (seconds(moved.left), seconds(moved.used)) {
        (Some(left), Some(used)) => format!("{} {left}+{used}", moved.written),
        (Some(left), None) => format!("{} {left}", moved.written),
        (None, Some(used)) => format!("{} +{used}", moved.written),
        (None, None) => moved.written.clone(),
    }
}
