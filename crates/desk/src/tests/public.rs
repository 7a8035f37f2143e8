//! The public display and a blind player's board: what is shown there, and above all what is not.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::http::{Method, Request};
use kaissa_game::Timestamp;
use kaissa_hall::{AlarmEvent, AlarmKind};
use kaissa_laws::ClockTime;
use kaissa_words::Language;
use tokio::sync::watch;

use super::harness::{Page, TestDesk, game, page_of};
use crate::public::{PUBLIC_ROUTES, PublicDisplay, PublicFeed, PublicHall, public_router};
use crate::{Body, LiveBoard, Role, Snapshot};

/// Sixteen plies after which both claims and an automatic end are due, and one more.
const SHUFFLED: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. \
                        Ng1 Ng8 9. e4";

/// A desk on which alarms of several kinds stand, with notes, arbiters on their way and absent
/// players.
fn troubled() -> TestDesk {
    let desk = TestDesk::new();
    let illegal = game("1.2", "Third", "Fourth", "1. e4 e5 2. Bxh7 Nc6 3. Nf3");
    desk.observe("hall.pgn", &format!("{}{illegal}", game("1.1", "First", "Second", SHUFFLED)));
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert_eq!(arbiter.post("/board/1/note", &[("text", "secret note")]).status, 303);
    assert_eq!(arbiter.post("/board/1/on-the-way", &[("going", "1")]).status, 303);
    let alarms = |id| desk.desk.snapshot().board(crate::BoardId(id)).map(|live| live.alarms.len());
    assert!(alarms(1) > Some(0) && alarms(2) > Some(0), "alarms stand");
    desk
}

pub(super) fn shown(desk: &TestDesk) -> Arc<PublicHall> {
    shown_of(&desk.desk.snapshot())
}

fn shown_of(snapshot: &Snapshot) -> Arc<PublicHall> {
    let mut feed = PublicFeed::new(ClockTime::ZERO, Timestamp(1));
    feed.take(snapshot, Timestamp(1));
    Arc::new(feed.let_out(Timestamp(1)).expect("something"))
}

/// Asks the display for a path; of a stream the first event.
pub(super) fn ask_display(hall: &Arc<PublicHall>, method: Method, path: &str) -> Page {
    let (_sender, halls) = watch::channel(hall.clone());
    let router = public_router(PublicDisplay::new(halls));
    let request = Request::builder().method(method).uri(path).header("host", "anything.example");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let request = request.body(HttpBody::empty()).expect("a request");
    runtime.block_on(page_of(router, request))
}

/// What the display answers to who looks.
fn get(hall: &Arc<PublicHall>, path: &str) -> (u16, String) {
    let page = ask_display(hall, Method::GET, path);
    (page.status, page.text)
}

/// Every address of the display that shows something of these boards, in both languages.
fn addresses(hall: &PublicHall) -> Vec<String> {
    let mut found = Vec::new();
    for route in PUBLIC_ROUTES {
        let paths: Vec<String> = match route.path {
            "/static/{name}" => Vec::new(),
            path if path.contains("{board}") => {
                let ids = hall.boards.keys();
                ids.map(|id| path.replace("{board}", &id.0.to_string())).collect()
            }
            path => vec![path.to_owned(), format!("{path}?round=all")],
        };
        for path in paths {
            let sign = if path.contains('?') { '&' } else { '?' };
            found.extend(["en", "ru"].map(|code| format!("{path}{sign}lang={code}")));
        }
    }
    found
}

#[test]
fn the_public_display_shows_games_and_nothing_that_players_may_not_learn() {
    let desk = troubled();
    let hall = shown(&desk);
    let mut kept: Vec<String> = [
        "secret note",
        "missed",
        "claimable",
        "contradiction",
        "data-alarm",
        "alarms",
        "counter",
        "illegal",
        "Arbiter",
        "occurrence",
        "class=\"fact\"",
        "class=\"record\"",
        "on-the-way",
        "times",
        "rank",
    ]
    .map(str::to_owned)
    .into();
    for language in Language::ALL {
        let words = crate::statics::catalogue(language);
        let say = |id: &str| words.say(id, &kaissa_words::FluentArgs::new());
        kept.extend(
            kaissa_hall::AlarmKind::ALL
                .iter()
                .map(|kind| say(&format!("desk-alarm-{}", kind.word()))),
        );
        kept.extend(["desk-going", "desk-counter", "desk-times", "desk-absent"].map(say));
    }
    for path in addresses(&hall) {
        let (status, text) = get(&hall, &path);
        assert_eq!(status, 200, "{path}");
        assert!(text.contains("id=\"public-board-"), "{path} shows a board");
        for word in &kept {
            assert!(!text.contains(word.as_str()), "{path} holds \"{word}\"");
        }
        for raw in ["<form", "<input", "onclick"] {
            assert!(!text.contains(raw), "{path} holds {raw}");
        }
    }
    let (_, board) = get(&hall, "/board/1");
    assert!(board.contains("First – Second") && board.contains("9.</span> e4"));
    for path in ["/journal", "/settings", "/sign-in", "/board/77", "/board/1/note", "/laws"] {
        assert_eq!(get(&hall, path).0, 404, "{path}");
    }
}

/// A board with an alarm of a kind on it, made out of one that stands.
fn with_alarm(live: &LiveBoard, event: &AlarmEvent, kind: AlarmKind) -> LiveBoard {
    let mut event = event.clone();
    event.alarm.key.kind = kind;
    LiveBoard::new(live.version, live.board.clone(), vec![Arc::new(event)], live.rules.clone())
}

#[test]
fn no_alarm_of_any_kind_changes_a_letter_of_what_the_display_answers() {
    let desk = troubled();
    let snapshot = desk.desk.snapshot();
    let standing = snapshot.boards.values().find_map(|live| live.alarms.first().cloned());
    let event = standing.expect("an alarm stands");
    let with = |alarms: Option<AlarmKind>| {
        let boards = snapshot.boards.iter().map(|(id, live)| {
            let shown = match alarms {
                Some(kind) => with_alarm(live, &event, kind),
                None => {
                    LiveBoard::new(live.version, live.board.clone(), Vec::new(), live.rules.clone())
                }
            };
            (*id, Arc::new(shown))
        });
        let mut hall = Snapshot::clone(&snapshot);
        hall.boards = boards.collect();
        shown_of(&hall)
    };
    let calm = with(None);
    let told = |hall: &Arc<PublicHall>, path: &str| {
        let (status, text) = get(hall, path);
        assert_eq!(status, 200, "{path}");
        // The time of the machine stands in each page.
        let mut parts = text.split("data-now=\"");
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.split_once('"').map_or(part, |(_, rest)| rest));
        first + &rest.collect::<String>()
    };
    for kind in AlarmKind::ALL.iter() {
        let hall = with(Some(*kind));
        for path in addresses(&calm) {
            assert!(told(&hall, &path) == told(&calm, &path), "{path} tells of {kind:?}");
        }
    }
}

#[test]
fn what_is_no_change_for_spectators_is_not_even_sent() {
    let desk = troubled();
    let mut feed = PublicFeed::new(ClockTime::ZERO, Timestamp(1));
    feed.take(&desk.desk.snapshot(), Timestamp(1));
    assert!(feed.let_out(Timestamp(1)).is_some());
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post("/board/2/note", &[("text", "a second illegal move")]);
    arbiter.post("/board/2/on-the-way", &[("going", "1")]);
    arbiter.post("/board/1/arrival", &[("who", "absent-white")]);
    feed.take(&desk.desk.snapshot(), Timestamp(2));
    assert!(feed.let_out(Timestamp(2)).is_none(), "the time of an alarm tells something too");
    arbiter.post("/board/2/result", &[("result", "1-0")]);
    feed.take(&desk.desk.snapshot(), Timestamp(3));
    let hall = feed.let_out(Timestamp(3)).expect("a result is shown");
    let changed = hall.changed_since(hall.number - 1, None);
    assert_eq!(changed.iter().map(|board| board.id.0).collect::<Vec<_>>(), [2]);
    assert_eq!(changed[0].result, "1–0");
}

#[test]
fn a_pairing_that_was_taken_out_leaves_the_public_display() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    for (round, number, white, black) in [("1", "1", "A", "B"), ("1", "2", "C", "D")] {
        let fields = [("round", round), ("number", number), ("white", white), ("black", black)];
        assert_eq!(chief.post("/round/pairing", &fields).status, 303);
    }
    let mut feed = PublicFeed::new(ClockTime::minutes(5), Timestamp(1));
    feed.take(&desk.desk.snapshot(), Timestamp(1));
    let taken_out = [("remove", "1"), ("reason", "typed twice")];
    assert_eq!(chief.post("/board/2/pairing", &taken_out).status, 303);
    feed.take(&desk.desk.snapshot(), Timestamp(60_000));
    let before = Arc::new(feed.let_out(Timestamp(300_001)).expect("due"));
    assert_eq!(before.boards.len(), 2, "with the delay of everything else");
    let hall = Arc::new(feed.let_out(Timestamp(360_000)).expect("due"));
    assert_eq!(hall.boards.len(), 1);
    let since = format!("/live?from={}", before.stamp());
    assert!(get(&hall, &since).1.contains("<article id=\"public-board-2\" hidden>"));
    for path in ["/board/2", "/live/board/2", "/board/x", "/live/board/x"] {
        assert_eq!(get(&hall, path).0, 404, "{path}");
    }
    // So does one that is in another round now.
    let fields =
        [("round", "2"), ("number", "1"), ("white", "A"), ("black", "B"), ("reason", "round 2")];
    assert_eq!(chief.post("/board/1/pairing", &fields).status, 303);
    feed.take(&desk.desk.snapshot(), Timestamp(360_001));
    let moved = Arc::new(feed.let_out(Timestamp(800_000)).expect("due"));
    let since = format!("/live?round=1&from={}", hall.stamp());
    assert!(get(&moved, &since).1.contains("<article id=\"public-board-1\" hidden>"));
}

#[test]
fn a_delay_holds_back_moves_and_clocks_alike() {
    let (desk, _) = TestDesk::with_game("1. e4 { [%clk 1:29:00] } e5 { [%clk 1:28:00] }");
    let mut feed = PublicFeed::new(ClockTime::minutes(15), Timestamp(1_000));
    feed.take(&desk.desk.snapshot(), Timestamp(1_000));
    assert!(feed.let_out(Timestamp(1_000 + 899_999)).is_none());
    assert_eq!(feed.wait(Timestamp(1_000 + 899_000)), Some(ClockTime::seconds(1)));
    let hall = feed.let_out(Timestamp(1_000 + 900_000)).expect("due");
    let board = hall.changed_since(0, None)[0].clone();
    assert_eq!(board.numbered(), [("1.".to_owned(), "e4"), (String::new(), "e5")]);
    let read =
        desk.desk.snapshot().boards.values().next().and_then(|live| live.board.clocks.read_at);
    assert_eq!(board.clocks.white.read_at, read.expect("read").0 + 900_000);
    assert_eq!(feed.wait(Timestamp(2_000_000)), None);
}

#[test]
fn a_hostile_name_is_text_on_the_public_display_too() {
    let desk = TestDesk::new();
    desk.observe("x.pgn", &game("1.<i>", "<script>alert(1)</script>", "\"><b>", "1. e4"));
    let hall = shown(&desk);
    for path in ["/?round=all", "/board/1", "/live/board/1"] {
        let (_, text) = get(&hall, path);
        assert!(!text.contains("<script>alert") && !text.contains("<b>") && !text.contains("<i>"));
        assert!(text.contains("alert(1)"));
    }
}

#[test]
fn a_blind_players_move_is_entered_as_it_is_announced_and_read_out() {
    let (desk, board) = TestDesk::with_game("1. e4");
    let path = format!("/board/{}/blind", board.0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = arbiter.get(&path).text;
    assert!(
        page.contains("White: Bauer Eva zwei Eva vier") && page.contains("aria-live=\"assertive\"")
    );
    assert!(arbiter.get(&format!("{path}?say=ru")).text.contains("Пешка Ева два Ева четыре"));
    assert!(!page.contains("occurrence") && !page.contains("No capture or pawn move"));
    for (announced, placed, said) in [
        ("Ritter Gustav acht Felix sechs", "1", "is not understood"),
        ("Turm Anna acht Anna fünf", "1", "names no legal move"),
        ("Springer Gustav acht Felix sechs", "", "D.2.3"),
    ] {
        let page = arbiter.post(&path, &[("announced", announced), ("placed", placed)]);
        assert_eq!(page.status, 422, "{announced}");
        assert!(page.text.contains(said), "{announced}: {said}");
    }
    let done = [("announced", "Springer Gustav acht Felix sechs"), ("placed", "1"), ("say", "de")];
    let page = arbiter.post(&path, &done);
    assert_eq!((page.status, page.location.as_str()), (303, "/board/1/blind?say=de"));
    let reader = desk.visitor(Some(Role::Reader));
    assert!(reader.get(&path).text.contains("Black: Springer Gustav acht Felix sechs"));
    assert!(!reader.get(&path).text.contains("id=\"blind-move\""), "a reader enters nothing");
    let live = desk.desk.snapshot().board(board).expect("a board").clone();
    assert_eq!(live.board.game.ply(), 2);
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    assert!(entries.iter().any(|entry| matches!(entry.body, Body::GameEvent { .. })));
}
