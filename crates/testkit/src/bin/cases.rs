//! Runs ruling cases written as YAML blocks against the product.
//!
//! `cases [--only TYPE,TYPE] FILE…` prints a line a case and `N passed, N failed, N skipped`.

use std::process::ExitCode;

use testkit::cases::{Outcome, Totals, read_blocks, run};

fn main() -> ExitCode {
    let mut only: Option<Vec<String>> = None;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--only" {
            let Some(types) = arguments.next() else {
                eprintln!("--only: found nothing, expected event types divided by commas");
                return ExitCode::from(2);
            };
            only = Some(types.split(',').map(|name| name.trim().to_owned()).collect());
        } else {
            files.push(argument);
        }
    }
    if files.is_empty() {
        eprintln!("usage: cases [--only TYPE,TYPE] FILE...");
        return ExitCode::from(2);
    }
    let mut totals = Totals::default();
    for file in files {
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{file}: {error}");
                return ExitCode::from(3);
            }
        };
        for block in read_blocks(&text) {
            let outcome = run(&block, only.as_deref());
            totals.count(&outcome);
            match outcome {
                Outcome::Passed => println!("{} ok", block.id),
                Outcome::Failed(why) => {
                    println!("{} FAIL: {why} ({file}:{})", block.id, block.line);
                }
                Outcome::Argued { page, why } => println!("{} argued in {page}: {why}", block.id),
                Outcome::Skipped => {}
            }
        }
    }
    println!("{totals}");
    if totals.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
