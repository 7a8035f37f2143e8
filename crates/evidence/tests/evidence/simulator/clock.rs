//! A digital chessclock: two counters, a quartz that ticks, displays that cut.

use kaissa_chess::Color;

/// Ticks are a hundredth of a second; each takes one off the counter of the side that runs.
pub const TICK_US: i64 = 10_000;

/// A chessclock in increment mode.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Ticks left, White's and Black's.
    left: [i64; 2],
    increment: i64,
    running: Option<Color>,
    tumbler: Color,
    /// Microseconds of the world since the last tick.
    since_tick_us: i64,
    /// Added to both when the first counter reaches zero, once.
    next_period: Option<i64>,
    /// Set when a counter has reached zero in the last period: nothing runs any more.
    frozen_by: Option<Color>,
    /// Ticks that have gone by while a side was running.
    pub ticks_run: i64,
    /// Presses that earned an increment.
    pub presses: u32,
    rounds_up: bool,
}

fn index(color: Color) -> usize {
    color.fold_wb(0, 1)
}

impl Clock {
    pub fn new(left_us: [i64; 2], increment_us: i64, running: Color, phase_us: i64) -> Clock {
        Clock {
            left: left_us.map(|us| us / TICK_US),
            increment: increment_us / TICK_US,
            running: Some(running),
            tumbler: running,
            since_tick_us: phase_us,
            next_period: None,
            frozen_by: None,
            ticks_run: 0,
            presses: 0,
            rounds_up: false,
        }
    }

    pub fn with_next_period(mut self, period_us: i64) -> Clock {
        self.next_period = Some(period_us / TICK_US);
        self
    }

    pub fn rounding_up(mut self) -> Clock {
        self.rounds_up = true;
        self
    }

    pub fn has_period_to_come(&self) -> bool {
        self.next_period.is_some()
    }

    pub fn frozen_by(&self) -> Option<Color> {
        self.frozen_by
    }

    /// Whose clock runs, or would run if it were not stopped.
    pub fn to_move(&self) -> Color {
        self.tumbler
    }

    pub fn left_us(&self, color: Color) -> i64 {
        self.left[index(color)] * TICK_US
    }

    /// Lets time go by; stops early, giving back what is left over, when the flag falls for good.
    pub fn run(&mut self, time_us: i64) -> i64 {
        let mut to_go = time_us;
        while to_go > 0 && self.frozen_by.is_none() {
            let to_tick = TICK_US - self.since_tick_us;
            if to_go < to_tick {
                self.since_tick_us += to_go;
                return 0;
            }
            to_go -= to_tick;
            self.since_tick_us = 0;
            self.tick();
        }
        to_go
    }

    fn tick(&mut self) {
        let Some(color) = self.running else { return };
        self.left[index(color)] -= 1;
        self.ticks_run += 1;
        if self.left[index(color)] > 0 {
            return;
        }
        match self.next_period.take() {
            Some(period) => self.left = self.left.map(|left| left + period),
            None => {
                self.frozen_by = Some(color);
                self.running = None;
            }
        }
    }

    /// The player whose clock runs presses.
    pub fn press(&mut self) {
        let Some(color) = self.running else { return };
        self.left[index(color)] += self.increment;
        self.presses += 1;
        self.running = Some(!color);
        self.tumbler = !color;
    }

    pub fn stop(&mut self) {
        self.running = None;
    }

    pub fn start_again(&mut self) {
        if self.frozen_by.is_none() {
            self.running = Some(self.tumbler);
        }
    }

    pub fn add(&mut self, color: Color, us: i64) {
        self.left[index(color)] += us / TICK_US;
    }

    /// What the display of a side shows, in whole seconds.
    pub fn shows_s(&self, color: Color) -> i64 {
        let per_second = 1_000_000 / TICK_US;
        let left = self.left[index(color)];
        if self.rounds_up {
            (left + per_second - 1).div_euclid(per_second)
        } else {
            left.div_euclid(per_second)
        }
    }
}
