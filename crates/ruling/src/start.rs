//! The start of the game: arrival, set-up, board, colours and clocks.

use kaissa_chess::{ByColor, CastlingSide, Color, File, Piece, Position, Rank, Role, Square};
use kaissa_game::Points;
use kaissa_laws::{
    ClaimLimit, ClockSettingLimit, ClockSettingRule, ClockTime, ColorsReversed, DefaultCountsFrom,
    DefaultTime, DefaultTimeChange, Grounds, LateTest, MisplacedCastling, NobodyPresent, Rule,
    Rules,
};

use crate::Choice;
use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Evidence, Judgement, Proposal};

facts! {
    /// A wrong initial position is found.
    InitialPositionFacts {
        /// The wrong initial position.
        start: Option<Position>,
        /// Moves completed by each player, counted from the wrong position.
        moves_completed_each: Option<u32>,
        /// Moves made by each player.
        moves_made_by: Option<ByColor<u32>>,
        /// Whether the game is over.
        game_over: bool,
    }
}

/// Proposes what follows when the game began from a wrong position.
///
/// **Laws:** 7.1(a) of 2001, 7.2.1 of 2023; B4 of 2001, A.4.a of 2009, A.5.1.2 of 2023 for the limit
/// in rapid and blitz. Once it is over the game stands: the articles speak of a game that is on.
pub fn propose_initial_position(facts: &InitialPositionFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::InitialPositionWrong);
    if facts.game_over {
        return Proposal::new(Decision::ResultStands, cited);
    }
    match complaint_is_open(facts.moves_completed_each, facts.moves_made_by, rules) {
        InTime::Yes => Proposal::new(Decision::NewGame, cited).then(Consequence::NewGame),
        InTime::No => {
            let limit = Grounds::new(rules.setup_claim_limit().basis());
            let stands = Proposal::new(Decision::Continue, limit);
            let Some(start) = &facts.start else { return stands.asking(Judgement::Facts) };
            Color::ALL.into_iter().fold(stands, |proposal, color| {
                castling_after_wrong_start(proposal, start, color, rules)
            })
        }
        InTime::Unknown(why) => why.undecided(Decision::NewGame, Decision::Continue, rules),
    }
}

/// Whether a complaint of set-up, board or clock is in time.
enum InTime {
    Yes,
    No,
    Unknown(Missing),
}

/// What is missing for a decision.
enum Missing {
    /// How many moves were made.
    Moves,
    /// What the edition says.
    Text(Rule),
}

impl Missing {
    fn undecided(self, one: Decision, other: Decision, rules: &Rules) -> Proposal {
        let rule = match self {
            Missing::Text(rule) => rule,
            Missing::Moves => Rule::SetupClaimLimit,
        };
        let proposal = Proposal::new(Decision::ArbiterDecides, rules.cite(rule))
            .offering(Choice::Decide(one))
            .offering(Choice::Decide(other));
        match self {
            Missing::Text(rule) => proposal.without_text_for(rule).asking(Judgement::TextSilent),
            Missing::Moves => proposal.asking(Judgement::Facts),
        }
    }
}

fn complaint_is_open(completed: Option<u32>, made: Option<ByColor<u32>>, rules: &Rules) -> InTime {
    let made_each = made.map(|made| made.white.min(made.black));
    match (rules.setup_claim_limit().value, completed.or(made_each)) {
        (Some(ClaimLimit::None), _) => InTime::Yes,
        (Some(limit), Some(number)) if limit.is_open(number) => InTime::Yes,
        (Some(_), Some(_)) => InTime::No,
        (Some(_), None) => InTime::Unknown(Missing::Moves),
        (None, _) => InTime::Unknown(Missing::Text(Rule::SetupClaimLimit)),
    }
}

/// What castling a player has left when his pieces stood wrong and the game goes on.
fn castling_after_wrong_start(
    proposal: Proposal,
    start: &Position,
    color: Color,
    rules: &Rules,
) -> Proposal {
    let at = |file, role| {
        let rank = if color == Color::White { Rank::First } else { Rank::Eighth };
        start.piece_at(Square::from_coords(file, rank)) == Some(Piece { color, role })
    };
    let king_wrong = !at(File::E, Role::King);
    let rook_wrong = |side: &CastlingSide| match side {
        CastlingSide::KingSide => !at(File::H, Role::Rook),
        CastlingSide::QueenSide => !at(File::A, Role::Rook),
    };
    let stated = rules.misplaced_castling();
    let rooks_ruled = stated.is(MisplacedCastling::KingNoneRookNotWithIt);
    let lost: Vec<CastlingSide> =
        CastlingSide::ALL.into_iter().filter(|side| king_wrong || rook_wrong(side)).collect();
    if lost.is_empty() {
        return proposal;
    }
    match stated.value {
        None => proposal.without_text_for(Rule::SetupClaimLimit).asking(Judgement::TextSilent),
        // The older editions speak of a misplaced king only.
        Some(_) if !king_wrong && !rooks_ruled => proposal.asking(Judgement::TextSilent),
        Some(_) => proposal.then(Consequence::CastlingLost { by: color, sides: lost }),
    }
}

facts! {
    /// The board lies the wrong way.
    BoardFacts {
        /// Moves completed by each player.
        moves_completed_each: Option<u32>,
        /// Moves made by each player.
        moves_made_by: Option<ByColor<u32>>,
    }
}

/// Proposes what follows when the board lies the wrong way.
///
/// **Laws:** 7.1(b) of 2001, 7.2.2 of 2023; B4, A.5.1.2 for the limit in rapid and blitz.
pub fn propose_board_turned(facts: &BoardFacts, rules: &Rules) -> Proposal {
    match complaint_is_open(facts.moves_completed_each, facts.moves_made_by, rules) {
        InTime::Yes => Proposal::new(Decision::Continue, rules.cite(Rule::BoardTurned))
            .then(Consequence::TransferPosition),
        InTime::No => {
            let limit = Grounds::new(rules.setup_claim_limit().basis());
            Proposal::new(Decision::ComplaintTooLate, limit)
        }
        InTime::Unknown(why) => {
            why.undecided(Decision::Continue, Decision::ComplaintTooLate, rules)
        }
    }
}

facts! {
    /// The game was begun with colours reversed.
    ColorsReversedFacts {
        /// Moves made by both players.
        moves_made_by_both: Option<u32>,
        /// Moves made by each, where they differ.
        moves_made_by: Option<ByColor<u32>>,
        /// Whether the game is over.
        game_over: bool,
    }
}

/// Proposes what follows when the game began with colours reversed.
///
/// **Laws:** 7.2 of 2001, 7.3 from 2014 on. From 2017 the number of moves decides: Black's tenth is
/// the limit, so that nineteen half-moves are too few. A game that is over stands.
pub fn propose_colors_reversed(facts: &ColorsReversedFacts, rules: &Rules) -> Proposal {
    let stated = rules.colors_reversed();
    let grounds = Grounds::new(stated.basis());
    if facts.game_over {
        return Proposal::new(Decision::ResultStands, grounds);
    }
    let by_each = facts.moves_made_by.map(|made| made.white.min(made.black));
    match (stated.value, by_each.or(facts.moves_made_by_both)) {
        (Some(ColorsReversed::ContinueUnlessArbiter), _) => {
            Proposal::new(Decision::Continue, grounds).asking(Judgement::DecideOtherwise)
        }
        (Some(ColorsReversed::RestartBelow(limit)), Some(made)) if made < limit => {
            Proposal::new(Decision::NewGame, grounds)
                .then(Consequence::NewGame)
                .then(Consequence::SwapColors)
        }
        (Some(ColorsReversed::RestartBelow(_)), Some(_)) => {
            Proposal::new(Decision::Continue, grounds)
        }
        (Some(_), None) => Missing::Moves.undecided(Decision::NewGame, Decision::Continue, rules),
        (None, _) => Missing::Text(Rule::ColorsReversed).undecided(
            Decision::NewGame,
            Decision::Continue,
            rules,
        ),
    }
}

facts! {
    /// A wrong clock setting is found.
    ClockSettingFacts {
        /// Of an adjourned game: whether the first move after the resumption was made.
        first_move_made: Option<bool>,
        /// Moves completed by each player.
        moves_completed_each: Option<u32>,
        /// Moves made by each player.
        moves_made_by: Option<ByColor<u32>>,
        /// The right increment.
        increment: Option<ClockTime>,
        /// The increment to which the clock is set.
        increment_set: Option<ClockTime>,
    }
}

/// Proposes what follows when the clock was set wrongly.
///
/// **Laws:** 6.10.b of 2009, 6.10.2 of 2023; B4 of 2001 and A.5.1.1 of 2023 for the limit in rapid
/// and blitz; A12 of 2001 and Guideline I.13 of 2023 at a resumption. The edition of 2001 speaks of
/// defects only (6.11): its standard games are put right by analogy, which the arbiter confirms.
pub fn propose_clock_setting(facts: &ClockSettingFacts, rules: &Rules) -> Proposal {
    if let Some(first_move_made) = facts.first_move_made {
        let cited = rules.cite(Rule::ResumptionTimes);
        return match first_move_made {
            false => Proposal::new(Decision::CorrectTimes, cited),
            true => Proposal::new(Decision::NoChange, cited).asking(Judgement::DecideOtherwise),
        };
    }
    let limit = rules.clock_setting_limit();
    let in_time = match limit.value {
        Some(ClockSettingLimit::NoLimit) => InTime::Yes,
        Some(_) => complaint_is_open(facts.moves_completed_each, facts.moves_made_by, rules),
        None => InTime::Unknown(Missing::Text(limit.citation.rule)),
    };
    let proposal = match (in_time, limit.value) {
        (InTime::Yes, _) => correct_setting(rules),
        (InTime::No, Some(ClockSettingLimit::AsSetupUnlessSchedule)) => {
            Proposal::new(Decision::NoChange, Grounds::new(limit.basis()))
                .asking(Judgement::Schedule)
        }
        (InTime::No, _) => Proposal::new(Decision::ComplaintTooLate, Grounds::new(limit.basis())),
        (InTime::Unknown(why), _) => {
            why.undecided(Decision::StopAndCorrect, Decision::NoChange, rules)
        }
    };
    match missing_time(facts) {
        Some(time) => proposal.shown_by(Evidence::TimeMissing(time)),
        None => proposal,
    }
}

fn correct_setting(rules: &Rules) -> Proposal {
    let stated = rules.clock_setting();
    let proposal = match stated.value {
        Some(ClockSettingRule::StopAndCorrect) => {
            Proposal::new(Decision::StopAndCorrect, Grounds::new(stated.basis()))
        }
        Some(ClockSettingRule::DefectsOnly) => {
            let by_analogy = kaissa_laws::Basis::ByAnalogy(rules.cite(Rule::DefectiveClock));
            Proposal::new(Decision::StopAndCorrect, Grounds::new(by_analogy))
                .asking(Judgement::TextSilent)
        }
        None => Proposal::new(Decision::StopAndCorrect, rules.cite(Rule::IrregularityTimes))
            .without_text_for(Rule::ClockSetting)
            .asking(Judgement::TextSilent),
    };
    proposal.then(Consequence::TimesByJudgement)
}

/// What a wrong increment has not given each player by now.
fn missing_time(facts: &ClockSettingFacts) -> Option<ClockTime> {
    let short = facts.increment? - facts.increment_set?;
    Some(short * i64::from(facts.moves_completed_each?))
}

facts! {
    /// A clock is said to be defective.
    DefectiveClockFacts {
        /// Whether the defect is evident.
        defect_evident: bool,
        /// How long the clocks have been running.
        elapsed: Option<ClockTime>,
        /// The last clock reading on paper.
        time_sheet: Option<TimeSheet>,
    }
}

facts! {
    /// A clock reading on paper.
    TimeSheet {
        /// How long the clocks had been running then.
        elapsed: ClockTime,
        /// What each player had used.
        used: ByColor<ClockTime>,
    }
}

impl crate::facts::FromFact for TimeSheet {
    const FORM: &'static str = "the time that had passed and what each had used";

    fn from_fact(fact: &crate::facts::Fact) -> Result<TimeSheet, crate::facts::FactError> {
        match fact {
            crate::facts::Fact::Parts(parts) => crate::facts::CaseFacts::read(parts),
            other => Err(crate::facts::FactError::new(other, Self::FORM)),
        }
    }
}

/// Proposes what follows when a clock is said to be defective.
///
/// **Laws:** 6.11 of 2001, 6.10.a of 2009, 6.10.1 of 2023: without an evident defect the indication
/// is final; else the clock is exchanged and the arbiter sets the times by his best judgement. What
/// both together have used is known: the time that has passed.
pub fn propose_defective_clock(facts: &DefectiveClockFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::DefectiveClock);
    if !facts.defect_evident {
        return Proposal::new(Decision::IndicationFinal, cited);
    }
    let proposal = Proposal::new(Decision::ClockReplaced, cited)
        .then(Consequence::TimesByJudgement)
        .asking(Judgement::TimeUsed);
    let Some(elapsed) = facts.elapsed else { return proposal };
    let (read_at, used) = match &facts.time_sheet {
        Some(sheet) => (sheet.elapsed, sheet.used),
        None => (ClockTime::ZERO, ByColor { white: ClockTime::ZERO, black: ClockTime::ZERO }),
    };
    let since = (elapsed - read_at).max(ClockTime::ZERO);
    let bounds = used.map(|used| (used, used + since));
    proposal.shown_by(Evidence::TimeUsed { sum: used.white + used.black + since, bounds })
}

facts! {
    /// A player arrives late.
    LateArrivalFacts {
        /// Who.
        by: Option<Late>,
        /// How long after the real start; nothing: he never came.
        late: Option<ClockTime>,
        /// How long after the schedule the session really started.
        start_delay: Option<ClockTime>,
        /// The sides present, where it is told.
        present: Option<Vec<Color>>,
    }
}

fact_words! {
    /// Who is late.
    Late {
        /// White.
        White "white",
        /// Black.
        Black "black",
        /// Both.
        Both "both",
    }
}

impl Late {
    const fn side(self) -> Option<Color> {
        match self {
            Late::White => Some(Color::White),
            Late::Black => Some(Color::Black),
            Late::Both => None,
        }
    }
}

/// Proposes what follows when a player arrives late.
///
/// **Laws:** 6.7 of 2001 (one hour after the scheduled start), 6.6.a of 2009 (none), 6.7.1 from 2014
/// on (announced). Nobody has to claim it, and the clock is no more than a hint (6.12.2): the time
/// runs from the start to the arrival.
pub fn propose_late_arrival(facts: &LateArrivalFacts, rules: &Rules) -> Proposal {
    let stated = rules.default_time();
    let grounds = Grounds::new(stated.basis()).and(stated.citation.clone());
    let limit = match stated.value {
        Some(DefaultTime::After(limit)) => limit,
        Some(DefaultTime::NotAnnounced) => {
            return late_undecided(grounds).asking(Judgement::Facts);
        }
        None => {
            return late_undecided(grounds)
                .without_text_for(Rule::DefaultTime)
                .asking(Judgement::TextSilent);
        }
    };
    let from_schedule =
        rules.default_counts_from().is(DefaultCountsFrom::Schedule).then_some(facts.start_delay);
    let counted = facts.late.map(|late| late + from_schedule.flatten().unwrap_or(ClockTime::ZERO));
    let test = rules.late_test().value.unwrap_or(LateTest::MoreThan);
    if counted.is_some_and(|late| !test.is_late(late, limit)) {
        return Proposal::new(Decision::MayPlay, grounds);
    }
    let proposal = match facts.by {
        Some(Late::Both) => both_lose(grounds),
        by => {
            let lost = Proposal::new(Decision::GameLost, grounds);
            match by.and_then(Late::side) {
                Some(by) => {
                    lost.then(Consequence::GameLost { by, opponent_points: Some(Points::One) })
                }
                None => lost,
            }
        }
    };
    unless_arbiter(proposal.then(Consequence::NotRated), rules)
}

fn both_lose(grounds: Grounds) -> Proposal {
    let none = Some(Points::Zero);
    Proposal::new(Decision::BothLose, grounds)
        .then(Consequence::PointsOfBoth(ByColor { white: none, black: none }))
}

fn late_undecided(grounds: Grounds) -> Proposal {
    Proposal::new(Decision::ArbiterDecides, grounds)
        .offering(Choice::Decide(Decision::MayPlay))
        .offering(Choice::Decide(Decision::GameLost))
}

/// Where the edition lets the arbiter decide otherwise, he is asked.
fn unless_arbiter(proposal: Proposal, rules: &Rules) -> Proposal {
    match rules.default_time_change().is(DefaultTimeChange::RegulationsOnly) {
        true => proposal,
        false => proposal.asking(Judgement::DecideOtherwise),
    }
}

facts! {
    /// The session starts.
    SessionStartFacts {
        /// The sides present.
        present: Vec<Color>,
    }
}

/// Proposes what is done at the start of the session.
///
/// **Laws:** 6.5 and 6.6 of 2001, 6.6 and 6.7.2 of 2023: White's clock is started; while nobody is
/// there White loses the time, unless the default time is zero, when whoever is absent has lost.
pub fn propose_session_start(facts: &SessionStartFacts, rules: &Rules) -> Proposal {
    let is_here = |color| facts.present.contains(&color);
    let default_time = rules.default_time();
    let zero = default_time.is(DefaultTime::After(ClockTime::ZERO));
    let stated = rules.nobody_present();
    let start = |decision, rule| {
        Proposal::new(decision, rules.cite(rule)).then(Consequence::StartClock(Color::White))
    };
    match (is_here(Color::White), is_here(Color::Black)) {
        (true, true) => start(Decision::ClockStarted, Rule::GameStart),
        (false, false) if zero && !stated.is(NobodyPresent::White) => {
            let lost = both_lose(Grounds::new(default_time.basis()));
            unless_arbiter(lost.then(Consequence::NotRated), rules)
        }
        (false, false) => {
            let proposal = start(Decision::WhiteClockRuns, Rule::NobodyPresent);
            match stated.value {
                Some(_) => proposal,
                None => {
                    proposal.without_text_for(Rule::NobodyPresent).asking(Judgement::TextSilent)
                }
            }
        }
        (white_here, _) if zero => {
            let by = if white_here { Color::Black } else { Color::White };
            let lost = Proposal::new(Decision::GameLost, Grounds::new(default_time.basis()))
                .then(Consequence::GameLost { by, opponent_points: Some(Points::One) });
            unless_arbiter(lost.then(Consequence::NotRated), rules)
        }
        (true, false) => start(Decision::ClockStarted, Rule::GameStart),
        (false, true) => start(Decision::WhiteClockRuns, Rule::GameStart),
    }
}
