//! The round: pairings typed and imported, arrivals, results, exports.

use kaissa_game::{GameResult, Presence};

use super::TestDesk;
use crate::{BoardId, Role, Setting};

/// A desk with two typed pairings of round 3.
fn paired() -> TestDesk {
    let desk = TestDesk::new();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (number, white, black) in [("1", "Carlsen, Magnus", "So, W"), ("2", "Иванова", "Li")]
    {
        let fields = [("round", "3"), ("number", number), ("white", white), ("black", black)];
        let page = arbiter.post("/round/pairing", &fields);
        assert_eq!((page.status, page.location.as_str()), (303, "/round?round=3"));
    }
    desk
}

fn result(desk: &TestDesk, board: u32) -> Option<GameResult> {
    let snapshot = desk.desk.snapshot();
    snapshot.board(BoardId(board)).and_then(|live| live.board.result).map(|(result, _)| result)
}

#[test]
fn a_pairing_is_typed_and_no_player_or_board_is_taken_twice() {
    let desk = paired();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    for (number, white, black, said) in [
        ("3", "magnus CARLSEN", "New", "plays at board 1 already"),
        ("3", "New", "New", "nobody plays himself"),
        ("3", "New", "", "both players need a name"),
    ] {
        let fields = [("round", "3"), ("number", number), ("white", white), ("black", black)];
        let page = arbiter.post("/round/pairing", &fields);
        assert_eq!(page.status, 422);
        assert!(page.text.contains(said), "{said}");
    }
    // A board gets other players where the chief arbiter puts its pairing right, with the reason.
    let fields = [("round", "3"), ("number", "2"), ("white", "Иванов"), ("black", "Li")];
    assert_eq!(arbiter.post("/round/pairing", &fields).status, 422);
    let chief = desk.visitor(Some(Role::Chief));
    assert_eq!(chief.post("/board/2/pairing", &fields).status, 422, "with the reason");
    let fields = [&fields[..], &[("reason", "misread")]].concat();
    assert_eq!(arbiter.post("/board/2/pairing", &fields).status, 403);
    assert!(!arbiter.get("/round?round=3").text.contains("/board/2/pairing"));
    assert!(chief.get("/round?round=3").text.contains("/board/2/pairing"));
    assert_eq!(chief.post("/board/2/pairing", &fields).status, 303);
    assert_eq!(desk.desk.snapshot().boards.len(), 2);
    let page = desk.visitor(Some(Role::Reader)).get("/round?round=3").text;
    assert!(page.contains("Иванов<") && !page.contains("Иванова<"));
    assert!(!page.contains("id=\"start-round\""), "a reader starts nothing");
}

#[test]
fn a_round_is_started_once_and_who_is_absent_loses_by_the_default_time() {
    let desk = paired();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert!(arbiter.get("/round?round=3").text.contains("id=\"start-round\""));
    let absent = [("round", "3"), ("who", "absent-black")];
    assert_eq!(arbiter.post("/board/1/arrival", &absent).location, "/round?round=3");
    assert_eq!(arbiter.post("/round/start", &[("round", "3")]).status, 303);
    let again = arbiter.post("/round/start", &[("round", "3")]);
    assert_eq!(again.status, 422);
    assert!(again.text.contains("was started already"));
    // Zero tolerance, if nobody has announced anything else: the proposal stands there, the arbiter
    // rules.
    let mut page = arbiter.get("/round?round=3").text;
    while !page.contains("Black loses") {
        page = arbiter.get("/round?round=3").text;
    }
    assert!(page.contains("id=\"absent\"") && page.contains("6.7.1"), "{page}");
    assert_eq!(result(&desk, 1), None, "nothing is decided by the desk");
    let snapshot = desk.desk.snapshot();
    let game = &snapshot.board(BoardId(1)).expect("a board").board.game;
    assert_eq!(game.presence(kaissa_chess::Color::Black), Presence::Absent);
    let forfeit = [("result", "1-0F")];
    assert_eq!(arbiter.post("/board/1/result", &forfeit).location, "/round?round=3");
    assert!(!arbiter.get("/round?round=3").text.contains("id=\"absent\""));
}

#[test]
fn a_default_time_of_the_regulations_lets_a_late_player_play() {
    let desk = paired();
    let chief = desk.visitor(Some(Role::Chief));
    let regulations = "default-time = \"15 min\"\n";
    assert_eq!(chief.post("/settings", &[("regulations", regulations)]).status, 303);
    assert_eq!(chief.post("/round/start", &[("round", "3")]).status, 303);
    chief.post("/board/2/arrival", &[("who", "absent-white")]);
    let page = chief.get("/round?round=3").text;
    assert!(page.contains("15 min") && page.contains("data-ms=\"900000\""), "{page}");
    assert!(!page.contains("White loses"));
    chief.post("/board/2/arrival", &[("who", "here-white")]);
    assert!(!chief.get("/round?round=3").text.contains("id=\"absent\""));
}

#[test]
fn a_result_is_entered_with_its_signatures_and_taken_back() {
    let desk = paired();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    assert!(arbiter.get("/round?round=3").text.contains("Results entered: 0 of 2"));
    let fields = [("result", "1/2-1/2"), ("white_signed", "1")];
    assert_eq!(arbiter.post("/board/1/result", &fields).status, 303);
    let page = arbiter.get("/round?round=3").text;
    assert!(
        page.contains("½–½")
            && page.contains("signed: White")
            && page.contains("entered by Arbiter")
    );
    assert!(
        page.contains("Results entered: 1 of 2") && page.contains("Not signed by both players:")
    );
    assert_eq!(arbiter.post("/board/1/result", &fields).status, 422, "nothing new");
    let both = [("result", "1/2-1/2"), ("black_signed", "1")];
    assert_eq!(arbiter.post("/board/1/result", &both).status, 303);
    let page = arbiter.get("/round?round=3").text;
    assert!(page.contains("signed: White, Black") && !page.contains("Not signed by both"));
    assert_eq!(arbiter.post("/board/1/result", &[("take_back", "1")]).status, 303);
    assert_eq!(result(&desk, 1), None);
    assert_eq!(arbiter.post("/board/1/result", &[("take_back", "1")]).status, 422);
    assert_eq!(arbiter.post("/board/1/result", &[("result", "2-0")]).status, 422);
}

#[test]
fn a_table_of_any_encoding_is_imported_and_comes_out_again() {
    let desk = TestDesk::new();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    // Windows-1251 with Windows line ends, as an old pairing program writes it.
    let mut file = b"1;".to_vec();
    file.extend([0xC8, 0xE2, 0xE0, 0xED, 0xEE, 0xE2, b',', b' ', 0xCF]);
    file.extend(b";Second, B;1-0\r\n2;Third, C;Fourth, D;\r\n");
    let page = arbiter.post_file("/round/import", &[("round", "2")], ("тур.csv", &file));
    assert_eq!((page.status, page.location.as_str()), (303, "/round?round=2"), "{}", page.text);
    assert_eq!(result(&desk, 1), Some(GameResult::WHITE_WINS));
    let out = arbiter.get("/round/results.csv?round=2");
    assert!(
        out.headers["content-disposition"]
            .to_str()
            .expect("letters")
            .contains("results-round-2.csv")
    );
    let expected = "\u{FEFF}Round;Board;White;Black;Result\r\n2;1;Иванов, П;Second, B;1-0\r\n\
                    2;2;Third, C;Fourth, D;\r\n";
    assert_eq!(out.text, expected);
    let number = desk.desk.snapshot().ground.number();
    let again = arbiter.post("/round/import", &[("text", expected)]);
    assert_eq!(again.status, 303);
    assert_eq!(desk.desk.snapshot().boards.len(), 2, "the same boards");
    assert_eq!(desk.desk.snapshot().ground.number(), number + 1, "no result is entered twice");
}

#[test]
fn a_file_with_troubles_is_refused_with_every_line_unless_the_rest_is_asked_for() {
    let desk = TestDesk::new();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let text = "Board;White;Black;Result\n1;A;B;1-0\n2;<b>C;D;5-0\n3;E;\n4;F;bye;\n";
    let page = arbiter.post("/round/import", &[("text", text), ("round", "1")]);
    assert_eq!(page.status, 422);
    for said in [
        "nothing was taken",
        "line 3: found",
        "5-0",
        "line 4: found",
        "Games that were understood: 1",
    ] {
        assert!(page.text.contains(said), "{said}");
    }
    assert!(!page.text.contains("<b>C"), "shown as text");
    assert!(desk.desk.snapshot().boards.is_empty());
    let fields = [("text", text), ("round", "1"), ("despite", "1")];
    assert_eq!(arbiter.post("/round/import", &fields).status, 303);
    assert_eq!(desk.desk.snapshot().boards.len(), 1);
    let notes = desk.desk.snapshot().ground.notes().to_vec();
    assert_eq!(notes[0].text, "Without a game: F", "nobody is lost");
}

/// Two players a line: the second round is paired, the first one played.
fn report() -> String {
    let player = |number: u32, name: &str, points: &str, rounds: &str| {
        format!(
            "001 {number:>4} m    {name:<33}          {:>11} {:>10} {points:>4} {:>4}  {rounds}\r\n",
            4_100_000 + number,
            "1990/01/02",
            1
        )
    };
    [
        "012 Кубок города\r\n222 5400+30\r\nXXR 5\r\n".to_owned(),
        player(1, "Первый, А", " 1.0", "   3 w 1     2 b  "),
        player(2, "Second, B", " 1.0", "   4 b +     1 w  "),
        player(3, "Third, C", " 0.0", "   1 b 0     4 w  "),
        player(4, "Fourth, D", " 0.0", "   2 w -     3 b  "),
    ]
    .concat()
}

#[test]
fn a_report_is_imported_and_goes_out_with_the_results_of_the_desk() {
    let desk = TestDesk::new();
    let chief = desk.visitor(Some(Role::Chief));
    let page = chief.post_file("/round/import", &[], ("cup.trf", report().as_bytes()));
    assert_eq!((page.status, page.location.as_str()), (303, "/round?round=2"), "{}", page.text);
    let ground = desk.desk.snapshot().ground.clone();
    assert_eq!(ground.setting(Setting::Competition), "Кубок города");
    assert_eq!(ground.setting(Setting::TimeControl), "5400+30");
    assert_eq!(chief.get("/round/results.trf").text, report(), "nothing is lost, nothing added");
    assert_eq!(chief.post("/board/1/result", &[("result", "1/2-1/2")]).status, 303);
    let expected = report()
        .replace(" 1.0    1     3 w 1     2 b  ", " 1.5    1     3 w 1     2 b =")
        .replace(" 1.0    1     4 b +     1 w  ", " 1.5    1     4 b +     1 w =");
    assert_eq!(chief.get("/round/results.trf").text, expected);
    // What went out can be read in again, by a newer pairing too.
    let again =
        chief.post_file("/round/import", &[("round", "1")], ("cup.trf", expected.as_bytes()));
    assert_eq!(again.location, "/round?round=1");
    assert_eq!(desk.desk.snapshot().boards.len(), 4);
    assert_eq!(chief.get("/round/results.trf").text, expected);
    let fields = [("round", "2"), ("number", "9"), ("white", "Stranger"), ("black", "Guest")];
    assert_eq!(chief.post("/round/pairing", &fields).status, 303);
    let page = chief.get("/round/results.trf");
    assert_eq!(page.status, 409);
    assert!(page.text.contains("Guest; Stranger"));
}

#[test]
fn without_a_report_a_new_one_is_made_of_the_pairings() {
    let desk = paired();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    arbiter.post("/board/2/result", &[("result", "0-1")]);
    let text = arbiter.get("/round/results.trf").text;
    let trf = kaissa_tournament::Trf::read(&text);
    assert_eq!(trf.troubles(), []);
    assert_eq!(trf.value("102"), Some("Chief"));
    let games = trf.pairings(3, 1);
    assert_eq!(games.rows.len(), 2);
    assert!(games.rows.iter().any(|row| row.result == Some(GameResult::BLACK_WINS)));
}

#[test]
fn another_device_sees_a_result_at_once() {
    let desk = paired();
    let arbiter = desk.visitor(Some(Role::Arbiter));
    let stamp = desk.desk.snapshot().stamp();
    arbiter.post("/board/1/result", &[("result", "1-0")]);
    let request = arbiter.request(axum::http::Method::GET, "/live/round?round=3");
    let request = request.header("last-event-id", stamp);
    let event = desk.send(request.body(String::new().into()).expect("a request")).text;
    assert!(event.contains("id=\"game-1\"") && !event.contains("id=\"game-2\""));
    assert!(event.contains("Results entered: 1 of 2"));
}
