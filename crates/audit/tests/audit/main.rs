//! The audit of real files, and its answers beside those of other programs.

mod field_reports;
mod oracle;
mod sources;

/// The folder of large data sets, or `None` with a plain word that a check was left out.
fn corpus(check: &str) -> Option<std::path::PathBuf> {
    let folder = std::env::var_os("KAISSA_CORPUS").map(std::path::PathBuf::from);
    if folder.is_none() {
        eprintln!("KAISSA_CORPUS is not set: {check} left out");
    }
    folder
}
