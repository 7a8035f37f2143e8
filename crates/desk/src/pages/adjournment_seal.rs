//! Adjournment: the move is sealed, the envelope written.

use askama::Template;
use kaissa_chess::{ByColor, Color};
use kaissa_game::{Entry as GameEvent, Incident};
use kaissa_journal::EnvelopeWritten;
use kaissa_laws::{ClockTime, Rule};
use kaissa_ruling::adjournment::{EarlyAdjournmentFacts, propose_early_adjournment};
use kaissa_ruling::{Consequence, Decision};
use kaissa_words::{law_gist, proposal};

use super::shown::{player, ply_name, title};
use super::then_board;
use crate::acting::{clock_now, read_color, read_time, side, time_text};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, LiveBoard, Refused, Reply};

/// How long the words about the resumption may be, in letters.
const LONGEST: usize = 300;

#[derive(Template)]
#[template(path = "adjournment_seal.html")]
struct AdjournmentSeal<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    diagram: String,
    last: String,
    sealer: String,
    /// What the edition says, with its articles.
    laws: Vec<(String, &'static str, String)>,
    white: String,
    black: String,
    /// Each answer to whose offer is open: its word, its name, whether it is chosen.
    offers: Vec<(&'static str, String, bool)>,
    session_left: &'a str,
    resumption: &'a str,
    is_adjourned: bool,
}

/// What is done, in the order of the edition.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let (board, game) = (&live.board, &live.board.game);
    let last = game.last_move().map(|made| made.played);
    let clock = |color| clock_now(board, color, ask.now).map(time_text).unwrap_or_default();
    let offered = match ask.form.raw("offer") {
        Some(word) => read_color(word),
        None => game.open_offer(),
    };
    let offer = |color: Option<Color>, word, name: &str| (word, ask.say(name), offered == color);
    let (white, black) = (clock(Color::White), clock(Color::Black));
    render(&AdjournmentSeal {
        layout: Layout::new(ask, ask.say("desk-act-adjourn")),
        board: title(ask, board),
        id: board.id.0,
        diagram: Diagram::large(game.position(), last).svg(),
        last: ply_name(ask, game, game.ply()),
        sealer: sealer_name(ask, live, game.turn()),
        laws: laws(ask, live, &[Rule::Sealing, Rule::EarlyAdjournment, Rule::Envelope]),
        white: ask.typed("white", &white).to_owned(),
        black: ask.typed("black", &black).to_owned(),
        offers: vec![
            offer(None, "", "desk-seal-no-offer"),
            offer(Some(Color::White), "white", "desk-white"),
            offer(Some(Color::Black), "black", "desk-black"),
        ],
        session_left: ask.typed("session_left", ""),
        resumption: ask.typed("resumption", ""),
        is_adjourned: game.is_adjourned(),
    })
}

/// A player by colour and name.
pub(super) fn sealer_name(ask: &Ask, live: &LiveBoard, color: Color) -> String {
    let name = color.fold_wb(&live.board.white, &live.board.black);
    let which = ask.say(color.fold_wb("desk-white", "desk-black"));
    format!("{which}, {}", player(ask.words(), name))
}

/// Rules with their articles in the edition of the board, their keys and what they say in short.
pub(super) fn laws(
    ask: &Ask,
    live: &LiveBoard,
    rules: &[Rule],
) -> Vec<(String, &'static str, String)> {
    let known = rules.iter().filter(|rule| live.rules.cite(**rule).is_known());
    let shown = |rule: &Rule| {
        (live.rules.cite(*rule).to_string(), rule.key(), law_gist(ask.words(), *rule))
    };
    known.map(shown).collect()
}

/// Keeps that the game is adjourned, and what stands on the envelope.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let (id, game) = (live.board.id, &live.board.game);
    if game.is_adjourned() || !live.board.is_open() {
        return ask.refuse_all(ask.say("desk-seal-not-now"));
    }
    let read = ByColor { white: clock(ask, "white")?, black: clock(ask, "black")? };
    let set = early(ask, live, read)?;
    let resumption = ask.form.text("resumption");
    if resumption.is_empty() || resumption.chars().count() > LONGEST {
        return ask.refuse("resumption", ask.say("desk-seal-resumption-wrong"));
    }
    let by = game.turn();
    let times = set.unwrap_or(read);
    let mut events = vec![GameEvent::ClocksPaused { by: Some(by) }, GameEvent::ClocksRead(read)];
    events.extend(set.map(GameEvent::ClocksSet));
    events.push(GameEvent::Happened(Incident::MoveSealed { by }));
    events.push(GameEvent::Happened(Incident::Adjourned));
    let word = |color: Color| side(color).to_owned();
    let envelope = EnvelopeWritten {
        sealer: word(by),
        move_number: game.position().fullmove_number(),
        fen: game.position().to_fen(),
        white_ms: times.white.as_millis(),
        black_ms: times.black.as_millis(),
        offer: read_color(ask.form.text("offer")).map(word),
        resumption: resumption.to_owned(),
    };
    let event = |event| Deed::from(Body::GameEvent { board: id, event });
    let mut deeds: Vec<Deed> = events.into_iter().map(event).collect();
    deeds.push(Body::EnvelopeWritten { board: id, envelope }.into());
    Ok(deeds)
}

fn clock(ask: &Ask, field: &'static str) -> Result<ClockTime, Refused> {
    match read_time(ask.form.text(field)) {
        Some(time) => Ok(time),
        None => ask.refuse(field, ask.say("desk-tally-clock-wrong")),
    }
}

/// The clocks of a player who adjourns before the end of the session and takes what is left of it
/// on his time; nothing where the session is over.
fn early(
    ask: &Ask,
    live: &LiveBoard,
    clocks: ByColor<ClockTime>,
) -> Result<Option<ByColor<ClockTime>>, Refused> {
    let Some(typed) = ask.form.filled("session_left") else { return Ok(None) };
    // What is left of a session is told in minutes, or as hours and minutes.
    let minutes = typed.parse::<u16>().ok().map(|minutes| ClockTime::minutes(minutes.into()));
    let Some(session_left) = minutes.or_else(|| read_time(&format!("{typed}:00"))) else {
        return ask.refuse("session_left", ask.say("desk-seal-session-wrong"));
    };
    let turn = live.board.game.turn();
    let facts =
        EarlyAdjournmentFacts { by: turn, turn, clocks, session_left, time_control_passed: None };
    let proposed = propose_early_adjournment(&facts, &live.rules);
    if proposed.decision != Decision::MaySeal {
        let position = live.board.game.position();
        return ask.refuse("session_left", proposal(ask.words(), &proposed, Some(position)));
    }
    Ok(proposed.consequences.iter().find_map(|consequence| match consequence {
        Consequence::SetClock { times, .. } => Some(*times),
        _ => None,
    }))
}

/// To the envelope, to be printed.
pub(crate) fn then(ask: &Ask) -> String {
    format!("{}/envelope", then_board(ask))
}
