//! A PGN text that is read again and again: what its readings are taken for.

use kaissa_game::{Record, Timestamp};
use kaissa_pgn::TextEncoding;

use crate::files::{foreign, games, hash};
use crate::plan::{Have, Plan, Says, plan, shape};
use crate::{Health, Seen, Trouble};

/// What a reading of the text gave.
#[derive(Debug)]
pub enum Reading {
    /// Nothing is there.
    Missing,
    /// It cannot be read now.
    Unreadable(Trouble),
    /// It is no text of games: the word for what it is.
    Foreign(&'static str),
    /// The same as before.
    Same,
    /// Other bytes.
    Bytes {
        /// Their hash.
        hash: u64,
        /// The bytes.
        bytes: Vec<u8>,
        /// Their encoding, where it was told.
        encoding: Option<TextEncoding>,
    },
}

/// What was made of a reading.
#[derive(Debug, Default)]
pub struct Taken {
    /// What there is to say.
    pub seen: Vec<Seen>,
    /// Whether the text is to be read again soon.
    pub is_waiting: bool,
}

/// What is held of the text, and how it fares.
#[derive(Debug, Default)]
pub struct PgnText {
    have: Have,
    hash: Option<u64>,
    was_taken: bool,
    /// Since when readings fail.
    failing_since: Option<Timestamp>,
    /// The health that was told last, other than good.
    told: Option<Health>,
}

impl Reading {
    /// What bytes are, where those with the hash `known` were read before.
    pub fn of_bytes(bytes: Vec<u8>, known: Option<u64>, encoding: Option<TextEncoding>) -> Reading {
        let hash = hash(&bytes);
        match foreign(&bytes) {
            _ if known == Some(hash) => Reading::Same,
            Some(kind) => Reading::Foreign(kind),
            None => Reading::Bytes { hash, bytes, encoding },
        }
    }
}

impl PgnText {
    /// The hash of the bytes that were taken last.
    pub fn hash(&self) -> Option<u64> {
        self.hash
    }

    /// Whether something is wrong with it that has been told.
    pub fn is_troubled(&self) -> bool {
        self.told.is_some()
    }

    /// Takes a reading. `is_given` is whether the text itself was asked for, so that its absence is
    /// a fault; `changed` is when it was changed, where that is told.
    pub fn take(
        &mut self,
        reading: Reading,
        is_given: bool,
        changed: Option<Timestamp>,
        at: Timestamp,
    ) -> Taken {
        let (mut records, mut shapes) = (Vec::new(), Vec::new());
        if let Reading::Bytes { bytes, encoding, .. } = &reading {
            records = games(bytes, *encoding);
            shapes = shape(&records);
        }
        let says = match &reading {
            Reading::Missing => Says::Missing,
            Reading::Unreadable(_) => Says::Unreadable,
            Reading::Foreign(_) => Says::Foreign,
            Reading::Same => Says::Same,
            Reading::Bytes { hash, .. } => Says::Games(*hash, &shapes),
        };
        let made = plan(&self.have, says);
        self.have.waiting = match made {
            Plan::Wait(waiting) | Plan::Lose(waiting) | Plan::Complain(waiting) => Some(waiting),
            Plan::Keep | Plan::Take => None,
        };
        let since = match reading {
            Reading::Missing | Reading::Unreadable(_) => *self.failing_since.get_or_insert(at),
            _ => {
                self.failing_since = None;
                at
            }
        };
        let mut taken = Taken::default();
        match (made, reading) {
            (Plan::Keep, _) => self.tell_good(&mut taken),
            (Plan::Wait(_), _) => taken.is_waiting = true,
            (Plan::Take, Reading::Bytes { hash, .. }) => {
                self.hash = Some(hash);
                self.have.taken = Some(shapes);
                self.have.is_lost = false;
                if is_given && !self.was_taken && self.told.is_none() {
                    taken.seen.push(Seen::Health(Health::Connected));
                }
                self.tell_good(&mut taken);
                taken.seen.push(self.games(records, changed, at));
            }
            // It is there again, as it was: the games have to be read anew, whatever the hash says.
            (Plan::Take, _) => {
                self.hash = None;
                self.have.is_lost = false;
                taken.is_waiting = true;
            }
            (Plan::Lose(_), _) => {
                if !std::mem::replace(&mut self.have.is_lost, true) && self.was_taken {
                    taken.seen.push(Seen::Gone);
                }
                // A file that went away in a folder is no fault: it may have been renamed.
                if is_given {
                    let trouble = Trouble { code: "missing", detail: String::new() };
                    self.tell(Health::Lost { since, trouble }, &mut taken);
                }
            }
            (Plan::Complain(_), Reading::Foreign(kind)) => {
                let trouble = Trouble { code: "foreign", detail: kind.to_owned() };
                self.tell(Health::Unclear { trouble }, &mut taken);
            }
            (Plan::Complain(_), Reading::Unreadable(trouble)) => {
                self.tell(Health::Lost { since, trouble }, &mut taken);
            }
            (Plan::Complain(_), _) => {}
        }
        taken
    }

    /// The games, and since when: what is found at first is as old as the text, later changes are
    /// new.
    fn games(&mut self, records: Vec<Record>, changed: Option<Timestamp>, at: Timestamp) -> Seen {
        let is_first = !std::mem::replace(&mut self.was_taken, true);
        let changed_at = changed.filter(|_| is_first).map_or(at, |changed| changed.min(at));
        Seen::Games { records, changed_at }
    }

    /// Tells how it fares, unless that is what was told last.
    fn tell(&mut self, health: Health, taken: &mut Taken) {
        let code = |health: &Health| match health {
            Health::Lost { trouble, .. } | Health::Unclear { trouble } => Some(trouble.code),
            _ => None,
        };
        if self.told.as_ref().map(code) != Some(code(&health)) {
            self.told = Some(health.clone());
            taken.seen.push(Seen::Health(health));
        }
    }

    fn tell_good(&mut self, taken: &mut Taken) {
        if self.told.take().is_some() {
            taken.seen.push(Seen::Health(Health::Connected));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

    fn bytes(text: &str) -> Reading {
        Reading::of_bytes(text.as_bytes().to_vec(), None, None)
    }

    /// What is said of readings in a row, in a word each.
    #[track_caller]
    fn check(is_given: bool, readings: Vec<Reading>, expected: &[&str]) {
        let mut text = PgnText::default();
        let mut words = Vec::new();
        for (at, reading) in (1..).zip(readings) {
            for seen in text.take(reading, is_given, Some(Timestamp(-5)), Timestamp(at)).seen {
                words.push(match seen {
                    Seen::Games { records, changed_at } => {
                        format!("{at}: {} at {}", records.len(), changed_at.0)
                    }
                    Seen::Gone => format!("{at}: gone"),
                    Seen::Health(Health::Connected) => format!("{at}: good"),
                    Seen::Health(Health::Lost { since, trouble }) => {
                        format!("{at}: {} since {}", trouble.code, since.0)
                    }
                    Seen::Health(Health::Unclear { trouble }) => {
                        format!("{at}: {} {}", trouble.code, trouble.detail)
                    }
                    other => panic!("{other:?}"),
                });
            }
        }
        assert_eq!(words, expected);
    }

    #[test]
    fn what_is_found_at_first_is_as_old_as_the_file_and_later_changes_are_new() {
        let more = GAME.replace(" *", " 2. d4 *");
        check(
            true,
            vec![bytes(GAME), Reading::Same, bytes(&more)],
            &["1: good", "1: 1 at -5", "3: 1 at 3"],
        );
    }

    #[test]
    fn a_fault_is_told_once_with_its_beginning_and_once_when_it_is_mended() {
        let denied =
            || Reading::Unreadable(Trouble { code: "denied", detail: "not allowed".to_owned() });
        let mut readings = vec![bytes(GAME)];
        readings.extend((0..5).map(|_| denied()));
        readings.extend([Reading::Same, Reading::Same]);
        check(false, readings, &["1: 1 at -5", "4: denied since 2", "7: good"]);
        let mut readings = vec![bytes(GAME)];
        readings.extend((0..4).map(|_| bytes("<html>")));
        readings.extend((0..4).map(|_| Reading::Missing));
        let told = ["1: good", "1: 1 at -5", "4: foreign html", "8: gone", "8: missing since 6"];
        check(true, readings, &told);
    }

    #[test]
    fn a_file_that_never_was_is_missed_only_where_it_was_asked_for() {
        let missing = || (0..4).map(|_| Reading::Missing).collect();
        check(true, missing(), &["3: missing since 1"]);
        check(false, missing(), &[]);
    }
}
