//! DGT LiveChess on the local network: its WebSocket for what happens at the boards, its HTTP twin
//! for names, results and the official lists of moves.
//!
//! A machine of its own decides what frames mean. It knows neither network nor clock; the thread here moves
//! bytes, connects again after a break, and stops when it is told to. It only reads: the calls that
//! can be said are those of `calls.rs`, and none of them writes.
//!
//! A row is the serial number of a board; a pairing without a board has its own id as its row. A
//! move is believed when the clock is pressed or stopped after it, or once board and list have stood
//! still for a while. One that was told and taken back before that is [`Seen::Replaced`].
//!
//! [`Seen::Replaced`]: crate::Seen::Replaced

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kaissa_game::Timestamp;
use tungstenite::error::ProtocolError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use crate::{Outlet, Pause, Source, Stopped, Trouble};
use machine::Machine;
use poll::{Answer, Wanted};

mod calls;
mod device;
mod game;
mod line;
mod machine;
mod poll;
#[cfg(test)]
mod tests;
mod tree;
mod wire;

/// The readers of what comes from outside: bytes in, values or errors out, nothing else.
pub mod outside {
    pub use super::tree::{
        GameAnswer, Pairing, Player, Round, Tournament, TournamentRow, read_boards, read_game,
        read_round, read_tournament, read_tournaments,
    };
    pub use super::wire::{
        Clock, EBoard, Event, Frame, Moves, Param, Response, Text, Unreadable, Whole, read_frame,
    };
}

/// How long a read waits before the thread looks around.
const LOOK_AROUND: Duration = Duration::from_millis(50);
/// How long making a connection and writing may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(4);
/// How many bytes are read at once. The buffer is cleared before each read, and frames of boards are
/// small.
const READ_AT_ONCE: usize = 8 << 10;
/// The longest frame that is taken.
const LONGEST_FRAME: usize = 8 << 20;
/// How many calls are written between two reads.
const CALLS_AT_ONCE: usize = 16;
/// How many official lists are asked for in one turn.
const GAMES_AT_ONCE: usize = 32;

/// DGT LiveChess.
#[derive(Debug)]
pub struct LiveChess {
    name: String,
    host: String,
    port: u16,
    poll_every: Duration,
}

impl LiveChess {
    /// Names the LiveChess at a host and port.
    pub fn new(host: &str, port: u16) -> LiveChess {
        let name = match port {
            1982 => format!("livechess://{host}"),
            port => format!("livechess://{host}:{port}"),
        };
        LiveChess { name, host: host.to_owned(), port, poll_every: Duration::from_secs(5) }
    }

    /// Sets the pause between two turns of asking the HTTP twin; five seconds unless set.
    pub fn poll_every(mut self, pause: Duration) -> LiveChess {
        self.poll_every = pause;
        self
    }
}

impl Source for LiveChess {
    fn name(&self) -> &str {
        &self.name
    }

    fn follow(&mut self, outlet: &Outlet) {
        let base = format!("http://{}:{}/api/v1.0", self.host, self.port);
        let wanted = Wanted::default();
        let (sender, answers) = sync_channel(64);
        thread::scope(|scope| {
            let (base, wanted, every) = (&base, &wanted, self.poll_every);
            scope.spawn(move || poll::poll(base, every, outlet, wanted, &sender));
            let mut session = Session {
                machine: Machine::new(&self.name),
                clock: OwnClock::start(),
                outlet,
                answers,
                wanted,
                ticked_at: Timestamp(i64::MIN),
            };
            // Only the wish to stop ends it.
            let Err(Stopped) = session.follow(&self.host, self.port);
        });
    }
}

/// The time of day that never goes back.
struct OwnClock {
    began_at: i64,
    began: Instant,
}

impl OwnClock {
    fn start() -> OwnClock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let began_at = i64::try_from(since.as_millis()).unwrap_or(0);
        OwnClock { began_at, began: Instant::now() }
    }

    fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
        Timestamp(self.began_at.saturating_add(passed))
    }
}

struct Session<'a> {
    machine: Machine,
    clock: OwnClock,
    outlet: &'a Outlet,
    answers: Receiver<Answer>,
    wanted: &'a Wanted,
    ticked_at: Timestamp,
}

enum Never {}

/// Why a connection ended.
enum End {
    Stopped,
    Trouble(Trouble),
}

impl From<Stopped> for End {
    fn from(Stopped: Stopped) -> End {
        End::Stopped
    }
}

impl Session<'_> {
    fn follow(&mut self, host: &str, port: u16) -> Result<Never, Stopped> {
        let mut pause = Pause::new(Duration::from_secs(1), Duration::from_secs(15));
        loop {
            let trouble = match self.connect(host, port).and_then(|socket| self.listen(socket)) {
                Err(End::Stopped) => return Err(Stopped),
                Err(End::Trouble(trouble)) => trouble,
                Ok(never) => match never {},
            };
            if self.machine.has_heard() {
                pause.after_success();
            }
            let now = self.clock.now();
            self.machine.lost(trouble, now);
            self.hand_over()?;
            let until = Instant::now() + pause.after_failure();
            while let left = until.saturating_duration_since(Instant::now())
                && !left.is_zero()
            {
                self.outlet.wait(left.min(LOOK_AROUND))?;
                self.look_around()?;
            }
        }
    }

    fn connect(&mut self, host: &str, port: u16) -> Result<WebSocket<TcpStream>, End> {
        if self.outlet.is_stopped() {
            return Err(End::Stopped);
        }
        // An IPv6 address stands in brackets only in the address of a page.
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let addresses = (bare, port).to_socket_addrs().map_err(|error| of_io(&error))?;
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        let mut stream = None;
        for address in addresses {
            match TcpStream::connect_timeout(&address, CONNECT_WITHIN) {
                Ok(made) => {
                    stream = Some(made);
                    break;
                }
                Err(error) => last = error,
            }
        }
        let stream = stream.ok_or_else(|| of_io(&last))?;
        let set_up = |stream: &TcpStream, read| {
            stream.set_nodelay(true)?;
            stream.set_write_timeout(Some(CONNECT_WITHIN))?;
            stream.set_read_timeout(Some(read))
        };
        set_up(&stream, CONNECT_WITHIN).map_err(|error| of_io(&error))?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_AT_ONCE)
            .max_message_size(Some(LONGEST_FRAME))
            .max_frame_size(Some(LONGEST_FRAME));
        let address = format!("ws://{host}:{port}/api/v1.0");
        let made = tungstenite::client::client_with_config(address, stream, Some(config));
        let socket = match made {
            Ok((socket, _)) => socket,
            Err(HandshakeError::Failure(error)) => return Err(End::Trouble(of_socket(&error))),
            Err(HandshakeError::Interrupted(_)) => {
                let detail = "no answer to the handshake".to_owned();
                return Err(End::Trouble(Trouble { code: "timeout", detail }));
            }
        };
        set_up(socket.get_ref(), LOOK_AROUND).map_err(|error| of_io(&error))?;
        Ok(socket)
    }

    fn listen(&mut self, mut socket: WebSocket<TcpStream>) -> Result<Never, End> {
        let now = self.clock.now();
        self.machine.connected(now);
        loop {
            for _ in 0..CALLS_AT_ONCE {
                let Some(call) = self.machine.next_call() else { break };
                socket
                    .send(Message::text(call))
                    .map_err(|error| End::Trouble(of_socket(&error)))?;
            }
            match socket.read() {
                Ok(Message::Text(text)) => self.machine.frame(text.as_bytes(), self.clock.now()),
                Ok(Message::Binary(bytes)) => self.machine.frame(&bytes, self.clock.now()),
                Ok(_) => {}
                Err(Error::Io(error)) if is_waiting(&error) => {}
                // The frame is read to its end; only its text is not one.
                Err(Error::Utf8(detail)) => self.machine.unclear(detail, self.clock.now()),
                Err(error) => return Err(End::Trouble(of_socket(&error))),
            }
            self.look_around()?;
            if self.machine.is_dead(self.clock.now()) {
                let detail = "no answer".to_owned();
                return Err(End::Trouble(Trouble { code: "timeout", detail }));
            }
        }
    }

    /// Takes answers of the twin, lets time pass, and hands over what was seen.
    fn look_around(&mut self) -> Result<(), Stopped> {
        if self.outlet.is_stopped() {
            return Err(Stopped);
        }
        let now = self.clock.now();
        while let Ok(answer) = self.answers.try_recv() {
            match answer {
                Answer::Seats(seats) => {
                    self.machine.take_seats(seats, now);
                    let wanted = self.machine.wanted_games(GAMES_AT_ONCE);
                    *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
                }
                Answer::Game(pairing, game) => self.machine.take_official(&pairing, *game, now),
                Answer::NoTree => self.machine.has_no_tree(now),
                Answer::Unclear(detail) => self.machine.unclear(detail, now),
            }
        }
        if now.0.saturating_sub(self.ticked_at.0) >= LOOK_AROUND.as_millis() as i64 {
            self.ticked_at = now;
            self.machine.tick(now);
        }
        self.hand_over()
    }

    fn hand_over(&mut self) -> Result<(), Stopped> {
        self.machine.take_seen().into_iter().try_for_each(|seen| self.outlet.send(seen))
    }
}

fn is_waiting(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted)
}

fn of_io(error: &io::Error) -> End {
    End::Trouble(trouble_of(error))
}

fn trouble_of(error: &io::Error) -> Trouble {
    use io::ErrorKind::{ConnectionRefused, PermissionDenied, TimedOut, WouldBlock};
    let code = match error.kind() {
        ConnectionRefused => "refused",
        TimedOut | WouldBlock => "timeout",
        PermissionDenied => "denied",
        io::ErrorKind::NotFound | io::ErrorKind::AddrNotAvailable => "missing",
        _ => "closed",
    };
    Trouble { code, detail: error.to_string() }
}

fn of_socket(error: &Error) -> Trouble {
    let code = match error {
        Error::Io(error) => return trouble_of(error),
        Error::Http(_) => "status",
        // A program that ends, or a network that fails, says no goodbye.
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => "closed",
        Error::HttpFormat(_) | Error::Protocol(_) | Error::Capacity(_) => "foreign",
        _ => "closed",
    };
    Trouble { code, detail: error.to_string() }
}
