//! A folder as LiveChess writes it: a file a board, all games in one, and the JSON beside them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::sent::{SentBoard, SentHall, Shown, TextStyle};
use crate::{FaultKind, Faults, Script};

/// In what bytes the files are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FileEncoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 with a byte order mark and lines that end as under Windows.
    Utf8Windows,
    /// Windows-1251; letters that it lacks become question marks.
    Windows1251,
    /// UTF-16, low byte first, with its mark.
    Utf16,
}

impl FromStr for FileEncoding {
    type Err = String;

    fn from_str(text: &str) -> Result<FileEncoding, String> {
        match text {
            "utf-8" => Ok(FileEncoding::Utf8),
            "windows" => Ok(FileEncoding::Utf8Windows),
            "windows-1251" => Ok(FileEncoding::Windows1251),
            "utf-16" => Ok(FileEncoding::Utf16),
            _ => Err(format!("found \"{text}\", expected utf-8, windows, windows-1251 or utf-16")),
        }
    }
}

/// How a folder is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FolderOptions {
    /// In what bytes.
    pub encoding: FileEncoding,
    /// `games.pgn` is written at every so many-th step only; 0 for never.
    pub lag: u32,
}

impl Default for FolderOptions {
    fn default() -> Self {
        FolderOptions { encoding: FileEncoding::Utf8, lag: 3 }
    }
}

/// Writes a folder while its games are played.
pub struct FolderSimulator {
    folder: PathBuf,
    hall: SentHall,
    faults: Faults,
    options: FolderOptions,
    /// What stands in the file of each board; `None` where it has to be written again.
    written: Vec<Option<Shown>>,
    n_steps: u32,
}

impl FolderSimulator {
    /// Begins in a folder: the round is `round-1` in it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn new(
        folder: &Path,
        script: &Script,
        mut faults: Faults,
        options: FolderOptions,
    ) -> io::Result<FolderSimulator> {
        let hall = SentHall::new(script, &mut faults);
        fs::create_dir_all(folder.join("round-1"))?;
        let written = vec![None; hall.boards.len()];
        let mut simulator = FolderSimulator {
            folder: folder.to_owned(),
            hall,
            faults,
            options,
            written,
            n_steps: 0,
        };
        simulator.advance(Duration::ZERO)?;
        Ok(simulator)
    }

    /// The hall that is played.
    pub fn hall(&self) -> &SentHall {
        &self.hall
    }

    /// When something happens next after a moment.
    pub fn next_due(&self, after: Duration) -> Option<Duration> {
        self.hall.next_due(after)
    }

    /// Writes what has changed up to a moment since the start.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn advance(&mut self, since: Duration) -> io::Result<()> {
        self.n_steps += 1;
        for (index, board) in self.hall.boards.iter().enumerate() {
            let path = self.folder.join(format!("round-1/game-{}.pgn", index + 1));
            let now = board.at(since);
            let Some(written) = self.written.get_mut(index) else { continue };
            if written.as_ref() == Some(&now) || self.faults.strikes(FaultKind::Silence) {
                continue;
            }
            let (shown, is_wrong) = board.faulty(since, &mut self.faults);
            let is_bad = self.faults.write(&path, board.text(&shown, STYLE), self.options)?;
            *written = (!is_wrong && !is_bad).then_some(now);
        }
        if self.options.lag > 0 && self.n_steps.is_multiple_of(self.options.lag) {
            self.write_all(since)?;
        }
        self.write_json(since)
    }

    /// Writes everything as it is in the end, without faults.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn finish(&mut self) -> io::Result<()> {
        self.faults = Faults::none();
        self.written.fill(None);
        self.advance(Duration::MAX)?;
        if self.options.lag > 0 {
            self.write_all(Duration::MAX)?;
        }
        Ok(())
    }

    fn write_all(&mut self, since: Duration) -> io::Result<()> {
        let mut texts = Vec::new();
        for (index, board) in self.hall.boards.iter().enumerate() {
            let (shown, _) = board.faulty(since, &mut self.faults);
            let style = TextStyle { has_epgn: index == 0, ..STYLE };
            texts.push(board.text(&shown, style));
        }
        if self.faults.strikes(FaultKind::Duplicate)
            && let Some(first) = texts.first().cloned()
        {
            texts.push(first);
        }
        if self.faults.strikes(FaultKind::Reorder) {
            let by = self.faults.seed().below(texts.len() as u64) as usize;
            texts.rotate_left(by);
        }
        let path = self.folder.join("round-1/games.pgn");
        self.faults.write(&path, texts.join("\n"), self.options).map(|_| ())
    }

    fn write_json(&self, since: Duration) -> io::Result<()> {
        let pairings = self.hall.boards.iter().map(|board| pairing(board, since));
        let pairings: Vec<Value> = pairings.collect();
        let n_live = self.hall.boards.iter().filter(|board| !board.is_over(since)).count();
        let rounds = json!([{"count": self.hall.boards.len(), "live": n_live}]);
        let tournament = json!({"id": "simulated", "name": "simulated", "rounds": rounds});
        fs::write(self.folder.join("tournament.json"), tournament.to_string())?;
        let index = json!({ "pairings": pairings });
        fs::write(self.folder.join("round-1/index.json"), index.to_string())
    }
}

const STYLE: TextStyle = TextStyle { is_wrapped: true, has_epgn: true, has_blanks: false };

/// A pairing as `index.json` has it.
pub(crate) fn pairing(board: &SentBoard, since: Duration) -> Value {
    let player = |color: &str| {
        let name = board.tag(color).unwrap_or_default();
        let (family, given) = name.split_once(", ").unwrap_or((name, ""));
        json!({"fname": given, "mname": null, "lname": family, "title": null, "federation": null})
    };
    let shown = board.at(since);
    let live = !board.is_over(since);
    json!({"white": player("White"), "black": player("Black"), "result": shown.result, "live": live})
}

impl Faults {
    /// Writes a file, perhaps badly. Gives whether it was.
    fn write(&mut self, path: &Path, text: String, options: FolderOptions) -> io::Result<bool> {
        let mut bytes = encode(&text, options.encoding);
        let mut is_bad = false;
        if self.strikes(FaultKind::HalfWritten) {
            let len = self.seed().below(bytes.len() as u64) as usize;
            bytes.truncate(len);
            is_bad = true;
        }
        if self.strikes(FaultKind::Noise) {
            bytes = b"<html><body>Not found</body></html>".to_vec();
            is_bad = true;
        }
        if self.strikes(FaultKind::Broken) {
            // The file is there under another name for a moment, as it is when it is replaced.
            let away = path.with_extension("tmp");
            if path.exists() {
                fs::rename(path, away)?;
            }
            return Ok(true);
        }
        fs::write(path, bytes)?;
        Ok(is_bad)
    }
}

fn encode(text: &str, encoding: FileEncoding) -> Vec<u8> {
    match encoding {
        FileEncoding::Utf8 => text.as_bytes().to_vec(),
        FileEncoding::Utf8Windows => format!("\u{FEFF}{}", text.replace('\n', "\r\n")).into_bytes(),
        FileEncoding::Windows1251 => text.chars().map(windows_1251).collect(),
        FileEncoding::Utf16 => {
            let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
            units.flat_map(u16::to_le_bytes).collect()
        }
    }
}

fn windows_1251(letter: char) -> u8 {
    match letter {
        letter if letter.is_ascii() => letter as u8,
        'А'..='я' => (u32::from(letter) - u32::from('А') + 0xC0) as u8,
        'Ё' => 0xA8,
        'ё' => 0xB8,
        _ => b'?',
    }
}
