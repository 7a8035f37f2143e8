//! The incidents of a round, to print.

use askama::Template;
use kaissa_words::{day_and_time, say, time_of_day};

use super::entry_text::{board_text, entries, entry_text, head, is_incident, kind_text};
use super::round_show::round_of;
use crate::layout::{Layout, render};
use crate::ledger::Entry;
use crate::{Ask, Body, Reply};

#[derive(Template)]
#[template(path = "report_show.html")]
struct ReportShow<'a> {
    layout: Layout<'a>,
    round: u32,
    at: String,
    started: String,
    lines: Vec<ReportLine>,
    arbiters: Vec<(String, String)>,
    head: String,
}

/// A line of a report.
pub(crate) struct ReportLine {
    pub number: u64,
    pub at: String,
    pub kind: String,
    pub board: String,
    pub text: String,
    pub by: String,
    pub hash: String,
}

impl ReportLine {
    /// An entry as a line.
    pub fn of(ask: &Ask, entry: &Entry) -> ReportLine {
        let by = ask.ground().name_of(entry.person);
        ReportLine {
            number: entry.number,
            at: time_of_day(entry.happened_at),
            kind: kind_text(ask, &entry.body),
            board: board_text(ask, entry.body.board()),
            text: entry_text(ask, &entry.body),
            by: by.to_owned(),
            hash: entry.hash.clone(),
        }
    }
}

/// What happened in the round beyond its moves, in order of its time, with the head of the chain.
pub(crate) fn page(ask: &Ask) -> Reply {
    let round = round_of(ask);
    let is_of_round = |entry: &Entry| match &entry.body {
        // The board may be in another round now, or in none.
        Body::PairingCorrected { was, now, .. } => {
            [Some(was), now.as_ref()].into_iter().flatten().any(|one| one.round == Some(round))
        }
        body => match body.board() {
            Some(board) => {
                ask.ground().board(board).is_some_and(|board| board.round == Some(round))
            }
            None => matches!(body, Body::NoteAdded { .. }),
        },
    };
    let mut found = entries(ask, |entry| is_incident(&entry.body) && is_of_round(entry));
    found.sort_by_key(|entry| (entry.happened_at, entry.number));
    let people = ask.ground().people().filter(|person| person.role.is_some());
    let arbiters = people.filter_map(|person| {
        let role = ask.say(&format!("desk-role-{}", person.role?.word()));
        Some((person.name.clone(), role))
    });
    render(&ReportShow {
        layout: Layout::new(ask, say!(ask.words(), "desk-report-title", round = round))
            .with_module("print.js"),
        round,
        at: day_and_time(ask.now),
        started: ask.ground().started(round).map(day_and_time).unwrap_or_default(),
        lines: found.iter().map(|entry| ReportLine::of(ask, entry)).collect(),
        arbiters: arbiters.collect(),
        head: head(ask),
    })
}
