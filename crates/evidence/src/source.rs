//! The sources of a count: who says what, how much it can be relied on, and under what conditions.

use kaissa_laws::ClockTime;

use crate::{Assumption, Slips, Span, StatedCount, Tally, Window, estimate};

/// How much a source can be relied on. A weaker source never overrides a stronger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Someone says so.
    Stated,
    /// It was measured, and holds while the declared bounds of error hold.
    Measured,
    /// It follows from moves or positions that are on record.
    Proved,
}

/// What a source has to say of the plies completed since the anchor.
#[derive(Clone, Debug, PartialEq)]
pub enum Testimony {
    /// The moves stand in the board's record.
    Record(Span),
    /// Two known positions and the fewest moves between them.
    Gap(Span),
    /// One or both scoresheets.
    Scoresheet(Span),
    /// Two readings of the clock and the time between them.
    Clocks(Box<Window>),
    /// Taps of an arbiter, with the slips allowed for.
    Tally(Tally, Slips),
    /// A count stated by a person, from watching or from a film.
    Stated(StatedCount),
}

/// A source with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Who or what, as the arbiter named it.
    pub name: String,
    /// What it says.
    pub says: Testimony,
    /// Plies known to lie between the anchor and the moment from which this source counts, as when the
    /// clocks were read first where the record broke off.
    pub known_before: u32,
    /// Plies known to lie between the moment to which this source counts and the present.
    pub known_after: u32,
}

/// From where one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The last capture or pawn move (9.3, 9.6.2).
    CaptureOrPawnMove,
    /// The start of the game.
    Start,
    /// A position that is known to have stood on the board after this many plies.
    KnownPosition {
        /// Plies from the start of the game.
        ply: u32,
    },
}

impl Source {
    /// A source that counts from the anchor to the present.
    pub fn new(name: impl Into<String>, says: Testimony) -> Source {
        Source { name: name.into(), says, known_before: 0, known_after: 0 }
    }

    /// The counts from the anchor to the present that this source allows; `None` if it has nothing to
    /// say or contradicts itself.
    pub fn span(&self) -> Option<Span> {
        self.whole(self.said()?)
    }

    /// The plies that the source speaks of, with those known before and after.
    pub(crate) fn whole(&self, said: Span) -> Option<Span> {
        said.shifted(i64::from(self.known_before) + i64::from(self.known_after))
    }

    pub(crate) fn said(&self) -> Option<Span> {
        match &self.says {
            Testimony::Record(span) | Testimony::Gap(span) | Testimony::Scoresheet(span) => {
                Some(*span)
            }
            Testimony::Clocks(window) => estimate(window).ok().map(|found| found.completed),
            Testimony::Tally(tally, slips) => Some(tally.plies(*slips)),
            Testimony::Stated(stated) => stated.span(),
        }
    }

    /// What has to be true for this source to hold; nothing for a record.
    pub fn conditions(&self) -> Vec<Condition> {
        match &self.says {
            Testimony::Record(_) | Testimony::Gap(_) => Vec::new(),
            Testimony::Scoresheet(_) => vec![Condition::SheetKept],
            Testimony::Tally(_, slips) => vec![Condition::SlipsAtMost(*slips)],
            Testimony::Stated(_) => vec![Condition::CountedAsStated],
            Testimony::Clocks(window) => match estimate(window) {
                Ok(found) => {
                    let errors = found.bound.above().max(found.bound.below());
                    let assumed = found.assumes.into_iter().map(Condition::Assumed);
                    std::iter::once(Condition::ErrorsBelow(errors)).chain(assumed).collect()
                }
                Err(_) => Vec::new(),
            },
        }
    }

    /// How much it can be relied on.
    pub fn strength(&self) -> Strength {
        match self.says {
            Testimony::Record(_) | Testimony::Gap(_) => Strength::Proved,
            Testimony::Clocks(_) => Strength::Measured,
            Testimony::Scoresheet(_) | Testimony::Tally(..) | Testimony::Stated(_) => {
                Strength::Stated
            }
        }
    }
}

/// What has to be true for a source to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The errors of displays and watch are below this.
    ErrorsBelow(ClockTime),
    /// A fact about the play between two readings that nobody gave.
    Assumed(Assumption),
    /// No more slips than these were made.
    SlipsAtMost(Slips),
    /// The person counted as well as he says.
    CountedAsStated,
    /// The sheet was kept move by move.
    SheetKept,
}
