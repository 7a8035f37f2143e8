//! Each Rust name of the glossary exists in the code.

use super::{House, code_words, table_rows};

pub fn check(house: &House, faults: &mut Vec<String>) {
    let glossary = house.read("docs/glossary.md", faults);
    let code: String =
        house.rust_files("crates").into_iter().map(|(_, text)| text + "\n").collect();
    let mut n_names = 0;
    for row in table_rows(&glossary) {
        let Some(cell) = row.last() else { continue };
        for name in code_words(cell) {
            n_names += 1;
            // `CanMate::No` is a variant, `Ply` a type, `allotted` a function or field.
            let last = name.rsplit("::").next().unwrap_or(name);
            if !defines(&code, last) {
                faults.push(format!("docs/glossary.md: `{name}` is not in the code"));
            }
        }
    }
    if n_names == 0 && !glossary.is_empty() {
        faults.push("docs/glossary.md: no Rust names found".to_owned());
    }
}

fn defines(code: &str, name: &str) -> bool {
    let is_end = |next: char| !next.is_ascii_alphanumeric() && next != '_';
    let stands_after = |before: &str| {
        let mut rest = code;
        while let Some(at) = rest.find(before) {
            rest = &rest[at + before.len()..];
            if let Some(after) = rest.strip_prefix(name)
                && after.chars().next().is_none_or(is_end)
            {
                return true;
            }
        }
        false
    };
    let defined = ["struct ", "enum ", "trait ", "type ", "fn ", "    ", "pub use "];
    defined.into_iter().any(stands_after)
}
