//! The hall behind a server: what it plays, and what time it is there.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::sent::SentHall;
use crate::{Faults, Script};

/// The time in a simulated hall, which runs by itself or is set by whoever holds it.
#[derive(Clone, Debug)]
pub struct HallClock(Arc<Mutex<Time>>);

#[derive(Clone, Copy, Debug)]
enum Time {
    Runs { begin: Instant, speed_percent: u32 },
    Is(Duration),
}

impl HallClock {
    /// One that runs, so many hundredths of the usual pace.
    pub fn running(speed_percent: u32) -> HallClock {
        HallClock(Arc::new(Mutex::new(Time::Runs { begin: Instant::now(), speed_percent })))
    }

    /// One that stands at the start.
    pub fn standing() -> HallClock {
        HallClock(Arc::new(Mutex::new(Time::Is(Duration::ZERO))))
    }

    /// Sets it; it stands then.
    pub fn set(&self, since: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Time::Is(since);
    }

    /// The time since the start.
    pub fn since(&self) -> Duration {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Time::Is(since) => since,
            Time::Runs { begin, speed_percent } => begin.elapsed() * speed_percent / 100,
        }
    }
}

/// What a server plays.
#[derive(Clone)]
pub(crate) struct Played {
    pub hall: Arc<SentHall>,
    pub clock: HallClock,
    pub faults: Arc<Mutex<Faults>>,
}

impl Played {
    pub fn new(script: &Script, mut faults: Faults, clock: HallClock) -> Played {
        let hall = Arc::new(SentHall::new(script, &mut faults));
        Played { hall, clock, faults: Arc::new(Mutex::new(faults)) }
    }

    /// Asks the faults; once all games are over, none strikes any more.
    pub fn with_faults<T>(&self, ask: impl FnOnce(&mut Faults, Duration) -> T) -> T {
        let since = self.clock.since();
        if self.hall.boards.iter().all(|board| board.is_over(since)) {
            return ask(&mut Faults::none(), since);
        }
        ask(&mut self.faults.lock().unwrap_or_else(PoisonError::into_inner), since)
    }
}
