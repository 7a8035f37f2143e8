//! Tests of the desk over HTTP, without a browser.

mod acts;
mod adjourning;
mod attaching;
mod claims;
mod correcting;
mod faults;
mod fuzz;
mod guided;
mod harness;
mod hostile;
mod https;
mod keeping;
mod laws_here;
mod live;
mod openapi;
mod papers;
mod players;
mod public;
mod restarting;
mod roles;
mod round;
mod sign_in;
mod sources;
mod tallying;

pub(crate) use harness::{Page, TestDesk, Visitor};
