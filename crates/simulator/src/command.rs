//! `simulate`: the sources as subcommands.

use std::io;

use clap::{Parser, Subcommand};

use crate::{FolderArguments, ServerArguments, livechess, serial};

/// Plays real games as a source of a playing hall, with the faults that real sources have.
#[derive(Parser, Debug)]
#[command(name = "simulate")]
pub struct Command {
    #[command(subcommand)]
    source: Source,
}

/// The sources, one arm each.
#[derive(Subcommand, Debug)]
enum Source {
    Folder(FolderArguments),
    /// A PGN at an address, `/games.pgn`.
    Http(ServerArguments),
    /// A tournament of LiveChess Cloud.
    Cloud(ServerArguments),
    /// A round of a Lichess broadcast.
    Lichess(ServerArguments),
    Serial(serial::Arguments),
    Livechess(livechess::Arguments),
}

impl Command {
    /// Plays until the games are over.
    ///
    /// # Errors
    /// What the system says of a file or the network.
    pub fn run(self) -> io::Result<()> {
        match self.source {
            Source::Folder(arguments) => arguments.run(),
            Source::Http(arguments) => arguments.run_http(),
            Source::Cloud(arguments) => arguments.run_cloud(),
            Source::Lichess(arguments) => arguments.run_lichess(),
            Source::Serial(arguments) => arguments.run(),
            Source::Livechess(arguments) => arguments.run(),
        }
    }
}
