//! Everything that must hold before a change is submitted, one step after the other.

use std::ffi::OsString;
use std::process::Command;
use std::time::Instant;

use crate::{suite, tidy};

/// Runs format, lints, tests, documentation and tidy; all of them, even after one has failed.
pub fn test() -> Result<(), String> {
    if std::env::var_os("KAISSA_CORPUS").is_none() {
        eprintln!("xtask: KAISSA_CORPUS is not set: the checks over the large sets are left out");
    }
    let mut failed = Vec::new();
    let lints = ["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"];
    let documentation = ["doc", "--workspace", "--no-deps", "--quiet"];
    let denied = Some(("RUSTDOCFLAGS", "--deny warnings"));
    step("format", || cargo(&["fmt", "--all", "--check"], None), &mut failed);
    step("lints", || cargo(&lints, None), &mut failed);
    step("tests", suite::run, &mut failed);
    step("documentation", || cargo(&documentation, denied), &mut failed);
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

/// The cargo that runs this.
pub fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs cargo, with a variable of the environment set.
pub fn cargo(arguments: &[&str], flags: Option<(&str, &str)>) -> Result<(), String> {
    let mut command = Command::new(cargo_program());
    command.args(arguments);
    if let Some((name, value)) = flags {
        command.env(name, value);
    }
    let status = command.status().map_err(|error| format!("cargo did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", arguments.join(" "))) }
}
