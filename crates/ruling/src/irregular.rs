//! An illegal move, or an act penalised like one, told by its facts alone.

use kaissa_chess::{ByColor, Color, Position};
use kaissa_game::{Entry, Fault, Game};
use kaissa_laws::{ClockTime, Rules};

use crate::Proposal;
use crate::facts::{FactError, facts};
use crate::illegal_move::{Act, IrregularMove, Notice, propose_irregular_move};

facts! {
    /// An illegal move was made, or the clock was pressed without a move.
    IllegalMoveFacts {
        /// Who did it.
        by: Color,
        /// The position before it; the player has the move.
        position: Position,
        /// The move made on the board, as two squares; nothing where the clock alone was pressed.
        made: Option<String>,
        /// Whether the clock was not pressed after it.
        not_pressed: bool,
        /// Whether two hands were used.
        two_hands: bool,
        /// The player who claims it; nothing where the arbiter saw it.
        claimed_by: Option<Color>,
        /// Whether the opponent has replied.
        replied: bool,
        /// Illegal moves already penalised, of each player.
        prior: Option<ByColor<u32>>,
        /// The times on the clocks.
        clocks: Option<ByColor<ClockTime>>,
        /// The increment with each move.
        increment: Option<ClockTime>,
    }
}

/// Proposes what follows from an illegal move, or from an act penalised like one.
///
/// **Laws:** as [`propose_irregular_move`].
///
/// # Errors
/// [`FactError`] where the move is no pair of squares, or a pawn, in the position.
pub fn propose_illegal_move(
    facts: &IllegalMoveFacts,
    rules: &Rules,
) -> Result<Proposal, FactError> {
    let mut game = Game::new(facts.position.clone());
    for color in Color::ALL {
        let prior = facts.prior.map_or(0, |prior| *prior.get(color));
        for _ in 0..prior {
            game.apply(&Entry::IllegalMoveBooked { by: color, fault: Fault::IllegalMove });
        }
    }
    if let Some(clocks) = facts.clocks {
        game.apply(&Entry::ClocksRead(clocks));
    }
    let act = match &facts.made {
        Some(text) => {
            let expected = "a move as two squares and a promotion letter";
            let wrong = || FactError::new(format!("{text:?}"), expected).of("made");
            Act::Moved(facts.position.move_from_uci(text).ok_or_else(wrong)?)
        }
        None => Act::NothingMoved,
    };
    let notice = match (facts.replied, facts.claimed_by) {
        (true, _) => Notice::AfterReply,
        (false, Some(by)) => Notice::ClaimedBy(by),
        (false, None) => Notice::Seen,
    };
    let irregular = IrregularMove {
        is_pressed: !facts.not_pressed,
        with_two_hands: facts.two_hands,
        notice,
        increment: facts.increment.unwrap_or(ClockTime::ZERO),
        ..IrregularMove::seen(facts.by, act)
    };
    Ok(propose_irregular_move(&game, &irregular, rules))
}

#[cfg(test)]
mod tests {
    use kaissa_laws::{Edition, Editions};

    use super::*;
    use crate::facts::{Fact, Facts};
    use crate::kinds::Kind;
    use crate::{Consequence, Decision};

    /// Rules on an illegal move of White's, told as on a command line.
    fn rule(edition: Edition, told: &[(&str, &str)]) -> Proposal {
        let position = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 40";
        let usual = [("by", "white"), ("position", position), ("clocks", "0:05:00,0:04:00")];
        let facts: Facts = usual
            .iter()
            .chain(told)
            .map(|(name, text)| ((*name).to_owned(), Fact::text(text)))
            .collect();
        let rules = Rules::new(Editions::built_in(), edition).expect("built in");
        let kind = Kind::named("illegal-move").expect("a kind");
        kind.propose(&facts, &rules).expect("facts as they should be")
    }

    #[test]
    fn the_first_costs_two_minutes_and_the_second_the_game() {
        let first = rule(Edition::E2023, &[("made", "h1h2"), ("prior", "0,0")]);
        assert_eq!(first.decision, Decision::TimePenalty);
        let two = ClockTime::minutes(2);
        assert!(first.consequences.contains(&Consequence::AddTime { to: Color::Black, time: two }));
        let second = rule(Edition::E2023, &[("made", "h1h2"), ("prior", "1,0")]);
        assert_eq!(second.decision, Decision::GameLost);
        let in_2001 = rule(Edition::E2001, &[("made", "h1h2"), ("prior", "1,0")]);
        assert_eq!(in_2001.decision, Decision::TimePenalty);
    }

    #[test]
    fn a_press_without_a_move_is_told_by_leaving_the_move_out() {
        let pressed = rule(Edition::E2023, &[]);
        assert_eq!(pressed.decision, Decision::TimePenalty);
        let not_pressed = rule(Edition::E2023, &[("made", "h1h2"), ("not_pressed", "true")]);
        assert_ne!(not_pressed.decision, Decision::TimePenalty);
    }
}
