//! The way from sources to whoever follows them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::Observation;

/// How many observations wait before a source has to wait too. A source that waits reads no more
/// from its own side, so nothing is lost and memory stays bounded.
const N_WAITING: usize = 1024;

/// The following was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Where a source hands over what it sees, and learns that it is to stop.
#[derive(Clone, Debug)]
pub struct Outlet {
    sender: SyncSender<Observation>,
    stop: Arc<StopSign>,
}

#[derive(Debug, Default)]
struct StopSign {
    is_stopped: Mutex<bool>,
    changed: Condvar,
}

/// Makes an outlet for any number of sources, and the end at which their observations come out.
pub fn outlet() -> (Outlet, Receiver<Observation>) {
    let (sender, receiver) = sync_channel(N_WAITING);
    (Outlet { sender, stop: Arc::default() }, receiver)
}

impl Outlet {
    /// Hands an observation over; waits while too many are waiting.
    ///
    /// # Errors
    /// [`Stopped`] once nobody takes observations any more.
    pub fn send(&self, observation: Observation) -> Result<(), Stopped> {
        if self.is_stopped() {
            return Err(Stopped);
        }
        self.sender.send(observation).map_err(|_| Stopped)
    }

    /// Waits, and less long when the following is stopped.
    ///
    /// # Errors
    /// [`Stopped`] when it is.
    pub fn wait(&self, pause: Duration) -> Result<(), Stopped> {
        let until = Instant::now() + pause;
        let mut is_stopped = self.stop.is_stopped.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_stopped {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            let waited = self.stop.changed.wait_timeout(is_stopped, left);
            is_stopped = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Err(Stopped)
    }

    /// Whether the following was stopped.
    pub fn is_stopped(&self) -> bool {
        *self.stop.is_stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops every source that has this outlet or a clone of it.
    pub fn stop(&self) {
        *self.stop.is_stopped.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use kaissa_game::Timestamp;

    use super::*;
    use crate::{Health, Seen};

    #[test]
    fn a_stopped_outlet_takes_nothing_and_does_not_wait() {
        let (outlet, receiver) = outlet();
        let seen = Seen::Health(Health::Connected);
        let observation = Observation { source: "a".to_owned(), at: Timestamp(0), seen };
        assert_eq!(outlet.send(observation.clone()), Ok(()));
        assert_eq!(receiver.recv().map(|seen| seen.source), Ok("a".to_owned()));
        let other = outlet.clone();
        outlet.stop();
        assert_eq!(other.send(observation), Err(Stopped));
        assert_eq!(other.wait(Duration::from_secs(3600)), Err(Stopped));
    }
}
