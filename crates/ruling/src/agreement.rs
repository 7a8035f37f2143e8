//! Draw offers, agreement and resignation.

use kaissa_chess::Color;
use kaissa_game::Game;
use kaissa_laws::{Basis, CannotMateOutcome, Penalty, Rule, Rules};

use crate::ending::over_already;
use crate::outcome::lost_unless_unwinnable;
use crate::{Choice, Consequence, Decision, Judgement, Proposal};

/// When and how a draw was offered (9.1.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OfferFacts {
    /// When it was offered.
    pub moment: OfferMoment,
    /// Whether a condition was attached.
    pub is_conditional: bool,
    /// Draw offers this player has made before in the game.
    pub n_offers_before: u32,
    /// Whether he has been warned before.
    pub was_warned: bool,
}

/// The moment of a draw offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OfferMoment {
    /// After the own move, before pressing the clock.
    #[default]
    Right,
    /// While the opponent thinks.
    OpponentsTime,
}

/// Proposes what a draw offer is worth.
///
/// **Laws:** 9.1.2.1: valid at any moment, but at the wrong one against 11.5; no conditions; it
/// cannot be taken back. Many offers after a warning may be a distraction: that is for the arbiter.
pub fn propose_draw_offer(game: &Game, by: Color, facts: &OfferFacts, rules: &Rules) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    // The offer of a player whose move is completed, or who waits for the sealed move of the other,
    // stands until the other answers.
    let waits = game.turn() != by
        && facts.moment == OfferMoment::Right
        && game.last_move().is_none_or(|made| made.is_pressed);
    let decision = match facts.is_conditional {
        true => Decision::OfferValidConditionVoid,
        false if waits => Decision::OfferOpen,
        false => Decision::OfferValid,
    };
    let offer =
        Proposal::new(decision, rules.cite(Rule::DrawOffer)).then(Consequence::OfferOpenTo(!by));
    let disturbs = facts.moment == OfferMoment::OpponentsTime
        || facts.was_warned
        || facts.n_offers_before >= 2;
    if !disturbs {
        return offer;
    }
    let listed = rules.penalties().value.unwrap_or_default();
    let fitting = [Penalty::Warning, Penalty::TimeToOpponent, Penalty::TimeFromOffender];
    let choices = fitting
        .into_iter()
        .filter(|penalty| listed.iter().any(|entry| entry.penalty == *penalty))
        .map(|penalty| Choice::Penalty(penalty, None));
    offer
        .resting_on(rules.cite(Rule::Distraction))
        .asking(Judgement::Disturbance)
        .then(Consequence::PenaltyByChoice { to: by })
        .offering_all(choices)
}

/// Proposes whether a draw offer still stands after what has happened since.
///
/// **Laws:** 9.1.2.1: until it is accepted, refused in words or by touching a piece to move or
/// capture, or the game ends otherwise. Only the player to whom it was made refuses it.
pub fn propose_on_open_offer(game: &Game, rules: &Rules) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    match game.open_offer() {
        Some(by) => Proposal::new(Decision::OfferOpen, rules.cite(Rule::DrawOffer))
            .then(Consequence::OfferOpenTo(!by)),
        None => Proposal::new(Decision::OfferRejected, rules.cite(Rule::DrawOffer)),
    }
}

/// Proposes what follows when both players agree to a draw.
///
/// **Laws:** 5.2.3 (both have made a move, from 2017), 9.1.1 (regulations).
pub fn propose_agreement(game: &Game, rules: &Rules) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    let invalid = |rule| Proposal::new(Decision::NotValid, rules.cite(rule));
    let regulations = rules.regulations();
    if let Some(number) = regulations.no_agreement_before_move
        && !both_have_completed(game, number)
    {
        let point = Basis::Regulation(regulations.id_of("no_agreement_before_move"));
        return invalid(Rule::AgreementRestriction).resting_on(point);
    }
    if regulations.agreement_needs_arbiter == Some(true) {
        let point = Basis::Regulation(regulations.id_of("agreement_needs_arbiter"));
        return Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::AgreementRestriction))
            .resting_on(point)
            .offering(Choice::Decide(Decision::DrawAgreed))
            .offering(Choice::Decide(Decision::NotValid));
    }
    let from_move = rules.agreement_from_move();
    match from_move.value {
        Some(Some(number)) if !both_have_made(game, number) => invalid(Rule::Agreement),
        _ => {
            let agreed = Proposal::new(Decision::DrawAgreed, rules.cite(Rule::Agreement));
            // An agreement without a move by each is valid by the letter of the older editions.
            if both_have_made(game, 1) {
                agreed.drawn(rules)
            } else {
                agreed
                    .drawn(rules)
                    .resting_on(rules.cite(Rule::Disrepute))
                    .offering(Choice::Decide(Decision::DrawAgreed))
                    .offering(Choice::Disrepute)
            }
        }
    }
}

/// Whether a draw by agreement would be valid now.
pub(crate) fn agreement_is_valid(game: &Game, rules: &Rules) -> bool {
    let regulations = rules.regulations();
    if regulations.agreement_needs_arbiter == Some(true) {
        return false;
    }
    match (regulations.no_agreement_before_move, rules.agreement_from_move().value) {
        (Some(number), _) => both_have_completed(game, number),
        (None, Some(Some(number))) => both_have_made(game, number),
        (None, _) => true,
    }
}

/// Whether both have made so many moves; a game that began from a later position counts the moves
/// before it by its move number.
fn both_have_made(game: &Game, number: u32) -> bool {
    Color::ALL.into_iter().all(|by| moves_made_since_start(game, by) >= number)
}

fn both_have_completed(game: &Game, number: u32) -> bool {
    both_have_made(game, number)
}

/// Moves of a player counted from move 1 of the scoresheet.
pub(crate) fn moves_made_since_start(game: &Game, by: Color) -> u32 {
    let at = game.position();
    let whole = at.fullmove_number().saturating_sub(1);
    match (by, at.turn()) {
        (Color::White, Color::Black) => whole + 1,
        _ => whole,
    }
}

/// Proposes what follows when a player resigns.
///
/// **Laws:** 5.1.2: the opponent wins; from 2023 a draw where he could never mate. A game that has
/// ended already cannot be resigned.
pub fn propose_resignation(game: &Game, by: Color, rules: &Rules) -> Proposal {
    if game.end().is_none()
        && let Some(over) = over_already(game, rules)
    {
        return over;
    }
    let exception = rules.resignation_cannot_mate().value;
    lost_unless_unwinnable(
        game.position(),
        by,
        Decision::Resigned,
        Rule::Resignation,
        exception.map(|outcome| outcome == CannotMateOutcome::Drawn),
        rules,
    )
}
