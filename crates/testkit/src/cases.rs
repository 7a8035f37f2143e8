//! The harness for ruling cases: it translates words and shapes and decides nothing.
//!
//! A case is a YAML block with `id`, `editions`, `section`, `setup`, `event` and `expect`. It is run
//! once for each edition: the setup becomes a game and rules, the event is put to the product by the
//! handler of its type, and what the product says is compared key by key with what is expected.

mod answer;
mod argued;
mod block;
mod compare;
pub mod handlers;
mod setup;

use std::fmt;

use kaissa_laws::{Editions, Rules, Style, Supervision};

pub use answer::Answer;
pub use block::{Block, read_blocks};
pub use setup::{Setup, Sides, TimeSheet, read_side, read_square};

/// What became of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Everything expected was said.
    Passed,
    /// Something else was said, or a word or key is not known.
    Failed(String),
    /// It differs, and a page argues why.
    Argued {
        /// The page.
        page: &'static str,
        /// What differs.
        why: String,
    },
    /// Another type of event was asked for.
    Skipped,
}

/// How many cases went which way.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    /// Passed.
    pub passed: usize,
    /// Failed.
    pub failed: usize,
    /// Not asked for, or argued.
    pub skipped: usize,
}

impl Totals {
    /// Counts one more case.
    pub fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Passed => self.passed += 1,
            Outcome::Failed(_) => self.failed += 1,
            Outcome::Argued { .. } | Outcome::Skipped => self.skipped += 1,
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// What a handler is given.
pub struct Question<'a> {
    /// The fields of the event besides its type.
    pub event: serde_json::Value,
    /// Everything under `setup`.
    pub setup: &'a Setup,
    /// The same as it is written.
    pub setup_as_written: &'a serde_json::Value,
    /// The rules of the edition that is run.
    pub rules: &'a Rules,
}

impl Question<'_> {
    /// Reads the fields of the event; a field that the type does not know is an error.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn fields<T: serde::de::DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_value(self.event.clone()).map_err(|error| format!("event: {error}"))
    }
}

/// Runs a case in each of its editions.
pub fn run(block: &Block, only: Option<&[String]>) -> Outcome {
    let kind = match &block.content {
        Ok(content) => content.event_type.clone(),
        Err(error) => return Outcome::Failed(error.clone()),
    };
    if only.is_some_and(|only| !only.contains(&kind)) {
        return Outcome::Skipped;
    }
    match run_all_editions(block) {
        Ok(()) => Outcome::Passed,
        Err(why) => match argued::page(&block.id) {
            Some(page) => Outcome::Argued { page, why },
            None => Outcome::Failed(why),
        },
    }
}

fn run_all_editions(block: &Block) -> Result<(), String> {
    let content = block.content.as_ref().map_err(Clone::clone)?;
    let handler = handlers::named(&content.event_type).ok_or_else(|| {
        format!("event type: found {:?}, expected a known one", content.event_type)
    })?;
    if content.editions.is_empty() {
        return Err("editions: found none, expected at least one".to_owned());
    }
    let setup = Setup::read(&content.setup)?;
    let mut faults = Vec::new();
    for edition in &content.editions {
        let rules = rules_for(edition, &content.section, &setup)?;
        let question = Question {
            event: content.event.clone(),
            setup: &setup,
            setup_as_written: &content.setup,
            rules: &rules,
        };
        let outcome = handler(&question).map_or_else(
            |error| vec![error],
            |answer| compare::differences(&content.expect, &answer, edition),
        );
        faults.extend(outcome.into_iter().map(|fault| format!("{edition}: {fault}")));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

/// The rules of an edition for the section and the regulations of a case.
fn rules_for(edition: &str, section: &str, setup: &Setup) -> Result<Rules, String> {
    let editions = Editions::built_in();
    let edition = editions.named(edition).map_err(|error| error.to_string())?;
    let style = match section {
        "any" => Style::Standard,
        other => other.parse().map_err(|error| format!("section: {error}"))?,
    };
    let supervision = match setup.regime.as_deref() {
        Some("competition") => Some(Supervision::Full),
        Some("appendix") => Some(Supervision::Reduced),
        None => None,
        Some(other) => {
            return Err(format!("regime: found {other:?}, expected competition or appendix"));
        }
    };
    let mut regulations = setup.regulations()?;
    regulations.style = Some(style);
    regulations.supervision = supervision;
    let rules = Rules::new(editions, edition).map_err(|error| error.to_string())?;
    Ok(rules.with_style(style).with_regulations(regulations))
}
