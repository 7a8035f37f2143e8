//! What the crate says, held against brute force, a simulated clock and real recordings.

mod gaps;
mod recordings;
mod simulator;
