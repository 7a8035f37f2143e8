//! Results given out as files: a table (CSV) and a tournament report file (TRF).

use std::collections::BTreeSet;

use kaissa_tournament::{EventFacts, PairingRow, Trf, name_key, write_table};
use kaissa_words::say;

use super::round_show::round_of;
use crate::{Ask, Board, Reply, Role, Setting};

/// The games of the round as a table; of every round where `round=all` is asked.
pub(crate) fn table(ask: &Ask) -> Reply {
    let rounds: Vec<u32> = match ask.query.text("round") {
        "all" => ask.ground().rounds().into_iter().collect(),
        _ => vec![round_of(ask)],
    };
    let rows: Vec<PairingRow> = rounds.iter().flat_map(|round| rows(ask, *round)).collect();
    let name = match rounds[..] {
        [round] => format!("results-round-{round}.csv"),
        _ => "results.csv".to_owned(),
    };
    // A spreadsheet takes the text for UTF-8 only with the mark in front.
    let text = format!("\u{FEFF}{}", write_table(&rows));
    Reply::file("text/csv; charset=utf-8", &name, text.into_bytes())
}

/// The report of the tournament: the file that was imported with the results of the desk in it, or a
/// new one where none was.
pub(crate) fn report(ask: &Ask) -> Reply {
    let rounds = ask.ground().rounds();
    let all: Vec<PairingRow> = rounds.iter().flat_map(|round| rows(ask, *round)).collect();
    let mut trf = match ask.ground().roster() {
        Some(roster) => roster.as_ref().clone(),
        None => new_report(ask, &all),
    };
    for pairing in ask.ground().unmade() {
        if let Some(round) = pairing.round {
            trf.take_out(round, &pairing.white, &pairing.black);
        }
    }
    let mut strangers = BTreeSet::new();
    for row in &all {
        if let Err(names) = trf.put(row.round.unwrap_or(1), row) {
            strangers.extend(names);
        }
    }
    if !strangers.is_empty() {
        let names: Vec<String> = strangers.into_iter().collect();
        let text = say!(ask.words(), "desk-export-strangers", names = names.join("; "));
        return Reply::told(ask, 409, "desk-export-trf", text);
    }
    let media_type = "text/plain; charset=utf-8";
    Reply::file(media_type, "results.trf", trf.to_string().into_bytes())
}

/// The games of a round with both players known.
fn rows(ask: &Ask, round: u32) -> Vec<PairingRow> {
    let boards = ask.ground().boards_of(round).into_iter().zip(1..);
    let is_full = |board: &Board| !board.white.is_empty() && !board.black.is_empty();
    let boards = boards.filter(|(board, _)| board.round.is_some() && is_full(board));
    boards
        .map(|(board, line)| PairingRow {
            line,
            round: board.round,
            board: board.number.clone(),
            white: board.white.clone(),
            black: board.black.clone(),
            result: board.result.map(|(result, _)| result),
        })
        .collect()
}

/// A report of the players as they are met, round by round and board by board.
fn new_report(ask: &Ask, rows: &[PairingRow]) -> Trf {
    let ground = ask.ground();
    let mut known = BTreeSet::new();
    let names = rows.iter().flat_map(|row| [row.white.as_str(), row.black.as_str()]);
    let names: Vec<&str> = names.filter(|name| known.insert(name_key(name))).collect();
    let chief = ground.people().find(|person| person.role == Some(Role::Chief));
    let facts = EventFacts {
        name: ground.setting(Setting::Competition).to_owned(),
        chief_arbiter: chief.map(|person| person.name.clone()).unwrap_or_default(),
        time_control: ground.setting(Setting::TimeControl).to_owned(),
        n_rounds: None,
    };
    Trf::of_players(&facts, names)
}
