//! What was fixed for the competition, version by version: each holds from its entry on.

use askama::Template;
use kaissa_words::day_and_time;

use super::entry_text::entries;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Reply, Setting};

/// The settings that rulings rest on.
const OF_RULES: [Setting; 5] = [
    Setting::Edition,
    Setting::Style,
    Setting::Supervision,
    Setting::Regulations,
    Setting::TimeControl,
];

#[derive(Template)]
#[template(path = "regulations_show.html")]
struct RegulationsShow<'a> {
    layout: Layout<'a>,
    versions: Vec<Version>,
}

struct Version {
    number: u64,
    at: String,
    by: String,
    setting: String,
    value: String,
    holds: bool,
}

/// Every version, the newest first; the one that holds now is marked.
pub(crate) fn page(ask: &Ask) -> Reply {
    let is_of_rules = |body: &Body| match body {
        Body::SettingChanged { setting, .. } => OF_RULES.contains(setting),
        _ => false,
    };
    let mut latest = Vec::new();
    let found = entries(ask, |entry| is_of_rules(&entry.body)).into_iter().rev();
    let versions = found.filter_map(|entry| {
        let Body::SettingChanged { setting, value } = &entry.body else { return None };
        let holds = !latest.contains(setting);
        latest.push(*setting);
        Some(Version {
            number: entry.number,
            at: day_and_time(entry.recorded_at),
            by: ask.ground().name_of(entry.person).to_owned(),
            setting: ask.say(&format!("desk-setting-{}", setting.word())),
            value: match value.as_str() {
                "" => ask.say("desk-not-fixed"),
                value => value.to_owned(),
            },
            holds,
        })
    });
    render(&RegulationsShow {
        versions: versions.collect(),
        layout: Layout::new(ask, ask.say("desk-regulations-title")),
    })
}
