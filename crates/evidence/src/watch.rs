//! The watch beside the board, and how far the time it gives may be off.

use kaissa_laws::ClockTime;

/// What the elapsed time was measured with.
///
/// Each kind has a declared bound. The bounds hold for readings taken with ordinary care; how often a hand
/// goes beyond them is told in the guide, from the simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watch {
    /// A wrist watch or wall clock read in whole seconds at both ends: less than one second for the reading,
    /// half a second for the hand.
    Wrist,
    /// A stopwatch started and stopped by hand as the displays are read: 0.6 s for the hand.
    Stopwatch,
    /// Times stamped by a board or a camera on the clock's own readings, which may lag by up to a second each.
    Electronic,
    /// A bound the arbiter declares himself.
    Within(ClockTime),
}

impl Watch {
    /// How far the measured time may be from the true one, either way; always less than this.
    pub fn bound(self) -> ClockTime {
        match self {
            Watch::Wrist => ClockTime::millis(1500),
            Watch::Stopwatch => ClockTime::millis(600),
            Watch::Electronic => ClockTime::seconds(1),
            Watch::Within(bound) => ClockTime::millis(bound.as_millis().max(0)),
        }
    }
}

/// A running time that was measured, stops taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Elapsed {
    /// The time measured.
    pub time: ClockTime,
    /// What it was measured with.
    pub watch: Watch,
}

impl Elapsed {
    /// The time between two readings of a clock of the day, with the stops in between taken out.
    ///
    /// A reading before the first is taken to be after midnight.
    pub fn between(from: ClockTime, to: ClockTime, stopped: ClockTime, watch: Watch) -> Elapsed {
        const DAY_MS: i64 = 24 * 60 * 60 * 1000;
        let between = (to.as_millis().saturating_sub(from.as_millis())).rem_euclid(DAY_MS);
        Elapsed { time: ClockTime::millis(between.saturating_sub(stopped.as_millis())), watch }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_are_subtracted_with_the_stops() {
        let at = |h: i64, m: i64, s: i64| ClockTime::seconds((h * 60 + m) * 60 + s);
        let elapsed = |from, to, stopped| {
            Elapsed::between(from, to, ClockTime::seconds(stopped), Watch::Wrist).time
        };
        assert_eq!(elapsed(at(15, 15, 25), at(15, 18, 45), 0), ClockTime::seconds(200));
        assert_eq!(elapsed(at(15, 15, 25), at(15, 20, 0), 75), ClockTime::seconds(200));
        assert_eq!(elapsed(at(23, 59, 0), at(0, 1, 0), 0), ClockTime::minutes(2));
    }
}
