//! Sources of several kinds are followed at once; one that dies is shown so, and comes back.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use kaissa_feed::livechess::LiveChess;
use kaissa_feed::{Health, Observation, Outlet, PathSource, Replaced, Seen, Source, Trouble};
use kaissa_game::{Record, Timestamp};
use kaissa_journal::Journal;
use kaissa_laws::ClockTime;
use kaissa_simulator::livechess::{Handle, Options, Simulator};
use kaissa_simulator::{Faults, FolderOptions, FolderSimulator, Script};

use super::harness::{TestDesk, records};
use crate::{Asked, Keeper, MemoryLedger, Role, Snapshot, Work, now};

const GAMES: &str = include_str!("../../../simulator/tests/data/games.pgn");
/// How long something may take; it is done long before on a machine that is not busy.
const DEADLINE: Duration = Duration::from_secs(60);

/// Waits for what is to be shown.
fn until(desk: &TestDesk, what: &str, is_so: impl Fn(&Snapshot) -> bool) -> Arc<Snapshot> {
    let end = Instant::now() + DEADLINE;
    loop {
        let snapshot = desk.desk.snapshot();
        if is_so(&snapshot) {
            return snapshot;
        }
        let boards = snapshot.boards.values().map(|live| {
            let board = &live.board;
            (&board.number, &board.white, &board.source, board.game.ply())
        });
        let boards: Vec<_> = boards.collect();
        assert!(Instant::now() < end, "waited for {what}: {boards:?} {:?}", snapshot.sources);
        thread::sleep(Duration::from_millis(20));
    }
}

/// Follows a source and hands over what it says.
fn follow(desk: &TestDesk, mut source: impl Source + 'static) -> Outlet {
    let (outlet, observations) = kaissa_feed::outlet();
    let for_source = outlet.clone();
    thread::spawn(move || source.follow(&for_source));
    let desk = desk.desk.clone();
    thread::spawn(move || observations.into_iter().for_each(|seen| desk.observe(seen)));
    outlet
}

fn hall(games: &[Record], port: u16) -> Handle {
    let options = Options { speed: 400.0, port, ..Options::default() };
    Simulator::start(&Script::of_records(games, games.len()), options).expect("a free port")
}

/// Whether every one of these games is at a board of its own, with names, to its last ply.
fn are_shown(snapshot: &Snapshot, games: &[Record]) -> bool {
    let named = snapshot.boards.values().filter(|live| !live.board.white.is_empty());
    let mut shown: Vec<usize> = named.map(|live| live.board.game.ply() as usize).collect();
    let mut true_plies: Vec<usize> = games.iter().map(|game| game.plies.len()).collect();
    shown.sort_unstable();
    true_plies.sort_unstable();
    shown == true_plies
}

fn health<'s>(snapshot: &'s Snapshot, name: &str) -> Option<&'s Health> {
    snapshot.sources.get(name)?.health.as_ref().map(|(health, _)| health)
}

#[test]
fn a_livechess_and_a_folder_are_followed_at_once_and_a_dead_source_comes_back() {
    let games = records(GAMES);
    let (at_livechess, in_folder) = games.split_at(3);
    let mut livechess = hall(at_livechess, 0);
    let port = livechess.addr().port();
    let folder = tempfile::tempdir().expect("a folder");
    let script = Script::of_records(in_folder, in_folder.len());
    let options = FolderOptions::default();
    let mut written =
        FolderSimulator::new(folder.path(), &script, Faults::none(), options).expect("a folder");
    let every = Duration::from_millis(100);
    let live_source = LiveChess::new("127.0.0.1", port).poll_every(every);
    let given = folder.path().join("round-1").to_string_lossy().into_owned();
    let path_source = PathSource::new(&given).with_interval(every);
    let name = live_source.name().to_owned();
    let sources = vec![name.clone(), given.clone()];
    let asked = Asked { sources, ..Asked::default() };
    let ledger = Arc::new(MemoryLedger::default());
    let desk = TestDesk::with_people(Keeper::open(ledger, asked, now()).expect("empty"));
    let chief = desk.visitor(Some(Role::Chief));
    for path in ["/", "/settings"] {
        let page = chief.get(path).text;
        assert_eq!(page.matches("has said nothing yet").count(), 2, "{path}: {page}");
    }
    let outlets = [follow(&desk, live_source), follow(&desk, path_source)];
    written.finish().expect("files");
    let snapshot = until(&desk, "all games", |snapshot| are_shown(snapshot, &games));
    assert_eq!(snapshot.boards.len(), games.len(), "a game is at one board");
    let snapshot = until(&desk, "both healthy", |snapshot| {
        [&name, &given].iter().all(|name| health(snapshot, name) == Some(&Health::Connected))
    });
    assert!(snapshot.sources.values().all(|source| source.heard_at.is_some()));

    livechess.stop();
    drop(livechess);
    until(&desk, "the loss", |snapshot| {
        matches!(health(snapshot, &name), Some(Health::Lost { .. }))
    });
    let page = chief.get("/settings").text;
    assert!(page.contains("does not answer since"), "{page}");
    assert!(chief.get("/").text.contains("does not answer since"));
    assert!(are_shown(&desk.desk.snapshot(), &games), "what was shown stays");
    assert_eq!(health(&desk.desk.snapshot(), &given), Some(&Health::Connected));

    let back = hall(at_livechess, port);
    until(&desk, "its return", |snapshot| health(snapshot, &name) == Some(&Health::Connected));
    let snapshot = until(&desk, "the games again", |snapshot| are_shown(snapshot, &games));
    assert_eq!(snapshot.boards.len(), games.len(), "the boards are the same");
    let journal = chief.get("/journal?kind=source_health").text;
    assert!(journal.contains(&name), "{journal}");
    outlets.iter().for_each(Outlet::stop);
    drop(back);
}

fn seen(source: &str, seen: Seen) -> Observation {
    Observation { source: source.to_owned(), at: now(), seen }
}

fn board(text: &str) -> Seen {
    let record = Box::new(records(text).remove(0));
    Seen::Board { row: "45753".to_owned(), record, placement: None, changed_at: now() }
}

#[test]
fn a_board_that_fares_badly_is_named_beside_its_source() {
    let desk = TestDesk::new();
    let source = "livechess://hall";
    let row = || "45753".to_owned();
    desk.show(seen(source, Seen::Health(Health::Connected)));
    desk.show(seen(source, board("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *")));
    let trouble = Trouble { code: "battery", detail: "<9>%".to_owned() };
    let health = Health::Unclear { trouble };
    for _ in 0..2 {
        let health = health.clone();
        desk.show(seen(source, Seen::BoardHealth { row: row(), health }));
    }
    let replaced = Replaced {
        row: row(),
        ply: 2,
        written: "e5".to_owned(),
        instead: Some("c5".to_owned()),
        shown_for: ClockTime::seconds(3),
    };
    desk.show(seen(source, Seen::Replaced(replaced)));
    let reader = desk.visitor(Some(Role::Reader));
    let hall = reader.get("/").text;
    assert!(hall.contains("board 45753") && hall.contains("&#60;9&#62;%"), "{hall}");
    let page = reader.get("/board/1").text;
    assert!(page.contains("e5 stood on the board for"), "{page}");
    let kept = reader.get("/journal?kind=source_health&board=1").text;
    assert_eq!(kept.matches("livechess://hall#45753").count(), 1, "{kept}");
    desk.show(seen(source, Seen::BoardHealth { row: row(), health: Health::Connected }));
    assert!(!reader.get("/").text.contains("board 45753"));
}

#[test]
fn names_are_waited_for_only_while_their_source_may_tell_some() {
    let at = |seconds: i64| Timestamp(1_700_000_000_000 + seconds * 1_000);
    let ledger = Arc::new(MemoryLedger::default());
    let mut keeper = Keeper::open(ledger, Asked::default(), at(0)).expect("opened");
    let boards = keeper.snapshots();
    let mut look = |row: &str, text: &str, at: Timestamp| {
        let record = Box::new(records(text).remove(0));
        let seen = Seen::Board { row: row.to_owned(), record, placement: None, changed_at: at };
        let source = "livechess://hall".to_owned();
        keeper.work(vec![Work::Seen(Observation { source, at, seen })], at);
        boards.borrow().boards.len()
    };
    assert_eq!(look("1", "1. e4 *", at(0)), 0, "names may come");
    assert_eq!(look("1", "1. e4 e5 *", at(7)), 0);
    assert_eq!(look("1", "1. e4 e5 2. Nf3 *", at(8)), 1, "none came");
    assert_eq!(look("2", "1. d4 *", at(9)), 2, "none will come");
    assert_eq!(look("3", "[White \"A\"]\n[Black \"B\"]\n\n1. c4 *", at(10)), 3);
    assert_eq!(look("4", "1. b3 *", at(11)), 3, "some do come");
}

#[test]
fn the_health_of_a_source_reaches_an_open_page_although_no_board_changes() {
    let desk = TestDesk::new();
    let source = "livechess://hall";
    desk.show(seen(source, Seen::Health(Health::Connected)));
    let since = desk.desk.snapshot().number;
    let trouble = Trouble { code: "refused", detail: String::new() };
    let lost = Health::Lost { since: Timestamp(0), trouble };
    desk.show(seen(source, Seen::Health(lost)));
    let fragments = crate::pages::hall_show::fragments(&super::harness::ask(&desk), since);
    assert!(fragments.concat().contains("does not answer since 00:00:00"), "{fragments:?}");
}

#[test]
fn a_source_that_sends_only_what_is_new_leaves_a_gap_over_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let tags = "[Round \"3.7\"]\n[White \"First, A\"]\n[Black \"Second, B\"]\n";
    let source = "livechess://hall";
    {
        let journal = Arc::new(Journal::open_or_create(&path).expect("made"));
        let desk = TestDesk::of(Keeper::open(journal, Asked::default(), now()).expect("opened"));
        desk.show(seen(source, board(&format!("{tags}\n1. e4 e5 2. Nf3 *"))));
        assert_eq!(desk.desk.snapshot().boards.len(), 1);
    }
    let journal = loop {
        match Journal::open(&path) {
            Ok(journal) => break Arc::new(journal),
            Err(_) => thread::yield_now(),
        }
    };
    let desk = TestDesk::of(Keeper::open(journal, Asked::default(), now()).expect("opened"));
    let start = "[FEN \"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3\"]";
    let later = format!("{tags}{start}\n\n3... a6 *");
    for _ in 0..2 {
        desk.show(seen(source, board(&later)));
    }
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.boards.len(), 1, "the game is at its board again");
    let gaps = &snapshot.boards.values().next().expect("a board").board.gaps;
    assert_eq!(gaps.iter().map(|gap| gap.plies_before).collect::<Vec<_>>(), [3]);
}
