//! A position that a form asks for: of the record by its move, of the board now, or set up as a FEN
//! where the record does not have it.

use kaissa_game::Game;
use kaissa_words::say;

use super::Steps;
use crate::diagram::Diagram;
use crate::pages::shown::ply_name;
use crate::{Ask, Refused};

/// The answer that the position stands in the field of the FEN.
const BY_FEN: &str = "fen";
/// How many of the last positions are drawn.
const DRAWN: u32 = 6;

/// The field that names the ply, beside that of the FEN.
fn ply_field(name: &str) -> String {
    format!("{name}-ply")
}

/// Puts the fields of a position into the step; the board as it stands now where `is_now`, else nothing
/// is chosen beforehand.
pub(crate) fn put<'a>(
    ask: &Ask,
    steps: Steps<'a>,
    game: &Game,
    name: &str,
    is_now: bool,
) -> Steps<'a> {
    let words = ask.words();
    let last = game.ply();
    let named = |ply: u32| {
        let name = ply_name(ask, game, ply);
        match (ply == last, ply) {
            (true, _) => say!(words, "desk-position-now", name = name),
            (false, 0) => name,
            _ => say!(words, "desk-position-move", name = name),
        }
    };
    let mut answers = Vec::new();
    if !is_now {
        answers.push((String::new(), ask.say("desk-not-told")));
    }
    answers.extend((0..=last).rev().map(|ply| (ply.to_string(), named(ply))));
    answers.push((BY_FEN.to_owned(), ask.say("desk-position-by-fen")));
    let now = last.to_string();
    let usual = match (ask.query.filled(name).is_some(), is_now) {
        (true, _) => BY_FEN,
        (false, true) => now.as_str(),
        (false, false) => "",
    };
    let drawn = (last.saturating_sub(DRAWN - 1)..=last).rev().chain((last >= DRAWN).then_some(0));
    let pictures = drawn.filter_map(|ply| {
        let led = ply.checked_sub(1).and_then(|index| game.moves().get(index as usize));
        let at = game.position_after(ply)?;
        Some((named(ply), Diagram::small(at, led.map(|made| made.played)).svg()))
    });
    steps
        .select(&ply_field(name), "desk-position-which", answers, usual)
        .text(name, "desk-form-fen", "")
        .pictures(pictures.collect())
}

/// The position that was told, as a FEN; `None` where none was.
///
/// # Errors
/// The refusal of a move that the record does not have any more.
pub(crate) fn read(ask: &Ask, game: &Game, name: &'static str) -> Result<Option<String>, Refused> {
    let fen = ask.form.filled(name).map(str::to_owned);
    match ask.form.filled(&ply_field(name)) {
        None => Ok(fen),
        Some(BY_FEN) if fen.is_none() => ask.refuse(name, ask.say("desk-position-no-fen")),
        Some(BY_FEN) => Ok(fen),
        Some(ply) => match ply.parse().ok().and_then(|ply| game.position_after(ply)) {
            Some(position) => Ok(Some(position.to_fen())),
            None => ask.refuse(name, ask.say("desk-correct-no-ply")),
        },
    }
}
