//! What arbiters found wrong with the desk: the journal's boards, notes and their entries, policies
//! of browsers, positions without a FEN, wrong pairings.

use super::harness::{Page, TestDesk, game};
use crate::Role;

fn two_rounds() -> TestDesk {
    let desk = TestDesk::new();
    let first = game("1.7", "Ivanova, Anna", "Berg, Carl", "1. e4 e5");
    let second = game("2.3", "Berg, Carl", "Dahl, Eva", "1. d4 d5");
    desk.observe("hall.pgn", &format!("{first}{second}"));
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (board, text) in [("1", "first note"), ("2", "second note")] {
        let page = arbiter.post(&format!("/board/{board}/note"), &[("text", text)]);
        assert_eq!(page.status, 303);
    }
    desk
}

#[test]
fn the_journal_is_asked_for_a_board_as_an_arbiter_knows_it() {
    let desk = two_rounds();
    let reader = desk.visitor(Some(Role::Reader));
    for (query, has_first, has_second) in [
        ("", true, true),
        ("q=7", true, false),
        ("q=3&round=2", false, true),
        ("q=3&round=1", false, false),
        ("q=ivan", true, false),
        ("q=BERG", true, true),
        ("round=2", false, true),
        ("board=1", true, false),
    ] {
        let text = reader.get(&format!("/journal?{query}")).text;
        assert_eq!(text.contains("first note"), has_first, "{query}");
        assert_eq!(text.contains("second note"), has_second, "{query}");
        assert_eq!(text.contains("No board has this number"), !has_first && !has_second, "{query}");
    }
    let text = reader.get("/journal?board=1").text;
    assert!(text.contains("name=\"q\" autocomplete=\"off\" value=\"7\""), "as people ask for it");
}

#[test]
fn what_is_earlier_in_the_journal_is_asked_for_in_the_same_way() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for n in 0..101 {
        arbiter.post("/board/1/note", &[("text", &format!("note {n}"))]);
    }
    let text = arbiter.get("/journal?kind=note_added&q=first").text;
    let link = text.split("id=\"earlier\" href=\"").nth(1).expect("more").split('"').next();
    let link = link.expect("an address").replace("&#38;", "&").replace("&amp;", "&");
    assert!(link.contains("kind=note_added") && link.contains("q=first"), "{link}");
    let earlier = arbiter.get(&link).text;
    assert!(earlier.contains("note 0") && !earlier.contains("note 1<"));
    assert_eq!(arbiter.get("/journal?before=18446744073709551615").status, 200);
}

#[test]
fn a_note_leads_to_its_entry_and_to_that_which_it_belongs_to_and_back() {
    let desk = two_rounds();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let entries = desk.desk.ledger().read(1, 1_000).expect("read");
    let number = |text: &str| {
        let found = entries.iter().find(|entry| format!("{:?}", entry.body).contains(text));
        found.expect("kept").number
    };
    let first = number("first note");
    let form = arbiter.get(&format!("/board/1/note?entry={first}")).text;
    assert!(form.contains(&format!("<option value=\"{first}\" selected>")));
    let fields = [("text", "what became of it"), ("entry", &first.to_string())];
    assert_eq!(arbiter.post("/board/1/note", &fields).status, 303);
    let second = desk.desk.snapshot().head.0;
    let board = arbiter.get("/board/1").text;
    for entry in [first, second] {
        assert!(board.contains(&format!("/journal?before={}#entry-{entry}\"", entry + 1)));
    }
    let journal = arbiter.get("/journal").text;
    assert!(journal.contains(&format!("<tr id=\"entry-{second}\">")));
    assert!(journal.contains(&format!("href=\"/board/1#note-{second}\"")), "back to the board");
    assert!(journal.contains("belongs to entry") && journal.contains("beside it:"));
    // A correction is a note that belongs to what it corrects, and the page goes back there.
    let fields = [("text", "board 8"), ("reason", "misheard")];
    let done = arbiter.post(&format!("/entry/{first}/correct"), &fields);
    assert_eq!(done.location, format!("/journal?before={}#entry-{first}", first + 1));
    let wrong = [("text", "of nothing"), ("entry", "99999")];
    assert_eq!(arbiter.post("/board/1/note", &wrong).status, 303);
    assert!(!arbiter.get("/board/1").text.contains("99999"));
}

#[test]
fn the_policy_of_openers_is_sent_where_browsers_honour_it() {
    let desk = TestDesk::new();
    let policy = |desk: &TestDesk, host: &str| {
        let request = axum::http::Request::get("/sign-in").header("host", host);
        let page = desk.send(request.body(axum::body::Body::empty()).expect("a request"));
        page.headers.get("cross-origin-opener-policy").is_some()
    };
    assert!(policy(&desk, "localhost:7468") && policy(&desk, "127.0.0.1:7468"));
    assert!(!policy(&desk, "192.168.1.4:7468"), "plain HTTP over the network");
    let mut secure = desk;
    secure.app = secure.app.over_https();
    assert!(policy(&secure, "192.168.1.4:7468"));
}

/// A proposal's entry, out of the page that an act leads to.
fn proposed(arbiter: &super::Visitor<'_>, path: &str, fields: &[(&str, &str)]) -> String {
    let page = arbiter.post(path, fields);
    assert_eq!(page.status, 303, "{}", page.text);
    let shown = arbiter.get(&page.location).text;
    let entry = shown.split("name=\"entry\" value=\"").nth(1).expect("a form");
    entry.split('"').next().expect("a number").to_owned()
}

#[test]
fn a_position_is_chosen_by_its_move_and_needs_no_fen() {
    let (desk, _) = TestDesk::with_game("1. e4 e5 2. Nf3 Nc6");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = arbiter.get("/board/1/irregularity?kind=move-out-of-turn").text;
    assert!(page.contains("<option value=\"4\" selected>on the board now: 2...Nc6</option>"));
    assert!(page.contains("<option value=\"1\">after 1.e4</option>"));
    assert!(page.contains("<option value=\"0\">start position</option>"));
    assert!(page.contains("value=\"\" autocomplete=\"off\""), "no FEN is filled in");
    let drawn = page.matches("class=\"board\"").count();
    assert_eq!(drawn, 1 + 5, "the board beside, and each position of the game");
    let told = |ply: &str| {
        let fields = [
            ("kind", "move-out-of-turn"),
            ("by", "white"),
            ("position-ply", ply),
            ("prior", "0,0"),
        ];
        proposed(&arbiter, "/board/1/irregularity", &fields);
        let board = desk.desk.snapshot().board(crate::BoardId(1)).expect("a board").board.clone();
        let fen = board.shown.last().expect("shown").proposal.pointer("/at/fen").cloned();
        fen.and_then(|fen| fen.as_str().map(str::to_owned)).expect("a FEN")
    };
    assert!(told("4").starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2"), "the board now");
    assert!(told("1").starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
    for (fields, said) in [
        (vec![("position-ply", "fen")], "the FEN of the position is missing"),
        (vec![("position-ply", "99")], "id=\"refusal\""),
        (vec![("position-ply", "fen"), ("position", "nonsense")], "id=\"refusal\""),
    ] {
        let mut all = vec![("kind", "move-out-of-turn"), ("by", "white")];
        all.extend(fields);
        let page = arbiter.post("/board/1/irregularity", &all);
        assert_eq!(page.status, 422);
        assert!(page.text.contains(said), "{said}");
        // What was chosen stays.
        assert!(!page.text.contains("value=\"4\" selected"));
    }
}

#[test]
fn the_second_of_two_arbiters_sees_that_the_first_has_ruled() {
    let shuffled = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let (desk, _) = TestDesk::with_game(shuffled);
    let (first, second) = (desk.visitor(Some(Role::Arbiter)), desk.visitor(Some(Role::Chief)));
    let claim = [("rule", "threefold"), ("by", "white"), ("turn", "white")];
    let mine = proposed(&first, "/board/1/claim", &claim);
    let theirs = proposed(&second, "/board/1/claim", &claim);
    let rule = |entry: &str| [("entry", entry.to_owned()), ("rule", "follow".to_owned())];
    let post = |visitor: &super::Visitor<'_>, entry: &str| {
        let fields = rule(entry);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        visitor.post("/board/1/proposal", &fields)
    };
    assert_eq!(post(&first, &mine).status, 303);
    let shown = second.get(&format!("/board/1/proposal?entry={theirs}")).text;
    assert!(shown.contains("id=\"meanwhile\"") && shown.contains("Arbiter ruled on this at"));
    let page = post(&second, &theirs);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("Arbiter ruled on this at"));
    let board = || desk.desk.snapshot().board(crate::BoardId(1)).expect("a board").board.clone();
    assert_eq!(board().rulings.len(), 1, "one draw, ruled on once");
    assert!(second.get("/board/1/claim").text.contains("Arbiter ruled on this at"));
    // The form of the same ruling a second time shows it too.
    assert_eq!(post(&first, &mine).status, 422);
}

#[test]
fn a_ruling_that_is_taken_back_leaves_a_result_that_was_entered_later() {
    let shuffled = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let (desk, id) = TestDesk::with_game(shuffled);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let claim = [("rule", "threefold"), ("by", "white"), ("turn", "white")];
    let entry = proposed(&arbiter, "/board/1/claim", &claim);
    let follow = [("entry", entry.as_str()), ("rule", "follow")];
    assert_eq!(arbiter.post("/board/1/proposal", &follow).status, 303);
    assert_eq!(arbiter.post("/board/1/result", &[("result", "1-0")]).status, 303);
    let board = || desk.desk.snapshot().board(id).expect("a board").board.clone();
    let ruling = board().rulings[0].entry.to_string();
    let undo = [
        ("entry", entry.as_str()),
        ("rule", "undo"),
        ("ruling", ruling.as_str()),
        ("reason", "the sheets say otherwise"),
    ];
    assert_eq!(arbiter.post("/board/1/proposal", &undo).status, 303);
    assert_eq!(board().result.map(|(result, _)| result.to_string()).as_deref(), Some("1-0"));
}

#[test]
fn a_result_that_was_entered_meanwhile_is_not_overwritten_unseen() {
    let (desk, id) = TestDesk::with_game("1. e4 e5");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert!(arbiter.get("/round").text.contains("name=\"stood\" value=\"\""));
    let send = |stood: &str, result: &str| {
        let fields = [("stood", stood), ("result", result), ("white_signed", "1")];
        arbiter.post("/board/1/result", &fields)
    };
    assert_eq!(send("", "0-1").status, 303);
    let page = send("", "1-0");
    assert_eq!(page.status, 422);
    assert!(page.text.contains("Arbiter entered 0–1 meanwhile"), "{}", page.text);
    assert!(page.text.contains("name=\"white_signed\" value=\"1\" checked"));
    let result = || desk.desk.snapshot().board(id).expect("a board").board.result;
    assert_eq!(result().map(|(result, _)| result.to_string()).as_deref(), Some("0-1"));
    // Both entered the same: the signature that the second saw counts.
    let same = [("stood", ""), ("result", "0-1"), ("black_signed", "1")];
    assert_eq!(arbiter.post("/board/1/result", &same).status, 303);
    assert_eq!(send("0-1", "1-0").status, 303, "who has seen it may change it");
}

#[test]
fn moves_that_come_in_while_a_record_is_put_right_are_not_set_aside_unseen() {
    let (desk, id) = TestDesk::with_game("1. e4 e5");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert!(arbiter.get("/board/1/correct").text.contains("name=\"seen\" value=\"2\""));
    desk.observe("hall.pgn", &game("1.1", "First, A", "Second, B", "1. e4 e5 2. Nf3 Nc6"));
    let fields = [("after", "1"), ("seen", "2"), ("moves", "c5"), ("reason", "misread")];
    let page = arbiter.post("/board/1/correct", &fields);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("nothing was set aside") && page.text.contains(">c5</textarea>"));
    assert!(page.text.contains("name=\"seen\" value=\"4\""));
    assert_eq!(desk.desk.snapshot().board(id).expect("a board").board.game.ply(), 4);
}

#[test]
fn what_two_arbiters_note_of_a_player_counts_once() {
    let desk = TestDesk::new();
    desk.observe("hall.pgn", &game("1.1", "First, A", "Second, B", ""));
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (path, who, status) in [
        ("arrival", "absent-white", 303),
        ("arrival", "absent-white", 422),
        ("arrival", "here-white", 303),
        ("arrival", "here-white", 422),
        ("area", "left-white", 303),
        ("area", "allowed-white", 422),
        ("area", "back-white", 303),
        ("area", "back-white", 422),
    ] {
        let page = arbiter.post(&format!("/board/1/{path}"), &[("who", who)]);
        assert_eq!(page.status, status, "{path} {who}");
    }
}

#[test]
fn editions_of_ones_own_are_known_on_every_page() {
    let mut editions = kaissa_laws::Editions::built_in().clone();
    let draft = "[2027]\nin-force = 2027-01-01\nbased-on = \"2023\"\n";
    editions.extend(draft).expect("an edition");
    let asked = crate::Asked { editions, ..crate::Asked::default() };
    let ledger = std::sync::Arc::new(crate::MemoryLedger::default());
    let keeper = crate::Keeper::open(ledger, asked, crate::now()).expect("opened");
    let desk = TestDesk::with_people(keeper);
    let chief = desk.visitor(Some(Role::Chief));
    for path in ["/settings", "/laws"] {
        assert!(chief.get(path).text.contains("<option value=\"2027\""), "{path}");
    }
    assert_eq!(chief.post("/settings", &[("edition", "2027")]).status, 303);
    for path in ["/time-control", "/laws?q=9.2"] {
        assert!(chief.get(path).text.contains("2027"), "{path}");
    }
    let unknown = "edition = \"2031\"\n";
    assert_eq!(chief.post("/settings", &[("regulations", unknown)]).status, 422);
    assert_eq!(chief.post("/settings", &[("regulations", "edition = \"2027\"\n")]).status, 303);
}

#[test]
fn a_board_without_a_record_is_played_by_the_time_control_that_is_set() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let pairing = [("round", "1"), ("number", "1"), ("white", "A"), ("black", "B")];
    assert_eq!(chief.post("/round/pairing", &pairing).status, 303);
    let style = || {
        let snapshot = desk.desk.snapshot();
        snapshot.boards.values().next().map(|live| live.rules.style())
    };
    assert_eq!(style(), Some(kaissa_laws::Style::Standard));
    assert_eq!(chief.post("/settings", &[("time_control", "180+2")]).status, 303);
    assert_eq!(style(), Some(kaissa_laws::Style::Blitz));
}

#[test]
fn what_was_typed_of_an_arbiter_stands_there_after_a_refusal() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let fields = [("name", "Nora New"), ("role", "reader"), ("sector", "1-9"), ("pin", "12")];
    let page = chief.post("/settings/arbiter", &fields);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("value=\"Nora New\"") && page.text.contains("value=\"1-9\""));
    assert!(!page.text.contains("value=\"12\""), "a PIN is typed again");
    let fields = [("person", "2"), ("name", "Nils"), ("role", "reader"), ("pin", "12")];
    let page = chief.post("/settings/arbiter", &fields);
    assert!(page.status == 422 && page.text.contains("<details open>"));
    assert!(
        page.text.contains(
            "id=\"name-2\" name=\"name\" required autocomplete=\"username\" value=\"Nils\""
        )
    );
}

/// A desk with two typed pairings of the first round.
fn two_pairings() -> TestDesk {
    let desk = TestDesk::new();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (number, white, black) in [("1", "Adam", "Berta"), ("2", "Carl", "Dora")] {
        let fields = [("round", "1"), ("number", number), ("white", white), ("black", black)];
        assert_eq!(arbiter.post("/round/pairing", &fields).status, 303);
    }
    desk
}

/// Puts a pairing right as the chief arbiter.
fn put_right(desk: &TestDesk, board: u32, round: &str, number: &str, players: [&str; 2]) -> Page {
    let fields = [
        ("round", round),
        ("number", number),
        ("white", players[0]),
        ("black", players[1]),
        ("reason", "misread on the sheet"),
    ];
    desk.visitor(Some(Role::Chief)).post(&format!("/board/{board}/pairing"), &fields)
}

const TAKE_OUT: [(&str, &str); 3] = [("round", "1"), ("remove", "1"), ("reason", "typed twice")];

#[test]
fn a_wrong_pairing_is_put_right_by_a_later_entry() {
    let desk = two_pairings();
    let chief = desk.visitor(Some(Role::Chief));
    for (round, number, white, said) in [
        ("1", "1", "Adam", "nothing was changed"),
        ("1", "1", "Dora", "Dora plays at board 2 already"),
        ("1", "2", "Adam", "has a pairing already"),
        ("0", "1", "Adam", "from 1 to 999"),
        ("first", "1", "Adam", "from 1 to 999"),
    ] {
        let page = put_right(&desk, 1, round, number, [white, "Berta"]);
        assert!(page.status == 422 && page.text.contains(said), "{said}: {}", page.text);
    }
    let stamp = desk.desk.snapshot().number;
    assert_eq!(put_right(&desk, 1, "1", "1", ["Berta", "Adam"]).location, "/round?round=1");
    let row = chief.get("/round?round=1").text;
    assert!(row.find("<b>Berta</b>") < row.find("<b>Adam</b>"), "the colours are swapped");
    let journal = chief.get("/journal?kind=pairing_corrected").text;
    assert!(journal.contains("1 Adam – Berta → 1 Berta – Adam. misread"), "{journal}");
    assert!(chief.get("/report?round=1").text.contains("1 Adam – Berta → 1 Berta – Adam. misread"));
    // A game of another round is a row and a tile of this one no more.
    assert_eq!(put_right(&desk, 1, "2", "1", ["Berta", "Adam"]).status, 303);
    let mut ask = crate::Ask::of(desk.desk.snapshot(), crate::now());
    ask.query = crate::Form::of([("round", "1")]);
    let fragments = crate::pages::round_show::fragments(&ask, stamp).concat();
    assert!(fragments.contains("<li id=\"game-1\" hidden>"), "{fragments}");
    let tiles = crate::pages::hall_show::fragments(&ask, stamp).concat();
    assert!(tiles.contains("<article id=\"board-1\"") && tiles.contains(" hidden>"), "{tiles}");
    // Other things of the game stay with it.
    assert_eq!(chief.post("/board/1/result", &[("result", "1-0")]).status, 303);
    assert_eq!(put_right(&desk, 1, "2", "1", ["Berta", "Adamson"]).status, 303);
    let live = desk.desk.snapshot().board(crate::BoardId(1)).cloned().expect("a board");
    assert!(live.board.result.is_some() && live.board.black == "Adamson");
}

#[test]
fn a_pairing_that_is_none_is_taken_out_and_every_page_follows() {
    let desk = two_pairings();
    let (arbiter, chief) = (desk.visitor(Some(Role::Arbiter)), desk.visitor(Some(Role::Chief)));
    let note = [("text", "Carl is ill")];
    assert_eq!(arbiter.post("/board/2/note", &note).status, 303);
    let stamp = desk.desk.snapshot().number;
    assert_eq!(arbiter.post("/board/2/pairing", &TAKE_OUT).status, 403);
    assert_eq!(chief.post("/board/2/pairing", &[("remove", "1")]).status, 422, "with a reason");
    assert_eq!(chief.post("/board/2/pairing", &TAKE_OUT).location, "/round?round=1");
    assert!(!arbiter.get("/round?round=1").text.contains("Carl"));
    assert!(!arbiter.get("/players").text.contains("Carl"));
    assert_eq!(arbiter.get("/board/2").status, 404);
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.gone_since(stamp).collect::<Vec<_>>(), [crate::BoardId(2)]);
    let mut ask = crate::Ask::of(snapshot, crate::now());
    assert!(crate::pages::hall_show::fragments(&ask, stamp).concat().contains("id=\"board-2\""));
    ask.query = crate::Form::of([("round", "1")]);
    let fragments = crate::pages::round_show::fragments(&ask, stamp).concat();
    assert!(fragments.contains("<li id=\"game-2\" hidden>") && fragments.contains("round-head"));
    // Who looks at its page is told.
    ask.params = vec![("board".to_owned(), "2".to_owned())];
    for (part, fragments) in [
        ("board-live", crate::pages::board_show::fragments as fn(&crate::Ask, u64) -> Vec<String>),
        ("pad-live", crate::pages::move_pad::fragments),
        ("blind-live", crate::pages::blind_show::fragments),
    ] {
        let told = fragments(&ask, stamp).concat();
        assert!(told.contains(part) && told.contains("there is no such game"), "{told}");
    }
    // The journal has both, found by the round and the names.
    for filter in ["round=1", "q=Carl", "q=2"] {
        let journal = arbiter.get(&format!("/journal?{filter}")).text;
        assert!(journal.contains("2 Carl – Dora → no such game. typed twice"), "{journal}");
    }
    assert!(arbiter.get("/report?round=1").text.contains("no such game. typed twice"));
    // Its id is given to no other board.
    let fields = [("round", "1"), ("number", "2"), ("white", "Emil"), ("black", "Fritz")];
    assert_eq!(arbiter.post("/round/pairing", &fields).status, 303);
    let emil = desk.desk.snapshot().boards.values().last().map(|live| live.board.id.0);
    assert_eq!(emil, Some(3));
    // What was played stays, under whatever names.
    assert_eq!(arbiter.post("/board/3/result", &[("result", "1-0")]).status, 303);
    let page = chief.post("/board/3/pairing", &TAKE_OUT);
    assert!(page.status == 422 && page.text.contains("not taken out"));
}

#[test]
fn a_report_that_was_imported_loses_the_games_that_were_none() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let player = |number: u32, name: &str, game: &str| {
        format!(
            "001 {number:4} m    {name:<33} 2000 NED     1000000 1990/01/01  0.0    1  {game}\n"
        )
    };
    let report = [
        player(1, "Adam", "   3 w  "),
        player(2, "Berta", "   4 w  "),
        player(3, "Carl", "   1 b  "),
        player(4, "Dora", "   2 b  "),
    ];
    let fields = [("round", "1"), ("text", &report.concat())];
    assert_eq!(chief.post("/round/import", &fields).status, 303, "{}", report.concat());
    assert_eq!(desk.desk.snapshot().boards.len(), 2);
    let games = || {
        let text = chief.get("/round/results.trf").text;
        let trf = kaissa_tournament::Trf::read(&text);
        let rows = trf.pairings(1, 1).rows.into_iter();
        rows.map(|row| format!("{}-{}", row.white, row.black)).collect::<Vec<_>>()
    };
    assert_eq!(games(), ["Adam-Carl", "Berta-Dora"]);
    assert_eq!(put_right(&desk, 1, "1", "1", ["Carl", "Adam"]).status, 303);
    assert_eq!(chief.post("/board/2/pairing", &TAKE_OUT).status, 303);
    assert_eq!(games(), ["Carl-Adam"]);
    // Another report tells what is so from there on.
    assert_eq!(chief.post("/round/import", &fields).status, 303);
    let mut now = games();
    now.sort();
    assert_eq!(now, ["Adam-Carl", "Berta-Dora"]);
}

#[test]
fn a_note_about_a_board_that_was_taken_out_is_erased_all_the_same() {
    let desk = two_pairings();
    let chief = desk.visitor(Some(Role::Chief));
    assert_eq!(chief.post("/board/2/pairing", &TAKE_OUT).status, 303);
    let number = |kind: &str| {
        let entries = desk.desk.ledger().read(1, 100).expect("read");
        entries.iter().rev().find(|entry| entry.body.kind() == kind).map(|entry| entry.number)
    };
    let pairing = number("pairing_corrected").expect("kept");
    let fields = [("text", "Carl has the phone number 12345"), ("reason", "asked for")];
    assert_eq!(chief.post(&format!("/entry/{pairing}/correct"), &fields).status, 303);
    assert_eq!(desk.desk.snapshot().ground.notes().len(), 1);
    let note = number("note_added").expect("kept");
    assert_eq!(chief.post(&format!("/entry/{note}/erase"), &[("reason", "personal")]).status, 303);
    assert!(desk.desk.snapshot().ground.notes().is_empty());
}

#[test]
fn what_is_wrong_with_a_setting_is_said_in_the_language_of_the_page() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    for (setting, value, said) in [
        ("edition", "1899", "expected one of these: 2001,"),
        ("style", "gentle", "expected one of these: standard, rapid, blitz"),
        ("time_control", "soon", "expected a time control as 40/5400+30:1800+30"),
        ("round", "0", "a round has a number from 1 to 999"),
        ("regulations", "edition = \"1899\"", "expected one of these: 2001,"),
        ("regulations", "edition = \"2023\"\n[[", "line 2, column"),
        ("language", "de", "expected one of these: en, ru"),
    ] {
        let page = chief.post("/settings", &[(setting, value)]);
        assert!(page.status == 422 && page.text.contains(said), "{setting}: {}", page.text);
    }
    let page = chief.post("/settings", &[("time_control", "soon")]).text;
    let field = page.split("id=\"time_control\"").nth(1).expect("the field");
    let field = field.split('>').next().unwrap_or_default();
    assert!(field.contains("value=\"soon\"") && field.contains("aria-invalid"), "{field}");
    assert_eq!(chief.post("/settings", &[("language", "ru")]).status, 303);
    for (setting, value, said) in [
        ("style", "gentle", "ожидалось одно из: standard, rapid, blitz"),
        ("regulations", "[[", "строка 1, столбец"),
        ("time_control", "soon", "ожидался контроль времени"),
    ] {
        let page = chief.post("/settings", &[(setting, value)]);
        assert!(page.status == 422 && page.text.contains(said), "{setting}: {}", page.text);
    }
}

#[test]
fn a_number_that_is_none_is_refused_and_not_taken_for_another() {
    let (desk, _) = TestDesk::with_game("1. e4 e5");
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let table = "1; A; B";
    for (path, fields, said) in [
        ("/round/import", vec![("text", table), ("round", "third")], "from 1 to 999"),
        ("/round/import", vec![("text", table), ("first_board", "one")], "no whole number"),
        ("/round/pairing", vec![("round", "x"), ("white", "A"), ("black", "B")], "from 1 to 999"),
        ("/board/1/illegal-move", vec![("by", "white"), ("ply", "first")], "no whole number"),
        ("/board/1/draw-offer", vec![("by", "white"), ("offers_before", "two")], "no whole number"),
    ] {
        let page = arbiter.post(path, &fields);
        assert!(page.status == 422 && page.text.contains(said), "{path}: {}", page.text);
    }
    assert_eq!(desk.desk.snapshot().boards.len(), 1, "nothing was taken");
}

#[test]
fn an_arbiter_finds_the_boards_that_he_looks_after() {
    let (desk, _) = TestDesk::with_game("1. e4");
    let chief = desk.visitor(Some(Role::Chief));
    let fields =
        [("person", "2"), ("name", "Arbiter"), ("role", "arbiter"), ("sector", "1-12, 20")];
    assert_eq!(chief.post("/settings/arbiter", &fields).status, 303);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let page = arbiter.get("/").text;
    assert!(page.contains("href=\"/?row=1-12%2C%2020\""), "{page}");
    assert!(arbiter.get("/?row=1-12%2C%2020").text.contains("id=\"board-1\""));
    assert!(!chief.get("/").text.contains("id=\"own-boards\""));
}

#[test]
fn what_the_hall_merged_with_nothing_is_told_once() {
    let desk = TestDesk::new();
    let twice = |first: &str, second: &str| {
        format!("{}{}", game("1.1", "A", "B", first), game("1.1", "A", "B", second))
    };
    desk.observe("hall.pgn", &twice("1. e4 e5", "1. d4 d5"));
    desk.observe("hall.pgn", &twice("1. e4 e5 2. Nf3", "1. d4 d5"));
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.notices.len(), 1, "{:?}", snapshot.notices);
    let page = desk.visitor(Some(Role::Reader)).get("/").text;
    assert_eq!(page.matches("To settle:").count(), 1, "{page}");
    let seen = kaissa_feed::Seen::Gone;
    let source = "hall.pgn".to_owned();
    desk.show(kaissa_feed::Observation { source, at: crate::now(), seen });
    assert!(desk.desk.snapshot().notices.is_empty(), "its source is gone");
}

#[test]
fn a_record_that_is_changed_after_a_ruling_on_it_is_new_evidence_and_changes_nothing() {
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let (desk, board) = TestDesk::with_game(repeated);
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let show = |moves: &str| desk.observe("hall.pgn", &game("1.1", "First, A", "Second, B", moves));
    let live = || desk.desk.snapshot().board(board).cloned().expect("a board");
    let rule = |how: &[(&str, &str)]| {
        let claim = [("rule", "threefold"), ("by", "white"), ("turn", "white"), ("how", "written")];
        assert_eq!(arbiter.post("/board/1/claim", &claim).status, 303);
        let shown = live().board.shown.last().map(|shown| shown.entry.to_string());
        let entry = shown.expect("a proposal");
        let fields = [&[("entry", entry.as_str())], how].concat();
        assert_eq!(arbiter.post("/board/1/proposal", &fields).status, 303);
        entry
    };
    let entry = rule(&[("rule", "depart"), ("decision", "continue"), ("reason", "seen otherwise")]);
    show(&format!("{repeated} 5. e4 e5"));
    assert_eq!(live().board.in_doubt().count(), 0, "the game only goes on");
    show("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Nd4 Ng8");
    assert_eq!(live().board.in_doubt().count(), 1);
    let ruling = live().board.rulings[0].clone();
    assert!(ruling.taken_back.is_none() && ruling.decision == "continue", "the ruling stands");
    for path in ["/", "/board/1"] {
        let page = arbiter.get(path).text;
        assert!(page.contains("New evidence since"), "{path}: {page}");
        assert!(page.contains(&format!("/board/1/proposal?entry={entry}")), "{path}");
    }
    let page = arbiter.get(&format!("/board/1/proposal?entry={entry}")).text;
    assert!(page.contains("id=\"new-evidence\"") && page.contains("The ruling stands"), "{page}");
    // Ruling anew on the same matter, or taking it back, deals with it.
    rule(&[("rule", "depart"), ("decision", "continue"), ("reason", "seen again")]);
    assert_eq!(live().board.in_doubt().count(), 0);
    let correction = [("after", "3"), ("moves", "Nd5"), ("reason", "misread")];
    assert_eq!(arbiter.post("/board/1/correct", &correction).status, 303);
    assert_eq!(live().board.in_doubt().count(), 2, "an arbiter changes it too");
}
