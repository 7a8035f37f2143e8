//! Illegal positions that the arbiter meets: both kings in check, a pawn on the last rank, others.

use kaissa_chess::{Color, Illegality, Move, Position, Rank, Role};
use kaissa_game::{Entry, Game};
use kaissa_laws::{
    IllegalMoveIntervention, IllegalMovePrice, IllegalPositionObserved, LateIllegalMove, Rule,
    Rules,
};

use crate::{Choice, Consequence, Decision, Judgement, Proposal};

/// Proposes what the arbiter does when both kings are in check or a pawn stands on the last rank.
///
/// **Laws:** A.5.4: he waits for the next completed move; if the position is still illegal then, the
/// game is drawn. Under the full rules he acts at once (3.10.3, 7.5.1); in 2009 he intervenes if he
/// can (A.4.c).
///
/// `next` is the next completed move, where it has been made.
pub fn propose_on_illegal_position_watched(
    game: &Game,
    next: Option<Move>,
    rules: &Rules,
) -> Proposal {
    let cite = |decision| Proposal::new(decision, rules.cite(Rule::IllegalPositionObserved));
    match rules.illegal_position_observed().value {
        Some(IllegalPositionObserved::WaitsThenDraw) => {}
        Some(IllegalPositionObserved::AtOnce) => return reconstruct(rules),
        Some(IllegalPositionObserved::IntervenesIfPossible) => {
            return reconstruct(rules).resting_on(rules.cite(Rule::IllegalPositionObserved));
        }
        None => {
            return cite(Decision::ArbiterDecides)
                .without_text_for(Rule::IllegalPositionObserved)
                .offering(Choice::Decide(Decision::NoIntervention))
                .offering(Choice::Decide(Decision::Reconstruct));
        }
    }
    let Some(played) = next else {
        return cite(Decision::NoIntervention).then(Consequence::ForArbiterOnly);
    };
    let mut after = game.clone();
    after.apply(&Entry::MoveMade { by: game.turn(), played });
    after.apply(&Entry::ClockPressed { by: game.turn() });
    if shows_illegality(after.position()) {
        return cite(Decision::GameDrawn).drawn(rules);
    }
    cite(Decision::Continue)
}

/// Proposes what the arbiter does when he meets a position that looks illegal.
///
/// **Laws:** 3.10.3; 7.5.1 under the full rules. Under the reduced rules of rapid and blitz he acts
/// on an illegal move only if he saw it (A.5.2). A position is taken as legal unless the board shows
/// the contrary: whether some game leads to it is not searched.
pub fn propose_on_illegal_position_met(
    game: &Game,
    last_move_seen: bool,
    rules: &Rules,
) -> Proposal {
    if !shows_illegality(game.position()) {
        return Proposal::new(Decision::NoIntervention, rules.cite(Rule::IllegalPosition))
            .asking(Judgement::Facts);
    }
    let corrected = rules.late_illegal_move().is(LateIllegalMove::Corrected)
        || rules.illegal_move_intervention().is(IllegalMoveIntervention::WheneverFound);
    if corrected {
        return reconstruct(rules);
    }
    let acts =
        rules.illegal_move_intervention().is(IllegalMoveIntervention::SeenOrClaimedBeforeReply);
    if !last_move_seen || !acts {
        return Proposal::new(Decision::NoIntervention, rules.cite(Rule::IllegalMoveWindow))
            .then(Consequence::ClaimOpenTo(game.turn()))
            .then(Consequence::ForArbiterOnly);
    }
    // The player who has just moved left the position illegal.
    let by = !game.turn();
    let count = game.booked(by).len() as u32 + 1;
    match rules.illegal_move_tariff().value.map(|tariff| tariff.price(count)) {
        Some(IllegalMovePrice::TimeToOpponent(time)) => {
            Proposal::new(Decision::TimePenalty, rules.cite(Rule::IllegalMovePenalty))
                .resting_on(rules.cite(Rule::IllegalMoveWindow))
                .then(Consequence::Booked { to: by, n_illegal_moves: 1 })
                .then(Consequence::AddTime { to: !by, time })
                .then(Consequence::TimesByJudgement)
        }
        Some(_) => crate::outcome::lost_unless_unwinnable(
            crate::outcome::sound_position(game),
            by,
            Decision::GameLost,
            Rule::IllegalMovePenalty,
            rules
                .illegal_move_cannot_mate()
                .value
                .map(|outcome| outcome == kaissa_laws::CannotMateOutcome::Drawn),
            rules,
        ),
        None => reconstruct(rules).without_text_for(Rule::IllegalMovePenalty),
    }
}

/// The clocks are stopped and the game is replayed to the last legal position.
fn reconstruct(rules: &Rules) -> Proposal {
    Proposal::new(Decision::Reconstruct, rules.cite(Rule::IllegalMove))
        .resting_on(rules.cite(Rule::IllegalPosition))
        .then(Consequence::TimesByJudgement)
        .asking(Judgement::TimeUsed)
}

/// Whether the board itself shows that no legal moves lead here.
pub(crate) fn shows_illegality(position: &Position) -> bool {
    let board_shows =
        |illegality: &Illegality| !matches!(illegality, Illegality::EnPassantImpossible);
    let refused = position.legal().is_err_and(|found| found.iter().any(board_shows));
    refused
        || !position.checkers_of(!position.turn()).is_empty()
        || has_pawn_on_last_rank(position)
        || Color::ALL.into_iter().any(|color| has_too_many_promoted(position, color))
}

fn has_pawn_on_last_rank(position: &Position) -> bool {
    position.board().pawns().into_iter().any(|at| matches!(at.rank(), Rank::First | Rank::Eighth))
}

/// More pieces than the missing pawns can have become; bishops are counted by colour of square.
fn has_too_many_promoted(position: &Position, color: Color) -> bool {
    let board = position.board();
    let of = |role: Role| board.by_piece(role.of(color));
    let over = |count: usize, initial: usize| count.saturating_sub(initial);
    let light = of(Role::Bishop).into_iter().filter(|square| square.is_light()).count();
    let dark = of(Role::Bishop).count() - light;
    let promoted = over(of(Role::Queen).count(), 1)
        + over(of(Role::Rook).count(), 2)
        + over(of(Role::Knight).count(), 2)
        + over(light, 1)
        + over(dark, 1);
    promoted + of(Role::Pawn).count() > 8
}
