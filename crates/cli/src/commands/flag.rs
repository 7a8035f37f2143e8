//! `kaissa flag`: the outcome of a flag-fall, with its proof.

use std::io::{self, Write};
use std::path::PathBuf;

use kaissa_chess::Color;
use kaissa_game::Game;
use kaissa_journal::proposal_json;
use kaissa_ruling::{
    ControlMoves, Fallen, FlagFacts, FlagNotice, PeriodPlace, Proposal, propose_flag_fall,
};
use kaissa_words::{Words, evidence_lines, proposal, say};
use serde_json::Value;

use crate::case_args::{CaseArgs, lay_facts, number, word};
use crate::commands::mate::parse_color;
use crate::common::{Exit, RulesArgs};
use crate::output::{complain, is_fault};

/// Options of `kaissa flag`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    case: CaseArgs,
    #[arg(long, value_name = "COLOR", value_parser = parse_fallen)]
    fallen: Option<Fallen>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    first: Option<Color>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color, conflicts_with = "seen")]
    claimed_by: Option<Color>,
    #[arg(long)]
    seen: bool,
    #[arg(long, value_name = "PERIOD", value_parser = parse_period)]
    period: Option<PeriodPlace>,
    #[arg(long, value_name = "N")]
    required: Option<u32>,
    #[arg(long, value_name = "N")]
    completed: Option<u32>,
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

fn parse_fallen(text: &str) -> Result<Fallen, String> {
    match text {
        "both" => Ok(Fallen::Both { first: None }),
        other => match parse_color(other) {
            Ok(color) => Ok(Fallen::One(color)),
            Err(_) => Err(format!("found \"{text}\", expected white, black or both")),
        },
    }
}

fn parse_period(text: &str) -> Result<PeriodPlace, String> {
    match text {
        "last" => Ok(PeriodPlace::Last),
        "earlier" => Ok(PeriodPlace::BeforeLast),
        _ => Err(format!("found \"{text}\", expected last or earlier")),
    }
}

/// Decides the flag-fall and prints what the Laws recommend.
pub fn run(args: &Args, words: &Words) -> Exit {
    match decide(args.clone(), words) {
        Ok(()) => Exit::Done,
        Err(exit) => exit,
    }
}

fn decide(mut args: Args, words: &Words) -> Result<(), Exit> {
    if let Some(path) = args.facts.clone() {
        lay_facts(&path, words, |name, value| lay_under(&mut args, name, value))?;
    }
    let Some(fallen) = args.fallen else {
        complain(words, &say!(words, "flag-incomplete"));
        return Err(Exit::CommandLine);
    };
    let (game, rules) = args.case.game_and_rules(&args.rules, words)?;
    let fallen = match fallen {
        Fallen::Both { .. } => Fallen::Both { first: args.first },
        one => one,
    };
    let notice = match (args.claimed_by, args.seen) {
        (Some(by), _) => FlagNotice::ClaimedBy { by, clocks_stopped: None },
        (None, true) => FlagNotice::SeenByArbiter,
        (None, false) => FlagNotice::Established,
    };
    let facts = FlagFacts {
        fallen,
        notice,
        period: args.period,
        moves: args.required.map(|required| ControlMoves {
            required,
            made: None,
            completed: args.completed,
        }),
        shown_first: args.first,
        bonus_already_added: None,
    };
    let proposed = propose_flag_fall(&game, &facts, &rules);
    let text = match args.json {
        true => proposal_json(&proposed, Some(game.position())).to_string(),
        false => text_of(&proposed, &game, words),
    };
    match writeln!(io::stdout(), "{text}") {
        Err(error) if is_fault(&error) => Err(Exit::OurFault),
        _ => Ok(()),
    }
}

/// Takes a fact where no option gives it.
fn lay_under(args: &mut Args, name: &str, value: &Value) -> Result<(), String> {
    match name {
        "fallen" => args.fallen = args.fallen.or(Some(parse_fallen(word(name, value)?)?)),
        "first" => args.first = args.first.or(Some(parse_color(word(name, value)?)?)),
        "claimed_by" => {
            args.claimed_by = args.claimed_by.or(Some(parse_color(word(name, value)?)?));
        }
        "seen" => args.seen |= value.as_bool().ok_or("seen: expected true or false")?,
        "period" => args.period = args.period.or(Some(parse_period(word(name, value)?)?)),
        "required" => args.required = args.required.or(Some(number(name, value)?)),
        "completed" => args.completed = args.completed.or(Some(number(name, value)?)),
        other => return args.case.lay_under(other, value),
    }
    Ok(())
}

/// The proposal with the line that mates, or the word that there is none.
fn text_of(proposed: &Proposal, game: &Game, words: &Words) -> String {
    let mut lines = vec![proposal(words, proposed, Some(game.position()))];
    lines.extend(evidence_lines(words, proposed, game));
    lines.join("\n")
}
