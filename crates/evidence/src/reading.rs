//! What the displays of a chessclock show, and how far that may be from the time it keeps.

use kaissa_chess::{ByColor, Color};
use kaissa_laws::ClockTime;

/// How finely a display shows the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Display {
    /// Whole seconds at all times.
    WholeSeconds,
    /// Tenths of a second.
    Tenths,
    /// The clock's own value to the millisecond, as a server writes it.
    Milliseconds,
    /// Hours and minutes only.
    Minutes,
    /// Hours and minutes from this value up, seconds below it; each side switches on its own.
    MinutesFrom(ClockTime),
}

impl Display {
    /// How far the clock's own time may be from the `shown` value of one side; always less than this.
    pub fn step(self, shown: ClockTime) -> ClockTime {
        match self {
            Display::WholeSeconds => ClockTime::seconds(1),
            Display::Tenths => ClockTime::millis(100),
            Display::Milliseconds => ClockTime::ZERO,
            Display::Minutes => ClockTime::minutes(1),
            Display::MinutesFrom(limit) if shown >= limit => ClockTime::minutes(1),
            Display::MinutesFrom(_) => ClockTime::seconds(1),
        }
    }
}

/// What becomes of the part of a second that a display leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// It is cut off: the clock has at least what it shows.
    Down,
    /// It is rounded up: the clock has at most what it shows.
    Up,
    /// Not known for this clock. Only readings of unlike fineness need it.
    #[default]
    Unknown,
}

/// What the two displays showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// Only their sum was noted.
    Sum(ClockTime),
    /// Both were noted.
    Each(ByColor<ClockTime>),
}

impl Shown {
    /// The sum of the two displays.
    pub fn sum(self) -> ClockTime {
        match self {
            Shown::Sum(sum) => sum,
            Shown::Each(each) => {
                let (white, black) = (each.white.as_millis(), each.black.as_millis());
                ClockTime::millis(white.saturating_add(black))
            }
        }
    }
}

/// Both displays at one moment, with what else was seen of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// What the displays showed.
    pub shown: Shown,
    /// How finely they show it.
    pub display: Display,
    /// Whose clock ran, or whose would run if it were not stopped.
    pub to_move: Option<Color>,
    /// Whose flag has fallen. That clock stands at zero exactly.
    pub fallen: Option<Color>,
}

impl Reading {
    /// A reading in whole seconds of which only the sum was noted.
    pub fn of_sum(sum: ClockTime, to_move: Option<Color>) -> Reading {
        Reading { shown: Shown::Sum(sum), display: Display::WholeSeconds, to_move, fallen: None }
    }

    /// A reading of both displays in whole seconds.
    pub fn of_each(white: ClockTime, black: ClockTime, to_move: Option<Color>) -> Reading {
        Reading {
            shown: Shown::Each(ByColor { black, white }),
            ..Reading::of_sum(ClockTime::ZERO, to_move)
        }
    }

    /// How far the true sum may be from the shown sum; always less than this.
    ///
    /// `None` when only the sum is known and a side may have shown minutes: then each side must be asked for.
    pub fn step(&self) -> Option<ClockTime> {
        let side = |color: Color, shown: ClockTime| {
            if self.fallen == Some(color) { ClockTime::ZERO } else { self.display.step(shown) }
        };
        let (white, black) = match self.shown {
            Shown::Each(each) => (side(Color::White, each.white), side(Color::Black, each.black)),
            Shown::Sum(sum) => match self.display {
                Display::MinutesFrom(limit) if sum >= limit => return None,
                _ => (side(Color::White, sum), side(Color::Black, sum)),
            },
        };
        Some(ClockTime::millis(white.as_millis() + black.as_millis()))
    }
}

/// A kind of chessclock, as far as its displays and its flag matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockModel {
    /// DGT 2010 and XL: hours and minutes above twenty minutes.
    Dgt2010,
    /// DGT 3000: seconds at all times.
    Dgt3000,
    /// DGT 2500: as 2010, with a freeze that can be switched off.
    Dgt2500,
    /// Any other clock that was seen to show seconds.
    ShowsSeconds,
}

/// What happens to the other clock when a flag falls in the last period of a game with increments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freeze {
    /// Both clocks stop and keep their values.
    Freezes,
    /// It depends on how the clock was set.
    Selectable,
    /// Not known.
    Unknown,
}

impl ClockModel {
    /// How finely this clock shows the time.
    pub const fn display(self) -> Display {
        match self {
            ClockModel::Dgt2010 | ClockModel::Dgt2500 => {
                Display::MinutesFrom(ClockTime::minutes(20))
            }
            ClockModel::Dgt3000 | ClockModel::ShowsSeconds => Display::WholeSeconds,
        }
    }

    /// What this clock does when a flag falls in increment mode.
    pub const fn freeze(self) -> Freeze {
        match self {
            ClockModel::Dgt2010 | ClockModel::Dgt3000 => Freeze::Freezes,
            ClockModel::Dgt2500 => Freeze::Selectable,
            ClockModel::ShowsSeconds => Freeze::Unknown,
        }
    }
}

/// What stands behind a zero on a display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// The allotted time ran out (6.8).
    Fallen,
    /// The display shows zero, the clock still has this much.
    ShowsZero(ClockTime),
    /// The display shows time.
    Up,
}

/// Tells a fallen flag from a display that has been cut to zero.
///
/// **Laws:** 6.8. The flag falls when the time has run out; a rounded display is not the clock.
pub fn flag(remaining: ClockTime, display: Display) -> Flag {
    let step = display.step(remaining);
    if remaining <= ClockTime::ZERO {
        Flag::Fallen
    } else if remaining < step {
        Flag::ShowsZero(remaining)
    } else {
        Flag::Up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_displays_in_seconds_hide_less_than_two_seconds() {
        let reading = Reading::of_sum(ClockTime::seconds(18), None);
        assert_eq!(reading.step(), Some(ClockTime::seconds(2)));
    }

    #[test]
    fn a_fallen_flag_hides_nothing_of_its_side() {
        let mut reading = Reading::of_each(ClockTime::ZERO, ClockTime::seconds(4), None);
        reading.fallen = Some(Color::White);
        assert_eq!(reading.step(), Some(ClockTime::seconds(1)));
    }

    #[test]
    fn each_side_of_a_dgt_2010_switches_to_minutes_on_its_own() {
        let mut reading = Reading::of_each(ClockTime::minutes(25), ClockTime::seconds(90), None);
        reading.display = ClockModel::Dgt2010.display();
        assert_eq!(reading.step(), Some(ClockTime::seconds(61)));

        reading.shown = Shown::Sum(reading.shown.sum());
        assert_eq!(reading.step(), None, "the sum does not tell which side shows minutes");
        reading.shown = Shown::Sum(ClockTime::minutes(19));
        assert_eq!(reading.step(), Some(ClockTime::seconds(2)));
    }

    #[test]
    fn a_display_at_zero_is_no_flag_fall() {
        let left = ClockTime::millis(60);
        assert_eq!(flag(ClockTime::ZERO, Display::WholeSeconds), Flag::Fallen);
        assert_eq!(flag(left, Display::WholeSeconds), Flag::ShowsZero(left));
        assert_eq!(flag(ClockTime::seconds(1), Display::WholeSeconds), Flag::Up);
    }
}
