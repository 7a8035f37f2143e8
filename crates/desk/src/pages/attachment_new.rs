//! A photo of a board, a clock or a scoresheet laid beside the entries of a board.

use std::sync::Arc;

use askama::Template;
use kaissa_journal::{Attachment, Digest};
use kaissa_words::{say, time_of_day};

use super::entry_text::{entry_text, kind_text, read_entry};
use super::journal_show::EntryLink;
use super::proposal_show::decision_text;
use super::shown::title;
use crate::attached::{kind_named, kind_of, plain_name};
use crate::layout::{Layout, render};
use crate::{Ask, Board, Body, Deed, Laid, Refused, Reply};

/// The largest file, in bytes: a photo of any phone.
const LARGEST: usize = 12 << 20;
/// How long the text to a file may be, in letters.
const LONGEST_TEXT: usize = 500;
/// How many entries are offered that the file may belong to.
const OFFERED: usize = 20;

#[derive(Template)]
#[template(path = "attachment_new.html")]
struct AttachmentNew<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    /// The entries that it may belong to: number, what they say, whether one is chosen.
    entries: Vec<(u64, String, bool)>,
    text: &'a str,
    files: Vec<FileShown>,
}

/// A file as pages show it.
pub(super) struct FileShown {
    pub href: String,
    pub name: String,
    pub at: String,
    pub by: String,
    pub text: String,
    /// The number of the entry that it belongs to.
    pub of_entry: Option<EntryLink>,
    pub is_picture: bool,
    /// Where it can be erased, for who may.
    pub erase: String,
}

/// The form, and what lies there already.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    render(&AttachmentNew {
        layout: Layout::new(ask, ask.say("desk-act-attach")),
        board: title(ask, &live.board),
        id: live.board.id.0,
        entries: entries(ask, &live.board),
        text: ask.typed("text", ""),
        files: files(ask, &live.board),
    })
}

/// The files of a board, the newest first.
pub(super) fn files(ask: &Ask, board: &Board) -> Vec<FileShown> {
    let id = board.id.0;
    let shown = |laid: &Laid| FileShown {
        href: format!("/board/{id}/file/{}", laid.number),
        name: laid.attachment.name.clone(),
        at: time_of_day(laid.at),
        by: ask.ground().name_of(laid.by).to_owned(),
        text: laid.attachment.text.clone(),
        of_entry: laid.attachment.of_entry.map(|number| EntryLink { number }),
        is_picture: kind_named(&laid.attachment.media_type).is_some_and(|kind| kind.is_shown),
        erase: match ask.may(crate::Role::Chief) {
            true => format!("/entry/{}/erase", laid.entry),
            false => String::new(),
        },
    };
    board.attachments.iter().rev().map(shown).collect()
}

/// Rulings and notes of a board, the newest first: what a photo or a note most often belongs to, with
/// the entry that the page was asked for. Each with its number, what it says, and whether it is that.
pub(super) fn entries(ask: &Ask, board: &Board) -> Vec<(u64, String, bool)> {
    let asked: Option<u64> = ask.form.number("entry").or_else(|| ask.query.number("entry"));
    let rulings = board
        .rulings
        .iter()
        .map(|ruling| (ruling.entry, ruling.at, decision_text(ask.language, &ruling.decision)));
    let notes = board.notes.iter().map(|note| (note.entry, note.at, note.text.clone()));
    let mut all: Vec<_> = rulings.chain(notes).collect();
    all.sort_by_key(|(number, ..)| std::cmp::Reverse(*number));
    all.truncate(OFFERED);
    if let Some(asked) = asked.filter(|asked| all.iter().all(|(number, ..)| number != asked)) {
        let entry = read_entry(ask, asked).filter(|entry| entry.body.board() == Some(board.id));
        all.extend(entry.map(|entry| {
            let text = format!("{} {}", kind_text(ask, &entry.body), entry_text(ask, &entry.body));
            (entry.number, entry.happened_at, text)
        }));
    }
    let named = |(number, at, text): (u64, kaissa_game::Timestamp, String)| {
        let short: String = text.chars().take(60).collect();
        (number, format!("№ {number}, {}: {short}", time_of_day(at)), asked == Some(number))
    };
    all.into_iter().map(named).collect()
}

/// The entry of a form that something belongs to; `None` for one that is not there yet.
pub(super) fn entry_of(ask: &Ask) -> Option<u64> {
    ask.form.number("entry").filter(|number: &u64| (1..=ask.ground().number()).contains(number))
}

/// Keeps the file.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = &ask.need_board()?.board;
    let Some(file) = ask.form.file("file") else {
        return ask.refuse("file", ask.say("desk-attach-none"));
    };
    if file.bytes.len() > LARGEST {
        let most = LARGEST >> 20;
        return ask.refuse("file", say!(ask.words(), "desk-attach-large", most = most));
    }
    let Some(kind) = kind_of(&file.bytes) else {
        return ask.refuse("file", ask.say("desk-attach-kind"));
    };
    let text = ask.form.text("text");
    if text.chars().count() > LONGEST_TEXT {
        return ask.refuse("text", ask.say("desk-attach-text-long"));
    }
    let of_entry = entry_of(ask);
    let attachment = Attachment {
        name: plain_name(&file.name),
        media_type: kind.media_type.to_owned(),
        bytes: file.bytes.len() as u64,
        sha256: Digest::of(&file.bytes),
        of_entry,
        text: text.to_owned(),
    };
    let bytes = Some(Arc::clone(&file.bytes));
    Ask::deed(Body::AttachmentAdded { board: Some(board.id), attachment, bytes })
}
