//! Moves counted by a thumb: at once, later, and each once.

use kaissa_game::Timestamp;
use serde_json::{Value, json};

use super::harness::TestDesk;
use crate::tally::runs;
use crate::{BoardId, Body, Role, now};

const PATH: &str = "/board/1/tally";

fn tally(desk: &TestDesk) -> (u32, Option<u32>, usize) {
    let snapshot = desk.desk.snapshot();
    let board = &snapshot.board(BoardId(1)).expect("a board").board;
    let run = runs(board).pop().expect("a count");
    (run.count.n_taps(), run.count.plies_before(), run.events.len())
}

/// Acts as a page gathers them, from so long ago on, a second apart.
fn gathered(from: i64, acts: &[(&str, Value)]) -> Vec<Value> {
    let one = |(index, (act, more)): (usize, &(&str, Value))| {
        let at = from + 1_000 * index as i64;
        let mut told =
            json!({"tally": "count-0001", "id": format!("act-{index:04}"), "at": at, "act": act});
        let more = more.as_object().cloned().unwrap_or_default();
        told.as_object_mut().expect("an object").extend(more);
        told
    };
    acts.iter().enumerate().map(one).collect()
}

fn send(desk: &TestDesk, acts: &[Value]) -> super::Page {
    let acts = Value::Array(acts.to_vec()).to_string();
    desk.visitor(Some(Role::Arbiter)).post(PATH, &[("acts", acts.as_str())])
}

#[test]
fn each_tap_of_a_form_counts_without_a_script() {
    let (desk, _) = TestDesk::with_game("1. e4 e5 2. Nf3 Nc6");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let began = [
        ("act", "began"),
        ("tally", "count-0001"),
        ("before", "recorded"),
        ("to_move", "white"),
        ("increment", "2"),
    ];
    let page = arbiter.post(PATH, &began);
    assert_eq!((page.status, page.location.as_str()), (303, PATH));
    for act in ["moved", "moved", "moved", "taken_back", "black"] {
        assert_eq!(
            arbiter.post(PATH, &[("act", act), ("tally", "count-0001")]).status,
            303,
            "{act}"
        );
    }
    assert_eq!(tally(&desk), (2, Some(2), 6));
    let page = arbiter.get(PATH).text;
    assert!(page.contains("<output id=\"tally-count\" aria-live=\"polite\">2</output>"), "{page}");
    assert!(page.contains("half-moves: 3 to 5 (1½ to 2½ moves by each)"));
    assert!(page.contains("Black to move</b>"));
    let board = desk.visitor(Some(Role::Reader)).get("/board/1").text;
    assert!(board.contains("counted by hand, Arbiter"), "the board tells of it");
    assert_eq!(arbiter.post(PATH, &[("act", "ended"), ("tally", "count-0001")]).status, 303);
    assert!(arbiter.get(PATH).text.contains("id=\"tally-run\" action=\"/board/1/tally\" hidden"));
}

#[test]
fn what_was_counted_without_the_network_comes_later_with_its_own_times_and_once() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let from = now().0 - 600_000;
    let none = || json!({});
    let acts = gathered(
        from,
        &[
            ("began", json!({"plies_before": 0, "to_move": "black", "increment_ms": 2_000})),
            ("read", json!({"white_ms": 6_000, "black_ms": 12_000})),
            ("moved", none()),
            ("moved", none()),
            ("zeroed", none()),
            ("moved", none()),
        ],
    );
    assert_eq!(send(&desk, &acts[..4]).status, 303);
    // The answer was lost: the phone sends them again, with what came since.
    assert_eq!(send(&desk, &acts).status, 303);
    assert_eq!(tally(&desk), (1, Some(0), 6));
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let kept = entries.iter().filter(|entry| entry.body.kind() == "tally_counted");
    let times: Vec<i64> = kept.map(|entry| entry.happened_at.0 - from).collect();
    assert_eq!(times, [0, 1_000, 2_000, 3_000, 4_000, 5_000]);
}

#[test]
fn a_time_that_cannot_be_is_that_of_its_coming() {
    let (desk, _) = TestDesk::with_game("1. e4");
    for (index, at) in [now().0 + 3_600_000, 5].into_iter().enumerate() {
        let mut acts = gathered(at, &[("began", json!({}))]);
        acts[0]["id"] = format!("own-{index:05}").into();
        assert_eq!(send(&desk, &acts).status, 303);
    }
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let kept = entries.iter().filter(|entry| entry.body.kind() == "tally_counted");
    assert!(kept.into_iter().all(|entry| (now().0 - entry.happened_at.0).abs() < 60_000));
}

#[test]
fn two_counts_at_a_board_have_their_own_numbers() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let mut acts = gathered(
        now().0 - 60_000,
        &[("began", json!({})), ("moved", json!({})), ("ended", json!({})), ("began", json!({}))],
    );
    acts[3]["tally"] = "count-0002".into();
    assert_eq!(send(&desk, &acts).status, 303);
    let snapshot = desk.desk.snapshot();
    let numbers: Vec<(u32, bool)> = runs(&snapshot.board(BoardId(1)).expect("a board").board)
        .iter()
        .map(|run| (run.number, run.is_over))
        .collect();
    assert_eq!(numbers, [(1, true), (2, false)]);
}

#[test]
fn what_is_no_act_is_refused_and_nothing_is_kept() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let before = desk.desk.snapshot().ground.number();
    let many = Value::Array(gathered(0, &vec![("moved", json!({})); 201])).to_string();
    for acts in ["x", "{}", "[{\"act\":\"moved\"}]", "[1]", many.as_str()] {
        assert_eq!(arbiter.post(PATH, &[("acts", acts)]).status, 422);
    }
    for fields in
        [[("act", "flown"), ("tally", "count-0001")], [("act", "moved"), ("tally", "<x>")]]
    {
        assert_eq!(arbiter.post(PATH, &fields).status, 422);
    }
    let wrong = [("act", "read"), ("tally", "count-0001"), ("white", "1:75"), ("black", "5")];
    let page = arbiter.post(PATH, &wrong);
    assert!(page.status == 422 && page.text.contains("found no clock time"));
    assert_eq!(desk.desk.snapshot().ground.number(), before);
}

#[test]
fn a_reading_has_the_moment_at_which_it_was_held() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let began = [("act", "began"), ("tally", "count-0001"), ("before", "zero"), ("increment", "2")];
    arbiter.post(PATH, &began);
    let page = arbiter.get("/board/1/tally?read=1").text;
    let held =
        page.split("id=\"tally-at\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let held = held.expect("a moment").to_owned();
    let fields = [
        ("act", "read"),
        ("tally", "count-0001"),
        ("white", "6"),
        ("black", "0:12"),
        ("at", held.as_str()),
    ];
    assert_eq!(arbiter.post(PATH, &fields).status, 303);
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let last = entries.last().expect("kept");
    assert_eq!(last.happened_at, Timestamp(held.parse().expect("a number")));
    assert!(matches!(&last.body, Body::TallyCounted { tally, .. } if tally["black_ms"] == 12_000));
    // The sums that prove fifty stand on the page, by the edition's articles.
    let page = arbiter.get(PATH).text;
    assert!(page.contains("Both clocks together prove it now with") && page.contains("9.3.2"));
    assert!(page.contains("Seventy-five moves"));
}

#[test]
fn there_is_no_draw_without_a_claim_in_an_old_edition() {
    let (desk, _) = TestDesk::with_game("1. e4");
    desk.visitor(Some(Role::Chief)).post("/settings", &[("edition", "2001")]);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post(PATH, &[("act", "began"), ("tally", "count-0001"), ("before", "zero")]);
    let page = arbiter.get(PATH).text;
    assert!(page.contains("Fifty moves") && !page.contains("Seventy-five moves"));
}

#[test]
fn the_worker_may_serve_the_pages_of_boards_and_is_never_kept_too_long() {
    let desk = TestDesk::new();
    let page = desk.visitor(None).get("/static/tally-worker.js");
    let header = |name: &str| page.headers.get(name).and_then(|value| value.to_str().ok());
    assert_eq!(header("service-worker-allowed"), Some("/board/"));
    assert_eq!(header("cache-control"), Some("no-cache"));
    let other = desk.visitor(None).get("/static/tally.js");
    assert!(other.headers.get("service-worker-allowed").is_none());
}

#[test]
fn a_plain_page_says_what_it_lacks() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let page = desk.visitor(Some(Role::Arbiter)).get(PATH).text;
    assert!(page.contains("id=\"tally-plain\"") && page.contains("keeping the screen awake"));
}
