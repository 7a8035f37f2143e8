//! Lines printed in their order, each once what it depends on is durable.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use kaissa_feed::Outlet;
use kaissa_journal::{JournalError, Tickets};

use super::lines::Line;
use crate::output::is_fault;

/// How many bundles of lines wait before whoever brings them has to wait too.
const N_WAITING: usize = 256;

/// Prints lines on a thread of its own.
pub struct Printer {
    sender: SyncSender<Bundle>,
    thread: Option<JoinHandle<Result<(), Fault>>>,
}

/// Lines, and the entries that have to be durable before them.
struct Bundle {
    tickets: Option<Tickets>,
    lines: Vec<Line>,
}

/// Why nothing more can be printed.
pub enum Fault {
    /// The journal took no more entries.
    Journal(JournalError),
    /// Standard output cannot be written to.
    Output,
}

impl Printer {
    /// Starts it; it stops the outlet when it cannot go on.
    pub fn start(outlet: Outlet) -> Printer {
        let (sender, bundles) = sync_channel(N_WAITING);
        let body = move || {
            let done = print_all(&bundles);
            outlet.stop();
            done
        };
        // Where no thread can be had, the first bundle finds the line closed.
        let thread = thread::Builder::new().name("printer".to_owned()).spawn(body).ok();
        Printer { sender, thread }
    }

    /// Hands lines over; waits while many are waiting.
    pub fn print(&self, tickets: Option<Tickets>, lines: Vec<Line>) {
        // A printer that has ended has stopped the outlet too.
        let _ = self.sender.send(Bundle { tickets, lines });
    }

    /// Waits until everything is printed.
    ///
    /// # Errors
    /// [`Fault`] where something was not.
    pub fn finish(self) -> Result<(), Fault> {
        drop(self.sender);
        match self.thread.map(JoinHandle::join) {
            Some(Ok(done)) => done,
            Some(Err(_)) | None => Err(Fault::Output),
        }
    }
}

fn print_all(bundles: &Receiver<Bundle>) -> Result<(), Fault> {
    for bundle in bundles {
        if let Some(tickets) = bundle.tickets {
            tickets.wait().map_err(Fault::Journal)?;
        }
        match print(&bundle.lines) {
            Ok(()) => {}
            Err(error) if is_fault(&error) => return Err(Fault::Output),
            // Nobody reads any more.
            Err(_) => return Ok(()),
        }
    }
    Ok(())
}

fn print(lines: &[Line]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut is_written = false;
    for line in lines {
        match line {
            Line::Output(text) => {
                writeln!(output, "{text}")?;
                is_written = true;
            }
            // Nothing is left to do where standard error cannot be written to.
            Line::Error(text) => drop(writeln!(io::stderr(), "{text}")),
        }
    }
    if is_written { output.flush() } else { Ok(()) }
}
