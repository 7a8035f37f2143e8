//! The coverage table of the Laws and the article tables of their pages, written from the editions.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use kaissa_laws::{Article, Edition, EditionText, Editions, Rule};

/// Where the table says, by rule, how it is treated and by which code.
const TREATMENTS: &str = "docs/laws/coverage.tsv";
/// The table that is written.
const TABLE: &str = "docs/laws/coverage.md";
/// The folder of the pages.
const PAGES: &str = "docs/laws";
/// The lines between which a page has its articles.
const BEGIN: &str = "<!-- articles: written by cargo xtask coverage -->";
const END: &str = "<!-- articles: end -->";

/// What the product does about a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum How {
    Decided,
    Proposed,
    Recorded,
    Shown,
}

impl How {
    const ALL: [(How, &str); 4] = [
        (How::Decided, "decided"),
        (How::Proposed, "proposed"),
        (How::Recorded, "recorded"),
        (How::Shown, "shown"),
    ];

    fn word(self) -> &'static str {
        How::ALL.iter().find(|(how, _)| *how == self).map_or("", |(_, word)| word)
    }
}

/// How a rule is treated, and where.
struct Treatment {
    how: How,
    code: String,
}

/// Writes the table and the pages.
pub fn write() -> Result<(), String> {
    for (path, text) in fresh()? {
        fs::write(root()?.join(&path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

/// Everything that is written, by path, as it ought to stand.
fn fresh() -> Result<Vec<(String, String)>, String> {
    let treatments = treatments()?;
    let mut files = vec![(TABLE.to_owned(), table(&treatments)?)];
    for (path, text) in pages()? {
        let key = Path::new(&path).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let rule: Rule = key.parse().map_err(|_| format!("{path}: {key:?} is no key of a rule"))?;
        files.push((path, with_articles(&text, rule)));
    }
    Ok(files)
}

fn root() -> Result<PathBuf, String> {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map(Path::to_owned).ok_or_else(|| "xtask stands in no workspace".to_owned())
}

fn treatments() -> Result<BTreeMap<Rule, Treatment>, String> {
    let text = fs::read_to_string(root()?.join(TREATMENTS))
        .map_err(|error| format!("{TREATMENTS}: {error}"))?;
    let mut found = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).skip(1) {
        let fault = |what: &str| format!("{TREATMENTS}, line {number}: {what}");
        let [key, how, code] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(fault("expected a rule, how it is treated and the code"));
        };
        let rule: Rule = key.parse().map_err(|_| fault("no key of a rule"))?;
        let how =
            How::ALL.iter().find(|(_, word)| *word == how).ok_or_else(|| fault("no such word"))?;
        found.insert(rule, Treatment { how: how.0, code: code.to_owned() });
    }
    match Rule::ALL.iter().find(|rule| !found.contains_key(rule)) {
        Some(rule) => Err(format!("{TREATMENTS}: no line for {}", rule.key())),
        None => Ok(found),
    }
}

fn table(treatments: &BTreeMap<Rule, Treatment>) -> Result<String, String> {
    let mut text = String::from(
        "# Every article and what the product does about it\n\n\
         Written by `cargo xtask coverage` from the editions and `coverage.tsv`.\n\n\
         `decided`: worked out from position, moves, clock or regulations. `proposed`: the ruling is \
         prepared, an arbiter confirms or chooses. `recorded`: kept with time and author. `shown`: \
         the gist is shown by `kaissa laws`.\n",
    );
    for edition in [Edition::E2001, Edition::E2023] {
        let known = Editions::built_in().text(edition);
        let known = known.ok_or_else(|| format!("the edition {edition} is not built in"))?;
        let _ =
            write!(text, "\n## {edition}\n\n| article | rule | how | code |\n|---|---|---|---|\n");
        for (article, rules) in known.articles() {
            for rule in rules {
                let _ = writeln!(text, "{}", row(article, *rule, treatments));
            }
        }
        let _ = write!(text, "\n{}\n", counts(known, treatments));
    }
    Ok(text)
}

fn row(article: &Article, rule: Rule, treatments: &BTreeMap<Rule, Treatment>) -> String {
    let (how, code) = match treatments.get(&rule) {
        Some(treatment) => (treatment.how.word(), treatment.code.as_str()),
        None => ("", ""),
    };
    format!("| {article} | {} | {how} | `{code}` |", rule.key())
}

/// How many articles are treated in which way, the strongest counting.
fn counts(known: &EditionText, treatments: &BTreeMap<Rule, Treatment>) -> String {
    let mut counted: BTreeMap<How, usize> = BTreeMap::new();
    let mut all = 0;
    for (_, rules) in known.articles() {
        all += 1;
        let strongest =
            rules.iter().filter_map(|rule| treatments.get(rule)).map(|one| one.how).min();
        *counted.entry(strongest.unwrap_or(How::Shown)).or_default() += 1;
    }
    let parts: Vec<String> =
        counted.iter().map(|(how, number)| format!("{number} {}", how.word())).collect();
    format!("{all} articles: {}.", parts.join(", "))
}

/// The pages that have a place for their articles.
fn pages() -> Result<Vec<(String, String)>, String> {
    let folder = root()?.join(PAGES);
    let mut found = Vec::new();
    let entries = fs::read_dir(&folder).map_err(|error| format!("{PAGES}: {error}"))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(text) = fs::read_to_string(entry.path()) else { continue };
        if name.ends_with(".md") && text.contains(BEGIN) {
            found.push((format!("{PAGES}/{name}"), text));
        }
    }
    found.sort();
    Ok(found)
}

/// The page with the articles of its rule between the two lines.
fn with_articles(text: &str, rule: Rule) -> String {
    let Some((before, rest)) = text.split_once(BEGIN) else { return text.to_owned() };
    let Some((_, after)) = rest.split_once(END) else { return text.to_owned() };
    let mut articles = String::from("\n| edition | articles |\n|---|---|\n");
    for known in Editions::built_in().iter() {
        let printed: Vec<&str> = known.articles_of(rule).map(Article::as_str).collect();
        let printed = if printed.is_empty() { "none known".to_owned() } else { printed.join(", ") };
        let _ = writeln!(articles, "| {} | {printed} |", known.edition());
    }
    format!("{before}{BEGIN}\n{articles}\n{END}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_pages_are_fresh() {
        for (path, text) in fresh().expect("everything is there") {
            let standing = fs::read_to_string(root().expect("a workspace").join(&path));
            let standing = standing.unwrap_or_default();
            assert!(standing == text, "{path} is stale: run cargo xtask coverage");
        }
    }

    #[test]
    fn the_code_of_each_rule_exists() {
        for (rule, treatment) in treatments().expect("a line for each rule") {
            let path = root().expect("a workspace").join(&treatment.code);
            assert!(path.exists(), "{}: {} does not exist", rule.key(), treatment.code);
        }
    }

    #[test]
    fn no_article_is_without_a_row() {
        let treatments = treatments().expect("a line for each rule");
        for edition in [Edition::E2001, Edition::E2023] {
            let known = Editions::built_in().text(edition).expect("built in");
            for (article, rules) in known.articles() {
                assert!(!rules.is_empty(), "{edition} {article} has no rule");
                assert!(rules.iter().all(|rule| treatments.contains_key(rule)));
            }
        }
    }
}
