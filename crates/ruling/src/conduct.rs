//! The conduct of the players: disturbance, refusal, absence, pauses, displaced pieces, irregularities.

use kaissa_chess::{ByColor, Color, Position};
use kaissa_game::Points;
use kaissa_laws::{ClockTime, Grounds, IrregularityClaimEnd, Refusal, Rule, Rules};

use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};
use crate::recording::infringement;
use crate::start::{
    ColorsReversedFacts, InitialPositionFacts, propose_colors_reversed, propose_initial_position,
};
use crate::{Choice, Gravity};

facts! {
    /// A disturbance from outside.
    DisturbanceFacts {
        /// The times on the clocks.
        clocks: Option<ByColor<ClockTime>>,
        /// What the arbiter adds to each.
        arbiter_adds: Option<ByColor<ClockTime>>,
    }
}

/// Proposes the times to set after a disturbance from outside; how much is the arbiter's decision.
///
/// **Laws:** 13.5 of 2001, 12.5 of 2023: extra time for one or both.
pub fn propose_disturbance(facts: &DisturbanceFacts, rules: &Rules) -> Proposal {
    let proposal = Proposal::new(Decision::TimeAdded, rules.cite(Rule::ExtraTime));
    let Some(added) = facts.arbiter_adds else {
        return proposal.asking(Judgement::Disturbance);
    };
    let proposal = Color::ALL
        .into_iter()
        .filter(|&side| !added[side].is_zero())
        .fold(proposal, |proposal, side| {
            proposal.then(Consequence::AddTime { to: side, time: added[side] })
        });
    match facts.clocks {
        Some(clocks) => proposal.then(Consequence::SetClock {
            times: ByColor { white: clocks.white + added.white, black: clocks.black + added.black },
            running: None,
            counter: None,
        }),
        None => proposal,
    }
}

facts! {
    /// A player or both refuse to comply with the Laws.
    RefusalFacts {
        /// Who refuses.
        by: Vec<Color>,
        /// Whether it is the first time, without an earlier reminder.
        first_time: bool,
    }
}

/// Proposes what a refusal to comply with the Laws costs.
///
/// **Laws:** 12.7 and 12.8 of 2001, 11.7 and 11.8 of 2023: lost, the opponent's score being set by
/// the arbiter; lost for both where both are guilty. From 2009 on the refusal has to persist.
pub fn propose_refusal(facts: &RefusalFacts, rules: &Rules) -> Proposal {
    let stated = rules.refusal();
    let refuses = |side| facts.by.contains(&side);
    let must_persist = !stated.is(Refusal::Lost);
    let grounds = Grounds::new(stated.basis());
    let both = refuses(Color::White) && refuses(Color::Black);
    if must_persist && facts.first_time {
        let by = facts.by.first().copied();
        return infringement(grounds, by, Gravity::Slight, rules);
    }
    if both {
        let none = Some(Points::Zero);
        let grounds = Grounds::new(rules.cite(Rule::BothGuilty)).and(stated.basis());
        return Proposal::new(Decision::BothLose, grounds)
            .then(Consequence::PointsOfBoth(ByColor { white: none, black: none }));
    }
    match facts.by.first() {
        Some(&by) => Proposal::new(Decision::GameLost, grounds)
            .then(Consequence::GameLost { by, opponent_points: None })
            .asking(Judgement::Penalty),
        None => Proposal::new(Decision::NoFault, grounds).asking(Judgement::Facts),
    }
}

facts! {
    /// A player goes away from the boards.
    LeavingFacts {
        /// Who.
        by: Color,
        /// Whether he has the move.
        on_move: bool,
        /// Whether he had permission.
        permission: bool,
        /// Where he went.
        destination: Option<Destination>,
    }
}

fact_words! {
    /// Where a player goes.
    Destination {
        /// The rooms for rest and refreshment.
        RefreshmentArea "refreshment_area",
        /// The toilets.
        Toilet "toilet",
        /// The place where smoking is allowed.
        SmokingArea "smoking_area",
        /// Out of the venue.
        OutsideVenue "outside_venue",
    }
}

/// Proposes what follows when a player goes away from the boards.
///
/// **Laws:** 12.4 of 2001, 11.2.3 of 2023: out of the venue only with permission; out of the playing
/// area not while he has the move, unless permitted.
pub fn propose_leaving(facts: &LeavingFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::PlayingArea));
    let leaves_venue = facts.destination == Some(Destination::OutsideVenue);
    if facts.permission || !(facts.on_move || leaves_venue) {
        return Proposal::new(Decision::NoFault, grounds);
    }
    infringement(grounds, Some(facts.by), Gravity::Slight, rules)
}

facts! {
    /// A player pauses the clock.
    PauseFacts {
        /// Who.
        by: Color,
        /// Why.
        reason: PauseReason,
        /// Whether he is ill or disabled.
        unwell: bool,
    }
}

fact_words! {
    /// Why a player pauses the clock.
    PauseReason {
        /// He goes to the toilet.
        Toilet "toilet",
        /// The piece for a promotion is missing.
        PieceMissing "piece_missing",
        /// He calls the arbiter to a claim or an irregularity.
        CallArbiter "call_arbiter",
    }
}

/// Proposes what follows when a player pauses the clock.
///
/// **Laws:** 6.13(b) to (d) of 2001, 6.11.2 to 6.11.4 of 2023: only to call the arbiter, as when a
/// promotion piece is missing; without a valid reason he is penalised. The health of a player is the
/// arbiter's care (12.2.6 of 2023).
pub fn propose_pause(facts: &PauseFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::StoppingClocks));
    match facts.reason {
        PauseReason::PieceMissing | PauseReason::CallArbiter => {
            Proposal::new(Decision::NoFault, grounds)
        }
        PauseReason::Toilet if facts.unwell => {
            Proposal::new(Decision::ArbiterDecides, grounds.and(rules.cite(Rule::ArbiterDuties)))
                .asking(Judgement::Facts)
                .offering(Choice::Decide(Decision::NoPenalty))
                .offering_penalties(rules, facts.by, Gravity::Slight)
        }
        PauseReason::Toilet => infringement(grounds, Some(facts.by), Gravity::Slight, rules),
    }
}

facts! {
    /// A player knocks pieces over.
    DisplacedFacts {
        /// Who.
        by: Color,
        /// How often by now.
        times: Option<u32>,
        /// Whether he meant it.
        deliberate: bool,
        /// Whether he had been warned.
        warned: bool,
        /// Whether he pressed the clock before putting them back.
        clock_pressed: bool,
    }
}

/// Proposes what follows when a player knocks pieces over.
///
/// **Laws:** 7.3 of 2001, 7.4 of 2023: they are put back in his own time; the arbiter may penalise.
/// Intent and repetition bring the loss among the penalties (11.7 of 2023).
pub fn propose_displaced(facts: &DisplacedFacts, rules: &Rules) -> Proposal {
    let again = facts.times.unwrap_or(1) > 1;
    let gravity = match (facts.deliberate, again, facts.warned) {
        (true, _, _) | (_, true, true) => Gravity::Persistent,
        (false, true, false) | (false, false, true) => Gravity::Warned,
        (false, false, false) => Gravity::Slight,
    };
    let grounds = Grounds::new(rules.cite(Rule::DisplacedPieces)).and(rules.cite(Rule::Penalties));
    Proposal::new(Decision::PositionRestored, grounds)
        .then(Consequence::InTimeOf(facts.by))
        .then(Consequence::PenaltyByChoice { to: facts.by })
        .asking(Judgement::Penalty)
        .offering_penalties(rules, facts.by, gravity)
}

facts! {
    /// A player moves although the other side is to move.
    OutOfTurnFacts {
        /// Who.
        by: Color,
        /// The position before.
        position: Position,
    }
}

/// Proposes what follows when a player moves although the other side is to move.
///
/// **Laws:** 1.1 of 2001, 1.3 of 2023 (who has the move), 12.9: it is not among the illegal moves
/// that are counted; the position before it is set up again.
pub fn propose_out_of_turn(facts: &OutOfTurnFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::TurnToMove)).and(rules.cite(Rule::Penalties));
    Proposal::new(Decision::PositionRestored, grounds)
        .then(Consequence::Restore { ply: None, position: Box::new(facts.position.clone()) })
        .then(Consequence::PenaltyByChoice { to: facts.by })
        .asking(Judgement::Penalty)
        .offering_penalties(rules, facts.by, Gravity::Slight)
}

facts! {
    /// A player claims an irregularity.
    IrregularityFacts {
        /// The claimant.
        by: Color,
        /// What he claims.
        about: IrregularityKind,
        /// Whether he had touched a piece as in 4.3 before.
        complainant_touched_piece: bool,
        /// Moves made by both players.
        moves_made_by_both: Option<u32>,
        /// Moves completed by each player.
        moves_completed_each: Option<u32>,
        /// Moves made by each player.
        moves_made_by: Option<ByColor<u32>>,
    }
}

fact_words! {
    /// What a claim of an irregularity is about.
    IrregularityKind {
        /// A displaced piece.
        DisplacedPiece "displaced_piece",
        /// Colours reversed.
        ColorsReversed "colours_reversed",
        /// A wrong initial position.
        InitialPosition "initial_position",
        /// An illegal move.
        IllegalMove "illegal_move",
        /// A promotion piece of the wrong colour.
        WrongColorPiece "wrong_colour_piece",
    }
}

/// Proposes whether a claim of an irregularity is in time, and what it leads to.
///
/// **Laws:** B5(b) of 2001: in rapid and blitz the right under 7.2, 7.3 and 7.5 ends when the claimant
/// touches a piece; whether illegal moves (7.4) are meant too is open. Otherwise 7.1 to 7.6.
pub fn propose_irregularity(facts: &IrregularityFacts, rules: &Rules) -> Proposal {
    use IrregularityKind as Kind;
    let ends = rules.irregularity_claim_end();
    let lapsed = ends.is(IrregularityClaimEnd::TouchedPiece) && facts.complainant_touched_piece;
    match facts.about {
        Kind::DisplacedPiece | Kind::ColorsReversed if lapsed => {
            Proposal::new(Decision::ComplaintTooLate, Grounds::new(ends.basis()))
        }
        Kind::IllegalMove if lapsed => {
            Proposal::new(Decision::ArbiterDecides, Grounds::new(ends.basis()))
                .asking(Judgement::TextSilent)
                .offering(Choice::Decide(Decision::ComplaintTooLate))
                .offering(Choice::Decide(Decision::ClaimAdmissible))
        }
        Kind::DisplacedPiece => {
            Proposal::new(Decision::PositionRestored, rules.cite(Rule::DisplacedPieces))
                .then(Consequence::InTimeOf(!facts.by))
        }
        Kind::ColorsReversed => propose_colors_reversed(
            &ColorsReversedFacts {
                moves_made_by_both: facts.moves_made_by_both,
                moves_made_by: facts.moves_made_by,
                game_over: false,
            },
            rules,
        ),
        Kind::InitialPosition => propose_initial_position(
            &InitialPositionFacts {
                start: None,
                moves_completed_each: facts.moves_completed_each,
                moves_made_by: facts.moves_made_by,
                game_over: false,
            },
            rules,
        ),
        Kind::IllegalMove => {
            Proposal::new(Decision::ClaimAdmissible, rules.cite(Rule::IllegalMove))
                .asking(Judgement::Facts)
        }
        // A win cannot be built on a piece that never was the claimant's.
        Kind::WrongColorPiece => {
            Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::IllegalMoveWindow))
                .asking(Judgement::Facts)
                .asking(Judgement::TextSilent)
                .offering(Choice::Decide(Decision::Continue))
                .offering(Choice::Decide(Decision::GameDrawn))
        }
    }
}
