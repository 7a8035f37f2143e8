//! A journal in one SQLite file.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kaissa_game::Timestamp;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params, params_from_iter};

use crate::{
    Body, Digest, Entry, EntryId, Filter, Head, Identity, JournalError, Store, What, chain,
};

/// The format of the file, kept as SQLite's `user_version`.
pub const FORMAT: i64 = 1;

/// SQLite's `application_id` of a journal: `Kais`.
const APPLICATION: i64 = 0x4B61_6973;

const SCHEMA: &str = include_str!("schema.sql");

const COLUMNS: &str =
    "number, recorded, happened, id, source, about, person, kind, body, body_hash, hash";

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// To read and write; it must be there.
    Write,
    /// To read only.
    Read,
}

/// Ways of opening a file, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Usual,
    /// Without a file of shared memory, as on a medium that cannot be written to, SQLite reads only
    /// what it is told will not change.
    Immutable,
    /// What a program that was killed has left half done is put back first, for which SQLite writes;
    /// afterwards it only reads.
    PutBack,
    /// A file that is shorter than it should be is refused as a whole, unless SQLite is told that
    /// its schema may be written, which a connection that only reads never does.
    Salvage,
}

/// A journal in a SQLite file.
pub(crate) struct SqliteStore {
    path: PathBuf,
    connection: Connection,
    identity: Identity,
    names: HashMap<i64, Box<str>>,
    numbers: HashMap<Box<str>, i64>,
}

impl SqliteStore {
    /// Makes a new file with an empty journal; one that holds something is left alone.
    pub fn create(path: &Path, identity: &Identity) -> Result<(), JournalError> {
        let fault = |error| JournalError::sqlite(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(fault)?;
        durable(&connection).map_err(fault)?;
        let change = connection.transaction().map_err(fault)?;
        let count = "SELECT count(*) FROM sqlite_schema";
        if change.query_row(count, [], |row| row.get::<_, i64>(0)).map_err(fault)? > 0 {
            return Err(JournalError::new(path, What::Exists));
        }
        change.pragma_update(None, "application_id", APPLICATION).map_err(fault)?;
        change.pragma_update(None, "user_version", FORMAT).map_err(fault)?;
        change.execute_batch(SCHEMA).map_err(fault)?;
        let values = params![identity.id.as_str(), identity.created.0];
        change
            .execute("INSERT INTO journal (id, created) VALUES (?1, ?2)", values)
            .map_err(fault)?;
        change.commit().map_err(fault)
    }

    /// Opens a journal.
    pub fn open(path: &Path, mode: Mode) -> Result<SqliteStore, JournalError> {
        if !path.exists() {
            return Err(JournalError::new(path, What::Missing));
        }
        let ways: &[Way] = match mode {
            Mode::Write => &[Way::Usual],
            Mode::Read if has_wal(path) => &[Way::Usual, Way::Salvage],
            Mode::Read => &[Way::Usual, Way::Immutable, Way::Salvage],
        };
        let mut opened = Err(JournalError::new(path, What::NotAJournal));
        for &way in ways {
            opened = SqliteStore::open_as(path, mode, way);
            if matches!(&opened, Err(error) if error.is_half_done()) {
                opened = SqliteStore::open_as(path, mode, Way::PutBack);
            }
            // Only what looks like a fault of the disk may look otherwise in another way.
            if !matches!(&opened, Err(error) if error.what == What::Disk) {
                return opened;
            }
        }
        opened
    }

    fn open_as(path: &Path, mode: Mode, way: Way) -> Result<SqliteStore, JournalError> {
        let fault = |error| JournalError::sqlite(path, error);
        let access = match mode {
            Mode::Read if way != Way::PutBack => OpenFlags::SQLITE_OPEN_READ_ONLY,
            Mode::Read | Mode::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
        };
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = if way == Way::Immutable {
            let flags = flags | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(immutable_uri(path), flags)
        } else {
            Connection::open_with_flags(path, flags)
        };
        let connection = connection.map_err(fault)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(fault)?;
        if way == Way::Salvage {
            connection.pragma_update(None, "writable_schema", true).map_err(fault)?;
        }
        let pragma = |name| connection.query_row(name, [], |row| row.get::<_, i64>(0));
        if pragma("PRAGMA application_id").map_err(fault)? != APPLICATION {
            return Err(JournalError::new(path, What::NotAJournal));
        }
        let found = pragma("PRAGMA user_version").map_err(fault)?;
        if found > FORMAT {
            return Err(JournalError::new(path, What::Newer { found, known: FORMAT }));
        }
        if mode == Mode::Read {
            connection.pragma_update(None, "query_only", true).map_err(fault)?;
        } else {
            durable(&connection).map_err(fault)?;
            // The answer is a row, which `pragma_update` does not take.
            connection
                .query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
                .map_err(fault)?;
        }
        let identity = identity_of(&connection, path)?;
        connection.set_prepared_statement_cache_capacity(64);
        let path = path.to_owned();
        let (names, numbers) = (HashMap::new(), HashMap::new());
        Ok(SqliteStore { path, connection, identity, names, numbers })
    }

    /// Lets the file grow to so many bytes and no further.
    pub fn limit(&self, bytes: u64) -> Result<(), JournalError> {
        let read = "PRAGMA page_size";
        let size: i64 = self.ask(|connection| connection.query_row(read, [], |row| row.get(0)))?;
        let pages = i64::try_from(bytes).unwrap_or(i64::MAX) / size.max(1);
        let limit = format!("PRAGMA max_page_count = {}", pages.max(1));
        self.ask(|connection| connection.query_row(&limit, [], |row| row.get::<_, i64>(0)))?;
        Ok(())
    }

    /// Copies the journal as it stands into a new file while others write.
    pub fn copy_to(&self, target: &Path) -> Result<(), JournalError> {
        let mut copy = Connection::open(target).map_err(|e| JournalError::sqlite(target, e))?;
        durable(&copy).map_err(|error| JournalError::sqlite(target, error))?;
        {
            let backup = rusqlite::backup::Backup::new(&self.connection, &mut copy);
            let backup = backup.map_err(|error| JournalError::sqlite(&self.path, error))?;
            // All pages in one step are those of one moment; a writer is not held up by a reader.
            let step = backup.step(-1).map_err(|error| JournalError::sqlite(target, error))?;
            if step != rusqlite::backup::StepResult::Done {
                return Err(JournalError::new(&self.path, What::Locked));
            }
        }
        // One file without companions, which can be put on any medium.
        copy.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get::<_, String>(0))
            .map_err(|error| JournalError::sqlite(target, error))?;
        Ok(())
    }

    fn ask<T>(
        &self,
        question: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, JournalError> {
        question(&self.connection).map_err(|error| JournalError::sqlite(&self.path, error))
    }

    /// The number under which a text stands in the list of names; `None` where it does not.
    fn known_number(&mut self, text: &str) -> Result<Option<i64>, JournalError> {
        if let Some(&number) = self.numbers.get(text) {
            return Ok(Some(number));
        }
        let found = self.ask(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT name FROM names WHERE text = ?1")?;
            statement.query_row([text], |row| row.get(0)).optional()
        })?;
        if let Some(number) = found {
            self.numbers.insert(text.into(), number);
        }
        Ok(found)
    }

    /// The number of a text, which is added to the list where it is new.
    fn number_of(&mut self, text: &str) -> Result<i64, JournalError> {
        if let Some(number) = self.known_number(text)? {
            return Ok(number);
        }
        let number = self.ask(|connection| {
            connection.prepare_cached("INSERT INTO names (text) VALUES (?1)")?.insert([text])
        })?;
        self.numbers.insert(text.into(), number);
        Ok(number)
    }

    fn name_of(&mut self, number: i64) -> rusqlite::Result<Box<str>> {
        if let Some(text) = self.names.get(&number) {
            return Ok(text.clone());
        }
        let mut statement =
            self.connection.prepare_cached("SELECT text FROM names WHERE name = ?1")?;
        let text: Box<str> = statement.query_row([number], |row| row.get(0))?;
        self.names.insert(number, text.clone());
        Ok(text)
    }

    /// The entries that a query gives; names are filled in once its rows are read.
    fn entries(&mut self, sql: &str, values: Vec<Value>) -> Result<Vec<Entry>, JournalError> {
        let rows = self.ask(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map(params_from_iter(values), RawEntry::read)?;
            rows.collect::<rusqlite::Result<Vec<RawEntry>>>()
        })?;
        let mut entries = Vec::with_capacity(rows.len());
        for row in rows {
            let entry = row.name(|number| self.name_of(number));
            entries.push(entry.map_err(|error| match error {
                // A name that is not in the list is damage, not an absent answer.
                rusqlite::Error::QueryReturnedNoRows => {
                    JournalError::sqlite(&self.path, corrupt("a name that the list lacks"))
                }
                error => JournalError::sqlite(&self.path, error),
            })?);
        }
        Ok(entries)
    }
}

impl Store for SqliteStore {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn head(&mut self) -> Result<Head, JournalError> {
        let last = self.ask(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1")?;
            statement
                .query_row([], |row| Ok(Head { number: number(row, 0)?, hash: digest(row, 1)? }))
                .optional()
        })?;
        Ok(last.unwrap_or(Head { number: 0, hash: chain::origin(&self.identity) }))
    }

    fn begin(&mut self) -> Result<Head, JournalError> {
        self.ask(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
        self.head()
    }

    fn put(&mut self, entry: &Entry) -> Result<(), JournalError> {
        let source = self.number_of(&entry.source)?;
        let about = entry.about.as_deref().map(|about| self.number_of(about)).transpose()?;
        let person = entry.person.as_deref().map(|person| self.number_of(person)).transpose()?;
        let kind = self.number_of(&entry.kind)?;
        let id = id_value(&entry.id);
        let erased = match &entry.body {
            Body::Kept(_) => None,
            Body::Erased(digest) => Some(digest.0),
        };
        self.ask(|connection| {
            let mut statement = connection.prepare_cached(
                "INSERT INTO entries (number, recorded, happened, id, source, about, person, \
                 kind, body, body_hash, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?;
            statement.execute(params![
                i64::try_from(entry.number).unwrap_or(i64::MAX),
                entry.recorded.0,
                entry.happened.0,
                id,
                source,
                about,
                person,
                kind,
                entry.body.json(),
                erased,
                entry.hash.0,
            ])
        })?;
        Ok(())
    }

    fn erase_body(&mut self, number: u64, digest: Digest) -> Result<(), JournalError> {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let erase = "UPDATE entries SET body = NULL, body_hash = ?2 WHERE number = ?1";
        self.ask(|connection| connection.execute(erase, params![number, digest.0]))?;
        Ok(())
    }

    fn put_attachment(&mut self, digest: Digest, bytes: &[u8]) -> Result<(), JournalError> {
        let put = "INSERT OR IGNORE INTO attachments (sha256, bytes) VALUES (?1, ?2)";
        self.ask(|connection| connection.execute(put, params![digest.0, bytes]))?;
        Ok(())
    }

    fn erase_attachment(&mut self, digest: Digest) -> Result<(), JournalError> {
        let erase = "DELETE FROM attachments WHERE sha256 = ?1";
        self.ask(|connection| connection.execute(erase, params![digest.0]))?;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), JournalError> {
        self.ask(|connection| connection.execute_batch("COMMIT"))
    }

    fn roll_back(&mut self) {
        // SQLite has already rolled back after some faults; then there is nothing left to do.
        let _ = self.connection.execute_batch("ROLLBACK");
        self.names.clear();
        self.numbers.clear();
    }

    fn scrub(&mut self) -> Result<(), JournalError> {
        // Freed bytes are overwritten by `secure_delete`; what was in the log before goes with it.
        let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
        self.ask(|connection| connection.query_row(truncate, [], |_| Ok(())))
    }

    fn find(&mut self, id: &EntryId) -> Result<Option<Entry>, JournalError> {
        let sql = format!("SELECT {COLUMNS} FROM entries WHERE id = ?1");
        Ok(self.entries(&sql, vec![id_value(id)])?.pop())
    }

    fn page(
        &mut self,
        filter: &Filter,
        from: u64,
        most: usize,
    ) -> Result<Vec<Entry>, JournalError> {
        let Ok(from) = i64::try_from(from) else { return Ok(Vec::new()) };
        let mut sql = format!("SELECT {COLUMNS} FROM entries WHERE number >= ?1");
        let mut values = vec![Value::Integer(from)];
        // A plus sign keeps the database from choosing the index of a column that narrows less.
        for (column, text) in [("about", &filter.about), ("+source", &filter.source)] {
            let Some(text) = text else { continue };
            let Some(number) = self.known_number(text)? else { return Ok(Vec::new()) };
            values.push(Value::Integer(number));
            sql += &format!(" AND {column} = ?{}", values.len());
        }
        if !filter.kinds.is_empty() {
            let column = if filter.about.is_some() { "+kind" } else { "kind" };
            let mut places = Vec::new();
            for kind in &filter.kinds {
                let Some(number) = self.known_number(kind)? else { continue };
                values.push(Value::Integer(number));
                places.push(format!("?{}", values.len()));
            }
            sql += &format!(" AND {column} IN ({})", places.join(", "));
        }
        sql += &format!(" ORDER BY number LIMIT {most}");
        self.entries(&sql, values)
    }

    fn attachment(&mut self, digest: Digest) -> Result<Option<Vec<u8>>, JournalError> {
        let read = "SELECT bytes FROM attachments WHERE sha256 = ?1";
        self.ask(|connection| {
            connection.query_row(read, params![digest.0], |row| row.get(0)).optional()
        })
    }

    fn check(&mut self) -> Result<Option<String>, JournalError> {
        let said: String = self.ask(|connection| {
            connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        })?;
        Ok((said != "ok").then_some(said))
    }
}

/// A row whose names are still numbers.
struct RawEntry {
    entry: Entry,
    source: i64,
    about: Option<i64>,
    person: Option<i64>,
    kind: i64,
}

impl RawEntry {
    fn read(row: &Row<'_>) -> rusqlite::Result<RawEntry> {
        let body = match row.get::<_, Option<Box<str>>>(8)? {
            Some(text) => Body::Kept(text),
            None => Body::Erased(digest(row, 9)?),
        };
        let entry = Entry {
            number: number(row, 0)?,
            recorded: Timestamp(row.get(1)?),
            happened: Timestamp(row.get(2)?),
            id: id_of(row.get_ref(3)?)?,
            source: String::new(),
            about: None,
            person: None,
            kind: String::new(),
            body,
            hash: digest(row, 10)?,
        };
        let (source, about) = (row.get(4)?, row.get(5)?);
        Ok(RawEntry { entry, source, about, person: row.get(6)?, kind: row.get(7)? })
    }

    fn name(
        self,
        mut name: impl FnMut(i64) -> rusqlite::Result<Box<str>>,
    ) -> rusqlite::Result<Entry> {
        let mut entry = self.entry;
        entry.source = name(self.source)?.into();
        entry.about = self.about.map(&mut name).transpose()?.map(Into::into);
        entry.person = self.person.map(&mut name).transpose()?.map(Into::into);
        entry.kind = name(self.kind)?.into();
        Ok(entry)
    }
}

/// What every connection that writes needs: each group is on the disk when it is committed, and
/// what is erased is overwritten.
fn durable(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    // Like FULL, and the folder is synced too when the file that holds the way back from an
    // unfinished change is removed: were it there again after a power cut, it would undo the change.
    connection.pragma_update(None, "synchronous", "EXTRA")?;
    // On macOS a plain sync leaves bytes in the drive's own memory.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    // The answer is a row.
    connection.query_row("PRAGMA secure_delete = ON", [], |_| Ok(()))
}

fn identity_of(connection: &Connection, path: &Path) -> Result<Identity, JournalError> {
    let read = "SELECT id, created FROM journal";
    let row = connection
        .query_row(read, [], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))
        .map_err(|error| JournalError::sqlite(path, error))?;
    let id = EntryId::new(&row.0).ok_or_else(|| JournalError::new(path, What::NotAJournal))?;
    Ok(Identity { id, created: Timestamp(row.1) })
}

fn has_wal(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    std::fs::metadata(PathBuf::from(name)).is_ok_and(|file| file.len() > 0)
}

/// The file's address with the promise that nobody changes it.
fn immutable_uri(path: &Path) -> String {
    let mut uri = String::from("file:");
    for letter in path.to_string_lossy().replace('\\', "/").chars() {
        match letter {
            '%' => uri.push_str("%25"),
            '?' => uri.push_str("%3f"),
            '#' => uri.push_str("%23"),
            letter => uri.push(letter),
        }
    }
    uri + "?immutable=1"
}

fn id_value(id: &EntryId) -> Value {
    match id.uuid() {
        Some(bytes) => Value::Blob(bytes.to_vec()),
        None => Value::Text(id.as_str().to_owned()),
    }
}

fn id_of(value: ValueRef<'_>) -> rusqlite::Result<EntryId> {
    let id = match value {
        ValueRef::Blob(bytes) => bytes.try_into().ok().map(EntryId::of_uuid),
        ValueRef::Text(bytes) => std::str::from_utf8(bytes).ok().and_then(EntryId::new),
        _ => None,
    };
    id.ok_or_else(|| corrupt("an id that is none"))
}

fn digest(row: &Row<'_>, column: usize) -> rusqlite::Result<Digest> {
    let bytes = row.get_ref(column)?.as_blob()?;
    bytes.try_into().map(Digest).map_err(|_| corrupt("a hash that is none"))
}

fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let number: i64 = row.get(column)?;
    u64::try_from(number).map_err(|_| corrupt("a number below zero"))
}

fn corrupt(found: &str) -> rusqlite::Error {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(found.to_owned()))
}
