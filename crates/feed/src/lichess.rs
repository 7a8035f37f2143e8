//! A round of a Lichess broadcast: its stream, and polling where the stream fails.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use kaissa_game::{Record, Timestamp};
use kaissa_laws::ClockTime;
use serde_json::Value;

use crate::fare::Fare;
use crate::files::games;
use crate::http::{Http, status_trouble, stream_trouble};
use crate::http_head::Head;
use crate::lichess_blocks::LichessBlocks;
use crate::plan::ENOUGH;
use crate::politeness::{Pace, Politeness};
use crate::rows::Rows;
use crate::time::now;
use crate::{Health, Observation, Outlet, Seen, Source, Stopped, Trouble};

/// How many pieces of the stream wait before reading it waits too.
const N_WAITING: usize = 64;

/// Where Lichess is, and how it is asked.
#[derive(Clone, Debug)]
pub struct LichessOptions {
    /// The address of the server.
    pub server: String,
    /// A token for rounds that are not public.
    pub token: Option<String>,
    /// After such a silence a game is whole although its result has not come.
    pub whole_after: Duration,
    /// After such a silence the stream is begun anew, which brings all games again.
    pub renew_after: Duration,
    /// After so long without news the round counts as silent.
    pub silent_after: Duration,
    /// The time between two questions where the stream fails, and the pauses after failures.
    pub politeness: Politeness,
}

impl Default for LichessOptions {
    /// The public server, without a token.
    fn default() -> Self {
        LichessOptions {
            server: "https://lichess.org".to_owned(),
            token: None,
            whole_after: Duration::from_secs(1),
            renew_after: Duration::from_secs(60),
            silent_after: Duration::from_secs(300),
            politeness: Politeness::every(Duration::from_secs(10)),
        }
    }
}

/// A round of a Lichess broadcast.
pub struct LichessSource {
    name: String,
    round: String,
    options: LichessOptions,
    http: Http,
    machine: LichessMachine,
    pace: Pace,
    n_failures: u32,
}

/// What the JSON of a round says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LichessRound {
    /// By how much the moves are held back.
    pub delay: ClockTime,
    /// Whether the round is going on.
    pub is_ongoing: bool,
}

/// Reads the JSON of a round.
///
/// # Errors
/// [`Trouble`] where it is no such JSON.
///
/// # Examples
/// ```
/// use kaissa_laws::ClockTime;
///
/// let round = kaissa_feed::read_lichess_round(br#"{"round": {"ongoing": true, "delay": 900}}"#);
/// let round = round.expect("a round");
/// assert_eq!((round.delay, round.is_ongoing), (ClockTime::minutes(15), true));
/// ```
pub fn read_lichess_round(json: &[u8]) -> Result<LichessRound, Trouble> {
    let unclear = |detail: String| Trouble { code: "unreadable", detail };
    let value: Value = serde_json::from_slice(json)
        .map_err(|error| unclear(format!("found no JSON ({error}), expected a round")))?;
    let round = value.get("round").and_then(Value::as_object);
    let round = round.ok_or_else(|| unclear("found no round, expected one".to_owned()))?;
    let delay = round.get("delay").and_then(Value::as_u64).unwrap_or(0).min(86_400);
    Ok(LichessRound {
        delay: ClockTime::seconds(delay as i64),
        is_ongoing: round.get("ongoing").and_then(Value::as_bool).unwrap_or(false),
    })
}

impl LichessSource {
    /// Follows a round by its id.
    pub fn new(round: &str) -> LichessSource {
        LichessSource::with_options(round, LichessOptions::default())
    }

    /// The same with options.
    pub fn with_options(round: &str, options: LichessOptions) -> LichessSource {
        LichessSource {
            name: format!("lichess:{round}"),
            round: round.to_owned(),
            http: Http::new(),
            machine: LichessMachine::default(),
            pace: Pace::new(options.politeness),
            n_failures: 0,
            options,
        }
    }

    fn send(&self, seen: Vec<Seen>, at: Timestamp, outlet: &Outlet) -> Result<(), Stopped> {
        for seen in seen {
            outlet.send(Observation { source: self.name.clone(), at, seen })?;
        }
        Ok(())
    }

    /// Asks for the delay, then for the stream, and where that fails for the games themselves.
    /// Gives how long to wait.
    fn connect(&mut self, outlet: &Outlet) -> Result<Duration, Stopped> {
        let authorization = self.options.token.as_ref().map(|token| format!("Bearer {token}"));
        let headers: Vec<(&str, &str)> =
            authorization.iter().map(|token| ("Authorization", token.as_str())).collect();
        let server = self.options.server.clone();
        let about = self.http.get(&format!("{server}/api/broadcast/-/-/{}", self.round), &headers);
        let about = about.ok().filter(|about| about.head.status == 200);
        self.machine.round = about.and_then(|about| read_lichess_round(&about.body).ok());
        let address = format!("{server}/api/stream/broadcast/round/{}.pgn", self.round);
        let stream = self.http.stream(&address, &headers, self.options.renew_after * 2);
        let (head, trouble) = match stream {
            Ok((head, stream)) if head.status == 200 => {
                let begin = self.machine.n_news;
                let ended = self.read_stream(stream, outlet)?;
                if self.machine.n_news > begin || ended.is_none() {
                    self.n_failures = 0;
                    self.pace.after(Some(&Head { status: 200, ..Head::default() }), now());
                }
                let Some(trouble) = ended else { return Ok(Duration::ZERO) };
                (None, trouble)
            }
            Ok((head, _)) => (Some(head.clone()), status_trouble(&head)),
            Err(trouble) => (None, trouble),
        };
        let at = now();
        self.machine.lose(at);
        self.n_failures += 1;
        let wait = self.pace.after(head.as_ref(), at);
        let is_refused = head.is_some_and(|head| head.status < 500);
        if is_refused || self.n_failures < ENOUGH {
            let seen = self.machine.fail(trouble, is_refused, at);
            self.send(seen, at, outlet)?;
            return Ok(wait);
        }
        let address = format!("{server}/api/broadcast/round/{}.pgn", self.round);
        let answer = self.http.get(&address, &headers);
        let at = now();
        let (head, seen) = match answer {
            Ok(answer) if answer.head.status == 200 => {
                let seen = self.machine.take(&answer.body, true, at);
                (Some(answer.head), seen)
            }
            Ok(answer) => {
                let is_refused = answer.head.status < 500;
                let seen = self.machine.fail(status_trouble(&answer.head), is_refused, at);
                (Some(answer.head), seen)
            }
            Err(trouble) => (None, self.machine.fail(trouble, false, at)),
        };
        self.send(seen, at, outlet)?;
        Ok(self.pace.after(head.as_ref(), at))
    }

    /// Reads a stream until it ends or is silent for too long; then nothing is wrong with it.
    fn read_stream(
        &mut self,
        stream: impl Read + Send + 'static,
        outlet: &Outlet,
    ) -> Result<Option<Trouble>, Stopped> {
        let pieces = read_on(stream);
        let mut blocks = LichessBlocks::default();
        let mut last = Instant::now();
        loop {
            if outlet.is_stopped() {
                return Err(Stopped);
            }
            let piece = pieces.recv_timeout(self.options.whole_after);
            let at = now();
            let seen = match piece {
                Ok(Ok(piece)) => {
                    last = Instant::now();
                    let whole = blocks.push(&piece);
                    whole.iter().flat_map(|block| self.machine.take(block, true, at)).collect()
                }
                Ok(Err(trouble)) => {
                    let rest = blocks.silence();
                    let rest = rest.map(|block| self.machine.take(&block, false, at));
                    self.send(rest.unwrap_or_default(), at, outlet)?;
                    return Ok(Some(trouble));
                }
                Err(RecvTimeoutError::Timeout) if last.elapsed() >= self.options.renew_after => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let rest = blocks.silence();
                    let mut seen =
                        rest.map(|block| self.machine.take(&block, false, at)).unwrap_or_default();
                    seen.extend(self.machine.tick(self.options.silent_after, at));
                    seen
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let detail = "the reading has ended".to_owned();
                    return Ok(Some(Trouble { code: "closed", detail }));
                }
            };
            self.send(seen, at, outlet)?;
        }
    }
}

impl Source for LichessSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn follow(&mut self, outlet: &Outlet) {
        while let Ok(wait) = self.connect(outlet) {
            if outlet.wait(wait) == Err(Stopped) {
                return;
            }
        }
    }
}

/// Reads a stream on a thread of its own, which ends with the stream or when nobody listens.
fn read_on(mut stream: impl Read + Send + 'static) -> Receiver<Result<Vec<u8>, Trouble>> {
    let (sender, receiver) = sync_channel(N_WAITING);
    // Where the system gives no thread, the end of the line is gone.
    let _ = thread::Builder::new().name("stream".to_owned()).spawn(move || {
        let mut buffer = vec![0; 16 << 10];
        loop {
            let piece = match stream.read(&mut buffer) {
                Ok(0) => {
                    let detail = "the stream has ended".to_owned();
                    Err(Trouble { code: "closed", detail })
                }
                Ok(n_bytes) => Ok(buffer.get(..n_bytes).unwrap_or_default().to_vec()),
                Err(error) => Err(stream_trouble(&error)),
            };
            let is_end = piece.is_err();
            if sender.send(piece).is_err() || is_end {
                return;
            }
        }
    });
    receiver
}

/// What blocks and failures are taken for.
#[derive(Default)]
struct LichessMachine {
    round: Option<LichessRound>,
    fare: Fare,
    rows: Rows,
    last_news: Option<Timestamp>,
    n_news: u32,
}

impl LichessMachine {
    /// Takes games; a block that may lack its end does not take moves back.
    fn take(&mut self, block: &[u8], is_whole: bool, at: Timestamp) -> Vec<Seen> {
        self.n_news += 1;
        let mut told = Vec::new();
        let mut boards = Vec::new();
        for record in games(block, None) {
            let Some(row) = row(&record) else { continue };
            if is_whole || record.plies.len() >= self.rows.n_plies(&row) {
                boards.extend(self.rows.take(&row, record, at, at));
            }
        }
        let is_news = boards.iter().any(|seen| matches!(seen, Seen::Board { .. }));
        if is_news || self.last_news.is_none() {
            self.last_news = Some(at);
            told.extend(self.fare.news());
        } else {
            told.extend(self.fare.good());
        }
        told.extend(self.round.and_then(|round| self.fare.delay(round.delay)));
        told.into_iter().map(Seen::Health).chain(boards).collect()
    }

    /// Takes that time has passed.
    fn tick(&mut self, silent_after: Duration, at: Timestamp) -> Option<Seen> {
        let since = self.last_news?;
        let limit = i64::try_from(silent_after.as_millis()).unwrap_or(i64::MAX);
        let is_silent = at.since(since).as_millis() >= limit && self.rows.is_any_open();
        is_silent.then(|| self.fare.silent(since)).flatten().map(Seen::Health)
    }

    fn lose(&mut self, at: Timestamp) {
        self.rows.lose(at);
    }

    fn fail(&mut self, trouble: Trouble, is_refused: bool, at: Timestamp) -> Vec<Seen> {
        let health: Option<Health> = match is_refused {
            true => self.fare.refused(trouble, at),
            false => self.fare.failed(trouble, at),
        };
        health.map(Seen::Health).into_iter().collect()
    }
}

/// The key of a game: the last part of its address, else its players. `None` for a place that is
/// kept for a game and has neither.
fn row(record: &Record) -> Option<String> {
    let tag = |name| record.tag(name).map(|value| value.trim().to_owned());
    let named = |name| tag(name).filter(|value| !value.is_empty() && value != "?");
    let players = (named("White"), named("Black"));
    if players == (None, None) && record.plies.is_empty() {
        return None;
    }
    let id = ["GameURL", "ChapterURL", "Site"].into_iter().find_map(|name| {
        let address = tag(name).filter(|address| address.contains("://"))?;
        let id = address.trim_end_matches('/').rsplit('/').next()?;
        (!id.is_empty()).then(|| id.to_owned())
    });
    id.or_else(|| Some(format!("{} - {}", players.0?, players.1?)))
}
