//! `kaissa watch`: sources of live games followed, every alarm a line.

mod keep;
mod lines;
mod printer;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use kaissa_feed::{Observation, Outlet, PathSource, SourceSpec, Stopped, now, outlet};
use kaissa_hall::{Hall, HallOptions};
use kaissa_laws::ClockTime;
use kaissa_live::{Following, Step};
use kaissa_words::{Words, say};

use super::journal::complain_of;
use crate::common::{Exit, RulesArgs};
use crate::output::complain;
use crate::sources;
use keep::Keep;
use lines::{Line, Lines};
use printer::Printer;

/// How soon a file that may be half-written is read again, and how soon an interruption is noticed.
const SOON: Duration = Duration::from_millis(300);
/// How long is waited for more to come with what came: a busy hall is taken in by the handful, with
/// one durable write and one awakened thread for all of it.
const GATHER_FOR: Duration = Duration::from_millis(4);
/// For how long what came meanwhile is taken in before it is passed on.
const TAKE_FOR: Duration = Duration::from_millis(5);

/// Options of `kaissa watch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<String>,
    #[command(flatten)]
    rules: RulesArgs,
    #[arg(long, value_name = "FILE", conflicts_with = "once")]
    journal: Option<PathBuf>,
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

/// Follows the sources until it is interrupted, or once through with `--once`.
pub fn run(args: &Args, words: &Words) -> Exit {
    match begin(args, words) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn begin(args: &Args, words: &Words) -> Result<Exit, Exit> {
    let profiler = args.rules.profiler(words)?;
    let specs = sources::specs(&args.sources, words)?;
    let silent_ms = i64::try_from(args.silent_after.as_millis()).unwrap_or(i64::MAX);
    let options =
        HallOptions { silent_after: ClockTime::millis(silent_ms), ..HallOptions::default() };
    let following = Following::new(Hall::new(profiler, options));
    let (outlet, seen) = outlet();
    let interrupting = outlet.clone();
    // Without a handler, the system ends the program at once, which loses nothing either.
    let _ = ctrlc::set_handler(move || interrupting.stop());
    let keep = args.journal.as_deref().map(|path| Keep::open(path, words)).transpose()?;
    let lines = Lines::new(words, args.json);
    let printer = Printer::start(outlet.clone());
    let mut watch = Watch { args, words, following, lines, keep, printer };
    let done = match args.once {
        true => watch.once(&specs, &outlet),
        false => watch.follow(&specs, &outlet, &seen),
    };
    outlet.stop();
    let Watch { lines, printer, .. } = watch;
    let printed = printer.finish();
    match (printed, done) {
        (Err(printer::Fault::Journal(error)), _) => Err(complain_of(&error, words)),
        (Err(printer::Fault::Output), _) => Err(Exit::OurFault),
        (Ok(()), Err(exit)) => Err(exit),
        (Ok(()), Ok(Ended::ReadOnce)) => Ok(lines.exit()),
        (Ok(()), Ok(Ended::Stopped)) => Ok(Exit::Done),
    }
}

/// Why the following ended.
enum Ended {
    /// What there is has been read.
    ReadOnce,
    /// It was stopped: by a person, or since nobody reads the output any more.
    Stopped,
}

/// Observations in, lines out.
struct Watch<'a> {
    args: &'a Args,
    words: &'a Words,
    following: Following,
    lines: Lines<'a>,
    keep: Option<Keep>,
    printer: Printer,
}

impl Watch<'_> {
    /// Reads what is there until nothing is doubtful any more.
    fn once(&mut self, specs: &[(String, SourceSpec)], outlet: &Outlet) -> Result<Ended, Exit> {
        let mut sources = Vec::new();
        for (given, spec) in specs {
            let SourceSpec::Path(path) = spec else {
                complain(self.words, &say!(self.words, "watch-once-needs-files", source = given));
                return Err(Exit::CommandLine);
            };
            sources.push(PathSource::new(path).with_interval(self.args.interval));
        }
        loop {
            let mut is_waiting = false;
            for source in &mut sources {
                let mut seen = Vec::new();
                let round = source.round(&mut |observation| {
                    seen.push(observation);
                    Ok(())
                });
                is_waiting |= round == Ok(true);
                for observation in &seen {
                    let step = self.following.take(observation);
                    self.pass_on(step)?;
                }
            }
            let step = self.following.tick(now());
            self.pass_on(step)?;
            if !is_waiting {
                return Ok(Ended::ReadOnce);
            }
            if outlet.wait(self.args.interval.min(SOON)) == Err(Stopped) {
                return Ok(Ended::Stopped);
            }
        }
    }

    /// Follows each source on a thread of its own until it is interrupted.
    fn follow(
        &mut self,
        specs: &[(String, SourceSpec)],
        outlet: &Outlet,
        seen: &Receiver<Observation>,
    ) -> Result<Ended, Exit> {
        self.go_on_from_journal()?;
        for (_, spec) in specs {
            let mut source = sources::source(spec, self.args.interval);
            let outlet = outlet.clone();
            let spawned = thread::Builder::new().spawn(move || source.follow(&outlet));
            spawned.map_err(|_| Exit::OurFault)?;
        }
        let mut is_first = true;
        // Whether more waits than could be taken in at once: then nothing else is waited for.
        let mut is_behind = false;
        let mut next_tick = Instant::now() + self.args.interval;
        while !outlet.is_stopped() {
            let left = next_tick.saturating_duration_since(Instant::now());
            let mut step = Step::default();
            match seen.recv_timeout(left.min(SOON)) {
                Ok(first) => {
                    if !is_behind {
                        thread::sleep(GATHER_FOR);
                    }
                    let since = Instant::now();
                    step.extend(self.following.take(&first));
                    is_behind = loop {
                        if since.elapsed() >= TAKE_FOR {
                            break true;
                        }
                        let Ok(observation) = seen.try_recv() else { break false };
                        step.extend(self.following.take(&observation));
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if Instant::now() >= next_tick {
                step.extend(self.following.tick(now()));
                next_tick = Instant::now() + self.args.interval;
                if std::mem::take(&mut is_first) {
                    self.say_that_it_begins(specs.len());
                }
            }
            self.pass_on(step)?;
        }
        Ok(Ended::Stopped)
    }

    /// Goes through the journal, so that the following stands where it was left.
    fn go_on_from_journal(&mut self) -> Result<(), Exit> {
        let Some(keep) = &self.keep else { return Ok(()) };
        let n_entries = keep.replay(&mut self.following, self.words)?;
        if n_entries > 0 && io::stderr().is_terminal() {
            let n_games = self.following.hall().games().count();
            let text = say!(self.words, "watch-goes-on", entries = n_entries, games = n_games);
            self.printer.print(None, vec![Line::Error(text)]);
        }
        let step = self.following.replayed();
        self.pass_on(step)
    }

    fn say_that_it_begins(&self, n_sources: usize) {
        if !io::stderr().is_terminal() {
            return;
        }
        let n_games = self.following.hall().games().count();
        let text = say!(self.words, "watch-begins", sources = n_sources, games = n_games);
        // Nothing is left to do where standard error cannot be written to.
        let _ = writeln!(io::stderr(), "{text}");
    }

    /// Keeps what a step brings; what it tells is printed once that is durable.
    fn pass_on(&mut self, step: Step) -> Result<(), Exit> {
        let lines = self.lines.of(&step, self.following.hall());
        let tickets = match &self.keep {
            Some(keep) if !step.entries.is_empty() => {
                let tickets = keep.append(step.entries);
                Some(tickets.map_err(|error| complain_of(&error, self.words))?)
            }
            _ => None,
        };
        if tickets.is_some() || !lines.is_empty() {
            self.printer.print(tickets, lines);
        }
        Ok(())
    }
}
