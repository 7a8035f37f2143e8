//! The record put right by hand, and moves written on the pad.

use kaissa_feed::{Observation, Seen};

use super::harness::{TestDesk, game, records};
use crate::{BoardId, Role, now};

/// The moves of a board as the desk has them now.
fn moves(desk: &TestDesk, board: BoardId) -> Vec<String> {
    let snapshot = desk.desk.snapshot();
    let game = &snapshot.board(board).expect("a board").board.game;
    let before = game.positions().map(|(_, position)| position);
    before.zip(game.moves()).map(|(at, made)| at.to_san(made.played)).collect()
}

/// Lets the source of `with_game` show other moves.
fn shows(desk: &TestDesk, moves: &str) {
    desk.observe("hall.pgn", &game("1.1", "First, A", "Second, B", moves));
}

fn correct(desk: &TestDesk, board: BoardId, after: &str, moves: &str) -> super::Page {
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let fields = [("after", after), ("moves", moves), ("reason", "seen at the board")];
    arbiter.post(&format!("/board/{}/correct", board.0), &fields)
}

fn alarms(desk: &TestDesk, board: BoardId) -> Vec<String> {
    let snapshot = desk.desk.snapshot();
    let live = snapshot.board(board).expect("a board");
    live.alarms.iter().map(|event| event.alarm.kind().word().to_owned()).collect()
}

#[test]
fn a_correction_stands_and_the_source_goes_on_after_it() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3 Nc6");
    let page = correct(&desk, board, "2", "2.Nc3 Nc6");
    assert_eq!((page.status, page.location.as_str()), (303, "/board/1"));
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nc3", "Nc6"]);
    shows(&desk, "1. e4 e5 2. Nf3 Nc6 3. Bc4");
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nc3", "Nc6", "Bc4"]);
    // The source puts right itself what the arbiter had put right.
    shows(&desk, "1. e4 e5 2. Nc3 Nc6 3. Bc4 Bc5");
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nc3", "Nc6", "Bc4", "Bc5"]);
}

#[test]
fn the_old_record_stays_in_the_journal_with_the_reason_of_the_new_one() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    correct(&desk, board, "2", "");
    assert_eq!(moves(&desk, board), ["e4", "e5"]);
    let reader = desk.visitor(Some(Role::Reader));
    let journal = reader.get("/journal?kind=record_corrected");
    assert!(journal.text.contains("seen at the board"));
    let snapshot = desk.desk.snapshot();
    let game = &snapshot.board(board).expect("a board").board.game;
    assert_eq!(game.set_aside().len(), 1);
    assert_eq!(game.set_aside()[0].moves.len(), 1);
}

#[test]
fn an_illegal_move_that_stands_is_data_and_raises_its_alarm() {
    let (desk, board) = TestDesk::with_game("1. e4 e5 2. Nf3");
    assert_eq!(correct(&desk, board, "2", "Ke1e3 d5").status, 303);
    let page = desk.visitor(Some(Role::Reader)).get("/board/1");
    assert!(page.text.contains("class=\"illegal\""), "it is marked in the list of moves");
    assert!(alarms(&desk, board).contains(&"illegal_move".to_owned()));
}

#[test]
fn a_move_that_cannot_be_read_is_refused_with_its_place_and_what_was_typed_stays() {
    let (desk, board) = TestDesk::with_game("1. e4 e5");
    for (typed, says) in [
        ("2.Nf3 Nc6 3.Nf9", "move 3, &quot;3. Nf9&quot;: found no move, expected one such as Nf3"),
        ("Nf3 Qa5", "move 2, &quot;2... Qa5&quot;: no such piece can come there"),
    ] {
        let page = correct(&desk, board, "2", typed);
        assert_eq!(page.status, 422);
        let text = page.text.replace("&#34;", "&quot;");
        assert!(text.contains(says), "{says}: {text}");
        assert!(page.text.contains(&format!(">{typed}</textarea>")));
    }
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for wrong in [
        [("after", "9"), ("moves", "Nf3"), ("reason", "x")],
        [("after", "2"), ("moves", "Nf3"), ("reason", " ")],
        [("after", "1"), ("moves", "e5"), ("reason", "x")],
    ] {
        assert_eq!(arbiter.post("/board/1/correct", &wrong).status, 422, "{wrong:?}");
    }
    assert_eq!(moves(&desk, board), ["e4", "e5"]);
}

#[test]
fn russian_letters_are_read_and_come_back_from_the_journal() {
    let (desk, board) = TestDesk::with_game("1. e4 e5");
    assert_eq!(correct(&desk, board, "2", "Кf3 Кc6 Сb5").status, 303);
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
}

#[test]
fn each_move_of_the_pad_is_an_entry_with_its_own_time() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let at = (now().0 - 4_000).to_string();
    let fields = [("ply", "1"), ("from", "e7"), ("to", "e5"), ("at", at.as_str())];
    let page = arbiter.post("/board/1/pad", &fields);
    assert_eq!((page.status, page.location.as_str()), (303, "/board/1/pad"));
    let typed = arbiter.post("/board/1/pad", &[("ply", "2"), ("move", "Nf3"), ("below", "black")]);
    assert_eq!(typed.location, "/board/1/pad?below=black");
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nf3"]);
    let entries = desk.desk.ledger().read(1, 100).expect("read");
    let kept = entries.iter().find(|entry| entry.happened_at.0.to_string() == at);
    assert_eq!(kept.map(|entry| entry.body.kind()), Some("game_event"));
    assert_eq!(
        desk.desk
            .snapshot()
            .board(board)
            .expect("a board")
            .board
            .game
            .moves_completed(kaissa_chess::Color::White),
        2
    );
}

#[test]
fn a_tap_for_a_position_that_has_gone_is_refused() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = arbiter.post("/board/1/pad", &[("ply", "0"), ("from", "d7"), ("to", "d5")]);
    assert_eq!(page.status, 422);
    assert_eq!(moves(&desk, board), ["e4"]);
}

#[test]
fn an_illegal_tap_is_asked_for_and_kept_when_it_was_made() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = arbiter.post("/board/1/pad", &[("ply", "1"), ("from", "b8"), ("to", "d7")]);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("Nb8xd7 is illegal: an own piece stands there"), "{}", page.text);
    assert!(page.text.contains("id=\"pad-illegal\"") && page.text.contains("value=\"b8d7\""));
    assert_eq!(moves(&desk, board), ["e4"]);
    let kept = arbiter.post("/board/1/pad", &[("ply", "1"), ("move", "b8d7"), ("stands", "1")]);
    assert_eq!(kept.status, 303);
    assert!(alarms(&desk, board).contains(&"illegal_move".to_owned()));
}

#[test]
fn the_last_move_is_taken_back_and_stays_as_evidence() {
    let (desk, board) = TestDesk::with_game("1. e4 e5");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert_eq!(arbiter.post("/board/1/pad", &[("ply", "2"), ("back", "1")]).status, 303);
    assert_eq!(moves(&desk, board), ["e4"]);
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.board(board).expect("a board").board.game.set_aside().len(), 1);
}

#[test]
fn a_promotion_is_chosen_before_the_move_is_kept() {
    let line = "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 h6";
    let (desk, board) = TestDesk::with_game(line);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let chosen = arbiter.get("/board/1/pad?from=b7");
    assert!(
        chosen.text.contains("href=\"/board/1/pad?from=b7&amp;to=a8\"")
            || chosen.text.contains("href=\"/board/1/pad?from=b7&#38;to=a8\"")
    );
    let page = arbiter.get("/board/1/pad?from=b7&to=a8");
    assert!(page.text.contains("id=\"pad-promotion\""));
    let fields = [("ply", "8"), ("from", "b7"), ("to", "a8"), ("promotion", "n")];
    assert_eq!(arbiter.post("/board/1/pad", &fields).status, 303);
    assert_eq!(moves(&desk, board).last().map(String::as_str), Some("bxa8=N"));
}

#[test]
fn without_a_script_a_piece_is_a_link_and_then_every_square_a_button() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let first = arbiter.get("/board/1/pad").text;
    assert_eq!(first.matches("data-own=\"1\"").count(), 16);
    assert!(!first.contains("name=\"to\""));
    let second = arbiter.get("/board/1/pad?from=g8").text;
    assert_eq!(second.matches("<button name=\"to\"").count(), 48);
    assert_eq!(second.matches("class=\"target\"").count(), 2);
    let turned = arbiter.get("/board/1/pad?below=black").text;
    let order = |text: &str| text.find("data-square=\"h1\"") < text.find("data-square=\"a8\"");
    assert!(order(&turned) && !order(&first));
}

#[test]
fn a_source_that_brings_later_what_the_arbiter_wrote_brings_it_once() {
    let (desk, board) = TestDesk::with_game("1. e4 e5");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (ply, written) in [("2", "Nf3"), ("3", "Nc6")] {
        assert_eq!(arbiter.post("/board/1/pad", &[("ply", ply), ("move", written)]).status, 303);
    }
    shows(&desk, "1. e4 e5 2. Nf3");
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nf3", "Nc6"]);
    shows(&desk, "1. e4 e5 2. Nf3 Nc6 3. Bb5");
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
}

#[test]
fn what_an_arbiter_entered_stays_when_a_second_source_appears() {
    let (desk, board) = TestDesk::with_game("1. e4 e5");
    correct(&desk, board, "2", "Nf3");
    let pgn = game("1.1", "First, A", "Second, B", "1. e4 e5");
    let seen = Seen::Games { records: records(&pgn), changed_at: now() };
    desk.desk.observe(Observation { source: "other.pgn".to_owned(), at: now(), seen });
    desk.enter(Vec::new());
    assert_eq!(moves(&desk, board), ["e4", "e5", "Nf3"]);
}
