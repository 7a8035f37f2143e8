//! A tolerant, streaming reader of PGN with its list of oddities, and a writer: bytes in, games out.

mod braces;
mod clock_comment;
mod decode;
mod encoding;
mod game_reader;
mod reader;
mod replay;
mod split;
mod tag_line;
mod token;

pub use encoding::TextEncoding;
pub use game_reader::{GameReader, ReadOptions};
pub use reader::Reader;
pub use split::{Part, Splitter};
