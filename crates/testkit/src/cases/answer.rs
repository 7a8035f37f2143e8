//! What the product says, in the words and shapes of the cases.

use std::collections::BTreeMap;

use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::Points;
use kaissa_laws::{Basis, ClockTime, Rule};
use kaissa_ruling::{
    Certainty, Consequence, Decision, Envelope, Evidence, Judgement, Paper, Proposal,
};
use serde_json::{Value, json};

/// What the product says.
pub struct Answer {
    said: BTreeMap<String, Value>,
    /// Option words, the one proposed first.
    pub options: Vec<String>,
    /// Who can mate.
    pub can_mate: Vec<CanMateSaid>,
    /// The position from which its lines begin.
    pub at: Position,
}

/// What the product says about one side's mating.
pub struct CanMateSaid {
    /// Who.
    pub by: Color,
    /// Whether; nothing where it is undecided.
    pub can: Option<bool>,
    /// The line that mates.
    pub line: Option<Vec<Move>>,
}

impl Answer {
    /// Begins an answer in which nothing is said yet.
    pub fn new(at: &Position) -> Answer {
        Answer { said: BTreeMap::new(), options: Vec::new(), can_mate: Vec::new(), at: at.clone() }
    }

    /// Says a value under a key.
    #[must_use]
    pub fn say(mut self, key: &str, value: impl Into<Value>) -> Answer {
        self.said.insert(key.to_owned(), value.into());
        self
    }

    /// What is said under a key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.said.get(key)
    }

    /// Puts a proposal into the words of the cases; `at` is the position on the board.
    pub fn of(proposal: &Proposal, at: &Position) -> Answer {
        let mut answer = Answer::new(at).say("ruling", proposal.decision.word());
        for consequence in &proposal.consequences {
            answer = answer.say_consequence(consequence);
        }
        for evidence in &proposal.evidence {
            answer = answer.say_evidence(evidence);
        }
        answer = answer.say_result(proposal);
        if proposal.decision == Decision::ClaimInadmissible && answer.get("claim_checked").is_none()
        {
            answer = answer.say("claim_checked", false);
        }
        let changes_clocks = proposal.consequences.iter().any(|consequence| {
            matches!(
                consequence,
                Consequence::AddTime { .. }
                    | Consequence::RemoveTime { .. }
                    | Consequence::IncrementForBoth(_)
                    | Consequence::TimesByJudgement
            )
        });
        answer = answer
            .say("clocks_changed", changes_clocks)
            .say("automatic", answer_is_automatic(proposal));
        let reason = proposal.refusal.map(|refusal| refusal.word()).or_else(|| reason_of(proposal));
        if let Some(reason) = reason {
            answer = answer.say("reason", reason);
        }
        answer.options = proposal.choices.iter().map(|choice| choice.word()).collect();
        if let Some(first) = answer.options.first().cloned() {
            answer = answer.say("proposed", first);
        }
        let asks = |judgement| proposal.judgement.contains(&judgement);
        answer
            .say("needs_confirmation", asks(Judgement::TextSilent))
            .say("possible_disturbance", asks(Judgement::Disturbance))
            .say(
                "certainty",
                if proposal.certainty == Certainty::Open { "open" } else { "certain" },
            )
    }

    fn say_result(self, proposal: &Proposal) -> Answer {
        let mut points = None;
        for consequence in &proposal.consequences {
            match consequence {
                Consequence::GameLost { by, opponent_points } => {
                    let mut both = ByColor { white: Some(Points::Zero), black: Some(Points::Zero) };
                    *both.get_mut(!*by) = *opponent_points;
                    points = Some(both);
                }
                Consequence::PointsOfBoth(both) => points = Some(*both),
                _ => {}
            }
        }
        let Some(points) = points else {
            let stopped = proposal.decision == Decision::GameStopped;
            let answer = self.say("result", Value::Null).say("game_over", stopped);
            return if stopped { answer } else { answer.say("game", "continues") };
        };
        let value = |points: Option<Points>| match points {
            None => json!("arbiter"),
            Some(Points::Zero) => json!(0),
            Some(Points::Half) => json!(0.5),
            Some(Points::One) => json!(1),
        };
        let result = match (points.white, points.black) {
            (Some(Points::One), Some(Points::Zero)) => json!("1-0"),
            (Some(Points::Zero), Some(Points::One)) => json!("0-1"),
            (Some(Points::Half), Some(Points::Half)) => json!("1/2-1/2"),
            _ => Value::Null,
        };
        self.say("result", result)
            .say("game_over", true)
            .say("white", value(points.white))
            .say("black", value(points.black))
    }

    fn say_consequence(self, consequence: &Consequence) -> Answer {
        let side = |color: Color| color.fold_wb("white", "black");
        let uci = |played: &Move| self.at.to_uci(*played);
        match consequence {
            Consequence::AddTime { to, time } => {
                self.say("time_to", side(*to)).say("seconds", seconds(*time))
            }
            Consequence::SetClock { times, counter, .. } => {
                let answer = self.say("clocks", by_side(times.map(seconds)));
                match counter {
                    Some(counter) => answer.say("move_counter", by_side(counter.map(Value::from))),
                    None => answer,
                }
            }
            Consequence::SetCounter(counter) => {
                self.say("move_counter", by_side(counter.map(Value::from)))
            }
            Consequence::TimesByJudgement => self.say("times_set_by", "arbiter_judgement"),
            Consequence::OptionalTime { to, time } => {
                self.say("optional_time", json!({"to": side(*to), "seconds": seconds(*time)}))
            }
            Consequence::IncrementForBoth(time) => self.say("increment_both", seconds(*time)),
            Consequence::PlayMove(played) => {
                let text = uci(played);
                self.say("forced_move", text.clone()).say("allowed_moves", vec![text])
            }
            Consequence::OneOfMoves(moves) => {
                let texts: Vec<String> = moves.iter().map(uci).collect();
                let answer = match texts.as_slice() {
                    [only] => {
                        let only = only.clone();
                        self.say("forced_move", only)
                    }
                    _ => self,
                };
                answer.say("allowed_moves", texts)
            }
            Consequence::Restore { position, .. } => self.say("fen_after", position.to_fen()),
            Consequence::Booked { n_illegal_moves, .. } => self.say("counts_as", *n_illegal_moves),
            Consequence::PenaltyByChoice { .. } => self.say("penalty", "arbiter_choice"),
            Consequence::TransferPosition => self.say("transfer_position", true),
            Consequence::StartClock(color) => self.say("clock_started", side(*color)),
            Consequence::UpdateSheets(who) => {
                self.say("who", who.iter().map(|color| side(*color)).collect::<Vec<_>>())
            }
            Consequence::NextMoveOpensPeriod => {
                self.say("next_move_counts_as", "first_of_next_period")
            }
            Consequence::MayClaimNextTurn => self.say("may_claim_next_turn", true),
            Consequence::ClaimOpenTo(color) => self.say("claim_open_to", side(*color)),
            Consequence::OfferOpenTo(color) => self.say("offer_open_to", side(*color)),
            Consequence::ClaimIsChecked => self.say("claim_checked", true),
            Consequence::ClaimFallsAway => self.say("claim_checked", false),
            Consequence::ForArbiterOnly => self.say("show_to", vec!["arbiter"]),
            Consequence::Final => self.say("final", true),
            Consequence::Appealable => self.say("final", false),
            Consequence::DeciderWonBy(color) => self.say("decider_won_by", side(*color)),
            Consequence::InTimeOf(color) => self.say("in_time_of", side(*color)),
            Consequence::ResultAfterFlagFall { or_earlier: false } => {
                self.say("final_result", "after_flag_fall")
            }
            Consequence::ResultAfterFlagFall { or_earlier: true } => {
                self.say("final_result", "after_flag_fall_or_earlier")
            }
            Consequence::Required(papers) => {
                let words: Vec<&str> = papers.iter().map(|paper| paper_word(*paper)).collect();
                self.say("required", words)
            }
            Consequence::DecidedByArbiter => self.say("decided_by", "arbiter"),
            Consequence::CastlingLost { by, sides } => {
                let mut forbidden = match self.get("castling_forbidden") {
                    Some(Value::Array(before)) => before.clone(),
                    _ => Vec::new(),
                };
                // A player who has one side left may still castle.
                if sides.len() == 2 {
                    forbidden.push(json!(side(*by)));
                }
                self.say("castling_forbidden", forbidden)
            }
            Consequence::Envelope(Envelope::Closed) => self.say("envelope", "closed"),
            Consequence::Envelope(Envelope::Opened) => self.say("envelope", "opened"),
            Consequence::Envelope(Envelope::WithArbiter) => self.say("envelope", "with_arbiter"),
            Consequence::NextMover(color) => self.say("next_mover", side(*color)),
            Consequence::NotRated => self.say("rated", false),
            Consequence::MayUseOpponentsSheet => self.say("may_use_opponents_sheet", "on_own_move"),
            Consequence::PlayedAs(style) => self.say("category", style.name()),
            Consequence::RecordSign(sign) => self.say("symbol", *sign),
            Consequence::SheetNotEvidence => self.say("usable_as_evidence", false),
            Consequence::Warning { .. } => self.say("warning", true),
            Consequence::Castled { king, rook } => {
                self.say("king", king.to_string()).say("rook", rook.to_string())
            }
            _ => self,
        }
    }

    fn say_evidence(mut self, evidence: &Evidence) -> Answer {
        match evidence {
            Evidence::Occurrences(plies) => {
                self.say("occurrences", plies.len()).say("occurrence_plies", plies.clone())
            }
            Evidence::Diagrams(count) => self.say("diagram_repeats", *count),
            Evidence::ClocksWithoutBonus(times) => {
                self.say("clocks_without_bonus", by_side(times.map(seconds)))
            }
            Evidence::Helpmate { by, moves } => {
                let line = Some(moves.clone());
                self.can_mate.push(CanMateSaid { by: *by, can: Some(true), line });
                self
            }
            Evidence::CannotMate { by } => {
                self.can_mate.push(CanMateSaid { by: *by, can: Some(false), line: None });
                self
            }
            Evidence::MateUndecided { by, .. } => {
                self.can_mate.push(CanMateSaid { by: *by, can: None, line: None });
                self
            }
            Evidence::TimeUsed { sum, bounds } => {
                let bounds = bounds.map(|(least, most)| json!([seconds(least), seconds(most)]));
                self.say("used_sum", seconds(*sum)).say("used_bounds", by_side(bounds))
            }
            _ => self,
        }
    }
}

/// Whether the game has ended by a rule that needs no claim.
fn answer_is_automatic(proposal: &Proposal) -> bool {
    let ends = proposal.consequences.iter().any(|consequence| {
        matches!(consequence, Consequence::GameLost { .. } | Consequence::PointsOfBoth(_))
    });
    let by_itself = [
        Rule::Checkmate,
        Rule::Stalemate,
        Rule::DeadPosition,
        Rule::Fivefold,
        Rule::SeventyFiveMoves,
    ];
    match proposal.grounds.iter().next() {
        Some(Basis::Article(citation)) => ends && by_itself.contains(&citation.rule),
        _ => false,
    }
}

/// A dead position is named as the reason where the decision rests on it first.
fn reason_of(proposal: &Proposal) -> Option<&'static str> {
    match proposal.grounds.iter().next()? {
        Basis::Article(citation) if citation.rule == Rule::DeadPosition => Some("dead_position"),
        _ => None,
    }
}

fn paper_word(paper: Paper) -> &'static str {
    match paper {
        Paper::PositionWrittenByClaimant => "position_written_by_claimant",
        Paper::PositionConfirmedByOpponent => "position_confirmed_by_opponent",
        Paper::SheetUpToDate => "sheet_up_to_date",
    }
}

/// Seconds as the cases write them.
pub(super) fn seconds(time: ClockTime) -> Value {
    json!(time.as_seconds())
}

fn by_side(values: ByColor<Value>) -> Value {
    json!({"white": values.white, "black": values.black})
}
