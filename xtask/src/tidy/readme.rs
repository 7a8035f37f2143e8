//! The examples of the README do what it says they do.
//!
//! A block of the kind `console` holds commands after `$ ` and, below each, what it prints. The
//! commands of `kaissa` are run with the program as the tests build it and compared.

use std::path::Path;
use std::process::Command;

use super::House;
use crate::suite;

pub fn check(house: &House, faults: &mut Vec<String>) {
    let readme = house.read("README.md", faults);
    let program = match suite::program("kaissa") {
        Ok(program) => program,
        Err(error) => return faults.push(format!("README.md: no example was run: {error}")),
    };
    let mut n_run = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or("");
        for (command, printed) in examples(block) {
            let Some(arguments) = command.strip_prefix("kaissa ") else { continue };
            n_run += 1;
            match run(&program, house, arguments) {
                Ok(output) if output.trim_end() == printed.trim_end() => {}
                Ok(output) => faults
                    .push(format!("README.md: `{command}` prints\n{output}\nexpected\n{printed}")),
                Err(error) => faults.push(format!("README.md: `{command}`: {error}")),
            }
        }
    }
    if n_run == 0 && !readme.is_empty() {
        faults.push("README.md: no example of kaissa to run".to_owned());
    }
}

/// The commands of a block with what each prints.
fn examples(block: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in block.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            found.push((command.to_owned(), String::new()));
        } else if let Some((_, printed)) = found.last_mut() {
            printed.push_str(line);
            printed.push('\n');
        }
    }
    found
}

fn run(program: &Path, house: &House, arguments: &str) -> Result<String, String> {
    let output = Command::new(program)
        .args(split_words(arguments))
        .current_dir(&house.root)
        .output()
        .map_err(|error| error.to_string())?;
    let code = output.status.code();
    if !matches!(code, Some(0 | 1)) {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("exit {code:?}: {said}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Splits a command line at blanks outside quotes.
fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for letter in line.chars() {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if letter == open => quote = None,
            (None, ' ') => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            _ => word.push(letter),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}
