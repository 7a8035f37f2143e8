//! Reading a journal, while it is written or not.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::sqlite::{Mode, SqliteStore};
use crate::store::Store;
use crate::{
    DamageKind, Digest, Entry, EntryId, Filter, Head, Identity, JournalError, Report, What,
    WrittenHead, verify,
};

/// How many entries are fetched at once.
const PAGE: usize = 256;
/// How many connections are kept for the next reading.
const MOST_IDLE: usize = 4;

/// A journal opened for reading; it may be written at the same time by another process.
///
/// It can be cloned and sent to any number of threads.
#[derive(Clone)]
pub struct JournalReader {
    path: PathBuf,
    identity: Identity,
    idle: Arc<Mutex<Vec<SqliteStore>>>,
}

impl JournalReader {
    /// Opens a journal for reading. Nothing in it is changed, and a damaged one opens as far as its
    /// file can be understood.
    ///
    /// # Errors
    /// No such file, no journal, one of a newer version, a fault of the disk.
    pub fn open(path: impl AsRef<Path>) -> Result<JournalReader, JournalError> {
        let path = path.as_ref();
        let store = SqliteStore::open(path, Mode::Read)?;
        let identity = store.identity().clone();
        let idle = Arc::new(Mutex::new(vec![store]));
        Ok(JournalReader { path: path.to_owned(), identity, idle })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What makes the journal this one.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The head as it stands on the disk.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn head(&self) -> Result<Head, JournalError> {
        self.with(|store| store.head())
    }

    /// The entries from a number on that a filter lets through, in order.
    ///
    /// What is written while they are read comes too.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn read(&self, filter: &Filter, from: u64) -> Result<Entries, JournalError> {
        let store = Some(self.take()?);
        let page = Vec::new().into_iter();
        Ok(Entries {
            reader: self.clone(),
            store,
            filter: filter.clone(),
            from,
            page,
            is_over: false,
        })
    }

    /// The entry with a number.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn entry(&self, number: u64) -> Result<Option<Entry>, JournalError> {
        let mut page = self.with(|store| store.page(&Filter::all(), number, 1))?;
        Ok(page.pop().filter(|entry| entry.number == number))
    }

    /// The entry with an id.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn find(&self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        self.with(|store| store.find(id))
    }

    /// The bytes of an attachment; `None` where they are not there or were erased.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn attachment(&self, sha256: Digest) -> Result<Option<Vec<u8>>, JournalError> {
        self.with(|store| store.attachment(sha256))
    }

    /// Goes through the whole journal and says whether it is as it was written.
    ///
    /// # Errors
    /// A fault of the disk; damage is part of the report.
    pub fn verify(&self, expected: Option<&WrittenHead>) -> Result<Report, JournalError> {
        let mut store = self.take()?;
        let report = verify::verify(&mut store, &self.path, expected);
        self.give_back(store);
        report
    }

    /// Copies the journal as it stands into a new file, also while another process writes to it.
    ///
    /// The copy is verified before it gets its name; what it holds is in the report.
    ///
    /// # Errors
    /// The file is there already, a fault of the disk, or a damaged copy.
    pub fn backup_to(&self, target: impl AsRef<Path>) -> Result<Report, JournalError> {
        let target = target.as_ref();
        if target.exists() {
            return Err(JournalError::new(target, What::Exists));
        }
        let mut part = target.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let done = self.copy_and_verify(&part).and_then(|report| {
            std::fs::rename(&part, target).map_err(|error| JournalError::io(target, error))?;
            Ok(report)
        });
        if done.is_err() {
            // What is left of the copy is of no use to anybody.
            let _ = std::fs::remove_file(&part);
        }
        done
    }

    fn copy_and_verify(&self, part: &Path) -> Result<Report, JournalError> {
        // What an earlier attempt left behind.
        let _ = std::fs::remove_file(part);
        let store = self.take()?;
        let copied = store.copy_to(part);
        self.give_back(store);
        copied?;
        JournalReader::open(part)?.verify(None)
    }

    /// Closes the connections that are not in use.
    pub(crate) fn rest(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&mut SqliteStore) -> Result<T, JournalError>,
    ) -> Result<T, JournalError> {
        let mut store = self.take()?;
        let answer = ask(&mut store);
        self.give_back(store);
        answer
    }

    fn take(&self) -> Result<SqliteStore, JournalError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match idle {
            Some(store) => Ok(store),
            None => SqliteStore::open(&self.path, Mode::Read),
        }
    }

    fn give_back(&self, store: SqliteStore) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(store);
        }
    }
}

impl std::fmt::Debug for JournalReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JournalReader").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Entries that are being read; at an entry that cannot be read it ends with an error.
pub struct Entries {
    reader: JournalReader,
    store: Option<SqliteStore>,
    filter: Filter,
    /// The number from which the next page is asked for.
    from: u64,
    page: std::vec::IntoIter<Entry>,
    is_over: bool,
}

impl Iterator for Entries {
    type Item = Result<Entry, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entry) = self.page.next() {
            return Some(Ok(entry));
        }
        if self.is_over {
            return None;
        }
        let store = self.store.as_mut()?;
        let page = match store.page(&self.filter, self.from, PAGE) {
            // Up to the damage the entries can be read one by one.
            Err(error) if error.is_corruption() => store.page(&self.filter, self.from, 1),
            page => page,
        };
        match page {
            Ok(page) => {
                // The next call asks again at the end, and then gets nothing.
                self.from = page.last().map_or(self.from, |last| last.number + 1);
                self.is_over = page.is_empty();
                self.page = page.into_iter();
                self.page.next().map(Ok)
            }
            Err(error) => {
                self.is_over = true;
                Some(Err(self.damage(error)))
            }
        }
    }
}

impl Entries {
    /// An error with its place, where the database finds its file damaged.
    fn damage(&self, error: JournalError) -> JournalError {
        if !error.is_corruption() {
            return error;
        }
        let number = self.from;
        let intact = Head { number: number.saturating_sub(1), hash: Digest([0; 32]) };
        let what = What::Damaged { number, kind: DamageKind::Unreadable, intact };
        JournalError { what, ..error }
    }
}

impl Drop for Entries {
    fn drop(&mut self) {
        if let Some(store) = self.store.take() {
            self.reader.give_back(store);
        }
    }
}
