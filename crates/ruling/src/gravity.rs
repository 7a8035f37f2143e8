//! Penalties in proportion to a fault, where the Laws leave them to the arbiter.

use kaissa_laws::{Penalty, Rules};

use crate::{Choice, Proposal};
use kaissa_chess::Color;

/// How grave a fault is, where the Laws leave the penalty to the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Gravity {
    /// A first fault without intent.
    Slight,
    /// Done again after a warning.
    Warned,
    /// On purpose, or again and again.
    Persistent,
}

impl Proposal {
    /// Offers the penalties of the edition's list that are in proportion, in its order.
    ///
    /// **Laws:** 13.4 of 2001, 12.9 of 2023; that a loss is out of proportion for a slight fault is
    /// the practice of examiners and appeals committees, not text.
    #[must_use]
    pub fn offering_penalties(self, rules: &Rules, offender: Color, gravity: Gravity) -> Proposal {
        let fits = |penalty: Penalty| match penalty {
            Penalty::Warning => gravity == Gravity::Slight,
            Penalty::TimeToOpponent | Penalty::TimeFromOffender => true,
            Penalty::GameLost
            | Penalty::PointsToOpponent
            | Penalty::PointsFromOffender
            | Penalty::ExclusionFromRounds
            | Penalty::Expulsion => gravity == Gravity::Persistent,
            // A fine has to be announced beforehand, and that is not known here.
            Penalty::Fine => false,
        };
        let listed = rules.penalties().value.unwrap_or_default();
        let fitting = listed.into_iter().map(|listed| listed.penalty).filter(|&one| fits(one));
        self.offering_all(fitting.map(|penalty| match penalty {
            Penalty::GameLost => Choice::GameLost(offender),
            other => Choice::Penalty(other, None),
        }))
    }
}
