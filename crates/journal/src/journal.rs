//! A journal opened for writing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kaissa_game::Timestamp;

use crate::lock::WriterLock;
use crate::sqlite::{Mode, SqliteStore};
use crate::writer::{self, Beside, Shared, Work};
use crate::{
    Attachment, BodyErased, ContinuedFrom, Digest, Entries, Entry, EntryId, Filter, Head, Identity,
    JournalError, JournalReader, LARGEST_ATTACHMENT, NewEntry, Report, Statement, Store, Ticket,
    Tickets, What,
};

/// A journal opened for writing: one in all the world at a time.
///
/// Entries go in from any number of threads; one thread writes them in groups. When the journal is
/// dropped, what was handed over is written first.
pub struct Journal {
    reader: JournalReader,
    sender: Option<SyncSender<Work>>,
    thread: Option<JoinHandle<()>>,
    shared: Arc<Shared>,
    _lock: WriterLock,
}

/// What is done along with an entry, both or none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Along {
    /// Nothing.
    Nothing,
    /// These bytes are kept as the attachment of which the entry speaks.
    Attach(Vec<u8>),
    /// The body of the entry with this number is erased, and the attachment of which it speaks.
    Erase(u64),
}

/// How a journal is opened.
#[derive(Clone, Copy, Debug)]
pub struct JournalOptions {
    /// The size in bytes beyond which the file does not grow; as large as the disk allows if none.
    pub largest_file: Option<u64>,
    /// The time of day.
    pub now: fn() -> Timestamp,
}

impl Default for JournalOptions {
    fn default() -> JournalOptions {
        JournalOptions { largest_file: None, now }
    }
}

/// The time of day by the system's clock.
fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Kinds whose bodies the chain itself needs; they are never erased.
pub(crate) fn is_structural(kind: &str) -> bool {
    matches!(kind, "body_erased" | "continued_from")
}

impl Journal {
    /// Makes a new journal.
    ///
    /// # Errors
    /// [`What::Exists`] where the file holds something; a fault of the disk.
    pub fn create(path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        Journal::create_with(path, JournalOptions::default())
    }

    /// Makes a new journal with options.
    ///
    /// # Errors
    /// As [`Journal::create`].
    pub fn create_with(
        path: impl AsRef<Path>,
        options: JournalOptions,
    ) -> Result<Journal, JournalError> {
        let path = path.as_ref();
        let lock = WriterLock::take(path)?;
        let identity = Identity { id: EntryId::fresh(), created: (options.now)() };
        SqliteStore::create(path, &identity)?;
        Journal::start(path, lock, options)
    }

    /// Opens a journal to go on with it. It is verified first.
    ///
    /// # Errors
    /// [`What::Locked`] where another process writes to it; [`What::Damaged`] where it does not
    /// verify: then its intact part can be read with [`JournalReader`] and gone on from in a new file
    /// with [`Journal::create_continuing`]; no such file, no journal, a newer version, a fault of the
    /// disk.
    pub fn open(path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        Journal::open_with(path, JournalOptions::default())
    }

    /// Opens a journal with options.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn open_with(
        path: impl AsRef<Path>,
        options: JournalOptions,
    ) -> Result<Journal, JournalError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(JournalError::new(path, What::Missing));
        }
        let lock = WriterLock::take(path)?;
        Journal::start(path, lock, options)
    }

    /// Opens a journal, or makes it where there is no such file or an empty one.
    ///
    /// # Errors
    /// As [`Journal::open`].
    pub fn open_or_create(path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        let path = path.as_ref();
        match Journal::open(path) {
            Err(error) if matches!(error.what, What::Missing | What::NotAJournal) => {
                // A file that was being made when the power went holds nothing; it is made anew.
                Journal::create(path).map_err(|refused| match refused.what {
                    What::Exists => error,
                    _ => refused,
                })
            }
            opened => opened,
        }
    }

    /// Makes a new journal that goes on from another one, which is damaged or full: its first entry,
    /// `continued_from`, names the last intact head of the other.
    ///
    /// # Errors
    /// As [`Journal::create`], or the other cannot be read at all.
    pub fn create_continuing(
        path: impl AsRef<Path>,
        other: &JournalReader,
    ) -> Result<Journal, JournalError> {
        let report = other.verify(None)?;
        let journal = Journal::create(path)?;
        let other = Statement::ContinuedFrom(ContinuedFrom {
            journal: report.identity.id.as_str().to_owned(),
            number: report.intact.number,
            hash: report.intact.hash,
            damaged_at: report.damage.as_ref().map(|damage| damage.number),
        });
        journal.append(other.entry())?.wait()?;
        Ok(journal)
    }

    fn start(
        path: &Path,
        lock: WriterLock,
        options: JournalOptions,
    ) -> Result<Journal, JournalError> {
        let mut store = SqliteStore::open(path, Mode::Write).map_err(|error| {
            if error.is_corruption() { damage_of(path).unwrap_or(error) } else { error }
        })?;
        if let Some(bytes) = options.largest_file {
            store.limit(bytes)?;
        }
        let report = crate::verify::verify_chain(&mut store)?;
        if let Some(damaged) = damaged(path, &report) {
            return Err(damaged);
        }
        let reader = JournalReader::open(path)?;
        let shared = Arc::new(Shared::new(store.head()?));
        let (sender, works) = writer::line();
        let thread = {
            let (shared, path) = (Arc::clone(&shared), path.to_owned());
            let body = move || writer::run(Box::new(store), &works, &shared, path, options.now);
            std::thread::Builder::new().name("journal".to_owned()).spawn(body)
        };
        let thread = thread.map_err(|error| JournalError::io(path, error))?;
        let (sender, thread) = (Some(sender), Some(thread));
        Ok(Journal { reader, sender, thread, shared, _lock: lock })
    }

    /// Hands an entry over. It is in the journal when its ticket has answered.
    ///
    /// An entry whose id is there already is not put in again: it is acknowledged with the place
    /// that it has. Waits while thousands are waiting.
    ///
    /// # Errors
    /// [`What::Closed`] where the writer has ended. The ticket gives [`What::IdTaken`] where the id
    /// is that of another entry, [`What::TooLarge`], [`What::Full`], [`What::Disk`].
    pub fn append(&self, entry: NewEntry) -> Result<Ticket, JournalError> {
        self.hand_over(vec![entry], Vec::new()).map(Ticket)
    }

    /// Hands over entries that go in together: all of them or none.
    ///
    /// # Errors
    /// As [`Journal::append`].
    pub fn append_all(&self, entries: Vec<NewEntry>) -> Result<Tickets, JournalError> {
        self.hand_over(entries, Vec::new())
    }

    /// Keeps an attachment and the entry `attachment_added` that says what it is.
    ///
    /// The entry given brings source, person and times; its kind and body are set here.
    ///
    /// # Errors
    /// [`What::TooLarge`], and as [`Journal::append`].
    pub fn attach(
        &self,
        name: &str,
        media_type: &str,
        bytes: Vec<u8>,
        entry: NewEntry,
    ) -> Result<Ticket, JournalError> {
        let attachment = Attachment {
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            bytes: bytes.len() as u64,
            sha256: Digest::of(&bytes),
            of_entry: None,
            text: String::new(),
        };
        let told = Statement::AttachmentAdded(attachment).entry();
        let entry = NewEntry { kind: told.kind, body: told.body, ..entry };
        self.append_all_with(vec![(entry, Along::Attach(bytes))]).map(Ticket)
    }

    /// Hands over entries that go in together, each with what is done along with it: all or none.
    ///
    /// What goes along with an entry that is there already is not done again.
    ///
    /// # Errors
    /// [`What::TooLarge`], and as [`Journal::append`] and [`Journal::erase`].
    pub fn append_all_with(
        &self,
        entries: Vec<(NewEntry, Along)>,
    ) -> Result<Tickets, JournalError> {
        let mut beside = Vec::new();
        let mut new = Vec::with_capacity(entries.len());
        for (index, (entry, along)) in entries.into_iter().enumerate() {
            match along {
                Along::Nothing => {}
                Along::Attach(bytes) if bytes.len() > LARGEST_ATTACHMENT => {
                    let (bytes, most) = (bytes.len() as u64, LARGEST_ATTACHMENT as u64);
                    return Err(self.error(What::TooLarge { bytes, most }));
                }
                Along::Attach(bytes) => {
                    beside.push((index, Beside::Attach(Digest::of(&bytes), bytes)));
                }
                Along::Erase(number) => beside.push((index, Beside::Erase(number))),
            }
            new.push(entry);
        }
        self.hand_over(new, beside)
    }

    /// Erases the body of an entry, for personal data; an attachment goes with it. The erasure is an
    /// entry itself, `body_erased`, and the chain still verifies.
    ///
    /// # Errors
    /// [`What::NoBody`] where there is no such entry or nothing to erase, and as [`Journal::append`].
    pub fn erase(&self, number: u64, reason: &str, person: &str) -> Result<Ticket, JournalError> {
        let erasure = self.erasure(number, reason)?.person(person);
        self.append_all_with(vec![(erasure, Along::Erase(number))]).map(Ticket)
    }

    /// The entry that says that a body is erased; it does so together with [`Along::Erase`].
    ///
    /// # Errors
    /// [`What::NoBody`] where there is no such entry; a fault of the disk.
    pub fn erasure(&self, number: u64, reason: &str) -> Result<NewEntry, JournalError> {
        let entry = self.reader.entry(number)?;
        let Some(entry) = entry else { return Err(self.error(What::NoBody { number })) };
        let (sha256, reason) = (entry.body.digest(), reason.to_owned());
        let erasure = Statement::BodyErased(BodyErased { entry: number, sha256, reason });
        Ok(NewEntry { about: entry.about, ..erasure.entry() })
    }

    /// The head: the last entry that is on the disk.
    pub fn head(&self) -> Head {
        self.shared.head()
    }

    /// Waits until there is an entry beyond a number and gives the head then; `None` where there is
    /// none after the time given.
    pub fn wait_beyond(&self, number: u64, pause: Duration) -> Option<Head> {
        self.shared.wait_beyond(number, pause)
    }

    /// Has a function called with the head each time that entries have become durable. It is called
    /// by the writer's thread, which waits for it: it should do little, and must not wait for a
    /// ticket.
    pub fn on_growth(&self, hook: impl Fn(Head) + Send + 'static) {
        self.shared.on_growth(Box::new(hook));
    }

    /// The journal for reading: for other threads, and for everything that this type does not
    /// repeat.
    pub fn reader(&self) -> &JournalReader {
        &self.reader
    }

    /// What makes the journal this one.
    pub fn identity(&self) -> &Identity {
        self.reader.identity()
    }

    /// The entries from a number on that a filter lets through, in order.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn read(&self, filter: &Filter, from: u64) -> Result<Entries, JournalError> {
        self.reader.read(filter, from)
    }

    /// The entry with a number.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn entry(&self, number: u64) -> Result<Option<Entry>, JournalError> {
        self.reader.entry(number)
    }

    /// Copies the journal as it stands into a new file, while it goes on.
    ///
    /// # Errors
    /// As [`JournalReader::backup_to`].
    pub fn backup_to(&self, target: impl AsRef<Path>) -> Result<Report, JournalError> {
        self.reader.backup_to(target)
    }

    fn hand_over(
        &self,
        entries: Vec<NewEntry>,
        beside: Vec<(usize, Beside)>,
    ) -> Result<Tickets, JournalError> {
        let (reply, answer) = sync_channel(1);
        let work = Work { entries, beside, reply };
        let sender = self.sender.as_ref().ok_or_else(|| self.error(What::Closed))?;
        sender.send(work).map_err(|_| self.error(What::Closed))?;
        Ok(Tickets { path: self.path(), answer })
    }

    fn path(&self) -> PathBuf {
        self.reader.path().to_owned()
    }

    fn error(&self, what: What) -> JournalError {
        JournalError::new(self.reader.path(), what)
    }
}

/// The error that says what a report found wrong.
fn damaged(path: &Path, report: &Report) -> Option<JournalError> {
    let damage = report.damage.as_ref()?;
    let (number, kind, intact) = (damage.number, damage.kind, report.intact);
    Some(JournalError::new(path, What::Damaged { number, kind, intact }))
}

/// What is wrong with a file that the database refuses to write to.
fn damage_of(path: &Path) -> Option<JournalError> {
    let report = JournalReader::open(path).and_then(|reader| reader.verify(None)).ok()?;
    damaged(path, &report)
}

impl Drop for Journal {
    fn drop(&mut self) {
        drop(self.sender.take());
        // The last connection to close puts the log away, and only one that writes can.
        self.reader.rest();
        if let Some(thread) = self.thread.take() {
            // A writer that has panicked has told those who wait by closing their tickets.
            let _ = thread.join();
        }
    }
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let head = self.head();
        f.debug_struct("Journal").field("path", &self.reader.path()).field("head", &head).finish()
    }
}
