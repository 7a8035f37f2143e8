//! Clock readings that cannot be right.

use kaissa_chess::{ByColor, Color};
use kaissa_game::{Bonus, Record, TimeControl, TimeControlField, TimeControlReading};
use kaissa_laws::ClockTime;

use crate::finding::{ClockFault, Detail, Finding, FindingKind, Severity};

/// What a reading may be above the increment: displays cut fractions of a second.
const TOLERANCE: ClockTime = ClockTime::millis(1_000);

/// The readings of both clocks, as far as they have been gone through.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockCheck {
    /// The readings gone through, by ply.
    seen: Vec<Option<ClockTime>>,
    findings: Vec<Finding>,
    /// What the clocks had shown, from the first reading on.
    readings: Option<ByColor<Readings>>,
    /// The time control as written, and as understood.
    written_control: Option<String>,
    control: Option<TimeControl>,
}

impl ClockCheck {
    /// Forgets everything, keeping its memory for the next game.
    pub fn begin(&mut self) {
        self.seen.clear();
        self.findings.clear();
        self.readings = None;
        self.written_control = None;
        self.control = None;
    }

    /// Goes through the readings of a record, from where it was left while they go on from there.
    pub fn check(&mut self, record: &Record) -> &[Finding] {
        let goes_on = self.readings.is_some()
            && record.plies.len() >= self.seen.len()
            && self.seen.iter().zip(&record.plies).all(|(seen, ply)| *seen == ply.clock)
            && record.tag("TimeControl").as_deref() == self.written_control.as_deref();
        if !goes_on {
            self.begin();
            let first = record.plies.iter().position(|ply| ply.clock.is_some());
            let Some(first) = first else { return &[] };
            self.seen.resize(first, None);
            self.written_control = record.tag("TimeControl").map(|text| text.into_owned());
            let control = self.written_control.as_deref().map(TimeControlReading::read);
            self.control = control.and_then(|reading| reading.control);
            let begins = record.start.turn();
            self.readings = Some(ByColor::new_with(|color| {
                let n_moves = (first + usize::from(color == begins)) / 2;
                Readings::new(color, self.control.as_ref(), n_moves as u32)
            }));
        }
        let Some(readings) = &mut self.readings else { return &[] };
        let begins = record.start.turn();
        for ply in record.plies.get(self.seen.len()..).unwrap_or_default() {
            let by = if self.seen.len().is_multiple_of(2) { begins } else { !begins };
            self.seen.push(ply.clock);
            let number = self.seen.len() as u32;
            let control = self.control.as_ref();
            readings.get_mut(by).read(number, ply.clock, control, &mut self.findings);
        }
        &self.findings
    }
}

/// The readings of one clock so far.
#[derive(Clone, Debug)]
struct Readings {
    by: Color,
    increment: Option<ClockTime>,
    /// Moves after which a period begins, with the time it brings, earliest first; not made before
    /// they are needed.
    periods: Option<Periods>,
    n_moves: u32,
    last: Option<Reading>,
    /// A zero that may yet turn out to stand between two other readings.
    zero: Option<(u32, ClockTime)>,
    /// The first ply of a run without readings.
    missing_from: Option<u32>,
}

type Periods = std::iter::Peekable<std::vec::IntoIter<(u32, ClockTime)>>;

#[derive(Clone, Copy, Debug)]
struct Reading {
    time: ClockTime,
    n_moves: u32,
}

impl Readings {
    fn new(by: Color, control: Option<&TimeControl>, n_moves: u32) -> Readings {
        Readings {
            by,
            increment: control.and_then(|control| increment(control, by)),
            periods: None,
            n_moves,
            last: None,
            zero: None,
            missing_from: None,
        }
    }

    fn read(
        &mut self,
        ply: u32,
        time: Option<ClockTime>,
        control: Option<&TimeControl>,
        findings: &mut Vec<Finding>,
    ) {
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
        if let Some(allowed) = self.allowed(time, control)
            && time > allowed
        {
            self.find(ClockFault::Rise, ply, Some(time), Some(allowed), findings);
        }
        self.last = Some(Reading { time, n_moves: self.n_moves });
    }

    /// The most that this reading can be: the last one, the increments since, and a period that
    /// has begun. `None` where the time control is not known.
    fn allowed(&mut self, time: ClockTime, control: Option<&TimeControl>) -> Option<ClockTime> {
        let last = self.last?;
        let n_moves = i64::from(self.n_moves - last.n_moves);
        let mut allowed = last.time + self.increment? * n_moves + TOLERANCE;
        if time <= allowed {
            return Some(allowed);
        }
        let by = self.by;
        let made = || control.map(|control| periods(control, by)).unwrap_or_default();
        let periods = self.periods.get_or_insert_with(|| made().into_iter().peekable());
        while time > allowed
            && let Some((_, brings)) = periods.next_if(|(from, _)| self.n_moves >= *from)
        {
            allowed += brings;
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
