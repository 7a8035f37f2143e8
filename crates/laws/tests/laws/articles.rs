//! Where each rule stands in each edition.

use std::collections::BTreeSet;
use std::path::Path;

use kaissa_laws::{Article, Edition, EditionText, Editions, Rule, Style, Supervision};

use super::rules;

fn text(edition: Edition) -> &'static EditionText {
    match Editions::built_in().text(edition) {
        Some(text) => text,
        None => panic!("{edition} is built in"),
    }
}

/// Gives the articles cited for a rule in standard games.
fn cited(edition: Edition, rule: Rule) -> Vec<String> {
    cited_in(edition, rule, Style::Standard, Supervision::Full)
}

fn cited_in(edition: Edition, rule: Rule, style: Style, supervision: Supervision) -> Vec<String> {
    let citation = rules(edition, style, supervision).cite(rule);
    citation.articles.iter().map(Article::to_string).collect()
}

#[test]
fn the_same_rule_stands_where_each_edition_prints_it() {
    use Edition as E;
    let table: &[(Edition, Rule, &[&str])] = &[
        (E::E2001, Rule::DeadPosition, &["1.3", "5.2(b)", "9.6"]),
        (E::E2009, Rule::DeadPosition, &["1.3", "5.2.b", "9.6"]),
        (E::E2014, Rule::DeadPosition, &[]),
        (E::E2017, Rule::DeadPosition, &["1.5", "5.2.2"]),
        (E::E2023, Rule::DeadPosition, &["1.5", "5.2.2"]),
        (E::E2001, Rule::Checkmate, &["5.1(a)"]),
        (E::E2018, Rule::Checkmate, &["5.1.1"]),
        (E::E2005, Rule::ReleasedPiece, &["4.6"]),
        (E::E2001, Rule::TouchComplaint, &["4.6"]),
        (E::E2005, Rule::TouchComplaint, &["4.7"]),
        (E::E2009, Rule::TouchComplaint, &["4.7"]),
        (E::E2023, Rule::TouchComplaint, &["4.8"]),
        (E::E2001, Rule::DefaultTime, &["6.7"]),
        (E::E2009, Rule::DefaultTime, &["6.6.a"]),
        (E::E2023, Rule::DefaultTime, &["6.7.1"]),
        (E::E2001, Rule::FlagFallen, &["6.9"]),
        (E::E2009, Rule::FlagFallen, &["6.8"]),
        (E::E2001, Rule::LossOnTime, &["6.10"]),
        (E::E2009, Rule::LossOnTime, &["6.9"]),
        (E::E2001, Rule::BothFlags, &["6.12", "10.3"]),
        (E::E2009, Rule::BothFlags, &["6.11.a", "6.11.b"]),
        (E::E2023, Rule::BothFlags, &["III.3.1.1", "III.3.1.2"]),
        (E::E2001, Rule::ColorsReversed, &["7.2"]),
        (E::E2014, Rule::ColorsReversed, &["7.3"]),
        (E::E2001, Rule::IllegalMovePenalty, &["7.4(b)"]),
        (E::E2009, Rule::IllegalMovePenalty, &["7.4.b"]),
        (E::E2014, Rule::IllegalMovePenalty, &["7.5.b"]),
        (E::E2017, Rule::IllegalMovePenalty, &["7.5.3"]),
        (E::E2018, Rule::IllegalMovePenalty, &["7.5.5"]),
        (E::E2001, Rule::ThreefoldOnBoard, &["9.2(b)"]),
        (E::E2014, Rule::ThreefoldOnBoard, &["9.2.b"]),
        (E::E2018, Rule::ThreefoldOnBoard, &["9.2.1.2"]),
        (E::E2023, Rule::ThreefoldOnBoard, &["9.2.2"]),
        (E::E2018, Rule::SamePosition, &["9.2.2", "9.2.2.1", "9.2.2.2"]),
        (E::E2023, Rule::SamePosition, &["9.2.3", "9.2.3.1", "9.2.3.2"]),
        (E::E2009, Rule::Fivefold, &[]),
        (E::E2014, Rule::Fivefold, &["9.6.a"]),
        (E::E2023, Rule::Fivefold, &["9.6.1"]),
        (E::E2014, Rule::QuickplayIncrement, &["G.4"]),
        (E::E2023, Rule::QuickplayIncrement, &["III.4"]),
        (E::E2001, Rule::QuickplayWithoutArbiter, &["D1", "D1(a)", "D1(b)"]),
        (E::E2001, Rule::DrawOfferMark, &["E12"]),
        (E::E2005, Rule::DrawOfferMark, &["E13"]),
        (E::E2009, Rule::DrawOfferMark, &["C.13"]),
        (E::E2023, Rule::DrawOfferMark, &["C.12"]),
        (E::E2001, Rule::SealedMoveBad, &["A8", "A8(a)", "A8(b)", "A8(c)"]),
        (E::E2023, Rule::SealedMoveBad, &["I.8", "I.8.1", "I.8.2", "I.8.3"]),
    ];
    for (edition, rule, articles) in table {
        assert_eq!(cited(*edition, *rule), *articles, "{rule} of {edition}");
    }
}

#[test]
fn rapid_and_blitz_cite_their_appendix_first() {
    use Edition as E;
    use Style::{Blitz, Rapid};
    use Supervision::{Full, Reduced};
    let table: &[(Edition, Rule, Style, Supervision, &[&str])] = &[
        (E::E2023, Rule::IllegalMovePenalty, Rapid, Full, &["A.3", "7.5.5"]),
        (E::E2023, Rule::IllegalMovePenalty, Rapid, Reduced, &["A.3", "A.5.2", "7.5.5"]),
        (E::E2023, Rule::IllegalMovePenalty, Blitz, Reduced, &["A.3", "A.5.2", "7.5.5"]),
        (E::E2023, Rule::IllegalMovePenalty, Blitz, Full, &["7.5.5"]),
        (E::E2018, Rule::IllegalMovePenalty, Blitz, Reduced, &["A.4.2", "B.2", "7.5.5"]),
        (E::E2018, Rule::IllegalMovePenalty, Rapid, Full, &["7.5.5"]),
        (E::E2018, Rule::WrongClaim, Blitz, Full, &["B.2", "9.5.3"]),
        (E::E2023, Rule::WrongClaim, Rapid, Reduced, &["A.3", "9.5.3"]),
        (E::E2023, Rule::FlagCall, Rapid, Reduced, &["A.5.5", "6.8"]),
        // In 2001 the appendix stands in place of the general article.
        (E::E2001, Rule::FlagCall, Rapid, Reduced, &["B6"]),
        (E::E2001, Rule::BothFlags, Blitz, Reduced, &["B8"]),
        (E::E2001, Rule::IllegalMovePenalty, Blitz, Reduced, &["C3"]),
        (E::E2001, Rule::IllegalMovePenalty, Rapid, Reduced, &["7.4(b)"]),
        (E::E2009, Rule::IllegalMovePenalty, Blitz, Reduced, &["B.3.c"]),
        (E::E2009, Rule::IllegalMovePenalty, Blitz, Full, &["7.4.b"]),
        (E::E2009, Rule::IllegalMoveWindow, Rapid, Reduced, &["A.4.c"]),
        (E::E2009, Rule::TimeClaim, Rapid, Reduced, &["A.4.d(2)"]),
        (E::E2014, Rule::IllegalMoveWindow, Rapid, Reduced, &["A.4.b"]),
    ];
    for (edition, rule, style, supervision, articles) in table {
        let cited = cited_in(*edition, *rule, *style, *supervision);
        assert_eq!(cited, *articles, "{rule} of {edition} in {style}, {supervision}");
    }
}

/// Gives the rules without an article in an edition.
fn without_article(edition: Edition) -> BTreeSet<&'static str> {
    let text = text(edition);
    let none = |rule: &&Rule| text.articles_of(**rule).next().is_none();
    Rule::ALL.iter().filter(none).map(|rule| rule.key()).collect()
}

#[test]
fn only_rules_that_2001_did_not_have_are_without_an_article_there() {
    let no_such_rule = BTreeSet::from([
        "accidental-contact",
        "agreement-restriction",
        "appeal",
        "assistant-arbiters",
        "blitz-supervision",
        "chess960-castling",
        "chess960-start",
        "claim-checking",
        "devices",
        "explanation",
        "fivefold",
        "glossary",
        "illegal-position",
        "illegal-position-observed",
        "inspection",
        "king-capture",
        "moving-assistant",
        "notation-signs",
        "points-total",
        "press-without-move",
        "promotion-act",
        "promotion-choice",
        "quickplay-increment",
        "rapid-supervision",
        "recording-in-advance",
        "seventy-five-moves",
        "sheet-request",
        "supervision-named",
        "venue-devices",
    ]);
    assert_eq!(without_article(Edition::E2001), no_such_rule);
}

#[test]
fn only_rules_that_2023_no_longer_has_are_without_an_article_there() {
    let no_such_rule =
        BTreeSet::from(["federation-rules", "irregularity-claim-ends", "touch-on-request"]);
    assert_eq!(without_article(Edition::E2023), no_such_rule);
}

#[test]
fn the_listed_penalties_are_articles_of_their_edition() {
    for edition in [Edition::E2001, Edition::E2009, Edition::E2018, Edition::E2023] {
        let listed = rules(edition, Style::Standard, Supervision::Full).penalties();
        let Some(listed) = listed.value else { panic!("known for {edition}") };
        assert_eq!(listed.len(), if edition < Edition::E2018 { 7 } else { 9 });
        for entry in listed {
            let article = entry.article.unwrap_or_default();
            assert_eq!(text(edition).rules_of(&article), [Rule::Penalties], "{edition} {article}");
        }
    }
}

/// Takes the first column of a digest apart into single articles: `3.7.1-3.7.3`, `8.1.1, .1.2`,
/// `A2(a)-(g)`.
fn articles_of_row(cell: &str) -> Vec<String> {
    let mut articles = Vec::new();
    let mut whole = String::new();
    for part in cell.replace("`?`", "").split(',') {
        let part = part.trim();
        let (from, to) = part.split_once('-').unwrap_or((part, ""));
        // `.1.2` after `8.1.1` stands for 8.1.1.2.
        let from = if from.starts_with('.') {
            format!("{whole}{}", last_two(from))
        } else {
            from.to_owned()
        };
        if !part.starts_with('.') {
            whole.clone_from(&from);
        }
        articles.push(from.clone());
        let last = |text: &str| text.trim_end_matches(')').chars().last();
        let (Some(first), Some(final_part)) = (last(&from), last(to)) else { continue };
        let stem = &from[..from.trim_end_matches(')').len() - first.len_utf8()];
        let close = if from.ends_with(')') { ")" } else { "" };
        // Only the last part may differ: `3.7.1-3.7.3`, `A2(a)-(g)`, not `II.3.1-II.3.2.4`.
        let end = format!("{stem}{final_part}{close}");
        if to == end || to == format!("({final_part})") {
            let between = (first..=final_part).skip(1);
            articles.extend(between.map(|part| format!("{stem}{part}{close}")));
        }
    }
    articles
}

/// Gives the end that `.1.2` adds to the article before it.
fn last_two(part: &str) -> String {
    part.rsplit('.').next().map(|last| format!(".{last}")).unwrap_or_default()
}

#[test]
fn every_article_of_the_digests_belongs_to_a_rule() {
    let Ok(folder) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("KAISSA_CORPUS is not set: the digests of the Laws are not compared");
        return;
    };
    for (edition, file) in [(Edition::E2001, "laws-2001.md"), (Edition::E2023, "laws-2023.md")] {
        let path = Path::new(&folder).join("laws").join(file);
        let digest = match std::fs::read_to_string(&path) {
            Ok(digest) => digest,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        let mut n_articles = 0;
        let mut missing = Vec::new();
        // What stands before the Preface is about the sources of the digest.
        for line in
            digest.lines().skip_while(|line| !(line.starts_with("## ") && line.contains("Preface")))
        {
            let Some(cell) = line.strip_prefix("| ").and_then(|row| row.split(" | ").next()) else {
                continue;
            };
            let numbered = cell.chars().any(|sign| sign.is_ascii_digit());
            let short = cell.split([' ', ',']).all(|word| word.len() < 20);
            if !numbered || !short || cell.starts_with("after") {
                continue;
            }
            for article in articles_of_row(cell) {
                n_articles += 1;
                // A heading without a text of its own is covered by what stands below it.
                if text(edition).rules_of(&article).is_empty() {
                    missing.push(article);
                }
            }
        }
        assert!(n_articles > 170, "{file}: only {n_articles} articles were read");
        assert!(missing.is_empty(), "{edition}: no rule for {missing:?}");
    }
}
