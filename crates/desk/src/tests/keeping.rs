//! What the desk keeps comes back the same from the journal's file.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kaissa_chess::{Color, Position};
use kaissa_game::{Entry as GameEvent, Fault, GameResult, Timestamp};
use kaissa_journal::{
    Attachment, Digest, EnvelopeWritten, GapSeen, Journal, MoveReplaced, RowState, SourceHealth,
};
use kaissa_words::Language;
use serde_json::json;

use super::harness::{TestDesk, game, records};
use crate::ledger::{Ledger, NewEntry};
use crate::{
    ArbiterEntered, Asked, BoardId, Body, Entry, Ground, Keeper, MemoryLedger, Pairing, PersonId,
    Role, Setting, now,
};

/// An entry of each kind that the desk makes, about board 1.
fn one_of_each() -> Vec<Body> {
    let board = BoardId(1);
    let record = records(&game("3.1", "A", "B", "1. e4 e5 2. Nf3")).remove(0);
    let delta = RowState::default().delta(&record, None).expect("something new");
    let pairing = Pairing {
        board,
        round: Some(3),
        number: "1".to_owned(),
        white: "A".to_owned(),
        black: String::new(),
    };
    vec![
        Body::PairingsEntered { pairings: vec![pairing.clone()] },
        Body::RosterEntered { report: "012 Кубок\r\n001    1      A\r\n".to_owned() },
        Body::RoundStarted { round: 3 },
        Body::RecordObserved { board, source: "hall.pgn".to_owned(), delta: Box::new(delta) },
        Body::RecordFollowed { board, source: "hall.pgn".to_owned() },
        Body::GapSeen {
            board,
            gap: GapSeen {
                from: Timestamp(1),
                to: Timestamp(2),
                plies_before: 3,
                before: None,
                after: None,
                is_closed: true,
            },
        },
        Body::SourceHealth {
            board: None,
            source: "hall.pgn".to_owned(),
            health: SourceHealth { state: "connected".to_owned(), ..SourceHealth::default() },
        },
        Body::MoveReplaced {
            board,
            source: "livechess://hall#7".to_owned(),
            replaced: MoveReplaced {
                ply: 4,
                written: "Nc6".to_owned(),
                instead: None,
                shown_for_ms: 900,
            },
        },
        Body::GameEvent {
            board,
            event: GameEvent::IllegalMoveBooked { by: Color::White, fault: Fault::TwoHands },
        },
        Body::RecordCorrected {
            board,
            after_ply: 2,
            moves: vec!["Nc3".to_owned()],
            reason: "written so".to_owned(),
        },
        Body::AlarmRaised {
            board,
            alarm: "threefold-9-0".to_owned(),
            kind: "threefold".to_owned(),
            ply: 9,
        },
        Body::AlarmWithdrawn { board, alarm: "threefold-9-0".to_owned() },
        Body::PairingCorrected {
            was: pairing.clone(),
            now: Some(Pairing { white: "Вторая".to_owned(), ..pairing }),
            reason: "typed wrongly".to_owned(),
        },
        Body::OnTheWay { board, is_going: true },
        Body::ProposalShown {
            board,
            about: "claim".to_owned(),
            edition: "2023".to_owned(),
            language: Language::Russian,
            proposal: json!({"decision": "draw"}),
        },
        Body::RulingMade {
            board,
            proposal: Some(12),
            decision: "play_on".to_owned(),
            choice: String::new(),
            follows: false,
            reason: "not written".to_owned(),
        },
        Body::RulingTakenBack { board, ruling: 13, reason: "the wrong board".to_owned() },
        Body::NoteAdded {
            board: Some(board), text: "Доска <1>".to_owned(), of_entry: Some(1)
        },
        Body::NoteAdded { board: None, text: "hall".to_owned(), of_entry: None },
        Body::AttachmentAdded {
            board: Some(board),
            attachment: Attachment {
                name: "a.jpg".to_owned(),
                media_type: "image/jpeg".to_owned(),
                bytes: 3,
                sha256: Digest::of(b"abc"),
                of_entry: Some(15),
                text: "the clock".to_owned(),
            },
            bytes: None,
        },
        Body::ResultEntered { board, result: Some(GameResult::DRAW) },
        Body::ResultEntered { board, result: None },
        Body::TallyCounted {
            board,
            count: 2,
            tally: json!({"unit": "moves", "taps": [5, 9], "count": 2}),
        },
        Body::EnvelopeWritten {
            board,
            envelope: EnvelopeWritten {
                sealer: "black".to_owned(),
                move_number: 2,
                fen: "8/8/8/4k3/8/8/8/4K3 b - - 0 2".to_owned(),
                white_ms: 1_000,
                black_ms: 2_000,
                offer: Some("white".to_owned()),
                resumption: "Завтра".to_owned(),
            },
        },
        Body::SettingChanged { setting: Setting::Competition, value: "Кубок".to_owned() },
        Body::ArbiterEntered(ArbiterEntered {
            id: PersonId(4),
            name: "Ирина".to_owned(),
            role: Some(Role::Chief),
            pin_hash: "$argon2id$".to_owned(),
            sector: "1-12".to_owned(),
        }),
    ]
}

fn keep(journal: &dyn Ledger, bodies: &[Body]) {
    let new = bodies.iter().zip(1..).map(|(body, number)| NewEntry {
        happened_at: Timestamp(1_791_014_400_000 + number),
        sender_id: format!("a4-{number}.0"),
        person: Some(PersonId(4)),
        body: body.clone(),
    });
    journal.append(new.collect(), Timestamp(0)).expect("kept");
}

#[test]
fn each_kind_of_entry_comes_back_from_the_journal_as_it_was_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let journal = Journal::create(&path).expect("made");
    let bodies = one_of_each();
    keep(&journal, &bodies);
    let read = Ledger::read(&journal, 1, 1_000).expect("read");
    let found: Vec<Body> = read.iter().map(|entry| entry.body.clone()).collect();
    assert_eq!(found, bodies);
    assert!(read.iter().all(|entry| entry.person == Some(PersonId(4))));
    assert_eq!(read.last().map(|entry| entry.hash.clone()), Some(Ledger::head(&journal).1));
    let mut kinds: Vec<&str> = bodies.iter().map(Body::kind).collect();
    kinds.extend(["body_erased", "continued_from"]);
    for kind in Body::KINDS {
        assert!(kinds.contains(&kind), "{kind} is not tried");
    }
}

#[test]
fn the_fold_of_a_whole_is_the_fold_of_its_parts() {
    let entries: Vec<Entry> = one_of_each()
        .into_iter()
        .zip(1..)
        .map(|(body, number)| Entry {
            number,
            recorded_at: Timestamp(0),
            happened_at: Timestamp(number as i64),
            sender_id: format!("x{number}.0"),
            person: Some(PersonId(4)),
            body,
            hash: String::new(),
        })
        .collect();
    let whole = Ground::fold(&entries);
    for at in 0..=entries.len() {
        let mut parts = Ground::fold(&entries[..at]);
        entries[at..].iter().for_each(|entry| parts.apply(entry));
        assert_eq!(format!("{parts:?}"), format!("{whole:?}"), "parted at {at}");
    }
    let board = whole.board(BoardId(1)).expect("paired");
    assert_eq!(board.game.ply(), 3);
    let corrected = Position::start().read_line(&["e4", "e5", "Nc3"]);
    assert_eq!(board.game.position().key(), corrected.key(), "the correction stands");
    assert_eq!(board.result, None);
    assert!(board.raised.is_empty());
}

trait ReadLine {
    fn read_line(&self, moves: &[&str]) -> Position;
}

impl ReadLine for Position {
    fn read_line(&self, moves: &[&str]) -> Position {
        let mut position = self.clone();
        for written in moves {
            position.play(crate::read_move(&position, written).expect("a move"));
        }
        position
    }
}

#[test]
fn a_restart_loses_nothing_and_raises_nothing_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.kaissa");
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let pgn = game("1.4", "A", "B", repeated);
    let journal = || Arc::new(Journal::open_or_create(&path).expect("opened"));
    let (raised, number, stamp) = {
        let keeper = Keeper::open(journal(), Asked::default(), now()).expect("opened");
        let desk = TestDesk::of(keeper);
        desk.observe("hall.pgn", &pgn);
        let snapshot = desk.desk.snapshot();
        let live = snapshot.boards.values().next().expect("a board");
        assert!(!live.alarms.is_empty());
        (live.board.raised.clone(), snapshot.ground.number(), snapshot.stamp())
    };
    // The keeper's thread ends when its last handle is gone; only then is the file free.
    let again = loop {
        match Journal::open(&path) {
            Ok(journal) => break Arc::new(journal),
            Err(_) => std::thread::yield_now(),
        }
    };
    let keeper = Keeper::open(again, Asked::default(), now()).expect("opened");
    let desk = TestDesk::of(keeper);
    let snapshot = desk.desk.snapshot();
    let live = snapshot.boards.values().next().expect("a board");
    assert_eq!(live.board.raised, raised);
    assert!(!live.alarms.is_empty(), "alarms stand before their source is there again");
    assert_eq!(snapshot.number_of(&stamp), 0, "a page of before gets everything anew");
    desk.observe("hall.pgn", &pgn);
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.boards.len(), 1, "the game is at its board again");
    assert_eq!(snapshot.ground.number(), number, "nothing is kept twice");
}

/// A ledger that takes nothing while it is full.
#[derive(Default)]
struct FullAtTimes {
    kept: MemoryLedger,
    is_full: AtomicBool,
}

impl Ledger for FullAtTimes {
    fn append(&self, entries: Vec<NewEntry>, at: Timestamp) -> Result<(), crate::LedgerFault> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Err(crate::LedgerFault { detail: "no space left".to_owned() }),
            false => self.kept.append(entries, at),
        }
    }
    fn read(&self, from: u64, n: usize) -> Result<Vec<Entry>, crate::LedgerFault> {
        self.kept.read(from, n)
    }
    fn has(&self, sender_id: &str) -> bool {
        self.kept.has(sender_id)
    }
    fn head(&self) -> (u64, String) {
        self.kept.head()
    }
    fn attachment(&self, sha256: Digest) -> Result<Option<Vec<u8>>, crate::LedgerFault> {
        self.kept.attachment(sha256)
    }
}

#[test]
fn what_happened_while_the_ledger_was_full_is_entered_afterwards() {
    let ledger = Arc::new(FullAtTimes::default());
    let keeper = Keeper::open(ledger.clone(), Asked::default(), now()).expect("opened");
    let desk = TestDesk::of(keeper);
    let two = |first: &str, second: &str| {
        format!("{}{}", game("1.4", "A", "B", first), game("1.5", "C", "D", second))
    };
    desk.observe("hall.pgn", &game("1.4", "A", "B", "1. Nf3 Nf6"));
    ledger.is_full.store(true, Ordering::SeqCst);
    let repeated = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    desk.desk.observe(kaissa_feed::Observation {
        source: "hall.pgn".to_owned(),
        at: now(),
        seen: kaissa_feed::Seen::Games {
            records: records(&two(repeated, repeated)),
            changed_at: now(),
        },
    });
    let note = |text: &str| Body::NoteAdded { board: None, text: text.to_owned(), of_entry: None };
    assert!(desk.try_enter(vec![note("lost").into()]).is_err());
    assert_eq!(desk.desk.snapshot().fault.as_deref(), Some("no space left"));
    assert_eq!(desk.try_enter(Vec::new()), Ok(()), "nothing is kept");
    assert!(desk.desk.snapshot().fault.is_some(), "so nothing shows that it is mended");
    ledger.is_full.store(false, Ordering::SeqCst);
    desk.enter(vec![note("kept").into()]);
    assert_eq!(desk.desk.snapshot().fault, None);
    desk.enter(vec![note("kept too").into()]);
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.boards.len(), 2);
    for live in snapshot.boards.values() {
        let board = &live.board;
        assert_eq!(board.game.ply(), 8, "{}", board.white);
        assert!(!live.alarms.is_empty() && !board.raised.is_empty(), "{}", board.white);
    }
    let kept = Ground::fold(&ledger.read(1, 1_000).expect("read"));
    assert_eq!(
        kept.boards().map(|board| board.raised.len()).sum::<usize>(),
        snapshot.boards.values().map(|live| live.board.raised.len()).sum::<usize>()
    );
}

#[test]
fn a_fault_of_the_ledger_shows_nothing_that_is_not_kept() {
    struct Full;
    impl Ledger for Full {
        fn append(&self, _: Vec<NewEntry>, _: Timestamp) -> Result<(), crate::LedgerFault> {
            Err(crate::LedgerFault { detail: "no space left".to_owned() })
        }
        fn read(&self, _: u64, _: usize) -> Result<Vec<Entry>, crate::LedgerFault> {
            Ok(Vec::new())
        }
        fn has(&self, _: &str) -> bool {
            false
        }
        fn head(&self) -> (u64, String) {
            (0, String::new())
        }
        fn attachment(&self, _: Digest) -> Result<Option<Vec<u8>>, crate::LedgerFault> {
            Ok(None)
        }
    }
    let keeper = Keeper::open(Arc::new(Full), Asked::default(), now()).expect("opened");
    let desk = TestDesk::of(keeper);
    let person = ArbiterEntered {
        id: PersonId(1),
        name: "A".to_owned(),
        role: Some(Role::Chief),
        pin_hash: String::new(),
        sector: String::new(),
    };
    assert!(desk.try_enter(vec![Body::ArbiterEntered(person).into()]).is_err());
    let snapshot = desk.desk.snapshot();
    assert_eq!(snapshot.ground.number(), 0);
    assert_eq!(snapshot.fault.as_deref(), Some("no space left"));
    assert!(desk.visitor(None).get("/about").text.contains("no space left"));
}
