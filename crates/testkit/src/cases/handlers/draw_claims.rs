//! Draw claims, and what stands on the board without a word.

use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Entry};
use kaissa_ruling::{
    Check, ClaimFacts, OpponentAnswer, propose_admissibility, propose_claim_withdrawal,
    propose_count, propose_draw_claim, propose_on_position,
};
use serde::Deserialize;

use super::Handler;
use crate::cases::setup::{read_san, read_side, read_uci};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("position_reached", position_reached),
    ("count", count),
    ("draw_claim", draw_claim),
    ("withdraw_claim", withdraw_claim),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

fn position_reached(question: &Question) -> Result<Answer, String> {
    let NoFields {} = question.fields()?;
    let game = question.setup.game()?;
    let proposal = propose_on_position(&game, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

fn count(question: &Question) -> Result<Answer, String> {
    let NoFields {} = question.fields()?;
    let game = question.setup.game()?;
    Ok(Answer::of(&propose_count(&game, question.rules), game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawClaimEvent {
    by: String,
    law: String,
    intended: Option<String>,
    intended_uci: Option<String>,
    claim: Option<bool>,
    ask: Option<String>,
    opponent_answer: Option<String>,
    written: Option<bool>,
    via: Option<String>,
}

fn draw_claim(question: &Question) -> Result<Answer, String> {
    let event: DrawClaimEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let rule = read_law(&event.law)?;
    let mut game = question.setup.game()?;
    let touches = question.setup.adjust_announced != Some(true)
        && question.setup.contact.as_deref() != Some("accidental")
        && question.setup.move_made != Some(true);
    if touches {
        for square in question.setup.touched_squares()? {
            game.apply(&Entry::PieceTouched { by, square });
        }
    }
    let announced = match (event.written, event.via.as_deref()) {
        (_, Some("note_in_envelope")) => Announcement::NoteInEnvelope,
        (_, Some(other)) => return Err(format!("via: found {other:?}")),
        (Some(false), None) => Announcement::OnlySpoken,
        _ => Announcement::WrittenAndDeclared,
    };
    let played = match (&event.intended, &event.intended_uci) {
        (Some(san), None) => Some(read_san(game.position(), san)?),
        (None, Some(uci)) => Some(read_uci(game.position(), uci)?),
        (None, None) => None,
        (Some(_), Some(_)) => return Err("found intended and intended_uci".to_owned()),
    };
    let claim = match played {
        Some(played) => DrawClaim::WithMove(rule, AnnouncedMove { played, announced }),
        None => DrawClaim::OnBoard(rule),
    };
    let facts = ClaimFacts {
        opponent: match event.opponent_answer.as_deref() {
            None => OpponentAnswer::None,
            Some("accepts") => OpponentAnswer::Accepts,
            Some("declines") => OpponentAnswer::Declines,
            Some(other) => return Err(format!("opponent_answer: found {other:?}")),
        },
        checked: match event.claim {
            Some(false) => Check::FoundWrong,
            None => Check::ByRecord,
            Some(true) => return Err("claim: found true, expected false or nothing".to_owned()),
        },
        has_moved: question.setup.move_made == Some(true),
        ..ClaimFacts::default()
    };
    let proposal = match event.ask.as_deref() {
        None => propose_draw_claim(&game, by, &claim, &facts, question.rules),
        Some("admissibility") => propose_admissibility(&game, by, &claim, &facts, question.rules),
        Some(other) => return Err(format!("ask: found {other:?}")),
    };
    Ok(Answer::of(&proposal, game.position()))
}

pub(super) fn read_law(law: &str) -> Result<DrawRule, String> {
    match law {
        "repetition" => Ok(DrawRule::Threefold),
        "fifty_moves" => Ok(DrawRule::FiftyMoves),
        other => Err(format!("law: found {other:?}, expected repetition or fifty_moves")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WithdrawClaimEvent {
    by: String,
    #[serde(rename = "opponent_agrees")]
    _opponent_agrees: Option<bool>,
}

fn withdraw_claim(question: &Question) -> Result<Answer, String> {
    let event: WithdrawClaimEvent = question.fields()?;
    read_side(&event.by)?;
    let game = question.setup.game()?;
    Ok(Answer::of(&propose_claim_withdrawal(question.rules), game.position()))
}
