//! `kaissa watch`: sources of live games followed, every alarm a line.

mod follow;
mod print;

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use kaissa_feed::dgt::{DgtLogSource, DgtSource};
use kaissa_feed::livechess::LiveChess;
use kaissa_feed::{
    AddressSource, CloudSource, LichessOptions, LichessSource, Observation, Outlet, PathSource,
    ReplaySource, Source, SourceSpec, Stopped, now, outlet,
};

use kaissa_game::Record;
use kaissa_hall::{AlarmEvent, AlarmSeverity, AlarmState, Hall, HallOptions};
use kaissa_laws::ClockTime;
use kaissa_ruling::ReviewEffort;
use kaissa_words::{Words, say};

use crate::common::{Exit, RulesArgs};
use crate::output::{complain, is_fault};
use follow::{Following, Told};

/// How soon a file that may be half-written is read again, and how soon an interruption is noticed.
const SOON: Duration = Duration::from_millis(300);

/// Options of `kaissa watch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(required = true, value_name = "SOURCE", value_parser = parse_source)]
    sources: Vec<SourceSpec>,
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

/// Reads a source as given.
fn parse_source(text: &str) -> Result<SourceSpec, String> {
    SourceSpec::read(text).map_err(|error| error.to_string())
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
    let following = Following::new(Hall::new(profiler, options));
    let mut watch = Watch { args, words, following, said: Said::default() };
    let (outlet, seen) = outlet();
    let interrupting = outlet.clone();
    // Without a handler, the system ends the program at once, which loses nothing either.
    let _ = ctrlc::set_handler(move || interrupting.stop());
    let ended = match args.once {
        true => watch.once(&outlet),
        false => watch.follow(&outlet, &seen),
    };
    outlet.stop();
    match ended {
        Ok(exit) => exit,
        Err(error) if is_fault(&error) => Exit::OurFault,
        Err(_) => Exit::Done,
    }
}

/// A source as something to follow.
fn open(source: &SourceSpec, interval: Duration) -> Box<dyn Source> {
    match source {
        SourceSpec::Path(path) => Box::new(PathSource::new(path).with_interval(interval)),
        SourceSpec::Address(address) => Box::new(AddressSource::new(address)),
        SourceSpec::LiveChessCloud(id) => Box::new(CloudSource::new(id)),
        SourceSpec::Lichess(round) => {
            let token = std::env::var("LICHESS_TOKEN").ok().filter(|token| !token.is_empty());
            let options = LichessOptions { token, ..LichessOptions::default() };
            Box::new(LichessSource::with_options(round, options))
        }
        SourceSpec::Dgt(port) => Box::new(DgtSource::new(port)),
        SourceSpec::DgtLog(file) => Box::new(DgtLogSource::new(file)),
        SourceSpec::Replay { path, speed_percent } => {
            Box::new(ReplaySource::new(path, *speed_percent))
        }
        SourceSpec::LiveChess { host, port } => Box::new(LiveChess::new(host, *port)),
    }
}

/// Observations in, lines out.
struct Watch<'a> {
    args: &'a Args,
    words: &'a Words,
    following: Following,
    said: Said,
}

impl Watch<'_> {
    /// Reads what is there until nothing is doubtful any more.
    fn once(&mut self, outlet: &Outlet) -> io::Result<Exit> {
        let mut sources = Vec::new();
        for source in &self.args.sources {
            let SourceSpec::Path(path) = source else {
                complain(self.words, &say!(self.words, "watch-once-paths"));
                return Ok(Exit::CommandLine);
            };
            sources.push(PathSource::new(path));
        }
        loop {
            let mut is_waiting = false;
            for source in &mut sources {
                let mut told = Ok(());
                let round = source.round(&mut |seen| {
                    told = self.take(&seen);
                    if told.is_err() { Err(Stopped) } else { Ok(()) }
                });
                told?;
                is_waiting |= round == Ok(true);
            }
            self.tick()?;
            if !is_waiting {
                return Ok(self.said.exit());
            }
            if outlet.wait(self.args.interval.min(SOON)) == Err(Stopped) {
                return Ok(Exit::Done);
            }
        }
    }

    /// Follows each source on a thread of its own until it is interrupted.
    fn follow(&mut self, outlet: &Outlet, seen: &Receiver<Observation>) -> io::Result<Exit> {
        for source in &self.args.sources {
            let mut source = open(source, self.args.interval);
            let outlet = outlet.clone();
            thread::Builder::new().spawn(move || source.follow(&outlet))?;
        }
        let mut is_first = true;
        let mut next_tick = Instant::now() + self.args.interval;
        while !outlet.is_stopped() {
            let left = next_tick.saturating_duration_since(Instant::now());
            match seen.recv_timeout(left.min(SOON)) {
                Ok(seen) => self.take(&seen)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if Instant::now() >= next_tick {
                self.tick()?;
                next_tick = Instant::now() + self.args.interval;
                if std::mem::take(&mut is_first) {
                    self.say_that_it_begins();
                }
            }
        }
        Ok(Exit::Done)
    }

    fn say_that_it_begins(&self) {
        if !io::stderr().is_terminal() {
            return;
        }
        let (n_files, n_games) = (self.following.n_sources(), self.following.hall.games().count());
        let text = say!(self.words, "watch-begins", files = n_files, games = n_games);
        // Nothing is left to do where standard error cannot be written to.
        let _ = writeln!(io::stderr(), "{text}");
    }

    fn take(&mut self, seen: &Observation) -> io::Result<()> {
        let told = self.following.take(seen, self.words);
        self.tell(&told)
    }

    fn tick(&mut self) -> io::Result<()> {
        let told = self.following.tick(now());
        self.tell(&told)
    }

    /// Prints what an observation has brought.
    fn tell(&mut self, told: &Told) -> io::Result<()> {
        let (alarms, notices) = print::split(&told.events, self.words);
        if let Some(text) = &told.complaint {
            self.said.is_incomplete = true;
            complain(self.words, text);
        }
        for text in notices {
            // Nothing is left to do where standard error cannot be written to.
            let _ = writeln!(io::stderr(), "{text}");
        }
        let empty = Record::new();
        let mut output = io::stdout().lock();
        for event in alarms {
            self.said.note(event);
            let record = self.following.hall.record(event.game.id).unwrap_or(&empty);
            let line = match self.args.json {
                true => Some(print::alarm_json(event).to_string()),
                false => print::alarm_text(event, record, self.words),
            };
            if let Some(line) = line {
                writeln!(output, "{line}")?;
            }
        }
        output.flush()
    }
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
