//! The run: sources in, reviewed games out, on all cores and in the order of the input.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use kaissa_chess::notation::Language;
use kaissa_game::Record;
use kaissa_laws::{Edition, Style};
use kaissa_pgn::{Part, ReadOptions, Splitter};
use kaissa_ruling::{Profiler, Review, ReviewEffort, Reviewer};

use crate::game::{GameFacts, GamePlace};
use crate::source::{Source, SourceError, expand, read_members};

/// How a run is done.
#[derive(Debug)]
pub struct AuditOptions {
    /// The rules of the games.
    pub profiler: Profiler,
    /// The work that a review may spend.
    pub effort: ReviewEffort,
    /// The language of the piece letters, where it is known.
    pub language: Option<Language>,
    /// How many cores; `None` for all.
    pub n_threads: Option<NonZeroUsize>,
}

/// What a run hands over, in the order of the input.
#[derive(Debug)]
pub enum AuditEvent<R> {
    /// A game: its number in its file, and what was made of it.
    Game {
        /// The number, from 1.
        number: u64,
        /// What the caller's function made of it.
        made: R,
    },
    /// A part of the input has been gone through.
    Progress {
        /// Bytes of decoded text in it.
        n_bytes: u64,
    },
    /// A source, or a member of an archive, that cannot be read or breaks off.
    Unreadable {
        /// The source, as the user named it.
        source: String,
        /// What is wrong with it.
        error: SourceError,
    },
}

/// Goes through every game of every path, as given or in a folder.
///
/// `make` is called for each game on some core, `take` for each event on the caller's thread, in
/// the order of the input. Memory is bounded whatever the input holds: parts that are read run no
/// more than a few ahead of those handed over. `take` ends the run early by returning `false`.
pub fn audit<R: Send>(
    paths: &[String],
    options: &AuditOptions,
    make: impl Fn(&GameFacts<'_>, &Record, &Review) -> R + Sync,
    mut take: impl FnMut(AuditEvent<R>) -> bool,
) {
    let n_threads = options
        .n_threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let window = Window::new(4 * n_threads as u64 + 4);
    let (job_sender, job_receiver) = sync_channel::<Job>(n_threads);
    let job_receiver = Mutex::new(job_receiver);
    let (done_sender, done_receiver) = channel();
    thread::scope(|scope| {
        let workers_sender = done_sender.clone();
        scope.spawn(|| produce(paths, &window, job_sender, done_sender));
        for _ in 0..n_threads {
            let sender = workers_sender.clone();
            scope.spawn(|| work(options, &make, &job_receiver, sender));
        }
        drop(workers_sender);
        hand_over(done_receiver, &window, &mut take);
        // What is still under way is let go: the reader must not wait for room for ever.
        window.close();
    });
}

/// A part of the input to go through.
struct Job {
    sequence: u64,
    name: Arc<FileName>,
    part: Part,
}

/// A part that has been gone through, or a source that cannot be.
struct Done<R> {
    sequence: u64,
    name: Arc<FileName>,
    outcome: Result<(Vec<R>, u64), SourceError>,
}

/// Which file a part comes from.
#[derive(Debug)]
struct FileName {
    source: String,
    member: Option<String>,
}

/// How far reading may run ahead of handing over.
struct Window {
    size: u64,
    handed_over: Mutex<u64>,
    changed: Condvar,
    closed: AtomicBool,
}

impl Window {
    fn new(size: u64) -> Window {
        Window {
            size,
            handed_over: Mutex::new(0),
            changed: Condvar::new(),
            closed: AtomicBool::new(false),
        }
    }

    /// Waits until this place in the sequence may be read; `false` once the run has ended.
    fn wait_for(&self, sequence: u64) -> bool {
        let handed_over = self.handed_over.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |handed_over: &mut u64| {
            sequence >= *handed_over + self.size && !self.closed.load(Ordering::Relaxed)
        };
        let waited = self.changed.wait_while(handed_over, is_full);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        !self.closed.load(Ordering::Relaxed)
    }

    fn move_on(&self) {
        *self.handed_over.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    fn close(&self) {
        let handed_over = self.handed_over.lock().unwrap_or_else(PoisonError::into_inner);
        self.closed.store(true, Ordering::Relaxed);
        drop(handed_over);
        self.changed.notify_all();
    }
}

/// Reads the sources and sends their parts to the cores.
fn produce<R>(paths: &[String], window: &Window, jobs: SyncSender<Job>, done: Sender<Done<R>>) {
    let mut sequence = 0;
    for path in paths {
        for source in expand(path) {
            let (name, outcome) = match source {
                Err((name, error)) => (name, Err(error)),
                Ok(source) => {
                    let outcome = read_source(&source, window, &jobs, &mut sequence);
                    (source.name().to_owned(), outcome)
                }
            };
            let Err(error) = outcome else { continue };
            let name = Arc::new(FileName { source: name, member: None });
            let sent = done.send(Done { sequence, name, outcome: Err(error) });
            sequence += 1;
            if sent.is_err() || !window.wait_for(sequence) {
                return;
            }
        }
    }
}

fn read_source(
    source: &Source,
    window: &Window,
    jobs: &SyncSender<Job>,
    sequence: &mut u64,
) -> Result<(), SourceError> {
    let ended = || io::Error::new(io::ErrorKind::Interrupted, "the run has ended");
    read_members(source, |member, bytes| {
        let name = Arc::new(FileName {
            source: source.name().to_owned(),
            member: member.map(str::to_owned),
        });
        let mut splitter = Splitter::new(bytes);
        loop {
            let mut part = Part::default();
            if !splitter.next_part(&mut part)? {
                return Ok(());
            }
            if !window.wait_for(*sequence) {
                return Err(ended());
            }
            let job = Job { sequence: *sequence, name: Arc::clone(&name), part };
            jobs.send(job).map_err(|_| ended())?;
            *sequence += 1;
        }
    })
}

/// Goes through parts as they come, until there are none.
fn work<R>(
    options: &AuditOptions,
    make: &(impl Fn(&GameFacts<'_>, &Record, &Review) -> R + Sync),
    jobs: &Mutex<Receiver<Job>>,
    done: Sender<Done<R>>,
) {
    let mut record = Record::new();
    let mut reviewers: HashMap<(Edition, Style), Reviewer> = HashMap::new();
    let read_options = ReadOptions { language: options.language };
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { sequence, name, mut part }) = job else { return };
        let place = GamePlace { source: &name.source, member: name.member.as_deref() };
        let mut made = Vec::new();
        part.read_games(read_options, &mut record, |record| {
            let profile = options.profiler.profile(record);
            let Some(rules) = options.profiler.rules(&profile) else { return };
            let reviewer = reviewers
                .entry((profile.edition, profile.style))
                .or_insert_with(|| Reviewer::new(rules.clone(), options.effort));
            let review = reviewer.review(record);
            made.push(make(&GameFacts::new(place, profile, record), record, &review));
        });
        let n_bytes = part.text.len() as u64;
        if done.send(Done { sequence, name, outcome: Ok((made, n_bytes)) }).is_err() {
            return;
        }
    }
}

/// Hands over what the cores have done, in order; games are numbered here.
fn hand_over<R>(
    done: Receiver<Done<R>>,
    window: &Window,
    take: &mut impl FnMut(AuditEvent<R>) -> bool,
) {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut file: Option<Arc<FileName>> = None;
    let mut number = 0;
    for part in done {
        waiting.insert(part.sequence, part);
        while let Some(Done { name, outcome, .. }) = waiting.remove(&next) {
            next += 1;
            window.move_on();
            let goes_on = match outcome {
                Err(error) => take(AuditEvent::Unreadable { source: name.source.clone(), error }),
                Ok((games, n_bytes)) => {
                    if !file.as_ref().is_some_and(|file| Arc::ptr_eq(file, &name)) {
                        number = 0;
                        file = Some(name);
                    }
                    games.into_iter().all(|made| {
                        number += 1;
                        take(AuditEvent::Game { number, made })
                    }) && take(AuditEvent::Progress { n_bytes })
                }
            };
            if !goes_on {
                return;
            }
        }
    }
}
