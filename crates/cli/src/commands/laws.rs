//! `kaissa laws`: the digest of the Laws by article, key, word or situation.

use std::io::{self, Write};

use kaissa_laws::{Article, Rule, Rules, Stated};
use kaissa_ruling::kinds::KINDS;
use kaissa_words::{Language, LawScope, Words, find_laws, law_gist, say};
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
    let scope = if args.all_editions { LawScope::AllEditions } else { LawScope::Edition };
    let catalogues = Language::ALL.map(Words::new);
    let found = find_laws(&asked, scope, &rules, &editions, &catalogues.each_ref());
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

fn rule_text(rule: Rule, all: &[Rules], words: &Words) -> String {
    let mut lines = vec![rule.key().to_owned(), format!("  {}", law_gist(words, rule))];
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
        "gist": law_gist(words, rule),
        "editions": editions,
        "kinds": KINDS.iter().filter(|kind| kind.rule == rule).map(|kind| kind.name)
            .collect::<Vec<_>>(),
    })
}

/// Every article of an edition with the gist of its first rule.
fn all_articles(rules: &Rules, words: &Words) -> String {
    let lines = rules.text().articles().map(|(article, of)| {
        let keys: Vec<&str> = of.iter().map(|rule| rule.key()).collect();
        let gist = of.first().map(|rule| law_gist(words, *rule)).unwrap_or_default();
        format!("{article}\t{}\t{gist}", keys.join(", "))
    });
    lines.collect::<Vec<_>>().join("\n")
}
