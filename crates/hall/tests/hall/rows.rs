//! Boards that a source names: followed one by one, joined with other sources, lost from sight.

use kaissa_game::Record;
use kaissa_hall::{
    AlarmDetail, AlarmState, GameId, GapSeen, HallEvent, NoticeKind, Observation, RowSeen,
    Timestamp,
};
use testkit::grown;

use crate::support::{MATE, REPETITION, Watched, alarms, hall, kinds, notices, read};

/// A board of a hall's own wiring, and one of the cloud.
const WIRED: (&str, &str) = ("livechess://hall", "board 16");
const CLOUD: (&str, &str) = ("livechesscloud:abc", "r1-g16");

fn grown_record(record: &Record, n_plies: usize) -> Record {
    read(&grown(record, n_plies, "*"))
}

fn placement(record: &Record, n_plies: usize) -> String {
    record.position_after(n_plies).board().to_string()
}

/// The kinds, plies and sources of what is raised.
fn raised(events: &[HallEvent]) -> Vec<(&'static str, u32, String)> {
    alarms(events)
        .into_iter()
        .filter(|event| event.state == AlarmState::Raised)
        .map(|event| (event.alarm.kind().word(), event.alarm.ply(), event.source.clone()))
        .collect()
}

#[test]
fn a_board_tells_what_a_file_of_the_same_game_tells() {
    let record = read(REPETITION);
    let (mut by_row, mut by_file) = (Watched::new(), Watched::new());
    let take_backs = [(40, 38), (60, 58)];
    let plies = (0..=record.plies.len()).flat_map(|ply| {
        let back = take_backs.iter().find(|(from, _)| *from == ply).map(|(_, to)| *to);
        [Some(ply), back, back.map(|_| ply)].into_iter().flatten()
    });
    let mut n_told = 0;
    for ply in plies {
        let text = grown(&record, ply, "*");
        let seen = by_row.see_row(("a.pgn", "1"), &read(&text), None);
        assert_eq!(seen, by_file.see("a.pgn", &text), "ply {ply}");
        n_told += seen.len();
    }
    assert!(n_told > 10, "{n_told}");
    let view = by_row.hall.view(GameId(1)).expect("a game");
    assert_eq!(view.n_changes(), 2);
    let kept: Vec<_> = view
        .set_aside()
        .iter()
        .map(|line| (line.record.plies.len(), line.plies_kept, line.row.as_deref()))
        .collect();
    assert_eq!(kept, [(40, 38, Some("1")), (60, 58, Some("1"))]);
}

#[test]
fn a_board_and_a_file_that_know_the_names_are_one_game() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see("games.pgn", &format!("{MATE}\n{}", grown(&record, 12, "*")));
    watched.see_row(WIRED, &grown_record(&record, 13), None);
    watched.see_row(CLOUD, &grown_record(&record, 11), None);
    assert_eq!(watched.hall.games().count(), 2);
    let id = watched.hall.game_of_row(WIRED.0, WIRED.1).expect("a game");
    let view = watched.hall.view(id).expect("a game");
    assert_eq!((view.source(), view.row()), (WIRED.0, Some(WIRED.1)));
    let rows: Vec<_> =
        view.rows().map(|row| (row.source, row.n_plies, row.parts_after, row.is_shown)).collect();
    assert_eq!(
        rows,
        [("games.pgn", 12, None, false), (WIRED.0, 13, None, true), (CLOUD.0, 11, None, false)]
    );
}

#[test]
fn the_next_game_on_a_board_is_another_one() {
    let board = |moves: &str, result: &str| {
        read(&format!("[White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n\n{moves} {result}\n"))
    };
    let mut watched = Watched::new();
    watched.see_row(WIRED, &board("1. e4 e5 2. Nf3 Nc6", "1-0"), None);
    watched.see_row(WIRED, &board("1. d4", "*"), None);
    assert_eq!(watched.hall.game_of_row(WIRED.0, WIRED.1), Some(GameId(2)));
    assert!(watched.hall.view(GameId(1)).expect("a game").is_retired());
    // A game that was won without a move is followed by another one as well.
    let third = (WIRED.0, "board 18");
    watched.see_row(third, &board("", "1-0"), None);
    let first = watched.hall.game_of_row(third.0, third.1);
    watched.see_row(third, &board("1. d4", "*"), None);
    assert_ne!(watched.hall.game_of_row(third.0, third.1), first);
    // One without a result is so where the board says that another one begins, with whatever move.
    let named = |id: &str, moves: &str| read(&format!("[Board \"16\"]\n{id}\n{moves} *\n"));
    let fourth = (WIRED.0, "board 16");
    let game = |watched: &Watched| watched.hall.game_of_row(fourth.0, fourth.1);
    watched.see_row(fourth, &named("", "1. e4 e5 2. Nf3"), None);
    let before = game(&watched);
    watched.see_row(fourth, &named("[GameId \"16-1\"]\n", "1. e4"), None);
    let after = game(&watched);
    assert_ne!(after, before);
    // A program that was started anew does not know the id any more.
    watched.see_row(fourth, &named("", "1. e4 c5"), None);
    assert_eq!(game(&watched), after);
    watched.see_row(fourth, &named("[GameId \"16-2\"]\n", ""), None);
    assert_ne!(game(&watched), after);
    // Without a result, the board was set back: the record is taken back.
    let other = (WIRED.0, "board 17");
    watched.see_row(other, &board("1. c4 e5 2. g3", "*"), None);
    let events = watched.see_row(other, &board("", "*"), None);
    assert_eq!(kinds(&events, AlarmState::Raised), [("record_changed", 0)]);
    assert_eq!(watched.hall.games().count(), 8);
}

#[test]
fn two_boards_of_one_pair_are_not_merged_and_the_operator_is_told() {
    let game = |moves: &str| {
        read(&format!("[Round \"1\"]\n[White \"A, B\"]\n[Black \"C, D\"]\n\n{moves} *\n"))
    };
    let mut watched = Watched::new();
    watched.see_row(("livechess://hall", "1"), &game("1. e4 e5 2. Nf3"), None);
    let events = watched.see_row(("livechess://hall", "2"), &game("1. d4 d5 2. c4"), None);
    let told: Vec<_> = notices(&events).iter().map(|notice| (notice.kind, notice.number)).collect();
    assert_eq!(told, [(NoticeKind::SamePlayersTwice, 2)]);
    assert_eq!(watched.hall.games().count(), 2);
}

#[test]
fn what_stands_on_the_board_decides_which_record_is_shown() {
    let record = read(REPETITION);
    let (behind, ahead) = (grown_record(&record, 39), grown_record(&record, 40));
    let other = read(&grown(&record, 39, "*").replace(" *\n", " g6 g4 *\n"));
    assert_eq!(other.plies.len(), 41);
    let mut watched = Watched::new();
    watched.see_row(WIRED, &behind, Some(&placement(&record, 39)));
    watched.see_row(CLOUD, &other, None);
    let shown = |watched: &Watched| {
        watched
            .hall
            .view(GameId(1))
            .map(|view| (view.source().to_owned(), view.record().plies.len()))
    };
    // The cloud has more moves, and they are not those on the board.
    assert_eq!(shown(&watched), Some((WIRED.0.to_owned(), 39)));
    // The board goes on to what neither has yet.
    watched.see_row(WIRED, &behind, Some(&placement(&record, 40)));
    assert_eq!(shown(&watched), Some((WIRED.0.to_owned(), 39)));
    // The cloud corrects itself to it, the wire lags behind.
    let events = watched.see_row(CLOUD, &ahead, None);
    assert_eq!(shown(&watched), Some((CLOUD.0.to_owned(), 40)));
    assert_eq!(kinds(&events, AlarmState::Withdrawn), []);
    let view = watched.hall.view(GameId(1)).expect("a game");
    assert_eq!(view.set_aside().len(), 1);
    assert_eq!(view.set_aside()[0].record.plies.len(), 41);
}

#[test]
fn the_operator_chooses_a_source_and_leaves_it_to_the_rule_again() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see_row(WIRED, &grown_record(&record, 50), None);
    watched.see_row(CLOUD, &grown_record(&record, 48), None);
    let shown = |watched: &Watched| watched.hall.record(GameId(1)).map(|record| record.plies.len());
    let at = Timestamp(watched.now);
    assert_eq!(watched.hall.choose_source(GameId(1), Some(CLOUD.0), at), []);
    assert_eq!(shown(&watched), Some(48));
    // It stays with the choice, and says all the same what the other board shows.
    let events = watched.see_row(WIRED, &grown_record(&record, 60), None);
    assert_eq!(shown(&watched), Some(48));
    assert!(
        raised(&events).contains(&("threefold", 60, WIRED.0.to_owned())),
        "{:?}",
        raised(&events)
    );
    assert_eq!(watched.hall.choose_source(GameId(1), None, at), []);
    watched.see_row(WIRED, &grown_record(&record, 61), None);
    assert_eq!(shown(&watched), Some(61));
}

#[test]
fn whichever_source_shows_a_third_time_first_is_named() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see_row(WIRED, &grown_record(&record, 58), None);
    // The cloud has lost its way long before and records something else.
    let wrong = grown(&record, 20, "*").replace(" *\n", " h3 h6 h4 h5 *\n");
    watched.see_row(CLOUD, &read(&wrong), None);
    watched.see_row(WIRED, &grown_record(&record, 59), None);
    let events = watched.see_row(WIRED, &grown_record(&record, 60), None);
    assert_eq!(raised(&events), [("threefold", 60, WIRED.0.to_owned())]);
    // The other one comes to the same: nothing is told twice, and nothing is withdrawn.
    let events = watched.see_row(CLOUD, &grown_record(&record, 60), None);
    let told = raised(&events);
    assert!(told.iter().all(|(kind, ..)| *kind != "threefold"), "{told:?}");
    assert_eq!(kinds(&events, AlarmState::Withdrawn), []);
    // One takes it back, the other one shows it still.
    let events = watched.see_row(CLOUD, &grown_record(&record, 58), None);
    assert_eq!(kinds(&events, AlarmState::Withdrawn), []);
    let events = watched.see_row(WIRED, &grown_record(&record, 58), None);
    let withdrawn = kinds(&events, AlarmState::Withdrawn);
    assert!(withdrawn.contains(&("threefold", 60)), "{withdrawn:?}");
}

#[test]
fn a_source_that_goes_away_leaves_the_game_to_the_other() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    watched.see_row(WIRED, &grown_record(&record, 60), None);
    watched.see_row(CLOUD, &grown_record(&record, 57), None);
    let at = Timestamp(watched.now);
    assert_eq!(watched.hall.forget_row(WIRED.0, WIRED.1, at), []);
    // What lags behind takes nothing back, and leads once it has come as far.
    assert_eq!(watched.see_row(CLOUD, &grown_record(&record, 59), None), []);
    assert_eq!(
        watched.hall.view(GameId(1)).map(|view| view.source().to_owned()).as_deref(),
        Some(WIRED.0)
    );
    watched.see_row(CLOUD, &grown_record(&record, 61), None);
    let view = watched.hall.view(GameId(1)).expect("a game");
    assert_eq!((view.source(), view.rows().count(), view.n_changes()), (CLOUD.0, 1, 0));
}

fn gap<'a>(from: i64, is_closed: bool, at: i64) -> GapSeen<'a> {
    GapSeen {
        source: WIRED.0,
        row: WIRED.1,
        from: Timestamp(from),
        to: Timestamp(from + 90_000),
        before: Some("8/8/8/8/8/8/8/K1k5"),
        after: Some("8/8/8/8/8/8/K7/2k5"),
        plies_before: 12,
        is_closed,
        at: Timestamp(at),
    }
}

#[test]
fn a_stretch_without_sight_is_a_gap_until_the_moves_come_afterwards() {
    let record = read(REPETITION);
    let mut watched = Watched::new();
    let now = watched.now;
    assert_eq!(watched.hall.note_gap(&gap(now, false, now)), []);
    watched.see_row(WIRED, &grown_record(&record, 12), None);
    let events = watched.hall.note_gap(&gap(now, false, now));
    assert_eq!(raised(&events), [("gap", 12, WIRED.0.to_owned())]);
    assert!(matches!(
        alarms(&events)[0].alarm.detail,
        AlarmDetail::Unseen { from, is_closed: false, .. } if from == Timestamp(now)
    ));
    // The same again is no news; a second one is.
    assert_eq!(watched.hall.note_gap(&gap(now, false, now)), []);
    let second = watched.hall.note_gap(&gap(now + 100_000, true, now));
    assert_eq!(raised(&second), [("gap", 12, WIRED.0.to_owned())]);
    assert_ne!(alarms(&second)[0].id(), alarms(&events)[0].id());
    // It stays while the game goes on.
    assert_eq!(watched.see_row(WIRED, &grown_record(&record, 14), None), []);
    let stands =
        |watched: &Watched| watched.hall.view(GameId(1)).map_or(0, |view| view.alarms().len());
    assert_eq!(stands(&watched), 1);
    let closed = watched.hall.note_gap(&gap(now, true, now));
    assert_eq!(kinds(&closed, AlarmState::Withdrawn), [("gap", 12)]);
    assert_eq!(stands(&watched), 0);
}

#[test]
fn observations_played_again_tell_the_same_with_the_same_ids() {
    let record = read(REPETITION);
    let play = || {
        let mut hall = hall();
        let mut told: Vec<HallEvent> = Vec::new();
        for step in 0..62_usize {
            let at = Timestamp(1_000_000 + step as i64 * 20_000);
            for board in (0..24).rev() {
                let row = format!("board {board}");
                // Boards of one source take back, some part from the cloud, all end alike.
                let n_plies = if (step + board) % 9 == 8 { step.saturating_sub(2) } else { step };
                let names =
                    format!("[Round \"1.{board}\"]\n[White \"W{board}\"]\n[Black \"B{board}\"]\n");
                let text = grown(&record, n_plies, "*");
                let moves = text.rsplit("\n\n").next().unwrap_or_default();
                let seen = read(&format!("{names}[Date \"2024.12.26\"]\n\n{moves}"));
                for source in ["livechess://hall", "lichess:abc"] {
                    let placement = (board % 2 == 0).then(|| placement(&record, n_plies));
                    let seen = RowSeen {
                        source,
                        row: &row,
                        record: &seen,
                        placement: placement.as_deref(),
                        changed_at: at,
                        at,
                    };
                    told.extend(hall.observe_row(&seen));
                }
            }
            let records = [read(MATE)];
            told.extend(hall.observe(&Observation {
                source: "games.pgn",
                records: &records,
                changed_at: at,
                at,
            }));
            told.extend(hall.tick(at));
        }
        told.extend(hall.forget("livechess://hall", Timestamp(9_000_000)));
        told.extend(hall.tick(Timestamp(9_000_000)));
        told
    };
    let (first, again) = (play(), play());
    assert!(first.len() > 200, "{}", first.len());
    assert_eq!(first, again);
}
