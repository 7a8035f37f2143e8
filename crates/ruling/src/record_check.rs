//! What is found when the moves are gone through, and what an appeals committee makes of a ruling.

use kaissa_chess::{Color, Move};
use kaissa_game::{DrawRule, Entry, Game, GameResult};
use kaissa_laws::{LateIllegalMove, Rule, Rules};

use crate::ending::{EndKind, FIFTY_MOVES, end_of, over_already};
use crate::illegal_move::{Act, IrregularMove, Notice, propose_irregular_move};
use crate::{Choice, Consequence, Decision, Evidence, Judgement, Proposal};

/// What is found when the moves are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundFact {
    /// An illegal move that stands; the game given is the one before it.
    IllegalMove {
        /// Who made it.
        by: Color,
        /// The move.
        played: Move,
    },
    /// A checkmate that nobody saw.
    Checkmate,
    /// A fifth occurrence that nobody saw.
    Fivefold,
}

/// When it is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundDuring {
    /// While a draw claim is checked.
    ClaimCheck,
    /// While the scoresheets are completed after a flag-fall.
    FlagCheck {
        /// Whose flag fell.
        flag_of: Option<Color>,
    },
    /// After the end of the game.
    AfterEnd {
        /// The result that stands on the sheets.
        result: Option<GameResult>,
        /// Whether it is signed.
        is_signed: bool,
    },
}

/// Proposes what follows from something found in the record.
///
/// **Laws:** 7.5.1 (illegal moves are put right during the game), 5.1.1 and 9.6.1 (ends that need
/// nobody's word), 8.7 (a signed result stands unless the arbiter decides otherwise).
///
/// For an illegal move the game is given as it stood before it, with `later` the moves made since;
/// else as it stands.
pub fn propose_on_found(
    game: &Game,
    later: &[Move],
    found: FoundFact,
    during: FoundDuring,
    rules: &Rules,
) -> Proposal {
    match (found, during) {
        (FoundFact::IllegalMove { .. }, FoundDuring::AfterEnd { result, .. }) => {
            standing(result, rules.cite(Rule::IllegalMove).into(), rules)
        }
        (FoundFact::IllegalMove { by, played }, FoundDuring::ClaimCheck) => {
            let corrected = rules.late_illegal_move().is(LateIllegalMove::Corrected);
            let proposal = found_later(game, by, played, rules);
            match corrected {
                true => proposal.then(Consequence::ClaimFallsAway),
                false => proposal.then(Consequence::ClaimIsChecked),
            }
        }
        (FoundFact::IllegalMove { by, played }, FoundDuring::FlagCheck { flag_of }) => {
            let proposal = found_later(game, by, played, rules);
            let Some(flagged) = flag_of.filter(|_| proposal.decision != Decision::MoveStands)
            else {
                return proposal;
            };
            // No edition says whether a fallen flag ends the game at once, as mate does.
            let award = choice_of(&proposal);
            Proposal { decision: Decision::ArbiterDecides, choices: Vec::new(), ..proposal }
                .resting_on(rules.cite(Rule::LossOnTime))
                .asking(Judgement::TextSilent)
                .offering(Choice::GameLost(flagged))
                .offering(award)
        }
        (FoundFact::Checkmate | FoundFact::Fivefold, _) => {
            let mut replayed = game.clone();
            for &played in later {
                let by = replayed.turn();
                replayed.apply(&Entry::MoveMade { by, played });
            }
            overlooked(&replayed, during, rules)
        }
    }
}

/// An illegal move found after further moves.
pub(crate) fn found_later(game: &Game, by: Color, played: Move, rules: &Rules) -> Proposal {
    let irregular =
        IrregularMove { notice: Notice::FoundLater, ..IrregularMove::seen(by, Act::Moved(played)) };
    propose_irregular_move(game, &irregular, rules)
}

/// An end that needed nobody's word and was overlooked.
fn overlooked(game: &Game, during: FoundDuring, rules: &Rules) -> Proposal {
    let Some(over) = end_of(game, rules).and_then(|_| over_already(game, rules)) else {
        return Proposal::new(Decision::Continue, rules.cite(Rule::Fivefold))
            .shown_by(Evidence::Occurrences(game.occurrences()));
    };
    let FoundDuring::AfterEnd { is_signed, .. } = during else { return over };
    // What came after the end, as a resignation, has no part in it.
    if !is_signed {
        return over;
    }
    // The result on the sheets stands unless the arbiter decides otherwise (8.7).
    let corrected = choice_of(&over);
    let mut proposal = Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::ResultSigned))
        .offering(Choice::Decide(Decision::ResultStands))
        .offering(Choice::Decide(Decision::ResultCorrected))
        .offering(corrected)
        .asking(Judgement::TextSilent);
    for basis in over.grounds.iter() {
        proposal = proposal.resting_on(basis.clone());
    }
    for evidence in over.evidence {
        proposal = proposal.shown_by(evidence);
    }
    proposal
}

/// The result that is recorded is not changed.
pub(crate) fn standing(
    result: Option<GameResult>,
    grounds: kaissa_laws::Grounds,
    rules: &Rules,
) -> Proposal {
    let stands =
        Proposal::new(Decision::ResultStands, grounds).resting_on(rules.cite(Rule::ResultSigned));
    match result {
        Some(result) => stands.then(Consequence::PointsOfBoth(result.points.map(Some))),
        None => stands,
    }
}

/// A decision as one of the choices.
pub(crate) fn choice_of(proposal: &Proposal) -> Choice {
    let award = proposal.consequences.iter().find_map(|consequence| match consequence {
        Consequence::AddTime { to, .. } => Some(*to),
        _ => None,
    });
    let loser = proposal.consequences.iter().find_map(|consequence| match consequence {
        Consequence::GameLost { by, .. } => Some(*by),
        _ => None,
    });
    match (proposal.decision, award, loser) {
        (Decision::TimePenalty, Some(to), _) => Choice::TimePenalty(to),
        (Decision::GameLost, _, Some(by)) => Choice::GameLost(by),
        (Decision::Resigned, _, Some(by)) => Choice::Resigned(by),
        (decision, _, _) => Choice::Decide(decision),
    }
}

/// What an appeal is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AppealAbout {
    /// A draw claim that the arbiter rejected.
    ClaimRejected,
    /// A draw claim that the arbiter accepted.
    ClaimAccepted,
    /// A draw without a claim that nobody noticed.
    AutomaticDrawOverlooked,
    /// A piece that had been displaced before a player resigned.
    DisplacedPieceBeforeResignation,
    /// An intervention that the Laws do not allow.
    UnlawfulIntervention,
}

/// An appeal against a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AppealFacts {
    /// What it is about.
    pub about: AppealAbout,
    /// The rule and the ply of the claim in question.
    pub claim: Option<(DrawRule, u32)>,
    /// Whether it was made in time.
    pub within_deadline: bool,
    /// The result appealed against.
    pub result: Option<GameResult>,
}

/// Proposes what an appeals committee should decide.
///
/// **Laws:** 11.10 (appeals), 8.7 (the result stands unless decided otherwise), 9.5 (what the claim
/// should have led to).
///
/// What the record proves is shown in every case; where the Laws leave it to judgement the options
/// are offered.
pub fn propose_on_appeal(game: &Game, facts: &AppealFacts, rules: &Rules) -> Proposal {
    let cite = |decision| {
        Proposal::new(decision, rules.cite(Rule::Appeal)).resting_on(rules.cite(Rule::ResultSigned))
    };
    let stands = || standing(facts.result, rules.cite(Rule::Appeal).into(), rules);
    if !facts.within_deadline {
        return stands();
    }
    let claimed = facts.claim.map(|(rule, ply)| count_at(game, rule, ply));
    let evidence = claimed.as_ref().map(|(_, evidence)| evidence.clone());
    let was_right = claimed.is_some_and(|(right, _)| right);
    let shown = |proposal: Proposal| match evidence.clone() {
        Some(evidence) => proposal.shown_by(evidence),
        None => proposal,
    };
    match facts.about {
        AppealAbout::ClaimRejected if was_right => {
            shown(cite(Decision::ResultCorrected).drawn(rules))
        }
        AppealAbout::ClaimRejected => shown(stands()),
        AppealAbout::ClaimAccepted if was_right => shown(stands()),
        AppealAbout::ClaimAccepted => shown(
            cite(Decision::ArbiterDecides)
                .resting_on(rules.cite(Rule::WrongClaim))
                .asking(Judgement::TextSilent)
                .offering(Choice::Decide(Decision::ResultStands))
                .offering(Choice::Decide(Decision::Continue)),
        ),
        AppealAbout::AutomaticDrawOverlooked => match end_of(game, rules) {
            Some(end) if matches!(end.kind, EndKind::FivefoldOpen(_)) => shown(
                cite(Decision::ArbiterDecides)
                    .offering(Choice::Decide(Decision::ResultStands))
                    .offering(Choice::Decide(Decision::ResultCorrected)),
            ),
            Some(_) => {
                let over = over_already(game, rules);
                let mut corrected = cite(Decision::ResultCorrected);
                for basis in over.iter().flat_map(|over| over.grounds.iter()) {
                    corrected = corrected.resting_on(basis.clone());
                }
                for consequence in over.into_iter().flat_map(|over| over.consequences) {
                    corrected = corrected.then(consequence);
                }
                shown(corrected)
            }
            None => shown(stands()),
        },
        AppealAbout::DisplacedPieceBeforeResignation => {
            stands().resting_on(rules.cite(Rule::Resignation))
        }
        AppealAbout::UnlawfulIntervention => cite(Decision::ArbiterDecides)
            .resting_on(rules.cite(Rule::NoIntervention))
            .asking(Judgement::Facts)
            .offering(Choice::Decide(Decision::ResultStands))
            .offering(Choice::Decide(Decision::Continue))
            .offering(Choice::Decide(Decision::NewGame)),
    }
}

/// Whether a claim on the board after a ply would have been right.
fn count_at(game: &Game, rule: DrawRule, ply: u32) -> (bool, Evidence) {
    let Some(at) = game.position_after(ply) else {
        return (false, Evidence::Occurrences(Vec::new()));
    };
    match rule {
        DrawRule::Threefold => {
            let key = at.key();
            let plies: Vec<u32> = game
                .positions()
                .filter(|(earlier, seen)| *earlier <= ply && seen.key() == key)
                .map(|(earlier, _)| earlier)
                .collect();
            (plies.len() >= 3, Evidence::Occurrences(plies))
        }
        DrawRule::FiftyMoves => {
            let plies = at.halfmove_clock();
            let evidence = Evidence::HalfmoveClock { plies, since: ply.saturating_sub(plies) };
            (plies >= FIFTY_MOVES, evidence)
        }
    }
}

/// What a player reports about the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Account {
    /// That a draw was offered.
    DrawOffered,
    /// That the opponent resigned.
    OpponentResigned,
}

/// Proposes what follows when the players report different results.
///
/// **Laws:** 5.1.2, 5.2.3 (neither is established), 9.1.2.1 (an offer that a player admits stands),
/// 8.7 (a signed result).
pub fn propose_result_dispute(
    game: &Game,
    accounts: kaissa_chess::ByColor<Account>,
    is_signed: bool,
    rules: &Rules,
) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    if is_signed {
        return Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::ResultSigned))
            .asking(Judgement::Facts)
            .offering(Choice::Decide(Decision::ResultStands))
            .offering(Choice::Decide(Decision::Continue));
    }
    let mut proposal = Proposal::new(Decision::Continue, rules.cite(Rule::Resignation))
        .resting_on(rules.cite(Rule::Agreement))
        .asking(Judgement::Facts);
    for by in Color::ALL {
        if *accounts.get(by) == Account::DrawOffered {
            proposal = proposal
                .resting_on(rules.cite(Rule::DrawOffer))
                .then(Consequence::OfferOpenTo(!by));
        }
    }
    proposal
}
