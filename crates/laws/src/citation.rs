//! Articles, citations and what a decision rests on.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::{Edition, Rule};

/// The number of an article as an edition prints it: `9.2(b)`, `9.2.b`, `9.2.2`, `A.4.2`, `B5(a)`.
///
/// Articles are ordered as in the book: numbers by value, then the appendices by letter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Article(Arc<str>);

impl Article {
    /// Makes an article from its printed number.
    pub fn new(printed: &str) -> Article {
        Article(printed.trim().into())
    }

    /// Gives the number as printed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Says whether both are the same article, whatever signs divide the parts: `7.4.b` and
    /// `7.4(b)`.
    pub fn is_same(&self, other: &str) -> bool {
        parts(&self.0).eq(parts(other))
    }
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Ord for Article {
    fn cmp(&self, other: &Article) -> Ordering {
        parts(&self.0).cmp(parts(&other.0)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Article {
    fn partial_cmp(&self, other: &Article) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A part of an article's number; numbers come before letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    Number(u64),
    Letters(&'a str),
}

/// Takes a printed number apart into its numbers and letters.
fn parts(printed: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = printed;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|sign: char| !sign.is_alphanumeric());
        let first = rest.chars().next()?;
        let digits = first.is_ascii_digit();
        let end = rest
            .find(|sign: char| !sign.is_alphanumeric() || sign.is_ascii_digit() != digits)
            .unwrap_or(rest.len());
        let (part, tail) = rest.split_at(end);
        rest = tail;
        Some(match part.parse() {
            Ok(number) => Part::Number(number),
            Err(_) => Part::Letters(part),
        })
    })
}

/// Where a rule stands in an edition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Citation {
    /// The edition that is cited.
    pub edition: Edition,
    /// The rule that is cited.
    pub rule: Rule,
    /// The articles as that edition prints them; empty where they are not known.
    pub articles: Vec<Article>,
}

impl Citation {
    /// Says whether the articles of the rule are known.
    pub fn is_known(&self) -> bool {
        !self.articles.is_empty()
    }
}

impl fmt::Display for Citation {
    /// Shows the articles with the edition, as `9.2, 9.2.2 (2023)`; without articles the key of
    /// the rule takes their place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, article) in self.articles.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{article}")?;
        }
        if self.articles.is_empty() {
            f.write_str(self.rule.key())?;
        }
        write!(f, " ({})", self.edition)
    }
}

/// A point of the competition's regulations: its number there, else our key for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RegulationId(Arc<str>);

impl RegulationId {
    /// Names a point of the regulations.
    pub fn new(name: &str) -> RegulationId {
        RegulationId(name.into())
    }

    /// Gives the name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RegulationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The source of an official interpretation or commentary, by its tag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceId(Arc<str>);

impl SourceId {
    /// Names a source.
    pub fn new(tag: &str) -> SourceId {
        SourceId(tag.into())
    }

    /// Gives the tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a decision rests on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// An article of the edition in force.
    Article(Citation),
    /// An article about a like case (the Preface).
    ByAnalogy(Citation),
    /// A point of the competition's regulations.
    Regulation(RegulationId),
    /// An official interpretation or commentary.
    Interpretation(SourceId),
}

impl From<Citation> for Basis {
    fn from(citation: Citation) -> Basis {
        Basis::Article(citation)
    }
}

/// All that a decision rests on: at least one basis, the most important first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grounds(Vec<Basis>);

impl Grounds {
    /// Begins grounds with their first basis.
    pub fn new(first: impl Into<Basis>) -> Grounds {
        Grounds(vec![first.into()])
    }

    /// Adds a basis, unless it is there already.
    pub fn and(mut self, basis: impl Into<Basis>) -> Grounds {
        let basis = basis.into();
        if !self.0.contains(&basis) {
            self.0.push(basis);
        }
        self
    }

    /// Gives each basis, the most important first.
    pub fn iter(&self) -> impl Iterator<Item = &Basis> {
        self.0.iter()
    }

    /// Gives the articles that are cited, each once, in the order of the grounds.
    pub fn articles(&self) -> Vec<&Article> {
        let mut articles = Vec::new();
        for basis in &self.0 {
            if let Basis::Article(citation) | Basis::ByAnalogy(citation) = basis {
                for article in &citation.articles {
                    if !articles.contains(&article) {
                        articles.push(article);
                    }
                }
            }
        }
        articles
    }
}

impl From<Citation> for Grounds {
    fn from(citation: Citation) -> Grounds {
        Grounds::new(citation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_come_in_the_order_of_the_book() {
        let mut articles: Vec<Article> =
            ["I.1.1", "A.4.b", "10.1", "9.2(b)", "9.10", "9.2(a)", "A.4.10", "A.4.2", "9.2"]
                .map(Article::new)
                .to_vec();
        articles.sort();
        let printed: Vec<&str> = articles.iter().map(Article::as_str).collect();
        assert_eq!(
            printed,
            ["9.2", "9.2(a)", "9.2(b)", "9.10", "10.1", "A.4.2", "A.4.10", "A.4.b", "I.1.1"]
        );
    }

    #[test]
    fn the_same_article_may_be_written_in_two_ways() {
        assert!(Article::new("7.4(b)").is_same("7.4.b"));
        assert!(Article::new("B5(a)").is_same("B.5.a"));
        assert!(!Article::new("7.4(b)").is_same("7.4"));
    }

    #[test]
    fn grounds_name_each_article_once() {
        let cite = |rule, articles: &[&str]| Citation {
            edition: Edition::E2023,
            rule,
            articles: articles.iter().map(|printed| Article::new(printed)).collect(),
        };
        let grounds = Grounds::new(cite(Rule::IllegalMove, &["7.5.1", "7.5.5"]))
            .and(cite(Rule::IllegalMovePenalty, &["7.5.5"]))
            .and(Basis::Regulation(RegulationId::new("4.2")));
        let printed: Vec<&str> =
            grounds.articles().iter().map(|article| article.as_str()).collect();
        assert_eq!(printed, ["7.5.1", "7.5.5"]);
        assert_eq!(grounds.iter().count(), 3);
    }
}
