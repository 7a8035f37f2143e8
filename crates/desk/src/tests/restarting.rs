//! Two arbiters at two devices, over the network: each sees what the other does; when the desk is
//! started anew with the same journal and secret, nothing is lost and pages go on.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kaissa_journal::Journal;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::harness::{TestDesk, game, records};
use crate::{App, AppOptions, Asked, Desk, Hosts, Keeper, Keys, PersonId, Role, now, serve, start};

/// How long anything may take; it is done long before on a machine that is not busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A desk that serves a journal until it is dropped.
struct Served {
    desk: Desk,
    address: SocketAddr,
    _runtime: Runtime,
}

/// Serves a journal at an address; the port 0 is any that is free.
fn serve_at(path: &Path, address: &str) -> Served {
    // What served it before ends on threads of its own; only then are file and port free.
    let journal = loop {
        match Journal::open_or_create(path) {
            Ok(journal) => break Arc::new(journal),
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let keeper = Keeper::open(journal, Asked::default(), now()).expect("a journal");
    let desk = start(keeper, None);
    let options = AppOptions {
        hosts: Hosts::default(),
        keys: Keys::of([7; 32]),
        first_code: None,
        is_https: false,
        is_demo: false,
        addresses: Vec::new(),
        https: None,
    };
    let app = App::new(desk.clone(), options);
    let runtime = Runtime::new().expect("a runtime");
    let listener = loop {
        match runtime.block_on(TcpListener::bind(address)) {
            Ok(listener) => break listener,
            Err(_) => thread::sleep(Duration::from_millis(10)),
        }
    };
    let address = listener.local_addr().expect("an address");
    runtime.spawn(serve(app, listener));
    Served { desk, address, _runtime: runtime }
}

/// The cookie of an arbiter, as signing in gives it.
fn cookie(served: &Served, person: u32) -> String {
    let snapshot = served.desk.snapshot();
    let person = snapshot.ground.person(PersonId(person)).expect("entered");
    let session = Keys::of([7; 32]).session(person, now()).expect("randomness");
    format!("kaissa={session}")
}

fn send(address: SocketAddr, head: &str, cookie: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("the desk");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let length = body.len();
    let head = format!(
        "{head}\r\nHost: {address}\r\nCookie: {cookie}\r\nContent-Length: {length}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).expect("the desk reads");
    stream
}

/// Sends a form and gives the status of the answer.
fn post(served: &Served, path: &str, cookie: &str, sent: &str, fields: &str) -> String {
    let token = Keys::of([7; 32]).token(cookie.trim_start_matches("kaissa="));
    let body = format!("token={token}&sent={sent}&{fields}");
    let head = format!("POST {path} HTTP/1.1\r\nConnection: close");
    let mut answer = String::new();
    let mut stream = send(served.address, &head, cookie, &body);
    stream.read_to_string(&mut answer).expect("an answer");
    answer.split(' ').nth(1).unwrap_or_default().to_owned()
}

/// A page that stays open: its events, each with its id.
struct OpenPage(BufReader<TcpStream>);

impl OpenPage {
    fn of(served: &Served, path: &str, cookie: &str, last_event_id: &str) -> OpenPage {
        let head = format!("GET {path} HTTP/1.1\r\nLast-Event-ID: {last_event_id}");
        OpenPage(BufReader::new(send(served.address, &head, cookie, "")))
    }

    /// Reads until something is said, and gives the id of its event.
    fn wait_for(&mut self, what: &str) -> String {
        let (mut id, mut said) = (String::new(), false);
        loop {
            let mut line = String::new();
            let n_bytes = self.0.read_line(&mut line).expect("an open stream");
            assert!(n_bytes > 0, "the stream ended before {what}");
            said |= line.contains(what);
            if let Some(told) = line.strip_prefix("id: ") {
                id = told.trim().to_owned();
            }
            if line.trim().is_empty() && said {
                return id;
            }
        }
    }
}

#[test]
fn two_arbiters_see_each_others_acts_and_a_restart_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let served = serve_at(&path, "127.0.0.1:0");
    enter_arbiters_and_a_game(&served);
    let (arbiter, chief) = (cookie(&served, 2), cookie(&served, 3));
    let mut at_hall = OpenPage::of(&served, "/live", &chief, "");
    let mut at_board = OpenPage::of(&served, "/live/board/1", &chief, "");
    at_hall.wait_for("id=\"board-1\"");
    at_board.wait_for("id=\"board-live\"");

    assert_eq!(post(&served, "/board/1/on-the-way", &arbiter, "0000000001", "going=1"), "303");
    at_hall.wait_for("On the way: Arbiter");
    assert_eq!(post(&served, "/board/1/note", &arbiter, "0000000002", "text=sealed"), "303");
    let last = at_board.wait_for("sealed");
    let before = served.desk.snapshot().ground.number();
    let address = served.address.to_string();
    drop((at_hall, at_board));
    drop(served);

    let again = serve_at(&path, &address);
    let ground = again.desk.snapshot().ground.clone();
    assert_eq!(ground.number(), before, "every entry is there, and none twice");
    // The page goes on with the number that it had: of another start, so that it gets everything.
    let mut at_board = OpenPage::of(&again, "/live/board/1", &chief, &last);
    let anew = at_board.wait_for("sealed");
    assert_ne!(anew.split('-').next(), last.split('-').next(), "the number of another start");
    // The sessions of before hold, and a form that was sent before is still known.
    assert_eq!(post(&again, "/board/1/note", &arbiter, "0000000002", "text=sealed"), "303");
    assert_eq!(again.desk.snapshot().ground.number(), before, "sent again, kept once");
    assert_eq!(post(&again, "/board/1/note", &arbiter, "0000000003", "text=resumed"), "303");
    at_board.wait_for("resumed");
}

/// An arbiter of each role, and a game at board 1.
fn enter_arbiters_and_a_game(served: &Served) {
    let runtime = Runtime::new().expect("a runtime");
    let deeds = TestDesk::deeds_of_people();
    let kept = runtime.block_on(served.desk.commit(deeds, "people".to_owned(), None, u64::MAX));
    kept.expect("entries are kept");
    assert_eq!(served.desk.snapshot().ground.people().count(), Role::ALL.len());
    served.desk.observe(kaissa_feed::Observation {
        source: "hall.pgn".to_owned(),
        at: now(),
        seen: kaissa_feed::Seen::Games {
            records: records(&game("1.1", "First, A", "Second, B", "1. e4 e5")),
            changed_at: now(),
        },
    });
    let nothing = served.desk.commit(Vec::new(), "then".to_owned(), None, u64::MAX);
    runtime.block_on(nothing).expect("in order");
}
