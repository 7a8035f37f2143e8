//! Every subcommand, finding, oddity, alarm and decision has its heading in the reference.

use kaissa_game::OddityCode;
use kaissa_hall::AlarmKind;
use kaissa_ruling::{Decision, FindingKind};

use super::House;

pub fn check(house: &House, faults: &mut Vec<String>) {
    let commands: Vec<String> = house
        .rust_files("crates/cli/src/commands")
        .into_iter()
        .filter_map(|(path, _)| {
            let name = path.rsplit('/').next()?.strip_suffix(".rs")?;
            (path.matches('/').count() == 4).then(|| format!("kaissa {name}"))
        })
        .collect();
    require(house, "docs/reference/commands.md", &commands, faults);
    let words = |words: Vec<&str>| words.into_iter().map(str::to_owned).collect::<Vec<_>>();
    for (page, names) in [
        ("findings", words(FindingKind::ALL.iter().map(|kind| kind.word()).collect())),
        ("oddities", words(OddityCode::all().map(OddityCode::code).collect())),
        ("alarms", words(AlarmKind::ALL.iter().map(|kind| kind.word()).collect())),
        ("decisions", words(Decision::ALL.iter().map(|decision| decision.word()).collect())),
    ] {
        require(house, &format!("docs/reference/{page}.md"), &names, faults);
    }
}

fn require(house: &House, page: &str, names: &[String], faults: &mut Vec<String>) {
    let text = house.read(page, faults);
    let headings: Vec<&str> = text
        .lines()
        .filter_map(|line| Some(line.strip_prefix("## ")?.trim().trim_matches('`')))
        .collect();
    for name in names {
        if !headings.contains(&name.as_str()) {
            faults.push(format!("{page}: no heading `{name}`"));
        }
    }
    for heading in headings {
        if !names.iter().any(|name| name == heading) {
            faults.push(format!("{page}: heading `{heading}` names nothing in the code"));
        }
    }
}
