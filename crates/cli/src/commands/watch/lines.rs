//! What a step tells, as lines: text for people, JSON for programs.

use std::collections::BTreeSet;

use kaissa_feed::{Health, Replaced, Trouble};
use kaissa_game::Record;
use kaissa_hall::{AlarmDetail, AlarmEvent, AlarmSeverity, AlarmState, Hall, HallEvent};
use kaissa_live::{SCHEMA, SourceNews, Step, alarm_json, health_json};
use kaissa_ruling::{ClockFault, Detail};
use kaissa_words::{Words, alarm, day_and_time, say, spoken_time};
use serde_json::json;

use crate::common::Exit;

/// What may stand in place of a file of games.
const FOREIGN_FILES: [&str; 3] = ["html", "json", "large"];

/// A line for one of the two outputs.
pub enum Line {
    /// For standard output.
    Output(String),
    /// For standard error.
    Error(String),
}

/// Words what steps tell, and remembers what the exit code asks.
pub struct Lines<'a> {
    words: &'a Words,
    is_json: bool,
    /// Sources and boards of which something is wrong, as it was told.
    troubled: BTreeSet<(String, Option<String>)>,
    is_incomplete: bool,
    is_reported: bool,
}

impl<'a> Lines<'a> {
    /// Words for people, or JSON.
    pub fn new(words: &'a Words, is_json: bool) -> Lines<'a> {
        let troubled = BTreeSet::new();
        Lines { words, is_json, troubled, is_incomplete: false, is_reported: false }
    }

    /// The lines of a step.
    pub fn of(&mut self, step: &Step, hall: &Hall) -> Vec<Line> {
        let mut lines = Vec::new();
        for news in &step.news {
            self.news(news, &mut lines);
        }
        for event in &step.events {
            match event {
                HallEvent::Alarm(event) => lines.extend(self.alarm(event, hall)),
                HallEvent::Notice(notice) => {
                    lines.push(Line::Error(kaissa_words::notice(self.words, notice)));
                }
            }
        }
        lines
    }

    /// How a reading of what is there ends.
    pub fn exit(&self) -> Exit {
        if self.is_incomplete {
            Exit::Unreadable
        } else if self.is_reported {
            Exit::Report
        } else {
            Exit::Done
        }
    }

    fn alarm(&mut self, event: &AlarmEvent, hall: &Hall) -> Option<Line> {
        let severity = event.alarm.severity;
        let counts = matches!(severity, AlarmSeverity::Missed | AlarmSeverity::Contradiction);
        self.is_reported |= counts && event.state == AlarmState::Raised;
        if self.is_json {
            return Some(Line::Output(alarm_json(event).to_string()));
        }
        if is_usual(event) {
            return None;
        }
        let empty = Record::new();
        let record = hall.record(event.game.id).unwrap_or(&empty);
        Some(Line::Output(alarm(self.words, event, record)))
    }

    fn news(&mut self, news: &SourceNews, lines: &mut Vec<Line>) {
        match news {
            SourceNews::Health { source, row, health, at } => {
                let key = (source.clone(), row.clone());
                let is_told = match health {
                    // That a source answers is worth a line only where it did not before.
                    Health::Connected => self.troubled.remove(&key),
                    _ => {
                        self.troubled.insert(key);
                        true
                    }
                };
                if !is_told {
                    return;
                }
                self.is_incomplete |=
                    matches!(health, Health::Lost { .. } | Health::Unclear { .. });
                if self.is_json {
                    let object = json!({
                        "schema": SCHEMA,
                        "source": source,
                        "row": row,
                        "at": at.to_string(),
                        "health": health_json(health),
                    });
                    lines.push(Line::Output(object.to_string()));
                }
                let text = self.health(source, row.as_deref(), health);
                let text = match health {
                    Health::Lost { .. } | Health::Unclear { .. } => {
                        format!("{} {text}", say!(self.words, "error"))
                    }
                    _ => text,
                };
                lines.push(Line::Error(text));
            }
            SourceNews::Replaced { source, replaced, .. } => {
                if !self.is_json {
                    lines.push(Line::Output(self.replaced(source, replaced)));
                }
            }
        }
    }

    fn health(&self, source: &str, row: Option<&str>, health: &Health) -> String {
        let words = self.words;
        let at = match row {
            Some(row) => say!(words, "watch-board-of-source", source = source, row = row),
            None => source.to_owned(),
        };
        match health {
            Health::Connected => say!(words, "watch-source-connected", at = at),
            Health::Lost { trouble, .. } | Health::Unclear { trouble }
                if trouble.code == "missing" =>
            {
                say!(words, "watch-file-missing", path = at)
            }
            Health::Lost { trouble, .. } | Health::Unclear { trouble }
                if trouble.code == "foreign" && FOREIGN_FILES.contains(&&*trouble.detail) =>
            {
                say!(words, "watch-file-foreign", path = at, kind = &*trouble.detail)
            }
            Health::Lost { trouble, .. } | Health::Unclear { trouble }
                if trouble.code == "unreadable" =>
            {
                say!(words, "watch-file-unreadable", path = at, error = &*trouble.detail)
            }
            Health::Lost { trouble, .. } => {
                say!(words, "watch-source-lost", at = at, trouble = self.trouble(trouble))
            }
            Health::Unclear { trouble } => {
                say!(words, "watch-source-unclear", at = at, trouble = self.trouble(trouble))
            }
            Health::Silent { since } => {
                say!(words, "watch-source-silent", at = at, since = day_and_time(*since))
            }
            Health::Delayed { by } => {
                say!(words, "watch-source-delayed", at = at, by = spoken_time(words, *by))
            }
        }
    }

    fn trouble(&self, trouble: &Trouble) -> String {
        say!(self.words, "watch-trouble", code = trouble.code, detail = &*trouble.detail)
    }

    fn replaced(&self, source: &str, replaced: &Replaced) -> String {
        let (words, row) = (self.words, &*replaced.row);
        let at = say!(words, "watch-board-of-source", source = source, row = row);
        let time = spoken_time(words, replaced.shown_for);
        let shown = &*replaced.written;
        match &replaced.instead {
            Some(instead) => {
                say!(
                    words,
                    "watch-replaced",
                    at = at,
                    shown = shown,
                    time = time,
                    instead = &**instead
                )
            }
            None => say!(words, "watch-taken-back", at = at, shown = shown, time = time),
        }
    }
}

/// Readings that are merely missing and single zeros, which boards give all the time: no line for
/// people.
fn is_usual(event: &AlarmEvent) -> bool {
    let AlarmDetail::Finding(found) = &event.alarm.detail else { return false };
    matches!(
        found.detail,
        Detail::Clock { code: ClockFault::Missing | ClockFault::ZeroBetween, .. }
    )
}
