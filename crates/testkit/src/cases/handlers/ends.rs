//! Offers, agreement, resignation, and what is found or disputed afterwards.

use kaissa_chess::ByColor;
use kaissa_game::{GameResult, WrittenResult};
use kaissa_ruling::{
    Account, AppealAbout, AppealFacts, FoundDuring, FoundFact, OfferFacts, OfferMoment,
    propose_agreement, propose_draw_offer, propose_on_appeal, propose_on_found,
    propose_resignation, propose_result_dispute,
};
use serde::Deserialize;

use super::Handler;
use super::draw_claims::read_law;
use super::illegal_moves::play_all;
use crate::cases::setup::{read_side, read_uci};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("draw_offer", draw_offer),
    ("draw_agreement", draw_agreement),
    ("resign", resign),
    ("result_dispute", result_dispute),
    ("found_in_record", found_in_record),
    ("appeal", appeal),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawOfferEvent {
    by: String,
    when: Option<String>,
    #[serde(default)]
    conditional: bool,
}

fn draw_offer(question: &Question) -> Result<Answer, String> {
    let event: DrawOfferEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    let facts = OfferFacts {
        moment: match event.when.as_deref() {
            None => OfferMoment::Right,
            Some("opponents_time") => OfferMoment::OpponentsTime,
            Some(other) => return Err(format!("when: found {other:?}")),
        },
        is_conditional: event.conditional,
        n_offers_before: question.setup.offers_before.unwrap_or(0),
        was_warned: question.setup.warned.unwrap_or(false),
    };
    let proposal = propose_draw_offer(&game, by, &facts, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

fn draw_agreement(question: &Question) -> Result<Answer, String> {
    let NoFields {} = question.fields()?;
    let game = question.setup.game()?;
    Ok(Answer::of(&propose_agreement(&game, question.rules), game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResignEvent {
    by: String,
}

fn resign(question: &Question) -> Result<Answer, String> {
    let event: ResignEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let game = question.setup.game()?;
    Ok(Answer::of(&propose_resignation(&game, by, question.rules), game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultDisputeEvent {
    signed: bool,
    white_says: String,
    black_says: String,
}

fn result_dispute(question: &Question) -> Result<Answer, String> {
    let event: ResultDisputeEvent = question.fields()?;
    let read = |word: &str| match word {
        "draw_offered" => Ok(Account::DrawOffered),
        "opponent_resigned" => Ok(Account::OpponentResigned),
        other => Err(format!("found {other:?}, expected draw_offered or opponent_resigned")),
    };
    let accounts = ByColor { white: read(&event.white_says)?, black: read(&event.black_says)? };
    let game = question.setup.game()?;
    let proposal = propose_result_dispute(&game, accounts, event.signed, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundEvent {
    what: String,
    by: Option<String>,
    uci: Option<String>,
    during: String,
    flag_of: Option<String>,
}

/// The result on the board or on the sheets.
fn board_result(question: &Question) -> Result<Option<GameResult>, String> {
    let Some(text) = &question.setup.board_result else { return Ok(None) };
    match GameResult::read(text) {
        Some(WrittenResult::Finished(result)) => Ok(Some(result)),
        _ => Err(format!("board_result: found {text:?}, expected a result")),
    }
}

fn found_in_record(question: &Question) -> Result<Answer, String> {
    let event: FoundEvent = question.fields()?;
    let setup = question.setup;
    let game = setup.game()?;
    let found = match (event.what.as_str(), &event.uci, &event.by) {
        ("illegal_move", Some(uci), Some(by)) => {
            FoundFact::IllegalMove { by: read_side(by)?, played: read_uci(game.position(), uci)? }
        }
        ("checkmate", None, _) => FoundFact::Checkmate,
        ("fivefold", None, _) => FoundFact::Fivefold,
        (other, _, _) => return Err(format!("what: found {other:?} with these fields")),
    };
    let during = match event.during.as_str() {
        "claim_check" => FoundDuring::ClaimCheck,
        "flag_check" => {
            FoundDuring::FlagCheck { flag_of: event.flag_of.as_deref().map(read_side).transpose()? }
        }
        "after_end" => FoundDuring::AfterEnd {
            result: board_result(question)?,
            is_signed: setup.game_over.as_deref() == Some("signed"),
        },
        other => return Err(format!("during: found {other:?}")),
    };
    if let Some(claim) = &setup.pending_claim {
        read_side(&claim.by)?;
        read_law(&claim.law)?;
    }
    let mut replayed = game.clone();
    play_all(&mut replayed, &setup.played_uci_after)?;
    let later: Vec<_> =
        replayed.moves().iter().skip(game.moves().len()).map(|made| made.played).collect();
    let proposal = propose_on_found(&game, &later, found, during, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AppealEvent {
    by: Option<String>,
    about: String,
    law: Option<String>,
    at_ply: Option<u32>,
    within_deadline: Option<bool>,
}

fn appeal(question: &Question) -> Result<Answer, String> {
    let event: AppealEvent = question.fields()?;
    event.by.as_deref().map(read_side).transpose()?;
    let game = question.setup.game()?;
    let rule = event.law.as_deref().map(read_law).transpose()?;
    let facts = AppealFacts {
        about: match event.about.as_str() {
            "claim_rejected" => AppealAbout::ClaimRejected,
            "claim_accepted" => AppealAbout::ClaimAccepted,
            "automatic_draw_overlooked" => AppealAbout::AutomaticDrawOverlooked,
            "displaced_piece_before_resignation" => AppealAbout::DisplacedPieceBeforeResignation,
            "unlawful_intervention" => AppealAbout::UnlawfulIntervention,
            other => return Err(format!("about: found {other:?}")),
        },
        claim: rule.map(|rule| (rule, event.at_ply.unwrap_or(game.ply()))),
        within_deadline: event.within_deadline.unwrap_or(true),
        result: board_result(question)?,
    };
    Ok(Answer::of(&propose_on_appeal(&game, &facts, question.rules), game.position()))
}
