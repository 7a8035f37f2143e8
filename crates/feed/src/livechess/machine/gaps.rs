//! What was not seen, and what was seen and taken back.

use kaissa_game::Timestamp;

use super::Machine;
use crate::livechess::device::{Applied, Before, TELL_WITHIN};
use crate::{Gap, Replaced, Seen};

/// A list that grows by so many plies in one frame has a gap: at a new connection, and at any time.
const GAP_AT_START: usize = 2;
const GAP_AT_ONCE: usize = 3;

impl Machine {
    /// Tells of a move that was told and never believed.
    pub(super) fn note_replaced(&mut self, index: usize, applied: &Applied, now: Timestamp) {
        let Some(change) = &applied.change else { return };
        let Some((written, since)) = &change.replaced else { return };
        let Some(device) = self.devices.get(index) else { return };
        let Some(game) = self.games.get(&device.game) else { return };
        // What stood in a record is kept by whoever has the record.
        if change.n_kept < game.live.moves.len() || device.told.moves.is_empty() {
            return;
        }
        let replaced = Replaced {
            row: device.serial.clone(),
            ply: change.n_kept as u32 + 1,
            written: written.clone(),
            instead: device.told.moves.get(change.n_kept).cloned(),
            shown_for: now.since(*since),
        };
        self.say(Seen::Replaced(replaced), now);
    }

    /// A list that grows by several plies at once: the moves between were not seen being made.
    pub(super) fn note_jump(
        &mut self,
        index: usize,
        applied: &Applied,
        heard_before: Option<Timestamp>,
        now: Timestamp,
    ) {
        let Some(change) = &applied.change else { return };
        let (Some(device), Some(from)) = (self.devices.get_mut(index), heard_before) else {
            return;
        };
        let n_new = device.told.moves.len().saturating_sub(change.n_kept);
        let is_known = device.is_fresh || device.before.is_some();
        if n_new < GAP_AT_ONCE || change.n_kept < change.n_before || is_known {
            return;
        }
        let placement = match &applied.placement_before {
            Some(before) => before.clone(),
            None => device.placement.clone(),
        };
        let n_told = change.n_before;
        device.before = Some(Before { from, placement, n_told, seen_again: Some(now) });
    }

    /// Tells of a stretch in which more was played than could be followed.
    pub(super) fn note_gap(&mut self, index: usize, now: Timestamp) {
        let Some(device) = self.devices.get_mut(index) else { return };
        let Some(game) = self.games.get_mut(&device.game) else { return };
        if let Some(before) = &device.before
            && let Some(to) = before.seen_again
        {
            let told = &device.told;
            let is_told = told.is_told && told.moves.len() >= before.n_told;
            let n_new = told.moves.len().max(game.live.moves.len()).saturating_sub(before.n_told);
            let has_changed = device.placement != before.placement;
            let is_late = now.since(to) >= TELL_WITHIN;
            let is_filled = (is_told && device.is_match != Some(false))
                || game.live.moves.len() >= before.n_told + GAP_AT_START;
            let gap = |is_closed| Gap {
                row: device.serial.clone(),
                from: before.from,
                to,
                plies_before: before.n_told as u32,
                before: before.placement.clone(),
                after: device.placement.clone(),
                is_closed,
            };
            if n_new >= GAP_AT_START && is_filled {
                let gap = gap(true);
                device.before = None;
                self.say(Seen::Gap(gap), now);
            } else if is_late {
                let is_open = has_changed && n_new < GAP_AT_START && !(is_told && n_new == 1);
                let gap = gap(false);
                let wanted = game.seat.as_ref().map(|seat| seat.pairing.clone());
                device.before = None;
                if is_open || (n_new >= GAP_AT_START && !is_filled) {
                    game.gap = Some(gap.clone());
                    self.wanted.extend(wanted);
                    self.say(Seen::Gap(gap), now);
                }
            }
        }
        self.close_gap(index, now);
    }

    /// Tells that the moves of an open gap came afterwards.
    pub(super) fn close_gap(&mut self, index: usize, now: Timestamp) {
        let Some(device) = self.devices.get_mut(index) else { return };
        let Some(game) = self.games.get_mut(&device.game) else { return };
        let Some(gap) = game.gap.take() else { return };
        if game.live.moves.len() > gap.plies_before as usize {
            game.record(Some(&device.serial), now);
            if game.placement.is_some() && game.placement == device.placement {
                self.say(Seen::Gap(Gap { is_closed: true, ..gap }), now);
                return;
            }
        }
        game.gap = Some(gap);
    }
}
