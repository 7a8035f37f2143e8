//! The program as its users call it: exit codes, JSON lines, text in both languages.

mod check;
mod flag;
mod journal;
mod kill;
mod mate;
mod transcripts;
mod watch;

use std::process::{Command, Output};

/// Runs the program in the root of the project.
fn kaissa(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kaissa"))
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .env_remove("KAISSA_LANG")
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}
