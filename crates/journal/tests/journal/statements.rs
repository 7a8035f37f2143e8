//! Every kind of entry is written and read the same, and stands in the reference.

use kaissa_game::{Entry as GameEntry, GameResult, Timestamp};
use kaissa_journal::{
    AlarmRaised, AlarmWithdrawn, ArbiterEntered, Attachment, BodyErased, ContinuedFrom, Digest,
    EntryId, EnvelopeWritten, GameEvent, GamesListed, GapSeen, Journal, JournalOptions,
    MoveReplaced, NewEntry, NoteAdded, OnTheWay, Pairing, PairingCorrected, PairingsEntered,
    ProposalShown, RecordCorrected, RecordDelta, RecordFollowed, ResultEntered, ResultTakenBack,
    RosterEntered, RoundStarted, RulingMade, RulingTakenBack, SettingChanged, Shown, SourceGone,
    SourceHealth, Statement, StatementError, TallyCounted,
};
use serde_json::json;

use super::common::place;

/// One statement of each kind, in the order of the reference.
pub fn one_of_each() -> Vec<Statement> {
    let text = |text: &str| text.to_owned();
    let shown = |word: &str| Shown::new(&json!({"decision": word, "number": 0.5}));
    vec![
        RecordDelta { kept_plies: 7, lead: Some(text("{a}")), ..RecordDelta::default() }.into(),
        GamesListed { n_games: 12 }.into(),
        SourceGone { n_games: 12 }.into(),
        MoveReplaced {
            ply: 31,
            written: text("Rad1"),
            instead: Some(text("Rae1")),
            shown_for_ms: 510,
        }
        .into(),
        AlarmRaised { id: text("g1-threefold-31-77"), alarm: shown("a") }.into(),
        AlarmWithdrawn { id: text("g1-threefold-31-77"), alarm: shown("b") }.into(),
        SourceHealth {
            state: text("lost"),
            since: Some(Timestamp(1_791_014_400_120)),
            trouble: Some(text("refused")),
            ..SourceHealth::default()
        }
        .into(),
        GapSeen {
            from: Timestamp(1),
            to: Timestamp(2),
            plies_before: 40,
            before: Some(text("8/8/8/8/8/8/8/8")),
            after: None,
            is_closed: false,
        }
        .into(),
        GameEvent(GameEntry::ClaimDecided { correct: true }).into(),
        ProposalShown {
            program: text("0.1.0"),
            edition: text("2023"),
            language: text("ru"),
            about: text("claim"),
            proposal: shown("draw"),
        }
        .into(),
        RulingMade {
            proposal: Some(7),
            is_followed: false,
            reason: Some(text("he had not written it")),
            decision: Some(text("play_on")),
            choice: Some("game_lost:white".to_owned()),
            ruling: Some(shown("play_on")),
        }
        .into(),
        RecordCorrected {
            kept_plies: 12,
            moves: vec![text("Nf3")],
            reason: text("two boards swapped"),
        }
        .into(),
        NoteAdded { text: text("Доска 7"), of_entry: None }.into(),
        NoteAdded { text: text("of it"), of_entry: Some(3) }.into(),
        Attachment {
            name: text("a.jpg"),
            media_type: text("image/jpeg"),
            bytes: 3,
            sha256: Digest::of(b"abc"),
            of_entry: Some(2),
            text: text("the clock"),
        }
        .into(),
        BodyErased { entry: 3, sha256: Digest::of(b"abc"), reason: text("asked") }.into(),
        ResultEntered { result: GameResult::BOTH_LOSE, reason: None }.into(),
        TallyCounted {
            unit: text("moves"),
            taps: vec![Timestamp(5), Timestamp(9)],
            taken_back: vec![1],
        }
        .into(),
        SettingChanged { name: text("edition"), value: Shown::new(&"2023") }.into(),
        RoundStarted { round: text("5") }.into(),
        PairingsEntered {
            round: text("5"),
            pairings: vec![Pairing {
                game: text("5-1"),
                board: text("1"),
                white: Some(text("Иванова")),
                ..Pairing::default()
            }],
        }
        .into(),
        RosterEntered { report: text("001    1      Иванова\r\n") }.into(),
        ContinuedFrom {
            journal: text("a"),
            number: 399,
            hash: Digest::of(b"abc"),
            damaged_at: Some(400),
        }
        .into(),
        RecordFollowed { source: text("hall.pgn") }.into(),
        OnTheWay { is_going: true }.into(),
        RulingTakenBack { ruling: 8, reason: text("the wrong board") }.into(),
        ResultTakenBack { reason: None }.into(),
        ArbiterEntered {
            id: text("arbiter-1"),
            name: text("Ирина"),
            role: Some(text("chief")),
            pin_hash: text("$argon2id$"),
            sector: text("1-12"),
        }
        .into(),
        EnvelopeWritten {
            sealer: text("white"),
            move_number: 41,
            fen: text("4k3/8/8/8/8/8/4K3/R6R w - - 0 41"),
            white_ms: 600_000,
            black_ms: 540_000,
            offer: None,
            resumption: text("tomorrow, 10:00, small hall"),
        }
        .into(),
        PairingCorrected {
            was_round: text("5"),
            was: Pairing { game: text("5-1"), board: text("1"), ..Pairing::default() },
            round: text("5"),
            pairing: None,
            reason: text("typed twice"),
        }
        .into(),
    ]
}

#[test]
fn each_kind_goes_through_the_journal_and_comes_out_the_same() {
    let all = one_of_each();
    let mut kinds: Vec<&str> = all.iter().map(Statement::kind).collect();
    // A kind may stand here more than once, with what it holds and what it leaves out.
    kinds.dedup();
    assert_eq!(kinds, Statement::KINDS);
    let place = place();
    let journal = Journal::create(&place.path).expect("made");
    let entries = all.iter().map(Statement::entry).collect();
    let _ = journal.append_all(entries).expect("open").wait().expect("written");
    for (number, statement) in (1..).zip(&all) {
        let entry = journal.entry(number).expect("readable").expect("there");
        assert_eq!(entry.statement().as_ref(), Ok(statement));
    }
    let _ = journal.erase(13, "asked", "arbiter-1").expect("there").wait().expect("erased");
    let erased = journal.entry(13).expect("readable").expect("there");
    assert_eq!(erased.statement(), Err(StatementError::Erased));
}

#[test]
fn a_body_that_is_not_of_its_kind_is_refused() {
    let unknown = Statement::read("comet_seen", "{}");
    assert_eq!(unknown, Err(StatementError::UnknownKind { kind: "comet_seen".to_owned() }));
    for kind in Statement::KINDS {
        let read = Statement::read(kind, "[]");
        assert!(matches!(read, Err(StatementError::Unreadable { .. })), "{kind}: {read:?}");
    }
}

#[test]
fn what_was_shown_is_kept_word_for_word() {
    let shown: Shown = serde_json::from_str(r#"{"b":0.30000000000000004,"a":1e2}"#).expect("JSON");
    assert_eq!(shown.json(), r#"{"b":0.30000000000000004,"a":1e2}"#);
    assert_eq!(shown.value()["a"], json!(100.0));
}

#[test]
fn every_kind_has_its_heading_and_every_heading_its_kind() {
    let page = include_str!("../../../../docs/reference/entries.md");
    let headings: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, Statement::KINDS);
}

/// Makes the frozen journal of the format that is written now; run by hand when a format is new:
/// `KAISSA_FREEZE=folder cargo test -p kaissa-journal -- --ignored freeze`.
#[test]
#[ignore = "makes files that are kept"]
fn freeze() {
    let Some(folder) = std::env::var_os("KAISSA_FREEZE").map(std::path::PathBuf::from) else {
        panic!("KAISSA_FREEZE names no folder");
    };
    let place = place();
    let options = JournalOptions { now: || Timestamp(1_796_000_000_000), ..Default::default() };
    let journal = Journal::create_with(&place.path, options).expect("made");
    let name = |number: usize| EntryId::new(&format!("entry-{number}")).expect("an id");
    for (number, statement) in one_of_each().iter().enumerate() {
        let entry = statement.entry().id(name(number)).source("frozen").about(statement.kind());
        let _ = journal.append(entry).expect("open").wait().expect("written");
    }
    let photo = NewEntry::new("", &()).id(name(99)).person("arbiter-1").happened(Timestamp(-1));
    let ticket = journal.attach("abc.txt", "text/plain", b"abc".to_vec(), photo);
    let _ = ticket.expect("open").wait().expect("written");
    let _ = journal.erase(13, "asked", "arbiter-1").expect("there").wait().expect("erased");
    let report = journal.backup_to(folder.join("format-1.kaissa")).expect("copied");
    assert!(report.verifies(), "{report:?}");
    std::fs::write(folder.join("format-1.head"), format!("{}\n", report.intact)).expect("written");
    let lines = journal.reader().export().expect("readable");
    let lines: Vec<String> = lines.collect::<Result<_, _>>().expect("intact");
    std::fs::write(folder.join("format-1.jsonl"), lines.join("\n") + "\n").expect("written");
}
