//! What was asked for when the program was started, and the rules that follow from it.

use kaissa_game::TimeControlReading;
use kaissa_hall::HallOptions;
use kaissa_laws::{Editions, RegulationsHistory, Rules};
use kaissa_ruling::{ProfileOptions, Profiler};

use crate::{Ground, Setting};

/// What was asked for when the program was started.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The editions there are.
    pub editions: Editions,
    /// The rules; what is set for the competition goes before them.
    pub rules: ProfileOptions,
    /// How the hall is watched.
    pub hall: HallOptions,
    /// The names of the sources that are followed, so that one that is silent from the start is
    /// shown too.
    pub sources: Vec<String>,
}

impl Default for Asked {
    fn default() -> Self {
        Asked {
            editions: Editions::built_in().clone(),
            rules: ProfileOptions::default(),
            hall: HallOptions::default(),
            sources: Vec::new(),
        }
    }
}

impl Asked {
    /// Finds the rules of games: by what is set for the competition, else by what was asked for
    /// when the program was started.
    pub(super) fn profiler(&self, ground: &Ground) -> Profiler {
        let mut options = self.rules.clone();
        let set =
            |setting: Setting| Some(ground.setting(setting)).filter(|value| !value.is_empty());
        if let Some(text) = set(Setting::Regulations)
            && let Ok(history) = RegulationsHistory::read(text)
        {
            options.regulations = history.first().clone();
        }
        if let Some(edition) = set(Setting::Edition).and_then(|name| self.editions.named(name).ok())
        {
            options.edition = Some(edition);
        }
        options.style = set(Setting::Style).and_then(|word| word.parse().ok()).or(options.style);
        options.supervision =
            set(Setting::Supervision).and_then(|word| word.parse().ok()).or(options.supervision);
        let control = set(Setting::TimeControl).map(TimeControlReading::read);
        options.time_control = control.and_then(|read| read.control).or(options.time_control);
        let editions = &self.editions;
        let bare = |mut options: ProfileOptions| {
            (options.edition, options.regulations.edition) = (None, None);
            options
        };
        // An edition that is named and nobody has loaded leaves the games to their dates.
        Profiler::new(editions.clone(), options.clone())
            .or_else(|_| Profiler::new(editions.clone(), bare(options)))
            .unwrap_or_else(|_| Asked::default_profiler())
    }

    /// Finds the rules by the games alone, under the editions that are built in.
    fn default_profiler() -> Profiler {
        let profiler = Profiler::new(Editions::built_in().clone(), ProfileOptions::default());
        // Without an edition that is asked for, none can be unknown.
        #[allow(clippy::expect_used, reason = "a fact of the built-in data, not of any input")]
        profiler.expect("the built-in editions")
    }
}

/// The rules of the newest edition that is built in.
pub(crate) fn newest_rules() -> Rules {
    let editions = Editions::built_in();
    let newest = Rules::new(editions, editions.newest());
    // The newest of the built-in editions is one of them.
    #[allow(clippy::expect_used, reason = "a fact of the built-in data, not of any input")]
    newest.expect("the newest edition is built in")
}
