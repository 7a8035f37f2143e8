//! A note on a board: the example of a page with a form.

use askama::Template;

use super::attachment_new::{entries, entry_of};
use super::shown::title;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, Refused, Reply};

/// How long a note may be, in letters.
const LONGEST: usize = 2_000;

#[derive(Template)]
#[template(path = "note_new.html")]
struct NoteNew<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    /// The entries that it may belong to: number, what they say, whether one is chosen.
    entries: Vec<(u64, String, bool)>,
    text: &'a str,
}

/// The form for a note.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    render(&NoteNew {
        layout: Layout::new(ask, ask.say("desk-act-note")),
        board: title(ask, &live.board),
        id: live.board.id.0,
        entries: entries(ask, &live.board),
        text: ask.typed("text", ""),
    })
}

/// Keeps the note.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = ask.need_board()?.board.id;
    let text = ask.form.text("text");
    if text.is_empty() {
        return ask.refuse("text", ask.say("desk-note-empty"));
    }
    if text.chars().count() > LONGEST {
        return ask.refuse("text", ask.say("desk-note-long"));
    }
    let (text, of_entry) = (text.to_owned(), entry_of(ask));
    Ask::deed(Body::NoteAdded { board: Some(board), text, of_entry })
}
