//! A following that is ended anywhere goes on from its journal as if it had not been.

use kaissa_feed::{Gap, Observation, Seen};
use kaissa_game::{Record, Timestamp};
use kaissa_hall::{Hall, HallEvent, HallOptions};
use kaissa_journal::{Body, Digest, Entry, NewEntry};
use kaissa_laws::{ClockTime, Editions};
use kaissa_live::{Following, Step};
use kaissa_pgn::Reader;
use kaissa_ruling::{ProfileOptions, Profiler, ReviewEffort};
use kaissa_winnable::Budget;
use testkit::grown;

/// A rapid game that ends by repetition.
const REPETITION: &str = "[Date \"2024.12.26\"]\n[Round \"1.2\"]\n[White \"First, A\"]\n\
[Black \"Second, B\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 {[%clk 0:15:17]} Nf6 {[%clk 0:15:18]} 2. c4 e6 \
3. g3 d5 4. Bg2 Be7 5. O-O O-O 6. b3 c5 7. cxd5 Nxd5 8. Bb2 Nc6 9. d4 cxd4 10. Nxd4 Nxd4 11. Qxd4 \
Bf6 12. Qd2 Bxb2 13. Qxb2 Nf6 14. Nc3 Rb8 15. Rfd1 Bd7 16. e4 Qa5 17. b4 Qh5 18. b5 Rbc8 19. Rac1 \
Rfd8 20. h3 Be8 21. Rxd8 Rxd8 22. a4 b6 23. Ne2 Nd7 24. Nf4 Qe5 25. Qxe5 Nxe5 26. Rc7 Rd1+ 27. Kh2 \
Rd2 28. Kg1 Rd1+ 29. Kh2 Rd2 30. Kg1 Rd1+ 31. Kh2 Rd2 1/2-1/2\n";
/// One with an illegal move that stands, and a mate.
const SHORT: &str = "[Date \"2024.12.26\"]\n[Round \"1.1\"]\n[White \"Third, C\"]\n\
[Black \"Fourth, D\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5+ a6 4. Qxe7# 1-0\n";

fn following() -> Following {
    let editions = Editions::built_in().clone();
    let profiler = Profiler::new(editions, ProfileOptions::default()).expect("editions");
    let few = Budget { nodes: 200, ..Budget::STANDARD };
    let effort = ReviewEffort { quick: few, last: few };
    let silent_after = ClockTime::minutes(2);
    Following::new(Hall::new(profiler, HallOptions { silent_after, effort }))
}

fn record(text: &str) -> Record {
    let mut record = Record::new();
    Reader::new(text.as_bytes()).read_into(&mut record).expect("text in memory");
    record
}

/// What happens in the hall: a board and a file that grow, moves taken back, a gap, silence.
enum Happening {
    Seen(Seen, &'static str),
    Nothing,
}

fn happenings() -> Vec<Happening> {
    let (long, short) = (record(REPETITION), record(SHORT));
    let mut all = Vec::new();
    let at = Timestamp(0);
    let board = |n_plies| Seen::Board {
        row: "#45753".to_owned(),
        record: Box::new(record(&grown(&long, n_plies, "*"))),
        placement: None,
        changed_at: at,
    };
    let list = |sizes: &[usize]| Seen::Games {
        records: [&long, &short]
            .iter()
            .zip(sizes)
            .map(|(record_, n_plies)| {
                let n_plies = (*n_plies).min(record_.plies.len());
                record(&grown(record_, n_plies, "*"))
            })
            .collect(),
        changed_at: at,
    };
    for n_plies in 0..=long.plies.len() {
        all.push(Happening::Seen(board(n_plies), "livechess://hall"));
        if n_plies % 7 == 3 {
            all.push(Happening::Nothing);
        }
        if n_plies % 5 == 0 {
            all.push(Happening::Seen(list(&[n_plies.saturating_sub(4), n_plies / 5]), "games.pgn"));
        }
        if n_plies == 33 {
            all.push(Happening::Seen(board(30), "livechess://hall"));
            let gap = Gap {
                row: "#45753".to_owned(),
                from: at,
                to: at,
                plies_before: 30,
                before: None,
                after: None,
                is_closed: false,
            };
            all.push(Happening::Seen(Seen::Gap(gap), "livechess://hall"));
        }
        if n_plies == 41 {
            all.push(Happening::Seen(Seen::Gone, "games.pgn"));
        }
    }
    all
}

/// Plays the happenings and tells each alarm as text; ended and begun anew before each that
/// `is_ended_before` names.
fn told(is_ended_before: impl Fn(usize) -> bool) -> Vec<String> {
    let mut following = following();
    let mut journal: Vec<Entry> = Vec::new();
    let mut told = Vec::new();
    for (index, happening) in happenings().into_iter().enumerate() {
        // A minute between the happenings; where nothing happens, three.
        let at = Timestamp(1_735_200_000_000 + 60_000 * index as i64);
        if is_ended_before(index) {
            following = self::following();
            for entry in &journal {
                following.replay(entry).expect("an entry of the journal");
            }
            keep(following.replayed(), at, &mut journal, &mut told);
        }
        let step = match happening {
            Happening::Seen(mut seen, source) => {
                if let Seen::Board { changed_at, .. } | Seen::Games { changed_at, .. } = &mut seen {
                    *changed_at = at;
                }
                following.take(&Observation { source: source.to_owned(), at, seen })
            }
            Happening::Nothing => following.tick(Timestamp(at.0 + 180_000)),
        };
        keep(step, at, &mut journal, &mut told);
    }
    told
}

fn keep(step: Step, at: Timestamp, journal: &mut Vec<Entry>, told: &mut Vec<String>) {
    for new in step.entries {
        journal.push(entry(new, journal.len() as u64 + 1, at));
    }
    for event in step.events {
        if let HallEvent::Alarm(event) = event {
            told.push(format!("{} {}", event.state.word(), event.id()));
        }
    }
}

fn entry(new: NewEntry, number: u64, at: Timestamp) -> Entry {
    Entry {
        number,
        recorded: at,
        happened: new.happened.unwrap_or(at),
        id: new.id,
        source: new.source,
        about: new.about,
        person: new.person,
        kind: new.kind,
        body: Body::Kept(new.body),
        hash: Digest([0; 32]),
    }
}

#[test]
fn ended_anywhere_it_tells_what_it_would_have_told() {
    let uninterrupted = told(|_| false);
    let kinds = |kind: &str| uninterrupted.iter().filter(|line| line.contains(kind)).count();
    assert!(kinds("-threefold-") > 0 && kinds("-silent-") > 0, "{uninterrupted:#?}");
    assert!(kinds("-illegal_move-") > 0 && kinds("-record_changed-") > 0, "{uninterrupted:#?}");
    for end in 0..happenings().len() {
        assert_eq!(told(|index| index == end), uninterrupted, "ended before {end}");
    }
    assert_eq!(told(|_| true), uninterrupted, "ended before each");
}

#[test]
fn what_the_journal_holds_without_its_alarms_is_told_after_the_replay() {
    let mut first = following();
    let running = record(&grown(&record(REPETITION), 60, "*"));
    let seen = Seen::Games { records: vec![running], changed_at: Timestamp(0) };
    let observation = Observation { source: "games.pgn".to_owned(), at: Timestamp(0), seen };
    let step = first.take(&observation);
    let alarms: Vec<_> = step.entries.iter().filter(|new| new.kind == "alarm_raised").collect();
    assert!(!alarms.is_empty());
    let kept: Vec<NewEntry> =
        step.entries.iter().filter(|new| new.kind != "alarm_raised").cloned().collect();
    let mut second = following();
    for (number, new) in (1..).zip(kept) {
        second.replay(&entry(new, number, Timestamp(0))).expect("an entry");
    }
    let again = second.replayed();
    assert_eq!(again.events.len(), step.events.len());
    assert_eq!(again.entries.len(), alarms.len());
}

#[test]
fn a_board_that_does_not_send_its_game_again_after_a_restart_has_a_gap() {
    let game = record(REPETITION);
    let seen = |record: Record, minute: i64| {
        let at = Timestamp(1_735_200_000_000 + 60_000 * minute);
        let row = "dgt".to_owned();
        let seen = Seen::Board { row, record: Box::new(record), placement: None, changed_at: at };
        (Observation { source: "dgt:COM5".to_owned(), at, seen }, at)
    };
    let gaps_after = |resumed: Record| {
        let (mut journal, mut told) = (Vec::new(), Vec::new());
        let (first, at) = seen(record(&grown(&game, 20, "*")), 0);
        keep(following().take(&first), at, &mut journal, &mut told);
        let mut after = following();
        journal.iter().for_each(|entry| after.replay(entry).expect("an entry"));
        let (second, _) = seen(resumed, 5);
        let step = after.take(&second);
        step.entries
            .iter()
            .filter(|new| new.kind == "gap_seen")
            .map(|new| new.body.to_string())
            .collect::<Vec<_>>()
    };
    assert!(gaps_after(record(&grown(&game, 20, "*"))).is_empty());
    assert!(gaps_after(record(&grown(&game, 25, "*"))).is_empty());
    let middle = game.position_after(24).to_fen();
    let joined = record(&format!("[SetUp \"1\"]\n[FEN \"{middle}\"]\n\n*\n"));
    let gaps = gaps_after(joined);
    assert_eq!(gaps.len(), 1, "{gaps:?}");
    assert!(gaps[0].contains("\"plies_before\":20"), "{gaps:?}");
    assert!(gaps[0].contains(&middle.split(' ').next().unwrap_or_default().to_owned()), "{gaps:?}");
}
