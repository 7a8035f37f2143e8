//! Half-moves estimated from clocks and watch.

use super::Handler;
use crate::cases::{Answer, Question};

pub(super) const TYPES: &[(&str, Handler)] = &[("estimate_half_moves", estimate_half_moves)];

fn estimate_half_moves(question: &Question) -> Result<Answer, String> {
    let none: serde_json::Map<String, serde_json::Value> = question.fields()?;
    if let Some(field) = none.keys().next() {
        return Err(format!("event: found {field:?}, expected no field"));
    }
    let setup = question.setup_as_written.as_object().ok_or("setup: expected fields")?;
    let said = crate::estimate_half_moves(setup)?;
    let start = Answer::new(&kaissa_chess::Position::start());
    Ok(said.into_iter().fold(start, |answer, (key, value)| answer.say(&key, value)))
}
