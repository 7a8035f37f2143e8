//! The form of an act: its steps in the order of the Law, each a few plain fields.

use askama::Template;

use super::{clock_now, time_text};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::pages::proposal_show::ruled_before;
use crate::pages::shown::title;
use crate::{Ask, LiveBoard, Reply};
use kaissa_chess::Color;

/// The page of an act.
#[derive(Template)]
#[template(path = "act_form.html")]
pub(crate) struct ActForm<'a> {
    layout: Layout<'a>,
    act: &'static str,
    board: String,
    id: u32,
    diagram: String,
    /// What is said before the steps.
    intro: Vec<String>,
    hidden: Vec<(String, String)>,
    steps: Vec<Step>,
    submit: String,
}

/// A step: one question of the Law.
pub(crate) struct Step {
    pub legend: String,
    pub hint: String,
    pub fields: Vec<Field>,
    /// Positions to choose by, each with its name.
    pub pictures: Vec<(String, String)>,
}

/// A field of a step.
pub(crate) struct Field {
    pub kind: &'static str,
    pub name: String,
    pub label: String,
    pub value: String,
    pub options: Vec<Answer>,
    pub is_wrong: bool,
    pub is_required: bool,
}

impl Step {
    fn new(legend: String) -> Step {
        Step { legend, hint: String::new(), fields: Vec::new(), pictures: Vec::new() }
    }
}

/// An answer to choose.
pub(crate) struct Answer {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

/// Steps as they are put together.
pub(crate) struct Steps<'a> {
    ask: &'a Ask,
    hidden: Vec<(String, String)>,
    steps: Vec<Step>,
}

impl<'a> Steps<'a> {
    /// No steps yet.
    pub fn new(ask: &'a Ask) -> Steps<'a> {
        Steps { ask, hidden: Vec::new(), steps: Vec::new() }
    }

    /// Carries a value that nobody is asked for.
    pub fn hidden(mut self, name: &str, value: &str) -> Steps<'a> {
        self.hidden.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Begins a step by its question.
    pub fn step(mut self, legend: &str) -> Steps<'a> {
        let legend = self.ask.say(legend);
        self.steps.push(Step::new(legend));
        self
    }

    /// Begins a step whose question is worded already.
    pub fn step_worded(mut self, legend: String) -> Steps<'a> {
        self.steps.push(Step::new(legend));
        self
    }

    /// Says what to look at in the step.
    pub fn hint(mut self, hint: String) -> Steps<'a> {
        if let Some(step) = self.steps.last_mut() {
            step.hint = hint;
        }
        self
    }

    /// One of several answers; messages name them.
    pub fn one_of(self, name: &str, answers: &[(&str, &str)], usual: &str) -> Steps<'a> {
        let worded = answers.iter().map(|(value, id)| ((*value).to_owned(), self.ask.say(id)));
        let worded = worded.collect();
        self.one_of_worded(name, worded, usual)
    }

    /// One of several answers that are worded already.
    pub fn one_of_worded(
        self,
        name: &str,
        answers: Vec<(String, String)>,
        usual: &str,
    ) -> Steps<'a> {
        let options = self.options(name, answers, usual);
        self.field("radio", name, String::new(), String::new(), options)
    }

    /// One of many answers that are worded already, in a list.
    pub fn select(
        self,
        name: &str,
        label: &str,
        answers: Vec<(String, String)>,
        usual: &str,
    ) -> Steps<'a> {
        let options = self.options(name, answers, usual);
        let label = self.ask.say(label);
        self.field("select", name, label, String::new(), options)
    }

    fn options(&self, name: &str, answers: Vec<(String, String)>, usual: &str) -> Vec<Answer> {
        let chosen = stands(self.ask, name, usual);
        let answers = answers.into_iter();
        answers.map(|(value, label)| Answer { is_chosen: value == chosen, value, label }).collect()
    }

    /// Positions to look at in the step, each with its name.
    pub fn pictures(mut self, pictures: Vec<(String, String)>) -> Steps<'a> {
        if let Some(step) = self.steps.last_mut() {
            step.pictures = pictures;
        }
        self
    }

    /// White or Black, by name.
    pub fn side(self, name: &str, usual: Option<Color>) -> Steps<'a> {
        let answers = [("white", "desk-white"), ("black", "desk-black")];
        self.one_of(name, &answers, usual.map_or("", super::side))
    }

    /// A line of text.
    pub fn text(self, name: &str, label: &str, usual: &str) -> Steps<'a> {
        let label = self.ask.say(label);
        self.text_worded(name, label, usual)
    }

    /// A line of text whose label is worded already.
    pub fn text_worded(self, name: &str, label: String, usual: &str) -> Steps<'a> {
        let value = stands(self.ask, name, usual).to_owned();
        self.field("text", name, label, value, Vec::new())
    }

    /// A box to tick.
    pub fn tick(self, name: &str, label: &str) -> Steps<'a> {
        let (label, value) = (self.ask.say(label), stands(self.ask, name, "").to_owned());
        self.field("tick", name, label, value, Vec::new())
    }

    /// Both clocks, as they stand now by the record.
    pub fn clocks(self, live: &LiveBoard) -> Steps<'a> {
        let now = |of| clock_now(&live.board, of, self.ask.now).map(time_text).unwrap_or_default();
        let (white, black) = (now(Color::White), now(Color::Black));
        let both = self.text("white_clock", "desk-white", &white);
        both.text("black_clock", "desk-black", &black)
    }

    /// The last field has to be filled in.
    pub fn required(mut self) -> Steps<'a> {
        if let Some(field) = self.steps.last_mut().and_then(|step| step.fields.last_mut()) {
            field.is_required = true;
        }
        self
    }

    fn field(
        mut self,
        kind: &'static str,
        name: &str,
        label: String,
        value: String,
        options: Vec<Answer>,
    ) -> Steps<'a> {
        let is_wrong = self.ask.refused.as_ref().is_some_and(|refused| refused.field == Some(name));
        if let Some(step) = self.steps.last_mut() {
            let name = name.to_owned();
            let is_required = false;
            step.fields.push(Field { kind, name, label, value, options, is_wrong, is_required });
        }
        self
    }
}

/// What stands in a field: what was typed, what the address says, else what is usual.
pub(crate) fn stands<'a>(ask: &'a Ask, name: &str, usual: &'a str) -> &'a str {
    // A form that was sent says all; a box that is not ticked is not in it.
    if ask.refused.is_some() {
        return ask.form.raw(name).unwrap_or_default();
    }
    ask.query.raw(name).unwrap_or(usual)
}

impl<'a> ActForm<'a> {
    /// The page of an act at a board, named `act` as in its path.
    pub fn page(
        ask: &'a Ask,
        live: &LiveBoard,
        act: &'static str,
        mut intro: Vec<String>,
        steps: Steps<'a>,
    ) -> Reply {
        // The kind of an irregularity is what it is about.
        let kind = steps.hidden.iter().find(|(name, _)| name == "kind");
        let about = kind.map_or(act, |(_, kind)| kind.as_str());
        intro.splice(0..0, ruled_before(ask, &live.board, about));
        let game = &live.board.game;
        let last = game.last_move().map(|made| made.played);
        render(&ActForm {
            layout: Layout::new(ask, ask.say(&format!("desk-act-{act}"))),
            act,
            board: title(ask, &live.board),
            id: live.board.id.0,
            diagram: Diagram::large(game.position(), last).svg(),
            intro,
            hidden: steps.hidden,
            steps: steps.steps,
            submit: ask.say("desk-propose"),
        })
    }
}
