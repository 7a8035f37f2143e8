//! Who plays at which board, and the official lists.

use std::collections::BTreeSet;

use kaissa_game::Timestamp;

use super::Machine;
use crate::livechess::game::Game;
use crate::livechess::tree::{GameAnswer, Seat};

impl Machine {
    /// Pairings whose official list is wanted, the most urgent first.
    pub fn wanted_games(&mut self, most: usize) -> Vec<String> {
        let n_wanted = self.wanted.len().min(most);
        let wanted: Vec<String> = self.wanted.drain(..n_wanted).collect();
        for pairing in &wanted {
            let id = self.by_pairing.get(pairing);
            if let Some(game) = id.and_then(|id| self.games.get_mut(id)) {
                game.is_wanted = false;
            }
        }
        wanted
    }

    /// Nobody tells who plays.
    pub fn has_no_tree(&mut self, now: Timestamp) {
        self.knows_names = true;
        self.flush(now);
    }

    /// Takes who plays at which board.
    pub fn take_seats(&mut self, seats: Vec<Seat>, now: Timestamp) {
        self.knows_names = true;
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        let mut kept: BTreeSet<u64> = BTreeSet::new();
        self.by_seat.clear();
        for seat in seats {
            let index = seat.serial.as_ref().and_then(|serial| self.by_serial.get(serial)).copied();
            let index = index.filter(|index| taken.insert(*index));
            let id = self.game_of_pairing(&seat.pairing, index, now);
            kept.insert(id);
            if let Some(serial) = &seat.serial {
                self.by_seat.entry(serial.clone()).or_insert(id);
            }
            if let Some(game) = self.games.get_mut(&id) {
                game.set_seat(Some(seat));
                if game.is_dirty {
                    self.dirty.insert(id);
                }
            }
            self.want(id, index);
            if let Some(index) = index {
                self.link(index, id, now);
            }
        }
        // Boards keep the game they have; games of rounds that are gone are forgotten.
        kept.extend(self.devices.iter().map(|device| device.game));
        self.games.retain(|id, _| kept.contains(id));
        self.by_pairing.retain(|_, id| kept.contains(id));
        self.dirty.retain(|id| kept.contains(id));
        self.flush(now);
    }

    /// Notes that an official list should be asked for; the lists of all boards come in turn.
    pub(super) fn want(&mut self, id: u64, index: Option<usize>) {
        let Some(game) = self.games.get_mut(&id) else { return };
        let Some(seat) = &game.seat else { return };
        if game.is_wanted || game.is_settled() {
            return;
        }
        game.is_wanted = true;
        let is_urgent = game.gap.is_some() || index.is_none();
        match is_urgent {
            true => self.wanted.push_front(seat.pairing.clone()),
            false => self.wanted.push_back(seat.pairing.clone()),
        }
    }

    pub(super) fn game_of_pairing(
        &mut self,
        pairing: &str,
        index: Option<usize>,
        now: Timestamp,
    ) -> u64 {
        if let Some(&id) = self.by_pairing.get(pairing) {
            return id;
        }
        // A board whose players were not known keeps its game.
        let nameless = index
            .and_then(|index| self.devices.get(index))
            .map(|device| device.game)
            .filter(|id| self.games.get(id).is_some_and(|game| game.seat.is_none()));
        let id = nameless.unwrap_or_else(|| self.add_game(Game::new(None, now)));
        self.by_pairing.insert(pairing.to_owned(), id);
        id
    }

    /// Puts a game on a board.
    pub(super) fn link(&mut self, index: usize, id: u64, now: Timestamp) {
        let Some(device) = self.devices.get_mut(index) else { return };
        if device.game == id {
            return;
        }
        if let Some(game) = self.games.get_mut(&device.game)
            && game.device == Some(index)
        {
            game.device = None;
        }
        device.game = id;
        device.n_presses = 0;
        device.press = None;
        device.before = None;
        device.shown = None;
        // The moves of the game before still stand in the list, unless they are those of this one.
        let is_own = self.games.get(&id).is_some_and(|game| {
            game.official_begins_like(&device.told.moves)
                || (!game.live.moves.is_empty() && device.told.common(&game.live) > 0)
        });
        device.old_list = match is_own || device.told.moves.is_empty() {
            true => None,
            false => Some(device.told.moves.clone()),
        };
        if let Some(game) = self.games.get_mut(&id) {
            game.device = Some(index);
            game.set_clock(device.clock, true);
            self.dirty.insert(id);
        }
        self.refresh(index, now);
    }

    /// Takes an official list.
    pub fn take_official(&mut self, pairing: &str, answer: GameAnswer, now: Timestamp) {
        let Some(&id) = self.by_pairing.get(pairing) else { return };
        let Some(game) = self.games.get_mut(&id) else { return };
        let index = game.device;
        let device = index.and_then(|index| self.devices.get_mut(index));
        let is_news = game.take_official(answer, device.as_deref(), now);
        if let Some(device) = device {
            device.told.is_cut &= !is_news;
            device.told.rejoin(&game.live);
            if device.old_list.is_some() && game.official_begins_like(&device.told.moves) {
                device.old_list = None;
            }
        }
        if game.is_dirty {
            self.dirty.insert(id);
        }
        if let Some(index) = index {
            self.refresh(index, now);
        }
        self.flush(now);
    }
}
