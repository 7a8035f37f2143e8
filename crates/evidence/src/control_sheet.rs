//! The time control sheet: what every board's clock should show at a moment, and what it does show.

use kaissa_chess::{ByColor, Color};
use kaissa_laws::ClockTime;

use crate::{Display, Reading, Shown};

/// When the first increment comes onto the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstIncrement {
    /// Before the start: a game of 3+2 begins at 3:02.
    #[default]
    BeforeStart,
    /// With the first press.
    WithFirstPress,
}

/// How time comes to the players, as far as the sheet needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlPlan {
    /// The time of the first period for each player.
    pub base: ClockTime,
    /// What each press adds.
    pub increment: ClockTime,
    /// When the first increment is added.
    pub first_increment: FirstIncrement,
    /// Further periods: a player's time grows by this when he has made so many moves in all.
    pub periods: Vec<MovePeriod>,
}

/// A period that begins for a player after so many of his moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MovePeriod {
    /// The player's moves in all.
    pub after_moves: u32,
    /// The time he gets.
    pub adds: ClockTime,
}

impl ControlPlan {
    /// The sum of both clocks to be expected after `elapsed` and `presses`.
    pub fn sum_to_expect(&self, elapsed: ClockTime, presses: u32) -> ClockTime {
        self.sum_at_start() - elapsed
            + self.increment * i64::from(presses)
            + self.periods_begun(presses)
    }

    /// The first reading of a count from the start of the game: exact, White to move.
    ///
    /// A clock that adds the first increment before the start shows base and increment (3:02 in 3+2).
    pub fn reading_at_start(&self) -> Reading {
        let each = self.sum_at_start().half();
        let shown = Shown::Each(ByColor { white: each, black: each });
        let to_move = Some(Color::White);
        Reading { shown, display: Display::Milliseconds, to_move, fallen: None }
    }

    fn sum_at_start(&self) -> ClockTime {
        let first = match self.first_increment {
            FirstIncrement::BeforeStart => self.increment * 2,
            FirstIncrement::WithFirstPress => ClockTime::ZERO,
        };
        self.base * 2 + first
    }

    fn periods_begun(&self, presses: u32) -> ClockTime {
        let (white, black) = (presses.div_ceil(2), presses / 2);
        let begun = |period: &MovePeriod| {
            let players = [white, black].iter().filter(|&&made| made >= period.after_moves).count();
            period.adds * i64::try_from(players).unwrap_or_default()
        };
        self.periods.iter().map(begun).sum()
    }

    /// The increments in the sum after so many presses.
    fn increments_in_sum(&self, presses: u32) -> i64 {
        let first = match self.first_increment {
            FirstIncrement::BeforeStart => 2,
            FirstIncrement::WithFirstPress => 0,
        };
        i64::from(presses) + first
    }
}

/// One board at the moment of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardReading {
    /// The running time since this board's clock was started, stops taken out.
    pub elapsed: ClockTime,
    /// Moves of both players in the record.
    pub plies: u32,
    /// What the displays show.
    pub shown: ByColor<ClockTime>,
    /// What was added and taken away by hand, both clocks together.
    pub adjusted: ClockTime,
}

/// A board of the sheet, worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// The sum that should be shown.
    pub expected: ClockTime,
    /// The sum that is shown.
    pub shown: ClockTime,
    /// Shown less expected.
    pub deviation: ClockTime,
    /// Whether the deviation is more than the tolerance.
    pub deviates: bool,
    /// What would explain the deviation, likeliest kinds first; empty when it does not deviate.
    pub causes: Vec<Cause>,
}

/// What may lie behind a deviation. Each names exactly what would give the deviation seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// So many moves were made without pressing the clock.
    PressesMissing(u32),
    /// So many moves are missing in the record, or the clock was pressed without a move.
    PliesMissingInRecord(u32),
    /// The clock has shown the same sum since the last sheet: it is dead or was stopped.
    Standing,
    /// The clock was started late, or stood, for this long.
    StoodFor(ClockTime),
    /// The clock was started early, or its stop was counted twice, by this long.
    RanFor(ClockTime),
    /// The clock gives no increment.
    IncrementOff,
    /// The clock gives this increment.
    OtherIncrement(ClockTime),
    /// Both clocks were set to a base time that differs by this.
    OtherBase(ClockTime),
    /// One clock was set to a base time that differs by this.
    OtherBaseOnOneSide(ClockTime),
    /// A further period of this length came to so many players before its moves were made.
    PeriodBegun(ClockTime, u32),
    /// So much was added or taken away by hand and not noted.
    AdjustmentNotNoted(ClockTime),
}

/// Works out one board of the sheet.
///
/// `before` is the same board at the last sheet, if there was one: it tells a clock that stands from one
/// that merely began late. `tolerance` is what displays, watch and the walk along the boards may make up.
pub fn board_line(
    plan: &ControlPlan,
    now: &BoardReading,
    before: Option<&BoardReading>,
    tolerance: ClockTime,
) -> BoardLine {
    let expected = plan.sum_to_expect(now.elapsed, now.plies) + now.adjusted;
    let shown = now.shown.white + now.shown.black;
    let deviation = shown - expected;
    let deviates = deviation.abs() > tolerance;
    let causes =
        if deviates { causes(plan, now, before, deviation, tolerance) } else { Vec::new() };
    BoardLine { expected, shown, deviation, deviates, causes }
}

fn causes(
    plan: &ControlPlan,
    now: &BoardReading,
    before: Option<&BoardReading>,
    deviation: ClockTime,
    tolerance: ClockTime,
) -> Vec<Cause> {
    let explains = |predicted: ClockTime| (deviation - predicted).abs() <= tolerance;
    let mut causes = Vec::new();

    if let Some(before) = before {
        let passed = now.elapsed - before.elapsed;
        let same = now.shown.white == before.shown.white && now.shown.black == before.shown.black;
        if same && passed > tolerance {
            causes.push(Cause::Standing);
        }
    }
    let increments = plan.increments_in_sum(now.plies);
    if plan.increment > ClockTime::ZERO {
        if explains(-(plan.increment * increments)) {
            causes.push(Cause::IncrementOff);
        }
        if let Some(n) = nearest_multiple(deviation, plan.increment).filter(|n| *n <= 10)
            && explains(plan.increment * i64::from(n) * deviation.as_millis().signum())
        {
            causes.push(if deviation.is_negative() {
                Cause::PressesMissing(n)
            } else {
                Cause::PliesMissingInRecord(n)
            });
        }
    }
    for seconds in [1, 2, 3, 5, 10, 15, 20, 30, 60] {
        let other = ClockTime::seconds(seconds);
        if other != plan.increment && explains((other - plan.increment) * increments) {
            causes.push(Cause::OtherIncrement(other));
        }
    }
    for period in &plan.periods {
        for players in 1..=2_u32 {
            if explains(period.adds * i64::from(players)) {
                causes.push(Cause::PeriodBegun(period.adds, players));
            }
        }
    }
    for minutes in [-2, -1, 1, 2] {
        let amount = ClockTime::minutes(minutes);
        if explains(amount) {
            causes.push(Cause::AdjustmentNotNoted(amount));
        }
    }
    for (sides, minutes) in [(2, 5), (1, 5)] {
        let unit = ClockTime::minutes(minutes) * sides;
        if let Some(n) = nearest_multiple(deviation, unit) {
            let off = ClockTime::minutes(minutes) * i64::from(n) * deviation.as_millis().signum();
            if explains(off * sides) {
                causes.push(match sides {
                    2 => Cause::OtherBase(off),
                    _ => Cause::OtherBaseOnOneSide(off),
                });
            }
        }
    }
    causes.push(if deviation.is_negative() {
        Cause::RanFor(-deviation)
    } else {
        Cause::StoodFor(deviation)
    });
    causes
}

/// How many times `unit` goes into the distance from zero, rounded; `None` if not even once.
fn nearest_multiple(distance: ClockTime, unit: ClockTime) -> Option<u32> {
    let (distance, unit) = (distance.abs().as_millis(), unit.as_millis());
    if unit <= 0 {
        return None;
    }
    let n = u32::try_from(distance.saturating_add(unit / 2) / unit).ok()?;
    (n > 0).then_some(n)
}

/// What a clock can show after the first move, when `spent` was used for it.
///
/// **Laws:** the increment belongs to each move from the first (6.3.1, glossary). A clock that adds the
/// next one at the press shows it already; a record may hold the value before or after that.
pub fn after_first_move(base: ClockTime, increment: ClockTime, spent: ClockTime) -> [ClockTime; 2] {
    let before_press = base + increment - spent;
    [before_press, before_press + increment]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> ControlPlan {
        ControlPlan {
            base: ClockTime::minutes(90),
            increment: ClockTime::seconds(30),
            first_increment: FirstIncrement::BeforeStart,
            periods: vec![MovePeriod { after_moves: 40, adds: ClockTime::minutes(30) }],
        }
    }

    fn reading(elapsed_min: i64, plies: u32, sum: ClockTime) -> BoardReading {
        let white = sum.half();
        BoardReading {
            elapsed: ClockTime::minutes(elapsed_min),
            plies,
            shown: ByColor { white, black: sum - white },
            adjusted: ClockTime::ZERO,
        }
    }

    /// The causes when the sum is `off` from what it should be after an hour and thirty plies.
    fn causes_of(off: ClockTime) -> Vec<Cause> {
        let sum = plan().sum_to_expect(ClockTime::minutes(60), 30) + off;
        let line = board_line(&plan(), &reading(60, 30, sum), None, ClockTime::seconds(5));
        assert_eq!(line.deviation, off);
        line.causes
    }

    #[test]
    fn the_sum_counts_increments_and_periods_of_each_player() {
        let sum = |plies| plan().sum_to_expect(ClockTime::ZERO, plies);
        assert_eq!(sum(0), ClockTime::minutes(181));
        assert_eq!(sum(78) - sum(0), ClockTime::minutes(39));
        assert_eq!(sum(79) - sum(78), ClockTime::minutes(30) + ClockTime::seconds(30));
        assert_eq!(sum(80) - sum(79), ClockTime::minutes(30) + ClockTime::seconds(30));
        assert_eq!(sum(81) - sum(80), ClockTime::seconds(30));
    }

    #[test]
    fn a_count_from_the_start_takes_the_first_increment_into_account() {
        let plan = ControlPlan {
            base: ClockTime::minutes(3),
            increment: ClockTime::seconds(2),
            first_increment: FirstIncrement::BeforeStart,
            periods: Vec::new(),
        };
        let start = plan.reading_at_start();
        assert_eq!(start.shown.sum(), ClockTime::seconds(364));
        // After 5:00 and 60 moves of both: 364 - 300 + 120.
        let window = crate::Window::plain(
            crate::Timing::Increment(plan.increment),
            start,
            Reading::of_sum(ClockTime::seconds(184), Some(Color::White)),
            crate::Elapsed { time: ClockTime::minutes(5), watch: crate::Watch::Stopwatch },
        );
        let found = crate::estimate(&window).expect("the formula holds");
        assert_eq!(found.completed.exact(), Some(60));
    }

    #[test]
    fn a_board_within_the_tolerance_has_no_causes() {
        assert!(causes_of(ClockTime::seconds(4)).is_empty());
        assert!(causes_of(ClockTime::seconds(-5)).is_empty());
    }

    #[test]
    fn likely_causes_are_named_with_their_amounts() {
        let has = |off, cause| assert!(causes_of(off).contains(&cause), "{:?}", causes_of(off));
        has(ClockTime::seconds(-60), Cause::PressesMissing(2));
        has(ClockTime::seconds(62), Cause::PliesMissingInRecord(2));
        has(ClockTime::seconds(-32 * 30), Cause::IncrementOff);
        has(ClockTime::seconds(-32 * 20), Cause::OtherIncrement(ClockTime::seconds(10)));
        has(ClockTime::minutes(60), Cause::PeriodBegun(ClockTime::minutes(30), 2));
        has(ClockTime::minutes(-20), Cause::OtherBase(ClockTime::minutes(-10)));
        has(ClockTime::minutes(10), Cause::OtherBaseOnOneSide(ClockTime::minutes(10)));
        has(ClockTime::minutes(2), Cause::AdjustmentNotNoted(ClockTime::minutes(2)));
        has(ClockTime::seconds(47), Cause::StoodFor(ClockTime::seconds(47)));
        has(ClockTime::seconds(-47), Cause::RanFor(ClockTime::seconds(47)));
    }

    #[test]
    fn a_clock_that_shows_the_same_as_before_stands() {
        let sum = plan().sum_to_expect(ClockTime::minutes(30), 20);
        let (before, now) = (reading(30, 20, sum), reading(60, 24, sum));
        let line = board_line(&plan(), &now, Some(&before), ClockTime::seconds(5));
        assert_eq!(line.causes.first(), Some(&Cause::Standing));
    }

    #[test]
    fn after_the_first_move_a_clock_may_show_more_than_its_base_time() {
        let shown = after_first_move(
            ClockTime::seconds(5400),
            ClockTime::seconds(30),
            ClockTime::seconds(10),
        );
        assert_eq!(shown, [ClockTime::seconds(5420), ClockTime::seconds(5450)]);
    }
}
