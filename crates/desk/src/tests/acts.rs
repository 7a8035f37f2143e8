//! Acts become entries once, and everybody sees them.

use super::TestDesk;
use crate::Role;

#[test]
fn a_form_sent_twice_is_one_entry() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let path = format!("/board/{}/note", board.0);
    for _ in 0..2 {
        let page = arbiter.post_again(&path, "0123456789abcdef", &[("text", "clock stopped")]);
        assert_eq!((page.status, page.location.as_str()), (303, "/board/1"));
    }
    assert_eq!(desk.desk.snapshot().board(board).expect("a board").board.notes.len(), 1);
}

#[test]
fn a_refused_form_shows_its_page_again_with_what_was_typed() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let path = format!("/board/{}/note", board.0);
    let long = "x".repeat(2_001);
    let page = arbiter.post(&path, &[("text", long.as_str())]);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("at most 2000 letters") && page.text.contains(&long));
    assert!(page.text.contains("aria-invalid=\"true\""));
}

#[test]
fn one_tap_says_who_is_on_the_way_and_another_that_he_is_not() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let path = format!("/board/{}/on-the-way", board.0);
    assert_eq!(arbiter.post(&path, &[("going", "1")]).location, "/");
    let reader = desk.visitor(Some(Role::Reader));
    assert!(reader.get("/").text.contains("On the way: Arbiter"));
    let at_board = [("going", ""), ("at_board", "1")];
    assert_eq!(arbiter.post(&path, &at_board).location, "/board/1");
    assert!(!reader.get("/").text.contains("On the way: Arbiter"));
}

#[test]
fn a_body_that_is_too_long_is_turned_away() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let text = "x".repeat(70_000);
    let page = arbiter.post(&format!("/board/{}/note", board.0), &[("text", text.as_str())]);
    assert_eq!(page.status, 413);
}

/// Regulations that change at a moment, which the desk does not apply by itself.
const CHANGING: &str = "default-time = \"15 min\"\n[[change]]\nfrom = 2026-08-14T15:00:00\n\
                        [change.to]\ndefault-time = \"30 min\"\n";

#[test]
fn settings_are_kept_when_they_make_sense() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let fields = [("competition", "Town cup"), ("edition", "2023"), ("round", "3")];
    assert_eq!(chief.post("/settings", &fields).status, 303);
    let page = chief.get("/settings");
    assert!(page.text.contains("value=\"Town cup\""));
    assert!(page.text.contains("<option value=\"2023\" selected>"));
    for wrong in [
        ("round", "x"),
        ("style", "slow"),
        ("regulations", "edition = 7"),
        ("regulations", CHANGING),
    ] {
        assert_eq!(chief.post("/settings", &[wrong]).status, 422, "{wrong:?}");
    }
}
