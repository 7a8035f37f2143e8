//! Names of players, compared as a person would: case, diacritics, order and titles left out.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Titles that stand before or behind a name and are no part of it.
const TITLES: [&str; 10] = ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof"];

/// A name in a form that can be compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Name {
    /// The words of the name, folded, in alphabetical order.
    words: Vec<String>,
}

/// How two names stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameMatch {
    /// The same words, initials standing for words.
    Same,
    /// One is a part of the other.
    Part,
    /// At least one is not known.
    Unknown,
    /// Two different names.
    Different,
}

impl Name {
    /// Reads a name; `?`, `N.N.` and an empty text are none.
    pub fn read(text: Option<&str>) -> Name {
        let folded = fold(text.unwrap_or_default());
        let mut words: Vec<String> = folded
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if words.iter().all(|word| word == "n") || folded.trim() == "nn" {
            words.clear();
        }
        if words.len() > 1 {
            let plain: Vec<String> =
                words.iter().filter(|word| !TITLES.contains(&word.as_str())).cloned().collect();
            if !plain.is_empty() {
                words = plain;
            }
        }
        words.sort_unstable();
        Name { words }
    }

    pub fn is_known(&self) -> bool {
        !self.words.is_empty()
    }

    /// Compares two names.
    pub fn compare(&self, other: &Name) -> NameMatch {
        if !self.is_known() || !other.is_known() {
            return NameMatch::Unknown;
        }
        if self == other {
            return NameMatch::Same;
        }
        let (mut left, mut right) = (self.words.clone(), other.words.clone());
        let mut n_whole = 0;
        left.retain(|word| match right.iter().position(|other| other == word) {
            Some(index) => {
                right.remove(index);
                n_whole += usize::from(word.chars().count() > 1);
                false
            }
            None => true,
        });
        // An initial stands for any word that begins with it; a digit is no initial.
        let is_initial = |word: &str| {
            let mut letters = word.chars();
            letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
        };
        let stands_for = |left: &str, right: &str| {
            is_initial(left) && right.starts_with(left)
                || is_initial(right) && left.starts_with(right)
        };
        left.retain(|word| match right.iter().position(|other| stands_for(word, other)) {
            Some(index) => {
                right.remove(index);
                false
            }
            None => true,
        });
        match (n_whole, left.is_empty(), right.is_empty()) {
            (0, ..) => NameMatch::Different,
            (_, true, true) => NameMatch::Same,
            (_, true, false) | (_, false, true) => NameMatch::Part,
            _ => NameMatch::Different,
        }
    }
}

/// A text without case, diacritics and the letters that only look different.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        for letter in letter.to_lowercase() {
            match letter {
                'ø' => folded.push('o'),
                'ł' => folded.push('l'),
                'đ' | 'ð' => folded.push('d'),
                'ı' => folded.push('i'),
                'æ' => folded.push_str("ae"),
                'œ' => folded.push_str("oe"),
                'ß' => folded.push_str("ss"),
                'þ' => folded.push_str("th"),
                // Marks inside a word: O'Brien is OBrien.
                '\'' | '’' | 'ʼ' | '`' => {}
                letter => folded.push(letter),
            }
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(left: &str, right: &str, expected: NameMatch) {
        let (left, right) = (Name::read(Some(left)), Name::read(Some(right)));
        assert_eq!(left.compare(&right), expected, "{left:?} {right:?}");
        assert_eq!(right.compare(&left), expected, "{right:?} {left:?}");
    }

    #[test]
    fn case_diacritics_order_and_titles_make_no_difference() {
        check("Ståhlberg, Gideon", "gideon STAHLBERG", NameMatch::Same);
        check("GM Wojtaszek, Radosław", "Radoslaw Wojtaszek", NameMatch::Same);
        check("Алёхин, Александр", "александр алехин", NameMatch::Same);
        check("O'Kelly, A", "OKelly, Alberic", NameMatch::Same);
    }

    #[test]
    fn an_initial_stands_for_its_name_and_no_other() {
        check("Player17, N", "Player17, Nina", NameMatch::Same);
        check("Smith, J", "Smith, Karl", NameMatch::Different);
        check("Smith", "Smith, John", NameMatch::Part);
        check("J, S", "Jones, Sam", NameMatch::Different);
        check("Player 1", "Player 12", NameMatch::Different);
        check("J, S", "S J", NameMatch::Same);
    }

    #[test]
    fn no_name_is_unknown_and_not_different() {
        check("?", "Smith, John", NameMatch::Unknown);
        check("N.N.", "Smith, John", NameMatch::Unknown);
        check("", "", NameMatch::Unknown);
    }
}
