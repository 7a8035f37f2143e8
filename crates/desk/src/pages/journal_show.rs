//! The journal: what was kept, the newest first, with the head of its chain.

use std::collections::BTreeSet;

use askama::Template;
use kaissa_words::time_of_day;

use super::entry_erase::can_be_erased;
use super::entry_text::{entry_text, kind_name};
use super::round_show::number_of;
use crate::layout::{Layout, render};
use crate::ledger::Entry;
use crate::{Ask, Board, BoardId, Body, Pairing, Reply, Role};

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
    rounds: Vec<(u32, bool)>,
    asked: String,
    /// Whether no board is as asked for.
    is_no_board: bool,
    entries: Vec<Line>,
    /// The page with what is earlier.
    earlier: Option<String>,
}

struct Line {
    number: u64,
    at: String,
    kind: String,
    by: String,
    /// Where the board is looked at, and its number.
    board: Option<(String, String)>,
    /// Where a note to the entry is written.
    note: Option<String>,
    text: String,
    /// The entry that it belongs to.
    of_entry: Option<EntryLink>,
    /// The notes and files that belong to it.
    beside: Vec<EntryLink>,
    can_be_erased: bool,
}

/// An entry that a page names and leads to.
#[derive(Clone, Copy)]
pub(crate) struct EntryLink {
    pub number: u64,
}

impl EntryLink {
    /// Where it is looked at.
    pub fn href(self) -> String {
        let number = self.number;
        format!("/journal?before={}#entry-{number}", number.saturating_add(1))
    }
}

/// The entries, filtered by kind, round and board.
pub(crate) fn page(ask: &Ask) -> Reply {
    let filter = Filter::of(ask);
    let (number, hash) = &ask.snapshot.head;
    let end = number.saturating_add(1);
    let before = ask.query.number("before").unwrap_or(end).min(end);
    let Some(ledger) = &ask.ledger else { return Reply::not_found(ask) };
    let mut entries = Vec::new();
    let mut to = before.saturating_sub(1);
    let mut n_looked = 0;
    while to > 0 && entries.len() < SHOWN && n_looked < LOOKED_THROUGH {
        let from = to.saturating_sub(499).max(1);
        let Ok(page) = ledger.read(from, (to - from + 1) as usize) else { break };
        n_looked += page.len().max(1);
        let wanted = page.into_iter().rev().filter(|entry| filter.takes(entry));
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
        kinds: Body::KINDS.map(|word| (word, kind_name(ask, word), word == filter.kind)).into(),
        rounds: ask
            .ground()
            .rounds()
            .into_iter()
            .map(|round| (round, filter.round == Some(round)))
            .collect(),
        is_no_board: entries.is_empty() && filter.boards.as_ref().is_some_and(BTreeSet::is_empty),
        entries,
        earlier: (to > 0).then(|| filter.address(to + 1)),
        asked: filter.asked,
    })
}

/// Which entries are asked for.
struct Filter<'a> {
    kind: &'a str,
    round: Option<u32>,
    /// The number of a board, or a player, as it was typed.
    asked: String,
    /// Whether it was typed, and no address named a board by its id.
    is_typed: bool,
    /// The boards meant; `None` for all, and what is about none.
    boards: Option<BTreeSet<BoardId>>,
}

impl Filter<'_> {
    fn of(ask: &Ask) -> Filter<'_> {
        let kind = ask.query.text("kind");
        let named = ask.query.number("board").and_then(|id| ask.ground().board(BoardId(id)));
        if let Some(board) = named {
            // An address may name a board by its id; the form asks for it as people do.
            let asked = match board.number.as_str() {
                "" => board.white.clone(),
                number => number.to_owned(),
            };
            let (round, boards) = (board.round, Some([board.id].into()));
            return Filter { kind, round, asked, is_typed: false, boards };
        }
        let (round, asked) = (ask.query.number("round"), ask.query.text("q").to_owned());
        let meant = ask.ground().boards().map(|board| board.pairing());
        let meant = meant.filter(|pairing| is_meant(pairing, round, &asked));
        let boards =
            (round.is_some() || !asked.is_empty()).then(|| meant.map(|one| one.board).collect());
        Filter { kind, round, asked, is_typed: true, boards }
    }

    /// Whether a pairing of an entry is asked for; its board may be taken out since.
    fn means(&self, pairing: &Pairing, boards: &BTreeSet<BoardId>) -> bool {
        boards.contains(&pairing.board)
            || (self.is_typed && is_meant(pairing, self.round, &self.asked))
    }

    fn takes(&self, entry: &Entry) -> bool {
        // What sources show is most of a journal and seldom what is looked for.
        let is_kind = match self.kind {
            "" => entry.body.kind() != "record_observed",
            kind => entry.body.kind() == kind,
        };
        let Some(boards) = &self.boards else { return is_kind };
        let is_of_board = match &entry.body {
            Body::PairingsEntered { pairings } => {
                pairings.iter().any(|pairing| self.means(pairing, boards))
            }
            Body::PairingCorrected { was, now, .. } => {
                [Some(was), now.as_ref()].into_iter().flatten().any(|one| self.means(one, boards))
            }
            body => body.board().is_some_and(|board| boards.contains(&board)),
        };
        is_kind && is_of_board
    }

    /// The page with the same filter and what is before an entry.
    fn address(&self, before: u64) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("before", &before.to_string());
        for (name, value) in [("kind", self.kind), ("q", &self.asked)] {
            if !value.is_empty() {
                query.append_pair(name, value);
            }
        }
        if let Some(round) = self.round {
            query.append_pair("round", &round.to_string());
        }
        format!("/journal?{}", query.finish())
    }
}

/// Whether a pairing is meant: by its round, and by its number or a part of a player's name.
fn is_meant(pairing: &Pairing, round: Option<u32>, asked: &str) -> bool {
    if round.is_some_and(|round| pairing.round != Some(round)) {
        return false;
    }
    if asked.is_empty() || pairing.number.eq_ignore_ascii_case(asked) {
        return true;
    }
    let asked = asked.to_lowercase();
    let is_number = asked.chars().all(|letter| letter.is_ascii_digit());
    let has = |name: &str| name.to_lowercase().contains(&asked);
    !is_number && (has(&pairing.white) || has(&pairing.black))
}

fn line(ask: &Ask, entry: &Entry) -> Line {
    let number = entry.number;
    let known = entry.body.board().and_then(|id| ask.ground().board(id));
    let of_entry = match &entry.body {
        Body::NoteAdded { of_entry, .. } => *of_entry,
        Body::AttachmentAdded { attachment, .. } => attachment.of_entry,
        _ => None,
    };
    let place = if matches!(entry.body, Body::NoteAdded { .. }) {
        format!("#note-{number}")
    } else {
        String::new()
    };
    Line {
        number,
        at: time_of_day(entry.happened_at),
        kind: kind_name(ask, entry.body.kind()),
        by: ask.ground().name_of(entry.person).to_owned(),
        board: known.map(|board| (format!("/board/{}{place}", board.id.0), number_of(board))),
        note: known.map(|board| format!("/board/{}/note?entry={number}", board.id.0)),
        text: entry_text(ask, &entry.body),
        of_entry: of_entry.map(|number| EntryLink { number }),
        beside: beside(ask, known.map(AsRef::as_ref), number)
            .into_iter()
            .map(|number| EntryLink { number })
            .collect(),
        can_be_erased: can_be_erased(&entry.body),
    }
}

/// The notes and files that belong to an entry.
fn beside(ask: &Ask, board: Option<&Board>, number: u64) -> Vec<u64> {
    let Some(board) = board else {
        let notes = ask.ground().notes().iter().filter(|note| note.of_entry == Some(number));
        return notes.map(|note| note.entry).collect();
    };
    let notes = board.notes.iter().filter(|note| note.of_entry == Some(number));
    let files = board.attachments.iter();
    let files = files.filter(|laid| laid.attachment.of_entry == Some(number));
    let mut beside: Vec<u64> =
        notes.map(|note| note.entry).chain(files.map(|laid| laid.entry)).collect();
    beside.sort_unstable();
    beside
}
