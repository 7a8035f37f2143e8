//! A hall that is followed: what sources say, kept in the journal and told as alarms.
//!
//! A [`Following`] takes observations, one after the other. Each gives a [`Step`]: the entries that
//! keep it, and what the hall tells because of it. Nothing of a step is shown before its entries
//! are durable. After a restart the journal is [replayed](Following::replay), and the following
//! goes on where it was: no alarm is told again, none is left out.

mod alarm_json;
mod following;
mod replay;
mod rows;
mod showing;
mod statements;
mod step;

pub use alarm_json::{SCHEMA, alarm_json};
pub use following::Following;
pub use replay::{ReplayError, ReplayFault};
pub use showing::{gap_of_restart, show, show_gap};
pub use statements::{gap_statement, health_json, health_statement, replaced_statement};
pub use step::{SourceNews, Step};
