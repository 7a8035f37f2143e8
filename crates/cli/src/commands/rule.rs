//! `kaissa rule`: irregularities and procedures, with the facts as options or in a file.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, FromArgMatches};
use kaissa_chess::Position;
use kaissa_journal::proposal_json;
use kaissa_laws::Rules;
use kaissa_ruling::facts::{Fact, FactError, FactField, Facts};
use kaissa_ruling::kinds::{KINDS, Kind};
use kaissa_words::{Words, proposal, say};
use serde_json::Value;

use crate::common::{Exit, RulesArgs, read_text};
use crate::output::{complain, is_fault};

/// The ids of the options that are no facts.
const FACTS_FILE: &str = "facts";
const JSON: &str = "json";

/// Options of `kaissa rule`: a kind, its facts, and the rules to use.
#[derive(Debug)]
pub struct Args {
    kind: &'static Kind,
    told: Facts,
    facts_file: Option<PathBuf>,
    json: bool,
    rules: RulesArgs,
}

impl clap::Args for Args {
    fn augment_args(command: Command) -> Command {
        command.subcommand_required(true).subcommands(KINDS.iter().map(kind_command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Args::augment_args(command)
    }
}

fn kind_command(kind: &Kind) -> Command {
    let facts = kind.fields().into_iter().map(|field| fact_option(&field));
    let command = Command::new(kind.name).args(facts).arg(
        Arg::new(FACTS_FILE)
            .long(FACTS_FILE)
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf)),
    );
    let json = Arg::new(JSON).long(JSON).action(clap::ArgAction::SetTrue);
    <RulesArgs as clap::Args>::augment_args(command.arg(json))
}

/// A fact as an option; yes or no may be told by the bare name.
fn fact_option(field: &FactField) -> Arg {
    let option = Arg::new(field.name)
        .long(field.name.replace('_', "-"))
        .value_name(value_name(field))
        .allow_hyphen_values(true);
    match is_truth(field) {
        true => option.num_args(0..=1).require_equals(true).default_missing_value("true"),
        false => option,
    }
}

fn is_truth(field: &FactField) -> bool {
    field.form == "true or false"
}

/// What stands for the value in the help: the words there are, or the kind of value.
fn value_name(field: &FactField) -> String {
    if let Some(words) = field.form.strip_prefix("one of ") {
        return words.replace(' ', "|");
    }
    let kind = match field.form {
        form if form.starts_with("white or black") => "COLOR",
        form if form.contains("square") => "SQUARE",
        form if form.contains("FEN") => "FEN",
        form if form.contains("seconds") => "TIME",
        form if form.contains("number") => "NUMBER",
        "true or false" => "YES",
        _ => "TEXT",
    };
    kind.to_owned()
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Args, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (name, given) = matches.subcommand().ok_or_else(missing)?;
        let kind = Kind::named(name).ok_or_else(missing)?;
        let told = kind.fields().into_iter().filter_map(|field| {
            let text = given.get_one::<String>(field.name)?;
            Some((field.name.to_owned(), Fact::Text(text.clone())))
        });
        Ok(Args {
            kind,
            told: told.collect(),
            facts_file: given.get_one::<PathBuf>(FACTS_FILE).cloned(),
            json: given.get_flag(JSON),
            rules: RulesArgs::from_arg_matches(given)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Gives the kinds and their facts their help in a language.
pub fn localize(command: Command, words: &Words) -> Command {
    command.mut_subcommands(|kind| {
        let about = format!("rule-kind-{}", kind.get_name());
        let kind = kind.about(crate::help::plain(words, &about));
        crate::help::texts(kind.mut_args(|arg| crate::help::with_help(arg, "rule", words)), words)
    })
}

/// Reads the facts, puts the case and prints what the Laws recommend.
pub fn run(args: &Args, words: &Words) -> Exit {
    match rule(args, words) {
        Ok(()) => Exit::Done,
        Err(exit) => exit,
    }
}

fn rule(args: &Args, words: &Words) -> Result<(), Exit> {
    let facts = all_facts(args, words)?;
    let rules = rules_of(args, words)?;
    let proposed = args.kind.propose(&facts, &rules).map_err(|error| {
        complain(words, &fact_error(&error, words));
        if args.facts_file.is_some() { Exit::Unreadable } else { Exit::CommandLine }
    })?;
    let at = board_of(&facts);
    let text = match args.json {
        true => proposal_json(&proposed, at.as_ref()).to_string(),
        false => proposal(words, &proposed, at.as_ref()),
    };
    match writeln!(io::stdout(), "{text}") {
        Err(error) if is_fault(&error) => Err(Exit::OurFault),
        _ => Ok(()),
    }
}

/// The facts of the file, with those of the options laid over them.
fn all_facts(args: &Args, words: &Words) -> Result<Facts, Exit> {
    let mut facts = match &args.facts_file {
        None => Facts::new(),
        Some(path) => {
            let text = read_text(path, words)?;
            let told = |error: String| {
                let path = path.display().to_string();
                complain(words, &say!(words, "rule-file-json", path = path, error = error));
                Exit::Unreadable
            };
            let value: Value =
                serde_json::from_str(&text).map_err(|error| told(error.to_string()))?;
            match fact(&value) {
                Fact::Parts(facts) => facts,
                other => return Err(told(format!("found {other}, expected facts by name"))),
            }
        }
    };
    facts.extend(args.told.clone());
    Ok(facts)
}

fn rules_of(args: &Args, words: &Words) -> Result<Rules, Exit> {
    args.rules.rules(words)
}

/// The position of the case, by which moves are named.
fn board_of(facts: &Facts) -> Option<Position> {
    match facts.get("position")? {
        Fact::Text(fen) if fen == "start" => Some(Position::start()),
        Fact::Text(fen) => Position::from_fen(fen).ok().map(|(position, _)| position),
        _ => None,
    }
}

fn fact(value: &Value) -> Fact {
    match value {
        Value::Null => Fact::Nothing,
        Value::Bool(truth) => Fact::Truth(*truth),
        Value::Number(number) => Fact::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => Fact::Text(text.clone()),
        Value::Array(values) => Fact::List(values.iter().map(fact).collect()),
        Value::Object(parts) => {
            Fact::Parts(parts.iter().map(|(name, value)| (name.clone(), fact(value))).collect())
        }
    }
}

fn fact_error(error: &FactError, words: &Words) -> String {
    let option = error.name.replace('_', "-");
    say!(
        words,
        "rule-fact",
        option = option,
        found = error.found.as_str(),
        expected = error.expected.as_str()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_words::Language;

    #[test]
    fn every_kind_and_fact_has_its_help_in_both_languages() {
        for language in Language::ALL {
            let words = Words::new(language);
            for kind in KINDS {
                assert!(
                    words.has(&format!("rule-kind-{}", kind.name)),
                    "{language}: {}",
                    kind.name
                );
                for field in kind.fields() {
                    let name = field.name.replace('_', "-");
                    assert!(words.has(&format!("help-rule-{name}")), "{language}: {name}");
                }
            }
        }
    }

    #[test]
    fn every_option_of_every_kind_is_explained() {
        use clap::Args as _;
        for language in Language::ALL {
            let words = Words::new(language);
            let command = localize(Args::augment_args(Command::new("rule")), &words);
            for kind in command.get_subcommands() {
                for option in kind.get_arguments() {
                    let help = option.get_help().map(ToString::to_string).unwrap_or_default();
                    let id = option.get_id();
                    assert!(!help.is_empty() && !help.starts_with("help-"), "{language}: {id}");
                }
            }
        }
    }

    #[test]
    fn no_fact_is_named_like_another_option() {
        for kind in KINDS {
            kind_command(kind).debug_assert();
        }
    }
}
