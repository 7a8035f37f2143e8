//! Alarms from clock readings: time trouble.

use kaissa_chess::Color;
use kaissa_game::{Bonus, Record, TimeControl};
use kaissa_laws::{ClockTime, RecordingDuty, Rule, Rules};

use crate::alarm::{Alarm, AlarmDetail, AlarmKind, AlarmSeverity, Call, Recording, finished};
use crate::scan::Scan;
use crate::standing::key;

/// The marks below which a clock is in trouble, the lowest first.
const MARKS: [ClockTime; 2] = [ClockTime::minutes(1), ClockTime::minutes(5)];

/// The readings of both clocks, as far as they have been gone through.
///
/// A clock that falls below a mark is told once until it has twice that time again. A clock that
/// never had twice the time is not in trouble but in a fast game. A reading of zero between others
/// is a fault of the board and says nothing.
///
/// **Laws:** 8.4 for the recording of the moves.
#[derive(Debug, Default)]
pub(crate) struct ClockWatch {
    control: Option<TimeControl>,
    /// The readings gone through, by ply.
    seen: Vec<Option<ClockTime>>,
    white: Side,
    black: Side,
}

#[derive(Debug, Default)]
struct Side {
    /// By mark: whether the clock had time enough since it was below.
    armed: [bool; 2],
    last: Option<ClockTime>,
    /// As if they did not stand.
    alarms: Vec<Alarm>,
}

impl ClockWatch {
    /// Begins under a time control.
    pub fn new(control: Option<TimeControl>) -> ClockWatch {
        let mut watch = ClockWatch { control, ..ClockWatch::default() };
        watch.begin();
        watch
    }

    fn begin(&mut self) {
        let armed = self.control.as_ref().and_then(TimeControl::base);
        let armed = armed.map_or([false; 2], had_enough);
        self.seen.clear();
        for side in [&mut self.white, &mut self.black] {
            side.armed = armed;
            side.last = None;
            side.alarms.clear();
        }
    }

    /// Adds the alarms of a record whose positions have been gone through.
    pub fn add(&mut self, record: &Record, scan: &Scan, rules: &Rules, found: &mut Vec<Alarm>) {
        let goes_on = record.plies.len() >= self.seen.len()
            && !scan.has_begun_anew()
            && self.seen.iter().zip(&record.plies).all(|(seen, ply)| *seen == ply.clock);
        if !goes_on {
            self.begin();
        }
        for recorded in record.plies.get(self.seen.len()..).unwrap_or_default() {
            self.seen.push(recorded.clock);
            if let Some(left) = recorded.clock.filter(|left| *left > ClockTime::ZERO) {
                let ply = self.seen.len() as u32;
                self.read(record.mover_of(ply), left, ply, scan, rules);
            }
        }
        let is_finished = finished(record).is_some();
        for side in [&self.white, &self.black] {
            let from = found.len();
            found.extend(side.alarms.iter().cloned());
            let latest = found.get_mut(from..).and_then(<[Alarm]>::last_mut);
            if let Some(latest) = latest
                && let AlarmDetail::TimeTrouble { below, .. } = latest.detail
            {
                latest.stands = !is_finished && side.last.is_some_and(|left| left < below);
            }
        }
    }

    fn read(&mut self, by: Color, left: ClockTime, ply: u32, scan: &Scan, rules: &Rules) {
        let side = match by {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        side.last = Some(left);
        for (is_armed, enough) in side.armed.iter_mut().zip(had_enough(left)) {
            *is_armed |= enough;
        }
        let hit = MARKS.iter().zip(side.armed).find(|(mark, is_armed)| *is_armed && left < **mark);
        let Some((&below, _)) = hit else { return };
        for (is_armed, mark) in side.armed.iter_mut().zip(MARKS) {
            *is_armed &= left >= mark;
        }
        let recording = recording(rules, self.control.as_ref(), scan, ply);
        side.alarms.push(Alarm {
            key: key(AlarmKind::TimeTrouble, ply, scan),
            severity: AlarmSeverity::Soon,
            move_name: None,
            by: Some(by),
            call: Call::Arbiter,
            citation: Some(rules.cite(Rule::RecordingExemption)),
            detail: AlarmDetail::TimeTrouble { below, left, recording },
            stands: false,
        });
    }
}

fn had_enough(time: ClockTime) -> [bool; 2] {
    MARKS.map(|mark| time >= mark * 2)
}

/// Whether a player with less than five minutes goes on recording at a ply.
fn recording(rules: &Rules, control: Option<&TimeControl>, scan: &Scan, ply: u32) -> Recording {
    match rules.recording_duty().value {
        Some(RecordingDuty::NotRequired) => return Recording::NotRequired,
        Some(RecordingDuty::Required) => {}
        None => return Recording::Unknown,
    }
    let (number, _) = scan.moves_made(ply);
    let period = control.and_then(|control| control.period_of_move(number.max(1)));
    let (Some(exemption), Some(period)) = (rules.recording_exemption().value, period) else {
        return Recording::Unknown;
    };
    let added = match period.bonus {
        Bonus::None => ClockTime::ZERO,
        Bonus::Increment(time) | Bonus::Delay(time) => time,
    };
    if added >= exemption.increment { Recording::GoesOn } else { Recording::Exempt }
}
