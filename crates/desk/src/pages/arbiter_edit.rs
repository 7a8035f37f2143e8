//! An arbiter entered or changed; shown on the page of the settings.

use super::first_start::{read_name, read_pin};
use super::settings_edit::{self, person_of};
use crate::{ArbiterEntered, Ask, Body, Deed, Refused, Reply, Role, hash_pin};

/// The settings, on which the forms for arbiters stand.
pub(crate) fn page(ask: &Ask) -> Reply {
    settings_edit::page(ask)
}

/// Enters a new arbiter, or changes one.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let ground = ask.ground();
    let name = read_name(ask, "name")?;
    let known = match person_of(ask) {
        None => None,
        Some(id) => match ground.person(id) {
            Some(known) => Some(known),
            None => return ask.refuse_all(ask.say("desk-no-such-arbiter")),
        },
    };
    let id = known.map_or_else(|| ground.next_person(), |known| known.id);
    if ground.person_named(&name).is_some_and(|other| other.id != id) {
        return ask.refuse("name", ask.say("desk-name-taken"));
    }
    let role = match ask.form.text("role") {
        "none" => None,
        word => match Role::of_word(word) {
            Some(role) => Some(role),
            None => return ask.refuse("role", ask.say("desk-role-wrong")),
        },
    };
    let is_last_chief = known.is_some_and(|known| known.role == Some(Role::Chief))
        && ground.people().filter(|person| person.role == Some(Role::Chief)).count() == 1;
    if is_last_chief && role != Some(Role::Chief) {
        return ask.refuse("role", ask.say("desk-last-chief"));
    }
    let pin_hash = match (known, ask.form.filled("pin")) {
        (Some(known), None) => known.pin_hash.clone(),
        _ => match hash_pin(&read_pin(ask, "pin")?) {
            Some(hash) => hash,
            None => return ask.refuse_all(ask.say("desk-not-kept")),
        },
    };
    let sector: String = ask.form.text("sector").chars().take(200).collect();
    Ask::deed(Body::ArbiterEntered(ArbiterEntered { id, name, role, pin_hash, sector }))
}
