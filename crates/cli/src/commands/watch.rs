//! `kaissa watch`: files of live games followed, every alarm a line.

mod files;
mod follow;
mod plan;
mod print;

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use kaissa_game::Record;
use kaissa_hall::{AlarmEvent, AlarmSeverity, AlarmState, Hall, HallOptions};
use kaissa_laws::ClockTime;
use kaissa_ruling::ReviewEffort;
use kaissa_words::{Words, say};

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, is_fault};
use follow::{Follower, Round};

/// How soon a file that may be half-written is read again.
const SOON: Duration = Duration::from_millis(300);

/// Options of `kaissa watch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[arg(long)]
    json: bool,
    #[arg(long)]
    once: bool,
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = parse_seconds)]
    interval: Duration,
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_seconds)]
    silent_after: Duration,
}

/// Reads a number of seconds, with decimals or without.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let wrong = || format!("found \"{text}\", expected a number of seconds above 0");
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if !(seconds > 0.0 && seconds <= 1e9) {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// Follows the files until it is interrupted, or once through with `--once`.
pub fn run(args: &Args, words: &Words) -> Exit {
    let profiler = match args.rules.profiler(words) {
        Ok(profiler) => profiler,
        Err(exit) => return exit,
    };
    let silent_ms = i64::try_from(args.silent_after.as_millis()).unwrap_or(i64::MAX);
    let options =
        HallOptions { silent_after: ClockTime::millis(silent_ms), effort: ReviewEffort::default() };
    let mut follower = Follower::new(&args.paths, Hall::new(profiler, options));
    let interrupted = interruptions();
    let mut said = Said::default();
    let mut is_first = true;
    loop {
        let round = follower.round(words);
        if let Err(error) = tell(args, words, &follower, &round, &mut said) {
            return if is_fault(&error) { Exit::OurFault } else { Exit::Done };
        }
        if args.once && !round.is_waiting {
            return said.exit();
        }
        if is_first && !args.once && io::stderr().is_terminal() {
            let (n_files, n_games) = (follower.n_files(), follower.hall.games().count());
            // Nothing is left to do where standard error cannot be written to.
            let _ = writeln!(
                io::stderr(),
                "{}",
                say!(words, "watch-begins", files = n_files, games = n_games)
            );
        }
        is_first = false;
        let pause = if round.is_waiting { args.interval.min(SOON) } else { args.interval };
        match interrupted.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => {}
            Ok(()) | Err(RecvTimeoutError::Disconnected) => return Exit::Done,
        }
    }
}

/// A line that says when Ctrl-C was pressed or the system asks for the end.
fn interruptions() -> Receiver<()> {
    let (sender, receiver) = channel();
    let keep = sender.clone();
    // Without a handler, the system ends the program at once, which loses nothing either.
    let set = ctrlc::set_handler(move || {
        let _ = sender.send(());
    });
    if set.is_err() {
        // The line stays open, and nothing ever comes.
        std::mem::forget(keep);
    }
    receiver
}

/// What has been told, as far as the exit code asks.
#[derive(Default)]
struct Said {
    is_incomplete: bool,
    is_reported: bool,
}

impl Said {
    fn note(&mut self, event: &AlarmEvent) {
        let severity = event.alarm.severity;
        let counts = matches!(severity, AlarmSeverity::Missed | AlarmSeverity::Contradiction);
        self.is_reported |= counts && event.state == AlarmState::Raised;
    }

    fn exit(&self) -> Exit {
        if self.is_incomplete {
            Exit::Unreadable
        } else if self.is_reported {
            Exit::Report
        } else {
            Exit::Done
        }
    }
}

/// Prints what a round has brought.
fn tell(
    args: &Args,
    words: &Words,
    follower: &Follower,
    round: &Round,
    said: &mut Said,
) -> io::Result<()> {
    let (alarms, notices) = print::split(&round.events, words);
    for text in &round.complaints {
        said.is_incomplete = true;
        complain(words, text);
    }
    for text in notices {
        // Nothing is left to do where standard error cannot be written to.
        let _ = writeln!(io::stderr(), "{text}");
    }
    let empty = Record::new();
    let mut output = io::stdout().lock();
    for event in alarms {
        said.note(event);
        let record = follower.hall.record(event.game.id).unwrap_or(&empty);
        let line = match args.json {
            true => Some(print::alarm_json(event).to_string()),
            false => print::alarm_text(event, record, words),
        };
        if let Some(line) = line {
            writeln!(output, "{line}")?;
        }
    }
    output.flush()
}
