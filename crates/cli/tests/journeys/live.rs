//! Pages that stay open: two arbiters see each other's acts, and a desk that ended comes back.

use serde_json::json;

use crate::browser::Leave;
use crate::desk::{Desk, game};
use crate::stage::{STAGES, Visit, on_stages};

/// How long an act may take from the press of a button to the other arbiter's page, in milliseconds.
const AT_MOST_MS: i64 = 1_000;

fn one_board(moves: &str) -> Vec<String> {
    vec![game(1, "Almeida, Rui", "Berg, Nora", moves)]
}

#[test]
fn two_arbiters_see_each_others_acts_within_a_second() {
    let Some(leave) = Leave::ask() else { return };
    let desk = Desk::over(&one_board("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"));
    let mut chief = Visit::new(&leave, STAGES[3]);
    chief.begin(&desk);
    chief.press("desk-way-settings");
    chief.fill_in("//form[@id='arbiter-new']", "desk-name", "Nora");
    chief.fill_in("//form[@id='arbiter-new']", "desk-pin-new", "654321");
    chief.press("desk-arbiter-add");
    chief.find_one("//*[@id='people']//summary[contains(.,'Nora')]");

    let mut nora = Visit::new(&leave, STAGES[0]);
    nora.open(&desk.address);
    nora.fill("desk-name", "Nora");
    nora.fill("desk-pin", "654321");
    nora.press("desk-sign-in");
    nora.find_one("//article[contains(.,'Almeida')]");
    chief.press("desk-way-hall");
    chief.find_one("//article[contains(.,'Almeida')]");

    let going = "//article//*[@class='going']";
    see_an_act(&mut chief, &mut nora, ".going", |chief| chief.press("desk-go"));
    nora.find_one(&format!("{going}[contains(.,'Chief')]"));
    nora.press_any("//article//h2/a");
    nora.press("desk-go");
    nora.see("desk-go-not");
    chief.find_one(&format!("{going}[contains(.,'Chief') and contains(.,'Nora')]"));

    chief.press_any("//article//h2/a");
    chief.see("desk-nothing-kept");
    nora.press("desk-act-note");
    nora.fill("desk-note-text", "Both players were told");
    see_an_act(&mut nora, &mut chief, ".kept li", |nora| nora.press("desk-keep"));
    chief.see("Both players were told");
    for visit in [&mut chief, &mut nora] {
        visit.listen("at the end");
        assert!(visit.faults.is_empty(), "{}", visit.faults.join("\n"));
    }
}

/// One arbiter acts, and the other's page shows it by itself, in time.
fn see_an_act(
    actor: &mut Visit<'_>,
    other: &mut Visit<'_>,
    selector: &str,
    act: impl Fn(&mut Visit<'_>),
) {
    other.browser.run(
        "const [selector] = arguments;
         const look = () => { if (document.querySelector(selector)) window.seenAt ??= Date.now(); };
         window.seenAt = undefined;
         new MutationObserver(look).observe(document.body, { subtree: true, childList: true });",
        json!([selector]),
    );
    actor.browser.run(
        "addEventListener('submit', () => sessionStorage.setItem('sentAt', Date.now()), true);",
        json!([]),
    );
    act(actor);
    let sent = actor.browser.run("return Number(sessionStorage.getItem('sentAt'))", json!([]));
    other.find_one(&format!("//*[contains(@class,'{}')]", class_of(selector)));
    let seen = other.browser.run("return window.seenAt", json!([]));
    let took = seen.as_i64().zip(sent.as_i64()).map(|(seen, sent)| seen - sent);
    assert!(took.is_some_and(|took| (0..=AT_MOST_MS).contains(&took)), "{selector}: {took:?} ms");
}

/// The class that a selector begins with.
fn class_of(selector: &str) -> &str {
    selector.trim_start_matches('.').split(' ').next().unwrap_or_default()
}

#[test]
fn pages_come_back_by_themselves_after_the_desk_was_killed() {
    on_stages("restart", &[STAGES[1], STAGES[2]], |visit| {
        let desk = Desk::over(&one_board("1. e4 e5"));
        visit.begin(&desk);
        visit.press_any("//article//h2/a");
        visit.press("desk-act-note");
        visit.fill("desk-note-text", "kept before the power went");
        visit.press("desk-keep");
        visit.see("kept before the power went");

        let folder = desk.end();
        visit.see("desk-connection-lost");
        let desk = Desk::start_again(folder);
        visit.find_one("//*[@id='connection'][not(normalize-space())]");
        desk.show(&one_board("1. e4 e5 2. Qh5 Nc6"));
        visit.see("2...Nc6");
        visit.see("kept before the power went");
        visit.forgive_the_network();

        visit.press("desk-act-note");
        visit.fill("desk-note-text", "kept after it came back");
        visit.press("desk-keep");
        visit.see("kept after it came back");
        visit.see("kept before the power went");
    });
}
