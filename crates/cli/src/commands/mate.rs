//! `kaissa mate`: can a side still mate, by any series of legal moves.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use kaissa_audit::{color_word, uci_line};
use kaissa_chess::{Color, Position};
use kaissa_game::numbered_line;
use kaissa_winnable::{Answer, Budget, CanMate, OutOfScope, can_mate, seventy_five_move_limit};
use kaissa_words::{Words, say};
use serde_json::{Value, json};

use crate::common::Exit;
use crate::output::{complain, hint, is_fault};

/// Options of `kaissa mate`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(long, value_name = "FEN", conflicts_with = "file")]
    fen: Vec<String>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    by: Option<Color>,
    #[arg(long, value_name = "NODES")]
    nodes: Option<u64>,
    #[arg(long)]
    json: bool,
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Reads a colour as it is written on the command line.
pub fn parse_color(text: &str) -> Result<Color, String> {
    match text {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(format!("found \"{text}\", expected white or black")),
    }
}

/// Answers each question in order; exit 3 where one could not be read or lies out of scope.
pub fn run(args: &Args, words: &Words) -> Exit {
    let mut worst = Exit::Done;
    let mut ask = |fen: &str, place: &str| {
        let exit = ask_both(args, fen, place, words);
        worst = worst.max(exit);
        exit
    };
    if !args.fen.is_empty() {
        for fen in &args.fen {
            if ask(fen, "--fen") == Exit::OurFault {
                break;
            }
        }
        return worst;
    }
    let Some(path) = &args.file else {
        complain(words, &say!(words, "mate-no-question"));
        hint(words, &say!(words, "mate-no-question-hint"));
        return Exit::CommandLine;
    };
    let name = path.display().to_string();
    let reader: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(path) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => {
                let error = error.to_string();
                complain(words, &say!(words, "file-unreadable", path = name, error = error));
                return Exit::Unreadable;
            }
        }
    };
    for (number, line) in (1..).zip(reader.lines()) {
        let place = say!(words, "mate-line", name = &name, line = number);
        match line {
            Ok(line) if line.trim().is_empty() => {}
            Ok(line) => {
                if ask(line.trim(), &place) == Exit::OurFault {
                    break;
                }
            }
            Err(error) => {
                let error = error.to_string();
                complain(words, &say!(words, "file-unreadable", path = place, error = error));
                return Exit::Unreadable;
            }
        }
    }
    worst
}

fn ask_both(args: &Args, fen: &str, place: &str, words: &Words) -> Exit {
    let position = match Position::from_fen(fen) {
        Ok((position, _)) => position,
        Err(error) => {
            complain(words, &format!("{place}, {error}"));
            return Exit::Unreadable;
        }
    };
    let budget = match args.nodes {
        Some(nodes) => Budget { nodes, ..Budget::STANDARD },
        None => Budget::STANDARD,
    };
    let asked = args.by.map_or(vec![Color::White, Color::Black], |by| vec![by]);
    for by in asked {
        let text = match can_mate(&position, by, &budget) {
            Ok(answer) if args.json => line_of_json(fen, &position, by, &answer).to_string(),
            Ok(answer) => line_of_text(&position, by, &answer, words),
            Err(out_of_scope) => {
                complain(words, &format!("{place}, {}", out_of_scope_text(out_of_scope, words)));
                return Exit::Unreadable;
            }
        };
        if let Err(error) = writeln!(io::stdout(), "{text}") {
            return if is_fault(&error) { Exit::OurFault } else { Exit::Done };
        }
    }
    Exit::Done
}

fn line_of_json(fen: &str, position: &Position, by: Color, answer: &Answer) -> Value {
    let (word, helpmate, proof) = match &answer.can_mate {
        CanMate::Yes { helpmate } => ("yes", Some(helpmate), None),
        CanMate::No { proof } => ("no", None, Some(proof.kind().as_str())),
        CanMate::Unproven(_) => ("unproven", None, None),
    };
    json!({
        "schema": 1,
        "fen": fen,
        "by": color_word(by),
        "can_mate": word,
        "helpmate": helpmate.map(|line| uci_line(position, line)),
        "proof": proof,
        "nodes": answer.effort.nodes(),
        "within_75_moves": helpmate.map(|line| seventy_five_move_limit(position, line).is_none()),
    })
}

fn line_of_text(position: &Position, by: Color, answer: &Answer, words: &Words) -> String {
    let color = say!(words, "color", color = color_word(by));
    match &answer.can_mate {
        CanMate::Yes { helpmate } => {
            let moves = numbered_line(position, helpmate);
            let text = say!(words, "mate-yes", color = color, line = moves);
            match seventy_five_move_limit(position, helpmate) {
                None => text,
                Some(_) => format!("{text}\n{}", say!(words, "mate-too-long")),
            }
        }
        CanMate::No { proof } => {
            let kind = proof.kind().as_str();
            say!(words, "mate-no", color = color, proof = kind)
        }
        CanMate::Unproven(effort) => {
            say!(words, "mate-unproven", color = color, nodes = effort.nodes())
        }
    }
}

fn out_of_scope_text(reason: OutOfScope, words: &Words) -> String {
    match reason {
        OutOfScope::KingMissing(color) => {
            say!(words, "mate-king-missing", color = color_word(color))
        }
        OutOfScope::KingsTooMany(color) => {
            say!(words, "mate-kings-too-many", color = color_word(color))
        }
        OutOfScope::OpponentInCheck => say!(words, "mate-opponent-in-check"),
        OutOfScope::PawnOnLastRank => say!(words, "mate-pawn-on-last-rank"),
    }
}
