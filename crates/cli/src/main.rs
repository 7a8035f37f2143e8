//! `kaissa`: the arbiter's assistant on the command line; one file a subcommand.
//!
//! Exit codes: 0 done, 1 something to report, 2 command line, 3 input unreadable as given,
//! 4 resource unreachable, 70 our fault.

mod case_args;
mod common;
mod help;
mod https;
mod output;
mod sources;

/// The subcommands, one file each.
mod commands {
    pub mod check;
    pub mod claim;
    pub mod count;
    pub mod desk;
    pub mod flag;
    pub mod journal;
    pub mod laws;
    pub mod mate;
    pub mod rule;
    pub mod watch;
}

use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};
use kaissa_words::{Language, Words, say};
use mimalloc::MiMalloc;

use common::Exit;

/// What one thread takes from a source another one gives back, thousands of times a second.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[derive(Parser)]
#[command(name = "kaissa", version)]
struct Cli {
    /// Language of everything printed.
    #[arg(long, global = true, value_name = "LANG", default_value_t, env = "KAISSA_LANG")]
    lang: Language,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(commands::check::Args),
    Claim(Box<commands::claim::Args>),
    Count(Box<commands::count::Args>),
    Desk(Box<commands::desk::Args>),
    Flag(Box<commands::flag::Args>),
    Journal(commands::journal::Args),
    Laws(commands::laws::Args),
    Mate(commands::mate::Args),
    Rule(commands::rule::Args),
    Watch(commands::watch::Args),
}

fn main() -> ExitCode {
    match catch_unwind(run) {
        Ok(exit) => exit.into(),
        Err(_) => {
            let words = Words::new(help::language_of(std::env::args()));
            output::complain(&words, &say!(words, "our-fault"));
            Exit::OurFault.into()
        }
    }
}

fn run() -> Exit {
    let words = Words::new(help::language_of(std::env::args()));
    let matches = help::localized::<Cli>(&words).get_matches();
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => error.exit(),
    };
    let words = Words::new(cli.lang);
    match cli.command {
        Command::Check(args) => commands::check::run(&args, &words),
        Command::Claim(args) => commands::claim::run(&args, &words),
        Command::Desk(args) => commands::desk::run(&args, &words),
        Command::Flag(args) => commands::flag::run(&args, &words),
        Command::Count(args) => commands::count::run(&args, &words),
        Command::Journal(args) => commands::journal::run(&args, &words),
        Command::Laws(args) => commands::laws::run(&args, &words),
        Command::Mate(args) => commands::mate::run(&args, &words),
        Command::Rule(args) => commands::rule::run(&args, &words),
        Command::Watch(args) => commands::watch::run(&args, &words),
    }
}
