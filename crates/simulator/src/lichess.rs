//! A round of a Lichess broadcast: its JSON, its stream, its games for one download.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::played::{HallClock, Played};
use crate::sent::{SentBoard, SentHall, Shown, TextStyle};
use crate::server::{Page, Reply, Server};
use crate::{FaultKind, Faults, Script};

/// The id of the round that is served.
const ID: &str = "Simulat1";
/// How often the stream looks for moves.
const LOOK: Duration = Duration::from_millis(20);

/// How a broadcast is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LichessSimulatorOptions {
    /// The delay that the round tells, in seconds.
    pub delay_s: u32,
    /// Whether the stream answers 404, so that only polling is left.
    pub has_no_stream: bool,
}

/// Serves the games of a hall as a round of a broadcast.
pub struct LichessSimulator {
    server: Server,
    played: Played,
}

impl LichessSimulator {
    /// Begins to serve.
    ///
    /// # Errors
    /// Those of the network.
    pub fn start(
        address: &str,
        script: &Script,
        faults: Faults,
        clock: HallClock,
        options: LichessSimulatorOptions,
    ) -> io::Result<LichessSimulator> {
        let played = Played::new(script, faults, clock);
        let serving = played.clone();
        let server = Server::start(address, move |question| {
            let path = question.path.as_str();
            if path == format!("/api/broadcast/-/-/{ID}") {
                let round = json!({"id": ID, "name": "Round 1", "ongoing": true,
                    "delay": options.delay_s});
                let json = json!({"round": round, "games": []}).to_string();
                Reply::Whole(Page::new(200, json).with("Content-Type", "application/json"))
            } else if path == format!("/api/stream/broadcast/round/{ID}.pgn") {
                if options.has_no_stream {
                    return Reply::Whole(Page::new(503, "no stream"));
                }
                let serving = serving.clone();
                Reply::Stream(Box::new(move |output, stop| stream(&serving, output, stop)))
            } else if path == format!("/api/broadcast/round/{ID}.pgn") {
                let since = serving.clock.since();
                let boards = (1..).zip(&serving.hall.boards);
                let texts = boards.map(|(number, board)| text(number, board, &board.at(since)));
                Reply::Whole(Page::new(200, texts.collect::<String>()))
            } else {
                Reply::Whole(Page::new(404, "not found"))
            }
        })?;
        Ok(LichessSimulator { server, played })
    }

    /// The address of the server.
    pub fn address(&self) -> String {
        format!("http://{}", self.server.address())
    }

    /// The id of the round.
    pub fn id(&self) -> &'static str {
        ID
    }

    /// The hall that is played.
    pub fn hall(&self) -> &SentHall {
        &self.played.hall
    }

    /// The time in the hall.
    pub fn clock(&self) -> &HallClock {
        &self.played.clock
    }
}

/// A game as a broadcast has it, two blank lines behind.
fn text(number: usize, board: &SentBoard, shown: &Shown) -> String {
    let style = TextStyle { has_blanks: true, ..TextStyle::default() };
    let game = board.text(shown, style);
    let url = format!("https://lichess.example/broadcast/simulated/round-1/{ID}/game{number:04}");
    match game.split_once("\n\n") {
        Some((tags, moves)) => format!("{tags}\n[GameURL \"{url}\"]\n\n{moves}\n\n"),
        None => game,
    }
}

/// All games, then each whenever it changes, until the connection breaks.
fn stream(played: &Played, output: &mut dyn Write, stop: &AtomicBool) -> io::Result<()> {
    let mut sent: Vec<Option<Shown>> = vec![None; played.hall.boards.len()];
    let mut last = Instant::now();
    while !stop.load(Ordering::Relaxed) {
        for ((number, board), sent) in (1..).zip(&played.hall.boards).zip(&mut sent) {
            let now = board.at(played.clock.since());
            let is_again = played.with_faults(|faults, _| faults.strikes(FaultKind::Duplicate));
            let is_new = sent.as_ref() != Some(&now);
            let is_due = last.elapsed() > Duration::from_millis(200);
            if !(is_new || is_again && is_due) {
                continue;
            }
            last = Instant::now();
            let (shown, is_wrong, is_silent, is_broken, is_half) =
                played.with_faults(|faults, since| {
                    let (shown, is_wrong) = board.faulty(since, faults);
                    let strikes = [FaultKind::Silence, FaultKind::Broken, FaultKind::HalfWritten]
                        .map(|kind| faults.strikes(kind));
                    (shown, is_wrong, strikes[0], strikes[1], strikes[2])
                });
            let text = text(number, board, &shown).into_bytes();
            let middle = text.len() / 2;
            let (begin, rest) = text.split_at(middle);
            if is_silent {
                rest_a_while(Duration::from_millis(400), stop);
            }
            write_pieces(played, output, begin)?;
            if is_broken {
                return Ok(());
            }
            if is_half {
                rest_a_while(Duration::from_millis(400), stop);
            }
            write_pieces(played, output, rest)?;
            *sent = (!is_wrong).then_some(now);
        }
        output.flush()?;
        thread::sleep(LOOK);
    }
    Ok(())
}

/// Writes in pieces of any size, which split letters too.
fn write_pieces(played: &Played, output: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let size = played.with_faults(|faults, _| faults.seed().below(200)) as usize + 1;
        let (piece, rest) = bytes.split_at(size.min(bytes.len()));
        output.write_all(piece)?;
        bytes = rest;
    }
    Ok(())
}

fn rest_a_while(pause: Duration, stop: &AtomicBool) {
    let begin = Instant::now();
    while begin.elapsed() < pause && !stop.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
}
