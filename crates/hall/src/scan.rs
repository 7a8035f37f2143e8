//! The positions of a record as a hall sees them: what comes near, and what may be claimed.

use kaissa_chess::{Color, MoveList, Position, PositionKey};
use kaissa_game::{Legality, Record, TimeControl, TimeControlField};
use kaissa_laws::{Rule, Rules, SeventyFiveMoves};
use kaissa_ruling::{Onlooker, Stop};

use crate::alarm::{Alarm, AlarmDetail, AlarmKind, AlarmSeverity, Call};
use crate::standing::{gap, key};

/// Plies of a series at which the fifty moves are near.
const FIFTY_NEAR: [u32; 4] = [80, 90, 96, 98];
/// Plies of a series at which the seventy-five moves are near.
const SEVENTY_FIVE_NEAR: [u32; 3] = [140, 146, 148];

/// The positions of a record, as far as they have been gone through.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// For each ply from 0: the key of its position, and its counter.
    stops: Vec<(PositionKey, u32)>,
    /// The last ply after a capture or pawn move.
    last_zero: u32,
    /// The player who begins, and the number of his first move.
    begins: Option<(Color, u32)>,
    /// Repeated positions and series that come near their limits, as if they did not stand.
    series: Vec<Alarm>,
    /// Moves by each after which a period ends.
    period_ends: Vec<u32>,
    periods: Vec<Alarm>,
    null_moves: Vec<u32>,
    begins_anew: bool,
}

/// One who looks on while a record is gone through.
pub(crate) struct Scanning<'a> {
    pub scan: &'a mut Scan,
    pub rules: &'a Rules,
    pub record: &'a Record,
}

impl Onlooker for Scanning<'_> {
    fn begin(&mut self) {
        let scan = &mut *self.scan;
        scan.stops.clear();
        scan.last_zero = 0;
        let start = &self.record.start;
        scan.begins = Some((start.turn(), start.fullmove_number()));
        scan.series.clear();
        scan.periods.clear();
        scan.null_moves.clear();
        scan.begins_anew = true;
    }

    fn look(&mut self, stop: &Stop<'_>) {
        let counter = stop.position.halfmove_clock();
        self.scan.stops.push((stop.key, counter));
        if counter == 0 {
            self.scan.last_zero = stop.ply;
        }
        if stop.recorded.is_some_and(|recorded| recorded.legality == Legality::Null) {
            self.scan.null_moves.push(stop.ply);
        }
        if stop.is_of_game && stop.has_legal_move {
            self.look_at_series(stop, counter);
        }
        if stop.is_of_game && stop.ply > 0 {
            self.look_at_periods(stop.ply);
        }
    }
}

impl Scanning<'_> {
    /// Repeated positions and series that come near their limits.
    ///
    /// **Laws:** 9.2.1, 9.3.1, 9.3.2, 9.6.2.
    fn look_at_series(&mut self, stop: &Stop<'_>, counter: u32) {
        let ply = stop.ply;
        if let &[first, second] = stop.occurrences {
            let detail = AlarmDetail::SecondOccurrence { occurrences: [first, second] };
            let (kind, rule) = (AlarmKind::SecondOccurrence, Rule::ThreefoldIntended);
            self.raise(kind, AlarmSeverity::Soon, rule, ply, None, detail);
        }
        if comes_near(counter, ply, &FIFTY_NEAR, 99) {
            let detail = AlarmDetail::Near { plies: counter, limit: 100 };
            let (kind, rule) = (AlarmKind::FiftyNear, Rule::FiftyMoveOnBoard);
            self.raise(kind, AlarmSeverity::Soon, rule, ply, None, detail);
        }
        if counter == 99 && can_complete_fifty(stop.position) {
            let detail = AlarmDetail::Near { plies: counter, limit: 100 };
            let (kind, rule) = (AlarmKind::FiftyWithMove, Rule::FiftyMoveIntended);
            let by = Some(stop.position.turn());
            self.raise(kind, AlarmSeverity::Claimable, rule, ply, by, detail);
        }
        if comes_near(counter, ply, &SEVENTY_FIVE_NEAR, 150) {
            let detail = AlarmDetail::Near { plies: counter, limit: 150 };
            let (kind, rule) = (AlarmKind::SeventyFiveNear, Rule::SeventyFiveMoves);
            self.raise(kind, AlarmSeverity::Soon, rule, ply, None, detail);
        }
    }

    fn raise(
        &mut self,
        kind: AlarmKind,
        severity: AlarmSeverity,
        rule: Rule,
        ply: u32,
        by: Option<Color>,
        detail: AlarmDetail,
    ) {
        let call = match kind {
            AlarmKind::SeventyFiveNear => Call::Arbiter,
            _ => Call::PlayerOnly,
        };
        let alarm = Alarm {
            key: key(kind, ply, self.scan),
            severity,
            move_name: None,
            by,
            call,
            citation: Some(self.rules.cite(rule)),
            detail,
            stands: false,
        };
        self.scan.series.push(alarm);
    }

    /// Periods whose moves both players have made, with another period to follow.
    ///
    /// **Laws:** 6.3.1.
    fn look_at_periods(&mut self, ply: u32) {
        let (white, black) = self.scan.moves_made(ply);
        if white != black || !self.scan.period_ends.contains(&white) {
            return;
        }
        let alarm = Alarm {
            key: key(AlarmKind::Period, ply, self.scan),
            severity: AlarmSeverity::Fact,
            move_name: None,
            by: None,
            call: Call::Arbiter,
            citation: Some(self.rules.cite(Rule::PeriodCheck)),
            detail: AlarmDetail::Period { white, black },
            stands: false,
        };
        self.scan.periods.push(alarm);
    }
}

impl Scan {
    /// Takes the time control, before anything is gone through.
    pub fn set_control(&mut self, control: Option<&TimeControl>) {
        self.period_ends.clear();
        let mut total = 0;
        for pair in control.map_or(&[][..], |control| &control.fields).windows(2) {
            let [TimeControlField::Period(period), _] = pair else { break };
            let Some(moves) = period.moves else { break };
            total += moves;
            self.period_ends.push(total);
        }
    }

    pub fn n_plies(&self) -> u32 {
        self.stops.len().saturating_sub(1) as u32
    }

    /// The key of the position after a ply; that of the last one beyond the end.
    pub fn key(&self, ply: u32) -> PositionKey {
        let stop = self.stops.get(ply as usize).or(self.stops.last());
        stop.map_or_else(|| Position::start().key(), |(key, _)| *key)
    }

    pub fn last_key(&self) -> PositionKey {
        self.key(u32::MAX)
    }

    /// Whether the record has been gone through anew since it was noted last.
    pub fn has_begun_anew(&self) -> bool {
        self.begins_anew
    }

    /// Notes that whoever has to know that the record was gone through anew knows it.
    pub fn note_begun(&mut self) {
        self.begins_anew = false;
    }

    /// Moves made by White and Black after a ply, by the numbers of the moves.
    pub fn moves_made(&self, ply: u32) -> (u32, u32) {
        let (first, number) = self.begins.unwrap_or((Color::White, 1));
        let place = ply.saturating_add(u32::from(first.is_black()));
        let number = number.saturating_add(place / 2);
        let before = number.saturating_sub(1);
        if place.is_multiple_of(2) { (before, before) } else { (number, before) }
    }

    /// Whether the position after a ply is that at the end of the record.
    pub fn is_last_position(&self, ply: u32) -> bool {
        self.key(ply) == self.last_key()
    }

    /// Whether no capture and no pawn move has come since a ply.
    pub fn is_same_series(&self, ply: u32) -> bool {
        self.last_zero <= ply
    }

    /// Adds the repeated positions and series before the end of the game.
    pub fn add_series(&self, rules: &Rules, end: Option<u32>, found: &mut Vec<Alarm>) {
        let has_limit = rules.seventy_five_moves().value == Some(SeventyFiveMoves::AnySeries);
        for alarm in &self.series {
            let ply = alarm.ply();
            let is_left_out = alarm.kind() == AlarmKind::SeventyFiveNear && !has_limit;
            if is_left_out || end.is_some_and(|end| ply >= end) {
                continue;
            }
            let stands = match alarm.kind() {
                AlarmKind::FiftyNear => self.still_near(ply, &FIFTY_NEAR, 99),
                AlarmKind::SeventyFiveNear => self.still_near(ply, &SEVENTY_FIVE_NEAR, 150),
                _ => ply == self.n_plies(),
            };
            found.push(Alarm { stands, ..alarm.clone() });
        }
    }

    /// Adds the periods that have ended.
    pub fn add_periods(&self, is_finished: bool, found: &mut Vec<Alarm>) {
        found.extend(self.periods.iter().map(|alarm| {
            let stands = !is_finished && alarm.ply() + 2 > self.n_plies();
            Alarm { stands, ..alarm.clone() }
        }));
    }

    /// Adds the null moves, which stand in place of others.
    pub fn add_null_moves(&self, found: &mut Vec<Alarm>) {
        found.extend(self.null_moves.iter().map(|&ply| gap(ply, None, self)));
    }

    /// Whether the step reached at a ply is the last one reached, in a series that goes on.
    fn still_near(&self, ply: u32, steps: &[u32], end: u32) -> bool {
        let counter = |stop: Option<&(PositionKey, u32)>| stop.map_or(0, |(_, counter)| *counter);
        let reached = counter(self.stops.get(ply as usize));
        let next = steps.iter().copied().find(|&step| step > reached).unwrap_or(end);
        self.is_same_series(ply) && counter(self.stops.last()) < next
    }
}

/// Whether a counter has just reached one of the steps; a record that starts beyond the first one
/// begins with the alarm.
fn comes_near(counter: u32, ply: u32, steps: &[u32], end: u32) -> bool {
    let begins_inside = ply == 0 && steps.first().is_some_and(|&first| counter > first);
    steps.contains(&counter) || begins_inside && counter < end
}

/// Whether the side to move has a move that is neither a capture nor a pawn move.
fn can_complete_fifty(position: &Position) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.iter().any(|&played| {
        let mut next = position.clone();
        next.play(played);
        next.halfmove_clock() == 100
    })
}
