//! Whether a journal is as it was written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::{
    Attachment, BodyErased, Digest, Entry, Filter, Head, Identity, JournalError, Store,
    WrittenHead, chain,
};

/// How many entries are fetched at once.
const PAGE: usize = 512;

/// What going through a journal has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which journal it is.
    pub identity: Identity,
    /// The last entry up to which everything is as it was written.
    pub intact: Head,
    /// How many bodies were erased, each by an entry that says so.
    pub n_erased: u64,
    /// How many attachments are there and as they were put in.
    pub n_attachments: u64,
    /// The first thing that is wrong, if anything is.
    pub damage: Option<Damage>,
    /// What became of the head that was to be compared; `None` where none was given.
    pub head: Option<HeadCheck>,
}

impl Report {
    /// Whether everything is as it was written, the compared head included.
    pub fn verifies(&self) -> bool {
        self.damage.is_none() && self.head.is_none_or(|head| head == HeadCheck::Found)
    }
}

/// The first thing that is wrong with a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The entry at which it shows.
    pub number: u64,
    /// What is wrong.
    pub kind: DamageKind,
    /// What was found, where the database says more.
    pub found: String,
}

/// What can be wrong with a journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DamageKind {
    /// The hash is not that of the entry: the entry, or one before it, was changed.
    Hash,
    /// An entry is missing.
    Missing,
    /// A body is gone and no entry says that it was erased.
    BodyGone,
    /// The bytes of an attachment are missing.
    AttachmentGone,
    /// The bytes of an attachment are not those that were put in.
    Attachment,
    /// The file cannot be read here.
    Unreadable,
    /// The database finds its own file damaged, though every entry is intact.
    File,
}

impl DamageKind {
    /// Every kind.
    pub const ALL: [DamageKind; 7] = [
        DamageKind::Hash,
        DamageKind::Missing,
        DamageKind::BodyGone,
        DamageKind::AttachmentGone,
        DamageKind::Attachment,
        DamageKind::Unreadable,
        DamageKind::File,
    ];

    /// The word by which JSON and the catalogue name it.
    pub const fn word(self) -> &'static str {
        match self {
            DamageKind::Hash => "hash",
            DamageKind::Missing => "missing",
            DamageKind::BodyGone => "body_gone",
            DamageKind::AttachmentGone => "attachment_gone",
            DamageKind::Attachment => "attachment",
            DamageKind::Unreadable => "unreadable",
            DamageKind::File => "file",
        }
    }
}

/// What became of a head that was compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeadCheck {
    /// The journal went through it; it may have grown since.
    Found,
    /// The entry of that number has another hash: another journal, or one that was rewritten.
    Differs,
    /// The journal ends before it: entries are missing, or it is another journal.
    TooShort,
}

impl HeadCheck {
    /// The word by which JSON and the catalogue name it.
    pub const fn word(self) -> &'static str {
        match self {
            HeadCheck::Found => "found",
            HeadCheck::Differs => "differs",
            HeadCheck::TooShort => "too_short",
        }
    }
}

/// Goes through a whole journal.
pub(crate) fn verify(
    store: &mut dyn Store,
    path: &Path,
    expected: Option<&WrittenHead>,
) -> Result<Report, JournalError> {
    let identity = store.identity().clone();
    let mut walk = Walk::new(&identity, expected);
    let damage = match walk.go(store)? {
        None => check_rest(store, &mut walk, path)?,
        damage => damage,
    };
    Ok(walk.report(identity, damage))
}

/// Goes along the chain only: no attachment is read, and the database does not look at its own file.
pub(crate) fn verify_chain(store: &mut dyn Store) -> Result<Report, JournalError> {
    let identity = store.identity().clone();
    let mut walk = Walk::new(&identity, None);
    let damage = walk.go(store)?;
    Ok(walk.report(identity, damage))
}

/// Attachments and the database's own order, once every entry is known to be right.
fn check_rest(
    store: &mut dyn Store,
    walk: &mut Walk<'_>,
    path: &Path,
) -> Result<Option<Damage>, JournalError> {
    for (&digest, &number) in &walk.attachments {
        let kind = match store.attachment(digest) {
            Ok(Some(bytes)) if Digest::of(&bytes) == digest => {
                walk.n_attachments += 1;
                continue;
            }
            Ok(Some(_)) => DamageKind::Attachment,
            Ok(None) => DamageKind::AttachmentGone,
            Err(error) if error.is_corruption() => DamageKind::Unreadable,
            Err(error) => return Err(error),
        };
        return Ok(Some(damage_at(number, kind, digest.to_string())));
    }
    let found = match store.check() {
        Ok(found) => found,
        Err(error) if error.is_corruption() => Some(error.to_string()),
        Err(error) => return Err(JournalError { path: path.to_owned(), ..error }),
    };
    Ok(found.map(|found| damage_at(walk.intact.number, DamageKind::File, found)))
}

/// The way along the chain.
pub(crate) struct Walk<'e> {
    pub intact: Head,
    expected: Option<&'e WrittenHead>,
    passed: Option<bool>,
    /// Entries without a body, each with the hash that stands in its place.
    erased: BTreeMap<u64, Digest>,
    /// Entries that an erasure names.
    explained: BTreeSet<(u64, Digest)>,
    /// Attachments by their hash, with the entry that brought them.
    attachments: BTreeMap<Digest, u64>,
    n_attachments: u64,
}

impl<'e> Walk<'e> {
    pub fn new(identity: &Identity, expected: Option<&'e WrittenHead>) -> Walk<'e> {
        let intact = Head { number: 0, hash: chain::origin(identity) };
        Walk {
            intact,
            expected,
            passed: expected.map(|expected| expected.is(intact)).filter(|&is_found| is_found),
            erased: BTreeMap::new(),
            explained: BTreeSet::new(),
            attachments: BTreeMap::new(),
            n_attachments: 0,
        }
    }

    /// Goes through all entries to the first one that is wrong.
    fn go(&mut self, store: &mut dyn Store) -> Result<Option<Damage>, JournalError> {
        loop {
            let from = self.intact.number + 1;
            let page = match store.page(&Filter::all(), from, PAGE) {
                // Up to the damage the entries can be read one by one.
                Err(error) if error.is_corruption() => store.page(&Filter::all(), from, 1),
                page => page,
            };
            let page = match page {
                Ok(page) => page,
                Err(error) if error.is_corruption() => {
                    return Ok(Some(damage_at(from, DamageKind::Unreadable, error.to_string())));
                }
                Err(error) => return Err(error),
            };
            if page.is_empty() {
                return Ok(self.unexplained());
            }
            for entry in page {
                if let Err(damage) = self.take(&entry) {
                    return Ok(Some(damage));
                }
            }
        }
    }

    fn report(self, identity: Identity, damage: Option<Damage>) -> Report {
        let head = self.head_check();
        let Walk { intact, erased, n_attachments, .. } = self;
        let n_erased = erased.len() as u64;
        Report { identity, intact, n_erased, n_attachments, damage, head }
    }

    /// Takes the next entry, or says what is wrong with it.
    pub fn take(&mut self, entry: &Entry) -> Result<(), Damage> {
        let number = self.intact.number + 1;
        if entry.number != number {
            let found = format!("entry {}", entry.number);
            return Err(damage_at(number, DamageKind::Missing, found));
        }
        if chain::hash_after(self.intact.hash, entry) != entry.hash {
            return Err(damage_at(number, DamageKind::Hash, String::new()));
        }
        self.intact = Head { number, hash: entry.hash };
        if let Some(expected) = self.expected.filter(|expected| expected.number == number) {
            self.passed = Some(expected.is(self.intact));
        }
        let Some(text) = entry.body.json() else {
            self.erased.insert(number, entry.body.digest());
            return Ok(());
        };
        match entry.kind.as_str() {
            "body_erased" => {
                if let Ok(erasure) = serde_json::from_str::<BodyErased>(text) {
                    self.explained.insert((erasure.entry, erasure.sha256));
                }
            }
            "attachment_added" => {
                if let Ok(attachment) = serde_json::from_str::<Attachment>(text) {
                    self.attachments.entry(attachment.sha256).or_insert(number);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The first body that is gone without an entry that says so.
    fn unexplained(&self) -> Option<Damage> {
        let is_explained =
            |(number, digest): &(&u64, &Digest)| self.explained.contains(&(**number, **digest));
        let (number, _) = self.erased.iter().find(|pair| !is_explained(pair))?;
        Some(damage_at(*number, DamageKind::BodyGone, String::new()))
    }

    fn head_check(&self) -> Option<HeadCheck> {
        self.expected?;
        Some(match self.passed {
            Some(true) => HeadCheck::Found,
            Some(false) => HeadCheck::Differs,
            None => HeadCheck::TooShort,
        })
    }
}

fn damage_at(number: u64, kind: DamageKind, found: String) -> Damage {
    Damage { number, kind, found }
}
