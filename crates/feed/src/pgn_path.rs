//! A folder or a file of live PGN, read again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kaissa_game::Timestamp;

use crate::files::{self, FilePath, Listing, Stamp};
use crate::patience::Patience;
use crate::pgn_text::{PgnText, Reading};
use crate::plan::ENOUGH;
use crate::time::now;
use crate::{Health, Observation, Outlet, Seen, Source, Stopped, trouble};

/// How often files are read unless it is said otherwise.
const USUAL: Duration = Duration::from_secs(1);
/// How soon a file that may be half-written is read again.
const SOON: Duration = Duration::from_millis(300);
/// For how long a reading is waited for: a share that went away does not stop the other files.
const PATIENCE: Duration = Duration::from_secs(2);

/// A folder or a file of live PGN.
///
/// A folder stands for the `.pgn` files in it and in its folders, those that come later too. Each
/// file is a source of its own by its name: the path given, `/` and the relative path.
pub struct PathSource {
    given: String,
    interval: Duration,
    files: BTreeMap<String, Followed>,
    listing: Patience<Listing>,
    reading: Patience<(Reading, Option<Timestamp>, Stamp)>,
    /// Folders that cannot be listed, as it was told.
    faulty: BTreeSet<String>,
    /// How often in a row the list did not come.
    n_hanging: u32,
    is_known_good: bool,
}

struct Followed {
    file: FilePath,
    text: PgnText,
    stamp: Stamp,
}

impl PathSource {
    /// Follows a path, reading its files once a second.
    pub fn new(given: &str) -> PathSource {
        PathSource {
            given: given.to_owned(),
            interval: USUAL,
            files: BTreeMap::new(),
            listing: Patience::new(PATIENCE),
            reading: Patience::new(PATIENCE),
            faulty: BTreeSet::new(),
            n_hanging: 0,
            is_known_good: false,
        }
    }

    /// The same with another time between the readings.
    pub fn with_interval(mut self, interval: Duration) -> PathSource {
        self.interval = interval;
        self
    }

    /// Reads every file once and tells what is new. Gives whether a file is to be read again soon.
    ///
    /// # Errors
    /// [`Stopped`] where `tell` gives it.
    pub fn round(
        &mut self,
        tell: &mut dyn FnMut(Observation) -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        let mut is_waiting = self.list(tell)?;
        for (name, followed) in &mut self.files {
            let (path, known) = (followed.file.path.clone(), followed.text.hash());
            let mut stamp = followed.stamp;
            let read = self.reading.within(name, move || {
                let (reading, changed) = files::read(&path, known, &mut stamp);
                (reading, changed, stamp)
            });
            let (reading, changed) = match read {
                Some((reading, changed, stamp)) => {
                    followed.stamp = stamp;
                    (reading, changed)
                }
                None => (Reading::Unreadable(trouble::hanging(PATIENCE)), None),
            };
            let at = now();
            let taken = followed.text.take(reading, *name == self.given, changed, at);
            is_waiting |= taken.is_waiting;
            for seen in taken.seen {
                tell(Observation { source: name.clone(), at, seen })?;
            }
        }
        Ok(is_waiting)
    }

    /// Finds files that have come. Gives whether to look again soon.
    fn list(
        &mut self,
        tell: &mut dyn FnMut(Observation) -> Result<(), Stopped>,
    ) -> Result<bool, Stopped> {
        let given = self.given.clone();
        let mut health = |source: &str, health| {
            tell(Observation { source: source.to_owned(), at: now(), seen: Seen::Health(health) })
        };
        let Some(listing) = self.listing.within("", move || files::list(&given)) else {
            self.n_hanging += 1;
            if self.n_hanging == ENOUGH && self.faulty.insert(self.given.clone()) {
                let lost = Health::Lost { since: now(), trouble: trouble::hanging(PATIENCE) };
                health(&self.given, lost)?;
            }
            return Ok(self.n_hanging < ENOUGH);
        };
        self.n_hanging = 0;
        let mut faulty = BTreeSet::new();
        for (name, error) in &listing.faults {
            if !self.faulty.contains(name) {
                let trouble = trouble::of_file(error);
                health(name, Health::Lost { since: now(), trouble })?;
            }
            faulty.insert(name.clone());
        }
        for mended in self.faulty.difference(&faulty) {
            health(mended, Health::Connected)?;
        }
        self.faulty = faulty;
        if listing.is_folder {
            // It was missing and followed as if it were a file.
            let was_missing =
                self.files.remove(&self.given).is_some_and(|file| file.text.is_troubled());
            let is_good = !self.faulty.contains(&self.given);
            if is_good && (was_missing || !self.is_known_good) {
                self.is_known_good = true;
                health(&self.given, Health::Connected)?;
            }
        }
        for file in listing.files {
            self.files.entry(file.name.clone()).or_insert_with(|| Followed {
                file,
                text: PgnText::default(),
                stamp: Stamp::default(),
            });
        }
        Ok(false)
    }
}

impl Source for PathSource {
    fn name(&self) -> &str {
        &self.given
    }

    fn follow(&mut self, outlet: &Outlet) {
        while let Ok(is_waiting) = self.round(&mut |seen| outlet.send(seen)) {
            let pause = if is_waiting { self.interval.min(SOON) } else { self.interval };
            if outlet.wait(pause) == Err(Stopped) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    const GAME: &str = "[White \"A\"]\n\n1. e4 e5 *\n";

    /// What a round tells: the name within the folder, and a word.
    fn told(source: &mut PathSource, folder: &Path) -> Vec<(String, String)> {
        let mut told = Vec::new();
        let round = source.round(&mut |seen| {
            let path = folder.to_string_lossy().into_owned();
            let name = seen.source.strip_prefix(&path).unwrap_or(&seen.source).to_owned();
            let word = match seen.seen {
                Seen::Games { records, .. } => format!("{} games", records.len()),
                Seen::Gone => "gone".to_owned(),
                Seen::Health(Health::Connected) => "good".to_owned(),
                Seen::Health(Health::Lost { trouble, .. }) => trouble.code.to_owned(),
                other => format!("{other:?}"),
            };
            told.push((name, word));
            Ok(())
        });
        assert!(round.is_ok());
        told
    }

    fn pair(name: &str, word: &str) -> (String, String) {
        (name.to_owned(), word.to_owned())
    }

    #[test]
    fn a_folder_that_is_not_there_yet_is_followed_once_it_comes() {
        let folder = tempfile::tempdir().expect("a folder");
        let round = folder.path().join("round-1");
        let mut source = PathSource::new(&round.to_string_lossy());
        let lost: Vec<_> = (0..4).flat_map(|_| told(&mut source, &round)).collect();
        assert_eq!(lost, [pair("", "missing")]);
        fs::create_dir(&round).expect("a folder");
        fs::write(round.join("game-1.pgn"), GAME).expect("a file");
        let found = told(&mut source, &round);
        assert_eq!(found, [pair("", "good"), pair("/game-1.pgn", "1 games")]);
        assert_eq!(told(&mut source, &round), []);
    }

    /// A named pipe that nobody writes to hangs as a share does that went away.
    #[cfg(unix)]
    #[test]
    fn a_file_that_hangs_stops_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("a.pgn");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("a pipe");
        assert!(made.success());
        let mut source = PathSource::new(&folder.path().to_string_lossy());
        source.reading = Patience::new(Duration::from_millis(300));
        fs::write(folder.path().join("b.pgn"), GAME).expect("a file");
        let first = told(&mut source, folder.path());
        assert_eq!(first, [pair("", "good"), pair("/b.pgn", "1 games")]);
        fs::write(folder.path().join("b.pgn"), GAME.replace(" *", " 2. d4 *")).expect("a file");
        assert_eq!(told(&mut source, folder.path()), [pair("/b.pgn", "1 games")]);
        assert_eq!(told(&mut source, folder.path()), [pair("/a.pgn", "timeout")]);
        // Somebody writes at last: what was waited for is taken.
        fs::write(&pipe, GAME).expect("a pipe");
        while told(&mut source, folder.path())
            != [pair("/a.pgn", "good"), pair("/a.pgn", "1 games")]
        {
            std::thread::yield_now();
        }
    }
}
