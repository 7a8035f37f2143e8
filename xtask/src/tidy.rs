//! What compilers do not check: the shape of the house and the truth of its papers.

mod dependencies;
mod glossary;
mod headings;
mod messages;
mod purity;
mod readme;

use std::fs;
use std::path::{Path, PathBuf};

/// Runs every check and reports all that is wrong at once.
pub fn tidy() -> Result<(), String> {
    let house = House::open()?;
    let mut faults = Vec::new();
    dependencies::check(&house, &mut faults);
    purity::check(&house, &mut faults);
    glossary::check(&house, &mut faults);
    headings::check(&house, &mut faults);
    messages::check(&house, &mut faults);
    readme::check(&house, &mut faults);
    if faults.is_empty() {
        return Ok(());
    }
    for fault in &faults {
        eprintln!("tidy: {fault}");
    }
    Err(format!("{} faults", faults.len()))
}

/// The tree of the project.
pub struct House {
    root: PathBuf,
}

impl House {
    fn open() -> Result<House, String> {
        let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = xtask.parent().ok_or("xtask stands in no workspace")?;
        Ok(House { root: root.to_owned() })
    }

    /// Reads a file of the tree; a missing one is an empty text and a fault.
    fn read(&self, path: &str, faults: &mut Vec<String>) -> String {
        fs::read_to_string(self.root.join(path)).unwrap_or_else(|error| {
            faults.push(format!("{path}: {error}"));
            String::new()
        })
    }

    /// The crates by folder name, in order.
    fn crates(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.root.join("crates"))
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// Every Rust file below a folder with its text, in order of path.
    fn rust_files(&self, folder: &str) -> Vec<(String, String)> {
        self.files(folder, "rs")
    }

    /// Every file with an extension below a folder with its text, in order of path.
    fn files(&self, folder: &str, wanted: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == wanted)
                    && let Ok(text) = fs::read_to_string(&path)
                {
                    let name = path.strip_prefix(&self.root).unwrap_or(&path);
                    found.push((name.to_string_lossy().replace('\\', "/"), text));
                }
            }
        }
        found.sort();
        found
    }
}

/// The cells of the rows of a Markdown table, wherever it stands in a text.
fn table_rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

/// The words in backticks of a text.
fn code_words(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
