//! A playing hall to try Kaissa on: real games played again as live sources write them, with the
//! faults that real sources have.
//!
//! A [`Script`] says what happens at the boards and when; [`Faults`] say what goes wrong with the
//! transmission. A simulator of a source plays a script through the faults. The same seed gives the
//! same hall.

mod fault;
pub mod livechess;
mod script;
pub mod serial;

pub use fault::{FaultKind, Faults, Seed};
pub use script::{BoardScript, Script, ScriptPly};
