//! Pure crates touch nothing outside; shakmaty is named in one crate only.

use super::House;

/// The crates that take everything as arguments.
const PURE: [&str; 10] = [
    "laws",
    "chess",
    "game",
    "pgn",
    "winnable",
    "tournament",
    "evidence",
    "ruling",
    "hall",
    "words",
];

/// What a pure crate does not name.
const OUTSIDE: [&str; 12] = [
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "SystemTime",
    "Instant::now",
    "rand::",
    "tokio",
    "async fn",
    "tracing::",
    "println!",
];

pub fn check(house: &House, faults: &mut Vec<String>) {
    for name in house.crates() {
        for (path, text) in house.rust_files(&format!("crates/{name}/src")) {
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            if PURE.contains(&name.as_str()) {
                for word in OUTSIDE {
                    // println! is also the end of eprintln!, which a pure crate has no use for.
                    if let Some(line) = first_line_with(code, word) {
                        faults.push(format!("{path}:{line}: {word} in a pure crate"));
                    }
                }
            }
            if name != "chess"
                && let Some(line) = first_line_with(code, "shakmaty::")
            {
                faults.push(format!("{path}:{line}: shakmaty named outside crates/chess"));
            }
        }
    }
}

/// Number of the first line of code, comments left out, that holds a word.
fn first_line_with(code: &str, word: &str) -> Option<usize> {
    let found = |line: &str| !line.trim_start().starts_with("//") && line.contains(word);
    code.lines().position(found).map(|index| index + 1)
}
