//! Every test of the workspace: the programs that cargo builds of them, two at a time.
//!
//! Cargo runs one program after the other. Some wait more than they work, such as the one that kills
//! a watch a hundred times, so two together are done much sooner. What measures seconds against
//! people's patience in a browser runs alone behind the others.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::checks::{cargo, cargo_program};

/// How many programs run at a time.
const AT_ONCE: usize = 2;
/// Programs that take long, which are begun with.
const FIRST: [&str; 4] = ["cli", "winnable", "mutations", "audit"];
/// Programs that run alone.
const ALONE: [&str; 1] = ["journeys"];
/// A program that took so long is told of.
const LONG: Duration = Duration::from_secs(10);

/// A program of tests.
struct Suite {
    package: String,
    name: String,
    path: PathBuf,
    /// The folder of its package, where it runs.
    folder: PathBuf,
}

/// Builds and runs every test, those in the documentation too.
///
/// # Errors
/// What failed; the rest has run too.
pub fn run() -> Result<(), String> {
    let (alone, mut together): (Vec<Suite>, Vec<Suite>) =
        build()?.into_iter().partition(|suite| ALONE.contains(&suite.name.as_str()));
    together.sort_by_key(|suite| !FIRST.contains(&suite.name.as_str()));
    let mut failed = run_all(together, AT_ONCE);
    failed.extend(run_all(alone, 1));
    if let Err(message) =
        cargo(&["test", "--workspace", "--doc", "--quiet", "--no-fail-fast"], None)
    {
        failed.push(message);
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join(", ")) }
}

/// A program of the workspace as the tests use it: nothing is compiled a second time for it.
///
/// # Errors
/// It does not compile, or there is none of this name.
pub fn program(name: &str) -> Result<PathBuf, String> {
    let is_it = |message: &Value| {
        message["target"]["kind"][0] == "bin"
            && message["target"]["name"] == name
            && message["profile"]["test"] == false
    };
    let found = messages()?.into_iter().find(is_it);
    let path = found.as_ref().and_then(|message| message["executable"].as_str());
    path.map(PathBuf::from).ok_or_else(|| format!("cargo built no program {name}"))
}

/// Builds the programs of tests.
fn build() -> Result<Vec<Suite>, String> {
    let suites: Vec<Suite> = messages()?.iter().filter_map(suite_of).collect();
    if suites.is_empty() { Err("cargo built no tests".to_owned()) } else { Ok(suites) }
}

/// Builds everything that tests need and gives what cargo tells of it; what the compiler says is
/// passed on.
fn messages() -> Result<Vec<Value>, String> {
    let built = Command::new(cargo_program())
        .args(["test", "--workspace", "--no-run", "--quiet"])
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    if !built.status.success() {
        return Err(format!("cargo test --no-run: {}", built.status));
    }
    let lines = String::from_utf8_lossy(&built.stdout);
    Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// The program of tests that a message of cargo tells of; `None` for other messages.
fn suite_of(message: &Value) -> Option<Suite> {
    let is_test = message["profile"]["test"].as_bool()?;
    let path = PathBuf::from(message["executable"].as_str()?);
    let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let name = message["target"]["name"].as_str()?.to_owned();
    is_test.then_some(Suite { package, name, path, folder })
}

/// Runs programs, some at a time, and gives the names of those that failed.
fn run_all(suites: Vec<Suite>, at_once: usize) -> Vec<String> {
    let waiting = Mutex::new(VecDeque::from(suites));
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let work = || {
        while let Some(suite) = next() {
            if !suite.run() {
                let name = format!("{} of {}", suite.name, suite.package);
                failed.lock().unwrap_or_else(PoisonError::into_inner).push(name);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(work);
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner)
}

impl Suite {
    /// Runs it; its output is shown where it failed, or says that something was left out.
    fn run(&self) -> bool {
        let began = Instant::now();
        let ran = Command::new(&self.path)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            .output();
        let (name, package, took) = (&self.name, &self.package, began.elapsed());
        match ran {
            Ok(Output { status, .. }) if status.success() => {
                if took >= LONG {
                    eprintln!("xtask: {name} of {package} passed in {} s", took.as_secs());
                }
                true
            }
            Ok(Output { status, stdout, stderr }) => {
                let (said, complained) =
                    (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
                eprintln!("xtask: {name} of {package}: {status}\n{said}{complained}");
                false
            }
            Err(error) => {
                eprintln!("xtask: {name} of {package} did not start: {error}");
                false
            }
        }
    }
}
