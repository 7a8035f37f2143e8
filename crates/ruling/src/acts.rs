//! Several acts at one board: what holds after the last of them.

mod claims;
mod gestures;

use kaissa_chess::{ByColor, Color, Role};
use kaissa_game::{DrawClaim, Entry, Game, GameResult, Saying};
use kaissa_laws::{ClockTime, LateIllegalMove, Rule, Rules};

use crate::ending::over_already;
use crate::flag::{ControlMoves, FlagFacts, FlagNotice, PeriodPlace, propose_flag_fall};
use crate::illegal_move::{Act, IrregularMove, Notice, propose_irregular_move};
use crate::record_check::{choice_of, found_later};
use crate::{
    Certainty, Choice, ClaimFacts, Consequence, Decision, Judgement, Proposal, agreement_is_valid,
    propose_agreement, propose_draw_claim, propose_resignation,
};

/// What is known about the board besides the acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActsFacts {
    /// Whether the order of the acts is agreed upon.
    pub order: ActOrder,
    /// The increment of the game.
    pub increment: ClockTime,
    /// Whether the period is the last one, where that is known.
    pub period: Option<PeriodPlace>,
    /// The moves of the period, where it has a number of them.
    pub moves: Option<ControlMoves>,
}

impl Default for ActsFacts {
    fn default() -> ActsFacts {
        ActsFacts { order: ActOrder::Known, increment: ClockTime::ZERO, period: None, moves: None }
    }
}

/// Whether the order in which the acts came is agreed upon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActOrder {
    /// It is.
    Known,
    /// Who came first is in dispute.
    Disputed,
}

/// Proposes what holds after several acts at one board.
///
/// **Laws:** the order of the acts decides: mate, stalemate, a dead position, resignation and
/// agreement end the game at once (5.1, 5.2); a flag has fallen only when it is observed or validly
/// claimed (6.8); an illegal move is acted upon when it is claimed, in rapid and blitz until the
/// reply (A.5.2); an offer stands until it is accepted, refused in words or by touching (9.1.2.1).
///
/// Gestures and words that may mean one thing or another are for the arbiter.
pub fn propose_after_acts(
    game: &Game,
    entries: &[Entry],
    facts: &ActsFacts,
    rules: &Rules,
) -> Proposal {
    let ruled = |entries: &[Entry]| {
        let mut table = Table::new(game.clone(), facts, rules);
        for entry in entries {
            table.take(entry);
        }
        table.conclude()
    };
    let as_told = ruled(entries);
    let disputed = facts.order == ActOrder::Disputed;
    let Some(split) = entries.len().checked_sub(2).filter(|_| disputed) else {
        return as_told;
    };
    let mut swapped = entries.to_vec();
    swapped.swap(split, split + 1);
    let other = ruled(&swapped);
    if other.decision == as_told.decision && choice_of(&other) == choice_of(&as_told) {
        return as_told;
    }
    Proposal { decision: Decision::ArbiterDecides, ..open_between(&as_told, &other, rules) }
        .asking(Judgement::Facts)
}

/// Leaves it to the arbiter which of two rulings holds.
fn open_between(first: &Proposal, second: &Proposal, rules: &Rules) -> Proposal {
    let mut proposal = Proposal::new(Decision::ArbiterDecides, first.grounds.clone());
    for basis in second.grounds.iter() {
        proposal = proposal.resting_on(basis.clone());
    }
    proposal
        .resting_on(rules.cite(Rule::Analogy))
        .with_certainty(Certainty::Open)
        .offering(choice_of(first))
        .offering(choice_of(second))
}

/// A board with what has been ruled so far.
struct Table<'a> {
    game: Game,
    facts: &'a ActsFacts,
    rules: &'a Rules,
    /// The ruling that ended play, or stopped it.
    verdict: Option<Verdict>,
    /// A fallen flag that the arbiter noticed and did not act upon.
    noticed_loss: Option<Proposal>,
    /// What the last act that settles nothing amounts to.
    standing: Option<Proposal>,
    has_claimed_in_words: ByColor<bool>,
    has_lifted_clock: ByColor<bool>,
    has_paused: ByColor<bool>,
    has_offered_hand: ByColor<bool>,
    has_taken_hand: ByColor<bool>,
    written: ByColor<Vec<GameResult>>,
    clocks_changed: bool,
}

struct Verdict {
    proposal: Proposal,
    kind: VerdictKind,
    /// Who set it going.
    by: Option<Color>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum VerdictKind {
    /// Mate, stalemate, dead position, resignation, agreement, a correct draw claim.
    End,
    /// A loss on time that a player claimed.
    Time,
    /// An illegal move that was claimed; the game goes on unless it lost.
    IllegalMove,
}

impl<'a> Table<'a> {
    fn new(game: Game, facts: &'a ActsFacts, rules: &'a Rules) -> Table<'a> {
        Table {
            game,
            facts,
            rules,
            verdict: None,
            noticed_loss: None,
            standing: None,
            has_claimed_in_words: ByColor::default(),
            has_lifted_clock: ByColor::default(),
            has_paused: ByColor::default(),
            has_offered_hand: ByColor::default(),
            has_taken_hand: ByColor::default(),
            written: ByColor::default(),
            clocks_changed: false,
        }
    }

    fn is_over(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| verdict.kind == VerdictKind::End)
    }

    fn end(&mut self, proposal: Proposal, by: Option<Color>) {
        // A loss on time that was claimed has ended the game too.
        let lost_on_time =
            self.verdict.as_ref().is_some_and(|verdict| verdict.kind == VerdictKind::Time);
        if !self.is_over() && !lost_on_time {
            self.verdict = Some(Verdict { proposal, kind: VerdictKind::End, by });
        }
    }

    /// Takes one act into account. After the game has ended only papers are still written.
    fn take(&mut self, entry: &Entry) {
        match entry {
            Entry::ResultWritten { by, result } => self.written.get_mut(*by).push(*result),
            Entry::ClocksPaused { by: Some(by) } => *self.has_paused.get_mut(*by) = true,
            Entry::HandOffered { by } => *self.has_offered_hand.get_mut(*by) = true,
            Entry::HandTaken { by } => *self.has_taken_hand.get_mut(*by) = true,
            Entry::Said { by, what: Saying::DrawClaimed } => {
                *self.has_claimed_in_words.get_mut(*by) = true;
            }
            Entry::ClockLifted { by } => *self.has_lifted_clock.get_mut(*by) = true,
            _ => {}
        }
        if self.is_over() {
            return;
        }
        let was_offered_by = self.game.open_offer();
        match entry {
            Entry::MoveMade { by, .. } => {
                // A ruling that stopped play leaves no move to be made.
                if self.verdict.is_some() {
                    return;
                }
                self.game.apply(entry);
                self.after_move(*by, was_offered_by);
            }
            Entry::PieceTouched { by, .. } | Entry::PieceLifted { by, .. } => {
                self.game.apply(entry);
                self.refused_by_touching(*by, was_offered_by);
            }
            Entry::DrawAccepted { by } => self.accept(*by),
            Entry::DrawAcceptedOnCondition { by } => self.accept_on_condition(*by),
            Entry::Said { by, what: Saying::Ok } if was_offered_by == Some(!*by) => {
                self.accept(*by);
            }
            Entry::DrawRefused { .. } => {
                self.game.apply(entry);
                self.standing =
                    Some(Proposal::new(Decision::Continue, self.rules.cite(Rule::DrawOffer)));
            }
            Entry::DrawOffered { .. } | Entry::DrawOfferWithdrawn { .. } | Entry::Said { .. } => {
                self.game.apply(entry);
                self.standing = self.open_offer();
            }
            Entry::Resigned { by } => {
                let resigned = propose_resignation(&self.game, *by, self.rules);
                self.end(resigned, Some(*by));
            }
            Entry::FlagNoticed { of, by: Some(by) } => {
                self.game.apply(&Entry::FlagFell { of: *of });
                self.claim_time(*by);
            }
            Entry::FlagNoticed { of, by: None } => self.notice_flag(*of),
            Entry::TimeClaimed { by } => self.claim_time(*by),
            Entry::IllegalMoveClaimed { by, about } => self.claim_illegal_move(*by, *about),
            Entry::DrawClaimed { by, claim } => self.claim_draw(*by, claim, entry),
            Entry::ClaimDecided { correct } => self.decide_claim(*correct, entry),
            Entry::ResignationAsserted { by } => self.assert_resignation(*by),
            _ => self.game.apply(entry),
        }
    }

    fn after_move(&mut self, by: Color, was_offered_by: Option<Color>) {
        self.refused_by_touching(by, was_offered_by);
        let Some(over) = over_already(&self.game, self.rules) else { return };
        let moves = self.game.moves();
        let before = moves.len().checked_sub(2).and_then(|index| moves.get(index));
        // Mate given while the other's illegal move was not yet pressed: authorities disagree
        // whether there was anything to reply to.
        if before.is_some_and(|made| !made.is_legal && !made.is_pressed && made.by != by) {
            let open = Proposal::new(Decision::ArbiterDecides, over.grounds.clone())
                .resting_on(self.rules.cite(Rule::IllegalMove))
                .asking(Judgement::TextSilent)
                .offering(Choice::Decide(over.decision))
                .offering(Choice::Decide(Decision::PositionRestored))
                .offering(Choice::Decide(Decision::Continue));
            self.end(open, Some(by));
            return;
        }
        let over = self.beside_noticed_flag(over);
        self.end(over, Some(by));
    }

    /// A flag that the arbiter saw and did not call stands beside whatever ends the game later.
    fn beside_noticed_flag(&self, ended: Proposal) -> Proposal {
        match &self.noticed_loss {
            Some(loss) => open_between(&ended, loss, self.rules).asking(Judgement::TextSilent),
            None => ended,
        }
    }

    fn refused_by_touching(&mut self, by: Color, was_offered_by: Option<Color>) {
        if was_offered_by == Some(!by) {
            let rejected = Proposal::new(Decision::OfferRejected, self.rules.cite(Rule::DrawOffer));
            self.standing = Some(rejected);
        } else if self
            .standing
            .as_ref()
            .is_some_and(|standing| standing.decision == Decision::OfferRejected)
        {
            self.standing = None;
        }
    }

    fn open_offer(&self) -> Option<Proposal> {
        let by = self.game.open_offer()?;
        Some(
            Proposal::new(Decision::OfferOpen, self.rules.cite(Rule::DrawOffer))
                .then(Consequence::OfferOpenTo(!by)),
        )
    }

    fn accept(&mut self, by: Color) {
        if self.game.open_offer() != Some(!by) {
            // A late "yes" to an offer that was refused is at most an offer of his own.
            self.standing = Some(
                Proposal::new(Decision::Continue, self.rules.cite(Rule::DrawOffer))
                    .asking(Judgement::Facts),
            );
            return;
        }
        let agreed = propose_agreement(&self.game, self.rules);
        if agreement_is_valid(&self.game, self.rules) {
            let agreed = self.beside_noticed_flag(agreed);
            self.end(agreed, Some(by));
        } else {
            self.standing = Some(agreed);
        }
    }

    /// No conditions can be attached: it is no acceptance, and the offer stands.
    fn accept_on_condition(&mut self, by: Color) {
        if self.game.open_offer() == Some(!by) {
            self.standing = self.open_offer().map(|offer| offer.asking(Judgement::Facts));
        }
    }

    /// The arbiter notices a flag; where he may not speak of it, nothing follows.
    fn notice_flag(&mut self, of: Color) {
        self.game.apply(&Entry::FlagNoticed { of, by: None });
        if self.verdict.is_some() {
            return;
        }
        let facts = FlagFacts { notice: FlagNotice::SeenByArbiter, ..self.flag_facts(of) };
        let proposal = propose_flag_fall(&self.game, &facts, self.rules);
        if proposal.decision == Decision::NoIntervention {
            self.standing = Some(proposal);
        } else {
            self.noticed_loss = Some(proposal);
        }
    }

    fn claim_draw(&mut self, by: Color, claim: &DrawClaim, entry: &Entry) {
        if self.verdict.is_some() {
            return;
        }
        let proposal =
            propose_draw_claim(&self.game, by, claim, &ClaimFacts::default(), self.rules);
        self.game.apply(entry);
        if proposal.decision == Decision::ClaimCorrect {
            let proposal = self.beside_noticed_flag(proposal);
            self.end(proposal, Some(by));
        } else {
            self.standing = Some(proposal);
        }
    }

    /// The arbiter has decided the last claim: the times of a wrong one are set.
    fn decide_claim(&mut self, correct: bool, entry: &Entry) {
        if correct {
            let drawn = Proposal::new(Decision::ClaimCorrect, self.rules.cite(Rule::CorrectClaim))
                .drawn(self.rules);
            self.end(drawn, None);
            return;
        }
        if let Some((by, claim)) = self.game.pending_claim() {
            let facts = ClaimFacts { checked: crate::Check::FoundWrong, ..ClaimFacts::default() };
            let wrong = propose_draw_claim(&self.game, by, &claim, &facts, self.rules);
            for consequence in &wrong.consequences {
                if let Consequence::SetClock { times, .. } = consequence {
                    self.game.apply(&Entry::ClocksSet(*times));
                    self.clocks_changed = true;
                }
            }
        }
        self.game.apply(entry);
        self.standing = None;
    }

    /// An illegal move that was pressed and that nobody has claimed.
    fn unclaimed(&self) -> Option<Proposal> {
        let (index, made) =
            self.game.moves().iter().enumerate().rev().find(|(_, made)| {
                !made.is_legal || is_pawn_left(made.played, made.after.board())
            })?;
        let replied = index + 1 < self.game.moves().len();
        let corrected = self.rules.late_illegal_move().is(LateIllegalMove::Corrected);
        if replied && !corrected || !replied && !made.is_pressed {
            return None;
        }
        let mut before = self.game.clone();
        before.apply(&Entry::PositionRestored { ply: index as u32 });
        if replied {
            return Some(found_later(&before, made.by, made.played, self.rules));
        }
        let act = match is_pawn_left(made.played, made.after.board()) {
            true => Act::PawnLeft { from: Some(made.played.from()), to: made.played.to() },
            false => Act::Moved(made.played),
        };
        let notice = Notice::Unnoticed;
        let irregular = IrregularMove {
            notice,
            increment: self.facts.increment,
            ..IrregularMove::seen(made.by, act)
        };
        Some(propose_irregular_move(&before, &irregular, self.rules))
    }

    /// What holds after the last act.
    fn conclude(self) -> Proposal {
        let proposal = self.concluded();
        let says_clocks =
            proposal.consequences.iter().any(|c| matches!(c, Consequence::SetClock { .. }));
        match self.game.clocks().filter(|_| self.clocks_changed && !says_clocks) {
            Some(times) => {
                proposal.then(Consequence::SetClock { times, running: None, counter: None })
            }
            None => proposal,
        }
    }

    fn concluded(&self) -> Proposal {
        if let Some(verdict) = &self.verdict {
            return verdict.proposal.clone();
        }
        if let Some(loss) = &self.noticed_loss {
            return loss.clone();
        }
        if let Some(written) = self.written_alike() {
            return written;
        }
        let gestures = Color::ALL.into_iter().find_map(|by| self.gestures(by));
        let has_written = !self.written.white.is_empty() || !self.written.black.is_empty();
        if let Some(gestures) = gestures.filter(|_| self.standing.is_none() || has_written) {
            return gestures;
        }
        if let Some(standing) = &self.standing {
            return standing.clone();
        }
        if let Some(illegal) = self.unclaimed() {
            return illegal;
        }
        if let Some(offer) = self.open_offer() {
            return offer;
        }
        Proposal::new(Decision::Continue, self.rules.cite(Rule::MoveCompleted))
    }
}

/// A pawn that reached the last rank and stayed a pawn.
fn is_pawn_left(played: kaissa_chess::Move, board: &kaissa_chess::Board) -> bool {
    let to = played.to();
    let last = matches!(to.rank(), kaissa_chess::Rank::First | kaissa_chess::Rank::Eighth);
    last && board.role_at(to) == Some(Role::Pawn)
}
