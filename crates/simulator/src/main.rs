//! `simulate`: plays a hall for Kaissa to follow.

use std::process::ExitCode;

use clap::Parser;
use kaissa_simulator::Command;

fn main() -> ExitCode {
    match Command::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("simulate: {error}");
            ExitCode::FAILURE
        }
    }
}
