//! Many games at once: observations in; records, gaps and alarms out.
//!
//! A [`Hall`] takes what its sources hold, each time the whole of it, finds the games in it whatever
//! their order, and tells what an arbiter has to know: an alarm when it becomes true, once, and its
//! withdrawal when the record is taken back.

mod alarm;
mod clocks;
mod event;
mod game;
mod hall;
mod identity;
mod line;
mod matching;
mod names;
mod standing;

pub use alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call, Recording};
pub use event::{AlarmEvent, AlarmState, GameId, GameTitle, HallEvent, Notice, NoticeKind};
pub use hall::{Hall, HallOptions, Observation};
pub use kaissa_game::Timestamp;

#[cfg(test)]
mod tests;
