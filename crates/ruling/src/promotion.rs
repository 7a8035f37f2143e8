//! Promotions carried out oddly.

use kaissa_chess::{Color, Move, Role};
use kaissa_game::{Entry, Game};
use kaissa_laws::{Rule, Rules};

use crate::ending::over_already;
use crate::illegal_move::{Act, IrregularMove, propose_irregular_move};
use crate::{Consequence, Decision, Judgement, Proposal};

/// Proposes what a promotion is worth that was carried out oddly: the piece that stands on the board
/// counts, upside down or named otherwise.
///
/// **Laws:** 3.7.3.3 (part of the move), 4.4.4 (when the choice is final), 7.5.2 (no piece put).
///
/// The move carries the piece that stands on the board.
pub fn propose_promotion(
    game: &Game,
    by: Color,
    played: Move,
    announced: Option<Role>,
    is_pressed: bool,
    rules: &Rules,
) -> Proposal {
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    if played.promotion().is_none() {
        let act = Act::PawnLeft { from: Some(played.from()), to: played.to() };
        let irregular = IrregularMove { is_pressed, ..IrregularMove::seen(by, act) };
        return propose_irregular_move(game, &irregular, rules);
    }
    if !game.position().is_legal(played) || game.turn() != by {
        let irregular = IrregularMove { is_pressed, ..IrregularMove::seen(by, Act::Moved(played)) };
        return propose_irregular_move(game, &irregular, rules);
    }
    let mut after = game.clone();
    after.apply(&Entry::MoveMade { by, played });
    if let Some(over) = over_already(&after, rules) {
        return over;
    }
    let accepted = Proposal::new(Decision::MoveAccepted, rules.cite(Rule::Promotion))
        .resting_on(rules.cite(Rule::PromotionChoice))
        .then(Consequence::Booked { to: by, n_illegal_moves: 0 })
        .then(Consequence::Restore {
            ply: Some(after.ply()),
            position: Box::new(after.position().clone()),
        });
    match announced == played.promotion() || announced.is_none() {
        true => accepted,
        false => accepted.asking(Judgement::Disturbance),
    }
}
