//! A game is adjourned, and its envelope written.

use kaissa_game::Incident;

use super::harness::TestDesk;
use crate::{BoardId, Role};

fn seal(desk: &TestDesk, more: &[(&str, &str)]) -> super::Page {
    let mut fields = vec![
        ("white", "1:10:00"),
        ("black", "0:55:30"),
        ("offer", "white"),
        ("resumption", "Friday, 10:00, small hall"),
    ];
    fields.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    fields.extend(more);
    desk.visitor(Some(Role::Arbiter)).post("/board/1/seal", &fields)
}

#[test]
fn sealing_is_kept_and_the_envelope_says_all_but_the_move() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    let page = seal(&desk, &[]);
    assert_eq!((page.status, page.location.as_str()), (303, "/board/1/envelope"));
    let snapshot = desk.desk.snapshot();
    let game = &snapshot.board(board).expect("a board").board.game;
    assert!(game.is_adjourned());
    let sealed = Incident::MoveSealed { by: kaissa_chess::Color::Black };
    assert!(game.incidents().iter().any(|(ply, incident)| (*ply, incident) == (3, &sealed)));
    let envelope = desk.visitor(Some(Role::Reader)).get("/board/1/envelope").text;
    for said in [
        "First, A",
        "Second, B",
        "1:10:00",
        "0:55:30",
        "Black, Second, B",
        "2...",
        "White, First, A",
        "Friday, 10:00, small hall",
        "KQkq",
    ] {
        assert!(envelope.contains(said), "{said}");
    }
    let board = desk.visitor(Some(Role::Reader)).get("/board/1").text;
    assert!(board.contains("q=envelope-opened"), "the Laws for an adjourned game");
    assert_eq!(seal(&desk, &[]).status, 422, "it is adjourned already");
}

#[test]
fn who_adjourns_early_takes_the_rest_of_the_session_on_his_clock() {
    let (desk, _) = TestDesk::with_game("1. e4 e5");
    assert_eq!(seal(&desk, &[("session_left", "25")]).status, 303);
    let snapshot = desk.desk.snapshot();
    let board = snapshot.board(BoardId(1)).expect("a board").board.clone();
    let envelope = board.envelope.as_ref().expect("written");
    assert_eq!((envelope.white_ms, envelope.black_ms), (45 * 60_000, 3_330_000));
    assert_eq!(board.clocks.white.map(|time| time.as_millis()), Some(45 * 60_000));
}

#[test]
fn who_has_less_than_the_rest_of_the_session_may_not_adjourn_early() {
    let (desk, _) = TestDesk::with_game("1. e4 e5");
    let page = seal(&desk, &[("session_left", "1:30")]);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("I.1.2"), "the article is named: {}", page.text);
    for wrong in [("white", "x"), ("session_left", "soon"), ("resumption", "")] {
        assert_eq!(seal(&desk, &[wrong]).status, 422, "{wrong:?}");
    }
    assert!(!desk.desk.snapshot().board(BoardId(1)).expect("a board").board.game.is_adjourned());
}

#[test]
fn a_game_that_is_not_adjourned_has_no_envelope() {
    let (desk, _) = TestDesk::with_game("1. e4 e5");
    let page = desk.visitor(Some(Role::Reader)).get("/board/1/envelope");
    assert!(page.status == 200 && !page.text.contains("id=\"envelope\""));
}
