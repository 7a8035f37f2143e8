//! `kaissa check`: the Laws run over recorded games.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;

use indicatif::{ProgressBar, ProgressStyle};
use kaissa_audit::{AuditEvent, AuditOptions, GameFacts, audit, game_json, unreadable_json};
use kaissa_chess::notation::Language;
use kaissa_game::{MoveNames, Record};
use kaissa_ruling::{Review, ReviewEffort, Severity};
use kaissa_words::{Words, finding, say};

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, is_fault};

/// Options of `kaissa check`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[arg(long)]
    json: bool,
    #[arg(long)]
    strict: bool,
    #[arg(long)]
    all: bool,
    #[arg(long, value_name = "CODE", value_parser = parse_language)]
    language: Option<Language>,
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn parse_language(code: &str) -> Result<Language, String> {
    Language::from_code(code).ok_or_else(|| format!("found \"{code}\", expected a language code"))
}

/// Reviews every game and prints what was found; the summary goes to standard error.
pub fn run(args: &Args, words: &Words) -> Exit {
    let profiler = match args.rules.profiler(words) {
        Ok(profiler) => profiler,
        Err(exit) => return exit,
    };
    let options = AuditOptions {
        profiler,
        effort: ReviewEffort::default(),
        language: args.language,
        n_threads: args.threads,
    };
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut count = Count::default();
    let mut fault = None;
    let bar = progress_bar();
    let make = |facts: &GameFacts<'_>, record: &Record, review: &Review| {
        (Weight::of(record, review), Printed::of(args, words, facts, record, review))
    };
    audit(&args.paths, &options, make, |event| {
        let written = match event {
            AuditEvent::Game { number, made: (weight, printed) } => {
                count.add(weight);
                printed.write(&mut output, number, words)
            }
            AuditEvent::Progress { .. } => {
                bar.set_message(say!(words, "check-progress", games = count.n_games));
                bar.tick();
                Ok(())
            }
            AuditEvent::Unreadable { source, error } => {
                count.is_incomplete = true;
                if args.json {
                    writeln!(output, "{}", unreadable_json(&source, None, &error, words))
                } else {
                    bar.suspend(|| complain(words, &error.say(&source, words)));
                    Ok(())
                }
            }
        };
        match written {
            Ok(()) => true,
            Err(error) => {
                fault = is_fault(&error).then_some(error);
                false
            }
        }
    });
    bar.finish_and_clear();
    let flushed = output.flush().err().filter(is_fault);
    if let Some(error) = fault.or(flushed) {
        let (path, error) = ("-".to_owned(), error.to_string());
        complain(words, &say!(words, "file-unreadable", path = path, error = error));
        return Exit::OurFault;
    }
    // Nothing is left to do where standard error cannot be written to.
    let _ = writeln!(io::stderr(), "{}", count.say(words));
    count.exit(args.strict)
}

fn progress_bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed_precise}") {
        bar.set_style(style);
    }
    bar
}

/// How much a game weighs in the summary.
#[derive(Clone, Copy)]
struct Weight {
    n_plies: u64,
    is_missed: bool,
    is_contradicted: bool,
    is_record: bool,
    is_unread: bool,
}

impl Weight {
    fn of(record: &Record, review: &Review) -> Weight {
        let has = |severity| review.findings.iter().any(|found| found.severity == severity);
        Weight {
            n_plies: record.plies.len() as u64,
            is_missed: has(Severity::Missed),
            is_contradicted: has(Severity::Contradiction),
            is_record: has(Severity::Record),
            is_unread: record.unread.is_some(),
        }
    }
}

/// What a run has come to.
#[derive(Default)]
struct Count {
    n_games: u64,
    n_plies: u64,
    n_missed: u64,
    n_contradicted: u64,
    n_record: u64,
    n_unread: u64,
    is_incomplete: bool,
}

impl Count {
    fn add(&mut self, weight: Weight) {
        self.n_games += 1;
        self.n_plies += weight.n_plies;
        self.n_missed += u64::from(weight.is_missed);
        self.n_contradicted += u64::from(weight.is_contradicted);
        self.n_record += u64::from(weight.is_record);
        self.n_unread += u64::from(weight.is_unread);
    }

    fn say(&self, words: &Words) -> String {
        say!(
            words,
            "check-summary",
            games = say!(words, "check-games", n = self.n_games),
            plies = self.n_plies,
            missed = self.n_missed,
            contradictions = self.n_contradicted,
            records = self.n_record,
            unread = self.n_unread
        )
    }

    fn exit(&self, strict: bool) -> Exit {
        let reports = self.n_missed + self.n_contradicted;
        if self.is_incomplete {
            Exit::Unreadable
        } else if reports > 0 || strict && self.n_record > 0 {
            Exit::Report
        } else {
            Exit::Done
        }
    }
}

/// A game as it is printed, but for its number.
enum Printed {
    Json(String, String),
    Text(Option<Text>),
}

struct Text {
    source: String,
    white: String,
    black: String,
    round: Option<String>,
    edition: String,
    style: &'static str,
    lines: Vec<String>,
}

impl Printed {
    fn of(
        args: &Args,
        words: &Words,
        facts: &GameFacts<'_>,
        record: &Record,
        review: &Review,
    ) -> Printed {
        if args.json {
            let (head, tail) = game_json(facts, record, review);
            return Printed::Json(head, tail);
        }
        let lines = lines(args, words, record, review);
        if lines.is_empty() {
            return Printed::Text(None);
        }
        let tag = |name: &str| record.tag(name).map(|value| value.into_owned());
        let unnamed = || say!(words, "check-unnamed");
        let source = facts.place.source.to_owned();
        Printed::Text(Some(Text {
            source: match facts.place.member {
                Some(member) => say!(words, "check-member", source = source, member = member),
                None => source,
            },
            white: tag("White").unwrap_or_else(unnamed),
            black: tag("Black").unwrap_or_else(unnamed),
            round: tag("Round").filter(|round| round != "?" && !round.is_empty()),
            edition: facts.profile.edition.to_string(),
            style: facts.profile.style.name(),
            lines,
        }))
    }

    fn write(self, output: &mut impl Write, number: u64, words: &Words) -> io::Result<()> {
        match self {
            Printed::Json(head, tail) => writeln!(output, "{head}{number}{tail}"),
            Printed::Text(None) => Ok(()),
            Printed::Text(Some(text)) => {
                let title = say!(
                    words,
                    "check-game",
                    source = text.source,
                    game = number.to_string(),
                    white = text.white,
                    black = text.black,
                    round = text.round.unwrap_or_else(|| "none".to_owned()),
                    edition = text.edition,
                    style = text.style
                );
                writeln!(output, "{title}")?;
                text.lines.iter().try_for_each(|line| writeln!(output, "  {line}"))
            }
        }
    }
}

/// What is shown of a game; with `--all` also what needs no attention.
fn lines(args: &Args, words: &Words, record: &Record, review: &Review) -> Vec<String> {
    let mut names = MoveNames::new(record);
    let shown = |severity| args.all || severity != Severity::Fact;
    let mut lines: Vec<String> = review
        .findings
        .iter()
        .filter(|found| shown(found.severity))
        .map(|found| finding(words, found, &mut names))
        .collect();
    if let Some(unread) = &record.unread {
        lines.push(say!(
            words,
            "check-unread",
            ply = unread.ply,
            line = unread.place.line,
            column = unread.place.column,
            token = &unread.token
        ));
    }
    if args.all {
        lines.extend(record.oddities.iter().map(|oddity| {
            say!(
                words,
                "check-oddity",
                line = oddity.place.line,
                column = oddity.place.column,
                code = oddity.code.code(),
                found = &oddity.found,
                expected = &oddity.expected
            )
        }));
    }
    lines
}
