//! `simulate`: plays a hall for Kaissa to follow.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Plays real games as a source of a playing hall, with the faults that real sources have.
#[derive(Parser)]
#[command(name = "simulate")]
struct Command {
    #[command(subcommand)]
    source: Source,
}

/// The sources, one arm each.
#[derive(Subcommand)]
enum Source {
    Folder(kaissa_simulator::FolderArguments),
    /// A PGN at an address, `/games.pgn`.
    Http(kaissa_simulator::ServerArguments),
    /// A tournament of LiveChess Cloud.
    Cloud(kaissa_simulator::ServerArguments),
    /// A round of a Lichess broadcast.
    Lichess(kaissa_simulator::ServerArguments),
    Serial(kaissa_simulator::serial::Arguments),
    Livechess(kaissa_simulator::livechess::Arguments),
}

fn main() -> ExitCode {
    let done: io::Result<()> = match Command::parse().source {
        Source::Folder(arguments) => arguments.run(),
        Source::Http(arguments) => arguments.run_http(),
        Source::Cloud(arguments) => arguments.run_cloud(),
        Source::Lichess(arguments) => arguments.run_lichess(),
        Source::Serial(arguments) => arguments.run(),
        Source::Livechess(arguments) => arguments.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("simulate: {error}");
            ExitCode::FAILURE
        }
    }
}
