//! Signing in with a name and a PIN.

use askama::Template;

use crate::layout::{Layout, render};
use crate::{Ask, Reply};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignIn<'a> {
    layout: Layout<'a>,
    name: &'a str,
    next: &'a str,
}

/// The form.
pub(crate) fn page(ask: &Ask) -> Reply {
    render(&SignIn {
        layout: Layout::new(ask, ask.say("desk-sign-in-title")),
        name: ask.typed("name", ""),
        next: ask.typed("next", ask.query.text("next")),
    })
}
