//! Which rules a recorded game was played under: edition by its date, style by its time control.

use kaissa_game::{Record, TimeControl, TimeControlField};
use kaissa_laws::{
    ClockTime, Edition, EditionFrom, Editions, Regulations, Rules, Style, Supervision,
    UnknownEdition,
};

use crate::proposal::words;

words! {
    /// Why a style of play was taken.
    StyleFrom {
        /// It was asked for.
        Option "option",
        /// By the time control of the game.
        TimeControl "time_control",
        /// Nothing tells: standard.
        Default "default",
    }
}

/// What was asked for, whatever the game says.
#[derive(Clone, Debug, Default)]
pub struct ProfileOptions {
    /// The edition.
    pub edition: Option<Edition>,
    /// The style of play.
    pub style: Option<Style>,
    /// The supervision.
    pub supervision: Option<Supervision>,
    /// The regulations of the competition; what they name goes behind the options above.
    pub regulations: Regulations,
    /// The time control of games whose record has none.
    pub time_control: Option<TimeControl>,
}

/// The rules of a game in short: what they are and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The edition of the Laws.
    pub edition: Edition,
    /// Why this one.
    pub edition_from: EditionFrom,
    /// The style of play.
    pub style: Style,
    /// Why this one.
    pub style_from: StyleFrom,
    /// The supervision, where the edition has more than one for the style.
    pub supervision: Option<Supervision>,
}

/// Finds the rules of games; made once for many.
#[derive(Debug)]
pub struct Profiler {
    editions: Editions,
    options: ProfileOptions,
    /// The rules of each edition in each style.
    rules: Vec<Rules>,
}

impl Profiler {
    /// Begins finding rules.
    ///
    /// # Errors
    /// [`UnknownEdition`] where the edition asked for is not among these.
    pub fn new(editions: Editions, options: ProfileOptions) -> Result<Profiler, UnknownEdition> {
        if let Some(edition) = options.edition.or(options.regulations.edition) {
            Rules::new(&editions, edition)?;
        }
        let mut rules = Vec::new();
        for text in editions.iter() {
            let standard = Rules::new(&editions, text.edition())?
                .with_regulations(options.regulations.clone());
            for style in [Style::Standard, Style::Rapid, Style::Blitz] {
                let styled = standard.clone().with_style(style);
                rules.push(match options.supervision {
                    Some(supervision) => styled.with_supervision(supervision),
                    None => styled,
                });
            }
        }
        Ok(Profiler { editions, options, rules })
    }

    /// The rules of a game, and why these.
    pub fn profile(&self, record: &Record) -> Profile {
        let date = record.tag("Date").or_else(|| record.tag("EventDate"));
        let asked = self.options.edition.or(self.options.regulations.edition);
        let (edition, edition_from) = match asked {
            Some(edition) => (edition, EditionFrom::Option),
            None => {
                let choice = self.editions.for_date(date.as_deref());
                (choice.edition, choice.from)
            }
        };
        let (style, style_from) = self.style(record, edition);
        let rules = self.rules_of(edition, style);
        let supervision = rules.and_then(Rules::supervision);
        Profile { edition, edition_from, style, style_from, supervision }
    }

    /// The editions that rules are found in.
    pub fn editions(&self) -> &Editions {
        &self.editions
    }

    /// The rules that a profile stands for; `None` where the edition is not known.
    pub fn rules(&self, profile: &Profile) -> Option<&Rules> {
        self.rules_of(profile.edition, profile.style)
    }

    fn rules_of(&self, edition: Edition, style: Style) -> Option<&Rules> {
        self.rules.iter().find(|rules| rules.edition() == edition && rules.style() == style)
    }

    fn style(&self, record: &Record, edition: Edition) -> (Style, StyleFrom) {
        if let Some(style) = self.options.style.or(self.options.regulations.style) {
            return (style, StyleFrom::Option);
        }
        let recorded = record.time_control().and_then(|reading| reading.control);
        let control = recorded.or_else(|| self.options.time_control.clone());
        let rules = self.rules_of(edition, Style::Standard);
        let (Some(control), Some(rules)) = (control, rules) else {
            return (Style::Standard, StyleFrom::Default);
        };
        let Some((base, increment)) = total(&control) else {
            return (Style::Standard, StyleFrom::Default);
        };
        match rules.style_of(base, increment).value {
            Some(style) => (style, StyleFrom::TimeControl),
            None => (Style::Standard, StyleFrom::Default),
        }
    }
}

/// The time of all periods together, and the increment.
fn total(control: &TimeControl) -> Option<(ClockTime, ClockTime)> {
    let mut base = ClockTime::ZERO;
    for field in &control.fields {
        match field {
            TimeControlField::Period(period) => base += period.time,
            _ => return None,
        }
    }
    Some((base, control.increment()))
}
