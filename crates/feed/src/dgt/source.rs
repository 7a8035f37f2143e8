//! A board at a serial port.

use std::io::{self, ErrorKind, Read, Write};
use std::time::Duration;

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::decoder::Decoder;
use super::follower::{Follower, News, Pace};
use super::log::write_line;
use super::message::{Command, Message};
use super::serial_port;
use crate::{
    Gap, Health, LiveRecord, Observation, Outlet, Pause, Replaced, Seen, Source, Stopped, Trouble,
};

/// A line to a board. A read that has nothing for a while fails with
/// [`TimedOut`](ErrorKind::TimedOut) or [`WouldBlock`](ErrorKind::WouldBlock).
pub trait Port: Read + Write + Send {}

impl<T: Read + Write + Send> Port for T {}

/// What is asked when a line is opened: who the board is, what stands on it, and all changes.
const GREETING: [Command; 5] =
    [Command::SerialNumber, Command::BusAddress, Command::Board, Command::Clock, Command::Changes];

/// After so long without a byte the board is asked for its clock, which it always answers.
const QUIET: ClockTime = ClockTime::seconds(5);
/// After so long without a byte the line counts as broken.
const DEAD: ClockTime = ClockTime::seconds(15);
/// The memory takes eight seconds at the speed of the line; a board without one says nothing.
const MEMORY_WAIT: ClockTime = ClockTime::seconds(25);
/// So many bytes of noise within the time that follows are worth a word.
const NOISE_BYTES: u64 = 40;
const NOISE_TIME: ClockTime = ClockTime::seconds(60);

/// Opens a line to a board.
pub type Opener = Box<dyn FnMut() -> io::Result<Box<dyn Port>> + Send>;

/// A board at a serial port: `dgt:PORT`.
///
/// It only asks and listens. When the line breaks, it is opened again after growing pauses; what
/// was missed is asked of the board's own memory.
pub struct DgtSource {
    name: String,
    open: Opener,
    now: fn() -> Timestamp,
    follower: Follower,
    raw_log: Option<Box<dyn Write + Send>>,
    /// When the last byte came.
    heard_at: Option<Timestamp>,
    is_connected: bool,
    memory_asked_at: Option<Timestamp>,
    noise: Noise,
}

#[derive(Default)]
struct Noise {
    since: Option<Timestamp>,
    n_before: u64,
    is_told: bool,
}

/// Why a line is left.
enum Left {
    Stopped,
    Broken(Trouble),
}

impl From<Stopped> for Left {
    fn from(_: Stopped) -> Left {
        Left::Stopped
    }
}

impl DgtSource {
    /// Follows the board at a serial port of this machine, as `COM5` or `/dev/ttyACM0`.
    pub fn new(port: &str) -> DgtSource {
        let path = port.to_owned();
        DgtSource::over(&format!("dgt:{port}"), Box::new(move || serial_port::open(&path)))
    }

    /// Follows the board at the end of any line.
    pub fn over(name: &str, open: Opener) -> DgtSource {
        DgtSource {
            name: name.to_owned(),
            open,
            now: crate::now,
            follower: Follower::new(name, Pace::Timed),
            raw_log: None,
            heard_at: None,
            is_connected: false,
            memory_asked_at: None,
            noise: Noise::default(),
        }
    }

    /// Keeps every byte that comes, with its time, as lines that [`read_log`](super::read_log)
    /// reads.
    #[must_use]
    pub fn with_raw_log(mut self, log: Box<dyn Write + Send>) -> DgtSource {
        self.raw_log = Some(log);
        self
    }

    /// Reads from a line until it breaks or the following is stopped.
    fn listen(&mut self, port: &mut dyn Port, outlet: &Outlet) -> Result<(), Left> {
        let mut decoder = Decoder::new();
        self.noise = Noise::default();
        let mut has_board = false;
        let mut buffer = [0; 1024];
        let mut asked_at = (self.now)();
        let opened_at = asked_at;
        ask(port, &GREETING)?;
        loop {
            if outlet.is_stopped() {
                return Err(Left::Stopped);
            }
            let read = port.read(&mut buffer);
            let now = (self.now)();
            match read {
                Ok(0) => return Err(broken("closed", "the line was closed")),
                Ok(n_bytes) => {
                    let bytes = buffer.get(..n_bytes).unwrap_or_default();
                    self.heard_at = Some(now);
                    self.keep_raw(bytes, now, outlet)?;
                    for message in decoder.push(bytes) {
                        self.connected(now, outlet)?;
                        self.take(&message, now, &mut has_board);
                        self.tell(port, outlet)?;
                    }
                }
                Err(error) if is_only_late(&error) => {}
                Err(error) => return Err(Left::Broken(trouble_of(&error))),
            }
            self.follower.tick(now);
            self.tell(port, outlet)?;
            self.watch_noise(decoder.n_dropped(), now, outlet)?;
            if self.memory_asked_at.is_some_and(|at| now.since(at) > MEMORY_WAIT) {
                self.memory_asked_at = None;
                self.follower.close_gap();
                self.tell(port, outlet)?;
            }
            let silence = now.since(self.heard_at.unwrap_or(opened_at).max(opened_at));
            if silence > DEAD {
                return Err(broken("timeout", "no answer"));
            }
            if silence > QUIET && now.since(asked_at) > QUIET {
                asked_at = now;
                ask(port, &[Command::Clock])?;
            }
        }
    }

    fn take(&mut self, message: &Message, now: Timestamp, has_board: &mut bool) {
        self.follower.take(message, now);
        match message {
            Message::Board(_) if !std::mem::replace(has_board, true) => {
                self.follower.return_at(now);
            }
            Message::Memory(_) => self.memory_asked_at = None,
            _ => {}
        }
    }

    /// Hands over what has come up.
    fn tell(&mut self, port: &mut dyn Port, outlet: &Outlet) -> Result<(), Left> {
        for news in self.follower.take_news() {
            match news {
                News::AskBoard => ask(port, &[Command::Board])?,
                News::AskMemory => {
                    if self.memory_asked_at.is_none() {
                        self.memory_asked_at = Some((self.now)());
                        // The board stops telling changes while it sends its memory.
                        ask(port, &[Command::Memory, Command::Board, Command::Changes])?;
                    }
                }
                news => {
                    let at = (self.now)();
                    if let Some(seen) = seen(news, &self.follower) {
                        outlet.send(Observation { source: self.name.clone(), at, seen })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn connected(&mut self, now: Timestamp, outlet: &Outlet) -> Result<(), Stopped> {
        match std::mem::replace(&mut self.is_connected, true) {
            true => Ok(()),
            false => self.say(Health::Connected, now, outlet),
        }
    }

    fn say(&self, health: Health, at: Timestamp, outlet: &Outlet) -> Result<(), Stopped> {
        outlet.send(Observation { source: self.name.clone(), at, seen: Seen::Health(health) })
    }

    fn lost(&mut self, trouble: Trouble, outlet: &Outlet) -> Result<(), Stopped> {
        let now = (self.now)();
        let since = self.heard_at.unwrap_or(now);
        self.memory_asked_at = None;
        if std::mem::replace(&mut self.is_connected, false) {
            self.follower.lose(since);
        }
        self.say(Health::Lost { since, trouble }, now, outlet)
    }

    fn keep_raw(&mut self, bytes: &[u8], now: Timestamp, outlet: &Outlet) -> Result<(), Stopped> {
        let Some(log) = &mut self.raw_log else { return Ok(()) };
        let written = log.write_all(write_line(now, bytes).as_bytes()).and_then(|()| log.flush());
        match written {
            Ok(()) => Ok(()),
            Err(error) => {
                self.raw_log = None;
                self.say(Health::Unclear { trouble: trouble_of(&error) }, now, outlet)
            }
        }
    }

    fn watch_noise(&mut self, n: u64, now: Timestamp, outlet: &Outlet) -> Result<(), Stopped> {
        let since = *self.noise.since.get_or_insert(now);
        let n_new = n.saturating_sub(self.noise.n_before);
        if !self.noise.is_told && n_new > NOISE_BYTES {
            self.noise.is_told = true;
            let detail = format!("{n_new} bytes");
            return self.say(
                Health::Unclear { trouble: Trouble { code: "noise", detail } },
                now,
                outlet,
            );
        }
        if now.since(since) > NOISE_TIME {
            let was_told = std::mem::replace(&mut self.noise.is_told, n_new > NOISE_BYTES);
            (self.noise.since, self.noise.n_before) = (Some(now), n);
            if was_told && !self.noise.is_told {
                return self.say(Health::Connected, now, outlet);
            }
        }
        Ok(())
    }
}

impl Source for DgtSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn follow(&mut self, outlet: &Outlet) {
        let mut pause = Pause::new(Duration::from_secs(1), Duration::from_secs(15));
        loop {
            let left = match (self.open)() {
                Ok(mut port) => self.listen(port.as_mut(), outlet).err(),
                Err(error) => Some(Left::Broken(trouble_of(&error))),
            };
            let Some(Left::Broken(trouble)) = left else { return };
            if self.is_connected {
                pause.after_success();
            }
            let told = self.lost(trouble, outlet);
            if told.and_then(|()| outlet.wait(pause.after_failure())).is_err() {
                return;
            }
        }
    }
}

/// What news is to whoever follows the source.
pub(super) fn seen(news: News, follower: &Follower) -> Option<Seen> {
    let board = |mut live: LiveRecord, placement| {
        // Nothing names the players; the serial number is better than nothing.
        if follower.row().bytes().all(|byte| byte.is_ascii_digit()) {
            live.tags.insert(0, ("Board".to_owned(), follower.row().to_owned()));
        }
        Seen::Board {
            row: follower.row().to_owned(),
            record: Box::new(live.record()),
            placement,
            changed_at: follower.changed_at(),
        }
    };
    match news {
        News::Record => Some(board(follower.record(), Some(follower.game().placement()))),
        News::Earlier(record) => Some(board(*record, None)),
        News::Health(health) => Some(Seen::BoardHealth { row: follower.row().to_owned(), health }),
        News::Replaced(replaced) => {
            Some(Seen::Replaced(Replaced { row: follower.row().to_owned(), ..replaced }))
        }
        News::Gap(gap) => Some(Seen::Gap(Gap { row: follower.row().to_owned(), ..gap })),
        News::NewGame | News::AskBoard | News::AskMemory => None,
    }
}

fn ask(port: &mut dyn Port, commands: &[Command]) -> Result<(), Left> {
    let bytes: Vec<u8> = commands.iter().map(|command| command.byte()).collect();
    let sent = port.write_all(&bytes).and_then(|()| port.flush());
    sent.map_err(|error| Left::Broken(trouble_of(&error)))
}

fn broken(code: &'static str, detail: &str) -> Left {
    Left::Broken(Trouble { code, detail: detail.to_owned() })
}

pub(super) fn trouble_of(error: &io::Error) -> Trouble {
    let code = match error.kind() {
        ErrorKind::NotFound => "missing",
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::ResourceBusy | ErrorKind::ConnectionRefused => "refused",
        ErrorKind::TimedOut => "timeout",
        _ => "closed",
    };
    Trouble { code, detail: error.to_string() }
}

fn is_only_late(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted)
}
