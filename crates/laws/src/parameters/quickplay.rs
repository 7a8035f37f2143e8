//! Quickplay finish: games without an increment.

use serde::Deserialize;

use crate::ClockTime;

/// Whether a quickplay finish has to be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuickplayAnnouncement {
    /// It applies always.
    Always,
    /// The event must say whether it applies (2014).
    MustSay,
    /// It applies only if announced (from 2018).
    OnlyIfAnnounced,
}

/// An increment that may be asked for in place of a draw claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum QuickplayIncrement {
    /// No such choice (2001 to 2009).
    None,
    /// An increment for both, and time for the opponent (G.4 of 2014, III.4).
    Both {
        /// The increment with each move.
        increment: ClockTime,
        /// Time added for the opponent.
        opponent: ClockTime,
    },
}

/// Whether the decision on a quickplay claim may be appealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuickplayAppeal {
    /// It is final.
    Final,
    /// As any other decision.
    General,
}

/// Whether a quickplay finish applies in blitz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuickplayInBlitz {
    /// It does not.
    Never,
    /// Only under the full rules (2009).
    FullRulesOnly,
}
