//! An adjourned game is resumed: who is there, the clocks, the envelope and the move in it.

use askama::Template;
use kaissa_chess::notation::Language as Letters;
use kaissa_chess::{ByColor, Color};
use kaissa_game::{Entry as GameEvent, Game, Incident};
use kaissa_laws::{ClockTime, Rule};
use kaissa_ruling::Proposal;
use kaissa_ruling::adjournment::{
    EnvelopeMissingFacts, Reply as HisReply, ResumptionFacts, propose_envelope_missing,
    propose_resumption, read_sealed,
};

use super::adjournment_seal::{laws, sealer_name};
use super::shown::title;
use crate::acting::{Case, read_time, side, stands, time_text};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, Board, Deed, LiveBoard, Refused, Reply};

/// The languages of the piece letters that are offered.
const LETTERS: [(&str, &str); 6] = [
    ("en", "K Q R B N"),
    ("ru", "Кр Ф Л С К"),
    ("de", "K D T L S"),
    ("fr", "R D T F C"),
    ("es", "R D T A C"),
    ("nl", "K D T L P"),
];

#[derive(Template)]
#[template(path = "adjournment_resume.html")]
struct AdjournmentResume<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    diagram: String,
    is_adjourned: bool,
    sealer: String,
    responder: String,
    number: String,
    players: Vec<PlayerAsked>,
    envelopes: Vec<(&'static str, String, bool)>,
    sealed: String,
    letters: Vec<(&'static str, &'static str, bool)>,
    is_reply_sealed: bool,
    laws: Vec<(String, &'static str, String)>,
}

/// What is asked of a player.
struct PlayerAsked {
    side: &'static str,
    name: String,
    is_here: bool,
    late: String,
    clock: String,
}

/// The steps of the resumption, in the order of the edition.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = adjourned(&live.board);
    let position = game.position();
    let sealer = game.turn();
    let envelope = stands(ask, "envelope", "opened");
    let letters = stands(ask, "letters", ask.language.code());
    let one = |word: &'static str, name: &str| (word, ask.say(name), envelope == word);
    let cited = [
        Rule::ResumptionSetUp,
        Rule::EnvelopeOpened,
        Rule::Resumption,
        Rule::ResumptionDefault,
        Rule::SealedMoveBad,
        Rule::EnvelopeMissing,
    ];
    render(&AdjournmentResume {
        layout: Layout::new(ask, ask.say("desk-act-resume")),
        board: title(ask, &live.board),
        id: live.board.id.0,
        diagram: Diagram::large(position, None).svg(),
        is_adjourned: live.board.game.is_adjourned(),
        sealer: sealer_name(ask, live, sealer),
        responder: sealer_name(ask, live, !sealer),
        number: format!("{}{}", position.fullmove_number(), sealer.fold_wb(".", "...")),
        players: [Color::White, Color::Black].map(|color| player_asked(ask, live, color)).into(),
        envelopes: vec![
            one("opened", "desk-resume-opened"),
            one("closed", "desk-resume-closed"),
            one("lost", "desk-resume-lost"),
        ],
        sealed: stands(ask, "sealed", "").to_owned(),
        letters: LETTERS.map(|(code, shown)| (code, shown, letters == code)).into(),
        is_reply_sealed: stands(ask, "reply", "") == "sealed",
        laws: laws(ask, live, &cited),
    })
}

fn player_asked(ask: &Ask, live: &LiveBoard, color: Color) -> PlayerAsked {
    let kept = clocks_of(&live.board).map(|clocks| time_text(*clocks.get(color)));
    let [here, late, clock] = fields(color);
    let is_told = ask.refused.is_some() || ask.query.filled("envelope").is_some();
    PlayerAsked {
        side: side(color),
        name: sealer_name(ask, live, color),
        is_here: if is_told { !stands(ask, here, "").is_empty() } else { true },
        late: stands(ask, late, "").to_owned(),
        clock: stands(ask, clock, kept.as_deref().unwrap_or_default()).to_owned(),
    }
}

/// The fields of a player: whether he is there, how late he is, his clock.
const fn fields(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["white_here", "white_late", "white_clock"],
        Color::Black => ["black_here", "black_late", "black_clock"],
    }
}

/// The times that stand on the envelope.
fn clocks_of(board: &Board) -> Option<ByColor<ClockTime>> {
    let envelope = board.envelope.as_ref()?;
    let [white, black] = [envelope.white_ms, envelope.black_ms].map(ClockTime::millis);
    Some(ByColor { black, white })
}

/// The game as it was adjourned, whatever a source has shown since.
fn adjourned(board: &Board) -> Game {
    let mut game = board.game.clone();
    let fen = board.envelope.as_ref().map(|envelope| envelope.fen.as_str()).unwrap_or_default();
    let stood = game.positions().filter(|(_, position)| position.to_fen() == fen).last();
    if let Some(ply) = stood.map(|(ply, _)| ply).filter(|ply| *ply < board.game.ply()) {
        game.apply(&GameEvent::PositionRestored { ply });
    }
    game
}

/// Keeps what is proposed; with the ruling on it the clocks are set, and the move that was sealed is
/// made.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let board = &live.board;
    if !board.game.is_adjourned() {
        return ask.refuse_all(ask.say("desk-envelope-none"));
    }
    let [white, black] = [Color::White, Color::Black].map(|color| told(ask, color));
    let told = ByColor { white: white?, black: black? };
    let mut facts = vec![GameEvent::ClocksSet(ByColor::new_with(|color| told.get(color).clock))];
    for color in [Color::White, Color::Black] {
        let player = told.get(color);
        let late = player.late.unwrap_or(ClockTime::ZERO);
        if player.is_here {
            facts.push(GameEvent::Happened(Incident::PlayerArrived { by: color, late }));
        }
    }
    let mut game = adjourned(board);
    facts.iter().for_each(|fact| game.apply(fact));
    let (proposal, after) = proposed(ask, live, &told)?;
    facts.extend(after);
    Ok(vec![Case::of_game("resume", game, facts, proposal).shown(ask, live)])
}

/// What is told of a player.
#[derive(Clone, Copy)]
struct Told {
    is_here: bool,
    late: Option<ClockTime>,
    clock: ClockTime,
}

fn told(ask: &Ask, color: Color) -> Result<Told, Refused> {
    let [here, late_field, clock_field] = fields(color);
    let late = match ask.form.filled(late_field) {
        None => None,
        Some(text) => match text.parse::<u16>() {
            Ok(minutes) => Some(ClockTime::minutes(minutes.into())),
            Err(_) => return ask.refuse(late_field, ask.say("desk-seal-session-wrong")),
        },
    };
    let Some(clock) = read_time(ask.form.text(clock_field)) else {
        return ask.refuse(clock_field, ask.say("desk-tally-clock-wrong"));
    };
    Ok(Told { is_here: ask.form.is_ticked(here), late, clock })
}

/// What follows, and what is entered then: that the game is resumed, unless the envelope stays closed,
/// and the sealed move where it is a good one.
fn proposed(
    ask: &Ask,
    live: &LiveBoard,
    told: &ByColor<Told>,
) -> Result<(Proposal, Vec<GameEvent>), Refused> {
    let game = adjourned(&live.board);
    let position = game.position().clone();
    let sealer = position.turn();
    let written = ask.form.text("sealed").to_owned();
    let language = Letters::from_code(ask.form.text("letters")).unwrap_or(Letters::English);
    let sealed = match ask.form.text("envelope") {
        "lost" => {
            let facts = EnvelopeMissingFacts { position: Some(position) };
            let resumed = vec![GameEvent::Happened(Incident::Resumed)];
            return Ok((propose_envelope_missing(&facts, &live.rules), resumed));
        }
        "opened" if written.is_empty() => {
            return ask.refuse("sealed", ask.say("desk-resume-no-move"));
        }
        "opened" => Some(written),
        _ => None,
    };
    let here = |color: &Color| told.get(*color).is_here;
    // The envelope is opened only when he is there who has to reply.
    let is_open = sealed.is_some() && here(&!sealer) && ask.form.text("reply") != "sealed";
    let mut after = Vec::new();
    if is_open {
        after.push(GameEvent::Happened(Incident::Resumed));
        let good = sealed.as_deref().map(|written| read_sealed(&position, written, language));
        // A source may have shown it already.
        let is_new = game.ply() == live.board.game.ply();
        if let Some(Ok(played)) = good.filter(|_| is_new) {
            after.push(GameEvent::MoveMade { by: sealer, played });
            after.push(GameEvent::ClockPressed { by: sealer });
        }
    }
    let facts = ResumptionFacts {
        sealed,
        white_late: told.white.late,
        black_late: told.black.late,
        present: Some([Color::White, Color::Black].into_iter().filter(here).collect()),
        reply: (ask.form.text("reply") == "sealed").then_some(HisReply::Sealed),
        language,
        position,
    };
    Ok((propose_resumption(&facts, &live.rules), after))
}
