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
