//! A request as it comes in: read, bounded, and known who sends it.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::to_bytes;
use axum::extract::{ConnectInfo, RawPathParams, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use kaissa_words::Language;

use super::multipart;
use super::secure::SecurePeer;
use super::{App, plain};
use crate::security::{cookie, is_same_origin, random_id};
use crate::{Ask, Fields, Form, Reply, Setting, Signed, now};

/// The longest body of a form.
const MAX_BODY: usize = 64 * 1024;
/// The longest body of a form with files.
const MAX_UPLOAD: usize = 16 * 1024 * 1024;
/// The cookie of a session.
pub(super) const SESSION: &str = "kaissa";
/// The cookie of a visitor who is not signed in.
const VISIT: &str = "kaissa-visit";
/// The cookie of the language that somebody chose.
pub(super) const LANGUAGE: &str = "kaissa-language";

/// A cookie as it is called: over HTTPS by the prefix with which browsers take it from there alone,
/// so that the two ways to one machine do not take it from each other.
pub(super) fn cookie_name(name: &str, is_https: bool) -> String {
    if is_https { format!("__Host-{name}") } else { name.to_owned() }
}

/// A request as it comes in.
#[derive(Debug)]
pub(super) struct Incoming {
    pub method: Method,
    pub ask: Ask,
    /// The address that it comes from.
    pub peer: String,
    /// Cookies that the reply is to set.
    pub new_cookies: Vec<(&'static str, String)>,
    /// The cookie to which the token of the form has to belong.
    bound_to: String,
    is_from_elsewhere: bool,
}

impl Incoming {
    /// Reads a request; a host that is not ours and a body that is too long get their answer at
    /// once.
    pub async fn read(
        app: &Arc<App>,
        params: &RawPathParams,
        request: Request,
    ) -> Result<Incoming, Response> {
        let params =
            params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Incoming::read_with(app, params, request).await
    }

    /// Reads a request to a path that no route has.
    pub async fn read_without_params(
        app: &Arc<App>,
        request: Request,
    ) -> Result<Incoming, Response> {
        Incoming::read_with(app, Vec::new(), request).await
    }

    async fn read_with(
        app: &Arc<App>,
        params: Vec<(String, String)>,
        request: Request,
    ) -> Result<Incoming, Response> {
        let (parts, body) = request.into_parts();
        let header = |name| text(&parts.headers, name);
        let host = header(HOST.as_str());
        if !app.options.hosts.is_ours(host) {
            return Err(plain(StatusCode::MISDIRECTED_REQUEST));
        }
        let now = now();
        let cookies = header(COOKIE.as_str());
        let named = |name| cookie(cookies, &cookie_name(name, app.options.is_https));
        let snapshot = app.desk.snapshot();
        let session = named(SESSION).unwrap_or_default();
        let keys = &app.options.keys;
        let signed = keys.person(session, &snapshot.ground, now).and_then(|person| {
            Some(Signed { id: person.id, name: person.name.clone(), role: person.role? })
        });
        // Files are taken from who is signed in; nobody else has a page that sends any.
        let boundary = multipart::boundary(header(CONTENT_TYPE.as_str()));
        let boundary = boundary.filter(|_| signed.is_some());
        let longest = if boundary.is_some() { MAX_UPLOAD } else { MAX_BODY };
        let body = to_bytes(body, longest).await;
        let body = body.map_err(|_| plain(StatusCode::PAYLOAD_TOO_LARGE))?;
        let form = match boundary {
            Some(boundary) => multipart::read(body, boundary).await,
            None => Some(Form::read(&body)),
        };
        let form = form.ok_or_else(|| plain(StatusCode::BAD_REQUEST))?;
        let mut new_cookies = Vec::new();
        let fault = || plain(StatusCode::INTERNAL_SERVER_ERROR);
        let bound_to = match (&signed, named(VISIT)) {
            (Some(_), _) => session.to_owned(),
            (None, Some(visit)) => visit.to_owned(),
            (None, None) => {
                let visit = random_id().ok_or_else(fault)?;
                new_cookies.push((VISIT, visit.clone()));
                visit
            }
        };
        let set = snapshot.ground.setting(Setting::Language).parse().ok();
        let chosen = named(LANGUAGE).and_then(|code| code.parse().ok());
        let preferred = preferred_language(header(ACCEPT_LANGUAGE.as_str()));
        let origin = header(ORIGIN.as_str());
        let site = header("sec-fetch-site");
        let is_from_elsewhere = match origin {
            "" => !matches!(site, "" | "same-origin" | "none"),
            origin => !is_same_origin(origin, host),
        };
        let plain_peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
        let secure_peer = parts.extensions.get::<ConnectInfo<SecurePeer>>().map(|info| info.0.0);
        let peer = plain_peer.or(secure_peer);
        let ask = Ask {
            language: chosen.or(set).or(preferred).unwrap_or_default(),
            signed,
            path: parts.uri.path().to_owned(),
            params,
            query: Form::read(parts.uri.query().unwrap_or_default().as_bytes()),
            form,
            refused: None,
            now,
            token: keys.token(&bound_to),
            form_id: random_id().ok_or_else(fault)?,
            is_https: app.options.is_https,
            host: host.to_owned(),
            is_demo: app.options.is_demo,
            addresses: app.options.addresses.clone(),
            https: app.options.https.clone(),
            ledger: Some(app.desk.ledger()),
            snapshot,
        };
        Ok(Incoming {
            method: parts.method,
            ask,
            peer: peer
                .map_or_else(|| "unknown".to_owned(), |peer: SocketAddr| peer.ip().to_string()),
            new_cookies,
            bound_to,
            is_from_elsewhere,
        })
    }

    /// The same with the fields that its route declares; a form that no act reads may be asked for
    /// anything.
    pub fn declared(mut self, path: &'static str, query: Fields, form: Option<Fields>) -> Incoming {
        self.ask.query = self.ask.query.declared(path, query);
        if let Some(form) = form {
            self.ask.form = self.ask.form.declared(path, form);
        }
        self
    }

    /// What a form is told that does not come from one of our pages; `None` where it does.
    pub fn forgery(&self, app: &App) -> Option<Reply> {
        let is_ours = app.options.keys.is_token(&self.bound_to, self.ask.form.text("token"));
        let is_forged = self.is_from_elsewhere || !is_ours;
        is_forged.then(|| Reply::message(&self.ask, 403, "desk-forbidden-title", "desk-forged"))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The first of our languages that a browser asks for.
pub(crate) fn preferred_language(accepted: &str) -> Option<Language> {
    accepted.split(',').find_map(|range| {
        let code = range.split([';', '-']).next()?.trim();
        code.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_first_of_ours_that_the_browser_names() {
        assert_eq!(preferred_language("ru-RU,ru;q=0.9,en;q=0.8"), Some(Language::Russian));
        assert_eq!(preferred_language("de, en-GB;q=0.5"), Some(Language::English));
        assert_eq!(preferred_language("de"), None);
    }
}
