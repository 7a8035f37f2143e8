//! A PGN at an address: versions, nothing new, too many questions, errors, pages, slow and broken
//! answers.

use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::io;
use std::time::Duration;

use crate::played::{HallClock, Played};
use crate::sent::{SentHall, TextStyle};
use crate::server::{Page, Reply, Server};
use crate::{FaultKind, Faults, Script};

/// Serves the games of a hall as one PGN at `/games.pgn`.
pub struct HttpSimulator {
    server: Server,
    played: Played,
}

impl HttpSimulator {
    /// Begins to serve.
    ///
    /// # Errors
    /// Those of the network.
    pub fn start(
        address: &str,
        script: &Script,
        faults: Faults,
        clock: HallClock,
    ) -> io::Result<HttpSimulator> {
        let played = Played::new(script, faults, clock);
        let serving = played.clone();
        let server = Server::start(address, move |question| {
            let known = question.header("If-None-Match");
            match question.path.as_str() {
                "/games.pgn" => reply(&serving, known),
                "/moved.pgn" => Reply::Whole(Page::new(302, "").with("Location", "/games.pgn")),
                _ => Reply::Whole(Page::new(404, "not found")),
            }
        })?;
        Ok(HttpSimulator { server, played })
    }

    /// The address of the games.
    pub fn address(&self) -> String {
        format!("http://{}/games.pgn", self.server.address())
    }

    /// An address that sends on to the games.
    pub fn moved_address(&self) -> String {
        format!("http://{}/moved.pgn", self.server.address())
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

fn reply(played: &Played, known: Option<&str>) -> Reply {
    played.with_faults(|faults, since| {
        if faults.strikes(FaultKind::Noise) {
            let page = Page::new(200, "<!DOCTYPE html><title>Maintenance</title>");
            return Reply::Whole(page.with("Content-Type", "text/html"));
        }
        let mut texts = Vec::new();
        for board in &played.hall.boards {
            texts.push(board.text(&board.faulty(since, faults).0, TextStyle::default()));
        }
        if faults.strikes(FaultKind::Duplicate)
            && let Some(first) = texts.first().cloned()
        {
            texts.push(first);
        }
        if faults.strikes(FaultKind::Reorder) {
            let by = faults.seed().below(texts.len() as u64) as usize;
            texts.rotate_left(by);
        }
        let mut body = texts.join("\n").into_bytes();
        if faults.strikes(FaultKind::HalfWritten) {
            let len = faults.seed().below(body.len() as u64) as usize;
            body.truncate(len);
        }
        let mut hasher = DefaultHasher::new();
        hasher.write(&body);
        let etag = format!("\"{:x}\"", hasher.finish());
        let page = match known == Some(etag.as_str()) {
            true => Page::new(304, ""),
            false => Page::new(200, body),
        };
        let page = page.with("ETag", etag).with("Content-Type", "application/x-chess-pgn");
        if faults.strikes(FaultKind::Silence) {
            return Reply::Slow(page, Duration::from_millis(1500));
        }
        if faults.strikes(FaultKind::Broken) {
            return match faults.seed().below(3) {
                0 => Reply::Whole(Page::new(500, "error")),
                1 => Reply::Whole(Page::new(429, "too many").with("Retry-After", "1")),
                _ => {
                    let n_bytes = page.body.len() / 2;
                    Reply::Broken(page, n_bytes)
                }
            };
        }
        Reply::Whole(page)
    })
}
