//! The first start: the chief arbiter gives his name and chooses his PIN.

use askama::Template;

use crate::layout::{Layout, render};
use crate::{Ask, Refused, Reply};

/// How many letters a PIN has at least.
const SHORTEST_PIN: usize = 6;
/// How long a name or a PIN may be.
const LONGEST: usize = 80;

#[derive(Template)]
#[template(path = "first_start.html")]
struct FirstStart<'a> {
    layout: Layout<'a>,
    code: &'a str,
    name: &'a str,
}

/// The form.
pub(crate) fn page(ask: &Ask) -> Reply {
    render(&FirstStart {
        layout: Layout::new(ask, ask.say("desk-first-title")),
        code: ask.typed("code", ask.query.text("code")),
        name: ask.typed("name", ""),
    })
}

/// Reads name and PIN.
///
/// # Errors
/// The refusal of a name that is empty and of a PIN that is too short or typed in two ways.
pub(crate) fn read(ask: &Ask) -> Result<(String, String), Refused> {
    if ask.is_demo && ask.form.filled("pin").is_none() {
        // Who has the code of a demonstration looks around; nothing of it is kept.
        let pin = crate::random_id().unwrap_or_default();
        return Ok((ask.say("desk-demo-arbiter"), pin));
    }
    let name = read_name(ask, "name")?;
    let pin = read_pin(ask, "pin")?;
    if ask.form.text("pin") != ask.form.text("again") {
        return ask.refuse("again", ask.say("desk-pin-differs"));
    }
    Ok((name, pin))
}

/// Reads a name of an arbiter.
pub(super) fn read_name(ask: &Ask, field: &'static str) -> Result<String, Refused> {
    let name = ask.form.text(field);
    if name.is_empty() || name.chars().count() > LONGEST || name.chars().any(char::is_control) {
        return ask.refuse(field, ask.say("desk-name-wrong"));
    }
    Ok(name.to_owned())
}

/// Reads a PIN that is chosen.
pub(super) fn read_pin(ask: &Ask, field: &'static str) -> Result<String, Refused> {
    let pin = ask.form.text(field);
    let n_letters = pin.chars().count();
    if !(SHORTEST_PIN..=LONGEST).contains(&n_letters) {
        return ask.refuse(field, ask.say("desk-pin-short"));
    }
    Ok(pin.to_owned())
}
