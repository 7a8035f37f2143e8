//! Generators, game builder and the harness that runs ruling cases; for tests only.

pub mod cases;
mod clock_estimates;
mod growing;

pub use clock_estimates::estimate_half_moves;
pub use growing::grown;
