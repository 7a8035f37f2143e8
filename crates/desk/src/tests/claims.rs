//! Draw claims from the alarm to the ruling.

use kaissa_chess::Color;
use kaissa_game::{GameEnd, GameResult};

use super::harness::{records, round_game};
use super::{Page, TestDesk, Visitor};
use crate::{Board, BoardId, Role};

/// A desk that shows a board of the demonstration's round to its last move, or some plies before.
pub(super) fn desk_with(number: &str, plies_left: usize) -> (TestDesk, BoardId) {
    let desk = TestDesk::new();
    desk.observe("hall.pgn", &round_game(number, plies_left));
    let board = desk.desk.snapshot().boards.keys().next().copied();
    (desk, board.expect("the game is at a board"))
}

pub(super) fn board_of(desk: &TestDesk, id: BoardId) -> Board {
    desk.desk.snapshot().ground.board(id).expect("a board").as_ref().clone()
}

/// Sends the form of an act and shows the proposal that comes of it.
pub(super) fn propose(who: &Visitor<'_>, path: &str, fields: &[(&str, &str)]) -> Page {
    let sent = who.post(path, fields);
    assert_eq!(sent.status, 303, "{}", sent.text);
    assert!(sent.location.contains("/proposal?form="), "{}", sent.location);
    let page = who.get(&sent.location);
    assert_eq!(page.status, 200);
    page
}

/// The number of the last proposal's entry.
pub(super) fn last_entry(desk: &TestDesk, id: BoardId) -> String {
    board_of(desk, id).shown.last().expect("a proposal").entry.to_string()
}

/// Rules on the last proposal of the only board.
pub(super) fn rule(desk: &TestDesk, who: &Visitor<'_>, fields: &[(&str, &str)]) -> Page {
    let entry = last_entry(desk, BoardId(1));
    let mut all = vec![("entry", entry.as_str())];
    all.extend(fields);
    who.post("/board/1/proposal", &all)
}

const FIFTY: [(&str, &str); 5] = [
    ("rule", "fifty"),
    ("by", "black"),
    ("turn", "black"),
    ("white_clock", "0:00:48"),
    ("black_clock", "0:01:35"),
];

#[test]
fn a_fifty_move_claim_is_upheld_from_the_alarm_in_three_taps() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let board = arbiter.get("/board/1");
    assert!(
        board.text.contains("href=\"/board/1/claim?rule=fifty&#38;by=black\""),
        "{}",
        board.text
    );
    let form = arbiter.get("/board/1/claim?rule=fifty&by=black");
    assert!(form.text.contains("id=\"act-claim\""));
    assert!(form.text.contains("value=\"fifty\" checked"));
    assert!(form.text.contains("name=\"by\" value=\"black\" checked"));
    let page = propose(&arbiter, "/board/1/claim", &FIFTY);
    for wanted in [
        "id=\"proposal\"",
        "id=\"follow\"",
        "id=\"depart\"",
        "The claim is correct: drawn",
        "href=\"/laws?q=9.3.2&#38;edition=2023\"",
        "The facts are proved.",
        "<blockquote lang=\"en\">",
        "<blockquote lang=\"ru\"><p>Требование верно: ничья",
    ] {
        assert!(page.text.contains(wanted), "{wanted} in {}", page.text);
    }
    assert_eq!(board_of(&desk, id).rulings.len(), 0, "a proposal decides nothing");
    let ruled = rule(&desk, &arbiter, &[("rule", "follow"), ("choice", "")]);
    assert_eq!(ruled.status, 303, "{}", ruled.text);
    assert!(arbiter.get(ruled.location.trim_end_matches("#ruling")).text.contains("id=\"ruling\""));
    let board = board_of(&desk, id);
    assert_eq!(board.game.end(), Some(GameEnd::Drawn));
    assert_eq!(board.final_result(), Some(GameResult::DRAW));
    assert_eq!(board.rulings[0].decision, "claim_correct");
    assert!(board.rulings[0].follows);
    assert_eq!(board.game.wrong_claims(Color::Black), 0);
}

#[test]
fn a_fifty_move_claim_too_early_costs_two_minutes_and_is_counted() {
    let (desk, id) = desk_with("1", 3);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    // White has the move: 97.Ke6 has been made, 97...Kc8 has not.
    let turn = board_of(&desk, id).game.turn();
    let (by, other) = (turn.fold_wb("white", "black"), (!turn).fold_wb("White", "Black"));
    let fields = [
        ("rule", "fifty"),
        ("by", by),
        ("turn", by),
        ("white_clock", "2:00"),
        ("black_clock", "3:00"),
    ];
    let page = propose(&arbiter, "/board/1/claim", &fields);
    assert!(page.text.contains("The claim is incorrect"), "{}", page.text);
    assert!(page.text.contains(&format!("add 2 min to {other}")), "{}", page.text);
    let (white, black) =
        if turn.is_white() { ("0:02:00", "0:05:00") } else { ("0:04:00", "0:03:00") };
    assert!(page.text.contains(&format!("<dd id=\"set-white\">{white}</dd>")), "{}", page.text);
    assert!(page.text.contains(&format!("<dd id=\"set-black\">{black}</dd>")));
    assert_eq!(rule(&desk, &arbiter, &[("rule", "follow")]).status, 303);
    let board = board_of(&desk, id);
    assert_eq!(board.game.wrong_claims(turn), 1);
    assert!(board.is_open());
    let time = |color: Color| board.clocks.of_color(color).expect("set").as_whole_seconds();
    assert_eq!(time(!turn), if turn.is_white() { 300 } else { 240 });
    assert!(arbiter.get("/board/1").text.contains("wrong claims 1"));
}

#[test]
fn a_threefold_with_an_announced_move_is_upheld_and_shows_its_occurrences() {
    // Board 7 of the round: the position is reached a third time by its last move.
    let (desk, id) = desk_with("7", 1);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let board = board_of(&desk, id);
    let by = board.game.turn().fold_wb("white", "black");
    let whole = records(&round_game("7", 0)).remove(0);
    let last = whole.plies.last().and_then(|ply| ply.played).expect("a move");
    let san = board.game.position().to_san(last);
    let fields = [("rule", "threefold"), ("by", by), ("turn", by), ("move", san.as_str())];
    let page = propose(&arbiter, "/board/1/claim", &fields);
    assert!(page.text.contains("The claim is correct: drawn"), "{}", page.text);
    assert!(page.text.contains("This position has stood 3 times"));
    assert!(page.text.contains("<li>with the announced move<svg"), "{}", page.text);
    let evidence = page.text.split("id=\"evidence\"").nth(1).expect("evidence");
    assert_eq!(evidence.matches("<svg").count(), 3);
    rule(&desk, &arbiter, &[("rule", "follow")]);
    assert_eq!(board_of(&desk, id).final_result(), Some(GameResult::DRAW));
}

#[test]
fn a_claim_is_refused_after_a_touch_after_a_move_and_out_of_turn() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let check = |more: &[(&str, &str)], why: &str| {
        let mut fields = FIFTY.to_vec();
        for (name, value) in more {
            fields.retain(|(known, _)| known != name);
            fields.push((name, value));
        }
        let page = propose(&arbiter, "/board/1/claim", &fields);
        assert!(page.text.contains("The claim may not be made"), "{more:?}: {}", page.text);
        assert!(page.text.contains(why), "{more:?}: {}", page.text);
    };
    check(&[("touched", "c8")], "a piece has been touched");
    check(&[("move", "Kb8"), ("how", "made")], "the claimant does not have the move");
    check(&[("by", "white")], "the claimant does not have the move");
    // The refused claim is an offer all the same, and no wrong claim.
    rule(&desk, &arbiter, &[("rule", "follow")]);
    let board = board_of(&desk, id);
    assert_eq!(board.game.open_offer(), Some(Color::White));
    assert_eq!(board.game.wrong_claims(Color::White), 0);
    assert_eq!(board.game.pending_claim(), None);
}

#[test]
fn what_is_not_told_as_it_should_be_is_said_at_its_field() {
    let (desk, _) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (wrong, said) in [
        (("rule", ""), "say what is claimed"),
        (("by", ""), "say which side"),
        (("touched", "j9"), "no square from a1 to h8"),
        (("white_clock", "soon"), "this is no time"),
        (("white_clock", ""), "both clocks are needed"),
        (("move", "Nf3"), "no move in the position"),
    ] {
        let mut fields = FIFTY.to_vec();
        fields.retain(|(name, _)| *name != wrong.0);
        fields.push(wrong);
        let page = arbiter.post("/board/1/claim", &fields);
        assert_eq!(page.status, 422, "{wrong:?}");
        assert!(page.text.contains(said), "{wrong:?}: {}", page.text);
    }
}

#[test]
fn a_claim_on_a_board_without_a_record_is_open_and_can_be_decided_later() {
    let desk = TestDesk::new();
    let pairing = crate::Pairing {
        board: BoardId(1),
        round: Some(1),
        number: "1".to_owned(),
        white: "First".to_owned(),
        black: "Second".to_owned(),
    };
    desk.enter(vec![crate::Body::PairingsEntered { pairings: vec![pairing] }.into()]);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = propose(&arbiter, "/board/1/claim", &FIFTY);
    assert!(page.text.contains("The facts are open."), "{}", page.text);
    assert!(page.text.contains("needed first: the complete scoresheet"), "{}", page.text);
    assert_eq!(rule(&desk, &arbiter, &[("rule", "postpone")]).status, 303);
    let (hall, shown) = (arbiter.get("/"), arbiter.get("/board/1"));
    for page in [&hall, &shown] {
        assert!(page.text.contains("To be decided since"), "{}", page.text);
        assert!(page.text.contains("/board/1/proposal?entry="));
    }
    let pending = board_of(&desk, BoardId(1)).game.pending_claim().expect("it is kept");
    assert_eq!(pending.0, Color::Black);
    let ruled = rule(&desk, &arbiter, &[("rule", "follow"), ("choice", "claim_correct")]);
    assert_eq!(ruled.status, 303, "{}", ruled.text);
    assert!(!arbiter.get("/").text.contains("To be decided since"));
    let board = board_of(&desk, BoardId(1));
    assert_eq!((board.final_result(), board.rulings.len()), (Some(GameResult::DRAW), 2));
    assert_eq!(board.game.pending_claim(), None);
}

#[test]
fn a_departure_needs_its_reason_and_takes_over_nothing() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    propose(&arbiter, "/board/1/claim", &FIFTY);
    let depart = [("rule", "depart"), ("decision", "claim_incorrect")];
    let refused = rule(&desk, &arbiter, &depart);
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("needs a reason"), "{}", refused.text);
    assert!(refused.text.contains("value=\"claim_incorrect\" selected"));
    let unknown =
        rule(&desk, &arbiter, &[("rule", "depart"), ("decision", "win"), ("reason", "x")]);
    assert_eq!(unknown.status, 422);
    let lost = [("rule", "depart"), ("decision", "game_lost"), ("reason", "a third illegal move")];
    assert!(rule(&desk, &arbiter, &lost).text.contains("needs its result"));
    let reason = ("reason", "the sheet shows a pawn move at 60");
    let times = [("white_clock", "2:48"), ("black_clock", "1:35")];
    let made = [depart[0], depart[1], reason, times[0], times[1]];
    assert_eq!(rule(&desk, &arbiter, &made).status, 303);
    let board = board_of(&desk, id);
    assert_eq!((board.final_result(), board.game.end()), (None, None));
    assert_eq!(board.game.wrong_claims(Color::Black), 1);
    assert!(!board.rulings[0].follows);
    assert_eq!(board.rulings[0].reason, reason.1);
    assert_eq!(board.clocks.white.expect("set").as_whole_seconds(), 168);
    assert_eq!(rule(&desk, &arbiter, &[("rule", "follow")]).status, 422, "it is ruled on");
}

#[test]
fn an_act_sent_twice_is_one() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let twice = |path: &str, fields: &[(&str, &str)]| {
        let first = arbiter.post_again(path, "0123456789abcdef", fields);
        let second = arbiter.post_again(path, "0123456789abcdef", fields);
        assert_eq!((first.status, second.status), (303, 303));
        assert_eq!(first.location, second.location);
    };
    twice("/board/1/claim", &FIFTY);
    assert_eq!(board_of(&desk, id).shown.len(), 1);
    let entry = last_entry(&desk, id);
    twice("/board/1/proposal", &[("entry", entry.as_str()), ("rule", "follow")]);
    assert_eq!(board_of(&desk, id).rulings.len(), 1);
}

#[test]
fn a_reader_sees_a_proposal_and_rules_on_none() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    propose(&arbiter, "/board/1/claim", &FIFTY);
    let reader = desk.visitor(Some(Role::Reader));
    let page = reader.get("/board/1/proposal");
    assert!(page.text.contains("The claim is correct") && !page.text.contains("id=\"follow\""));
    assert!(!reader.get("/board/1").text.contains("/board/1/claim"));
    assert_eq!(rule(&desk, &reader, &[("rule", "follow")]).status, 403);
    assert_eq!(board_of(&desk, id).rulings.len(), 0);
}

#[test]
fn a_ruling_is_taken_back_by_later_entries_and_can_be_made_anew() {
    let (desk, id) = desk_with("1", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    propose(&arbiter, "/board/1/claim", &FIFTY);
    rule(&desk, &arbiter, &[("rule", "follow")]);
    let ruling = board_of(&desk, id).rulings[0].entry.to_string();
    let undo = [("rule", "undo"), ("ruling", ruling.as_str())];
    assert!(rule(&desk, &arbiter, &undo).text.contains("needs a reason"));
    let why = ("reason", "the wrong board");
    assert_eq!(rule(&desk, &arbiter, &[undo[0], undo[1], why]).status, 303);
    let board = board_of(&desk, id);
    assert_eq!((board.final_result(), board.game.end()), (None, None));
    assert_eq!(board.rulings[0].taken_back.as_deref(), Some("the wrong board"));
    let page = arbiter.get("/board/1/proposal");
    assert!(page.text.contains("Taken back:") && page.text.contains("id=\"follow\""));
    let depart = [("rule", "depart"), ("decision", "claim_incorrect"), ("reason", "a pawn move")];
    assert_eq!(rule(&desk, &arbiter, &depart).status, 303);
    assert_eq!(board_of(&desk, id).game.wrong_claims(Color::Black), 1);
    let ruling = board_of(&desk, id).rulings[1].entry.to_string();
    rule(&desk, &arbiter, &[("rule", "undo"), ("ruling", ruling.as_str()), why]);
    assert_eq!(board_of(&desk, id).game.wrong_claims(Color::Black), 0);
}
