//! The first start, signing in, and how often it may fail.

use super::TestDesk;
use crate::Role;

#[test]
fn the_first_start_makes_the_chief_arbiter_once_by_the_code_of_the_terminal() {
    let desk = TestDesk::bare();
    let nobody = desk.visitor(None);
    assert_eq!(nobody.get("/").location, "/first?next=%2F");
    let fields = |code: &'static str| {
        [("code", code), ("name", "Chief"), ("pin", "246810"), ("again", "246810")]
    };
    assert_eq!(nobody.post("/first", &fields("00000000")).status, 422);
    let short = [("code", "12345678"), ("name", "Chief"), ("pin", "1"), ("again", "1")];
    assert_eq!(nobody.post("/first", &short).status, 422);
    let done = nobody.post("/first", &fields("12345678"));
    assert_eq!((done.status, done.location.as_str()), (303, "/"));
    let cookie = &done.set_cookies[0];
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let again = nobody.post("/first", &fields("12345678"));
    assert_eq!(again.location, "/sign-in", "the code is used up");
    let ground = &desk.desk.snapshot().ground;
    assert_eq!(ground.people().count(), 1);
    let chief = ground.person_named("chief").expect("entered");
    assert!(!chief.pin_hash.contains("246810"));
}

#[test]
fn a_name_and_its_pin_open_a_session_that_goes_on_to_the_page_asked_for() {
    let desk = TestDesk::new();
    let nobody = desk.visitor(None);
    let fields = [("name", " arbiter "), ("pin", "123456"), ("next", "/board/3")];
    let page = nobody.post("/sign-in", &fields);
    assert_eq!((page.status, page.location.as_str()), (303, "/board/3"));
    for next in ["https://evil.example", "//evil.example", "/\\evil.example"] {
        let fields = [("name", "Arbiter"), ("pin", "123456"), ("next", next)];
        assert_eq!(nobody.post("/sign-in", &fields).location, "/", "{next}");
    }
}

#[test]
fn wrong_pins_make_the_next_attempt_wait_even_with_the_right_one() {
    let desk = TestDesk::new();
    let nobody = desk.visitor(None);
    let wrong = [("name", "Arbiter"), ("pin", "654321")];
    for _ in 0..3 {
        assert_eq!(nobody.post("/sign-in", &wrong).status, 422);
    }
    let right = [("name", "Arbiter"), ("pin", "123456")];
    let page = nobody.post("/sign-in", &right);
    assert_eq!(page.status, 429);
    assert!(page.text.contains("try again in"), "{}", page.text);
    assert!(!page.text.contains("654321"), "a PIN never comes back");
}

#[test]
fn signing_in_needs_the_token_of_its_page() {
    let desk = TestDesk::new();
    let nobody = desk.visitor(None);
    let page = nobody.post_bare("/sign-in", &[("name", "Arbiter"), ("pin", "123456")]);
    assert_eq!(page.status, 403);
}

#[test]
fn who_loses_his_role_is_signed_out_at_once() {
    let desk = TestDesk::new();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert_eq!(arbiter.get("/").status, 200);
    let chief = desk.visitor(Some(Role::Chief));
    let fields = [("person", "2"), ("name", "Arbiter"), ("role", "none")];
    assert_eq!(chief.post("/settings/arbiter", &fields).status, 303);
    assert_eq!(arbiter.get("/").status, 303);
}

#[test]
fn the_last_chief_arbiter_keeps_his_role() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let fields = [("person", "3"), ("name", "Chief"), ("role", "reader")];
    let page = chief.post("/settings/arbiter", &fields);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("needs a chief arbiter"));
}

#[test]
fn the_language_is_chosen_by_a_form_and_kept_in_a_cookie() {
    let desk = TestDesk::new();
    let mut nobody = desk.visitor(None);
    let page = nobody.post("/language", &[("language", "ru"), ("next", "/about")]);
    assert_eq!(page.location, "/about");
    assert!(page.set_cookies[0].starts_with("kaissa-language=ru;"));
    nobody.cookies = "kaissa-language=ru".to_owned();
    assert!(nobody.get("/about").text.contains("<html lang=\"ru\">"));
}
