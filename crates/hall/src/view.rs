//! What a desk shows of a game.

use std::sync::Arc;

use kaissa_game::{LiveClocks, Record, Timestamp};
use kaissa_laws::ClockTime;

use crate::alarm::Alarm;
use crate::event::{GameId, GameTitle};
use crate::game::HallGame;
use crate::row::{Row, SetAside};

/// A game of the hall as it stands now.
#[derive(Clone, Copy, Debug)]
pub struct GameView<'a> {
    game: &'a HallGame,
    shown: &'a Row,
}

/// What one source says of a game.
#[derive(Clone, Copy, Debug)]
pub struct RowView<'a> {
    /// The source.
    pub source: &'a str,
    /// The board within it, where it names its boards.
    pub row: Option<&'a str>,
    /// Its record.
    pub record: &'a Record,
    /// How many plies it has.
    pub n_plies: u32,
    /// The last ply on which it agrees with the record that is shown, where they part after it;
    /// `None` where one only lags behind the other.
    pub parts_after: Option<u32>,
    /// When it last brought something new.
    pub changed_at: Timestamp,
    /// Whether the record that is shown is this one.
    pub is_shown: bool,
    /// Whether the source has the game still.
    pub is_held: bool,
}

/// An alarm that is true now.
#[derive(Clone, Copy, Debug)]
pub struct KnownAlarm<'a> {
    /// The alarm.
    pub alarm: &'a Alarm,
    /// The source that gave it first.
    pub source: &'a str,
    /// Whether it was told: what had passed when the game was first seen was not.
    pub is_told: bool,
}

impl<'a> GameView<'a> {
    pub(crate) fn new(game: &'a HallGame) -> Option<GameView<'a>> {
        Some(GameView { game, shown: game.shown()? })
    }

    /// Its id.
    pub fn id(&self) -> GameId {
        self.game.id
    }

    /// Whether a source says something of it.
    pub fn has_source(&self, source: &str) -> bool {
        self.game.rows.iter().any(|row| &*row.source == source)
    }

    /// How the game is named to people.
    pub fn title(&self) -> GameTitle {
        self.game.title()
    }

    /// The record that is shown.
    pub fn record(&self) -> &'a Record {
        &self.shown.record
    }

    /// The record that is shown, to be kept beyond the next observation.
    pub fn shared_record(&self) -> Arc<Record> {
        Arc::clone(&self.shown.record)
    }

    /// The source of the record that is shown.
    pub fn source(&self) -> &'a str {
        &self.shown.source
    }

    /// The board within that source, where it names its boards.
    pub fn row(&self) -> Option<&'a str> {
        self.shown.name.as_deref()
    }

    /// When that source last brought something new.
    pub fn changed_at(&self) -> Timestamp {
        self.shown.changed_at
    }

    /// Time since that source last brought something new.
    pub fn age(&self, now: Timestamp) -> ClockTime {
        now.since(self.shown.changed_at)
    }

    /// The source that the operator has chosen.
    pub fn chosen_source(&self) -> Option<&'a str> {
        self.game.chosen.as_deref()
    }

    /// What stood on the board last, as the placement part of a FEN, where a source senses it.
    pub fn placement(&self) -> Option<&'a str> {
        self.game.placement.as_deref()
    }

    /// Whether the sources have gone on to other games.
    pub fn is_retired(&self) -> bool {
        self.game.is_retired
    }

    /// Whether the game is over: by its result, or by itself.
    pub fn is_over(&self) -> bool {
        self.shown.standing.as_ref().is_some_and(|standing| standing.is_over)
    }

    /// Name of the last move, as `42...Kf8`.
    pub fn last_move(&self) -> Option<&'a str> {
        self.shown.standing.as_ref()?.last_move.as_deref()
    }

    /// What each source says.
    pub fn rows(&self) -> impl Iterator<Item = RowView<'a>> + use<'a> {
        let shown = self.shown;
        self.game.rows.iter().map(move |row| RowView {
            source: &row.source,
            row: row.name.as_deref(),
            record: &row.record,
            n_plies: row.line.n_plies() as u32,
            parts_after: (!row.line.agrees(&shown.line))
                .then(|| row.line.common(&shown.line) as u32),
            changed_at: row.changed_at,
            is_shown: std::ptr::eq(row, shown),
            is_held: row.is_held,
        })
    }

    /// The alarms that still stand, by ply.
    pub fn alarms(&self) -> Vec<KnownAlarm<'a>> {
        let mut found = self.all_alarms();
        found.retain(|known| known.alarm.stands);
        found
    }

    /// Every alarm that the record gives, by ply, also where its moment has passed.
    pub fn all_alarms(&self) -> Vec<KnownAlarm<'a>> {
        let told = &self.game.told;
        let mut found: Vec<KnownAlarm<'a>> = told
            .known
            .values()
            .chain(told.moments.values())
            .map(|known| KnownAlarm {
                alarm: &known.alarm,
                source: &known.source,
                is_told: known.is_told,
            })
            .collect();
        found.sort_by_cached_key(|known| known.alarm.key.order());
        found
    }

    /// How often moves of the record that is shown were taken back or replaced.
    pub fn n_changes(&self) -> u32 {
        self.game.n_changes
    }

    /// The records whose last moves were taken back or replaced, the latest last. Moves that were
    /// taken back again and again are here once; only the latest few are kept.
    pub fn set_aside(&self) -> &'a [SetAside] {
        &self.game.set_aside
    }

    /// What the clocks show and which one runs: by the record that is shown, else by another one.
    pub fn live_clocks(&self) -> LiveClocks {
        let shown = std::iter::once(self.shown);
        shown
            .chain(&self.game.rows)
            .map(|row| row.record.live_clocks())
            .find(|clocks| *clocks != LiveClocks::default())
            .unwrap_or_default()
    }
}
