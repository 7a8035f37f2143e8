//! Ends that need nobody's word: mate, stalemate, dead positions, the draws without a claim.

use kaissa_chess::{Color, Repetitions};
use kaissa_game::{Game, GameEnd};
use kaissa_laws::{Fivefold, Rule, Rules, SeventyFiveMoves};
use kaissa_winnable::{Budget, Dead, dead_position};

use crate::outcome::mating_chance;
use crate::{Certainty, Choice, Consequence, Decision, Evidence, Proposal};

/// Plies of fifty moves by each.
pub(crate) const FIFTY_MOVES: u32 = 100;
/// Plies of seventy-five moves by each.
const SEVENTY_FIVE_MOVES: u32 = 150;

/// An end of the game that needs no claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub ply: u32,
    pub kind: EndKind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EndKind {
    /// The side to move is mated.
    Checkmate {
        loser: Color,
    },
    Stalemate,
    Dead,
    Fivefold(Vec<u32>),
    /// Whether a fifth occurrence ends the game is open by the wording of 2014.
    FivefoldOpen(Vec<u32>),
    SeventyFive,
}

/// Proposes what holds for the position on the board when nobody says anything.
///
/// **Laws:** 5.1.1, 5.2.1, 5.2.2 (mate, stalemate, dead position), 9.6 (draws without a claim), 9.2
/// and 9.3 (who may claim).
///
/// The first end counts: what was played after it does not. A position that an illegal move led to
/// ends nothing.
pub fn propose_on_position(game: &Game, rules: &Rules) -> Proposal {
    if let Some(end) = end_of(game, rules) {
        let proposal = proposal_of(&end, Decision::Stalemate, game, rules);
        return proposal.shown_by(Evidence::Occurrences(game.occurrences()));
    }
    let occurrences = game.occurrences();
    let may_claim = occurrences.len() >= 3 || game.position().halfmove_clock() >= FIFTY_MOVES;
    let mut proposal = Proposal::new(Decision::Continue, rules.cite(Rule::ThreefoldClaim));
    for by in Color::ALL {
        proposal = proposal.shown_by(mating_chance(game.position(), by).1);
    }
    if may_claim {
        proposal = proposal.then(Consequence::ClaimOpenTo(game.turn()));
    }
    proposal.shown_by(Evidence::Occurrences(occurrences)).shown_by(Evidence::HalfmoveClock {
        plies: game.position().halfmove_clock(),
        since: game.ply().saturating_sub(game.position().halfmove_clock()),
    })
}

/// Counts how often the position on the board has stood, and compares it with the first one.
///
/// **Laws:** 9.2.3.
pub fn propose_count(game: &Game, rules: &Rules) -> Proposal {
    let occurrences = game.occurrences();
    let decision = match occurrences.first() {
        Some(0) => Decision::SamePosition,
        _ => Decision::DifferentPosition,
    };
    Proposal::new(decision, rules.cite(Rule::SamePosition))
        .shown_by(Evidence::Occurrences(occurrences))
        .shown_by(Evidence::Diagrams(game.diagrams(None)))
}

/// Proposes the end that stands already, if the game is over: by the position or by the players.
pub(crate) fn over_already(game: &Game, rules: &Rules) -> Option<Proposal> {
    // A fifth occurrence that is open by the wording of its edition does not settle another question.
    if let Some(end) = end_of(game, rules)
        && !matches!(end.kind, EndKind::FivefoldOpen(_))
    {
        return Some(proposal_of(&end, Decision::StalemateStands, game, rules));
    }
    match game.end()? {
        GameEnd::Agreement => {
            Some(Proposal::new(Decision::DrawAgreed, rules.cite(Rule::Agreement)).drawn(rules))
        }
        GameEnd::Resignation { by } => Some(crate::propose_resignation(game, by, rules)),
        GameEnd::Drawn => {
            Some(Proposal::new(Decision::ResultStands, rules.cite(Rule::Points)).drawn(rules))
        }
        GameEnd::Lost { by } => {
            Some(Proposal::new(Decision::ResultStands, rules.cite(Rule::Points)).lost(by, rules))
        }
        GameEnd::BothLost => Some(Proposal::new(Decision::BothLose, rules.cite(Rule::BothGuilty))),
    }
}

/// The first end that needs no claim.
pub(crate) fn end_of(game: &Game, rules: &Rules) -> Option<End> {
    let fivefold = rules.fivefold().value.unwrap_or(Fivefold::None);
    let seventy_five = rules.seventy_five_moves().value == Some(SeventyFiveMoves::AnySeries);
    let mut repetitions = Repetitions::new();
    let mut open = None;
    let mut found = None;
    for (ply, position) in game.positions() {
        let made = ply.checked_sub(1).and_then(|index| game.moves().get(index as usize));
        let zeroing = made.is_some() && position.halfmove_clock() == 0;
        let occurrences = repetitions.add(position.key(), ply, zeroing);
        if made.is_some_and(|made| !made.is_legal) {
            continue;
        }
        let kind = if position.is_checkmate() {
            EndKind::Checkmate { loser: position.turn() }
        } else if position.is_stalemate() {
            EndKind::Stalemate
        } else if occurrences.len() >= 5 && fivefold != Fivefold::None {
            let plies = occurrences.to_vec();
            if fivefold == Fivefold::EveryFourPlies && !is_every_four_plies(&plies) {
                open.get_or_insert(End { ply, kind: EndKind::FivefoldOpen(plies) });
                continue;
            }
            EndKind::Fivefold(plies)
        } else if seventy_five && position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
            EndKind::SeventyFive
        } else {
            continue;
        };
        found = Some(End { ply, kind });
        break;
    }
    let dead = dead_ply(game, found.as_ref().map_or(game.ply(), |end| end.ply));
    match (dead, found) {
        (Some(ply), Some(end)) if end.ply < ply => Some(end),
        // A dead position on the very ply of a mate cannot be; stalemate is called stalemate.
        (Some(ply), Some(end)) if end.ply == ply => Some(end),
        (Some(ply), _) => Some(End { ply, kind: EndKind::Dead }),
        (None, Some(end)) => Some(end),
        (None, None) => open,
    }
}

/// The occurrences of 2014 that certainly are on consecutive moves: the last five, four plies apart.
fn is_every_four_plies(plies: &[u32]) -> bool {
    plies.windows(5).any(|five| five.windows(2).all(|pair| pair[1] - pair[0] == 4))
}

/// The first ply up to `last` after which neither side could mate; a dead position stays dead as
/// long as the moves are legal, so the game is looked at from its end.
fn dead_ply(game: &Game, last: u32) -> Option<u32> {
    let mut dead = None;
    for ply in (0..=last).rev() {
        let position = game.position_after(ply)?;
        match dead_position(position, &Budget::STANDARD) {
            Ok(Dead::Yes { .. }) => dead = Some(ply),
            // Mate or stalemate on the board says nothing about the positions before it.
            Ok(Dead::Over) if ply == last => {}
            _ => break,
        }
        let made = ply.checked_sub(1).and_then(|index| game.moves().get(index as usize));
        if made.is_some_and(|made| !made.is_legal) {
            // An illegal move cannot have led to an end.
            if dead == Some(ply) {
                dead = None;
            }
            break;
        }
    }
    dead
}

fn proposal_of(end: &End, stalemate: Decision, game: &Game, rules: &Rules) -> Proposal {
    match &end.kind {
        EndKind::Checkmate { loser } => {
            Proposal::new(Decision::CheckmateStands, rules.cite(Rule::Checkmate))
                .lost(*loser, rules)
        }
        EndKind::Stalemate => Proposal::new(stalemate, rules.cite(Rule::Stalemate)).drawn(rules),
        EndKind::Dead => Color::ALL
            .into_iter()
            .fold(Proposal::new(Decision::GameDrawn, rules.cite(Rule::DeadPosition)), |p, by| {
                p.shown_by(Evidence::CannotMate { by })
            })
            .drawn(rules),
        EndKind::Fivefold(plies) => Proposal::new(Decision::GameDrawn, rules.cite(Rule::Fivefold))
            .shown_by(Evidence::Occurrences(plies.clone()))
            .drawn(rules),
        EndKind::FivefoldOpen(plies) => {
            Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::Fivefold))
                .shown_by(Evidence::Occurrences(plies.clone()))
                .with_certainty(Certainty::Open)
                .offering(Choice::Decide(Decision::Continue))
                .offering(Choice::Decide(Decision::GameDrawn))
                .then(Consequence::ClaimOpenTo(game.turn()))
        }
        EndKind::SeventyFive => {
            let plies = game.position_after(end.ply).map_or(0, |at| at.halfmove_clock());
            Proposal::new(Decision::GameDrawn, rules.cite(Rule::SeventyFiveMoves))
                .shown_by(Evidence::HalfmoveClock { plies, since: end.ply.saturating_sub(plies) })
                .drawn(rules)
        }
    }
}
