//! Ends that need no claim, and moves made after them.

use kaissa_chess::{Color, Position};
use kaissa_game::{GameResult, Legality, Record};
use kaissa_winnable::{Dead, OutOfScope, ProofKind, can_mate, dead_position};

use crate::finding::{DeadProof, Detail, Finding, FindingKind, Severity, Trigger};
use crate::review::{ReviewEffort, Reviewer};

/// An end of the game that needs no claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// What ended it.
    pub kind: FindingKind,
    /// After which ply.
    pub ply: u32,
}

impl End {
    /// Whether the end was on the board: mate, stalemate or a dead position.
    pub fn is_of_position(self) -> bool {
        matches!(
            self.kind,
            FindingKind::Checkmate | FindingKind::Stalemate | FindingKind::DeadPosition
        )
    }
}

/// Finds the first position of the record that is proved dead, mate and stalemate apart.
///
/// **Laws:** 5.2.2.
///
/// Legal moves never lead out of a dead position: a mate that can be reached from a later one could
/// be reached from an earlier one. So the last position of each run of legal moves is asked first,
/// and in almost every game that one answer clears the whole run. Only where it does not are
/// earlier positions asked, from the last towards the first.
///
/// In the last position of all the recorded winner is asked about first: that he can mate clears
/// the game and his win at once.
pub(super) fn dead_position_in(
    record: &Record,
    n_plies: usize,
    last_position: &Position,
    effort: &ReviewEffort,
) -> LastLook {
    let winner = record.result().and_then(GameResult::winner);
    if let Some(winner) = winner.filter(|_| n_plies == record.plies.len())
        && record.plies.iter().all(|ply| ply.legality == Legality::Legal)
        && last_position.has_legal_move()
        && can_mate(last_position, winner, &effort.quick)
            .is_ok_and(|answer| answer.can_mate.is_yes())
    {
        return LastLook { dead: None, can_mate: Some(winner) };
    }
    LastLook { dead: search_dead(record, n_plies, effort), can_mate: None }
}

/// What looking for a dead position has shown.
pub(super) struct LastLook {
    /// The first position proved dead.
    pub dead: Option<(u32, Detail)>,
    /// Who was proved able to mate from the last position, where that was asked.
    pub can_mate: Option<Color>,
}

fn search_dead(record: &Record, n_plies: usize, effort: &ReviewEffort) -> Option<(u32, Detail)> {
    let mut undecided = 0;
    let mut begin = 0;
    for index in 0..=n_plies {
        let breaks = record.plies.get(index).is_none_or(|ply| ply.legality != Legality::Legal);
        if index < n_plies && !breaks {
            continue;
        }
        if let Some((ply, proof)) = first_dead(record, begin..=index, effort, &mut undecided) {
            return Some((ply, Detail::Dead { proof, undecided }));
        }
        begin = index + 1;
    }
    None
}

/// Asks the positions after these plies, joined by legal moves, from the last towards the first.
fn first_dead(
    record: &Record,
    plies: std::ops::RangeInclusive<usize>,
    effort: &ReviewEffort,
    undecided: &mut u32,
) -> Option<(u32, DeadProof)> {
    let (first, last) = (*plies.start(), *plies.end());
    let mut found = None;
    let mut n_open = 0;
    // Positions before the last one are rarely needed; then they are all set up at once.
    let mut positions: Vec<Position> = Vec::new();
    for index in plies.rev() {
        let position = if index == last {
            record.position_after(index)
        } else {
            if positions.is_empty() {
                positions = positions_after(record, first, last);
            }
            positions.get(index - first)?.clone()
        };
        // Once a position is proved dead, the way back to the first one is worth the effort.
        match ask(&position, index == last || found.is_some(), effort) {
            Ok(Dead::Yes { kind, .. }) => {
                found = Some((index as u32, proof_of(kind)));
                // What is open behind a dead position is dead as well.
                n_open = 0;
            }
            Ok(Dead::No { .. }) => break,
            // Somebody has just mated: nothing before it was dead.
            Ok(Dead::Over) if position.is_check() => break,
            Ok(Dead::Over) => {}
            Ok(Dead::Unproven(_)) | Err(_) => n_open += 1,
        }
    }
    *undecided += n_open;
    found
}

/// Asks whether a position is dead, in earnest only where a quick look does not tell.
fn ask(position: &Position, in_earnest: bool, effort: &ReviewEffort) -> Result<Dead, OutOfScope> {
    match dead_position(position, &effort.quick) {
        Ok(Dead::Unproven(_)) if in_earnest => dead_position(position, &effort.last),
        answer => answer,
    }
}

fn positions_after(record: &Record, first: usize, last: usize) -> Vec<Position> {
    let mut position = record.position_after(first);
    let mut positions = vec![position.clone()];
    for ply in record.plies.get(first..last).unwrap_or_default() {
        ply.play_on(&mut position);
        positions.push(position.clone());
    }
    positions
}

fn proof_of(kind: ProofKind) -> DeadProof {
    match kind {
        ProofKind::Material => DeadProof::Material,
        ProofKind::Forced => DeadProof::Forced,
        ProofKind::Blocked => DeadProof::Blocked,
        ProofKind::Search => DeadProof::Search,
    }
}

/// Notes moves made after the game had ended by itself; gestures at the end of the record are none.
pub(super) fn played_on(
    reviewer: &Reviewer,
    record: &Record,
    first_end: Option<End>,
    n_gestures: u32,
    findings: &mut Vec<Finding>,
) {
    let Some(end) = first_end else { return };
    let n_plies = record.plies.len() as u32;
    let plies_after = n_plies.saturating_sub(n_gestures).saturating_sub(end.ply);
    if plies_after == 0 {
        return;
    }
    let rule = end.kind.rule();
    findings.push(Finding {
        kind: FindingKind::PlayedOn,
        severity: Severity::Missed,
        ply: end.ply,
        trigger: Some(Trigger::Automatic),
        citation: rule.and_then(|rule| reviewer.cite(rule)),
        detail: Detail::PlayedOn { ended_by: end.kind, end_ply: end.ply, plies_after },
    });
}
