//! Goes through the record of a game and lists what it proves.

mod clocks;
mod ends;
mod flags;
mod gestures;
mod progress;
mod results;
mod walk;
mod witness;

use kaissa_chess::Position;
use kaissa_game::{OddityCode, Record};
use kaissa_laws::{Citation, Fivefold, Rule, Rules, SeventyFiveMoves};
use kaissa_winnable::Budget;

use crate::finding::{Detail, Finding};

pub use progress::Progress;
pub use walk::{Onlooker, Stop};

/// How much work a review may spend on what only a search decides.
#[derive(Clone, Copy, Debug)]
pub struct ReviewEffort {
    /// For a position among others: whether it is dead.
    pub quick: Budget,
    /// For the last position: whether a side can still mate, whether it is dead.
    pub last: Budget,
}

impl ReviewEffort {
    /// For records that grow while many others wait: no question takes longer than some thirty
    /// milliseconds, and a position that is harder is left open until somebody asks about it alone.
    pub const LIVE: ReviewEffort = ReviewEffort { quick: Budget::QUICK, last: Budget::LIVE };
}

impl Default for ReviewEffort {
    /// Enough for real games; an archive is not held up by a composed position.
    fn default() -> Self {
        ReviewEffort { quick: Budget::QUICK, last: Budget::STANDARD }
    }
}

/// Reviews the records of games under one set of rules, keeping its memory from game to game.
#[derive(Debug)]
pub struct Reviewer {
    rules: Rules,
    effort: ReviewEffort,
    fivefold: Option<Fivefold>,
    seventy_five_moves: Option<SeventyFiveMoves>,
    agreement_from_move: Option<u32>,
    /// The memory of the last game that was gone through at once.
    progress: Progress,
}

/// What a record proves, and the position in which it ends.
#[derive(Clone, Debug)]
pub struct Review {
    /// The findings by ply, those of one ply in the order of [`FindingKind`](crate::FindingKind).
    pub findings: Vec<Finding>,
    /// The position after the last ply that was understood.
    pub last_position: Position,
}

impl Reviewer {
    /// Begins reviewing under these rules.
    pub fn new(rules: Rules, effort: ReviewEffort) -> Reviewer {
        Reviewer {
            fivefold: rules.fivefold().value,
            seventy_five_moves: rules.seventy_five_moves().value,
            agreement_from_move: rules.agreement_from_move().value.flatten(),
            rules,
            effort,
            progress: Progress::default(),
        }
    }

    /// The rules under which it reviews.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Goes through a record once and lists what it proves.
    ///
    /// **Laws:** 5.1, 5.2, 6.9, 7.5, 9.2, 9.3, 9.6 by the edition of the rules. An illegal move that
    /// stands is played and counted past; a position after it counts as it stood.
    ///
    /// A variant with rules of its own is not judged by the Laws of Chess: nothing is found. What a
    /// record calls legal is taken to be so.
    pub fn review(&mut self, record: &Record) -> Review {
        let mut progress = std::mem::take(&mut self.progress);
        progress.begin(record);
        progress.walk.go_on(self, record, &mut ());
        let found = std::mem::take(&mut progress.walk.findings);
        let review = self.finish(&mut progress, record, found);
        self.progress = progress;
        review
    }

    /// Goes on through a record from where it was left and lists what it proves.
    ///
    /// The answer is that of [`Reviewer::review`]. A record that goes on from what was gone through
    /// before costs its new plies and what is asked of its end; any other one is gone through from
    /// its start, and the onlooker is told. The memory belongs to one game under one reviewer.
    pub fn resume(
        &self,
        progress: &mut Progress,
        record: &Record,
        onlooker: &mut impl Onlooker,
    ) -> Review {
        if !progress.is_of(record) {
            progress.begin(record);
            onlooker.begin();
        }
        progress.dead.keep_lines();
        progress.walk.go_on(self, record, onlooker);
        progress.note_seen(record);
        let found = progress.walk.findings.clone();
        self.finish(progress, record, found)
    }

    /// Adds to what was found on the way what the whole record shows.
    fn finish(
        &self,
        progress: &mut Progress,
        record: &Record,
        mut findings: Vec<Finding>,
    ) -> Review {
        let walk = &progress.walk;
        let last_position = walk.position.clone();
        if record.oddities.iter().any(|oddity| oddity.code == OddityCode::VariantUnknown) {
            return Review { findings: Vec::new(), last_position };
        }
        for finding in &mut findings {
            if let Detail::Illegal { written, stands, .. } = &mut finding.detail
                && let Some(ply) = record.plies.get((finding.ply as usize).wrapping_sub(1))
            {
                record.written_ply(ply).clone_into(written);
                *stands = (finding.ply as usize) < record.plies.len();
            }
        }
        let mut first_end = walk.first_end;
        let look = ends::dead_position_in(self, walk, &mut progress.dead, record);
        if let Some(dead) = look.dead {
            ends::note(&mut first_end, ends::End { kind: dead.kind, ply: dead.ply });
            findings.push(dead);
        }
        let n_gestures = gestures::find(record, &last_position, first_end, &mut findings);
        ends::played_on(self, record, first_end, n_gestures, &mut findings);
        findings.extend_from_slice(progress.clocks.check(record));
        let flag = flags::find(self, record, &last_position, first_end, &mut findings);
        let last = results::Last { position: &last_position, can_mate: look.can_mate, flag };
        results::check(self, record, first_end, &last, &mut findings);
        findings.sort_by_key(|finding| (finding.ply, finding.kind as u8));
        Review { findings, last_position }
    }

    fn cite(&self, rule: Rule) -> Option<Citation> {
        Some(self.rules.cite(rule))
    }
}
