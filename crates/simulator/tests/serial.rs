//! What the follower of DGT boards believes is what was really played on simulated ones.

use std::sync::mpsc::Receiver;
use std::thread;
use std::time::Duration;

use kaissa_chess::{Move, MoveList, Position};
use kaissa_feed::dgt::{Command, DgtSource, Port, replay_log};
use kaissa_feed::{Health, Observation, Seen, Source, outlet};
use kaissa_game::{Legality, Record, RecordedPly};
use kaissa_laws::ClockTime;
use kaissa_pgn::{Reader, write_game};
use kaissa_simulator::serial::{BoardSetting, SerialGame, SerialLine, play_serial};
use kaissa_simulator::{BoardScript, FaultKind, Faults, Seed};

/// A game of legal moves drawn by lot, with clock times. Captures, castling and promotions are rare
/// among such moves, so they are preferred.
fn drawn_game(start: Position, n_plies: usize, seed: u64) -> Record {
    let mut seed = Seed::new(seed);
    let mut position = start.clone();
    let mut text = match start == Position::start() {
        true => String::new(),
        false => format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n", start.to_fen()),
    };
    let mut left = [5400, 5400];
    for index in 0..n_plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let is_rare = |played: &Move| {
            played.promotion().is_some()
                || !matches!(played, Move::Normal { .. })
                || position.piece_at(played.to()).is_some()
        };
        let rare: Vec<Move> = moves.iter().copied().filter(is_rare).collect();
        let drawn = if rare.is_empty() || seed.below(3) > 0 { moves.to_vec() } else { rare };
        let Some(&played) = drawn.get(seed.below(drawn.len() as u64) as usize) else { break };
        let clock = &mut left[index % 2];
        *clock -= 2 + seed.below(25) as i64;
        let san = position.to_san(played);
        text += &format!("{san} {{[%clk {}]}} ", ClockTime::seconds(*clock));
        position.play(played);
    }
    let mut record = Record::new();
    let text = format!("{text} 1-0\n");
    Reader::new(text.as_bytes()).read_into(&mut record).expect("text in memory");
    assert_eq!(record.unread, None);
    record
}

fn play(record: &Record, setting: BoardSetting, faults: &mut Faults) -> SerialGame {
    play_serial(&BoardScript::of_record(record), setting, faults)
}

/// Everything that a log says.
fn replayed(log: &[u8]) -> Vec<Seen> {
    let mut seen = Vec::new();
    assert_eq!(replay_log(log, "board", |said| seen.push(said)), 1);
    seen
}

fn last_record(seen: &[Seen]) -> &Record {
    let record = seen.iter().rev().find_map(|said| match said {
        Seen::Board { record, .. } => Some(record),
        _ => None,
    });
    record.expect("a board")
}

fn moves_of(record: &Record) -> Vec<Option<Move>> {
    record.plies.iter().map(|ply| ply.played).collect()
}

fn truth_of(game: &SerialGame) -> Vec<Option<Move>> {
    game.truth.iter().map(|ply| Some(ply.played)).collect()
}

/// Compares a record with what was really played; kings put in the centre come after it.
#[track_caller]
fn check(name: &str, game: &SerialGame, record: &Record) {
    let (read, truth) = (moves_of(record), truth_of(game));
    assert_eq!(record.start.board(), game.position.board(), "{name}");
    let n_same = read.iter().zip(&truth).take_while(|(read, truth)| read == truth).count();
    assert_eq!(n_same, truth.len(), "{name}: {:?}\n{}", truth.get(n_same), write_game(record));
    let is_gesture = |ply: &RecordedPly| ply.legality == Legality::Gesture;
    assert!(record.plies[n_same..].iter().all(is_gesture), "{name}: {}", write_game(record));
}

#[track_caller]
fn check_clocks(name: &str, game: &SerialGame, record: &Record) {
    let seconds = |ply: &RecordedPly| ply.clock.map(|left| left.as_whole_seconds());
    let read: Vec<_> = record.plies.iter().take(game.truth.len()).map(seconds).collect();
    let truth: Vec<_> = game.truth.iter().map(|ply| ply.left.map(|left| left as i64)).collect();
    assert_eq!(read, truth, "{name}");
}

fn every_setting() -> impl Iterator<Item = (u64, BoardSetting)> {
    (0..24).map(|seed| {
        let setting = BoardSetting {
            is_rotated: seed % 2 == 1,
            is_white_left: seed % 4 < 2,
            increment: 5,
            ..BoardSetting::default()
        };
        (seed, setting)
    })
}

fn start_of(seed: u64) -> Position {
    match seed % 3 {
        0 => Position::chess960((seed * 37 % 960) as u32).expect("a start"),
        _ => Position::start(),
    }
}

#[test]
fn with_a_clock_the_record_is_the_game_whatever_the_hands_do() {
    for (seed, setting) in every_setting() {
        let record = drawn_game(start_of(seed), 120, seed);
        let game = play(&record, setting, &mut Faults::new(&[FaultKind::Kings], 0, seed));
        for has_times in [true, false] {
            let name = format!("seed {seed}, times {has_times}");
            let seen = replayed(game.log(has_times).as_bytes());
            let read = last_record(&seen);
            check(&name, &game, read);
            check_clocks(&name, &game, read);
            let result = read.result().map(|result| result.to_string());
            assert_eq!(result.as_deref(), game.result, "{name}");
        }
    }
}

#[test]
fn without_a_clock_the_record_is_the_game_once_the_board_stands_still() {
    for (seed, setting) in every_setting() {
        let record = drawn_game(start_of(seed), 80, seed);
        let setting = BoardSetting { has_clock: false, ..setting };
        let game = play(&record, setting, &mut Faults::none());
        let seen = replayed(game.log(true).as_bytes());
        check(&format!("seed {seed}"), &game, last_record(&seen));
    }
}

#[test]
fn the_boards_own_memory_holds_the_game_with_the_time_at_each_press() {
    for (seed, setting) in every_setting() {
        let name = format!("seed {seed}");
        let record = drawn_game(start_of(seed), 120, seed);
        let game = play(&record, setting, &mut Faults::new(&[FaultKind::Kings], 0, seed));
        let seen = replayed(&game.memory_message());
        let read = last_record(&seen);
        check(&name, &game, read);
        check_clocks(&name, &game, read);
        let result = read.result().map(|result| result.to_string());
        assert_eq!(result.as_deref(), game.result, "{name}");
    }
}

#[test]
fn a_dragged_piece_is_not_the_move() {
    for (seed, setting) in every_setting() {
        let record = drawn_game(Position::start(), 100, seed);
        let dragged = || Faults::new(&[FaultKind::WrongMove], 300, seed);
        let game = play(&record, setting, &mut dragged());
        let seen = replayed(game.log(true).as_bytes());
        check(&format!("seed {seed}"), &game, last_record(&seen));
        let n_told = seen.iter().filter(|said| matches!(said, Seen::Replaced(_))).count();
        assert!(n_told > 3, "seed {seed}: {n_told}");
        // Without a clock a dragged piece is believed for a while, and then replaced.
        let setting = BoardSetting { has_clock: false, ..setting };
        let game = play(&record, setting, &mut dragged());
        let seen = replayed(game.log(true).as_bytes());
        check(&format!("seed {seed} without a clock"), &game, last_record(&seen));
    }
}

#[test]
fn an_illegal_move_that_stands_is_in_the_record_and_counting_goes_on() {
    let mut n_illegal = 0;
    for (seed, setting) in every_setting() {
        let record = drawn_game(Position::start(), 60, seed);
        let game = play(&record, setting, &mut Faults::new(&[FaultKind::IllegalMove], 200, seed));
        let seen = replayed(game.log(true).as_bytes());
        let read = last_record(&seen);
        check(&format!("seed {seed}"), &game, read);
        let is_illegal = |ply: &&RecordedPly| matches!(ply.legality, Legality::Illegal(_));
        n_illegal += read.plies.iter().filter(is_illegal).count();
    }
    assert!(n_illegal >= 20, "{n_illegal}");
}

/// How many of the games that noise has broken are followed on a live line too.
const N_LIVE: usize = 4;

#[test]
fn noise_on_the_line_changes_no_move_that_is_recorded() {
    let (mut n_whole, mut n_wrong, mut n_live, mut n_games) = (0, 0, 0, 0);
    for (seed, setting) in every_setting() {
        let record = drawn_game(Position::start(), 100, seed);
        let kinds = [FaultKind::Noise, FaultKind::Duplicate, FaultKind::HalfWritten];
        let game = play(&record, setting, &mut Faults::new(&kinds, 2, seed));
        let seen = replayed(game.log(true).as_bytes());
        let (read, truth) = (moves_of(last_record(&seen)), truth_of(&game));
        n_games += 1;
        n_whole += usize::from(read == truth);
        // What is not the whole game is a part of it, or is called unclear.
        let is_called = seen.iter().any(|said| matches!(said, Seen::Gap(_)));
        let is_part = truth.starts_with(&read);
        n_wrong += usize::from(!is_part);
        assert!(is_part || is_called, "seed {seed}: {}", write_game(last_record(&seen)));
        // A board that can be asked what stands on it loses less.
        if read != truth && n_live < N_LIVE {
            let live = moves_of(last_record(&follow(&SerialLine::new(&game))));
            assert_eq!(live, truth, "seed {seed}");
            n_live += 1;
        }
    }
    println!(
        "{n_whole} of {n_games} logs whole, {n_wrong} with a wrong move; {n_live} boards whole"
    );
    assert!(n_whole * 2 > n_games, "{n_whole} of {n_games}");
    assert_eq!(n_live, N_LIVE);
}

/// Real games, with their clock times where they have any, each on a board with a clock and on one
/// without. Of games with null moves and of illegal ones only what the board can show is compared.
#[test]
fn real_games_are_what_their_boards_say() {
    let Some(folder) = std::env::var_os("KAISSA_CORPUS").map(std::path::PathBuf::from) else {
        eprintln!("KAISSA_CORPUS is not set: real games are left out");
        return;
    };
    let files = [
        "feeds/samples/livechess-folder/round-1/games.pgn",
        "data/broadcast/bbddnrr2025.pgn",
        "data/otb/chess960rwch.pgn",
        "data/otb/dortmund.pgn",
        "data/lichess/lichess_api_blitz2018.pgn",
    ];
    let (mut n_games, mut n_plies, mut n_part, mut wrong) = (0, 0, 0, Vec::new());
    for file in files {
        let bytes = std::fs::read(folder.join(file)).expect("a file of the corpus");
        let mut reader = Reader::new(bytes.as_slice());
        let mut record = Record::new();
        let mut number = 0;
        while number < 120 && reader.read_into(&mut record).expect("bytes in memory") {
            number += 1;
            if record.plies.is_empty() {
                continue;
            }
            for has_clock in [true, false] {
                let setting = BoardSetting { has_clock, increment: 10, ..BoardSetting::default() };
                let game = play(&record, setting, &mut Faults::none());
                let seen = replayed(game.log(true).as_bytes());
                n_games += 1;
                n_plies += game.truth.len();
                let (read, truth) = (moves_of(last_record(&seen)), truth_of(&game));
                let name = format!("{file}, game {number}, clock {has_clock}");
                let is_called = seen.iter().any(|said| matches!(said, Seen::Gap(_)));
                match read == truth {
                    true => {}
                    // Moves that follow each other faster than a board without a clock stands
                    // still may be lost; that is told.
                    false if !has_clock && (is_called || truth.starts_with(&read)) => n_part += 1,
                    false => {
                        let n = read.iter().zip(&truth).take_while(|(a, b)| a == b).count();
                        let of = |list: &[Option<Move>]| {
                            format!("{:?}", list.get(n.saturating_sub(1)..(n + 4).min(list.len())))
                        };
                        wrong.push(format!(
                            "{name}: {n} of {}/{}\n {}\n {}",
                            read.len(),
                            truth.len(),
                            of(&read),
                            of(&truth)
                        ));
                    }
                }
            }
        }
    }
    println!("{n_games} boards, {n_plies} plies: {n_part} in part, {} wrong", wrong.len());
    assert_eq!(wrong, Vec::<String>::new());
    assert!(n_games > 100 && n_part * 20 < n_games, "{n_games} {n_part}");
}

/// Follows a line until the board has told all and the last record has come.
fn follow(line: &SerialLine) -> Vec<Seen> {
    let (out, observations): (_, Receiver<Observation>) = outlet();
    let opened = line.clone();
    let open = move || Ok(Box::new(opened.open()) as Box<dyn Port>);
    let mut source = DgtSource::over("dgt:simulated", Box::new(open));
    let stop = out.clone();
    let following = thread::spawn(move || source.follow(&out));
    let mut seen = Vec::new();
    while !line.is_over() {
        seen.extend(observations.recv_timeout(Duration::from_secs(1)));
    }
    // The last things told are still on their way.
    while let Ok(observation) = observations.recv_timeout(Duration::from_millis(300)) {
        seen.push(observation);
    }
    stop.stop();
    while observations.recv_timeout(Duration::from_millis(50)).is_ok() {}
    following.join().expect("the source does not panic");
    seen.into_iter().map(|observation| observation.seen).collect()
}

#[test]
fn a_broken_line_is_opened_again_and_the_memory_closes_the_gap() {
    let record = drawn_game(Position::start(), 60, 7);
    let game = play(&record, BoardSetting::default(), &mut Faults::new(&[FaultKind::Broken], 0, 7));
    let seen = follow(&SerialLine::new(&game));
    check("broken", &game, last_record(&seen));
    check_clocks("broken", &game, last_record(&seen));
    assert!(seen.iter().any(|said| matches!(said, Seen::Health(Health::Lost { .. }))));
    assert!(seen.iter().any(|said| matches!(said, Seen::Gap(gap) if gap.is_closed)));
    let row = seen.iter().rev().find_map(|said| match said {
        Seen::Board { row, .. } => Some(row.as_str()),
        _ => None,
    });
    assert_eq!(row, Some("01025"));
}

#[test]
fn nothing_but_requests_is_ever_written_to_a_board() {
    let record = drawn_game(Position::start(), 30, 3);
    let game = play(&record, BoardSetting::default(), &mut Faults::none());
    let line = SerialLine::new(&game);
    follow(&line);
    let allowed: Vec<u8> = Command::ALL.iter().map(|command| command.byte()).collect();
    let written = line.written();
    assert!(!written.is_empty());
    assert!(written.iter().all(|byte| allowed.contains(byte)), "{written:x?}");
}

#[cfg(unix)]
#[test]
fn a_board_at_a_pseudo_terminal_is_followed_like_one_at_a_port() {
    let record = drawn_game(Position::start(), 20, 3);
    let game = play(&record, BoardSetting::default(), &mut Faults::none());
    let truth = truth_of(&game);
    let (said, names) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let name = |name: &str| said.send(name.to_owned()).expect("the test waits");
        let failed = kaissa_simulator::serial::play_on_terminal(&game, 500.0, name);
        eprintln!("the terminal has ended: {failed:?}");
    });
    let Ok(port) = names.recv_timeout(Duration::from_secs(10)) else {
        eprintln!("not run: this system gives no pseudo-terminal");
        return;
    };
    let (out, observations) = outlet();
    let mut source = DgtSource::new(&port);
    let stop = out.clone();
    let following = thread::spawn(move || source.follow(&out));
    let mut read = Vec::new();
    while read != truth {
        let observation = observations.recv_timeout(Duration::from_secs(20));
        match observation.map(|observation| observation.seen) {
            Ok(Seen::Board { record, .. }) => read = moves_of(&record),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    stop.stop();
    while observations.recv_timeout(Duration::from_millis(50)).is_ok() {}
    following.join().expect("the source does not panic");
    assert_eq!(read, truth);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let record = drawn_game(Position::start(), 40, 5);
    let bytes = |seed| {
        let faults = &mut Faults::new(&FaultKind::ALL, 20, seed);
        play(&record, BoardSetting::default(), faults).log(true)
    };
    assert_eq!(bytes(1), bytes(1));
    assert_ne!(bytes(1), bytes(2));
}
