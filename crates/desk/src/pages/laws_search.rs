//! The Laws, searched by article, word or situation.

use askama::Template;
use kaissa_laws::{Article, Edition, Rule, Rules};
use kaissa_words::{Language, LawScope, find_laws, law_gist};

use super::settings_edit::Choice;
use super::time_control_show::rules_here;
use crate::layout::{Layout, render};
use crate::statics::catalogue;
use crate::{Ask, Reply};

/// How many rules are shown at most.
const SHOWN: usize = 40;

#[derive(Template)]
#[template(path = "laws_search.html")]
struct LawsSearch<'a> {
    layout: Layout<'a>,
    asked: &'a str,
    editions: Vec<Choice>,
    found: Vec<Law>,
    chapters: Vec<Chapter>,
}

/// The articles that begin with the same number or letter.
struct Chapter {
    name: String,
    /// Each article with what it says in short.
    articles: Vec<(String, String)>,
}

struct Law {
    key: &'static str,
    gist: String,
    /// For each edition: its name and its articles.
    places: Vec<(String, String)>,
}

/// What is found, or every article of the edition.
pub(crate) fn page(ask: &Ask) -> Reply {
    let editions = ask.editions();
    let wanted = ask.query.filled("edition").and_then(|name| editions.named(name).ok());
    let edition = wanted.unwrap_or_else(|| rules_here(ask).edition());
    let Ok(rules) = Rules::new(editions, edition) else { return Reply::not_found(ask) };
    let asked = ask.query.text("q");
    let catalogues = Language::ALL.map(catalogue);
    let (found, chapters) = if asked.is_empty() {
        (Vec::new(), articles(ask, &rules))
    } else {
        // The number of an article may be one of another edition; words are the same in all.
        let is_here = !rules.text().rules_of(asked).is_empty();
        let scope = if is_here { LawScope::Edition } else { LawScope::AllEditions };
        let found = find_laws(asked, scope, &rules, editions, &catalogues);
        (found.into_iter().take(SHOWN).map(|rule| law(ask, rule)).collect(), Vec::new())
    };
    let names = editions.iter().map(|text| text.edition());
    render(&LawsSearch {
        layout: Layout::new(ask, ask.say("desk-way-laws")),
        asked,
        editions: names.map(|name| choice(name, edition)).collect(),
        found,
        chapters,
    })
}

fn choice(edition: Edition, chosen: Edition) -> Choice {
    let name = edition.name().to_owned();
    Choice { value: name.clone(), name, is_chosen: edition == chosen }
}

fn law(ask: &Ask, rule: Rule) -> Law {
    let places = ask.editions().iter().map(|text| {
        let articles: Vec<&str> = text.articles_of(rule).map(Article::as_str).collect();
        (text.edition().name().to_owned(), articles.join(", "))
    });
    Law {
        key: rule.key(),
        gist: law_gist(ask.words(), rule),
        places: places.filter(|(_, articles)| !articles.is_empty()).collect(),
    }
}

/// Every article of an edition with what it says in short, by chapter.
fn articles(ask: &Ask, rules: &Rules) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    for (article, of) in rules.text().articles() {
        let article = article.as_str();
        let gist = of.first().map(|rule| law_gist(ask.words(), *rule)).unwrap_or_default();
        let name = article.split(['.', '(']).next().unwrap_or(article);
        if chapters.last().is_none_or(|chapter| chapter.name != name) {
            chapters.push(Chapter { name: name.to_owned(), articles: Vec::new() });
        }
        if let Some(chapter) = chapters.last_mut() {
            chapter.articles.push((article.to_owned(), gist));
        }
    }
    chapters
}
