//! The chief arbiter sets the competition up and lets others in; who may only read acts nowhere.

use crate::desk::{Desk, game};
use crate::stage::{Visit, on_every_stage};

#[test]
fn who_may_only_read_sees_everything_and_acts_nowhere() {
    on_every_stage("roles", |visit| {
        let desk =
            Desk::over(&[game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5 2. Qh5 Nf6 3. Qxf7#")]);
        visit.begin(&desk);
        visit.wait_for_board("Almeida");
        set_up(visit);
        visit.press("desk-sign-out");
        visit.fill("desk-name", "Olga");
        visit.fill("desk-pin", "654321");
        visit.press("desk-sign-in");
        visit.see_title("desk-hall-title");

        visit.open_board("Almeida");
        assert!(visit.is_nowhere("//nav//a[contains(@href,'/claim')]"), "no act is offered");
        visit.look("board-of-a-reader");
        let board = visit.browser.address();
        visit.press("desk-way-round");
        assert!(visit.is_nowhere("//main//form[@method='post']//*"), "nor here");
        visit.look("round-of-a-reader");
        visit.press("desk-way-players");
        assert!(visit.is_nowhere("//main//form[@method='post']//* | //button[@form]"), "nor there");
        for page in [format!("{board}/claim"), format!("{}/settings", desk.address)] {
            visit.open(&page);
            visit.see("desk-forbidden");
            visit.look("forbidden");
        }
    });
}

/// The competition, its time control, and Olga, who may read.
fn set_up(visit: &mut Visit<'_>) {
    visit.press("desk-way-settings");
    visit.fill("desk-setting-competition", "City Open");
    visit.fill("desk-setting-time_control", "40/5400+30:1800+30");
    visit.fill("desk-setting-regulations", "default-time = \"soon\"");
    visit.press_any("//form[@action='/settings']//button");
    visit.find_one("//*[@id='refusal']");
    visit.look("settings-refused");
    visit.fill("desk-setting-regulations", "default-time = \"15 min\"");
    visit.press_any("//form[@action='/settings']//button");
    visit.find_one("//header//*[contains(.,'City Open')]");
    visit.fill_in("//form[@id='arbiter-new']", "desk-name", "Olga");
    visit.fill_in("//form[@id='arbiter-new']", "desk-pin-new", "654321");
    visit.press_any("//form[@id='arbiter-new']//option[@value='reader']");
    visit.press("desk-arbiter-add");
    visit.find_one("//*[@id='people']//summary[contains(.,'Olga')]");
    visit.look("settings-people");
    visit.press("desk-regulations-title");
    visit.see("15 min");
    visit.look("regulations");
}
