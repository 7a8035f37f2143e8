//! Draw claims with little time and no increment: Article 10, Appendix G, Guidelines III.

use kaissa_chess::Color;
use kaissa_game::Game;
use kaissa_laws::{
    CannotMateOutcome, ClaimOffers, ClockTime, Edition, QuickplayAnnouncement, QuickplayAppeal,
    QuickplayInBlitz, QuickplayIncrement, Rule, Rules, Style, Supervision,
};

use crate::ending::over_already;
use crate::flag::PeriodPlace;
use crate::outcome::lost_unless_unwinnable;
use crate::{Choice, Consequence, Decision, Judgement, Paper, Proposal, Refusal};

/// A claim in a quickplay finish, and what has been decided about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuickplayFacts {
    /// What the player asks for.
    pub request: QuickplayRequest,
    /// What the opponent said to the draw offer in it.
    pub opponent: QuickplayOpponent,
    /// What the arbiter has decided.
    pub arbiter: Option<QuickplayVerdict>,
    /// What followed a postponement.
    pub then: Option<AfterPostponement>,
    /// Whether the period is the last one; `None` where it is not known.
    pub period: Option<PeriodPlace>,
    /// The increment of the game.
    pub increment: ClockTime,
    /// Whether there is an arbiter in the venue.
    pub arbiter_present: bool,
}

impl Default for QuickplayFacts {
    fn default() -> QuickplayFacts {
        QuickplayFacts {
            request: QuickplayRequest::Draw(None),
            opponent: QuickplayOpponent::Nothing,
            arbiter: None,
            then: None,
            period: Some(PeriodPlace::Last),
            increment: ClockTime::ZERO,
            arbiter_present: true,
        }
    }
}

/// What a player asks for in a quickplay finish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickplayRequest {
    /// A draw, on this ground where one is named.
    Draw(Option<QuickplayGround>),
    /// An increment for both (III.4).
    Increment,
}

/// The ground of a quickplay claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickplayGround {
    /// The opponent cannot win by normal means.
    CannotWin,
    /// The opponent makes no effort to win by normal means.
    NoEffort,
}

/// What the opponent said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickplayOpponent {
    /// Nothing.
    Nothing,
    /// He refuses the draw.
    Refuses,
    /// He takes the draw.
    AcceptsDraw,
}

/// What the arbiter has decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuickplayVerdict {
    /// He agrees.
    Agrees,
    /// He rejects the claim.
    Rejects,
    /// He decides later.
    Postpones,
}

/// What followed a postponement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AfterPostponement {
    /// The claimant's flag fell and the decision is due.
    FlagFell,
    /// The flag fell and the arbiter gives the draw.
    FlagFellDraw,
    /// The flag fell and the arbiter gives no draw.
    FlagFellNoDraw,
}

/// Proposes what follows when a player claims a draw, or asks for an increment, in a quickplay
/// finish.
///
/// **Laws:** Article 10 and D1 of 2001 and 2009, Appendix G of 2014, Guidelines III from 2017.
///
/// Whether the opponent can win by normal means, or tries to, is the arbiter's judgement: it is
/// recorded here and never made.
pub fn propose_quickplay_claim(
    game: &Game,
    by: Color,
    facts: &QuickplayFacts,
    rules: &Rules,
) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    if facts.opponent == QuickplayOpponent::AcceptsDraw && is_offer(facts, rules) {
        return Proposal::new(Decision::DrawAgreed, rules.cite(offer_rule(facts)))
            .resting_on(rules.cite(Rule::Agreement))
            .drawn(rules);
    }
    if let Some(refused) = inadmissible(game, by, facts, rules) {
        return refused;
    }
    if !facts.arbiter_present {
        return stopped_without_arbiter(facts, rules);
    }
    match facts.request {
        QuickplayRequest::Increment => increment_asked(game, by, facts, rules),
        QuickplayRequest::Draw(_) => draw_asked(game, by, facts, rules),
    }
}

/// Whether the claim is a draw offer too.
fn is_offer(facts: &QuickplayFacts, rules: &Rules) -> bool {
    facts.request == QuickplayRequest::Increment
        || rules.claim_offers().is(ClaimOffers::WithQuickplay)
}

fn offer_rule(facts: &QuickplayFacts) -> Rule {
    match facts.request {
        QuickplayRequest::Increment => Rule::QuickplayIncrement,
        QuickplayRequest::Draw(_) => Rule::ClaimIsOffer,
    }
}

/// The guards, in the order of [`Refusal`].
fn inadmissible(game: &Game, by: Color, facts: &QuickplayFacts, rules: &Rules) -> Option<Proposal> {
    let (refusal, rule) = refusal_of(game, by, facts, rules)?;
    Some(
        Proposal::new(Decision::ClaimInadmissible, rules.cite(rule))
            .refused(refusal)
            .asking(Judgement::Disturbance),
    )
}

fn refusal_of(
    game: &Game,
    by: Color,
    facts: &QuickplayFacts,
    rules: &Rules,
) -> Option<(Refusal, Rule)> {
    if game.turn() != by {
        return Some((Refusal::NotOnMove, Rule::QuickplayClaim));
    }
    let full = rules.supervision().is_none_or(|supervision| supervision == Supervision::Full);
    let off = match rules.quickplay_in_blitz().value {
        Some(QuickplayInBlitz::FullRulesOnly) => !full,
        _ => true,
    };
    if rules.style() == Style::Blitz && off {
        return Some((Refusal::SwitchedOff, Rule::QuickplayBlitz));
    }
    let always = rules.quickplay_announcement().is(QuickplayAnnouncement::Always);
    if !always && !rules.quickplay_in_force().is(true) {
        return Some((Refusal::NotAnnounced, Rule::QuickplayAnnounced));
    }
    if facts.increment > ClockTime::ZERO {
        return Some((Refusal::IncrementInUse, Rule::QuickplayFinish));
    }
    if facts.period == Some(PeriodPlace::BeforeLast) {
        return Some((Refusal::NotLastPeriod, Rule::QuickplayFinish));
    }
    let remaining = *game.clocks()?.get(by);
    if remaining <= ClockTime::ZERO && facts.then.is_none() {
        return Some((Refusal::FlagFallen, Rule::QuickplayClaim));
    }
    let threshold = rules.quickplay_threshold().value?;
    (remaining >= threshold).then_some((Refusal::TooMuchTime, Rule::QuickplayClaim))
}

/// Without an arbiter the claim ends play; he decides later.
fn stopped_without_arbiter(facts: &QuickplayFacts, rules: &Rules) -> Proposal {
    let mut papers = vec![Paper::PositionWrittenByClaimant, Paper::PositionConfirmedByOpponent];
    if facts.request == QuickplayRequest::Draw(Some(QuickplayGround::NoEffort)) {
        papers.push(Paper::SheetUpToDate);
    }
    Proposal::new(Decision::GameStopped, rules.cite(Rule::QuickplayWithoutArbiter))
        .then(Consequence::Required(papers))
        .then(Consequence::DecidedByArbiter)
        .then(Consequence::Final)
        .asking(Judgement::NormalMeans)
}

fn increment_asked(game: &Game, by: Color, facts: &QuickplayFacts, rules: &Rules) -> Proposal {
    let cite = |decision| Proposal::new(decision, rules.cite(Rule::QuickplayIncrement));
    let (increment, award) = match rules.quickplay_increment().value {
        Some(QuickplayIncrement::Both { increment, opponent }) => (increment, opponent),
        Some(QuickplayIncrement::None) => return cite(Decision::RequestRefused),
        None => {
            return cite(Decision::ArbiterDecides).without_text_for(Rule::QuickplayIncrement);
        }
    };
    match facts.arbiter {
        Some(QuickplayVerdict::Agrees) => {
            let granted = cite(Decision::IncrementIntroduced)
                .then(Consequence::IncrementForBoth(increment))
                .then(Consequence::AddTime { to: !by, time: award });
            with_award(granted, game, by, award)
        }
        Some(QuickplayVerdict::Rejects | QuickplayVerdict::Postpones) => {
            cite(Decision::RequestRefused).then(Consequence::OfferOpenTo(!by))
        }
        None => cite(Decision::ArbiterDecides)
            .then(Consequence::OfferOpenTo(!by))
            .offering(Choice::Decide(Decision::IncrementIntroduced))
            .offering(Choice::Decide(Decision::RequestRefused)),
    }
}

fn draw_asked(game: &Game, by: Color, facts: &QuickplayFacts, rules: &Rules) -> Proposal {
    let cite = |decision, rule| Proposal::new(decision, rules.cite(rule));
    let appeal = match rules.quickplay_appeal().value {
        Some(QuickplayAppeal::Final) => Consequence::Final,
        _ => Consequence::Appealable,
    };
    match (facts.arbiter, facts.then) {
        (Some(QuickplayVerdict::Agrees), _) => {
            cite(Decision::GameDrawn, Rule::QuickplayAgreed).drawn(rules).then(appeal)
        }
        (Some(QuickplayVerdict::Rejects), _) => {
            let rejected = cite(Decision::ClaimRejected, Rule::QuickplayRejected).then(appeal);
            match rules.quickplay_rejected().value {
                Some(award) => {
                    let time = Consequence::AddTime { to: !by, time: award };
                    with_award(rejected.then(time), game, by, award)
                }
                None => rejected.without_text_for(Rule::QuickplayRejected),
            }
        }
        (Some(QuickplayVerdict::Postpones), None) => {
            // Until 2005 the result waits for a flag; from 2009 it may be given earlier.
            let or_earlier = !matches!(rules.edition(), Edition::E2001 | Edition::E2005);
            let postponed = cite(Decision::Postponed, Rule::QuickplayPostponed)
                .then(Consequence::ResultAfterFlagFall { or_earlier })
                .asking(Judgement::NormalMeans);
            match rules.quickplay_postponed().value {
                Some(time) => postponed.then(Consequence::OptionalTime { to: !by, time }),
                None => postponed.without_text_for(Rule::QuickplayPostponed),
            }
        }
        (Some(QuickplayVerdict::Postpones), Some(AfterPostponement::FlagFellDraw)) => {
            cite(Decision::GameDrawn, Rule::QuickplayPostponed).drawn(rules).then(appeal)
        }
        (Some(QuickplayVerdict::Postpones), Some(AfterPostponement::FlagFellNoDraw)) => {
            let exception = rules.flag_cannot_mate().value;
            lost_unless_unwinnable(
                game.position(),
                by,
                Decision::GameLost,
                Rule::LossOnTime,
                exception.map(|outcome| outcome == CannotMateOutcome::Drawn),
                rules,
            )
            .resting_on(rules.cite(Rule::QuickplayPostponed))
            .then(appeal)
        }
        (Some(QuickplayVerdict::Postpones), Some(AfterPostponement::FlagFell)) => {
            cite(Decision::ArbiterDecides, Rule::QuickplayPostponed)
                .asking(Judgement::NormalMeans)
                .offering(Choice::Decide(Decision::GameDrawn))
                .offering(Choice::GameLost(by))
                .then(appeal)
        }
        (None, _) => cite(Decision::ArbiterDecides, Rule::QuickplayClaim)
            .asking(Judgement::NormalMeans)
            .offering(Choice::Decide(Decision::Postponed))
            .offering(Choice::Decide(Decision::GameDrawn))
            .offering(Choice::Decide(Decision::ClaimRejected)),
    }
}

/// The clocks with the opponent's award, the claimant to move.
fn with_award(proposal: Proposal, game: &Game, by: Color, award: ClockTime) -> Proposal {
    let Some(mut times) = game.clocks() else { return proposal };
    *times.get_mut(!by) += award;
    proposal.then(crate::draw_claim::set_clocks(times, by))
}
