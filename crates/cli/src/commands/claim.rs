//! `kaissa claim`: a draw claim decided.

use std::io::{self, Write};
use std::path::PathBuf;

use kaissa_chess::{Color, Square};
use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Entry, Game};
use kaissa_journal::proposal_json;
use kaissa_ruling::{ClaimFacts, OpponentAnswer, Proposal, propose_draw_claim};
use kaissa_words::{Words, evidence_lines, proposal, say};
use serde_json::Value;

use crate::case_args::{CaseArgs, lay_facts, parse_square, read_move, word};
use crate::commands::mate::parse_color;
use crate::common::{Exit, RulesArgs};
use crate::output::{complain, is_fault};

/// Options of `kaissa claim`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    case: CaseArgs,
    #[arg(long = "rule", value_name = "RULE", value_parser = parse_rule)]
    law: Option<DrawRule>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    by: Option<Color>,
    #[arg(long = "move", value_name = "MOVE")]
    announced: Option<String>,
    #[arg(long)]
    spoken: bool,
    #[arg(long, value_name = "SQUARE", value_parser = parse_square)]
    touched: Vec<Square>,
    #[arg(long, value_name = "ANSWER", value_parser = parse_answer)]
    opponent: Option<OpponentAnswer>,
    #[arg(long, value_name = "FILE")]
    facts: Option<PathBuf>,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

fn parse_rule(text: &str) -> Result<DrawRule, String> {
    match text {
        "threefold" => Ok(DrawRule::Threefold),
        "fifty" => Ok(DrawRule::FiftyMoves),
        _ => Err(format!("found \"{text}\", expected threefold or fifty")),
    }
}

fn parse_answer(text: &str) -> Result<OpponentAnswer, String> {
    match text {
        "accepts" => Ok(OpponentAnswer::Accepts),
        "declines" => Ok(OpponentAnswer::Declines),
        _ => Err(format!("found \"{text}\", expected accepts or declines")),
    }
}

/// Decides the claim and prints what the Laws recommend.
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
    let (Some(rule), Some(by)) = (args.law, args.by) else {
        complain(words, &say!(words, "claim-incomplete"));
        return Err(Exit::CommandLine);
    };
    let (mut game, rules) = args.case.game_and_rules(&args.rules, words)?;
    for &square in &args.touched {
        game.apply(&Entry::PieceTouched { by, square });
    }
    let claim = match &args.announced {
        None => DrawClaim::OnBoard(rule),
        Some(text) => {
            let announced = match args.spoken {
                true => Announcement::OnlySpoken,
                false => Announcement::WrittenAndDeclared,
            };
            let played = read_move(game.position(), text, words)?;
            DrawClaim::WithMove(rule, AnnouncedMove { played, announced })
        }
    };
    let facts = ClaimFacts { opponent: args.opponent.unwrap_or_default(), ..ClaimFacts::default() };
    let proposed = propose_draw_claim(&game, by, &claim, &facts, &rules);
    let text = match args.json {
        true => proposal_json(&proposed, Some(game.position())).to_string(),
        false => text_of(&proposed, &game, words),
    };
    match writeln!(io::stdout(), "{text}") {
        Err(error) if is_fault(&error) => Err(Exit::OurFault),
        _ => Ok(()),
    }
}

/// The proposal with what it was counted from.
fn text_of(proposed: &Proposal, game: &Game, words: &Words) -> String {
    let mut lines = vec![proposal(words, proposed, Some(game.position()))];
    lines.extend(evidence_lines(words, proposed, game));
    lines.join("\n")
}

/// Takes a fact where no option gives it.
fn lay_under(args: &mut Args, name: &str, value: &Value) -> Result<(), String> {
    match name {
        "rule" => args.law = args.law.or(Some(parse_rule(word(name, value)?)?)),
        "by" => args.by = args.by.or(Some(parse_color(word(name, value)?)?)),
        "move" => args.announced = args.announced.take().or(Some(word(name, value)?.to_owned())),
        "spoken" => args.spoken |= value.as_bool().ok_or("spoken: expected true or false")?,
        "opponent" => args.opponent = args.opponent.or(Some(parse_answer(word(name, value)?)?)),
        "touched" => {
            let list = value.as_array().ok_or("touched: expected a list of squares")?;
            for square in list {
                args.touched.push(parse_square(square.as_str().unwrap_or_default())?);
            }
        }
        other => return args.case.lay_under(other, value),
    }
    Ok(())
}
