//! A count that is not known exactly: from, to, and even or odd.

use kaissa_chess::{ByColor, Color};

/// Whether a count is even or odd.
///
/// The players move in turn, so whose move it was at two moments settles it for the plies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// The same player is to move at both ends.
    Even,
    /// The players have changed places.
    Odd,
}

impl Parity {
    /// Says whether `count` is even or odd.
    pub const fn of(count: u32) -> Parity {
        if count.is_multiple_of(2) { Parity::Even } else { Parity::Odd }
    }

    /// Deduces the parity of the moves between two moments from who was to move at each.
    pub fn between(first: Color, now: Color) -> Parity {
        if first == now { Parity::Even } else { Parity::Odd }
    }

    /// The parity after `by` plies more or fewer.
    pub const fn shifted(self, by: i64) -> Parity {
        match (self, by % 2 == 0) {
            (Parity::Even, true) | (Parity::Odd, false) => Parity::Even,
            (Parity::Odd, true) | (Parity::Even, false) => Parity::Odd,
        }
    }

    const fn plus(self, other: Parity) -> Parity {
        match (self, other) {
            (Parity::Even, Parity::Even) | (Parity::Odd, Parity::Odd) => Parity::Even,
            _ => Parity::Odd,
        }
    }
}

/// The counts that are possible: every whole number from `min` to `max` of the given parity.
///
/// A span is never empty, its ends have its parity, and no `max` means that nothing bounds it above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    min: u32,
    max: Option<u32>,
    parity: Option<Parity>,
}

impl Span {
    /// Every count: nothing is known.
    pub const ANY: Span = Span { min: 0, max: None, parity: None };

    /// The span that holds `count` alone.
    pub const fn exactly(count: u32) -> Span {
        Span { min: count, max: Some(count), parity: Some(Parity::of(count)) }
    }

    /// The span of every count from `min` up.
    pub const fn at_least(min: u32) -> Span {
        Span { min, max: None, parity: None }
    }

    /// The span from `min` to `max`, both possible; `None` if they leave nothing.
    pub fn between(min: u32, max: u32) -> Option<Span> {
        Span::narrowed(min, Some(max), None)
    }

    /// The part of this span that has `parity`; `None` if nothing is left.
    pub fn with_parity(self, parity: Parity) -> Option<Span> {
        self.intersection(&Span { parity: Some(parity), ..Span::ANY })
    }

    /// The smallest possible count.
    pub const fn min(&self) -> u32 {
        self.min
    }

    /// The largest possible count, if anything bounds it.
    pub const fn max(&self) -> Option<u32> {
        self.max
    }

    /// Even or odd, where that is known.
    pub const fn parity(&self) -> Option<Parity> {
        self.parity
    }

    /// The one possible count, if there is only one.
    pub fn exact(&self) -> Option<u32> {
        (self.max == Some(self.min)).then_some(self.min)
    }

    /// Says whether `count` is possible.
    pub fn contains(&self, count: u32) -> bool {
        self.min <= count
            && self.max.is_none_or(|max| count <= max)
            && self.parity.is_none_or(|parity| parity == Parity::of(count))
    }

    /// Every possible count in ascending order; without end where nothing bounds the span.
    pub fn candidates(&self) -> impl Iterator<Item = u32> + use<> {
        let step = if self.parity.is_some() { 2 } else { 1 };
        (self.min..=self.max.unwrap_or(u32::MAX)).step_by(step)
    }

    /// The counts possible in both; `None` if the two contradict each other.
    pub fn intersection(&self, other: &Span) -> Option<Span> {
        let parity = match (self.parity, other.parity) {
            (Some(a), Some(b)) if a != b => return None,
            (a, b) => a.or(b),
        };
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Span::narrowed(self.min.max(other.min), max, parity)
    }

    /// The smallest span that holds both.
    pub fn hull(&self, other: &Span) -> Span {
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => Some(a.max(b)),
            _ => None,
        };
        let parity = (self.parity == other.parity).then_some(self.parity).flatten();
        Span { min: self.min.min(other.min), max, parity }
    }

    /// The count with `by` plies more (or fewer, when negative); `None` if none is left at zero or above.
    pub fn shifted(&self, by: i64) -> Option<Span> {
        let move_by = |count: u32| i64::from(count) + by;
        let max = match self.max.map(move_by) {
            None => None,
            Some(max) => Some(u32::try_from(max).ok()?),
        };
        let min = u32::try_from(move_by(self.min).max(0)).ok()?;
        Span::narrowed(min, max, self.parity.map(|parity| parity.shifted(by)))
    }

    /// The count of two stretches together.
    pub fn plus(&self, other: &Span) -> Span {
        let max = match (self.max, other.max) {
            (Some(a), Some(b)) => a.checked_add(b),
            _ => None,
        };
        let parity = match (self.parity, other.parity) {
            (Some(a), Some(b)) => Some(a.plus(b)),
            _ => None,
        };
        Span { min: self.min.saturating_add(other.min), max, parity }
    }

    /// The moves of each player, when `first` made the first of them.
    ///
    /// The players move in turn, so of an odd count the first player has made one more.
    pub fn of_each(&self, first: Color) -> ByColor<Span> {
        let half = |extra: u32| {
            let half_of = |count: u32| count / 2 + (count % 2) * extra;
            let max = self.max.map(half_of);
            Span::narrowed(half_of(self.min), max, None).unwrap_or(Span::ANY)
        };
        let mut each = ByColor { black: half(0), white: half(0) };
        *each.get_mut(first) = half(1);
        each
    }

    fn narrowed(min: u32, max: Option<u32>, parity: Option<Parity>) -> Option<Span> {
        let (mut min, mut max) = (min, max);
        if let Some(parity) = parity {
            if Parity::of(min) != parity {
                min = min.checked_add(1)?;
            }
            if let Some(top) = max
                && Parity::of(top) != parity
            {
                max = Some(top.checked_sub(1)?);
            }
        }
        if max.is_some_and(|max| max < min) {
            return None;
        }
        let parity = if max == Some(min) { Some(Parity::of(min)) } else { parity };
        Some(Span { min, max, parity })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(min: u32, max: u32) -> Span {
        Span::between(min, max).expect("the ends are in order")
    }

    #[test]
    fn parity_moves_the_ends_inwards() {
        let even = span(99, 101).with_parity(Parity::Even).expect("100 is even");
        assert_eq!(even.exact(), Some(100));
        let odd = span(99, 101).with_parity(Parity::Odd).expect("two are odd");
        assert_eq!(odd.candidates().collect::<Vec<_>>(), [99, 101]);
        assert_eq!(span(100, 100).with_parity(Parity::Odd), None);
    }

    #[test]
    fn three_spans_can_contradict_though_each_pair_agrees() {
        let (low, high) = (span(4, 5), span(5, 6));
        let even = Span::ANY.with_parity(Parity::Even).expect("unbounded");
        let both = low.intersection(&high).expect("5 is in both");
        assert!(low.intersection(&even).is_some());
        assert!(high.intersection(&even).is_some());
        assert_eq!(both.intersection(&even), None);
    }

    #[test]
    fn shifting_keeps_what_is_left_above_zero() {
        assert_eq!(span(0, 3).shifted(-1), Some(span(0, 2)));
        assert_eq!(span(0, 3).shifted(-4), None);
        let odd = span(1, 5).with_parity(Parity::Odd).expect("1 is odd");
        let shifted = odd.shifted(-1).expect("0 is left");
        assert_eq!(shifted.candidates().collect::<Vec<_>>(), [0, 2, 4]);
    }

    #[test]
    fn the_first_player_has_the_odd_move() {
        let each = span(146, 147).of_each(Color::White);
        assert_eq!(each.white, span(73, 74));
        assert_eq!(each.black, span(73, 73));
    }

    #[test]
    fn every_operation_agrees_with_the_sets_of_candidates() {
        let parities = [None, Some(Parity::Even), Some(Parity::Odd)];
        let mut spans = Vec::new();
        for min in 0..5 {
            for max in min..6 {
                spans.extend(parities.iter().filter_map(|&p| Span::narrowed(min, Some(max), p)));
            }
        }
        for a in &spans {
            for b in &spans {
                let both: Vec<u32> = a.candidates().filter(|&n| b.contains(n)).collect();
                let got = a.intersection(b).map_or(vec![], |span| span.candidates().collect());
                assert_eq!(got, both, "{a:?} and {b:?}");
                assert!(a.candidates().all(|n| a.hull(b).contains(n)));
                for n in a.candidates() {
                    for m in b.candidates() {
                        assert!(a.plus(b).contains(n + m), "{a:?} plus {b:?}");
                    }
                }
            }
        }
    }
}
