//! The journal: what was kept, the newest first, with the head of its chain.

use askama::Template;

use super::entry_erase::can_be_erased;
use super::entry_text::entry_text;
use kaissa_words::time_of_day;

use crate::layout::{Layout, render};
use crate::ledger::Entry;
use crate::{Ask, BoardId, Body, Reply, Role};

/// How many entries a page shows.
const SHOWN: usize = 100;
/// How many entries are looked through for a page.
const LOOKED_THROUGH: usize = 20_000;

#[derive(Template)]
#[template(path = "journal_show.html")]
struct JournalShow<'a> {
    layout: Layout<'a>,
    head: String,
    is_chief: bool,
    kinds: Vec<(&'static str, String, bool)>,
    board: &'a str,
    entries: Vec<Line>,
    earlier: Option<u64>,
}

struct Line {
    number: u64,
    at: String,
    kind: String,
    by: String,
    board: Option<(u32, String)>,
    text: String,
    can_be_erased: bool,
}

/// The entries, filtered by kind and board.
pub(crate) fn page(ask: &Ask) -> Reply {
    let kind = ask.query.text("kind");
    let board: Option<BoardId> = ask.query.number("board").map(BoardId);
    let (number, hash) = &ask.snapshot.head;
    let before = ask.query.number("before").unwrap_or(*number + 1);
    let Some(ledger) = &ask.ledger else { return Reply::not_found(ask) };
    let mut entries = Vec::new();
    let mut to = before.saturating_sub(1);
    let mut n_looked = 0;
    while to > 0 && entries.len() < SHOWN && n_looked < LOOKED_THROUGH {
        let from = to.saturating_sub(499).max(1);
        let Ok(page) = ledger.read(from, (to - from + 1) as usize) else { break };
        n_looked += page.len().max(1);
        let wanted = page.into_iter().rev().filter(|entry| takes(entry, kind, board));
        for entry in wanted {
            if entries.len() == SHOWN {
                break;
            }
            to = entry.number;
            entries.push(line(ask, &entry));
        }
        to = if entries.len() == SHOWN { to } else { from } - 1;
    }
    render(&JournalShow {
        layout: Layout::new(ask, ask.say("desk-way-journal")).with_module("print.js"),
        head: format!("{number} {hash}"),
        is_chief: ask.may(Role::Chief),
        kinds: Body::KINDS.map(|word| (word, name_of(ask, word), word == kind)).into(),
        board: ask.query.text("board"),
        entries,
        earlier: (to > 0).then_some(to + 1),
    })
}

fn takes(entry: &Entry, kind: &str, board: Option<BoardId>) -> bool {
    // What sources show is most of a journal and seldom what is looked for.
    let is_kind = match kind {
        "" => entry.body.kind() != "record_observed",
        kind => entry.body.kind() == kind,
    };
    is_kind && (board.is_none() || entry.body.board() == board)
}

fn name_of(ask: &Ask, kind: &str) -> String {
    ask.say(&format!("desk-entry-{kind}"))
}

fn line(ask: &Ask, entry: &Entry) -> Line {
    let board = entry.body.board().and_then(|id| {
        let board = ask.ground().board(id)?;
        let number =
            if board.number.is_empty() { format!("#{}", id.0) } else { board.number.clone() };
        Some((id.0, number))
    });
    Line {
        number: entry.number,
        at: time_of_day(entry.happened_at),
        kind: name_of(ask, entry.body.kind()),
        by: entry.person.map_or_else(String::new, |id| ask.ground().name_of(id).to_owned()),
        board,
        text: entry_text(ask, &entry.body),
        can_be_erased: can_be_erased(&entry.body),
    }
}
