//! The Laws looked up by article, key or words of both languages.

use kaissa_laws::{Editions, Rule, Rules};
use kaissa_ruling::kinds::KINDS;

use crate::{FluentArgs, Words};

/// Where an article is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LawScope {
    /// In the edition of the rules that are given.
    Edition,
    /// In every edition.
    AllEditions,
}

/// The rules that are asked for: by article, by key, else by words of any of the catalogues.
pub fn find_laws(
    asked: &str,
    scope: LawScope,
    rules: &Rules,
    editions: &Editions,
    catalogues: &[&Words],
) -> Vec<Rule> {
    let mut found: Vec<Rule> = Vec::new();
    let mut add = |rules: &[Rule]| {
        for rule in rules {
            if !found.contains(rule) {
                found.push(*rule);
            }
        }
    };
    match scope {
        LawScope::Edition => add(rules.text().rules_of(asked)),
        LawScope::AllEditions => editions.iter().for_each(|text| add(text.rules_of(asked))),
    }
    if found.is_empty()
        && let Ok(rule) = asked.parse::<Rule>()
    {
        return vec![rule];
    }
    if found.is_empty() { by_words(asked, catalogues) } else { found }
}

/// What a rule says, in short.
pub fn law_gist(words: &Words, rule: Rule) -> String {
    words.say(&format!("law-{}", rule.key()), &FluentArgs::new())
}

/// The rules that speak of the words, those with the most of them first.
fn by_words(asked: &str, catalogues: &[&Words]) -> Vec<Rule> {
    let wanted: Vec<String> = tokens(asked).map(|word| stem(&word)).collect();
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
    let mut texts = vec![rule.key().replace('-', " "), law_gist(words, rule)];
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;

    fn find(asked: &str, scope: LawScope) -> Vec<Rule> {
        let editions = Editions::built_in();
        let rules = Rules::new(editions, editions.newest()).expect("the newest edition");
        let catalogues = Language::ALL.map(Words::new);
        find_laws(asked, scope, &rules, editions, &catalogues.each_ref())
    }

    #[track_caller]
    fn check(asked: &str, expected: Rule) {
        let found = find(asked, LawScope::Edition);
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
        assert!(find("zugzwangxyz", LawScope::Edition).is_empty());
    }

    #[test]
    fn an_article_is_looked_for_in_one_edition_or_in_all() {
        let in_force = find("9.5.3", LawScope::Edition);
        assert_eq!(in_force, [Rule::WrongClaim, Rule::AnnouncedMove]);
        let found = find("13.4(a)", LawScope::AllEditions);
        assert!(found.contains(&Rule::Penalties), "{found:?}");
    }
}
