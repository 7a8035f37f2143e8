//! The browsers of the journeys: few, used again, closed when the last journey has ended.

use std::collections::HashSet;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::driver::{Driver, Session, find_chromedriver};

/// How many browsers are led at once; a journey on several stages may have several.
const N_AT_ONCE: usize = 3;

#[derive(Default)]
struct Pool {
    n_going_on: usize,
    driver: Option<Arc<Driver>>,
    idle: Vec<Session>,
    said: HashSet<String>,
}

static POOL: Mutex<Option<Pool>> = Mutex::new(None);
static FREE: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Option<Pool>> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The leave to go on a journey; with the last one the browsers are closed.
pub struct Leave {
    chromedriver: PathBuf,
}

/// A browser out of the pool, to which it goes back.
pub struct Browser<'l> {
    session: Option<Session>,
    _leave: &'l Leave,
}

impl Leave {
    /// The leave to go on a journey, once others have come home; `None` where there is no browser.
    pub fn ask() -> Option<Leave> {
        let Some(chromedriver) = find_chromedriver() else {
            let is_required = std::env::var("KAISSA_BROWSER").is_ok_and(|word| word == "required");
            assert!(!is_required, "KAISSA_BROWSER=required, and no chromedriver is on the path");
            say_once("no chromedriver on the path: the journeys in a browser are left out");
            return None;
        };
        let is_full = |pool: &mut Option<Pool>| {
            pool.as_ref().is_some_and(|pool| pool.n_going_on >= N_AT_ONCE)
        };
        let mut pool = FREE.wait_while(pool(), is_full).unwrap_or_else(PoisonError::into_inner);
        pool.get_or_insert_default().n_going_on += 1;
        Some(Leave { chromedriver })
    }

    /// A browser: one that is idle, or a new one.
    pub fn browser(&self) -> Browser<'_> {
        let mut pool = pool();
        let pool = pool.get_or_insert_default();
        let session = pool.idle.pop().unwrap_or_else(|| {
            let start = || Arc::new(Driver::start(&self.chromedriver));
            Session::open(pool.driver.get_or_insert_with(start))
        });
        Browser { session: Some(session), _leave: self }
    }
}

impl Drop for Leave {
    fn drop(&mut self) {
        let mut pool = pool();
        if let Some(of_all) = pool.as_mut() {
            of_all.n_going_on -= 1;
            if of_all.n_going_on == 0 {
                of_all.idle.clear();
                of_all.driver = None;
            }
        }
        FREE.notify_one();
    }
}

impl Deref for Browser<'_> {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session.as_ref().expect("it is given back at the end only")
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let Some(session) = self.session.take() else { return };
        // After a fault nobody knows what state it is in.
        if !std::thread::panicking() {
            pool().get_or_insert_default().idle.push(session);
        }
    }
}

/// Says something once, past the test runner, which keeps what passing tests print to itself.
pub fn say_once(text: &str) {
    use std::io::Write;
    if pool().get_or_insert_default().said.insert(text.to_owned()) {
        let _ = writeln!(std::io::stderr(), "journeys: {text}");
    }
}
