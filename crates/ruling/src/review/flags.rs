//! Flag-falls that a record speaks of, and what they lead to.

use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, Record};
use kaissa_laws::Rule;
use kaissa_winnable::{CanMate, can_mate, seventy_five_move_limit};

use super::ends::End;
use super::results::won_by;
use crate::finding::{
    CanMateWord, Detail, Finding, FindingKind, FlagFallSource, Severity, Trigger,
};
use crate::review::Reviewer;

/// Words by which tags and comments say that time ran out, in lower case.
const TIME_WORDS: [&str; 13] = [
    "time forfeit",
    "on time",
    "time out",
    "timeout",
    "time expired",
    "time loss",
    "ran out of time",
    "out of time",
    "overstep",
    "flag fell",
    "flag fall",
    "flag-fall",
    "просроч",
];

/// A flag-fall that was read from a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ReadFlagFall {
    /// Whose flag fell.
    pub fallen: Color,
    /// Whether the opponent was proved unable to mate.
    pub opponent_cannot_mate: bool,
}

/// Notes a flag-fall, with what the Laws make of it.
///
/// **Laws:** 6.9. Mate and stalemate on the board go first; then nothing is noted.
pub(super) fn find(
    reviewer: &Reviewer,
    record: &Record,
    last_position: &Position,
    first_end: Option<End>,
    findings: &mut Vec<Finding>,
) -> Option<ReadFlagFall> {
    if first_end.is_some_and(|end| end.is_of_position() && end.kind != FindingKind::DeadPosition) {
        return None;
    }
    let (fallen, read_from) = read(record, last_position)?;
    let opponent = !fallen;
    // With a token unread, the last position is not known.
    let answer = match record.unread {
        Some(_) => None,
        None => can_mate(last_position, opponent, &reviewer.effort.last).ok(),
    };
    let (word, helpmate) = match answer.map(|answer| answer.can_mate) {
        Some(CanMate::Yes { helpmate }) => (CanMateWord::Yes, helpmate),
        Some(CanMate::No { .. }) => (CanMateWord::No, Vec::new()),
        Some(CanMate::Unproven(_)) | None => (CanMateWord::Unproven, Vec::new()),
    };
    let ended = first_end.is_some();
    let expected = match word {
        _ if ended => Some(GameResult::DRAW),
        CanMateWord::Yes => Some(won_by(opponent)),
        CanMateWord::No => Some(GameResult::DRAW),
        CanMateWord::Unproven => None,
    };
    let too_long = word == CanMateWord::Yes
        && !ended
        && crate::counted::is_out_of_reach(
            last_position,
            opponent,
            seventy_five_move_limit(last_position, &helpmate).is_some(),
            &reviewer.effort.last,
        );
    findings.push(Finding {
        kind: FindingKind::FlagFall,
        severity: Severity::Fact,
        ply: record.plies.len() as u32,
        trigger: Some(Trigger::Observed),
        citation: reviewer.cite(Rule::LossOnTime),
        detail: Detail::FlagFall {
            fallen,
            read_from,
            can_mate: word,
            helpmate,
            expected,
            if_counters_count: too_long.then_some(GameResult::DRAW),
        },
    });
    Some(ReadFlagFall { fallen, opponent_cannot_mate: word == CanMateWord::No })
}

/// Whose flag fell by the record, and where it says so.
fn read(record: &Record, last_position: &Position) -> Option<(Color, FlagFallSource)> {
    let result = record.result();
    let loser = result.and_then(GameResult::winner).map(|winner| !winner);
    let termination = record.tag("Termination");
    if let Some(text) = termination.as_deref()
        && says_time(text)
    {
        let fallen = loser.or_else(|| named_in(text)).unwrap_or(last_position.turn());
        return Some((fallen, FlagFallSource::Termination));
    }
    let n_plies = record.plies.len();
    if let Some(text) = record.comments_after(n_plies).find(|text| says_time(text)) {
        let fallen = loser.or_else(|| named_in(text)).unwrap_or(last_position.turn());
        return Some((fallen, FlagFallSource::Comment));
    }
    // The clock of a finished game is only a sign: it counts together with the result.
    let loser = loser?;
    let last = record.last_clock(loser)?;
    (last.is_zero() && record.unread.is_none()).then_some((loser, FlagFallSource::ClockZero))
}

fn says_time(text: &str) -> bool {
    let lower = text.to_lowercase();
    TIME_WORDS.iter().any(|words| lower.contains(words))
}

/// The colour that a text names as the one who lost, where it names only one.
fn named_in(text: &str) -> Option<Color> {
    let lower = text.to_lowercase();
    let white = lower.contains("white") || lower.contains("бел");
    let black = lower.contains("black") || lower.contains("черн") || lower.contains("чёрн");
    let named = match (white, black) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return None,
    };
    let is_winner = lower.contains("won") || lower.contains("wins") || lower.contains("выигр");
    Some(if is_winner { !named } else { named })
}
