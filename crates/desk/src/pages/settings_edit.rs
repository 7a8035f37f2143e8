//! The settings of the competition, and the list of its arbiters.

use askama::Template;
use kaissa_game::TimeControlReading;
use kaissa_laws::{Edition, RegulationsHistory, Rules, Style, Supervision};
use kaissa_tournament::LAST_ROUND;
use kaissa_words::{Language, say};

use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, PersonId, Refused, Reply, Role, Setting};

/// How long a value may be, in bytes.
const LONGEST: usize = 20_000;

#[derive(Template)]
#[template(path = "settings_edit.html")]
struct SettingsEdit<'a> {
    layout: Layout<'a>,
    competition: &'a str,
    editions: Vec<Choice>,
    styles: Vec<Choice>,
    supervisions: Vec<Choice>,
    languages: Vec<Choice>,
    time_control: &'a str,
    round: &'a str,
    regulations: &'a str,
    people: Vec<PersonShown>,
    roles: Vec<Choice>,
    new_name: &'a str,
    new_sector: &'a str,
    sources: String,
}

/// A choice of a list.
pub(crate) struct Choice {
    pub value: String,
    pub name: String,
    pub is_chosen: bool,
}

struct PersonShown {
    id: u32,
    name: String,
    role: Option<Role>,
    role_name: String,
    sector: String,
    /// Whether its form was refused, and has to be looked at.
    is_typed: bool,
}

impl PersonShown {
    fn has_role(&self, word: &str) -> bool {
        self.role.is_some_and(|role| role.word() == word)
    }
}

/// The settings with their forms.
pub(crate) fn page(ask: &Ask) -> Reply {
    let stands = |setting: Setting| ask.typed(setting.word(), ask.ground().setting(setting));
    let choices = |setting: Setting, values: Vec<(String, String)>| {
        let chosen = stands(setting);
        let choice =
            |(value, name): (String, String)| Choice { is_chosen: value == chosen, value, name };
        values.into_iter().map(choice).collect::<Vec<_>>()
    };
    let editions = ask.editions().iter().map(|text| text.edition().name().to_owned());
    let styles = [Style::Standard, Style::Rapid, Style::Blitz].map(Style::name);
    let supervisions = [Supervision::Full, Supervision::Reduced].map(Supervision::name);
    let named = |area: &str, word: &str| (word.to_owned(), ask.say(&format!("{area}{word}")));
    let role_name = |role: Option<Role>| match role {
        Some(role) => ask.say(&format!("desk-role-{}", role.word())),
        None => ask.say("desk-role-none"),
    };
    // A form that was refused stands there as it was filled in, but for the PIN.
    let changed: Option<u32> = ask.form.typed("person").and_then(|id| id.parse().ok());
    let people = ask.ground().people().map(|person| {
        let is_typed = ask.refused.is_some() && changed == Some(person.id.0);
        let typed = |field, stands: &str| match is_typed {
            true => ask.typed(field, stands).to_owned(),
            false => stands.to_owned(),
        };
        let word = person.role.map_or("none", Role::word);
        PersonShown {
            id: person.id.0,
            name: typed("name", &person.name),
            role: Role::of_word(&typed("role", word)),
            role_name: role_name(person.role),
            sector: typed("sector", &person.sector),
            is_typed,
        }
    });
    let new = |field| if changed.is_none() { ask.typed(field, "") } else { "" };
    render(&SettingsEdit {
        layout: Layout::new(ask, ask.say("desk-way-settings")),
        competition: stands(Setting::Competition),
        editions: choices(Setting::Edition, editions.map(|name| (name.clone(), name)).collect()),
        styles: choices(Setting::Style, styles.map(|word| named("desk-style-", word)).into()),
        supervisions: choices(
            Setting::Supervision,
            supervisions.map(|word| named("desk-supervision-", word)).into(),
        ),
        languages: choices(
            Setting::Language,
            vec![("en".to_owned(), "English".to_owned()), ("ru".to_owned(), "Русский".to_owned())],
        ),
        time_control: stands(Setting::TimeControl),
        round: stands(Setting::Round),
        regulations: stands(Setting::Regulations),
        people: people.collect(),
        roles: Role::ALL
            .map(|role| Choice {
                value: role.word().to_owned(),
                name: role_name(Some(role)),
                is_chosen: match new("role") {
                    "" => role == Role::Arbiter,
                    word => role.word() == word,
                },
            })
            .into(),
        new_name: new("name"),
        new_sector: new("sector"),
        sources: super::sources::list(ask),
    })
}

/// Sets what is different from what was set.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let mut deeds = Vec::new();
    for setting in Setting::ALL {
        let Some(value) = ask.form.raw(setting.word()).map(str::trim) else { continue };
        if value == ask.ground().setting(setting) {
            continue;
        }
        if value.len() > LONGEST {
            return ask.refuse(setting.word(), ask.say("desk-setting-long"));
        }
        if !value.is_empty()
            && let Err(why) = check(ask, setting, value)
        {
            let name = ask.say(&format!("desk-setting-{}", setting.word()));
            let text = say!(ask.words(), "desk-setting-wrong", setting = name, why = why);
            return ask.refuse(setting.word(), text);
        }
        deeds.push(Body::SettingChanged { setting, value: value.to_owned() }.into());
    }
    Ok(deeds)
}

/// Whether a value can be set; else what is wrong with it.
fn check(ask: &Ask, setting: Setting, value: &str) -> Result<(), String> {
    let one_of = |known: Vec<&str>| {
        say!(ask.words(), "desk-setting-one-of", found = value, known = known.join(", "))
    };
    let expected = |id: &str| say!(ask.words(), id, found = value);
    match setting {
        Setting::Competition => Ok(()),
        Setting::Edition => match ask.editions().named(value) {
            Ok(_) => Ok(()),
            Err(error) => Err(one_of(error.known.iter().map(Edition::name).collect())),
        },
        Setting::Style => match value.parse::<Style>() {
            Ok(_) => Ok(()),
            Err(error) => Err(one_of(error.expected.to_vec())),
        },
        Setting::Supervision => match value.parse::<Supervision>() {
            Ok(_) => Ok(()),
            Err(error) => Err(one_of(error.expected.to_vec())),
        },
        Setting::Regulations => check_regulations(ask, value),
        Setting::Language => match value.parse::<Language>() {
            Ok(_) => Ok(()),
            Err(_) => Err(one_of(Language::ALL.map(Language::code).to_vec())),
        },
        Setting::TimeControl => match TimeControlReading::read(value).control {
            Some(_) => Ok(()),
            None => Err(expected("desk-setting-no-time-control")),
        },
        Setting::Round => {
            match value.parse::<u32>().ok().filter(|round| (1..=LAST_ROUND).contains(round)) {
                Some(_) => Ok(()),
                None => Err(say!(ask.words(), "desk-round-wrong", last = LAST_ROUND)),
            }
        }
    }
}

/// Whether regulations can be set as they are written; else what is wrong with them, and where.
fn check_regulations(ask: &Ask, text: &str) -> Result<(), String> {
    let words = ask.words();
    let history = RegulationsHistory::read(text).map_err(|error| {
        let place = error
            .place
            .map(|(line, column)| say!(words, "desk-setting-place", line = line, column = column));
        let key = error.key.map(|key| format!("{key}:"));
        let fault = say!(
            words,
            "desk-setting-found",
            found = error.found.as_str(),
            expected = error.expected.as_str()
        );
        [place, key, Some(fault)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    })?;
    // A version holds from the entry that sets it, and not from a moment within.
    if history.changes().next().is_some() {
        return Err(ask.say("desk-regulations-changes"));
    }
    match history.first().edition.map(|edition| Rules::new(ask.editions(), edition)) {
        Some(Err(error)) => {
            let known: Vec<&str> = error.known.iter().map(Edition::name).collect();
            let (found, known) = (error.found.as_str(), known.join(", "));
            Err(say!(words, "desk-setting-one-of", found = found, known = known))
        }
        _ => Ok(()),
    }
}

/// The id of an arbiter that a form names.
pub(super) fn person_of(ask: &Ask) -> Option<PersonId> {
    ask.form.number("person").map(PersonId)
}
