//! What a hall tells: alarms raised and withdrawn, and what the operator has to settle.

use std::fmt;

use kaissa_laws::ClockTime;

use crate::{Alarm, Timestamp};

/// The id of a game, given once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub u32);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "g{}", self.0)
    }
}

/// Something that a hall tells.
#[derive(Clone, PartialEq, Debug)]
pub enum HallEvent {
    /// An alarm was raised or withdrawn.
    Alarm(Box<AlarmEvent>),
    /// The operator has something to settle.
    Notice(Notice),
}

/// Whether an alarm was raised or withdrawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AlarmState {
    /// It has become true.
    Raised,
    /// It is true no more: the record was taken back or goes on.
    Withdrawn,
}

impl AlarmState {
    /// The word of the JSON contract.
    pub const fn word(self) -> &'static str {
        match self {
            AlarmState::Raised => "raised",
            AlarmState::Withdrawn => "withdrawn",
        }
    }
}

/// An alarm that was raised or withdrawn, with the game it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub struct AlarmEvent {
    /// Which of both.
    pub state: AlarmState,
    /// The alarm.
    pub alarm: Alarm,
    /// When.
    pub at: Timestamp,
    /// The game.
    pub game: GameTitle,
    /// The source that the record of the game is taken from.
    pub source: String,
    /// Time since that source last brought something new of the game.
    pub source_age: ClockTime,
}

impl AlarmEvent {
    /// The id of the alarm: game, kind, ply and position.
    pub fn id(&self) -> String {
        format!("{}-{}", self.game.id, self.alarm.key.text())
    }
}

/// How a game is named to people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameTitle {
    /// Its id.
    pub id: GameId,
    /// Its board, where it is known.
    pub board: Option<String>,
    /// White's name as recorded.
    pub white: Option<String>,
    /// Black's name as recorded.
    pub black: Option<String>,
}

/// Something that the operator has to settle: nothing was merged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What it is.
    pub kind: NoticeKind,
    /// The source.
    pub source: String,
    /// The number of the game in it, from 1.
    pub number: u32,
    /// The game as which the row is now followed.
    pub game: GameTitle,
    /// The games that it may be too.
    pub candidates: Vec<GameTitle>,
}

/// What the operator has to settle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoticeKind {
    /// A row may be one of several games.
    ManyCandidates,
    /// A row may be a known game, and too little speaks for it.
    TooLittle,
    /// A source holds two different games of the same players in the same round.
    SamePlayersTwice,
}

impl NoticeKind {
    /// The word by which the catalogue names it.
    pub const fn word(self) -> &'static str {
        match self {
            NoticeKind::ManyCandidates => "many_candidates",
            NoticeKind::TooLittle => "too_little",
            NoticeKind::SamePlayersTwice => "same_players_twice",
        }
    }
}
