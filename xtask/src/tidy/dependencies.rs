//! Dependencies run only in the directions of the table in ARCHITECTURE.md.

use super::{House, code_words, table_rows};

const TABLE: &str = "## Which crate may use which";

pub fn check(house: &House, faults: &mut Vec<String>) {
    let architecture = house.read("ARCHITECTURE.md", faults);
    let section = architecture.split(TABLE).nth(1).unwrap_or("");
    let section = section.split("\n## ").next().unwrap_or("");
    let allowed: Vec<(&str, Vec<&str>)> = table_rows(section)
        .filter_map(|row| {
            Some((code_words(row.first()?).next()?, code_words(row.get(1)?).collect()))
        })
        .collect();
    for name in house.crates() {
        let Some((_, may_use)) = allowed.iter().find(|(crate_name, _)| *crate_name == name) else {
            faults.push(format!("ARCHITECTURE.md, \"{TABLE}\": no row for `{name}`"));
            continue;
        };
        let path = format!("crates/{name}/Cargo.toml");
        let text = house.read(&path, faults);
        let manifest: toml::Table = match text.parse() {
            Ok(manifest) => manifest,
            Err(error) => {
                faults.push(format!("{path}: {error}"));
                continue;
            }
        };
        let used = manifest.get("dependencies").and_then(toml::Value::as_table);
        for dependency in used.into_iter().flat_map(toml::Table::keys) {
            let Some(used) = dependency.strip_prefix("kaissa-") else { continue };
            if !may_use.contains(&used) {
                faults.push(format!("{path}: uses {used}, which ARCHITECTURE.md does not allow"));
            }
        }
    }
    for (name, _) in allowed {
        if !house.crates().iter().any(|crate_name| crate_name == name) {
            faults.push(format!("ARCHITECTURE.md, \"{TABLE}\": `{name}` is no crate"));
        }
    }
}
