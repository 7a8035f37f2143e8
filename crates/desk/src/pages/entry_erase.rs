//! What an entry says erased by the chief arbiter: personal data in a note or a photo.

use askama::Template;
use kaissa_words::time_of_day;

use super::entry_text::{kind_text, read_entry, read_reason};
use crate::layout::{Layout, render};
use crate::ledger::Entry;
use crate::{Ask, Body, Deed, Refused, Reply};

#[derive(Template)]
#[template(path = "entry_erase.html")]
struct EntryErase<'a> {
    layout: Layout<'a>,
    number: u64,
    at: String,
    kind: String,
    by: String,
    text: String,
    board: String,
    can_be_erased: bool,
    reason: &'a str,
}

/// The entry and the form.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(entry) = entry(ask) else { return Reply::not_found(ask) };
    let text = match &entry.body {
        Body::NoteAdded { text, .. } => text.clone(),
        Body::AttachmentAdded { attachment, .. } => {
            format!("{} {}", attachment.name, attachment.text)
        }
        _ => String::new(),
    };
    render(&EntryErase {
        layout: Layout::new(ask, ask.say("desk-erase-title")),
        number: entry.number,
        at: time_of_day(entry.happened_at),
        kind: kind_text(ask, &entry.body),
        by: ask.ground().name_of(entry.person).to_owned(),
        text,
        board: entry.body.board().map(|board| board.0.to_string()).unwrap_or_default(),
        can_be_erased: can_be_erased(&entry.body),
        reason: ask.typed("reason", ""),
    })
}

/// Whether what an entry says may go: the game and what was decided rest on everything else.
pub(crate) fn can_be_erased(body: &Body) -> bool {
    matches!(body, Body::NoteAdded { .. } | Body::AttachmentAdded { .. })
}

/// The entry of the path, as it is kept.
fn entry(ask: &Ask) -> Option<Entry> {
    read_entry(ask, ask.param("entry").parse().ok()?)
}

/// Erases it; that it was erased, by whom and why, is an entry itself.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let Some(entry) = entry(ask).filter(|entry| can_be_erased(&entry.body)) else {
        return ask.refuse_all(ask.say("desk-erase-not"));
    };
    let (board, reason) = (entry.body.board(), read_reason(ask)?);
    Ask::deed(Body::BodyErased { board, entry: entry.number, reason })
}

/// To the board that the entry was about, else to the journal.
pub(crate) fn then(ask: &Ask) -> String {
    match ask.form.number::<u32>("board") {
        Some(board) => format!("/board/{board}"),
        None => "/journal".to_owned(),
    }
}
