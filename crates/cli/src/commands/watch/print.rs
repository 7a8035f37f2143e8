//! Alarms as lines: text for people, JSON for programs.

use kaissa_audit::{SCHEMA, color_word};
use kaissa_game::Record;
use kaissa_hall::{AlarmDetail, AlarmEvent, HallEvent};
use kaissa_ruling::{ClockFault, Detail};
use kaissa_words::{Words, alarm};
use serde_json::{Value, json};

/// An alarm as one object of the contract, `docs/reference/alarms.md`.
pub fn alarm_json(event: &AlarmEvent) -> Value {
    let told = &event.alarm;
    let articles = told.citation.as_ref().map_or(&[][..], |citation| &citation.articles);
    let articles: Vec<&str> = articles.iter().map(|article| article.as_str()).collect();
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
        "by": told.by.map(color_word),
        "articles": articles,
        "source": event.source,
        "source_age_ms": event.source_age.as_millis(),
    })
}

/// An alarm as a line for people; `None` for readings that are merely missing and single zeros,
/// which boards give all the time.
pub fn alarm_text(event: &AlarmEvent, record: &Record, words: &Words) -> Option<String> {
    if let AlarmDetail::Finding(found) = &event.alarm.detail
        && let Detail::Clock { code: ClockFault::Missing | ClockFault::ZeroBetween, .. } =
            found.detail
    {
        return None;
    }
    Some(alarm(words, event, record))
}

/// The alarms among what a hall tells, and the rest in words.
pub fn split<'e>(events: &'e [HallEvent], words: &Words) -> (Vec<&'e AlarmEvent>, Vec<String>) {
    let mut alarms = Vec::new();
    let mut notices = Vec::new();
    for event in events {
        match event {
            HallEvent::Alarm(alarm) => alarms.push(alarm.as_ref()),
            HallEvent::Notice(notice) => notices.push(kaissa_words::notice(words, notice)),
        }
    }
    (alarms, notices)
}
