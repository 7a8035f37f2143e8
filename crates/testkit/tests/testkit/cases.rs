//! The ruling cases: those of the pages of rules, and the larger collections where they are there.

use std::fs;
use std::path::{Path, PathBuf};

use ::testkit::cases::{Outcome, Totals, read_blocks, run};

/// Runs every case of a file and tells each that fails.
fn run_file(file: &Path, totals: &mut Totals) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a readable file of cases");
    let mut failures = Vec::new();
    for block in read_blocks(&text) {
        let outcome = run(&block, None);
        totals.count(&outcome);
        if let Outcome::Failed(why) = outcome {
            failures.push(format!("{}:{}: {} {why}", file.display(), block.line, block.id));
        }
    }
    failures
}

fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of pages");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    files.sort();
    files
}

#[test]
fn every_case_of_the_pages_of_rules_holds() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/laws");
    let mut totals = Totals::default();
    let mut failures = Vec::new();
    for file in markdown_files(&pages) {
        failures.extend(run_file(&file, &mut totals));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(totals.passed > 50, "{totals}");
}

#[test]
fn every_case_of_the_collections_holds_or_is_argued() {
    let Some(corpus) = std::env::var_os("KAISSA_CORPUS").map(PathBuf::from) else {
        eprintln!("KAISSA_CORPUS is not set: the collections of cases are not run");
        return;
    };
    let mut totals = Totals::default();
    let mut failures = Vec::new();
    for name in ["cases.md", "cases-authorities.md"] {
        failures.extend(run_file(&corpus.join("laws").join(name), &mut totals));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(totals.passed > 300, "{totals}");
}

/// A block with one thing that is not known.
#[track_caller]
fn check_fails(setup: &str, event: &str, expect: &str) {
    let text = format!(
        "```yaml\nid: X\neditions: ['2023']\nsection: standard\nsetup: {setup}\nevent: {event}\nexpect: {expect}\n```\n"
    );
    let blocks = read_blocks(&text);
    let outcomes: Vec<Outcome> = blocks.iter().map(|block| run(block, None)).collect();
    assert!(matches!(outcomes.as_slice(), [Outcome::Failed(_)]), "{outcomes:?}");
}

#[test]
fn a_word_or_key_that_is_not_known_fails() {
    check_fails("{}", "{type: no_such_event}", "{ruling: continue}");
    check_fails("{no_such_key: 1}", "{type: position_reached}", "{ruling: continue}");
    check_fails("{}", "{type: position_reached, no_such_field: 1}", "{ruling: continue}");
    check_fails("{}", "{type: position_reached}", "{no_such_key: 1}");
    check_fails("{}", "{type: position_reached}", "{ruling: no_such_word}");
    check_fails("{moves: [e5]}", "{type: position_reached}", "{ruling: continue}");
    check_fails("{}", "{type: acts, acts: [{act: no_such_act, by: white}]}", "{ruling: continue}");
    check_fails(
        "{}",
        "{type: acts, acts: [{act: resign, by: white, uci: e2e4}]}",
        "{ruling: resigned}",
    );
}

#[test]
fn a_value_may_depend_on_the_edition() {
    let text = "```yaml\nid: X\neditions: ['2018', '2023']\nsection: standard\nsetup: {fen: 8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60}\nevent: {type: resign, by: white}\nexpect: {ruling: {'2018': resigned, '2023': game_drawn}}\n```\n";
    let outcomes: Vec<Outcome> = read_blocks(text).iter().map(|block| run(block, None)).collect();
    assert_eq!(outcomes, [Outcome::Passed]);
}
