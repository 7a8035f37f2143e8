//! The arithmetic of increments: presses from two readings and the time between them, and the other way about.

use kaissa_chess::Color;
use kaissa_laws::ClockTime;

use crate::{AnchorPress, LastMove, Parity, Quotient, Rounding, Shown, Span, Timing, Window};

/// What two readings and the time between them prove.
///
/// What both clocks lose together is the running time, what they gain is one increment a press:
/// `sum now = sum then - elapsed + increments + adjustments`, at any moment, in the middle of a move too.
/// The displays and the watch each leave an error whose bound is declared; every whole number of presses
/// within the bounds is a candidate, and whose move it was at both readings leaves the even or the odd ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// (elapsed + sum now - sum then - adjustments) / increment, unrounded.
    pub literal: Quotient,
    /// The presses that earned an increment between the readings.
    pub presses: Span,
    /// The plies completed since the anchor.
    pub completed: Span,
    /// The plies made since the anchor: one more when a move stands on the board not yet pressed.
    pub made: Span,
    /// How far the readings may be off.
    pub bound: Bound,
    /// What has to be true for this to hold.
    pub assumes: Vec<Assumption>,
}

/// How far the gained time may be from its literal value, by what causes it; always less than the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// From the displays: how much less the true gain may be.
    pub displays_below: ClockTime,
    /// From the displays: how much more the true gain may be.
    pub displays_above: ClockTime,
    /// From the watch, either way.
    pub watch: ClockTime,
}

impl Bound {
    /// How much less the true gain may be.
    pub fn below(&self) -> ClockTime {
        ClockTime::millis(self.displays_below.as_millis().saturating_add(self.watch.as_millis()))
    }

    /// How much more the true gain may be.
    pub fn above(&self) -> ClockTime {
        ClockTime::millis(self.displays_above.as_millis().saturating_add(self.watch.as_millis()))
    }
}

/// A fact that nobody gave and the result stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assumption {
    /// The clocks ran all the elapsed time.
    StopsTakenOut,
    /// Nothing was added or taken away by hand.
    NoAdjustments,
    /// Each move was pressed once.
    OnePressAMove,
    /// The anchor had been pressed at the first reading.
    AnchorPressed,
}

/// Why the clocks say nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoEstimate {
    /// The formula does not hold under this timing or for these readings.
    Void(Vec<VoidCause>),
    /// The readings contradict themselves: no number of presses fits them.
    NothingFits {
        /// The unrounded value that no whole number of the right parity lies near enough to.
        literal: Quotient,
    },
    /// This clock rose more than its increments allow, or lost more than all the time there was: the
    /// displays were exchanged, or an adjustment is not told.
    SideImpossible {
        /// Whose clock.
        color: Color,
    },
}

/// What makes the formula void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VoidCause {
    /// The clock adds nothing, so running time is all it shows.
    NoIncrement,
    /// A delay is no increment: values never rise.
    Delay,
    /// The clock counts up.
    CountUp,
    /// What one side loses the other gains: the sum never changes.
    Hourglass,
    /// A time for each move comes anew, whatever was left.
    Byoyomi,
    /// The players' increments differ.
    UnequalIncrements,
    /// The increment changed between the readings.
    IncrementChanged,
    /// An increment of zero or less was given.
    IncrementNotPositive,
    /// A display showed hours and minutes only, and the sum does not tell which: give each clock.
    SecondsNotShown,
    /// The elapsed time is below zero.
    ElapsedNegative,
    /// A flag had fallen at the first reading already: after that nothing is earned.
    FlagFallenBefore,
}

/// Counts the presses between two readings.
///
/// **Laws:** 6.3.1 (the increment), 6.2.1 (completed and made), 9.3 and 9.6.2 (what is counted).
///
/// Parity comes from whose clock ran at each reading, so it is that of the presses: a press for the anchor
/// itself is among them when the first sum was read before it.
///
/// # Errors
/// [`NoEstimate::Void`] where the formula does not hold; [`NoEstimate::NothingFits`] and
/// [`NoEstimate::SideImpossible`] where the readings contradict themselves.
pub fn estimate(window: &Window) -> Result<Estimate, NoEstimate> {
    let balance = Balance::of(window)?;
    let literal = balance.literal;
    let nothing_fits = || NoEstimate::NothingFits { literal };

    let presses = balance.presses().ok_or_else(nothing_fits)?;
    let presses = match parity_of_presses(window) {
        Some(parity) => presses.with_parity(parity).ok_or_else(nothing_fits)?,
        None => presses,
    };
    let presses = check_each_side(window, &balance, presses)?;
    let completed = presses.shifted(-window.presses_beyond_completed()).ok_or_else(nothing_fits)?;
    let unpressed = i64::from(window.last_move == LastMove::MadeOnly);
    let made = completed.shifted(unpressed).ok_or_else(nothing_fits)?;
    Ok(Estimate {
        literal,
        presses,
        completed,
        made,
        bound: balance.bound,
        assumes: assumptions(window),
    })
}

/// The sum of both displays to be expected when `presses` presses have been made at the time of the window.
///
/// The reading `now` plays no part in it. `None` where the formula does not hold.
pub fn sum_to_expect(window: &Window, presses: u32) -> Option<ClockTime> {
    let increment = increment_ms(window).ok()?;
    let sum = i128::from(window.start.shown.sum().as_millis())
        - i128::from(window.elapsed.time.as_millis())
        + increment * i128::from(presses)
        + window.adjusted_ms();
    i64::try_from(sum).ok().map(ClockTime::millis)
}

/// The running time to be expected when `presses` presses have been made and the displays show what `now` says.
///
/// The elapsed time of the window plays no part in it. `None` where the formula does not hold.
pub fn time_to_expect(window: &Window, presses: u32) -> Option<ClockTime> {
    let increment = increment_ms(window).ok()?;
    let time = i128::from(window.start.shown.sum().as_millis())
        - i128::from(window.now.shown.sum().as_millis())
        + increment * i128::from(presses)
        + window.adjusted_ms();
    i64::try_from(time).ok().map(ClockTime::millis)
}

/// The gained time, its increment and its error, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Balance {
    pub(crate) gained_ms: i128,
    pub(crate) increment_ms: i128,
    pub(crate) bound: Bound,
    pub(crate) literal: Quotient,
}

impl Balance {
    pub(crate) fn of(window: &Window) -> Result<Balance, NoEstimate> {
        let void = |cause| NoEstimate::Void(vec![cause]);
        let increment_ms = increment_ms(window).map_err(void)?;
        let elapsed_ms = i128::from(window.elapsed.time.as_millis());
        if elapsed_ms < 0 {
            return Err(void(VoidCause::ElapsedNegative));
        }
        if window.start.fallen.is_some() {
            return Err(void(VoidCause::FlagFallenBefore));
        }
        let (displays_below, displays_above) =
            display_errors(window).ok_or_else(|| void(VoidCause::SecondsNotShown))?;
        let bound = Bound { displays_below, displays_above, watch: window.elapsed.watch.bound() };
        let gained_ms = elapsed_ms + i128::from(window.now.shown.sum().as_millis())
            - i128::from(window.start.shown.sum().as_millis())
            - window.adjusted_ms();
        let literal = Quotient::new(gained_ms, increment_ms)
            .ok_or_else(|| void(VoidCause::IncrementNotPositive))?;
        Ok(Balance { gained_ms, increment_ms, bound, literal })
    }

    /// Every whole number of presses whose increments lie strictly within the bounds.
    fn presses(&self) -> Option<Span> {
        let below = i128::from(self.bound.below().as_millis());
        let above = i128::from(self.bound.above().as_millis());
        // Without any error the value itself is the one candidate, although the bounds are open.
        let (below, above) = (below.max(1), above.max(1));
        let first = (self.gained_ms - below).div_euclid(self.increment_ms) + 1;
        let last = (self.gained_ms + above - 1).div_euclid(self.increment_ms);
        let last = u32::try_from(last.min(i128::from(u32::MAX))).ok()?;
        let first = u32::try_from(first.max(0)).ok()?;
        Span::between(first, last)
    }
}

fn increment_ms(window: &Window) -> Result<i128, VoidCause> {
    match window.timing {
        Timing::Increment(increment) if increment > ClockTime::ZERO => {
            Ok(i128::from(increment.as_millis()))
        }
        Timing::Increment(_) => Err(VoidCause::IncrementNotPositive),
        Timing::UnequalIncrements(_) => Err(VoidCause::UnequalIncrements),
        Timing::IncrementChanged => Err(VoidCause::IncrementChanged),
        Timing::NoIncrement => Err(VoidCause::NoIncrement),
        Timing::Delay => Err(VoidCause::Delay),
        Timing::CountUp => Err(VoidCause::CountUp),
        Timing::Hourglass => Err(VoidCause::Hourglass),
        Timing::Byoyomi => Err(VoidCause::Byoyomi),
    }
}

/// How much less and how much more the true gain may be than the difference of the shown sums.
///
/// A display that rounds down hides time at both moments: what it hides at the first makes the true gain
/// less, what it hides at the second makes it more. Rounding up is the other way about.
fn display_errors(window: &Window) -> Option<(ClockTime, ClockTime)> {
    let (start, now) = (window.start.step()?, window.now.step()?);
    Some(match window.rounding {
        Rounding::Down => (start, now),
        Rounding::Up => (now, start),
        Rounding::Unknown => (start.max(now), start.max(now)),
    })
}

fn parity_of_presses(window: &Window) -> Option<Parity> {
    // Only the clock that runs can fall.
    let now = window.now.to_move.or(window.now.fallen)?;
    Some(Parity::between(window.start.to_move?, now))
}

/// Checks what each clock alone allows: it cannot have risen by more than its own increments, nor lost
/// more than all the time there was. The players press in turn, so one side's presses bound the other's.
fn check_each_side(window: &Window, balance: &Balance, presses: Span) -> Result<Span, NoEstimate> {
    let (Shown::Each(then), Shown::Each(now)) = (window.start.shown, window.now.shown) else {
        return Ok(presses);
    };
    if window.adjustments.iter().any(|added| added.to.is_none()) {
        return Ok(presses);
    }
    let slack = i128::from(balance.bound.below().max(balance.bound.above()).as_millis());
    let elapsed_ms = i128::from(window.elapsed.time.as_millis());
    let mut left = presses;
    for color in [Color::White, Color::Black] {
        let added: i128 = window
            .adjustments
            .iter()
            .filter(|added| added.to == Some(color))
            .map(|added| i128::from(added.amount.as_millis()))
            .sum();
        let risen = i128::from(now.get(color).as_millis())
            - i128::from(then.get(color).as_millis())
            - added;
        let least = (risen - slack).div_euclid(balance.increment_ms);
        let most = (risen + elapsed_ms + slack).div_euclid(balance.increment_ms);
        let ends = (2 * least - 1).max(0)..=2 * most + 1;
        let side = u32::try_from(*ends.start())
            .ok()
            .zip(u32::try_from(*ends.end()).ok())
            .and_then(|(min, max)| Span::between(min, max));
        left = side
            .and_then(|side| left.intersection(&side))
            .ok_or(NoEstimate::SideImpossible { color })?;
    }
    Ok(left)
}

fn assumptions(window: &Window) -> Vec<Assumption> {
    let mut assumes = vec![Assumption::StopsTakenOut];
    if window.adjustments.is_empty() {
        assumes.push(Assumption::NoAdjustments);
    }
    if window.faults == Default::default() {
        assumes.push(Assumption::OnePressAMove);
    }
    if window.anchor == AnchorPress::BeforeReading {
        assumes.push(Assumption::AnchorPressed);
    }
    assumes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Adjustment, AdjustmentCause, Display, Elapsed, PressFaults, Reading, Watch};
    use Color::{Black, White};

    /// The article's ending: 3+2, sums of both clocks, seconds.
    fn window(elapsed: i64, then: i64, now: i64) -> Window {
        Window::plain(
            Timing::Increment(ClockTime::seconds(2)),
            Reading::of_sum(ClockTime::seconds(then), None),
            Reading::of_sum(ClockTime::seconds(now), None),
            Elapsed { time: ClockTime::seconds(elapsed), watch: Watch::Wrist },
        )
    }

    fn candidates(window: &Window) -> Vec<u32> {
        let estimate = estimate(window).expect("the formula holds");
        estimate.completed.candidates().collect()
    }

    #[test]
    fn equal_sums_after_200_seconds_are_100_give_or_take_one() {
        let mut at_200 = window(200, 18, 18);
        assert_eq!(estimate(&at_200).map(|e| e.literal.whole()), Ok(Some(100)));
        assert_eq!(candidates(&at_200), [99, 100, 101]);

        at_200.start.to_move = Some(White);
        at_200.now.to_move = Some(White);
        assert_eq!(candidates(&at_200), [100]);
        at_200.now.to_move = Some(Black);
        assert_eq!(candidates(&at_200), [99, 101]);
    }

    #[test]
    fn the_anchor_is_not_counted_when_its_press_came_after_the_reading() {
        let mut flagged = window(308, 18, 4);
        flagged.start.to_move = Some(Black);
        flagged.now.to_move = Some(White);
        flagged.anchor = AnchorPress::AfterReading;
        let estimate = estimate(&flagged).expect("the formula holds");
        assert_eq!(estimate.presses.exact(), Some(147));
        assert_eq!(estimate.completed.exact(), Some(146));
    }

    #[test]
    fn a_fallen_flag_tells_who_was_to_move_and_shows_its_zero_exactly() {
        let mut flagged = window(308, 18, 4);
        flagged.start.shown = Shown::Each(kaissa_chess::ByColor {
            white: ClockTime::seconds(6),
            black: ClockTime::seconds(12),
        });
        flagged.now.shown = Shown::Each(kaissa_chess::ByColor {
            white: ClockTime::ZERO,
            black: ClockTime::seconds(4),
        });
        flagged.start.to_move = Some(White);
        flagged.now.fallen = Some(White);
        assert_eq!(candidates(&flagged), [146, 148]);

        flagged.rounding = Rounding::Down;
        let bound = estimate(&flagged).expect("the formula holds").bound;
        assert_eq!(bound.below(), ClockTime::millis(3500));
        assert_eq!(bound.above(), ClockTime::millis(2500));
    }

    #[test]
    fn time_added_by_hand_is_no_increment() {
        let mut penalised = window(200, 18, 78);
        penalised.adjustments.push(Adjustment {
            to: Some(Black),
            amount: ClockTime::minutes(1),
            cause: AdjustmentCause::Penalty,
        });
        assert_eq!(candidates(&penalised), [99, 100, 101]);
    }

    #[test]
    fn a_mating_move_and_a_move_not_yet_pressed_earn_nothing() {
        let mut ended = window(200, 18, 18);
        ended.last_move = LastMove::EndedGame;
        assert_eq!(candidates(&ended), [100, 101, 102]);
        ended.last_move = LastMove::MadeOnly;
        let made = estimate(&ended).expect("the formula holds");
        assert_eq!((made.completed.min(), made.made.min()), (99, 100));
    }

    #[test]
    fn known_faults_of_pressing_move_the_count() {
        let mut faulty = window(200, 18, 18);
        faulty.faults = PressFaults { moves_without_press: 2, presses_without_move: 0 };
        assert_eq!(candidates(&faulty), [101, 102, 103]);
        faulty.faults = PressFaults { moves_without_press: 0, presses_without_move: 1 };
        assert_eq!(candidates(&faulty), [98, 99, 100]);
    }

    #[test]
    fn nothing_is_known_where_the_formula_is_void() {
        for (timing, cause) in [
            (Timing::NoIncrement, VoidCause::NoIncrement),
            (Timing::Delay, VoidCause::Delay),
            (Timing::CountUp, VoidCause::CountUp),
            (Timing::Hourglass, VoidCause::Hourglass),
            (Timing::Byoyomi, VoidCause::Byoyomi),
            (Timing::IncrementChanged, VoidCause::IncrementChanged),
            (Timing::Increment(ClockTime::ZERO), VoidCause::IncrementNotPositive),
        ] {
            let mut window = window(200, 18, 18);
            window.timing = timing;
            assert_eq!(estimate(&window), Err(NoEstimate::Void(vec![cause])));
            assert_eq!(sum_to_expect(&window, 100), None);
        }
    }

    #[test]
    fn minutes_on_the_display_are_told_not_guessed() {
        let mut hidden = window(600, 3000, 2600);
        hidden.start.display = Display::MinutesFrom(ClockTime::minutes(20));
        hidden.now.display = hidden.start.display;
        let void = NoEstimate::Void(vec![VoidCause::SecondsNotShown]);
        assert_eq!(estimate(&hidden), Err(void));

        hidden.start.shown = Shown::Each(kaissa_chess::ByColor {
            white: ClockTime::minutes(30),
            black: ClockTime::minutes(20),
        });
        hidden.now.shown = Shown::Each(kaissa_chess::ByColor {
            white: ClockTime::minutes(24),
            black: ClockTime::seconds(1160),
        });
        let bound = estimate(&hidden).expect("each clock is given").bound;
        assert_eq!(bound.below(), ClockTime::millis(121_500));
    }

    #[test]
    fn readings_that_fit_no_count_are_refused() {
        let mut odd = window(200, 18, 33);
        odd.timing = Timing::Increment(ClockTime::seconds(30));
        assert!(matches!(estimate(&odd), Err(NoEstimate::NothingFits { .. })));
    }

    #[test]
    fn one_clock_cannot_rise_beyond_its_own_increments() {
        let each = |white, black| {
            Shown::Each(kaissa_chess::ByColor {
                white: ClockTime::seconds(white),
                black: ClockTime::seconds(black),
            })
        };
        let mut exchanged = window(20, 0, 0);
        exchanged.start.shown = each(300, 30);
        exchanged.now.shown = each(30, 300);
        assert_eq!(estimate(&exchanged), Err(NoEstimate::SideImpossible { color: White }));
    }

    #[test]
    fn readings_without_error_give_one_count() {
        let mut exact = window(200, 18, 18);
        exact.start.display = Display::Milliseconds;
        exact.now.display = Display::Milliseconds;
        exact.elapsed.watch = Watch::Within(ClockTime::ZERO);
        assert_eq!(candidates(&exact), [100]);
    }

    #[test]
    fn the_three_directions_agree() {
        let at_170 = window(170, 18, 55);
        assert_eq!(sum_to_expect(&at_170, 100), Some(ClockTime::seconds(48)));
        assert_eq!(time_to_expect(&at_170, 100), Some(ClockTime::seconds(163)));
        for presses in 0..200 {
            let mut window = at_170.clone();
            let sum = sum_to_expect(&window, presses).expect("the formula holds");
            window.now.shown = Shown::Sum(sum);
            assert_eq!(time_to_expect(&window, presses), Some(ClockTime::seconds(170)));
            let literal = estimate(&window).expect("the formula holds").literal;
            assert_eq!(literal.whole(), Some(i128::from(presses)));
        }
    }

    #[test]
    fn readings_beyond_all_measure_do_no_harm() {
        for extreme in [i64::MAX, i64::MIN, -1, 0] {
            let mut window = window(0, 0, 0);
            window.elapsed.time = ClockTime::millis(extreme);
            window.start.shown = Shown::Sum(ClockTime::millis(extreme));
            let _ = estimate(&window);
            window.start.shown = Shown::Sum(ClockTime::millis(extreme.wrapping_neg()));
            let _ = estimate(&window);
            window.timing = Timing::Increment(ClockTime::millis(extreme));
            let _ = estimate(&window);
            window.elapsed.watch = Watch::Within(ClockTime::millis(extreme));
            let _ = estimate(&window);
            let _ = (sum_to_expect(&window, u32::MAX), time_to_expect(&window, 0));
        }
    }
}
