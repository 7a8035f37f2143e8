//! Following files: each is read again and again, and what it says goes to the hall.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use kaissa_hall::{Hall, HallEvent, Observation};
use kaissa_words::{Words, say};

use super::files::{self, FilePath, Found, Stamp};
use super::plan::{Have, Plan, Says, Waiting, plan, shape};

/// The files that are followed, and the hall that their games make.
pub struct Follower {
    given: Vec<String>,
    files: BTreeMap<String, Followed>,
    /// Paths of which something has been said, until it is mended.
    complained: BTreeSet<String>,
    /// The hall.
    pub hall: Hall,
}

/// What one round of reading has brought.
#[derive(Default)]
pub struct Round {
    /// What the hall tells.
    pub events: Vec<HallEvent>,
    /// What is wrong with files, in words.
    pub complaints: Vec<String>,
    /// Whether a file is to be read again soon.
    pub is_waiting: bool,
}

struct Followed {
    file: FilePath,
    have: Have,
    hash: Option<u64>,
    stamp: Stamp,
    was_taken: bool,
}

impl Follower {
    /// Begins to follow paths.
    pub fn new(given: &[String], hall: Hall) -> Follower {
        Follower {
            given: given.to_vec(),
            files: BTreeMap::new(),
            complained: BTreeSet::new(),
            hall,
        }
    }

    /// How many files there are.
    pub fn n_files(&self) -> usize {
        self.files.len()
    }

    /// Reads every file once.
    pub fn round(&mut self, words: &Words) -> Round {
        let mut round = Round::default();
        self.list(&mut round, words);
        let names: Vec<String> = self.files.keys().cloned().collect();
        for name in names {
            self.read(&name, &mut round, words);
        }
        round.events.extend(self.hall.tick(files::now()));
        round
    }

    /// Finds files that have come.
    fn list(&mut self, round: &mut Round, words: &Words) {
        for given in self.given.clone() {
            let listing = files::list(&given);
            for (name, error) in listing.faults {
                self.complain(&name, unreadable(&name, &error, words), round);
            }
            for file in listing.files {
                self.files.entry(file.name.clone()).or_insert_with(|| Followed {
                    file,
                    have: Have::default(),
                    hash: None,
                    stamp: Stamp::default(),
                    was_taken: false,
                });
            }
        }
    }

    fn read(&mut self, name: &str, round: &mut Round, words: &Words) {
        let Some(followed) = self.files.get_mut(name) else { return };
        let (found, modified) =
            files::read(&followed.file.path, followed.hash, &mut followed.stamp);
        let mut records = Vec::new();
        let mut shapes = Vec::new();
        let (says, problem) = match &found {
            Found::Missing => (Says::Missing, Some(say!(words, "watch-file-missing", path = name))),
            Found::Unreadable(error) => (Says::Unreadable, Some(unreadable(name, error, words))),
            Found::Foreign(kind) => {
                let text = say!(words, "watch-file-foreign", path = name, kind = *kind);
                (Says::Foreign, Some(text))
            }
            Found::Same => (Says::Same, None),
            Found::Bytes { hash, bytes } => {
                records = files::games(bytes);
                shapes = shape(&records);
                (Says::Games(*hash, &shapes), None)
            }
        };
        let is_same = matches!(says, Says::Same);
        let made = plan(&followed.have, says);
        followed.have.waiting = match made {
            Plan::Wait(waiting) | Plan::Lose(waiting) | Plan::Complain(waiting) => Some(waiting),
            Plan::Keep | Plan::Take => None,
        };
        match made {
            Plan::Keep => {
                self.complained.remove(name);
            }
            Plan::Wait(_) => round.is_waiting = true,
            // The games have to be read anew, whatever the hash says.
            Plan::Take if is_same => {
                followed.hash = None;
                followed.have.is_lost = false;
                round.is_waiting = true;
            }
            Plan::Take => {
                let at = files::now();
                // What is found at first is as old as the file; later changes are new.
                let changed_at = match modified.map(files::timestamp) {
                    Some(modified) if !followed.was_taken => modified.min(at),
                    _ => at,
                };
                followed.was_taken = true;
                if let Found::Bytes { hash, .. } = found {
                    followed.hash = Some(hash);
                }
                followed.have.taken = Some(shapes);
                followed.have.is_lost = false;
                self.complained.remove(name);
                let seen = Observation { source: name, records: &records, changed_at, at };
                round.events.extend(self.hall.observe(&seen));
            }
            Plan::Lose(_) => {
                if !followed.have.is_lost {
                    followed.have.is_lost = true;
                    round.events.extend(self.hall.forget(name, files::now()));
                }
                // A file that went away in a folder is no fault: it may have been renamed.
                if self.given.iter().any(|given| given == name)
                    && let Some(problem) = problem
                {
                    self.complain(name, problem, round);
                }
            }
            Plan::Complain(Waiting { .. }) => {
                if let Some(problem) = problem {
                    self.complain(name, problem, round);
                }
            }
        }
    }

    /// Says what is wrong with a path, once until it is mended.
    fn complain(&mut self, name: &str, text: String, round: &mut Round) {
        if self.complained.insert(name.to_owned()) {
            round.complaints.push(text);
        }
    }
}

fn unreadable(name: &str, error: &io::Error, words: &Words) -> String {
    say!(words, "watch-file-unreadable", path = name, error = error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use kaissa_game::Record;
    use kaissa_hall::{AlarmState, HallOptions};
    use kaissa_laws::Editions;
    use kaissa_ruling::{FindingKind, ProfileOptions, Profiler, ReviewEffort, Reviewer};
    use kaissa_winnable::Budget;
    use kaissa_words::Language;
    use testkit::grown;

    use super::*;

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
        follower: Follower,
        words: Words,
    }

    impl Watched {
        fn new() -> Watched {
            let folder = tempfile::tempdir().expect("a folder");
            let options = HallOptions { effort: effort(), ..HallOptions::default() };
            let path = folder.path().to_string_lossy().into_owned();
            let follower = Follower::new(&[path], Hall::new(profiler(), options));
            Watched { folder, follower, words: Words::new(Language::English) }
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }

        fn round(&mut self) -> Round {
            self.follower.round(&self.words)
        }

        /// State, player, kind and ply of what a reading tells.
        fn told(&mut self) -> Vec<(AlarmState, String, &'static str, u32)> {
            let round = self.round();
            round.events.iter().filter_map(of_alarm).collect()
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
            let texts: Vec<String> = records
                .iter()
                .map(|record| grown(record, ply.min(record.plies.len()), "*"))
                .collect();
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
                let so_far = files::games(text.as_bytes()).remove(0);
                let mut expected: Vec<(&str, u32)> = reviewer
                    .review(&so_far)
                    .findings
                    .iter()
                    .map(|finding| (finding.kind.word(), finding.ply))
                    .collect();
                let is_finding =
                    |kind: &str| FindingKind::ALL.iter().any(|finding| finding.word() == kind);
                let known = standing.get(&white).into_iter().flatten().copied();
                let mut known: Vec<(&str, u32)> =
                    known.filter(|(kind, _)| is_finding(kind)).collect();
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
        files::games(text.as_bytes())
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
        let records = files::games(&bytes);
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
        assert_eq!(watched.follower.hall.games().count(), 1);
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
}
