//! What sources tell, as statements of the journal and as JSON.

use kaissa_feed::{Gap, Health, Replaced};
use kaissa_game::Timestamp;
use kaissa_journal::{GapSeen, MoveReplaced, SourceHealth};
use serde_json::{Value, json};

/// A stretch of time in which nothing was seen of a board, as the journal keeps it.
pub fn gap_statement(gap: &Gap) -> GapSeen {
    GapSeen {
        from: gap.from,
        to: gap.to,
        plies_before: gap.plies_before,
        before: gap.before.clone(),
        after: gap.after.clone(),
        is_closed: gap.is_closed,
    }
}

pub(crate) fn gap_of(row: String, seen: GapSeen) -> Gap {
    Gap {
        row,
        from: seen.from,
        to: seen.to,
        plies_before: seen.plies_before,
        before: seen.before,
        after: seen.after,
        is_closed: seen.is_closed,
    }
}

/// A move that a board took back, as the journal keeps it.
pub fn replaced_statement(replaced: &Replaced) -> MoveReplaced {
    MoveReplaced {
        ply: replaced.ply,
        written: replaced.written.clone(),
        instead: replaced.instead.clone(),
        shown_for_ms: replaced.shown_for.as_millis(),
    }
}

/// How a source or one of its boards fares, as the journal keeps it.
pub fn health_statement(health: &Health) -> SourceHealth {
    let (since, delay_ms, trouble) = parts(health);
    SourceHealth {
        state: state_word(health).to_owned(),
        since,
        delay_ms,
        trouble: trouble.map(|(code, _)| code.to_owned()),
        detail: trouble.map(|(_, detail)| detail.to_owned()),
    }
}

/// How a source fares, as an object of the JSON contract.
pub fn health_json(health: &Health) -> Value {
    let (since, delay_ms, trouble) = parts(health);
    json!({
        "state": state_word(health),
        "since": since.map(|since| since.to_string()),
        "delay_ms": delay_ms,
        "trouble": trouble.map(|(code, _)| code),
        "detail": trouble.map(|(_, detail)| detail),
    })
}

const fn state_word(health: &Health) -> &'static str {
    match health {
        Health::Connected => "connected",
        Health::Lost { .. } => "lost",
        Health::Silent { .. } => "silent",
        Health::Delayed { .. } => "delayed",
        Health::Unclear { .. } => "unclear",
    }
}

/// Since when, how late, and what is wrong: a code and a text.
type Parts<'h> = (Option<Timestamp>, Option<i64>, Option<(&'h str, &'h str)>);

fn parts(health: &Health) -> Parts<'_> {
    match health {
        Health::Connected => (None, None, None),
        Health::Lost { since, trouble } => {
            (Some(*since), None, Some((trouble.code, &trouble.detail)))
        }
        Health::Silent { since } => (Some(*since), None, None),
        Health::Delayed { by } => (None, Some(by.as_millis()), None),
        Health::Unclear { trouble } => (None, None, Some((trouble.code, &trouble.detail))),
    }
}
