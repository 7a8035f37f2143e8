//! `kaissa laws`: the digest of the Laws by article, key, word or situation.

use std::io::{self, Write};

use kaissa_laws::{Article, Editions, Rule, Rules, Stated};
use kaissa_ruling::kinds::KINDS;
use kaissa_words::{FluentArgs, Language, Words, say};
use serde_json::{Value, json};

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, hint, is_fault};

/// How many rules a search shows in full.
const SHOWN: usize = 6;

/// Options of `kaissa laws`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(value_name = "ARTICLE|WORDS")]
    asked: Vec<String>,
    #[arg(long)]
    all_editions: bool,
    #[arg(long, conflicts_with = "asked")]
    articles: bool,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Looks up what is asked and prints it.
pub fn run(args: &Args, words: &Words) -> Exit {
    match look_up(args, words) {
        Ok(text) => match writeln!(io::stdout(), "{text}") {
            Err(error) if is_fault(&error) => Exit::OurFault,
            _ => Exit::Done,
        },
        Err(exit) => exit,
    }
}

fn look_up(args: &Args, words: &Words) -> Result<String, Exit> {
    let rules = args.rules.rules(words)?;
    let editions = args.rules.read_editions(words)?;
    if args.articles || args.asked.is_empty() {
        return Ok(all_articles(&rules, words));
    }
    let asked = args.asked.join(" ");
    let scope = if args.all_editions { Scope::AllEditions } else { Scope::Edition };
    let found = find(&asked, scope, &rules, &editions);
    if found.is_empty() {
        complain(words, &say!(words, "laws-none", asked = asked.as_str()));
        hint(words, &say!(words, "laws-none-hint"));
        return Err(Exit::CommandLine);
    }
    let all: Vec<Rules> = editions
        .iter()
        .filter_map(|text| {
            let rules = Rules::new(&editions, text.edition()).ok()?;
            let rules = rules.with_style(args.rules.style.unwrap_or(kaissa_laws::Style::Standard));
            Some(match args.rules.supervision {
                Some(supervision) => rules.with_supervision(supervision),
                None => rules,
            })
        })
        .collect();
    if args.json {
        let lines: Vec<String> =
            found.iter().map(|rule| rule_json(*rule, &all, words).to_string()).collect();
        return Ok(lines.join("\n"));
    }
    let mut pages: Vec<String> =
        found.iter().take(SHOWN).map(|rule| rule_text(*rule, &all, words)).collect();
    if let Some(more) = found.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        pages.push(say!(words, "laws-more", n = more));
    }
    Ok(pages.join("\n\n"))
}

/// Where an article is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Edition,
    AllEditions,
}

/// The rules that are asked for: by article, by key, else by words.
fn find(asked: &str, scope: Scope, rules: &Rules, editions: &Editions) -> Vec<Rule> {
    let mut found: Vec<Rule> = Vec::new();
    let mut add = |rules: &[Rule]| {
        for rule in rules {
            if !found.contains(rule) {
                found.push(*rule);
            }
        }
    };
    match scope {
        Scope::Edition => add(rules.text().rules_of(asked)),
        Scope::AllEditions => editions.iter().for_each(|text| add(text.rules_of(asked))),
    }
    if found.is_empty()
        && let Ok(rule) = asked.parse::<Rule>()
    {
        return vec![rule];
    }
    if found.is_empty() { by_words(asked) } else { found }
}

/// The rules that speak of the words, those with the most of them first.
fn by_words(asked: &str) -> Vec<Rule> {
    let wanted: Vec<String> = tokens(asked).map(|word| stem(&word)).collect();
    let catalogues = Language::ALL.map(Words::new);
    let mut scored: Vec<(usize, Rule)> = Rule::ALL
        .iter()
        .filter_map(|&rule| {
            let said: Vec<String> =
                catalogues.iter().flat_map(|words| texts_of(rule, words)).collect();
            let said = said.join(" ");
            let spoken: Vec<String> = tokens(&said).collect();
            let speaks = |stem: &&String| spoken.iter().any(|word| word.starts_with(stem.as_str()));
            let score = wanted.iter().filter(speaks).count();
            (score > 0).then_some((score, rule))
        })
        .collect();
    // Where some rules have all the words, those with fewer are noise.
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    scored.retain(|(score, _)| *score == best);
    scored.into_iter().map(|(_, rule)| rule).collect()
}

/// Everything that is said of a rule in a language: key, gist and the cases that it decides.
fn texts_of(rule: Rule, words: &Words) -> Vec<String> {
    let mut texts = vec![rule.key().replace('-', " "), gist(rule, words)];
    for kind in KINDS.iter().filter(|kind| kind.rule == rule) {
        texts.push(words.say(&format!("rule-kind-{}", kind.name), &FluentArgs::new()));
    }
    texts
}

fn tokens(text: &str) -> impl Iterator<Item = String> + '_ {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(|word| word.to_lowercase().replace('ё', "е"))
}

/// The beginning of a word, without the ending that it bends by.
fn stem(word: &str) -> String {
    let length = word.chars().count();
    let kept = match length {
        0..=4 => length,
        5..=6 => length - 1,
        _ => length - 2,
    };
    word.chars().take(kept).collect()
}

fn gist(rule: Rule, words: &Words) -> String {
    words.say(&format!("law-{}", rule.key()), &FluentArgs::new())
}

fn rule_text(rule: Rule, all: &[Rules], words: &Words) -> String {
    let mut lines = vec![rule.key().to_owned(), format!("  {}", gist(rule, words))];
    let places: Vec<String> = all
        .iter()
        .map(|rules| {
            let articles = articles_of(rule, rules);
            let articles = match articles.is_empty() {
                true => say!(words, "laws-absent"),
                false => articles.join(", "),
            };
            format!("{}: {articles}", rules.edition())
        })
        .collect();
    lines.push(format!("  {} {}", say!(words, "laws-where"), places.join("; ")));
    let changes = changes_of(rule, all);
    if !changes.is_empty() {
        lines.push(format!("  {}", say!(words, "laws-changes")));
        for (edition, stated) in changes {
            let parameter = stated.parameter.replace('_', "-");
            let edition = edition.to_string();
            let text = match &stated.value {
                Some(value) => {
                    // A value that is named like its parameter is named once.
                    let named = value.strip_prefix(&parameter);
                    let value = named.map_or(value.as_str(), str::trim_start);
                    say!(
                        words,
                        "laws-change",
                        edition = edition,
                        parameter = parameter.as_str(),
                        value = value
                    )
                }
                None => say!(words, "laws-unknown", edition = edition, parameter = parameter),
            };
            lines.push(format!("    {text}"));
        }
    }
    let kinds: Vec<String> = KINDS
        .iter()
        .filter(|kind| kind.rule == rule)
        .map(|kind| format!("kaissa rule {}", kind.name))
        .collect();
    if !kinds.is_empty() {
        lines.push(format!("  {}", say!(words, "laws-kinds", kinds = kinds.join(", "))));
    }
    lines.join("\n")
}

fn articles_of(rule: Rule, rules: &Rules) -> Vec<&str> {
    rules.text().articles_of(rule).map(Article::as_str).collect()
}

/// The answers of a rule's parameters that differ from the edition before.
fn changes_of(rule: Rule, all: &[Rules]) -> Vec<(kaissa_laws::Edition, Stated<String>)> {
    let mut changes: Vec<(kaissa_laws::Edition, Stated<String>)> = Vec::new();
    for rules in all {
        for stated in rules.answers() {
            if stated.citation.rule != rule {
                continue;
            }
            let mut before = changes.iter().rev();
            let before = before.find(|(_, earlier)| earlier.parameter == stated.parameter);
            if before.is_none_or(|(_, earlier)| earlier.value != stated.value) {
                changes.push((rules.edition(), stated));
            }
        }
    }
    changes.sort_by_key(|(_, stated)| stated.parameter);
    changes
}

fn rule_json(rule: Rule, all: &[Rules], words: &Words) -> Value {
    let editions: Vec<Value> = all
        .iter()
        .map(|rules| {
            let answers = rules.answers().into_iter();
            let parameters: Vec<Value> = answers
                .filter(|stated| stated.citation.rule == rule)
                .map(|stated| {
                    json!({
                        "parameter": stated.parameter.replace('_', "-"),
                        "value": stated.value,
                        "confidence": format!("{:?}", stated.confidence).to_lowercase(),
                        "source": stated.source.as_str(),
                    })
                })
                .collect();
            json!({
                "edition": rules.edition().name(),
                "articles": articles_of(rule, rules),
                "parameters": parameters,
            })
        })
        .collect();
    json!({
        "schema": 1,
        "rule": rule.key(),
        "group": rule.group(),
        "gist": gist(rule, words),
        "editions": editions,
        "kinds": KINDS.iter().filter(|kind| kind.rule == rule).map(|kind| kind.name)
            .collect::<Vec<_>>(),
    })
}

/// Every article of an edition with the gist of its first rule.
fn all_articles(rules: &Rules, words: &Words) -> String {
    let lines = rules.text().articles().map(|(article, of)| {
        let keys: Vec<&str> = of.iter().map(|rule| rule.key()).collect();
        let gist = of.first().map(|rule| gist(*rule, words)).unwrap_or_default();
        format!("{article}\t{}\t{gist}", keys.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, expected: Rule) {
        let editions = Editions::built_in();
        let rules = Rules::new(editions, editions.newest()).expect("the newest edition");
        let found = find(asked, Scope::Edition, &rules, editions);
        assert!(found.contains(&expected), "{asked}: {found:?}");
    }

    #[test]
    fn a_rule_is_found_by_article_key_and_words_of_both_languages() {
        check("9.5.3", Rule::WrongClaim);
        check("7.5.5", Rule::IllegalMovePenalty);
        check("default-time", Rule::DefaultTime);
        check("telephone", Rule::Devices);
        check("телефон", Rule::Devices);
        check("двумя руками", Rule::TwoHands);
        check("knocks pieces over", Rule::DisplacedPieces);
        check("опоздал", Rule::DefaultTime);
    }

    #[test]
    fn an_unknown_word_finds_nothing() {
        let editions = Editions::built_in();
        let rules = Rules::new(editions, editions.newest()).expect("the newest edition");
        assert!(find("zugzwangxyz", Scope::Edition, &rules, editions).is_empty());
    }

    #[test]
    fn an_article_is_looked_for_in_one_edition_or_in_all() {
        let editions = Editions::built_in();
        let rules = Rules::new(editions, editions.newest()).expect("the newest edition");
        assert!(
            find("13.4(a)", Scope::Edition, &rules, editions).is_empty() || {
                // The newest edition has no such article, so only words can have matched.
                rules.text().rules_of("13.4(a)").is_empty()
            }
        );
        let found = find("13.4(a)", Scope::AllEditions, &rules, editions);
        assert!(found.contains(&Rule::Penalties), "{found:?}");
    }
}
