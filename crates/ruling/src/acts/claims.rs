//! Claims at the board: a flag that is down, an illegal move, and which of them came first.

use kaissa_chess::Color;
use kaissa_game::{ClaimedMove, Entry, Flag};
use kaissa_laws::{ClockTime, FlagCall, IllegalMoveIntervention, Rule};

use super::{ActsFacts, Table, Verdict, VerdictKind, is_pawn_left, open_between};
use crate::flag::{FlagFacts, FlagNotice, PeriodPlace, propose_flag_fall};
use crate::illegal_move::{Act, IrregularMove, Notice, propose_irregular_move};
use crate::record_check::{choice_of, found_later};
use crate::{Certainty, Choice, Decision, Judgement, Proposal};

impl Table<'_> {
    pub(super) fn flag_facts(&self, of: Color) -> FlagFacts {
        let ActsFacts { period, moves, .. } = *self.facts;
        FlagFacts { period, moves, ..FlagFacts::fallen(of) }
    }

    pub(super) fn claim_time(&mut self, by: Color) {
        // The ruling that stopped play came first; only the player in whose favour an illegal move
        // was penalised may still point at the offender's flag.
        let may_go_on = self.verdict.as_ref().is_none_or(|verdict| {
            verdict.kind == VerdictKind::IllegalMove
                && verdict.by == Some(by)
                && verdict.proposal.decision == Decision::TimePenalty
        });
        if !may_go_on {
            return;
        }
        let flagged = !by;
        let by_clock = self.game.clocks().map(|clocks| *clocks.get(flagged) <= ClockTime::ZERO);
        let is_down = self.game.flag(flagged) != Flag::Up || by_clock == Some(true);
        if *self.has_lifted_clock.get(by) {
            // He has spoilt the evidence himself (6.2.4).
            self.standing = Some(
                Proposal::new(Decision::ArbiterDecides, self.rules.cite(Rule::FlagFallen))
                    .resting_on(self.rules.cite(Rule::ClockHandling))
                    .with_certainty(Certainty::Open)
                    .asking(Judgement::Facts)
                    .offering(Choice::Decide(Decision::Continue))
                    .offering(Choice::GameLost(flagged)),
            );
            return;
        }
        if !is_down {
            self.standing =
                Some(Proposal::new(Decision::ClaimFails, self.rules.cite(Rule::TimeClaim)));
            return;
        }
        let own_down = self.game.flag(by) != Flag::Up;
        let fallen = match own_down {
            true => crate::Fallen::Both { first: None },
            false => crate::Fallen::One(flagged),
        };
        let notice = FlagNotice::ClaimedBy { by, clocks_stopped: Some(true) };
        let facts = FlagFacts { fallen, notice, ..self.flag_facts(flagged) };
        // The clocks were read before the acts: the flag has fallen since.
        let mut game = self.game.clone();
        if let Some(mut times) = game.clocks() {
            *times.get_mut(flagged) = ClockTime::ZERO;
            game.apply(&Entry::ClocksRead(times));
        }
        let mut proposal = propose_flag_fall(&game, &facts, self.rules);
        self.game.apply(&Entry::FlagNoticed { of: flagged, by: Some(by) });
        if *self.has_claimed_in_words.get(flagged) && proposal.decision == Decision::GameLost {
            proposal = self.against_spoken_claim(proposal);
        }
        self.verdict = Some(Verdict { proposal, kind: VerdictKind::Time, by: Some(by) });
    }

    /// A draw claimed in words before the flag fell, the clock running on: whether that was a claim
    /// in a quickplay finish is disputed.
    pub(super) fn against_spoken_claim(&self, loss: Proposal) -> Proposal {
        let quickplay = self.facts.period != Some(PeriodPlace::BeforeLast)
            && self.facts.increment.is_zero()
            && self.rules.quickplay_in_force().is(true);
        if !quickplay {
            return loss;
        }
        let first = choice_of(&loss);
        Proposal { decision: Decision::ArbiterDecides, ..loss }
            .resting_on(self.rules.cite(Rule::QuickplayClaim))
            .asking(Judgement::NormalMeans)
            .offering(first)
            .offering(Choice::Decide(Decision::GameDrawn))
            .offering(Choice::Decide(Decision::Postponed))
    }

    pub(super) fn claim_illegal_move(&mut self, by: Color, about: ClaimedMove) {
        let claimed = self.claimed_move(by, about);
        let Some((index, replied)) = claimed else {
            if self.verdict.is_none() {
                self.standing = Some(
                    Proposal::new(Decision::Continue, self.rules.cite(Rule::LegalMove))
                        .asking(Judgement::Disturbance),
                );
            }
            return;
        };
        let proposal = self.ruled_on_move(index, by, replied);
        match &self.verdict {
            None if proposal.decision == Decision::MoveStands => self.standing = Some(proposal),
            None if self.noticed_loss.is_some() => {
                let proposal = self.beside_noticed_flag(proposal);
                let kind = VerdictKind::IllegalMove;
                self.verdict = Some(Verdict { proposal, kind, by: Some(by) });
            }
            None => {
                self.verdict =
                    Some(Verdict { proposal, kind: VerdictKind::IllegalMove, by: Some(by) });
            }
            Some(time) if time.kind == VerdictKind::Time => {
                self.against_time_claim(proposal, by);
            }
            Some(_) => {}
        }
    }

    /// An illegal move claimed after the other had claimed the time.
    pub(super) fn against_time_claim(&mut self, illegal: Proposal, by: Color) {
        let Some(time) = &self.verdict else { return };
        let acts_nothing =
            matches!(illegal.decision, Decision::MoveStands | Decision::NoIntervention);
        if time.by == Some(by) || acts_nothing {
            return;
        }
        // Where both exist only when they are claimed, the first claim wins.
        let only_claimed = matches!(
            self.rules.flag_call().value,
            Some(FlagCall::PlayerOnly | FlagCall::PlayerOnlyUnlessBoth)
        ) && self
            .rules
            .illegal_move_intervention()
            .is(IllegalMoveIntervention::ClaimBeforeReply);
        if only_claimed {
            return;
        }
        let open = open_between(&time.proposal, &illegal, self.rules).asking(Judgement::TextSilent);
        let by = time.by;
        self.verdict = Some(Verdict { proposal: open, kind: VerdictKind::Time, by });
    }

    /// The illegal move that a claim speaks of, and whether it has been replied to.
    pub(super) fn claimed_move(&self, by: Color, about: ClaimedMove) -> Option<(usize, bool)> {
        let moves = self.game.moves();
        let of_other = || moves.iter().enumerate().rev().filter(|(_, made)| made.by == !by);
        let is_irregular = |index: usize| {
            moves
                .get(index)
                .is_some_and(|made| !made.is_legal || is_pawn_left(made.played, made.after.board()))
        };
        match about {
            ClaimedMove::Last => {
                let (index, _) = of_other().next()?;
                let replied = index + 1 < moves.len();
                is_irregular(index).then_some((index, replied))
            }
            ClaimedMove::Earlier => {
                let (index, _) = of_other().find(|(index, _)| is_irregular(*index))?;
                Some((index, index + 1 < moves.len()))
            }
        }
    }

    /// The ruling on an illegal move of the line.
    pub(super) fn ruled_on_move(&self, index: usize, claimant: Color, replied: bool) -> Proposal {
        let made = match self.game.moves().get(index) {
            Some(made) => made.clone(),
            None => return Proposal::new(Decision::NoFault, self.rules.cite(Rule::LegalMove)),
        };
        let mut before = self.game.clone();
        before.apply(&Entry::PositionRestored { ply: index as u32 });
        if replied {
            return found_later(&before, made.by, made.played, self.rules);
        }
        let act = match is_pawn_left(made.played, made.after.board()) {
            true => Act::PawnLeft { from: Some(made.played.from()), to: made.played.to() },
            false => Act::Moved(made.played),
        };
        let irregular = IrregularMove {
            is_pressed: made.is_pressed,
            notice: Notice::ClaimedBy(claimant),
            increment: self.facts.increment,
            ..IrregularMove::seen(made.by, act)
        };
        propose_irregular_move(&before, &irregular, self.rules)
    }
}
