//! A count by hand as it goes on: taps, captures, stops and readings of the clocks, folded into what
//! they prove together.

use kaissa_chess::Color;
use kaissa_laws::ClockTime;

use crate::{
    Elapsed, NoEstimate, Reading, RuledThreshold, Shown, Slips, Span, State, SumsAt, Threshold,
    Timing, Watch, Window, estimate, judge, sums_at,
};

/// Something that whoever counts has seen and entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandAct {
    /// The count begins.
    Began {
        /// Who is to move.
        to_move: Option<Color>,
        /// The plies that the series has already; `None` where nobody knows.
        plies_before: Option<u32>,
        /// What each move adds to the clocks; `None` where they prove nothing.
        increment: Option<ClockTime>,
    },
    /// A move without capture or pawn move was completed.
    Moved,
    /// A capture or a pawn move was made: the series begins anew after it.
    Zeroed,
    /// The last move that was counted was none.
    TakenBack,
    /// The clocks were read.
    Read(Shown),
    /// It was seen who is to move.
    MoverSeen(Color),
    /// Both clocks were stopped.
    Stopped,
    /// They run again.
    WentOn,
}

/// A count by hand: the fold of what was entered, in order.
///
/// **Laws:** 9.3 and 9.6.2 (what is counted), 6.3.1 (what the clocks tell of it).
///
/// Times are those of one watch, from any moment on.
///
/// # Examples
/// ```
/// use kaissa_evidence::{HandAct, HandCount};
/// use kaissa_laws::ClockTime;
/// let mut count = HandCount::default();
/// let began = HandAct::Began { to_move: None, plies_before: Some(0), increment: None };
/// count.apply(ClockTime::ZERO, &began);
/// for second in 1..=3 {
///     count.apply(ClockTime::seconds(second), &HandAct::Moved);
/// }
/// count.apply(ClockTime::seconds(4), &HandAct::TakenBack);
/// assert_eq!(count.n_taps(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandCount {
    began: Option<ClockTime>,
    plies_before: Option<u32>,
    increment: Option<ClockTime>,
    moves: Vec<HandMove>,
    readings: Vec<HandReading>,
    mover: Option<(Color, usize)>,
    stopped: ClockTime,
    stopped_since: Option<ClockTime>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HandMove {
    running: ClockTime,
    zeroes: bool,
}

/// A reading of the clocks within a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandReading {
    /// What they showed.
    pub shown: Shown,
    /// Who was to move then.
    pub to_move: Option<Color>,
    /// The running time of the count then, stops taken out.
    pub running: ClockTime,
    n_moves: usize,
}

/// What a count by hand proves at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandStanding {
    /// The plies of the series by the taps alone, slips allowed for.
    pub by_taps: Span,
    /// The plies by the clocks, where they were read twice in the series; why they prove nothing
    /// otherwise.
    pub by_clocks: Option<Result<Span, NoEstimate>>,
    /// Both together; `None` where they contradict each other.
    pub together: Option<Span>,
    /// Each threshold with what the count says of it.
    pub states: Vec<(RuledThreshold, State)>,
    /// Each threshold with the sums that prove and refute it now, from the first reading on.
    pub sums: Vec<(RuledThreshold, SumsAt)>,
}

impl HandCount {
    /// Folds what was entered.
    pub fn fold<'a>(acts: impl IntoIterator<Item = (ClockTime, &'a HandAct)>) -> HandCount {
        let mut count = HandCount::default();
        for (at, act) in acts {
            count.apply(at, act);
        }
        count
    }

    /// Takes one more thing into account.
    pub fn apply(&mut self, at: ClockTime, act: &HandAct) {
        let running = self.running(at);
        match *act {
            HandAct::Began { to_move, plies_before, increment } => {
                let began = Some(at);
                let mover = to_move.map(|color| (color, 0));
                *self = HandCount { began, plies_before, increment, mover, ..HandCount::default() };
            }
            HandAct::Moved => self.moves.push(HandMove { running, zeroes: false }),
            HandAct::Zeroed => self.moves.push(HandMove { running, zeroes: true }),
            HandAct::TakenBack => {
                self.moves.pop();
                let n_moves = self.moves.len();
                for reading in &mut self.readings {
                    reading.n_moves = reading.n_moves.min(n_moves);
                }
            }
            HandAct::Read(shown) => self.readings.push(HandReading {
                shown,
                to_move: self.to_move(),
                running,
                n_moves: self.moves.len(),
            }),
            HandAct::MoverSeen(color) => self.mover = Some((color, self.moves.len())),
            HandAct::Stopped => {
                self.stopped_since = self.stopped_since.or(Some(at));
            }
            HandAct::WentOn => {
                if let Some(since) = self.stopped_since.take() {
                    self.stopped += (at - since).max(ClockTime::ZERO);
                }
            }
        }
    }

    /// Whether it has begun.
    pub fn has_begun(&self) -> bool {
        self.began.is_some()
    }

    /// What each move adds to the clocks.
    pub fn increment(&self) -> Option<ClockTime> {
        self.increment
    }

    /// Who is to move, where it was told once.
    pub fn to_move(&self) -> Option<Color> {
        let (color, then) = self.mover?;
        let is_same = self.moves.len().abs_diff(then).is_multiple_of(2);
        Some(if is_same { color } else { !color })
    }

    /// Whether both clocks stand.
    pub fn is_stopped(&self) -> bool {
        self.stopped_since.is_some()
    }

    /// The running time since the count began, stops taken out.
    pub fn running(&self, now: ClockTime) -> ClockTime {
        let until = self.stopped_since.map_or(now, |since| since.min(now));
        let began = self.began.unwrap_or(until);
        (until - began - self.stopped).max(ClockTime::ZERO)
    }

    /// The running time of the count at which the present series began.
    pub fn series_began(&self) -> ClockTime {
        match self.series_start().checked_sub(1).and_then(|index| self.moves.get(index)) {
            Some(zeroing) => zeroing.running,
            None => ClockTime::ZERO,
        }
    }

    /// The taps of the present series.
    pub fn n_taps(&self) -> u32 {
        (self.moves.len() - self.series_start()) as u32
    }

    /// The plies that the present series had before its first tap; `None` where nobody knows.
    pub fn plies_before(&self) -> Option<u32> {
        if self.series_start() > 0 { Some(0) } else { self.plies_before }
    }

    /// The readings of the present series, in order.
    pub fn readings(&self) -> impl Iterator<Item = &HandReading> {
        let start = self.series_start();
        self.readings.iter().filter(move |reading| reading.n_moves >= start)
    }

    /// The taps of the series that had been made at a reading of it.
    pub fn taps_at(&self, reading: &HandReading) -> u32 {
        reading.n_moves.saturating_sub(self.series_start()) as u32
    }

    /// The plies that so many taps of the present series stand for, slips allowed for.
    ///
    /// Where nobody knows how many plies the series had before, nothing bounds it above.
    pub fn plies(&self, taps: u32) -> Span {
        let Slips { missed, doubled } = Slips::usual(taps);
        let before = self.plies_before();
        let min = before.unwrap_or(0) + taps.saturating_sub(doubled);
        match before {
            Some(before) => Span::between(min, before + taps + missed).unwrap_or(Span::ANY),
            None => Span::at_least(min),
        }
    }

    /// What the count proves now, measured against thresholds.
    pub fn standing(&self, now: ClockTime, thresholds: &[RuledThreshold]) -> HandStanding {
        let by_taps = self.plies(self.n_taps());
        let by_clocks = self.by_clocks();
        let together = match &by_clocks {
            Some(Ok(span)) => by_taps.intersection(span),
            _ => Some(by_taps),
        };
        let counted = together.unwrap_or(by_taps);
        let judged = |ruled: &RuledThreshold| (ruled.clone(), judge(&counted, &ruled.threshold));
        let sums =
            thresholds.iter().filter_map(|ruled| Some((ruled.clone(), self.sums(now, ruled)?)));
        HandStanding {
            by_taps,
            together,
            states: thresholds.iter().map(judged).collect(),
            sums: sums.collect(),
            by_clocks,
        }
    }

    /// The plies of the series by its first and its last reading; `None` where there are no two.
    fn by_clocks(&self) -> Option<Result<Span, NoEstimate>> {
        let mut readings = self.readings();
        let (first, last) = (readings.next()?, readings.last()?);
        let mut window = self.window(first, last.running)?;
        window.now = reading_of(last);
        let later = self.n_taps() - self.taps_at(last);
        let Slips { missed, doubled } = Slips::usual(later);
        let later = Span::between(later.saturating_sub(doubled), later + missed)?;
        let before = self.plies(self.taps_at(first));
        Some(estimate(&window).map(|between| before.plus(&between.completed).plus(&later)))
    }

    /// The sums that prove and refute a threshold now, from the first reading of the series on.
    fn sums(&self, now: ClockTime, ruled: &RuledThreshold) -> Option<SumsAt> {
        let first = self.readings().next()?;
        let window = self.window(first, self.running(now))?;
        let before = self.plies(self.taps_at(first));
        let left = |plies: u32| Threshold {
            plies: ruled.threshold.plies.saturating_sub(plies),
            ..ruled.threshold
        };
        let proving = sums_at(&window, &left(before.min())).ok()?;
        // Against a count that nothing bounds above no sum speaks.
        let refutes = match before.max() {
            Some(max) => sums_at(&window, &left(max)).ok()?.refutes,
            None => ClockTime::millis(-1),
        };
        Some(SumsAt { refutes, ..proving })
    }

    fn window(&self, first: &HandReading, running: ClockTime) -> Option<Window> {
        let increment = self.increment?;
        let time = running - first.running;
        let elapsed = Elapsed { time, watch: Watch::Wrist };
        let start = reading_of(first);
        Some(Window::plain(Timing::Increment(increment), start, start, elapsed))
    }

    /// The place of the first move of the present series.
    fn series_start(&self) -> usize {
        self.moves.iter().rposition(|made| made.zeroes).map_or(0, |index| index + 1)
    }
}

fn reading_of(read: &HandReading) -> Reading {
    Reading { shown: read.shown, ..Reading::of_sum(ClockTime::ZERO, read.to_move) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds;
    use kaissa_laws::{Edition, Editions, Rules};

    fn seconds(seconds: i64) -> ClockTime {
        ClockTime::seconds(seconds)
    }

    fn began(plies_before: Option<u32>) -> HandAct {
        let increment = Some(seconds(2));
        HandAct::Began { to_move: Some(Color::White), plies_before, increment }
    }

    fn ruled() -> Vec<RuledThreshold> {
        let rules = Rules::new(Editions::built_in(), Edition::E2023).expect("built in");
        thresholds(&rules).known
    }

    /// A count that began at zero with these acts, a second apart.
    fn counted(plies_before: Option<u32>, acts: &[HandAct]) -> HandCount {
        let mut count = HandCount::default();
        count.apply(ClockTime::ZERO, &began(plies_before));
        for (act, at) in acts.iter().zip(1..) {
            count.apply(seconds(at), act);
        }
        count
    }

    #[test]
    fn a_capture_begins_the_series_anew_and_can_be_taken_back() {
        use HandAct::{Moved, TakenBack, Zeroed};
        let mut count = counted(None, &[Moved, Moved, Zeroed, Moved]);
        assert_eq!((count.n_taps(), count.plies_before()), (1, Some(0)));
        assert_eq!(count.series_began(), seconds(3));
        assert_eq!(count.to_move(), Some(Color::White));
        count.apply(seconds(5), &TakenBack);
        count.apply(seconds(6), &TakenBack);
        assert_eq!((count.n_taps(), count.plies_before()), (2, None));
        assert_eq!(count.plies(2), Span::at_least(1));
    }

    #[test]
    fn stops_are_no_running_time() {
        let mut count = counted(Some(0), &[]);
        count.apply(seconds(10), &HandAct::Stopped);
        count.apply(seconds(12), &HandAct::Stopped);
        assert_eq!(count.running(seconds(40)), seconds(10));
        count.apply(seconds(70), &HandAct::WentOn);
        assert_eq!(count.running(seconds(75)), seconds(15));
    }

    #[test]
    fn a_hundred_taps_prove_nothing_alone_and_two_more_do() {
        let state = |n: usize| {
            let count = counted(Some(0), &vec![HandAct::Moved; n]);
            let on_board = ruled().remove(1);
            judge(&count.plies(count.n_taps()), &on_board.threshold)
        };
        // Two slips for a hundred taps.
        assert_eq!(state(97), State::NotReached { short: 1 });
        assert_eq!(state(100), State::Open { lacking_at_worst: 2 });
        assert_eq!(state(103), State::Reached { beyond: 0 });
    }

    #[test]
    fn the_clocks_settle_what_the_taps_leave_open() {
        // The article's ending: 18 seconds in all, the same 200 seconds and a hundred moves later.
        let mut count = counted(Some(0), &[HandAct::Read(Shown::Sum(seconds(18)))]);
        for ply in 1..=100 {
            count.apply(seconds(1 + 2 * ply), &HandAct::Moved);
        }
        let now = seconds(201);
        assert_eq!(
            count.standing(now, &ruled()).together,
            Some(Span::between(98, 102).expect("in order"))
        );
        let sums = count.standing(now, &ruled()).sums;
        let on_board = sums.iter().find(|(ruled, _)| ruled.threshold == Threshold::on_board(50));
        let on_board = on_board.expect("it holds").1;
        assert_eq!((on_board.literal, on_board.elapsed), (seconds(18), seconds(200)));
        count.apply(now, &HandAct::Read(Shown::Sum(seconds(18))));
        let standing = count.standing(now, &ruled());
        // White is to move at both: an even number, and the clocks leave 99 to 101.
        assert_eq!(standing.together.and_then(|span| span.exact()), Some(100));
        assert_eq!(standing.states[1].1, State::Reached { beyond: 0 });
    }

    #[test]
    fn sums_are_those_of_the_window_with_the_taps_before_it_taken_off() {
        let mut acts = vec![HandAct::Moved; 10];
        acts.push(HandAct::Read(Shown::Sum(seconds(60))));
        let count = counted(Some(30), &acts);
        let sums = count.standing(seconds(100), &ruled()).sums;
        // Ten taps with one slip either way after thirty plies: 39 at least, 41 at most.
        let (automatic, found) = sums.last().expect("it holds");
        let window =
            count.window(count.readings().next().expect("read"), seconds(100)).expect("it adds");
        let left =
            |plies| Threshold { plies: automatic.threshold.plies - plies, ..automatic.threshold };
        assert_eq!(found.proves, sums_at(&window, &left(39)).expect("it holds").proves);
        assert_eq!(found.refutes, sums_at(&window, &left(41)).expect("it holds").refutes);
    }

    #[test]
    fn taps_and_clocks_that_contradict_each_other_are_named() {
        let mut count = counted(Some(0), &[HandAct::Read(Shown::Sum(seconds(60)))]);
        for ply in 1..=10 {
            count.apply(seconds(1 + ply), &HandAct::Moved);
        }
        count.apply(seconds(12), &HandAct::Read(Shown::Sum(seconds(100))));
        let standing = count.standing(seconds(12), &ruled());
        assert_eq!(standing.together, None);
    }

    #[test]
    fn readings_of_an_earlier_series_play_no_part() {
        use HandAct::{Moved, Read, TakenBack, Zeroed};
        let read = Read(Shown::Sum(seconds(60)));
        let mut count = counted(Some(0), &[read, Moved, Zeroed, Moved]);
        assert_eq!(count.readings().count(), 0);
        assert!(count.standing(seconds(9), &ruled()).sums.is_empty());
        count.apply(seconds(9), &TakenBack);
        count.apply(seconds(9), &TakenBack);
        assert_eq!(count.readings().count(), 1);
    }

    /// What a page without the network works with: the sums at zero, shifted.
    #[test]
    fn sums_shift_by_the_sum_the_time_and_the_increments() {
        for increment in [1, 2, 3, 5, 10, 30] {
            let at = |sum: i64, elapsed: i64, plies: u32| {
                let window = Window::plain(
                    Timing::Increment(seconds(increment)),
                    Reading::of_sum(seconds(sum), None),
                    Reading::of_sum(seconds(sum), None),
                    Elapsed { time: seconds(elapsed), watch: Watch::Wrist },
                );
                sums_at(&window, &Threshold { plies, ..Threshold::on_board(50) }).expect("it holds")
            };
            let zero = at(0, 0, 100);
            for (sum, elapsed, taps) in [(18, 0, 0), (18, 200, 0), (300, 77, 12), (3, 900, 99)] {
                let shift = seconds(sum - elapsed - increment * taps);
                let found = at(sum, elapsed, 100 - taps as u32);
                assert_eq!(found.proves, zero.proves + shift);
                assert_eq!(found.proves_if_parity_fits, zero.proves_if_parity_fits + shift);
                assert_eq!(found.refutes, zero.refutes + shift);
            }
        }
    }
}
