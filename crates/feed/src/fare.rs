//! How a source fares: what is told of it, once each time it changes.

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use crate::plan::ENOUGH;
use crate::{Health, Trouble};

/// Delays below this are those of asking now and then.
const LEAST_DELAY: ClockTime = ClockTime::seconds(20);

/// How a source fares, as it was told last.
#[derive(Debug, Default)]
pub struct Fare {
    told: Option<Health>,
    failing_since: Option<Timestamp>,
    n_failures: u32,
}

impl Fare {
    /// It has answered.
    pub fn good(&mut self) -> Option<Health> {
        (self.failing_since, self.n_failures) = (None, 0);
        match self.told {
            Some(Health::Connected | Health::Delayed { .. } | Health::Silent { .. }) => None,
            _ => self.tell(Health::Connected),
        }
    }

    /// It has not answered; told when it happens several times in a row.
    pub fn failed(&mut self, trouble: Trouble, at: Timestamp) -> Option<Health> {
        self.n_failures += 1;
        let since = *self.failing_since.get_or_insert(at);
        (self.n_failures >= ENOUGH).then(|| self.lose(since, trouble)).flatten()
    }

    /// It has refused, which is told at once.
    pub fn refused(&mut self, trouble: Trouble, at: Timestamp) -> Option<Health> {
        self.n_failures = self.n_failures.max(ENOUGH);
        let since = *self.failing_since.get_or_insert(at);
        self.lose(since, trouble)
    }

    /// It has answered with something that cannot be understood.
    pub fn unclear(&mut self, trouble: Trouble) -> Option<Health> {
        match &self.told {
            Some(Health::Unclear { trouble: told }) if told.code == trouble.code => None,
            _ => self.tell(Health::Unclear { trouble }),
        }
    }

    /// It has had nothing new although clocks run.
    pub fn silent(&mut self, since: Timestamp) -> Option<Health> {
        match self.told {
            Some(Health::Connected | Health::Delayed { .. }) => self.tell(Health::Silent { since }),
            _ => None,
        }
    }

    /// It has brought something new.
    pub fn news(&mut self) -> Option<Health> {
        match self.told {
            Some(Health::Silent { .. }) => self.tell(Health::Connected),
            _ => self.good(),
        }
    }

    /// What it says is late by so much. Told when it changes much.
    pub fn delay(&mut self, by: ClockTime) -> Option<Health> {
        let told = match self.told {
            Some(Health::Delayed { by }) => Some(by),
            Some(Health::Connected) => None,
            _ => return None,
        };
        match told {
            Some(_) if by < LEAST_DELAY => self.tell(Health::Connected),
            Some(told) if by > told + told || by + by < told => self.tell(Health::Delayed { by }),
            None if by >= LEAST_DELAY => self.tell(Health::Delayed { by }),
            _ => None,
        }
    }

    fn lose(&mut self, since: Timestamp, trouble: Trouble) -> Option<Health> {
        match &self.told {
            Some(Health::Lost { trouble: told, .. }) if told.code == trouble.code => None,
            _ => self.tell(Health::Lost { since, trouble }),
        }
    }

    fn tell(&mut self, health: Health) -> Option<Health> {
        self.told = Some(health.clone());
        Some(health)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(code: &'static str) -> Trouble {
        Trouble { code, detail: String::new() }
    }

    #[test]
    fn a_source_is_lost_after_three_failures_or_one_refusal_since_the_first() {
        let mut fare = Fare::default();
        assert_eq!(fare.good(), Some(Health::Connected));
        assert_eq!(fare.good(), None);
        assert_eq!(fare.failed(trouble("timeout"), Timestamp(1)), None);
        assert_eq!(fare.failed(trouble("timeout"), Timestamp(2)), None);
        let lost = |code| Some(Health::Lost { since: Timestamp(1), trouble: trouble(code) });
        assert_eq!(fare.failed(trouble("timeout"), Timestamp(3)), lost("timeout"));
        assert_eq!(fare.failed(trouble("timeout"), Timestamp(4)), None);
        assert_eq!(fare.refused(trouble("status"), Timestamp(5)), lost("status"));
        assert_eq!(fare.good(), Some(Health::Connected));
        assert_eq!(fare.failed(trouble("timeout"), Timestamp(6)), None);
    }

    #[test]
    fn delay_is_told_when_it_is_notable_and_when_it_changes_much() {
        let mut fare = Fare::default();
        assert_eq!(fare.delay(ClockTime::minutes(9)), None);
        fare.good();
        let mut told = |seconds| fare.delay(ClockTime::seconds(seconds));
        let late = |seconds| Some(Health::Delayed { by: ClockTime::seconds(seconds) });
        assert_eq!(told(5), None);
        assert_eq!(told(60), late(60));
        assert_eq!(told(100), None);
        assert_eq!(told(900), late(900));
        assert_eq!(told(0), Some(Health::Connected));
    }

    #[test]
    fn silence_ends_with_the_first_news() {
        let mut fare = Fare::default();
        assert_eq!(fare.news(), Some(Health::Connected));
        assert_eq!(fare.silent(Timestamp(7)), Some(Health::Silent { since: Timestamp(7) }));
        assert_eq!(fare.silent(Timestamp(7)), None);
        assert_eq!(fare.good(), None);
        assert_eq!(fare.news(), Some(Health::Connected));
    }
}
