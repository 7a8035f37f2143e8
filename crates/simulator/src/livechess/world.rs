//! All boards of the hall, who listens to them, and the faults on the way.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::board::{Board, Other};
use crate::{FaultKind, Faults, Script};

/// What goes to a client.
pub(super) enum Parcel {
    /// A text frame.
    Text(String),
    /// A text frame in pieces.
    Pieces(String),
    /// A text frame whose bytes are no text.
    NoText(Vec<u8>),
    /// A binary frame.
    Binary(Vec<u8>),
}

/// What was sent and what was not.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub frames: AtomicU64,
    pub dropped: AtomicU64,
    pub broken: AtomicU64,
    pub plies: AtomicU64,
    pub faults: AtomicU64,
    /// Calls that an observer must not make.
    pub writes: AtomicU64,
}

/// Of so many boards the games are taken that follow on others.
const N_OTHERS: usize = 16;

pub(super) struct World {
    pub boards: Vec<Board>,
    by_serial: HashMap<String, usize>,
    due: BinaryHeap<Reverse<(Duration, usize)>>,
    faults: Faults,
    /// The server's time at the start, in milliseconds since 1970.
    pub epoch: i64,
    /// How far the games have come.
    pub now: Duration,
    clients: HashMap<u64, Client>,
    n_clients: u64,
    listeners: HashMap<usize, Vec<(u64, i64)>>,
    held: HashMap<usize, String>,
    silent_until: Duration,
    /// Connections are refused until then.
    pub refused_until: Option<Instant>,
    longest_outage: Duration,
    pub tells_moves_at_once: bool,
    /// Where each press is told at once, before it is sent.
    pub presses: Option<Sender<Pressed>>,
}

/// A clock that was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pressed {
    /// The number of the board, from 1.
    pub board: usize,
    /// The ply that was completed, from 1.
    pub ply: usize,
    /// When its frame was made.
    pub at: Instant,
}

struct Client {
    sender: Sender<Parcel>,
    stream: TcpStream,
}

impl World {
    pub fn new(script: &Script, mut faults: Faults, epoch: i64, longest_outage: Duration) -> World {
        let mut boards: Vec<Board> = Vec::with_capacity(script.boards.len());
        let mut by_serial = HashMap::new();
        let mut due = BinaryHeap::new();
        for (index, script) in script.boards.iter().enumerate() {
            let mut board = Board::new(index + 1, script, &mut faults);
            by_serial.insert(board.serial.clone(), index);
            if let Some(at) = board.next_at(&mut faults) {
                due.push(Reverse((at, index)));
            }
            boards.push(board);
        }
        World {
            boards,
            by_serial,
            due,
            faults,
            epoch,
            now: Duration::ZERO,
            clients: HashMap::new(),
            n_clients: 0,
            listeners: HashMap::new(),
            held: HashMap::new(),
            silent_until: Duration::ZERO,
            refused_until: None,
            longest_outage,
            tells_moves_at_once: true,
            presses: None,
        }
    }

    /// Lets other games of the hall follow on every board, without an end.
    pub fn play_on(&mut self) {
        let others: Arc<[Other]> = self.boards.iter().take(N_OTHERS).map(Board::as_other).collect();
        self.boards.iter_mut().for_each(|board| board.play_on(Arc::clone(&others)));
    }

    /// When something happens next at any board.
    pub fn next_at(&self) -> Option<Duration> {
        self.due.peek().map(|Reverse((at, _))| *at)
    }

    /// LiveChess's own time.
    pub fn server_time(&self) -> i64 {
        self.epoch + self.now.as_millis() as i64
    }

    /// Lets the next thing happen and tells those who listen.
    pub fn step(&mut self, counts: &Counts) {
        let Some(Reverse((at, index))) = self.due.pop() else { return };
        self.now = self.now.max(at);
        let Some(board) = self.boards.get_mut(index) else { return };
        let n_before = board.official.len();
        let fields = board.step(self.epoch, &mut self.faults);
        let ply = board.official.len();
        counts.plies.fetch_add(ply.saturating_sub(n_before) as u64, Ordering::Relaxed);
        if ply > n_before
            && let Some(presses) = &self.presses
        {
            // Whoever wanted to know may be gone.
            let _ = presses.send(Pressed { board: index + 1, ply, at: Instant::now() });
        }
        if let Some(next) = board.next_at(&mut self.faults) {
            self.due.push(Reverse((next, index)));
        }
        if let Some(fields) = fields {
            self.tell(index, fields, counts);
        }
    }

    /// Sends an event of a board through the faults.
    fn tell(&mut self, index: usize, fields: String, counts: &Counts) {
        let count = |counter: &AtomicU64| {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        if self.faults.strikes(FaultKind::Broken) {
            count(&counts.faults);
            count(&counts.broken);
            let longest = self.longest_outage;
            let outage = self.faults.pause(longest / 10, longest);
            self.refused_until = Some(Instant::now() + outage);
            for client in std::mem::take(&mut self.clients).into_values() {
                // It may be gone already.
                let _ = client.stream.shutdown(Shutdown::Both);
            }
            self.listeners.clear();
            self.held.clear();
        }
        if self.faults.strikes(FaultKind::Silence) && self.now >= self.silent_until {
            count(&counts.faults);
            let shortest = Duration::from_secs(10);
            self.silent_until = self.now + self.faults.pause(shortest, shortest * 6);
        }
        if self.now < self.silent_until {
            count(&counts.dropped);
            return;
        }
        if self.faults.strikes(FaultKind::Reorder) && !self.held.contains_key(&index) {
            count(&counts.faults);
            let time = self.server_time();
            self.held.insert(index, self.event(index, &fields, time));
            return;
        }
        let event = self.event(index, &fields, self.server_time());
        if self.faults.strikes(FaultKind::HalfWritten) {
            count(&counts.faults);
            let half = event.get(..event.len() / 2).unwrap_or("{").to_owned();
            self.send(index, &half, counts, Parcel::Text);
            self.send(index, &event, counts, Parcel::Pieces);
            return;
        }
        if self.faults.strikes(FaultKind::Noise) {
            count(&counts.faults);
            self.send_noise(index, &event, counts);
            return;
        }
        self.send(index, &event, counts, Parcel::Text);
        if self.faults.strikes(FaultKind::Duplicate) {
            count(&counts.faults);
            self.send(index, &event, counts, Parcel::Text);
        }
        if let Some(held) = self.held.remove(&index) {
            self.send(index, &held, counts, Parcel::Text);
        }
    }

    /// An event without the id of its feed, which stands where the `@` is.
    fn event(&self, index: usize, fields: &str, time: i64) -> String {
        let serial = self.boards.get(index).map_or("", |board| board.serial.as_str());
        let param = format!("\"param\":{{\"serialnr\":\"{serial}\",{fields}}}");
        // Key order differs between messages.
        match time % 2 == 0 {
            true => format!("{{\"response\":\"feed\",\"id\":@,{param},\"time\":{time}}}"),
            false => format!("{{{param},\"time\":{time},\"id\":@,\"response\":\"feed\"}}"),
        }
    }

    fn send(
        &mut self,
        index: usize,
        event: &str,
        counts: &Counts,
        parcel: impl Fn(String) -> Parcel,
    ) {
        let Some(listeners) = self.listeners.get_mut(&index) else { return };
        let clients = &self.clients;
        listeners.retain(|(client, feed)| {
            let Some(client) = clients.get(client) else { return false };
            let text = event.replacen('@', &feed.to_string(), 1);
            counts.frames.fetch_add(1, Ordering::Relaxed);
            client.sender.send(parcel(text)).is_ok()
        });
    }

    /// Sends something that is no event, in some cases with the event behind it.
    fn send_noise(&mut self, index: usize, event: &str, counts: &Counts) {
        let kind = self.faults.seed().below(8);
        let place = self.faults.seed().below(event.len().max(1) as u64) as usize;
        let bytes = event.replacen('@', "7", 1).into_bytes();
        let noise = |_: String| -> Parcel {
            match kind {
                0 => Parcel::NoText(vec![b'{', 0xFF, 0xC0, 0x80, b'}']),
                1 => Parcel::Binary(bytes.clone()),
                2 => Parcel::Text("[[[[[[".repeat(200)),
                3 => Parcel::Text(r#"{"response":"feed","id":"x","param":7,"time":{}}"#.to_owned()),
                4 => Parcel::Text(" ".repeat(300_000)),
                5 => Parcel::Text(r#"{"response":"news","id":1,"param":null,"time":1}"#.to_owned()),
                _ => {
                    let mut changed = bytes.clone();
                    if let Some(byte) = changed.get_mut(place) {
                        *byte ^= 0x5A;
                    }
                    match String::from_utf8(changed) {
                        Ok(text) => Parcel::Text(text),
                        Err(error) => Parcel::NoText(error.into_bytes()),
                    }
                }
            }
        };
        self.send(index, event, counts, noise);
        if kind < 6 {
            self.send(index, event, counts, Parcel::Text);
        }
    }

    /// A client has come.
    pub fn add_client(&mut self, sender: Sender<Parcel>, stream: TcpStream) -> u64 {
        self.n_clients += 1;
        self.clients.insert(self.n_clients, Client { sender, stream });
        self.n_clients
    }

    /// A client has gone.
    pub fn remove_client(&mut self, client: u64) {
        self.clients.remove(&client);
    }

    /// Answers a call of a client.
    pub fn call(&mut self, client: u64, call: &Value, counts: &Counts) {
        let id = call.get("id").cloned().unwrap_or(Value::Null);
        let param = call.get("param");
        let time = self.server_time();
        let mut first_event = None;
        let answer =
            |param: Value| json!({"response": "call", "id": id, "param": param, "time": time});
        let refusal = |message: &str| {
            let param = json!({"message": message, "stacktrace": "…"});
            json!({"response": "error", "id": id, "param": param, "time": time})
        };
        let reply = match call.get("call").and_then(Value::as_str) {
            Some("eboards") => answer(self.eboards()),
            Some("sources") => answer(
                json!([{"type": "serial", "device": "COM5", "present": true, "active": true}]),
            ),
            Some("subscribe") => {
                let feed = param.and_then(|param| param.get("id")).and_then(Value::as_i64);
                let serial = param.and_then(|param| param.pointer("/param/serialnr"));
                let index = serial.and_then(Value::as_str).and_then(|it| self.by_serial.get(it));
                match (feed, index) {
                    (Some(feed), Some(&index)) => {
                        self.listeners.entry(index).or_default().push((client, feed));
                        first_event = self.boards.get(index).map(|board| {
                            let fields = board.snapshot(self.epoch, self.tells_moves_at_once);
                            self.event(index, &fields, time).replacen('@', &feed.to_string(), 1)
                        });
                        answer(Value::Null)
                    }
                    _ => refusal("unknown eboard"),
                }
            }
            Some("unsubscribe") => {
                let feed = param.and_then(|param| param.get("id")).and_then(Value::as_i64);
                for listeners in self.listeners.values_mut() {
                    listeners.retain(|listener| Some(listener.1) != feed || listener.0 != client);
                }
                answer(Value::Null)
            }
            _ => {
                counts.writes.fetch_add(1, Ordering::Relaxed);
                refusal("an observer must not write")
            }
        };
        if let Some(client) = self.clients.get(&client) {
            for text in [Some(reply.to_string()), first_event].into_iter().flatten() {
                counts.frames.fetch_add(1, Ordering::Relaxed);
                // Who is gone hears nothing.
                let _ = client.sender.send(Parcel::Text(text));
            }
        }
    }

    /// All boards, as `eboards` lists them.
    pub fn eboards(&self) -> Value {
        let n_times = if self.faults.has(FaultKind::Duplicate) { 2 } else { 1 };
        let list = self.boards.iter().map(|board| {
            let clock: Value = serde_json::from_str(&board.clock(self.epoch)).unwrap_or_default();
            json!({"serialnr": board.serial, "source": "COM5", "state": "ACTIVE",
                "battery": null, "comment": null, "board": board.placement, "flipped": false,
                "clock": clock})
        });
        let list: Vec<Value> = list.collect();
        Value::Array(std::iter::repeat_n(list, n_times).flatten().collect())
    }
}
