//! The Laws by edition, checked against the tables they were taken from.

#[path = "laws/articles.rs"]
mod articles;
#[path = "laws/classification.rs"]
mod classification;
#[path = "laws/files.rs"]
mod files;
#[path = "laws/profiles.rs"]
mod profiles;

use kaissa_laws::{Edition, Editions, Rules, Style, Supervision};

/// Makes the rules of a built-in edition.
fn rules(edition: Edition, style: Style, supervision: Supervision) -> Rules {
    match Rules::new(Editions::built_in(), edition) {
        Ok(rules) => rules.with_style(style).with_supervision(supervision),
        Err(error) => panic!("{error}"),
    }
}
