//! Names of players come from outside and may hold anything.

use super::harness::{TestDesk, game};
use crate::Role;

#[test]
fn a_hostile_name_is_shown_as_text_on_every_page() {
    let name = "<img src=x onerror=alert(1)>\"'&<script>";
    let desk = TestDesk::new();
    desk.observe("<b>hall.pgn", &game("1.7\"><i>", name, "'--></script><script>", "1. e4"));
    let chief = desk.visitor(Some(Role::Chief));
    let mut n_shown = 0;
    for path in ["/", "/board/1", "/board/1/note", "/journal?kind=pairings_entered"] {
        let page = chief.get(path);
        assert_eq!(page.status, 200, "{path}");
        for raw in ["<img", "<b>hall", "<script>", "<i>", "--></script>"] {
            assert!(!page.text.contains(raw), "{path} holds {raw}");
        }
        n_shown += usize::from(page.text.contains("onerror=alert(1)"));
    }
    assert!(n_shown >= 3, "the name is shown, as text");
}

#[test]
fn what_was_typed_comes_back_as_text() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let typed = "\"><script>alert(1)</script>";
    let page = chief.post("/settings", &[("edition", "1900"), ("competition", typed)]);
    assert_eq!(page.status, 422);
    assert!(!page.text.contains("<script>alert"));
    assert!(chief.get("/?q=%22%3E%3Cscript%3E").text.contains("&#34;&#62;&#60;script&#62;"));
}
