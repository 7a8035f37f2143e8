//! `simulate`: plays a hall for Kaissa to follow.

use std::process::ExitCode;

fn main() -> ExitCode {
    eprintln!("no simulator is built in yet");
    ExitCode::from(2)
}
