//! What a source tells, taken into a hall, and compared with the true games.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kaissa_feed::{Health, Observation, Seen};
use kaissa_game::{Legality, Record, Timestamp};
use kaissa_hall::{AlarmState, Hall, HallEvent, HallOptions};
use kaissa_laws::Editions;
use kaissa_live::show;
use kaissa_pgn::Reader;
use kaissa_ruling::{FindingKind, ProfileOptions, Profiler, ReviewEffort};
use kaissa_simulator::{Script, SentBoard, SentHall, Shown, TextStyle};
use kaissa_winnable::Budget;

/// Real games: a repetition, a mate, and one with all its clocks and names of two scripts.
pub const GAMES: &str = include_str!("games.pgn");

pub fn script(n_boards: usize) -> Script {
    Script::of_pgn(GAMES.as_bytes(), n_boards).expect("text in memory")
}

/// Without the long game.
pub fn short_script() -> Script {
    let mut script = script(3);
    script.boards.remove(0);
    script
}

/// What was told.
pub struct Followed {
    hall: Hall,
    /// The games of each file or board as they were told last.
    pub latest: BTreeMap<String, Vec<Record>>,
    /// Alarms that stand, by their ids.
    standing: BTreeMap<String, (String, &'static str, u32)>,
    pub healths: Vec<Health>,
    pub n_gaps: usize,
    /// Kind and ply of every alarm that was raised.
    pub raised: BTreeSet<(&'static str, u32)>,
}

impl Followed {
    pub fn new() -> Followed {
        Followed {
            hall: new_hall(),
            latest: BTreeMap::new(),
            standing: BTreeMap::new(),
            healths: Vec::new(),
            n_gaps: 0,
            raised: BTreeSet::new(),
        }
    }

    pub fn take(&mut self, seen: Observation) {
        let source = &seen.source;
        match &seen.seen {
            Seen::Games { records, .. } => {
                self.latest.insert(source.clone(), records.clone());
            }
            Seen::Board { row, record, .. } => {
                self.latest.insert(format!("{source}#{row}"), vec![(**record).clone()]);
            }
            Seen::Gone => {
                self.latest.remove(source);
            }
            Seen::Gap(gap) => {
                self.n_gaps += 1;
                assert!(gap.from <= gap.to, "{gap:?}");
            }
            Seen::Health(health) => self.healths.push(health.clone()),
            Seen::BoardHealth { .. } | Seen::Replaced(_) => {}
        }
        let events = show(&mut self.hall, &seen);
        self.note(events);
    }

    /// Every alarm once: none is raised that stands, none withdrawn that does not.
    fn note(&mut self, events: Vec<HallEvent>) {
        for event in events {
            let HallEvent::Alarm(event) = event else { panic!("{event:?}") };
            let id = event.id();
            let white = event.game.white.clone().unwrap_or_default();
            let told = (white, event.alarm.kind().word(), event.alarm.ply());
            match event.state {
                AlarmState::Raised => {
                    self.raised.insert((told.1, told.2));
                    let before = self.standing.insert(id.clone(), told);
                    assert_eq!(before, None, "{id} is raised again");
                }
                AlarmState::Withdrawn => {
                    assert!(self.standing.remove(&id).is_some(), "{id} does not stand");
                }
            }
        }
    }

    /// The findings that stand, by player, kind and ply.
    fn findings(&self) -> BTreeSet<(String, &'static str, u32)> {
        let is_finding = |kind: &str| FindingKind::ALL.iter().any(|known| known.word() == kind);
        self.standing.values().filter(|(_, kind, _)| is_finding(kind)).cloned().collect()
    }

    /// Whether each game stands somewhere as it is at a moment, and nothing else does.
    pub fn is_at(&self, hall: &SentHall, since: Duration) -> bool {
        let text = |board: &SentBoard| board.text(&board.at(since), TextStyle::default());
        let truths: Vec<_> = hall.boards.iter().map(|board| shape(&record(&text(board)))).collect();
        let told: Vec<_> = self.latest.values().flatten().map(shape).collect();
        truths.iter().all(|truth| told.contains(truth))
            && told.iter().all(|told| truths.contains(told))
    }

    /// What stands, in short.
    pub fn short(&self) -> Vec<String> {
        let short = |(source, records): (&String, &Vec<Record>)| {
            let games = records.iter().map(|record| {
                let last = record.plies.last().map(|ply| record.written_ply(ply));
                format!("{} {last:?} {:?}", record.plies.len(), record.written_result_token())
            });
            format!("{source}: {}", games.collect::<Vec<_>>().join(", "))
        };
        self.latest.iter().map(short).collect()
    }

    /// Fails where the alarms that stand are not those of the true games, seen move by move. What
    /// could be claimed at a ply that was never seen last is not told.
    #[track_caller]
    pub fn check_alarms(&self, hall: &SentHall, is_every_ply_seen: bool) {
        let mut truth = Followed::new();
        let ends = hall.boards.iter().map(SentBoard::at_end).collect::<Vec<_>>();
        let longest = ends.iter().map(|end| end.moves.len()).max().unwrap_or(0);
        for n_plies in 0..=longest + 1 {
            let so_far = hall.boards.iter().zip(&ends).map(|(board, end)| {
                let moves = end.moves.iter().take(n_plies).cloned().collect();
                let result = if n_plies > longest { end.result.as_str() } else { "*" };
                let shown = Shown { moves, result: result.to_owned() };
                record(&board.text(&shown, TextStyle::default()))
            });
            let seen = Seen::Games { records: so_far.collect(), changed_at: Timestamp(0) };
            truth.take(Observation { source: "truth".to_owned(), at: Timestamp(0), seen });
        }
        let (told, expected) = (self.findings(), truth.findings());
        assert!(!expected.is_empty());
        let wrong: Vec<_> = told.difference(&expected).collect();
        assert!(wrong.is_empty(), "{wrong:?} are told and should not be");
        let missing = expected.difference(&told);
        let missing: Vec<_> =
            missing.filter(|(_, kind, _)| is_every_ply_seen || *kind != "threefold").collect();
        assert!(missing.is_empty(), "{missing:?} are not told");
    }
}

fn record(text: &str) -> Record {
    let mut record = Record::new();
    assert!(Reader::new(text.as_bytes()).read_into(&mut record).expect("text in memory"));
    record
}

/// White's name, the moves with their clocks, and the result.
type Shape = (String, Vec<(String, bool, Option<i64>)>, Option<String>);

fn shape(record: &Record) -> Shape {
    let white = record.tag("White").map(|name| name.into_owned()).unwrap_or_default();
    let plies = record.plies.iter().map(|ply| {
        let written = record.written_ply(ply).to_owned();
        (written, ply.legality == Legality::Legal, ply.clock.map(|clock| clock.as_whole_seconds()))
    });
    (white, plies.collect(), record.result().map(|result| result.to_string()))
}

fn new_hall() -> Hall {
    let few = Budget { nodes: 200, ..Budget::STANDARD };
    let effort = ReviewEffort { quick: few, last: few };
    let editions = Editions::built_in().clone();
    let profiler = Profiler::new(editions, ProfileOptions::default()).expect("editions");
    Hall::new(profiler, HallOptions { effort, ..HallOptions::default() })
}
