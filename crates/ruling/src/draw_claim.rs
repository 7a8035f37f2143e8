//! Draw claims: the third occurrence and fifty moves.

use kaissa_chess::{ByColor, Color, Move, MoveList};
use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Game};
use kaissa_laws::{Basis, ClaimRightEnd, ClaimantTime, ClockTime, Rule, Rules};

use crate::ending::{FIFTY_MOVES, end_of, over_already};
use crate::{
    Certainty, Choice, Consequence, Decision, Evidence, Judgement, Paper, Proposal, Refusal,
};

/// What is known about a draw claim besides the claim itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClaimFacts {
    /// What the opponent said to the offer that lies in the claim, before it was checked (9.1.2.3).
    pub opponent: OpponentAnswer,
    /// What the check found, where it was made elsewhere.
    pub checked: Check,
    /// Whether the claimant has made a move on the board that the game does not hold yet.
    pub has_moved: bool,
    /// How far the record goes on which the claim is checked.
    pub record: RecordReach,
    /// Whether the claimant has the move, where it is told and not taken from the record.
    pub on_move: Option<bool>,
}

/// How far the record of a game goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RecordReach {
    /// It holds every move that was made.
    #[default]
    Whole,
    /// Moves may be missing from it.
    Gaps {
        /// The last ply after which anything may be missing.
        anything_after: Option<u32>,
        /// The last ply after which only moves may be missing that led back to the same placement,
        /// and so took nothing and moved no pawn.
        and_back_after: Option<u32>,
    },
    /// Moves were made on the board that it does not hold: the position there is not known.
    Behind,
}

/// What the opponent said to the draw offer that lies in a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OpponentAnswer {
    /// Nothing.
    #[default]
    None,
    /// He agrees to the draw.
    Accepts,
    /// He wants the claim checked.
    Declines,
}

/// Who checks a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Check {
    /// The record decides.
    #[default]
    ByRecord,
    /// The arbiter has checked it and found it wrong.
    FoundWrong,
}

/// Proposes whether a draw claim may be made, without checking it.
///
/// **Laws:** 9.2, 9.3 (the player on move), 9.4 (what ends the right).
pub fn propose_admissibility(
    game: &Game,
    by: Color,
    claim: &DrawClaim,
    facts: &ClaimFacts,
    rules: &Rules,
) -> Proposal {
    inadmissible(game, by, claim, facts, rules).unwrap_or_else(|| {
        Proposal::new(Decision::ClaimAdmissible, rules.cite(claim_rule(claim)))
            .then(Consequence::ClaimIsChecked)
    })
}

/// Proposes what follows when a player claims a draw.
///
/// **Laws:** 9.2 and 9.3 (the claims), 9.2.3 (same position), 9.4 (what ends the right), 9.1.2.3
/// (the offer in the claim), 9.5 (what follows).
///
/// An announced move is declared and not made: what it would do on the board, even mate, has no
/// part in the count. Where moves may be missing from the record that would change the answer, the
/// facts are open, and complete scoresheets would settle them.
///
/// # Units
/// The award is clock time, as the edition and style give it.
pub fn propose_draw_claim(
    game: &Game,
    by: Color,
    claim: &DrawClaim,
    facts: &ClaimFacts,
    rules: &Rules,
) -> Proposal {
    let is_behind = facts.record == RecordReach::Behind;
    if !is_behind && let Some(over) = ended_by_board(game, rules) {
        return over;
    }
    if facts.opponent == OpponentAnswer::Accepts && agreement_stands(game, rules) {
        return Proposal::new(Decision::DrawAgreed, rules.cite(Rule::ClaimIsOffer))
            .resting_on(rules.cite(Rule::Agreement))
            .drawn(rules);
    }
    if let Some(refused) = inadmissible(game, by, claim, facts, rules) {
        return refused;
    }
    if is_behind {
        return open(claim, rules);
    }
    let found = count(game, claim);
    if facts.checked == Check::ByRecord && may_be_otherwise(game, facts.record, &found) {
        return open(claim, rules).shown_by(found.evidence);
    }
    if let Some(doubtful) = doubtful_form(claim, &found, rules) {
        return doubtful;
    }
    if facts.checked == Check::ByRecord && found.is_correct {
        return correct(claim, found, rules);
    }
    // The claim is wrong; but the check may find that the game had ended before.
    if facts.checked == Check::ByRecord
        && let Some(over) = over_already(game, rules)
    {
        return over.shown_by(found.evidence);
    }
    wrong(game, by, claim, found, rules)
}

/// Proposes what follows when a claimant wants his claim back.
///
/// **Laws:** 9.5.1. The opponent's consent does not help.
pub fn propose_claim_withdrawal(rules: &Rules) -> Proposal {
    Proposal::new(Decision::WithdrawalRefused, rules.cite(Rule::ClaimProcedure))
        .then(Consequence::ClaimIsChecked)
}

/// Mate, stalemate or a dead position leave nobody who could claim.
fn ended_by_board(game: &Game, rules: &Rules) -> Option<Proposal> {
    let at = game.position();
    let by_board = at.is_checkmate() || at.is_stalemate() || game.end().is_some();
    let dead = || end_of(game, rules).is_some_and(|end| end.kind == crate::ending::EndKind::Dead);
    (by_board || dead()).then(|| over_already(game, rules))?
}

/// Whether a draw by agreement would be valid now (5.2.3, 9.1.1).
fn agreement_stands(game: &Game, rules: &Rules) -> bool {
    crate::agreement_is_valid(game, rules)
}

fn claim_rule(claim: &DrawClaim) -> Rule {
    match claim {
        DrawClaim::OnBoard(DrawRule::Threefold) => Rule::ThreefoldOnBoard,
        DrawClaim::OnBoard(DrawRule::FiftyMoves) => Rule::FiftyMoveOnBoard,
        DrawClaim::WithMove(DrawRule::Threefold, _) => Rule::ThreefoldIntended,
        DrawClaim::WithMove(DrawRule::FiftyMoves, _) => Rule::FiftyMoveIntended,
    }
}

/// The guards of a claim, in the order of [`Refusal`].
fn inadmissible(
    game: &Game,
    by: Color,
    claim: &DrawClaim,
    facts: &ClaimFacts,
    rules: &Rules,
) -> Option<Proposal> {
    let refuse = |refusal, rule| {
        Proposal::new(Decision::ClaimInadmissible, rules.cite(rule))
            .refused(refusal)
            .then(Consequence::MayClaimNextTurn)
            .then(Consequence::OfferOpenTo(!by))
            .asking(Judgement::Disturbance)
    };
    let is_on_move = facts.on_move.unwrap_or(game.turn() == by);
    if !is_on_move || facts.has_moved {
        let moved = game.last_move().is_some_and(|last| last.by == by) || facts.has_moved;
        let rule = if moved { Rule::ClaimRightEnds } else { claim_rule(claim) };
        let on_board = count(game, &DrawClaim::OnBoard(claim.rule()));
        let mut refused = refuse(Refusal::NotOnMove, rule);
        let is_known = facts.record != RecordReach::Behind;
        if is_known && on_board.is_correct && game.turn() != by {
            refused = refused.then(Consequence::ClaimOpenTo(game.turn()));
        }
        return Some(if is_known { refused.shown_by(on_board.evidence) } else { refused });
    }
    if !game.touched_by(by).is_empty() {
        let ends = rules.claim_right_end();
        match ends.value {
            Some(ClaimRightEnd::Touch) => {
                return Some(refuse(Refusal::PieceTouched, Rule::ClaimRightEnds));
            }
            Some(ClaimRightEnd::Move) => {}
            None => {
                return Some(
                    Proposal::new(Decision::ArbiterDecides, rules.cite(Rule::ClaimRightEnds))
                        .without_text_for(Rule::ClaimRightEnds)
                        .offering(Choice::Decide(Decision::ClaimInadmissible))
                        .offering(Choice::Decide(Decision::ClaimAdmissible)),
                );
            }
        }
    }
    None
}

/// What the count of a claim gives.
struct Count {
    is_correct: bool,
    /// Whether the announced move, if any, is legal.
    is_legal: bool,
    evidence: Evidence,
    diagrams: Option<u32>,
}

fn count(game: &Game, claim: &DrawClaim) -> Count {
    let announced = claim.announced().map(|announced| announced.played);
    let is_legal = announced.is_none_or(|played| game.position().is_legal(played));
    match claim.rule() {
        DrawRule::Threefold => {
            let plies = match announced.filter(|_| is_legal) {
                Some(played) => game.occurrences_with(played),
                None => game.occurrences(),
            };
            Count {
                is_correct: is_legal && plies.len() >= 3,
                is_legal,
                evidence: Evidence::Occurrences(plies),
                diagrams: Some(game.diagrams(announced.filter(|_| is_legal))),
            }
        }
        DrawRule::FiftyMoves => {
            let mut at = game.position().clone();
            let mut ply = game.ply();
            if let Some(played) = announced.filter(|_| is_legal) {
                at.play(played);
                ply += 1;
            }
            let plies = at.halfmove_clock();
            Count {
                is_correct: is_legal && plies >= FIFTY_MOVES,
                is_legal,
                evidence: Evidence::HalfmoveClock { plies, since: ply.saturating_sub(plies) },
                diagrams: None,
            }
        }
    }
}

/// Whether moves that are missing from the record could change the answer of a count.
fn may_be_otherwise(game: &Game, record: RecordReach, found: &Count) -> bool {
    let RecordReach::Gaps { anything_after, and_back_after } = record else { return false };
    // Nothing before the last capture or pawn move counts.
    let series = game.ply().saturating_sub(game.position().halfmove_clock());
    let since = match &found.evidence {
        Evidence::Occurrences(plies) if found.is_correct => {
            plies.iter().rev().nth(2).copied().unwrap_or(series)
        }
        Evidence::HalfmoveClock { plies, since } if found.is_correct => {
            since + plies.saturating_sub(FIFTY_MOVES)
        }
        _ => series,
    };
    let is_within = |ply: Option<u32>| ply.is_some_and(|ply| ply >= since);
    // Moves out and back only add to a count.
    is_within(anything_after) || (!found.is_correct && is_within(and_back_after))
}

/// A claim that the record cannot decide: scoresheets brought up to date would.
fn open(claim: &DrawClaim, rules: &Rules) -> Proposal {
    Proposal::new(Decision::ArbiterDecides, rules.cite(claim_rule(claim)))
        .with_certainty(Certainty::Open)
        .asking(Judgement::Facts)
        .then(Consequence::Required(vec![Paper::SheetUpToDate]))
        .offering(Choice::Decide(Decision::Postponed))
        .offering(Choice::Decide(Decision::ClaimCorrect))
        .offering(Choice::Decide(Decision::ClaimIncorrect))
}

/// A claim whose form the Laws do not settle: the move only spoken, or a note in the envelope.
fn doubtful_form(claim: &DrawClaim, found: &Count, rules: &Rules) -> Option<Proposal> {
    let AnnouncedMove { announced, .. } = claim.announced()?;
    let checked = match found.is_correct {
        true => Decision::ClaimCorrect,
        false => Decision::ClaimIncorrect,
    };
    let choices = match announced {
        Announcement::WrittenAndDeclared => return None,
        Announcement::OnlySpoken => vec![
            Choice::MakeClaimLegal,
            Choice::Decide(Decision::ClaimInadmissible),
            Choice::Decide(checked),
        ],
        Announcement::NoteInEnvelope => {
            vec![Choice::Decide(Decision::ClaimInadmissible), Choice::Decide(checked)]
        }
    };
    let certainty = if found.is_correct { Certainty::Proved } else { Certainty::Refuted };
    Some(
        Proposal::new(Decision::ArbiterDecides, rules.cite(claim_rule(claim)))
            .offering_all(choices)
            .with_certainty(certainty)
            .asking(Judgement::TextSilent)
            .shown_by(found.evidence.clone()),
    )
}

fn correct(claim: &DrawClaim, found: Count, rules: &Rules) -> Proposal {
    let mut proposal = Proposal::new(Decision::ClaimCorrect, rules.cite(claim_rule(claim)))
        .resting_on(rules.cite(Rule::CorrectClaim))
        .then(Consequence::ClaimIsChecked)
        .shown_by(found.evidence)
        .drawn(rules);
    if let Some(diagrams) = found.diagrams {
        proposal = proposal.shown_by(Evidence::Diagrams(diagrams));
    }
    proposal
}

/// A wrong claim: time for the opponent, in 2001 less for the claimant, and the announced move.
fn wrong(game: &Game, by: Color, claim: &DrawClaim, found: Count, rules: &Rules) -> Proposal {
    let mut proposal = Proposal::new(Decision::ClaimIncorrect, rules.cite(Rule::WrongClaim))
        .resting_on(rules.cite(claim_rule(claim)))
        .with_certainty(Certainty::Refuted)
        .then(Consequence::ClaimIsChecked);
    proposal = with_tariff(proposal, game, by, rules);
    if let Some(AnnouncedMove { played, .. }) = claim.announced() {
        proposal =
            proposal.resting_on(rules.cite(Rule::AnnouncedMove)).then(match found.is_legal {
                true => Consequence::PlayMove(played),
                false => Consequence::OneOfMoves(moves_of_same_piece(game, played)),
            });
    }
    if let Some(diagrams) = found.diagrams {
        proposal = proposal.shown_by(Evidence::Diagrams(diagrams));
    }
    proposal.shown_by(found.evidence)
}

/// The clock times of a wrong claim, where the edition's tariff is known.
fn with_tariff(proposal: Proposal, game: &Game, by: Color, rules: &Rules) -> Proposal {
    let stated = rules.wrong_claim_tariff();
    let Some(tariff) = stated.value else {
        return proposal.without_text_for(Rule::WrongClaim).asking(Judgement::TextSilent);
    };
    let proposal = match stated.basis() {
        Basis::Article(_) => proposal,
        other => proposal.resting_on(other),
    };
    let mut proposal = proposal.then(Consequence::AddTime { to: !by, time: tariff.opponent });
    let Some(clocks) = game.clocks() else { return proposal };
    let remaining = *clocks.get(by);
    let left = tariff.claimant_after(remaining);
    if left != remaining {
        proposal = proposal.then(Consequence::RemoveTime { from: by, time: remaining - left });
    }
    let is_gap =
        matches!(tariff.claimant, ClaimantTime::Halved { above, .. } if remaining == above);
    if is_gap || left.as_millis() % 1_000 != 0 && remaining.as_millis() % 1_000 == 0 {
        // Neither clause names exactly two minutes, and no rule rounds half a second.
        proposal = proposal.asking(Judgement::TextSilent);
    }
    let mut times = clocks;
    *times.get_mut(by) = left;
    *times.get_mut(!by) = tariff.opponent_after(*clocks.get(!by));
    proposal.then(set_clocks(times, by))
}

/// What the clocks of a wrong claim become, where the edition's tariff is known.
pub(crate) fn wrong_claim_times(game: &Game, by: Color, rules: &Rules) -> Vec<Consequence> {
    let bare = Proposal::new(Decision::ClaimIncorrect, rules.cite(Rule::WrongClaim));
    with_tariff(bare, game, by, rules).consequences
}

pub(crate) fn set_clocks(times: ByColor<ClockTime>, running: Color) -> Consequence {
    Consequence::SetClock { times, running: Some(running), counter: None }
}

/// The legal moves of the piece whose announced move is illegal, or all if it has none (4.3, 4.5).
fn moves_of_same_piece(game: &Game, announced: Move) -> Vec<Move> {
    let mut legal = MoveList::new();
    game.position().legal_moves(&mut legal);
    let of_piece: Vec<Move> =
        legal.iter().copied().filter(|played| played.from() == announced.from()).collect();
    if of_piece.is_empty() { legal.to_vec() } else { of_piece }
}
