//! Results against what the record proves.

use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, Record, WrittenResult};
use kaissa_laws::Rule;
use kaissa_winnable::{CanMate, can_mate};

use super::ends::End;
use super::flags::ReadFlagFall;
use crate::finding::{Detail, Finding, FindingKind, Severity, Trigger};
use crate::review::Reviewer;

/// Words by which a tag or a comment gives another cause for a win than the board, in lower case.
const CAUSE_WORDS: [&str; 12] = [
    "resign",
    "abandon",
    "forfeit",
    "infraction",
    "adjudic",
    "default",
    "illegal",
    "death",
    "emergency",
    "disconnect",
    "сдал",
    "неявк",
];

/// The result in which this colour wins.
pub(super) const fn won_by(color: Color) -> GameResult {
    match color {
        Color::White => GameResult::WHITE_WINS,
        Color::Black => GameResult::BLACK_WINS,
    }
}

/// What is known of the last position of a record.
pub(super) struct Last<'a> {
    /// The position.
    pub position: &'a Position,
    /// Who was found able to mate from it.
    pub can_mate: Option<Color>,
    /// The flag-fall that the record speaks of.
    pub flag: Option<ReadFlagFall>,
}

/// Notes results that contradict the record or each other, and draws agreed too early.
pub(super) fn check(
    reviewer: &Reviewer,
    record: &Record,
    first_end: Option<End>,
    last: &Last<'_>,
    findings: &mut Vec<Finding>,
) {
    mismatch(record, findings);
    let Some(recorded) = record.result() else { return };
    if let Some((expected, because)) = proved(record, first_end, last.flag, recorded) {
        findings.push(Finding {
            kind: FindingKind::ResultContradicts,
            severity: Severity::Contradiction,
            ply: record.plies.len() as u32,
            trigger: None,
            citation: because.kind.rule().and_then(|rule| reviewer.cite(rule)),
            detail: Detail::Contradicted {
                recorded,
                expected,
                because: because.kind,
                because_ply: because.ply,
            },
        });
        return;
    }
    if first_end.is_none() && record.unread.is_none() {
        doubtful(reviewer, record, last, recorded, findings);
        too_early(reviewer, record, recorded, findings);
    }
}

/// The result that is proved whatever happened at the table, where another one is recorded.
///
/// **Laws:** 5.1.1, 5.2.1, 5.2.2 for the ends on the board; 9.6 for those by counting, which a
/// decisive result contradicts (a draw may have had any cause); 6.9 for a loss on time.
fn proved(
    record: &Record,
    first_end: Option<End>,
    flag: Option<ReadFlagFall>,
    recorded: GameResult,
) -> Option<(GameResult, End)> {
    if let Some(end) = first_end {
        let expected = match end.kind {
            FindingKind::Checkmate => won_by(record.mover_of(end.ply)),
            _ => GameResult::DRAW,
        };
        let is_other = recorded.points != expected.points;
        let decides = end.is_of_position() || recorded.winner().is_some();
        return (is_other && decides).then_some((expected, end));
    }
    let flag = flag?;
    let lost_on_time = recorded.winner() == Some(!flag.fallen);
    let end = End { kind: FindingKind::FlagFall, ply: record.plies.len() as u32 };
    (lost_on_time && flag.opponent_cannot_mate).then_some((GameResult::DRAW, end))
}

fn mismatch(record: &Record, findings: &mut Vec<Finding>) {
    let finished = |written: Option<&str>| match written.and_then(GameResult::read) {
        Some(WrittenResult::Finished(result)) => Some(result),
        _ => None,
    };
    let tag = record.tag("Result");
    let (Some(tag), Some(token)) =
        (finished(tag.as_deref()), finished(record.written_result_token()))
    else {
        return;
    };
    if tag.points == token.points {
        return;
    }
    findings.push(Finding {
        kind: FindingKind::ResultMismatch,
        severity: Severity::Contradiction,
        ply: record.plies.len() as u32,
        trigger: None,
        citation: None,
        detail: Detail::Mismatch { tag, token },
    });
}

/// Notes a win by a side that could never mate, where nothing says how it came about.
fn doubtful(
    reviewer: &Reviewer,
    record: &Record,
    last: &Last<'_>,
    recorded: GameResult,
    findings: &mut Vec<Finding>,
) {
    let Some(winner) = recorded.winner() else { return };
    let is_played = !recorded.is_forfeit && !record.plies.is_empty();
    let is_clear = last.flag.is_some() || last.can_mate == Some(winner);
    if !is_played || is_clear || names_cause(record) {
        return;
    }
    let answer = can_mate(last.position, winner, &reviewer.effort.quick);
    if !answer.is_ok_and(|answer| matches!(answer.can_mate, CanMate::No { .. })) {
        return;
    }
    findings.push(Finding {
        kind: FindingKind::ResultDoubtful,
        severity: Severity::Record,
        ply: record.plies.len() as u32,
        trigger: None,
        citation: reviewer.cite(Rule::Resignation),
        detail: Detail::Doubtful { winner },
    });
}

fn names_cause(record: &Record) -> bool {
    let says = |text: &str| {
        let lower = text.to_lowercase();
        CAUSE_WORDS.iter().any(|word| lower.contains(word))
    };
    record.tag("Termination").is_some_and(|text| says(&text))
        || record.comments_after(record.plies.len()).any(says)
}

/// Notes a draw before the move from which one may be agreed.
///
/// **Laws:** 5.2.3 from 2017 (both must have made a move); 9.1.1 for the regulations. Without any
/// move the record shows only that none was recorded, and nothing is noted.
fn too_early(
    reviewer: &Reviewer,
    record: &Record,
    recorded: GameResult,
    findings: &mut Vec<Finding>,
) {
    let Some(needed) = reviewer.agreement_from_move else { return };
    let n_plies = record.plies.len() as u32;
    if !recorded.is_draw() || n_plies == 0 || n_plies / 2 >= needed {
        return;
    }
    let stated = reviewer.rules.agreement_from_move();
    findings.push(Finding {
        kind: FindingKind::AgreedTooEarly,
        severity: Severity::Contradiction,
        ply: n_plies,
        trigger: Some(Trigger::Observed),
        citation: Some(stated.citation),
        detail: Detail::TooEarly { needed },
    });
}
