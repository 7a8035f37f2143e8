//! The bodies of the desk as the journal keeps them, in the words of `docs/reference/entries.md`.

use kaissa_journal::{
    self as kept, Entry as KeptEntry, EntryId, Head, NewEntry as KeptNewEntry, Statement,
};
use serde_json::{Map, Value, json};

use super::{ArbiterEntered, BoardId, Body, Pairing, PersonId, Role, Setting};
use crate::ledger::{Entry, NewEntry};

/// The source of entries that people make at the desk, and of the desk's own.
const DESK: &str = "desk";

/// An entry as the journal takes it; `None` where the sender's id is none that the journal knows.
pub(crate) fn to_journal(new: &NewEntry) -> Option<KeptNewEntry> {
    let entry = statement(&new.body);
    let id = EntryId::new(&new.sender_id)?;
    let source = match &new.body {
        Body::RecordObserved { source, .. }
        | Body::SourceHealth { source, .. }
        | Body::MoveReplaced { source, .. } => source,
        _ => DESK,
    };
    let mut entry = entry.id(id).happened(new.happened_at).source(source);
    if let Some(board) = new.body.board() {
        entry = entry.about(game_word(board));
    }
    if let Some(person) = new.person {
        entry = entry.person(person_word(person));
    }
    Some(entry)
}

/// An entry as the desk reads it. One that says nothing to the desk keeps its place and its kind.
pub(crate) fn from_journal(entry: KeptEntry) -> Entry {
    let board = entry.about.as_deref().and_then(board_of);
    let known = entry.statement().ok().and_then(|said| body(said, &entry, board));
    let other = || Body::Other { kind: entry.kind.clone(), board };
    Entry {
        number: entry.number,
        recorded_at: entry.recorded,
        happened_at: entry.happened,
        sender_id: entry.id.as_str().to_owned(),
        person: entry.person.as_deref().and_then(person_of),
        body: known.unwrap_or_else(other),
        hash: Head { number: entry.number, hash: entry.hash }.letters(),
    }
}

/// The entry that says what a body says.
fn statement(body: &Body) -> KeptNewEntry {
    let said: Statement = match body {
        Body::RecordObserved { delta, .. } => delta.as_ref().clone().into(),
        Body::RecordFollowed { source, .. } => {
            kept::RecordFollowed { source: source.clone() }.into()
        }
        Body::GapSeen { gap, .. } => gap.clone().into(),
        Body::SourceHealth { health, .. } => health.clone().into(),
        Body::MoveReplaced { replaced, .. } => replaced.clone().into(),
        Body::GameEvent { event, .. } => kept::GameEvent(event.clone()).into(),
        Body::RecordCorrected { after_ply, moves, reason, .. } => kept::RecordCorrected {
            kept_plies: *after_ply,
            moves: moves.clone(),
            reason: reason.clone(),
        }
        .into(),
        Body::PairingsEntered { pairings } => pairings_entered(pairings),
        Body::PairingCorrected { was, now, reason } => kept::PairingCorrected {
            was_round: round_word(was.round),
            was: kept_pairing(was),
            round: round_word(now.as_ref().map_or(was.round, |now| now.round)),
            pairing: now.as_ref().map(kept_pairing),
            reason: reason.clone(),
        }
        .into(),
        Body::RosterEntered { report } => kept::RosterEntered { report: report.clone() }.into(),
        Body::RoundStarted { round } => kept::RoundStarted { round: round.to_string() }.into(),
        Body::AlarmRaised { alarm, kind, ply, .. } => {
            let told = kept::Shown::new(&json!({ "kind": kind, "ply": ply }));
            kept::AlarmRaised { id: alarm.clone(), alarm: told }.into()
        }
        Body::AlarmWithdrawn { alarm, .. } => {
            let told = kept::Shown::new(&Value::Null);
            kept::AlarmWithdrawn { id: alarm.clone(), alarm: told }.into()
        }
        Body::OnTheWay { is_going, .. } => kept::OnTheWay { is_going: *is_going }.into(),
        Body::ProposalShown { about, edition, language, proposal, .. } => kept::ProposalShown {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            edition: edition.clone(),
            language: language.code().to_owned(),
            about: about.clone(),
            proposal: kept::Shown::new(proposal),
        }
        .into(),
        Body::RulingMade { proposal, decision, choice, follows, reason, .. } => kept::RulingMade {
            proposal: *proposal,
            is_followed: *follows,
            reason: Some(reason.clone()).filter(|reason| !reason.is_empty()),
            decision: Some(decision.clone()),
            choice: Some(choice.clone()).filter(|choice| !choice.is_empty()),
            ruling: None,
        }
        .into(),
        Body::RulingTakenBack { ruling, reason, .. } => {
            kept::RulingTakenBack { ruling: *ruling, reason: reason.clone() }.into()
        }
        Body::NoteAdded { text, of_entry, .. } => {
            kept::NoteAdded { text: text.clone(), of_entry: *of_entry }.into()
        }
        Body::AttachmentAdded { attachment, .. } => attachment.clone().into(),
        Body::ResultEntered { result: Some(result), .. } => {
            kept::ResultEntered { result: *result, reason: None }.into()
        }
        Body::ResultEntered { result: None, .. } => kept::ResultTakenBack::default().into(),
        Body::TallyCounted { count, tally, .. } => {
            // Its body has its own page in the reference; what is more stays beside it.
            let mut object = tally.as_object().cloned().unwrap_or_default();
            object.insert("count".to_owned(), (*count).into());
            return KeptNewEntry::new(body.kind(), &object);
        }
        Body::SettingChanged { setting, value } => {
            kept::SettingChanged { name: setting.word().to_owned(), value: kept::Shown::new(value) }
                .into()
        }
        Body::ArbiterEntered(entered) => kept::ArbiterEntered {
            id: person_word(entered.id),
            name: entered.name.clone(),
            role: entered.role.map(|role| role.word().to_owned()),
            pin_hash: entered.pin_hash.clone(),
            sector: entered.sector.clone(),
        }
        .into(),
        Body::EnvelopeWritten { envelope, .. } => envelope.clone().into(),
        Body::BodyErased { entry, reason, .. } => {
            // The ledger puts in the hash of what it erases.
            let sha256 = kept::Digest([0; 32]);
            kept::BodyErased { entry: *entry, sha256, reason: reason.clone() }.into()
        }
        Body::Other { kind, .. } => return KeptNewEntry::new(kind.as_str(), &Map::new()),
    };
    said.entry()
}

/// What a statement says to the desk; `None` where it says nothing.
fn body(said: Statement, entry: &KeptEntry, about: Option<BoardId>) -> Option<Body> {
    Some(match said {
        Statement::RecordObserved(delta) => Body::RecordObserved {
            board: about?,
            source: entry.source.clone(),
            delta: Box::new(delta),
        },
        Statement::RecordFollowed(followed) => {
            Body::RecordFollowed { board: about?, source: followed.source }
        }
        Statement::GapSeen(gap) => Body::GapSeen { board: about?, gap },
        Statement::SourceHealth(health) => {
            Body::SourceHealth { board: about, source: entry.source.clone(), health }
        }
        Statement::MoveReplaced(replaced) => {
            Body::MoveReplaced { board: about?, source: entry.source.clone(), replaced }
        }
        Statement::GameEvent(kept::GameEvent(event)) => Body::GameEvent { board: about?, event },
        Statement::RecordCorrected(kept::RecordCorrected { kept_plies, moves, reason }) => {
            Body::RecordCorrected { board: about?, after_ply: kept_plies, moves, reason }
        }
        Statement::PairingsEntered(entered) => pairings_of(entered),
        Statement::PairingCorrected(kept::PairingCorrected {
            was_round,
            was,
            round,
            pairing,
            reason,
        }) => Body::PairingCorrected {
            was: pairing_of(was, was_round.parse().ok())?,
            now: match pairing {
                Some(pairing) => Some(pairing_of(pairing, round.parse().ok())?),
                None => None,
            },
            reason,
        },
        Statement::RosterEntered(entered) => Body::RosterEntered { report: entered.report },
        Statement::RoundStarted(started) => {
            Body::RoundStarted { round: started.round.parse().ok()? }
        }
        Statement::AlarmRaised(raised) => {
            let told = raised.alarm.value();
            let kind = told.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
            let ply = told.get("ply").and_then(Value::as_u64).unwrap_or_default();
            Body::AlarmRaised { board: about?, alarm: raised.id, kind, ply: ply as u32 }
        }
        Statement::AlarmWithdrawn(withdrawn) => {
            Body::AlarmWithdrawn { board: about?, alarm: withdrawn.id }
        }
        Statement::OnTheWay(kept::OnTheWay { is_going }) => {
            Body::OnTheWay { board: about?, is_going }
        }
        Statement::ProposalShown(shown) => Body::ProposalShown {
            board: about?,
            about: shown.about.clone(),
            edition: shown.edition.clone(),
            language: shown.language.parse().unwrap_or_default(),
            proposal: shown.proposal.value(),
        },
        Statement::RulingMade(made) => Body::RulingMade {
            board: about?,
            proposal: made.proposal,
            decision: made.decision.unwrap_or_default(),
            choice: made.choice.unwrap_or_default(),
            follows: made.is_followed,
            reason: made.reason.unwrap_or_default(),
        },
        Statement::RulingTakenBack(kept::RulingTakenBack { ruling, reason }) => {
            Body::RulingTakenBack { board: about?, ruling, reason }
        }
        Statement::NoteAdded(kept::NoteAdded { text, of_entry }) => {
            Body::NoteAdded { board: about, text, of_entry }
        }
        Statement::AttachmentAdded(attachment) => {
            Body::AttachmentAdded { board: about, attachment, bytes: None }
        }
        Statement::ResultEntered(entered) => {
            Body::ResultEntered { board: about?, result: Some(entered.result) }
        }
        Statement::ResultTakenBack(_) => Body::ResultEntered { board: about?, result: None },
        Statement::TallyCounted(_) => {
            let tally: Value = serde_json::from_str(entry.body.json()?).ok()?;
            let count = tally.get("count").and_then(Value::as_u64).unwrap_or(1);
            Body::TallyCounted { board: about?, count: count as u32, tally }
        }
        Statement::SettingChanged(kept::SettingChanged { name, value }) => Body::SettingChanged {
            setting: Setting::of_word(&name)?,
            value: value.value().as_str()?.to_owned(),
        },
        Statement::ArbiterEntered(entered) => Body::ArbiterEntered(ArbiterEntered {
            id: person_of(&entered.id)?,
            name: entered.name,
            role: entered.role.as_deref().and_then(Role::of_word),
            pin_hash: entered.pin_hash,
            sector: entered.sector,
        }),
        Statement::EnvelopeWritten(envelope) => Body::EnvelopeWritten { board: about?, envelope },
        Statement::BodyErased(erased) => {
            Body::BodyErased { board: about, entry: erased.entry, reason: erased.reason }
        }
        Statement::ContinuedFrom(_) | Statement::GamesListed(_) | Statement::SourceGone(_) => {
            return None;
        }
    })
}

/// Pairings as a statement; all of them are of the round of the first.
fn pairings_entered(pairings: &[Pairing]) -> Statement {
    let round = pairings.first().map(|pairing| round_word(pairing.round)).unwrap_or_default();
    let pairings = pairings.iter().map(kept_pairing).collect();
    kept::PairingsEntered { round, pairings }.into()
}

fn round_word(round: Option<u32>) -> String {
    round.map(|round| round.to_string()).unwrap_or_default()
}

fn kept_pairing(pairing: &Pairing) -> kept::Pairing {
    let name = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    kept::Pairing {
        game: game_word(pairing.board),
        board: pairing.number.clone(),
        white: name(&pairing.white),
        black: name(&pairing.black),
        game_number: None,
    }
}

fn pairings_of(entered: kept::PairingsEntered) -> Body {
    let round = entered.round.parse().ok();
    let pairings = entered.pairings.into_iter().filter_map(|pairing| pairing_of(pairing, round));
    Body::PairingsEntered { pairings: pairings.collect() }
}

fn pairing_of(pairing: kept::Pairing, round: Option<u32>) -> Option<Pairing> {
    Some(Pairing {
        board: board_of(&pairing.game)?,
        round,
        number: pairing.board,
        white: pairing.white.unwrap_or_default(),
        black: pairing.black.unwrap_or_default(),
    })
}

/// The word by which entries name the game of a board.
fn game_word(board: BoardId) -> String {
    format!("board-{}", board.0)
}

fn board_of(word: &str) -> Option<BoardId> {
    word.strip_prefix("board-")?.parse().ok().map(BoardId)
}

/// The word by which entries name an arbiter.
fn person_word(person: PersonId) -> String {
    format!("arbiter-{}", person.0)
}

fn person_of(word: &str) -> Option<PersonId> {
    word.strip_prefix("arbiter-")?.parse().ok().map(PersonId)
}
