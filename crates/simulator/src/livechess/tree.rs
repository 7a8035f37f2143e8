//! The HTTP twin: tournaments, rounds, pairings and the official lists.

use serde_json::{Value, json};

use super::board::Board;
use super::world::World;

/// The id of the only tournament.
const TOURNAMENT: &str = "7a3d2b10-0000-4000-8000-000000000001";

/// The answer to a path below `/api/v1.0/`; `None` where there is no such thing.
pub(super) fn answer(world: &World, path: &str) -> Option<Value> {
    let parts: Vec<&str> = path.split('/').collect();
    match parts.as_slice() {
        ["eboards"] => Some(world.eboards()),
        ["tournaments"] => {
            Some(json!([{"uuid": TOURNAMENT, "description": "Simulated", "rounds": 1}]))
        }
        ["tournament", TOURNAMENT] => Some(tournament(world)),
        ["round", TOURNAMENT, "0"] => Some(json!({
            "nr": 1,
            "date": null,
            "pairings": world.boards.iter().map(pairing).collect::<Vec<_>>(),
        })),
        ["game", uuid] => {
            world.boards.iter().find(|board| board.pairing == *uuid).map(|board| game(world, board))
        }
        _ => None,
    }
}

fn tournament(world: &World) -> Value {
    let name = world.boards.first().and_then(|board| board.tag("Event"));
    json!({
        "uuid": TOURNAMENT,
        "name": name.unwrap_or_else(|| "Simulated".to_owned()),
        "description": null,
        "location": null,
        "country": null,
        "rounds": 1,
        "eboards": world.boards.iter().map(|board| board.serial.as_str()).collect::<Vec<_>>(),
    })
}

fn pairing(board: &Board) -> Value {
    json!({
        "nr": board.number,
        "uuid": board.pairing,
        "white": player(board, "White"),
        "black": player(board, "Black"),
        "live": board.result.is_none(),
        "result": board.result,
    })
}

/// A player; games that are played on several boards have players of their own on each.
fn player(board: &Board, color: &str) -> Value {
    let name = board.tag(color).unwrap_or_else(|| color.to_owned());
    let (last, first) = match name.split_once(',') {
        Some((last, first)) => (last.trim().to_owned(), Some(first.trim().to_owned())),
        None => (name, None),
    };
    json!({
        "fname": first,
        "mname": null,
        "lname": format!("{last} {}", board.number),
        "title": board.tag(&format!("{color}Title")),
        "federation": null,
        "gender": null,
        "fideid": null,
    })
}

fn game(world: &World, board: &Board) -> Value {
    let clock: Value = serde_json::from_str(&board.clock(world.epoch)).unwrap_or_default();
    json!({
        "chess960": 518,
        "result": board.result,
        "comment": null,
        "clock": clock,
        "moves": board.official,
    })
}
