//! Work that may hang, as reading does on a network share that went away.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::thread;
use std::time::Duration;

/// So many pieces of work may hang before no more is begun.
const MOST_HANGING: usize = 8;

type Job = Box<dyn FnOnce() + Send>;

/// Does work on another thread and waits for it only for so long. What comes late is handed over
/// when it is asked for again.
pub struct Patience<T> {
    limit: Duration,
    worker: Option<Sender<Job>>,
    hanging: Vec<(String, Receiver<T>)>,
}

impl<T: Send + 'static> Patience<T> {
    /// Waits for each piece of work for so long.
    pub fn new(limit: Duration) -> Patience<T> {
        Patience { limit, worker: None, hanging: Vec::new() }
    }

    /// The result of a piece of work with this name; `None` while it hangs. Where an earlier one of
    /// the name has hung, its result is given and no new work begun.
    pub fn within(&mut self, name: &str, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if let Some(index) = self.hanging.iter().position(|(hanging, _)| hanging == name) {
            let late = self.hanging.get(index)?.1.try_recv();
            if !matches!(late, Err(TryRecvError::Empty)) {
                self.hanging.swap_remove(index);
            }
            return late.ok();
        }
        if self.hanging.len() >= MOST_HANGING {
            return None;
        }
        let (sender, receiver) = sync_channel(1);
        let job: Job = Box::new(move || {
            // Nobody waits any more where the following has ended.
            let _ = sender.send(work());
        });
        let worker = self.worker.take().unwrap_or_else(start_worker);
        worker.send(job).ok()?;
        match receiver.recv_timeout(self.limit) {
            Ok(done) => {
                self.worker = Some(worker);
                Some(done)
            }
            // The thread that hangs ends by itself once its work is done.
            Err(RecvTimeoutError::Timeout) => {
                self.hanging.push((name.to_owned(), receiver));
                None
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

fn start_worker() -> Sender<Job> {
    let (sender, jobs) = channel::<Job>();
    // Where the system gives no thread, the end of the line is gone and the work is not done.
    let _ = thread::Builder::new().name("files".to_owned()).spawn(move || {
        for job in jobs {
            job();
        }
    });
    sender
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_hangs_stops_no_other_and_is_handed_over_late() {
        let mut patience = Patience::new(Duration::from_millis(20));
        let (release, gate) = channel::<()>();
        let hangs = move || {
            let _ = gate.recv();
            1
        };
        assert_eq!(patience.within("a", hangs), None);
        patience.limit = Duration::from_secs(60);
        assert_eq!(patience.within("b", || 2), Some(2));
        assert_eq!(patience.within("a", || 3), None);
        release.send(()).expect("somebody waits");
        let late = std::iter::repeat_with(|| {
            thread::yield_now();
            patience.within("a", || 3)
        });
        assert_eq!(late.flatten().next(), Some(1));
        assert_eq!(patience.within("a", || 3), Some(3));
    }

    #[test]
    fn where_much_hangs_no_more_is_begun() {
        let mut patience = Patience::new(Duration::ZERO);
        let gates: Vec<Sender<()>> = (0..MOST_HANGING)
            .map(|number| {
                let (release, gate) = channel::<()>();
                let hangs = move || {
                    let _ = gate.recv();
                };
                assert_eq!(patience.within(&number.to_string(), hangs), None);
                release
            })
            .collect();
        patience.limit = Duration::from_secs(60);
        assert_eq!(patience.within("more", || ()), None);
        drop(gates);
        while patience.within("0", || ()).is_none() {
            thread::yield_now();
        }
        assert_eq!(patience.within("more", || ()), Some(()));
    }
}
