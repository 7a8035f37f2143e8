//! Clock readings that cannot be right.

use kaissa_chess::{ByColor, Color};
use kaissa_game::{Bonus, Record, TimeControl, TimeControlField};
use kaissa_laws::ClockTime;

use crate::finding::{ClockFault, Detail, Finding, FindingKind, Severity};
use crate::review::Reviewer;

/// What a reading may be above the increment: displays cut fractions of a second.
const TOLERANCE: ClockTime = ClockTime::millis(1_000);

/// Goes through the readings of both clocks.
pub(super) fn check(_reviewer: &Reviewer, record: &Record, findings: &mut Vec<Finding>) {
    if record.plies.iter().all(|ply| ply.clock.is_none()) {
        return;
    }
    let control = record.time_control().and_then(|reading| reading.control);
    let mut clocks = ByColor::new_with(|color| Readings::new(color, control.as_ref()));
    let mut by = record.start.turn();
    for (ply, recorded) in (1..).zip(&record.plies) {
        clocks.get_mut(by).read(ply, recorded.clock, findings);
        by = !by;
    }
}

/// The readings of one clock so far.
struct Readings {
    by: Color,
    increment: Option<ClockTime>,
    /// Moves after which a period begins, with the time it brings, earliest first.
    periods: Vec<(u32, ClockTime)>,
    n_moves: u32,
    last: Option<Reading>,
    /// A zero that may yet turn out to stand between two other readings.
    zero: Option<(u32, ClockTime)>,
    /// The first ply of a run without readings.
    missing_from: Option<u32>,
}

#[derive(Clone, Copy)]
struct Reading {
    time: ClockTime,
    n_moves: u32,
}

impl Readings {
    fn new(by: Color, control: Option<&TimeControl>) -> Readings {
        Readings {
            by,
            increment: control.and_then(|control| increment(control, by)),
            periods: control.map(|control| periods(control, by)).unwrap_or_default(),
            n_moves: 0,
            last: None,
            zero: None,
            missing_from: None,
        }
    }

    fn read(&mut self, ply: u32, time: Option<ClockTime>, findings: &mut Vec<Finding>) {
        self.n_moves += 1;
        let Some(time) = time else {
            if self.last.is_some() {
                self.missing_from.get_or_insert(ply);
            }
            return;
        };
        if let Some(from) = self.missing_from.take() {
            self.find(ClockFault::Missing, from, None, None, findings);
        }
        if time < ClockTime::ZERO {
            self.find(ClockFault::Negative, ply, Some(time), Some(ClockTime::ZERO), findings);
            return;
        }
        if time.is_zero() && self.last.is_some() {
            self.zero.get_or_insert((ply, time));
            return;
        }
        if let Some((ply, zero)) = self.zero.take() {
            self.find(ClockFault::ZeroBetween, ply, Some(zero), None, findings);
        }
        if let Some(allowed) = self.allowed(time)
            && time > allowed
        {
            self.find(ClockFault::Rise, ply, Some(time), Some(allowed), findings);
        }
        self.last = Some(Reading { time, n_moves: self.n_moves });
    }

    /// The most that this reading can be: the last one, the increments since, and a period that
    /// has begun. `None` where the time control is not known.
    fn allowed(&mut self, time: ClockTime) -> Option<ClockTime> {
        let last = self.last?;
        let n_moves = i64::from(self.n_moves - last.n_moves);
        let mut allowed = last.time + self.increment? * n_moves + TOLERANCE;
        while time > allowed
            && let Some(&(from, brings)) = self.periods.first()
            && self.n_moves >= from
        {
            allowed += brings;
            self.periods.remove(0);
        }
        Some(allowed)
    }

    fn find(
        &self,
        code: ClockFault,
        ply: u32,
        after: Option<ClockTime>,
        allowed: Option<ClockTime>,
        findings: &mut Vec<Finding>,
    ) {
        findings.push(Finding {
            kind: FindingKind::Clock,
            severity: Severity::Record,
            ply,
            trigger: None,
            citation: None,
            detail: Detail::Clock {
                by: self.by,
                code,
                before: self.last.map(|reading| reading.time),
                after,
                allowed,
            },
        });
    }
}

fn fields(control: &TimeControl, by: Color) -> &[TimeControlField] {
    match (&control.black, by) {
        (Some(black), Color::Black) => black,
        _ => &control.fields,
    }
}

fn increment(control: &TimeControl, by: Color) -> Option<ClockTime> {
    let increments = fields(control, by).iter().map(|field| match field {
        TimeControlField::Period(period) => Some(match period.bonus {
            Bonus::Increment(time) => time,
            Bonus::None | Bonus::Delay(_) => ClockTime::ZERO,
        }),
        _ => None,
    });
    // Periods may differ; the largest increment allows the most.
    increments.collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// The moves after which a period begins with the time it brings; a last one that counts moves is
/// repeated (PGN 9.6.1).
fn periods(control: &TimeControl, by: Color) -> Vec<(u32, ClockTime)> {
    let periods: Vec<_> = fields(control, by)
        .iter()
        .filter_map(|field| match field {
            TimeControlField::Period(period) => Some(*period),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    let mut from = 0;
    for pair in periods.windows(2) {
        let [before, after] = pair else { continue };
        from += before.moves.unwrap_or(0);
        found.push((from, after.time));
    }
    if let Some(last) = periods.last()
        && let Some(moves) = last.moves.filter(|&moves| moves > 0)
    {
        // No game on record comes near so many moves.
        found.extend((1..=200).map(|n| (from + n * moves, last.time)));
    }
    found
}
