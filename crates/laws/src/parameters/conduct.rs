//! Devices, conduct, points and penalties.

use serde::Deserialize;

/// What is forbidden about telephones and other devices, and what loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceRule {
    /// The edition has no article on them (2001).
    NoArticle,
    /// Bringing one is forbidden; a telephone that rings loses (2005).
    Ringing,
    /// One that is not switched off is forbidden; any sound loses (2009).
    Sound,
    /// Having one in the venue is forbidden; evident possession loses (2014).
    PhoneEvident,
    /// Any device not approved is forbidden; one on the person loses (from 2018).
    DeviceOnPerson,
}

/// What the opponent of a player scores who lost by a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceOpponent {
    /// The edition has no article on devices (2001).
    NoArticle,
    /// What the arbiter decides (2005).
    ArbiterDecides,
    /// A win, or a draw if he could never mate (2009).
    WinsIfCouldMate,
    /// A win.
    Wins,
}

/// Whether the regulations may allow something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allowance {
    /// The edition does not say.
    NotMentioned,
    /// The regulations may.
    ByRegulations,
}

/// Whether players may be inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Inspection {
    /// The edition does not say.
    NotMentioned,
    /// In private, by a person of the same gender (from 2014).
    Private,
}

/// What refusing to comply with the Laws costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// The game is lost.
    Lost,
    /// The game is lost if the refusal persists.
    LostIfPersistent,
}

/// Whether decisions may be appealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Appeal {
    /// The edition does not say.
    NotMentioned,
    /// All but those on the quickplay finish (2009).
    ExceptQuickplay,
    /// Any, unless the regulations say otherwise.
    Any,
}

/// Whether the total score of a game is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointsTotal {
    /// The edition does not say.
    NotStated,
    /// It is never above the normal one.
    NeverAboveNormal,
}

/// A penalty that the arbiter may impose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Penalty {
    /// A warning.
    Warning,
    /// More time for the opponent.
    TimeToOpponent,
    /// Less time for the offender.
    TimeFromOffender,
    /// More points for the opponent, up to the maximum of the game.
    PointsToOpponent,
    /// Fewer points for the offender.
    PointsFromOffender,
    /// Loss of the game; the arbiter sets the other score.
    GameLost,
    /// A fine announced beforehand.
    Fine,
    /// Exclusion from one or more rounds.
    ExclusionFromRounds,
    /// Expulsion from the competition.
    Expulsion,
}

impl Penalty {
    /// Gives our word for the penalty.
    pub fn word(self) -> &'static str {
        match self {
            Penalty::Warning => "warning",
            Penalty::TimeToOpponent => "time_to_opponent",
            Penalty::TimeFromOffender => "time_from_offender",
            Penalty::PointsToOpponent => "points_to_opponent",
            Penalty::PointsFromOffender => "points_from_offender",
            Penalty::GameLost => "game_lost",
            Penalty::Fine => "fine",
            Penalty::ExclusionFromRounds => "exclusion_from_rounds",
            Penalty::Expulsion => "expulsion",
        }
    }
}

/// A penalty of an edition's list, with its place there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListedPenalty {
    /// The article, where its number is known.
    pub article: Option<String>,
    /// The penalty.
    pub penalty: Penalty,
}
