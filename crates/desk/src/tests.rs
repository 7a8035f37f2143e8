//! Tests of the desk over HTTP, without a browser.

mod acts;
mod adjourning;
mod attaching;
mod claims;
mod correcting;
mod guided;
mod harness;
mod hostile;
mod keeping;
mod laws_here;
mod live;
mod players;
mod public;
mod roles;
mod round;
mod sign_in;
mod tallying;

pub(crate) use harness::{Page, TestDesk, Visitor};
