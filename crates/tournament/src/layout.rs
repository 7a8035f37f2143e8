//! A line of fixed columns, counted in letters or, as some programs write them, in bytes.

/// Stands for the bytes of a letter beyond its first, where columns are counted in bytes.
const FILLER: char = '\0';

/// The columns of a player's line that are blank in every version of the format, from 1.
const BLANKS: [usize; 8] = [4, 9, 48, 53, 57, 69, 80, 85];

/// A line by its columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Columns(Vec<char>);

impl Columns {
    /// Takes a line of a player. Its columns are letters, unless only bytes make it fit.
    pub fn of_player(line: &str) -> Columns {
        let by_letters = Columns::of(line);
        if by_letters.fits() {
            return by_letters;
        }
        let fill = |letter: char| {
            std::iter::once(letter).chain(std::iter::repeat_n(FILLER, letter.len_utf8() - 1))
        };
        let by_bytes = Columns(line.chars().flat_map(fill).collect());
        if by_bytes.fits() { by_bytes } else { by_letters }
    }

    /// Takes a line whose columns are letters.
    pub fn of(line: &str) -> Columns {
        Columns(line.chars().collect())
    }

    fn fits(&self) -> bool {
        BLANKS.iter().all(|column| self.0.get(column - 1).is_none_or(|letter| *letter == ' '))
    }

    /// What stands in columns from one to another, both with it, without blanks around it.
    pub fn field(&self, from: usize, to: usize) -> String {
        let cells = self.0.iter().skip(from - 1).take(to + 1 - from);
        let text: String = cells.filter(|letter| **letter != FILLER).collect();
        text.trim().to_owned()
    }

    /// The letter in a column; a blank beyond the end.
    pub fn letter(&self, column: usize) -> char {
        self.0.get(column - 1).copied().unwrap_or(' ')
    }

    /// How many columns there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Writes a text that ends in a column.
    pub fn write(&mut self, from: usize, to: usize, text: &str) {
        if self.0.len() < to {
            self.0.resize(to, ' ');
        }
        let width = to + 1 - from;
        let text = format!("{text:>width$}");
        for (cell, letter) in self.0.iter_mut().skip(from - 1).take(width).zip(text.chars()) {
            *cell = letter;
        }
    }

    /// The line.
    pub fn text(&self) -> String {
        self.0.iter().filter(|letter| **letter != FILLER).collect()
    }
}
