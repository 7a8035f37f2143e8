//! The sources of a playing hall, one file each, all giving the same observations.
//!
//! A [`Source`] follows one thing (a folder, a LiveChess, a serial port) and hands what it sees to
//! an [`Outlet`]: what a board's record now holds, how the source itself fares, and where something
//! was not seen. What a source's bytes mean, with its quirks, is decided by a small machine without
//! network or clock inside its file; the thread around it only moves bytes.
//!
//! A source only reads: nothing here writes to a board, a clock or a program of the hall.

mod by_hand;
mod cloud;
mod cloud_json;
pub mod dgt;
mod fare;
mod files;
mod http;
mod http_head;
mod lichess;
mod lichess_blocks;
mod live_record;
pub mod livechess;
mod observation;
mod outlet;
mod patience;
mod pause;
mod pgn_address;
mod pgn_path;
mod pgn_text;
mod plan;
mod politeness;
mod replay;
mod rows;
mod spec;
mod time;
mod trouble;

pub use by_hand::{ByHand, EntryError, Expected};
pub use cloud::{CloudOptions, CloudSource};
pub use cloud_json::{
    CloudGame, CloudPairing, CloudPlayer, CloudRound, CloudRoundState, CloudTournament,
    cloud_record, pgn_result, read_cloud_game, read_cloud_lookup, read_cloud_round,
    read_cloud_tournament,
};
pub use http_head::{charset, http_date};
pub use lichess::{LichessOptions, LichessRound, LichessSource, read_lichess_round};
pub use lichess_blocks::LichessBlocks;
pub use live_record::{LiveMove, LiveRecord};
pub use observation::{Gap, Health, Observation, Replaced, Seen, Trouble};
pub use outlet::{Outlet, Stopped, outlet};
pub use pause::Pause;
pub use pgn_address::AddressSource;
pub use pgn_path::PathSource;
pub use politeness::Politeness;
pub use replay::{Replay, ReplaySource};
pub use spec::{SourceSpec, SpecError};
pub use time::now;

/// Something that can be followed.
pub trait Source: Send {
    /// Its name, as given.
    fn name(&self) -> &str;

    /// Follows it until the outlet is stopped, whatever goes wrong on the way.
    fn follow(&mut self, outlet: &Outlet);
}
