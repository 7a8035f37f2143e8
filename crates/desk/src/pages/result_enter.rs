//! The result of a board, entered from the scoresheets and taken back.

use askama::Template;
use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, GameResult, Incident, Points, WrittenResult};

use kaissa_words::say;

use super::shown::{points_text, signers, title};
use crate::layout::{Layout, render};
use crate::{Ask, Board, Body, Deed, Refused, Reply};

/// The results that a form offers, by the word of the form.
pub(crate) const RESULTS: [(&str, GameResult); 9] = [
    ("1-0", GameResult::WHITE_WINS),
    ("1/2-1/2", GameResult::DRAW),
    ("0-1", GameResult::BLACK_WINS),
    ("1-0F", forfeit(GameResult::WHITE_WINS)),
    ("0-1F", forfeit(GameResult::BLACK_WINS)),
    ("0-0F", forfeit(GameResult::BOTH_LOSE)),
    ("0-0", GameResult::BOTH_LOSE),
    ("1/2-0", GameResult::of(Points::Half, Points::Zero)),
    ("0-1/2", GameResult::of(Points::Zero, Points::Half)),
];

const fn forfeit(result: GameResult) -> GameResult {
    GameResult { points: result.points, is_forfeit: true }
}

#[derive(Template)]
#[template(path = "result_enter.html")]
struct ResultEnter<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    result: String,
    /// The result that the page shows, as a word of the form.
    stood: String,
    by: &'a str,
    signed: Vec<String>,
    chosen: &'a str,
    results: Vec<(&'static str, String)>,
}

/// The result with its form.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let result = board.result.map(|(result, _)| result);
    let word = RESULTS.into_iter().find(|(_, known)| Some(*known) == board.final_result());
    render(&ResultEnter {
        layout: Layout::new(ask, ask.say("desk-act-result")),
        board: title(ask, board),
        id: board.id.0,
        result: result.map(|result| result_text(ask, result)).unwrap_or_default(),
        stood: word_of(result),
        by: ask.ground().name_of(board.result.and_then(|(_, by)| by)),
        signed: signers(ask, board),
        chosen: ask.typed("result", word.map_or("", |(word, _)| word)),
        results: RESULTS.map(|(word, known)| (word, result_text(ask, known))).into(),
    })
}

/// Enters the result with the signatures that were seen (8.7), or takes back what was entered.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = ask.need_board()?.board.as_ref();
    let id = board.id;
    let entered = board.result.map(|(result, _)| result);
    if let Some(refused) = meanwhile(ask, board) {
        return Err(refused);
    }
    if ask.form.is_ticked("take_back") {
        return match entered {
            Some(_) => Ask::deed(Body::ResultEntered { board: id, result: None }),
            None => ask.refuse_all(ask.say("desk-no-result-yet")),
        };
    }
    let Some(WrittenResult::Finished(result)) = GameResult::read(ask.form.text("result")) else {
        return ask.refuse("result", ask.say("desk-result-wrong"));
    };
    let mut deeds: Vec<Deed> = Vec::new();
    if entered != Some(result) {
        deeds.push(Body::ResultEntered { board: id, result: Some(result) }.into());
    }
    for (field, by) in [("white_signed", Color::White), ("black_signed", Color::Black)] {
        if ask.form.is_ticked(field) && board.game.signed(by) != Some(result) {
            let event = GameEvent::Happened(Incident::ResultSigned { by, result });
            deeds.push(Body::GameEvent { board: id, event }.into());
        }
    }
    match deeds.is_empty() {
        true => ask.refuse_all(ask.say("desk-result-nothing-new")),
        false => Ok(deeds),
    }
}

/// What somebody is told whose page showed another result than the one that stands: who entered that
/// meanwhile. The page shows it now, with what was chosen.
fn meanwhile(ask: &Ask, board: &Board) -> Option<Refused> {
    let stood = ask.form.raw("stood")?;
    let entered = board.result.map(|(result, _)| result);
    if stood == word_of(entered)
        || GameResult::read(ask.form.text("result")).is_some_and(
            |chosen| matches!(chosen, WrittenResult::Finished(result) if entered == Some(result)),
        )
    {
        return None;
    }
    let by = ask.ground().name_of(board.result.and_then(|(_, by)| by));
    let message = match entered {
        Some(result) => {
            let result = result_text(ask, result);
            say!(ask.words(), "desk-result-meanwhile", result = result, by = by)
        }
        None => ask.say("desk-result-meanwhile-none"),
    };
    Some(Refused { field: Some("result"), message })
}

/// The word by which a form names a result; empty for none.
pub(crate) fn word_of(result: Option<GameResult>) -> String {
    let known = RESULTS.into_iter().find(|(_, known)| Some(*known) == result);
    match (known, result) {
        (Some((word, _)), _) => word.to_owned(),
        (None, Some(result)) => result.to_string(),
        (None, None) => String::new(),
    }
}

/// A result as people read it: `1-0`, `½-½`, and that there was no play.
pub(crate) fn result_text(ask: &Ask, result: GameResult) -> String {
    let points = points_text(result);
    match result.is_forfeit {
        true => format!("{points} ({})", ask.say("desk-forfeit")),
        false => points,
    }
}
