//! Signing in and out, the first start, and the language: what sets cookies.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::http::Method;
use kaissa_laws::ClockTime;
use kaissa_words::{Language, say};

use super::incoming::{Incoming, LANGUAGE, SESSION};
use super::{App, in_the_pool, with_cookies};
use crate::pages::{first_start, sign_in};
use crate::security::{check_pin, hash_pin};
use crate::{ArbiterEntered, Ask, Body, Fields, Refused, Reply, Role};

type Handler = fn(Arc<App>, Incoming) -> Pin<Box<dyn Future<Output = Reply> + Send>>;

/// A path that is handled here.
#[derive(Clone, Copy)]
pub(crate) struct SignInRoute {
    pub path: &'static str,
    pub query: Fields,
    pub form: Fields,
    pub(super) handler: Handler,
}

/// The paths that are handled here.
pub(crate) const SIGN_IN_ROUTES: [SignInRoute; 4] = [
    SignInRoute {
        path: "/sign-in",
        query: Fields::of("next"),
        form: Fields::of("name pin next"),
        handler: |app, incoming| Box::pin(sign_in(app, incoming)),
    },
    SignInRoute {
        path: "/sign-out",
        query: Fields::NONE,
        form: Fields::NONE,
        handler: |app, incoming| Box::pin(sign_out(app, incoming)),
    },
    SignInRoute {
        path: "/first",
        query: Fields::of("code next"),
        form: Fields::of("code name pin again"),
        handler: |app, incoming| Box::pin(first(app, incoming)),
    },
    SignInRoute {
        path: "/language",
        query: Fields::of("next"),
        form: Fields::of("language:en|ru next"),
        handler: |app, incoming| Box::pin(language(app, incoming)),
    },
];

async fn sign_in(app: Arc<App>, incoming: Incoming) -> Reply {
    if !app.desk.snapshot().ground.has_chief() {
        return Reply::see("/first");
    }
    if incoming.method != Method::POST {
        return with_cookies(sign_in::page(&incoming.ask), incoming.new_cookies);
    }
    if let Some(forged) = incoming.forgery(&app) {
        return forged;
    }
    let mut ask = incoming.ask;
    let name = ask.form.text("name").to_lowercase();
    let keys = [format!("name {name}"), format!("address {}", incoming.peer)];
    if let Some(wait) = longest_wait(&app, &keys, &ask) {
        return refused(ask, 429, wait, sign_in::page);
    }
    let person = ask.ground().person_named(&name).cloned();
    let pin = ask.form.text("pin").to_owned();
    let hash = person.as_ref().map(|person| person.pin_hash.clone());
    let permit = app.hashing.acquire().await;
    let is_right = in_the_pool(move || check_pin(&pin, hash.as_deref())).await;
    drop(permit);
    let session = person.filter(|_| is_right);
    let session = session.and_then(|person| app.options.keys.session(&person, ask.now));
    let Some(session) = session else {
        for key in &keys {
            app.attempts().fail(key, ask.now);
        }
        ask.form = ask.form.without("pin");
        let text = ask.say("desk-wrong-pin");
        return refused(ask, 422, text, sign_in::page);
    };
    for key in &keys {
        app.attempts().succeed(key);
    }
    Reply::see(next(&ask)).with_cookie(SESSION, session)
}

async fn sign_out(app: Arc<App>, incoming: Incoming) -> Reply {
    if incoming.method != Method::POST {
        return Reply::see("/sign-in");
    }
    match incoming.forgery(&app) {
        Some(forged) => forged,
        None => Reply::see("/sign-in").with_cookie(SESSION, String::new()),
    }
}

/// The first start: the code from the terminal lets the chief arbiter choose his PIN.
async fn first(app: Arc<App>, incoming: Incoming) -> Reply {
    if app.desk.snapshot().ground.has_chief() {
        return Reply::see("/sign-in");
    }
    if incoming.method != Method::POST {
        return with_cookies(first_start::page(&incoming.ask), incoming.new_cookies);
    }
    if let Some(forged) = incoming.forgery(&app) {
        return forged;
    }
    let ask = incoming.ask;
    let keys = ["first".to_owned(), format!("address {}", incoming.peer)];
    if let Some(wait) = longest_wait(&app, &keys, &ask) {
        return refused(ask, 429, wait, first_start::page);
    }
    if !is_code(&app, ask.form.text("code")) {
        for key in &keys {
            app.attempts().fail(key, ask.now);
        }
        let text = ask.say("desk-wrong-code");
        return refused(ask, 422, text, first_start::page);
    }
    let (name, pin) = match first_start::read(&ask) {
        Ok(read) => read,
        Err(refusal) => return refuse(ask, 422, refusal, first_start::page),
    };
    let permit = app.hashing.acquire().await;
    let pin_hash = in_the_pool(move || hash_pin(&pin)).await;
    drop(permit);
    let Some(pin_hash) = pin_hash else {
        let text = ask.say("desk-not-kept");
        return refused(ask, 503, text, first_start::page);
    };
    let id = ask.ground().next_person();
    let role = Some(Role::Chief);
    let entered = ArbiterEntered { id, name, role, pin_hash, sector: String::new() };
    let body = Body::ArbiterEntered(entered.clone());
    let form_id = format!("first-{}", ask.now.0);
    let knows = ask.ground().last_act();
    let kept = app.desk.commit(vec![body.into()], form_id, Some(id), knows).await;
    match (kept, app.options.keys.session(&entered, ask.now)) {
        (Ok(()), Some(session)) => Reply::see("/").with_cookie(SESSION, session),
        _ => {
            let text = ask.say("desk-not-kept");
            refused(ask, 503, text, first_start::page)
        }
    }
}

async fn language(app: Arc<App>, incoming: Incoming) -> Reply {
    if incoming.method != Method::POST {
        return Reply::see("/");
    }
    if let Some(forged) = incoming.forgery(&app) {
        return forged;
    }
    let chosen: Result<Language, String> = incoming.ask.form.text("language").parse();
    let reply = Reply::see(next(&incoming.ask));
    match chosen {
        Ok(language) => reply.with_cookie(LANGUAGE, language.code().to_owned()),
        Err(_) => reply,
    }
}

/// Whether a code is the one of this start, compared without telling how much of it is right.
fn is_code(app: &App, code: &str) -> bool {
    let keys = &app.options.keys;
    let expected = app.options.first_code.as_deref();
    expected.is_some_and(|expected| keys.is_token(code, &keys.token(expected)))
}

/// The page to go on to: a path of ours.
fn next(ask: &Ask) -> String {
    let asked = [ask.form.text("next"), ask.query.text("next")];
    let asked = asked.into_iter().find(|next| !next.is_empty()).unwrap_or("/");
    let is_ours = asked.starts_with('/')
        && !asked.starts_with("//")
        && !asked.contains(['\\', '\n', '\r'])
        && asked.is_ascii();
    if is_ours { asked.to_owned() } else { "/".to_owned() }
}

fn longest_wait(app: &App, keys: &[String], ask: &Ask) -> Option<String> {
    let attempts = app.attempts();
    let wait = keys.iter().filter_map(|key| attempts.wait(key, ask.now)).max()?;
    let seconds = (wait + ClockTime::millis(999)).as_whole_seconds();
    Some(say!(ask.words(), "desk-wait", seconds = seconds))
}

fn refused(ask: Ask, status: u16, message: String, page: fn(&Ask) -> Reply) -> Reply {
    refuse(ask, status, Refused { field: None, message }, page)
}

fn refuse(mut ask: Ask, status: u16, refused: Refused, page: fn(&Ask) -> Reply) -> Reply {
    ask.refused = Some(refused);
    let mut reply = page(&ask);
    reply.status = status;
    reply
}
