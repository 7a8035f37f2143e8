//! The Laws of Chess by edition, as data: rule keys, articles, parameters, regulations, penalties.
//!
//! A ruling takes one value, [`Rules`]: an edition, a style of play, its supervision and the
//! regulations of the competition. It is asked for parameters, each answer marked with how sure it
//! is and where it comes from ([`Stated`]), and it cites rules as that edition prints them
//! ([`Rules::cite`]).
//!
//! The editions of 2001, 2005, 2009, 2014, 2017, 2018 and 2023 are built in; a file can add others
//! or change these ([`Editions::extend`]). What the text of an edition says is never guessed: where
//! it is not known here, the answer is that it is unknown.
//!
//! # Examples
//! ```
//! use kaissa_laws::{ClockTime, Edition, Editions, Fivefold, Rule, Rules};
//! let editions = Editions::built_in();
//! let chosen = editions.for_date(Some("2024.12.26"));
//! let rules = Rules::new(editions, chosen.edition)?;
//! assert!(rules.fivefold().is(Fivefold::AnyDistance));
//! assert_eq!(rules.cite(Rule::Fivefold).to_string(), "9.6.1 (2023)");
//!
//! let old = Rules::new(editions, Edition::E2001)?;
//! let Some(tariff) = old.wrong_claim_tariff().value else { panic!("known for 2001") };
//! assert_eq!(tariff.claimant_after(ClockTime::minutes(4)), ClockTime::minutes(2));
//! # Ok::<(), kaissa_laws::UnknownEdition>(())
//! ```
//!
//! The crate is pure: it reads texts that it is given, and no file, clock or network.

mod citation;
mod data_error;
mod date;
mod edition;
mod parameters;
mod regulations;
mod rule;
mod rules;
mod stated;
mod style;
mod time;

pub use citation::{Article, Basis, Citation, Grounds, RegulationId, SourceId};
pub use data_error::DataError;
pub use date::{Date, DateRange, Moment};
pub use edition::{
    Edition, EditionChoice, EditionFrom, EditionNameError, EditionText, Editions, UnknownEdition,
};
pub use parameters::*;
pub use regulations::{DefaultCountsFrom, DrawOdds, PointsScheme, Regulations, RegulationsHistory};
pub use rule::{Rule, UnknownRule};
pub use rules::Rules;
pub use stated::{Confidence, Stated, UnknownText};
pub use style::{Scope, Style, Supervision, UnknownWord};
pub use time::{ClockTime, ClockTimeError};
