//! Play with blind and visually impaired players: when a move is made, boards that differ, assistants.

use kaissa_chess::Color;
use kaissa_laws::{Grounds, Rule, Rules};

use crate::Gravity;
use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Judgement, Proposal};
use crate::recording::infringement;

facts! {
    /// A blind player carries out a move.
    BlindMoveFacts {
        /// Who.
        by: Color,
        /// Whether the move captures.
        captures: bool,
        /// Whether the captured piece is off his board.
        captured_removed: bool,
        /// Whether the piece stands in its new aperture.
        placed: bool,
        /// Whether the move has been announced.
        announced: bool,
    }
}

/// Proposes whether a blind player's move has been made.
///
/// **Laws:** F of 2001, E.2.3 of 2009, D.2.3 of 2023: the captured piece is off the board of the
/// player on move, the piece is in another aperture and the move has been announced. Only then the
/// opponent's clock is started.
pub fn propose_blind_move(facts: &BlindMoveFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::BlindMoveMade);
    let captured = !facts.captures || facts.captured_removed;
    match captured && facts.placed && facts.announced {
        true => {
            Proposal::new(Decision::MoveAccepted, cited).then(Consequence::StartClock(!facts.by))
        }
        false => Proposal::new(Decision::NotValid, cited),
    }
}

facts! {
    /// The two boards show different positions.
    BoardsDifferFacts {
        /// Whether the two scores agree.
        scores_agree: bool,
        /// The player who wrote the right move and carried out another.
        moved_wrong: Option<Color>,
    }
}

/// Proposes what follows when the two boards show different positions.
///
/// **Laws:** F of 2001, E.2.7 and E.2.8 of 2009, D.2.9 of 2023: they are corrected with the arbiter by
/// both scores. If the scores agree, the player who wrote the right move and made the wrong one puts
/// his board right; if they differ, the moves are gone back to where they agree and the clocks are
/// readjusted.
pub fn propose_boards_differ(facts: &BoardsDifferFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::BlindPositionsDiffer);
    let restored = Proposal::new(Decision::PositionRestored, cited);
    match (facts.scores_agree, facts.moved_wrong) {
        (true, Some(wrong)) => restored.then(Consequence::InTimeOf(wrong)),
        (true, None) => restored.asking(Judgement::Facts),
        (false, _) => restored.then(Consequence::TimesByJudgement).asking(Judgement::TimeUsed),
    }
}

facts! {
    /// An assistant acts in play with a blind player.
    BlindAssistantFacts {
        /// For whom he acts.
        by: Color,
        /// What he does.
        duty: BlindAssistantDuty,
        /// Whether it is the sighted opponent's assistant.
        for_sighted: bool,
        /// Whether the blind player has an assistant.
        blind_has_assistant: bool,
    }
}

fact_words! {
    /// What an assistant does in play with a blind player.
    BlindAssistantDuty {
        /// He makes the moves on the board of the opponent.
        Moves "moves",
        /// He announces the moves.
        Announces "announces",
        /// He keeps the score.
        KeepsScore "keeps_score",
        /// He starts the opponent's clock.
        StartsClock "starts_clock",
        /// He tells, when asked, the number of moves and the times.
        TellsMovesAndTimes "tells_moves_and_times",
        /// He claims that the time was overstepped, or that a piece was touched.
        Claims "claims",
        /// He carries out the formalities of an adjournment.
        Adjourns "adjourns",
        /// He speaks of the position or of moves to play.
        Advises "advises",
    }
}

/// Proposes whether an assistant may do what he does in play with a blind player.
///
/// **Laws:** F of 2001, E.2.9 and E.2.10 of 2009, D.2.10 and D.2.11 of 2023. The sighted player may use
/// one for moving and announcing, where the blind player has none.
pub fn propose_blind_assistant(facts: &BlindAssistantFacts, rules: &Rules) -> Proposal {
    use BlindAssistantDuty as Duty;
    if facts.duty == Duty::Advises {
        let grounds = Grounds::new(rules.cite(Rule::NotesAndAdvice));
        return infringement(grounds, Some(facts.by), Gravity::Persistent, rules);
    }
    if !facts.for_sighted {
        return Proposal::new(Decision::NoFault, rules.cite(Rule::BlindAssistant));
    }
    let cited = rules.cite(Rule::SightedAssistant);
    match facts.duty {
        Duty::Moves | Duty::Announces if !facts.blind_has_assistant => {
            Proposal::new(Decision::NoFault, cited)
        }
        _ => Proposal::new(Decision::RequestRefused, cited),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_laws::{Edition, Editions};

    fn rules() -> Rules {
        Rules::new(Editions::built_in(), Edition::E2023).expect("a built-in edition")
    }

    #[test]
    fn a_move_is_made_when_its_last_part_is_done() {
        let done = BlindMoveFacts {
            by: Color::White,
            captures: true,
            captured_removed: true,
            placed: true,
            announced: true,
        };
        let made = propose_blind_move(&done, &rules());
        assert_eq!(made.decision, Decision::MoveAccepted);
        assert_eq!(made.consequences, [Consequence::StartClock(Color::Black)]);
        for lacking in [
            BlindMoveFacts { captured_removed: false, ..done.clone() },
            BlindMoveFacts { placed: false, ..done.clone() },
            BlindMoveFacts { announced: false, ..done.clone() },
        ] {
            assert_eq!(propose_blind_move(&lacking, &rules()).decision, Decision::NotValid);
        }
        let quiet = BlindMoveFacts { captures: false, captured_removed: false, ..done };
        assert_eq!(propose_blind_move(&quiet, &rules()).decision, Decision::MoveAccepted);
    }

    #[test]
    fn boards_are_corrected_by_the_scores() {
        let agree = BoardsDifferFacts { scores_agree: true, moved_wrong: Some(Color::Black) };
        let restored = propose_boards_differ(&agree, &rules());
        assert_eq!(restored.consequences, [Consequence::InTimeOf(Color::Black)]);
        let differ = BoardsDifferFacts { scores_agree: false, moved_wrong: None };
        let restored = propose_boards_differ(&differ, &rules());
        assert_eq!(restored.consequences, [Consequence::TimesByJudgement]);
    }

    #[test]
    fn an_assistant_has_his_duties_and_no_more() {
        let acts = |duty, for_sighted, blind_has_assistant| {
            let by = Color::White;
            let facts = BlindAssistantFacts { by, duty, for_sighted, blind_has_assistant };
            propose_blind_assistant(&facts, &rules()).decision
        };
        use BlindAssistantDuty as Duty;
        assert_eq!(acts(Duty::Claims, false, true), Decision::NoFault);
        assert_eq!(acts(Duty::Advises, false, true), Decision::Infringement);
        assert_eq!(acts(Duty::Moves, true, false), Decision::NoFault);
        assert_eq!(acts(Duty::Moves, true, true), Decision::RequestRefused);
        assert_eq!(acts(Duty::KeepsScore, true, false), Decision::RequestRefused);
    }
}
