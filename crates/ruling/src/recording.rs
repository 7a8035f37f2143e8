//! The recording of the moves: who must write when, and what the scoresheets prove.

use kaissa_chess::{ByColor, Color, Position};
use kaissa_game::{GameResult, Points};
use kaissa_laws::{
    CannotRecord, ClockTime, ExemptionLasts, Grounds, Penalty, RecordingDuty, Rule, Rules,
    SheetRequests, Supervision, WritingInAdvance,
};

use crate::facts::{fact_words, facts};
use crate::outcome::{Chance, mating_chance};
use crate::proposal::{Certainty, Consequence, Decision, Judgement, Proposal};
use crate::{Choice, Gravity};

facts! {
    /// Must a player record now?
    RecordingDutyFacts {
        /// The player asked about.
        by: Option<Color>,
        /// What he has left.
        time_left: Option<ClockTime>,
        /// The increment with each move.
        increment: Option<ClockTime>,
        /// Whether he was below the limit earlier in this period.
        was_below_limit: bool,
        /// The sides that have stopped recording.
        not_recording: Vec<Color>,
    }
}

/// Proposes whether a player must record now, and what he does who has stopped without right.
///
/// **Laws:** 8.1 (the duty), 8.4 (short of time), 8.5(b) of 2001, 8.5.2 of 2023 (bringing the sheet
/// up to date); B3 of 2001, A.2 of 2023: no duty in rapid and blitz.
pub fn propose_recording_duty(facts: &RecordingDutyFacts, rules: &Rules) -> Proposal {
    if rules.recording_duty().is(RecordingDuty::NotRequired) {
        return Proposal::new(Decision::NeedNotRecord, rules.cite(Rule::RecordingNotRequired));
    }
    let stated = rules.recording_exemption();
    let cited = Grounds::new(stated.basis());
    let Some(exemption) = stated.value else {
        return Proposal::new(Decision::ArbiterDecides, cited)
            .without_text_for(Rule::RecordingExemption)
            .asking(Judgement::TextSilent)
            .offering(Choice::Decide(Decision::MustRecord))
            .offering(Choice::Decide(Decision::NeedNotRecord));
    };
    let is_short = facts.time_left.is_some_and(|left| left < exemption.below);
    let by_increment = facts.increment.is_some_and(|given| given >= exemption.increment);
    let lasts = exemption.lasts == ExemptionLasts::RestOfPeriod;
    if !by_increment && (is_short || (facts.was_below_limit && lasts)) {
        return Proposal::new(Decision::NeedNotRecord, cited);
    }

    let behind: Vec<Color> = match facts.by {
        Some(by) => facts.not_recording.iter().copied().filter(|&side| side == by).collect(),
        None => facts.not_recording.clone(),
    };
    let grounds = Grounds::new(rules.cite(Rule::Recording)).and(stated.basis());
    let proposal = match behind[..] {
        [] => Proposal::new(Decision::MustRecord, grounds),
        _ => update_before_moving(behind, grounds.and(rules.cite(Rule::OneNotRecording))),
    };
    // The text that is silent on how long the exemption lasts leaves one question.
    match facts.was_below_limit && !by_increment {
        true => proposal.asking(Judgement::TextSilent),
        false => proposal,
    }
}

/// The players complete their sheets in their own time, before their next move.
fn update_before_moving(who: Vec<Color>, grounds: Grounds) -> Proposal {
    let clock = match who[..] {
        [only] => Some(Consequence::InTimeOf(only)),
        _ => None,
    };
    let proposal = Proposal::new(Decision::UpdateBeforeMoving, grounds)
        .then(Consequence::UpdateSheets(who))
        .then(Consequence::MayUseOpponentsSheet);
    clock.into_iter().fold(proposal, Proposal::then)
}

facts! {
    /// A flag has fallen at the end of a period: who brings his sheet up to date?
    CheckpointFacts {
        /// The sides that had stopped recording.
        not_recording: Vec<Color>,
        /// Whether the sheets can still be completed.
        reconstruction: Option<Reconstruction>,
    }
}

fact_words! {
    /// Whether the game can be put together from the sheets.
    Reconstruction {
        /// It can.
        Possible "possible",
        /// It cannot.
        Impossible "impossible",
    }
}

/// Proposes what must be restored after a flag-fall at the end of a period.
///
/// **Laws:** 8.4, 8.5(a) to (c) and 8.6 of 2001; 8.5.1 to 8.5.3 and 8.6 of 2023.
pub fn propose_checkpoint(facts: &CheckpointFacts, rules: &Rules) -> Proposal {
    let mut who = facts.not_recording.clone();
    who.sort_by_key(|side| *side == Color::Black);
    who.dedup();
    if facts.reconstruction == Some(Reconstruction::Impossible) {
        let grounds =
            Grounds::new(rules.cite(Rule::OverstepNotShown)).and(rules.cite(Rule::Reconstruction));
        return Proposal::new(Decision::Continue, grounds).then(Consequence::NextMoveOpensPeriod);
    }
    match who[..] {
        [] => Proposal::new(Decision::Continue, rules.cite(Rule::PeriodCheck)),
        [_] => update_before_moving(who, Grounds::new(rules.cite(Rule::OneNotRecording))),
        _ => Proposal::new(Decision::ArbiterStopsClocks, rules.cite(Rule::BothNotRecording))
            .then(Consequence::UpdateSheets(who)),
    }
}

facts! {
    /// The scoresheets have been completed after a flag-fall.
    SheetsCheckedFacts {
        /// The side whose flag fell.
        by: Option<Color>,
        /// Whether they show that the control was missed.
        overstep_proven: bool,
        /// Whether they show that it was passed, or that moves of the new period were made.
        more_moves_proven: bool,
        /// The position on the board.
        position: Option<Position>,
    }
}

/// Proposes what the completed scoresheets prove.
///
/// **Laws:** 6.10 of 2001, 6.9 of 2023 (loss on time, unless the opponent could never mate); 8.6:
/// where overstepping cannot be shown the next move is the first of the next period, unless it is
/// plain that more were made (2001 in translation: that the control was passed).
pub fn propose_sheets_checked(facts: &SheetsCheckedFacts, rules: &Rules) -> Proposal {
    if !facts.overstep_proven {
        let stated = rules.overstep_not_shown();
        let proposal = Proposal::new(Decision::Continue, Grounds::new(stated.basis()));
        return match facts.more_moves_proven {
            true => proposal,
            false => proposal.then(Consequence::NextMoveOpensPeriod),
        };
    }
    let grounds = Grounds::new(rules.cite(Rule::PeriodCheck)).and(rules.cite(Rule::LossOnTime));
    let lost = Proposal::new(Decision::GameLost, grounds.clone());
    let Some(by) = facts.by else { return lost.asking(Judgement::Facts) };
    lost_unless_cannot_mate(by, facts.position.as_ref(), grounds, rules)
}

/// Lost by a player, or drawn where his opponent could never mate (6.9, 7.5.5, 12.3.b of 2009).
pub(crate) fn lost_unless_cannot_mate(
    by: Color,
    position: Option<&Position>,
    grounds: Grounds,
    rules: &Rules,
) -> Proposal {
    let lost = Proposal::new(Decision::GameLost, grounds.clone()).lost(by, rules);
    let Some(position) = position else { return lost.asking(Judgement::Facts) };
    let (chance, evidence) = mating_chance(position, !by);
    match chance {
        Chance::Can => lost.shown_by(evidence),
        Chance::Cannot => {
            Proposal::new(Decision::GameDrawn, grounds).shown_by(evidence).drawn(rules)
        }
        Chance::Undecided => {
            lost.shown_by(evidence).asking(Judgement::Facts).with_certainty(Certainty::Open)
        }
    }
}

facts! {
    /// A move is written before it is played.
    WrittenInAdvanceFacts {
        /// Who wrote.
        by: Option<Color>,
        /// To claim a draw.
        claiming_draw: bool,
        /// To seal the move.
        sealing: bool,
    }
}

/// Proposes what follows when a move is written before it is played.
///
/// **Laws:** 8.1 from 2005 on, 8.1.2 of 2023; the edition of 2001 does not forbid it. Sealing is
/// writing in advance in every edition (A1 of 2001).
pub fn propose_written_in_advance(facts: &WrittenInAdvanceFacts, rules: &Rules) -> Proposal {
    let stated = rules.writing_in_advance();
    let grounds = Grounds::new(stated.basis());
    let Some(rule) = stated.value else {
        return Proposal::new(Decision::ArbiterDecides, grounds)
            .without_text_for(Rule::RecordingInAdvance)
            .asking(Judgement::TextSilent)
            .offering(Choice::Decide(Decision::NoFault))
            .offering(Choice::Decide(Decision::Infringement));
    };
    if rule == WritingInAdvance::NotForbidden {
        return Proposal::new(Decision::NoArticle, grounds);
    }
    if facts.claiming_draw || facts.sealing {
        return Proposal::new(Decision::NoFault, grounds);
    }
    infringement(grounds, facts.by, Gravity::Slight, rules)
}

/// Against the Laws, the penalty being the arbiter's choice.
pub(crate) fn infringement(
    grounds: Grounds,
    by: Option<Color>,
    gravity: Gravity,
    rules: &Rules,
) -> Proposal {
    let proposal = Proposal::new(Decision::Infringement, grounds.and(rules.cite(Rule::Penalties)))
        .asking(Judgement::Penalty);
    match by {
        Some(by) => proposal
            .then(Consequence::PenaltyByChoice { to: by })
            .offering_penalties(rules, by, gravity),
        None => proposal,
    }
}

facts! {
    /// The scoresheets are signed.
    ResultSignedFacts {
        /// The result as signed.
        recorded: GameScore,
        /// The result of the game as played.
        played: GameScore,
        /// Who signed.
        signed_by: Vec<Color>,
        /// What the arbiter does about it.
        arbiter: Option<ArbiterOnResult>,
    }
}

fact_words! {
    /// A result.
    GameScore {
        /// White won.
        WhiteWins "1-0",
        /// Black won.
        BlackWins "0-1",
        /// Drawn.
        Draw "1/2-1/2",
        /// Lost for both.
        BothLose "0-0",
    }
}

impl GameScore {
    /// The points of both.
    pub const fn points(self) -> ByColor<Points> {
        match self {
            GameScore::WhiteWins => GameResult::WHITE_WINS.points,
            GameScore::BlackWins => GameResult::BLACK_WINS.points,
            GameScore::Draw => GameResult::DRAW.points,
            GameScore::BothLose => GameResult::BOTH_LOSE.points,
        }
    }
}

fact_words! {
    /// What the arbiter does about a signed result.
    ArbiterOnResult {
        /// He corrects it.
        Corrects "corrects",
        /// He lets it stand.
        LetsStand "lets_stand",
    }
}

/// Proposes which result stands when the scoresheets are signed.
///
/// **Laws:** 8.7: what both have signed stands, even if it is wrong, unless the arbiter decides
/// otherwise. What one alone has signed is not confirmed.
pub fn propose_result_signed(facts: &ResultSignedFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::ResultSigned);
    let points = |score: GameScore| Consequence::PointsOfBoth(score.points().map(Some));
    let by_both = Color::ALL.into_iter().all(|side| facts.signed_by.contains(&side));
    if facts.arbiter == Some(ArbiterOnResult::Corrects) && facts.recorded != facts.played {
        return Proposal::new(Decision::ResultCorrected, cited).then(points(facts.played));
    }
    if facts.recorded == facts.played {
        return Proposal::new(Decision::ResultStands, cited).then(points(facts.played));
    }
    match by_both {
        true => Proposal::new(Decision::ResultStands, cited)
            .then(points(facts.recorded))
            .asking(Judgement::DecideOtherwise),
        false => Proposal::new(Decision::ArbiterDecides, cited)
            .asking(Judgement::Facts)
            .offering(Choice::Decide(Decision::ResultCorrected))
            .offering(Choice::Decide(Decision::ResultStands)),
    }
}

facts! {
    /// A player of a supervised rapid or blitz game asks to see the scoresheet.
    SheetRequestFacts {
        /// Who asks.
        by: Color,
        /// Whether he has the move.
        on_move: Option<bool>,
        /// His requests so far.
        requests_before: u32,
    }
}

/// How many times a player may ask to see the sheet (A.4.3, B.2.3).
const FREE_REQUESTS: u32 = 5;

/// Proposes what follows when a player asks to see the scoresheet that is kept for his game.
///
/// **Laws:** A.3.2 of 2017, A.4.3 and B.2.3 of 2023: on his own move, at most five times; more is a
/// distraction. His clock runs on. Under the reduced rules nobody keeps a sheet.
pub fn propose_sheet_request(facts: &SheetRequestFacts, rules: &Rules) -> Proposal {
    let stated = rules.sheet_requests();
    let grounds = Grounds::new(stated.basis());
    if rules.supervision() == Some(Supervision::Reduced) {
        return Proposal::new(Decision::RequestRefused, grounds);
    }
    match stated.value {
        Some(SheetRequests::FiveTimes) if facts.on_move == Some(false) => {
            Proposal::new(Decision::RequestRefused, grounds)
        }
        Some(SheetRequests::FiveTimes) if facts.requests_before >= FREE_REQUESTS => infringement(
            grounds.and(rules.cite(Rule::Distraction)),
            Some(facts.by),
            Gravity::Slight,
            rules,
        )
        .asking(Judgement::Disturbance),
        Some(SheetRequests::FiveTimes) => {
            Proposal::new(Decision::NoFault, grounds).then(Consequence::InTimeOf(facts.by))
        }
        _ => {
            let proposal = Proposal::new(Decision::ArbiterDecides, grounds)
                .asking(Judgement::TextSilent)
                .offering(Choice::Decide(Decision::NoFault))
                .offering(Choice::Decide(Decision::RequestRefused));
            match stated.value {
                None => proposal.without_text_for(Rule::SheetRequest),
                Some(_) => proposal,
            }
        }
    }
}

facts! {
    /// A player hides his scoresheet.
    SheetHiddenFacts {
        /// Who.
        by: Color,
        /// Those who cannot see it.
        from: Vec<Viewer>,
    }
}

fact_words! {
    /// Somebody who may want to see a scoresheet.
    Viewer {
        /// White.
        White "white",
        /// Black.
        Black "black",
        /// The arbiter.
        Arbiter "arbiter",
    }
}

/// Proposes what follows when a player hides his scoresheet.
///
/// **Laws:** 8.2: the arbiter must be able to see it all the time. The opponent has no such right.
pub fn propose_sheet_hidden(facts: &SheetHiddenFacts, rules: &Rules) -> Proposal {
    let grounds = Grounds::new(rules.cite(Rule::ScoresheetVisible));
    match facts.from.contains(&Viewer::Arbiter) {
        true => infringement(grounds, Some(facts.by), Gravity::Slight, rules),
        false => Proposal::new(Decision::NoFault, grounds),
    }
}

facts! {
    /// An assistant does something for a player.
    AssistantFacts {
        /// For whom.
        by: Color,
        /// What he does.
        duty: AssistantDuty,
        /// Whether the player is disabled; nothing: doubtful.
        disability: Option<bool>,
        /// The times on the clocks.
        clocks: Option<ByColor<ClockTime>>,
    }
}

fact_words! {
    /// What an assistant does for a player.
    AssistantDuty {
        /// He records the moves.
        Recording "recording",
        /// He presses the clock.
        Clock "clock",
        /// He moves the pieces.
        Moving "moving",
    }
}

/// The deduction that the Arbiters' Manual calls usual.
const USUAL_DEDUCTION: ClockTime = ClockTime::minutes(10);

/// Proposes what is done with the clock when an assistant writes or presses for a player.
///
/// **Laws:** 6.8(d) and 8.1 of 2001 (time is deducted), 8.1 of 2009 (the clock is adjusted), 6.2.6
/// and 8.1.6 from 2018 on (not for a disabled player); 4.9 for an assistant who moves.
///
/// How much is the arbiter's decision: ten minutes are usual (Arbiters' Manual), five minutes for
/// each hour on the clock are another custom.
pub fn propose_assistant(facts: &AssistantFacts, rules: &Rules) -> Proposal {
    let rule = match facts.duty {
        AssistantDuty::Recording => Rule::RecordingAssistant,
        AssistantDuty::Clock => Rule::ClockAssistant,
        AssistantDuty::Moving => Rule::MovingAssistant,
    };
    let cited = rules.cite(rule);
    if facts.duty == AssistantDuty::Moving {
        return Proposal::new(Decision::NoFault, cited);
    }
    let stated = rules.cannot_record();
    let spared = stated.is(CannotRecord::AssistantUnlessDisabled);
    if spared && facts.disability == Some(true) {
        return Proposal::new(Decision::NoChange, cited);
    }
    let by_hour = facts.clocks.map(|clocks| ClockTime::millis(clocks[facts.by].as_millis() / 12));
    let deductions = [Some(USUAL_DEDUCTION), by_hour];
    let proposal = Proposal::new(Decision::ArbiterDecides, cited).asking(Judgement::TimeUsed);
    let proposal = deductions.into_iter().flatten().fold(proposal, |proposal, time| {
        proposal.offering(Choice::Penalty(Penalty::TimeFromOffender, Some(time)))
    });
    match stated.value {
        Some(CannotRecord::TimeDeducted) => proposal,
        Some(_) => proposal.offering(Choice::Decide(Decision::NoChange)),
        None => proposal
            .offering(Choice::Decide(Decision::NoChange))
            .without_text_for(Rule::RecordingAssistant)
            .asking(Judgement::TextSilent),
    }
}
