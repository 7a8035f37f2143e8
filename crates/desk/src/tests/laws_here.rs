//! The Laws for what stands at a board, on its page.

use std::sync::Arc;

use kaissa_ruling::ProfileOptions;

use super::TestDesk;
use crate::{Asked, Keeper, MemoryLedger, Role, now};

#[test]
fn a_board_leads_to_the_laws_for_what_stands_there() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let (desk, _) = TestDesk::with_game(repeated);
    let chief = desk.visitor(Some(Role::Chief));
    let page = chief.get("/board/1").text;
    let laws = page.split("id=\"laws\"").nth(1).expect("the Laws").to_owned();
    assert!(laws.contains("q=threefold-on-board") && laws.contains("9.2.2"), "{laws}");
    assert!(!laws.contains("q=fifty-move-on-board"));
    chief.post("/settings", &[("edition", "2001")]);
    let page = chief.get("/board/1").text;
    let laws = page.split("id=\"laws\"").nth(1).expect("the Laws").to_owned();
    assert!(
        laws.contains("edition=2001") && laws.contains("9.2(b)"),
        "as that edition prints it: {laws}"
    );
    let link =
        laws.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let found = chief.get(&link.replace("&amp;", "&").replace("&#38;", "&"));
    assert!(found.status == 200 && found.text.contains("id=\"found\""));
}

#[test]
fn the_laws_are_those_of_the_boards_unless_others_are_asked_for() {
    let mut asked = Asked::default();
    let edition = asked.editions.named("2018").expect("an edition");
    asked.rules = ProfileOptions { edition: Some(edition), ..ProfileOptions::default() };
    let ledger = Arc::new(MemoryLedger::default());
    let desk = TestDesk::with_people(Keeper::open(ledger, asked, now()).expect("opened"));
    let reader = desk.visitor(Some(Role::Reader));
    let chosen = |path: &str| {
        let page = reader.get(path).text;
        let before = page.split(" selected").next().unwrap_or_default().to_owned();
        before.rsplit('"').nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(chosen("/laws"), "2018", "as the desk was started with");
    assert_eq!(chosen("/laws?edition=2001"), "2001");
    assert_eq!(chosen("/laws?edition=1899"), "2018");
    let chief = desk.visitor(Some(Role::Chief));
    assert_eq!(chief.post("/settings", &[("regulations", "edition = \"2009\"")]).status, 303);
    assert_eq!(chosen("/laws"), "2018", "the option goes before the regulations");
    assert_eq!(chief.post("/settings", &[("edition", "2014")]).status, 303);
    assert_eq!(chosen("/laws"), "2014");
}
