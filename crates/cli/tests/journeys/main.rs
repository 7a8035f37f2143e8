//! Journeys of arbiters through the desk, in a real browser: each act of an arbiter in both
//! languages, on a phone and on a laptop, and once with scripts off.
//!
//! Every page on the way is looked at too (`looking.rs`). Where no Chromium is found the journeys
//! say so and are left out; `docs/decisions/journeys.md` says how they are run.

// A newcomer waits for the demonstration: he comes first, and others go on meanwhile.
mod a_newcomer;
mod acts;
mod arbiters;
mod browser;
mod by_hand;
mod decisions;
mod desk;
mod driver;
mod live;
mod looking;
mod papers;
mod round;
mod special;
mod stage;
