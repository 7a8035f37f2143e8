//! DGT LiveChess as its clients see it: WebSocket and HTTP on one port, with real games on its boards.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use kaissa_game::Record;
use serde_json::Value;
use tungstenite::protocol::Role;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Error, Message, WebSocket};

use crate::{Faults, Script};
use world::{Counts, Parcel, World};

mod board;
mod command;
mod tree;
mod world;

pub use command::Arguments;
pub use world::Pressed;

/// How long a client may take for its request.
const REQUEST_WITHIN: Duration = Duration::from_secs(5);
/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;
/// How often threads look whether they are to stop.
const LOOK_AROUND: Duration = Duration::from_millis(50);

/// How the hall is played.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address that is listened at.
    pub listen: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// How many times faster than the games were played.
    pub speed: f64,
    /// What goes wrong.
    pub faults: Faults,
    /// How long a broken connection is refused at most.
    pub longest_outage: Duration,
    /// Whether the first event of a feed has the moves so far.
    pub tells_moves_at_once: bool,
    /// Whether the HTTP twin knows of tournaments.
    pub has_tree: bool,
    /// Whether other games follow on the boards, one after the other without an end.
    pub plays_on: bool,
    /// Where each press of a clock is told, for measuring.
    pub presses: Option<Sender<Pressed>>,
}

impl Default for Options {
    /// This machine only, any free port, at the pace of the games, without faults.
    fn default() -> Options {
        Options {
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            speed: 1.0,
            faults: Faults::none(),
            longest_outage: Duration::from_secs(10),
            tells_moves_at_once: true,
            has_tree: true,
            plays_on: false,
            presses: None,
        }
    }
}

/// What was sent so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Frames that were handed to the connections.
    pub n_frames: u64,
    /// Events that were left out by a fault.
    pub n_dropped: u64,
    /// Connections that were broken by a fault.
    pub n_broken: u64,
    /// Plies that were completed on the boards.
    pub n_plies: u64,
    /// Faults of the transmission that struck.
    pub n_faults: u64,
    /// Calls that an observer must not make.
    pub n_writes: u64,
}

/// A simulated LiveChess.
#[derive(Debug)]
pub struct Simulator;

/// A simulated LiveChess that runs; it stops when this is dropped.
pub struct Handle {
    addr: SocketAddr,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    truth: Vec<(String, Record)>,
}

struct Shared {
    world: Mutex<World>,
    counts: Counts,
    is_stopped: AtomicBool,
    is_finished: AtomicBool,
    has_tree: bool,
}

impl Simulator {
    /// Begins to play a script.
    ///
    /// # Errors
    /// What the system says where the port cannot be listened at.
    pub fn start(script: &Script, options: Options) -> io::Result<Handle> {
        let listener = TcpListener::bind((options.listen, options.port))?;
        listener.set_nonblocking(true)?;
        let addr = listener.local_addr()?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut world =
            World::new(script, options.faults, since.as_millis() as i64, options.longest_outage);
        world.tells_moves_at_once = options.tells_moves_at_once;
        world.presses = options.presses;
        if options.plays_on {
            world.play_on();
        }
        let truth = world.boards.iter().map(|board| (board.serial.clone(), board.truth.clone()));
        let truth = truth.collect();
        let shared = Arc::new(Shared {
            world: Mutex::new(world),
            counts: Counts::default(),
            is_stopped: AtomicBool::new(false),
            is_finished: AtomicBool::new(false),
            has_tree: options.has_tree,
        });
        let (pace, door) = (shared.clone(), shared.clone());
        let speed = options.speed;
        let threads = vec![
            thread::spawn(move || play(&pace, speed)),
            thread::spawn(move || open(&listener, &door)),
        ];
        Ok(Handle { addr, shared, threads, truth })
    }
}

impl Handle {
    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// What was sent so far.
    pub fn counters(&self) -> Counters {
        let counts = &self.shared.counts;
        let read = |counter: &std::sync::atomic::AtomicU64| counter.load(Ordering::Relaxed);
        Counters {
            n_frames: read(&counts.frames),
            n_dropped: read(&counts.dropped),
            n_broken: read(&counts.broken),
            n_plies: read(&counts.plies),
            n_faults: read(&counts.faults),
            n_writes: read(&counts.writes),
        }
    }

    /// Whether every game has come to its end.
    pub fn is_finished(&self) -> bool {
        self.shared.is_finished.load(Ordering::Relaxed)
    }

    /// Serial number and game of each board: what a reader should have in the end.
    pub fn truth(&self) -> &[(String, Record)] {
        &self.truth
    }

    /// Stops it.
    pub fn stop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A thread that has failed has nothing left to end.
            let _ = thread.join();
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Lets the games go on at their pace.
fn play(shared: &Shared, speed: f64) {
    let began = Instant::now();
    while !shared.is_stopped() {
        let mut world = shared.world();
        let reached = began.elapsed().mul_f64(speed.max(0.001));
        let Some(next) = world.next_at() else {
            shared.is_finished.store(true, Ordering::Relaxed);
            return;
        };
        if next <= reached {
            world.step(&shared.counts);
            continue;
        }
        drop(world);
        let wait = (next - reached).div_f64(speed.max(0.001));
        thread::sleep(wait.min(LOOK_AROUND));
    }
}

/// Lets clients in.
fn open(listener: &TcpListener, shared: &Arc<Shared>) {
    let mut clients: Vec<JoinHandle<()>> = Vec::new();
    while !shared.is_stopped() {
        match listener.accept() {
            Ok((stream, _)) => {
                let refused = shared.world().refused_until;
                if refused.is_some_and(|until| Instant::now() < until) {
                    continue;
                }
                let shared = shared.clone();
                clients.push(thread::spawn(move || {
                    // A client that fails is gone; it comes back if it wants to.
                    let _ = serve(stream, &shared);
                }));
                clients.retain(|client| !client.is_finished());
            }
            Err(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
    for client in clients {
        let _ = client.join();
    }
}

fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(REQUEST_WITHIN))?;
    stream.set_write_timeout(Some(REQUEST_WITHIN))?;
    let head = peek_head(&stream)?;
    if head.to_ascii_lowercase().contains("upgrade: websocket") {
        return serve_socket(stream, shared);
    }
    let mut taken = vec![0; head.len()];
    stream.read_exact(&mut taken)?;
    let path = head.split(' ').nth(1).unwrap_or("");
    let call = path.strip_prefix("/api/v1.0/").filter(|_| shared.has_tree);
    let answer = call.and_then(|call| tree::answer(&shared.world(), call));
    let (status, body) = match answer {
        Some(value) => ("200 OK", value.to_string()),
        None => ("404 Not Found", "{}".to_owned()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

/// The head of the request, left in its place.
fn peek_head(stream: &TcpStream) -> io::Result<String> {
    let mut buffer = vec![0; LONGEST_HEAD];
    let until = Instant::now() + REQUEST_WITHIN;
    while Instant::now() < until {
        let n_bytes = stream.peek(&mut buffer)?;
        let bytes = buffer.get(..n_bytes).unwrap_or_default();
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            return Ok(String::from_utf8_lossy(&bytes[..end + 4]).into_owned());
        }
        if n_bytes == 0 || n_bytes == LONGEST_HEAD {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    Err(io::ErrorKind::InvalidData.into())
}

fn serve_socket(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    let (for_world, for_writing) = (stream.try_clone()?, stream.try_clone()?);
    let mut socket =
        tungstenite::accept(stream).map_err(|error| io::Error::other(error.to_string()))?;
    socket.get_ref().set_read_timeout(Some(LOOK_AROUND))?;
    let (sender, parcels) = channel();
    let client = shared.world().add_client(sender, for_world);
    thread::scope(|scope| {
        scope.spawn(move || write_parcels(for_writing, &parcels));
        while !shared.is_stopped() {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    if let Ok(call) = serde_json::from_str::<Value>(&text) {
                        shared.world().call(client, &call, &shared.counts);
                    }
                }
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) => {}
                Err(_) => break,
            }
        }
        // Without a sender the writer ends.
        shared.world().remove_client(client);
    });
    Ok(())
}

/// Writes what comes until nobody sends any more.
fn write_parcels(stream: TcpStream, parcels: &Receiver<Parcel>) {
    let mut socket = WebSocket::from_raw_socket(stream, Role::Server, None);
    while let Ok(parcel) = parcels.recv() {
        let mut written = write_parcel(&mut socket, parcel);
        // What waits is written in one go.
        while let (Ok(()), Ok(parcel)) = (&written, parcels.try_recv()) {
            written = write_parcel(&mut socket, parcel);
        }
        if written.and_then(|()| socket.flush()).is_err() {
            return;
        }
    }
}

fn write_parcel(socket: &mut WebSocket<TcpStream>, parcel: Parcel) -> Result<(), Error> {
    let text = OpCode::Data(Data::Text);
    match parcel {
        Parcel::Text(text) => socket.write(Message::text(text)),
        Parcel::Binary(bytes) => socket.write(Message::binary(bytes)),
        Parcel::NoText(bytes) => socket.write(Message::Frame(Frame::message(bytes, text, true))),
        Parcel::Pieces(whole) => {
            let bytes = whole.into_bytes();
            let pieces: Vec<&[u8]> = bytes.chunks(bytes.len().div_ceil(3).max(1)).collect();
            for (index, piece) in pieces.iter().enumerate() {
                let code = if index == 0 { text } else { OpCode::Data(Data::Continue) };
                let frame = Frame::message(piece.to_vec(), code, index + 1 == pieces.len());
                socket.write(Message::Frame(frame))?;
            }
            Ok(())
        }
    }
}
