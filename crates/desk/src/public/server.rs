//! The public display as a web server of its own: pages and streams, no forms, nobody signed in.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::{Path, Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use futures_util::stream;
use kaissa_laws::ClockTime;
use kaissa_words::{Language, Words, say};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::{PublicBoard, PublicFeed, PublicHall};
use crate::diagram::Diagram;
use crate::pages::shown::player;
use crate::security::HEADERS;
use crate::server::{isolated, preferred_language};
use crate::statics::{self, address, catalogue, sprite};
use crate::{App, BoardId, Fields, Form, now};

/// How many pages are sent changes at a time; more are told to come again.
const N_STREAMS: usize = 1_000;
/// The shortest time between two events of a stream.
const GAP: Duration = Duration::from_millis(200);
/// The longest time between two looks at what waits.
const LOOK: Duration = Duration::from_millis(500);

/// The public display.
#[derive(Clone)]
pub struct PublicDisplay {
    halls: watch::Receiver<Arc<PublicHall>>,
    streams: Arc<Semaphore>,
}

impl std::fmt::Debug for PublicDisplay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PublicDisplay")
    }
}

/// Serves the public display until the process ends: everything is shown so much later.
///
/// # Errors
/// What the system says of the listener.
pub async fn serve_public(
    app: Arc<App>,
    listener: TcpListener,
    delay: ClockTime,
) -> std::io::Result<()> {
    let mut snapshots = app.desk.snapshots();
    let mut feed = PublicFeed::new(delay, now());
    let (publish, halls) = watch::channel(Arc::new(feed.hall()));
    tokio::spawn(async move {
        loop {
            let snapshot = snapshots.borrow_and_update().clone();
            feed.take(&snapshot, now());
            if let Some(hall) = feed.let_out(now()) {
                publish.send_replace(Arc::new(hall));
            }
            let wait = feed.wait(now()).map_or(LOOK, |wait| {
                Duration::from_millis(wait.as_millis().unsigned_abs()).min(LOOK)
            });
            tokio::select! {
                changed = snapshots.changed() => if changed.is_err() { return },
                () = tokio::time::sleep(wait) => {}
            }
        }
    });
    axum::serve(listener, public_router(PublicDisplay::new(halls))).await
}

impl PublicDisplay {
    /// A display of halls as they come.
    pub(crate) fn new(halls: watch::Receiver<Arc<PublicHall>>) -> PublicDisplay {
        PublicDisplay { halls, streams: Arc::new(Semaphore::new(N_STREAMS)) }
    }

    fn hall(&self) -> Arc<PublicHall> {
        self.halls.borrow().clone()
    }
}

/// A path of the display; it is only ever looked at.
#[derive(Clone, Copy)]
pub(crate) struct PublicRoute {
    pub path: &'static str,
    /// The fields of the address.
    pub query: Fields,
    /// What the reply is.
    pub media: &'static str,
    serve: fn() -> MethodRouter<PublicDisplay>,
}

const PAGE: &str = "text/html; charset=utf-8";
/// The kind of a stream of changes.
pub(crate) const STREAM: &str = "text/event-stream";
const ASKED: Fields = Fields::of("lang:en|ru round");
const ASKED_OF_STREAM: Fields = Fields::of("lang:en|ru round from");

/// The pages and streams of the display.
pub(crate) const PUBLIC_ROUTES: [PublicRoute; 5] = [
    PublicRoute { path: "/", query: ASKED, media: PAGE, serve: || get(hall) },
    PublicRoute { path: "/board/{board}", query: ASKED, media: PAGE, serve: || get(board) },
    PublicRoute { path: "/live", query: ASKED_OF_STREAM, media: STREAM, serve: || get(live_hall) },
    PublicRoute {
        path: "/live/board/{board}",
        query: ASKED_OF_STREAM,
        media: STREAM,
        serve: || get(live_board),
    },
    PublicRoute {
        path: "/static/{name}",
        query: Fields::of("v"),
        media: "*/*",
        serve: || get(static_file),
    },
];

/// The routes of the display as axum serves them.
pub(crate) fn public_router(display: PublicDisplay) -> Router {
    let router = PUBLIC_ROUTES
        .iter()
        .fold(Router::new(), |router, route| router.route(route.path, (route.serve)()))
        .with_state(display);
    isolated(router, false)
}

/// What every page is asked and has around it.
struct Asked {
    hall: Arc<PublicHall>,
    language: Language,
    round: Option<u32>,
}

impl Asked {
    fn of(display: &PublicDisplay, request: &Request) -> Asked {
        let query = Form::read(request.uri().query().unwrap_or_default().as_bytes());
        let hall = display.hall();
        let accepted = header(request.headers(), ACCEPT_LANGUAGE.as_str());
        let chosen = query.filled("lang").and_then(|code| code.parse().ok());
        let set = hall.facts.language.parse().ok();
        let language = chosen.or(set).or_else(|| preferred_language(accepted)).unwrap_or_default();
        let round = match query.text("round") {
            "all" => None,
            asked => asked.parse().ok().or(hall.facts.round),
        };
        Asked { hall, language, round }
    }

    fn words(&self) -> &'static Words {
        catalogue(self.language)
    }

    fn t(&self, id: &str) -> String {
        say!(self.words(), id)
    }

    fn file(&self, name: &str) -> String {
        address(name)
    }

    fn sprite(&self) -> &'static str {
        sprite()
    }

    fn competition(&self) -> &str {
        match self.hall.facts.competition.as_str() {
            "" => "Kaissa",
            name => name,
        }
    }

    fn now(&self) -> i64 {
        now().0
    }
}

#[derive(Template)]
#[template(path = "public_hall.html")]
struct HallPage {
    asked: Asked,
    tiles: Vec<String>,
}

#[derive(Template)]
#[template(path = "public_board.html")]
struct BoardPage {
    asked: Asked,
    title: String,
    board: String,
}

#[derive(Template)]
#[template(path = "public_tile.html")]
struct Tile<'b> {
    asked: &'b Asked,
    board: &'b PublicBoard,
    white: String,
    black: String,
    diagram: String,
    moves: Vec<(String, &'b str)>,
    last_move: String,
    is_large: bool,
}

async fn hall(State(display): State<PublicDisplay>, request: Request) -> Response {
    let asked = Asked::of(&display, &request);
    let hall = asked.hall.clone();
    let boards = hall.changed_since(0, asked.round);
    let tiles = boards.into_iter().map(|board| tile(&asked, board, false)).collect();
    page(&HallPage { asked, tiles })
}

async fn board(
    State(display): State<PublicDisplay>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let asked = Asked::of(&display, &request);
    let hall = asked.hall.clone();
    let Some(board) = find(&hall, &id) else { return plain(StatusCode::NOT_FOUND) };
    let words = asked.words();
    let title = format!("{} – {}", player(words, &board.white), player(words, &board.black));
    let board = tile(&asked, board, true);
    page(&BoardPage { asked, title, board })
}

async fn live_hall(State(display): State<PublicDisplay>, request: Request) -> Response {
    stream_of(display, request, |asked, since| {
        let boards = asked.hall.changed_since(since, asked.round).into_iter();
        let shown = boards.map(|board| tile(asked, board, false));
        let gone = asked.hall.gone_since(since, asked.round).into_iter().map(no_tile);
        shown.chain(gone).collect()
    })
}

async fn live_board(
    State(display): State<PublicDisplay>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let Some(id) = find(&display.hall(), &id).map(|board| board.id) else {
        return plain(StatusCode::NOT_FOUND);
    };
    stream_of(display, request, move |asked, since| match asked.hall.boards.get(&id) {
        Some((version, board)) if *version > since => vec![tile(asked, board, true)],
        Some(_) => Vec::new(),
        None => vec![no_tile(id)],
    })
}

/// What stands in the place of a tile that is none any more.
fn no_tile(board: BoardId) -> String {
    format!("<article id=\"public-board-{}\" hidden></article>", board.0)
}

fn find<'h>(hall: &'h PublicHall, id: &str) -> Option<&'h PublicBoard> {
    let (_, board) = hall.boards.get(&BoardId(id.parse().ok()?))?;
    Some(board)
}

/// A board, small among others or large on its own page.
fn tile(asked: &Asked, board: &PublicBoard, is_large: bool) -> String {
    let words = asked.words();
    let mut diagram = Diagram::small(&board.position, board.last_move);
    diagram.has_coordinates = is_large;
    let moves = board.numbered();
    let last_move = match &moves[..] {
        [.., (number, san)] if !number.is_empty() => format!("{number}{san}"),
        [.., (before, _), (_, san)] => format!("{before}..{san}"),
        _ => String::new(),
    };
    let tile = Tile {
        asked,
        board,
        white: player(words, &board.white),
        black: player(words, &board.black),
        diagram: diagram.svg(),
        moves,
        last_move,
        is_large,
    };
    // Writing to a text does not fail.
    tile.render().unwrap_or_default()
}

struct Following<F> {
    display: PublicDisplay,
    asked: Asked,
    since: u64,
    is_first: bool,
    fragments: F,
    _permit: OwnedSemaphorePermit,
}

/// The changes for a page, from the number on that it or its browser names.
fn stream_of<F>(display: PublicDisplay, request: Request, fragments: F) -> Response
where
    F: Fn(&Asked, u64) -> Vec<String> + Send + 'static,
{
    let Ok(permit) = display.streams.clone().try_acquire_owned() else {
        return plain(StatusCode::SERVICE_UNAVAILABLE);
    };
    let asked = Asked::of(&display, &request);
    let query = Form::read(request.uri().query().unwrap_or_default().as_bytes());
    let last = header(request.headers(), "last-event-id");
    let from = if last.is_empty() { query.text("from") } else { last };
    let since = asked.hall.number_of(from);
    let following = Following { display, asked, since, is_first: true, fragments, _permit: permit };
    let events = stream::unfold(following, |mut following| async move {
        let event = following.next().await?;
        Some((Ok::<_, Infallible>(event), following))
    });
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(15));
    with_headers(Sse::new(events).keep_alive(keep_alive).into_response())
}

impl<F: Fn(&Asked, u64) -> Vec<String>> Following<F> {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if !self.is_first {
                tokio::time::sleep(GAP).await;
                self.display.halls.changed().await.ok()?;
            }
            self.asked.hall = self.display.halls.borrow_and_update().clone();
            let fragments = (self.fragments)(&self.asked, self.since);
            self.since = self.asked.hall.number;
            if std::mem::take(&mut self.is_first) || !fragments.is_empty() {
                let stamp = self.asked.hall.stamp();
                return Some(
                    Event::default().event("changed").id(stamp).data(fragments.join("\n")),
                );
            }
        }
    }
}

async fn static_file(Path(name): Path<String>) -> Response {
    let Some(file) = statics::find(&name) else { return plain(StatusCode::NOT_FOUND) };
    let mut response = Response::new(HttpBody::from(file.body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(file.media_type));
    with_headers(response)
}

fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => {
            let mut response = Response::new(HttpBody::from(html));
            let kind = HeaderValue::from_static(PAGE);
            response.headers_mut().insert(CONTENT_TYPE, kind);
            with_headers(response)
        }
        // Writing to a text does not fail, and nothing else in our templates can.
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR),
    }
}

fn plain(status: StatusCode) -> Response {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = status;
    with_headers(response)
}

fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
