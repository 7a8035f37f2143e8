//! Photos laid beside the entries of a board, shown locked up, and erased.

use std::sync::Arc;

use kaissa_journal::Journal;

use super::harness::TestDesk;
use crate::{Asked, BoardId, Body, Keeper, Role, now};

const PHOTO: &[u8] = b"\xff\xd8\xff\xe0 a clock that shows 0:05 and 0:07";

fn attach(desk: &TestDesk, fields: &[(&str, &str)], file: (&str, &[u8])) -> super::Page {
    desk.visitor(Some(Role::Arbiter)).post_file("/board/1/attach", fields, file)
}

#[test]
fn a_photo_is_kept_with_its_entry_and_shown_locked_up() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post("/board/1/note", &[("text", "the flag is down")]);
    let entry = desk.desk.snapshot().ground.number().to_string();
    let fields = [("text", "both <clocks>"), ("entry", entry.as_str())];
    let page = attach(&desk, &fields, ("../x/часы.svg", PHOTO));
    assert_eq!((page.status, page.location.as_str()), (303, "/board/1"));
    let board = desk.visitor(Some(Role::Reader)).get("/board/1").text;
    assert!(board.contains("src=\"/board/1/file/1\""));
    assert!(board.contains(&format!("#entry-{entry}\">№ {entry}</a>")), "it belongs to the note");
    assert!(!board.contains("both <clocks>"));
    let shown = desk.visitor(Some(Role::Reader)).get("/board/1/file/1");
    let header = |name: &str| shown.headers.get(name).and_then(|value| value.to_str().ok());
    assert_eq!(header("content-type"), Some("image/jpeg"), "by what is in it, not by its name");
    assert_eq!(header("x-content-type-options"), Some("nosniff"));
    let policy = header("content-security-policy").expect("a policy");
    assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"), "{policy}");
    assert_eq!(header("content-disposition"), Some("inline; filename=\"board-1-1.jpg\""));
    assert_eq!(header("cache-control"), Some("no-store"));
    assert!(shown.text.contains("a clock that shows 0:05"));
}

#[test]
fn who_is_not_signed_in_sees_no_photo() {
    let (desk, _) = TestDesk::with_game("1. e4");
    attach(&desk, &[], ("a.jpg", PHOTO));
    let page = desk.visitor(None).get("/board/1/file/1");
    assert!(page.status == 303 && page.location.starts_with("/sign-in"));
    assert_eq!(desk.visitor(Some(Role::Reader)).get("/board/1/file/2").status, 404);
}

#[test]
fn what_could_act_in_a_page_is_refused_whatever_it_is_called() {
    let (desk, _) = TestDesk::with_game("1. e4");
    for (name, bytes) in [
        ("photo.jpg", &b"<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>"[..]),
        ("photo.png", b"<!DOCTYPE html><script>alert(1)</script>"),
        ("photo.jpg", b"just a text"),
        ("empty.jpg", b""),
    ] {
        assert_eq!(attach(&desk, &[], (name, bytes)).status, 422, "{name}");
    }
    let large = [PHOTO, &vec![0; 12 << 20]].concat();
    let page = attach(&desk, &[], ("large.jpg", &large));
    assert!(page.status == 422 && page.text.contains("at most 12 MB"));
    assert!(desk.desk.snapshot().board(BoardId(1)).expect("a board").board.attachments.is_empty());
}

#[test]
fn a_pdf_is_saved_and_not_shown() {
    let (desk, _) = TestDesk::with_game("1. e4");
    attach(&desk, &[], ("sheet.pdf", b"%PDF-1.7 a scoresheet"));
    let page = desk.visitor(Some(Role::Reader)).get("/board/1/file/1");
    let disposition = page.headers.get("content-disposition").expect("a name");
    assert_eq!(disposition.to_str().ok(), Some("attachment; filename=\"board-1-1.pdf\""));
}

/// Erases what the newest entry of a kind says, as the chief arbiter.
fn erase(desk: &TestDesk, kind: &str, reason: &str) -> u16 {
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let number = entries.iter().rev().find(|entry| entry.body.kind() == kind).expect("kept").number;
    let fields = [("reason", reason), ("board", "1")];
    desk.visitor(Some(Role::Chief)).post(&format!("/entry/{number}/erase"), &fields).status
}

#[test]
fn the_chief_erases_a_photo_and_the_erasure_is_an_entry() {
    let (desk, _) = TestDesk::with_game("1. e4");
    attach(&desk, &[], ("a.jpg", PHOTO));
    assert_eq!(erase(&desk, "attachment_added", " "), 422, "a reason is needed");
    assert_eq!(erase(&desk, "attachment_added", "a face of a spectator"), 303);
    let reader = desk.visitor(Some(Role::Reader));
    assert_eq!(reader.get("/board/1/file/1").status, 404);
    assert!(!reader.get("/board/1").text.contains("/file/1"));
    assert!(reader.get("/journal?kind=body_erased").text.contains("a face of a spectator"));
    assert_eq!(erase(&desk, "attachment_added", "again"), 422, "there is nothing any more");
    // The number of a file that was erased is nobody else's.
    attach(&desk, &[], ("b.jpg", PHOTO));
    assert_eq!(reader.get("/board/1/file/2").status, 200);
}

#[test]
fn what_a_game_rests_on_is_not_erased() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post("/board/1/pad", &[("ply", "1"), ("move", "e5")]);
    assert_eq!(erase(&desk, "game_event", "a slip"), 422);
}

#[test]
fn photos_and_erasures_come_back_from_the_journal_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let journal = Arc::new(Journal::open_or_create(&path).expect("opened"));
    let desk = TestDesk::of(Keeper::open(journal, Asked::default(), now()).expect("opened"));
    desk.people();
    desk.observe("hall.pgn", &super::harness::game("1.1", "A", "B", "1. e4"));
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post("/board/1/note", &[("text", "he is ill")]);
    for name in ["a.jpg", "b.jpg"] {
        let bytes = [PHOTO, name.as_bytes()].concat();
        assert_eq!(attach(&desk, &[("text", name)], (name, &bytes)).status, 303);
    }
    let before = |desk: &TestDesk| {
        let snapshot = desk.desk.snapshot();
        let board = snapshot.board(BoardId(1)).expect("a board").board.clone();
        (board.notes.clone(), board.attachments.clone(), board.n_laid)
    };
    assert_eq!(erase(&desk, "note_added", "health"), 303);
    assert_eq!(erase(&desk, "attachment_added", "a face"), 303);
    let live = before(&desk);
    assert_eq!((live.0.len(), live.1.len(), live.2), (0, 1, 2));
    drop(desk);
    let again = loop {
        match Journal::open(&path) {
            Ok(journal) => break Arc::new(journal),
            Err(_) => std::thread::yield_now(),
        }
    };
    let kept = again.reader().attachment(live.1[0].attachment.sha256).expect("readable");
    assert!(kept.expect("there").ends_with(b"a.jpg"));
    assert!(again.reader().verify(None).expect("readable").verifies());
    let desk = TestDesk::of(Keeper::open(again, Asked::default(), now()).expect("opened"));
    assert_eq!(before(&desk), live);
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    assert!(
        entries.iter().any(
            |entry| matches!(&entry.body, Body::BodyErased { reason, .. } if reason == "health")
        )
    );
}
