//! The Laws run over files, folders and archives of games, on all cores.
//!
//! Sources are read one after the other and cut into parts of whole games; parts are reviewed on
//! all cores; what comes out is in the order of the input. A source that cannot be read stops
//! nothing else.

mod game;
mod json;
mod run;
mod source;
mod write;

pub use game::{BoardFrom, GameFacts, GamePlace, board};
pub use json::{SCHEMA, color_word, game as game_json, uci_line, unreadable as unreadable_json};
pub use run::{AuditEvent, AuditOptions, audit};
pub use source::{Source, SourceError, expand, is_game_file, read_members};
