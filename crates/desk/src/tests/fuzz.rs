//! Every route and method of the HTTP interface, by its own schema, with hostile values, in every
//! role: no fault of ours, no way around a role, nothing that comes back as markup.

use axum::http::Method;

use super::harness::{Page, TestDesk, game};
use super::public::{ask_display, shown};
use crate::fields::FieldKind;
use crate::openapi::live_path;
use crate::public::PUBLIC_ROUTES;
use crate::server::SIGN_IN_ROUTES;
use crate::{Access, Field, Fields, PersonId, Role, Route, now, routes};

/// How often each route is tried in each role by each method.
const N_TRIES: u64 = 10;

/// Values that stand for themselves, good and bad: of chess, of forms, and of those who attack them.
const VALUES: [&str; 34] = [
    "",
    " ",
    "e4",
    "Nf3",
    "e2e4",
    "1. e4 e5 2. Qh5",
    "1-0",
    "1/2-1/2",
    "0:04:59",
    "15+10",
    "2023",
    "white",
    "black",
    "1-12, 20",
    "3",
    "2026-11-30T12:00:00Z",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "{\"taps\":[1,2,-3],\"count\":1e400}",
    "[[[[[[[[[[[[[[[[",
    "123456",
    "-0",
    "NaN",
    "٣",
    "½",
    "\u{0}",
    "a\r\nset-cookie: x=y",
    "\u{202e}\u{feff}",
    "//evil.example/",
    "javascript:alert(1)",
    "../../etc/passwd",
    "{{7*7}} %s %n ${x}",
    "' OR 1=1 --",
    "edition = \"2023\"\n[[",
];
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "2",
    "3",
    "17",
    "-1",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999999999",
];
/// Markup that must never come back as it is.
const MARKUP: [&str; 3] =
    ["<kz1 onload=x>", "\"><kz2 src=x>", "' onkz3='alert(1)' \" onkz4=\"alert(1)\" x=\""];
const NEVER: [&str; 4] = ["<kz1", "<kz2", "' onkz3='", "\" onkz4=\""];

/// A row of numbers that is the same at each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.roll() % n as u64) as usize
    }

    fn of<'v>(&mut self, values: &[&'v str]) -> &'v str {
        values[self.below(values.len())]
    }

    /// A value for a field: mostly of its kind, at times anything.
    fn value(&mut self, field: &Field) -> String {
        match (self.below(8), &field.kind) {
            (0, _) => self.of(&MARKUP).to_owned(),
            (1, _) => "x".repeat(5_000),
            (2..=5, FieldKind::Number) => self.of(&NUMBERS).to_owned(),
            (2..=5, FieldKind::Choice(words)) => self.of(words).to_owned(),
            (2..=5, FieldKind::Flag) => "1".to_owned(),
            _ => self.of(&VALUES).to_owned(),
        }
    }

    fn fields(&mut self, fields: Fields) -> Vec<(String, String)> {
        let mut made = Vec::new();
        for field in fields.iter() {
            // A field may be left out, and may come twice.
            for _ in 0..[0, 1, 1, 1, 1, 1, 2][self.below(7)] {
                let name = match field.name.strip_suffix('*') {
                    Some(family) => format!("{family}{}", self.of(&["1", "2", "77", "x", ""])),
                    None => field.name.to_owned(),
                };
                made.push((name, self.value(&field)));
            }
        }
        made
    }

    /// A path with its parts filled in, those of boards mostly as there are.
    fn path(&mut self, route: &str) -> String {
        let mut path = String::new();
        let mut rest = route;
        while let Some((before, after)) = rest.split_once('{') {
            path.push_str(before);
            let (_, after) = after.split_once('}').expect("a part of a path");
            let anything = match self.below(3) {
                0 => self.of(&MARKUP),
                1 => self.of(&VALUES),
                _ => self.of(&NUMBERS),
            };
            let part = match self.below(4) {
                0 if !anything.trim().is_empty() => anything,
                _ => self.of(&["1", "2", "3"]),
            };
            path.extend(form_urlencoded::byte_serialize(part.as_bytes()));
            rest = after;
        }
        path + rest
    }
}

/// A desk with a game, one that is over, and a board that nothing is known of.
fn desk() -> TestDesk {
    let desk = TestDesk::new();
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let mated = game("1.2", "C <kz0>", "D", "1. f3 e5 2. g4 Qh4#").replace('*', "0-1");
    let games = [game("1.1", "A", "B", repeated), mated, game("1.3", "E", "F", "")];
    desk.observe("hall.pgn", &games.concat());
    desk
}

/// The cookie of somebody who has this role now, whatever was done to arbiters before.
fn cookie(desk: &TestDesk, role: Option<Role>) -> Option<String> {
    let Some(role) = role else { return Some("kaissa-visit=somebody".to_owned()) };
    let snapshot = desk.desk.snapshot();
    let mut people = snapshot.ground.people();
    let person = people.find(|person| person.role == Some(role))?;
    Some(format!("kaissa={}", desk.app.options.keys.session(person, now())?))
}

/// What no reply may be.
#[track_caller]
fn check(page: &Page, what: &str) {
    assert!(page.status < 500, "{what}: {}\n{}", page.status, page.text);
    let kind = page.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.starts_with("text/html") || kind.starts_with("text/event-stream") || kind.is_empty() {
        for markup in NEVER {
            assert!(!page.text.contains(markup), "{what} gives {markup} back\n{}", page.text);
        }
    }
    let is_ours = page.location.is_empty()
        || (page.location.starts_with('/') && !page.location.starts_with("//"));
    assert!(is_ours, "{what} leads to {}", page.location);
    for cookie in &page.set_cookies {
        assert!(!cookie.contains(['\r', '\n']), "{what} sets {cookie}");
    }
}

/// Who may not do what is asked for at least this.
fn is_below(role: Option<Role>, access: Access) -> bool {
    match access {
        Access::Public => false,
        Access::Least(least) => role.is_none_or(|role| role < least),
    }
}

/// The last entry of a person, and all that is set: what only an act may change.
fn state(desk: &TestDesk) -> (u64, Vec<(PersonId, Option<Role>)>) {
    let ground = &desk.desk.snapshot().ground;
    (ground.last_act(), ground.people().map(|person| (person.id, person.role)).collect())
}

fn everybody() -> Vec<Option<Role>> {
    std::iter::once(None).chain(Role::ALL.map(Some)).collect()
}

fn query(fields: &[(String, String)]) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    fields.iter().for_each(|(name, value)| {
        query.append_pair(name, value);
    });
    query.finish()
}

fn look(desk: &TestDesk, dice: &mut Dice, route: &Route, role: Option<Role>) {
    let mut visitor = desk.visitor(None);
    let Some(cookie) = cookie(desk, role) else { return };
    visitor.cookies = cookie;
    let before = state(desk);
    let path = dice.path(route.path);
    let fields = query(&dice.fields(route.query));
    let address = format!("{path}?{fields}");
    let what = format!("GET {address} as {role:?}");
    let page = visitor.get(&address);
    check(&page, &what);
    let kind = page.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    if page.status == 200 {
        assert!(!is_below(role, route.see), "{what} is shown");
        let is_as_said = route.media == "*/*" || kind == Some(route.media);
        assert!(is_as_said, "{what} is {kind:?}: see Route::with_media");
    }
    if route.live.is_some() {
        let live = dice.path(&live_path(route));
        let page = visitor.get(&format!("{live}?{fields}&from={}", dice.of(&VALUES).len()));
        check(&page, &format!("GET {live} as {role:?}"));
        assert!(page.status != 200 || !is_below(role, route.see), "{live} as {role:?}");
    }
    assert_eq!(state(desk), before, "{what} changes something");
}

fn act(desk: &TestDesk, dice: &mut Dice, route: &Route, role: Option<Role>) {
    let Some(may) = route.act.map(|act| act.may) else { return };
    let mut visitor = desk.visitor(None);
    let Some(cookie) = cookie(desk, role) else { return };
    visitor.cookies = cookie;
    let before = state(desk);
    let path = dice.path(route.path);
    let fields = dice.fields(route.form);
    let sent: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let file = route.form.iter().find(|field| field.kind == FieldKind::File);
    let page = match file {
        Some(file) => visitor.post_file(&path, &sent, (file.name, dice.value(&file).as_bytes())),
        None => visitor.post(&path, &sent),
    };
    let what = format!("POST {path} {fields:?} as {role:?}");
    check(&page, &what);
    if is_below(role, may) {
        assert_eq!(page.status, 403, "{what}");
        assert_eq!(state(desk), before, "{what} changes something");
    } else {
        assert!([303, 409, 422, 503].contains(&page.status) || page.status == 404, "{what}");
    }
}

#[test]
fn no_value_brings_a_fault_a_way_around_a_role_or_markup() {
    for (route, seed) in routes().into_iter().zip(1_u64..) {
        let desk = desk();
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for _ in 0..N_TRIES {
            for role in everybody() {
                look(&desk, &mut dice, &route, role);
                act(&desk, &mut dice, &route, role);
            }
        }
    }
}

#[test]
fn forms_of_signing_in_take_any_value() {
    let desk = desk();
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    for route in SIGN_IN_ROUTES {
        for _ in 0..3 * N_TRIES {
            let mut visitor = desk.visitor(None);
            visitor.cookies = format!("kaissa-visit=v{}", dice.roll());
            let address = format!("{}?{}", route.path, query(&dice.fields(route.query)));
            check(&visitor.get(&address), &address);
            let fields = dice.fields(route.form);
            let sent: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let page = visitor.post(route.path, &sent);
            check(&page, &format!("POST {} {fields:?}", route.path));
            let is_let_in = page.set_cookies.iter().any(|cookie| cookie.starts_with("kaissa="));
            let is_signing_out = route.path == "/sign-out";
            assert!(!is_let_in || is_signing_out, "{fields:?} lets in");
        }
    }
    assert!(cookie(&desk, Some(Role::Chief)).is_some());
}

#[test]
fn bodies_that_are_no_forms_and_methods_that_are_none_are_turned_away() {
    let desk = desk();
    let chief = desk.visitor(Some(Role::Chief));
    for route in routes() {
        let path = route.path.replace("{board}", "1");
        let path = if path.contains('{') { Dice(7).path(&path) } else { path };
        for (kind, body) in [
            ("application/json", "{\"token\":1}"),
            ("multipart/form-data; boundary=x", "--x\r\nbroken"),
            ("multipart/form-data", ""),
            ("application/x-www-form-urlencoded", "%ff=%fe&%&=&&token=%00"),
        ] {
            let request = chief.request(Method::POST, &path).header("content-type", kind);
            let page = desk.send(request.body(body.into()).expect("a request"));
            assert!((400..500).contains(&page.status), "{path} {kind}: {}", page.status);
        }
        for method in [Method::PUT, Method::DELETE, Method::PATCH] {
            let request = chief.request(method, &path).body(String::new().into());
            assert_eq!(desk.send(request.expect("a request")).status, 405, "{path}");
        }
    }
}

#[test]
fn the_public_display_takes_any_address_and_no_method_but_looking() {
    let desk = desk();
    let hall = shown(&desk);
    let mut dice = Dice(0x0BAD_5EED_0BAD_5EED);
    let known_names = ["desk.css", "public.js", "../desk.css", "", "%00", "tally.js"];
    for route in &PUBLIC_ROUTES {
        for _ in 0..5 * N_TRIES {
            let path = match route.path.replace("{name}", dice.of(&known_names)) {
                path if path.contains('{') => dice.path(&path),
                path => path,
            };
            let address = format!("{path}?{}", query(&dice.fields(route.query)));
            let page = ask_display(&hall, Method::GET, &address);
            check(&page, &format!("GET {address} of the display"));
            assert!([200, 404].contains(&page.status), "{address}: {}", page.status);
            let kind = page.headers.get("content-type").and_then(|kind| kind.to_str().ok());
            let is_as_said = route.media == "*/*" || kind == Some(route.media);
            assert!(page.status != 200 || is_as_said, "{address} is {kind:?}");
            assert!(page.set_cookies.is_empty(), "{address} knows nobody");
            for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
                let page = ask_display(&hall, method.clone(), &address);
                assert!([404, 405].contains(&page.status), "{method} {address}: {}", page.status);
            }
        }
    }
}
