//! Moves as people and programs write them: read with tolerance, written in one form.
//!
//! Reading never chooses. A written move is clear when exactly one piece of that kind could reach
//! the square under Article 3 with the safety of the own king left out, or when the square of
//! departure is written; of several such pieces the only one that moves legally is meant. Whatever
//! is written otherwise than the canonical form is reported as a [`Form`].
//!
//! ```
//! use kaissa_chess::Position;
//! use kaissa_chess::notation::{Form, Language, Reading};
//!
//! let position = Position::start();
//! let Reading::Legal { played, forms, .. } = position.read_move("nf3", Language::English) else {
//!     panic!("one knight reaches f3");
//! };
//! assert_eq!(position.to_uci(played), "g1f3");
//! assert!(forms.contains(Form::LowerCasePiece));
//! ```

mod form;
mod language;
mod plain;
mod resolve;
mod san;
#[cfg(test)]
mod tests;
mod write;
mod written;

pub use form::{Form, Forms};
pub use language::Language;
pub use plain::PlainMove;
pub use resolve::{IllegalReason, Reading, Unclear};
pub use san::ShortToken;
pub use write::Style;
pub use written::{CheckSign, Shape, WrittenMove};
