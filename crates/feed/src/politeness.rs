//! How often a server is asked.

use std::time::Duration;

use kaissa_game::Timestamp;

use crate::Pause;
use crate::http_head::Head;

/// How often a server is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Politeness {
    /// The time between two questions while all is well.
    pub usual: Duration,
    /// The pause after a first failure; it doubles with each further one.
    pub first_pause: Duration,
    /// The longest pause after failures.
    pub longest_pause: Duration,
    /// The shortest pause after the server said that it is asked too often.
    pub after_too_many: Duration,
}

impl Politeness {
    /// That for a time between two questions.
    pub const fn every(usual: Duration) -> Politeness {
        Politeness {
            usual,
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(60),
            after_too_many: Duration::from_secs(60),
        }
    }
}

/// When to ask next.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    politeness: Politeness,
    pause: Pause,
}

impl Pace {
    /// Begins.
    pub fn new(politeness: Politeness) -> Pace {
        let pause = Pause::new(politeness.first_pause, politeness.longest_pause);
        Pace { politeness, pause }
    }

    /// The time to wait after an answer, or after none came.
    pub fn after(&mut self, head: Option<&Head>, at: Timestamp) -> Duration {
        if head.is_some_and(Head::is_good) {
            self.pause.after_success();
            return self.politeness.usual;
        }
        let pause = self.pause.after_failure();
        let asked = head.and_then(|head| head.wait(at)).unwrap_or_default();
        match head.is_some_and(|head| head.status == 429) {
            true => asked.max(self.politeness.after_too_many),
            false => asked.max(pause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_waited_out_longer_and_longer_and_a_server_in_need_as_long_as_it_asks() {
        let mut pace = Pace::new(Politeness::every(Duration::from_secs(2)));
        let head = |status, retry: Option<&str>| Head {
            status,
            retry_after: retry.map(str::to_owned),
            ..Head::default()
        };
        let mut seconds = |head: Option<Head>| pace.after(head.as_ref(), Timestamp(0)).as_secs();
        assert_eq!(seconds(Some(head(200, None))), 2);
        let failing: Vec<u64> = (0..8).map(|_| seconds(None)).collect();
        assert_eq!(failing, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(seconds(Some(head(304, None))), 2);
        assert_eq!(seconds(Some(head(429, None))), 60);
        assert_eq!(seconds(Some(head(429, Some("90")))), 90);
        assert_eq!(seconds(Some(head(429, Some("1")))), 60);
        assert_eq!(seconds(Some(head(503, Some("20")))), 20);
    }
}
