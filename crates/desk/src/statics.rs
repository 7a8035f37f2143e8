//! Static files, embedded and addressed by their checksum, and the catalogue in both languages.

use std::sync::LazyLock;

use kaissa_words::{Language, Words};
use sha2::{Digest, Sha256};

/// A static file.
pub(crate) struct StaticFile {
    pub name: &'static str,
    pub media_type: &'static str,
    pub body: &'static [u8],
    /// The beginning of its SHA-256 in hexadecimal.
    pub sum: String,
}

macro_rules! files {
    ($($name:literal $media_type:literal),* $(,)?) => {
        [$(($name, $media_type, include_bytes!(concat!("../static/", $name)) as &[u8])),*]
    };
}

/// The static files. A new one is named here.
static FILES: LazyLock<Vec<StaticFile>> = LazyLock::new(|| {
    let files = files! {
        "desk.css" "text/css; charset=utf-8",
        "board.js" "text/javascript; charset=utf-8",
        "hall.js" "text/javascript; charset=utf-8",
        "blind.js" "text/javascript; charset=utf-8",
        "print.js" "text/javascript; charset=utf-8",
        "players.js" "text/javascript; charset=utf-8",
        "public.js" "text/javascript; charset=utf-8",
        "round.js" "text/javascript; charset=utf-8",
        "live.js" "text/javascript; charset=utf-8",
        "outbox.js" "text/javascript; charset=utf-8",
        "pad.js" "text/javascript; charset=utf-8",
        "tally.js" "text/javascript; charset=utf-8",
        "tally-worker.js" "text/javascript; charset=utf-8",
        "icon.svg" "image/svg+xml",
    };
    files
        .into_iter()
        .map(|(name, media_type, body)| {
            let sum =
                Sha256::digest(body).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            StaticFile { name, media_type, body, sum }
        })
        .collect()
});

/// The address of a static file, as `/static/desk.css?v=0123456789ab`.
pub(crate) fn address(name: &str) -> String {
    let found = FILES.iter().find(|file| file.name == name);
    let sum = found.map_or("", |file| &file.sum);
    format!("/static/{name}?v={sum}")
}

/// A static file by its name.
pub(crate) fn find(name: &str) -> Option<&'static StaticFile> {
    FILES.iter().find(|file| file.name == name)
}

/// The worker that serves the page of a tally without the network; it may look after every board.
pub(crate) const WORKER: &str = "tally-worker.js";

/// The shapes of the pieces, as symbols.
pub(crate) fn sprite() -> &'static str {
    include_str!("../static/pieces.svg")
}

/// The messages in a language.
pub(crate) fn catalogue(language: Language) -> &'static Words {
    static CATALOGUES: LazyLock<[Words; 2]> = LazyLock::new(|| Language::ALL.map(Words::new));
    match language {
        Language::English => &CATALOGUES[0],
        Language::Russian => &CATALOGUES[1],
    }
}
