//! What is wrong with a file of editions or regulations, and where.

use std::fmt;

use serde::de::DeserializeOwned;

/// A fault in a file of editions or regulations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError {
    /// The name of the entry, where it is known.
    pub key: Option<String>,
    /// Line and column, from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// What was found there.
    pub found: String,
    /// What was expected, or what is wrong.
    pub expected: String,
}

impl DataError {
    pub(crate) fn new(
        key: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> DataError {
        DataError {
            key: Some(key.into()),
            place: None,
            found: found.into(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for DataError {}

/// Reads a text in TOML, turning what is wrong into a place, what was found and what was expected.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, DataError> {
    toml::from_str(text).map_err(|error| explain(text, &error))
}

fn explain(text: &str, error: &toml::de::Error) -> DataError {
    let span = error.span();
    let place = span.as_ref().map(|span| {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        (line, column)
    });
    let written = span
        .and_then(|span| text.get(span))
        .and_then(|written| written.lines().next())
        .map(|written| written.trim().to_owned())
        .filter(|written| !written.is_empty());
    let message = error.message();
    let (problem, expected) = match message.split_once(", expected ") {
        Some((problem, expected)) => (problem, expected.to_owned()),
        None => match message.strip_prefix("missing field ") {
            Some(field) => ("", format!("the field {field}")),
            None => ("", format!("TOML that can be read ({message})")),
        },
    };
    let found = match problem.split_once('`').and_then(|(_, rest)| rest.split_once('`')) {
        Some((word, _)) => format!("`{word}`"),
        None => written.unwrap_or_else(|| "nothing".to_owned()),
    };
    DataError { key: None, place, found, expected }
}
