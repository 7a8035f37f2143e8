//! Which games are rapid and blitz.

use serde::Deserialize;

use crate::ClockTime;

/// A range of game lengths.
///
/// The length is the fixed time of a player, with sixty increments added where the edition counts
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameLength {
    /// The shortest length, itself inside.
    pub from: Option<ClockTime>,
    /// The length that is just too short.
    pub above: Option<ClockTime>,
    /// The longest length, itself inside.
    pub to: Option<ClockTime>,
    /// The length that is just too long.
    pub below: Option<ClockTime>,
    /// Whether sixty increments are added.
    pub counts_increment: bool,
    /// A length about which the known sources leave open whether it is inside.
    pub open_at: Option<ClockTime>,
    /// A length that is inside by a reading only.
    pub inferred_at: Option<ClockTime>,
}

impl GameLength {
    /// Says whether a game with this time and increment is within the range.
    pub fn holds(&self, base: ClockTime, increment: ClockTime) -> bool {
        let length = self.measure(base, increment);
        self.from.is_none_or(|from| length >= from)
            && self.above.is_none_or(|above| length > above)
            && self.to.is_none_or(|to| length <= to)
            && self.below.is_none_or(|below| length < below)
    }

    /// Gives the length of a game with this time and increment as the edition measures it.
    pub fn measure(&self, base: ClockTime, increment: ClockTime) -> ClockTime {
        let sixty_moves = if self.counts_increment { increment * 60 } else { ClockTime::ZERO };
        base + sixty_moves
    }
}

/// Whether the edition has full rules and reduced rules for rapid and blitz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupervisionProfiles {
    /// It has one set of rules for them (2001).
    One,
    /// It has both (from 2009).
    FullAndReduced,
}

/// Whether the regulations must say which rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SupervisionNaming {
    /// The edition does not say.
    NotMentioned,
    /// They must (from 2017).
    Required,
}
