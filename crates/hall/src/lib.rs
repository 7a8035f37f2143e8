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
mod observation;
mod row;
mod scan;
mod shelves;
mod standing;
mod telling;
mod view;

pub use alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call, Recording};
pub use event::{AlarmEvent, AlarmState, GameId, GameTitle, HallEvent, Notice, NoticeKind};
pub use hall::{Hall, HallOptions};
pub use kaissa_game::Timestamp;
pub use observation::{GapSeen, Observation, RowSeen};
pub use row::SetAside;
pub use view::{GameView, KnownAlarm, RowView};

#[cfg(test)]
mod tests;
