//! The shell around pages and acts: HTTP in, HTTP out, and every check in one place.

mod incoming;
mod isolated;
mod live;
mod multipart;
mod secure;
mod sign_in;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName,
    HeaderValue, LOCATION, SET_COOKIE,
};
use axum::http::{Method, StatusCode};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use tokio::net::TcpListener;

use crate::openapi::live_path;
use crate::routes::Act;
use crate::security::{Attempts, HEADERS, LOCKED_UP};
use crate::{Access, Ask, CommitFault, Desk, Hosts, Https, Keys, Reply, Route, routes, statics};
use incoming::Incoming;
pub(crate) use incoming::preferred_language;
pub(crate) use isolated::isolated;
pub use secure::serve_https;
pub(crate) use sign_in::{SIGN_IN_ROUTES, SignInRoute};

/// How often an act is tried anew when somebody else was faster.
const N_TRIES: usize = 5;

/// How the desk is served.
#[derive(Clone, Debug)]
pub struct AppOptions {
    /// The names under which it answers.
    pub hosts: Hosts,
    /// The secret of its sessions.
    pub keys: Keys,
    /// The code that lets the first chief arbiter in.
    pub first_code: Option<String>,
    /// Whether it goes over HTTPS.
    pub is_https: bool,
    /// Whether it is the demonstration.
    pub is_demo: bool,
    /// The addresses under which phones reach it, as shown on a page.
    pub addresses: Vec<String>,
    /// The authority by which phones come over HTTPS, where there is one.
    pub https: Option<Arc<Https>>,
}

/// The desk as a web application.
#[derive(Debug)]
pub struct App {
    pub(crate) desk: Desk,
    pub(crate) options: AppOptions,
    pub(crate) attempts: Arc<Mutex<Attempts>>,
    /// Hashing takes memory; two at a time are enough for a hall.
    pub(crate) hashing: Arc<tokio::sync::Semaphore>,
}

impl App {
    /// The desk as a web application.
    pub fn new(desk: Desk, options: AppOptions) -> Arc<App> {
        let hashing = Arc::new(tokio::sync::Semaphore::new(2));
        Arc::new(App { desk, options, attempts: Arc::default(), hashing })
    }

    /// The same desk as it is served over HTTPS; attempts to sign in count for both.
    pub fn over_https(&self) -> Arc<App> {
        let options = AppOptions { is_https: true, ..self.options.clone() };
        let (attempts, hashing) = (self.attempts.clone(), self.hashing.clone());
        Arc::new(App { desk: self.desk.clone(), options, attempts, hashing })
    }

    /// How it is served.
    pub fn options(&self) -> &AppOptions {
        &self.options
    }

    pub(crate) fn attempts(&self) -> std::sync::MutexGuard<'_, Attempts> {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The routes as axum serves them.
pub fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for route in routes() {
        router = router.route(route.path, of_route(app, route));
        if route.live.is_some() {
            let path = live_path(&route);
            let app = app.clone();
            router = router.route(
                &path,
                get(move |params: RawPathParams, request: Request| {
                    let app = app.clone();
                    async move { live::stream(&app, &route, &params, request).await }
                }),
            );
        }
    }
    for route in SIGN_IN_ROUTES {
        let app = app.clone();
        let serve = move |params: RawPathParams, request: Request| {
            let app = app.clone();
            async move {
                let incoming = match Incoming::read(&app, &params, request).await {
                    Ok(incoming) => incoming.declared(route.path, route.query, Some(route.form)),
                    Err(refusal) => return refusal,
                };
                let reply = (route.handler)(app.clone(), incoming).await;
                respond(&app, reply)
            }
        };
        router = router.route(route.path, get(serve.clone()).merge(post(serve)));
    }
    let router = router.route("/static/{name}", get(static_file)).with_state(app.clone());
    let router = router.fallback({
        let app = app.clone();
        move |request: Request| {
            let app = app.clone();
            async move { not_found(&app, request).await }
        }
    });
    isolated(router, app.options.is_https)
}

/// Serves until the process ends.
///
/// # Errors
/// What the system says of the listener.
pub async fn serve(app: Arc<App>, listener: TcpListener) -> std::io::Result<()> {
    let service = router(&app).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service).await
}

fn of_route(app: &Arc<App>, route: Route) -> MethodRouter<Arc<App>> {
    let app = app.clone();
    let serve = move |params: RawPathParams, request: Request| {
        let app = app.clone();
        async move {
            let incoming = match Incoming::read(&app, &params, request).await {
                Ok(incoming) => {
                    incoming.declared(route.path, route.query, route.act.map(|_| route.form))
                }
                Err(refusal) => return refusal,
            };
            let reply = match (incoming.method == Method::POST, route.act) {
                (true, Some(act)) => do_act(&app, &route, act, incoming).await,
                _ => show(&app, &route, incoming).await,
            };
            respond(&app, reply)
        }
    };
    match route.act {
        Some(_) => get(serve.clone()).merge(post(serve)),
        None => get(serve),
    }
}

/// Shows a page to who may see it.
async fn show(app: &Arc<App>, route: &Route, incoming: Incoming) -> Reply {
    let cookies = incoming.new_cookies.clone();
    let ask = incoming.ask;
    if let Some(turned_away) = turn_away(app, &ask, route.see) {
        return with_cookies(turned_away, cookies);
    }
    let page = route.page;
    with_cookies(in_the_pool(move || page(&ask)).await, cookies)
}

/// Does an act of who may do it, and shows the page again where it is refused.
async fn do_act(app: &Arc<App>, route: &Route, act: Act, incoming: Incoming) -> Reply {
    if let Some(forged) = incoming.forgery(app) {
        return forged;
    }
    let mut ask = incoming.ask;
    if !is_open(&ask, act.may) {
        return match ask.signed {
            Some(_) => Reply::message(&ask, 403, "desk-forbidden-title", "desk-forbidden"),
            None => Reply::message(&ask, 403, "desk-forbidden-title", "desk-signed-out"),
        };
    }
    let Some(form_id) = ask.sent_id() else {
        return Reply::message(&ask, 400, "desk-forbidden-title", "desk-no-form-id");
    };
    for _ in 0..N_TRIES {
        ask.snapshot = app.desk.snapshot();
        if ask.ground().was_sent(&form_id) {
            return Reply::see((act.then)(&ask));
        }
        let asked = ask.clone();
        let outcome = in_the_pool(move || (act.run)(&asked)).await;
        let fault = match outcome {
            Ok(deeds) => {
                let person = ask.signed.as_ref().map(|signed| signed.id);
                let knows = ask.ground().last_act();
                match app.desk.commit(deeds, form_id.clone(), person, knows).await {
                    Ok(()) => return Reply::see((act.then)(&ask)),
                    Err(CommitFault::Stale) => continue,
                    Err(CommitFault::Ledger(_)) => ask.say("desk-not-kept"),
                }
            }
            Err(refused) => {
                ask.refused = Some(refused);
                let page = route.page;
                let mut reply = in_the_pool(move || page(&ask)).await;
                reply.status = 422;
                return reply;
            }
        };
        ask.refused = Some(crate::Refused { field: None, message: fault });
        let page = route.page;
        let mut reply = in_the_pool(move || page(&ask)).await;
        reply.status = 503;
        return reply;
    }
    Reply::message(&ask, 409, "desk-forbidden-title", "desk-busy")
}

fn is_open(ask: &Ask, access: Access) -> bool {
    match access {
        Access::Public => true,
        Access::Least(role) => ask.may(role),
    }
}

/// What somebody is told who may not see a page; `None` where he may.
fn turn_away(app: &App, ask: &Ask, access: Access) -> Option<Reply> {
    if is_open(ask, access) {
        return None;
    }
    if ask.signed.is_some() {
        return Some(Reply::message(ask, 403, "desk-forbidden-title", "desk-forbidden"));
    }
    let is_set_up = app.desk.snapshot().ground.has_chief();
    let path = if is_set_up { "/sign-in" } else { "/first" };
    let next: String = form_urlencoded::byte_serialize(ask.path.as_bytes()).collect();
    Some(Reply::see(format!("{path}?next={next}")))
}

/// Runs what takes the processor's time away from the threads that serve.
async fn in_the_pool<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(run).await {
        Ok(done) => done,
        // A page that panics is a fault of ours; the request ends with it, the desk does not.
        Err(fault) => std::panic::resume_unwind(fault.into_panic()),
    }
}

fn with_cookies(mut reply: Reply, cookies: Vec<(&'static str, String)>) -> Reply {
    reply.cookies.extend(cookies);
    reply
}

async fn not_found(app: &Arc<App>, request: Request) -> Response {
    match Incoming::read_without_params(app, request).await {
        Ok(incoming) => respond(app, Reply::not_found(&incoming.ask)),
        Err(refusal) => refusal,
    }
}

/// Static files hold nothing of anybody; with the right checksum they never change.
async fn static_file(State(app): State<Arc<App>>, request: Request) -> Response {
    let name = request.uri().path().trim_start_matches("/static/");
    let Some(file) = statics::find(name) else {
        return plain(StatusCode::NOT_FOUND);
    };
    let is_of_now = request.uri().query() == Some(&format!("v={}", file.sum));
    let mut reply = Reply::page(200, String::new());
    reply.media_type = file.media_type;
    reply.body = file.body.to_vec();
    let mut response = respond(&app, reply);
    let lasting = if is_of_now { "public, max-age=31536000, immutable" } else { "no-cache" };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(lasting));
    if name == statics::WORKER {
        // It lies beside the files, and serves pages beside them.
        let allowed = HeaderName::from_static("service-worker-allowed");
        response.headers_mut().insert(allowed, HeaderValue::from_static("/board/"));
    }
    response
}

/// Makes HTTP of a reply.
pub(crate) fn respond(app: &App, reply: Reply) -> Response {
    let mut response = Response::new(HttpBody::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.media_type));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let mut insert = |name: HeaderName, value: String| {
        // A value that a header cannot hold is left out rather than cut.
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.append(name, value);
        }
    };
    if let Some(location) = reply.location {
        insert(LOCATION, location);
    }
    if let Some(name) = reply.file_name {
        let name: String =
            name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
        let kind = if reply.is_inline { "inline" } else { "attachment" };
        insert(CONTENT_DISPOSITION, format!("{kind}; filename=\"{name}\""));
    }
    let secure = if app.options.is_https { "; Secure" } else { "" };
    for (name, value) in reply.cookies {
        let age = if value.is_empty() { "; Max-Age=0" } else { "" };
        let name = incoming::cookie_name(name, app.options.is_https);
        let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Strict{secure}{age}");
        insert(SET_COOKIE, cookie);
    }
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if reply.is_brought {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(LOCKED_UP));
    }
    response
}

fn plain(status: StatusCode) -> Response {
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = status;
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
