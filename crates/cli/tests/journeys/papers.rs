//! What stays and goes on paper: a ruling that is taken back, a photo beside it, the journal, the
//! file for an appeal, the scoresheet.

use std::fs;

use crate::desk::{Desk, game};
use crate::looking::decode;
use crate::stage::{Visit, on_every_stage};

/// A picture of one dot, as PNG.
const PICTURE: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

#[test]
fn a_ruling_is_taken_back_and_everything_stays_on_paper() {
    on_every_stage("papers", |visit| {
        let desk = Desk::over(&[game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5 2. Nf3 Nc6")]);
        visit.begin(&desk);
        visit.open_board("Almeida");
        take_back_a_ruling(visit);
        lay_a_photo_beside_it(visit);
        correct_an_entry(visit);
        visit.press_any("//*[@id='entries']//a[starts-with(@href,'/board/')]");
        visit.press("desk-act-scoresheet");
        visit.look("scoresheet");
        visit.see_printed(&["Almeida, Rui", "Nf3", "desk-sign-white"]);
        visit.press("desk-back-to-board");
        visit.press("desk-act-dossier");
        visit.find_one("//*[@id='dossier-entries']");
        visit.look("dossier");
        visit.see_printed(&[
            "desk-dossier-rulings",
            "He had only asked the time",
            "kaissa journal verify",
        ]);
    });
}

fn take_back_a_ruling(visit: &mut Visit<'_>) {
    visit.press("desk-act-resignation");
    visit.answer("by", "black");
    visit.look("resignation");
    visit.press_any("//*[@id='propose']");
    visit.see_decision("resigned", "black");
    visit.press_any("//*[@id='follow']");
    visit.press_any("//*[@id='undo']/summary");
    visit.look("take-back");
    visit.fill_in("//*[@id='undo']", "desk-reason", "He had only asked the time");
    visit.press_any("//*[@id='undo-do']");
    visit.see("desk-taken-back");
    visit.look("taken-back");
    visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
    assert!(!visit.says("1–0"), "the result is gone with the ruling");
}

fn lay_a_photo_beside_it(visit: &mut Visit<'_>) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let picture = folder.path().join("clock.png");
    fs::write(&picture, decode(PICTURE)).expect("the picture is written");
    visit.press("desk-act-attach");
    visit.choose_file("//input[@name='file']", &picture);
    visit.fill("desk-attach-text", "Both clocks");
    visit.press_any("//select[@name='entry']/option[@value!='']");
    visit.look("attach");
    visit.press("desk-attach-do");
    visit.find_one("//*[@id='files']/li[.//img][contains(.,'Both clocks')]//a[contains(.,'№')]");
    visit.look("board-with-photo");
}

fn correct_an_entry(visit: &mut Visit<'_>) {
    visit.press("desk-way-journal");
    visit.select("kind", "desk-entry-ruling_made");
    visit.press("desk-filter-do");
    visit.find_one("//*[@id='entries']/tbody[count(tr)=1]");
    visit.look("journal-filtered");
    visit.press("desk-entry-correct-do");
    visit.look("correct-entry");
    visit.fill("desk-correct-text", "Black had asked the time");
    visit.fill("desk-entry-correct-reason", "Misheard");
    visit.press("desk-keep");
    // The correction stands beside its entry.
    visit.press_any("//*[@id='entries']/tbody/tr[1]/td[6]//a[last()]");
    visit.find_one("//*[@id='entries']//tr[contains(.,'Black had asked the time')]");
    let journal = visit.fetch("//*[@id='journal-export']");
    for kept in ["ruling_made", "ruling_taken_back", "attachment_added", "Misheard"] {
        assert!(journal.contains(kept), "no {kept:?} in the journal");
    }
}
