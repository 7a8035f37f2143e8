//! SQLite's way to the disk with a recorder in between: every write, cut, sync and removal of a
//! file in one folder is noted, and done.

#![allow(unsafe_code, reason = "SQLite asks for its files through C functions")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use rusqlite::ffi;

use super::disk::Event;

/// What is recorded, while something is.
struct Tape {
    folder: PathBuf,
    events: Vec<Event>,
}

static TAPE: Mutex<Option<Tape>> = Mutex::new(None);
/// One recording at a time.
static TURN: Mutex<()> = Mutex::new(());
static INSTALLED: Once = Once::new();

fn tape() -> MutexGuard<'static, Option<Tape>> {
    TAPE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A recording that goes on.
pub struct Recording {
    _turn: MutexGuard<'static, ()>,
}

impl Recording {
    /// Begins to record what happens to the files of a folder.
    pub fn begin(folder: &Path) -> Recording {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        INSTALLED.call_once(install);
        *tape() = Some(Tape { folder: folder.to_owned(), events: Vec::new() });
        Recording { _turn: turn }
    }

    /// How much has been recorded.
    pub fn len(&self) -> usize {
        tape().as_ref().map_or(0, |tape| tape.events.len())
    }

    /// Ends it and gives what was recorded.
    pub fn end(self) -> Vec<Event> {
        tape().take().map(|tape| tape.events).unwrap_or_default()
    }
}

fn record(file: &str, event: impl FnOnce(String) -> Event) {
    if let Some(tape) = tape().as_mut() {
        let path = Path::new(file);
        if path.parent() == Some(&tape.folder)
            && let Some(name) = path.file_name()
        {
            let event = event(name.to_string_lossy().into_owned());
            tape.events.push(event);
        }
    }
}

/// Our part of an open file; SQLite's own file follows it in memory.
#[repr(C)]
struct RecordedFile {
    base: ffi::sqlite3_file,
    /// The path, owned; null for files without a name.
    path: *mut String,
}

/// SQLite's own way to the disk.
struct Real(*mut ffi::sqlite3_vfs);

// SAFETY: SQLite uses its list of ways from any thread; the pointer is only read here.
unsafe impl Send for Real {}
// SAFETY: as above.
unsafe impl Sync for Real {}

static REAL: Mutex<Option<Real>> = Mutex::new(None);

fn real_vfs() -> *mut ffi::sqlite3_vfs {
    let real = REAL.lock().unwrap_or_else(PoisonError::into_inner);
    real.as_ref().map_or(std::ptr::null_mut(), |real| real.0)
}

fn install() {
    // SAFETY: the default way exists once SQLite is initialised; the copy is never freed.
    unsafe {
        assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
        let real = ffi::sqlite3_vfs_find(std::ptr::null());
        assert!(!real.is_null());
        *REAL.lock().unwrap_or_else(PoisonError::into_inner) = Some(Real(real));
        let mut vfs = *real;
        vfs.szOsFile += c_int::try_from(size_of::<RecordedFile>()).expect("small");
        vfs.zName = c"recording".as_ptr();
        vfs.pNext = std::ptr::null_mut();
        vfs.xOpen = Some(open);
        vfs.xDelete = Some(delete);
        let vfs = Box::leak(Box::new(vfs));
        assert_eq!(ffi::sqlite3_vfs_register(vfs, 1), ffi::SQLITE_OK);
    }
}

/// The real file behind a recorded one.
unsafe fn real(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    // SAFETY: SQLite reserves `szOsFile` bytes, which holds both.
    unsafe { file.cast::<RecordedFile>().add(1).cast() }
}

unsafe extern "C" fn open(
    _vfs: *mut ffi::sqlite3_vfs,
    name: ffi::sqlite3_filename,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: the arguments are those of SQLite, handed on as they are.
    unsafe {
        let recorded = file.cast::<RecordedFile>();
        (*recorded).base.pMethods = std::ptr::null();
        (*recorded).path = std::ptr::null_mut();
        let vfs = real_vfs();
        let Some(open) = (*vfs).xOpen else { return ffi::SQLITE_CANTOPEN };
        let code = open(vfs, name, real(file), flags, out_flags);
        if !(*real(file)).pMethods.is_null() {
            (*recorded).base.pMethods = &raw const METHODS;
        }
        if code == ffi::SQLITE_OK && !name.is_null() {
            let path = CStr::from_ptr(name).to_string_lossy().into_owned();
            record(&path, |file| Event::Opened { file });
            (*recorded).path = Box::into_raw(Box::new(path));
        }
        code
    }
}

unsafe extern "C" fn delete(
    _vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    sync_folder: c_int,
) -> c_int {
    // SAFETY: as in `open`.
    unsafe {
        let vfs = real_vfs();
        let Some(delete) = (*vfs).xDelete else { return ffi::SQLITE_IOERR };
        let code = delete(vfs, name, sync_folder);
        if code == ffi::SQLITE_OK {
            let path = CStr::from_ptr(name).to_string_lossy().into_owned();
            record(&path, |file| Event::Removed { file, is_synced: sync_folder != 0 });
        }
        code
    }
}

/// Hands a call on to the real file.
macro_rules! hand_on {
    ($($name:ident = $method:ident($($argument:ident: $type:ty),*) $(-> $result:ty = $absent:expr)?;)*) => {$(
        unsafe extern "C" fn $name(file: *mut ffi::sqlite3_file $(, $argument: $type)*) $(-> $result)? {
            // SAFETY: the arguments are those of SQLite; the real file was opened by its own way.
            unsafe {
                let real = real(file);
                match (*(*real).pMethods).$method {
                    Some(method) => method(real $(, $argument)*),
                    None => { $($absent)? }
                }
            }
        }
    )*};
}

hand_on! {
    read = xRead(to: *mut c_void, n: c_int, at: i64) -> c_int = ffi::SQLITE_IOERR;
    real_write = xWrite(from: *const c_void, n: c_int, at: i64) -> c_int = ffi::SQLITE_IOERR;
    real_truncate = xTruncate(size: i64) -> c_int = ffi::SQLITE_IOERR;
    real_sync = xSync(flags: c_int) -> c_int = ffi::SQLITE_IOERR;
    real_close = xClose() -> c_int = ffi::SQLITE_OK;
    file_size = xFileSize(size: *mut i64) -> c_int = ffi::SQLITE_IOERR;
    lock = xLock(level: c_int) -> c_int = ffi::SQLITE_IOERR;
    unlock = xUnlock(level: c_int) -> c_int = ffi::SQLITE_IOERR;
    check_reserved = xCheckReservedLock(out: *mut c_int) -> c_int = ffi::SQLITE_IOERR;
    control = xFileControl(op: c_int, argument: *mut c_void) -> c_int = ffi::SQLITE_NOTFOUND;
    sector_size = xSectorSize() -> c_int = 512;
    characteristics = xDeviceCharacteristics() -> c_int = 0;
    shm_map = xShmMap(page: c_int, size: c_int, extend: c_int, out: *mut *mut c_void) -> c_int = ffi::SQLITE_IOERR;
    shm_lock = xShmLock(offset: c_int, n: c_int, flags: c_int) -> c_int = ffi::SQLITE_IOERR;
    shm_barrier = xShmBarrier();
    shm_unmap = xShmUnmap(remove: c_int) -> c_int = ffi::SQLITE_OK;
}

/// Records what was done to a file that has a name.
unsafe fn record_of(file: *mut ffi::sqlite3_file, event: impl FnOnce(String) -> Event) {
    // SAFETY: the path was put there by `open` and is freed by `close` only.
    if let Some(path) = unsafe { (*file.cast::<RecordedFile>()).path.as_ref() } {
        record(path, event);
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    n: c_int,
    at: i64,
) -> c_int {
    // SAFETY: SQLite gives `n` bytes at `from`.
    unsafe {
        let bytes = std::slice::from_raw_parts(from.cast::<u8>(), usize::try_from(n).unwrap_or(0));
        let (at_byte, bytes) = (u64::try_from(at).unwrap_or(0), bytes.to_vec());
        record_of(file, |file| Event::Written { file, at: at_byte, bytes });
        real_write(file, from, n, at)
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: i64) -> c_int {
    // SAFETY: handed on.
    unsafe {
        let bytes = u64::try_from(size).unwrap_or(0);
        record_of(file, |file| Event::Truncated { file, size: bytes });
        real_truncate(file, size)
    }
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: handed on. A sync counts only once it has come back.
    unsafe {
        let code = real_sync(file, flags);
        if code == ffi::SQLITE_OK {
            record_of(file, |file| Event::Synced { file });
        }
        code
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the path was made by `open`, and SQLite closes a file once.
    unsafe {
        let code = real_close(file);
        let path = (*file.cast::<RecordedFile>()).path;
        if !path.is_null() {
            drop(Box::from_raw(path));
        }
        code
    }
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    // Without the calls of version 3 SQLite maps no file into memory, and every write comes by here.
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
