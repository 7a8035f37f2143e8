//! A desk in memory with visitors of every role.

use std::sync::Arc;

use axum::Router;
use axum::body::Body as HttpBody;
use axum::http::{Method, Request};
use http_body_util::BodyExt;
use kaissa_feed::{Observation, Seen};
use kaissa_game::{Record, Timestamp};
use kaissa_pgn::{GameReader, ReadOptions};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::CommitFault;
use crate::{
    App, AppOptions, ArbiterEntered, Ask, Asked, Authority, BoardId, Body, Deed, Desk, Hosts,
    Https, Keeper, Keys, MemoryLedger, PersonId, Role, hash_pin, now, router, start,
};

/// A desk in memory, with an arbiter of each role: Reader, Arbiter and Chief, PIN `123456`.
pub(crate) struct TestDesk {
    pub app: Arc<App>,
    pub desk: Desk,
    runtime: Runtime,
}

/// Somebody who visits the desk.
pub(crate) struct Visitor<'d> {
    desk: &'d TestDesk,
    pub cookies: String,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Page {
    pub status: u16,
    pub location: String,
    pub set_cookies: Vec<String>,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

const HOST: &str = "localhost";

impl TestDesk {
    /// A desk that is not set up.
    pub fn bare() -> TestDesk {
        let ledger = Arc::new(MemoryLedger::default());
        TestDesk::of(Keeper::open(ledger, Asked::default(), now()).expect("an empty ledger"))
    }

    /// A desk with this keeper.
    pub fn of(keeper: Keeper) -> TestDesk {
        let desk = start(keeper, None);
        let app = App::new(
            desk.clone(),
            AppOptions {
                hosts: Hosts::default(),
                keys: Keys::of([7; 32]),
                first_code: Some("12345678".to_owned()),
                is_https: false,
                is_demo: false,
                addresses: Vec::new(),
                https: Some(Arc::new(https())),
            },
        );
        TestDesk { app, desk, runtime: Runtime::new().expect("a runtime") }
    }

    /// A desk with an arbiter of each role.
    pub fn new() -> TestDesk {
        let desk = TestDesk::bare();
        desk.people();
        desk
    }

    /// A desk with this keeper and an arbiter of each role.
    pub fn with_people(keeper: Keeper) -> TestDesk {
        let desk = TestDesk::of(keeper);
        desk.people();
        desk
    }

    /// Enters an arbiter of each role.
    pub fn people(&self) {
        self.enter(TestDesk::deeds_of_people());
    }

    /// What enters them.
    pub fn deeds_of_people() -> Vec<Deed> {
        let deeds = Role::ALL.into_iter().zip(1..).map(|(role, id)| {
            Deed::from(Body::ArbiterEntered(ArbiterEntered {
                id: PersonId(id),
                name: format!("{role:?}"),
                role: Some(role),
                pin_hash: hash_pin("123456").expect("randomness"),
                sector: String::new(),
            }))
        });
        deeds.collect()
    }

    /// Makes entries as the program.
    pub fn enter(&self, deeds: Vec<Deed>) {
        self.try_enter(deeds).expect("entries are kept");
    }

    /// Makes entries as the program, or tells why they are not kept.
    pub fn try_enter(&self, deeds: Vec<Deed>) -> Result<(), CommitFault> {
        let id = format!("test-{}", rand());
        self.runtime.block_on(self.desk.commit(deeds, id, None, u64::MAX))
    }

    /// Lets a source show these games, and waits until they are shown.
    pub fn observe(&self, source: &str, pgn: &str) {
        let records = records(pgn);
        self.show(Observation {
            source: source.to_owned(),
            at: now(),
            seen: Seen::Games { records, changed_at: now() },
        });
    }

    /// Hands over what a source says, and waits until it is shown.
    pub fn show(&self, observation: Observation) {
        self.desk.observe(observation);
        // Work is done in order: once this is kept, what was seen before is shown.
        self.enter(Vec::new());
    }

    /// A desk with one board, whose game shows these moves.
    pub fn with_game(moves: &str) -> (TestDesk, BoardId) {
        let desk = TestDesk::new();
        desk.observe("hall.pgn", &game("1.1", "First, A", "Second, B", moves));
        let board = desk.desk.snapshot().boards.keys().next().copied();
        (desk, board.expect("the game is at a board"))
    }

    /// Somebody of a role, signed in; or nobody.
    pub fn visitor(&self, role: Option<Role>) -> Visitor<'_> {
        let snapshot = self.desk.snapshot();
        let person = role.and_then(|role| snapshot.ground.person_named(&format!("{role:?}")));
        let session = person.and_then(|person| self.app.options.keys.session(person, now()));
        let cookies = match session {
            Some(session) => format!("kaissa={session}"),
            None => "kaissa-visit=somebody".to_owned(),
        };
        Visitor { desk: self, cookies }
    }

    /// Sends a request as it is.
    pub fn send(&self, request: Request<HttpBody>) -> Page {
        self.runtime.block_on(page_of(router(&self.app), request))
    }
}

/// What a router answers; of a stream, which does not end, its first part.
pub(crate) async fn page_of(router: Router, request: Request<HttpBody>) -> Page {
    let response = router.oneshot(request).await.expect("infallible");
    let (parts, mut body) = response.into_parts();
    let header = |name: &str| {
        let value = parts.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let set_cookies = parts.headers.get_all("set-cookie").iter();
    let set_cookies =
        set_cookies.filter_map(|value| value.to_str().ok()).map(str::to_owned).collect();
    let (status, location) = (parts.status.as_u16(), header("location"));
    let is_stream = header("content-type").starts_with("text/event-stream");
    let mut bytes = Vec::new();
    while let Some(Ok(frame)) = body.frame().await {
        bytes.extend(frame.into_data().unwrap_or_default());
        if is_stream {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Page { status, location, set_cookies, headers: parts.headers, text }
}

impl Visitor<'_> {
    /// Asks for a page.
    pub fn get(&self, path: &str) -> Page {
        self.desk.send(self.request(Method::GET, path).body(HttpBody::empty()).expect("a request"))
    }

    /// Sends a form as a page of the desk would: with its token and an id of its own.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let sent = format!("test{:028}", rand());
        self.post_again(path, &sent, fields)
    }

    /// Sends a form with a given id, as a page does that is sent twice.
    pub fn post_again(&self, path: &str, sent: &str, fields: &[(&str, &str)]) -> Page {
        let token = self.token();
        let mut all = vec![("token", token.as_str()), ("sent", sent)];
        all.extend(fields);
        self.post_bare(path, &all)
    }

    /// Sends a form with a file, as a page of the desk would.
    pub fn post_file(&self, path: &str, fields: &[(&str, &str)], file: (&str, &[u8])) -> Page {
        let sent = format!("test{:028}", rand());
        let token = self.token();
        let mut all = vec![("token", token.as_str()), ("sent", sent.as_str())];
        all.extend(fields);
        let mut body = Vec::new();
        for (name, value) in all {
            let head =
                format!("--b0und\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
            body.extend(format!("{head}{value}\r\n").into_bytes());
        }
        let (name, bytes) = file;
        let head = format!(
            "--b0und\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend(head.into_bytes());
        body.extend(bytes);
        body.extend(b"\r\n--b0und--\r\n");
        let request = self
            .request(Method::POST, path)
            .header("content-type", "multipart/form-data; boundary=b0und")
            .header("origin", format!("http://{HOST}"));
        self.desk.send(request.body(HttpBody::from(body)).expect("a request"))
    }

    /// Sends just these fields.
    pub fn post_bare(&self, path: &str, fields: &[(&str, &str)]) -> Page {
        let body = encode(fields);
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("origin", format!("http://{HOST}"));
        self.desk.send(request.body(HttpBody::from(body)).expect("a request"))
    }

    /// The token that pages give this visitor.
    pub fn token(&self) -> String {
        let (_, bound_to) = self.cookies.split_once('=').expect("one cookie");
        self.desk.app.options.keys.token(bound_to)
    }

    /// A request of this visitor.
    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        Request::builder()
            .method(method)
            .uri(path)
            .header("host", HOST)
            .header("cookie", &self.cookies)
            .header("accept-language", "en")
    }
}

/// HTTPS of a desk at this machine.
pub(crate) fn https() -> Https {
    let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let authority = Authority::make(&names, now()).expect("an authority");
    Https::new(authority, &names, now()).expect("a certificate")
}

/// A game as PGN.
pub(crate) fn game(round: &str, white: &str, black: &str, moves: &str) -> String {
    let escape = |name: &str| name.replace('\\', "\\\\").replace('"', "\\\"");
    let (white, black) = (escape(white), escape(black));
    format!(
        "[Event \"E\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \
         \"*\"]\n\n{moves} *\n\n"
    )
}

/// The games of a text.
pub(crate) fn records(pgn: &str) -> Vec<Record> {
    let mut reader = GameReader::new(pgn, ReadOptions::default());
    let mut records = Vec::new();
    loop {
        let mut record = Record::new();
        if !reader.read_into(&mut record) {
            return records;
        }
        records.push(record);
    }
}

/// An asking of nobody for a pure page or act, over what a desk shows now.
pub(crate) fn ask(desk: &TestDesk) -> Ask {
    Ask::of(desk.desk.snapshot(), Timestamp(0))
}

fn encode(fields: &[(&str, &str)]) -> String {
    let mut encoder = form_urlencoded::Serializer::new(String::new());
    fields.iter().for_each(|(name, value)| {
        encoder.append_pair(name, value);
    });
    encoder.finish()
}

/// A number that no other form of these tests has.
fn rand() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// A game of the demonstration's round as a source shows it, without its last plies.
pub(crate) fn round_game(number: &str, plies_left: usize) -> String {
    let all = records(include_str!("../../demo/round.pgn"));
    let of = |record: &&Record| record.tag("Board").is_some_and(|board| board == number);
    let record = all.iter().find(of).expect("a board of the round");
    let mut text = String::new();
    for tag in &record.tags {
        let (name, value) = (record.written(tag.name), record.tag_value(tag));
        if !name.starts_with("Demo") {
            text += &format!("[{name} \"{value}\"]\n");
        }
    }
    text += "\n";
    let n_plies = record.plies.len() - plies_left;
    for ply in record.plies.iter().take(n_plies) {
        text += record.written_ply(ply);
        if let Some(clock) = ply.clock {
            text += &format!(" {{[%clk {clock}]}}");
        }
        text += " ";
    }
    text + "*\n\n"
}
