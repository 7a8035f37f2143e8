//! Touching, the start, recording, adjournment and conduct.

use serde_json::json;

use super::Handler;
use super::told::{ToFact, Told};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("touch", touch),
    ("touch_fault_observed", |question| {
        Told::new(question)?.without("observed_by").put("touch-fault")
    }),
    ("touch_complaint", |question| Told::new(question)?.put("touch-complaint")),
    ("irregularity_complaint", |question| {
        with_moves(Told::new(question)?)
            .with("moves_made_by_both", question.setup.moves_made_by_both)
            .put("irregularity")
    }),
    ("envelope_opened", envelope_opened),
    ("envelope_missing", envelope_missing),
    ("resumption", resumption),
    ("early_adjournment", early_adjournment),
    ("sealing", sealing),
    ("initial_position_wrong", initial_position_wrong),
    ("board_orientation_wrong", |question| with_moves(Told::new(question)?).put("board-turned")),
    ("colours_reversed", colours_reversed),
    ("clock_setting_wrong", clock_setting_wrong),
    ("defective_clock", defective_clock),
    ("late_arrival", late_arrival),
    ("start_of_session", |question| Told::new(question)?.put("session-start")),
    ("recording_duty", recording_duty),
    ("move_written_in_advance", |question| Told::new(question)?.put("written-in-advance")),
    ("flag_fall_checkpoint", flag_fall_checkpoint),
    ("sheets_checked", sheets_checked),
    ("result_signed", |question| Told::new(question)?.put("result-signed")),
    ("scoresheet_request", scoresheet_request),
    ("scoresheet_hidden", |question| Told::new(question)?.put("sheet-hidden")),
    ("assistant_used", assistant_used),
];

fn touch(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let pressed = question.event.get("clock_pressed").and_then(|pressed| pressed.as_bool());
    if let (Some(square), Some(true), None) =
        (&setup.king_released_on, pressed, question.event.get("played_uci"))
    {
        return castling_pressed(question, square);
    }
    let answer = touch_alone(question)?;
    // With an offer open the ruling asked for is what the touch does to it.
    if setup.offer.is_none() {
        return Ok(answer);
    }
    let mut game = setup.game()?;
    let by = question.event.get("by").and_then(|side| side.as_str());
    let by = by.map(crate::cases::read_side).transpose()?.unwrap_or(game.turn());
    let binds =
        setup.adjust_announced != Some(true) && setup.contact.as_deref() != Some("accidental");
    let touched = question.event.get("touched").and_then(|list| list.as_array());
    for square in touched.into_iter().flatten().filter_map(|one| one.as_str()) {
        let square = crate::cases::read_square(square.trim_start_matches('?'))?;
        game.apply(&match binds {
            true => kaissa_game::Entry::PieceTouched { by, square },
            false => kaissa_game::Entry::PieceAdjusted { by, square },
        });
    }
    let offer = kaissa_ruling::propose_on_open_offer(&game, question.rules);
    let offer = Answer::of(&offer, game.position());
    let keys = ["ruling", "offer_open_to", "result", "game"];
    Ok(keys.into_iter().fold(answer, |answer, key| match offer.get(key).cloned() {
        Some(value) => answer.say(key, value),
        None => answer,
    }))
}

/// The king was released in castling and the clock pressed, the rook not moved.
fn castling_pressed(question: &Question, square: &str) -> Result<Answer, String> {
    use kaissa_ruling::{Act, IrregularMove, propose_irregular_move};
    let game = question.setup.game()?;
    let to = crate::cases::read_square(square)?;
    let by = game.turn();
    let king = game.position().king_of(by).ok_or("king_released_on: found no king")?;
    let castling = game
        .position()
        .move_from_uci(&format!("{king}{to}"))
        .ok_or_else(|| format!("king_released_on: found {square:?}"))?;
    let irregular = IrregularMove::seen(by, Act::CastlingUnfinished(castling));
    let proposal = propose_irregular_move(&game, &irregular, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

fn touch_alone(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let told = Told::new(question)?.with_position();
    let intent = question.event.get("intent").is_some().then(|| "deliberate".to_owned());
    let touched = match question.event.get("touched").and_then(|list| list.as_array()) {
        Some(list) => list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect(),
        None => Vec::new(),
    };
    let bare = |square: &String| square.trim_start_matches('?').to_owned();
    let before =
        setup.touched.iter().filter(|square| !touched.iter().map(bare).any(|one| one == **square));
    let all: Vec<String> = before.cloned().chain(touched.iter().cloned()).collect();
    let (new_piece_on, new_piece) = match &setup.new_piece_on {
        Some(new) => (Some(new.square.clone()), Some(new.piece.clone())),
        None => (None, None),
    };
    let mover = told.position().turn();
    told.without("intent")
        .with("illegal_moves_before", setup.prior.and_then(|prior| prior.get(mover)))
        .rename("played_uci", "played")
        .with("touched", Some(all))
        .with("contact", setup.contact.clone().or(intent))
        .with("adjust_announced", setup.adjust_announced)
        .with("released_on", setup.released_on.clone())
        .with("king_released_on", setup.king_released_on.clone())
        .with("pawn_released_on", setup.pawn_released_on.clone())
        .with("new_piece_on", new_piece_on)
        .with("new_piece", new_piece)
        .with("offer_of", setup.offer.clone())
        .put("touch")
}

fn envelope_opened(question: &Question) -> Result<Answer, String> {
    Told::new(question)?
        .with_position()
        .with("sealed", question.setup.sealed.clone())
        .with("language", question.setup.language.clone())
        .put("envelope-opened")
}

fn envelope_missing(question: &Question) -> Result<Answer, String> {
    let told = Told::new(question)?;
    match question.setup.position.as_deref() {
        Some("unknown") => told.put("envelope-missing"),
        None => told.with_position().put("envelope-missing"),
        Some(other) => Err(format!("position: found {other:?}, expected unknown")),
    }
}

fn resumption(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    Told::new(question)?
        .with_position()
        .with("sealed", setup.sealed.clone())
        .with("language", setup.language.clone())
        .with("white_late", setup.white_late_seconds)
        .with("black_late", setup.black_late_seconds)
        .with("present", setup.present.clone())
        .put("resumption")
}

fn early_adjournment(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let told = Told::new(question)?;
    let turn = told.position().turn();
    told.with("turn", Some(turn))
        .with("clocks", setup.clocks)
        .with("session_left", setup.session_seconds_left)
        .with("time_control_passed", setup.time_control_passed)
        .put("early-adjournment")
}

fn sealing(question: &Question) -> Result<Answer, String> {
    Told::new(question)?
        .with_position()
        .with("language", question.setup.language.clone())
        .put("sealing")
        .map(say_uci)
}

/// The move of an answer under the key that reading cases have for it.
pub(super) fn say_uci(answer: Answer) -> Answer {
    match answer.get("forced_move").cloned() {
        Some(uci) => answer.say("uci", uci),
        None => answer,
    }
}

/// Tells how many moves have been made, in whichever way the case says it.
fn with_moves<'a>(told: Told<'a>) -> Told<'a> {
    let setup = told.setup();
    told.with("moves_completed_each", setup.moves_completed_each.or(setup.moves_made))
        .with("moves_made_by", setup.moves_made_by)
}

fn initial_position_wrong(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let answer = with_moves(Told::new(question)?)
        .without("side")
        .with("start", setup.fen_start.clone())
        .with("game_over", setup.game_over.as_ref().map(|_| true))
        .put("initial-position")?;
    Ok(match answer.get("castling_forbidden") {
        Some(_) => answer,
        None => answer.say("castling_forbidden", json!([])),
    })
}

fn colours_reversed(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    Told::new(question)?
        .with("moves_made_by_both", setup.moves_made_by_both)
        .with("moves_made_by", setup.moves_made_by)
        .with("game_over", setup.game_over.as_ref().map(|_| true))
        .put("colours-reversed")
}

fn clock_setting_wrong(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    with_moves(Told::new(question)?)
        .with("first_move_made", setup.first_move_made)
        .with("increment", setup.increment)
        .with("increment_set", setup.increment_set)
        .put("clock-setting")
}

fn defective_clock(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let told = Told::new(question)?.with("elapsed", setup.elapsed);
    told.with("time_sheet", setup.time_sheet).put("defective-clock")
}

impl ToFact for crate::cases::TimeSheet {
    fn to_fact(&self) -> kaissa_ruling::facts::Fact {
        let parts = [("elapsed", self.elapsed.to_fact()), ("used", self.used.to_fact())];
        let parts = parts.into_iter().map(|(name, value)| (name.to_owned(), value));
        kaissa_ruling::facts::Fact::Parts(parts.collect())
    }
}

fn late_arrival(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    Told::new(question)?
        .without("excuse")
        .with("late", setup.late_seconds)
        .with("start_delay", setup.start_delay)
        .with("present", setup.present.clone())
        .put("late-arrival")
}

fn recording_duty(question: &Question) -> Result<Answer, String> {
    let setup = question.setup;
    let told = Told::new(question)?;
    let by = told.side("by");
    let on_clock = by.and_then(|by| setup.clocks.and_then(|clocks| clocks.get(by)));
    let answer = told
        .with("time_left", setup.seconds_left.or(on_clock))
        .with("increment", setup.increment)
        .with("was_below_limit", setup.was_below_300_in_this_period)
        .with("not_recording", setup.not_recording.clone())
        .put("recording-duty")?;
    let must = answer.get("ruling").is_some_and(|ruling| ruling != "need_not_record");
    Ok(answer.say("must_record", must))
}

fn flag_fall_checkpoint(question: &Question) -> Result<Answer, String> {
    Told::new(question)?
        .with("not_recording", question.setup.not_recording.clone())
        .with("reconstruction", question.setup.reconstruction.clone())
        .put("checkpoint")
}

fn sheets_checked(question: &Question) -> Result<Answer, String> {
    Told::new(question)?.with_position().put("sheets-checked")
}

fn scoresheet_request(question: &Question) -> Result<Answer, String> {
    let told = Told::new(question)?;
    let on_move = told.side("by").map(|by| by == told.position().turn());
    told.with("on_move", on_move)
        .with("requests_before", question.setup.requests_before)
        .put("sheet-request")
}

fn assistant_used(question: &Question) -> Result<Answer, String> {
    let told = Told::new(question)?.rename("for", "duty");
    told.with("clocks", question.setup.clocks).put("assistant")
}
