//! A DGT board at a serial port, or a saved log of its bytes.
//!
//! [`Decoder`] finds the messages in the bytes, [`Follower`] the game in the messages, and
//! [`recover_games`] the games in the board's own memory. None of them knows a port, a file or the
//! time of day. [`DgtSource`] and [`DgtLogSource`] move the bytes.
//!
//! Nothing is ever written to a board or its clock but requests to tell something: [`Command`] is
//! the whole list.

mod bus;
mod clock;
mod decoder;
mod explain;
mod follower;
mod game;
mod line;
mod log;
mod log_source;
mod memory;
mod message;
mod recovery;
mod sensors;
mod serial_port;
mod source;

pub use bus::{BusAnswer, BusDecoder, BusSaid};
pub use clock::{Chessclock, ClockEvent, ClockMessage, ClockReading, Display, Hand, Press};
pub use decoder::Decoder;
pub use follower::{Follower, News, Pace};
pub use game::{BoardGame, Moment, Outcome};
pub use line::{Line, LinePly};
pub use log::{LogChunk, read_log};
pub use log_source::{DgtLogSource, replay_log};
pub use memory::{Event, read_events};
pub use message::{Battery, Command, Message};
pub use recovery::recover_games;
pub use sensors::{Lie, Sensors};
pub use source::{DgtSource, Opener, Port};
