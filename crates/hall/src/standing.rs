//! The alarms of one record: a pure function of it.

use kaissa_chess::{Color, PositionKey};
use kaissa_game::{MoveNames, Record, TimeControlReading, move_name};
use kaissa_laws::{ClockTime, Edition, FlagCall, IllegalMoveIntervention, Rule, Rules, Style};
use kaissa_ruling::{CanMateWord, Detail, DrawCertainty, Finding, FindingKind, Progress, Reviewer};
use kaissa_winnable::{Budget, CanMate, can_mate};

use crate::alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call, finished};
use crate::clocks::ClockWatch;
use crate::scan::{Scan, Scanning};

/// What a record says at its end.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    /// The alarms by ply, those of one ply in the order of [`AlarmKind`].
    pub alarms: Vec<Alarm>,
    /// The position after the last ply.
    pub last_key: PositionKey,
    /// The clock that runs although the other side is to move.
    pub wrong_clock: Option<Color>,
    /// What the clock of the side to move showed last.
    pub clock_to_move: Option<ClockTime>,
    /// Whether the game is over: by its result or by itself.
    pub is_over: bool,
    /// Name of the last move.
    pub last_move: Option<String>,
}

/// What is kept of a record, so that one that goes on costs no more than its new plies.
#[derive(Debug, Default)]
pub(crate) struct Follow {
    /// The rules, and the time control as written: another one begins anew.
    rules: Option<(Edition, Style, Option<String>)>,
    progress: Progress,
    scan: Scan,
    clocks: ClockWatch,
    /// Names of the moves that were asked for, by ply.
    names: Vec<(u32, String)>,
}

impl Follow {
    fn begin(&mut self, record: &Record, rules: &Rules) {
        let written = record.tag("TimeControl");
        let is_same = self.rules.as_ref().is_some_and(|(edition, style, control)| {
            *edition == rules.edition()
                && *style == rules.style()
                && control.as_deref() == written.as_deref()
        });
        if is_same {
            return;
        }
        let control = written.as_deref().map(TimeControlReading::read);
        *self = Follow::default();
        self.scan.set_control(control.as_ref().and_then(|reading| reading.control.as_ref()));
        self.clocks = ClockWatch::new(control.and_then(|reading| reading.control));
        let written = written.map(|text| text.into_owned());
        self.rules = Some((rules.edition(), rules.style(), written));
    }
}

/// Finds every alarm that a record gives, whether it still stands at its end or not.
///
/// `follow` is what was kept of the same game before; with an empty one the answer is the same.
pub(crate) fn standing(record: &Record, reviewer: &Reviewer, follow: &mut Follow) -> Standing {
    let rules = reviewer.rules();
    follow.begin(record, rules);
    let mut scanning = Scanning { scan: &mut follow.scan, rules, record };
    let review = reviewer.resume(&mut follow.progress, record, &mut scanning);
    let Follow { scan, clocks, .. } = &mut *follow;
    let mut found: Vec<Alarm> =
        review.findings.iter().map(|finding| of_finding(finding, record, scan, rules)).collect();
    let end = automatic_end(&review.findings);
    scan.add_series(rules, end, &mut found);
    clocks.add(record, scan, rules, &mut found);
    scan.add_periods(finished(record).is_some(), &mut found);
    scan.add_null_moves(&mut found);
    let unread = record.unread.as_ref();
    found.extend(unread.map(|unread| gap(scan.n_plies(), Some(unread.token.clone()), scan)));
    let has_flag = review.findings.iter().any(|finding| finding.kind == FindingKind::FlagFall);
    if !has_flag && end.is_none() {
        found.extend(flag_down(record, follow, rules));
    }
    let is_finished = finished(record).is_some();
    if is_finished {
        // Nothing can be claimed or warned of any more; what the record got wrong stands.
        for alarm in &mut found {
            alarm.stands &= !matches!(
                alarm.severity,
                AlarmSeverity::Claimable | AlarmSeverity::Soon | AlarmSeverity::Fact
            ) || alarm.kind() == AlarmKind::FlagFall;
        }
    }
    found.sort_by_key(|alarm| (alarm.ply(), alarm.kind()));
    number(&mut found);
    let last_move = name(&mut found, record, follow);
    let scan = &follow.scan;
    let turn = review.last_position.turn();
    let live = record.live_clocks();
    let clock = match turn {
        Color::White => live.white,
        Color::Black => live.black,
    };
    let is_over = is_finished || end.is_some();
    let wrong_clock = live.running.filter(|&side| side != turn && !is_over && scan.n_plies() > 0);
    Standing {
        alarms: found,
        last_key: scan.last_key(),
        wrong_clock,
        clock_to_move: clock.or_else(|| record.last_clock(turn)),
        is_over,
        last_move,
    }
}

/// The ply of the first end that needs no claim.
fn automatic_end(findings: &[Finding]) -> Option<u32> {
    let ends = |finding: &&Finding| match (finding.kind, &finding.detail) {
        (FindingKind::Fivefold, Detail::Repetition { certainty, .. }) => {
            *certainty == DrawCertainty::Certain
        }
        (kind, _) => matches!(
            kind,
            FindingKind::Checkmate
                | FindingKind::Stalemate
                | FindingKind::DeadPosition
                | FindingKind::SeventyFiveMoves
        ),
    };
    findings.iter().find(ends).map(|finding| finding.ply)
}

fn of_finding(finding: &Finding, record: &Record, scan: &Scan, rules: &Rules) -> Alarm {
    let by = match &finding.detail {
        Detail::Repetition { by, .. } if finding.kind == FindingKind::Threefold => Some(*by),
        Detail::Series { by, .. } if finding.kind == FindingKind::FiftyMoves => Some(*by),
        Detail::Illegal { by, .. } | Detail::Clock { by, .. } => Some(*by),
        Detail::FlagFall { fallen, .. } => Some(*fallen),
        _ => None,
    };
    let ply = finding.ply;
    let is_finished = finished(record).is_some();
    let stands = match finding.kind {
        FindingKind::Threefold => scan.is_last_position(ply),
        FindingKind::FiftyMoves => scan.is_same_series(ply),
        FindingKind::IllegalMove | FindingKind::ResultGesture => !is_finished,
        FindingKind::Clock => !is_finished && ply + 2 > scan.n_plies(),
        FindingKind::FlagFall => match finding.detail {
            Detail::FlagFall { expected, .. } => !is_finished || expected.is_none(),
            _ => !is_finished,
        },
        FindingKind::Checkmate
        | FindingKind::Stalemate
        | FindingKind::DeadPosition
        | FindingKind::Fivefold
        | FindingKind::SeventyFiveMoves
        | FindingKind::PlayedOn
        | FindingKind::ResultContradicts
        | FindingKind::ResultMismatch
        | FindingKind::ResultDoubtful
        | FindingKind::AgreedTooEarly => true,
    };
    Alarm {
        key: key(finding.kind.into(), ply, scan),
        severity: finding.severity.into(),
        move_name: None,
        by,
        call: match finding.kind {
            FindingKind::Threefold | FindingKind::FiftyMoves => Call::PlayerOnly,
            FindingKind::FlagFall => flag_call(rules),
            FindingKind::IllegalMove => illegal_move_call(rules),
            _ => Call::Arbiter,
        },
        citation: finding.citation.clone(),
        detail: AlarmDetail::Finding(Box::new(finding.clone())),
        stands,
    }
}

/// A place where the record cannot be followed.
pub(crate) fn gap(ply: u32, token: Option<String>, scan: &Scan) -> Alarm {
    Alarm {
        key: key(AlarmKind::Gap, ply, scan),
        severity: AlarmSeverity::Record,
        move_name: None,
        by: None,
        call: Call::Arbiter,
        citation: None,
        detail: AlarmDetail::Gap { token },
        stands: true,
    }
}

/// A clock that runs and shows no time, in a game without a result.
///
/// **Laws:** 6.8, 6.9; who may point it out is the edition's `flag_call`.
fn flag_down(record: &Record, follow: &Follow, rules: &Rules) -> Option<Alarm> {
    if finished(record).is_some() || record.unread.is_some() {
        return None;
    }
    let live = record.live_clocks();
    let fallen = live.running?;
    let left = match fallen {
        Color::White => live.white,
        Color::Black => live.black,
    };
    if left? > ClockTime::ZERO {
        return None;
    }
    let answer = can_mate(follow.progress.last_position(), !fallen, &Budget::STANDARD).ok();
    let can_mate = match answer.map(|answer| answer.can_mate) {
        Some(CanMate::Yes { .. }) => CanMateWord::Yes,
        Some(CanMate::No { .. }) => CanMateWord::No,
        Some(CanMate::Unproven(_)) | None => CanMateWord::Unproven,
    };
    Some(Alarm {
        key: key(AlarmKind::FlagFall, follow.scan.n_plies(), &follow.scan),
        severity: AlarmSeverity::Fact,
        move_name: None,
        by: Some(fallen),
        call: flag_call(rules),
        citation: Some(rules.cite(Rule::FlagCall)),
        detail: AlarmDetail::FlagDown { can_mate },
        stands: true,
    })
}

/// Who may point out a fallen flag under these rules.
fn flag_call(rules: &Rules) -> Call {
    match rules.flag_call().value {
        Some(FlagCall::ArbiterOrPlayer | FlagCall::ArbiterMay | FlagCall::ArbiterShall) => {
            Call::Arbiter
        }
        Some(FlagCall::PlayerOnly | FlagCall::PlayerOnlyUnlessBoth) => Call::PlayerOnly,
        None => Call::Unknown,
    }
}

/// Who may point out an illegal move under these rules.
fn illegal_move_call(rules: &Rules) -> Call {
    match rules.illegal_move_intervention().value {
        Some(
            IllegalMoveIntervention::WheneverFound
            | IllegalMoveIntervention::SeenOrClaimedBeforeReply,
        ) => Call::Arbiter,
        Some(IllegalMoveIntervention::ClaimBeforeReply) => Call::PlayerOnly,
        None => Call::Unknown,
    }
}

pub(crate) fn key(kind: AlarmKind, ply: u32, scan: &Scan) -> AlarmKey {
    AlarmKey { kind, ply, position: scan.key(ply), number: 0 }
}

/// Gives numbers to alarms that would be the same one.
fn number(alarms: &mut [Alarm]) {
    let mut before: Option<(AlarmKind, u32)> = None;
    let mut number = 0;
    for alarm in alarms {
        let same = before == Some((alarm.kind(), alarm.ply()));
        number = if same { number + 1 } else { 0 };
        alarm.key.number = number;
        before = Some((alarm.kind(), alarm.ply()));
    }
}

/// Gives each alarm the name of its move, and returns that of the last one.
fn name(alarms: &mut [Alarm], record: &Record, follow: &mut Follow) -> Option<String> {
    let Follow { names, progress, scan, .. } = follow;
    if scan.has_begun_anew() {
        names.clear();
        scan.note_begun();
    }
    let last = scan.n_plies();
    let is_known =
        |names: &[(u32, String)], ply: u32| names.binary_search_by_key(&ply, |(at, _)| *at);
    if let (Err(place), Some(played)) =
        (is_known(names, last), (last as usize).checked_sub(1).and_then(|at| record.plies.get(at)))
    {
        names.insert(place, (last, move_name(progress.position_before_last(), played)));
    }
    let mut others = MoveNames::new(record);
    for alarm in alarms.iter_mut().filter(|alarm| alarm.key.ply > 0) {
        let ply = alarm.key.ply;
        let place = match is_known(names, ply) {
            Ok(place) => place,
            Err(place) => {
                let Some(name) = others.name(ply) else { continue };
                names.insert(place, (ply, name));
                place
            }
        };
        alarm.move_name = names.get(place).map(|(_, name)| name.clone());
    }
    is_known(names, last).ok().and_then(|place| names.get(place)).map(|(_, name)| name.clone())
}
