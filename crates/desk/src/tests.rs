//! Tests of the desk over HTTP, without a browser.

mod acts;
mod correcting;
mod harness;
mod hostile;
mod keeping;
mod live;
mod roles;
mod round;
mod sign_in;

pub(crate) use harness::{Page, TestDesk, Visitor};
