//! The HTTP interface as OpenAPI documents, made from the lists of routes: that of the desk, and that of
//! the public display, which has an address of its own.

use serde_json::{Map, Value, json};

use crate::fields::{Field, FieldKind};
use crate::public::{PUBLIC_ROUTES, PublicRoute, STREAM};
use crate::server::{SIGN_IN_ROUTES, SignInRoute};
use crate::{Access, Ask, Fields, Reply, Route, routes};

const PAGE: &str = "text/html; charset=utf-8";

/// The document as a page of the desk.
pub(crate) fn page(_: &Ask) -> Reply {
    json_page(text())
}

/// The document of the public display as a page of the desk.
pub(crate) fn public_page(_: &Ask) -> Reply {
    json_page(public_text())
}

fn json_page(text: String) -> Reply {
    let mut reply = Reply::page(200, text);
    reply.media_type = "application/json";
    reply
}

/// The document as text.
pub fn text() -> String {
    text_of(&document())
}

fn text_of(document: &Value) -> String {
    // A value in memory is always written.
    let text = serde_json::to_string_pretty(document).unwrap_or_default();
    format!("{text}\n")
}

/// The document of the public display as text.
pub(crate) fn public_text() -> String {
    text_of(&public_document())
}

/// The document of the public display.
pub(crate) fn public_document() -> Value {
    let paths: Map<String, Value> =
        PUBLIC_ROUTES.iter().map(|route| (route.path.to_owned(), of_public(route))).collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kaissa public display",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Pages and streams for spectators and players, at the address that --public \
                            gives. Nobody signs in, nothing can be sent, and no reply holds an alarm, a \
                            count, a proposal or a note.",
        },
        "paths": paths,
    })
}

fn of_public(route: &PublicRoute) -> Value {
    let mut parameters = path_parameters(route.path);
    parameters.extend(route.query.iter().map(|field| parameter(&field)));
    if route.media == STREAM {
        parameters.push(last_event_id());
    }
    let mut get = operation("show", route.path, Access::Public, parameters);
    let mut responses = seen(Access::Public, route.media);
    if route.path.contains('{') {
        responses.insert("404".to_owned(), said("There is no such thing."));
    }
    if route.media == STREAM {
        responses.insert("503".to_owned(), said("Too many pages are open; come again."));
    }
    get.insert("responses".to_owned(), Value::Object(responses));
    json!({ "get": get })
}

fn last_event_id() -> Value {
    json!({"name": "last-event-id", "in": "header", "schema": {"type": "string"}})
}

/// The document.
pub fn document() -> Value {
    let mut paths: Vec<(String, Value)> = Vec::new();
    for route in routes() {
        paths.push((route.path.to_owned(), of_route(&route)));
        if route.live.is_some() {
            paths.push((live_path(&route), of_live(&route)));
        }
    }
    paths.extend(SIGN_IN_ROUTES.iter().map(|route| (route.path.to_owned(), of_sign_in(route))));
    paths.push(("/static/{name}".to_owned(), of_static()));
    paths.sort_by(|(one, _), (other, _)| one.cmp(other));
    let paths: Map<String, Value> = paths.into_iter().collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kaissa desk",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Pages and forms of the desk. Every page is HTML unless it says otherwise; \
                            every act is a form that answers with a redirect. x-least-role is the least role \
                            (reader, arbiter, chief) that may come; public is everybody. A host that is not \
                            the desk's own is answered with 421. The public display has an address and a \
                            document of its own: /openapi-public.json.",
        },
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "kaissa"},
                "session_https": {"type": "apiKey", "in": "cookie", "name": "__Host-kaissa"},
            },
        },
    })
}

/// The path of the stream of a route.
pub(crate) fn live_path(route: &Route) -> String {
    format!("/live{}", route.path.trim_end_matches('/'))
}

fn of_route(route: &Route) -> Value {
    let mut item = Map::new();
    let mut parameters = path_parameters(route.path);
    parameters.extend(route.query.iter().map(|field| parameter(&field)));
    let mut get = operation("show", route.path, route.see, parameters);
    let mut responses = seen(route.see, route.media);
    if route.path.contains('{') {
        responses.insert("404".to_owned(), said("There is no such thing."));
    }
    get.insert("responses".to_owned(), Value::Object(responses));
    item.insert("get".to_owned(), Value::Object(get));
    if let Some(act) = route.act {
        let parameters = path_parameters(route.path);
        let mut post = operation("do", route.path, act.may, parameters);
        post.insert("requestBody".to_owned(), body(route.form));
        let responses = json!({
            "303": said("Done, or done before: the page to go on to."),
            "400": said("The form lacks its id, or cannot be read."),
            "403": said("The role does not allow it, or the form is not from a page of the desk."),
            "409": said("Others acted at the same moment; nothing was kept."),
            "413": said("The body is too long."),
            "422": page_again("The act is refused: the page again, with what was typed and why."),
            "503": page_again("The journal takes no entries; nothing was kept."),
        });
        post.insert("responses".to_owned(), responses);
        item.insert("post".to_owned(), Value::Object(post));
    }
    Value::Object(item)
}

fn of_live(route: &Route) -> Value {
    let mut parameters = path_parameters(route.path);
    parameters.extend(route.query.iter().map(|field| parameter(&field)));
    parameters.extend(Fields::OF_STREAMS.iter().map(|field| parameter(&field)));
    parameters.push(last_event_id());
    let mut get = operation("follow", route.path, route.see, parameters);
    let mut responses = seen(route.see, STREAM);
    responses.remove("303");
    get.insert("responses".to_owned(), Value::Object(responses));
    json!({ "get": get })
}

fn of_sign_in(route: &SignInRoute) -> Value {
    let query = route.query.iter().map(|field| parameter(&field)).collect();
    let mut get = operation("show", route.path, Access::Public, query);
    let responses = json!({
        "200": {"description": "The page.", "content": {PAGE: {}}},
        "303": said("Another page, where this one has nothing to ask."),
    });
    get.insert("responses".to_owned(), responses);
    let mut post = operation("do", route.path, Access::Public, Vec::new());
    post.insert("requestBody".to_owned(), body(route.form));
    let responses = json!({
        "303": said("Done: the page to go on to, with a cookie."),
        "403": said("The form is not from a page of the desk."),
        "413": said("The body is too long."),
        "422": page_again("Refused: the page again, with why."),
        "429": page_again("Too many attempts failed; the page says how long to wait."),
        "503": page_again("The journal takes no entries; nothing was kept."),
    });
    post.insert("responses".to_owned(), responses);
    json!({ "get": get, "post": post })
}

fn of_static() -> Value {
    let mut get = operation("show", "/static/{name}", Access::Public, path_parameters("/{name}"));
    let responses = json!({
        "200": {"description": "The file.", "content": {"*/*": {}}},
        "404": said("There is no such file."),
    });
    get.insert("responses".to_owned(), responses);
    json!({ "get": get })
}

fn operation(verb: &str, path: &str, access: Access, parameters: Vec<Value>) -> Map<String, Value> {
    let words = path.split(['/', '{', '}', '-', '.', '_']).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(capitalized).collect();
    let name = if words.is_empty() { "Hall".to_owned() } else { words.concat() };
    let mut operation = Map::new();
    operation.insert("operationId".to_owned(), format!("{verb}{name}").into());
    let role = match access {
        Access::Public => "public",
        Access::Least(role) => role.word(),
    };
    operation.insert("x-least-role".to_owned(), role.into());
    let security = match access {
        Access::Public => json!([]),
        Access::Least(_) => json!([{"session": []}, {"session_https": []}]),
    };
    operation.insert("security".to_owned(), security);
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), parameters.into());
    }
    operation
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The parts of a path that it names. A board has a number; of others only the page knows.
fn path_parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let parameter = |name: &str| {
        let schema = match name {
            "board" => json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
            _ => json!({"type": "string"}),
        };
        json!({"name": name, "in": "path", "required": true, "schema": schema})
    };
    names.map(|(name, _)| parameter(name.trim_start_matches('*'))).collect()
}

fn parameter(field: &Field) -> Value {
    json!({"name": field.name, "in": "query", "schema": schema(&field.kind)})
}

fn schema(kind: &FieldKind) -> Value {
    match kind {
        FieldKind::Text | FieldKind::Flag => json!({"type": "string"}),
        FieldKind::Number => json!({"type": "integer"}),
        FieldKind::File => json!({"type": "string", "format": "binary"}),
        FieldKind::Choice(words) => json!({"type": "string", "enum": words}),
    }
}

/// The form of an act. Families of fields are patterns; files ask for another encoding.
fn body(fields: Fields) -> Value {
    let mut properties = Map::new();
    let mut patterns = Map::new();
    let mut has_files = false;
    for Field { name, kind } in Fields::OF_FORMS.iter().chain(fields.iter()) {
        has_files |= kind == FieldKind::File;
        match name.strip_suffix('*') {
            Some(family) => patterns.insert(format!("^{family}"), schema(&kind)),
            None => properties.insert(name.to_owned(), schema(&kind)),
        };
    }
    let mut form = json!({
        "type": "object",
        "required": Fields::OF_FORMS.iter().map(|field| field.name).collect::<Vec<_>>(),
        "properties": properties,
    });
    if let (Some(form), false) = (form.as_object_mut(), patterns.is_empty()) {
        form.insert("patternProperties".to_owned(), patterns.into());
    }
    let encoding =
        if has_files { "multipart/form-data" } else { "application/x-www-form-urlencoded" };
    json!({"required": true, "content": {encoding: {"schema": form}}})
}

fn seen(access: Access, media: &str) -> Map<String, Value> {
    let mut responses = Map::new();
    let found = json!({"description": "What was asked for.", "content": {media: {}}});
    responses.insert("200".to_owned(), found);
    if access != Access::Public {
        responses.insert("303".to_owned(), said("Nobody is signed in: the page to do so."));
        responses.insert("403".to_owned(), said("The role does not allow it."));
    }
    responses
}

fn said(description: &str) -> Value {
    json!({ "description": description })
}

fn page_again(description: &str) -> Value {
    json!({"description": description, "content": {PAGE: {}}})
}
