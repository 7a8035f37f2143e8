//! The handlers of the event types, one file a group.

mod acts;
mod clock;
mod conduct;
mod draw_claims;
mod ends;
mod flags;
mod illegal_moves;
mod procedure;
mod told;

use super::{Answer, Question};

/// Puts one type of event to the product.
pub type Handler = fn(&Question) -> Result<Answer, String>;

/// The event types of each group with their handlers.
const GROUPS: &[&[(&str, Handler)]] = &[
    acts::TYPES,
    clock::TYPES,
    conduct::TYPES,
    draw_claims::TYPES,
    ends::TYPES,
    flags::TYPES,
    illegal_moves::TYPES,
    procedure::TYPES,
];

/// The handler of an event type.
pub fn named(event_type: &str) -> Option<Handler> {
    let mut all = GROUPS.iter().copied().flatten();
    all.find(|(name, _)| *name == event_type).map(|(_, handler)| *handler)
}
