//! How long to wait before the next try.

use std::time::Duration;

/// Growing pauses between tries: each twice the one before, up to a longest one, without an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    first: Duration,
    longest: Duration,
    next: Duration,
}

impl Pause {
    /// Begins with a first pause.
    pub fn new(first: Duration, longest: Duration) -> Pause {
        Pause { first, longest, next: first }
    }

    /// The pause after one more failure.
    pub fn after_failure(&mut self) -> Duration {
        let now = self.next.min(self.longest);
        self.next = now.saturating_mul(2).min(self.longest);
        now
    }

    /// Begins anew after a success.
    pub fn after_success(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_the_longest_and_begin_anew_after_a_success() {
        let mut pause = Pause::new(Duration::from_secs(1), Duration::from_secs(15));
        let mut seconds = || pause.after_failure().as_secs();
        assert_eq!(
            [seconds(), seconds(), seconds(), seconds(), seconds(), seconds()],
            [1, 2, 4, 8, 15, 15]
        );
        pause.after_success();
        assert_eq!(pause.after_failure().as_secs(), 1);
    }
}
