//! Notation, blind players and Chess960.

use serde::Deserialize;

/// Whether a move may be written with its square of departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LongForm {
    /// The edition does not say.
    NotMentioned,
    /// It may (from 2018).
    Acceptable,
}

/// Whether the signs for capture, check and mate may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OptionalSigns {
    /// They may.
    NotMandatory,
}

/// The language of the rank numbers in blind play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlindRankNames {
    /// German.
    German,
    /// German, unless the arbiter decides otherwise.
    GermanUnlessArbiter,
}

/// The clock of a blind player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlindClock {
    /// A tactile clock.
    Tactile,
    /// A speaking or a tactile clock.
    SpeakingOrTactile,
}

/// Whether the edition has rules for Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chess960Rules {
    /// It has none.
    None,
    /// It has.
    Present,
}
