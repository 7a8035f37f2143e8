//! A record that is gone on with gives what the same record gives to one who never saw it before.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kaissa_game::Record;
use kaissa_hall::{Alarm, AlarmKind, AlarmState, GameId, HallEvent};
use testkit::grown;

use crate::support::{MATE, REPETITION, Watched, alarms, long_series, read, read_all};

/// Numbers that are the same on every machine.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, n_sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n_sides
    }
}

const BOARD: (&str, &str) = ("livechess://hall", "1");

/// Every alarm that a game gives, also those that were not told; changes of the record and what
/// comes with the time apart.
fn given(watched: &Watched) -> Vec<(String, Alarm)> {
    let view = watched.hall.view(GameId(1)).expect("a game");
    let known = view.all_alarms();
    let lasting = known.iter().filter(|known| {
        !matches!(
            known.alarm.kind(),
            AlarmKind::RecordChanged | AlarmKind::Silent | AlarmKind::ClockSide
        )
    });
    lasting.map(|known| (known.alarm.key.text(), known.alarm.clone())).collect()
}

/// Shows a record to a hall that knows the game, and to one that does not.
#[track_caller]
fn check_step(watched: &mut Watched, told: &mut BTreeMap<String, Alarm>, text: &str, what: &str) {
    let record = read(text);
    let before = given_or_none(watched);
    let events: Vec<HallEvent> = watched.see_row(BOARD, &record, None);
    let after = given(watched);
    let mut anew = Watched::new();
    anew.see_row(BOARD, &record, None);
    assert_eq!(after, given(&anew), "{what}\n{text}");
    // What is told is the difference of what was given and what is.
    for event in alarms(&events) {
        let key = event.alarm.key.text();
        let is_moment = event.alarm.kind() == AlarmKind::RecordChanged
            || matches!(event.alarm.kind(), AlarmKind::Silent | AlarmKind::ClockSide);
        match event.state {
            _ if is_moment => {}
            AlarmState::Raised => {
                assert!(!before.iter().any(|(known, _)| *known == key), "{what}: {key} told twice");
                assert!(after.iter().any(|(known, _)| *known == key), "{what}: {key} is not given");
                told.insert(key, event.alarm.clone());
            }
            AlarmState::Withdrawn => {
                assert!(told.remove(&key).is_some(), "{what}: {key} was not told");
                assert!(!after.iter().any(|(known, _)| *known == key), "{what}: {key} is given");
            }
        }
    }
    let is_followed = !before.is_empty();
    for (key, alarm) in &after {
        let is_new = !before.iter().any(|(known, _)| known == key);
        let is_expected = is_new && (is_followed || alarm.stands);
        assert!(!is_expected || told.contains_key(key), "{what}: {key} is not told");
    }
}

fn given_or_none(watched: &Watched) -> Vec<(String, Alarm)> {
    match watched.hall.view(GameId(1)) {
        Some(_) => given(watched),
        None => Vec::new(),
    }
}

/// Grows a game by one to three plies at a time, takes moves back, replaces them, changes its tags
/// and gives it results, as thrown.
fn check(record: &Record, seed: u64) -> usize {
    let mut dice = Dice(seed);
    let mut watched = Watched::new();
    let mut told = BTreeMap::new();
    let (mut n_plies, mut n_steps) = (0, 0);
    let mut clocks = String::new();
    let mut control = String::new();
    let mut is_old = false;
    while n_plies < record.plies.len() {
        let step = 1 + dice.throw(3) as usize;
        n_plies = match dice.throw(16) {
            0 => n_plies.saturating_sub(step),
            _ => (n_plies + step).min(record.plies.len()),
        };
        let mut result = "*";
        let mut replaced = String::new();
        match dice.throw(24) {
            0 => result = "1-0",
            1 => result = "1/2-1/2",
            2 => replaced = " a3 h6".to_owned(),
            3 => replaced = " -- Qxz9".to_owned(),
            4 => control = format!("[TimeControl \"{}\"]\n", 60 * (1 + dice.throw(90))),
            5 => control = "[TimeControl \"4/5400+30:1800+30\"]\n".to_owned(),
            6 => is_old = !is_old,
            7 => control.clear(),
            8 => {
                let (white, black) = (dice.throw(9), dice.throw(9));
                let side = if dice.throw(2) == 0 { "W" } else { "B" };
                clocks = format!(
                    "[WhiteClock \"0:0{white}:00\"]\n[BlackClock \"0:0{black}:00\"]\n\
                     [ReferenceTime \"{side}/2024-01-01T12:00:00.000+00:00\"]\n"
                );
            }
            _ => {}
        }
        let text = grown(record, n_plies, result);
        let end = format!(" {result}\n");
        let text = match text.strip_suffix(&end) {
            Some(moves) if n_plies > 0 => format!("{clocks}{control}{moves}{replaced}{end}"),
            _ => format!("{clocks}{control}{text}"),
        };
        // Another date is another edition of the Laws.
        let text = match is_old {
            true => text.replace("[Date \"", "[EventDate \"2009.01.01\"]\n[Dated \""),
            false => text,
        };
        check_step(&mut watched, &mut told, &text, &format!("seed {seed}, ply {n_plies}"));
        n_steps += 1;
        // A game that rests is put away, and may go on all the same.
        if result != "*" || dice.throw(8) == 0 {
            assert_eq!(alarms(&watched.wait(1)).len(), 0, "nothing comes with a second");
        }
    }
    n_steps
}

#[test]
fn a_record_gone_on_with_gives_what_it_gives_anew() {
    let series = long_series("8/8/4k3/2n5/8/3K4/6N1/R6r w - - 76 60", 90);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(6);
    let shuffle = format!("[White \"A\"]\n[Black \"B\"]\n\n{shuffle}*\n");
    let illegal = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5+ a6 4. Qh5 Kd6 5. Nf3 \
                   Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 *\n";
    let dead = "[White \"A\"]\n[Black \"B\"]\n[FEN \"8/8/4k3/8/8/3Kp3/8/8 w - - 0 1\"]\n\n\
                1. Kxe3 Kd5 2. Kd3 Ke5 3. Ke3 Kd5 *\n";
    let mut n_steps = 0;
    for text in [REPETITION, MATE, &series, &shuffle, illegal, dead] {
        let record = read(text);
        assert!(record.plies.len() >= 6, "{text}");
        n_steps += (0..6).map(|seed| check(&record, seed)).sum::<usize>();
    }
    assert!(n_steps > 500, "{n_steps}");
}

#[test]
fn real_records_gone_on_with_give_what_they_give_anew() {
    let Ok(corpus) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("left out: games of KAISSA_CORPUS, which is not set");
        return;
    };
    let folder = Path::new(&corpus).join("data/broadcast");
    let mut n_games = 0;
    for file in ["dgt_livechess_sample.pgn", "bbddnrr2025.pgn", "tata2022_live_snapshots.pgn"] {
        let bytes = fs::read(folder.join(file)).expect(file);
        let text = String::from_utf8_lossy(&bytes);
        for (seed, record) in
            (0..).zip(read_all(&text).iter().filter(|record| !record.plies.is_empty()).take(14))
        {
            check(record, seed);
            n_games += 1;
        }
    }
    assert!(n_games >= 24, "{n_games} games");
}
