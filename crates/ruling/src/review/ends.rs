//! Ends that need no claim, and moves made after them.

use kaissa_chess::{Color, Move, Position};
use kaissa_game::{GameResult, Record};
use kaissa_laws::Rule;
use kaissa_winnable::{Dead, ProofKind, can_mate, dead_position};

use crate::finding::{DeadProof, Detail, Finding, FindingKind, Severity, Trigger};
use crate::review::walk::Walk;
use crate::review::witness::Witness;
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

/// Takes an end where it is the earliest so far.
pub(super) fn note(first_end: &mut Option<End>, end: End) {
    let order = |end: End| (end.ply, end.kind as u8);
    if first_end.is_none_or(|first| order(end) < order(first)) {
        *first_end = Some(end);
    }
}

/// What was answered of the positions of a game: asked again they give the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// By ply: to a quick look, and in earnest.
    of_plies: Vec<[Option<Answer>; 2]>,
    /// Whether lines are kept; not worth it where a record is gone through once.
    keeps_lines: bool,
    witness: Witness,
}

/// Whether a position is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Dead(ProofKind),
    Alive,
    /// Somebody has just mated: nothing before it was dead.
    Mate,
    Stalemate,
    Open,
}

impl Answers {
    pub fn begin(&mut self) {
        self.of_plies.clear();
        self.witness.clear();
    }

    /// Keeps lines to a mate from now on, for a record that is gone on with.
    pub fn keep_lines(&mut self) {
        self.keeps_lines = true;
    }

    /// Whether the position after a ply was asked in earnest.
    fn knows(&self, ply: u32) -> bool {
        self.of_plies.get(ply as usize).is_some_and(|answers| answers[1].is_some())
    }

    /// Asks of the position after a ply, in earnest only where a quick look does not tell.
    fn ask(
        &mut self,
        ply: u32,
        in_earnest: bool,
        effort: &ReviewEffort,
        position: impl FnOnce() -> Position,
    ) -> Answer {
        let ply = ply as usize;
        if self.of_plies.len() <= ply {
            self.of_plies.resize(ply + 1, [None; 2]);
        }
        let known = self.of_plies.get(ply).and_then(|answers| answers[usize::from(in_earnest)]);
        if let Some(known) = known {
            return known;
        }
        let position = position();
        let (answer, line) = ask(&position, in_earnest, effort);
        if let Some(line) = line.filter(|_| self.keeps_lines) {
            self.witness.keep(ply as u32, &position, line);
        }
        if let Some(answers) = self.of_plies.get_mut(ply) {
            answers[usize::from(in_earnest)] = Some(answer);
        }
        answer
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
/// the game and his win at once. Nothing is looked for behind the mate or stalemate that ended the
/// game.
pub(super) fn dead_position_in(
    reviewer: &Reviewer,
    walk: &Walk,
    answers: &mut Answers,
    record: &Record,
) -> LastLook {
    let effort = &reviewer.effort;
    let n_plies = walk.ended_on_board.unwrap_or(walk.n_moves);
    let winner = record.result().and_then(GameResult::winner);
    if let Some(winner) = winner
        && n_plies as usize == record.plies.len()
        && walk.breaks.is_empty()
        && walk.has_legal_move
        && can_mate(&walk.position, winner, &effort.quick)
            .is_ok_and(|answer| answer.can_mate.is_yes())
    {
        return LastLook { dead: None, can_mate: Some(winner) };
    }
    let mut search = Search { record, walk, answers, effort, undecided: 0 };
    let dead = search.first_dead(n_plies).map(|(ply, proof)| Finding {
        kind: FindingKind::DeadPosition,
        severity: Severity::Fact,
        ply,
        trigger: Some(Trigger::Automatic),
        citation: reviewer.cite(Rule::DeadPosition),
        detail: Detail::Dead { proof: proof_of(proof), undecided: search.undecided },
    });
    LastLook { dead, can_mate: None }
}

/// What looking for a dead position has shown.
pub(super) struct LastLook {
    /// The first position proved dead.
    pub dead: Option<Finding>,
    /// Who was proved able to mate from the last position, where that was asked.
    pub can_mate: Option<Color>,
}

struct Search<'a> {
    record: &'a Record,
    walk: &'a Walk,
    answers: &'a mut Answers,
    effort: &'a ReviewEffort,
    undecided: u32,
}

impl Search<'_> {
    fn first_dead(&mut self, n_plies: u32) -> Option<(u32, ProofKind)> {
        let mut begin = 0;
        let walk = self.walk;
        for &end in walk.breaks.iter().filter(|&&end| end < n_plies).chain([&n_plies]) {
            if end == n_plies && self.is_clear(begin, end) {
                return None;
            }
            if let Some(found) = self.first_dead_of_run(begin, end) {
                return Some(found);
            }
            begin = end + 1;
        }
        None
    }

    /// Whether a line that is kept clears the last run of legal moves.
    ///
    /// The answer is that of asking anew, but for a position that would be left undecided; and what
    /// is undecided in the last run is told only where that run holds a dead position.
    fn is_clear(&mut self, first: u32, last: u32) -> bool {
        last as usize == self.record.plies.len()
            && !self.answers.knows(last)
            && self.answers.witness.holds(self.record, first, &self.walk.position)
    }

    /// Asks the positions after these plies, joined by legal moves, from the last towards the
    /// first.
    fn first_dead_of_run(&mut self, first: u32, last: u32) -> Option<(u32, ProofKind)> {
        let Search { record, walk, answers, effort, .. } = self;
        let mut found = None;
        let mut n_open = 0;
        // Positions before the last one are rarely needed; then they are all set up at once.
        let mut positions: Vec<Position> = Vec::new();
        for ply in (first..=last).rev() {
            // Once a position is proved dead, the way back to the first one is worth the effort.
            let in_earnest = ply == last || found.is_some();
            let answer = answers.ask(ply, in_earnest, effort, || {
                if ply as usize == record.plies.len() {
                    return walk.position.clone();
                }
                if ply == last {
                    return record.position_after(ply as usize);
                }
                if positions.is_empty() {
                    positions = positions_after(record, first as usize, last as usize);
                }
                let known = positions.get((ply - first) as usize);
                known.cloned().unwrap_or_else(|| record.position_after(ply as usize))
            });
            match answer {
                Answer::Dead(kind) => {
                    found = Some((ply, kind));
                    // What is open behind a dead position is dead as well.
                    n_open = 0;
                }
                Answer::Alive | Answer::Mate => break,
                Answer::Stalemate => {}
                Answer::Open => n_open += 1,
            }
        }
        self.undecided += n_open;
        found
    }
}

fn ask(
    position: &Position,
    in_earnest: bool,
    effort: &ReviewEffort,
) -> (Answer, Option<Vec<Move>>) {
    let answer = match dead_position(position, &effort.quick) {
        Ok(Dead::Unproven(_)) if in_earnest => dead_position(position, &effort.last),
        answer => answer,
    };
    let answer = match answer {
        Ok(Dead::No { helpmate, .. }) => return (Answer::Alive, Some(helpmate)),
        Ok(Dead::Yes { kind, .. }) => Answer::Dead(kind),
        Ok(Dead::Over) if position.is_check() => Answer::Mate,
        Ok(Dead::Over) => Answer::Stalemate,
        Ok(Dead::Unproven(_)) | Err(_) => Answer::Open,
    };
    (answer, None)
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
