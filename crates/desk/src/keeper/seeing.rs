//! What sources say, given to the hall and kept.

use std::collections::BTreeSet;

use kaissa_feed::{Gap, Health, Observation, Seen};
use kaissa_game::Timestamp;
use kaissa_hall::{GameId, Notice};
use kaissa_live::{
    gap_of_restart, gap_statement, health_statement, replaced_statement, show, show_gap,
};

use super::Keeper;
use super::seating::row_name;
use crate::{BoardId, Body, SourceState};

impl Keeper {
    /// Takes what a source says.
    pub(super) fn see(&mut self, observation: &Observation, now: Timestamp) {
        let Observation { source, at, seen } = observation;
        let at = *at;
        self.hear_from(source, at, now);
        let events = show(&mut self.hall, observation);
        match seen {
            Seen::Games { .. } => {
                let shown = self.hall.views().filter(|view| view.has_source(source));
                let games: Vec<GameId> = shown.map(|view| view.id()).collect();
                for game in games {
                    self.seat_game(game, source, now);
                }
            }
            Seen::Board { row, record, placement, .. } => {
                let gap = self.unseen.take(&row_name(source, Some(row))).and_then(|name| {
                    let known = self.ground.board(self.board_of(source, row)?)?.rows.get(&name)?;
                    let from = known.changed_at;
                    gap_of_restart(row, &known.state, from, record, placement.as_deref(), at)
                });
                if let Some(game) = self.hall.game_of_row(source, row) {
                    self.seat_game(game, source, now);
                }
                if let Some(gap) = gap {
                    self.keep_gap(source, &gap, at, now);
                    let events = show_gap(&mut self.hall, source, &gap, at);
                    self.hear(events, now);
                }
            }
            Seen::Gone => self.forget_source(source),
            Seen::Health(health) => self.take_health(source, None, health, at, now),
            Seen::BoardHealth { row, health } => {
                self.take_health(source, Some(row), health, at, now);
            }
            Seen::Gap(gap) => self.keep_gap(source, gap, at, now),
            Seen::Replaced(replaced) => {
                if let Some(board) = self.board_of(source, &replaced.row) {
                    let source = row_name(source, Some(&replaced.row));
                    let replaced = replaced_statement(replaced);
                    self.stage_own(at, Body::MoveReplaced { board, source, replaced }, now);
                }
            }
        }
        self.hear(events, now);
    }

    /// The names of the rows that were kept before this start and have not been seen since.
    pub(super) fn rows_kept(&self) -> BTreeSet<String> {
        self.ground.boards().flat_map(|board| board.rows.keys().cloned()).collect()
    }

    /// Notes that a source has said something.
    fn hear_from(&mut self, source: &str, at: Timestamp, now: Timestamp) {
        if !self.sources.contains_key(source) {
            self.sources.insert(source.to_owned(), SourceState::default());
        }
        let Some(state) = self.sources.get_mut(source) else { return };
        state.heard_since.get_or_insert(now);
        state.heard_at = state.heard_at.max(Some(at));
        self.are_sources_changed = true;
    }

    /// Keeps in mind what the operator has to settle, once.
    pub(super) fn take_notice(&mut self, notice: Notice) {
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
            self.are_sources_changed = true;
        }
    }

    /// A source that was asked for is still waited for; a file of a folder is gone.
    fn forget_source(&mut self, source: &str) {
        self.notices.retain(|notice| notice.source != source);
        if self.asked.sources.iter().any(|asked| asked == source) {
            self.sources.insert(source.to_owned(), SourceState::default());
        } else {
            self.sources.remove(source);
        }
    }

    /// Keeps how a source fares, or one of its boards, where that is something new.
    fn take_health(
        &mut self,
        source: &str,
        row: Option<&str>,
        health: &Health,
        at: Timestamp,
        now: Timestamp,
    ) {
        let Some(state) = self.sources.get_mut(source) else { return };
        let before = match row {
            None => state.health.replace((health.clone(), at)),
            Some(row) if *health == Health::Connected => state.boards.remove(row),
            Some(row) => state.boards.insert(row.to_owned(), (health.clone(), at)),
        };
        let was_good = row.is_some() && before.is_none() && *health == Health::Connected;
        if was_good || before.is_some_and(|(before, _)| before == *health) {
            return;
        }
        let board = row.and_then(|row| self.board_of(source, row));
        let (source, health) = (row_name(source, row), health_statement(health));
        self.stage_own(at, Body::SourceHealth { board, source, health }, now);
    }

    fn keep_gap(&mut self, source: &str, gap: &Gap, at: Timestamp, now: Timestamp) {
        if let Some(board) = self.board_of(source, &gap.row) {
            self.stage_own(at, Body::GapSeen { board, gap: gap_statement(gap) }, now);
        }
    }

    /// The board of a row of a source.
    fn board_of(&self, source: &str, row: &str) -> Option<BoardId> {
        let game = self.hall.game_of_row(source, row)?;
        self.seats.get(&game).copied()
    }
}
