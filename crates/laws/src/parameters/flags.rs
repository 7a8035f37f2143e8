//! Flag-fall, resignation and time claims.

use serde::Deserialize;

/// Who may point out a fallen flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagCall {
    /// The arbiter who sees it, or a player.
    ArbiterOrPlayer,
    /// Only a player; the arbiter keeps silent.
    PlayerOnly,
    /// Only a player; the arbiter may speak when both are down (2009).
    PlayerOnlyUnlessBoth,
    /// The arbiter may, and a player (2017).
    ArbiterMay,
    /// The arbiter shall, and a player may.
    ArbiterShall,
}

/// What a player who claims the other's flag needs on his own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnFlag {
    /// His own flag must be up.
    MustBeUp,
    /// Nothing.
    NoCondition,
}

/// What a player who claims a win on time does with the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeClaimClocks {
    /// He stops both clocks.
    MustStopBoth,
    /// He may stop them.
    MayStop,
}

/// What follows when both flags are down and nobody knows which fell first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BothFlags {
    /// The game goes on.
    Continue,
    /// The game is drawn.
    Draw,
    /// The game is drawn, unless the clock shows which fell first.
    DrawUnlessShown,
    /// The claim of a win on time fails (2017).
    ClaimFails,
    /// The flag that the clock shows decides.
    ClockShows,
}

/// What follows for a player who would lose to an opponent that could never mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CannotMateOutcome {
    /// The game is lost all the same.
    Lost,
    /// The game is drawn.
    Drawn,
}
