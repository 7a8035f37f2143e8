//! The boards of a source as they were seen last: what is new, and where nothing was seen.

use std::collections::BTreeMap;

use kaissa_game::{Record, Timestamp};

use crate::files::hash;
use crate::{Gap, Seen};

/// A source with more boards than this is none; the rest is left out.
const MOST: usize = 10_000;

/// The boards of a source.
#[derive(Debug, Default)]
pub struct Rows {
    rows: BTreeMap<String, Row>,
}

#[derive(Debug)]
struct Row {
    hash: u64,
    n_plies: usize,
    is_finished: bool,
    placement: String,
    /// Since when nothing was seen of it.
    lost_at: Option<Timestamp>,
}

impl Rows {
    /// Whether a board still plays.
    pub fn is_any_open(&self) -> bool {
        self.rows.values().any(|row| !row.is_finished)
    }

    /// Whether a board has been seen.
    pub fn knows(&self, row: &str) -> bool {
        self.rows.contains_key(row)
    }

    /// How many plies a board has.
    pub fn n_plies(&self, row: &str) -> usize {
        self.rows.get(row).map_or(0, |row| row.n_plies)
    }

    /// Nothing is seen any more of any board.
    pub fn lose(&mut self, at: Timestamp) {
        for row in self.rows.values_mut() {
            row.lost_at.get_or_insert(at);
        }
    }

    /// Takes what a board now holds: nothing where it is the same as before, else the record, and
    /// before it the gap that it closes.
    pub fn take(
        &mut self,
        name: &str,
        record: Record,
        changed_at: Timestamp,
        at: Timestamp,
    ) -> Vec<Seen> {
        let hash = hash(record.text.as_bytes());
        let before = self.rows.get_mut(name);
        if let Some(before) = &before
            && before.hash == hash
            && before.lost_at.is_none()
        {
            return Vec::new();
        }
        if before.is_none() && self.rows.len() >= MOST {
            return Vec::new();
        }
        let placement = placement(&record);
        let n_plies = record.plies.len();
        let mut told = Vec::new();
        let before = self.rows.insert(
            name.to_owned(),
            Row {
                hash,
                n_plies,
                is_finished: record.result().is_some(),
                placement: placement.clone(),
                lost_at: None,
            },
        );
        // One move more than before may have been made at any time; of two the first was missed.
        if let Some(Row { lost_at: Some(from), n_plies: n_before, placement: stood, .. }) = &before
            && n_plies != *n_before
        {
            told.push(Seen::Gap(Gap {
                row: name.to_owned(),
                from: *from,
                to: at,
                plies_before: *n_before as u32,
                before: Some(stood.clone()),
                after: Some(placement),
                is_closed: n_plies > *n_before,
            }));
        }
        if before.is_none_or(|before| before.hash != hash) {
            let (row, record) = (name.to_owned(), Box::new(record));
            told.push(Seen::Board { row, record, placement: None, changed_at });
        }
        told
    }
}

/// What stands on the board at the end of a record.
fn placement(record: &Record) -> String {
    let fen = record.last_position().to_fen();
    fen.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LiveMove, LiveRecord};

    fn record(moves: &[&str]) -> Record {
        let moved = |san: &&str| LiveMove { written: (*san).to_owned(), left: None, used: None };
        LiveRecord { moves: moves.iter().map(moved).collect(), ..LiveRecord::default() }.record()
    }

    #[test]
    fn what_was_missed_is_a_gap_that_the_record_closes() {
        let mut rows = Rows::default();
        let take = |rows: &mut Rows, moves: &[&str], at| {
            rows.take("1", record(moves), Timestamp(at), Timestamp(at))
        };
        assert!(matches!(take(&mut rows, &["e4"], 1)[..], [Seen::Board { .. }]));
        assert!(take(&mut rows, &["e4"], 2).is_empty());
        rows.lose(Timestamp(3));
        rows.lose(Timestamp(4));
        let told = take(&mut rows, &["e4", "e5", "Nf3"], 5);
        let [Seen::Gap(gap), Seen::Board { .. }] = &told[..] else { panic!("{told:?}") };
        assert_eq!((gap.from, gap.to, gap.plies_before), (Timestamp(3), Timestamp(5), 1));
        assert_eq!(gap.before.as_deref(), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
        assert!(gap.is_closed);
        rows.lose(Timestamp(6));
        assert!(take(&mut rows, &["e4", "e5", "Nf3"], 7).is_empty());
    }
}
