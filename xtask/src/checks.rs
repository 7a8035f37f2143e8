//! Everything that must hold before a change is submitted, one step after the other.

use std::process::Command;
use std::time::Instant;

use crate::tidy;

/// Runs format, lints, tests, documentation and tidy; all of them, even after one has failed.
pub fn test() -> Result<(), String> {
    if std::env::var_os("KAISSA_CORPUS").is_none() {
        eprintln!("xtask: KAISSA_CORPUS is not set: the checks over the large sets are left out");
    }
    let mut failed = Vec::new();
    for (name, arguments, flags) in [
        ("format", &["fmt", "--all", "--check"][..], None),
        (
            "lints",
            &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"][..],
            None,
        ),
        ("tests", &["test", "--workspace", "--quiet", "--no-fail-fast"][..], None),
        (
            "documentation",
            &["doc", "--workspace", "--no-deps", "--quiet"][..],
            Some(("RUSTDOCFLAGS", "--deny warnings")),
        ),
    ] {
        step(name, || cargo(arguments, flags), &mut failed);
    }
    step("tidy", tidy::tidy, &mut failed);
    if failed.is_empty() {
        eprintln!("xtask: all steps passed");
        return Ok(());
    }
    Err(format!("failed: {}", failed.join(", ")))
}

/// Runs the simulator; it is compiled with all optimisations, so that it does not hold up the hall.
pub fn simulate(arguments: &[String]) -> Result<(), String> {
    let mut run = vec!["run", "--release", "--quiet", "--package", "kaissa-simulator", "--"];
    run.extend(arguments.iter().map(String::as_str));
    cargo(&run, None)
}

fn step(name: &'static str, run: impl FnOnce() -> Result<(), String>, failed: &mut Vec<&str>) {
    let start = Instant::now();
    let done = run();
    let seconds = start.elapsed().as_secs();
    match done {
        Ok(()) => eprintln!("xtask: {name} passed in {seconds} s"),
        Err(message) => {
            eprintln!("xtask: {name} failed after {seconds} s: {message}");
            failed.push(name);
        }
    }
}

fn cargo(arguments: &[&str], flags: Option<(&str, &str)>) -> Result<(), String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    if let Some((name, value)) = flags {
        command.env(name, value);
    }
    let status = command.status().map_err(|error| format!("cargo did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", arguments.join(" "))) }
}
