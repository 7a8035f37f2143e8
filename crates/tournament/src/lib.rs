//! The papers of a tournament: pairings and results as tables (CSV) and as tournament report files
//! (TRF), read and written.
//!
//! A reader gives what it understood *and* a list of [`Trouble`]s, each with its line, what was found
//! and what was expected. A [`Trf`] keeps every line as it came: what is not understood here goes out
//! again as it came in.

mod layout;
mod pairing;
mod table;
mod trf;
mod trouble;

pub use pairing::{LAST_ROUND, PairingRow, PairingsReading, Unpaired, name_key};
pub use table::{read_table, write_table};
pub use trf::{EventFacts, Trf, TrfGame, TrfPlayer};
pub use trouble::{Expected, Trouble};
