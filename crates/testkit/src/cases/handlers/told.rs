//! Facts of a case, told to a kind of ruling under the names that it has for them.

use kaissa_chess::{Color, Position};
use kaissa_ruling::facts::{Fact, Facts};
use kaissa_ruling::kinds::Kind;
use kaissa_ruling::{Judgement, Proposal};
use serde_json::{Map, Value};

use crate::cases::{Answer, Question, Setup};

/// Facts that are being told.
pub(super) struct Told<'a> {
    question: &'a Question<'a>,
    facts: Facts,
    position: Position,
}

impl<'a> Told<'a> {
    /// Begins with the fields of the event.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn new(question: &'a Question<'a>) -> Result<Told<'a>, String> {
        let event: Map<String, Value> = question.fields()?;
        let facts = event.iter().map(|(name, value)| (name.clone(), fact(value))).collect();
        let position = position_of(question.setup)?;
        Ok(Told { question, facts, position })
    }

    /// Everything under `setup`.
    pub const fn setup(&self) -> &'a Setup {
        self.question.setup
    }

    /// The position on the board.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The side of a field of the event.
    pub fn side(&self, name: &str) -> Option<Color> {
        match self.facts.get(name)? {
            Fact::Text(text) => crate::cases::read_side(text).ok(),
            _ => None,
        }
    }

    /// Gives a field of the event the name that the kind has for it.
    pub fn rename(mut self, from: &str, to: &str) -> Self {
        if let Some(value) = self.facts.remove(from) {
            self.facts.insert(to.to_owned(), value);
        }
        self
    }

    /// Leaves a field of the event out, since the ruling does not depend on it.
    pub fn without(mut self, name: &str) -> Self {
        self.facts.remove(name);
        self
    }

    /// Tells a fact, where there is a value.
    pub fn with<T: ToFact>(mut self, name: &str, value: Option<T>) -> Self {
        if let Some(value) = value {
            self.facts.insert(name.to_owned(), value.to_fact());
        }
        self
    }

    /// Tells the position on the board.
    pub fn with_position(self) -> Self {
        let fen = self.position.to_fen();
        self.with("position", Some(fen))
    }

    /// Puts the case.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn put(self, kind: &str) -> Result<Answer, String> {
        let named = Kind::named(kind).ok_or_else(|| format!("found no kind {kind:?}"))?;
        let proposal =
            named.propose(&self.facts, self.question.rules).map_err(|error| error.to_string())?;
        let answer = Answer::of(&proposal, &self.position);
        Ok(say_more(answer, &proposal, self.question.setup))
    }
}

/// What the kinds say by a judgement or by silence.
fn say_more(mut answer: Answer, proposal: &Proposal, setup: &Setup) -> Answer {
    for judgement in &proposal.judgement {
        answer = match judgement {
            Judgement::DecideOtherwise => answer.say("subject_to", "arbiter_decision"),
            Judgement::Penalty if answer.get("penalty").is_none() => {
                answer.say("penalty", "arbiter_choice")
            }
            Judgement::Schedule => answer.say("subject_to", "schedule"),
            _ => answer,
        };
    }
    if answer.get("counts_as").is_none() {
        answer = answer.say("counts_as", 0);
    }
    match (answer.get("clocks"), setup.clocks) {
        (None, Some(clocks)) => {
            answer.say("clocks", serde_json::json!({"white": clocks.white, "black": clocks.black}))
        }
        _ => answer,
    }
}

/// The position on the board: the setup's, or the usual start.
fn position_of(setup: &Setup) -> Result<Position, String> {
    let game = setup.game()?;
    Ok(game.position().clone())
}

/// A value of the cases as a fact.
fn fact(value: &Value) -> Fact {
    match value {
        Value::Null => Fact::Nothing,
        Value::Bool(truth) => Fact::Truth(*truth),
        Value::Number(number) => Fact::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) => Fact::Text(text.clone()),
        Value::Array(values) => Fact::List(values.iter().map(fact).collect()),
        Value::Object(parts) => {
            Fact::Parts(parts.iter().map(|(name, value)| (name.clone(), fact(value))).collect())
        }
    }
}

/// What can be told.
pub(super) trait ToFact {
    /// As a fact.
    fn to_fact(&self) -> Fact;
}

impl ToFact for String {
    fn to_fact(&self) -> Fact {
        Fact::Text(self.clone())
    }
}

impl ToFact for bool {
    fn to_fact(&self) -> Fact {
        Fact::Truth(*self)
    }
}

impl ToFact for f64 {
    fn to_fact(&self) -> Fact {
        Fact::Number(*self)
    }
}

impl ToFact for u32 {
    fn to_fact(&self) -> Fact {
        Fact::Number(f64::from(*self))
    }
}

impl ToFact for Color {
    fn to_fact(&self) -> Fact {
        Fact::text(self.fold_wb("white", "black"))
    }
}

impl<T: ToFact> ToFact for Vec<T> {
    fn to_fact(&self) -> Fact {
        Fact::List(self.iter().map(ToFact::to_fact).collect())
    }
}

impl<T: ToFact + Copy> ToFact for crate::cases::Sides<T> {
    fn to_fact(&self) -> Fact {
        let sides = [("white", self.white), ("black", self.black)];
        let told = sides.into_iter().filter_map(|(side, value)| Some((side, value?)));
        Fact::Parts(told.map(|(side, value)| (side.to_owned(), value.to_fact())).collect())
    }
}
