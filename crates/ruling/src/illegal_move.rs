//! Illegal moves, and the acts that are penalised like one.

mod restoring;

use kaissa_chess::{ByColor, Color, Move, Position, Rank, Role, Square};
use kaissa_game::{Entry, Fault, Game};
use kaissa_laws::{
    Basis, CannotMateOutcome, ClockTime, FaultTreatment, IllegalMoveIntervention, IllegalMovePrice,
    IncrementGained, LateIllegalMove, Rule, Rules, Stated, UnpromotedPawn,
};

use crate::conduct::{OutOfTurnFacts, propose_out_of_turn};
use crate::ending::over_already;
use crate::outcome::{lost_unless_unwinnable, sound_position};
use crate::{Choice, Consequence, Decision, Gravity, Judgement, Proposal};

/// An irregular act of moving, as it happened at the board.
///
/// The game it is put with stands before the act.
#[derive(Clone, PartialEq, Debug)]
pub struct IrregularMove {
    /// Who did it.
    pub by: Color,
    /// What was done.
    pub act: Act,
    /// Whether the clock was pressed after it.
    pub is_pressed: bool,
    /// Whether two hands were used (7.5.4).
    pub with_two_hands: bool,
    /// How it came to the arbiter's knowledge.
    pub notice: Notice,
    /// The pieces touched, in order, where they are known; else those of the move.
    pub touched: Vec<Square>,
    /// The increment that the press gave.
    pub increment: ClockTime,
    /// The moves that the clock shows after the press, where it counts them.
    pub counter: Option<ByColor<u32>>,
}

/// What was done with pieces or clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// A move was made, legal or not.
    Moved(Move),
    /// The king was put on its square in castling, the rook was not moved.
    CastlingUnfinished(Move),
    /// A pawn was left on the last rank.
    PawnLeft {
        /// The square of departure; `None` where it is not known.
        from: Option<Square>,
        /// The square of arrival.
        to: Square,
    },
    /// Nothing was moved.
    NothingMoved,
}

impl Act {
    /// What a move on the board was: a pawn that is put on the last rank and stays a pawn is left there
    /// (3.7.3.3, 7.5.2).
    pub fn of_move(at: &Position, played: Move) -> Act {
        let (from, to) = (played.from(), played.to());
        let is_pawn = at.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
        let is_last = matches!(to.rank(), Rank::First | Rank::Eighth);
        match is_pawn && is_last && played.promotion().is_none() {
            true => Act::PawnLeft { from: Some(from), to },
            false => Act::Moved(played),
        }
    }
}

/// How an irregular act came to the arbiter's knowledge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notice {
    /// He saw it, or it is put to him in time.
    Seen,
    /// A player claims it before the opponent's next move.
    ClaimedBy(Color),
    /// Nobody has said anything yet.
    Unnoticed,
    /// The opponent has made his next move since.
    AfterReply,
    /// It is found after further moves.
    FoundLater,
}

impl IrregularMove {
    /// An act that the arbiter saw, with the clock pressed.
    pub fn seen(by: Color, act: Act) -> IrregularMove {
        IrregularMove {
            by,
            act,
            is_pressed: true,
            with_two_hands: false,
            notice: Notice::Seen,
            touched: Vec::new(),
            increment: ClockTime::ZERO,
            counter: None,
        }
    }

    fn is_king_capture(&self, at: &Position) -> bool {
        let king = Role::King.of(!self.by);
        matches!(self.act, Act::Moved(played) if at.piece_at(played.to()) == Some(king))
    }

    /// The kind of fault, or nothing where the act is in order.
    fn fault(&self, at: &Position) -> Option<Fault> {
        match self.act {
            Act::NothingMoved => Some(Fault::PressWithoutMove),
            Act::PawnLeft { .. } => Some(Fault::UnpromotedPawn),
            Act::Moved(_) if self.is_king_capture(at) => Some(Fault::KingCapture),
            Act::Moved(played) if !at.is_legal(played) => Some(Fault::IllegalMove),
            Act::CastlingUnfinished(_) => Some(Fault::IllegalMove),
            Act::Moved(_) => self.with_two_hands.then_some(Fault::TwoHands),
        }
    }
}

/// Proposes what follows from an illegal move or an act penalised like one.
///
/// **Laws:** 7.5.1 (illegal move completed), 7.5.2 (unpromoted pawn), 7.5.3 (press without a move),
/// 7.5.4 (two hands), 7.5.5 (the price), 1.4.1 (king captured), 7.1 (times), A.5.2 (until when);
/// 7.4 and C3 of 2001.
///
/// Two faults in one move are one; what ended the game before the press is no fault any more. A
/// loss is a draw where the opponent could never mate, in the editions that say so.
///
/// # Units
/// Clock times as they are to be set; the increment gained by the press is taken back where the
/// commentary to the edition asks for it, else that is offered as a choice.
pub fn propose_irregular_move(game: &Game, irregular: &IrregularMove, rules: &Rules) -> Proposal {
    let case = Case { game, irregular, rules };
    if let Some(over) = over_already(game, rules) {
        return over;
    }
    if let Act::Moved(_) = irregular.act
        && game.turn() != irregular.by
    {
        return case.out_of_turn();
    }
    if let Act::CastlingUnfinished(castling) = irregular.act
        && game.position().is_legal(castling)
    {
        return case.castling_unfinished(castling);
    }
    let Some(fault) = irregular.fault(game.position()) else {
        return Proposal::new(Decision::NoFault, rules.cite(Rule::LegalMove));
    };
    if let Some(ended) = case.ended_by_the_move(fault) {
        return ended;
    }
    if let Some(too_early) = case.not_completed(fault) {
        return too_early;
    }
    if let Some(no_action) = case.outside_the_window(fault) {
        return no_action;
    }
    if let Some(no_tariff) = case.not_an_illegal_move(fault) {
        return no_tariff;
    }
    case.penalised(fault)
}

/// Proposes what follows when the other hand pressed the clock.
///
/// **Laws:** 6.2.3, 12.9; it is no illegal move and is not counted as one.
pub fn propose_other_hand(game: &Game, by: Color, played: Move, rules: &Rules) -> Proposal {
    let mut after = game.clone();
    after.apply(&Entry::MoveMade { by, played });
    if let Some(over) = over_already(&after, rules) {
        return over;
    }
    let treatment = rules.other_hand();
    let proposal = Proposal::new(Decision::Infringement, rules.cite(Rule::SameHand))
        .resting_on(rules.cite(Rule::Penalties));
    with_basis(proposal, &treatment)
        .then(Consequence::PenaltyByChoice { to: by })
        .then(Consequence::Booked { to: by, n_illegal_moves: 0 })
        .asking(Judgement::Penalty)
        .offering_penalties(rules, by, Gravity::Slight)
}

/// A basis that is a regulation or an interpretation stands beside the article.
pub(crate) fn with_basis<T>(proposal: Proposal, stated: &Stated<T>) -> Proposal {
    match stated.basis() {
        Basis::Article(_) => proposal,
        other => proposal.resting_on(other),
    }
}

/// The rule that a kind of fault breaks.
fn rule_of(fault: Fault) -> Rule {
    match fault {
        Fault::IllegalMove => Rule::IllegalMove,
        Fault::UnpromotedPawn => Rule::UnpromotedPawn,
        Fault::PressWithoutMove => Rule::PressWithoutMove,
        Fault::TwoHands => Rule::TwoHands,
        Fault::KingCapture => Rule::KingCapture,
    }
}

struct Case<'a> {
    game: &'a Game,
    irregular: &'a IrregularMove,
    rules: &'a Rules,
}

impl Case<'_> {
    fn cite(&self, decision: Decision, fault: Fault) -> Proposal {
        Proposal::new(decision, self.rules.cite(rule_of(fault)))
    }

    /// A move by the player who has not the move is put back; it is none of those that 7.5 counts.
    fn out_of_turn(&self) -> Proposal {
        let by = self.irregular.by;
        let facts = OutOfTurnFacts { by, position: self.game.position().clone() };
        propose_out_of_turn(&facts, self.rules)
            .then(Consequence::Booked { to: by, n_illegal_moves: 0 })
            .asking(Judgement::Facts)
    }

    /// Legal castling of which only the king's part was made: before the press it is finished; after
    /// it the Laws do not say whether the press completed an illegal move.
    fn castling_unfinished(&self, castling: Move) -> Proposal {
        let cite = |decision| {
            Proposal::new(decision, self.rules.cite(Rule::Castling))
                .resting_on(self.rules.cite(Rule::ReleasedPiece))
                .then(Consequence::PlayMove(castling))
        };
        if !self.irregular.is_pressed {
            return cite(Decision::NoIllegalMoveYet);
        }
        cite(Decision::ArbiterDecides)
            .resting_on(self.rules.cite(Rule::MoveCompleted))
            .asking(Judgement::TextSilent)
            .offering(Choice::CastlingCompleted)
            .offering(Choice::TimePenalty(!self.irregular.by))
    }

    /// A legal move made with two hands that ends the game: it is over before the press.
    fn ended_by_the_move(&self, fault: Fault) -> Option<Proposal> {
        let (Fault::TwoHands, Act::Moved(played)) = (fault, self.irregular.act) else {
            return None;
        };
        let mut after = self.game.clone();
        after.apply(&Entry::MoveMade { by: self.irregular.by, played });
        over_already(&after, self.rules)
    }

    /// Before the press nothing is penalised; a touched piece still binds.
    fn not_completed(&self, fault: Fault) -> Option<Proposal> {
        if self.irregular.is_pressed {
            return None;
        }
        match fault {
            // 2017 did not ask for the press.
            Fault::TwoHands if self.rules.two_hands().is(FaultTreatment::IllegalMove) => None,
            Fault::TwoHands if !self.rules.two_hands().is(FaultTreatment::IllegalMoveIfPressed) => {
                None
            }
            Fault::TwoHands => Some(
                self.cite(Decision::NoIllegalMoveYet, fault)
                    .resting_on(self.rules.cite(Rule::OneHand)),
            ),
            Fault::UnpromotedPawn => Some(
                self.cite(Decision::NoIllegalMoveYet, fault)
                    .resting_on(self.rules.cite(Rule::Promotion)),
            ),
            Fault::IllegalMove | Fault::KingCapture | Fault::PressWithoutMove => {
                Some(self.restoring(self.cite(Decision::NoPenalty, fault)))
            }
        }
    }

    /// In rapid and blitz under the reduced rules only who sees or claims it in time sets the rule
    /// going.
    fn outside_the_window(&self, fault: Fault) -> Option<Proposal> {
        use IllegalMoveIntervention::{ClaimBeforeReply, SeenOrClaimedBeforeReply, WheneverFound};
        let IrregularMove { by, notice, .. } = *self.irregular;
        let window = self.rules.illegal_move_intervention();
        let is_late = matches!(notice, Notice::AfterReply | Notice::FoundLater);
        if is_late {
            return self.standing();
        }
        let in_time = match (window.value, notice) {
            (Some(WheneverFound), _) | (_, Notice::ClaimedBy(_)) if self.claim_counts() => true,
            (Some(SeenOrClaimedBeforeReply), Notice::Seen) => true,
            // In 2009 the arbiter steps in himself on an unfinished promotion (A.4.c).
            (Some(ClaimBeforeReply), Notice::Seen) => {
                matches!(fault, Fault::UnpromotedPawn | Fault::KingCapture)
            }
            (None, Notice::Seen) => true,
            _ => false,
        };
        (!in_time).then(|| {
            Proposal::new(Decision::NoIntervention, self.rules.cite(Rule::IllegalMoveWindow))
                .then(Consequence::ClaimOpenTo(!by))
                .then(Consequence::ForArbiterOnly)
        })
    }

    /// Whether a claim, if one was made, was made by the one who may.
    fn claim_counts(&self) -> bool {
        let window = self.rules.illegal_move_intervention();
        match self.irregular.notice {
            Notice::ClaimedBy(claimant) => {
                window.is(IllegalMoveIntervention::WheneverFound) || claimant != self.irregular.by
            }
            _ => window.is(IllegalMoveIntervention::WheneverFound),
        }
    }

    /// After the reply: corrected under the full rules, else it stands.
    fn standing(&self) -> Option<Proposal> {
        let late = self.rules.late_illegal_move();
        let citation = self.rules.cite(Rule::IllegalMoveWindow);
        let stands = match late.value? {
            LateIllegalMove::Corrected => return None,
            LateIllegalMove::Stands => Proposal::new(Decision::MoveStands, citation),
            LateIllegalMove::StandsUnlessAgreed => Proposal::new(Decision::MoveStands, citation)
                .offering(Choice::Decide(Decision::MoveStands))
                .offering(Choice::Decide(Decision::PositionRestored)),
        };
        let stands = stands.then(Consequence::Booked { to: self.irregular.by, n_illegal_moves: 0 });
        Some(match self.game.clocks() {
            Some(times) => {
                stands.then(Consequence::SetClock { times, running: None, counter: None })
            }
            None => stands,
        })
    }

    /// Acts that the edition does not count as illegal moves.
    fn not_an_illegal_move(&self, fault: Fault) -> Option<Proposal> {
        let rules = self.rules;
        let by = self.irregular.by;
        let treatment = match fault {
            Fault::IllegalMove | Fault::UnpromotedPawn => return None,
            Fault::PressWithoutMove => rules.press_without_move(),
            Fault::TwoHands => rules.two_hands(),
            Fault::KingCapture => rules.king_capture(),
        };
        let counts = matches!(
            treatment.value,
            Some(FaultTreatment::IllegalMove | FaultTreatment::IllegalMoveIfPressed)
        );
        if fault == Fault::KingCapture {
            let claim_wins = rules
                .illegal_move_tariff()
                .value
                .is_some_and(|tariff| tariff.price(1) == IllegalMovePrice::OpponentMayClaimWin);
            if counts && !claim_wins {
                return None;
            }
            // Whether the capture is a claim on the other's illegal move, or an illegal move
            // itself, is disputed.
            return Some(
                self.cite(Decision::ArbiterDecides, fault)
                    .asking(Judgement::TextSilent)
                    .offering(Choice::GameLost(by))
                    .offering(Choice::GameLost(!by))
                    .offering(Choice::Decide(Decision::PositionRestored)),
            );
        }
        match treatment.value {
            _ if counts => None,
            None => Some(
                self.cite(Decision::ArbiterDecides, fault)
                    .without_text_for(rule_of(fault))
                    .offering(Choice::TimePenalty(!by))
                    .offering_penalties(rules, by, Gravity::Slight),
            ),
            Some(_) => {
                let rule = match fault {
                    Fault::TwoHands => Rule::OneHand,
                    _ => Rule::MoveCompleted,
                };
                let proposal = Proposal::new(Decision::Infringement, rules.cite(rule))
                    .resting_on(rules.cite(Rule::Penalties))
                    .then(Consequence::PenaltyByChoice { to: by })
                    .then(Consequence::Booked { to: by, n_illegal_moves: 0 })
                    .asking(Judgement::Penalty)
                    .offering_penalties(rules, by, Gravity::Slight);
                Some(match treatment.is(FaultTreatment::NotNamed) {
                    true => proposal.asking(Judgement::TextSilent),
                    false => proposal,
                })
            }
        }
    }

    /// The price, by how many were booked before.
    fn penalised(&self, fault: Fault) -> Proposal {
        let rules = self.rules;
        let by = self.irregular.by;
        let tariff = rules.illegal_move_tariff();
        let Some(price) = tariff.value.map(|tariff| tariff.price(self.count(fault))) else {
            let open = self
                .cite(Decision::ArbiterDecides, fault)
                .without_text_for(Rule::IllegalMovePenalty)
                .offering(Choice::TimePenalty(!by))
                .offering(Choice::GameLost(by));
            return self.restoring(open);
        };
        match price {
            IllegalMovePrice::TimeToOpponent(time) => {
                with_basis(self.time_penalty(fault, time), &tariff)
            }
            IllegalMovePrice::GameLost => with_basis(self.loss(fault), &tariff),
            IllegalMovePrice::OpponentMayClaimWin => self.loss(fault),
        }
    }

    /// Which illegal move of this player it is; kinds are counted together where the edition adds
    /// them up.
    fn count(&self, fault: Fault) -> u32 {
        let booked = self.game.booked(self.irregular.by);
        let together = !self.rules.faults_add_up().is(false);
        let earlier = booked.iter().filter(|earlier| together || **earlier == fault).count();
        earlier as u32 + 1
    }

    fn time_penalty(&self, fault: Fault, time: ClockTime) -> Proposal {
        let by = self.irregular.by;
        let proposal = self
            .cite(Decision::TimePenalty, fault)
            .resting_on(self.rules.cite(Rule::IllegalMovePenalty))
            .then(Consequence::Booked { to: by, n_illegal_moves: 1 })
            .then(Consequence::AddTime { to: !by, time });
        let converted = self.converted(fault);
        let running = if converted.is_some() { !by } else { by };
        let proposal = self.setting_clocks(proposal, time, running, converted.is_some());
        let Some(after) = converted else { return self.restoring(proposal) };
        let converted = proposal
            .then(Consequence::ConvertPiece {
                square: after.last_move().map_or(Square::A1, |made| made.played.to()),
                role: Role::Queen,
            })
            .then(Consequence::Restore {
                ply: Some(after.ply()),
                position: Box::new(after.position().clone()),
            });
        // The Laws do not say whether a position made by this repair ends the game.
        match over_already(&after, self.rules) {
            Some(over) => Proposal { decision: Decision::ArbiterDecides, ..converted }
                .asking(Judgement::TextSilent)
                .offering(Choice::TimePenalty(!by))
                .offering(Choice::Decide(over.decision)),
            None => converted,
        }
    }

    /// The game after the pawn has become a queen, where the edition makes it one.
    fn converted(&self, fault: Fault) -> Option<Game> {
        let becomes_queen = self.rules.unpromoted_pawn().is(UnpromotedPawn::BecomesQueen);
        if fault != Fault::UnpromotedPawn || !becomes_queen {
            return None;
        }
        let Act::PawnLeft { to, .. } = self.irregular.act else { return None };
        let from = self.pawn_from(to)?;
        let mut after = self.game.clone();
        let played = Move::Normal { from, to, promotion: Some(Role::Queen) };
        after.apply(&Entry::MoveMade { by: self.irregular.by, played });
        Some(after)
    }

    /// Where the pawn left on the last rank came from: told, or the only one that could.
    fn pawn_from(&self, to: Square) -> Option<Square> {
        if let Act::PawnLeft { from: Some(from), .. } = self.irregular.act {
            return Some(from);
        }
        let at = self.game.position();
        let could = at.reaching(Role::Pawn, to);
        let legal = could
            .into_iter()
            .filter(|&from| at.is_legal(Move::Normal { from, to, promotion: Some(Role::Queen) }));
        let legal: Vec<Square> = legal.collect();
        match (legal.as_slice(), could.single_square()) {
            ([only], _) => Some(*only),
            (_, only) => only,
        }
    }

    /// The clock times: the opponent's award, and the increment of the press taken back.
    fn setting_clocks(
        &self,
        proposal: Proposal,
        award: ClockTime,
        running: Color,
        move_counts: bool,
    ) -> Proposal {
        let by = self.irregular.by;
        if self.irregular.notice == Notice::FoundLater {
            return proposal
                .resting_on(self.rules.cite(Rule::IrregularityTimes))
                .then(Consequence::TimesByJudgement)
                .asking(Judgement::TimeUsed);
        }
        let increment = self.irregular.increment;
        let gained = self.irregular.is_pressed && increment > ClockTime::ZERO;
        let stated = self.rules.increment_gained();
        let taken_back = gained && stated.is(IncrementGained::TakenBack);
        let mut proposal = proposal;
        if taken_back {
            proposal = with_basis(proposal, &stated)
                .then(Consequence::RemoveTime { from: by, time: increment });
        } else if gained {
            proposal = proposal
                .offering(Choice::TakeBack(increment))
                .offering(Choice::Decide(Decision::NoChange))
                .asking(Judgement::TimeUsed);
        }
        let counter = self.irregular.counter.map(|mut counter| {
            if !move_counts {
                let shown = counter.get_mut(by);
                *shown = shown.saturating_sub(1);
            }
            counter
        });
        let Some(mut times) = self.game.clocks() else {
            return match counter {
                Some(counter) => proposal.then(Consequence::SetCounter(counter)),
                None => proposal,
            };
        };
        *times.get_mut(!by) += award;
        if taken_back {
            *times.get_mut(by) -= increment;
        }
        proposal.then(Consequence::SetClock { times, running: Some(running), counter })
    }

    fn loss(&self, fault: Fault) -> Proposal {
        let by = self.irregular.by;
        let stated = self.rules.illegal_move_cannot_mate();
        let exception = stated.value.map(|outcome| outcome == CannotMateOutcome::Drawn);
        let converted = self.converted(fault);
        let position = match &converted {
            Some(after) => after.position(),
            None => sound_position(self.game),
        };
        let lost = lost_unless_unwinnable(
            position,
            by,
            Decision::GameLost,
            Rule::IllegalMovePenalty,
            exception,
            self.rules,
        )
        .resting_on(self.rules.cite(rule_of(fault)))
        .then(Consequence::Booked { to: by, n_illegal_moves: 1 });
        // Where the text has no exception, the arbiter could still argue by analogy (Preface).
        let unwinnable = lost.evidence.contains(&crate::Evidence::CannotMate { by: !by });
        if unwinnable && exception == Some(false) {
            lost.resting_on(Basis::ByAnalogy(self.rules.cite(Rule::LossOnTime)))
                .asking(Judgement::TextSilent)
        } else {
            lost
        }
    }
}
