//! Alarms as objects of the JSON contract.

use kaissa_chess::Color;
use kaissa_hall::AlarmEvent;
use serde_json::{Value, json};

/// The number of the contract's schema.
pub const SCHEMA: u32 = 1;

/// An alarm as one object of the contract, `docs/reference/alarms.md`.
pub fn alarm_json(event: &AlarmEvent) -> Value {
    let told = &event.alarm;
    let articles = told.citation.as_ref().map_or(&[][..], |citation| &citation.articles);
    let articles: Vec<&str> = articles.iter().map(|article| article.as_str()).collect();
    let by = told.by.map(|by| match by {
        Color::White => "white",
        Color::Black => "black",
    });
    json!({
        "schema": SCHEMA,
        "id": event.id(),
        "state": event.state.word(),
        "kind": told.kind().word(),
        "severity": told.severity.word(),
        "at": event.at.to_string(),
        "game_id": event.game.id.to_string(),
        "board": event.game.board,
        "white": event.game.white,
        "black": event.game.black,
        "ply": told.ply(),
        "move": told.move_name,
        "by": by,
        "articles": articles,
        "source": event.source,
        "source_age_ms": event.source_age.as_millis(),
    })
}
