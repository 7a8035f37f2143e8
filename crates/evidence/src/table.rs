//! What an arbiter carries on paper or watches while the clocks run: the sums that prove a threshold.

use kaissa_laws::ClockTime;

use crate::{Balance, NoEstimate, Parity, State, Threshold, Window, judge, sum_to_expect};

/// The sums of both clocks that speak for and against a threshold at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SumsAt {
    /// The running time of this row.
    pub elapsed: ClockTime,
    /// The sum at which the plain formula gives the threshold exactly; below zero it cannot be missed.
    pub literal: ClockTime,
    /// This sum or more proves the threshold, whoever was to move.
    pub proves: ClockTime,
    /// This sum or more proves it when it is known that the count has this threshold's parity.
    pub proves_if_parity_fits: ClockTime,
    /// This sum or less refutes it, whoever was to move.
    pub refutes: ClockTime,
}

/// Works out the sums that prove or refute `threshold` at the elapsed time of the window.
///
/// The reading `now` matters only for the fineness of its display; its value plays no part.
///
/// # Errors
/// [`NoEstimate::Void`] where the formula does not hold.
pub fn sums_at(window: &Window, threshold: &Threshold) -> Result<SumsAt, NoEstimate> {
    let balance = Balance::of(window)?;
    let presses = i128::from(threshold.presses(window));
    // The sum that makes the gain exactly `presses` increments.
    let base = i128::from(window.start.shown.sum().as_millis())
        - i128::from(window.elapsed.time.as_millis())
        + window.adjusted_ms();
    let below = i128::from(balance.bound.below().as_millis());
    let above = i128::from(balance.bound.above().as_millis());
    let at = |presses: i128, more: i128| base + presses * balance.increment_ms + more;
    let step = i128::from(display_step(window));
    let up = |sum: i128| to_time((sum + step - 1).div_euclid(step) * step);
    let down = |sum: i128| to_time(sum.div_euclid(step) * step);
    Ok(SumsAt {
        elapsed: window.elapsed.time,
        literal: to_time(at(presses, 0)),
        proves: up(at(presses - 1, below)),
        proves_if_parity_fits: up(at(presses - 2, below)),
        refutes: down(at(presses, -above)),
    })
}

/// The table to carry: a row each `step` of running time from `from` to `to`.
///
/// # Errors
/// [`NoEstimate::Void`] where the formula does not hold. No rows when `step` is not above zero.
pub fn table(
    window: &Window,
    threshold: &Threshold,
    from: ClockTime,
    to: ClockTime,
    step: ClockTime,
) -> Result<Vec<SumsAt>, NoEstimate> {
    const MOST_ROWS: usize = 100_000;
    let step = match usize::try_from(step.as_millis()) {
        Ok(step) if step > 0 => step,
        _ => return Ok(Vec::new()),
    };
    (from.as_millis()..=to.as_millis())
        .step_by(step)
        .take(MOST_ROWS)
        .map(|elapsed| {
            let mut row = window.clone();
            row.elapsed.time = ClockTime::millis(elapsed);
            sums_at(&row, threshold)
        })
        .collect()
}

/// The arithmetic as an arbiter writes it: what is missing to the full time comes off the present sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShortWay {
    /// The threshold's plies times the increment, 3:20 for a hundred at two seconds.
    pub full_time: ClockTime,
    /// What the running time lacks to it; below zero when it has passed.
    pub missing: ClockTime,
    /// The present sum less what is missing.
    pub reduced: ClockTime,
    /// The first sum, with what was added since and the anchor's own increment if it was pressed after
    /// the reading: reached when `reduced` is not below it.
    pub needed: ClockTime,
}

impl ShortWay {
    /// Says whether the threshold is reached, errors of reading left aside.
    pub fn is_reached(&self) -> bool {
        self.reduced >= self.needed
    }
}

/// Writes out the short way to `threshold`.
///
/// # Errors
/// [`NoEstimate::Void`] where the formula does not hold.
pub fn short_way(window: &Window, threshold: &Threshold) -> Result<ShortWay, NoEstimate> {
    let balance = Balance::of(window)?;
    let full = i128::from(threshold.plies) * balance.increment_ms;
    let missing = full - i128::from(window.elapsed.time.as_millis());
    // The press of an anchor not yet pressed belongs to the first sum; other presses beyond the plies do too.
    let beyond = i128::from(threshold.presses(window) - i64::from(threshold.plies));
    let sum = i128::from(window.now.shown.sum().as_millis());
    let first = i128::from(window.start.shown.sum().as_millis());
    Ok(ShortWay {
        full_time: to_time(full),
        missing: to_time(missing),
        reduced: to_time(sum - missing),
        needed: to_time(first + window.adjusted_ms() + beyond * balance.increment_ms),
    })
}

/// The running times between which a threshold must be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Moments {
    /// Not before this running time, if no move takes less than the pace given.
    pub earliest: ClockTime,
    /// At this running time at the latest it is reached if neither flag has fallen, whatever the clocks show.
    pub latest: ClockTime,
}

/// Works out between which running times `threshold` comes.
///
/// The players' own time bounds the latest: what both had at the first reading and have gained since cannot
/// be used up without reaching the threshold or a flag. `fastest_ply` is the shortest time that a move and
/// its press are believed to take; zero is always safe.
///
/// # Errors
/// [`NoEstimate`] where the window gives no count.
pub fn moments(
    window: &Window,
    threshold: &Threshold,
    fastest_ply: ClockTime,
) -> Result<Moments, NoEstimate> {
    let estimate = crate::estimate(window)?;
    let count = threshold.counted(&estimate);
    let lacking = match judge(&count, threshold) {
        State::NotReached { short } => i128::from(short),
        State::Reached { .. } | State::Open { .. } => 0,
    };
    let now = i128::from(window.elapsed.time.as_millis());
    let pace = i128::from(fastest_ply.as_millis().max(0));

    // Even at a sum of zero the threshold is then proved.
    let mut at_zero = window.clone();
    at_zero.elapsed.time = ClockTime::ZERO;
    let latest = sums_at(&at_zero, threshold)?.proves;
    Ok(Moments { earliest: to_time(now + lacking * pace), latest })
}

/// How far the present sum lies above (below, when negative) the one that just shows the threshold.
///
/// `None` where the formula does not hold.
pub fn above_threshold_by(window: &Window, threshold: &Threshold) -> Option<ClockTime> {
    let presses = u32::try_from(threshold.presses(window).max(0)).ok()?;
    let expected = sum_to_expect(window, presses)?;
    let shown = window.now.shown.sum();
    Some(ClockTime::millis(shown.as_millis().saturating_sub(expected.as_millis())))
}

/// Says whether the count can have the parity at which [`SumsAt::proves_if_parity_fits`] applies.
pub fn parity_fits(window: &Window, threshold: &Threshold) -> Option<bool> {
    let start = window.start.to_move?;
    let now = window.now.to_move.or(window.now.fallen)?;
    let presses = u32::try_from(threshold.presses(window)).ok()?;
    Some(Parity::between(start, now) == Parity::of(presses))
}

fn display_step(window: &Window) -> i64 {
    let finest = window.now.display.step(ClockTime::millis(-1)).as_millis();
    finest.max(1)
}

fn to_time(ms: i128) -> ClockTime {
    let clamped = ms.clamp(i128::from(i64::MIN), i128::from(i64::MAX));
    ClockTime::millis(i64::try_from(clamped).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Elapsed, Reading, Shown, Timing, Watch, estimate};
    use kaissa_chess::Color::{Black, White};

    fn window(elapsed: i64, then: i64, now: i64) -> Window {
        Window::plain(
            Timing::Increment(ClockTime::seconds(2)),
            Reading::of_sum(ClockTime::seconds(then), None),
            Reading::of_sum(ClockTime::seconds(now), None),
            Elapsed { time: ClockTime::seconds(elapsed), watch: Watch::Wrist },
        )
    }

    #[test]
    fn the_short_way_is_written_as_in_the_article() {
        let way = short_way(&window(170, 18, 55), &Threshold::on_board(50)).expect("it holds");
        assert_eq!(way.full_time, ClockTime::seconds(200));
        assert_eq!(way.missing, ClockTime::seconds(30));
        assert_eq!(way.reduced, ClockTime::seconds(25));
        assert_eq!(way.needed, ClockTime::seconds(18));
        assert!(way.is_reached());

        let way = short_way(&window(308, 18, 4), &Threshold::automatic(75)).expect("it holds");
        assert_eq!(way.missing, ClockTime::seconds(-8));
        assert_eq!(way.reduced, ClockTime::seconds(12));
        assert!(!way.is_reached());
    }

    #[test]
    fn the_short_way_is_reached_when_the_literal_count_is() {
        for elapsed in 150..220 {
            for now in 0..40 {
                let mut seen = window(elapsed, 18, now);
                for anchor in [crate::AnchorPress::BeforeReading, crate::AnchorPress::AfterReading]
                {
                    seen.anchor = anchor;
                    let way = short_way(&seen, &Threshold::on_board(50)).expect("it holds");
                    let literal = estimate(&seen).expect("it holds").literal.to_f64();
                    let wanted =
                        if anchor == crate::AnchorPress::AfterReading { 101.0 } else { 100.0 };
                    assert_eq!(way.is_reached(), literal >= wanted, "{seen:?}");
                }
            }
        }
    }

    #[test]
    fn sums_just_at_the_threshold_are_those_of_the_article() {
        let at = |elapsed, now, threshold: Threshold| {
            let window = window(elapsed, 18, now);
            let row = sums_at(&window, &threshold).expect("it holds");
            let above = above_threshold_by(&window, &threshold);
            (row.literal, above.expect("it holds"))
        };
        let seconds = ClockTime::seconds;
        assert_eq!(at(170, 55, Threshold::on_board(50)), (seconds(48), seconds(7)));
        assert_eq!(at(200, 18, Threshold::on_board(50)), (seconds(18), seconds(0)));
        assert_eq!(at(308, 4, Threshold::automatic(75)), (seconds(10), seconds(-6)));
    }

    /// Each row says of every sum the same as a full estimate with that sum does.
    #[test]
    fn the_table_is_the_estimate_turned_round() {
        let thresholds =
            [Threshold::announced(50), Threshold::on_board(50), Threshold::automatic(75)];
        for increment in [2, 3, 5] {
            for watch in [Watch::Wrist, Watch::Stopwatch, Watch::Electronic] {
                for threshold in thresholds {
                    for elapsed in [90, 170, 201, 308] {
                        let mut window = window(elapsed, 18, 0);
                        window.timing = Timing::Increment(ClockTime::seconds(increment));
                        window.elapsed.watch = watch;
                        check_row(&window, &threshold);
                        window.anchor = crate::AnchorPress::AfterReading;
                        check_row(&window, &threshold);
                    }
                }
            }
        }
    }

    fn check_row(window: &Window, threshold: &Threshold) {
        let row = sums_at(window, threshold).expect("it holds");
        let centre = row.literal.as_millis() / 1000;
        for sum in centre - 20..centre + 20 {
            let mut seen = window.clone();
            seen.now.shown = Shown::Sum(ClockTime::seconds(sum));
            let Ok(counted) = estimate(&seen) else {
                continue;
            };
            let state = judge(&counted.completed, threshold);
            let reached = matches!(state, State::Reached { .. });
            assert_eq!(reached, ClockTime::seconds(sum) >= row.proves, "{seen:?}");
            let refuted = matches!(state, State::NotReached { .. });
            assert_eq!(refuted, ClockTime::seconds(sum) <= row.refutes, "{seen:?}");

            for mover in [White, Black] {
                seen.start.to_move = Some(White);
                seen.now.to_move = Some(mover);
                if parity_fits(&seen, threshold) != Some(true) {
                    continue;
                }
                let Ok(counted) = estimate(&seen) else {
                    continue;
                };
                let reached = matches!(judge(&counted.completed, threshold), State::Reached { .. });
                let proved = ClockTime::seconds(sum) >= row.proves_if_parity_fits;
                assert_eq!(reached, proved, "{seen:?}");
            }
        }
    }

    #[test]
    fn rows_fall_by_a_second_a_second() {
        let start = window(0, 18, 18);
        let rows = table(
            &start,
            &Threshold::on_board(50),
            ClockTime::seconds(150),
            ClockTime::seconds(230),
            ClockTime::seconds(1),
        )
        .expect("it holds");
        assert_eq!(rows.len(), 81);
        for pair in rows.windows(2) {
            let [a, b] = pair else { unreachable!("windows of two") };
            assert_eq!(a.proves.as_millis() - b.proves.as_millis(), 1000);
        }
    }

    #[test]
    fn the_latest_moment_is_when_even_empty_clocks_prove_it() {
        let now = window(150, 18, 40);
        let on_board = Threshold::on_board(50);
        let moments = moments(&now, &on_board, ClockTime::millis(500)).expect("it holds");
        let at = |elapsed: ClockTime| {
            let mut empty = window(0, 18, 0);
            empty.elapsed.time = elapsed;
            judge(&estimate(&empty).expect("it holds").completed, &on_board)
        };
        assert!(matches!(at(moments.latest), State::Reached { .. }));
        let before = ClockTime::millis(moments.latest.as_millis() - 1000);
        assert!(matches!(at(before), State::Open { .. }));

        // 86 completed literally, 87 at most: thirteen more at half a second each.
        assert_eq!(moments.earliest, ClockTime::millis(150_000 + 13 * 500));
    }
}
