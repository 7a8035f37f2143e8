//! A page that stays open is sent what changed, and resumes where it was.

use super::harness::{TestDesk, game};
use crate::Role;
use crate::pages::hall_show::fragments;

/// The stream of the hall from a stamp on, up to its first event.
fn first_event(desk: &TestDesk, last_event_id: &str) -> String {
    let reader = desk.visitor(Some(Role::Reader));
    let request = reader.request(axum::http::Method::GET, "/live");
    let request = request.header("last-event-id", last_event_id);
    desk.send(request.body(String::new().into()).expect("a request")).text
}

#[test]
fn a_stream_resumes_with_the_boards_that_changed_meanwhile() {
    let desk = TestDesk::new();
    let two = |first: &str, second: &str| {
        format!("{}{}", game("1.1", "A", "B", first), game("1.2", "C", "D", second))
    };
    desk.observe("hall.pgn", &two("1. e4", "1. d4"));
    let stamp = desk.desk.snapshot().stamp();
    let nothing_new = first_event(&desk, &stamp);
    assert!(nothing_new.contains("event: changed") && !nothing_new.contains("<article"));
    desk.observe("hall.pgn", &two("1. e4 e5", "1. d4"));
    let resumed = first_event(&desk, &stamp);
    assert!(resumed.contains(&format!("id: {}", desk.desk.snapshot().stamp())));
    assert!(resumed.contains("id=\"board-1\"") && !resumed.contains("id=\"board-2\""));
    let of_another_start = first_event(&desk, "1-9999999");
    assert!(
        of_another_start.contains("id=\"board-1\"") && of_another_start.contains("id=\"board-2\"")
    );
}

#[test]
fn a_tile_is_made_once_for_all_pages() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let ask = super::harness::ask(&desk);
    let first = fragments(&ask, 0);
    let live = desk.desk.snapshot().board(board).expect("a board").clone();
    let again = live.tile(ask.language, || panic!("made twice"));
    assert_eq!(first.first().map(String::as_str), Some(&*again));
}

#[test]
fn the_board_that_needs_an_arbiter_most_comes_first() {
    let desk = TestDesk::new();
    let calm = game("1.1", "A", "B", "1. e4");
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 \
                    8. Ng1 Ng8 9. e4";
    desk.observe("hall.pgn", &format!("{calm}{}", game("1.2", "C", "D", repeated)));
    let page = desk.visitor(Some(Role::Reader)).get("/").text;
    let (calm, missed) = (page.find("id=\"board-1\""), page.find("id=\"board-2\""));
    assert!(missed < calm, "board 2 played on after a fifth occurrence");
}
