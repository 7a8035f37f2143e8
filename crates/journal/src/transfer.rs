//! A journal as lines of JSON, and back.

use std::collections::HashSet;
use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use kaissa_game::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::digest::bytes_of_hex;
use crate::sqlite::{Mode, SqliteStore};
use crate::verify::Walk;
use crate::{
    Attachment, Body, Damage, Digest, Entries, Entry, EntryId, Filter, Identity, JournalError,
    JournalReader, LARGEST_ATTACHMENT, Report, Store, What,
};

/// The number that the first line of an export carries.
const EXPORT_FORMAT: i64 = 1;
/// The longest line of an export: an attachment in hexadecimal digits, and what is around it.
const LONGEST_LINE: u64 = 2 * LARGEST_ATTACHMENT as u64 + 4096;
/// How many entries are written at once.
const GROUP: usize = 4096;

/// The first line.
#[derive(Serialize, Deserialize)]
struct HeaderLine {
    kaissa_journal: i64,
    id: String,
    created: i64,
}

/// The line of an entry.
#[derive(Serialize, Deserialize)]
struct EntryLine<'l> {
    number: u64,
    recorded: i64,
    happened: i64,
    id: String,
    source: String,
    about: Option<String>,
    person: Option<String>,
    kind: String,
    #[serde(borrow)]
    body: Option<&'l RawValue>,
    body_sha256: Option<Digest>,
    hash: Digest,
}

/// The line of an attachment.
#[derive(Serialize, Deserialize)]
struct AttachmentLine {
    attachment: Digest,
    hex: String,
}

impl JournalReader {
    /// The journal as lines of JSON, as `docs/reference/journal.md` has them.
    ///
    /// The chain is followed on the way: a damaged journal gives the lines of its intact part and
    /// then an error.
    ///
    /// # Errors
    /// A fault of the disk.
    pub fn export(&self) -> Result<ExportLines, JournalError> {
        let entries = self.read(&Filter::all(), 1)?;
        Ok(ExportLines {
            reader: self.clone(),
            walk: Walk::new(self.identity(), None),
            entries,
            waiting: vec![header(self.identity())],
            told: HashSet::new(),
            is_over: false,
        })
    }
}

/// The lines of a journal that is exported.
pub struct ExportLines {
    reader: JournalReader,
    walk: Walk<'static>,
    entries: Entries,
    /// Lines that come next, the last one first.
    waiting: Vec<String>,
    /// Attachments that have been given.
    told: HashSet<Digest>,
    is_over: bool,
}

impl Iterator for ExportLines {
    type Item = Result<String, JournalError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(line) = self.waiting.pop() {
            return Some(Ok(line));
        }
        if self.is_over {
            return None;
        }
        let line = self.entries.next()?.and_then(|entry| self.line(&entry));
        self.is_over = line.is_err();
        Some(line)
    }
}

impl ExportLines {
    fn line(&mut self, entry: &Entry) -> Result<String, JournalError> {
        let intact = self.walk.intact;
        self.walk.take(entry).map_err(|Damage { number, kind, .. }| {
            JournalError::new(self.reader.path(), What::Damaged { number, kind, intact })
        })?;
        if let Some(line) = self.attachment_line(entry)? {
            self.waiting.push(line);
        }
        Ok(line_of(entry))
    }

    fn attachment_line(&mut self, entry: &Entry) -> Result<Option<String>, JournalError> {
        let Some(json) = entry.body.json().filter(|_| entry.kind == "attachment_added") else {
            return Ok(None);
        };
        let Ok(attachment) = serde_json::from_str::<Attachment>(json) else { return Ok(None) };
        let digest = attachment.sha256;
        if !self.told.insert(digest) {
            return Ok(None);
        }
        let Some(bytes) = self.reader.attachment(digest)? else { return Ok(None) };
        let hex = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Some(json_line(&AttachmentLine { attachment: digest, hex })))
    }
}

/// The line that an entry is exported as.
pub(crate) fn line_of(entry: &Entry) -> String {
    let body = entry.body.json().map(serde_json::from_str::<&RawValue>);
    let body_sha256 = match &entry.body {
        Body::Kept(_) => None,
        Body::Erased(digest) => Some(*digest),
    };
    json_line(&EntryLine {
        number: entry.number,
        recorded: entry.recorded.0,
        happened: entry.happened.0,
        id: entry.id.as_str().to_owned(),
        source: entry.source.clone(),
        about: entry.about.clone(),
        person: entry.person.clone(),
        kind: entry.kind.clone(),
        body: body.and_then(Result::ok),
        body_sha256,
        hash: entry.hash,
    })
}

/// Makes a journal of the lines of another one: the same entries, the same chain, the same head.
///
/// The file gets its name only when everything in it has been verified.
///
/// # Errors
/// The file is there already, a line is not as it should be, the chain does not verify, a fault of
/// the disk.
pub fn import(path: impl AsRef<Path>, lines: impl BufRead) -> Result<Report, JournalError> {
    let path = path.as_ref();
    if path.exists() {
        return Err(JournalError::new(path, What::Exists));
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    // What an earlier attempt left behind.
    let _ = std::fs::remove_file(&part);
    let done = fill(&part, lines).and_then(|()| {
        let reader = JournalReader::open(&part)?;
        let report = reader.verify(None)?;
        if let Some(Damage { number, kind, .. }) = report.damage {
            return Err(JournalError::new(
                path,
                What::Damaged { number, kind, intact: report.intact },
            ));
        }
        drop(reader);
        std::fs::rename(&part, path).map_err(|error| JournalError::io(path, error))?;
        Ok(report)
    });
    if done.is_err() {
        // What is left is of no use to anybody.
        let _ = std::fs::remove_file(&part);
    }
    done.map_err(|error| JournalError { path: path.to_owned(), ..error })
}

fn fill(path: &Path, mut lines: impl BufRead) -> Result<(), JournalError> {
    let mut line = Vec::new();
    let mut number = 0;
    let unreadable =
        |line: u64, found: String| JournalError::new(path, What::Unreadable { line, found });
    let mut next = |line: &mut Vec<u8>| -> Result<Option<u64>, JournalError> {
        line.clear();
        number += 1;
        let mut bounded = (&mut lines).take(LONGEST_LINE);
        bounded.read_until(b'\n', line).map_err(|error| JournalError::io(path, error))?;
        if line.len() as u64 >= LONGEST_LINE {
            return Err(unreadable(number, "a line longer than any can be".to_owned()));
        }
        Ok((!line.is_empty()).then_some(number))
    };
    next(&mut line)?;
    let identity = identity_of(&line).map_err(|found| unreadable(1, found))?;
    SqliteStore::create(path, &identity)?;
    let mut store = SqliteStore::open(path, Mode::Write)?;
    let mut walk = Walk::new(&identity, None);
    let mut n_waiting = 0;
    store.begin()?;
    while let Some(at) = next(&mut line)? {
        if line.trim_ascii().is_empty() {
            continue;
        }
        put(&line, &mut store, &mut walk).map_err(|fault| match fault {
            Fault::Line(found) => unreadable(at, found),
            Fault::Damage(Damage { number, kind, .. }) => {
                let intact = walk.intact;
                JournalError::new(path, What::Damaged { number, kind, intact })
            }
            Fault::Store(error) => error,
        })?;
        n_waiting += 1;
        if n_waiting == GROUP {
            store.commit()?;
            store.begin()?;
            n_waiting = 0;
        }
    }
    store.commit()?;
    store.scrub()
}

/// Why a line could not be put in.
enum Fault {
    Line(String),
    Damage(Damage),
    Store(JournalError),
}

fn put(line: &[u8], store: &mut SqliteStore, walk: &mut Walk<'_>) -> Result<(), Fault> {
    let wrong = |error: serde_json::Error| Fault::Line(error.to_string());
    if line.starts_with(b"{\"attachment\"") {
        let attachment: AttachmentLine = serde_json::from_slice(line).map_err(wrong)?;
        let bytes = bytes_of_hex(&attachment.hex);
        let bytes = bytes.filter(|bytes| Digest::of(bytes) == attachment.attachment);
        let bytes = bytes.ok_or_else(|| Fault::Line("an attachment of another hash".to_owned()))?;
        return store.put_attachment(attachment.attachment, &bytes).map_err(Fault::Store);
    }
    let entry = entry_of(serde_json::from_slice(line).map_err(wrong)?).map_err(Fault::Line)?;
    walk.take(&entry).map_err(Fault::Damage)?;
    store.put(&entry).map_err(Fault::Store)
}

fn entry_of(line: EntryLine<'_>) -> Result<Entry, String> {
    let body = match (line.body, line.body_sha256) {
        (None, Some(digest)) => Body::Erased(digest),
        (Some(body), None) => Body::Kept(body.get().into()),
        // A body that is null is one all the same.
        (None, None) => Body::Kept("null".into()),
        (Some(_), Some(_)) => return Err("a body and the hash of an erased one".to_owned()),
    };
    let id = EntryId::new(&line.id).ok_or_else(|| format!("the id \"{}\"", line.id))?;
    Ok(Entry {
        number: line.number,
        recorded: Timestamp(line.recorded),
        happened: Timestamp(line.happened),
        id,
        source: line.source,
        about: line.about,
        person: line.person,
        kind: line.kind,
        body,
        hash: line.hash,
    })
}

fn header(identity: &Identity) -> String {
    let (id, created) = (identity.id.as_str().to_owned(), identity.created.0);
    json_line(&HeaderLine { kaissa_journal: EXPORT_FORMAT, id, created })
}

fn identity_of(line: &[u8]) -> Result<Identity, String> {
    let header: HeaderLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    if header.kaissa_journal != EXPORT_FORMAT {
        return Err(format!("format {}, expected {EXPORT_FORMAT}", header.kaissa_journal));
    }
    let id = EntryId::new(&header.id).ok_or_else(|| format!("the id \"{}\"", header.id))?;
    Ok(Identity { id, created: Timestamp(header.created) })
}

fn json_line(value: &impl Serialize) -> String {
    // These values are texts and numbers, which JSON can always say.
    serde_json::to_string(value).unwrap_or_default()
}
