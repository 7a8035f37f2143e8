//! What can go wrong with a journal.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{DamageKind, Head};

/// Something went wrong with a journal: where and what.
///
/// The words for people stand in the catalogue under [`JournalError::message`].
#[derive(Clone, Debug)]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// What went wrong.
    pub what: What,
    /// What the system or the database said.
    pub source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// What went wrong with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
    /// There is no such file.
    Missing,
    /// A journal that was to be made is there already.
    Exists,
    /// Another program, or another part of this one, writes to it.
    Locked,
    /// There is no room on the disk, or the file has reached the size that it was allowed.
    Full,
    /// Reading or writing may not be done.
    Denied,
    /// The file is no journal of Kaissa.
    NotAJournal,
    /// It was written by a newer version.
    Newer {
        /// The format that was found.
        found: i64,
        /// The newest format that this version knows.
        known: i64,
    },
    /// An entry is not as it was written.
    Damaged {
        /// The entry.
        number: u64,
        /// What is wrong with it.
        kind: DamageKind,
        /// The last head before it; everything up to it is intact.
        intact: Head,
    },
    /// The id is that of another entry.
    IdTaken {
        /// The other entry.
        number: u64,
    },
    /// A body or an attachment is too large.
    TooLarge {
        /// Its size in bytes.
        bytes: u64,
        /// The largest size.
        most: u64,
    },
    /// There is no such entry, or its body cannot be erased.
    NoBody {
        /// The entry that was named.
        number: u64,
    },
    /// A text that was to be imported is not as it should be.
    Unreadable {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        found: String,
    },
    /// The disk or the network failed.
    Disk,
    /// The writer has ended.
    Closed,
}

impl JournalError {
    pub(crate) fn new(path: &Path, what: What) -> JournalError {
        JournalError { path: path.to_owned(), what, source: None }
    }

    pub(crate) fn io(path: &Path, error: std::io::Error) -> JournalError {
        use std::io::ErrorKind;
        let what = match error.kind() {
            ErrorKind::NotFound => What::Missing,
            ErrorKind::AlreadyExists => What::Exists,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => What::Denied,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => What::Full,
            _ => What::Disk,
        };
        JournalError { path: path.to_owned(), what, source: Some(Arc::new(error)) }
    }

    pub(crate) fn sqlite(path: &Path, error: rusqlite::Error) -> JournalError {
        use rusqlite::ErrorCode;
        let what = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => What::Locked,
            Some(ErrorCode::DiskFull) => What::Full,
            Some(ErrorCode::NotADatabase) => What::NotAJournal,
            Some(ErrorCode::CannotOpen) if !path.exists() => What::Missing,
            Some(
                ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::AuthorizationForStatementDenied,
            ) => What::Denied,
            _ => What::Disk,
        };
        JournalError { path: path.to_owned(), what, source: Some(Arc::new(error)) }
    }

    /// Whether the database says that its file is damaged.
    pub(crate) fn is_corruption(&self) -> bool {
        let source = self.source.as_deref().and_then(|source| source.downcast_ref());
        let code = source.and_then(rusqlite::Error::sqlite_error_code);
        matches!(
            code,
            Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase)
        ) || matches!(source, Some(rusqlite::Error::FromSqlConversionFailure(..)))
            || matches!(source, Some(rusqlite::Error::InvalidColumnType(..)))
            || matches!(source, Some(rusqlite::Error::IntegralValueOutOfRange(..)))
            || matches!(source, Some(rusqlite::Error::Utf8Error(..)))
    }

    /// Whether a change that was never finished stands in the way of one who may only read.
    pub(crate) fn is_half_done(&self) -> bool {
        let source = self.source.as_deref().and_then(|source| source.downcast_ref());
        matches!(
            source,
            Some(rusqlite::Error::SqliteFailure(fault, _))
                if fault.extended_code == rusqlite::ffi::SQLITE_READONLY_ROLLBACK
        )
    }

    /// The message of the catalogue that says it.
    pub fn message(&self) -> &'static str {
        match self.what {
            What::Missing => "journal-missing",
            What::Exists => "journal-exists",
            What::Locked => "journal-locked",
            What::Full => "journal-full",
            What::Denied => "journal-denied",
            What::NotAJournal => "journal-not-one",
            What::Newer { .. } => "journal-newer",
            What::Damaged { .. } => "journal-damaged",
            What::IdTaken { .. } => "journal-id-taken",
            What::TooLarge { .. } => "journal-too-large",
            What::NoBody { .. } => "journal-no-body",
            What::Unreadable { .. } => "journal-unreadable",
            What::Disk => "journal-disk",
            What::Closed => "journal-closed",
        }
    }

    /// The message of the catalogue that says what to do next.
    pub fn next(&self) -> Option<&'static str> {
        Some(match self.what {
            What::Missing => "journal-missing-next",
            What::Exists => "journal-exists-next",
            What::Locked => "journal-locked-next",
            What::Full => "journal-full-next",
            What::Denied => "journal-denied-next",
            What::NotAJournal => "journal-not-one-next",
            What::Newer { .. } => "journal-newer-next",
            What::Damaged { .. } => "journal-damaged-next",
            What::Disk => "journal-disk-next",
            _ => return None,
        })
    }

    /// The values of these messages by name; both take the same.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let mut values = vec![("path", self.path.display().to_string())];
        let detail = self.source.as_ref().map(ToString::to_string).unwrap_or_default();
        match &self.what {
            What::Newer { found, known } => {
                values.push(("found", found.to_string()));
                values.push(("known", known.to_string()));
            }
            What::Damaged { number, kind, intact } => {
                values.push(("number", number.to_string()));
                values.push(("kind", kind.word().to_owned()));
                values.push(("intact", intact.number.to_string()));
                values.push(("head", intact.to_string()));
            }
            What::IdTaken { number } | What::NoBody { number } => {
                values.push(("number", number.to_string()));
            }
            What::TooLarge { bytes, most } => {
                values.push(("bytes", bytes.to_string()));
                values.push(("most", most.to_string()));
            }
            What::Unreadable { line, found } => {
                values.push(("line", line.to_string()));
                values.push(("found", found.clone()));
            }
            _ => values.push(("detail", detail)),
        }
        values
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.path.display(), self.what)?;
        match &self.source {
            Some(source) => write!(f, " ({source})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
