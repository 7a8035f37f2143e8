//! A small HTTP server whose answers can be as bad as real ones.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Nobody asks with a head above this size.
const MOST_LINES: usize = 100;

/// A question.
#[derive(Clone, Debug)]
pub struct Question {
    /// The path with what follows it.
    pub path: String,
    headers: Vec<(String, String)>,
}

impl Question {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(&header.1)
    }
}

/// What writes a stream: it ends when this returns.
pub type StreamWriter = Box<dyn FnOnce(&mut dyn Write, &AtomicBool) -> io::Result<()> + Send>;

/// An answer.
pub enum Reply {
    /// A whole one.
    Whole(Page),
    /// One whose body begins after a pause.
    Slow(Page, Duration),
    /// One that breaks off after so many bytes of its body.
    Broken(Page, usize),
    /// One that goes on and on, in chunks.
    Stream(StreamWriter),
}

/// Status, headers and body of an answer.
#[derive(Clone, Debug)]
pub struct Page {
    /// The status.
    pub status: u16,
    /// Headers without the length.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Page {
    /// A page without headers.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Page {
        Page { status, headers: Vec::new(), body: body.into() }
    }

    /// The same with another header.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Page {
        self.headers.push((name.to_owned(), value.into()));
        self
    }
}

/// A server that runs until this is dropped.
pub struct Server {
    address: SocketAddr,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Begins to answer at an address; port 0 takes a free one.
    ///
    /// # Errors
    /// Those of the network.
    pub fn start(
        address: &str,
        answer: impl Fn(&Question) -> Reply + Send + Sync + 'static,
    ) -> io::Result<Server> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        let answer = Arc::new(answer);
        let thread = thread::Builder::new().name("server".to_owned()).spawn(move || {
            for stream in listener.incoming() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let Ok(stream) = stream else { continue };
                let (answer, stop) = (Arc::clone(&answer), Arc::clone(&stop));
                // Where the system gives no thread, the connection is closed at once.
                let _ = thread::Builder::new().spawn(move || {
                    // The other side may go away at any time.
                    let _ = serve(stream, answer.as_ref(), &stop);
                });
            }
        })?;
        Ok(Server { address, is_stopped, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for a connection.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(
    stream: TcpStream,
    answer: &(dyn Fn(&Question) -> Reply + Send + Sync),
    stop: &AtomicBool,
) -> io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    while let Some(question) = read_question(&mut reader)? {
        match answer(&question) {
            Reply::Whole(page) => write_page(&mut stream, &page, page.body.len())?,
            Reply::Slow(page, pause) => {
                write_page(&mut stream, &page, 0)?;
                let begin = std::time::Instant::now();
                while begin.elapsed() < pause && !stop.load(Ordering::Relaxed) {
                    thread::sleep(Duration::from_millis(10));
                }
                stream.write_all(&page.body)?;
            }
            Reply::Broken(page, n_bytes) => {
                write_page(&mut stream, &page, n_bytes.min(page.body.len()))?;
                return Ok(());
            }
            Reply::Stream(write) => {
                let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-chess-pgn\r\n\
                            Transfer-Encoding: chunked\r\n\r\n";
                stream.write_all(head.as_bytes())?;
                write(&mut Chunks(&mut stream), stop)?;
                return Ok(());
            }
        }
    }
    Ok(())
}

fn read_question(reader: &mut impl BufRead) -> io::Result<Option<Question>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    let mut headers = Vec::new();
    for _ in 0..MOST_LINES {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_owned(), value.trim().to_owned())),
            None => break,
        }
    }
    Ok(Some(Question { path, headers }))
}

/// Writes the head and so many bytes of the body.
fn write_page(stream: &mut TcpStream, page: &Page, n_bytes: usize) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {} Status\r\n", page.status);
    for (name, value) in &page.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if page.status != 304 {
        head.push_str(&format!("Content-Length: {}\r\n", page.body.len()));
    }
    head.push_str("\r\n");
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(page.body.get(..n_bytes).unwrap_or_default());
    stream.write_all(&bytes)
}

/// Writes each piece as a chunk.
struct Chunks<'a>(&'a mut TcpStream);

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            let mut chunk = format!("{:x}\r\n", bytes.len()).into_bytes();
            chunk.extend_from_slice(bytes);
            chunk.extend_from_slice(b"\r\n");
            self.0.write_all(&chunk)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
