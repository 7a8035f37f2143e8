//! From an alarm or an act to the ruling: claims, flags, illegal moves, games that have ended.

use kaissa_words::say;

use crate::desk::{Desk, game, game_from};
use crate::stage::{Visit, on_every_stage};

/// A rook and a king against a king, two plies before a hundred without capture or pawn move.
const NEAR_FIFTY: &str = "8/8/8/4k3/8/3K4/8/R7 w - - 98 120";
/// A bare king to move, which can mate nobody.
const BARE_KING: &str = "8/8/8/4k3/8/3K4/8/R7 b - - 0 60";
/// The knights go out and come home twice, less the last move.
const KNIGHTS: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
/// Four times there and back: the position of the start stands for the fifth time.
const KNIGHTS_FIVEFOLD: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

/// A desk with a board for each case, named by the player of the white pieces.
fn desk() -> Desk {
    let from = |fen, board, white, moves| game_from(fen, board, [white, "Berg, Nora"], moves);
    let played = |board, white, moves| game(board, white, "Berg, Nora", moves);
    Desk::over(&[
        from(NEAR_FIFTY, 1, "Almeida, Rui", "120. Ra2 Kd5"),
        from(NEAR_FIFTY, 2, "Castel, Ines", "120. Ra2"),
        played(3, "Ekman, Olof", KNIGHTS),
        played(4, "Garcia, Ana", KNIGHTS_FIVEFOLD),
        played(5, "Ivanov, Pavel", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Nf6"),
        played(6, "Kim, Jun", "1. e4 e5"),
        from(BARE_KING, 7, "Moreau, Luc", "60... Kd5"),
    ])
}

#[test]
fn claims_flags_and_illegal_moves_are_ruled_upon() {
    on_every_stage("decisions", |visit| {
        let desk = desk();
        visit.begin(&desk);
        a_fifty_move_claim_is_upheld(visit);
        visit.press("desk-way-hall");
        a_fifty_move_claim_is_refused(visit);
        visit.press("desk-way-hall");
        a_threefold_claim_rests_on_an_announced_move(visit);
        visit.press("desk-way-hall");
        a_game_is_stopped_at_the_fifth_occurrence(visit);
        visit.press("desk-way-hall");
        an_illegal_move_gives_the_opponent_time(visit);
        visit.press("desk-way-hall");
        a_flag_falls_and_the_opponent_can_still_mate(visit);
        visit.press("desk-way-hall");
        a_flag_falls_against_a_bare_king_and_the_arbiter_departs_with_a_reason(visit);
        read_the_report(visit);
    });
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

fn a_fifty_move_claim_is_upheld(visit: &mut Visit<'_>) {
    visit.open_board("Almeida");
    visit.look("board-claimable");
    visit.press_any("//ul[@class='alarms']//a[contains(@class,'act')]");
    visit.look("claim");
    clocks(visit);
    propose(visit, "claim_correct", "none", "fifty-upheld");
    follow(visit, "fifty-ruled");
    see_result(visit, "½–½");
}

fn a_fifty_move_claim_is_refused(visit: &mut Visit<'_>) {
    visit.open_board("Castel");
    visit.press("desk-act-claim");
    visit.answer("rule", "fifty");
    clocks(visit);
    propose(visit, "claim_incorrect", "none", "fifty-refused");
    see_clocks(visit, "0:06:30", "0:02:10");
    follow(visit, "fifty-refused-ruled");
}

fn a_threefold_claim_rests_on_an_announced_move(visit: &mut Visit<'_>) {
    visit.open_board("Ekman");
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
}

fn a_game_is_stopped_at_the_fifth_occurrence(visit: &mut Visit<'_>) {
    visit.open_board("Garcia");
    visit.look("board-fivefold");
    visit.press_any("//ul[@class='alarms']//a[contains(@href,'/stop')]");
    visit.look("stop");
    clocks(visit);
    propose(visit, "game_drawn", "none", "fivefold");
    follow(visit, "fivefold-ruled");
    see_result(visit, "½–½");
}

fn an_illegal_move_gives_the_opponent_time(visit: &mut Visit<'_>) {
    visit.open_board("Ivanov");
    visit.press_any("//ul[@class='alarms']//a[contains(@href,'/illegal-move')]");
    visit.look("illegal-move");
    clocks(visit);
    visit.press_any("//*[@id='propose']");
    // Two minutes for White; what the press after the illegal move added to Black's clock is
    // taken off again.
    see_clocks(visit, "0:06:30", "0:01:40");
    visit.look("illegal-move-proposal");
    follow(visit, "illegal-move-ruled");
}

fn a_flag_falls_and_the_opponent_can_still_mate(visit: &mut Visit<'_>) {
    visit.open_board("Kim");
    visit.press("desk-act-flag");
    visit.look("flag");
    visit.answer("fallen", "white");
    visit.answer("notice", "black");
    clocks(visit);
    propose(visit, "game_lost", "white", "flag-lost");
    follow(visit, "flag-lost-ruled");
    see_result(visit, "0–1");
}

fn a_flag_falls_against_a_bare_king_and_the_arbiter_departs_with_a_reason(visit: &mut Visit<'_>) {
    visit.open_board("Moreau");
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
}

/// Every ruling stands in the report of the round, on paper too.
fn read_the_report(visit: &mut Visit<'_>) {
    visit.press("desk-way-round");
    visit.look("round");
    visit.press("desk-report");
    visit.find_one("//*[@id='report']");
    visit.look("report");
    visit.see_printed(&["Chief", "desk-entry-ruling_made"]);
}
