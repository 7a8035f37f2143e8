//! What the regulations of a competition fix beforehand.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::parameters::Parameters;
use crate::{ClockTime, DataError, Edition, Moment, RegulationId, Style, Supervision};

/// The regulations of a competition, as far as they touch a ruling.
///
/// Nothing is fixed where a field is absent; the edition's own words then hold.
///
/// # Examples
/// ```
/// use kaissa_laws::{ClockTime, RegulationsHistory};
/// let history = RegulationsHistory::read(r#"
///     name = "Town cup"
///     default-time = "15 min"
///     no-agreement-before-move = 30
///     [clauses]
///     default-time = "4.2"
/// "#)?;
/// let regulations = history.first();
/// assert_eq!(regulations.default_time, Some(ClockTime::minutes(15)));
/// assert_eq!(regulations.id_of("default_time").as_str(), "4.2");
/// # Ok::<(), kaissa_laws::DataError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Regulations {
    /// The name of the competition or of its regulations.
    pub name: Option<String>,
    /// The edition of the Laws that the competition is played under.
    pub edition: Option<Edition>,
    /// The style of play.
    pub style: Option<Style>,
    /// Whether rapid or blitz is played under the full or the reduced rules.
    pub supervision: Option<Supervision>,
    /// The latest arrival, counted as `default_counts_from` says.
    pub default_time: Option<ClockTime>,
    /// From when the latest arrival is counted.
    pub default_counts_from: Option<DefaultCountsFrom>,
    /// No draw may be agreed before both players have completed this many moves.
    pub no_agreement_before_move: Option<u32>,
    /// No draw may be agreed or offered at all without the arbiter's consent.
    pub agreement_needs_arbiter: Option<bool>,
    /// The side for which a drawn decider counts as won.
    pub draw_odds: Option<DrawOdds>,
    /// Whether a switched-off device may lie in a bag agreed with the arbiter.
    pub device_bag_allowed: Option<bool>,
    /// Whether a quickplay finish was announced (Appendix G of 2014, Guidelines III).
    pub quickplay_finish: Option<bool>,
    /// Whether decisions may be appealed.
    pub appeal_allowed: Option<bool>,
    /// What a win, a draw and a loss score, where it is not 1, ½ and 0.
    pub points: Option<PointsScheme>,
    /// The numbers of points in the competition's own document, by our name for them.
    pub clauses: BTreeMap<String, String>,
    /// Parameters of the Laws that the regulations set otherwise.
    pub(crate) overrides: Parameters,
    /// What changes from a moment on; taken out when the text has been read.
    change: Vec<Change>,
}

/// A change of the regulations during the event.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Change {
    from: Moment,
    to: Regulations,
}

impl Regulations {
    /// Names a point: by its number in the competition's document, else by our name for it.
    pub fn id_of(&self, point: &str) -> RegulationId {
        let key = point.replace('_', "-");
        RegulationId::new(self.clauses.get(&key).map_or(&key, |clause| clause))
    }

    /// Gives these regulations with what a change says laid over them.
    fn changed(&self, change: Regulations) -> Regulations {
        let mut clauses = self.clauses.clone();
        clauses.extend(change.clauses);
        let mut overrides = self.overrides.clone();
        overrides.overlay(&change.overrides);
        Regulations {
            name: change.name.or_else(|| self.name.clone()),
            edition: change.edition.or(self.edition),
            style: change.style.or(self.style),
            supervision: change.supervision.or(self.supervision),
            default_time: change.default_time.or(self.default_time),
            default_counts_from: change.default_counts_from.or(self.default_counts_from),
            no_agreement_before_move: change
                .no_agreement_before_move
                .or(self.no_agreement_before_move),
            agreement_needs_arbiter: change
                .agreement_needs_arbiter
                .or(self.agreement_needs_arbiter),
            draw_odds: change.draw_odds.or(self.draw_odds),
            device_bag_allowed: change.device_bag_allowed.or(self.device_bag_allowed),
            quickplay_finish: change.quickplay_finish.or(self.quickplay_finish),
            appeal_allowed: change.appeal_allowed.or(self.appeal_allowed),
            points: change.points.or(self.points),
            clauses,
            overrides,
            change: Vec::new(),
        }
    }
}

/// From when the latest arrival is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DefaultCountsFrom {
    /// The real start of the session.
    Start,
    /// The scheduled start.
    Schedule,
}

/// The side for which a drawn decider counts as won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawOdds {
    /// White.
    White,
    /// Black.
    Black,
}

/// What results score.
///
/// # Units
/// Hundredths of a point: 100 is one point, 50 half a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PointsScheme {
    /// A win.
    pub win: i32,
    /// A draw.
    pub draw: i32,
    /// A loss.
    pub loss: i32,
}

impl Default for PointsScheme {
    /// Gives one, half and nothing.
    fn default() -> PointsScheme {
        PointsScheme { win: 100, draw: 50, loss: 0 }
    }
}

/// The regulations of a competition through its course: they may change from a moment on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RegulationsHistory {
    first: Regulations,
    changes: Vec<(Moment, Regulations)>,
}

impl RegulationsHistory {
    /// Reads regulations from a text in TOML.
    ///
    /// A table `[[change]]` has a moment `from` and, in `[change.to]`, what is different from then
    /// on; the rest stays as it was. A table `[overrides]` sets parameters of the Laws, in the
    /// form of the files of editions.
    ///
    /// # Errors
    /// [`DataError`] with the place, what was found and what was expected.
    pub fn read(text: &str) -> Result<RegulationsHistory, DataError> {
        let mut first: Regulations = crate::data_error::read(text)?;
        let changes = std::mem::take(&mut first.change);
        let mut history = RegulationsHistory { first, changes: Vec::new() };
        for Change { from, to } in changes {
            if !to.change.is_empty() {
                return Err(DataError::new("change.to.change", "a change", "none in a change"));
            }
            let (before, last) = match history.changes.last() {
                Some((last, regulations)) => (regulations, Some(*last)),
                None => (&history.first, None),
            };
            if last.is_some_and(|last| last >= from) {
                let expected = "a moment later than the change before it";
                return Err(DataError::new("change.from", from.to_string(), expected));
            }
            let regulations = before.changed(to);
            history.changes.push((from, regulations));
        }
        Ok(history)
    }

    /// Gives the regulations at the start of the competition.
    pub fn first(&self) -> &Regulations {
        &self.first
    }

    /// Gives the regulations at a moment.
    pub fn at(&self, moment: Moment) -> &Regulations {
        let in_force = self.changes.iter().rev().find(|(from, _)| *from <= moment);
        in_force.map_or(&self.first, |(_, regulations)| regulations)
    }

    /// Gives each change with the moment from which it holds, in order.
    pub fn changes(&self) -> impl Iterator<Item = (Moment, &Regulations)> {
        self.changes.iter().map(|(moment, regulations)| (*moment, regulations))
    }
}
