//! Draw claims, draw offers and draws without a claim.

use serde::Deserialize;

use crate::ClockTime;

/// What ends the right to claim a draw for this move (9.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimRightEnd {
    /// Making a move without claiming (2001).
    Move,
    /// Touching a piece, as in 4.3 (from 2009).
    Touch,
}

/// How the intended move of a claim is made known (9.2, 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimForm {
    /// Written on the scoresheet, then declared (2001 to 2009).
    WrittenThenDeclared,
    /// The same, and it cannot be changed (2014 to 2018).
    WrittenUnchangeable,
    /// Indicated on the paper or electronic scoresheet, and it cannot be changed (2023).
    IndicatedUnchangeable,
}

/// When a possible capture in passing makes two positions different (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnPassantComparison {
    /// When it was possible and no longer is (2001 to 2009).
    NoLongerPossible,
    /// When it was possible at the start of the sequence (from 2014).
    PossibleAtStart,
}

/// When castling makes two positions different (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastlingComparison {
    /// When the right to castle changed for now or for later (2001, 2005).
    NowOrLater,
    /// When the right was lost by moving king or rook (from 2009).
    LostByMoving,
}

/// Who stops the clocks at a draw claim (9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimClocks {
    /// The claimant, at once (2001).
    ClaimantMust,
    /// The claimant may (2009).
    ClaimantMay,
    /// The claimant or the arbiter does (from 2014).
    ClaimantOrArbiter,
}

/// Which claims are draw offers too (9.1, 9.2, 9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimOffers {
    /// Threefold, fifty moves and the quickplay finish (2001 to 2009).
    WithQuickplay,
    /// Threefold and fifty moves (from 2014).
    ThreefoldAndFifty,
}

/// Whose duty it is to check a draw claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimChecking {
    /// The edition does not say.
    NotStated,
    /// The players, supervised by the arbiter (11.12 of 2023).
    PlayersUnderSupervision,
}

/// Whether a position that came five times draws without a claim (9.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fivefold {
    /// No such rule (2001 to 2009).
    None,
    /// On five consecutive alternate moves by each (2014): occurrences four plies apart are certain, any others open.
    EveryFourPlies,
    /// At least five times, at any distance (from 2017).
    AnyDistance,
}

/// Whether moves without a capture or pawn move draw without a claim (9.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeventyFiveMoves {
    /// No such rule (2001 to 2009).
    None,
    /// Any series of 75 by each, a mate by the last of them going first (from 2014).
    AnySeries,
}

/// Whether a draw may be agreed before both have moved (5.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EarlyAgreement {
    /// It may (2001 to 2014).
    Allowed,
    /// It is not valid (from 2017).
    NotValid,
}

/// Whether the regulations may restrict draws by agreement (9.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestrictionByEvent {
    /// The edition does not say.
    NotMentioned,
    /// They may.
    Allowed,
}

/// What a wrong draw claim costs (9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WrongClaimTariff {
    /// Time added for the opponent.
    pub opponent: ClockTime,
    /// What becomes of the claimant's time.
    pub claimant: ClaimantTime,
}

impl WrongClaimTariff {
    /// Gives the claimant's time after a wrong claim.
    pub fn claimant_after(&self, remaining: ClockTime) -> ClockTime {
        match self.claimant {
            ClaimantTime::Nothing => remaining,
            ClaimantTime::Halved { above, at_most, floor } => {
                if remaining > above {
                    remaining - remaining.half().min(at_most)
                } else {
                    remaining.min(floor)
                }
            }
        }
    }

    /// Gives the opponent's time after a wrong claim.
    pub fn opponent_after(&self, remaining: ClockTime) -> ClockTime {
        remaining + self.opponent
    }
}

/// What becomes of the time of a player whose draw claim was wrong (9.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum ClaimantTime {
    /// Nothing is taken away (from 2009).
    Nothing,
    /// With more than `above` he loses half, at most `at_most`; with less he is left with `floor`,
    /// or with what he has where that is less (2001).
    ///
    /// Exactly `above` has no rule of its own; both neighbours give `floor`.
    Halved {
        /// The time above which half is lost.
        above: ClockTime,
        /// The most that is lost.
        at_most: ClockTime,
        /// What is left at least.
        floor: ClockTime,
    },
}
