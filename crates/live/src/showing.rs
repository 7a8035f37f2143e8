//! What an observation is to a hall.

use kaissa_feed::{Gap, Observation, Seen};
use kaissa_game::{Record, Timestamp};
use kaissa_hall::{self as hall, GapSeen, Hall, HallEvent, RowSeen};
use kaissa_journal::RowState;

/// Shows a hall what a source says of its games and boards, and gives what the hall tells. How a
/// source fares and what a board took back says nothing of a game.
pub fn show(hall: &mut Hall, observation: &Observation) -> Vec<HallEvent> {
    let (source, at) = (observation.source.as_str(), observation.at);
    match &observation.seen {
        Seen::Games { records, changed_at } => {
            hall.observe(&hall::Observation { source, records, changed_at: *changed_at, at })
        }
        Seen::Board { row, record, placement, changed_at } => {
            let (placement, changed_at) = (placement.as_deref(), *changed_at);
            hall.observe_row(&RowSeen { source, row, record, placement, changed_at, at })
        }
        Seen::Gone => hall.forget(source, at),
        Seen::Gap(gap) => show_gap(hall, source, gap, at),
        Seen::Health(_) | Seen::BoardHealth { .. } | Seen::Replaced(_) => Vec::new(),
    }
}

/// Shows a hall that nothing was seen of a board for some time.
pub fn show_gap(hall: &mut Hall, source: &str, gap: &Gap, at: Timestamp) -> Vec<HallEvent> {
    hall.note_gap(&GapSeen {
        source,
        row: &gap.row,
        from: gap.from,
        to: gap.to,
        before: gap.before.as_deref(),
        after: gap.after.as_deref(),
        plies_before: gap.plies_before,
        is_closed: gap.is_closed,
        at,
    })
}

/// The gap that a restart has left in a board whose source does not send again what was played
/// before; `None` where its record goes on from what was `known` of it, which changed last at
/// `from`.
pub fn gap_of_restart(
    row: &str,
    known: &RowState,
    from: Timestamp,
    record: &Record,
    placement: Option<&str>,
    at: Timestamp,
) -> Option<Gap> {
    let (before, known) = (known.placement(), known.record());
    // From the same start the source has sent its moves again, whatever it now says of them. A
    // game that was over leaves its board to the next one.
    if known.start == record.start || known.plies.is_empty() || known.result().is_some() {
        return None;
    }
    let placement_of = |record: &Record| {
        let fen = record.last_position().to_fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    };
    Some(Gap {
        row: row.to_owned(),
        from,
        to: at,
        plies_before: u32::try_from(known.plies.len()).unwrap_or(u32::MAX),
        before: Some(before.unwrap_or_else(|| placement_of(&known))),
        after: Some(placement.map_or_else(|| placement_of(record), str::to_owned)),
        is_closed: false,
    })
}
