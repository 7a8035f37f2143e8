//! The Laws for what stands at a board, on its page.

use super::TestDesk;
use crate::Role;

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
