//! Results that follow from a decision, with what the regulations make of them.

use kaissa_chess::{ByColor, Color, Position};
use kaissa_game::{Game, Points};
use kaissa_laws::{Basis, DrawOdds, Rule, Rules};
use kaissa_winnable::{Budget, CanMate, Inquiry, can_mate};

use crate::{Certainty, Choice, Consequence, Decision, Evidence, Proposal};

impl Proposal {
    /// The game is drawn; where the regulations give draw odds, it decides for that side.
    pub(crate) fn drawn(self, rules: &Rules) -> Proposal {
        let half = ByColor { white: Some(Points::Half), black: Some(Points::Half) };
        let drawn = self.then(Consequence::PointsOfBoth(half));
        match rules.regulations().draw_odds {
            Some(odds) => {
                let side = match odds {
                    DrawOdds::White => Color::White,
                    DrawOdds::Black => Color::Black,
                };
                let point = rules.regulations().id_of("draw_odds");
                drawn.then(Consequence::DeciderWonBy(side)).resting_on(Basis::Regulation(point))
            }
            None => drawn,
        }
    }

    /// The game is lost for this player, and won for the other.
    pub(crate) fn lost(self, by: Color, rules: &Rules) -> Proposal {
        let lost = self.then(Consequence::GameLost { by, opponent_points: Some(Points::One) });
        match rules.regulations().draw_odds {
            Some(_) => lost.then(Consequence::DeciderWonBy(!by)),
            None => lost,
        }
    }
}

/// Whether a side can still mate, as a ruling uses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chance {
    Can,
    Cannot,
    Undecided,
}

/// Asks whether a side can still mate by any series of legal moves, with the evidence.
pub(crate) fn mating_chance(position: &Position, by: Color) -> (Chance, Evidence) {
    let answer = match can_mate(position, by, &Budget::STANDARD) {
        Ok(answer) => answer,
        Err(_) => return (Chance::Undecided, Evidence::MateUndecided { by, nodes: 0 }),
    };
    let nodes = answer.effort.nodes();
    match answer.can_mate {
        CanMate::Yes { helpmate } => (Chance::Can, Evidence::Helpmate { by, moves: helpmate }),
        CanMate::No { .. } => (Chance::Cannot, Evidence::CannotMate { by }),
        CanMate::Unproven(_) => (Chance::Undecided, Evidence::MateUndecided { by, nodes }),
    }
}

/// A loss that is a draw where the opponent could never mate (5.1.2, 6.9, 7.5.5).
///
/// `draw_exception` is what the edition says of an opponent who could never mate.
pub(crate) fn lost_unless_unwinnable(
    position: &Position,
    loser: Color,
    lost: Decision,
    rule: Rule,
    draw_exception: Option<bool>,
    rules: &Rules,
) -> Proposal {
    let (chance, evidence) = mating_chance(position, !loser);
    match (chance, draw_exception) {
        (Chance::Can, _) => {
            Proposal::new(lost, rules.cite(rule)).shown_by(evidence).lost(loser, rules)
        }
        (Chance::Cannot, Some(true)) => {
            Proposal::new(Decision::GameDrawn, rules.cite(rule)).shown_by(evidence).drawn(rules)
        }
        (Chance::Cannot, Some(false)) => {
            Proposal::new(lost, rules.cite(rule)).shown_by(evidence).lost(loser, rules)
        }
        (Chance::Undecided, Some(false)) => {
            Proposal::new(lost, rules.cite(rule)).shown_by(evidence).lost(loser, rules)
        }
        (Chance::Cannot, None) | (Chance::Undecided, _) => {
            let first = match lost {
                Decision::Resigned => Choice::Resigned(loser),
                _ => Choice::GameLost(loser),
            };
            let open = Proposal::new(Decision::ArbiterDecides, rules.cite(rule))
                .shown_by(evidence)
                .offering(first)
                .offering(Choice::Decide(Decision::GameDrawn));
            match draw_exception {
                None => open.without_text_for(rule),
                Some(_) => open.with_certainty(Certainty::Open),
            }
        }
    }
}

/// The last position of the game of which questions of law can be asked.
///
/// After an illegal move that leaves a king to be taken, the one before it is meant.
pub(crate) fn sound_position(game: &Game) -> &Position {
    let mut positions: Vec<&Position> = game.positions().map(|(_, at)| at).collect();
    while let Some(at) = positions.pop() {
        if Inquiry::new(at, Color::White).is_ok() {
            return at;
        }
    }
    game.position()
}
