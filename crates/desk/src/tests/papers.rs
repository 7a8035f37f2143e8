//! Papers to print, the journal's corrections and export, and versions of what was fixed.

use std::sync::Arc;

use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Fault, Incident};
use kaissa_journal::{Journal, JournalReader, import};
use kaissa_laws::Rule;
use kaissa_words::Language;
use serde_json::json;

use super::harness::{TestDesk, game};
use crate::statics::catalogue;
use crate::{ArbiterEntered, Asked, BoardId, Body, Keeper, PersonId, Role, hash_pin, now};

/// A desk with a game of round 1 in which things have happened.
fn eventful() -> TestDesk {
    let desk = TestDesk::new();
    let other = game("2.1", "Third", "Fourth", "1. d4");
    let moves = "1. e4 { [%clk 1:29:00] } e5 { [%clk 1:28:30] } 2. Nf3 Nc6";
    desk.observe("hall.pgn", &format!("{}{other}", game("1.1", "First", "Second", moves)));
    let board = BoardId(1);
    let event = |event| Body::GameEvent { board, event }.into();
    let proposal = json!({
        "decision": "draw",
        "grounds": [{"kind": "article", "edition": "2023", "rule": "threefold-claim", "articles": ["9.2"]}],
        "words": {"en": {"decision": "drawn: three occurrences", "steps": ["write the result"]}},
    });
    desk.enter(vec![
        event(GameEvent::IllegalMoveBooked { by: Color::White, fault: Fault::TwoHands }),
        event(GameEvent::Happened(Incident::Warned { who: Color::Black, rule: Rule::Distraction })),
        Body::ProposalShown {
            board,
            about: "claim".to_owned(),
            edition: "2023".to_owned(),
            language: Language::English,
            proposal,
        }
        .into(),
        Body::NoteAdded {
            board: Some(BoardId(2)),
            text: "another round".to_owned(),
            of_entry: None,
        }
        .into(),
    ]);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert_eq!(arbiter.post("/board/1/note", &[("text", "clock <was> exchanged")]).status, 303);
    assert_eq!(arbiter.post("/board/1/result", &[("result", "1/2-1/2")]).status, 303);
    desk
}

#[test]
fn the_report_of_a_round_has_its_incidents_and_no_others() {
    let desk = eventful();
    let page = desk.visitor(Some(Role::Reader)).get("/report?round=1").text;
    for said in [
        "id=\"report\"",
        "illegal move booked",
        "two hands",
        "White:",
        "clock &#60;was&#62; exchanged",
        "First – Second",
        "id=\"head\"",
        "Arbiter",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("another round") && !page.contains("½–½"));
    let second = desk.visitor(Some(Role::Reader)).get("/report?round=2").text;
    assert!(second.contains("another round") && !second.contains("two hands"));
    let nothing = desk.visitor(Some(Role::Reader)).get("/report?round=9").text;
    assert!(nothing.contains("Nothing out of the ordinary"));
}

#[test]
fn the_file_for_an_appeal_holds_game_evidence_proposals_entries_and_articles() {
    let desk = eventful();
    let page = desk.visitor(Some(Role::Reader)).get("/board/1/dossier").text;
    for said in [
        "1:29:00",
        "Nc6",
        "hall.pgn",
        "drawn: three occurrences",
        "write the result",
        "9.2 (2023)",
        "proposal shown",
        "White: illegal move booked",
        "½–½",
        "kaissa journal verify",
        "id=\"report\"",
    ] {
        assert!(page.contains(said), "{said}");
    }
    assert!(!page.contains("record observed"), "what sources say is the game itself");
    assert_eq!(desk.visitor(Some(Role::Reader)).get("/board/77/dossier").status, 404);
}

#[test]
fn a_scoresheet_has_the_moves_with_their_numbers_and_times() {
    let desk = eventful();
    let page = desk.visitor(Some(Role::Reader)).get("/board/1/scoresheet").text;
    assert!(page.contains("<td>1</td><td>e4</td><td>1:29:00</td><td>e5</td><td>1:28:30</td>"));
    assert!(
        page.contains("<td>2</td><td>Nf3</td><td></td><td>Nc6</td><td></td>")
            && page.contains("½–½")
    );
}

#[test]
fn the_time_control_sheet_says_what_to_set_and_what_happens_when() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    assert!(chief.get("/time-control").text.contains("No time control is set"));
    let set = |control| {
        assert_eq!(
            chief.post("/settings", &[("time_control", control), ("edition", "2023")]).status,
            303
        );
        chief.get("/time-control").text
    };
    let page = set("40/5400+30:1800+30");
    for said in [
        "1 to 40",
        "1:30:00",
        "from 41 on",
        "30:00",
        "30 s",
        "completed move 40",
        "Standard",
        "6.7.1",
        "required to the end",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let page = set("40/7200:3600");
    assert!(page.contains("less than 5 min") && page.contains("8.4"), "{page}");
    let page = set("180+2");
    assert!(
        page.contains("Blitz")
            && page.contains("the whole game")
            && page.contains("need not record"),
        "{page}"
    );
}

#[test]
fn an_entry_is_corrected_by_a_note_that_names_it() {
    let desk = eventful();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let booked = entries.iter().find(|entry| entry.body.kind() == "game_event").expect("booked");
    let path = format!("/entry/{}/correct", booked.number);
    assert!(arbiter.get(&path).text.contains("two hands"));
    assert_eq!(arbiter.post(&path, &[("text", "it was Black")]).status, 422, "with a reason");
    let fields = [("text", "it was Black"), ("reason", "misheard")];
    let there = format!("/journal?before={0}#entry-{1}", booked.number + 1, booked.number);
    assert_eq!(arbiter.post(&path, &fields).location, there);
    let wanted = format!("Correction of entry {}: it was Black (misheard)", booked.number);
    let page = arbiter.get("/journal?board=1").text;
    assert!(page.contains(&wanted) && page.contains("illegal move booked"), "both stand");
    assert_eq!(arbiter.get("/entry/99999/correct").status, 404);
    assert!(!arbiter.get("/journal").text.contains("id=\"journal-export\""));
}

#[test]
fn the_chief_takes_the_journal_along_and_it_verifies() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let journal = Arc::new(Journal::create(&path).expect("made"));
    let desk = TestDesk::of(Keeper::open(journal, Asked::default(), now()).expect("opened"));
    let person = ArbiterEntered {
        id: PersonId(3),
        name: "Chief".to_owned(),
        role: Some(Role::Chief),
        pin_hash: hash_pin("123456").expect("randomness"),
        sector: String::new(),
    };
    desk.enter(vec![Body::ArbiterEntered(person).into()]);
    desk.observe("hall.pgn", &game("1.1", "A", "B", "1. e4"));
    let chief = desk.visitor(Some(Role::Chief));
    assert!(chief.get("/journal").text.contains("id=\"journal-export\""));
    let file = chief.get("/journal/export");
    assert!(
        file.headers["content-disposition"].to_str().expect("letters").contains("journal.jsonl")
    );
    let copy = folder.path().join("copy.kaissa");
    let report = import(&copy, file.text.as_bytes()).expect("imported");
    assert!(report.verifies());
    let original: Vec<String> = JournalReader::open(&path)
        .and_then(|reader| reader.export())
        .expect("read")
        .map(|line| line.expect("a line"))
        .collect();
    assert_eq!(file.text.lines().collect::<Vec<_>>(), original, "as the command writes it");
    let head = desk.desk.snapshot().head.clone();
    assert!(chief.get("/journal").text.contains(&format!("{} {}", head.0, head.1)));
}

#[test]
fn each_version_of_what_was_fixed_stays_with_its_entry() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    for minutes in ["15", "30"] {
        let text = format!("default-time = \"{minutes} min\"");
        assert_eq!(chief.post("/settings", &[("regulations", text.as_str())]).status, 303);
    }
    let page = desk.visitor(Some(Role::Reader)).get("/regulations").text;
    let (new, old) = (page.find("30 min"), page.find("15 min"));
    assert!(new.is_some() && new < old, "the newest first: {page}");
    assert_eq!(page.matches("holds now").count(), 1);
}

#[test]
fn every_event_at_a_board_has_its_words() {
    let page = include_str!("../../../../docs/reference/entries.md");
    let (_, events) = page.split_once("## game_event").expect("its heading");
    let (events, _) = events.split_once("\n## ").expect("the next heading");
    let rows = events.lines().filter_map(|line| line.strip_prefix("| `")?.split_once(" |"));
    let mut n_words = 0;
    for (names, _) in rows {
        for word in names.split(", ").map(|name| name.trim_matches(['`', ' '])) {
            for language in Language::ALL {
                let id = format!("desk-event-{word}");
                assert!(
                    ["event", "incident", "happened"].contains(&word)
                        || catalogue(language).has(&id),
                    "{language}: {id}"
                );
            }
            n_words += 1;
        }
    }
    assert!(n_words > 55, "{n_words}");
}
