//! What the sources hold, row by row, as the journal has it.

use std::collections::HashMap;

use kaissa_journal::RowState;

/// The rows of every source.
#[derive(Debug, Default)]
pub(crate) struct Rows(HashMap<String, OfSource>);

/// The rows of one source.
#[derive(Debug, Default)]
pub(crate) struct OfSource {
    /// Of a source that lists its games.
    pub listed: Vec<RowState>,
    /// Of a source that names its boards.
    pub boards: HashMap<String, RowState>,
}

/// A row within its source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RowName {
    /// The place in a list, from 0.
    Listed(usize),
    /// A board by its name.
    Board(String),
}

impl RowName {
    /// The name in an entry: `#1` for the first of a list; a board's own, with one `#` more where it
    /// begins with one.
    pub fn about(&self) -> String {
        match self {
            RowName::Listed(index) => format!("#{}", index + 1),
            RowName::Board(name) if name.starts_with('#') => format!("#{name}"),
            RowName::Board(name) => name.clone(),
        }
    }

    pub fn read(about: &str) -> Option<RowName> {
        match about.strip_prefix('#') {
            None => Some(RowName::Board(about.to_owned())),
            Some(name) if name.starts_with('#') => Some(RowName::Board(name.to_owned())),
            Some(number) => Some(RowName::Listed(number.parse::<usize>().ok()?.checked_sub(1)?)),
        }
    }
}

impl Rows {
    pub fn of(&mut self, source: &str) -> &mut OfSource {
        if !self.0.contains_key(source) {
            self.0.insert(source.to_owned(), OfSource::default());
        }
        self.0.entry(source.to_owned()).or_default()
    }
}

impl OfSource {
    /// The state of a row; a new one is empty. A place in a list far beyond its end is none.
    pub fn state(&mut self, row: &RowName) -> Option<&mut RowState> {
        match row {
            RowName::Listed(index) => {
                if *index == self.listed.len() {
                    self.listed.push(RowState::default());
                }
                self.listed.get_mut(*index)
            }
            RowName::Board(name) => {
                if !self.boards.contains_key(name) {
                    self.boards.insert(name.clone(), RowState::default());
                }
                self.boards.get_mut(name)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rows_are_read_back() {
        let board = |name: &str| RowName::Board(name.to_owned());
        for row in [RowName::Listed(0), RowName::Listed(41), board("45753"), board("#7"), board("")]
        {
            assert_eq!(RowName::read(&row.about()), Some(row));
        }
        assert_eq!(RowName::read("#0"), None);
        assert_eq!(RowName::read("#x"), None);
    }
}
