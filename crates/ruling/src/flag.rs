//! Flag-fall: who may point it out, and what it means.

use kaissa_chess::{ByColor, Color};
use kaissa_game::Game;
use kaissa_laws::{
    Basis, BothFlags, CannotMateOutcome, ClockTime, FlagCall, OwnFlag, QuickplayAnnouncement, Rule,
    Rules, SeventyFiveMoves, Stated, Style, TimeClaimClocks,
};
use kaissa_winnable::seventy_five_move_limit;

use crate::ending::over_already;
use crate::illegal_move::with_basis;
use crate::outcome::{lost_unless_unwinnable, sound_position};
use crate::{Certainty, Choice, Consequence, Decision, Evidence, Judgement, Proposal};

/// A flag-fall with what is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlagFacts {
    /// Whose flag is down.
    pub fallen: Fallen,
    /// How it came to be noticed.
    pub notice: FlagNotice,
    /// Whether the period is the last one, where that is known.
    pub period: Option<PeriodPlace>,
    /// The moves of the period, where it has a number of them.
    pub moves: Option<ControlMoves>,
    /// The side whose flag the clock marks as the first to fall.
    pub shown_first: Option<Color>,
    /// Time of the next period that both clocks have already added.
    pub bonus_already_added: Option<ClockTime>,
}

/// Whose flag is down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fallen {
    /// One player's.
    One(Color),
    /// Both; the first to fall, where that is known.
    Both {
        /// The side whose flag fell first.
        first: Option<Color>,
    },
}

/// How a fallen flag came to be noticed (6.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FlagNotice {
    /// It was observed by the arbiter or rightly claimed, whichever may be.
    Established,
    /// The arbiter sees it and nobody claims.
    SeenByArbiter,
    /// A player claims it.
    ClaimedBy {
        /// The claimant.
        by: Color,
        /// Whether he has stopped both clocks, where that is known.
        clocks_stopped: Option<bool>,
    },
}

/// Where a period stands in the time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PeriodPlace {
    /// The last one: all remaining moves.
    Last,
    /// One before the last.
    BeforeLast,
}

/// The moves of a period made by the player whose flag is down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ControlMoves {
    /// How many the time control asks for.
    pub required: u32,
    /// How many are made on the board, where that is known.
    pub made: Option<u32>,
    /// How many are completed, where that is known.
    pub completed: Option<u32>,
}

impl FlagFacts {
    /// One fallen flag that was observed or rightly claimed, nothing else known.
    pub fn fallen(of: Color) -> FlagFacts {
        FlagFacts {
            fallen: Fallen::One(of),
            notice: FlagNotice::Established,
            period: None,
            moves: None,
            shown_first: None,
            bonus_already_added: None,
        }
    }
}

/// Proposes what follows from a fallen flag.
///
/// **Laws:** 6.8 (when it has fallen), 6.9 (loss, and when it is a draw), 6.4 (the moves of the
/// period), A.5.3 and A.5.5 (rapid and blitz), III.3.1 (both flags); 6.9 to 6.12, 10.3, B6 to B8 of
/// 2001.
///
/// An end that came before stands. A move that does not end the game and was not completed by the
/// press does not count for the period. Whether the opponent can mate is proved, not guessed; where
/// the proof is not found within the effort allowed the arbiter decides.
pub fn propose_flag_fall(game: &Game, facts: &FlagFacts, rules: &Rules) -> Proposal {
    let case = Case { game, facts, rules };
    if let Some(over) = over_already(game, rules) {
        return case.with_bonus(over);
    }
    let proposal = case
        .not_to_be_called()
        .or_else(|| case.claim_failing())
        .or_else(|| case.both_down())
        .or_else(|| case.control_met())
        .unwrap_or_else(|| case.lost(case.flagged()));
    case.with_bonus(proposal)
}

struct Case<'a> {
    game: &'a Game,
    facts: &'a FlagFacts,
    rules: &'a Rules,
}

impl Case<'_> {
    /// The side whose flag the question is about.
    fn flagged(&self) -> Color {
        match self.facts.fallen {
            Fallen::One(of) => of,
            Fallen::Both { first } => first.unwrap_or(self.game.turn()),
        }
    }

    /// The clocks without the time of the next period.
    fn clocks(&self) -> Option<ByColor<ClockTime>> {
        let bonus = self.facts.bonus_already_added.unwrap_or(ClockTime::ZERO);
        self.game.clocks().map(|clocks| clocks.map(|time| time - bonus))
    }

    fn is_down(&self, color: Color) -> Option<bool> {
        self.clocks().map(|clocks| *clocks.get(color) <= ClockTime::ZERO)
    }

    fn both_are_down(&self) -> bool {
        matches!(self.facts.fallen, Fallen::Both { .. })
            || Color::ALL.into_iter().all(|color| self.is_down(color) == Some(true))
    }

    fn with_bonus(&self, proposal: Proposal) -> Proposal {
        match (self.facts.bonus_already_added, self.clocks()) {
            (Some(_), Some(clocks)) => proposal
                .resting_on(self.rules.cite(Rule::PeriodCheck))
                .shown_by(Evidence::ClocksWithoutBonus(clocks)),
            _ => proposal,
        }
    }

    /// Where only a player may point out a flag, the arbiter keeps silent.
    fn not_to_be_called(&self) -> Option<Proposal> {
        if self.facts.notice != FlagNotice::SeenByArbiter {
            return None;
        }
        let call = self.rules.flag_call();
        match call.value? {
            FlagCall::ArbiterOrPlayer | FlagCall::ArbiterMay | FlagCall::ArbiterShall => None,
            FlagCall::PlayerOnlyUnlessBoth if self.both_are_down() => None,
            FlagCall::PlayerOnly | FlagCall::PlayerOnlyUnlessBoth => Some(
                Proposal::new(Decision::NoIntervention, self.rules.cite(Rule::FlagCall))
                    .then(Consequence::ForArbiterOnly)
                    .then(Consequence::ClaimOpenTo(!self.flagged())),
            ),
        }
    }

    /// The conditions of a player's claim: the other flag is down, the clocks are stopped.
    fn claim_failing(&self) -> Option<Proposal> {
        let FlagNotice::ClaimedBy { by, clocks_stopped } = self.facts.notice else { return None };
        let fails = || Proposal::new(Decision::ClaimFails, self.rules.cite(Rule::TimeClaim));
        if self.is_down(!by) == Some(false) {
            return Some(fails().resting_on(self.rules.cite(Rule::FlagFallen)));
        }
        let must_stop = self.rules.time_claim_clocks().is(TimeClaimClocks::MustStopBoth);
        if must_stop && clocks_stopped == Some(false) {
            return Some(fails());
        }
        let own_down = self.is_down(by) == Some(true);
        let must_be_up = self.rules.own_flag().is(OwnFlag::MustBeUp);
        let both_fail = self.both_flags().is(BothFlags::ClaimFails);
        (own_down && must_be_up && both_fail).then(fails)
    }

    fn both_flags(&self) -> Stated<BothFlags> {
        match self.facts.period {
            Some(PeriodPlace::BeforeLast) => self.rules.both_flags_before_last_period(),
            _ => self.rules.both_flags_in_last_period(),
        }
    }

    /// Both flags are down.
    fn both_down(&self) -> Option<Proposal> {
        if !self.both_are_down() {
            return None;
        }
        let rules = self.rules;
        let first = match self.facts.fallen {
            Fallen::Both { first } => first,
            Fallen::One(_) => None,
        }
        .or(self.facts.shown_first);
        // Where only the players point out flags, the order plays no part.
        let by_players = matches!(
            rules.flag_call().value,
            Some(FlagCall::PlayerOnly | FlagCall::PlayerOnlyUnlessBoth)
        );
        if let Some(first) = first.filter(|_| !by_players) {
            return Some(self.lost(first));
        }
        let stated = self.both_flags();
        let cite =
            |decision| with_basis(Proposal::new(decision, rules.cite(Rule::BothFlags)), &stated);
        if self.needs_announcement() {
            return Some(
                cite(Decision::ArbiterDecides)
                    .resting_on(rules.cite(Rule::QuickplayAnnounced))
                    .asking(Judgement::TextSilent)
                    .offering(Choice::Decide(Decision::Continue))
                    .offering(Choice::Decide(Decision::GameDrawn)),
            );
        }
        Some(match stated.value {
            Some(BothFlags::Continue) => cite(Decision::Continue),
            Some(BothFlags::Draw | BothFlags::DrawUnlessShown) => {
                cite(Decision::GameDrawn).drawn(rules)
            }
            Some(BothFlags::ClaimFails) => cite(Decision::ClaimFails),
            // A single flag that somebody names decides where the clock shows nothing.
            Some(BothFlags::ClockShows) => match self.facts.fallen {
                Fallen::One(of) if self.facts.notice == FlagNotice::Established => self.lost(of),
                _ => self.open_between_flags(cite(Decision::ArbiterDecides)),
            },
            None => self.open_between_flags(
                cite(Decision::ArbiterDecides).without_text_for(Rule::BothFlags),
            ),
        })
    }

    fn open_between_flags(&self, proposal: Proposal) -> Proposal {
        proposal
            .with_certainty(Certainty::Open)
            .asking(Judgement::Facts)
            .offering(Choice::Decide(Decision::GameDrawn))
            .offering(Choice::Decide(Decision::Continue))
            .offering(Choice::GameLost(Color::White))
            .offering(Choice::GameLost(Color::Black))
    }

    /// Guidelines III rule on two flags only where they are announced.
    fn needs_announcement(&self) -> bool {
        let rules = self.rules;
        let only_if = rules.quickplay_announcement().is(QuickplayAnnouncement::OnlyIfAnnounced);
        only_if && rules.style() == Style::Standard && !rules.quickplay_in_force().is(true)
    }

    /// The moves of the period were completed in time.
    fn control_met(&self) -> Option<Proposal> {
        let moves = self.facts.moves?;
        let flagged = self.flagged();
        let unpressed =
            self.game.last_move().is_some_and(|made| made.by == flagged && !made.is_pressed);
        let completed = moves
            .completed
            .or(moves.made.map(|made| if unpressed { made.saturating_sub(1) } else { made }));
        let cite = |decision| {
            Proposal::new(decision, self.rules.cite(Rule::PeriodCheck))
                .resting_on(self.rules.cite(Rule::MoveCompleted))
        };
        match completed {
            Some(completed) if completed >= moves.required => Some(match self.facts.notice {
                FlagNotice::ClaimedBy { .. } => cite(Decision::ClaimFails),
                _ => cite(Decision::Continue),
            }),
            Some(_) => None,
            None => Some(
                cite(Decision::ArbiterDecides)
                    .with_certainty(Certainty::Open)
                    .asking(Judgement::Facts)
                    .offering(Choice::GameLost(flagged))
                    .offering(Choice::Decide(Decision::Continue)),
            ),
        }
    }

    /// The loss, or the draw where the opponent could never mate.
    fn lost(&self, loser: Color) -> Proposal {
        let rules = self.rules;
        let exception = rules.flag_cannot_mate().value;
        let position = sound_position(self.game);
        let lost = lost_unless_unwinnable(
            position,
            loser,
            Decision::GameLost,
            Rule::LossOnTime,
            exception.map(|outcome| outcome == CannotMateOutcome::Drawn),
            rules,
        );
        let lost = match self.facts.notice {
            FlagNotice::SeenByArbiter => lost.resting_on(rules.cite(Rule::FlagCall)),
            FlagNotice::ClaimedBy { .. } => lost.resting_on(rules.cite(Rule::TimeClaim)),
            FlagNotice::Established => lost.resting_on(rules.cite(Rule::FlagFallen)),
        };
        let lost = self.past_the_seventy_five(lost, loser);
        if self.facts.period == Some(PeriodPlace::BeforeLast) && self.facts.moves.is_none() {
            // Whether the moves of the period were made has to be looked up first.
            return lost.asking(Judgement::Facts);
        }
        lost
    }

    /// The mating line may run into the limit of seventy-five moves: whether that counts is for the
    /// arbiter, and both answers are shown.
    fn past_the_seventy_five(&self, lost: Proposal, loser: Color) -> Proposal {
        let counts = self.rules.seventy_five_moves().is(SeventyFiveMoves::AnySeries);
        let line = lost.evidence.iter().find_map(|evidence| match evidence {
            Evidence::Helpmate { moves, .. } => Some(moves),
            _ => None,
        });
        let limit = line.and_then(|line| seventy_five_move_limit(self.game.position(), line));
        match limit.filter(|_| counts) {
            Some(_) => lost
                .resting_on(Basis::ByAnalogy(self.rules.cite(Rule::SeventyFiveMoves)))
                .offering(Choice::GameLost(loser))
                .offering(Choice::Decide(Decision::GameDrawn)),
            None => lost,
        }
    }
}
