//! The recording of the moves.

use serde::Deserialize;

use crate::ClockTime;

/// When a player short of time need not record (8.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RecordingExemption {
    /// Less than this time is left.
    pub below: ClockTime,
    /// There is no increment of this much or more.
    pub increment: ClockTime,
    /// How long the exemption lasts.
    pub lasts: ExemptionLasts,
}

/// How long a player who was short of time need not record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExemptionLasts {
    /// The edition does not say.
    NotStated,
    /// For the rest of the period.
    RestOfPeriod,
}

/// Whether the players must record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordingDuty {
    /// They must.
    Required,
    /// They need not (rapid and blitz).
    NotRequired,
}

/// Whether a move may be written before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WritingInAdvance {
    /// Nothing forbids it (2001).
    NotForbidden,
    /// Only to claim a draw (2005).
    OnlyClaims,
    /// Only to claim a draw or to adjourn (from 2009).
    OnlyClaimsAndAdjourning,
}

/// When the next move is the first of the next period although nothing can be shown (8.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OverstepNotShown {
    /// Unless it is evident that the control was passed (2001 in translation).
    UnlessControlPassed,
    /// Unless it is plain that more moves were made.
    UnlessMoreMoves,
}

/// What is done for a player who cannot record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CannotRecord {
    /// The arbiter takes off some of his time at the start (2001).
    TimeDeducted,
    /// An assistant writes, the clock is adjusted.
    AssistantClockAdjusted,
    /// An assistant writes; the clock is adjusted, but not for a disabled player.
    AssistantUnlessDisabled,
}

/// How often a player may ask to see the scoresheet kept for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetRequests {
    /// The edition does not say.
    NotMentioned,
    /// On his move, at most five times; more is a distraction.
    FiveTimes,
}

/// What the moves may be recorded on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoresheetKind {
    /// The paper scoresheet.
    Paper,
    /// The paper scoresheet or a certified electronic one (2023).
    PaperOrElectronic,
}
