//! The walk through a record, position by position.

use kaissa_chess::{Position, PositionKey, Repetitions};
use kaissa_game::{Legality, Record, RecordedPly};
use kaissa_laws::{Fivefold, SeventyFiveMoves};

use super::Reviewer;
use super::ends::{self, End};
use crate::finding::{Detail, DrawCertainty, Finding, FindingKind, Severity, Trigger};

/// A position of a record, as the walk comes to it.
#[derive(Clone, Copy, Debug)]
pub struct Stop<'a> {
    /// The ply after which it stands; 0 is the start position.
    pub ply: u32,
    /// The ply that led to it; `None` at the start.
    pub recorded: Option<&'a RecordedPly>,
    /// The position.
    pub position: &'a Position,
    /// What makes it the same as another.
    pub key: PositionKey,
    /// Whether the player on the move has a legal one.
    pub has_legal_move: bool,
    /// Whether it is a position of the game: what a gesture leaves on the board is none.
    pub is_of_game: bool,
    /// The plies after which the position has stood, this one last; empty where it is none of the
    /// game.
    pub occurrences: &'a [u32],
}

/// Somebody who follows the walk through a record.
pub trait Onlooker {
    /// Takes note that the walk begins anew.
    fn begin(&mut self) {}

    /// Looks at the next position.
    fn look(&mut self, stop: &Stop<'_>);

    /// Whether this one looks at all; keys that nobody looks at are not made.
    const LOOKS: bool = true;
}

/// Nobody.
impl Onlooker for () {
    fn look(&mut self, _: &Stop<'_>) {}

    const LOOKS: bool = false;
}

/// One walk through a record, as far as it has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    pub position: Position,
    pub before_last: Position,
    pub findings: Vec<Finding>,
    /// The earliest end that needs no claim, dead positions left out.
    pub first_end: Option<End>,
    /// The ply of the first mate or stalemate.
    pub ended_on_board: Option<u32>,
    /// Whether the player on the move has a legal one in the last position.
    pub has_legal_move: bool,
    /// Places in the record of the plies that are no legal moves.
    pub breaks: Vec<u32>,
    /// Plies before the first gesture.
    pub n_moves: u32,
    has_gesture: bool,
    repetitions: Repetitions,
    /// The next position to look at; none before the walk has begun.
    next: u32,
    /// Whether an illegal move stands: then a pawn may have gone back, and positions with it.
    is_broken: bool,
    said_fifty: bool,
    said_seventy_five: bool,
}

impl Walk {
    pub fn begin(&mut self, record: &Record) {
        self.position.clone_from(&record.start);
        self.before_last.clone_from(&record.start);
        self.findings.clear();
        self.first_end = None;
        self.ended_on_board = None;
        self.has_legal_move = false;
        self.breaks.clear();
        self.n_moves = 0;
        self.has_gesture = false;
        self.repetitions.clear();
        self.next = 0;
        self.is_broken = false;
        self.said_fifty = false;
        self.said_seventy_five = false;
    }

    pub fn has_begun(&self) -> bool {
        self.next > 0
    }

    /// Goes on to the last ply of the record.
    pub fn go_on<O: Onlooker>(&mut self, reviewer: &Reviewer, record: &Record, onlooker: &mut O) {
        if self.next == 0 {
            self.look(reviewer, record, None, onlooker);
            self.next = 1;
        }
        let from = self.next as usize - 1;
        for recorded in record.plies.get(from..).unwrap_or_default() {
            self.play(reviewer, record, recorded, onlooker);
            self.next += 1;
        }
    }

    fn play<O: Onlooker>(
        &mut self,
        reviewer: &Reviewer,
        record: &Record,
        recorded: &RecordedPly,
        onlooker: &mut O,
    ) {
        let ply = self.next;
        let by = self.position.turn();
        if O::LOOKS {
            self.before_last.clone_from(&self.position);
        }
        recorded.play_on(&mut self.position);
        match recorded.legality {
            Legality::Legal => {}
            // Not a move of the game: what stands on the board now is no position of it.
            Legality::Gesture => {
                self.breaks.push(ply - 1);
                self.has_gesture = true;
                self.has_legal_move = self.position.has_legal_move();
                if O::LOOKS {
                    let (key, position) = (self.position.key(), &self.position);
                    let (has_legal_move, recorded) = (self.has_legal_move, Some(recorded));
                    let (is_of_game, occurrences) = (false, &[][..]);
                    onlooker.look(&Stop {
                        ply,
                        recorded,
                        position,
                        key,
                        has_legal_move,
                        is_of_game,
                        occurrences,
                    });
                }
                return;
            }
            Legality::Illegal(reason) => {
                self.breaks.push(ply - 1);
                self.is_broken = true;
                let written = record.written_ply(recorded).to_owned();
                let detail = Detail::Illegal { by, written, reason, stands: false };
                let found = Found { kind: FindingKind::IllegalMove, ply, detail };
                self.find(reviewer, found, Severity::Record, Trigger::Observed);
            }
            Legality::Null => self.breaks.push(ply - 1),
        }
        if !self.has_gesture {
            self.n_moves = ply;
        }
        self.look(reviewer, record, Some(recorded), onlooker);
    }

    /// Looks at the position after a ply.
    fn look<O: Onlooker>(
        &mut self,
        reviewer: &Reviewer,
        record: &Record,
        recorded: Option<&RecordedPly>,
        onlooker: &mut O,
    ) {
        let ply = self.next;
        // Where a legal move follows, there is one.
        let is_followed =
            record.plies.get(ply as usize).is_some_and(|next| next.legality == Legality::Legal);
        let has_legal_move = is_followed || self.position.has_legal_move();
        self.has_legal_move = has_legal_move;
        let after_illegal =
            recorded.is_some_and(|recorded| matches!(recorded.legality, Legality::Illegal(_)));
        if !has_legal_move && !after_illegal && self.ended_on_board.is_none() {
            self.end_on_board(reviewer, ply);
        }
        let key = self.position.key();
        let zeroing = ply > 0 && self.position.halfmove_clock() == 0 && !self.is_broken;
        let occurrences = self.repetitions.add(key, ply, zeroing);
        if O::LOOKS {
            let position = &self.position;
            let is_of_game = true;
            onlooker.look(&Stop {
                ply,
                recorded,
                position,
                key,
                has_legal_move,
                is_of_game,
                occurrences,
            });
        }
        if occurrences.len() >= 3 {
            let occurrences = occurrences.to_vec();
            self.note_repetition(reviewer, ply, occurrences);
        }
        if ply > 0 {
            self.look_at_series(reviewer, ply, has_legal_move);
        }
    }

    fn end_on_board(&mut self, reviewer: &Reviewer, ply: u32) {
        self.ended_on_board = Some(ply);
        let kind = match self.position.is_check() {
            true => FindingKind::Checkmate,
            false => FindingKind::Stalemate,
        };
        ends::note(&mut self.first_end, End { kind, ply });
        let found = Found { kind, ply, detail: Detail::End };
        self.find(reviewer, found, Severity::Fact, Trigger::Automatic);
    }

    fn note_repetition(&mut self, reviewer: &Reviewer, ply: u32, occurrences: Vec<u32>) {
        let by = self.position.turn();
        if occurrences.len() == 3 {
            let certainty = DrawCertainty::Certain;
            let detail = Detail::Repetition { occurrences, by, certainty };
            let found = Found { kind: FindingKind::Threefold, ply, detail };
            self.find(reviewer, found, Severity::Claimable, Trigger::Claim);
        } else if let Some(certainty) = fivefold_now(reviewer.fivefold, &occurrences, ply) {
            let kind = FindingKind::Fivefold;
            if certainty == DrawCertainty::Certain {
                ends::note(&mut self.first_end, End { kind, ply });
            }
            let detail = Detail::Repetition { occurrences, by, certainty };
            self.find(reviewer, Found { kind, ply, detail }, Severity::Fact, Trigger::Automatic);
        }
    }

    fn look_at_series(&mut self, reviewer: &Reviewer, ply: u32, has_legal_move: bool) {
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
            let found = Found { kind: FindingKind::FiftyMoves, ply, detail: detail.clone() };
            self.find(reviewer, found, Severity::Claimable, Trigger::Claim);
        }
        let has_limit = reviewer.seventy_five_moves == Some(SeventyFiveMoves::AnySeries);
        if counter >= 150 && has_limit && !self.said_seventy_five {
            self.said_seventy_five = true;
            let kind = FindingKind::SeventyFiveMoves;
            ends::note(&mut self.first_end, End { kind, ply });
            self.find(reviewer, Found { kind, ply, detail }, Severity::Fact, Trigger::Automatic);
        }
    }

    fn find(&mut self, reviewer: &Reviewer, found: Found, severity: Severity, trigger: Trigger) {
        let Found { kind, ply, detail } = found;
        let citation = kind.rule().and_then(|rule| reviewer.cite(rule));
        self.findings.push(Finding {
            kind,
            severity,
            ply,
            trigger: Some(trigger),
            citation,
            detail,
        });
    }
}

/// What was found on the way.
struct Found {
    kind: FindingKind,
    ply: u32,
    detail: Detail,
}

/// Whether this occurrence is the one that the edition's rule speaks of, and how surely.
///
/// **Laws:** 9.6.1 from 2017: at least five times. 9.6(a) of 2014: five consecutive alternate
/// moves by each player; occurrences four plies apart are covered for certain, any other fifth
/// is open.
fn fivefold_now(rule: Option<Fivefold>, occurrences: &[u32], ply: u32) -> Option<DrawCertainty> {
    let is_fifth = occurrences.len() == 5;
    match rule {
        Some(Fivefold::AnyDistance) => is_fifth.then_some(DrawCertainty::Certain),
        Some(Fivefold::EveryFourPlies) => {
            let chain =
                |last: u32| last >= 16 && (1..=4).all(|n| occurrences.contains(&(last - 4 * n)));
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
