//! What is shown to a hall: whole sources, single boards of a source, and stretches without sight.

use kaissa_game::{Record, Timestamp};

/// What a file or another source holds at a moment: all its games, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// The name of the file or source.
    pub source: &'a str,
    /// Its games.
    pub records: &'a [Record],
    /// When the source was changed.
    pub changed_at: Timestamp,
    /// When it was read.
    pub at: Timestamp,
}

/// What one board of a source holds at a moment: the whole record of the game on it.
#[derive(Clone, Copy, Debug)]
pub struct RowSeen<'a> {
    /// The name of the source.
    pub source: &'a str,
    /// The board within the source: a serial number, the id of a pairing.
    pub row: &'a str,
    /// The record.
    pub record: &'a Record,
    /// What stands on the board, as the placement part of a FEN, where the source senses it.
    pub placement: Option<&'a str>,
    /// When the board was changed.
    pub changed_at: Timestamp,
    /// When it was read.
    pub at: Timestamp,
}

/// A stretch of time in which nothing was seen of a board.
#[derive(Clone, Copy, Debug)]
pub struct GapSeen<'a> {
    /// The name of the source.
    pub source: &'a str,
    /// The board within the source.
    pub row: &'a str,
    /// When it was seen last before.
    pub from: Timestamp,
    /// When it was seen again.
    pub to: Timestamp,
    /// What stood on the board before, as the placement part of a FEN.
    pub before: Option<&'a str>,
    /// What stood on it after.
    pub after: Option<&'a str>,
    /// How many plies the record had before.
    pub plies_before: u32,
    /// Whether the source sent the moves of the gap afterwards.
    pub is_closed: bool,
    /// When this is noted.
    pub at: Timestamp,
}
