//! README's way through the demonstration, step by step in its own words.

use std::fs;
use std::time::{Duration, Instant};

use crate::desk::Desk;
use crate::stage::{STAGES, on_stages, quoted};

/// The heading of README under which the steps stand.
const HEADING: &str = "## From the first page to a verdict";
/// How many presses it may take at most.
const MOST_PRESSES: usize = 8;
/// By when the claim is possible; the page of the demonstration promises three minutes.
const LONGEST: Duration = Duration::from_secs(180);

/// A step: what is pressed, and what is seen before and after it.
struct Step {
    pressed: String,
    seen: Vec<String>,
}

/// The steps as README has them: bold is pressed, quoted is seen.
fn steps() -> Vec<Step> {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"));
    let readme = readme.expect("README is there");
    let section = readme.split(HEADING).nth(1).expect("README has the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    let is_step = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
    let every_second = |line: &str, mark: &str| -> Vec<String> {
        line.split(mark).skip(1).step_by(2).map(str::to_owned).collect()
    };
    section
        .lines()
        .filter(is_step)
        .map(|line| {
            let pressed = every_second(line, "**");
            assert_eq!(pressed.len(), 1, "a step presses one thing: {line}");
            Step { pressed: pressed.concat(), seen: every_second(line, "\"") }
        })
        .collect()
}

#[test]
fn readme_leads_from_the_first_page_to_the_verdict_on_a_fifty_move_claim() {
    let steps = steps();
    assert!((3..=MOST_PRESSES).contains(&steps.len()), "{} steps", steps.len());
    on_stages("walkthrough", &STAGES[..1], |visit| {
        let desk = Desk::demo();
        let begun = Instant::now();
        visit.open(&format!("{}/first?code={}", desk.address, desk.code));
        visit.look("walkthrough-0");
        for (step, number) in steps.iter().zip(1..) {
            let name = quoted(&step.pressed);
            let (before, after) = match step.seen.as_slice() {
                [] => (None, None),
                [after] => (None, Some(after)),
                [before, after, ..] => (Some(before), Some(after)),
            };
            if let Some(before) = before {
                // The hall tells it by itself, when its time has come.
                let told = format!("//article[contains(.,{name})][contains(.,{})]", quoted(before));
                while visit.browser.find(&told).is_empty() {
                    assert!(begun.elapsed() < LONGEST, "{before:?} is not told");
                }
            }
            visit.press_any(&format!("//*[self::a or self::button][contains(.,{name})]"));
            if let Some(after) = after {
                visit.see(after);
            }
            visit.look(&format!("walkthrough-{number}"));
        }
        assert_eq!(visit.n_taps, steps.len(), "each step is one press");
    });
}
