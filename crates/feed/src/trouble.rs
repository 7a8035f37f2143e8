//! What the system says of a failure, as a word and its own words.

use std::io::{self, ErrorKind};

use crate::Trouble;

/// What is wrong with a file.
pub fn of_file(error: &io::Error) -> Trouble {
    let code = match error.kind() {
        ErrorKind::NotFound => "missing",
        ErrorKind::PermissionDenied => "denied",
        ErrorKind::TimedOut => "timeout",
        _ => "unreadable",
    };
    Trouble { code, detail: error.to_string() }
}

/// That of something that gave no answer for so long.
pub fn hanging(limit: std::time::Duration) -> Trouble {
    Trouble { code: "timeout", detail: format!("no answer for {} s", limit.as_secs()) }
}
