//! Estimates from a recording that holds each move's clock and used time, and why some of them fail.

use kaissa_chess::Color;
use kaissa_laws::ClockTime;

use crate::{Elapsed, Reading, Span, Timing, Watch, Window};

/// What a source recorded of one ply's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimedPly {
    /// The mover's clock after his press.
    pub clock: Option<ClockTime>,
    /// The time used, as the source measured it apart from the clock.
    pub used: Option<ClockTime>,
}

/// The plies of a game with their times, all with one increment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Who made the first of the plies.
    pub first: Color,
    /// What each press adds.
    pub increment: ClockTime,
    /// The plies.
    pub plies: Vec<TimedPly>,
}

/// One thing in a recording that moves an estimate off the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The clock reads zero between two readings that do not: no flag fell, the reading is false.
    ZeroBetween {
        /// The ply of the reading, from 1.
        ply: usize,
    },
    /// The clock is this far from what the reading before, the used time and the increment give.
    Jump {
        /// The ply of the reading, from 1.
        ply: usize,
        /// Shown less expected.
        by: ClockTime,
    },
    /// Used times in whole seconds, each cut a little, that add up to this.
    RoundedTimes {
        /// Shown less expected, all small steps together.
        by: ClockTime,
    },
}

/// A step between two readings that is further off than this is a jump, not rounding.
const JUMP: ClockTime = ClockTime::seconds(3);

impl Recording {
    /// The window from after ply `from` to after ply `to`, the elapsed time being the used times between.
    ///
    /// Both clocks are read at each end: the mover's new value, and the other's from the ply before.
    /// `None` where one of the four readings or a used time is missing.
    pub fn window(&self, from: usize, to: usize, watch: Watch) -> Option<Window> {
        let between = self.plies.get(from..to)?;
        let used: Option<ClockTime> = between.iter().map(|ply| ply.used).sum();
        let elapsed = Elapsed { time: used?, watch };
        let (start, now) = (self.reading_after(from)?, self.reading_after(to)?);
        Some(Window::plain(Timing::Increment(self.increment), start, now, elapsed))
    }

    /// Everything in a window that moves its estimate off the truth.
    ///
    /// Each reading is held against the one before of the same player. What is found adds up to the
    /// whole difference between the gained time and the increments of the plies, so that nothing stays
    /// unaccounted for: jumps are named one by one, the small steps together.
    pub fn misfits(&self, from: usize, to: usize) -> Vec<Misfit> {
        let mut found = Vec::new();
        let mut small = ClockTime::ZERO;
        for first_of_player in [from.wrapping_sub(1), from.wrapping_sub(2)] {
            let mut expected = self.plies.get(first_of_player).and_then(|ply| ply.clock);
            let of_player = (first_of_player.saturating_add(2)..to).step_by(2);
            for index in of_player {
                let Some(ply) = self.plies.get(index) else { break };
                let gained = ply.used.map(|used| self.increment - used);
                expected = expected.zip(gained).map(|(time, gained)| time + gained);
                let (Some(shown), Some(time)) = (ply.clock, expected) else { continue };
                let by = shown - time;
                if self.is_zero_between(index) {
                    found.push(Misfit::ZeroBetween { ply: index + 1 });
                } else if by.abs() >= JUMP {
                    found.push(Misfit::Jump { ply: index + 1, by });
                } else {
                    small += by;
                }
                expected = Some(shown);
            }
        }
        if small != ClockTime::ZERO {
            found.push(Misfit::RoundedTimes { by: small });
        }
        found
    }

    /// Whether the reading of a ply is zero and its neighbours of the same player are not.
    pub fn is_zero_between(&self, index: usize) -> bool {
        let clock = |index: Option<usize>| {
            index.and_then(|index| self.plies.get(index)).and_then(|ply| ply.clock)
        };
        let positive = |time: Option<ClockTime>| time.is_some_and(|time| time > ClockTime::ZERO);
        clock(Some(index)) == Some(ClockTime::ZERO)
            && positive(clock(index.checked_sub(2)))
            && positive(clock(index.checked_add(2)))
    }

    /// The plies whose clock rose by more than the increment and a second: readings that cannot be,
    /// unless time was added or a period began.
    pub fn impossible_rises(&self) -> Vec<usize> {
        let allowed = self.increment + ClockTime::seconds(1);
        let rose = |index: &usize| {
            let before = index.checked_sub(2).and_then(|before| self.plies.get(before));
            let now = self.plies.get(*index);
            match (before.and_then(|ply| ply.clock), now.and_then(|ply| ply.clock)) {
                (Some(before), Some(now)) => now - before > allowed,
                _ => false,
            }
        };
        (0..self.plies.len()).filter(rose).map(|index| index + 1).collect()
    }

    /// Whether these clocks never rise although moves were made in less than an increment: a delay or
    /// no bonus at all, so that nothing can be counted from them.
    ///
    /// `None` when fewer than ten readings can be compared.
    pub fn never_rises(&self) -> Option<bool> {
        let clocks = |index: usize| self.plies.get(index).and_then(|ply| ply.clock);
        let steps: Vec<bool> = (2..self.plies.len())
            .filter_map(|index| Some(clocks(index)? > clocks(index - 2)?))
            .collect();
        (steps.len() >= 10).then(|| steps.iter().all(|&rose| !rose))
    }

    fn reading_after(&self, n_plies: usize) -> Option<Reading> {
        let clock = |back: usize| self.plies.get(n_plies.checked_sub(back)?)?.clock;
        let (mover, other) = (clock(1)?, clock(2)?);
        let to_move = if n_plies.is_multiple_of(2) { self.first } else { !self.first };
        // The mover of the last ply is the one who is not to move now.
        Some(match to_move {
            Color::White => Reading::of_each(other, mover, Some(to_move)),
            Color::Black => Reading::of_each(mover, other, Some(to_move)),
        })
    }
}

/// What the clocks say of a record that is still being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordCheck {
    /// The number of recorded moves is among those the clocks allow.
    Agrees,
    /// At least so many moves were made that the record lacks.
    LacksAtLeast(u32),
    /// The record holds at least so many moves more than were pressed.
    HoldsTooManyBy(u32),
}

/// Holds the moves recorded since a reading against what the clocks have counted since.
///
/// A difference that stays at the next readings means moves missing in the record, however plausible its
/// position looks, or moves made without a press.
pub fn check_record(recorded: u32, counted: &Span) -> RecordCheck {
    if counted.min() > recorded {
        return RecordCheck::LacksAtLeast(counted.min() - recorded);
    }
    match counted.max() {
        Some(max) if max < recorded => RecordCheck::HoldsTooManyBy(recorded - max),
        _ => RecordCheck::Agrees,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate;

    /// Both players use three seconds a move at an increment of two.
    fn steady(n_plies: usize) -> Recording {
        let plies = (0..n_plies)
            .map(|index| TimedPly {
                clock: Some(ClockTime::seconds(299 - i64::try_from(index / 2).expect("small"))),
                used: Some(ClockTime::seconds(3)),
            })
            .collect();
        Recording { first: Color::White, increment: ClockTime::seconds(2), plies }
    }

    #[test]
    fn a_steady_recording_is_counted_exactly() {
        let recording = steady(80);
        let window = recording.window(4, 73, Watch::Electronic).expect("all times are there");
        assert_eq!(window.now.to_move, Some(Color::Black));
        let found = estimate(&window).expect("the formula holds");
        assert_eq!(found.literal.whole(), Some(69));
        assert!(recording.misfits(4, 73).is_empty());
    }

    #[test]
    fn misfits_add_up_to_the_whole_error() {
        let mut recording = steady(80);
        for (index, off) in [(10, 5), (20, -30), (21, 1), (31, 1), (40, -1)] {
            for later in (index..80).step_by(2) {
                let clock = recording.plies[later].clock.as_mut().expect("all are there");
                *clock += ClockTime::seconds(off);
            }
        }
        let window = recording.window(4, 73, Watch::Electronic).expect("all times are there");
        let literal = estimate(&window).map(|found| found.literal).expect("30 s are 12 plies");
        let by: ClockTime = recording
            .misfits(4, 73)
            .iter()
            .map(|misfit| match misfit {
                Misfit::Jump { by, .. } | Misfit::RoundedTimes { by } => *by,
                Misfit::ZeroBetween { .. } => ClockTime::ZERO,
            })
            .sum();
        assert_eq!(by, ClockTime::seconds(-24));
        assert_eq!(literal.whole(), Some(69 - 12));
    }

    #[test]
    fn a_spurious_zero_is_named() {
        let mut recording = steady(80);
        recording.plies[30].clock = Some(ClockTime::ZERO);
        let misfits = recording.misfits(4, 73);
        assert!(misfits.contains(&Misfit::ZeroBetween { ply: 31 }), "{misfits:?}");
    }

    #[test]
    fn missing_times_leave_no_window() {
        let mut recording = steady(80);
        recording.plies[30].used = None;
        assert!(recording.window(4, 73, Watch::Electronic).is_none());
        assert!(recording.window(1, 20, Watch::Electronic).is_none(), "one clock was never read");
        assert!(recording.window(40, 73, Watch::Electronic).is_some());
    }

    #[test]
    fn a_record_that_lacks_moves_is_found_by_the_clocks() {
        let recording = steady(80);
        let window = recording.window(4, 73, Watch::Electronic).expect("all times are there");
        let counted = estimate(&window).expect("the formula holds").completed;
        assert_eq!(check_record(69, &counted), RecordCheck::Agrees);
        assert_eq!(check_record(65, &counted), RecordCheck::LacksAtLeast(4));
        assert_eq!(check_record(72, &counted), RecordCheck::HoldsTooManyBy(3));
    }

    #[test]
    fn clocks_that_never_rise_are_suspected_of_a_delay() {
        assert_eq!(steady(40).never_rises(), Some(true));
        let mut fast = steady(40);
        fast.plies[30].clock = Some(ClockTime::seconds(299));
        assert_eq!(fast.never_rises(), Some(false));
        assert_eq!(steady(8).never_rises(), None);
    }
}
