//! Values that the Laws state, each with how sure it is and where it comes from.

use std::fmt;

use serde::Deserialize;

use crate::{Basis, Citation, Edition, RegulationId, Rule, SourceId, Style, Supervision};

/// How sure a value of an edition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The text of the edition, or a source that quotes it, was read.
    Confirmed,
    /// It follows from a reading of the text, or from the editions before and after that agree.
    Inferred,
    /// The text of the edition is not known here.
    Unknown,
}

/// What an edition, or the competition's regulations in its place, states on one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated<T> {
    /// The answer; nothing where the text is not known here.
    pub value: Option<T>,
    /// How sure the answer is.
    pub confidence: Confidence,
    /// The source the answer was taken from; empty where there is none.
    pub source: SourceId,
    /// Where the question is ruled in the edition.
    pub citation: Citation,
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The point of the regulations that overrides the edition, if one does.
    pub regulation: Option<RegulationId>,
    /// Whether the answer rests on an official interpretation or commentary, not on the text.
    pub is_interpretation: bool,
}

impl<T> Stated<T> {
    /// Gives the answer.
    ///
    /// # Errors
    /// [`UnknownText`] where the text of the edition is not known here.
    pub fn known(&self) -> Result<&T, UnknownText> {
        self.value.as_ref().ok_or(UnknownText {
            edition: self.citation.edition,
            rule: self.citation.rule,
            parameter: self.parameter,
        })
    }

    /// Gives what a decision that uses the answer rests on.
    pub fn basis(&self) -> Basis {
        match &self.regulation {
            Some(id) => Basis::Regulation(id.clone()),
            None if self.is_interpretation => Basis::Interpretation(self.source.clone()),
            None => Basis::Article(self.citation.clone()),
        }
    }

    /// Turns the answer into another, keeping where it comes from.
    pub fn map<U>(self, turn: impl FnOnce(T) -> U) -> Stated<U> {
        Stated {
            value: self.value.map(turn),
            confidence: self.confidence,
            source: self.source,
            citation: self.citation,
            parameter: self.parameter,
            regulation: self.regulation,
            is_interpretation: self.is_interpretation,
        }
    }
}

impl<T: PartialEq> Stated<T> {
    /// Says whether the answer is known to be this one.
    pub fn is(&self, value: T) -> bool {
        self.value.as_ref() == Some(&value)
    }
}

/// The edition's text is not known here, so nothing can be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnknownText {
    /// The edition asked.
    pub edition: Edition,
    /// The rule the question belongs to.
    pub rule: Rule,
    /// The parameter asked for.
    pub parameter: &'static str,
}

impl fmt::Display for UnknownText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownText { edition, rule, parameter } = self;
        write!(f, "{parameter} ({rule}): the text of the edition of {edition} is not known here")
    }
}

impl std::error::Error for UnknownText {}

/// An answer as a file of editions or regulations gives it.
///
/// An entry without a value says that the text is not known.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", bound = "T: Deserialize<'de>")]
pub(crate) struct Entry<T> {
    value: Option<T>,
    #[serde(default)]
    source: String,
    #[serde(default)]
    inferred: bool,
    #[serde(default)]
    interpretation: bool,
    /// A word to the reader of the file.
    #[serde(default, rename = "note")]
    _note: Option<String>,
}

impl<T: Clone> Entry<T> {
    pub(crate) fn confidence(&self) -> Confidence {
        match &self.value {
            None => Confidence::Unknown,
            Some(_) if self.inferred => Confidence::Inferred,
            Some(_) => Confidence::Confirmed,
        }
    }

    pub(crate) fn state(
        &self,
        parameter: &'static str,
        citation: Citation,
        regulation: Option<RegulationId>,
    ) -> Stated<T> {
        Stated {
            value: self.value.clone(),
            confidence: self.confidence(),
            source: SourceId::new(&self.source),
            citation,
            parameter,
            regulation,
            is_interpretation: self.interpretation,
        }
    }
}

/// The answers to one question, by style and supervision; `any` holds where nothing closer is given.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case", bound = "T: Deserialize<'de>")]
pub(crate) struct Scoped<T> {
    any: Option<Entry<T>>,
    standard: Option<Entry<T>>,
    rapid: Option<Entry<T>>,
    rapid_full: Option<Entry<T>>,
    rapid_reduced: Option<Entry<T>>,
    blitz: Option<Entry<T>>,
    blitz_full: Option<Entry<T>>,
    blitz_reduced: Option<Entry<T>>,
}

impl<T> Default for Scoped<T> {
    fn default() -> Scoped<T> {
        Scoped {
            any: None,
            standard: None,
            rapid: None,
            rapid_full: None,
            rapid_reduced: None,
            blitz: None,
            blitz_full: None,
            blitz_reduced: None,
        }
    }
}

impl<T: Clone> Scoped<T> {
    /// Gives the closest entry for a style and supervision.
    pub(crate) fn entry(&self, style: Style, supervision: Supervision) -> Option<&Entry<T>> {
        let (closest, close) = match (style, supervision) {
            (Style::Standard, _) => (&self.standard, &None),
            (Style::Rapid, Supervision::Full) => (&self.rapid_full, &self.rapid),
            (Style::Rapid, Supervision::Reduced) => (&self.rapid_reduced, &self.rapid),
            (Style::Blitz, Supervision::Full) => (&self.blitz_full, &self.blitz),
            (Style::Blitz, Supervision::Reduced) => (&self.blitz_reduced, &self.blitz),
        };
        closest.as_ref().or(close.as_ref()).or(self.any.as_ref())
    }

    /// Lays newer answers over these.
    pub(crate) fn overlay(&mut self, newer: &Scoped<T>) {
        // A new answer for all games leaves no older exception standing.
        if newer.any.is_some() {
            *self = newer.clone();
            return;
        }
        let Scoped {
            any: _,
            standard,
            rapid,
            rapid_full,
            rapid_reduced,
            blitz,
            blitz_full,
            blitz_reduced,
        } = newer;
        if rapid.is_some() {
            (self.rapid_full, self.rapid_reduced) = (None, None);
        }
        if blitz.is_some() {
            (self.blitz_full, self.blitz_reduced) = (None, None);
        }
        for (mine, newer) in [
            (&mut self.standard, standard),
            (&mut self.rapid, rapid),
            (&mut self.rapid_full, rapid_full),
            (&mut self.rapid_reduced, rapid_reduced),
            (&mut self.blitz, blitz),
            (&mut self.blitz_full, blitz_full),
            (&mut self.blitz_reduced, blitz_reduced),
        ] {
            if newer.is_some() {
                mine.clone_from(newer);
            }
        }
    }
}
