//! A disk as a power cut may leave it: what was synced is there; of what was not, any part may be.

use std::collections::BTreeMap;
use std::path::Path;

/// What a run did to a file.
#[derive(Clone, Debug)]
pub enum Event {
    /// It was opened, and made if it was not there.
    Opened { file: String },
    /// Bytes were written.
    Written { file: String, at: u64, bytes: Vec<u8> },
    /// It was cut or made longer.
    Truncated { file: String, size: u64 },
    /// Everything before was made durable.
    Synced { file: String },
    /// It was removed; durably, where its folder was synced.
    Removed { file: String, is_synced: bool },
}

/// Numbers by chance, the same ones for the same seed.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below another one, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).expect("below a usize")
    }
}

/// A file: what is durable, and what has been done to it since.
#[derive(Clone, Default)]
struct FileOnDisk {
    /// Whether its name is durable.
    is_there: bool,
    durable: Vec<u8>,
    waiting: Vec<Change>,
    /// It was removed, and its folder not synced since.
    is_going: bool,
}

#[derive(Clone)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

/// The files of one folder.
#[derive(Default)]
pub struct Disk {
    files: BTreeMap<String, FileOnDisk>,
    lies: bool,
}

/// The smallest part of a write that is done whole.
const SECTOR: usize = 512;

impl Disk {
    /// A disk that forgets what it was told to sync.
    pub fn that_lies() -> Disk {
        Disk { lies: true, ..Disk::default() }
    }

    /// Whether something waits to be synced.
    pub fn is_unsettled(&self) -> bool {
        self.files.values().any(|file| !file.waiting.is_empty())
    }

    /// Takes what happened next.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::Opened { file } => {
                let file = self.files.entry(file.clone()).or_default();
                if file.is_going {
                    *file = FileOnDisk::default();
                }
            }
            Event::Written { file, at, bytes } => {
                let at = usize::try_from(*at).expect("small");
                self.file(file).waiting.push(Change::Write { at, bytes: bytes.clone() });
            }
            Event::Truncated { file, size } => {
                let size = usize::try_from(*size).expect("small");
                self.file(file).waiting.push(Change::Truncate(size));
            }
            Event::Synced { file } if self.lies => {
                self.file(file).is_there = true;
            }
            Event::Synced { file } => {
                let file = self.file(file);
                file.is_there = true;
                for change in std::mem::take(&mut file.waiting) {
                    change.apply(&mut file.durable);
                }
            }
            Event::Removed { file, is_synced: true } => {
                self.files.remove(file);
            }
            Event::Removed { file, is_synced: false } => self.file(file).is_going = true,
        }
    }

    fn file(&mut self, name: &str) -> &mut FileOnDisk {
        self.files.entry(name.to_owned()).or_default()
    }

    /// Writes the files into a folder as they may be found after a cut at this moment.
    pub fn write_after_cut(&self, folder: &Path, chance: &mut Chance) {
        for (name, file) in &self.files {
            let is_lost = !file.is_there && chance.below(2) == 0;
            let is_gone = file.is_going && chance.below(2) == 0;
            if !is_lost && !is_gone {
                std::fs::write(folder.join(name), file.after_cut(chance)).expect("written");
            }
        }
    }
}

impl FileOnDisk {
    /// What waits was done or not, in parts, in any order.
    fn after_cut(&self, chance: &mut Chance) -> Vec<u8> {
        let mut bytes = self.durable.clone();
        let mut waiting = self.waiting.clone();
        match chance.below(4) {
            // Nothing of it, or all of it in its order.
            0 => waiting.clear(),
            1 => {}
            // A first part of it in its order: the cut fell while it was being written.
            2 => waiting.truncate(chance.below(waiting.len() + 1)),
            // Any of it in any order.
            _ => {
                for index in (1..waiting.len()).rev() {
                    waiting.swap(index, chance.below(index + 1));
                }
                waiting.retain(|_| chance.below(3) > 0);
            }
        }
        let n_changes = waiting.len();
        for (index, change) in waiting.into_iter().enumerate() {
            match change {
                Change::Write { at, bytes: new }
                    if index + 1 == n_changes || chance.below(4) == 0 =>
                {
                    for (n, part) in new.chunks(SECTOR).enumerate() {
                        if chance.below(2) == 0 {
                            let part = Change::Write { at: at + n * SECTOR, bytes: part.to_vec() };
                            part.apply(&mut bytes);
                        }
                    }
                }
                change => change.apply(&mut bytes),
            }
        }
        bytes
    }
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Truncate(size) => file.resize(*size, 0),
            Change::Write { at, bytes } => {
                let end = at + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*at..end].copy_from_slice(bytes);
            }
        }
    }
}
