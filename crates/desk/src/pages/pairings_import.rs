//! Pairings and results taken from a file: a table (CSV) or a tournament report file (TRF).

use std::collections::BTreeMap;

use askama::Template;
use kaissa_game::TimeControlReading;
use kaissa_pgn::read_text;
use kaissa_tournament::{PairingRow, PairingsReading, Trf, Trouble, read_table};
use kaissa_words::say;

use super::round_show::{round_of, typed_round};
use crate::acting::read_number;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, Refused, Reply, Role, Setting};

/// How long a file may be, in letters: one entry of the journal holds it.
const LONGEST: usize = 1_000_000;

#[derive(Template)]
#[template(path = "pairings_import.html")]
struct PairingsImport<'a> {
    layout: Layout<'a>,
    round: String,
    first_board: &'a str,
    text: &'a str,
    troubles: Vec<String>,
    n_rows: usize,
    encoding: String,
}

/// What a file says.
struct Import {
    /// The rounds with their games.
    rounds: BTreeMap<u32, Vec<PairingRow>>,
    reading: PairingsReading,
    /// The report as it came, where it is one.
    report: Option<(String, Trf)>,
    encoding: String,
}

/// The form, with what was found wrong in a file.
pub(crate) fn page(ask: &Ask) -> Reply {
    let import = read(ask);
    let reading = import.as_ref().map(|import| &import.reading);
    render(&PairingsImport {
        layout: Layout::new(ask, ask.say("desk-import")),
        round: ask.typed("round", ask.query.text("round")).to_owned(),
        first_board: ask.typed("first_board", "1"),
        text: ask.typed("text", ""),
        troubles: reading
            .map(|reading| reading.troubles.iter().map(|one| trouble(ask, one)).collect())
            .unwrap_or_default(),
        n_rows: reading.map_or(0, |reading| reading.rows.len()),
        encoding: import.map(|import| import.encoding).unwrap_or_default(),
    })
}

/// Takes the pairings and results of a file; nothing of one with troubles, unless the rest is asked
/// for.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    typed_round(ask)?;
    read_number::<u32>(ask, "first_board")?;
    let Some(import) = read(ask) else {
        return ask.refuse("file", ask.say("desk-import-nothing"));
    };
    let is_long = import.report.as_ref().is_some_and(|(report, _)| report.len() > LONGEST);
    if is_long {
        return ask.refuse("file", ask.say("desk-import-long"));
    }
    let n_troubles = import.reading.troubles.len();
    if n_troubles > 0 && !ask.form.is_ticked("despite") {
        return ask.refuse("file", say!(ask.words(), "desk-import-troubles", n = n_troubles));
    }
    if import.reading.rows.is_empty() {
        return ask.refuse("file", ask.say("desk-import-no-games"));
    }
    Ok(deeds(ask, import))
}

/// The round that was imported.
pub(crate) fn then(ask: &Ask) -> String {
    let round = read(ask).and_then(|import| import.rounds.keys().next_back().copied());
    format!("/round?round={}", round.unwrap_or_else(|| round_of(ask)))
}

fn deeds(ask: &Ask, import: Import) -> Vec<Deed> {
    let mut deeds: Vec<Deed> = Vec::new();
    if let Some((report, trf)) = &import.report {
        deeds.push(Body::RosterEntered { report: report.clone() }.into());
        deeds.extend(settings(ask, trf));
    }
    let mut ground = ask.ground().clone();
    for (round, rows) in import.rounds {
        let pairings = ground.seat(round, &rows);
        let results = pairings.iter().zip(&rows).filter_map(|(pairing, row)| {
            let known = ground.board(pairing.board).and_then(|board| board.result);
            let result = row.result.filter(|result| known.map(|(known, _)| known) != Some(*result));
            let result = Some(result?);
            Some(Deed::from(Body::ResultEntered { board: pairing.board, result }))
        });
        let results: Vec<Deed> = results.collect();
        ground.pair_all(&pairings);
        deeds.push(Body::PairingsEntered { pairings }.into());
        deeds.extend(results);
    }
    // A report holds who has no game; of a table nothing is lost either.
    if import.report.is_none() {
        deeds.extend(import.reading.unpaired.iter().map(|one| {
            let text = say!(ask.words(), "desk-import-no-game", name = one.name.as_str());
            Deed::from(Body::NoteAdded { board: None, text, of_entry: None })
        }));
    }
    deeds
}

/// What a report says of the competition, for a chief arbiter who has not set it yet.
fn settings(ask: &Ask, trf: &Trf) -> Vec<Deed> {
    if !ask.may(Role::Chief) {
        return Vec::new();
    }
    let reads = |value: &&str| TimeControlReading::read(value).control.is_some();
    let told = [
        (Setting::Competition, trf.value("012")),
        (Setting::TimeControl, trf.value("222").filter(reads)),
    ];
    let new = told.into_iter().filter_map(|(setting, value)| {
        let value = value.filter(|value| !value.is_empty())?.to_owned();
        let is_open = ask.ground().setting(setting).is_empty();
        is_open.then(|| Body::SettingChanged { setting, value }.into())
    });
    new.collect()
}

/// Reads what was sent: the file, else the text.
fn read(ask: &Ask) -> Option<Import> {
    let (text, encoding) = match ask.form.file("file") {
        Some(file) => {
            let (text, encoding) = read_text(&file.bytes);
            (text, encoding.map(|encoding| encoding.to_string()).unwrap_or_default())
        }
        None => (ask.form.filled("text")?.to_owned(), String::new()),
    };
    let asked = typed_round(ask).unwrap_or_default();
    let is_report = text.lines().any(|line| line.starts_with("001 "));
    if is_report {
        let trf = Trf::read(&text);
        let round = asked.unwrap_or_else(|| trf.last_round().max(1));
        let first_board = ask.form.number("first_board").unwrap_or(1);
        let reading = trf.pairings(round, first_board);
        let rounds = BTreeMap::from([(round, reading.rows.clone())]);
        return Some(Import { rounds, reading, report: Some((text, trf)), encoding });
    }
    let reading = read_table(&text);
    let usual = asked.or_else(|| ask.ground().current_round()).unwrap_or(1);
    let mut rounds: BTreeMap<u32, Vec<PairingRow>> = BTreeMap::new();
    for row in &reading.rows {
        rounds.entry(row.round.unwrap_or(usual)).or_default().push(row.clone());
    }
    Some(Import { rounds, reading, report: None, encoding })
}

/// A trouble in words: line, what was found, what was expected.
fn trouble(ask: &Ask, trouble: &Trouble) -> String {
    let words = ask.words();
    let other = trouble.expected.other_line().unwrap_or(0);
    let expected = say!(words, trouble.expected.message(), other = other);
    let (line, found) = (trouble.line, trouble.found.as_str());
    say!(words, "desk-import-trouble", line = line, found = found, expected = expected)
}
