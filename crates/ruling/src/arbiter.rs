//! What the arbiter says to players, and to everybody else in the hall.

use kaissa_chess::Color;
use kaissa_laws::{Grounds, Rule, Rules};

use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};
use crate::{Choice, Gravity, Remark as Saying};

facts! {
    /// Somebody who does not play wants something.
    OutsiderRequestFacts {
        /// Who.
        from: Outsider,
        /// What he wants.
        wants: OutsiderWish,
    }
}

fact_words! {
    /// Somebody who does not play.
    Outsider {
        /// A spectator.
        Spectator "spectator",
        /// The organiser.
        Organiser "organiser",
        /// A captain.
        Captain "captain",
    }
}

fact_words! {
    /// What an outsider wants.
    OutsiderWish {
        /// A draw.
        Draw "draw",
        /// A correction at the board.
        Correction "correction",
    }
}

/// Proposes the answer to somebody who does not play.
///
/// **Laws:** 13.7 of 2001, 12.7 of 2023: nobody else may interfere; he may tell the arbiter alone
/// what he has seen. A draw is claimed by the player (9.2, 9.3).
pub fn propose_outsider_request(facts: &OutsiderRequestFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::Outsiders)).and(rules.cite(Rule::NoIntervention));
    let proposal = Proposal::new(Decision::RequestRefused, grounds);
    match facts.wants {
        OutsiderWish::Draw => proposal,
        OutsiderWish::Correction => proposal.asking(Judgement::Facts),
    }
}

facts! {
    /// Somebody who does not play helps a player.
    OutsiderHelpFacts {
        /// Whom he helps.
        to: Color,
        /// Whether the player had a part in it.
        player_involved: bool,
    }
}

/// Proposes what follows when somebody who does not play helps a player.
///
/// **Laws:** 13.7 of 2001, 12.7 of 2023 (outsiders may be expelled), 12.5 (time for the opponent),
/// 11.3.1 (a player who makes use of advice). A player without a part in it is not punished.
pub fn propose_outsider_help(facts: &OutsiderHelpFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::Outsiders)).and(rules.cite(Rule::ExtraTime));
    let proposal = Proposal::new(Decision::ArbiterDecides, grounds)
        .asking(Judgement::Disturbance)
        .offering(Choice::ExpelOutsider)
        .offering(Choice::ExtraTime(!facts.to));
    if !facts.player_involved {
        return proposal;
    }
    let mut proposal = proposal
        .then(Consequence::PenaltyByChoice { to: facts.to })
        .asking(Judgement::Penalty)
        .offering_penalties(rules, facts.to, Gravity::Persistent);
    proposal.grounds = proposal.grounds.and(rules.cite(Rule::NotesAndAdvice));
    proposal
}

facts! {
    /// May the arbiter say this to a player?
    RemarkFacts {
        /// What it is about.
        about: Remark,
    }
}

fact_words! {
    /// What the arbiter would speak of.
    Remark {
        /// That a piece has been touched.
        TouchedPiece "touched_piece",
        /// That the clock has not been pressed.
        ClockNotPressed "clock_not_pressed",
    }
}

/// Proposes whether the arbiter may say something to a player.
///
/// **Laws:** 13.6 of 2001, 12.6 of 2023: he does not point out that the opponent has moved, or that
/// the clock was not pressed. Before another piece is moved no fault of touching has been made;
/// whether he reminds the player is left to him, and what to move he never says.
pub fn propose_remark(facts: &RemarkFacts, rules: &Rules) -> Proposal {
    use kaissa_laws::TouchFaultIntervention::OnRequest;
    match facts.about {
        Remark::ClockNotPressed => {
            Proposal::new(Decision::NoIntervention, rules.cite(Rule::NoIntervention))
        }
        Remark::TouchedPiece if rules.touch_fault_intervention().is(OnRequest) => {
            Proposal::new(Decision::NoIntervention, rules.cite(Rule::TouchOnRequest))
        }
        Remark::TouchedPiece => {
            let grounds =
                Grounds::new(rules.cite(Rule::TouchMove)).and(rules.cite(Rule::NoIntervention));
            Proposal::new(Decision::ArbiterDecides, grounds)
                .asking(Judgement::TextSilent)
                .offering(Choice::Say(Saying::TouchMoveApplies))
                .offering(Choice::Say(Saying::Nothing))
        }
    }
}

facts! {
    /// A player asks the arbiter something.
    QuestionFacts {
        /// Who asks.
        by: Color,
        /// What about.
        about: Question,
    }
}

fact_words! {
    /// What a player asks the arbiter.
    Question {
        /// Whether he may castle now.
        CastlingNow "castling_now",
        /// How many moves there are to the time control.
        MovesToControl "moves_to_control",
        /// How a draw is claimed.
        ClaimProcedure "claim_procedure",
    }
}

/// Proposes the answer to a player's question.
///
/// **Laws:** 12.10 of 2009, 11.9 of 2023: what a Law means may be explained, the position may not;
/// 13.6 of 2001, 12.6 of 2023: the number of moves is never told, except under 8.5.
pub fn propose_question(facts: &QuestionFacts, rules: &Rules) -> Proposal {
    match facts.about {
        Question::MovesToControl => {
            Proposal::new(Decision::RequestRefused, rules.cite(Rule::NoIntervention))
        }
        Question::CastlingNow | Question::ClaimProcedure => {
            let cited = rules.cite(Rule::Explanation);
            let silent = !cited.is_known();
            let grounds = match silent {
                true => Grounds::new(rules.cite(Rule::NoIntervention)),
                false => Grounds::new(cited),
            };
            let proposal = Proposal::new(Decision::ExplainRule, grounds);
            if silent { proposal.asking(Judgement::TextSilent) } else { proposal }
        }
    }
}
