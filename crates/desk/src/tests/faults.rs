//! What arbiters found wrong with the desk: the journal's boards, notes and their entries, policies
//! of browsers, positions without a FEN, wrong pairings.

use super::harness::{TestDesk, game};
use crate::Role;

fn two_rounds() -> TestDesk {
    let desk = TestDesk::new();
    let first = game("1.7", "Ivanova, Anna", "Berg, Carl", "1. e4 e5");
    let second = game("2.3", "Berg, Carl", "Dahl, Eva", "1. d4 d5");
    desk.observe("hall.pgn", &format!("{first}{second}"));
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (board, text) in [("1", "first note"), ("2", "second note")] {
        let page = arbiter.post(&format!("/board/{board}/note"), &[("text", text)]);
        assert_eq!(page.status, 303);
    }
    desk
}

#[test]
fn the_journal_is_asked_for_a_board_as_an_arbiter_knows_it() {
    let desk = two_rounds();
    let reader = desk.visitor(Some(Role::Reader));
    for (query, has_first, has_second) in [
        ("", true, true),
        ("q=7", true, false),
        ("q=3&round=2", false, true),
        ("q=3&round=1", false, false),
        ("q=ivan", true, false),
        ("q=BERG", true, true),
        ("round=2", false, true),
        ("board=1", true, false),
    ] {
        let text = reader.get(&format!("/journal?{query}")).text;
        assert_eq!(text.contains("first note"), has_first, "{query}");
        assert_eq!(text.contains("second note"), has_second, "{query}");
        assert_eq!(text.contains("No board has this number"), !has_first && !has_second, "{query}");
    }
    let text = reader.get("/journal?board=1").text;
    assert!(text.contains("name=\"q\" autocomplete=\"off\" value=\"7\""), "as people ask for it");
}

#[test]
fn what_is_earlier_in_the_journal_is_asked_for_in_the_same_way() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for n in 0..101 {
        arbiter.post("/board/1/note", &[("text", &format!("note {n}"))]);
    }
    let text = arbiter.get("/journal?kind=note_added&q=first").text;
    let link = text.split("id=\"earlier\" href=\"").nth(1).expect("more").split('"').next();
    let link = link.expect("an address").replace("&#38;", "&").replace("&amp;", "&");
    assert!(link.contains("kind=note_added") && link.contains("q=first"), "{link}");
    let earlier = arbiter.get(&link).text;
    assert!(earlier.contains("note 0") && !earlier.contains("note 1<"));
    assert_eq!(arbiter.get("/journal?before=18446744073709551615").status, 200);
}

#[test]
fn a_note_leads_to_its_entry_and_to_that_which_it_belongs_to_and_back() {
    let desk = two_rounds();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let number = |text: &str| {
        let found = entries.iter().find(|entry| format!("{:?}", entry.body).contains(text));
        found.expect("kept").number
    };
    let first = number("first note");
    let form = arbiter.get(&format!("/board/1/note?entry={first}")).text;
    assert!(form.contains(&format!("<option value=\"{first}\" selected>")));
    let fields = [("text", "what became of it"), ("entry", &first.to_string())];
    assert_eq!(arbiter.post("/board/1/note", &fields).status, 303);
    let second = desk.desk.snapshot().head.0;
    let board = arbiter.get("/board/1").text;
    for entry in [first, second] {
        assert!(board.contains(&format!("/journal?before={}#entry-{entry}\"", entry + 1)));
    }
    let journal = arbiter.get("/journal").text;
    assert!(journal.contains(&format!("<tr id=\"entry-{second}\">")));
    assert!(journal.contains(&format!("href=\"/board/1#note-{second}\"")), "back to the board");
    assert!(journal.contains("belongs to entry") && journal.contains("beside it:"));
    // A correction is a note that belongs to what it corrects, and the page goes back there.
    let fields = [("text", "board 8"), ("reason", "misheard")];
    let done = arbiter.post(&format!("/entry/{first}/correct"), &fields);
    assert_eq!(done.location, format!("/journal?before={}#entry-{first}", first + 1));
    let wrong = [("text", "of nothing"), ("entry", "99999")];
    assert_eq!(arbiter.post("/board/1/note", &wrong).status, 303);
    assert!(!arbiter.get("/board/1").text.contains("99999"));
}

#[test]
fn the_policy_of_openers_is_sent_where_browsers_honour_it() {
    let desk = TestDesk::new();
    let policy = |desk: &TestDesk, host: &str| {
        let request = axum::http::Request::get("/sign-in").header("host", host);
        let page = desk.send(request.body(axum::body::Body::empty()).expect("a request"));
        page.headers.get("cross-origin-opener-policy").is_some()
    };
    assert!(policy(&desk, "localhost:7468") && policy(&desk, "127.0.0.1:7468"));
    assert!(!policy(&desk, "192.168.1.4:7468"), "plain HTTP over the network");
    let mut secure = desk;
    secure.app = secure.app.over_https();
    assert!(policy(&secure, "192.168.1.4:7468"));
}
