//! Conduct, devices and everybody else in the hall; notation and blind play.

use serde_json::json;

use super::Handler;
use super::procedure::say_uci;
use super::told::Told;
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("phone_sound", phone_sound),
    ("device_found", |question| {
        Told::new(question)?.rename("where", "place").with_position().put("device-found")
    }),
    ("refusal", |question| Told::new(question)?.put("refusal")),
    ("outside_disturbance", |question| {
        Told::new(question)?.with("clocks", question.setup.clocks).put("disturbance")
    }),
    ("outsider_request", |question| Told::new(question)?.put("outsider-request")),
    ("outsider_help", |question| Told::new(question)?.put("outsider-help")),
    ("arbiter_remark", |question| Told::new(question)?.put("remark")),
    ("player_question", |question| Told::new(question)?.put("question")),
    ("leaves_playing_area", leaves_playing_area),
    ("clock_paused", |question| Told::new(question)?.put("pause")),
    ("pieces_displaced", |question| {
        Told::new(question)?.with("warned", question.setup.warned).put("pieces-displaced")
    }),
    ("move_out_of_turn", |question| {
        let told = Told::new(question)?.without("uci").without("clock_pressed");
        told.with_position().put("move-out-of-turn")
    }),
    ("classify", classify),
    ("parse_move", parse_move),
    ("parse_announcement", |question| {
        Told::new(question)?.with_position().put("announcement").map(say_read)
    }),
    ("draw_offer_recorded", |question| Told::new(question)?.put("offer-recorded")),
    ("special_board", special_board),
    ("castle", castle),
];

fn phone_sound(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let from_the_start = setup.fen.is_none();
    let made = setup.moves.as_ref().map(|moves| moves.len() + setup.played_uci.len());
    let both_moved = made.filter(|_| from_the_start).map(|made| made >= 2);
    Told::new(question)?
        .with_position()
        .with("both_moved", both_moved)
        .with("opponent_present", setup.opponent_present)
        .put("phone-sound")
}

fn leaves_playing_area(question: &Question) -> Result<Answer, String> {
    let told = Told::new(question)?.rename("where", "destination");
    let on_move = told.side("by") == Some(told.position().turn());
    told.with("on_move", Some(on_move)).put("leaving")
}

fn classify(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    Told::new(question)?
        .with("base", setup.base_minutes.map(|minutes| minutes * 60.0))
        .with("increment", setup.increment_seconds)
        .put("classify")
}

fn parse_move(question: &Question) -> Result<Answer, String> {
    Told::new(question)?
        .with_position()
        .with("language", question.setup.language.clone())
        .put("written-move")
        .map(say_read)
}

/// Whether the text was read, and the move it names.
fn say_read(answer: Answer) -> Answer {
    let accepted = answer.get("ruling").is_some_and(|ruling| ruling == "move_accepted");
    let answer = say_uci(answer.say("accepted", accepted));
    let missing = |answer: &Answer, key: &str| answer.get(key).is_none();
    let answer = if missing(&answer, "warning") { answer.say("warning", false) } else { answer };
    match missing(&answer, "usable_as_evidence") {
        true => answer.say("usable_as_evidence", true),
        false => answer,
    }
}

fn special_board(question: &Question) -> Result<Answer, String> {
    let answer = Told::new(question)?.put("special-board")?;
    let touched = answer.get("ruling").is_some_and(|ruling| ruling == "touch_binds");
    Ok(answer.say("touched", touched))
}

fn castle(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let fen = setup.fen960.clone().or(setup.fen.clone());
    let answer = Told::new(question)?
        .rename("uci960", "castling")
        .with("position", fen)
        .put("chess960-castling")?;
    let legal = answer.get("ruling") == Some(&json!("move_accepted"));
    Ok(answer.say("legal", legal))
}
