//! A tolerant, streaming reader of PGN with its list of oddities, and a writer: bytes in, games out.
//!
//! [`Reader`] gives one game after the other out of a stream of any size and any usual encoding.
//! For many cores a [`Splitter`] cuts the stream into [`Part`]s of whole games, each of which is
//! read on its own; [`GameReader`] reads a text that is held in memory, and a [`GrowingGame`] one
//! that is shown again after every move. All of them fill a [`Record`](kaissa_game::Record) that is
//! used again and again.
//!
//! No token is lost silently: what is not understood stops the replay of its game and is named with
//! its place, and what is left out or put right is an [`Oddity`](kaissa_game::Oddity). A broken game
//! does not touch the next one.

mod braces;
mod clock_comment;
mod cloud_move;
mod decode;
mod encoding;
mod game_reader;
mod growing;
mod reader;
mod replay;
mod split;
mod tag_line;
mod token;
mod writer;

pub use cloud_move::{CloudMove, read_cloud_move};
pub use decode::read_text;
pub use encoding::TextEncoding;
pub use game_reader::{GameReader, ReadOptions};
pub use growing::GrowingGame;
pub use reader::Reader;
pub use split::{Part, Splitter};
pub use writer::write_game;
