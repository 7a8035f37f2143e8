//! The catalogue: which languages there are, and how a message is said in one.

use std::fmt;
use std::str::FromStr;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// A language in which Kaissa speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Russian.
    Russian,
}

impl Language {
    /// Both languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Russian];

    /// The code by which options and pages name the language: `en`, `ru`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
        }
    }

    fn texts(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::English => ENGLISH,
            Language::Russian => RUSSIAN,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(code: &str) -> Result<Language, String> {
        let known = Language::ALL.into_iter().find(|language| language.code() == code);
        known.ok_or_else(|| format!("found \"{code}\", expected en or ru"))
    }
}

macro_rules! texts {
    ($language:literal: $($area:literal),+ $(,)?) => {
        &[$(($area, include_str!(concat!("../locales/", $language, "/", $area, ".ftl")))),+]
    };
}

/// The areas of the catalogue. A new file is named in both lists.
static ENGLISH: &[(&str, &str)] = texts!("en": "common", "cli", "check", "mate", "claim", "count", "ruling", "laws", "rule", "watch", "desk", "journal", "desk-hand", "desk-tally", "desk-event", "desk-acts", "desk-choosing");
static RUSSIAN: &[(&str, &str)] = texts!("ru": "common", "cli", "check", "mate", "claim", "count", "ruling", "laws", "rule", "watch", "desk", "journal", "desk-hand", "desk-tally", "desk-event", "desk-acts", "desk-choosing");

/// A value put into a message: a number or a text.
#[derive(Clone, Debug)]
pub struct Value<'a>(FluentValue<'a>);

impl<'a> From<Value<'a>> for FluentValue<'a> {
    fn from(value: Value<'a>) -> FluentValue<'a> {
        value.0
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value(FluentValue::from(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value(FluentValue::from(text.as_str()))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value(FluentValue::from(text))
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value(FluentValue::from(number as f64))
            }
        }
    )+};
}
numbers!(u8, u16, u32, u64, usize, i32, i64, f64);

/// The messages of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Words {
    /// Opens the catalogue in a language.
    pub fn new(language: Language) -> Words {
        let id: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Marks around each value help mixed scripts on pages; in a terminal they are noise.
        bundle.set_use_isolating(false);
        for (_, text) in language.texts() {
            // A message that does not parse is left out here; a test refuses such a catalogue.
            let resource = match FluentResource::try_new((*text).to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            bundle.add_resource_overriding(resource);
        }
        Words { language, bundle }
    }

    /// The language of these words.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Says a message with its values.
    ///
    /// A message that the catalogue lacks, which the tests exclude, is said as its bare id, so
    /// that an arbiter still sees something to report.
    pub fn say(&self, id: &str, values: &FluentArgs<'_>) -> String {
        let pattern = self.bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else { return id.to_owned() };
        let mut errors = Vec::new();
        self.bundle.format_pattern(pattern, Some(values), &mut errors).into_owned()
    }

    /// Says a message with values that are texts, as an error carries them.
    pub fn say_texts(&self, id: &str, values: &[(&str, String)]) -> String {
        let values = values.iter().map(|(name, text)| (*name, FluentValue::from(text.as_str())));
        self.say(id, &values.collect::<FluentArgs<'_>>())
    }

    /// Whether the catalogue holds a message.
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Every message of a language with the values that its text asks for.
    fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let mut found = BTreeMap::new();
        for (area, text) in language.texts() {
            let resource = FluentResource::try_new((*text).to_owned());
            assert!(resource.is_ok(), "{language}/{area}.ftl does not parse");
            let mut id = String::new();
            for line in text.lines() {
                let starts = line.starts_with(|letter: char| letter.is_ascii_alphabetic());
                if starts && let Some((name, _)) = line.split_once('=') {
                    id = name.trim().to_owned();
                    let earlier = found.insert(id.clone(), BTreeSet::new());
                    assert!(earlier.is_none(), "{language}/{area}.ftl: {id} stands twice");
                }
                for part in line.split('$').skip(1) {
                    let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                    let name = part[..end.unwrap_or(part.len())].to_owned();
                    found.entry(id.clone()).or_insert_with(BTreeSet::new).insert(name);
                }
            }
        }
        found
    }

    #[test]
    fn both_languages_hold_the_same_messages_with_the_same_values() {
        let english = messages(Language::English);
        let russian = messages(Language::Russian);
        assert!(!english.is_empty());
        for (id, values) in &english {
            assert_eq!(russian.get(id), Some(values), "ru lacks or differs in {id}");
        }
        for id in russian.keys() {
            assert!(english.contains_key(id), "en lacks {id}");
        }
    }

    #[test]
    fn no_message_is_empty() {
        for language in Language::ALL {
            let words = Words::new(language);
            for id in messages(language).keys() {
                assert!(words.has(id), "{language}: {id}");
            }
        }
    }
}
