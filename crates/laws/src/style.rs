//! The styles of play and their supervision.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

/// The style of play by the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Style {
    /// Standard chess: the Competition Rules as they stand.
    Standard,
    /// Rapid chess (2001: Appendix B; later: Appendix A).
    Rapid,
    /// Blitz (2001: Appendix C; later: Appendix B).
    Blitz,
}

/// How closely rapid and blitz games are watched.
///
/// **Laws:** A.4 and A.5, B.2 and B.3 of 2023. Standard games are always under the full rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Supervision {
    /// The Competition Rules in full: few games to an arbiter, each of them recorded.
    Full,
    /// The reduced rules of the rapid or blitz appendix.
    Reduced,
}

/// A text that names no style or supervision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// What was written.
    pub found: String,
    /// The words there are.
    pub expected: &'static [&'static str],
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected one of {}", self.found, self.expected.join(", "))
    }
}

impl std::error::Error for UnknownWord {}

impl Style {
    /// Gives the word for the style: `standard`, `rapid` or `blitz`.
    pub fn name(self) -> &'static str {
        match self {
            Style::Standard => "standard",
            Style::Rapid => "rapid",
            Style::Blitz => "blitz",
        }
    }
}

impl Supervision {
    /// Gives the word for the supervision: `full` or `reduced`.
    pub fn name(self) -> &'static str {
        match self {
            Supervision::Full => "full",
            Supervision::Reduced => "reduced",
        }
    }
}

impl FromStr for Style {
    type Err = UnknownWord;
    fn from_str(text: &str) -> Result<Style, UnknownWord> {
        [Style::Standard, Style::Rapid, Style::Blitz]
            .into_iter()
            .find(|style| style.name() == text)
            .ok_or_else(|| UnknownWord {
                found: text.to_owned(),
                expected: &["standard", "rapid", "blitz"],
            })
    }
}

impl FromStr for Supervision {
    type Err = UnknownWord;
    fn from_str(text: &str) -> Result<Supervision, UnknownWord> {
        [Supervision::Full, Supervision::Reduced]
            .into_iter()
            .find(|supervision| supervision.name() == text)
            .ok_or_else(|| UnknownWord { found: text.to_owned(), expected: &["full", "reduced"] })
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Supervision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The games to which an article or a value applies: a style, with or without a supervision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Standard games.
    Standard,
    /// Rapid games under either supervision.
    Rapid,
    /// Rapid games under the full rules.
    RapidFull,
    /// Rapid games under the reduced rules.
    RapidReduced,
    /// Blitz games under either supervision.
    Blitz,
    /// Blitz games under the full rules.
    BlitzFull,
    /// Blitz games under the reduced rules.
    BlitzReduced,
}

impl Scope {
    /// Says whether a game of this style and supervision is within the scope.
    pub fn holds(self, style: Style, supervision: Supervision) -> bool {
        use Supervision::{Full, Reduced};
        match self {
            Scope::Standard => style == Style::Standard,
            Scope::Rapid => style == Style::Rapid,
            Scope::RapidFull => style == Style::Rapid && supervision == Full,
            Scope::RapidReduced => style == Style::Rapid && supervision == Reduced,
            Scope::Blitz => style == Style::Blitz,
            Scope::BlitzFull => style == Style::Blitz && supervision == Full,
            Scope::BlitzReduced => style == Style::Blitz && supervision == Reduced,
        }
    }
}
