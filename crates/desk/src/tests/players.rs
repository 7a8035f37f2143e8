//! The players over the rounds.

use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Fault, Incident};
use kaissa_laws::Rule;

use super::harness::{TestDesk, game};
use crate::{BoardId, Body, Role};

fn happen(desk: &TestDesk, board: u32, events: Vec<GameEvent>) {
    let board = BoardId(board);
    desk.enter(events.into_iter().map(|event| Body::GameEvent { board, event }.into()).collect());
}

#[test]
fn what_is_booked_for_a_player_is_found_under_his_name_whatever_the_round() {
    let desk = TestDesk::new();
    let first = game("1.1", "Carlsen, Magnus", "Li", "1. e4");
    desk.observe("hall.pgn", &format!("{first}{}", game("2.7", "So", "Magnus Carlsen", "1. d4")));
    happen(
        &desk,
        1,
        vec![
            GameEvent::IllegalMoveBooked { by: Color::White, fault: Fault::TwoHands },
            GameEvent::Happened(Incident::Warned { who: Color::White, rule: Rule::Distraction }),
        ],
    );
    let reader = desk.visitor(Some(Role::Reader));
    let page = reader.get("/players?q=carlsen").text;
    assert_eq!(page.matches("<b>Magnus Carlsen</b>").count(), 1, "one player, two games: {page}");
    assert!(page.contains("Round 1, White") && page.contains("Round 2, Black"));
    assert!(page.contains("two hands for one move") && page.contains("11.5"), "{page}");
    assert!(!page.contains("<b>So</b>"), "only who is asked for");
    assert!(!page.contains("/area"), "a reader notes nothing");
}

#[test]
fn who_is_out_of_the_playing_area_stands_on_top_until_he_is_back() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let path = format!("/board/{}/area", board.0);
    let away = |page: &str| page.contains("value=\"back-black\"");
    assert_eq!(arbiter.post(&path, &[("who", "left-black")]).location, "/players");
    let page = arbiter.get("/players").text;
    assert!(away(&page) && page.contains("class=\"age\" data-at=\"1"), "{page}");
    for page in [&page, &arbiter.get("/").text] {
        assert!(page.contains("class=\"age\"") && !page.contains("></time>"), "{page}");
    }
    assert!(page.contains("left the playing area 1 time") && page.contains("1 without permission"));
    assert_eq!(arbiter.post(&path, &[("who", "back-black")]).status, 303);
    assert!(!away(&arbiter.get("/players").text));
    assert_eq!(arbiter.post(&path, &[("who", "nobody")]).status, 422);
}
