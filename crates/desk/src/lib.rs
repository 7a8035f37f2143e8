//! The web desk: what an arbiter keeps open all round, on a laptop and on phones.
//!
//! [`Ground`] is the fold of the entries of a competition; the [`Keeper`] is the one who holds the
//! hall, keeps entries and publishes a [`Snapshot`] for each change. Pages read snapshots: a page is
//! a function from an [`Ask`] to a [`Reply`], an act a function from an `Ask` to entries or a
//! refusal. The one list of routes in `routes.rs` names the least role for each.

mod acting;
mod ask;
mod attached;
mod body;
mod demo;
mod diagram;
mod fields;
mod form;
mod ground;
mod https;
mod keeper;
mod layout;
mod ledger;
mod openapi;
mod pages;
mod public;
mod reply;
mod routes;
mod security;
mod server;
mod snapshot;
mod statics;
mod tally;

pub use ask::{Ask, Refused, Signed};
pub use body::{ArbiterEntered, BoardId, Body, Deed, Pairing, PersonId, Role, Setting};
pub use demo::{DemoSource, demo_hall};
pub use fields::{Field, FieldKind, Fields};
pub use form::{Form, Upload};
pub use ground::{Board, ClockFace, Ground, Laid, Note, Postponed, Row, Ruling, Shown, read_move};
pub use https::{Authority, AuthorityFault, Https};
pub use keeper::{Asked, Commit, CommitFault, Desk, Keeper, Work, now, start};
pub use ledger::{Entry, Ledger, LedgerFault, MemoryLedger, NewEntry};
pub use pages::phones_show::qr_text;
pub use public::serve_public;
pub use reply::Reply;
pub use routes::{Access, Route, routes};
pub use security::{Hosts, Keys, check_pin, hash_pin, random_code, random_id};
pub use server::{App, AppOptions, router, serve, serve_https};
pub use snapshot::{LiveBoard, Snapshot, SourceState};
pub use tally::TallyKept;

#[cfg(test)]
mod tests;
