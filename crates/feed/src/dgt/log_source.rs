//! A saved log of the bytes of a board, replayed at once.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use kaissa_game::Timestamp;

use super::bus::{BusDecoder, BusSaid};
use super::decoder::Decoder;
use super::follower::{Follower, News, Pace};
use super::log::{LogChunk, read_log};
use super::message::Message;
use super::source::{seen, trouble_of};
use crate::{Health, Observation, Outlet, Seen, Source, Stopped, Trouble};

/// The largest log that is read: a day of a hall's bus is far below it.
const LOG_LEN_MAX: u64 = 64 * 1024 * 1024;
/// More boards than any bus has.
const N_BOARDS_MAX: usize = 256;

/// A saved log of the bytes of a board: `dgt-log:FILE`.
///
/// It is replayed at once: every ply is handed over, and everything once more at the end.
pub struct DgtLogSource {
    name: String,
    path: PathBuf,
}

impl DgtLogSource {
    /// Replays a file.
    pub fn new(path: &str) -> DgtLogSource {
        DgtLogSource { name: format!("dgt-log:{path}"), path: PathBuf::from(path) }
    }

    fn replay(&self, outlet: &Outlet) -> Result<(), Stopped> {
        let told = |seen: Seen| {
            outlet.send(Observation { source: self.name.clone(), at: crate::now(), seen })
        };
        let lost =
            |trouble: Trouble| told(Seen::Health(Health::Lost { since: crate::now(), trouble }));
        let metadata = match fs::metadata(&self.path) {
            Ok(metadata) => metadata,
            Err(error) => return lost(trouble_of(&error)),
        };
        if metadata.len() > LOG_LEN_MAX {
            let detail = format!("{} bytes", metadata.len());
            return lost(Trouble { code: "unreadable", detail });
        }
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) => return lost(trouble_of(&error)),
        };
        told(Seen::Health(Health::Connected))?;
        let mut sent = Ok(());
        let n_boards = replay_log(&bytes, &self.name, |mut seen| {
            // It is played at once: how long ago it was played is no silence of the board.
            if let Seen::Board { changed_at, .. } = &mut seen {
                *changed_at = crate::now();
            }
            if sent.is_ok() {
                sent = told(seen);
            }
        });
        sent?;
        if n_boards == 0 {
            let trouble = Trouble { code: "foreign", detail: "no message of a board".to_owned() };
            told(Seen::Health(Health::Unclear { trouble }))?;
        }
        Ok(())
    }
}

impl Source for DgtLogSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn follow(&mut self, outlet: &Outlet) {
        // A log has an end; a stop before it ends the replay.
        let _ = self.replay(outlet);
    }
}

/// Replays a saved log and hands over what a source would say. Gives the number of boards in it.
///
/// A log is of one board, or of many on a bus: whichever makes more of its bytes.
///
/// # Examples
/// ```
/// use kaissa_feed::dgt::replay_log;
///
/// assert_eq!(replay_log(b"no log at all", "name", |_| {}), 0);
/// ```
pub fn replay_log(file: &[u8], name: &str, mut tell: impl FnMut(Seen)) -> usize {
    let chunks = read_log(file);
    let is_timed = !chunks.is_empty() && chunks.iter().all(|chunk| chunk.at.is_some());
    let pace = if is_timed { Pace::Timed } else { Pace::Untimed };
    let (mut single, mut bus) = (Decoder::new(), BusDecoder::new());
    let (mut n_single, mut n_bus) = (0, 0);
    for chunk in &chunks {
        n_single += single.push(&chunk.bytes).len();
        n_bus += bus.push(&chunk.bytes).len();
    }
    if n_bus > n_single {
        return replay_bus(&chunks, pace, &mut tell);
    }
    if n_single == 0 {
        return 0;
    }
    let mut board = Replayed::new(name, pace);
    let mut decoder = Decoder::new();
    for chunk in &chunks {
        for message in decoder.push(&chunk.bytes) {
            board.follower.take(&message, at(chunk));
            board.tell(false, &mut tell);
        }
    }
    board.end(&mut tell);
    1
}

fn replay_bus(chunks: &[LogChunk], pace: Pace, tell: &mut impl FnMut(Seen)) -> usize {
    let mut boards: BTreeMap<u16, Replayed> = BTreeMap::new();
    let mut decoder = BusDecoder::new();
    for chunk in chunks {
        for answer in decoder.push(&chunk.bytes) {
            if boards.len() >= N_BOARDS_MAX && !boards.contains_key(&answer.address) {
                continue;
            }
            let name = format!("{:05}", answer.address);
            let board = boards.entry(answer.address).or_insert_with(|| Replayed::new(&name, pace));
            let follower = &mut board.follower;
            match answer.said {
                BusSaid::Board(sensors) => follower.take(&Message::Board(sensors), at(chunk)),
                BusSaid::Clock(clock) => follower.take(&Message::Clock(clock), at(chunk)),
                BusSaid::Changes(events) => follower.take_changes(&events, at(chunk)),
                BusSaid::FromStart(events) => follower.take_events(&events, at(chunk)),
                BusSaid::Here | BusSaid::Other => {}
            }
            board.tell(false, tell);
        }
    }
    for board in boards.values_mut() {
        board.end(tell);
    }
    boards.len()
}

fn at(chunk: &LogChunk) -> Timestamp {
    chunk.at.unwrap_or(Timestamp(0))
}

/// A board of a log, and what was told of it last.
struct Replayed {
    follower: Follower,
    n_plies: usize,
    result: Option<&'static str>,
}

impl Replayed {
    fn new(name: &str, pace: Pace) -> Replayed {
        Replayed { follower: Follower::new(name, pace), n_plies: 0, result: None }
    }

    /// Hands over what has come up; the record only where its moves have changed.
    fn tell(&mut self, is_end: bool, tell: &mut impl FnMut(Seen)) {
        for news in self.follower.take_news() {
            if news == News::Record {
                let game = self.follower.game();
                let now = (game.line().len(), game.result());
                if !is_end && now == (self.n_plies, self.result) {
                    continue;
                }
                (self.n_plies, self.result) = now;
            }
            if let Some(seen) = seen(news, &self.follower) {
                tell(seen);
            }
        }
    }

    fn end(&mut self, tell: &mut impl FnMut(Seen)) {
        self.follower.end();
        self.tell(true, tell);
        if let Some(seen) = seen(News::Record, &self.follower) {
            tell(seen);
        }
    }
}
