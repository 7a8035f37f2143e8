//! What an entry says, in words, for the journal and for papers.

use std::collections::BTreeSet;

use kaissa_game::{Entry as GameEvent, Incident};
use kaissa_journal::GameEvent as KeptEvent;
use kaissa_ruling::Choice;
use kaissa_words::{choice, clock_text, law_gist, say};
use serde_json::Value;

use super::players_show::fault_name;
use super::proposal_show;
use super::result_enter::result_text;
use super::round_show::number_of;
use crate::ledger::Entry;
use crate::{Ask, BoardId, Body, Pairing, Refused};

/// How many entries are read at once.
const N_AT_ONCE: usize = 1_000;
/// How long a reason may be, in letters.
const LONGEST_REASON: usize = 500;

/// Every entry of the journal that is wanted, in order.
pub(crate) fn entries(ask: &Ask, is_wanted: impl Fn(&Entry) -> bool) -> Vec<Entry> {
    let Some(ledger) = &ask.ledger else { return Vec::new() };
    let (mut from, mut found) = (1, Vec::new());
    while let Ok(page) = ledger.read(from, N_AT_ONCE) {
        let Some(last) = page.last() else { break };
        from = last.number + 1;
        found.extend(page.into_iter().filter(&is_wanted));
    }
    found
}

/// An entry by its number; `None` where there is none.
pub(crate) fn read_entry(ask: &Ask, number: u64) -> Option<Entry> {
    let entry = ask.ledger.as_ref()?.read(number, 1).ok()?.into_iter().next()?;
    (entry.number == number).then_some(entry)
}

/// The reason that a form gives.
///
/// # Errors
/// The refusal of none, and of one that is too long.
pub(crate) fn read_reason(ask: &Ask) -> Result<String, Refused> {
    let reason = ask.form.text("reason");
    if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
        return ask.refuse("reason", ask.say("desk-correct-reason-wrong"));
    }
    Ok(reason.to_owned())
}

/// The head of the chain, as reports print it and people compare it.
pub(crate) fn head(ask: &Ask) -> String {
    let (number, letters) = &ask.snapshot.head;
    format!("{number} {letters}")
}

/// The name of the kind of an entry.
pub(crate) fn kind_text(ask: &Ask, body: &Body) -> String {
    kind_name(ask, body.kind())
}

/// The name of a kind of entries by its word; the word itself for one that a later program made.
pub(crate) fn kind_name(ask: &Ask, word: &str) -> String {
    let id = format!("desk-entry-{word}");
    if ask.words().has(&id) { ask.say(&id) } else { word.to_owned() }
}

/// What an entry says; empty where its kind says it all.
pub(crate) fn entry_text(ask: &Ask, body: &Body) -> String {
    let words = ask.words();
    match body {
        Body::GameEvent { event, .. } => event_text(ask, event),
        Body::NoteAdded { text, .. } => text.clone(),
        Body::AttachmentAdded { attachment, .. } => {
            format!("{} {}", attachment.name, attachment.text).trim_end().to_owned()
        }
        Body::BodyErased { entry, reason, .. } => format!("№ {entry}: {reason}"),
        Body::SourceHealth { source, health, .. } => super::sources::kept(ask, source, health),
        Body::RecordFollowed { source, .. } => source.clone(),
        Body::MoveReplaced { replaced, .. } => replaced.written.clone(),
        Body::AlarmRaised { kind, .. } => ask.say(&format!("desk-alarm-{kind}")),
        Body::RulingMade { decision, reason, .. } => {
            format!("{}. {reason}", decision_text(ask, decision)).trim_end().to_owned()
        }
        Body::RulingTakenBack { ruling, reason, .. } => format!("№ {ruling}: {reason}"),
        Body::ProposalShown { proposal, .. } => proposal_text(ask, proposal),
        Body::RecordCorrected { after_ply, moves, reason, .. } => {
            let (ply, moves, why) = (*after_ply, moves.join(" "), reason.as_str());
            say!(words, "desk-entry-corrected", ply = ply, moves = moves, reason = why)
        }
        Body::SettingChanged { setting, value } => {
            let setting = ask.say(&format!("desk-setting-{}", setting.word()));
            let value: String = value.chars().take(80).collect();
            format!("{setting}: {value}")
        }
        Body::ArbiterEntered(person) => person.name.clone(),
        Body::ResultEntered { result, .. } => {
            result.map(|result| result_text(ask, result)).unwrap_or_default()
        }
        Body::RoundStarted { round } => round.to_string(),
        Body::PairingCorrected { was, now, reason } => {
            let text = |one: &Pairing| format!("{} {} – {}", one.number, one.white, one.black);
            let now = now.as_ref().map_or_else(|| ask.say("desk-pairing-no-game"), text);
            format!("{} → {now}. {reason}", text(was))
        }
        Body::PairingsEntered { pairings } => {
            let named =
                pairings.iter().map(|one| format!("{} {} – {}", one.number, one.white, one.black));
            named.collect::<Vec<_>>().join("; ")
        }
        _ => String::new(),
    }
}

/// A decision by its word; empty for none.
pub(crate) fn decision_text(ask: &Ask, word: &str) -> String {
    match word {
        "" => String::new(),
        word => proposal_show::decision_text(ask.language, word),
    }
}

/// What a proposal says first: in the words that were shown, where they were kept.
pub(crate) fn proposal_text(ask: &Ask, proposal: &Value) -> String {
    let shown = proposal.pointer(&format!("/words/{}/decision", ask.language.code()));
    match shown.and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None => {
            let word = proposal.get("decision").and_then(Value::as_str).unwrap_or_default();
            decision_text(ask, word)
        }
    }
}

/// The articles that a proposal rests on, as its edition prints them.
pub(crate) fn articles(proposal: &Value) -> BTreeSet<(String, String)> {
    let grounds = proposal.get("grounds").and_then(Value::as_array).into_iter().flatten();
    let text = |ground: &Value, name: &str| {
        ground.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let mut found = BTreeSet::new();
    for ground in grounds {
        let edition = text(ground, "edition");
        let named = ground.get("articles").and_then(Value::as_array).into_iter().flatten();
        let named: Vec<&str> = named.filter_map(Value::as_str).collect();
        if !named.is_empty() {
            found.insert((text(ground, "rule"), format!("{} ({edition})", named.join(", "))));
        }
    }
    found
}

/// The board of an entry, as `12 First – Second`.
pub(crate) fn board_text(ask: &Ask, board: Option<BoardId>) -> String {
    let board = board.and_then(|board| ask.ground().board(board));
    board
        .map(|board| format!("{} {} – {}", number_of(board), board.white, board.black))
        .unwrap_or_default()
}

/// What happened at a board: who, what, and what belongs to it.
fn event_text(ask: &Ask, event: &GameEvent) -> String {
    let value = serde_json::to_value(KeptEvent(event.clone())).unwrap_or_default();
    let word = |name: &str| value.get(name).and_then(Value::as_str);
    let what = word("incident").or_else(|| word("event")).unwrap_or_default();
    let who = ["by", "of", "to", "who", "player", "from"].iter().find_map(|name| word(name));
    let who = match who {
        Some("white") => format!("{}: ", ask.say("desk-white")),
        Some("black") => format!("{}: ", ask.say("desk-black")),
        _ => String::new(),
    };
    let text = ask.say(&format!("desk-event-{what}"));
    format!("{who}{text} {}", detail(ask, event)).trim_end().to_owned()
}

fn detail(ask: &Ask, event: &GameEvent) -> String {
    let words = ask.words();
    match event {
        GameEvent::PieceTouched { square, .. }
        | GameEvent::PieceAdjusted { square, .. }
        | GameEvent::PieceLifted { square, .. }
        | GameEvent::PawnConverted { square, .. } => square.to_string(),
        GameEvent::MoveMade { played, .. } => format!("{}–{}", played.from(), played.to()),
        GameEvent::ClocksRead(times) | GameEvent::ClocksSet(times) => {
            format!("{} – {}", clock_text(times.white), clock_text(times.black))
        }
        GameEvent::IllegalMoveBooked { fault, .. } => format!("({})", ask.say(fault_name(*fault))),
        GameEvent::PositionRestored { ply } => ply.to_string(),
        GameEvent::WarningTakenBack { rule, .. } => law_gist(words, *rule),
        GameEvent::ResultWritten { result, .. } => result_text(ask, *result),
        GameEvent::ClaimDecided { correct } => match correct {
            true => ask.say("desk-event-correct"),
            false => ask.say("desk-event-incorrect"),
        },
        GameEvent::Happened(incident) => match incident {
            Incident::PlayerArrived { late: time, .. }
            | Incident::TimeGiven { time, .. }
            | Incident::TimeTaken { time, .. } => clock_text(*time),
            Incident::Warned { rule, .. } => law_gist(words, *rule),
            Incident::Penalised { penalty, .. } => choice(words, &Choice::Penalty(*penalty, None)),
            Incident::ResultSigned { result, .. } => result_text(ask, *result),
            Incident::AreaLeft { with_permission: true, .. } => ask.say("desk-event-permitted"),
            _ => String::new(),
        },
        _ => String::new(),
    }
}

/// Whether an entry tells of something out of the ordinary: what a report of incidents has.
pub(crate) fn is_incident(body: &Body) -> bool {
    match body {
        Body::RulingMade { .. }
        | Body::RulingTakenBack { .. }
        | Body::RecordCorrected { .. }
        | Body::PairingCorrected { .. }
        | Body::NoteAdded { .. }
        | Body::AttachmentAdded { .. }
        | Body::ResultEntered { result: None, .. } => true,
        Body::GameEvent { event, .. } => !matches!(
            event,
            GameEvent::MoveMade { .. }
                | GameEvent::ClockPressed { .. }
                | GameEvent::ClocksRead(_)
                | GameEvent::Happened(Incident::GameStarted | Incident::ResultSigned { .. })
        ),
        _ => false,
    }
}
