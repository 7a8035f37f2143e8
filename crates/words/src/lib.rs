//! Every text for people, in English and Russian.
//!
//! Texts stand in `locales/<language>/<area>.ftl`, one file an area of the product, in the form of
//! [Project Fluent](https://projectfluent.org), which knows the plurals of both languages. Code names
//! a message and gives its values; it never puts a sentence together. Both languages are complete:
//! a test compares their messages and the values each asks for.
//!
//! ```
//! use kaissa_words::{Language, Words, say};
//!
//! let words = Words::new(Language::English);
//! assert_eq!(say!(words, "check-games", n = 2), "2 games");
//! let words = Words::new(Language::Russian);
//! assert_eq!(say!(words, "check-games", n = 2), "2 партии");
//! ```

mod alarm;
mod catalogue;
mod clock;
mod evidence_text;
mod finding;
mod law_search;
mod proposal;

pub use alarm::{age, alarm, alarm_text, notice};
pub use catalogue::{Language, Value, Words};
pub use clock::{clock_face, clock_measured, clock_text, day_and_time, time_of_day};
pub use evidence_text::{evidence_lines, ply_name};
pub use finding::{articles, color_key, end, finding};
pub use fluent_bundle::FluentArgs;
pub use law_search::{LawScope, find_laws, law_gist};
pub use proposal::{ProposalWords, choice, decision, proposal, spoken_time, to_players};

/// Says a message of the catalogue with its values: `say!(words, "id", name = value, …)`.
#[macro_export]
macro_rules! say {
    ($words:expr, $id:expr $(, $name:ident = $value:expr)* $(,)?) => {{
        #[allow(unused_mut)]
        let mut values = $crate::FluentArgs::new();
        $(values.set(stringify!($name), $crate::Value::from($value));)*
        $words.say($id, &values)
    }};
}
