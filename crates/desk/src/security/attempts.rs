//! Attempts to sign in: each failure beyond a few makes the next one wait longer.

use std::collections::HashMap;

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

/// Failures that cost nothing: fingers slip.
const N_FREE: u32 = 3;
/// The longest wait.
const LONGEST: ClockTime = ClockTime::minutes(15);
/// A failure is forgotten after this time without another one.
const FORGOTTEN: ClockTime = ClockTime::hours(1);
/// How many names and addresses are remembered; beyond it those that failed longest ago go.
const N_REMEMBERED: usize = 2_000;

/// The failed attempts by name and by address.
#[derive(Debug, Default)]
pub struct Attempts {
    failed: HashMap<String, (u32, Timestamp)>,
}

impl Attempts {
    /// How long an attempt under this key has to wait still; `None` where it may be made now.
    pub fn wait(&self, key: &str, now: Timestamp) -> Option<ClockTime> {
        let (n_failed, last) = self.failed.get(key)?;
        let beyond = n_failed.checked_sub(N_FREE)?;
        let pause = ClockTime::seconds(1_i64 << beyond.min(20)).min(LONGEST);
        let left = pause - now.since(*last);
        (left > ClockTime::ZERO).then_some(left)
    }

    /// Remembers a failure.
    pub fn fail(&mut self, key: &str, now: Timestamp) {
        self.failed.retain(|_, (_, last)| now.since(*last) < FORGOTTEN);
        if self.failed.len() >= N_REMEMBERED {
            let oldest = self.failed.iter().min_by_key(|(_, (_, last))| *last);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                self.failed.remove(&oldest);
            }
        }
        let (n_failed, last) = self.failed.entry(key.to_owned()).or_insert((0, now));
        *n_failed = n_failed.saturating_add(1);
        *last = now;
    }

    /// Forgets the failures of a key after a success.
    pub fn succeed(&mut self, key: &str) {
        self.failed.remove(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_after_the_third_failure_and_end_with_a_success() {
        let mut attempts = Attempts::default();
        let mut waits = Vec::new();
        for _ in 0..6 {
            attempts.fail("a", Timestamp(0));
            waits.push(attempts.wait("a", Timestamp(0)).map(ClockTime::as_whole_seconds));
        }
        assert_eq!(waits, [None, None, Some(1), Some(2), Some(4), Some(8)]);
        assert_eq!(attempts.wait("a", Timestamp(8_000)), None);
        assert_eq!(attempts.wait("b", Timestamp(0)), None);
        attempts.succeed("a");
        assert_eq!(attempts.wait("a", Timestamp(0)), None);
    }

    #[test]
    fn no_wait_is_longer_than_a_quarter_of_an_hour_and_memory_is_bounded() {
        let mut attempts = Attempts::default();
        for _ in 0..100 {
            attempts.fail("a", Timestamp(0));
        }
        assert_eq!(attempts.wait("a", Timestamp(0)), Some(LONGEST));
        for n in 0..3_000 {
            attempts.fail(&format!("x{n}"), Timestamp(n));
        }
        assert_eq!(attempts.failed.len(), N_REMEMBERED);
    }
}
