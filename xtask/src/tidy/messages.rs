//! Each message that code says by name stands in the catalogue, and each of its messages is said.

use super::House;

pub fn check(house: &House, faults: &mut Vec<String>) {
    let mut catalogue = String::new();
    let locales = house.root.join("crates/words/locales/en");
    for entry in std::fs::read_dir(locales).into_iter().flatten().flatten() {
        catalogue.push_str(&std::fs::read_to_string(entry.path()).unwrap_or_default());
    }
    let known: Vec<&str> = catalogue
        .lines()
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        .filter_map(|line| Some(line.split_once('=')?.0.trim()))
        .collect();
    let mut files = house.rust_files("crates");
    files.extend(house.files("crates/desk/templates", "html"));
    for (path, text) in &files {
        let code: String = text.lines().filter(|line| !is_comment(line)).collect();
        for said in code.split("say!(").skip(1) {
            let Some(id) = said.split('"').nth(1) else { continue };
            // The id stands second, behind the catalogue.
            let is_literal = said.split('"').next().is_some_and(|before| {
                !before.contains([')', ';', '(']) && before.matches(',').count() == 1
            });
            if is_literal && !known.contains(&id) {
                faults.push(format!("{path}: says \"{id}\", which the catalogue lacks"));
            }
        }
    }
    // An id may be put together from an area and the word of an enum: `decision-` and `draw`.
    for id in known {
        let whole =
            |text: &str| text.contains(&format!("\"{id}\"")) || text.contains(&format!("{{ {id}"));
        let by_prefix = |text: &str| {
            id.match_indices('-').any(|(at, _)| {
                text.contains(&format!("\"{}{{", &id[..=at]))
                    || text.contains(&format!("\"{}\"", &id[..=at]))
            })
        };
        let said = files.iter().any(|(_, text)| whole(text) || by_prefix(text));
        if !said && !catalogue.contains(&format!("{{ {id} }}")) {
            faults.push(format!("crates/words: message \"{id}\" is never said"));
        }
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}
