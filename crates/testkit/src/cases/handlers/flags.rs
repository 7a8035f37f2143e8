//! Flag-fall, and claims in a quickplay finish.

use kaissa_ruling::{
    AfterPostponement, ControlMoves, Fallen, FlagFacts, FlagNotice, PeriodPlace, QuickplayFacts,
    QuickplayGround, QuickplayOpponent, QuickplayRequest, QuickplayVerdict, propose_flag_fall,
    propose_quickplay_claim,
};
use serde::Deserialize;

use super::Handler;
use crate::cases::setup::{Setup, read_side, time};
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[
    ("flag_fall", flag_fall),
    ("time_claim", time_claim),
    ("flag_observed_by_arbiter", flag_observed_by_arbiter),
    ("both_flags", both_flags),
    ("quickplay_claim", quickplay_claim),
];

pub(super) fn period(setup: &Setup) -> Result<Option<PeriodPlace>, String> {
    match setup.period.as_deref() {
        None => Ok(None),
        Some("last") => Ok(Some(PeriodPlace::Last)),
        Some("not_last") => Ok(Some(PeriodPlace::BeforeLast)),
        Some(other) => Err(format!("period: found {other:?}, expected last or not_last")),
    }
}

pub(super) fn control_moves(setup: &Setup) -> Option<ControlMoves> {
    let moves = setup.period_moves?;
    Some(ControlMoves { required: moves.required?, made: moves.made, completed: moves.completed })
}

fn put(question: &Question, fallen: Fallen, notice: FlagNotice) -> Result<Answer, String> {
    let setup = question.setup;
    let game = setup.game()?;
    let facts = FlagFacts {
        fallen,
        notice,
        period: period(setup)?,
        moves: control_moves(setup),
        shown_first: setup.flag_sign.as_deref().map(read_side).transpose()?,
        bonus_already_added: setup.bonus_already_added.map(time),
    };
    Ok(Answer::of(&propose_flag_fall(&game, &facts, question.rules), game.position()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByEvent {
    by: String,
}

fn flag_fall(question: &Question) -> Result<Answer, String> {
    let event: ByEvent = question.fields()?;
    put(question, Fallen::One(read_side(&event.by)?), FlagNotice::Established)
}

fn flag_observed_by_arbiter(question: &Question) -> Result<Answer, String> {
    let event: ByEvent = question.fields()?;
    put(question, Fallen::One(read_side(&event.by)?), FlagNotice::SeenByArbiter)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeClaimEvent {
    by: String,
    clocks_stopped: Option<bool>,
}

fn time_claim(question: &Question) -> Result<Answer, String> {
    let event: TimeClaimEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let notice = FlagNotice::ClaimedBy { by, clocks_stopped: event.clocks_stopped };
    put(question, Fallen::One(!by), notice)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BothFlagsEvent {
    order_known: Option<bool>,
    first: Option<String>,
}

fn both_flags(question: &Question) -> Result<Answer, String> {
    let event: BothFlagsEvent = question.fields()?;
    let first = event
        .first
        .as_deref()
        .filter(|_| event.order_known != Some(false))
        .map(read_side)
        .transpose()?;
    put(question, Fallen::Both { first }, FlagNotice::Established)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QuickplayEvent {
    by: String,
    arbiter: Option<String>,
    request: Option<String>,
    opponent: Option<String>,
    ground: Option<String>,
    then: Option<String>,
}

fn quickplay_claim(question: &Question) -> Result<Answer, String> {
    let event: QuickplayEvent = question.fields()?;
    let by = read_side(&event.by)?;
    let setup = question.setup;
    let game = setup.game()?;
    let ground = match event.ground.as_deref() {
        None => None,
        Some("cannot_win") => Some(QuickplayGround::CannotWin),
        Some("no_effort") => Some(QuickplayGround::NoEffort),
        Some(other) => return Err(format!("ground: found {other:?}")),
    };
    let facts = QuickplayFacts {
        request: match event.request.as_deref() {
            None => QuickplayRequest::Draw(ground),
            Some("increment") => QuickplayRequest::Increment,
            Some(other) => return Err(format!("request: found {other:?}")),
        },
        opponent: match event.opponent.as_deref() {
            None => QuickplayOpponent::Nothing,
            Some("refuses") => QuickplayOpponent::Refuses,
            Some("accepts_draw") => QuickplayOpponent::AcceptsDraw,
            Some(other) => return Err(format!("opponent: found {other:?}")),
        },
        arbiter: match event.arbiter.as_deref() {
            None => None,
            Some("agrees") => Some(QuickplayVerdict::Agrees),
            Some("rejects") => Some(QuickplayVerdict::Rejects),
            Some("postpones") => Some(QuickplayVerdict::Postpones),
            Some(other) => return Err(format!("arbiter: found {other:?}")),
        },
        then: match event.then.as_deref() {
            None => None,
            Some("flag_fell") => Some(AfterPostponement::FlagFell),
            Some("flag_fell_draw") => Some(AfterPostponement::FlagFellDraw),
            Some("flag_fell_no_draw") => Some(AfterPostponement::FlagFellNoDraw),
            Some(other) => return Err(format!("then: found {other:?}")),
        },
        period: period(setup)?,
        increment: setup.increment.map(time).unwrap_or_default(),
        arbiter_present: setup.arbiter_present.unwrap_or(true),
    };
    let proposal = propose_quickplay_claim(&game, by, &facts, question.rules);
    Ok(Answer::of(&proposal, game.position()))
}
