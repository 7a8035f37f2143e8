//! A game as recorded: plies, clocks, acts and irregularities, and the fold that replays them.
//!
//! A [`Record`] holds what a source says of a game, word for word: nothing is left out because it is
//! illegal, odd or not understood. What a reader put right stands in its list of [`Oddity`].
//!
//! What happens at a board is a list of [`Entry`] values in the past tense; a [`Game`] is their
//! fold, and rulings are asked of it.

mod chessclock;
mod clock;
mod draw_claim;
mod entry;
mod game;
mod game_end;
mod incident;
mod move_names;
mod oddity;
mod record;
mod result;
mod text;
mod time_control;
mod timestamp;
mod typed_line;

pub use chessclock::Chessclock;
pub use clock::{WrittenClock, read_clock};
pub use draw_claim::{AnnouncedMove, Announcement, DrawClaim, DrawRule};
pub use entry::{ClaimedMove, Entry, Fault, OutsiderWords, Saying};
pub use game::{Flag, Game, MadeMove, Presence, SetAside};
pub use game_end::GameEnd;
pub use incident::{AssistantDuty, Incident};
pub use move_names::{MoveNames, move_name, numbered_line};
pub use oddity::{Oddity, OddityCode};
pub use record::{
    Comment, Legality, LiveClocks, Record, RecordEnd, RecordedPly, Tag, Unread, read_clock_tag,
};
pub use result::{GameResult, Points, WrittenResult};
pub use text::{Place, TextRange, count_line_ends};
pub use time_control::{
    Bonus, Period, TimeControl, TimeControlField, TimeControlNote, TimeControlReading,
};
pub use timestamp::Timestamp;
pub use typed_line::{TypedFault, TypedMove, read_typed_line, read_typed_move};
