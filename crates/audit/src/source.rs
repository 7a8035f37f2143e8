//! Where games come from: files, folders, compressed files, archives and standard input.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use kaissa_words::{Words, say};

/// Why a source cannot be read.
#[derive(Debug)]
pub enum SourceError {
    /// Nothing stands at the path.
    NotFound,
    /// It stands there and cannot be opened or read.
    Unreadable(io::Error),
    /// What is inside is no archive of the kind its name says, or a damaged one.
    Damaged(String),
    /// A folder in which no game file stands.
    NoGames,
}

impl SourceError {
    /// The code by which the JSON contract and the catalogue name it.
    pub const fn code(&self) -> &'static str {
        match self {
            SourceError::NotFound => "not_found",
            SourceError::Unreadable(_) => "unreadable",
            SourceError::Damaged(_) => "damaged",
            SourceError::NoGames => "no_games",
        }
    }

    /// Says what is wrong with a source, in the words of the catalogue.
    pub fn say(&self, source: &str, words: &Words) -> String {
        let (code, detail) = (self.code(), self.detail());
        say!(words, "check-source-error", source = source, code = code, detail = detail)
    }

    /// What the system or the library said, for a reader who wants to know more.
    fn detail(&self) -> String {
        match self {
            SourceError::Unreadable(error) => error.to_string(),
            SourceError::Damaged(message) => message.clone(),
            SourceError::NotFound | SourceError::NoGames => String::new(),
        }
    }
}

impl From<io::Error> for SourceError {
    fn from(error: io::Error) -> SourceError {
        match error.kind() {
            io::ErrorKind::NotFound => SourceError::NotFound,
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                SourceError::Damaged(error.to_string())
            }
            _ => SourceError::Unreadable(error),
        }
    }
}

/// One file to read, under the name that the user gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File {
        /// Where it is.
        path: PathBuf,
        /// What it is called in reports: as given, or the folder given, `/` and the relative path.
        name: String,
    },
}

impl Source {
    /// What the source is called in reports.
    pub fn name(&self) -> &str {
        match self {
            Source::Stdin => "-",
            Source::File { name, .. } => name,
        }
    }
}

/// What a path given on the command line stands for: its files in order, or why there is none.
pub fn expand(given: &str) -> Vec<Result<Source, (String, SourceError)>> {
    if given == "-" {
        return vec![Ok(Source::Stdin)];
    }
    let path = Path::new(given);
    match fs::metadata(path) {
        Err(error) => vec![Err((given.to_owned(), error.into()))],
        Ok(found) if found.is_dir() => expand_folder(given, path),
        Ok(_) => vec![Ok(Source::File { path: path.to_owned(), name: given.to_owned() })],
    }
}

fn expand_folder(given: &str, folder: &Path) -> Vec<Result<Source, (String, SourceError)>> {
    let mut found = Vec::new();
    let mut failed = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        let entries = match fs::read_dir(folder.join(&relative)) {
            Ok(entries) => entries,
            Err(error) => {
                failed.push((joined_name(given, &relative), SourceError::from(error)));
                continue;
            }
        };
        for entry in entries.flatten() {
            let relative = relative.join(entry.file_name());
            // A link to a folder is not followed: it may lead back up.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(relative),
                Ok(_) if is_game_file(&entry.file_name()) => found.push(relative),
                _ => {}
            }
        }
    }
    let key = |path: &Path| path.to_string_lossy().replace('\\', "/").into_bytes();
    found.sort_by_key(|path| key(path));
    if found.is_empty() && failed.is_empty() {
        return vec![Err((given.to_owned(), SourceError::NoGames))];
    }
    let files = found.into_iter().map(|relative| {
        let name = joined_name(given, &relative);
        Ok(Source::File { path: folder.join(relative), name })
    });
    files.chain(failed.into_iter().map(Err)).collect()
}

fn joined_name(given: &str, relative: &Path) -> String {
    let relative = relative.to_string_lossy().replace('\\', "/");
    let folder = given.trim_end_matches('/');
    if relative.is_empty() { folder.to_owned() } else { format!("{folder}/{relative}") }
}

/// Whether a file found in a folder is taken for a file of games.
pub fn is_game_file(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    [".pgn", ".pgn.zst", ".pgn.gz", ".zip"].iter().any(|ending| name.ends_with(ending))
}

/// Opens a source and hands over the bytes of each file of games in it, with its member name where
/// the source is an archive.
///
/// # Errors
/// [`SourceError`] where the source cannot be opened or breaks off; what was read before has been
/// handed over by then.
pub fn read_members(
    source: &Source,
    mut take: impl FnMut(Option<&str>, &mut dyn Read) -> io::Result<()>,
) -> Result<(), SourceError> {
    let Source::File { path, name } = source else {
        return Ok(take(None, &mut io::stdin().lock())?);
    };
    let lower = name.to_ascii_lowercase();
    let file = File::open(path)?;
    if lower.ends_with(".zip") {
        return read_zip(file, take);
    }
    let mut file = BufReader::with_capacity(1 << 16, file);
    if lower.ends_with(".zst") {
        let mut decoder = zstd::stream::read::Decoder::with_buffer(file)?;
        return Ok(take(None, &mut decoder)?);
    }
    if lower.ends_with(".gz") {
        return Ok(take(None, &mut flate2::bufread::MultiGzDecoder::new(file))?);
    }
    Ok(take(None, &mut file)?)
}

fn read_zip(
    file: File,
    mut take: impl FnMut(Option<&str>, &mut dyn Read) -> io::Result<()>,
) -> Result<(), SourceError> {
    let damaged = |error: zip::result::ZipError| SourceError::Damaged(error.to_string());
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let mut names: Vec<(Vec<u8>, usize)> = Vec::new();
    for index in 0..archive.len() {
        let member = archive.by_index_raw(index).map_err(damaged)?;
        if member.is_file() && is_game_file(OsStr::new(member.name())) {
            names.push((member.name().as_bytes().to_vec(), index));
        }
    }
    if names.is_empty() {
        return Err(SourceError::NoGames);
    }
    names.sort();
    for (_, index) in names {
        let member = archive.by_index(index).map_err(damaged)?;
        let name = member.name().to_owned();
        let lower = name.to_ascii_lowercase();
        if lower.ends_with(".zst") {
            take(Some(&name), &mut zstd::stream::read::Decoder::new(member)?)?;
        } else if lower.ends_with(".gz") {
            take(Some(&name), &mut flate2::read::MultiGzDecoder::new(member))?;
        } else {
            let mut member = member;
            take(Some(&name), &mut member)?;
        }
    }
    Ok(())
}
