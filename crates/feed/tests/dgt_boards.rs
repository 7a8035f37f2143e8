//! What a board tells by its sensors and its clock, and what the record then holds.

use kaissa_chess::Square;
use kaissa_feed::dgt::{Decoder, Follower, Message, News, Pace, Sensors};
use kaissa_feed::{Gap, Health};
use kaissa_game::{GameResult, Legality, Record, Timestamp};

/// A board whose pieces are moved by name of square and code, and its follower.
struct Hall {
    follower: Follower,
    now: i64,
    news: Vec<News>,
    /// White's clock and Black's, in seconds.
    clocks: [u8; 2],
    is_white_to_move: bool,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

impl Hall {
    /// A board with these pieces, and a clock that runs.
    fn with_clock(placement: &str) -> Hall {
        let mut hall = Hall::without_clock(placement);
        hall.clock(false);
        hall.clock(true);
        // White's clock is learnt from the display that goes down.
        hall.wait(1000);
        hall.clocks[0] -= 1;
        hall.clock(true);
        hall
    }

    fn without_clock(placement: &str) -> Hall {
        let mut hall = Hall {
            follower: Follower::new("board", Pace::Timed),
            now: 1_000_000,
            news: Vec::new(),
            clocks: [59, 59],
            is_white_to_move: true,
        };
        let sensors = Sensors::read(&codes_of(placement)).expect("64 codes");
        hall.take(&Message::Board(sensors));
        hall
    }

    fn take(&mut self, message: &Message) {
        self.follower.take(message, Timestamp(self.now));
        self.news.extend(self.follower.take_news());
    }

    fn wait(&mut self, millis: i64) {
        for _ in 0..millis / 100 {
            self.now += 100;
            self.follower.tick(Timestamp(self.now));
            self.news.extend(self.follower.take_news());
        }
    }

    /// Changes squares, as `e2=. e4=P`, a tenth of a second each.
    fn touch(&mut self, changes: &str) {
        for change in changes.split_whitespace() {
            let (square, piece) = change.split_once('=').expect("square=piece");
            let square = Square::from_ascii(square.as_bytes()).expect("a square");
            self.now += 100;
            let index = (u32::from(square) ^ 56) as u8;
            self.take(&Message::Square { index, code: code_of(piece.chars().next()) });
        }
    }

    /// Tells the clock: White's is the left one.
    fn clock(&mut self, is_running: bool) {
        let decimal = |seconds: u8| seconds / 10 * 16 + seconds % 10;
        let status = if self.is_white_to_move { 0x08 } else { 0x12 } | u8::from(is_running);
        let [white, black] = self.clocks.map(decimal);
        let bytes = [0x8d, 0, 10, 0x20, 3, black, 0x20, 3, white, status];
        for message in Decoder::new().push(&bytes) {
            self.take(&message);
        }
    }

    fn press(&mut self) {
        self.is_white_to_move = !self.is_white_to_move;
        self.now += 300;
        self.clock(true);
    }

    /// Makes moves, each with its press.
    fn moves(&mut self, moves: &[&str]) {
        for changes in moves {
            self.touch(changes);
            self.press();
        }
    }

    fn record(&self) -> Record {
        self.follower.record().record()
    }

    #[track_caller]
    fn check(&self, expected: &str) {
        let record = self.record();
        let written: Vec<&str> = record.plies.iter().map(|ply| record.written_ply(ply)).collect();
        assert_eq!(written.join(" "), expected);
        assert_eq!(record.unread, None);
    }

    fn replaced(&self) -> Vec<(u32, String, Option<String>)> {
        let told = self.news.iter().filter_map(|news| match news {
            News::Replaced(told) => Some((told.ply, told.written.clone(), told.instead.clone())),
            _ => None,
        });
        told.collect()
    }

    fn gaps(&self) -> Vec<&Gap> {
        let gaps = self.news.iter().filter_map(|news| match news {
            News::Gap(gap) => Some(gap),
            _ => None,
        });
        gaps.collect()
    }
}

fn codes_of(placement: &str) -> Vec<u8> {
    let mut codes = Vec::new();
    for letter in placement.chars().filter(|&letter| letter != '/') {
        match letter.to_digit(10) {
            Some(n_empty) => codes.extend((0..n_empty).map(|_| 0)),
            None => codes.push(code_of(Some(letter))),
        }
    }
    codes
}

fn code_of(letter: Option<char>) -> u8 {
    letter.and_then(|letter| ".PRNBKQprnbkq".find(letter)).unwrap_or(0) as u8
}

const ITALIAN: [&str; 6] =
    ["e2=. e4=P", "e7=. e5=p", "g1=. f3=N", "b8=. c6=n", "f1=. c4=B", "f8=. c5=b"];

#[test]
fn fr_dgt_01_castling_in_two_steps_is_castling_and_the_rook_move_is_told() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN);
    hall.touch("h1=. f1=R");
    hall.wait(400);
    hall.touch("e1=. g1=K");
    hall.press();
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
    assert_eq!(hall.replaced(), [(7, "Rf1".to_owned(), Some("O-O".to_owned()))]);
}

#[test]
fn fr_dgt_01_without_a_clock_the_rook_move_is_replaced_by_castling() {
    let mut hall = Hall::without_clock(START);
    for changes in ITALIAN.into_iter().chain(["h1=. f1=R"]) {
        hall.touch(changes);
        hall.wait(1500);
    }
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5 Rf1");
    hall.touch("e1=. g1=K");
    hall.wait(1500);
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
}

#[test]
fn fr_dgt_02_a_move_that_is_corrected_is_replaced_and_kept_as_replaced() {
    let moves = &ITALIAN[..4];
    let mut hall = Hall::with_clock(START);
    hall.moves(moves);
    hall.touch("f1=. b5=B");
    hall.wait(2000);
    hall.touch("b5=. c4=B");
    hall.press();
    hall.moves(&["f8=. c5=b"]);
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5");
    assert_eq!(hall.replaced(), [(5, "Bb5".to_owned(), Some("Bc4".to_owned()))]);
    // Without a clock the wrong move is believed for a while; there is no side line in the end.
    let mut hall = Hall::without_clock(START);
    for changes in moves.iter().chain(&["f1=. b5=B", "b5=. c4=B", "f8=. c5=b"]) {
        hall.touch(changes);
        hall.wait(1500);
    }
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5");
}

#[test]
fn fr_dgt_03_a_board_without_a_clock_is_a_board() {
    let mut hall = Hall::without_clock(START);
    for message in Decoder::new().push(&[0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20]) {
        hall.take(&message);
    }
    hall.touch("e2=. e4=P");
    hall.wait(1100);
    hall.check("e4");
    assert_eq!(hall.record().plies[0].clock, None);
    assert_eq!(hall.record().live_clocks(), kaissa_game::LiveClocks::default());
}

#[test]
fn a_move_is_believed_at_the_press_and_not_before() {
    let mut hall = Hall::with_clock(START);
    hall.touch("e2=. e3=P");
    hall.wait(2000);
    hall.check("");
    hall.touch("e3=. e4=P");
    hall.press();
    hall.check("e4");
    let left = hall.record().plies[0].clock.map(|left| left.as_whole_seconds());
    assert_eq!(left, Some(3 * 60 + 58));
}

#[test]
fn a_press_that_is_told_late_finds_the_position_that_it_completed() {
    let mut hall = Hall::with_clock(START);
    hall.touch("e2=. e4=P e7=.");
    hall.press();
    hall.check("e4");
    hall.touch("e5=p");
    hall.press();
    hall.check("e4 e5");
}

#[test]
fn a_move_that_stood_when_the_clock_was_stopped_is_made() {
    // Mate is not followed by a press (5.1.1).
    let mut hall = Hall::with_clock(START);
    hall.moves(&["f2=. f3=P", "e7=. e5=p", "g2=. g4=P"]);
    hall.touch("d8=. h4=q");
    hall.clock(false);
    hall.check("f3 e5 g4 Qh4#");
}

#[test]
fn an_illegal_move_stands_once_the_clock_is_pressed() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&["e2=. e4=P", "e7=. e5=p", "f1=. f4=B", "b8=. c6=n"]);
    let record = hall.record();
    assert!(matches!(record.plies[2].legality, Legality::Illegal(_)), "{:?}", record.plies);
    assert_eq!(record.plies[3].legality, Legality::Legal);
    assert_eq!(record.unread, None);
}

#[test]
fn an_illegal_move_that_is_put_right_is_replaced() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&["e2=. e4=P", "e7=. e5=p", "f1=. f4=B"]);
    hall.clock(false);
    hall.touch("f4=. c4=B");
    hall.wait(1500);
    hall.check("e4 e5 Bc4");
}

#[test]
fn a_pawn_on_the_last_rank_is_what_it_is_exchanged_for() {
    let mut hall = Hall::with_clock("8/4P2k/8/8/8/8/8/K7");
    hall.touch("e7=. e8=P");
    hall.wait(1500);
    hall.touch("e8=. e8=N");
    hall.press();
    hall.check("e8=N");
}

#[test]
fn a_pawn_that_is_left_a_pawn_is_told_until_it_is_exchanged() {
    let mut hall = Hall::with_clock("8/4P2k/8/8/8/8/8/K7");
    hall.touch("e7=. e8=P");
    hall.press();
    assert!(hall.record().unread.is_some(), "{:?}", hall.record().plies);
    hall.touch("e8=. e8=Q");
    hall.wait(1500);
    hall.check("e8=Q");
}

#[test]
fn a_position_that_was_restored_takes_moves_back() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN);
    hall.clock(false);
    hall.touch("c5=. f8=b c4=. f1=B");
    hall.is_white_to_move = true;
    hall.clock(true);
    hall.check("e4 e5 Nf3 Nc6");
}

#[test]
fn knights_that_go_home_again_do_not_begin_a_new_game() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&["g1=. f3=N", "g8=. f6=n", "f3=. g1=N"]);
    hall.touch("f6=. g8=n");
    hall.wait(2000);
    hall.press();
    hall.check("Nf3 Nf6 Ng1 Ng8");
    hall.moves(&["e2=. e4=P"]);
    hall.check("Nf3 Nf6 Ng1 Ng8 e4");
}

#[test]
fn pieces_that_are_set_up_anew_begin_a_new_game() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN);
    hall.clock(false);
    hall.touch("e4=. e2=P e5=. e7=p f3=. g1=N c6=. b8=n c4=. f1=B c5=. f8=b");
    hall.wait(1500);
    assert!(hall.news.contains(&News::NewGame));
    hall.check("");
}

#[test]
fn what_cannot_be_explained_is_called_unclear_with_the_boards_before_and_after() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN[..2]);
    // Pieces are knocked over, and the clock is pressed.
    hall.touch("a1=. b1=. c1=. d1=. h8=. g8=.");
    hall.press();
    hall.wait(3500);
    let told = hall.news.iter().any(|news| matches!(news, News::Health(Health::Unclear { .. })));
    assert!(told && hall.news.contains(&News::AskBoard) && hall.news.contains(&News::AskMemory));
    let gap = hall.gaps()[0];
    assert_eq!((gap.plies_before, gap.is_closed), (2, false));
    let before = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(gap.before.as_deref(), Some(before));
    let after = "rnbqkb2/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/4KBNR";
    assert_eq!(gap.after.as_deref(), Some(after));
    // They are put up again, with the move that was made.
    hall.touch("a1=R b1=N c1=B d1=Q h8=r g8=n g1=. f3=N");
    hall.wait(1500);
    hall.check("e4 e5 Nf3");
    assert!(hall.gaps().last().is_some_and(|gap| gap.is_closed));
}

#[test]
fn two_moves_without_a_press_between_them_are_two_moves() {
    let mut hall = Hall::with_clock(START);
    hall.touch("e2=. e4=P e7=. e5=p g1=. f3=N");
    hall.press();
    hall.check("e4 e5 Nf3");
}

#[test]
fn kings_on_dark_squares_say_that_black_has_won_and_are_gestures() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN);
    hall.clock(false);
    hall.touch("e1=. e8=. d4=K e5=. e5=k");
    hall.wait(1500);
    let record = hall.record();
    assert_eq!(record.result(), Some(GameResult::BLACK_WINS));
    assert_eq!(record.plies.len(), 8);
    assert!(record.plies[6..].iter().all(|ply| ply.legality == Legality::Gesture));
}

#[test]
fn a_board_that_is_joined_late_is_followed_from_what_stands_on_it() {
    let mut hall = Hall::with_clock("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R");
    hall.moves(&["e1=. g1=K h1=. f1=R", "g8=. f6=n"]);
    hall.check("O-O Nf6");
    assert!(hall.record().has_start_fen);
}

/// The events of a memory for moves in the form of [`Hall::touch`], each with its press.
fn events_of(moves: &[&str]) -> Vec<u8> {
    let mut events = vec![0x6f];
    for (index, changes) in moves.iter().enumerate() {
        for change in changes.split_whitespace() {
            let (square, piece) = change.split_once('=').expect("square=piece");
            let square = Square::from_ascii(square.as_bytes()).expect("a square");
            events.extend([0x40 | code_of(piece.chars().next()), (u32::from(square) ^ 56) as u8]);
        }
        let display = if index % 2 == 0 { 0x70 } else { 0x60 };
        // 3:49 and down, in decimal digits.
        events.extend([display, 0x03, 0x49 - index as u8]);
    }
    events
}

/// What brings the pieces home after the Italian opening.
const HOME: &str = "e4=. e2=P e5=. e7=p f3=. g1=N c6=. b8=n c4=. f1=B c5=. f8=b";

fn memory(games: &[&[&str]]) -> Message {
    let mut events = vec![0x03, 0x02, 0x44, 0x6a];
    for game in games {
        events.extend(events_of(game));
        events.extend(events_of(&[HOME]).into_iter().skip(1).take(24));
    }
    // The last game still stands on the board.
    events.truncate(events.len() - 24);
    events.push(0x6b);
    Message::Memory(events)
}

#[test]
fn a_record_that_broke_off_is_made_whole_from_the_boards_memory() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN[..3]);
    hall.follower.lose(Timestamp(hall.now));
    hall.now += 60_000;
    let after = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
    hall.take(&Message::Board(Sensors::read(&codes_of(after)).expect("64 codes")));
    hall.follower.return_at(Timestamp(hall.now));
    hall.wait(100);
    assert!(hall.news.contains(&News::AskMemory));
    hall.take(&memory(&[&ITALIAN]));
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5");
    let record = hall.record();
    let clocks: Vec<_> =
        record.plies.iter().map(|ply| ply.clock.map(|left| left.as_whole_seconds())).collect();
    // The times of before the break are those that were told, those of after it are of the memory.
    assert_eq!(clocks[..3], [Some(238), Some(239), Some(238)]);
    assert_eq!(clocks[3..], [226, 225, 224].map(Some));
    let gap = hall.gaps().last().copied().cloned().expect("a gap");
    assert_eq!((gap.plies_before, gap.is_closed), (3, true));
    assert_eq!(gap.to.0 - gap.from.0, 60_100);
    assert_eq!(gap.after.as_deref(), Some(after));
}

#[test]
fn a_game_that_ended_while_the_line_was_broken_is_told_before_the_next_one() {
    let mut hall = Hall::with_clock(START);
    hall.moves(&ITALIAN);
    hall.follower.lose(Timestamp(hall.now));
    hall.now += 3_600_000;
    let after = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR";
    hall.take(&Message::Board(Sensors::read(&codes_of(after)).expect("64 codes")));
    hall.follower.return_at(Timestamp(hall.now));
    let whole = [&ITALIAN[..], &["d2=. d3=P"]].concat();
    hall.take(&memory(&[&whole, &["d2=. d4=P"]]));
    let earlier = hall.news.iter().find_map(|news| match news {
        News::Earlier(record) => Some(record.record()),
        _ => None,
    });
    let earlier = earlier.expect("the game that broke off");
    assert_eq!(earlier.plies.len(), 7);
    hall.check("d4");
}

#[test]
fn a_board_that_is_joined_late_tells_the_game_from_its_memory() {
    let after = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";
    let mut hall = Hall::without_clock(after);
    hall.follower.return_at(Timestamp(hall.now));
    hall.wait(100);
    assert!(hall.news.contains(&News::AskMemory));
    hall.take(&memory(&[&["e2=. e4=P"], &ITALIAN]));
    hall.check("e4 e5 Nf3 Nc6 Bc4 Bc5");
    assert!(!hall.record().has_start_fen);
    assert!(hall.news.iter().any(|news| matches!(news, News::Earlier(_))));
}
