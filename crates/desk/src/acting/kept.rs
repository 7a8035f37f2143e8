//! A proposal as it was shown, read from its entry.

use kaissa_chess::{ByColor, Color, Move, Position, Square};
use kaissa_game::{Entry as GameEvent, GameResult};
use kaissa_journal::{GameEvent as KeptEvent, ResultEntered};
use kaissa_laws::ClockTime;
use kaissa_ruling::ClaimBy;
use kaissa_words::Language;
use serde_json::{Value, json};

/// A proposal as it was shown.
#[derive(Clone, Copy)]
pub(crate) struct Kept<'a>(pub &'a Value);

/// A way to follow a proposal.
#[derive(Clone, Copy)]
pub(crate) struct Way<'a>(&'a Value);

impl<'a> Kept<'a> {
    /// A text of the proposal in a language; empty where it has none.
    pub fn word(self, language: Language, name: &str) -> &'a str {
        self.of_words(language, name).and_then(Value::as_str).unwrap_or_default()
    }

    /// A list of texts of the proposal in a language.
    pub fn words(self, language: Language, name: &str) -> Vec<&'a str> {
        texts(self.of_words(language, name))
    }

    fn of_words(self, language: Language, name: &str) -> Option<&'a Value> {
        self.0.get("words")?.get(language.code())?.get(name)
    }

    /// A field of the contract that is a word.
    pub fn field(self, name: &str) -> &'a str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// What it rests on, in order.
    pub fn grounds(self) -> impl Iterator<Item = &'a Value> {
        list(self.0.get("grounds"))
    }

    /// The ways to follow it, the one that is proposed first.
    pub fn ways(self) -> impl Iterator<Item = Way<'a>> {
        list(self.0.get("ways")).map(Way)
    }

    /// What was told in the form.
    pub fn told(self) -> Vec<(&'a str, &'a str)> {
        let fields = self.0.get("told").and_then(Value::as_object).into_iter().flatten();
        fields.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?))).collect()
    }

    /// How many plies the game had.
    pub fn ply(self) -> u32 {
        let ply = self.0.get("at").and_then(|at| at.get("ply")).and_then(Value::as_u64);
        ply.unwrap_or_default() as u32
    }

    /// What was told of the game, as entries.
    pub fn facts(self) -> Vec<GameEvent> {
        events(self.0.get("facts"))
    }

    /// The draw claim that it is about.
    pub fn claim(self) -> Option<ClaimBy> {
        match event(self.0.get("claim")?)? {
            GameEvent::DrawClaimed { by, claim } => Some((by, claim)),
            _ => None,
        }
    }

    /// The positions of its evidence: each with its name and the squares of the last move.
    pub fn pictures(self, language: Language) -> Vec<(String, Position, Option<Move>)> {
        let pictures = list(self.0.get("pictures")).filter_map(|picture| {
            let (position, _) = Position::from_fen(picture.get("fen")?.as_str()?).ok()?;
            let square = |name: &str| -> Option<Square> {
                Square::from_ascii(picture.get(name)?.as_str()?.as_bytes()).ok()
            };
            let last = square("from").zip(square("to"));
            let last = last.map(|(from, to)| Move::Normal { from, to, promotion: None });
            let name = picture.get("name")?.get(language.code())?.as_str()?;
            Some((name.to_owned(), position, last))
        });
        pictures.collect()
    }
}

impl<'a> Way<'a> {
    /// The word of its choice; empty where there is nothing to choose.
    pub fn choice(self) -> &'a str {
        self.0.get("choice").and_then(Value::as_str).unwrap_or_default()
    }

    /// The word of its decision.
    pub fn decision(self) -> &'a str {
        self.0.get("decision").and_then(Value::as_str).unwrap_or_default()
    }

    /// Its choice in words; empty where there is nothing to choose.
    pub fn name(self, language: Language) -> &'a str {
        let name = self.0.get("name").and_then(|name| name.get(language.code()));
        name.and_then(Value::as_str).unwrap_or_default()
    }

    /// What is said to the players.
    pub fn say(self, language: Language) -> Vec<&'a str> {
        texts(self.0.get("say").and_then(|say| say.get(language.code())))
    }

    /// The times to set, and whose clock is started then.
    pub fn clock(self) -> Option<(ByColor<ClockTime>, Option<Color>)> {
        let clock = self.0.get("clock")?;
        let time = |name: &str| Some(ClockTime::millis(clock.get(name)?.as_i64()?));
        let times = ByColor { black: time("black_ms")?, white: time("white_ms")? };
        let running = clock.get("running").and_then(Value::as_str);
        Some((times, running.and_then(super::read_color)))
    }

    /// Whether the arbiter has to say the times himself.
    pub fn needs_times(self) -> bool {
        self.0.get("needs_times").and_then(Value::as_bool).unwrap_or_default()
    }

    /// What is entered of the game when it is followed.
    pub fn entries(self) -> Vec<GameEvent> {
        events(self.0.get("entries"))
    }

    /// The result that is entered then.
    pub fn result(self) -> Option<GameResult> {
        let entered = json!({ "result": self.0.get("result")?, "reason": null });
        serde_json::from_value::<ResultEntered>(entered).ok().map(|entered| entered.result)
    }
}

fn list(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

fn texts(value: Option<&Value>) -> Vec<&str> {
    list(value).filter_map(Value::as_str).collect()
}

fn events(value: Option<&Value>) -> Vec<GameEvent> {
    list(value).filter_map(event).collect()
}

fn event(value: &Value) -> Option<GameEvent> {
    serde_json::from_value::<KeptEvent>(value.clone()).ok().map(|kept| kept.0)
}
