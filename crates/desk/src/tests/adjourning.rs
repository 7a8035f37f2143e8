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

/// Resumes the game and follows what is proposed.
fn resume(desk: &TestDesk, fields: &[(&str, &str)]) -> super::Page {
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let mut all = vec![("white_clock", "1:10:00"), ("black_clock", "0:55:30"), ("letters", "en")];
    all.extend(fields);
    let asked = arbiter.post("/board/1/resume", &all);
    assert_eq!(asked.status, 303, "{}", asked.text);
    let shown = arbiter.get(&asked.location);
    assert_eq!(shown.status, 200);
    let entry = desk.desk.snapshot().ground.number().to_string();
    let followed =
        arbiter.post("/board/1/proposal", &[("entry", entry.as_str()), ("rule", "follow")]);
    assert_eq!(followed.status, 303, "{}", followed.text);
    shown
}

const BOTH: [(&str, &str); 3] = [("white_here", "1"), ("black_here", "1"), ("envelope", "opened")];

#[test]
fn the_envelope_is_opened_the_clocks_are_set_and_the_sealed_move_is_made() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    seal(&desk, &[]);
    resume(&desk, &[&BOTH[..], &[("sealed", "Nc6")]].concat());
    let snapshot = desk.desk.snapshot();
    let board = snapshot.board(board).expect("a board").board.clone();
    assert!(!board.game.is_adjourned());
    assert_eq!(board.game.ply(), 4);
    assert_eq!(board.clocks.white.map(|time| time.as_millis()), Some(70 * 60_000));
    assert_eq!(board.rulings.len(), 1);
    // A source that shows the move later brings it once.
    desk.observe(
        "hall.pgn",
        &super::harness::game("1.1", "First, A", "Second, B", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
    );
    assert_eq!(desk.desk.snapshot().board(board.id).expect("a board").board.game.ply(), 5);
}

#[test]
fn a_sealed_move_that_is_ambiguous_or_illegal_loses() {
    for sealed in ["Nd7", "Qh3"] {
        let (desk, board) = TestDesk::with_game("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5");
        desk.visitor(Some(Role::Chief)).post("/settings", &[("edition", "2001")]);
        seal(&desk, &[]);
        let shown = resume(&desk, &[&BOTH[..], &[("sealed", sealed)]].concat());
        assert!(shown.text.contains("A8"), "{sealed}: the edition's own article");
        let snapshot = desk.desk.snapshot();
        let board = snapshot.board(board).expect("a board").board.clone();
        assert_eq!(board.final_result().map(|result| result.to_string()).as_deref(), Some("1-0"));
        assert_eq!(board.game.ply(), 7, "the move was not made");
    }
}

#[test]
fn the_envelope_stays_closed_while_he_is_away_who_has_to_reply() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    seal(&desk, &[]);
    let fields = [("black_here", "1"), ("envelope", "opened"), ("sealed", "Nc6")];
    resume(&desk, &fields);
    let game =
        |desk: &TestDesk| desk.desk.snapshot().board(board).expect("a board").board.game.clone();
    assert_eq!((game(&desk).ply(), game(&desk).is_adjourned()), (3, true));
    // He comes, and it is opened.
    resume(&desk, &[&BOTH[..], &[("white_late", "20"), ("sealed", "Nc6")]].concat());
    assert_eq!((game(&desk).ply(), game(&desk).is_adjourned()), (4, false));
}

#[test]
fn an_envelope_that_was_opened_has_a_move_in_it() {
    let (desk, _) = TestDesk::with_game("1. e4 e5 2. Nf3");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let clocks = [("white_clock", "1:10:00"), ("black_clock", "0:55:30")];
    let fields = [&clocks[..], &BOTH[..]].concat();
    assert_eq!(arbiter.post("/board/1/resume", &fields).status, 422, "it is not adjourned");
    seal(&desk, &[]);
    let page = arbiter.post("/board/1/resume", &fields);
    assert!(page.status == 422 && page.text.contains("the move in it is needed"));
}

#[test]
fn moves_that_a_source_shows_after_the_adjournment_change_no_sealer() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    seal(&desk, &[]);
    let shown = "1. e4 e5 2. Nf3 Nc6";
    desk.observe("hall.pgn", &super::harness::game("1.1", "First, A", "Second, B", shown));
    let page = desk.visitor(Some(Role::Arbiter)).get("/board/1/resume").text;
    assert!(page.contains("<b>Black, Second, B</b>, 2..."), "{page}");
    resume(&desk, &[&BOTH[..], &[("sealed", "Nc6")]].concat());
    let game = desk.desk.snapshot().board(board).expect("a board").board.game.clone();
    assert_eq!((game.ply(), game.is_adjourned()), (4, false), "the move is made once");
}
