//! The other guided acts: flags, illegal moves, games that have ended, offers, every irregularity.

use kaissa_chess::Color;
use kaissa_game::{Fault, GameEnd, GameResult};
use kaissa_ruling::kinds::KINDS;

use super::claims::{board_of, desk_with, propose, rule};
use super::{Page, TestDesk, Visitor};
use crate::pages::irregularity_new::GROUPS;
use crate::{BoardId, Role};

const FOLLOW: [(&str, &str); 1] = [("rule", "follow")];

/// Follows what is proposed, by the first choice where there are several.
fn follow(desk: &TestDesk, who: &Visitor<'_>, page: &Page) {
    let button = page.text.split("id=\"follow\"").nth(1).expect("a button to follow");
    let choice = button.split("value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let ruled = rule(desk, who, &[FOLLOW[0], ("choice", choice.expect("a value"))]);
    assert_eq!(ruled.status, 303, "{}", ruled.text);
}

#[test]
fn a_fivefold_is_stopped_from_its_alarm() {
    let (desk, id) = desk_with("2", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert!(arbiter.get("/board/1").text.contains("href=\"/board/1/stop?\""));
    let page = propose(&arbiter, "/board/1/stop", &[]);
    assert!(page.text.contains("The game is drawn"), "{}", page.text);
    assert!(page.text.contains(">9.6.1</a>"), "{}", page.text);
    let evidence = page.text.split("id=\"evidence\"").nth(1).expect("evidence");
    assert!(evidence.matches("<svg").count() >= 5, "{evidence}");
    rule(&desk, &arbiter, &FOLLOW);
    let board = board_of(&desk, id);
    assert_eq!(board.game.end(), Some(GameEnd::Drawn));
    assert_eq!(board.final_result(), Some(GameResult::DRAW));
}

#[test]
fn a_game_that_goes_on_is_not_stopped() {
    let (desk, id) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = propose(&arbiter, "/board/1/stop", &[]);
    assert!(page.text.contains("Play goes on"), "{}", page.text);
    rule(&desk, &arbiter, &FOLLOW);
    assert!(board_of(&desk, id).is_open());
    let other = arbiter.post("/board/1/stop", &[("differs", "true")]);
    assert_eq!(other.status, 422);
    assert!(other.text.contains("put the record right first"));
}

#[test]
fn a_flag_loses_where_mate_is_possible_and_draws_where_it_is_not() {
    let times = [("white_clock", "0:00"), ("black_clock", "3:00")];
    let check = |number: &str, decision: &str, result: GameResult, proof: &str| {
        let (desk, id) = desk_with(number, 0);
        let arbiter = desk.visitor(Some(Role::Arbiter));
        let fields = [
            [("fallen", "white"), ("notice", "seen")],
            [("stopped", "yes"), ("period", "last")],
            times,
        ];
        let page = propose(&arbiter, "/board/1/flag", &fields.concat());
        assert!(page.text.contains(decision), "{number}: {}", page.text);
        assert!(page.text.contains(proof), "{number}: {}", page.text);
        rule(&desk, &arbiter, &FOLLOW);
        assert_eq!(board_of(&desk, id).final_result(), Some(result), "{number}");
    };
    // On board 4 Black has a bare king.
    check("4", "The game is drawn", GameResult::DRAW, "Black can mate by no series of legal moves");
    check("3", "White loses the game", GameResult::BLACK_WINS, "the mate at the end of the line");
}

#[test]
fn where_only_a_player_may_point_out_a_flag_nothing_is_said_to_them() {
    let (desk, id) = desk_with("3", 0);
    let chief = desk.visitor(Some(Role::Chief));
    let rules = [("edition", "2001"), ("style", "blitz"), ("supervision", "reduced")];
    assert_eq!(chief.post("/settings", &rules).status, 303);
    let seen = [("fallen", "white"), ("notice", "seen"), ("period", "last")];
    let page = propose(&chief, "/board/1/flag", &seen);
    assert!(page.text.contains("The arbiter does not intervene"), "{}", page.text);
    assert!(!page.text.contains("id=\"say\""), "{}", page.text);
    rule(&desk, &chief, &FOLLOW);
    assert!(board_of(&desk, id).is_open());
}

#[test]
fn an_illegal_move_that_stands_is_restored_and_booked_with_an_award() {
    // 37.Nh5 on board 5 leaves the king in check; it is seen at once.
    let (desk, id) = desk_with("5", 3);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let board = arbiter.get("/board/1");
    assert!(board.text.contains("/board/1/illegal-move?ply=73&#38;by=white"), "{}", board.text);
    let form = arbiter.get("/board/1/illegal-move?ply=73&by=white");
    assert!(form.text.contains("value=\"g3h5\""), "{}", form.text);
    assert!(form.text.contains("value=\"seen\" checked"));
    let fields = [
        ("what", "moved"),
        ("move", "g3h5"),
        ("ply", "73"),
        ("by", "white"),
        ("pressed", "yes"),
        ("notice", "seen"),
        ("white_clock", "11:19"),
        ("black_clock", "11:19"),
    ];
    let page = propose(&arbiter, "/board/1/illegal-move", &fields);
    assert!(page.text.contains("An illegal move: time for the opponent"), "{}", page.text);
    assert!(page.text.contains("<dd id=\"set-black\">0:13:19</dd>"), "{}", page.text);
    follow(&desk, &arbiter, &page);
    let board = board_of(&desk, id);
    assert_eq!(board.game.booked(Color::White), [Fault::IllegalMove]);
    assert_eq!((board.game.ply(), board.game.turn()), (72, Color::White));
    assert_eq!(board.game.set_aside().len(), 1, "the illegal move stays as evidence");
    assert_eq!(board.clocks.black.expect("set").as_whole_seconds(), 13 * 60 + 19);
    assert_eq!(board.clocks.white.expect("set").as_whole_seconds(), 11 * 60 + 19 - 30);
    let form = arbiter.get("/board/1/illegal-move");
    assert!(form.text.contains("Booked before: White 1, Black 0"), "{}", form.text);
}

#[test]
fn a_second_illegal_move_loses_and_a_press_without_a_move_counts() {
    let (desk, id) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let pressed = [
        ("what", "pressed"),
        ("by", "black"),
        ("pressed", "yes"),
        ("notice", "seen"),
        ("white_clock", "5:00"),
        ("black_clock", "4:00"),
    ];
    let page = propose(&arbiter, "/board/1/illegal-move", &pressed);
    assert!(page.text.contains("time for the opponent"), "{}", page.text);
    follow(&desk, &arbiter, &page);
    assert_eq!(board_of(&desk, id).game.booked(Color::Black), [Fault::PressWithoutMove]);
    let page = propose(&arbiter, "/board/1/illegal-move", &pressed);
    assert!(page.text.contains("Black loses the game"), "{}", page.text);
    rule(&desk, &arbiter, &FOLLOW);
    let board = board_of(&desk, id);
    assert_eq!(board.final_result(), Some(GameResult::WHITE_WINS));
    assert_eq!(board.game.booked(Color::Black).len(), 2);
}

#[test]
fn an_agreement_a_resignation_and_an_offer_are_entered_with_their_rulings() {
    let (desk, id) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let offer = [("by", "white"), ("moment", "thinking"), ("offers_before", "0")];
    let page = propose(&arbiter, "/board/1/draw-offer", &offer);
    assert!(page.text.contains("The draw offer is valid"), "{}", page.text);
    follow(&desk, &arbiter, &page);
    let board = board_of(&desk, id);
    assert_eq!(board.game.open_offer(), Some(Color::White));
    assert_eq!(board.game.warnings(Color::White).count(), 1);
    let agreed = [("by", "white"), ("answer", "accepts")];
    let page = propose(&arbiter, "/board/1/draw-offer", &agreed);
    assert!(page.text.contains("Drawn by agreement"), "{}", page.text);
    rule(&desk, &arbiter, &FOLLOW);
    assert_eq!(board_of(&desk, id).game.end(), Some(GameEnd::Agreement));

    let (desk, id) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let doubtful = arbiter.post("/board/1/resignation", &[("by", "black"), ("how", "doubtful")]);
    assert_eq!(doubtful.status, 422);
    propose(&arbiter, "/board/1/resignation", &[("by", "black"), ("how", "plain")]);
    rule(&desk, &arbiter, &FOLLOW);
    let board = board_of(&desk, id);
    assert_eq!(board.game.end(), Some(GameEnd::Resignation { by: Color::Black }));
    assert_eq!(board.final_result(), Some(GameResult::WHITE_WINS));
}

#[test]
fn an_agreement_before_both_have_moved_ends_nothing() {
    let (desk, id) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = propose(&arbiter, "/board/1/draw-offer", &[("by", "white"), ("answer", "accepts")]);
    assert!(page.text.contains("Without effect"), "{}", page.text);
    rule(&desk, &arbiter, &FOLLOW);
    assert!(board_of(&desk, id).is_open());
}

#[test]
fn a_quickplay_claim_is_recorded_and_never_decided() {
    let (desk, id) = desk_with("3", 0);
    let chief = desk.visitor(Some(Role::Chief));
    assert_eq!(chief.post("/settings", &[("edition", "2001")]).status, 303);
    let fields = [
        ("by", "black"),
        ("white_clock", "4:00"),
        ("black_clock", "1:30"),
        ("period", "last"),
        ("increment", "0"),
        ("request", "cannot_win"),
        ("answer", "refuses"),
    ];
    let page = propose(&chief, "/board/1/quickplay-claim", &fields);
    assert!(page.text.contains("The arbiter decides"), "{}", page.text);
    assert_eq!(rule(&desk, &chief, &[FOLLOW[0], ("choice", "postponed")]).status, 303);
    assert!(chief.get("/").text.contains("To be decided since"));
    let fields = [&fields[..], &[("verdict", "agrees")]].concat();
    propose(&chief, "/board/1/quickplay-claim", &fields);
    rule(&desk, &chief, &FOLLOW);
    let board = board_of(&desk, id);
    assert_eq!(board.final_result(), Some(GameResult::DRAW));
    assert!(board.postponed.is_empty());
}

#[test]
fn every_kind_is_listed_and_its_form_answers() {
    let (desk, _) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let list = arbiter.get("/board/1/irregularity");
    for name in GROUPS.iter().flat_map(|(_, names)| *names) {
        assert!(list.text.contains(name), "{name}");
    }
    assert!(!arbiter.get("/board/1/irregularity?q=telephone").text.contains("kind=leaving"));
    assert!(arbiter.get("/board/1/irregularity?q=telephone").text.contains("kind=phone-sound"));
    let device = arbiter.get("/board/1/irregularity?kind=device-found");
    assert!(device.text.contains("in the bag agreed with the arbiter"));
    assert!(!device.text.contains("agreed_bag or person"), "{}", device.text);
    for kind in KINDS {
        let page = arbiter.get(&format!("/board/1/irregularity?kind={}", kind.name));
        assert_eq!(page.status, 200, "{}", kind.name);
        for field in kind.fields() {
            let name = format!("name=\"{}\"", field.name);
            assert!(page.text.contains(&name), "{}: {name}", kind.name);
        }
        // What is needed and not told is said at its field; what needs nothing is ruled on.
        let sent = arbiter.post("/board/1/irregularity", &[("kind", kind.name)]);
        let needs = kind.fields().iter().any(|field| field.is_required);
        assert_eq!(sent.status, if needs { 422 } else { 303 }, "{}: {}", kind.name, sent.text);
    }
}

#[test]
fn a_telephone_that_sounds_loses_the_game_as_the_kinds_propose() {
    let (desk, id) = desk_with("3", 0);
    let chief = desk.visitor(Some(Role::Chief));
    assert_eq!(chief.post("/settings", &[("edition", "2009")]).status, 303);
    let fen = board_of(&desk, id).game.position().to_fen();
    let fields = [("kind", "phone-sound"), ("by", "black"), ("position", fen.as_str())];
    let kind = kaissa_ruling::kinds::Kind::named("phone-sound").expect("a kind");
    let known: Vec<_> = fields
        .into_iter()
        .filter(|(name, _)| *name == "kind" || kind.fields().iter().any(|f| f.name == *name))
        .collect();
    let page = propose(&chief, "/board/1/irregularity", &known);
    assert!(page.text.contains("Black loses the game"), "{}", page.text);
    follow(&desk, &chief, &page);
    let board = board_of(&desk, id);
    assert_eq!(board.game.end(), Some(GameEnd::Lost { by: Color::Black }));
}

#[test]
fn a_move_out_of_turn_keeps_the_game_of_the_board() {
    let (desk, id) = desk_with("3", 0);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let before = board_of(&desk, id).game.ply();
    let fen = board_of(&desk, id).game.position().to_fen();
    let fields = [("kind", "move-out-of-turn"), ("by", "white"), ("position", fen.as_str())];
    let page = propose(&arbiter, "/board/1/irregularity", &fields);
    follow(&desk, &arbiter, &page);
    assert_eq!(board_of(&desk, id).game.ply(), before);
    assert_eq!(board_of(&desk, BoardId(1)).rulings.len(), 1);
}
