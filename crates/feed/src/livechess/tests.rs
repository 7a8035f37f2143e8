//! The machine on its own: frames and time in, observations and calls out.

use kaissa_game::{GameResult, Legality, Record, Timestamp};
use kaissa_laws::ClockTime;
use serde_json::{Value, json};

use super::machine::Machine;
use super::outside::{read_boards, read_frame, read_game};
use super::tree::{GameAnswer, Seat};
use crate::{Gap, Health, LiveMove, Observation, Seen, Trouble};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// A LiveChess in memory: what it says, and what the machine made of it.
struct Hall {
    machine: Machine,
    now: i64,
    seen: Vec<Observation>,
    calls: Vec<Value>,
}

impl Hall {
    /// A hall with these boards, subscribed to, whose players nobody tells.
    fn new(serials: &[&str]) -> Hall {
        let mut hall = Hall::unnamed(serials);
        hall.machine.has_no_tree(Timestamp(hall.now));
        hall
    }

    fn unnamed(serials: &[&str]) -> Hall {
        let mut hall = Hall {
            machine: Machine::new("livechess://hall"),
            now: 1_791_014_400_000,
            seen: Vec::new(),
            calls: Vec::new(),
        };
        hall.connect(serials);
        hall
    }

    /// Connects and answers every call.
    fn connect(&mut self, serials: &[&str]) {
        self.machine.connected(Timestamp(self.now));
        self.collect();
        let boards: Vec<Value> = serials.iter().map(|serial| eboard(serial, "ACTIVE")).collect();
        self.boards(json!(boards));
        let n_asked = self.calls.len();
        for call in self.calls.split_off(n_asked.saturating_sub(serials.len())) {
            let id = call["id"].clone();
            self.calls.push(call);
            self.frame(json!({"response": "call", "id": id, "param": null, "time": self.now}));
        }
    }

    /// Answers the last question for the boards.
    fn boards(&mut self, boards: Value) {
        let asked = self.calls.iter().rev().find(|call| call["call"] == "eboards").expect("asked");
        let id = asked["id"].clone();
        self.frame(json!({"response": "call", "id": id, "param": boards, "time": self.now}));
    }

    fn frame(&mut self, frame: Value) {
        self.bytes(frame.to_string().as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.machine.frame(bytes, Timestamp(self.now));
        self.collect();
    }

    fn event(&mut self, mut param: Value) {
        if param.get("serialnr").is_none() {
            param["serialnr"] = json!("45753");
        }
        self.frame(json!({"response": "feed", "id": 101, "param": param, "time": self.now}));
    }

    fn list(&mut self, moves: &[&str]) {
        self.event(json!({"san": moves, "start": format!("{START} w KQkq - 0 1"), "match": true}));
    }

    fn clock(&mut self, white: i64, black: i64, run: Value) {
        let clock = json!({"white": white, "black": black, "run": run, "time": self.now});
        self.event(json!({"clock": clock}));
    }

    /// Lets time pass, with the machine looking around.
    fn wait(&mut self, millis: i64) {
        let until = self.now + millis;
        while self.now < until {
            self.now = (self.now + 100).min(until);
            self.machine.tick(Timestamp(self.now));
            self.collect();
        }
    }

    fn lose(&mut self) {
        let trouble = Trouble { code: "closed", detail: String::new() };
        self.machine.lost(trouble, Timestamp(self.now));
        self.collect();
    }

    fn collect(&mut self) {
        self.seen.extend(self.machine.take_seen());
        while let Some(call) = self.machine.next_call() {
            self.calls.push(serde_json::from_str(&call).expect("a call is JSON"));
        }
    }

    fn record(&self, row: &str) -> Option<&Record> {
        self.seen.iter().rev().find_map(|seen| match &seen.seen {
            Seen::Board { row: told, record, .. } if told == row => Some(&**record),
            _ => None,
        })
    }

    fn placement(&self, row: &str) -> Option<&str> {
        self.seen.iter().rev().find_map(|seen| match &seen.seen {
            Seen::Board { row: told, placement, .. } if told == row => placement.as_deref(),
            _ => None,
        })
    }

    /// The moves of a board's record as written.
    #[track_caller]
    fn check(&self, row: &str, expected: &[&str]) {
        let record = self.record(row);
        let moves: Vec<&str> = record.map_or_else(Vec::new, |record| {
            record.plies.iter().map(|ply| record.written_ply(ply)).collect()
        });
        assert_eq!(moves, expected, "board {row}");
    }

    fn replaced(&self) -> Vec<(u32, &str, Option<&str>)> {
        let told = self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::Replaced(it) => Some((it.ply, it.written.as_str(), it.instead.as_deref())),
            _ => None,
        });
        told.collect()
    }

    fn gaps(&self) -> Vec<&Gap> {
        let gaps = self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::Gap(gap) => Some(gap),
            _ => None,
        });
        gaps.collect()
    }

    fn health(&self) -> Vec<&Health> {
        let told = self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::Health(health) => Some(health),
            _ => None,
        });
        told.collect()
    }

    fn board_health(&self) -> Vec<(&str, &Health)> {
        let told = self.seen.iter().filter_map(|seen| match &seen.seen {
            Seen::BoardHealth { row, health } => Some((row.as_str(), health)),
            _ => None,
        });
        told.collect()
    }
}

fn eboard(serial: &str, state: &str) -> Value {
    json!({"serialnr": serial, "source": "COM5", "state": state, "battery": null, "comment": null,
        "board": START, "flipped": false, "clock": null})
}

fn official(moves: &[&str]) -> GameAnswer {
    let moves = moves.iter().map(|written| LiveMove {
        written: (*written).to_owned(),
        left: Some(ClockTime::minutes(5)),
        used: None,
    });
    GameAnswer { moves: moves.collect(), ..GameAnswer::default() }
}

fn seat(pairing: &str, serial: &str, white: &str) -> Seat {
    let tags = [("Event", "Open"), ("Round", "1.1"), ("White", white), ("Board", "1")];
    Seat {
        pairing: pairing.to_owned(),
        serial: Some(serial.to_owned()),
        is_live: true,
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        result: None,
    }
}

#[test]
fn an_observer_never_writes() {
    let mut hall = Hall::new(&["45753", "47083"]);
    hall.list(&["e4"]);
    hall.wait(20_000);
    hall.lose();
    hall.connect(&["45753"]);
    hall.wait(5_100);
    hall.boards(json!([{"serialnr": "45753", "source": null, "board": null}]));
    hall.wait(6_000);
    let allowed = ["eboards", "sources", "subscribe", "unsubscribe"];
    for call in &hall.calls {
        assert!(allowed.contains(&call["call"].as_str().unwrap_or("")), "{call}");
    }
    let n_calls = |name: &str| hall.calls.iter().filter(|call| call["call"] == name).count();
    assert_eq!((n_calls("subscribe"), n_calls("unsubscribe")), (3, 1));
}

#[test]
fn every_example_of_a_frame_is_read() {
    for text in [
        r#"{"response":"call","id":1,"param":[{"serialnr":"45753","source":"COM5","state":"ACTIVE","battery":null,"comment":null,"board":"8/8","flipped":false,"clock":{"white":182,"black":182,"run":null,"time":1791014400120}},{"serialnr":"47083","source":null,"state":"INACTIVE","battery":"63%","comment":"board 2 spare","board":null,"flipped":false,"clock":null}],"time":1791014400333}"#,
        r#"{"response":"call","id":2,"param":null,"time":1791014401002}"#,
        r#"{"response":"feed","id":101,"param":{"serialnr":"45753","flipped":false,"board":"8/8","clock":{"white":182,"black":182,"run":null,"time":1791014400120}},"time":1791014401004}"#,
        r#"{"response":"feed","id":101,"param":{"serialnr":"45753","clock":{"white":182,"black":182,"run":true,"time":1791014410250}},"time":1791014410260}"#,
        r#"{"response":"feed","id":101,"param":{"serialnr":"45753","board":"8/8","start":"8/8 w KQkq - 0 1","san":["e4"],"match":true},"time":1791014411730}"#,
        r#"{"time":1791014411730,"param":{"match":true,"san":["e4"],"serialnr":"45753"},"id":101,"response":"feed"}"#,
        r#"{"response":"feed","id":101,"param":{"serialnr":"45753","clock":null},"time":1791014900000}"#,
        r#"{"response":"error","id":3,"param":{"message":"unknown eboard","stacktrace":"..."},"time":1791015000000}"#,
    ] {
        let read = read_frame(text.as_bytes());
        assert!(read.as_ref().is_ok_and(|frame| frame.time.is_some()), "{text}: {read:?}");
    }
    let game = br#"{"chess960":518,"result":null,"comment":null,"clock":{"white":6,"black":12,"run":true,"time":1791015200000},"moves":["e4 181+1","e5 183+1","Nf3 +2","Nc6 182","Bb5"]}"#;
    let game = read_game(game).expect("the example of a game");
    assert_eq!(game.moves.len(), 5);
    assert_eq!(game.moves[2].used, Some(ClockTime::seconds(2)));
    assert_eq!((game.start_fen, game.result), (None, None));
}

#[test]
fn the_game_of_the_examples_is_followed_press_by_press() {
    let mut hall = Hall::new(&["45753"]);
    hall.clock(182, 182, Value::Null);
    hall.clock(182, 182, json!(true));
    hall.event(json!({"board": "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "match": false}));
    hall.list(&["e4"]);
    hall.check("45753", &[]);
    hall.now += 1_170;
    hall.clock(181, 182, json!(false));
    hall.check("45753", &["e4"]);
    let record = hall.record("45753").expect("a record");
    assert_eq!(record.plies[0].clock, Some(ClockTime::seconds(181)));
    hall.now += 2_000;
    hall.list(&["e4", "e5"]);
    hall.check("45753", &["e4"]);
    hall.clock(181, 180, json!(true));
    hall.check("45753", &["e4", "e5"]);
}

#[test]
fn a_dragged_rook_is_believed_where_it_comes_to_rest() {
    let mut hall = Hall::new(&["45753"]);
    hall.clock(100, 100, json!(true));
    hall.list(&["a4"]);
    hall.now += 500;
    hall.list(&["a3"]);
    hall.list(&["a3"]);
    hall.check("45753", &[]);
    hall.wait(2_400);
    hall.check("45753", &[]);
    hall.wait(200);
    hall.check("45753", &["a3"]);
    assert_eq!(hall.replaced(), [(1, "a4", Some("a3"))]);
}

#[test]
fn a_wrong_extra_move_waits_with_the_move_before_it_believed() {
    let mut hall = Hall::new(&["45753"]);
    hall.clock(100, 100, json!(true));
    hall.list(&["e4", "e5"]);
    hall.check("45753", &[]);
    hall.now += 700;
    hall.clock(99, 100, json!(false));
    hall.check("45753", &["e4"]);
    hall.list(&["e4", "c5"]);
    hall.now += 900;
    hall.clock(99, 98, json!(true));
    hall.check("45753", &["e4", "c5"]);
    assert_eq!(hall.replaced(), [(2, "e5", Some("c5"))]);
}

#[test]
fn without_a_clock_a_move_has_to_stand_for_a_second() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4"]);
    hall.wait(900);
    hall.check("45753", &[]);
    hall.wait(200);
    hall.check("45753", &["e4"]);
}

#[test]
fn a_piece_in_the_air_holds_the_move_back() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4"]);
    hall.event(json!({"board": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1", "match": false}));
    hall.wait(5_000);
    hall.check("45753", &[]);
    hall.event(json!({"board": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "match": true}));
    hall.wait(1_100);
    hall.check("45753", &["e4"]);
}

#[test]
fn moves_that_are_taken_back_leave_the_record() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4", "e5", "Nf3", "Nc6"]);
    hall.wait(1_100);
    hall.check("45753", &["e4", "e5", "Nf3", "Nc6"]);
    hall.event(json!({"san": ["e4", "e5"], "match": false}));
    hall.check("45753", &["e4", "e5", "Nf3", "Nc6"]);
    hall.wait(1_100);
    hall.check("45753", &["e4", "e5"]);
    // What stood in the record is no move of a moment.
    assert!(hall.replaced().is_empty());
}

#[test]
fn a_stopped_clock_believes_what_stands() {
    let mut hall = Hall::new(&["45753"]);
    hall.clock(100, 100, json!(true));
    hall.list(&["e4"]);
    hall.now += 300;
    hall.clock(99, 100, Value::Null);
    hall.check("45753", &["e4"]);
}

#[test]
fn kings_in_the_centre_are_the_result() {
    let mut hall = Hall::new(&["45753"]);
    hall.clock(100, 100, json!(true));
    hall.list(&["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6"]);
    hall.wait(2_600);
    hall.clock(95, 100, Value::Null);
    hall.now += 300;
    let board = "rnbq1bnr/pppp1ppp/8/3k4/4K3/8/PPPP1PPP/RNBQ1BNR";
    let san = ["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "Kd4"];
    hall.event(json!({"board": board, "san": san, "match": false}));
    hall.wait(3_000);
    hall.check("45753", &["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6"]);
    let record = hall.record("45753").expect("a record");
    assert_eq!(record.result(), Some(GameResult::WHITE_WINS));
}

#[test]
fn a_castling_that_is_told_twice_is_played_once() {
    let mut hall = Hall::new(&["45753"]);
    let before = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
    hall.list(&[&before[..], &["O-O", "O-O"]].concat());
    hall.wait(1_100);
    hall.check("45753", &[&before[..], &["O-O"]].concat());
    hall.list(&[&before[..], &["O-O", "O-O", "Nf6", "d3", "O-O"]].concat());
    hall.wait(1_100);
    hall.check("45753", &[&before[..], &["O-O", "Nf6", "d3", "O-O"]].concat());
}

/// The events of a field report, all at one moment, on a board without a clock.
fn report(lists: [&[&str]; 3]) -> Hall {
    let mut hall = Hall::new(&["00042"]);
    for list in lists {
        let start = format!("{START} w KQkq - 0 1");
        hall.event(json!({"serialnr": "00042", "start": start, "san": list, "match": true}));
    }
    hall.wait(1_100);
    hall
}

#[test]
fn fr_dgt_01_castling_in_two_steps_tells_the_rook_that_was_touched_first() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"];
    let with = |last| [&moves[..], &[last]].concat();
    let hall = report([&moves, &with("Rf1"), &with("O-O")]);
    hall.check("00042", &with("O-O"));
    assert_eq!(hall.replaced(), [(7, "Rf1", Some("O-O"))]);
}

#[test]
fn fr_dgt_02_a_corrected_move_is_the_game_and_the_wrong_one_is_kept() {
    let moves = ["e4", "e5", "Nf3", "Nc6"];
    let (wrong, right) = ([&moves[..], &["Bb5"]].concat(), [&moves[..], &["Bc4"]].concat());
    let hall = report([&wrong, &right, &[&right[..], &["Bc5"]].concat()]);
    hall.check("00042", &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]);
    assert_eq!(hall.replaced(), [(5, "Bb5", Some("Bc4"))]);
}

#[test]
fn fr_dgt_03_a_board_without_a_clock_is_a_board() {
    let text = format!(
        r#"[{{"serialnr":"00042","source":"ttyACM0","state":"ACTIVE","battery":null,"comment":null,"board":"{START}","flipped":false,"clock":null}},
        {{"serialnr":"00043","source":null,"state":null,"battery":null,"comment":null,"board":null,"flipped":false,"clock":null}}]"#
    );
    assert_eq!(read_boards(text.as_bytes()).expect("a list").len(), 2);
    let mut hall = Hall::new(&[]);
    hall.wait(5_100);
    hall.boards(serde_json::from_str(&text).expect("the report is JSON"));
    hall.wait(1_100);
    let subscribed: Vec<&Value> =
        hall.calls.iter().filter_map(|call| call.pointer("/param/param/serialnr")).collect();
    assert_eq!(subscribed, ["00042"]);
    assert!(hall.record("00042").is_some_and(|record| record.live_clocks().white.is_none()));
    assert!(hall.record("00043").is_none());
}

#[test]
fn fr_dgt_04_times_stand_behind_the_moves() {
    let text = br#"{"live": true, "serialNr": "00042", "firstMove": 1700000000000, "chess960": 518, "result": null, "moves": ["e4 5400+12", "e5 5395+17", "Nf3 +31", "Nc6 5380"], "clock": {"white": 5371, "black": 5378, "time": 1700000100000}}"#;
    let mut hall = Hall::new(&["00042"]);
    hall.machine.take_seats(vec![seat("p1", "00042", "A")], Timestamp(hall.now));
    let game = read_game(text).expect("the game of the report");
    hall.machine.take_official("p1", game, Timestamp(hall.now));
    hall.collect();
    hall.check("00042", &["e4", "e5", "Nf3", "Nc6"]);
    let record = hall.record("00042").expect("a record");
    let seconds = |time: Option<ClockTime>| time.map(ClockTime::as_whole_seconds);
    let clocks: Vec<_> = record.plies.iter().map(|ply| seconds(ply.clock)).collect();
    let spent: Vec<_> = record.plies.iter().map(|ply| seconds(ply.elapsed)).collect();
    assert_eq!(clocks, [Some(5400), Some(5395), None, Some(5380)]);
    assert_eq!(spent, [Some(12), Some(17), Some(31), None]);
    assert_eq!(record.live_clocks().white, Some(ClockTime::seconds(5371)));
    assert_eq!(record.result(), None);
}

#[test]
fn fr_dgt_05_the_words_of_results_are_read() {
    let text = br#"{"live": false, "serialNr": "00042", "firstMove": 0, "chess960": 518, "result": "BLACKWIN", "moves": ["f3 10", "e5 10", "g4 9", "Qh4 8"]}"#;
    let mut hall = Hall::new(&["00042"]);
    hall.machine.take_seats(vec![seat("p1", "00042", "A")], Timestamp(hall.now));
    hall.machine.take_official("p1", read_game(text).expect("a game"), Timestamp(hall.now));
    hall.collect();
    let record = hall.record("00042").expect("a record");
    assert_eq!(record.result(), Some(GameResult::BLACK_WINS));
    assert!(record.last_position().is_checkmate());
}

#[test]
fn a_break_that_cost_moves_is_named_and_closed_by_the_list() {
    let mut hall = Hall::new(&["45753"]);
    let board = |rank: &str| format!("rnbqkbnr/pppp1ppp/8/4p3/{rank}/8/PPPP1PPP/RNBQKBNR");
    let start = format!("{START} w KQkq - 0 1");
    let told = json!({"board": board("4P3"), "start": start, "san": ["e4", "e5"], "match": true});
    hall.event(told);
    hall.wait(1_100);
    let lost_at = hall.now - 1_100;
    hall.lose();
    hall.wait(8_000);
    hall.connect(&["45753"]);
    let after = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    let san = ["e4", "e5", "Nf3", "Nc6"];
    hall.event(json!({"board": after, "start": start, "san": san, "match": true}));
    let gaps = hall.gaps();
    let [gap] = gaps.as_slice() else { panic!("{gaps:?}") };
    assert!(gap.is_closed && gap.from.0 >= lost_at && gap.to.0 == hall.now, "{gap:?}");
    assert_eq!((gap.plies_before, gap.after.as_deref()), (2, Some(after)));
    assert_eq!(gap.before, Some(board("4P3")));
    let told: Vec<bool> =
        hall.health().iter().map(|health| matches!(health, Health::Connected)).collect();
    assert_eq!(told, [true, false, true]);
}

#[test]
fn a_gap_stays_open_until_the_official_list_fills_it() {
    let mut hall = Hall::new(&["45753"]);
    hall.machine.take_seats(vec![seat("p1", "45753", "A")], Timestamp(hall.now));
    hall.list(&["e4", "e5"]);
    hall.wait(1_100);
    hall.lose();
    hall.wait(4_000);
    hall.connect(&["45753"]);
    hall.event(json!({"board": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"}));
    hall.wait(3_500);
    assert_eq!(hall.gaps().iter().map(|gap| gap.is_closed).collect::<Vec<_>>(), [false]);
    let game = official(&["e4", "e5", "Nf3", "Nc6"]);
    hall.machine.take_official("p1", game, Timestamp(hall.now));
    hall.collect();
    hall.check("45753", &["e4", "e5", "Nf3", "Nc6"]);
    let gaps = hall.gaps();
    assert_eq!(gaps.iter().map(|gap| gap.is_closed).collect::<Vec<_>>(), [false, true]);
    assert_eq!(gaps[0].from, gaps[1].from);
}

#[test]
fn a_restarted_livechess_goes_on_from_where_the_board_stands() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4", "e5", "Nf3"]);
    hall.wait(1_100);
    hall.lose();
    hall.connect(&["45753"]);
    let board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    let start = format!("{board} b KQkq - 1 2");
    hall.event(json!({"board": board, "start": start, "san": [], "match": true}));
    hall.wait(2_000);
    hall.check("45753", &["e4", "e5", "Nf3"]);
    hall.event(json!({"start": start, "san": ["Nc6"], "match": true}));
    hall.wait(1_100);
    hall.check("45753", &["e4", "e5", "Nf3", "Nc6"]);
    assert!(hall.gaps().is_empty(), "{:?}", hall.gaps());
}

#[test]
fn a_board_that_is_set_up_anew_takes_nothing_back() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4", "e5", "Nf3"]);
    hall.wait(1_100);
    hall.list(&[]);
    hall.wait(10_000);
    hall.check("45753", &["e4", "e5", "Nf3"]);
}

#[test]
fn swapped_boards_take_their_games_with_them() {
    let mut hall = Hall::new(&["1", "2"]);
    let start = format!("{START} w KQkq - 0 1");
    let seats = |first: &str, second: &str| vec![seat("p1", first, "A"), seat("p2", second, "B")];
    hall.machine.take_seats(seats("1", "2"), Timestamp(hall.now));
    hall.event(json!({"serialnr": "1", "start": start, "san": ["e4"], "match": true}));
    hall.event(json!({"serialnr": "2", "start": start, "san": ["d4"], "match": true}));
    hall.wait(1_100);
    let white = |hall: &Hall, row: &str| {
        hall.record(row).and_then(|record| record.tag("White").map(|name| name.into_owned()))
    };
    assert_eq!(white(&hall, "1").as_deref(), Some("A"));
    hall.machine.take_seats(seats("2", "1"), Timestamp(hall.now));
    hall.collect();
    assert_eq!(white(&hall, "1").as_deref(), Some("B"));
    hall.check("1", &["d4"]);
    hall.check("2", &["e4"]);
}

#[test]
fn the_next_round_on_a_board_does_not_begin_with_the_moves_of_the_last_one() {
    let mut hall = Hall::new(&["45753"]);
    hall.machine.take_seats(vec![seat("p1", "45753", "A")], Timestamp(hall.now));
    hall.list(&["e4", "e5"]);
    hall.wait(1_100);
    hall.machine.take_seats(vec![seat("p9", "45753", "C")], Timestamp(hall.now));
    hall.list(&["e4", "e5"]);
    hall.wait(3_000);
    hall.check("45753", &[]);
    hall.list(&[]);
    hall.list(&["c4"]);
    hall.wait(1_100);
    hall.check("45753", &["c4"]);
    assert_eq!(hall.record("45753").and_then(|it| it.tag("White")).as_deref(), Some("C"));
}

#[test]
fn a_board_that_is_read_from_the_wrong_side_is_turned() {
    let mut hall = Hall::new(&["45753"]);
    let turned: String = START.chars().rev().collect();
    hall.event(json!({"board": turned, "flipped": true}));
    hall.wait(1_100);
    assert_eq!(hall.placement("45753"), Some(START));
    hall.event(json!({"board": "RNBKQBNR/PPP1PPPP/8/3P4/8/8/pppppppp/rnbkqbnr"}));
    hall.wait(1_100);
    assert_eq!(hall.placement("45753"), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
}

#[test]
fn frames_that_are_none_are_named_and_survived() {
    let mut hall = Hall::new(&["45753"]);
    for bytes in [
        &b"{\"response\":"[..],
        b"\xFF\xFE",
        b"[]",
        b"{\"response\":\"feed\",\"id\":101,\"param\":{\"serialnr\":[],\"san\":7},\"time\":1}",
        &b"[".repeat(100_000),
    ] {
        hall.bytes(bytes);
    }
    let n_unclear =
        hall.health().iter().filter(|health| matches!(health, Health::Unclear { .. })).count();
    assert_eq!(n_unclear, 1);
    hall.list(&["e4"]);
    hall.wait(6_000);
    hall.check("45753", &["e4"]);
    assert_eq!(hall.health().last(), Some(&&Health::Connected));
    let nonsense = "x".repeat(500);
    hall.event(json!({"san": [nonsense], "match": true}));
    hall.wait(3_000);
    hall.check("45753", &["e4"]);
}

#[test]
fn how_a_board_fares_is_told_once() {
    let mut hall = Hall::new(&["45753"]);
    let state = |hall: &mut Hall, board: Value| {
        hall.wait(5_100);
        hall.boards(json!([board]));
        hall.wait(1_000);
    };
    for word in ["NOTRESPONDING", "NOTRESPONDING", "INACTIVE", "DELAYED", "ACTIVE"] {
        state(&mut hall, eboard("45753", word));
    }
    let mut weak = eboard("45753", "ACTIVE");
    weak["battery"] = json!("12%");
    state(&mut hall, weak);
    state(&mut hall, json!({"serialnr": "45753", "source": null, "board": null}));
    let told: Vec<String> = hall
        .board_health()
        .iter()
        .map(|(_, health)| match health {
            Health::Connected => "fine".to_owned(),
            Health::Lost { trouble, .. } | Health::Unclear { trouble } => trouble.code.to_owned(),
            Health::Silent { .. } => "silent".to_owned(),
            Health::Delayed { .. } => "delayed".to_owned(),
        })
        .collect();
    assert_eq!(told, ["not_responding", "inactive", "delayed", "fine", "battery", "missing"]);
}

#[test]
fn a_clock_that_must_have_run_out_makes_its_board_silent() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4"]);
    hall.clock(60, 100, json!(false));
    hall.wait(1_000);
    for _ in 0..22 {
        hall.wait(5_100);
        hall.boards(json!([eboard("45753", "ACTIVE")]));
    }
    assert!(matches!(hall.board_health().last(), Some((_, Health::Silent { .. }))));
    assert!(matches!(hall.health().last(), Some(Health::Silent { .. })));
    // No flag was seen to fall.
    let clocks = hall.record("45753").map(Record::live_clocks);
    assert!(clocks.is_some_and(|clocks| clocks.black > Some(ClockTime::ZERO)));
    hall.clock(60, 0, json!(false));
    hall.clock(60, 0, Value::Null);
    hall.wait(1_000);
    assert_eq!(hall.health().last(), Some(&&Health::Connected));
}

#[test]
fn an_illegal_move_is_in_the_record_as_one() {
    let mut hall = Hall::new(&["45753"]);
    hall.list(&["e4", "e5", "Qh5", "Ke7", "Qxe5+", "a6"]);
    hall.wait(1_100);
    let record = hall.record("45753").expect("a record");
    assert_eq!(record.plies.len(), 6);
    assert!(matches!(record.plies[5].legality, Legality::Illegal(_)));
}

#[test]
fn names_are_waited_for_and_a_hall_without_them_is_told_all_the_same() {
    let mut hall = Hall::unnamed(&["45753"]);
    hall.list(&["e4"]);
    hall.wait(3_000);
    assert!(hall.record("45753").is_none());
    hall.wait(3_000);
    hall.check("45753", &["e4"]);
    assert_eq!(hall.record("45753").and_then(|it| it.tag("Board")).as_deref(), Some("45753"));
    hall.machine.take_seats(vec![seat("p1", "45753", "A")], Timestamp(hall.now));
    hall.collect();
    assert_eq!(hall.record("45753").and_then(|it| it.tag("White")).as_deref(), Some("A"));
    hall.check("45753", &["e4"]);
}

#[test]
fn an_official_list_corrects_a_board_that_stands_by_its_own() {
    let mut hall = Hall::new(&["45753"]);
    hall.machine.take_seats(vec![seat("p1", "45753", "A")], Timestamp(hall.now));
    hall.list(&["e4", "e5", "Nf3"]);
    hall.wait(1_100);
    let corrected = official(&["e4", "e5", "Bc4"]);
    for n_polls in 0..4 {
        hall.machine.take_official("p1", corrected.clone(), Timestamp(hall.now));
        hall.wait(5_000);
        // One answer may be late; three are the operator's word.
        let third = if n_polls < 2 { "Nf3" } else { "Bc4" };
        hall.check("45753", &["e4", "e5", third]);
    }
}

#[test]
fn a_subscription_whose_answer_was_lost_is_made_anew() {
    let mut hall = Hall::unnamed(&[]);
    hall.wait(5_100);
    hall.boards(json!([eboard("45753", "ACTIVE")]));
    let n_subscribed =
        |hall: &Hall| hall.calls.iter().filter(|call| call["call"] == "subscribe").count();
    assert_eq!(n_subscribed(&hall), 1);
    hall.wait(16_000);
    hall.boards(json!([eboard("45753", "ACTIVE")]));
    assert_eq!(n_subscribed(&hall), 2);
}

/// A list of so many plies, each pressed.
fn play(hall: &mut Hall, moves: &[&str]) {
    for n_plies in 1..=moves.len() {
        hall.now += 1_000;
        hall.list(&moves[..n_plies]);
        hall.now += 1_000;
        hall.clock(300, 300, json!(n_plies % 2 == 0));
    }
}

const KNIGHTS: [&str; 12] =
    ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8", "Nh3", "Nh6", "Ng1", "Ng8"];

#[test]
fn pieces_set_up_anew_begin_another_game_even_with_the_same_move() {
    let mut hall = Hall::new(&["45753"]);
    let id = |hall: &Hall| {
        hall.record("45753").and_then(|record| record.tag("GameId").map(|id| id.into_owned()))
    };
    hall.clock(300, 300, json!(true));
    play(&mut hall, &KNIGHTS);
    hall.check("45753", &KNIGHTS);
    assert_eq!(id(&hall), None);
    // The pieces go home; the game that was played stays until a move is made.
    hall.event(
        json!({"board": START, "san": [], "start": format!("{START} w KQkq - 0 1"), "match": true}),
    );
    hall.wait(5_000);
    hall.check("45753", &KNIGHTS);
    let began = hall.now + 1_000;
    play(&mut hall, &["Nf3", "d5"]);
    hall.check("45753", &["Nf3", "d5"]);
    assert_eq!(id(&hall), Some(format!("45753-{began}")));
    assert_eq!(hall.replaced(), []);
}

#[test]
fn a_list_that_is_empty_for_a_moment_or_begun_again_is_no_other_game() {
    // The pieces stand where they stood: LiveChess has only lost its list for a moment.
    let mut hall = Hall::new(&["45753"]);
    hall.clock(300, 300, json!(true));
    play(&mut hall, &KNIGHTS[..11]);
    let empty = json!({"san": [], "start": format!("{START} w KQkq - 0 1"), "match": true});
    hall.event(json!({"board": "rnbqkb1r/pppppppp/7n/8/8/8/PPPPPPPP/RNBQKBNR"}));
    hall.event(empty.clone());
    hall.wait(1_000);
    play(&mut hall, &KNIGHTS);
    hall.check("45753", &KNIGHTS);
    // The whole list comes back, although the pieces stood at home.
    hall.event(json!({"board": START}));
    hall.event(empty);
    hall.wait(1_000);
    hall.list(&KNIGHTS);
    hall.clock(299, 299, json!(true));
    hall.check("45753", &KNIGHTS);
    let record = hall.record("45753").expect("a record");
    assert_eq!(record.tag("GameId"), None);
}

#[test]
fn a_connection_that_breaks_without_a_word_was_closed() {
    use tungstenite::error::{Error, ProtocolError};
    let code = |error| super::of_socket(&error).code;
    assert_eq!(code(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)), "closed");
    assert_eq!(code(Error::ConnectionClosed), "closed");
    assert_eq!(code(Error::Protocol(ProtocolError::WrongHttpMethod)), "foreign");
}
