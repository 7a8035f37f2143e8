//! The chessclock as a model: periods by moves and by time, time carried over, increment, delay.

use kaissa_chess::{ByColor, Color};
use kaissa_laws::ClockTime;

use crate::{Bonus, Period, TimeControl, TimeControlField};

/// A chessclock that runs by a time control.
///
/// **Laws:** 6.1 (two displays, one runs), 6.3.1 (periods and increments), 6.3.2 (saved time is
/// carried over; delay), 6.4 (a fallen flag and the moves of the period).
///
/// An increment is on the clock before the first move and is added with each press; a delay runs out
/// before the main time does. The time of the next period is added when the moves of a period are
/// completed, or when its time has run out: which of the two came is told by
/// [`Chessclock::has_overstepped`].
///
/// # Examples
/// ```
/// use kaissa_chess::Color;
/// use kaissa_game::{Bonus, Chessclock, Period};
/// use kaissa_laws::ClockTime;
///
/// let periods = [
///     Period { moves: Some(2), time: ClockTime::minutes(5), bonus: Bonus::Increment(ClockTime::seconds(30)) },
///     Period { moves: None, time: ClockTime::minutes(1), bonus: Bonus::Increment(ClockTime::seconds(30)) },
/// ];
/// let mut clock = Chessclock::new(&periods).ok_or("no period")?;
/// clock.start(Color::White);
/// clock.run(ClockTime::seconds(50));
/// clock.press();
/// assert_eq!(clock.remaining(Color::White), ClockTime::minutes(5) + ClockTime::seconds(10));
/// assert_eq!(clock.running(), Some(Color::Black));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chessclock {
    periods: Vec<Period>,
    sides: ByColor<Display>,
    running: Option<Color>,
}

/// One display of the chessclock.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Display {
    remaining: ClockTime,
    /// The delay that is left for the present move.
    delay_left: ClockTime,
    period_index: usize,
    moves_in_period: u32,
    moves_completed: u32,
    has_overstepped: bool,
    time_run: ClockTime,
}

impl Chessclock {
    /// Sets a clock to the periods of a time control; `None` where there is none.
    pub fn new(periods: &[Period]) -> Option<Chessclock> {
        let first = *periods.first()?;
        let display = || Display {
            remaining: first.time + increment_of(first),
            delay_left: delay_of(first),
            period_index: 0,
            moves_in_period: 0,
            moves_completed: 0,
            has_overstepped: false,
            time_run: ClockTime::ZERO,
        };
        let sides = ByColor { white: display(), black: display() };
        Some(Chessclock { periods: periods.to_vec(), sides, running: None })
    }

    /// Sets a clock to a time control that was read; `None` where its periods are not known.
    pub fn of(control: &TimeControl) -> Option<Chessclock> {
        let periods: Option<Vec<Period>> = control
            .fields
            .iter()
            .map(|field| match field {
                TimeControlField::Period(period) => Some(*period),
                _ => None,
            })
            .collect();
        Chessclock::new(&periods?)
    }

    /// Starts a player's clock and stops the other.
    pub fn start(&mut self, color: Color) {
        self.running = Some(color);
        let delay = delay_of(self.period_of(color));
        self.sides.get_mut(color).delay_left = delay;
    }

    /// Stops both clocks (6.11).
    pub fn pause(&mut self) {
        self.running = None;
    }

    /// Lets time pass on the clock that runs.
    ///
    /// The display does not go below zero; where the moves of the period are not completed then, the
    /// player has overstepped, and the next period begins with its time.
    pub fn run(&mut self, time: ClockTime) {
        let Some(color) = self.running else { return };
        let period = self.period_of(color);
        let next = self.periods.get(self.sides.get(color).period_index + 1).copied();
        let display = self.sides.get_mut(color);
        display.time_run += time;
        let from_delay = time.min(display.delay_left);
        display.delay_left -= from_delay;
        display.remaining -= time - from_delay;
        if display.remaining > ClockTime::ZERO {
            return;
        }
        let all_made = period.moves.is_some_and(|moves| display.moves_in_period >= moves);
        display.has_overstepped |= !all_made;
        match next.filter(|_| period.moves.is_some()) {
            Some(next) => {
                display.remaining += next.time;
                display.period_index += 1;
                display.moves_in_period = 0;
            }
            None => display.remaining = ClockTime::ZERO,
        }
    }

    /// Presses the clock of the player whose clock runs: the move is completed, the increment added,
    /// the other clock started (6.2.1).
    pub fn press(&mut self) {
        let Some(color) = self.running else { return };
        let period = self.period_of(color);
        let next = self.periods.get(self.sides.get(color).period_index + 1).copied();
        let display = self.sides.get_mut(color);
        display.moves_completed += 1;
        display.moves_in_period += 1;
        display.remaining += increment_of(period);
        if period.moves == Some(display.moves_in_period)
            && let Some(next) = next
        {
            // Saved time is carried over (6.3.2).
            display.remaining += next.time;
            display.period_index += 1;
            display.moves_in_period = 0;
        }
        self.start(!color);
    }

    /// Sets both displays, as the arbiter does.
    pub fn set(&mut self, times: ByColor<ClockTime>) {
        self.sides.white.remaining = times.white;
        self.sides.black.remaining = times.black;
    }

    /// The time left on a display.
    pub fn remaining(&self, color: Color) -> ClockTime {
        self.sides.get(color).remaining
    }

    /// The player whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// The moves a player has completed.
    pub fn moves_completed(&self, color: Color) -> u32 {
        self.sides.get(color).moves_completed
    }

    /// The period a player is in, counted from 0.
    pub fn period_index(&self, color: Color) -> usize {
        self.sides.get(color).period_index
    }

    /// Whether a player's time ran out before the moves of its period were completed.
    pub fn has_overstepped(&self, color: Color) -> bool {
        self.sides.get(color).has_overstepped
    }

    /// The time that has run on a player's clock, delays included.
    pub fn time_run(&self, color: Color) -> ClockTime {
        self.sides.get(color).time_run
    }

    fn period_of(&self, color: Color) -> Period {
        let index = self.sides.get(color).period_index;
        let last = Period { moves: None, time: ClockTime::ZERO, bonus: Bonus::None };
        self.periods.get(index).or(self.periods.last()).copied().unwrap_or(last)
    }
}

fn increment_of(period: Period) -> ClockTime {
    match period.bonus {
        Bonus::Increment(time) => time,
        Bonus::None | Bonus::Delay(_) => ClockTime::ZERO,
    }
}

fn delay_of(period: Period) -> ClockTime {
    match period.bonus {
        Bonus::Delay(time) => time,
        Bonus::None | Bonus::Increment(_) => ClockTime::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(moves: Option<u32>, minutes: i64, bonus: Bonus) -> Period {
        Period { moves, time: ClockTime::minutes(minutes), bonus }
    }

    fn started(periods: &[Period]) -> Chessclock {
        let mut clock = Chessclock::new(periods).expect("periods");
        clock.start(Color::White);
        clock
    }

    #[test]
    fn saved_time_is_carried_into_the_next_period() {
        let mut clock = started(&[period(Some(1), 10, Bonus::None), period(None, 5, Bonus::None)]);
        clock.run(ClockTime::minutes(3));
        clock.press();
        assert_eq!(clock.remaining(Color::White), ClockTime::minutes(12));
        assert_eq!(clock.period_index(Color::White), 1);
        assert!(!clock.has_overstepped(Color::White));
    }

    #[test]
    fn a_period_that_runs_out_with_moves_missing_is_overstepped() {
        let mut clock = started(&[period(Some(2), 1, Bonus::None), period(None, 5, Bonus::None)]);
        clock.run(ClockTime::seconds(61));
        assert!(clock.has_overstepped(Color::White));
        // The clock has already added the next period's time: less the second too many.
        assert_eq!(clock.remaining(Color::White), ClockTime::minutes(5) - ClockTime::seconds(1));
    }

    #[test]
    fn a_delay_runs_out_first_and_is_not_saved() {
        let mut clock = started(&[period(None, 1, Bonus::Delay(ClockTime::seconds(5)))]);
        clock.run(ClockTime::seconds(3));
        clock.press();
        assert_eq!(clock.remaining(Color::White), ClockTime::minutes(1));
        clock.press();
        clock.run(ClockTime::seconds(7));
        assert_eq!(clock.remaining(Color::White), ClockTime::seconds(58));
    }

    #[test]
    fn a_flag_stays_down_in_the_last_period() {
        let mut clock = started(&[period(None, 1, Bonus::Increment(ClockTime::seconds(2)))]);
        assert_eq!(clock.remaining(Color::White), ClockTime::seconds(62));
        clock.run(ClockTime::seconds(70));
        assert_eq!(clock.remaining(Color::White), ClockTime::ZERO);
        assert!(clock.has_overstepped(Color::White));
    }

    #[test]
    fn clock_times_add_up() {
        // Remaining = allotted time + increments gained - time run, on both displays.
        let bonus = Bonus::Increment(ClockTime::seconds(30));
        let mut clock = started(&[period(Some(3), 90, bonus), period(None, 30, bonus)]);
        for seconds in [10, 45, 120, 31, 5, 600, 7, 8] {
            clock.run(ClockTime::seconds(seconds));
            clock.press();
        }
        for color in Color::ALL {
            let presses = i64::from(clock.moves_completed(color));
            let allotted = ClockTime::minutes(if presses >= 3 { 120 } else { 90 });
            let gained = ClockTime::seconds(30) * (presses + 1);
            assert_eq!(clock.remaining(color), allotted + gained - clock.time_run(color));
        }
    }
}
