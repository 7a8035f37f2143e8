//! What sources say, given to the hall and kept.

use kaissa_feed::{Health, Observation, Seen};
use kaissa_game::Timestamp;
use kaissa_hall::{self as hall, GameId, GapSeen, RowSeen};
use kaissa_journal::{GapSeen as GapKept, SourceHealth};

use super::Keeper;
use crate::Body;

impl Keeper {
    /// Takes what a source says.
    pub(super) fn see(&mut self, observation: &Observation, now: Timestamp) {
        let Observation { source, at, seen } = observation;
        let at = *at;
        let events = match seen {
            Seen::Games { records, changed_at } => {
                self.sources.entry(source.clone()).or_insert((Health::Connected, at));
                let changed_at = *changed_at;
                let events =
                    self.hall.observe(&hall::Observation { source, records, changed_at, at });
                let games: Vec<GameId> = self
                    .hall
                    .views()
                    .filter(|view| view.has_source(source))
                    .map(|view| view.id())
                    .collect();
                for game in games {
                    self.seat_game(game, source, now);
                }
                events
            }
            Seen::Board { row, record, placement, changed_at } => {
                self.sources.entry(source.clone()).or_insert((Health::Connected, at));
                let placement = placement.as_deref();
                let changed_at = *changed_at;
                let seen = RowSeen { source, row, record, placement, changed_at, at };
                let events = self.hall.observe_row(&seen);
                if let Some(game) = self.hall.game_of_row(source, row) {
                    self.seat_game(game, source, now);
                }
                events
            }
            Seen::Gone => {
                self.sources.remove(source);
                self.hall.forget(source, at)
            }
            Seen::Health(health) => {
                let is_new = self.sources.get(source).is_none_or(|(known, _)| known != health);
                self.sources.insert(source.clone(), (health.clone(), at));
                if is_new {
                    let (source, health) = (source.clone(), health_kept(health));
                    self.stage_own(at, Body::SourceHealth { source, health }, now);
                }
                return;
            }
            Seen::Gap(gap) => {
                let seat = self.hall.game_of_row(source, &gap.row);
                if let Some(&board) = seat.and_then(|game| self.seats.get(&game)) {
                    let gap = GapKept {
                        from: gap.from,
                        to: gap.to,
                        plies_before: gap.plies_before,
                        before: gap.before.clone(),
                        after: gap.after.clone(),
                        is_closed: gap.is_closed,
                    };
                    self.stage_own(at, Body::GapSeen { board, gap }, now);
                }
                self.hall.note_gap(&GapSeen {
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
            Seen::BoardHealth { .. } | Seen::Replaced(_) => return,
        };
        self.hear(events, now);
    }
}

/// How a source fares, as it is kept.
fn health_kept(health: &Health) -> SourceHealth {
    let state = |state: &str| SourceHealth { state: state.to_owned(), ..SourceHealth::default() };
    match health {
        Health::Connected => state("connected"),
        Health::Lost { since, trouble } => SourceHealth {
            since: Some(*since),
            trouble: Some(trouble.code.to_owned()),
            detail: Some(trouble.detail.clone()),
            ..state("lost")
        },
        Health::Silent { since } => SourceHealth { since: Some(*since), ..state("silent") },
        Health::Delayed { by } => {
            SourceHealth { delay_ms: Some(by.as_millis()), ..state("delayed") }
        }
        Health::Unclear { trouble } => SourceHealth {
            trouble: Some(trouble.code.to_owned()),
            detail: Some(trouble.detail.clone()),
            ..state("unclear")
        },
    }
}
