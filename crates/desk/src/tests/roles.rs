//! No route lets in who may not come, and no form that is not from our own page.

use axum::http::Method;

use super::{TestDesk, Visitor};
use crate::{Access, Role, Route, routes};

/// A path with every part filled in.
fn path_of(route: &Route, board: u32) -> String {
    let mut path = route.path.replace("{board}", &board.to_string());
    while let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
        path.replace_range(start..=end, "1");
    }
    path
}

/// Everybody whose role is below what is asked.
fn below(access: Access) -> Vec<Option<Role>> {
    let mut below = vec![None];
    below.extend(Role::ALL.map(Some));
    below.retain(|role| match (access, role) {
        (Access::Public, _) => false,
        (Access::Least(_), None) => true,
        (Access::Least(least), Some(role)) => *role < least,
    });
    below
}

fn desk() -> (TestDesk, u32) {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    let photo = ("clock.jpg", &b"\xff\xd8\xff\xe0"[..]);
    desk.visitor(Some(Role::Arbiter)).post_file("/board/1/attach", &[], photo);
    (desk, board.0)
}

#[test]
fn every_page_turns_away_who_may_not_see_it() {
    let (desk, board) = desk();
    for route in routes() {
        let path = path_of(&route, board);
        for role in below(route.see) {
            let page = desk.visitor(role).get(&path);
            let is_turned_away = match role {
                None => page.status == 303 && page.location.starts_with("/sign-in?next="),
                Some(_) => page.status == 403,
            };
            assert!(is_turned_away, "{path} for {role:?}: {} {}", page.status, page.location);
        }
        let chief = desk.visitor(Some(Role::Chief)).get(&path);
        assert_eq!(chief.status, 200, "{path} for the chief arbiter");
    }
}

#[test]
fn every_stream_turns_away_who_may_not_see_its_page() {
    let (desk, board) = desk();
    for route in routes().into_iter().filter(|route| route.live.is_some()) {
        let path = format!("/live{}", path_of(&route, board).trim_end_matches('/'));
        for role in below(route.see) {
            assert_eq!(desk.visitor(role).get(&path).status, 403, "{path} for {role:?}");
        }
    }
}

#[test]
fn every_act_is_refused_to_lower_roles_and_to_forms_from_elsewhere() {
    let (desk, board) = desk();
    let number = || desk.desk.snapshot().ground.number();
    let before = number();
    for route in routes() {
        let path = path_of(&route, board);
        let Some(act) = route.act else {
            let page = desk.visitor(Some(Role::Chief)).post(&path, &[]);
            assert_eq!(page.status, 405, "{path} takes no form");
            continue;
        };
        for role in below(act.may) {
            assert_eq!(desk.visitor(role).post(&path, &[]).status, 403, "{path} for {role:?}");
        }
        let chief = desk.visitor(Some(Role::Chief));
        let without_token = chief.post_bare(&path, &[("sent", "0123456789abcdef")]);
        assert_eq!(without_token.status, 403, "{path} without a token");
        let foreign = desk.visitor(Some(Role::Reader)).token();
        let fields = [("token", foreign.as_str()), ("sent", "0123456789abcdef")];
        assert_eq!(chief.post_bare(&path, &fields).status, 403, "{path}, another's token");
        assert_eq!(from_origin(&desk, &chief, &path, "http://evil.example").status, 403, "{path}");
        assert_eq!(from_origin(&desk, &chief, &path, "null").status, 403, "{path}");
        let token = chief.token();
        let without_id = chief.post_bare(&path, &[("token", token.as_str())]);
        assert_eq!(without_id.status, 400, "{path} without an id");
    }
    assert_eq!(number(), before, "nothing was kept");
}

fn from_origin(desk: &TestDesk, visitor: &Visitor<'_>, path: &str, origin: &str) -> super::Page {
    let body = format!("token={}&sent=0123456789abcdef", visitor.token());
    let request = visitor.request(Method::POST, path).header("origin", origin);
    desk.send(request.body(body.into()).expect("a request"))
}

#[test]
fn a_name_that_is_bound_to_our_address_from_outside_gets_no_page() {
    let desk = TestDesk::new();
    let request = axum::http::Request::get("/about").header("host", "evil.example:7468");
    assert_eq!(desk.send(request.body(String::new().into()).expect("a request")).status, 421);
}

#[test]
fn every_page_comes_with_the_strict_policy() {
    let (desk, board) = desk();
    let chief = desk.visitor(Some(Role::Chief));
    for route in routes() {
        let page = chief.get(&path_of(&route, board));
        let policy = page.headers.get("content-security-policy").expect("a policy");
        let policy = policy.to_str().expect("letters");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        for inline in ["<script>", "<style", " style=\"", " onclick=", "javascript:"] {
            assert!(!page.text.contains(inline), "{} holds {inline}", route.path);
        }
    }
}

#[test]
fn an_unknown_board_is_not_found_and_an_unknown_path_too() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    for path in ["/board/77", "/board/x", "/board/77/note", "/nothing"] {
        assert_eq!(chief.get(path).status, 404, "{path}");
    }
}
