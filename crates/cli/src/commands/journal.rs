//! `kaissa journal`: a journal verified, exported, imported, copied.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Command, Subcommand};
use kaissa_journal::{
    Head, HeadCheck, JournalError, JournalReader, Report, What, WrittenHead, import,
};
use kaissa_words::{Words, say};
use serde_json::{Value, json};

use crate::common::Exit;
use crate::output::{complain, hint, is_fault};

/// Options of `kaissa journal`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Verify {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, value_name = "HEAD")]
        head: Option<WrittenHead>,
        #[arg(long)]
        json: bool,
    },
    Export {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    Import {
        #[arg(value_name = "LINES")]
        lines: PathBuf,
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(long)]
        json: bool,
    },
    Backup {
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[arg(value_name = "COPY")]
        copy: PathBuf,
        #[arg(long)]
        json: bool,
    },
}

/// Gives each task its help.
pub fn localize(command: Command, words: &Words) -> Command {
    command.mut_subcommands(|task| {
        let name = task.get_name().to_owned();
        let about = crate::help::plain(words, &format!("help-journal-{name}"));
        let task = task.about(about).mut_args(|arg| crate::help::with_help(arg, "journal", words));
        let title = say!(words, "help-example");
        let example = crate::help::plain(words, &format!("example-journal-{name}"));
        crate::help::texts(task, words).after_help(format!("{title}\n{example}"))
    })
}

/// Does one of the tasks.
pub fn run(args: &Args, words: &Words) -> Exit {
    match &args.task {
        Task::Verify { file, head, json } => {
            let done = JournalReader::open(file).and_then(|reader| reader.verify(head.as_ref()));
            match done {
                Ok(report) => tell_report(file, &report, *json, words),
                Err(error) => fail(&error, *json, words),
            }
        }
        Task::Export { file, output } => export(file, output.as_deref(), words),
        Task::Import { lines, file, json } => {
            let report = match import_from(lines, file, words) {
                Ok(Ok(report)) => report,
                Ok(Err(error)) => return fail(&error, *json, words),
                Err(exit) => return exit,
            };
            let (n, head) = (report.intact.number, report.intact.to_string());
            let text = say!(words, "journal-imported", path = path_text(file), n = n, head = head);
            tell_made(file, &report, &text, *json)
        }
        Task::Backup { file, copy, json } => {
            match JournalReader::open(file).and_then(|reader| reader.backup_to(copy)) {
                Ok(report) if report.verifies() => {
                    let (n, head) = (report.intact.number, report.intact.to_string());
                    let path = path_text(copy);
                    let text = say!(words, "journal-copied", path = path, n = n, head = head);
                    tell_made(copy, &report, &text, *json)
                }
                // The copy is kept: it holds what the journal holds.
                Ok(report) => tell_report(copy, &report, *json, words),
                Err(error) => fail(&error, *json, words),
            }
        }
    }
}

fn tell_report(file: &Path, report: &Report, as_json: bool, words: &Words) -> Exit {
    let text = match as_json {
        true => report_json(file, report).to_string(),
        false => report_text(file, report, words),
    };
    let exit = if report.verifies() { Exit::Done } else { Exit::Report };
    print(&text, exit)
}

fn tell_made(file: &Path, report: &Report, text: &str, as_json: bool) -> Exit {
    match as_json {
        true => print(&report_json(file, report).to_string(), Exit::Done),
        false => print(text, Exit::Done),
    }
}

fn print(text: &str, exit: Exit) -> Exit {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if is_fault(&error) => Exit::OurFault,
        _ => exit,
    }
}

fn report_text(file: &Path, report: &Report, words: &Words) -> String {
    let (path, n) = (path_text(file), report.intact.number);
    let mut lines = Vec::new();
    match &report.damage {
        None => lines.push(say!(words, "journal-intact", path = path, n = n)),
        Some(damage) => {
            let (number, kind) = (damage.number, damage.kind.word());
            let text = say!(
                words,
                "journal-damage",
                path = path,
                number = number,
                kind = kind,
                intact = n,
                found = damage.found.clone()
            );
            lines.push(text);
        }
    }
    lines.push(say!(words, "journal-head", head = report.intact.to_string()));
    if report.n_erased > 0 {
        lines.push(say!(words, "journal-erased", n = report.n_erased));
    }
    if report.n_attachments > 0 {
        lines.push(say!(words, "journal-attachments", n = report.n_attachments));
    }
    if let Some(check) = report.head {
        lines.push(say!(words, "journal-head-check", check = check.word()));
    }
    if report.damage.is_some() {
        let next = say!(words, "journal-damaged-next", path = path_text(file));
        lines.push(format!("{} {next}", say!(words, "hint")));
    }
    lines.join("\n")
}

fn report_json(file: &Path, report: &Report) -> Value {
    let damage = report.damage.as_ref().map(|damage| {
        json!({"number": damage.number, "kind": damage.kind.word(), "found": damage.found})
    });
    json!({
        "schema": 1,
        "file": path_text(file),
        "journal": report.identity.id.as_str(),
        "verifies": report.verifies(),
        "entries": report.intact.number,
        "head": head_json(report.intact),
        "erased": report.n_erased,
        "attachments": report.n_attachments,
        "damage": damage,
        "head_check": report.head.map(HeadCheck::word),
    })
}

fn head_json(head: Head) -> Value {
    json!({"number": head.number, "hash": head.hash, "text": head.to_string()})
}

fn export(file: &Path, target: Option<&Path>, words: &Words) -> Exit {
    let lines = match JournalReader::open(file).and_then(|reader| reader.export()) {
        Ok(lines) => lines,
        Err(error) => return fail(&error, false, words),
    };
    let unwritable = |path: &Path, error: &io::Error| {
        let error = error.to_string();
        complain(words, &say!(words, "file-unreadable", path = path_text(path), error = error));
        Exit::Unreachable
    };
    let mut output: Box<dyn Write> = match target {
        None => Box::new(BufWriter::new(io::stdout().lock())),
        Some(path) => match File::create_new(path) {
            Ok(file) => Box::new(BufWriter::new(file)),
            Err(error) => return unwritable(path, &error),
        },
    };
    let mut exit = Exit::Done;
    let mut written = Ok(());
    for line in lines {
        match line {
            Ok(line) => written = writeln!(output, "{line}"),
            Err(error) => exit = fail(&error, false, words),
        }
        if written.is_err() {
            break;
        }
    }
    match (written.and_then(|()| output.flush()), target) {
        (Ok(()), _) => exit,
        (Err(error), Some(path)) => unwritable(path, &error),
        (Err(error), None) if is_fault(&error) => Exit::OurFault,
        (Err(_), None) => exit,
    }
}

fn import_from(
    lines: &Path,
    file: &Path,
    words: &Words,
) -> Result<Result<Report, JournalError>, Exit> {
    if lines == Path::new("-") {
        return Ok(import(file, io::stdin().lock()));
    }
    match File::open(lines) {
        Ok(open) => Ok(import(file, BufReader::new(open))),
        Err(error) => {
            let (path, error) = (path_text(lines), error.to_string());
            complain(words, &say!(words, "file-unreadable", path = path, error = error));
            Err(Exit::Unreadable)
        }
    }
}

/// Says what went wrong and what to do next; gives the exit code for it.
fn fail(error: &JournalError, as_json: bool, words: &Words) -> Exit {
    let message = words.say_texts(error.message(), &error.values());
    if as_json {
        let code = error.message().trim_start_matches("journal-").replace('-', "_");
        let told = json!({"code": code, "message": message});
        let line = json!({"schema": 1, "file": path_text(&error.path), "error": told});
        return print(&line.to_string(), exit_of(error));
    }
    complain_of(error, words)
}

/// Says what went wrong with a journal and what to do next; gives the exit code for it.
pub fn complain_of(error: &JournalError, words: &Words) -> Exit {
    complain(words, &words.say_texts(error.message(), &error.values()));
    if let Some(next) = error.next() {
        hint(words, &words.say_texts(next, &error.values()));
    }
    exit_of(error)
}

fn exit_of(error: &JournalError) -> Exit {
    match error.what {
        What::Damaged { .. } => Exit::Report,
        What::Exists => Exit::CommandLine,
        What::Locked | What::Full | What::Disk => Exit::Unreachable,
        What::Closed => Exit::OurFault,
        _ => Exit::Unreadable,
    }
}

fn path_text(path: &Path) -> String {
    path.display().to_string()
}
