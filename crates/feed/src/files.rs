//! The files of games in folders, and what stands in them.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, Metadata};
use std::hash::Hasher;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use kaissa_game::{Record, Timestamp};
use kaissa_pgn::{ReadOptions, Reader, TextEncoding};

use crate::pgn_text::Reading;
use crate::time::timestamp;
use crate::trouble;

/// Files above this size are no files of a round.
const LARGEST: u64 = 64 << 20;
/// Files up to this size are read each time, whatever the file system says of them.
const SMALL: u64 = 1 << 20;
/// Folders in a folder are followed so deep.
const DEEPEST: usize = 8;

/// A file that is followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FilePath {
    /// What it is called: as given, or the folder given, `/` and the relative path.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// What was found at a path given.
pub struct Listing {
    /// Whether it is a folder.
    pub is_folder: bool,
    /// The files, in the order of their names.
    pub files: Vec<FilePath>,
    /// Folders that cannot be listed, with what the system said.
    pub faults: Vec<(String, io::Error)>,
}

/// Lists the files that a path given stands for: itself, or the `.pgn` files in it.
pub fn list(given: &str) -> Listing {
    let path = Path::new(given);
    let mut listing = Listing { is_folder: false, files: Vec::new(), faults: Vec::new() };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            listing.is_folder = true;
            list_folder(given, path, 0, &mut listing);
        }
        // One that is missing may yet appear.
        _ => listing.files.push(FilePath { name: given.to_owned(), path: path.to_owned() }),
    }
    listing.files.sort();
    listing
}

fn list_folder(name: &str, folder: &Path, depth: usize, listing: &mut Listing) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            listing.faults.push((name.to_owned(), error));
            return;
        }
    };
    for entry in entries.flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with('.') {
            continue;
        }
        let name = format!("{}/{file}", name.trim_end_matches(['/', '\\']));
        // A link to a folder is not followed: it may lead back up.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth < DEEPEST => {
                list_folder(&name, &entry.path(), depth + 1, listing);
            }
            Ok(kind) if !kind.is_dir() && file.to_ascii_lowercase().ends_with(".pgn") => {
                listing.files.push(FilePath { name, path: entry.path() });
            }
            _ => {}
        }
    }
}

/// When a file was read, and what the file system said of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stamp {
    /// Size and time of the last change.
    said: Option<(u64, SystemTime)>,
    /// How often the reading was left out because of it.
    n_left_out: u32,
}

/// Reads a file; `known` is the hash of what was read before. Also says when the file was changed.
///
/// The bytes decide: a file of the same size and time may hold other moves. Only a large file is
/// left alone for a while where size and time are those of before.
pub fn read(path: &Path, known: Option<u64>, stamp: &mut Stamp) -> (Reading, Option<Timestamp>) {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => return (unread(&error), None),
    };
    let modified = metadata.modified().ok().map(timestamp);
    if metadata.is_dir() {
        return (Reading::Missing, modified);
    }
    if metadata.len() > LARGEST {
        return (Reading::Foreign("large"), modified);
    }
    if known.is_some() && stamp.is_unchanged(&metadata) {
        return (Reading::Same, modified);
    }
    let reading = match fs::read(path) {
        Ok(bytes) => Reading::of_bytes(bytes, known, None),
        Err(error) => unread(&error),
    };
    (reading, modified)
}

fn unread(error: &io::Error) -> Reading {
    match error.kind() {
        io::ErrorKind::NotFound => Reading::Missing,
        _ => Reading::Unreadable(trouble::of_file(error)),
    }
}

impl Stamp {
    fn is_unchanged(&mut self, metadata: &Metadata) -> bool {
        let said = metadata.modified().ok().map(|modified| (metadata.len(), modified));
        let is_same = said.is_some() && said == self.said && metadata.len() > SMALL;
        self.said = said;
        if is_same && self.n_left_out < 10 {
            self.n_left_out += 1;
            return true;
        }
        self.n_left_out = 0;
        false
    }
}

/// The games of a text, whose encoding may be known.
pub fn games(bytes: &[u8], encoding: Option<TextEncoding>) -> Vec<Record> {
    let mut reader = Reader::with_options(bytes, ReadOptions::default(), encoding);
    let (mut record, mut records) = (Record::new(), Vec::new());
    // Bytes in memory do not fail to be read.
    while reader.read_into(&mut record).unwrap_or(false) {
        records.push(record.clone());
    }
    records
}

/// The hash by which the same bytes are known again.
pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// What stands in place of games, by its first bytes: a web page or JSON.
pub fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let after_bracket = || text.get(1..).unwrap_or_default().trim_ascii_start().first().copied();
    match text.first()? {
        b'<' => Some("html"),
        b'{' if matches!(after_bracket(), Some(b'"' | b'}')) => Some("json"),
        b'[' if matches!(after_bracket(), Some(b'{' | b'[' | b']')) => Some("json"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_place_of_games_is_recognised() {
        assert_eq!(foreign(b"\xEF\xBB\xBF\n<!DOCTYPE html>"), Some("html"));
        assert_eq!(foreign(b"{ \"pairings\": [] }"), Some("json"));
        assert_eq!(foreign(b"[\n {\"a\": 1}]"), Some("json"));
        assert_eq!(foreign(b"[Event \"A\"]"), None);
        assert_eq!(foreign(b"{a comment} 1. e4 *"), None);
        assert_eq!(foreign(b""), None);
    }
}
