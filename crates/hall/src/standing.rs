//! The alarms of one record: a pure function of it.

use kaissa_chess::{Color, MoveList, Position, PositionKey, Repetitions};
use kaissa_game::{Legality, MoveNames, Record};
use kaissa_laws::{ClockTime, FlagCall, IllegalMoveIntervention, Rule, Rules, SeventyFiveMoves};
use kaissa_ruling::{CanMateWord, Detail, DrawCertainty, Finding, FindingKind, Reviewer};
use kaissa_winnable::{Budget, CanMate, can_mate};

use crate::alarm::{Alarm, AlarmDetail, AlarmKey, AlarmKind, AlarmSeverity, Call, finished};
use crate::clocks;

/// Plies of a series at which the fifty moves are near.
const FIFTY_NEAR: [u32; 4] = [80, 90, 96, 98];
/// Plies of a series at which the seventy-five moves are near.
const SEVENTY_FIVE_NEAR: [u32; 3] = [140, 146, 148];

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

/// Finds every alarm that a record gives, whether it still stands at its end or not.
pub(crate) fn standing(record: &Record, reviewer: &mut Reviewer) -> Standing {
    let review = reviewer.review(record);
    let rules = reviewer.rules().clone();
    let walk = Walk::through(record);
    let mut found: Vec<Alarm> =
        review.findings.iter().map(|finding| of_finding(finding, record, &walk, &rules)).collect();
    let end = automatic_end(&review.findings);
    let goes_on = |ply: u32| end.is_none_or(|end| ply < end);
    found.extend(series(&walk, &rules).into_iter().filter(|alarm| goes_on(alarm.ply())));
    found.extend(clocks::alarms(record, &walk, &rules));
    found.extend(gaps(record, &walk));
    let has_flag = review.findings.iter().any(|finding| finding.kind == FindingKind::FlagFall);
    if !has_flag && end.is_none() {
        found.extend(flag_down(record, &walk, &rules));
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
    name_and_number(&mut found, record);
    let turn = walk.last.turn();
    let live = record.live_clocks();
    let clock = match turn {
        Color::White => live.white,
        Color::Black => live.black,
    };
    let is_over = is_finished || end.is_some();
    let wrong_clock = live.running.filter(|&side| side != turn && !is_over && walk.n_plies() > 0);
    let last_move = MoveNames::new(record).name(walk.n_plies());
    Standing {
        alarms: found,
        last_key: walk.last.key(),
        wrong_clock,
        clock_to_move: clock.or_else(|| record.last_clock(turn)),
        is_over,
        last_move,
    }
}

/// The positions of a record, gone through once.
pub(crate) struct Walk {
    /// For each ply from 0: its position's key, its counter, whether a legal move is left, and
    /// whether it is a position of the game at all (a gesture is none).
    plies: Vec<Stop>,
    last: Position,
}

pub(crate) struct Stop {
    pub key: PositionKey,
    pub counter: u32,
    pub has_legal_move: bool,
    pub is_of_game: bool,
    /// For a counter of 99: whether a move can make it 100.
    can_complete_fifty: bool,
    /// The plies after which the position stood, where it is its second time.
    second: Option<[u32; 2]>,
    /// Moves made by each: White's, Black's.
    pub moves_made: (u32, u32),
}

impl Walk {
    pub(crate) fn through(record: &Record) -> Walk {
        let mut position = record.start.clone();
        let mut repetitions = Repetitions::new();
        let mut is_broken = false;
        let mut plies = Vec::with_capacity(record.plies.len() + 1);
        plies.push(Stop::at(&position, 0, true, &mut repetitions, false));
        for (ply, recorded) in (1..).zip(&record.plies) {
            recorded.play_on(&mut position);
            is_broken |= matches!(recorded.legality, Legality::Illegal(_));
            let is_of_game = recorded.legality != Legality::Gesture;
            plies.push(Stop::at(&position, ply, is_of_game, &mut repetitions, is_broken));
        }
        Walk { plies, last: position }
    }

    pub(crate) fn n_plies(&self) -> u32 {
        self.plies.len().saturating_sub(1) as u32
    }

    pub(crate) fn stops(&self) -> impl Iterator<Item = (u32, &Stop)> {
        (0..).zip(&self.plies)
    }

    pub(crate) fn key(&self, ply: u32) -> PositionKey {
        self.plies.get(ply as usize).map_or_else(|| self.last.key(), |stop| stop.key)
    }

    /// Whether the position after a ply is that at the end of the record.
    fn is_last_position(&self, ply: u32) -> bool {
        self.key(ply) == self.last.key()
    }

    /// Whether no capture and no pawn move has come since a ply.
    fn is_same_series(&self, ply: u32) -> bool {
        self.plies.iter().skip(ply as usize + 1).all(|stop| stop.counter > 0)
    }

    fn last_counter(&self) -> u32 {
        self.last.halfmove_clock()
    }
}

impl Stop {
    fn at(
        position: &Position,
        ply: u32,
        is_of_game: bool,
        repetitions: &mut Repetitions,
        is_broken: bool,
    ) -> Stop {
        let key = position.key();
        let counter = position.halfmove_clock();
        let second = if is_of_game {
            let zeroing = ply > 0 && counter == 0 && !is_broken;
            match repetitions.add(key, ply, zeroing) {
                &[first, second] => Some([first, second]),
                _ => None,
            }
        } else {
            None
        };
        let number = position.fullmove_number();
        let before = number.saturating_sub(1);
        let moves_made = position.turn().fold_wb((before, before), (number, before));
        Stop {
            key,
            counter,
            has_legal_move: position.has_legal_move(),
            is_of_game,
            can_complete_fifty: counter == 99 && can_complete_fifty(position),
            second,
            moves_made,
        }
    }
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

fn of_finding(finding: &Finding, record: &Record, walk: &Walk, rules: &Rules) -> Alarm {
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
        FindingKind::Threefold => walk.is_last_position(ply),
        FindingKind::FiftyMoves => walk.is_same_series(ply),
        FindingKind::IllegalMove | FindingKind::ResultGesture => !is_finished,
        FindingKind::Clock => !is_finished && ply + 2 > walk.n_plies(),
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
        key: key(finding.kind.into(), ply, walk),
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

/// Repeated positions and series that come near their limits.
///
/// **Laws:** 9.2.1, 9.3.1, 9.3.2, 9.6.2.
fn series(walk: &Walk, rules: &Rules) -> Vec<Alarm> {
    let mut found = Vec::new();
    let has_limit = rules.seventy_five_moves().value == Some(SeventyFiveMoves::AnySeries);
    for (ply, stop) in walk.stops().filter(|(_, stop)| stop.is_of_game && stop.has_legal_move) {
        let mut raise = |kind, severity, rule, by, stands, detail| {
            found.push(Alarm {
                key: key(kind, ply, walk),
                severity,
                move_name: None,
                by,
                call: match kind {
                    AlarmKind::SeventyFiveNear => Call::Arbiter,
                    _ => Call::PlayerOnly,
                },
                citation: Some(rules.cite(rule)),
                detail,
                stands,
            });
        };
        if let Some(occurrences) = stop.second {
            let stands = walk.is_last_position(ply) && ply == walk.n_plies();
            let detail = AlarmDetail::SecondOccurrence { occurrences };
            let (kind, rule) = (AlarmKind::SecondOccurrence, Rule::ThreefoldIntended);
            raise(kind, AlarmSeverity::Soon, rule, None, stands, detail);
        }
        let counter = stop.counter;
        if comes_near(counter, ply, &FIFTY_NEAR, 99) {
            let stands = still_near(walk, ply, &FIFTY_NEAR, 99);
            let detail = AlarmDetail::Near { plies: counter, limit: 100 };
            let (kind, rule) = (AlarmKind::FiftyNear, Rule::FiftyMoveOnBoard);
            raise(kind, AlarmSeverity::Soon, rule, None, stands, detail);
        }
        if stop.can_complete_fifty {
            let detail = AlarmDetail::Near { plies: counter, limit: 100 };
            let (kind, rule) = (AlarmKind::FiftyWithMove, Rule::FiftyMoveIntended);
            let by = walk.turn_after(ply);
            raise(kind, AlarmSeverity::Claimable, rule, by, ply == walk.n_plies(), detail);
        }
        if has_limit && comes_near(counter, ply, &SEVENTY_FIVE_NEAR, 150) {
            let stands = still_near(walk, ply, &SEVENTY_FIVE_NEAR, 150);
            let detail = AlarmDetail::Near { plies: counter, limit: 150 };
            let (kind, rule) = (AlarmKind::SeventyFiveNear, Rule::SeventyFiveMoves);
            raise(kind, AlarmSeverity::Soon, rule, None, stands, detail);
        }
    }
    found
}

impl Walk {
    fn turn_after(&self, ply: u32) -> Option<Color> {
        let plies_left = self.n_plies().checked_sub(ply)?;
        Some(if plies_left.is_multiple_of(2) { self.last.turn() } else { !self.last.turn() })
    }
}

/// Whether a counter has just reached one of the steps; a record that starts beyond the first one
/// begins with the alarm.
fn comes_near(counter: u32, ply: u32, steps: &[u32], end: u32) -> bool {
    let begins_inside = ply == 0 && steps.first().is_some_and(|&first| counter > first);
    steps.contains(&counter) || begins_inside && counter < end
}

/// Whether the step reached at a ply is the last one reached, in a series that goes on.
fn still_near(walk: &Walk, ply: u32, steps: &[u32], end: u32) -> bool {
    let counter = walk.plies.get(ply as usize).map_or(0, |stop| stop.counter);
    let next = steps.iter().copied().find(|&step| step > counter).unwrap_or(end);
    walk.is_same_series(ply) && walk.last_counter() < next
}

/// Places where the record cannot be followed.
fn gaps(record: &Record, walk: &Walk) -> Vec<Alarm> {
    let gap = |ply: u32, token: Option<String>| Alarm {
        key: key(AlarmKind::Gap, ply, walk),
        severity: AlarmSeverity::Record,
        move_name: None,
        by: None,
        call: Call::Arbiter,
        citation: None,
        detail: AlarmDetail::Gap { token },
        stands: true,
    };
    let null_moves = (1..)
        .zip(&record.plies)
        .filter(|(_, recorded)| recorded.legality == Legality::Null)
        .map(|(ply, _)| gap(ply, None));
    let unread =
        record.unread.as_ref().map(|unread| gap(walk.n_plies(), Some(unread.token.clone())));
    null_moves.chain(unread).collect()
}

/// A clock that runs and shows no time, in a game without a result.
///
/// **Laws:** 6.8, 6.9; who may point it out is the edition's `flag_call`.
fn flag_down(record: &Record, walk: &Walk, rules: &Rules) -> Option<Alarm> {
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
    let answer = can_mate(&walk.last, !fallen, &Budget::STANDARD).ok();
    let can_mate = match answer.map(|answer| answer.can_mate) {
        Some(CanMate::Yes { .. }) => CanMateWord::Yes,
        Some(CanMate::No { .. }) => CanMateWord::No,
        Some(CanMate::Unproven(_)) | None => CanMateWord::Unproven,
    };
    Some(Alarm {
        key: key(AlarmKind::FlagFall, walk.n_plies(), walk),
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

pub(crate) fn key(kind: AlarmKind, ply: u32, walk: &Walk) -> AlarmKey {
    AlarmKey { kind, ply, position: walk.key(ply), number: 0 }
}

/// Gives each alarm the name of its move, and numbers to those that would be the same one.
fn name_and_number(alarms: &mut [Alarm], record: &Record) {
    let mut names = MoveNames::new(record);
    let mut before: Option<(AlarmKind, u32)> = None;
    let mut number = 0;
    for alarm in alarms {
        alarm.move_name = names.name(alarm.ply());
        let same = before == Some((alarm.kind(), alarm.ply()));
        number = if same { number + 1 } else { 0 };
        alarm.key.number = number;
        before = Some((alarm.kind(), alarm.ply()));
    }
}
