//! The record of a board put right by hand: from which ply on, by which moves, and why.

use askama::Template;
use kaissa_game::read_typed_line;

use super::by_hand::typed_fault;
use super::entry_text::read_reason;
use super::shown::{ply_name, title};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, Board, Body, Deed, Refused, Reply};

/// How many moves one correction may hold; the longest games have fewer.
const MOST_MOVES: usize = 700;

#[derive(Template)]
#[template(path = "record_correct.html")]
struct RecordCorrect<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    /// Each ply that may stay: its number, its name, whether it is chosen.
    plies: Vec<(u32, String, bool)>,
    diagram: String,
    at: String,
    /// How many plies the page shows.
    seen: u32,
    /// The moves that would be set aside.
    aside: String,
    moves: &'a str,
    reason: &'a str,
}

/// The form, at the ply that the address names.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = &live.board.game;
    let last = game.ply();
    let typed = ask.form.number("after").or_else(|| ask.query.number("ply"));
    let after: u32 = typed.unwrap_or(last).min(last);
    let position = game.position_after(after).unwrap_or(game.position());
    let led = after.checked_sub(1).and_then(|index| game.moves().get(index as usize));
    render(&RecordCorrect {
        layout: Layout::new(ask, ask.say("desk-act-correct")),
        board: title(ask, &live.board),
        id: live.board.id.0,
        plies: (0..=last).map(|ply| (ply, ply_name(ask, game, ply), ply == after)).collect(),
        diagram: Diagram::large(position, led.map(|made| made.played)).svg(),
        at: ply_name(ask, game, after),
        seen: last,
        aside: aside(&live.board, after),
        moves: ask.typed("moves", ""),
        reason: ask.typed("reason", ""),
    })
}

/// The moves of the game after a ply, as they are written.
fn aside(board: &Board, after: u32) -> String {
    let before = board.game.positions().map(|(_, position)| position);
    let moves = before.zip(board.game.moves()).skip(after as usize);
    let written: Vec<String> = moves.map(|(at, made)| at.to_san(made.played)).collect();
    written.join(" ")
}

/// Keeps the correction; what stood before stays in the journal.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = &ask.need_board()?.board;
    let game = &board.game;
    let after: u32 = match ask.form.number("after") {
        Some(after) if after <= game.ply() => after,
        _ => return ask.refuse("after", ask.say("desk-correct-no-ply")),
    };
    // What came meanwhile must not be set aside unseen.
    if ask.form.number("seen").is_some_and(|seen: u32| seen != game.ply()) {
        return ask.refuse_all(ask.say("desk-correct-moved-on"));
    }
    let reason = read_reason(ask)?;
    let start = game.position_after(after).unwrap_or(game.position());
    let line = match read_typed_line(start, ask.form.text("moves")) {
        Ok(line) => line,
        Err(fault) => return ask.refuse("moves", typed_fault(ask, &fault)),
    };
    if line.len() > MOST_MOVES {
        return ask.refuse("moves", ask.say("desk-correct-too-many"));
    }
    let stands = game.moves().get(after as usize..).unwrap_or_default();
    let is_same = stands.len() == line.len()
        && stands.iter().zip(&line).all(|(made, typed)| made.played == typed.played);
    if is_same {
        return ask.refuse("moves", ask.say("desk-correct-same"));
    }
    Ask::deed(Body::RecordCorrected {
        board: board.id,
        after_ply: after,
        moves: line.into_iter().map(|typed| typed.written).collect(),
        reason,
    })
}
