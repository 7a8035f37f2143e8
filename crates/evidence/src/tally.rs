//! Moves counted by hand: taps with their times, two arbiters' taps compared, a count from a film.

use kaissa_laws::ClockTime;

use crate::{Parity, Span};

/// What one tap stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TapUnit {
    /// Each completed move of either player.
    Ply,
    /// Each pair of moves, tapped when the second is completed.
    FullMove,
}

/// Taps made while watching, in ascending order of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    unit: TapUnit,
    taps: Vec<ClockTime>,
}

/// How many slips are allowed for.
///
/// They bound the count and are no statement that slips were made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Slips {
    /// Moves that may have gone by without a tap.
    pub missed: u32,
    /// Taps that may have had no move behind them.
    pub doubled: u32,
}

impl Slips {
    /// One slip of each kind for every fifty taps begun.
    ///
    /// A rule of thumb for an attentive arbiter; an own declaration is always better.
    pub fn usual(n_taps: u32) -> Slips {
        let each = n_taps.div_ceil(50);
        Slips { missed: each, doubled: each }
    }
}

impl Tally {
    /// Takes the taps in any order.
    pub fn new(unit: TapUnit, mut taps: Vec<ClockTime>) -> Tally {
        taps.sort_unstable();
        Tally { unit, taps }
    }

    /// The times of the taps, ascending.
    pub fn taps(&self) -> &[ClockTime] {
        &self.taps
    }

    /// The number of taps.
    pub fn n_taps(&self) -> u32 {
        u32::try_from(self.taps.len()).unwrap_or(u32::MAX)
    }

    /// The plies this tally stands for, with `slips` allowed for.
    pub fn plies(&self, slips: Slips) -> Span {
        let taps = self.n_taps();
        let (min, max) = (taps.saturating_sub(slips.doubled), taps.saturating_add(slips.missed));
        let span = match self.unit {
            TapUnit::Ply => Span::between(min, max),
            // After the last tap one more move may have been completed.
            TapUnit::FullMove => {
                Span::between(min.saturating_mul(2), max.saturating_mul(2).saturating_add(1))
            }
        };
        span.unwrap_or(Span::ANY)
    }

    /// The indexes of taps that followed the one before in less than `limit`: likely doubled.
    pub fn likely_doubled(&self, limit: ClockTime) -> Vec<usize> {
        self.taps
            .windows(2)
            .enumerate()
            .filter_map(|(index, pair)| match pair {
                [a, b] if b.as_millis().saturating_sub(a.as_millis()) < limit.as_millis() => {
                    Some(index + 1)
                }
                _ => None,
            })
            .collect()
    }
}

/// Two tallies of one ending laid side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyPair {
    /// Taps that both made within the tolerance of each other, as indexes into each.
    pub together: Vec<(usize, usize)>,
    /// Taps of the first alone: the second missed a move, or the first doubled a tap.
    pub first_alone: Vec<usize>,
    /// Taps of the second alone.
    pub second_alone: Vec<usize>,
}

impl TallyPair {
    /// The taps that stand for moves, if no tap made by both is false and no move was missed by both.
    pub fn taps(&self) -> Span {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let together = count(self.together.len());
        let alone = count(self.first_alone.len()).saturating_add(count(self.second_alone.len()));
        Span::between(together, together.saturating_add(alone)).unwrap_or(Span::ANY)
    }
}

/// Lays two tallies in plies side by side: taps within `tolerance` of each other are one move.
///
/// Both must be timed by one watch, or `second_is_ahead_by` says how much the second's watch is ahead.
/// As many taps as possible are paired, in order.
pub fn lay_side_by_side(
    first: &Tally,
    second: &Tally,
    second_is_ahead_by: ClockTime,
    tolerance: ClockTime,
) -> TallyPair {
    let mut pair =
        TallyPair { together: Vec::new(), first_alone: Vec::new(), second_alone: Vec::new() };
    let mut firsts = first.taps.iter().enumerate().peekable();
    let mut seconds = second.taps.iter().enumerate().peekable();
    // Taps lie in order, so the earlier of two that do not meet can meet nothing later either.
    loop {
        match (firsts.peek(), seconds.peek()) {
            (Some(&(i, a)), Some(&(j, b))) => {
                let apart = i128::from(a.as_millis())
                    - (i128::from(b.as_millis()) - i128::from(second_is_ahead_by.as_millis()));
                if apart.abs() <= i128::from(tolerance.as_millis()) {
                    pair.together.push((i, j));
                    firsts.next();
                    seconds.next();
                } else if apart < 0 {
                    pair.first_alone.push(i);
                    firsts.next();
                } else {
                    pair.second_alone.push(j);
                    seconds.next();
                }
            }
            (Some(&(i, _)), None) => {
                pair.first_alone.push(i);
                firsts.next();
            }
            (None, Some(&(j, _))) => {
                pair.second_alone.push(j);
                seconds.next();
            }
            (None, None) => return pair,
        }
    }
}

/// A count that a person states after watching or from a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StatedCount {
    /// The plies stated.
    pub plies: u32,
    /// By how many plies it may be off, as the person himself says; none means he is certain.
    pub give_or_take: u32,
    /// Even or odd, where it is known who was to move at both ends.
    pub parity: Option<Parity>,
}

impl StatedCount {
    /// The counts that this statement allows; `None` if its own parts contradict each other.
    pub fn span(&self) -> Option<Span> {
        let min = self.plies.saturating_sub(self.give_or_take);
        let span = Span::between(min, self.plies.saturating_add(self.give_or_take))?;
        match self.parity {
            Some(parity) => span.with_parity(parity),
            None => Some(span),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(taps_ms: &[i64]) -> Tally {
        Tally::new(TapUnit::Ply, taps_ms.iter().copied().map(ClockTime::millis).collect())
    }

    #[test]
    fn slips_are_bounds_on_both_sides() {
        let taps = tally(&[1000, 2500, 4000, 5200]);
        let slips = Slips { missed: 2, doubled: 1 };
        let plies: Vec<u32> = taps.plies(slips).candidates().collect();
        assert_eq!(plies, [3, 4, 5, 6]);
        assert_eq!(taps.plies(Slips::default()).exact(), Some(4));
        assert_eq!(tally(&[]).plies(slips), Span::between(0, 2).expect("in order"));
    }

    #[test]
    fn a_tap_for_each_pair_leaves_one_move_open() {
        let pairs = Tally::new(TapUnit::FullMove, vec![ClockTime::seconds(1); 50]);
        let plies: Vec<u32> = pairs.plies(Slips::default()).candidates().collect();
        assert_eq!(plies, [100, 101]);
    }

    #[test]
    fn a_second_tap_at_once_is_likely_doubled() {
        let taps = tally(&[1000, 2500, 2620, 5200]);
        assert_eq!(taps.likely_doubled(ClockTime::millis(200)), [2]);
    }

    #[test]
    fn two_tallies_bound_the_count_together() {
        let truth = [1000, 2600, 4100, 5900, 7000, 8800];
        // The first missed 4100 and doubled 7000; the second missed 8800.
        let first = tally(&[1010, 2650, 5905, 7010, 7400, 8790]);
        let second = tally(&[1150, 2700, 4200, 6010, 7120]);
        let pair = lay_side_by_side(&first, &second, ClockTime::ZERO, ClockTime::millis(250));
        assert_eq!(pair.together.len(), 4);
        assert_eq!(pair.first_alone, [4, 5]);
        assert_eq!(pair.second_alone, [2]);
        assert!(pair.taps().contains(u32::try_from(truth.len()).expect("six")));
        assert_eq!((pair.taps().min(), pair.taps().max()), (4, Some(7)));
    }

    #[test]
    fn a_watch_that_is_ahead_is_allowed_for() {
        let first = tally(&[1000, 3000, 5000]);
        let second = tally(&[61_000, 63_100, 64_900]);
        let pair = lay_side_by_side(&first, &second, ClockTime::minutes(1), ClockTime::millis(200));
        assert_eq!(pair.together, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn a_stated_count_may_contradict_itself() {
        let stated = |give_or_take, parity| StatedCount { plies: 96, give_or_take, parity };
        assert_eq!(stated(0, None).span(), Some(Span::exactly(96)));
        assert_eq!(stated(0, Some(Parity::Odd)).span(), None);
        let odd = stated(1, Some(Parity::Odd)).span().expect("95 and 97");
        assert_eq!(odd.candidates().collect::<Vec<_>>(), [95, 97]);
    }
}
