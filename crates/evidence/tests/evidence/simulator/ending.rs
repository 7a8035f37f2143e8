//! An ending from the last capture on: two players, a clock, and someone who reads it.

use kaissa_chess::{ByColor, Color};
use kaissa_evidence::{
    Adjustment, AdjustmentCause, AnchorPress, Display, Elapsed, LastMove, Reading, Shown, Timing,
    Watch, Window,
};
use kaissa_laws::ClockTime;

use super::clock::{Clock, TICK_US};
use super::random::Random;

const SECOND_US: i64 = 1_000_000;

/// What is to happen in an ending.
#[derive(Clone, Debug)]
pub struct Plan {
    pub increment_s: i64,
    pub left_us: [i64; 2],
    pub first_to_move: Color,
    pub n_plies: u32,
    /// The time of the period that comes when a counter first reaches zero.
    pub next_period_s: Option<i64>,
    /// Before this ply the clock is stopped for so long.
    pub stop: Option<(u32, i64)>,
    /// At the stop this much is added to one side.
    pub penalty: Option<(Color, i64)>,
    /// The anchor's own press comes after the first reading.
    pub anchor_after_reading: bool,
    /// The last move mates, nobody presses.
    pub ends_in_mate: bool,
    pub rounds_up: bool,
    /// The pace: thinking times around this many microseconds.
    pub pace_us: f64,
    /// Thinking times of a real game, to be used in place of invented ones as far as they go.
    pub times_us: Vec<i64>,
}

impl Plan {
    /// About a hundred plies and nothing out of the ordinary.
    pub fn plain(increment_s: i64, random: &mut Random) -> Plan {
        Plan {
            increment_s,
            left_us: [0, 1]
                .map(|_| random.within(30, 400) * SECOND_US + random.within(0, SECOND_US)),
            first_to_move: if random.once_in(2) { Color::White } else { Color::Black },
            n_plies: u32::try_from(random.within(80, 121)).expect("positive"),
            next_period_s: None,
            stop: None,
            penalty: None,
            anchor_after_reading: random.once_in(4),
            ends_in_mate: false,
            rounds_up: random.once_in(2),
            pace_us: (increment_s * SECOND_US) as f64 * (0.5 + 0.6 * random.fraction()),
            times_us: Vec::new(),
        }
    }

    /// An ending in which anything may happen, flags included.
    pub fn with_everything(increment_s: i64, random: &mut Random) -> Plan {
        let mut plan = Plan::plain(increment_s, random);
        plan.n_plies = u32::try_from(random.within(1, 170)).expect("positive");
        plan.pace_us *= 1.0 + random.fraction();
        if random.once_in(2) {
            let ply =
                u32::try_from(random.within(1, i64::from(plan.n_plies) + 1)).expect("positive");
            plan.stop = Some((ply, random.within(1, 180 * SECOND_US)));
            if random.once_in(2) {
                let color = if random.once_in(2) { Color::White } else { Color::Black };
                plan.penalty = Some((
                    color,
                    [-60, 60, 120][usize::try_from(random.within(0, 3)).expect("three")],
                ));
            }
        }
        if random.once_in(3) {
            plan.left_us = plan.left_us.map(|left| left / 4);
            plan.next_period_s = Some(random.within(60, 1800));
        }
        plan.ends_in_mate = random.once_in(5);
        plan
    }
}

/// Someone with a watch, or the board's own electronics.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub watch: Watch,
    /// Standard deviation of the hand at each end.
    pub hand_sigma_us: i64,
}

/// What was read, and what really happened.
#[derive(Clone, Debug)]
pub struct Ending {
    pub window: Window,
    /// Moves completed after the anchor.
    pub plies: u32,
    /// Presses between the readings.
    pub presses: u32,
    /// The measured time less the clock's own.
    watch_error_us: i64,
}

impl Ending {
    pub fn play(plan: &Plan, reader: &Reader, random: &mut Random) -> Ending {
        let increment_us = plan.increment_s * SECOND_US;
        let mut clock =
            Clock::new(plan.left_us, increment_us, plan.first_to_move, random.within(0, TICK_US));
        if plan.rounds_up {
            clock = clock.rounding_up();
        }
        if let Some(period) = plan.next_period_s {
            clock = clock.with_next_period(period * SECOND_US);
        }
        if plan.anchor_after_reading {
            // The capture stands on the board, its player has still to press.
            clock.run(random.within(0, SECOND_US));
        }

        let start = read(&clock);
        let (ticks_at_start, presses_at_start) = (clock.ticks_run, clock.presses);
        let had_period_to_come = clock.has_period_to_come();
        let mut adjustments = Vec::new();
        let mut stopped_us = 0;
        let mut world_us = 0;
        let mut plies = 0;
        let mut last_move = LastMove::Pressed;

        if plan.anchor_after_reading {
            let until_press = random.within(100_000, SECOND_US);
            world_us += until_press - clock.run(until_press);
            clock.press();
        }
        for ply in 1..=plan.n_plies {
            if let Some((at, length_us)) = plan.stop
                && at == ply
                && clock.frozen_by().is_none()
            {
                clock.stop();
                clock.run(length_us);
                if let Some((color, seconds)) = plan.penalty
                    && clock.left_us(color) + seconds * SECOND_US > SECOND_US
                {
                    clock.add(color, seconds * SECOND_US);
                    adjustments.push(Adjustment {
                        to: Some(color),
                        amount: ClockTime::seconds(seconds),
                        cause: AdjustmentCause::Penalty,
                    });
                }
                clock.start_again();
                world_us += length_us;
                stopped_us += length_us;
            }
            let of_record =
                usize::try_from(ply - 1).ok().and_then(|i| plan.times_us.get(i).copied());
            let thought = of_record
                .unwrap_or_else(|| thinking_time(plan, clock.left_us(clock.to_move()), random));
            world_us += thought - clock.run(thought);
            if clock.frozen_by().is_some() {
                break;
            }
            plies += 1;
            if plan.ends_in_mate && ply == plan.n_plies {
                last_move = LastMove::EndedGame;
                break;
            }
            clock.press();
        }
        if last_move == LastMove::Pressed && clock.frozen_by().is_none() {
            // The reading comes while the next player thinks.
            let late = random.within(0, 2 * SECOND_US);
            world_us += late - clock.run(late);
        }
        if had_period_to_come && !clock.has_period_to_come() {
            let amount = ClockTime::seconds(2 * plan.next_period_s.unwrap_or(0));
            let cause = AdjustmentCause::Period;
            adjustments.push(Adjustment { to: None, amount, cause });
        }

        let now = read(&clock);
        let true_us = (clock.ticks_run - ticks_at_start) * TICK_US;
        let measured_us = measured(world_us, reader, random) - stopped_us;
        let window = Window {
            adjustments,
            anchor: if plan.anchor_after_reading {
                AnchorPress::AfterReading
            } else {
                AnchorPress::BeforeReading
            },
            last_move,
            ..Window::plain(
                Timing::Increment(ClockTime::seconds(plan.increment_s)),
                start,
                now,
                Elapsed { time: ClockTime::millis(measured_us.max(0) / 1000), watch: reader.watch },
            )
        };
        Ending {
            watch_error_us: window.elapsed.time.as_millis() * 1000 - true_us,
            presses: clock.presses - presses_at_start,
            window,
            plies,
        }
    }

    /// Whether the watch was less than its declared bound off; the displays always are.
    ///
    /// A tick more or less is the clock's own granularity and counts towards the displays' two seconds.
    pub fn is_within_declared_bounds(&self) -> bool {
        self.watch_error_us.abs() <= self.window.elapsed.watch.bound().as_millis() * 1000 - TICK_US
    }
}

fn read(clock: &Clock) -> Reading {
    let shown = |color| ClockTime::seconds(clock.shows_s(color));
    Reading {
        shown: Shown::Each(ByColor { white: shown(Color::White), black: shown(Color::Black) }),
        display: Display::WholeSeconds,
        to_move: Some(clock.to_move()),
        fallen: clock.frozen_by(),
    }
}

/// Thinking times lean to the short side with a long tail; a player short of time moves faster.
fn thinking_time(plan: &Plan, left_us: i64, random: &mut Random) -> i64 {
    let us = plan.pace_us * (0.6 * random.normal()).exp();
    let haste = if left_us < 5 * SECOND_US { 0.5 } else { 1.0 };
    (us * haste).max(250_000.0) as i64
}

/// What the watch says of a time that has gone by.
fn measured(world_us: i64, reader: &Reader, random: &mut Random) -> i64 {
    let mut hand = || (random.normal() * reader.hand_sigma_us as f64) as i64;
    match reader.watch {
        Watch::Wrist => {
            let (start, end) = (hand(), world_us + hand());
            let phase = random.within(0, SECOND_US);
            let whole = |us: i64| (us + phase).div_euclid(SECOND_US) * SECOND_US;
            whole(end) - whole(start)
        }
        Watch::Stopwatch | Watch::Within(_) => world_us + hand() - hand(),
        // Each reading is as old as the board's last report, up to a second.
        Watch::Electronic => {
            let lag = |random: &mut Random| random.within(0, SECOND_US);
            world_us + lag(random) - lag(random)
        }
    }
}
