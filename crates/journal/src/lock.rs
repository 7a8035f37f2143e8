//! One writer for each journal, across processes: a lock on a small file beside it.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::{JournalError, What};

/// The lock, held until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock of a journal, or says that somebody has it.
    pub fn take(path: &Path) -> Result<WriterLock, JournalError> {
        let beside = lock_path(path);
        // The file is never removed: a lock on a file without a name would hold nobody off.
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside);
        let file = file.map_err(|error| JournalError::io(path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(WriterLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(JournalError::new(path, What::Locked)),
            Err(TryLockError::Error(error)) => Err(JournalError::io(path, error)),
        }
    }
}

/// The file that is locked: the real name of the journal with `.lock` behind it.
fn lock_path(path: &Path) -> PathBuf {
    let real = path.canonicalize().ok().or_else(|| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    });
    let mut name = real.unwrap_or_else(|| path.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
}
