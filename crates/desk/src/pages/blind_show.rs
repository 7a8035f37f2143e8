//! A game with a blind player: moves announced in the names of the Laws, read out and entered.

use askama::Template;
use kaissa_chess::announcement::{AnnouncedIn, AnnouncementFault};
use kaissa_chess::{Color, Move, Position};
use kaissa_game::{Entry as GameEvent, Game};
use kaissa_ruling::Decision;
use kaissa_ruling::blind::{BlindMoveFacts, propose_blind_move};
use kaissa_words::proposal;

use super::shown::{taken_out, title};
use super::then_board;
use crate::diagram::pieces;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, LiveBoard, Refused, Reply};

#[derive(Template)]
#[template(path = "blind_show.html")]
struct BlindShow<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    live: BlindLive<'a>,
    languages: Vec<(&'static str, String, bool)>,
    announced: &'a str,
}

/// The part that is sent anew when something changes.
#[derive(Template)]
#[template(path = "blind_live.html")]
struct BlindLive<'a> {
    ask: &'a Ask,
    code: &'static str,
    last: String,
    position: String,
    moves: Vec<String>,
    turn: String,
}

/// The page of a board for a blind player and his assistant.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let chosen = language(ask);
    let languages = AnnouncedIn::ALL.map(|language| {
        let name = ask.say(&format!("desk-blind-{}", language.code()));
        (language.code(), name, language == chosen)
    });
    render(&BlindShow {
        layout: Layout::new(ask, ask.say("desk-act-blind")).with_module("blind.js"),
        board: title(ask, &live.board),
        id: live.board.id.0,
        live: of_board(ask, live),
        languages: languages.into(),
        announced: ask.typed("announced", ""),
    })
}

/// The announcements, where the board changed after a snapshot.
pub(crate) fn fragments(ask: &Ask, since: u64) -> Vec<String> {
    match ask.board() {
        // Writing to a text does not fail.
        Some(live) if live.version > since => {
            vec![of_board(ask, live).render().unwrap_or_default()]
        }
        Some(_) => Vec::new(),
        None => taken_out(ask, "blind-live", since),
    }
}

/// Back to the page, in the language that was chosen.
pub(crate) fn then(ask: &Ask) -> String {
    format!("{}/blind?say={}", then_board(ask), language(ask).code())
}

/// Enters a move that was announced and carried out (D.2.3): then it is made, and the opponent's
/// clock runs.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let (board, game) = (live.board.id, &live.board.game);
    let position = game.position();
    let played = match position.read_announcement(ask.form.text("announced")) {
        Ok(played) => played,
        Err(fault) => {
            let why = match fault {
                AnnouncementFault::NotUnderstood => "desk-blind-not-understood",
                AnnouncementFault::Unclear => "desk-blind-unclear",
                AnnouncementFault::Illegal => "desk-blind-illegal",
            };
            return ask.refuse("announced", ask.say(why));
        }
    };
    let by = position.turn();
    let is_done = ask.form.is_ticked("placed");
    let facts = BlindMoveFacts {
        by,
        captures: takes(position, played),
        captured_removed: is_done,
        placed: is_done,
        announced: true,
    };
    let proposed = propose_blind_move(&facts, &live.rules);
    if proposed.decision != Decision::MoveAccepted {
        return ask.refuse("placed", proposal(ask.words(), &proposed, Some(position)));
    }
    let event = |event| Deed::from(Body::GameEvent { board, event });
    Ok(vec![event(GameEvent::MoveMade { by, played }), event(GameEvent::ClockPressed { by })])
}

/// Whether a move takes a piece off the board.
fn takes(position: &Position, played: Move) -> bool {
    match played {
        Move::Normal { to, .. } => position.piece_at(to).is_some(),
        Move::EnPassant { .. } => true,
        Move::Castle { .. } => false,
    }
}

/// The language of the announcements.
fn language(ask: &Ask) -> AnnouncedIn {
    let code = ask.query.filled("say").or_else(|| ask.form.filled("say")).unwrap_or_default();
    AnnouncedIn::of_code(code).unwrap_or_default()
}

fn of_board<'a>(ask: &'a Ask, live: &LiveBoard) -> BlindLive<'a> {
    let language = language(ask);
    let game = &live.board.game;
    let moves = announcements(game, language);
    let side = |color: Color| ask.say(color.fold_wb("desk-white", "desk-black"));
    let last = match (moves.last(), game.last_move()) {
        (Some(announced), Some(made)) => format!("{}: {announced}", side(made.by)),
        _ => ask.say("desk-no-move"),
    };
    BlindLive {
        ask,
        code: language.code(),
        last,
        position: spoken_in(game.position(), language),
        moves,
        turn: side(game.turn()),
    }
}

/// Every move of the game as it is announced.
fn announcements(game: &Game, language: AnnouncedIn) -> Vec<String> {
    let before = game.positions().map(|(_, position)| position);
    before.zip(game.moves()).map(|(at, made)| at.announce_in(made.played, language)).collect()
}

/// The pieces of a position: those of the side to move first.
fn spoken_in(position: &Position, language: AnnouncedIn) -> String {
    let turn = position.turn();
    let [first, second] = [turn, !turn].map(|color| pieces(position, color, language));
    format!("{first}. {second}.")
}
