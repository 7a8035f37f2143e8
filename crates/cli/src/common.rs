//! What the subcommands share: exit codes, the options that choose rules, and files of both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kaissa_laws::{Editions, RegulationsHistory, Rules, Style, Supervision, UnknownEdition};
use kaissa_ruling::{ProfileOptions, Profiler};
use kaissa_words::{Words, say};

use crate::output::{complain, hint};

/// How the program ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exit {
    /// Done.
    Done,
    /// Something to report.
    Report,
    /// The command line is not as it should be.
    CommandLine,
    /// Input that cannot be read as given.
    Unreadable,
    /// Something cannot be reached.
    Unreachable,
    /// A fault of ours.
    OurFault,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Report => 1,
            Exit::CommandLine => 2,
            Exit::Unreadable => 3,
            Exit::Unreachable => 4,
            Exit::OurFault => 70,
        })
    }
}

/// The options that choose the rules.
#[derive(Args, Clone, Debug, Default)]
pub struct RulesArgs {
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<String>,
    #[arg(long, value_name = "STYLE")]
    pub style: Option<Style>,
    #[arg(long, value_name = "RULES")]
    pub supervision: Option<Supervision>,
    #[arg(long, value_name = "FILE")]
    pub regulations: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub editions: Option<PathBuf>,
}

impl RulesArgs {
    /// Reads the files named and makes the profiler; what is wrong is said on standard error.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn profiler(&self, words: &Words) -> Result<Profiler, Exit> {
        let (editions, options) = self.options(words)?;
        Profiler::new(editions, options).map_err(|error| {
            complain(words, &error.to_string());
            Exit::CommandLine
        })
    }

    /// Reads the files named: the editions, and what is asked for; what is wrong is said on standard
    /// error.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn options(&self, words: &Words) -> Result<(Editions, ProfileOptions), Exit> {
        let editions = self.read_editions(words)?;
        let regulations = self.read_regulations(words)?;
        let edition = match &self.edition {
            None => None,
            Some(name) => Some(editions.named(name).map_err(|error| {
                complain(words, &error.to_string());
                Exit::CommandLine
            })?),
        };
        let options = ProfileOptions {
            edition,
            style: self.style,
            supervision: self.supervision,
            regulations: regulations.first().clone(),
            time_control: None,
        };
        Ok((editions, options))
    }

    /// The regulations of the file named, or none.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn read_regulations(&self, words: &Words) -> Result<RegulationsHistory, Exit> {
        let Some(path) = &self.regulations else { return Ok(RegulationsHistory::default()) };
        let text = read_text(path, words)?;
        let history = RegulationsHistory::read(&text).map_err(|error| {
            complain(words, &located(path, &error.to_string()));
            Exit::Unreadable
        })?;
        if let Some((from, _)) = history.changes().next() {
            let from = from.to_string();
            hint(words, &say!(words, "regulations-changes-left-out", from = from));
        }
        Ok(history)
    }

    /// The rules of one case: of the edition named, else that of the regulations, else the newest.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn rules(&self, words: &Words) -> Result<Rules, Exit> {
        let editions = self.read_editions(words)?;
        let regulations = self.read_regulations(words)?.first().clone();
        let wrong = |error: UnknownEdition| {
            complain(words, &error.to_string());
            Exit::CommandLine
        };
        let edition = match &self.edition {
            Some(name) => editions.named(name).map_err(wrong)?,
            None => regulations.edition.unwrap_or_else(|| editions.newest()),
        };
        let rules = Rules::new(&editions, edition).map_err(wrong)?.with_regulations(regulations);
        let rules = match self.style {
            Some(style) => rules.with_style(style),
            None => rules,
        };
        Ok(match self.supervision {
            Some(supervision) => rules.with_supervision(supervision),
            None => rules,
        })
    }

    /// The editions known, with those of the file named.
    ///
    /// # Errors
    /// The exit code that says what kind of fault it was.
    pub fn read_editions(&self, words: &Words) -> Result<Editions, Exit> {
        let mut editions = Editions::built_in().clone();
        if let Some(path) = &self.editions {
            let text = read_text(path, words)?;
            editions.extend(&text).map_err(|error| {
                complain(words, &located(path, &error.to_string()));
                Exit::Unreadable
            })?;
        }
        Ok(editions)
    }
}

/// Reads a text file; what is wrong is said on standard error.
///
/// # Errors
/// [`Exit::Unreadable`] where it cannot be read.
pub fn read_text(path: &Path, words: &Words) -> Result<String, Exit> {
    fs::read_to_string(path).map_err(|error| {
        let text = say!(
            words,
            "file-unreadable",
            path = path.display().to_string(),
            error = error.to_string()
        );
        complain(words, &text);
        Exit::Unreadable
    })
}

fn located(path: &Path, message: &str) -> String {
    format!("{}, {message}", path.display())
}
