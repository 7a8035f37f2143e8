//! What the crate says, held against brute force, a simulated clock and real recordings.

mod field_reports;
mod gaps;
mod recordings;
mod simulator;
