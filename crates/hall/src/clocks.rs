//! Alarms from clock readings: time trouble and periods that end.

use kaissa_chess::Color;
use kaissa_game::{Bonus, Record, TimeControl, TimeControlField};
use kaissa_laws::{ClockTime, RecordingDuty, Rule, Rules};

use crate::alarm::{Alarm, AlarmDetail, AlarmKind, AlarmSeverity, Call, Recording, finished};
use crate::standing::{Walk, key};

/// The marks below which a clock is in trouble, the lowest first.
const MARKS: [ClockTime; 2] = [ClockTime::minutes(1), ClockTime::minutes(5)];

/// The alarms from the clocks of a record.
pub(crate) fn alarms(record: &Record, walk: &Walk, rules: &Rules) -> Vec<Alarm> {
    let control = record.time_control().and_then(|reading| reading.control);
    let mut found = Vec::new();
    for side in [Color::White, Color::Black] {
        time_trouble(record, walk, rules, control.as_ref(), side, &mut found);
    }
    if let Some(control) = &control {
        periods(record, walk, rules, control, &mut found);
    }
    found
}

/// A clock that falls below a mark, once until it has twice that time again.
///
/// A clock that never had twice the time is not in trouble but in a fast game. A reading of zero
/// between others is a fault of the board and says nothing.
///
/// **Laws:** 8.4 for the recording of the moves.
fn time_trouble(
    record: &Record,
    walk: &Walk,
    rules: &Rules,
    control: Option<&TimeControl>,
    side: Color,
    found: &mut Vec<Alarm>,
) {
    let had_enough = |time: ClockTime| MARKS.map(|mark| time >= mark * 2);
    let mut armed = control.and_then(TimeControl::base).map_or([false; 2], had_enough);
    let first = record.start.turn();
    let mut last = None;
    let from = found.len();
    for (index, recorded) in record.plies.iter().enumerate() {
        let is_own = index.is_multiple_of(2) == (side == first);
        let Some(left) = recorded.clock.filter(|left| is_own && *left > ClockTime::ZERO) else {
            continue;
        };
        last = Some(left);
        for (is_armed, enough) in armed.iter_mut().zip(had_enough(left)) {
            *is_armed |= enough;
        }
        let hit = MARKS.iter().zip(armed).find(|(mark, is_armed)| *is_armed && left < **mark);
        let Some((&below, _)) = hit else { continue };
        for (is_armed, mark) in armed.iter_mut().zip(MARKS) {
            *is_armed &= left >= mark;
        }
        let ply = index as u32 + 1;
        let detail = AlarmDetail::TimeTrouble {
            below,
            left,
            recording: recording(rules, control, walk, ply),
        };
        found.push(Alarm {
            key: key(AlarmKind::TimeTrouble, ply, walk),
            severity: AlarmSeverity::Soon,
            move_name: None,
            by: Some(side),
            call: Call::Arbiter,
            citation: Some(rules.cite(Rule::RecordingExemption)),
            detail,
            stands: false,
        });
    }
    if let Some(latest) = found.get_mut(from..).and_then(<[Alarm]>::last_mut)
        && let AlarmDetail::TimeTrouble { below, .. } = latest.detail
    {
        latest.stands = finished(record).is_none() && last.is_some_and(|left| left < below);
    }
}

/// Whether a player with less than five minutes goes on recording at a ply.
fn recording(rules: &Rules, control: Option<&TimeControl>, walk: &Walk, ply: u32) -> Recording {
    match rules.recording_duty().value {
        Some(RecordingDuty::NotRequired) => return Recording::NotRequired,
        Some(RecordingDuty::Required) => {}
        None => return Recording::Unknown,
    }
    let number = walk.stops().nth(ply as usize).map_or(1, |(_, stop)| stop.moves_made.0);
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

/// Periods whose moves both players have made, with another period to follow.
///
/// **Laws:** 6.3.1.
fn periods(
    record: &Record,
    walk: &Walk,
    rules: &Rules,
    control: &TimeControl,
    found: &mut Vec<Alarm>,
) {
    let mut ends = Vec::new();
    let mut total = 0;
    for pair in control.fields.windows(2) {
        let [TimeControlField::Period(period), _] = pair else { break };
        let Some(moves) = period.moves else { break };
        total += moves;
        ends.push(total);
    }
    for (ply, stop) in walk.stops().skip(1) {
        let (white, black) = stop.moves_made;
        let both_made = white == black && ends.contains(&white);
        if !both_made || !stop.is_of_game {
            continue;
        }
        found.push(Alarm {
            key: key(AlarmKind::Period, ply, walk),
            severity: AlarmSeverity::Fact,
            move_name: None,
            by: None,
            call: Call::Arbiter,
            citation: Some(rules.cite(Rule::PeriodCheck)),
            detail: AlarmDetail::Period { white, black },
            stands: finished(record).is_none() && ply + 2 > walk.n_plies(),
        });
    }
}
