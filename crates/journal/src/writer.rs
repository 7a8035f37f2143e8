//! The one thread that writes: it takes what waits, chains it and makes it durable in one group.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use kaissa_game::Timestamp;

use crate::{
    Body, Digest, Entry, EntryId, Filter, Head, JournalError, LARGEST_BODY, NewEntry, Store, What,
    chain,
};

/// How long a group may be gathered before it is written.
const LONGEST_GROUP: Duration = Duration::from_millis(10);
/// How many entries a group holds at most.
const LARGEST_GROUP: usize = 4096;

/// An entry that is on the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acknowledged {
    /// Its place in the chain.
    pub number: u64,
    /// The hash of the chain up to it.
    pub hash: Digest,
    /// Whether it had been there before: the same id was sent again.
    pub is_repeated: bool,
}

impl Acknowledged {
    /// The head of the chain when it was the last entry.
    pub fn head(&self) -> Head {
        Head { number: self.number, hash: self.hash }
    }
}

/// The answer to come for one entry.
#[derive(Debug)]
#[must_use = "an entry may be shown only once it is acknowledged"]
pub struct Ticket(pub(crate) Tickets);

/// The answers to come for several entries that go in together.
#[derive(Debug)]
#[must_use = "entries may be shown only once they are acknowledged"]
pub struct Tickets {
    pub(crate) path: PathBuf,
    pub(crate) answer: Receiver<Result<Vec<Acknowledged>, JournalError>>,
}

impl Ticket {
    /// Waits until the entry is on the disk.
    ///
    /// # Errors
    /// What went wrong; then the entry is not in the journal.
    pub fn wait(self) -> Result<Acknowledged, JournalError> {
        let path = self.0.path.clone();
        let answers = self.0.wait()?;
        answers.first().copied().ok_or_else(|| JournalError::new(&path, What::Closed))
    }
}

impl Tickets {
    /// Waits until all of them are on the disk.
    ///
    /// # Errors
    /// What went wrong; then none of them is in the journal.
    pub fn wait(self) -> Result<Vec<Acknowledged>, JournalError> {
        match self.answer.recv() {
            Ok(answer) => answer,
            Err(_) => Err(JournalError::new(&self.path, What::Closed)),
        }
    }
}

/// Something that is to be written as a whole.
pub(crate) struct Work {
    pub entries: Vec<NewEntry>,
    /// What is done together with an entry, by the place of the entry.
    pub beside: Vec<(usize, Beside)>,
    pub reply: SyncSender<Result<Vec<Acknowledged>, JournalError>>,
}

/// What is done together with an entry.
pub(crate) enum Beside {
    /// The bytes of the attachment that the entry speaks of.
    Attach(Digest, Vec<u8>),
    /// The body of an earlier entry is erased.
    Erase(u64),
}

/// What the writer and those who wait for it share.
pub(crate) struct Shared {
    head: Mutex<Head>,
    has_grown: Condvar,
    hooks: Mutex<Vec<Hook>>,
}

type Hook = Box<dyn Fn(Head) + Send>;

impl Shared {
    pub fn new(head: Head) -> Shared {
        Shared { head: Mutex::new(head), has_grown: Condvar::new(), hooks: Mutex::default() }
    }

    pub fn head(&self) -> Head {
        *self.head.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn on_growth(&self, hook: Hook) {
        self.hooks.lock().unwrap_or_else(PoisonError::into_inner).push(hook);
    }

    pub fn wait_beyond(&self, number: u64, pause: Duration) -> Option<Head> {
        let head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        let is_waiting = |head: &mut Head| head.number <= number;
        let waited = self.has_grown.wait_timeout_while(head, pause, is_waiting);
        let (head, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (head.number > number).then_some(*head)
    }

    fn grow(&self, head: Head) {
        *self.head.lock().unwrap_or_else(PoisonError::into_inner) = head;
        self.has_grown.notify_all();
        for hook in self.hooks.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            hook(head);
        }
    }
}

/// Writes until nobody can send any more.
pub(crate) fn run(
    mut store: Box<dyn Store>,
    works: &Receiver<Work>,
    shared: &Arc<Shared>,
    path: PathBuf,
    now: fn() -> Timestamp,
) {
    let mut writer = Writer { store: &mut *store, path, now, head: shared.head() };
    while let Ok(first) = works.recv() {
        let mut group = vec![first];
        let mut n_entries = group.iter().map(|work| work.entries.len()).sum::<usize>();
        let since = Instant::now();
        while n_entries < LARGEST_GROUP && since.elapsed() < LONGEST_GROUP {
            match works.try_recv() {
                Ok(work) => {
                    n_entries += work.entries.len();
                    group.push(work);
                }
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
            }
        }
        writer.write(group, shared);
    }
    // A journal that rests is one file. Where that fails, its log stays beside it, and is read.
    let _ = writer.store.scrub();
}

/// Makes a line to a writer that can hold so many works.
pub(crate) fn line() -> (SyncSender<Work>, Receiver<Work>) {
    sync_channel(LARGEST_GROUP)
}

struct Writer<'s> {
    store: &'s mut dyn Store,
    path: PathBuf,
    now: fn() -> Timestamp,
    head: Head,
}

impl Writer<'_> {
    /// Writes a group and answers everybody in it.
    fn write(&mut self, group: Vec<Work>, shared: &Shared) {
        let mut answers = Vec::with_capacity(group.len());
        let mut replies = Vec::with_capacity(group.len());
        let mut tasks = Vec::with_capacity(group.len());
        for work in group {
            replies.push(work.reply);
            tasks.push((work.entries, work.beside));
        }
        let erases = tasks
            .iter()
            .any(|(_, beside)| beside.iter().any(|(_, beside)| matches!(beside, Beside::Erase(_))));
        let before = self.head;
        let written = self.begin().and_then(|()| {
            for (entries, beside) in tasks {
                answers.push(self.take(entries, beside)?);
            }
            self.store.commit()
        });
        match written {
            Ok(()) => {
                if erases && let Err(error) = self.store.scrub() {
                    // The bodies are out of the journal; older bytes may still lie in its log until
                    // the next time, which is not a reason to say that the erasure has failed.
                    drop(error);
                }
                if self.head != before {
                    shared.grow(self.head);
                }
                for (reply, answer) in replies.into_iter().zip(answers) {
                    // Whoever does not wait for the answer any more needs none.
                    let _ = reply.send(answer);
                }
            }
            Err(error) => {
                self.store.roll_back();
                // A group whose sync has failed may be there all the same; its senders are told that
                // it is not, and sending it again does no harm.
                self.head = self.store.head().unwrap_or(before);
                for reply in replies {
                    let _ = reply.send(Err(error.clone()));
                }
            }
        }
    }

    fn begin(&mut self) -> Result<(), JournalError> {
        let found = self.store.begin()?;
        if found == self.head {
            return Ok(());
        }
        // Somebody who does not heed the lock has written.
        Err(JournalError::new(&self.path, What::Locked))
    }

    /// Takes what goes in together. The inner error refuses only this, the outer one the group.
    fn take(
        &mut self,
        entries: Vec<NewEntry>,
        beside: Vec<(usize, Beside)>,
    ) -> Result<Result<Vec<Acknowledged>, JournalError>, JournalError> {
        let known = match self.refusal(&entries, &beside)? {
            Ok(known) => known,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let mut acknowledged: Vec<Acknowledged> = Vec::with_capacity(entries.len());
        let mut fresh = HashMap::new();
        let is_new: Vec<bool> = known.iter().map(Option::is_none).collect();
        for (index, (new, known)) in entries.into_iter().zip(known).enumerate() {
            let answer = match known {
                Some(Known::Before(entry)) => repeated(entry.number, entry.hash),
                Some(Known::InThisWork(earlier)) => match fresh.get(&earlier) {
                    Some(&Acknowledged { number, hash, .. }) => repeated(number, hash),
                    None => continue,
                },
                None => {
                    let number = self.head.number + 1;
                    let entry = chain::link(new, number, self.head.hash, (self.now)());
                    self.store.put(&entry)?;
                    self.head = Head { number, hash: entry.hash };
                    Acknowledged { number, hash: entry.hash, is_repeated: false }
                }
            };
            fresh.insert(index, answer);
            acknowledged.push(answer);
        }
        for (index, beside) in beside {
            match beside {
                _ if is_new.get(index) != Some(&true) => {}
                Beside::Attach(digest, bytes) => self.store.put_attachment(digest, &bytes)?,
                Beside::Erase(number) => self.erase(number)?,
            }
        }
        Ok(Ok(acknowledged))
    }

    /// Why something does not go in, or which of its entries are there already.
    fn refusal(
        &mut self,
        entries: &[NewEntry],
        beside: &[(usize, Beside)],
    ) -> Result<Result<Vec<Option<Known>>, JournalError>, JournalError> {
        let path = self.path.clone();
        let refuse = |what| Ok(Err(JournalError::new(&path, what)));
        let mut known = Vec::with_capacity(entries.len());
        let mut in_this_work: HashMap<&EntryId, usize> = HashMap::new();
        for (index, new) in entries.iter().enumerate() {
            if new.body.len() > LARGEST_BODY {
                let (bytes, most) = (new.body.len() as u64, LARGEST_BODY as u64);
                return refuse(What::TooLarge { bytes, most });
            }
            if let Some(&earlier) = in_this_work.get(&new.id) {
                let is_same = entries.get(earlier).is_some_and(|other| other == new);
                if !is_same {
                    return refuse(What::IdTaken { number: self.head.number });
                }
                known.push(Some(Known::InThisWork(earlier)));
                continue;
            }
            in_this_work.insert(&new.id, index);
            match self.store.find(&new.id)? {
                Some(entry) if is_same(&entry, new) => known.push(Some(Known::Before(entry))),
                Some(entry) => return refuse(What::IdTaken { number: entry.number }),
                None => known.push(None),
            }
        }
        for (index, beside) in beside {
            let Beside::Erase(number) = *beside else { continue };
            if !known.get(*index).is_some_and(Option::is_none) {
                continue;
            }
            let entry = self.entry(number)?;
            let can_be_erased = entry.is_some_and(|entry| {
                entry.body.json().is_some() && !crate::journal::is_structural(&entry.kind)
            });
            if !can_be_erased {
                return refuse(What::NoBody { number });
            }
        }
        Ok(Ok(known))
    }

    /// Erases a body, and the attachment that it speaks of where no other entry does.
    fn erase(&mut self, number: u64) -> Result<(), JournalError> {
        let Some(entry) = self.entry(number)? else { return Ok(()) };
        self.store.erase_body(number, entry.body.digest())?;
        let Some(attachment) = attachment_of(&entry) else { return Ok(()) };
        let filter = Filter::kinds(["attachment_added"]);
        let mut from = 1;
        loop {
            let page = self.store.page(&filter, from, 256)?;
            let Some(last) = page.last() else { break };
            from = last.number + 1;
            if page.iter().any(|other| attachment_of(other) == Some(attachment)) {
                return Ok(());
            }
        }
        self.store.erase_attachment(attachment)
    }

    fn entry(&mut self, number: u64) -> Result<Option<Entry>, JournalError> {
        let entry = self.store.page(&Filter::all(), number, 1)?.pop();
        Ok(entry.filter(|entry| entry.number == number))
    }
}

/// Where an entry with the same id stands.
enum Known {
    Before(Entry),
    /// Earlier in the same list.
    InThisWork(usize),
}

fn repeated(number: u64, hash: Digest) -> Acknowledged {
    Acknowledged { number, hash, is_repeated: true }
}

/// Whether an entry that came again says what it said before. Times may differ: a phone that sends
/// again may not know when it happened.
fn is_same(entry: &Entry, new: &NewEntry) -> bool {
    entry.kind == new.kind && entry.body.digest() == Digest::of(new.body.as_bytes())
}

/// The attachment that an entry speaks of.
fn attachment_of(entry: &Entry) -> Option<Digest> {
    if entry.kind != "attachment_added" {
        return None;
    }
    let Body::Kept(text) = &entry.body else { return None };
    serde_json::from_str::<crate::Attachment>(text).ok().map(|attachment| attachment.sha256)
}
