//! The time of day, where the thin edge around the machines needs it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kaissa_game::Timestamp;

/// The present moment.
pub fn now() -> Timestamp {
    timestamp(SystemTime::now())
}

/// A moment of the system as ours.
pub fn timestamp(time: SystemTime) -> Timestamp {
    let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    Timestamp(match time.duration_since(UNIX_EPOCH) {
        Ok(since) => millis(since),
        Err(before) => -millis(before.duration()),
    })
}
