//! A game as recorded: plies, clocks, acts and irregularities, and the fold that replays them.
//!
//! A [`Record`] holds what a source says of a game, word for word: nothing is left out because it is
//! illegal, odd or not understood. What a reader put right stands in its list of [`Oddity`].

mod clock;
mod oddity;
mod record;
mod result;
mod text;
mod time_control;

pub use clock::{WrittenClock, read_clock};
pub use oddity::{Oddity, OddityCode};
pub use record::{
    Comment, Legality, LiveClocks, Record, RecordEnd, RecordedPly, Tag, Unread, read_clock_tag,
};
pub use result::{GameResult, Points, WrittenResult};
pub use text::{Place, TextRange, count_line_ends};
pub use time_control::{
    Bonus, Period, TimeControl, TimeControlField, TimeControlNote, TimeControlReading,
};
