//! The round and its players: a pairing, who is absent, the start, results, who is out or warned.

use crate::desk::{Desk, game};
use crate::stage::{Visit, on_every_stage};

#[test]
fn a_round_is_started_its_results_come_in_and_its_players_are_watched() {
    on_every_stage("round", |visit| {
        let desk = Desk::over(&[game(1, "Almeida, Rui", "Berg, Nora", "1. e4 e5 2. Nf3 Nc6")]);
        visit.begin(&desk);
        visit.wait_for_board("Almeida");
        visit.press("desk-way-round");
        visit.fill_in("//form[@id='pairing-new']", "desk-board-number", "2");
        visit.fill_in("//form[@id='pairing-new']", "desk-white", "Castel, Ines");
        visit.fill_in("//form[@id='pairing-new']", "desk-black", "Dimitrov, Pavel");
        visit.press("desk-pairing-add");
        let castel = "//ul[@id='results']/li[contains(.,'Castel')]";
        visit.press_any(&format!("{castel}//button[@value='absent-black']"));
        visit.find_one(&format!("{castel}//button[@value='here-black']"));
        visit.press("desk-round-start");
        // Nobody has announced another default time than none: who is absent has lost already.
        visit.find_one("//*[@id='absent']/li[contains(.,'Dimitrov')]");
        visit.look("round-absent");

        for (player, result) in [("Castel", "1-0F"), ("Almeida", "1/2-1/2")] {
            let row = format!("//ul[@id='results']/li[contains(.,'{player}')]");
            visit.press_any(&format!("{row}//select/option[@value='{result}']"));
            if player == "Almeida" {
                visit.look("round-entering");
                visit.press_any(&format!("{row}//input[@name='white_signed']"));
                visit.press_any(&format!("{row}//input[@name='black_signed']"));
            }
            visit.press_any(&format!("{row}//form//button"));
            visit.find_one(&format!("{row}//*[@class='result']"));
        }
        visit.look("round-results");
        let table = visit.fetch("//*[@id='export-csv']");
        assert!(table.contains("5;1;Almeida, Rui;Berg, Nora;1/2-1/2"), "{table}");
        assert!(table.contains("5;2;Castel, Ines;Dimitrov, Pavel;+--"), "{table}");

        let almeida = "//ul[@id='results']/li[contains(.,'Almeida')]";
        visit.press_any(&format!("{almeida}//a[contains(@href,'/result')]"));
        visit.look("result");
        visit.press("desk-result-take-back");
        visit.find_one(&format!("{almeida}//form//button"));
        visit.press("desk-time-control");
        visit.look("time-control");
        visit.see_printed(&["1:30:00", "6.7.1"]);
        visit.press("desk-way-hall");
        visit.open_board("Almeida");
        warn_a_player(visit);
        watch_the_playing_area(visit);
    });
}

/// He offered a draw while his opponent was thinking.
fn warn_a_player(visit: &mut Visit<'_>) {
    visit.press("desk-act-draw-offer");
    visit.answer("by", "black");
    visit.answer("moment", "thinking");
    visit.look("draw-offer");
    visit.press_any("//*[@id='propose']");
    visit.find_one("//*[@id='decision']");
    visit.press_any("//*[@id='follow']");
    visit.find_one("//*[@id='ruling']");
}

fn watch_the_playing_area(visit: &mut Visit<'_>) {
    visit.press("desk-way-players");
    let berg = "//ul[@id='players']/li[contains(.,'Berg')]";
    visit.find_one(&format!("{berg}//*[@class='fact-text'][contains(.,'9.1.2.1')]"));
    visit.press_any(&format!("{berg}//button[@value='left-black']"));
    let back = "//*[@id='away']/li[contains(.,'Berg')]//button";
    visit.find_one(back);
    visit.look("players");
    visit.press_any(back);
    visit.see("desk-players-all-here");
    visit.fill("desk-players-find", "alm");
    visit.press("desk-filter-do");
    visit.find_one("//*[@id='players'][count(li)=1]");
}
