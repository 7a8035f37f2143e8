//! What an arbiter enters by hand: a correction, moves counted by a thumb, an adjournment.

use serde_json::json;

use crate::desk::{Desk, game};
use crate::driver::PLAIN_HOST;
use crate::stage::{STAGES, Visit, on_every_stage, on_stages};

fn one_board() -> Desk {
    Desk::over(&[game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")])
}

#[test]
fn a_record_is_corrected_with_a_reason_and_the_game_adjourned() {
    on_every_stage("by-hand", |visit| {
        let desk = one_board();
        visit.begin(&desk);
        visit.open_board("Almeida");
        visit.press("desk-act-correct");
        visit.look("correct");
        visit.fill("desk-correct-moves", "Nf3 Kz1");
        visit.fill("desk-correct-reason", "The board missed the bishop");
        visit.press_any("//form[@id='correct']//button");
        visit.find_one("//*[@id='refusal']");
        visit.look("correct-refused");
        visit.select("after", "1...e5");
        visit.fill("desk-correct-moves", "2. Nc3 Nf6");
        visit.press_any("//form[@id='correct']//button");
        visit.see("2...Nf6");
        visit.look("board-corrected");
        adjourn(visit);
        resume(visit);
        visit.press("desk-way-journal");
        visit.see("The board missed the bishop");
    });
}

#[test]
fn a_thumb_counts_without_the_network_over_plain_http() {
    on_stages("tally-plain", &STAGES, |visit| {
        let desk = one_board();
        let plain = desk.address.replace("127.0.0.1", PLAIN_HOST);
        visit.begin_at(&plain, &desk);
        visit.open_board("Almeida");
        visit.press("desk-act-tally");
        let is_secure = visit.browser.run("return isSecureContext", json!([]));
        assert_eq!(is_secure, json!(false), "{PLAIN_HOST} is no secure context");
        visit.find_one("//*[@id='tally-plain']");
        visit.look("tally-begin");
        visit.press("desk-tally-begin");
        visit.press("desk-tally-zero");
        visit.look("tally");
        visit.cut_the_network(true);
        for _ in 0..3 {
            visit.press("desk-tally-tap");
        }
        visit.find_one("//*[@id='tally-count'][normalize-space()='3']");
        visit.press("desk-tally-undo");
        visit.find_one("//*[@id='tally-count'][normalize-space()='2']");
        visit.forgive_the_network();
        visit.look("tally-waiting");
        visit.cut_the_network(false);
        visit.see("desk-tally-sent");
        visit.forgive_the_network();

        // Every tap once, whatever was tried meanwhile.
        visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
        visit.press("desk-act-tally");
        visit.find_one("//*[@id='tally-count'][normalize-space()='2']");
    });
}

/// Waits until the worker has the page of the tally.
const PAGE_IS_KEPT: &str = "return (async () => {
    for (let i = 0; i < 200; i++) {
        const store = await caches.open('kaissa-tally-1');
        if (await store.match(location.origin + location.pathname)) return true;
        await new Promise((done) => setTimeout(done, 50));
    }
    return false;
})()";

#[test]
fn a_thumb_counts_over_https_and_its_page_comes_again_without_the_desk() {
    on_stages("tally-https", &[STAGES[0], STAGES[3]], |visit| {
        let desk = Desk::over_https(&[game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5")]);
        let secure = desk.secure.clone().expect("HTTPS");
        visit.begin_at(&secure, &desk);
        visit.choose_the_language();
        visit.open_board("Almeida");
        visit.press("desk-act-tally");
        let is_secure = visit.browser.run("return isSecureContext", json!([]));
        assert_eq!(is_secure, json!(true), "{secure} is a secure context");
        visit.press("desk-tally-begin");
        visit.press("desk-tally-zero");
        visit.press("desk-tally-tap");
        visit.find_one("//*[@id='tally-count'][normalize-space()='1']");
        assert_eq!(visit.browser.run(PAGE_IS_KEPT, json!([])), json!(true));

        let left = desk.end();
        visit.press("desk-tally-tap");
        visit.find_one("//*[@id='tally-count'][normalize-space()='2']");
        let address = visit.browser.address();
        visit.browser.open_address(&address).expect("the page is kept");
        visit.find_one("//*[@id='tally-count'][normalize-space()='2']");
        visit.press("desk-tally-tap");
        visit.find_one("//*[@id='tally-count'][normalize-space()='3']");

        let _desk = Desk::start_again(left);
        visit.see("desk-tally-sent");
        visit.forgive_the_network();
        visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
        visit.press("desk-act-tally");
        visit.find_one("//*[@id='tally-count'][normalize-space()='3']");
    });
}

#[test]
fn a_thumb_counts_with_scripts_off() {
    on_stages("tally-no-scripts", &[crate::stage::WITHOUT_SCRIPTS], |visit| {
        let desk = one_board();
        visit.begin(&desk);
        visit.open_board("Almeida");
        visit.press("desk-act-tally");
        visit.press("desk-tally-begin");
        visit.press("desk-tally-zero");
        visit.press("desk-tally-tap");
        visit.press("desk-tally-tap");
        visit.find_one("//*[@id='tally-count'][normalize-space()='2']");
    });
}

/// The move is sealed; the envelope is printed.
fn adjourn(visit: &mut Visit<'_>) {
    visit.press("desk-act-adjourn");
    visit.look("seal");
    visit.fill("desk-white", "1:05:30");
    visit.fill("desk-black", "0:58:12");
    visit.fill("desk-seal-step-resumption", "7 June, 10:00, hall B");
    visit.press("desk-seal-do");
    visit.find_one("//*[@id='envelope'][contains(.,'hall B')]");
    visit.look("envelope");
    visit.see_printed(&["Almeida, Rui", "1:05:30", "hall B", "desk-envelope-slip"]);
}

/// The envelope is opened before both players, and the game goes on with the sealed move.
fn resume(visit: &mut Visit<'_>) {
    visit.press("desk-envelope-board");
    visit.look("board-adjourned");
    visit.press("desk-act-resume");
    visit.look("resume");
    for side in ["white_here", "black_here"] {
        let script = "return document.getElementsByName(arguments[0])[0].checked";
        if visit.browser.run(script, json!([side])) == json!(false) {
            visit.answer(side, "1");
        }
    }
    visit.answer("envelope", "opened");
    visit.fill("desk-resume-sealed", "Bb5");
    visit.press("desk-resume-do");
    visit.find_one("//*[@id='decision']");
    visit.look("resumed");
    visit.press_any("//*[@id='follow']");
    visit.see("desk-follows");
    visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
    visit.see("3.Bb5");
}
