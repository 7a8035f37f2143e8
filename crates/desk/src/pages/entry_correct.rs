//! An entry put right by a note: what stands in the journal stays, and what is right stands beside it.

use askama::Template;
use kaissa_words::{day_and_time, say};

use super::entry_text::{board_text, entry_text, kind_text, read_entry};
use super::journal_show::EntryLink;
use crate::layout::{Layout, render};
use crate::ledger::Entry;
use crate::{Ask, Body, Deed, Refused, Reply};

/// How long a correction may be, in letters.
const LONGEST: usize = 2_000;

#[derive(Template)]
#[template(path = "entry_correct.html")]
struct EntryCorrect<'a> {
    layout: Layout<'a>,
    number: u64,
    at: String,
    kind: String,
    board: String,
    says: String,
    text: &'a str,
    reason: &'a str,
}

/// The entry with the form for what is right.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(entry) = entry(ask) else { return Reply::not_found(ask) };
    render(&EntryCorrect {
        layout: Layout::new(ask, ask.say("desk-correct-entry")),
        number: entry.number,
        at: day_and_time(entry.happened_at),
        kind: kind_text(ask, &entry.body),
        board: board_text(ask, entry.body.board()),
        says: entry_text(ask, &entry.body),
        text: ask.typed("text", ""),
        reason: ask.typed("reason", ""),
    })
}

/// Keeps the correction as a note about the same board.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let Some(entry) = entry(ask) else {
        return ask.refuse_all(ask.say("desk-no-such-entry"));
    };
    let field = |name: &'static str| match ask.form.text(name) {
        "" => ask.refuse(name, ask.say("desk-correct-empty")),
        text if text.chars().count() > LONGEST => ask.refuse(name, ask.say("desk-note-long")),
        text => Ok(text),
    };
    let (text, reason) = (field("text")?, field("reason")?);
    let number = entry.number.to_string();
    let text =
        say!(ask.words(), "desk-correct-note", number = number, text = text, reason = reason);
    let of_entry = Some(entry.number);
    Ask::deed(Body::NoteAdded { board: entry.body.board(), text, of_entry })
}

/// Back to the journal, to the entry.
pub(crate) fn then(ask: &Ask) -> String {
    match ask.param("entry").parse() {
        Ok(number) => EntryLink { number }.href(),
        Err(_) => "/journal".to_owned(),
    }
}

fn entry(ask: &Ask) -> Option<Entry> {
    read_entry(ask, ask.param("entry").parse().ok()?)
}
