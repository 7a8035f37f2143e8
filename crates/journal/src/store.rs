//! What a journal asks of the place where it is kept: one small trait, so that another database can
//! serve later.

use kaissa_game::Timestamp;

use crate::{Digest, Entry, EntryId, Head, JournalError};

/// What makes a journal this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its id, made when it was made.
    pub id: EntryId,
    /// When it was made.
    pub created: Timestamp,
}

/// Which entries are asked for. Each part that is given narrows them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Only those of this source.
    pub source: Option<String>,
    /// Only those about this row or game.
    pub about: Option<String>,
    /// Only those of one of these kinds; of all where the list is empty.
    pub kinds: Vec<String>,
}

impl Filter {
    /// All entries.
    pub fn all() -> Filter {
        Filter::default()
    }

    /// Those about a row or a game.
    pub fn about(about: impl Into<String>) -> Filter {
        Filter { about: Some(about.into()), ..Filter::default() }
    }

    /// Those of some kinds.
    pub fn kinds<S: Into<String>>(kinds: impl IntoIterator<Item = S>) -> Filter {
        Filter { kinds: kinds.into_iter().map(Into::into).collect(), ..Filter::default() }
    }

    /// Those of this filter that come from a source.
    #[must_use]
    pub fn of_source(mut self, source: impl Into<String>) -> Filter {
        self.source = Some(source.into());
        self
    }
}

/// A place where a journal is kept.
///
/// What is put between [`Store::begin`] and [`Store::commit`] is there as a whole or not at all, and
/// durable when `commit` has returned.
pub trait Store: Send {
    /// What makes the journal this one.
    fn identity(&self) -> &Identity;

    /// Its head; number 0 with the hash of the journal's origin where it is empty.
    ///
    /// # Errors
    /// A fault of the disk.
    fn head(&mut self) -> Result<Head, JournalError>;

    /// Begins a group of writes and gives the head that it stands on.
    ///
    /// # Errors
    /// [`What::Locked`](crate::What) where somebody else writes.
    fn begin(&mut self) -> Result<Head, JournalError>;

    /// Puts the next entry.
    ///
    /// # Errors
    /// A fault of the disk; the group is to be rolled back.
    fn put(&mut self, entry: &Entry) -> Result<(), JournalError>;

    /// Replaces the body of an entry by its digest.
    ///
    /// # Errors
    /// A fault of the disk; the group is to be rolled back.
    fn erase_body(&mut self, number: u64, digest: Digest) -> Result<(), JournalError>;

    /// Keeps the bytes of an attachment.
    ///
    /// # Errors
    /// A fault of the disk; the group is to be rolled back.
    fn put_attachment(&mut self, digest: Digest, bytes: &[u8]) -> Result<(), JournalError>;

    /// Takes the bytes of an attachment out.
    ///
    /// # Errors
    /// A fault of the disk; the group is to be rolled back.
    fn erase_attachment(&mut self, digest: Digest) -> Result<(), JournalError>;

    /// Makes the group durable.
    ///
    /// # Errors
    /// A fault of the disk; the group is to be rolled back.
    fn commit(&mut self) -> Result<(), JournalError>;

    /// Leaves everything as it was before the group.
    fn roll_back(&mut self);

    /// Makes sure that nothing erased is left anywhere in the files.
    ///
    /// # Errors
    /// A fault of the disk.
    fn scrub(&mut self) -> Result<(), JournalError>;

    /// The entry with an id.
    ///
    /// # Errors
    /// A fault of the disk.
    fn find(&mut self, id: &EntryId) -> Result<Option<Entry>, JournalError>;

    /// The next entries from a number on that a filter lets through, in order, at most so many.
    ///
    /// # Errors
    /// A fault of the disk.
    fn page(&mut self, filter: &Filter, from: u64, most: usize)
    -> Result<Vec<Entry>, JournalError>;

    /// The bytes of an attachment.
    ///
    /// # Errors
    /// A fault of the disk.
    fn attachment(&mut self, digest: Digest) -> Result<Option<Vec<u8>>, JournalError>;

    /// What the database finds wrong with its own file, if anything.
    ///
    /// # Errors
    /// A fault of the disk.
    fn check(&mut self) -> Result<Option<String>, JournalError>;
}
