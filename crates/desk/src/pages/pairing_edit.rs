//! A pairing put right, or taken out of its round, by the chief arbiter: a later entry with its reason.

use askama::Template;

use super::entry_text::read_reason;
use super::pairing_new::{check_free, read};
use super::round_show::{round_of, typed_round};
use super::shown::title;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, Pairing, Refused, Reply};

#[derive(Template)]
#[template(path = "pairing_edit.html")]
struct PairingEdit<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    round: &'a str,
    number: &'a str,
    white: &'a str,
    black: &'a str,
    reason: &'a str,
    /// Whether the form that was refused takes the pairing out.
    is_removing: bool,
    can_go: bool,
}

/// The pairing with its two forms.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let round = board.round.map(|round| round.to_string()).unwrap_or_default();
    let is_removing = ask.form.is_ticked("remove");
    let typed = |field, stands| if is_removing { stands } else { ask.typed(field, stands) };
    render(&PairingEdit {
        layout: Layout::new(ask, ask.say("desk-pairing-edit")),
        board: title(ask, board),
        id: board.id.0,
        round: typed("round", &round),
        number: typed("number", &board.number),
        white: typed("white", &board.white),
        black: typed("black", &board.black),
        reason: ask.typed("reason", ""),
        is_removing,
        can_go: board.is_untouched(),
    })
}

/// Keeps what the pairing is, or that there is no such game.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = ask.need_board()?.board.as_ref();
    let was = board.pairing();
    let now = match ask.form.is_ticked("remove") {
        true if !board.is_untouched() => {
            return ask.refuse_all(ask.say("desk-pairing-played"));
        }
        true => None,
        false => {
            let round = typed_round(ask)?.unwrap_or_else(|| round_of(ask));
            let row = read(ask, round)?;
            check_free(ask, round, &row, &[board.id])?;
            let (number, white, black) = (row.board, row.white, row.black);
            Some(Pairing { board: board.id, round: row.round, number, white, black })
        }
    };
    if now.as_ref() == Some(&was) {
        return ask.refuse_all(ask.say("desk-pairing-same-as-before"));
    }
    let reason = read_reason(ask)?;
    Ask::deed(Body::PairingCorrected { was, now, reason })
}
