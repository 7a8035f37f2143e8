//! The project's own chores: `cargo xtask test`, `cargo xtask tidy`, `cargo xtask coverage`,
//! `cargo xtask simulate`.
//!
//! `test` runs everything that must hold before a change is submitted; `tidy` alone checks what
//! compilers do not: directions of dependencies, names in the glossary, headings in the reference,
//! examples in the README. `coverage` writes the table of all articles and the article tables of the pages.
//! `simulate` plays a hall to try Kaissa on; `cargo xtask simulate --help` lists the sources.

mod checks;
mod coverage;
mod suite;
mod tidy;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => checks::test(),
        ["tidy"] => tidy::tidy(),
        ["coverage"] => coverage::write(),
        ["simulate", ..] => checks::simulate(words.get(1..).unwrap_or_default()),
        _ => {
            eprintln!("usage: cargo xtask test | tidy | coverage | simulate …");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
