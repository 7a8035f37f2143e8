//! The sources as the hall and the settings show them: how each fares, and when it was heard last.

use askama::Template;
use kaissa_feed::{Health, Trouble};
use kaissa_game::Timestamp;
use kaissa_journal::SourceHealth;
use kaissa_words::{notice, say, spoken_time, time_of_day};

use crate::{Ask, SourceState};

#[derive(Template)]
#[template(path = "sources.html")]
struct Sources<'a> {
    ask: &'a Ask,
    lines: Vec<Line<'a>>,
    /// Rows that may be of several games, and were merged with none.
    notices: Vec<String>,
}

/// One source.
struct Line<'a> {
    name: &'a str,
    class: &'static str,
    health: String,
    /// When it was heard last, in milliseconds since 1970 and as the time of day.
    heard_at: Option<(i64, String)>,
    boards: Vec<String>,
}

/// The list of the sources, as an element of its own.
pub(crate) fn list(ask: &Ask) -> String {
    let lines = ask.snapshot.sources.iter().map(|(name, state)| line(ask, name, state));
    let notices = ask.snapshot.notices.iter().map(|one| notice(ask.words(), one));
    // Writing to a text does not fail.
    Sources { ask, lines: lines.collect(), notices: notices.collect() }.render().unwrap_or_default()
}

fn line<'a>(ask: &Ask, name: &'a str, state: &SourceState) -> Line<'a> {
    let health = state.health.as_ref();
    let is_heard = state.heard_at.is_some();
    let boards = state.boards.iter().map(|(row, (health, at))| {
        let health = said(ask, health, *at);
        say!(ask.words(), "desk-source-board", row = row.as_str(), health = health)
    });
    let class = health.map_or(if is_heard { "good" } else { "soon" }, |(health, _)| class(health));
    Line {
        name,
        class: if class == "good" && !state.boards.is_empty() { "soon" } else { class },
        health: match health {
            Some((health, at)) => said(ask, health, *at),
            None if is_heard => ask.say("desk-source-connected"),
            None => ask.say("desk-source-awaited"),
        },
        heard_at: state.heard_at.map(|at| (at.0, time_of_day(at))),
        boards: boards.collect(),
    }
}

const fn class(health: &Health) -> &'static str {
    match health {
        Health::Connected => "good",
        Health::Silent { .. } | Health::Delayed { .. } => "soon",
        Health::Lost { .. } | Health::Unclear { .. } => "bad",
    }
}

/// How a source or a board fares, in words, since when, and why.
fn said(ask: &Ask, health: &Health, told_at: Timestamp) -> String {
    let words = ask.words();
    let why = |trouble: &Trouble| {
        say!(words, "watch-trouble", code = trouble.code, detail = trouble.detail.as_str())
    };
    match health {
        Health::Connected => ask.say("desk-source-connected"),
        Health::Lost { since, trouble } => {
            say!(words, "desk-source-lost", since = time_of_day(*since), trouble = why(trouble))
        }
        Health::Silent { since } => {
            say!(words, "desk-source-silent", since = time_of_day(*since))
        }
        Health::Delayed { by } => {
            say!(words, "desk-source-delayed", by = spoken_time(words, *by))
        }
        Health::Unclear { trouble } => {
            let since = time_of_day(told_at);
            say!(words, "desk-source-unclear", since = since, trouble = why(trouble))
        }
    }
}

/// How a source fared, as an entry of the journal has it.
pub(super) fn kept(ask: &Ask, source: &str, health: &SourceHealth) -> String {
    let state = match health.state.as_str() {
        "lost" => "desk-source-was-lost",
        "silent" => "desk-source-was-silent",
        "delayed" => "desk-source-was-delayed",
        "unclear" => "desk-source-was-unclear",
        _ => "desk-source-connected",
    };
    let detail = health.detail.as_deref().unwrap_or_default();
    match health.trouble.as_deref() {
        None => format!("{source}: {}", ask.say(state)),
        Some(code) => {
            let why = say!(ask.words(), "watch-trouble", code = code, detail = detail);
            format!("{source}: {} ({why})", ask.say(state))
        }
    }
}
