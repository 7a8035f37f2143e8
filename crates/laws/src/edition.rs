//! The editions of the Laws, and which of them a game was played under.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, de};

use crate::parameters::Parameters;
use crate::{Article, Citation, DataError, Date, DateRange, Rule, Scope, Style, Supervision};

/// The name of an edition of the Laws: the year it came into force, or what a file calls it.
///
/// It is small and copied freely; what the edition says is in [`Editions`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edition([u8; Edition::LONGEST]);

impl Edition {
    /// The most bytes a name may have.
    const LONGEST: usize = 15;

    /// The edition in force from 1 July 2001.
    pub const E2001: Edition = Edition::built_in("2001");
    /// The edition in force from 1 July 2005.
    pub const E2005: Edition = Edition::built_in("2005");
    /// The edition in force from 1 July 2009.
    pub const E2009: Edition = Edition::built_in("2009");
    /// The edition in force from 1 July 2014.
    pub const E2014: Edition = Edition::built_in("2014");
    /// The edition in force from 1 July 2017.
    pub const E2017: Edition = Edition::built_in("2017");
    /// The edition in force from 1 January 2018.
    pub const E2018: Edition = Edition::built_in("2018");
    /// The edition in force from 1 January 2023.
    pub const E2023: Edition = Edition::built_in("2023");

    const fn built_in(name: &str) -> Edition {
        let name = name.as_bytes();
        let mut bytes = [0; Edition::LONGEST];
        let mut index = 0;
        while index < name.len() {
            bytes[index] = name[index];
            index += 1;
        }
        Edition(bytes)
    }

    /// Gives the name.
    pub fn name(&self) -> &str {
        let bytes = self.0.split(|&byte| byte == 0).next().unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// A text that cannot be the name of an edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionNameError {
    /// What was written.
    pub found: String,
}

/// What the name of an edition may look like.
const EDITION_NAME: &str = "the name of an edition, such as 2023, of at most 15 letters and digits";

impl fmt::Display for EditionNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {:?}, expected {EDITION_NAME}", self.found)
    }
}

impl std::error::Error for EditionNameError {}

impl FromStr for Edition {
    type Err = EditionNameError;

    /// Reads a name; whether there is such an edition only [`Editions`] can tell.
    fn from_str(text: &str) -> Result<Edition, EditionNameError> {
        let fits = (1..=Edition::LONGEST).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if fits {
            Ok(Edition::built_in(text))
        } else {
            Err(EditionNameError { found: text.to_owned() })
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Edition({})", self.name())
    }
}

impl<'de> Deserialize<'de> for Edition {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Edition, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| de::Error::invalid_value(de::Unexpected::Str(&text), &EDITION_NAME))
    }
}

/// What an edition says.
#[derive(Clone, Debug)]
pub struct EditionText {
    edition: Edition,
    in_force: Date,
    articles: BTreeMap<Article, ArticleRules>,
    by_rule: Vec<Vec<Placed>>,
    parameters: Parameters,
}

/// An article that rules on something, and the games it rules on.
#[derive(Clone, Debug)]
struct Placed {
    article: Article,
    scopes: Vec<Scope>,
    instead: bool,
}

impl EditionText {
    /// Gives the name of the edition.
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Gives the day from which the edition is in force.
    pub fn in_force(&self) -> Date {
        self.in_force
    }

    /// Gives each article that is known, in the order of the book, with the rules it belongs to.
    pub fn articles(&self) -> impl Iterator<Item = (&Article, &[Rule])> {
        self.articles.iter().map(|(article, place)| (article, place.rules.as_slice()))
    }

    /// Gives the games an article rules on; an empty list means all.
    pub fn scopes(&self, article: &Article) -> &[Scope] {
        self.articles.get(article).map_or(&[], |place| &place.scopes)
    }

    /// Gives the rules of an article, however its number is written (`7.4.b` for `7.4(b)`).
    pub fn rules_of(&self, article: &str) -> &[Rule] {
        let found = self.articles.iter().find(|(printed, _)| printed.is_same(article));
        found.map_or(&[], |(_, place)| &place.rules)
    }

    /// Gives all articles of a rule, whatever games they rule on, in the order of the book.
    pub fn articles_of(&self, rule: Rule) -> impl Iterator<Item = &Article> {
        self.by_rule.get(rule as usize).into_iter().flatten().map(|placed| &placed.article)
    }

    /// Cites a rule as it stands for a style and supervision.
    ///
    /// Articles of the rapid and blitz appendices come first. Where one of them stands instead of
    /// the general article, the general one is left out.
    pub fn cite(&self, rule: Rule, style: Style, supervision: Supervision) -> Citation {
        let placed = self.by_rule.get(rule as usize).map_or(&[][..], Vec::as_slice);
        let special =
            |placed: &&Placed| placed.scopes.iter().any(|scope| scope.holds(style, supervision));
        let mut articles: Vec<Article> =
            placed.iter().filter(special).map(|placed| placed.article.clone()).collect();
        if !placed.iter().filter(special).any(|placed| placed.instead) {
            let general = placed.iter().filter(|placed| placed.scopes.is_empty());
            articles.extend(general.map(|placed| placed.article.clone()));
        }
        Citation { edition: self.edition, rule, articles }
    }

    pub(crate) fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn sort_by_rule(&mut self) {
        self.by_rule = vec![Vec::new(); Rule::ALL.len()];
        for (article, place) in &self.articles {
            for &rule in &place.rules {
                if let Some(list) = self.by_rule.get_mut(rule as usize) {
                    list.push(Placed {
                        article: article.clone(),
                        scopes: place.scopes.clone(),
                        instead: place.instead,
                    });
                }
            }
        }
    }
}

/// The rules of an article as a file gives them: a key, a list of keys, or a table.
#[derive(Clone, Debug, Default, PartialEq)]
struct ArticleRules {
    rules: Vec<Rule>,
    scopes: Vec<Scope>,
    instead: bool,
}

/// The table form of [`ArticleRules`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ArticleTable {
    rules: Vec<Rule>,
    #[serde(rename = "in", default)]
    scopes: Vec<Scope>,
    #[serde(default)]
    instead: bool,
}

impl<'de> Deserialize<'de> for ArticleRules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ArticleRules, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = ArticleRules;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the key of a rule, a list of keys, or a table with `rules`")
            }

            fn visit_str<E: de::Error>(self, key: &str) -> Result<ArticleRules, E> {
                let rule = Rule::deserialize(de::value::StrDeserializer::new(key))?;
                Ok(ArticleRules { rules: vec![rule], ..ArticleRules::default() })
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, keys: A) -> Result<ArticleRules, A::Error> {
                let rules = Vec::deserialize(SeqAccessDeserializer::new(keys))?;
                Ok(ArticleRules { rules, ..ArticleRules::default() })
            }

            fn visit_map<A: de::MapAccess<'de>>(self, table: A) -> Result<ArticleRules, A::Error> {
                let ArticleTable { rules, scopes, instead } =
                    ArticleTable::deserialize(MapAccessDeserializer::new(table))?;
                Ok(ArticleRules { rules, scopes, instead })
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// An edition as a file gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EditionTable {
    in_force: Option<Date>,
    based_on: Option<Edition>,
    #[serde(default)]
    articles: BTreeMap<String, ArticleRules>,
    #[serde(default)]
    parameters: Parameters,
}

/// All editions that are known, the oldest first.
///
/// # Examples
/// ```
/// use kaissa_laws::{Edition, Editions};
/// let editions = Editions::built_in();
/// assert_eq!(editions.for_date(Some("2017.06.30")).edition, Edition::E2014);
/// assert_eq!(editions.newest(), Edition::E2023);
/// ```
#[derive(Clone, Debug)]
pub struct Editions(Vec<Arc<EditionText>>);

static BUILT_IN: LazyLock<Editions> = LazyLock::new(|| {
    let mut editions = Editions(Vec::new());
    for text in [
        include_str!("editions/2001.toml"),
        include_str!("editions/2005.toml"),
        include_str!("editions/2009.toml"),
        include_str!("editions/2014.toml"),
        include_str!("editions/2017.toml"),
        include_str!("editions/2018.toml"),
        include_str!("editions/2023.toml"),
    ] {
        if let Err(error) = editions.extend(text) {
            unreachable!("built-in edition: {error}");
        }
    }
    editions
});

impl Editions {
    /// Gives the built-in editions: 2001, 2005, 2009, 2014, 2017, 2018 and 2023.
    pub fn built_in() -> &'static Editions {
        &BUILT_IN
    }

    /// Adds the editions of a file, or changes those that it names again.
    ///
    /// Each edition is a table with its name. A new one says from when it is in force
    /// (`in-force`) and may name one to begin from (`based-on`); its articles and parameters are
    /// laid over that one. An edition that is known already is changed in the same way.
    ///
    /// # Errors
    /// [`DataError`] with the place, what was found and what was expected; the editions are then
    /// as they were.
    ///
    /// # Examples
    /// ```
    /// use kaissa_laws::Editions;
    /// let mut editions = Editions::built_in().clone();
    /// editions.extend(r#"
    ///     [2027]
    ///     in-force = 2027-01-01
    ///     based-on = "2023"
    ///     [2027.parameters]
    ///     wrong-claim-tariff.any = { value = { opponent = "1 min", claimant = "nothing" } }
    /// "#)?;
    /// assert_eq!(editions.newest().name(), "2027");
    /// # Ok::<(), kaissa_laws::DataError>(())
    /// ```
    pub fn extend(&mut self, text: &str) -> Result<(), DataError> {
        let tables: BTreeMap<Edition, EditionTable> = crate::data_error::read(text)?;
        let mut longer = self.clone();
        let mut waiting: Vec<(Edition, EditionTable)> = tables.into_iter().collect();
        // An edition may be based on another of the same file, whatever their order.
        while !waiting.is_empty() {
            let ready = waiting.iter().position(|(edition, table)| {
                let waits_for = table.based_on.filter(|base| base != edition);
                waits_for.is_none_or(|base| longer.text(base).is_some())
            });
            let Some(ready) = ready else {
                let (edition, table) = waiting.swap_remove(0);
                let base = table.based_on.map(|base| base.to_string()).unwrap_or_default();
                return Err(DataError::new(
                    format!("{edition}.based-on"),
                    format!("\"{base}\""),
                    "the name of a known edition",
                ));
            };
            let (edition, table) = waiting.swap_remove(ready);
            longer.add(edition, table)?;
        }
        *self = longer;
        Ok(())
    }

    fn add(&mut self, edition: Edition, table: EditionTable) -> Result<(), DataError> {
        let base = self.text(edition).or_else(|| self.text(table.based_on?));
        let in_force = table.in_force.or_else(|| Some(self.text(edition)?.in_force));
        let Some(in_force) = in_force else {
            let expected = "the day from which the edition is in force, such as 2027-01-01";
            return Err(DataError::new(format!("{edition}.in-force"), "nothing", expected));
        };
        let mut text = EditionText {
            edition,
            in_force,
            articles: base.map(|base| base.articles.clone()).unwrap_or_default(),
            by_rule: Vec::new(),
            parameters: base.map(|base| base.parameters.clone()).unwrap_or_default(),
        };
        for (printed, place) in table.articles {
            text.articles.retain(|article, _| !article.is_same(&printed));
            if !place.rules.is_empty() {
                text.articles.insert(Article::new(&printed), place);
            }
        }
        text.parameters.overlay(&table.parameters);
        text.sort_by_rule();
        self.0.retain(|known| known.edition != edition);
        self.0.push(Arc::new(text));
        self.0.sort_by_key(|text| text.in_force);
        Ok(())
    }

    /// Gives each edition, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &EditionText> {
        self.0.iter().map(Arc::as_ref)
    }

    /// Gives what an edition says, if it is known.
    pub fn text(&self, edition: Edition) -> Option<&EditionText> {
        self.iter().find(|text| text.edition == edition)
    }

    pub(crate) fn shared(&self, edition: Edition) -> Option<&Arc<EditionText>> {
        self.0.iter().find(|text| text.edition == edition)
    }

    /// Gives an edition by its name.
    ///
    /// # Errors
    /// [`UnknownEdition`] with the names there are.
    pub fn named(&self, name: &str) -> Result<Edition, UnknownEdition> {
        let found = self.iter().map(EditionText::edition).find(|edition| edition.name() == name);
        found.ok_or_else(|| self.unknown(name))
    }

    pub(crate) fn unknown(&self, name: &str) -> UnknownEdition {
        UnknownEdition {
            found: name.to_owned(),
            known: self.iter().map(EditionText::edition).collect(),
        }
    }

    /// Gives the newest edition.
    pub fn newest(&self) -> Edition {
        self.iter().next_back().map_or(Edition::E2023, EditionText::edition)
    }

    /// Gives the oldest edition.
    pub fn oldest(&self) -> Edition {
        self.iter().next().map_or(Edition::E2001, EditionText::edition)
    }

    /// Chooses the edition for a game by its date, as a game file writes it.
    ///
    /// An incomplete date may leave several candidates: the earliest is used. Before the first
    /// edition the oldest is used, without a date the newest.
    pub fn for_date(&self, date: Option<&str>) -> EditionChoice {
        let Some(days) = date.and_then(DateRange::read) else {
            let newest = self.newest();
            return EditionChoice {
                edition: newest,
                from: EditionFrom::NoDate,
                candidates: vec![newest],
            };
        };
        let mut candidates: Vec<Edition> = Vec::new();
        for (index, text) in self.0.iter().enumerate() {
            let begins = text.in_force;
            let next = self.0.get(index + 1).map(|next| next.in_force);
            let not_over = next.is_none_or(|next| days.first < next);
            let first_of_all = index == 0;
            if (begins <= days.last || first_of_all) && not_over {
                candidates.push(text.edition);
            }
        }
        let before_first = |day: Date| self.0.first().is_some_and(|first| day < first.in_force);
        let from = if before_first(days.last) {
            EditionFrom::BeforeFirst
        } else if candidates.len() > 1 || before_first(days.first) {
            EditionFrom::DateIncomplete
        } else {
            EditionFrom::Date
        };
        let edition = candidates.first().copied().unwrap_or_else(|| self.oldest());
        EditionChoice { edition, from, candidates }
    }
}

/// A name that belongs to no known edition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEdition {
    /// What was written.
    pub found: String,
    /// The editions there are.
    pub known: Vec<Edition>,
}

impl fmt::Display for UnknownEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "edition: found {:?}, expected one of", self.found)?;
        for (index, edition) in self.known.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma} {edition}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownEdition {}

/// The edition chosen for a game, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditionChoice {
    /// The edition to use.
    pub edition: Edition,
    /// Why this one.
    pub from: EditionFrom,
    /// All editions that the date allows, the oldest first.
    pub candidates: Vec<Edition>,
}

/// Why an edition was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EditionFrom {
    /// It was asked for.
    Option,
    /// By the date of the game.
    Date,
    /// The game has no date: the newest was taken.
    NoDate,
    /// The game is older than the first edition known: the oldest was taken.
    BeforeFirst,
    /// The date is incomplete and allows several: the earliest was taken.
    DateIncomplete,
}

impl EditionFrom {
    /// Gives the word for the reason, as it stands in JSON.
    pub fn word(self) -> &'static str {
        match self {
            EditionFrom::Option => "option",
            EditionFrom::Date => "date",
            EditionFrom::NoDate => "no_date",
            EditionFrom::BeforeFirst => "before_first",
            EditionFrom::DateIncomplete => "date_incomplete",
        }
    }
}
