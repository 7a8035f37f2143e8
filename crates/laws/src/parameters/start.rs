//! The start of the game: arrival, set-up, colours and clocks.

use serde::Deserialize;

use crate::ClockTime;

/// The latest arrival (6.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum DefaultTimeRule {
    /// This time, unless changed.
    Fixed {
        /// The time after the start.
        time: ClockTime,
    },
    /// The event must say it.
    MustBeAnnounced,
    /// The event says it; if it is silent, this time holds.
    AnnouncedElse {
        /// The time after the start.
        time: ClockTime,
    },
}

/// The latest arrival that holds for a competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefaultTime {
    /// This long after the start.
    After(ClockTime),
    /// The event must have announced it, and the regulations given here do not say it.
    NotAnnounced,
}

/// When an arrival is too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateTest {
    /// More than the time after the start.
    MoreThan,
    /// At the time or later.
    AtLeast,
}

impl LateTest {
    /// Says whether an arrival so long after the start is too late.
    pub fn is_late(self, late: ClockTime, default_time: ClockTime) -> bool {
        match self {
            LateTest::MoreThan => late > default_time,
            LateTest::AtLeast => late >= default_time,
        }
    }
}

/// Who may set another latest arrival, or excuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultTimeChange {
    /// The regulations or the arbiter.
    RegulationsOrArbiter,
    /// Only the regulations (2009).
    RegulationsOnly,
    /// The regulations set it, the arbiter may decide otherwise.
    RegulationsAndArbiter,
}

/// Until when a wrong set-up may be complained of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimLimit {
    /// During the whole game.
    None,
    /// Until each player has completed this many moves.
    Moves(u32),
}

impl ClaimLimit {
    /// Says whether a complaint is in time when each player has made so many moves.
    pub fn is_open(self, n_moves_each: u32) -> bool {
        match self {
            ClaimLimit::None => true,
            ClaimLimit::Moves(limit) => n_moves_each < limit,
        }
    }
}

/// What castling is left after a wrong set-up that stands in rapid and blitz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MisplacedCastling {
    /// With king and queen swapped, not with that king (2001, 2009).
    NotThatKing,
    /// A misplaced king may not castle, nor any king with a misplaced rook (from 2014).
    KingNoneRookNotWithIt,
}

/// What follows when the game began with colours reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorsReversed {
    /// It goes on, unless the arbiter rules otherwise (2001 to 2014).
    ContinueUnlessArbiter,
    /// A new game with the right colours while fewer than so many moves were made by both; else
    /// it goes on (from 2017).
    RestartBelow(u32),
}

/// What is done about a wrong setting of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockSettingRule {
    /// Only defects are ruled upon (2001).
    DefectsOnly,
    /// The clock is stopped at once and put right.
    StopAndCorrect,
}

/// Whether a wrong clock setting may still be changed late in a rapid or blitz game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockSettingLimit {
    /// No later than a wrong set-up.
    AsSetup,
    /// No later than a wrong set-up, unless the schedule would suffer.
    AsSetupUnlessSchedule,
    /// At any time.
    NoLimit,
}

/// What ends the right to claim an irregularity under 7.2, 7.3 or 7.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IrregularityClaimEnd {
    /// Nothing during the game.
    NotLimited,
    /// The claimant touched a piece as in 4.3 (rapid of 2001).
    TouchedPiece,
}

/// Who loses the time while neither player is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NobodyPresent {
    /// White.
    White,
    /// White, where the default time is not zero.
    WhiteUnlessZeroDefault,
}

/// What late arrival at a resumption means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateResumption {
    /// More than one hour loses, with exceptions for a sealed move that ends the game.
    OneHour,
    /// The default time counts; a sealed move that ends the game counts.
    DefaultTime,
}
