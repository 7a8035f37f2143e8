//! What few boards need: a blind player's moves, a claim in the quickplay finish; and the display
//! for spectators, which tells of neither counters nor alarms.

use std::time::Instant;

use crate::desk::{Desk, game};
use crate::driver::PATIENCE;
use crate::stage::{Visit, on_every_stage};

/// The position of the start stands for the fifth time.
const KNIGHTS_FIVEFOLD: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

#[test]
fn a_blind_player_announces_another_claims_and_spectators_see_the_games_alone() {
    on_every_stage("special", |visit| {
        let desk = Desk::with_public(&[
            game(1, "Almeida, Rui", "Berg, Nora", KNIGHTS_FIVEFOLD),
            game(2, "Castel, Ines", "Dimitrov, Pavel", "1. e4 e5 2. Nf3"),
        ]);
        visit.begin(&desk);
        visit.press("desk-way-settings");
        visit.fill("desk-setting-regulations", "quickplay-finish = true");
        visit.press_any("//form[@action='/settings']//button");
        visit.press("desk-way-hall");
        visit.open_board("Castel");
        announce(visit);
        claim_in_the_quickplay_finish(visit);
        watch_as_a_spectator(visit, desk.public.as_deref().expect("a display"));
    });
}

fn announce(visit: &mut Visit<'_>) {
    visit.press("desk-act-blind");
    visit.look("blind");
    visit.fill("desk-blind-announced", "Springer Gustav acht Felix neun");
    visit.press("desk-blind-enter");
    visit.find_one("//*[@id='refusal']");
    visit.look("blind-refused");
    visit.fill("desk-blind-announced", "Springer Gustav acht Felix sechs");
    visit.press_any("//input[@name='placed']");
    visit.press("desk-blind-enter");
    visit.find_one("//*[@id='announced'][contains(.,'Gustav acht Felix sechs')]");
    visit.press_any("//main//a[starts-with(@href,'/board/')][1]");
    visit.see("2...Nf6");
}

fn claim_in_the_quickplay_finish(visit: &mut Visit<'_>) {
    visit.press("desk-act-quickplay-claim");
    visit.look("quickplay");
    visit.answer("by", "white");
    visit.fill("desk-white", "1:30");
    visit.fill("desk-black", "4:00");
    visit.fill("desk-quickplay-increment-in-use", "0");
    visit.answer("answer", "refuses");
    visit.press_any("//*[@id='propose']");
    visit.see_decision("arbiter_decides", "none");
    visit.look("quickplay-open");
    visit.press_any("//*[@id='postpone']");
    visit.find_one("//*[@id='ruling']");
    visit.look("quickplay-postponed");
    visit.press("desk-ask-again");
    visit.answer("verdict", "agrees");
    visit.press_any("//*[@id='propose']");
    visit.press_any("//*[@id='follow']");
    visit.see("desk-follows");
}

fn watch_as_a_spectator(visit: &mut Visit<'_>, public: &str) {
    let begun = Instant::now();
    visit.open(public);
    while !visit.stage.has_scripts && !visit.says("½") && begun.elapsed() < PATIENCE {
        visit.open(public);
    }
    visit.find_one("//article[contains(.,'Castel')]//*[@class='result'][contains(.,'½')]");
    visit.find_one("//article[contains(.,'Almeida')]");
    visit.look("public-hall");
    for kept in ["desk-counter", "desk-times", "desk-alarm-fivefold", "desk-alarm-threefold"] {
        assert!(!visit.says(kept), "spectators are told {kept}");
    }
    visit.press_any("//article//h2/a[contains(.,'Almeida')]");
    visit.find_one("//ol[@class='moves'][count(li)=16]");
    visit.look("public-board");
    for kept in ["desk-counts", "desk-occurrences", "desk-alarm-fivefold"] {
        assert!(!visit.says(kept), "spectators are told {kept}");
    }
    visit.press("desk-public-all");
    visit.find_one("//article[contains(.,'Castel')]");
}
