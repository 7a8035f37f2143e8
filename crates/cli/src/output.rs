//! Writing to the terminal: a reader who has gone away is no fault.

use std::io::{self, ErrorKind, Write};

use kaissa_words::{Words, say};

/// Says on standard error that something is not as it should be.
pub fn complain(words: &Words, message: &str) {
    // Nothing is left to do where standard error cannot be written to.
    let _ = writeln!(io::stderr(), "{} {message}", say!(words, "error"));
}

/// Adds what to do next, on standard error.
pub fn hint(words: &Words, message: &str) {
    let _ = writeln!(io::stderr(), "{} {message}", say!(words, "hint"));
}

/// Whether writing went wrong in a way that matters: a closed pipe ends the output, no more.
pub fn is_fault(error: &io::Error) -> bool {
    error.kind() != ErrorKind::BrokenPipe
}
