//! Illegal moves and the acts penalised like one, illegal positions, promotions.

use kaissa_chess::{Color, Move, Position, Role};
use kaissa_game::{Entry, Game};
use kaissa_ruling::{
    Act, IrregularMove, Notice, propose_irregular_move, propose_on_illegal_position_met,
    propose_on_illegal_position_watched, propose_other_hand, propose_promotion,
};
use serde::Deserialize;

use super::Handler;
use crate::cases::setup::{read_san, read_side, read_square, read_uci, time};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("illegal_move", illegal_move),
    ("illegal_move_found_later", illegal_move_found_later),
    ("two_hands", two_hands),
    ("other_hand_pressed", other_hand_pressed),
    ("clock_press_without_move", clock_press_without_move),
    ("promotion_not_completed", promotion_not_completed),
    ("king_captured", king_captured),
    ("both_kings_in_check_observed", both_kings_in_check_observed),
    ("pawn_on_last_rank_observed", pawn_on_last_rank_observed),
    ("illegal_position_observed", illegal_position_observed),
    ("promotion", promotion),
];

/// The act with what the setup tells about it.
fn irregular(question: &Question, by: Color, act: Act) -> Result<IrregularMove, String> {
    let setup = question.setup;
    let counter = setup.move_counter.and_then(|counter| {
        Some(kaissa_chess::ByColor { white: counter.white?, black: counter.black? })
    });
    Ok(IrregularMove {
        touched: setup.touched_squares()?,
        increment: setup.increment.map(time).unwrap_or_default(),
        counter,
        ..IrregularMove::seen(by, act)
    })
}

/// Where nothing is said of the clock it was pressed.
const fn pressed() -> bool {
    true
}

/// Puts an act to the product; `at` is the position to which its moves belong.
fn put(question: &Question, game: &Game, irregular: &IrregularMove) -> Answer {
    Answer::of(&propose_irregular_move(game, irregular, question.rules), game.position())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IllegalMoveEvent {
    by: String,
    uci: String,
    #[serde(default = "pressed")]
    clock_pressed: bool,
    observed_by: Option<String>,
    claimed_by: Option<String>,
    #[serde(default)]
    opponent_replied: bool,
    #[serde(default)]
    two_hands: bool,
}

fn illegal_move(question: &Question) -> Result<Answer, String> {
    let event: IllegalMoveEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let played = read_by(game.position(), by, &event.uci)?;
    let seen = match event.observed_by.as_deref() {
        None => false,
        Some("arbiter") => true,
        Some(other) => return Err(format!("observed_by: found {other:?}, expected arbiter")),
    };
    let claimed_by = event.claimed_by.as_deref().map(read_side).transpose()?;
    let notice = match (event.opponent_replied, claimed_by, seen) {
        (true, _, _) => Notice::AfterReply,
        (false, _, true) => Notice::Seen,
        (false, Some(claimant), false) => Notice::ClaimedBy(claimant),
        (false, None, false) => Notice::Unnoticed,
    };
    // Castling that is legal and yet told as an illegal move: the rook was not moved.
    let is_castling = matches!(played, Move::Castle { .. });
    let act = match is_castling && !event.two_hands && game.position().is_legal(played) {
        true => Act::CastlingUnfinished(played),
        false => Act::Moved(played),
    };
    let irregular = IrregularMove {
        is_pressed: event.clock_pressed,
        with_two_hands: event.two_hands,
        notice,
        ..irregular(question, by, act)?
    };
    Ok(put(question, &game, &irregular))
}

/// A move in UCI by a side, whoever is on move.
fn read_by(at: &Position, by: Color, uci: &str) -> Result<Move, String> {
    let mut seen = at.clone();
    seen.set_turn(by);
    read_uci(&seen, uci)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveEvent {
    by: String,
    uci: String,
}

fn illegal_move_found_later(question: &Question) -> Result<Answer, String> {
    let event: MoveEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let played = read_by(game.position(), by, &event.uci)?;
    let irregular = IrregularMove {
        notice: Notice::FoundLater,
        ..irregular(question, by, Act::Moved(played))?
    };
    Ok(put(question, &game, &irregular))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TwoHandsEvent {
    by: String,
    san: String,
    #[serde(default = "pressed")]
    clock_pressed: bool,
}

fn two_hands(question: &Question) -> Result<Answer, String> {
    let event: TwoHandsEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let played = read_san(game.position(), &event.san)?;
    let irregular = IrregularMove {
        is_pressed: event.clock_pressed,
        with_two_hands: true,
        ..irregular(question, by, Act::Moved(played))?
    };
    Ok(put(question, &game, &irregular))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OtherHandEvent {
    by: String,
    san: String,
}

fn other_hand_pressed(question: &Question) -> Result<Answer, String> {
    let event: OtherHandEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let played = read_san(game.position(), &event.san)?;
    let proposal = propose_other_hand(&game, by, played, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByEvent {
    by: String,
}

fn clock_press_without_move(question: &Question) -> Result<Answer, String> {
    let event: ByEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    Ok(put(question, &game, &irregular(question, by, Act::NothingMoved)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotionNotCompletedEvent {
    by: String,
    pawn_to: String,
    #[serde(default = "pressed")]
    clock_pressed: bool,
    #[serde(default)]
    two_hands: bool,
    placed_after_press: Option<String>,
}

fn promotion_not_completed(question: &Question) -> Result<Answer, String> {
    let event: PromotionNotCompletedEvent = question.fields()?;
    let by = read_side(&event.by)?;
    // A piece that is put down only after the press changes nothing; it has to be one.
    event.placed_after_press.as_deref().map(read_piece).transpose()?;
    let game = question.setup.game()?;
    let act = Act::PawnLeft { from: None, to: read_square(&event.pawn_to)? };
    let irregular = IrregularMove {
        is_pressed: event.clock_pressed,
        with_two_hands: event.two_hands,
        ..irregular(question, by, act)?
    };
    Ok(put(question, &game, &irregular))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PressedMoveEvent {
    by: String,
    uci: String,
    #[serde(default = "pressed")]
    clock_pressed: bool,
}

fn king_captured(question: &Question) -> Result<Answer, String> {
    let event: PressedMoveEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let played = read_by(game.position(), by, &event.uci)?;
    let irregular = IrregularMove {
        is_pressed: event.clock_pressed,
        ..irregular(question, by, Act::Moved(played))?
    };
    Ok(put(question, &game, &irregular))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WatchedEvent {
    next_move_uci: Option<String>,
    pawn: Option<String>,
}

fn watched(question: &Question, event: &WatchedEvent) -> Result<Answer, String> {
    let game = question.setup.game()?;
    let next = event.next_move_uci.as_ref();
    let next = next.map(|uci| read_uci(game.position(), uci)).transpose()?;
    let proposal = propose_on_illegal_position_watched(&game, next, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

fn both_kings_in_check_observed(question: &Question) -> Result<Answer, String> {
    let event: WatchedEvent = question.fields()?;
    if event.pawn.is_some() {
        return Err("event: found pawn, expected none".to_owned());
    }
    watched(question, &event)
}

fn pawn_on_last_rank_observed(question: &Question) -> Result<Answer, String> {
    let event: WatchedEvent = question.fields()?;
    let pawn = event.pawn.as_deref().ok_or("event: found no pawn")?;
    let at = read_square(pawn)?;
    let start = question.setup.start()?;
    if start.board().role_at(at) != Some(Role::Pawn) {
        return Err(format!("pawn: found no pawn on {pawn}"));
    }
    watched(question, &event)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IllegalPositionEvent {
    #[serde(default)]
    last_move_seen: bool,
}

fn illegal_position_observed(question: &Question) -> Result<Answer, String> {
    let event: IllegalPositionEvent = question.fields()?;
    let game = question.setup.game()?;
    let proposal = propose_on_illegal_position_met(&game, event.last_move_seen, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PromotionEvent {
    by: String,
    uci: String,
    announced: Option<String>,
    #[serde(rename = "upside_down", default)]
    _upside_down: bool,
    clock_pressed: Option<bool>,
}

fn promotion(question: &Question) -> Result<Answer, String> {
    let event: PromotionEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let announced = event.announced.as_deref().map(read_piece).transpose()?;
    let game = question.setup.game()?;
    let played = read_by(game.position(), by, &event.uci)?;
    let pressed = event.clock_pressed.unwrap_or(true);
    let proposal = propose_promotion(&game, by, played, announced, pressed, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

/// Reads the name of a piece.
pub(super) fn read_piece(name: &str) -> Result<Role, String> {
    match name {
        "queen" => Ok(Role::Queen),
        "rook" => Ok(Role::Rook),
        "bishop" => Ok(Role::Bishop),
        "knight" => Ok(Role::Knight),
        "pawn" => Ok(Role::Pawn),
        "king" => Ok(Role::King),
        other => Err(format!("found {other:?}, expected the name of a piece")),
    }
}

/// Applies moves to a game for a handler that goes through the record.
pub(super) fn play_all(game: &mut Game, texts: &[String]) -> Result<(), String> {
    for text in texts {
        let by = game.turn();
        let played = read_uci(game.position(), text)?;
        game.apply(&Entry::MoveMade { by, played });
        game.apply(&Entry::ClockPressed { by });
    }
    Ok(())
}
