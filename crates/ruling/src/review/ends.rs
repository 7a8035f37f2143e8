//! Ends that need no claim, and moves made after them.

use kaissa_chess::Position;
use kaissa_game::Record;
use kaissa_winnable::{Budget, Dead, ProofKind, dead_position};

use crate::finding::{DeadProof, Detail, Finding, FindingKind, Severity, Trigger};
use crate::review::Reviewer;

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

/// Looks for the first position that is proved dead.
#[derive(Debug, Default)]
pub(super) struct DeadWatch {
    found: bool,
    undecided: u32,
}

impl DeadWatch {
    /// Looks at a position that has a legal move.
    pub fn look(&mut self, position: &Position, budget: &Budget) -> Option<Detail> {
        if self.found {
            return None;
        }
        match dead_position(position, budget) {
            Ok(Dead::Yes { kind, .. }) => {
                self.found = true;
                let proof = match kind {
                    ProofKind::Material => DeadProof::Material,
                    ProofKind::Forced => DeadProof::Forced,
                    ProofKind::Blocked => DeadProof::Blocked,
                    ProofKind::Search => DeadProof::Search,
                };
                Some(Detail::Dead { proof, undecided: self.undecided })
            }
            Ok(Dead::No { .. } | Dead::Over) => None,
            Ok(Dead::Unproven(_)) | Err(_) => {
                self.undecided += 1;
                None
            }
        }
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
