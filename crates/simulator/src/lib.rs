//! A playing hall to try Kaissa on: real games played again as live sources write them, with the
//! faults that real sources have.
//!
//! A [`Script`] says what happens at the boards and when; [`Faults`] say what goes wrong with the
//! transmission. A simulator of a source plays a script through the faults. The same seed gives the
//! same hall.

mod arguments;
mod cloud;
mod command;
mod fault;
mod folder;
mod http;
mod lichess;
pub mod livechess;
mod played;
mod script;
mod sent;
pub mod serial;
mod server;

pub use arguments::{FolderArguments, HallArguments, ServerArguments};
pub use cloud::CloudSimulator;
pub use command::Command;
pub use fault::{FaultKind, Faults, Seed};
pub use folder::{FileEncoding, FolderOptions, FolderSimulator};
pub use http::HttpSimulator;
pub use lichess::{LichessSimulator, LichessSimulatorOptions};
pub use played::HallClock;
pub use script::{BoardScript, Script, ScriptPly};
pub use sent::{SentBoard, SentHall, SentMove, Shown, TextStyle};
pub use server::{Page, Question, Reply, Server, StreamWriter};
