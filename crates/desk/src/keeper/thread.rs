//! The keeper's thread, and the handle by which pages reach it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kaissa_feed::Observation;
use kaissa_game::Timestamp;
use tokio::sync::{oneshot, watch};

use super::{Commit, CommitFault, Keeper, Work};
use crate::ledger::{Ledger, LedgerFault};
use crate::{Deed, PersonId, Snapshot};

/// How much work waits before those who bring it have to wait too.
const N_WAITING: usize = 1_024;
/// How much work is done between two publications.
const N_AT_ONCE: usize = 256;
/// How often the keeper looks at the time.
const TICK: Duration = Duration::from_millis(500);

/// The handle by which pages read snapshots and hand over acts.
#[derive(Clone)]
pub struct Desk {
    snapshots: watch::Receiver<Arc<Snapshot>>,
    works: SyncSender<Work>,
    ledger: Arc<dyn Ledger>,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

/// Starts the keeper on a thread of its own; it ends when every handle is gone.
pub fn start(mut keeper: Keeper, observations: Option<Receiver<Observation>>) -> Desk {
    let (sender, receiver) = sync_channel(N_WAITING);
    let desk = Desk {
        snapshots: keeper.snapshots(),
        works: sender.clone(),
        ledger: keeper.ledger.clone(),
    };
    if let Some(observations) = observations {
        thread::spawn(move || {
            for observation in observations {
                if sender.send(Work::Seen(observation)).is_err() {
                    return;
                }
            }
        });
    }
    thread::spawn(move || {
        loop {
            let mut works = Vec::new();
            match receiver.recv_timeout(TICK) {
                Ok(work) => works.push(work),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            while works.len() < N_AT_ONCE
                && let Ok(work) = receiver.try_recv()
            {
                works.push(work);
            }
            keeper.work(works, now());
        }
    });
    desk
}

impl Desk {
    /// What is to be shown now.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshots.borrow().clone()
    }

    /// Snapshots as they come.
    pub fn snapshots(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.snapshots.clone()
    }

    /// Where entries are kept.
    pub fn ledger(&self) -> Arc<dyn Ledger> {
        self.ledger.clone()
    }

    /// Hands over what a source says; waits while too much waits already.
    pub fn observe(&self, observation: Observation) {
        // When the keeper is gone nobody looks any more.
        let _ = self.works.send(Work::Seen(observation));
    }

    /// Hands over what somebody did and waits until it is kept and shown.
    ///
    /// # Errors
    /// [`CommitFault`] where it is stale or cannot be kept.
    pub async fn commit(
        &self,
        deeds: Vec<Deed>,
        form_id: String,
        person: Option<PersonId>,
        knows: u64,
    ) -> Result<(), CommitFault> {
        let (reply, answer) = oneshot::channel();
        let mut work = Work::Commit(Commit { deeds, form_id, person, knows, reply });
        let gone = || CommitFault::Ledger(LedgerFault { detail: "closed".to_owned() });
        loop {
            match self.works.try_send(work) {
                Ok(()) => break,
                Err(TrySendError::Full(back)) => work = back,
                Err(TrySendError::Disconnected(_)) => return Err(gone()),
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

/// The time of the machine.
pub fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
