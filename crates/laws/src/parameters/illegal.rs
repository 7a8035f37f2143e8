//! Illegal moves and what counts as one.

use serde::Deserialize;

use crate::ClockTime;

/// What illegal moves cost (7.4 of 2001 and 2009, 7.5.5 of 2023).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum IllegalMoveTariff {
    /// Each gives the opponent time, until one of them loses the game.
    TimeThenLoss {
        /// Time added for the opponent.
        add: ClockTime,
        /// Which illegal move of the same player loses: 2 for the second.
        loses_at: u32,
    },
    /// The first loses the game (2014 and 2017 in rapid and blitz).
    Loss,
    /// The opponent may claim a win (2001 to 2009 in blitz).
    ClaimWins,
}

impl IllegalMoveTariff {
    /// Says what a player's illegal move costs, counted from 1.
    pub fn price(&self, count: u32) -> IllegalMovePrice {
        match *self {
            IllegalMoveTariff::TimeThenLoss { add, loses_at } if count < loses_at => {
                IllegalMovePrice::TimeToOpponent(add)
            }
            IllegalMoveTariff::TimeThenLoss { .. } | IllegalMoveTariff::Loss => {
                IllegalMovePrice::GameLost
            }
            IllegalMoveTariff::ClaimWins => IllegalMovePrice::OpponentMayClaimWin,
        }
    }
}

/// What one illegal move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalMovePrice {
    /// More time for the opponent.
    TimeToOpponent(ClockTime),
    /// The game is lost.
    GameLost,
    /// The opponent may claim the game.
    OpponentMayClaimWin,
}

/// When an illegal move counts as completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMoveCompletion {
    /// The edition does not say (2001).
    NotDefined,
    /// When the player has pressed the clock.
    ClockPressed,
}

/// Who may set the rule on an illegal move going, and until when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalMoveIntervention {
    /// The arbiter or a player, whenever it is found during the game.
    WheneverFound,
    /// Only the opponent, before he replies.
    ClaimBeforeReply,
    /// The arbiter who sees it or the opponent, before the reply.
    SeenOrClaimedBeforeReply,
}

/// What becomes of an illegal move after the opponent's reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateIllegalMove {
    /// The position before it is restored.
    Corrected,
    /// It stands.
    Stands,
    /// It stands unless both agree to correct it, without the arbiter.
    StandsUnlessAgreed,
}

/// How an edition treats a fault that may count as an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultTreatment {
    /// The edition does not name it.
    NotNamed,
    /// It is against the rules, no tariff is named.
    AgainstRules,
    /// It is an illegal move.
    IllegalMove,
    /// It counts as an illegal move once the clock is pressed.
    IllegalMoveIfPressed,
}

/// What happens to a pawn left on the last rank when the clock is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnpromotedPawn {
    /// The edition does not name it (2001).
    NotNamed,
    /// An illegal move: the position is restored, the player chooses the piece (2009).
    Restored,
    /// An illegal move: the pawn becomes a queen (from 2014).
    BecomesQueen,
}

/// What becomes of the increment gained by pressing the clock with an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IncrementGained {
    /// The edition does not say.
    NotMentioned,
    /// It is taken back (commentary to 2023).
    TakenBack,
}

/// What binds the move that replaces an illegal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplacingMove {
    /// The touched piece (4.3).
    TouchMove,
    /// The touched and the released piece (4.3 with 4.6 or 4.7).
    TouchAndRelease,
}

/// What the arbiter does about both kings in check or a pawn on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalPositionObserved {
    /// He acts at once, as on any illegal position.
    AtOnce,
    /// He intervenes if he can (2009).
    IntervenesIfPossible,
    /// He waits for the next completed move; if the position is still illegal, the game is drawn (from 2017).
    WaitsThenDraw,
}
