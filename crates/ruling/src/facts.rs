//! The facts of a case as they are told: names with values, read into the typed facts of a kind.
//!
//! A file, a form or the options of a command line all tell facts in the same way. What is wrong in
//! them is said with the name of the fact, what was found and what was expected.

use std::collections::BTreeMap;
use std::fmt;

use kaissa_chess::notation::Language;
use kaissa_chess::{ByColor, Color, Position, Role, Square};
use kaissa_laws::ClockTime;

/// A value as it is told.
#[derive(Clone, PartialEq, Debug)]
pub enum Fact {
    /// Told to be unknown.
    Nothing,
    /// Yes or no.
    Truth(bool),
    /// A number; of a time, seconds.
    Number(f64),
    /// A text.
    Text(String),
    /// Several values in order.
    List(Vec<Fact>),
    /// Values by name.
    Parts(Facts),
}

impl Fact {
    /// Makes a text.
    pub fn text(text: &str) -> Fact {
        Fact::Text(text.to_owned())
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Nothing => f.write_str("nothing"),
            Fact::Truth(truth) => write!(f, "{truth}"),
            Fact::Number(number) => write!(f, "{number}"),
            Fact::Text(text) => write!(f, "{text:?}"),
            Fact::List(values) => write!(f, "a list of {}", values.len()),
            Fact::Parts(_) => f.write_str("named values"),
        }
    }
}

/// Facts by name.
pub type Facts = BTreeMap<String, Fact>;

/// A fact that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FactError {
    /// The name of the fact.
    pub name: String,
    /// What was told.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl FactError {
    pub(crate) fn new(found: impl ToString, expected: impl ToString) -> FactError {
        FactError { name: String::new(), found: found.to_string(), expected: expected.to_string() }
    }

    pub(crate) fn of(mut self, name: &str) -> FactError {
        self.name = match self.name.is_empty() {
            true => name.to_owned(),
            false => format!("{name}.{}", self.name),
        };
        self
    }
}

impl fmt::Display for FactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: found {}, expected {}", self.name, self.found, self.expected)
    }
}

impl std::error::Error for FactError {}

/// A fact that a kind asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactField {
    /// Its name.
    pub name: &'static str,
    /// What it tells.
    pub about: &'static str,
    /// Whether it has to be told.
    pub is_required: bool,
    /// What it may be, for people.
    pub form: &'static str,
    /// Whether it may be several values, with commas between them.
    pub is_list: bool,
}

/// Facts of one kind, read from what is told.
pub trait CaseFacts: Sized {
    /// The facts of the kind, in their order.
    fn fields() -> Vec<FactField>;

    /// Reads them.
    ///
    /// # Errors
    /// [`FactError`] for a fact that is unknown to the kind, is missing or cannot be read.
    fn read(facts: &Facts) -> Result<Self, FactError>;
}

/// A type that a fact can be read as.
pub trait FromFact: Sized {
    /// What it may be, for people.
    const FORM: &'static str;
    /// Whether it may be several values.
    const IS_LIST: bool = false;

    /// Reads it.
    ///
    /// # Errors
    /// [`FactError`] without a name: what was found and what was expected.
    fn from_fact(fact: &Fact) -> Result<Self, FactError>;

    /// The value where the fact is not told; `None` where it has to be.
    fn absent() -> Option<Self> {
        None
    }
}

macro_rules! facts {
    ($(#[doc = $doc:literal])* $name:ident {
        $($(#[doc = $about:literal])* $field:ident: $shape:ty,)*
    }) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $name { $($(#[doc = $about])* pub $field: $shape,)* }

        impl $crate::facts::CaseFacts for $name {
            fn fields() -> Vec<$crate::facts::FactField> {
                vec![$($crate::facts::FactField {
                    name: stringify!($field),
                    about: concat!($($about,)*).trim_ascii_start(),
                    is_required: <$shape as $crate::facts::FromFact>::absent().is_none(),
                    form: <$shape as $crate::facts::FromFact>::FORM,
                    is_list: <$shape as $crate::facts::FromFact>::IS_LIST,
                },)*]
            }

            fn read(facts: &$crate::facts::Facts) -> Result<Self, $crate::facts::FactError> {
                $crate::facts::refuse_others(facts, &Self::fields())?;
                Ok($name {
                    $($field: $crate::facts::read_field(facts, stringify!($field))?,)*
                })
            }
        }
    };
}
pub(crate) use facts;

pub(crate) fn refuse_others(facts: &Facts, fields: &[FactField]) -> Result<(), FactError> {
    let known = |name: &str| fields.iter().any(|field| field.name == name);
    let Some(other) = facts.keys().find(|name| !known(name)) else { return Ok(()) };
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    Err(FactError::new("an unknown fact", format!("one of {}", names.join(", "))).of(other))
}

pub(crate) fn read_field<T: FromFact>(facts: &Facts, name: &str) -> Result<T, FactError> {
    match facts.get(name) {
        Some(fact) => T::from_fact(fact).map_err(|error| error.of(name)),
        None => T::absent().ok_or_else(|| FactError::new("nothing", T::FORM).of(name)),
    }
}

impl<T: FromFact> FromFact for Option<T> {
    const FORM: &'static str = T::FORM;
    const IS_LIST: bool = T::IS_LIST;

    fn from_fact(fact: &Fact) -> Result<Option<T>, FactError> {
        match fact {
            Fact::Nothing => Ok(None),
            told => T::from_fact(told).map(Some),
        }
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<T: FromFact> FromFact for Vec<T> {
    const FORM: &'static str = T::FORM;
    const IS_LIST: bool = true;

    /// Reads a list; a single text holds its values between commas.
    fn from_fact(fact: &Fact) -> Result<Vec<T>, FactError> {
        match fact {
            Fact::Nothing => Ok(Vec::new()),
            Fact::List(values) => values.iter().map(T::from_fact).collect(),
            Fact::Text(text) => text
                .split(',')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(|part| T::from_fact(&Fact::text(part)))
                .collect(),
            single => Ok(vec![T::from_fact(single)?]),
        }
    }

    fn absent() -> Option<Vec<T>> {
        Some(Vec::new())
    }
}

impl FromFact for bool {
    const FORM: &'static str = "true or false";

    fn from_fact(fact: &Fact) -> Result<bool, FactError> {
        match fact {
            Fact::Truth(truth) => Ok(*truth),
            Fact::Text(text) if text == "true" || text == "yes" => Ok(true),
            Fact::Text(text) if text == "false" || text == "no" => Ok(false),
            other => Err(FactError::new(other, Self::FORM)),
        }
    }

    fn absent() -> Option<bool> {
        Some(false)
    }
}

impl FromFact for u32 {
    const FORM: &'static str = "a whole number";

    fn from_fact(fact: &Fact) -> Result<u32, FactError> {
        let number = match fact {
            Fact::Number(number) => Some(*number),
            Fact::Text(text) => text.trim().parse().ok(),
            _ => None,
        };
        match number {
            Some(number) if number.fract() == 0.0 && (0.0..=1e9).contains(&number) => {
                Ok(number as u32)
            }
            _ => Err(FactError::new(fact, Self::FORM)),
        }
    }
}

impl FromFact for ClockTime {
    const FORM: &'static str = "seconds, or a time such as \"2 min\" or \"1:30:00\"";

    fn from_fact(fact: &Fact) -> Result<ClockTime, FactError> {
        let seconds = |number: f64| ClockTime::millis((number * 1000.0).round() as i64);
        let time = match fact {
            Fact::Number(number) => Some(seconds(*number)),
            Fact::Text(text) => match text.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => Some(seconds(number)),
                _ => text.parse().ok(),
            },
            _ => None,
        };
        time.ok_or_else(|| FactError::new(fact, Self::FORM))
    }
}

impl FromFact for String {
    const FORM: &'static str = "a text";

    fn from_fact(fact: &Fact) -> Result<String, FactError> {
        match fact {
            Fact::Text(text) => Ok(text.clone()),
            other => Err(FactError::new(other, Self::FORM)),
        }
    }
}

/// Reads a text, or says what was expected of it.
fn read_text<T>(fact: &Fact, form: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, FactError> {
    let read = match fact {
        Fact::Text(text) => read(text.trim()),
        _ => None,
    };
    read.ok_or_else(|| FactError::new(fact, form))
}

impl FromFact for Color {
    const FORM: &'static str = "white or black";

    fn from_fact(fact: &Fact) -> Result<Color, FactError> {
        read_text(fact, Self::FORM, |text| match text {
            "white" | "w" => Some(Color::White),
            "black" | "b" => Some(Color::Black),
            _ => None,
        })
    }
}

impl FromFact for Square {
    const FORM: &'static str = "a square from a1 to h8";

    fn from_fact(fact: &Fact) -> Result<Square, FactError> {
        read_text(fact, Self::FORM, |text| Square::from_ascii(text.as_bytes()).ok())
    }
}

impl FromFact for Role {
    const FORM: &'static str = "queen, rook, bishop, knight, king or pawn";

    fn from_fact(fact: &Fact) -> Result<Role, FactError> {
        read_text(fact, Self::FORM, |text| match text {
            "queen" | "q" => Some(Role::Queen),
            "rook" | "r" => Some(Role::Rook),
            "bishop" | "b" => Some(Role::Bishop),
            "knight" | "n" => Some(Role::Knight),
            "king" | "k" => Some(Role::King),
            "pawn" | "p" => Some(Role::Pawn),
            _ => None,
        })
    }
}

impl FromFact for Position {
    const FORM: &'static str = "a position in FEN";

    fn from_fact(fact: &Fact) -> Result<Position, FactError> {
        read_text(fact, Self::FORM, |text| match text {
            "start" => Some(Position::start()),
            fen => Position::from_fen(fen).ok().map(|(position, _)| position),
        })
    }
}

impl FromFact for Language {
    const FORM: &'static str = "the code of a language, such as en, ru or de";

    fn from_fact(fact: &Fact) -> Result<Language, FactError> {
        read_text(fact, Self::FORM, Language::from_code)
    }

    fn absent() -> Option<Language> {
        Some(Language::English)
    }
}

impl<T: FromFact> FromFact for ByColor<T> {
    const FORM: &'static str = "a value for white and one for black";

    /// Reads `{white: …, black: …}`, or a list or text with White's value first.
    fn from_fact(fact: &Fact) -> Result<ByColor<T>, FactError> {
        if let Fact::Parts(parts) = fact {
            if let Some(other) = parts.keys().find(|key| *key != "white" && *key != "black") {
                return Err(FactError::new("an unknown name", "white and black").of(other));
            }
            let read = |name: &str| read_field(parts, name);
            return Ok(ByColor { white: read("white")?, black: read("black")? });
        }
        let mut values = Vec::<T>::from_fact(fact)?.into_iter();
        match (values.next(), values.next(), values.next()) {
            (Some(white), Some(black), None) => Ok(ByColor { white, black }),
            _ => Err(FactError::new(fact, Self::FORM)),
        }
    }
}

/// A closed list of words, each a value of an enum.
macro_rules! fact_words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $crate::facts::FromFact for $name {
            const FORM: &'static str = concat!("one of" $(, " ", $word)*);

            fn from_fact(fact: &$crate::facts::Fact) -> Result<$name, $crate::facts::FactError> {
                match fact {
                    $($crate::facts::Fact::Text(text) if text == $word => Ok($name::$variant),)*
                    other => Err($crate::facts::FactError::new(other, Self::FORM)),
                }
            }
        }
    };
}
pub(crate) use fact_words;

#[cfg(test)]
mod tests {
    use super::*;

    facts! {
        /// Facts of a test.
        Example {
            /// Who.
            by: Color,
            /// Where,
            /// in order.
            squares: Vec<Square>,
            /// How long.
            time: Option<ClockTime>,
            /// Whether.
            told: bool,
        }
    }

    fn facts(pairs: &[(&str, Fact)]) -> Facts {
        pairs.iter().map(|(name, fact)| ((*name).to_owned(), fact.clone())).collect()
    }

    #[test]
    fn facts_are_told_as_texts_or_as_values() {
        let as_values = facts(&[
            ("by", Fact::text("white")),
            ("squares", Fact::List(vec![Fact::text("e2"), Fact::text("a1")])),
            ("time", Fact::Number(90.5)),
            ("told", Fact::Truth(true)),
        ]);
        let as_texts = facts(&[
            ("by", Fact::text("w")),
            ("squares", Fact::text("e2, a1")),
            ("time", Fact::text("90.5")),
            ("told", Fact::text("yes")),
        ]);
        let read = Example::read(&as_values);
        assert_eq!(read, Example::read(&as_texts));
        let Ok(read) = read else { panic!("both are well told") };
        assert_eq!(read.squares, [Square::E2, Square::A1]);
        assert_eq!(read.time, Some(ClockTime::millis(90_500)));
    }

    #[test]
    fn an_error_names_the_fact() {
        let error = Example::read(&facts(&[("by", Fact::text("green"))])).unwrap_err();
        assert_eq!(error.to_string(), "by: found \"green\", expected white or black");
        let error = Example::read(&facts(&[])).unwrap_err();
        assert_eq!(error.to_string(), "by: found nothing, expected white or black");
        let error = Example::read(&facts(&[("who", Fact::Truth(true))])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "who: found an unknown fact, expected one of by, squares, time, told"
        );
    }

    #[test]
    fn the_fields_of_a_kind_can_be_listed() {
        let fields = Example::fields();
        assert_eq!(fields.len(), 4);
        assert_eq!(fields[1].about, "Where, in order.");
        assert!(fields[0].is_required && !fields[2].is_required);
        assert!(fields[1].is_list && !fields[0].is_list);
    }
}
