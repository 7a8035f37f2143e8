//! The hall seen from outside: games that grow, are taken back, and are sent by several sources.

#[path = "hall/support.rs"]
mod support;

#[path = "hall/growing.rs"]
mod growing;
#[path = "hall/identity.rs"]
mod identity;
#[path = "hall/moments.rs"]
mod moments;
#[path = "hall/resumed.rs"]
mod resumed;
#[path = "hall/rows.rs"]
mod rows;
#[path = "hall/withdrawal.rs"]
mod withdrawal;
