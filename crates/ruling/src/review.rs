//! Goes through the record of a game and lists what it proves.

mod clocks;
mod ends;
mod flags;
mod gestures;
mod results;

use kaissa_chess::{Color, Position, Repetitions};
use kaissa_game::{Legality, OddityCode, Record, RecordedPly};
use kaissa_laws::{Citation, Fivefold, Rule, Rules, SeventyFiveMoves};
use kaissa_winnable::Budget;

use crate::finding::{Detail, DrawCertainty, Finding, FindingKind, Severity, Trigger};
use ends::End;

/// How much work a review may spend on what only a search decides.
#[derive(Clone, Copy, Debug)]
pub struct ReviewEffort {
    /// For a position among others: whether it is dead.
    pub quick: Budget,
    /// For the last position: whether a side can still mate, whether it is dead.
    pub last: Budget,
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
    repetitions: Repetitions,
}

/// What a record proves, and the position in which it ends.
#[derive(Clone, Debug)]
pub struct Review {
    /// The findings by ply, those of one ply in the order of [`FindingKind`].
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
            repetitions: Repetitions::new(),
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
    /// A variant with rules of its own is not judged by the Laws of Chess: nothing is found.
    pub fn review(&mut self, record: &Record) -> Review {
        if record.oddities.iter().any(|oddity| oddity.code == OddityCode::VariantUnknown) {
            return Review { findings: Vec::new(), last_position: record.last_position() };
        }
        let mut walk = Walk::new(self, record);
        walk.look(0, None);
        for (index, ply) in record.plies.iter().enumerate() {
            walk.play(index as u32 + 1, ply);
        }
        let can_mate = walk.look_for_dead_position();
        let Walk { position, mut findings, first_end, .. } = walk;
        let n_gestures = gestures::find(self, record, &position, first_end, &mut findings);
        ends::played_on(self, record, first_end, n_gestures, &mut findings);
        clocks::check(self, record, &mut findings);
        let flag = flags::find(self, record, &position, first_end, &mut findings);
        let last = results::Last { position: &position, can_mate, flag };
        results::check(self, record, first_end, &last, &mut findings);
        findings.sort_by_key(|finding| (finding.ply, finding.kind as u8));
        Review { findings, last_position: position }
    }

    fn cite(&self, rule: Rule) -> Option<Citation> {
        Some(self.rules.cite(rule))
    }
}

/// One walk through a record.
struct Walk<'a> {
    reviewer: &'a mut Reviewer,
    record: &'a Record,
    position: Position,
    findings: Vec<Finding>,
    /// The earliest end that needs no claim.
    first_end: Option<End>,
    /// The ply of the first mate or stalemate.
    ended_on_board: Option<u32>,
    /// Whether an illegal move stands: then a pawn may have gone back, and positions with it.
    is_broken: bool,
    said_fifty: bool,
    said_seventy_five: bool,
}

impl<'a> Walk<'a> {
    fn new(reviewer: &'a mut Reviewer, record: &'a Record) -> Walk<'a> {
        reviewer.repetitions.clear();
        Walk {
            reviewer,
            record,
            position: record.start.clone(),
            findings: Vec::new(),
            first_end: None,
            ended_on_board: None,
            is_broken: false,
            said_fifty: false,
            said_seventy_five: false,
        }
    }

    fn play(&mut self, ply: u32, recorded: &RecordedPly) {
        let by = self.position.turn();
        recorded.play_on(&mut self.position);
        match recorded.legality {
            // Not a move of the game: what stands on the board now is no position of it.
            Legality::Gesture => return,
            Legality::Illegal(reason) => {
                self.is_broken = true;
                let detail = Detail::Illegal {
                    by,
                    written: self.record.written_ply(recorded).to_owned(),
                    reason,
                    stands: (ply as usize) < self.record.plies.len(),
                };
                let kind = FindingKind::IllegalMove;
                let rule = Rule::IllegalMove;
                self.find(kind, Severity::Record, ply, Some(Trigger::Observed), rule, detail);
            }
            Legality::Legal | Legality::Null => {}
        }
        self.look(ply, Some(recorded));
    }

    /// Looks at the position after a ply.
    fn look(&mut self, ply: u32, recorded: Option<&RecordedPly>) {
        let has_legal_move = self.position.has_legal_move();
        let after_illegal =
            recorded.is_some_and(|recorded| matches!(recorded.legality, Legality::Illegal(_)));
        if !has_legal_move && !after_illegal && self.ended_on_board.is_none() {
            self.end_on_board(ply);
        }
        self.look_for_repetition(ply);
        if ply > 0 {
            self.look_at_series(ply, has_legal_move);
        }
    }

    fn end_on_board(&mut self, ply: u32) {
        self.ended_on_board = Some(ply);
        let (kind, rule) = match self.position.is_check() {
            true => (FindingKind::Checkmate, Rule::Checkmate),
            false => (FindingKind::Stalemate, Rule::Stalemate),
        };
        self.end(kind, ply);
        self.find(kind, Severity::Fact, ply, Some(Trigger::Automatic), rule, Detail::End);
    }

    /// Looks for a dead position, up to the mate or stalemate that ended the game, and returns who
    /// was found able to mate from the last position, where that was asked.
    fn look_for_dead_position(&mut self) -> Option<Color> {
        let n_moves = self.record.plies.iter().take_while(|ply| ply.legality != Legality::Gesture);
        let n_plies = self.ended_on_board.map_or(n_moves.count(), |ply| ply as usize);
        let effort = &self.reviewer.effort;
        let look = ends::dead_position_in(self.record, n_plies, &self.position, effort);
        let Some((ply, detail)) = look.dead else { return look.can_mate };
        let (kind, rule) = (FindingKind::DeadPosition, Rule::DeadPosition);
        self.end(kind, ply);
        self.find(kind, Severity::Fact, ply, Some(Trigger::Automatic), rule, detail);
        look.can_mate
    }

    fn look_for_repetition(&mut self, ply: u32) {
        let zeroing = ply > 0 && self.position.halfmove_clock() == 0 && !self.is_broken;
        let plies = self.reviewer.repetitions.add(self.position.key(), ply, zeroing);
        if plies.len() < 3 {
            return;
        }
        let occurrences = plies.to_vec();
        let by = self.position.turn();
        if occurrences.len() == 3 {
            let certainty = DrawCertainty::Certain;
            let detail = Detail::Repetition { occurrences, by, certainty };
            let (kind, rule) = (FindingKind::Threefold, Rule::ThreefoldOnBoard);
            self.find(kind, Severity::Claimable, ply, Some(Trigger::Claim), rule, detail);
        } else if let Some(certainty) = self.fivefold_now(&occurrences, ply) {
            if certainty == DrawCertainty::Certain {
                self.end(FindingKind::Fivefold, ply);
            }
            let detail = Detail::Repetition { occurrences, by, certainty };
            let kind = FindingKind::Fivefold;
            let trigger = Some(Trigger::Automatic);
            self.find(kind, Severity::Fact, ply, trigger, Rule::Fivefold, detail);
        }
    }

    /// Whether this occurrence is the one that the edition's rule speaks of, and how surely.
    ///
    /// **Laws:** 9.6.1 from 2017: at least five times. 9.6(a) of 2014: five consecutive alternate
    /// moves by each player; occurrences four plies apart are covered for certain, any other fifth
    /// is open.
    fn fivefold_now(&self, occurrences: &[u32], ply: u32) -> Option<DrawCertainty> {
        let is_fifth = occurrences.len() == 5;
        match self.reviewer.fivefold {
            Some(Fivefold::AnyDistance) => is_fifth.then_some(DrawCertainty::Certain),
            Some(Fivefold::EveryFourPlies) => {
                let chain = |last: u32| {
                    last >= 16 && (1..=4).all(|n| occurrences.contains(&(last - 4 * n)))
                };
                // Once the chain was complete earlier, the game has ended by it already.
                let earlier = occurrences.iter().any(|&seen| seen < ply && chain(seen));
                if chain(ply) {
                    (!earlier).then_some(DrawCertainty::Certain)
                } else {
                    is_fifth.then_some(DrawCertainty::Open)
                }
            }
            Some(Fivefold::None) | None => None,
        }
    }

    fn look_at_series(&mut self, ply: u32, has_legal_move: bool) {
        let counter = self.position.halfmove_clock();
        if counter == 0 {
            self.said_fifty = false;
            self.said_seventy_five = false;
        }
        if counter < 100 || !has_legal_move {
            return;
        }
        let detail = Detail::Series { since: ply.checked_sub(counter), by: self.position.turn() };
        if !self.said_fifty {
            self.said_fifty = true;
            let (kind, rule) = (FindingKind::FiftyMoves, Rule::FiftyMoveOnBoard);
            let trigger = Some(Trigger::Claim);
            self.find(kind, Severity::Claimable, ply, trigger, rule, detail.clone());
        }
        let has_limit = self.reviewer.seventy_five_moves == Some(SeventyFiveMoves::AnySeries);
        if counter >= 150 && has_limit && !self.said_seventy_five {
            self.said_seventy_five = true;
            let (kind, rule) = (FindingKind::SeventyFiveMoves, Rule::SeventyFiveMoves);
            self.end(kind, ply);
            self.find(kind, Severity::Fact, ply, Some(Trigger::Automatic), rule, detail);
        }
    }

    fn end(&mut self, kind: FindingKind, ply: u32) {
        let end = End { kind, ply };
        let order = |end: End| (end.ply, end.kind as u8);
        if self.first_end.is_none_or(|first| order(end) < order(first)) {
            self.first_end = Some(end);
        }
    }

    fn find(
        &mut self,
        kind: FindingKind,
        severity: Severity,
        ply: u32,
        trigger: Option<Trigger>,
        rule: Rule,
        detail: Detail,
    ) {
        let citation = self.reviewer.cite(rule);
        self.findings.push(Finding { kind, severity, ply, trigger, citation, detail });
    }
}
