//! From an alarm or an act to the ruling: claims, flags, illegal moves, games that have ended.

use kaissa_words::say;

use crate::desk::{Desk, game, game_from};
use crate::stage::{Visit, on_every_stage};

/// A rook and a king against a king, two plies before a hundred without capture or pawn move.
const NEAR_FIFTY: &str = "8/8/8/4k3/8/3K4/8/R7 w - - 98 120";
/// The knights go out and come home twice, less the last move.
const KNIGHTS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
/// Four times there and back: the position of the start stands for the fifth time.
const KNIGHTS_FIVEFOLD: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

const PLAYERS: [&str; 2] = ["Almeida, Rui", "Berg, Nora"];

/// A desk with one board, and its page.
fn at_the_board(visit: &mut Visit<'_>, game: String) -> Desk {
    let desk = Desk::over(&[game]);
    visit.begin(&desk);
    visit.open_board("Almeida");
    desk
}

fn from(fen: &str, moves: &str) -> String {
    game_from(fen, 1, PLAYERS, moves)
}

fn played(moves: &str) -> String {
    game(1, PLAYERS[0], PLAYERS[1], moves)
}

/// What the clocks show, at the step that asks for it.
fn clocks(visit: &mut Visit<'_>) {
    visit.fill("desk-white", "4:30");
    visit.fill("desk-black", "2:10");
}

/// Asks for the proposal and looks for its decision.
fn propose(visit: &mut Visit<'_>, decision: &str, loser: &str, name: &str) {
    visit.press_any("//*[@id='propose']");
    visit.see_decision(decision, loser);
    visit.look(name);
}

/// Rules as proposed.
fn follow(visit: &mut Visit<'_>, name: &str) {
    visit.press_any("//*[@id='follow']");
    visit.find_one("//*[@id='ruling']");
    visit.see("desk-follows");
    visit.look(name);
}

fn see_clocks(visit: &Visit<'_>, white: &str, black: &str) {
    visit.find_one(&format!("//*[@id='set-white'][normalize-space()='{white}']"));
    visit.find_one(&format!("//*[@id='set-black'][normalize-space()='{black}']"));
}

/// The board shows how the game ended.
fn see_result(visit: &mut Visit<'_>, result: &str) {
    visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
    visit.find_one(&format!("//*[@class='result'][contains(.,'{result}')]"));
}

#[test]
fn a_fifty_move_claim_is_upheld() {
    on_every_stage("fifty-upheld", |visit| {
        let _desk = at_the_board(visit, from(NEAR_FIFTY, "120. Ra2 Kd5"));
        visit.look("board-claimable");
        visit.press_any("//ul[@class='alarms']//a[contains(@class,'act')]");
        visit.look("claim");
        clocks(visit);
        propose(visit, "claim_correct", "none", "fifty-upheld");
        follow(visit, "fifty-ruled");
        see_result(visit, "½–½");
        visit.press("desk-way-round");
        visit.look("round");
        visit.press("desk-report");
        visit.find_one("//*[@id='report']");
        visit.look("report");
        visit.see_printed(&["Chief", "desk-entry-ruling_made"]);
    });
}

#[test]
fn a_fifty_move_claim_is_refused() {
    on_every_stage("fifty-refused", |visit| {
        let _desk = at_the_board(visit, from(NEAR_FIFTY, "120. Ra2"));
        visit.press("desk-act-claim");
        visit.answer("rule", "fifty");
        clocks(visit);
        propose(visit, "claim_incorrect", "none", "fifty-refused");
        see_clocks(visit, "0:06:30", "0:02:10");
        follow(visit, "fifty-refused-ruled");
    });
}

#[test]
fn a_threefold_claim_rests_on_an_announced_move() {
    on_every_stage("threefold", |visit| {
        let _desk = at_the_board(visit, played(KNIGHTS));
        visit.press("desk-act-claim");
        visit.answer("rule", "threefold");
        clocks(visit);
        visit.fill("desk-claim-move-text", "Nz9");
        visit.press_any("//*[@id='propose']");
        visit.see("desk-move-wrong");
        visit.look("claim-wrong-move");
        visit.fill("desk-claim-move-text", "Ng8");
        propose(visit, "claim_correct", "none", "threefold");
        visit.find_one("//*[@id='evidence'][count(.//li)=3]");
        follow(visit, "threefold-ruled");
        see_result(visit, "½–½");
    });
}

#[test]
fn a_game_is_stopped_at_the_fifth_occurrence() {
    on_every_stage("fivefold", |visit| {
        let _desk = at_the_board(visit, played(KNIGHTS_FIVEFOLD));
        visit.look("board-fivefold");
        visit.press_any("//ul[@class='alarms']//a[contains(@href,'/stop')]");
        visit.look("stop");
        clocks(visit);
        propose(visit, "game_drawn", "none", "fivefold");
        follow(visit, "fivefold-ruled");
        see_result(visit, "½–½");
    });
}

#[test]
fn an_illegal_move_gives_the_opponent_time() {
    on_every_stage("illegal-move", |visit| {
        let _desk = at_the_board(visit, played("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nf6"));
        visit.press_any("//ul[@class='alarms']//a[contains(@href,'/illegal-move')]");
        visit.look("illegal-move");
        clocks(visit);
        visit.press_any("//*[@id='propose']");
        // Two minutes for White; what the press after the illegal move added to Black's clock is
        // taken off again.
        see_clocks(visit, "0:06:30", "0:01:40");
        visit.look("illegal-move-proposal");
        follow(visit, "illegal-move-ruled");
    });
}

#[test]
fn a_flag_falls_and_the_opponent_can_still_mate() {
    on_every_stage("flag-lost", |visit| {
        let _desk = at_the_board(visit, played("1. e4 e5"));
        visit.press("desk-act-flag");
        visit.look("flag");
        visit.answer("fallen", "white");
        visit.answer("notice", "black");
        clocks(visit);
        propose(visit, "game_lost", "white", "flag-lost");
        follow(visit, "flag-lost-ruled");
        see_result(visit, "0–1");
    });
}

#[test]
fn a_flag_falls_against_a_bare_king_and_the_arbiter_departs_with_a_reason() {
    on_every_stage("flag-drawn", |visit| {
        let _desk = at_the_board(visit, from("8/8/8/4k3/8/3K4/8/R7 b - - 0 60", "60... Kd5"));
        visit.press("desk-act-flag");
        visit.answer("fallen", "white");
        clocks(visit);
        propose(visit, "game_drawn", "none", "flag-drawn");
        visit.press("desk-depart");
        let decision = say!(visit.words, "decision-continue", loser = "none", style = "none");
        visit.select("decision", &decision);
        visit.press_any("//*[@id='depart-do']");
        visit.see("desk-reason-missing");
        visit.look("depart-refused");
        visit.fill("desk-reason", "The clock was set wrongly; 3 minutes were missing");
        visit.press_any("//*[@id='depart-do']");
        visit.see("desk-departs");
        visit.see("3 minutes were missing");
        visit.look("departed");
    });
}
