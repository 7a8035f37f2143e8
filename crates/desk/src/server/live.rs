//! Streams to pages that stay open: what changed, with a number to resume from.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawPathParams, Request};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use tokio::sync::watch;

use super::incoming::Incoming;
use super::{App, is_open, plain};
use crate::routes::Live;
use crate::security::HEADERS;
use crate::{Ask, Role, Route, Snapshot};

/// The shortest time between two events of a stream; what comes faster goes together.
const GAP: Duration = Duration::from_millis(80);

/// Answers with the stream of a route, from the number on that the page or its browser names.
pub(super) async fn stream(
    app: &Arc<App>,
    route: &Route,
    params: &RawPathParams,
    request: Request,
) -> Response {
    let last = request.headers().get("last-event-id").and_then(|value| value.to_str().ok());
    let last = last.map(str::to_owned);
    let incoming = match Incoming::read(app, params, request).await {
        Ok(incoming) => incoming,
        Err(refusal) => return refusal,
    };
    let (Some(live), true) = (route.live, is_open(&incoming.ask, route.see)) else {
        return plain(axum::http::StatusCode::FORBIDDEN);
    };
    let ask = incoming.ask;
    let from = last.unwrap_or_else(|| ask.query.text("from").to_owned());
    let state = Following {
        since: ask.snapshot.number_of(&from),
        snapshots: app.desk.snapshots(),
        is_first: true,
        ask,
        live,
    };
    let keep_alive = KeepAlive::new().interval(Duration::from_secs(15));
    let mut response = Sse::new(state.events()).keep_alive(keep_alive).into_response();
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

struct Following {
    ask: Ask,
    live: Live,
    since: u64,
    snapshots: watch::Receiver<Arc<Snapshot>>,
    is_first: bool,
}

impl Following {
    fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        stream::unfold(self, |mut following| async move {
            let event = following.next().await?;
            Some((Ok(event), following))
        })
    }

    /// Waits for a snapshot with something for this page; `None` once the desk is closed or who
    /// asked has lost his right.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if !self.is_first {
                tokio::time::sleep(GAP).await;
                self.snapshots.changed().await.ok()?;
            }
            let snapshot = self.snapshots.borrow_and_update().clone();
            if !self.is_still_allowed(&snapshot) {
                return None;
            }
            self.ask.snapshot = snapshot.clone();
            self.ask.now = snapshot.at;
            let fragments = (self.live)(&self.ask, self.since);
            self.since = snapshot.number;
            // The first event tells the page at once that it is connected.
            if std::mem::take(&mut self.is_first) || !fragments.is_empty() {
                let text = fragments.join("\n");
                return Some(Event::default().event("changed").id(snapshot.stamp()).data(text));
            }
        }
    }

    fn is_still_allowed(&self, snapshot: &Snapshot) -> bool {
        let Some(signed) = &self.ask.signed else { return true };
        let role: Option<Role> = snapshot.ground.person(signed.id).and_then(|person| person.role);
        role == Some(signed.role)
    }
}
