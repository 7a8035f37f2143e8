//! The first steps: first start, signing in, from the hall to a board, on the way, a note.

use crate::desk::{Desk, game};
use crate::stage::{Visit, on_every_stage};

fn two_boards() -> Desk {
    Desk::over(&[
        game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5 2. Nf3 Nc6"),
        game(2, "Castel, Ines", "Dimitrov, Pavel", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"),
    ])
}

#[test]
fn a_chief_arbiter_starts_the_desk_signs_in_again_and_writes_a_note() {
    on_every_stage("first-steps", |visit| {
        let desk = two_boards();
        visit.open(&format!("{}/first?code={}", desk.address, desk.code));
        visit.look("first-start");
        visit.fill("desk-name", "Chief");
        visit.fill("desk-pin-new", "123456");
        visit.fill("desk-pin-again", "654321");
        visit.press("desk-keep");
        visit.see("desk-pin-differs");
        visit.look("first-start-refused");
        visit.fill("desk-pin-new", "123456");
        visit.fill("desk-pin-again", "123456");
        visit.press("desk-keep");
        visit.see_title("desk-hall-title");

        visit.press("desk-sign-out");
        visit.see_title("desk-sign-in-title");
        visit.look("sign-in");
        visit.fill("desk-name", "Chief");
        visit.fill("desk-pin", "000000");
        visit.press("desk-sign-in");
        visit.see("desk-wrong-pin");
        visit.look("sign-in-refused");
        visit.fill("desk-pin", "123456");
        visit.press("desk-sign-in");
        visit.see_title("desk-hall-title");
        write_a_note(visit);
        look_at_the_other_pages(visit);
    });
}

/// From the hall to a board and back, with a note.
fn write_a_note(visit: &mut Visit<'_>) {
    visit.wait_for_board("Almeida");
    visit.wait_for_board("Castel");
    visit.look("hall");
    visit.press("desk-filter");
    visit.look("hall-filter");
    visit.fill("desk-filter-words", "castel");
    visit.press("desk-filter-do");
    visit.find_one("//*[@id='tiles'][count(article)=1]");

    visit.press("desk-go");
    visit.find_one("//article[contains(.,'Castel')]//*[@class='going'][contains(.,'Chief')]");
    visit.press_any("//article//h2/a[contains(.,'Castel')]");
    visit.see("desk-occurrences");
    visit.look("board");
    visit.press("desk-go-not");
    visit.see("desk-go");

    visit.press("desk-act-note");
    visit.look("note");
    visit.fill("desk-note-text", "White <b>asked</b> & left");
    visit.press("desk-keep");
    visit.see("White <b>asked</b> & left");
    visit.press_any("//*[@id='step-back']");
    visit.see("desk-not-last");
    visit.look("board-earlier");
}

fn look_at_the_other_pages(visit: &mut Visit<'_>) {
    for (way, name) in [
        ("desk-way-laws", "laws"),
        ("desk-way-journal", "journal"),
        ("desk-way-settings", "settings"),
        ("desk-way-phones", "phones"),
        ("desk-way-about", "about"),
    ] {
        visit.press(way);
        visit.see_title(way);
        visit.look(name);
    }
    visit.press("desk-way-laws");
    visit.fill("desk-laws-asked", "9.2");
    visit.press("desk-laws-find");
    visit.look("laws-found");
}
