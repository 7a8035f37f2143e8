//! Folders that grow while they are followed: every alarm once, none early, none late.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kaissa_feed::{Health, PathSource};
use kaissa_game::Record;
use kaissa_hall::{AlarmState, Hall, HallEvent, HallOptions};
use kaissa_laws::Editions;
use kaissa_live::{Following, SourceNews};
use kaissa_ruling::{FindingKind, ProfileOptions, Profiler, ReviewEffort, Reviewer};
use kaissa_winnable::Budget;
use testkit::grown;

/// A rapid game that ends by repetition.
const REPETITION: &str = "[Date \"2024.12.26\"]\n[Round \"1.2\"]\n[White \"First, A\"]\n\
[Black \"Second, B\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 {[%clk 0:15:17]} Nf6 {[%clk 0:15:18]} 2. c4 e6 \
3. g3 d5 4. Bg2 Be7 5. O-O O-O 6. b3 c5 7. cxd5 Nxd5 8. Bb2 Nc6 9. d4 cxd4 10. Nxd4 Nxd4 11. Qxd4 \
Bf6 12. Qd2 Bxb2 13. Qxb2 Nf6 14. Nc3 Rb8 15. Rfd1 Bd7 16. e4 Qa5 17. b4 Qh5 18. b5 Rbc8 19. Rac1 \
Rfd8 20. h3 Be8 21. Rxd8 Rxd8 22. a4 b6 23. Ne2 Nd7 24. Nf4 Qe5 25. Qxe5 Nxe5 26. Rc7 Rd1+ 27. Kh2 \
Rd2 28. Kg1 Rd1+ 29. Kh2 Rd2 30. Kg1 Rd1+ 31. Kh2 Rd2 1/2-1/2\n";
/// A short one that ends by mate.
const SHORT: &str = "[Date \"2024.12.26\"]\n[Round \"1.1\"]\n[White \"Third, C\"]\n\
[Black \"Fourth, D\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n";

fn effort() -> ReviewEffort {
    let few = Budget { nodes: 200, ..Budget::STANDARD };
    ReviewEffort { quick: few, last: few }
}

fn profiler() -> Profiler {
    Profiler::new(Editions::built_in().clone(), ProfileOptions::default()).expect("editions")
}

/// A folder that is followed, without waiting between the readings.
struct Watched {
    folder: tempfile::TempDir,
    source: PathSource,
    following: Following,
}

/// What one round of reading has brought.
#[derive(Default)]
struct Round {
    events: Vec<HallEvent>,
    complaints: Vec<String>,
    is_waiting: bool,
}

impl Watched {
    fn new() -> Watched {
        let folder = tempfile::tempdir().expect("a folder");
        let options = HallOptions { effort: effort(), ..HallOptions::default() };
        let path = folder.path().to_string_lossy().into_owned();
        let following = Following::new(Hall::new(profiler(), options));
        let source = PathSource::new(&path);
        Watched { folder, source, following }
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn round(&mut self) -> Round {
        let mut round = Round::default();
        let Watched { source, following, .. } = self;
        let is_waiting = source.round(&mut |seen| {
            let step = following.take(&seen);
            round.events.extend(step.events);
            round.complaints.extend(step.news.into_iter().filter_map(complaint));
            Ok(())
        });
        round.is_waiting = is_waiting.expect("nobody stops it");
        round.events.extend(following.tick(kaissa_feed::now()).events);
        round
    }

    /// State, player, kind and ply of what a reading tells.
    fn told(&mut self) -> Vec<(AlarmState, String, &'static str, u32)> {
        let round = self.round();
        round.events.iter().filter_map(of_alarm).collect()
    }
}

/// The source of which something is wrong.
fn complaint(news: SourceNews) -> Option<String> {
    let is_wrong = |health: &Health| matches!(health, Health::Lost { .. } | Health::Unclear { .. });
    match news {
        SourceNews::Health { source, health, .. } if is_wrong(&health) => Some(source),
        _ => None,
    }
}

fn of_alarm(event: &HallEvent) -> Option<(AlarmState, String, &'static str, u32)> {
    let HallEvent::Alarm(event) = event else { panic!("{event:?}") };
    let white = event.game.white.clone().unwrap_or_default();
    Some((event.state, white, event.alarm.kind().word(), event.alarm.ply()))
}

/// Half of a text: it breaks off inside the last move, its clock or its result.
fn half(text: &str, step: usize) -> &str {
    let len = text.trim_end().len();
    let cut = 1 + step * 7 % 30;
    text.get(..len.saturating_sub(cut)).unwrap_or("")
}

/// Grows a round of games move by move, in a file each and all in one, half-written in between,
/// and compares what stands after each move with the findings of the record so far.
fn check_round(records: &[Record]) -> usize {
    let mut watched = Watched::new();
    let mut reviewers: BTreeMap<String, Reviewer> = BTreeMap::new();
    let mut standing: BTreeMap<String, Vec<(&'static str, u32)>> = BTreeMap::new();
    let mut n_told = 0;
    let longest = records.iter().map(|record| record.plies.len()).max().unwrap_or(0);
    watched.write("tournament.json", "{}");
    watched.write("round-1/index.json", "{\"pairings\": []}");
    for ply in 0..=longest {
        let texts: Vec<String> =
            records.iter().map(|record| grown(record, ply.min(record.plies.len()), "*")).collect();
        let all = texts.join("\n");
        if ply > 0 {
            for (number, text) in (1..).zip(&texts) {
                watched.write(&format!("round-1/game-{number}.pgn"), half(text, ply));
            }
            watched.write("round-1/games.pgn", half(&all, ply + 1));
            assert_eq!(watched.told(), [], "half-written before ply {ply}");
        }
        for (number, text) in (1..).zip(&texts) {
            watched.write(&format!("round-1/game-{number}.pgn"), text);
        }
        watched.write("round-1/games.pgn", &all);
        for (state, white, kind, at) in watched.told() {
            let known = standing.entry(white.clone()).or_default();
            match state {
                AlarmState::Raised => {
                    assert!(at as usize <= ply, "{white}: {kind} {at} is early at ply {ply}");
                    known.push((kind, at));
                    n_told += 1;
                }
                AlarmState::Withdrawn => {
                    let found = known.iter().position(|known| *known == (kind, at));
                    known.remove(found.expect("told before"));
                }
            }
        }
        for (record, text) in records.iter().zip(&texts) {
            let white = record.tag("White").expect("a name").into_owned();
            let reviewer = reviewers.entry(white.clone()).or_insert_with(|| {
                let profiler = profiler();
                let rules = profiler.rules(&profiler.profile(record)).expect("rules");
                Reviewer::new(rules.clone(), effort())
            });
            let so_far = games(text.as_bytes()).remove(0);
            let mut expected: Vec<(&str, u32)> = reviewer
                .review(&so_far)
                .findings
                .iter()
                .map(|finding| (finding.kind.word(), finding.ply))
                .collect();
            let is_finding =
                |kind: &str| FindingKind::ALL.iter().any(|finding| finding.word() == kind);
            let known = standing.get(&white).into_iter().flatten().copied();
            let mut known: Vec<(&str, u32)> = known.filter(|(kind, _)| is_finding(kind)).collect();
            expected.sort_unstable();
            known.sort_unstable();
            assert_eq!(known, expected, "{white} after ply {ply}");
        }
    }
    // The whole round again, as often as one likes, tells nothing.
    assert_eq!(watched.told(), []);
    let left = watched.round();
    assert!(left.complaints.is_empty() && !left.is_waiting, "{:?}", left.complaints);
    n_told
}

fn records(text: &str) -> Vec<Record> {
    games(text.as_bytes())
}

fn games(bytes: &[u8]) -> Vec<Record> {
    let mut reader = kaissa_pgn::Reader::new(bytes);
    let (mut record, mut records) = (Record::new(), Vec::new());
    while reader.read_into(&mut record).expect("bytes in memory") {
        records.push(record.clone());
    }
    records
}

#[test]
fn a_round_that_grows_move_by_move_tells_every_alarm_once() {
    let n_told = check_round(&records(&format!("{SHORT}\n{REPETITION}")));
    assert!(n_told >= 8, "{n_told}");
}

#[test]
fn real_rounds_are_followed_through_half_written_files() {
    let Ok(corpus) = std::env::var("KAISSA_CORPUS") else {
        eprintln!("left out: the rounds of KAISSA_CORPUS, which is not set");
        return;
    };
    let path = "feeds/samples/livechess-folder/round-1/games.pgn";
    let bytes = fs::read(Path::new(&corpus).join(path)).expect(path);
    let records = games(&bytes);
    assert_eq!(records.len(), 12);
    check_round(&records);
}

#[test]
fn what_is_taken_back_is_withdrawn_once_it_was_read_three_times() {
    let game = &records(REPETITION)[0];
    let mut watched = Watched::new();
    watched.write("games.pgn", &grown(game, 59, "*"));
    watched.round();
    watched.write("games.pgn", &grown(game, 60, "*"));
    watched.round();
    watched.write("games.pgn", &grown(game, 59, "*"));
    assert_eq!(watched.told(), []);
    assert_eq!(watched.told(), []);
    let told = watched.told();
    let white = || "First, A".to_owned();
    assert_eq!(
        told,
        [
            (AlarmState::Withdrawn, white(), "threefold", 60),
            (AlarmState::Raised, white(), "record_changed", 59)
        ]
    );
    assert_eq!(watched.told(), []);
}

#[test]
fn a_broken_file_stops_nothing_and_is_named_once() {
    let game = &records(REPETITION)[0];
    let mut watched = Watched::new();
    watched.write("a.pgn", &grown(game, 59, "*"));
    watched.write("b.pgn", SHORT);
    watched.round();
    watched.write("b.pgn", "<html><body>404</body></html>");
    watched.write("c.pgn", "\u{0}\u{1} no game at all ]]] {{{");
    let mut complaints = Vec::new();
    for _ in 0..6 {
        let round = watched.round();
        assert_eq!(round.events, []);
        complaints.extend(round.complaints);
    }
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].contains("b.pgn"), "{complaints:?}");
    watched.write("a.pgn", &grown(game, 60, "*"));
    let told = watched.told();
    assert_eq!(told, [(AlarmState::Raised, "First, A".to_owned(), "threefold", 60)]);
}

#[test]
fn a_file_may_go_come_back_and_get_another_name() {
    let game = &records(REPETITION)[0];
    let text = grown(game, 62, "*");
    let mut watched = Watched::new();
    watched.write("games.pgn", &text);
    assert!(!watched.told().is_empty());
    let path = watched.folder.path().join("games.pgn");
    fs::remove_file(&path).expect("a file");
    for _ in 0..4 {
        assert_eq!(watched.told(), []);
    }
    watched.write("games.pgn", &text);
    for _ in 0..4 {
        assert_eq!(watched.told(), []);
    }
    fs::rename(&path, watched.folder.path().join("other.pgn")).expect("a file");
    for _ in 0..5 {
        assert_eq!(watched.told(), []);
    }
    assert_eq!(watched.following.hall().games().count(), 1);
}

#[test]
fn the_same_size_with_other_moves_is_seen() {
    let mut watched = Watched::new();
    let text = "[White \"A, B\"]\n[Black \"C, D\"]\n\n1. f3 e5 2. g4 Qg5 *\n";
    watched.write("games.pgn", text);
    let path = watched.folder.path().join("games.pgn");
    let modified = fs::metadata(&path).and_then(|found| found.modified()).expect("a time");
    assert_eq!(watched.told(), []);
    watched.write("games.pgn", &text.replace("Qg5", "Qh4"));
    let file = fs::File::options().write(true).open(&path).expect("a file");
    file.set_modified(modified).expect("a time");
    let told: Vec<_> = watched.told().into_iter().map(|(.., kind, ply)| (kind, ply)).collect();
    assert_eq!(told, [("record_changed", 3), ("checkmate", 4)]);
}
