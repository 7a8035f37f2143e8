//! What LiveChess's frames and answers mean: a machine without network and clock.
//!
//! Frames, answers and the passing of time go in; calls for LiveChess and observations come out.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::calls::Call;
use super::device::{Device, DeviceState, PLACEMENT_STANDS};
use super::game::Game;
use super::line::USUAL_PLACEMENT;
use super::wire::{EBoard, Event, Frame, Param, Response, Text, read_frame};
use crate::{Health, Observation, Seen, Trouble};

mod gaps;
mod health;
mod seats;

/// How often the list of boards is asked for.
const ASK_BOARDS_EVERY: ClockTime = ClockTime::seconds(5);
/// How many calls may wait for their answers at once.
const MOST_UNANSWERED: usize = 32;
/// After so long without its answer a call is made anew.
const ANSWER_WITHIN: ClockTime = ClockTime::seconds(15);
/// How long a board that could not be subscribed to is left alone.
const RETRY_AFTER: ClockTime = ClockTime::seconds(30);
/// How long the first records wait for the names of the players.
const WAIT_FOR_NAMES: ClockTime = ClockTime::seconds(5);
/// After so long without any frame the games have gone on unseen.
const UNSEEN_AFTER: ClockTime = ClockTime::seconds(12);
/// After so long without any frame the connection is given up.
const DEAD_AFTER: ClockTime = ClockTime::seconds(20);
/// How many boards are followed.
const MOST_DEVICES: usize = 10_000;

/// The machine.
#[derive(Debug)]
pub(super) struct Machine {
    source: String,
    devices: Vec<Device>,
    by_serial: HashMap<String, usize>,
    by_feed: HashMap<i64, usize>,
    games: HashMap<u64, Game>,
    by_pairing: HashMap<String, u64>,
    /// The games of boards by serial number, as the tree has them.
    by_seat: HashMap<String, u64>,
    n_games: u64,
    n_calls: i64,
    n_feeds: i64,
    /// What was asked and when, by the id of the call.
    unanswered: HashMap<i64, (Asked, Timestamp)>,
    is_connected: bool,
    /// When a frame came last.
    heard_at: Option<Timestamp>,
    /// When an event of a board came last.
    event_at: Option<Timestamp>,
    boards_asked_at: Option<Timestamp>,
    /// Whether it is known who plays, or that nobody tells it.
    knows_names: bool,
    /// Whether it is known which boards there are.
    knows_boards: bool,
    names_by: Option<Timestamp>,
    health: Option<Health>,
    unclear_until: Option<Timestamp>,
    /// Boards that may have more to say with time alone, and when they are to be looked at.
    waiting: BTreeMap<usize, Timestamp>,
    /// Games with something to tell.
    dirty: BTreeSet<u64>,
    /// Pairings whose official list is wanted soon.
    wanted: VecDeque<String>,
    calls: VecDeque<String>,
    /// Whether there may be boards to subscribe to.
    may_subscribe: bool,
    health_checked_at: Option<Timestamp>,
    seen: Vec<Observation>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Boards,
    Subscribe(usize),
    Other,
}

impl Machine {
    pub fn new(source: &str) -> Machine {
        Machine {
            source: source.to_owned(),
            devices: Vec::new(),
            by_serial: HashMap::new(),
            by_feed: HashMap::new(),
            games: HashMap::new(),
            by_pairing: HashMap::new(),
            by_seat: HashMap::new(),
            n_games: 0,
            n_calls: 0,
            n_feeds: 100,
            unanswered: HashMap::new(),
            is_connected: false,
            heard_at: None,
            event_at: None,
            boards_asked_at: None,
            knows_names: false,
            knows_boards: false,
            names_by: None,
            health: None,
            unclear_until: None,
            waiting: BTreeMap::new(),
            dirty: BTreeSet::new(),
            wanted: VecDeque::new(),
            calls: VecDeque::new(),
            may_subscribe: false,
            health_checked_at: None,
            seen: Vec::new(),
        }
    }

    /// The next call for LiveChess.
    pub fn next_call(&mut self) -> Option<String> {
        self.calls.pop_front()
    }

    /// What there is to hand over.
    pub fn take_seen(&mut self) -> Vec<Observation> {
        std::mem::take(&mut self.seen)
    }

    /// Whether LiveChess has said anything in this connection.
    pub fn has_heard(&self) -> bool {
        self.heard_at.is_some()
    }

    /// Whether LiveChess has said nothing for so long that the connection is dead.
    pub fn is_dead(&self, now: Timestamp) -> bool {
        self.is_connected
            && self.boards_asked_at.is_some_and(|asked| now.since(asked) >= DEAD_AFTER)
            && self.heard_at.is_none_or(|heard| now.since(heard) >= DEAD_AFTER)
    }

    /// A connection was made.
    pub fn connected(&mut self, now: Timestamp) {
        self.is_connected = true;
        self.heard_at = None;
        self.names_by = self.names_by.or(Some(Timestamp(now.0 + WAIT_FOR_NAMES.as_millis())));
        self.boards_asked_at = None;
        self.tick(now);
    }

    /// The connection is gone, or could not be made.
    pub fn lost(&mut self, trouble: Trouble, now: Timestamp) {
        self.names_by = self.names_by.or(Some(Timestamp(now.0 + WAIT_FOR_NAMES.as_millis())));
        let since = self.heard_at.unwrap_or(now);
        if self.is_connected {
            for device in &mut self.devices {
                device.lose(since);
            }
        }
        self.is_connected = false;
        self.by_feed.clear();
        self.unanswered.clear();
        self.calls.clear();
        self.unclear_until = None;
        if !matches!(self.health, Some(Health::Lost { .. })) {
            self.set_health(Health::Lost { since, trouble }, now);
        }
    }

    /// Takes the bytes of a frame.
    pub fn frame(&mut self, bytes: &[u8], now: Timestamp) {
        if let Some(heard) = self.heard_at
            && now.since(heard) >= UNSEEN_AFTER
        {
            for device in &mut self.devices {
                let feed = device.feed;
                device.lose(heard);
                device.feed = feed;
            }
        }
        self.heard_at = Some(now);
        match read_frame(bytes) {
            Ok(frame) => {
                if self.unclear_until.is_none() {
                    self.recover(now);
                }
                self.take_frame(frame, now);
            }
            Err(unreadable) => self.unclear(unreadable.detail, now),
        }
        self.flush(now);
    }

    fn say(&mut self, seen: Seen, now: Timestamp) {
        self.seen.push(Observation { source: self.source.clone(), at: now, seen });
    }

    fn take_frame(&mut self, frame: Frame<'_>, now: Timestamp) {
        let asked = match frame.response {
            Response::Call | Response::Error => {
                frame.id.and_then(|id| self.unanswered.remove(&id)).map(|(asked, _)| asked)
            }
            _ => None,
        };
        match (frame.response, asked, &frame.param) {
            (Response::Feed, _, Param::Event(event)) => {
                self.take_event(frame.id, event, frame.time, now);
            }
            (Response::Call, Some(Asked::Boards), Param::Boards(boards)) => {
                self.take_boards(boards, frame.time, now);
            }
            (Response::Error, Some(Asked::Subscribe(index)), _) => {
                if let Some(device) = self.devices.get_mut(index) {
                    if let Some(feed) = device.feed.take() {
                        self.by_feed.remove(&feed);
                    }
                    device.retry_at = Some(Timestamp(now.0 + RETRY_AFTER.as_millis()));
                }
            }
            _ => {}
        }
        if self.may_subscribe {
            self.subscribe(now);
        }
    }

    fn call(&mut self, call: Call<'_>, asked: Asked, now: Timestamp) {
        self.n_calls += 1;
        self.unanswered.insert(self.n_calls, (asked, now));
        self.calls.push_back(call.text(self.n_calls));
    }

    /// Subscribes to boards that are there, a few at a time.
    fn subscribe(&mut self, now: Timestamp) {
        for index in 0..self.devices.len() {
            if self.unanswered.len() >= MOST_UNANSWERED {
                return;
            }
            let Some(device) = self.devices.get_mut(index) else { return };
            let is_due = device.retry_at.is_none_or(|retry| now >= retry);
            if device.feed.is_some() || device.state == DeviceState::Missing || !is_due {
                continue;
            }
            self.n_feeds += 1;
            device.feed = Some(self.n_feeds);
            self.by_feed.insert(self.n_feeds, index);
            let serial = device.serial.clone();
            let call = Call::Subscribe { feed: self.n_feeds, serial: &serial };
            self.call(call, Asked::Subscribe(index), now);
        }
        self.may_subscribe = false;
    }

    fn take_boards(&mut self, boards: &[EBoard<'_>], time: Option<i64>, now: Timestamp) {
        self.knows_boards = true;
        let mut listed: BTreeSet<usize> = BTreeSet::new();
        for board in boards {
            let Some(serial) = &board.serialnr else { continue };
            let is_there = board.source.is_some() || board.board.is_some();
            let index = match self.by_serial.get(serial.as_str()) {
                Some(&index) => index,
                None if is_there => match self.add_device(serial.as_str(), now) {
                    Some(index) => index,
                    None => continue,
                },
                None => continue,
            };
            // A board that is listed twice is one board.
            if listed.insert(index) {
                self.take_board(index, board, is_there, time, now);
            }
        }
        for index in 0..self.devices.len() {
            if !listed.contains(&index)
                && let Some(device) = self.devices.get_mut(index)
            {
                device.state = DeviceState::Missing;
                self.leave(index, now);
            }
        }
        self.may_subscribe = true;
    }

    fn take_board(
        &mut self,
        index: usize,
        board: &EBoard<'_>,
        is_there: bool,
        time: Option<i64>,
        now: Timestamp,
    ) {
        let Some(device) = self.devices.get_mut(index) else { return };
        let text = |text: &Option<Text<'_>>| text.as_ref().map(|text| text.as_str().to_owned());
        device.state = match text(&board.state).as_deref() {
            _ if !is_there => DeviceState::Missing,
            Some("INACTIVE") => DeviceState::Inactive,
            Some("NOTRESPONDING") => DeviceState::NotResponding,
            Some("DELAYED") => DeviceState::Delayed,
            _ => DeviceState::Fine,
        };
        let percent = text(&board.battery)
            .and_then(|text| text.trim_end().strip_suffix('%')?.trim().parse().ok());
        device.battery = percent;
        if !is_there {
            self.leave(index, now);
            return;
        }
        // The list is a picture of the board as long as no event has told more.
        if device.is_fresh {
            let mut event = Event { board: Some(board.board.clone()), ..Event::default() };
            event.clock = Some(board.clock);
            self.apply(index, &event, time, now);
        }
    }

    /// Gives up the feed of a board that is gone, so that its return is a picture of its own.
    fn leave(&mut self, index: usize, now: Timestamp) {
        let heard = self.heard_at;
        let Some(device) = self.devices.get_mut(index) else { return };
        let Some(feed) = device.feed else { return };
        if let Some(heard) = heard {
            device.lose(heard);
        }
        device.feed = None;
        self.by_feed.remove(&feed);
        self.call(Call::Unsubscribe { feed }, Asked::Other, now);
    }

    fn add_device(&mut self, serial: &str, now: Timestamp) -> Option<usize> {
        if self.devices.len() >= MOST_DEVICES {
            return None;
        }
        let index = self.devices.len();
        let game = match self.by_seat.get(serial) {
            Some(&game) => game,
            None => self.add_game(Game::new(None, now)),
        };
        if let Some(game) = self.games.get_mut(&game) {
            game.device = Some(index);
        }
        self.devices.push(Device::new(serial, game, now));
        self.by_serial.insert(serial.to_owned(), index);
        Some(index)
    }

    fn add_game(&mut self, game: Game) -> u64 {
        self.n_games += 1;
        self.games.insert(self.n_games, game);
        self.n_games
    }

    fn take_event(
        &mut self,
        feed: Option<i64>,
        event: &Event<'_>,
        time: Option<i64>,
        now: Timestamp,
    ) {
        self.event_at = Some(now);
        // The serial number goes before the id of the feed, which may be one of before.
        let index = match &event.serialnr {
            Some(serial) => self.by_serial.get(serial.as_str()),
            None => feed.and_then(|feed| self.by_feed.get(&feed)),
        };
        if let Some(&index) = index {
            self.apply(index, event, time, now);
            if let Some(device) = self.devices.get_mut(index) {
                device.is_fresh = false;
            }
        }
    }

    fn apply(&mut self, index: usize, event: &Event<'_>, time: Option<i64>, now: Timestamp) {
        let Some(device) = self.devices.get_mut(index) else { return };
        let Some(game) = self.games.get_mut(&device.game) else { return };
        let heard_before = device.heard_at;
        let expected = match game.live.moves.is_empty() {
            true => Some(USUAL_PLACEMENT),
            false => game.placement.as_deref(),
        };
        let applied = device.apply(event, time, &game.live, expected, now);
        if applied.has_bad_moves {
            self.unclear(format!("board {}: a list of no moves", self.serial(index)), now);
        }
        self.note_replaced(index, &applied, now);
        self.note_jump(index, &applied, heard_before, now);
        let Some(device) = self.devices.get_mut(index) else { return };
        if let Some(game) = self.games.get_mut(&device.game) {
            game.set_clock(device.clock, applied.is_clock_news);
            if game.is_dirty {
                self.dirty.insert(device.game);
            }
        }
        self.refresh(index, now);
    }

    fn serial(&self, index: usize) -> &str {
        self.devices.get(index).map_or("", |device| device.serial.as_str())
    }

    /// Brings the record of a board's game up to what may be believed by now.
    fn refresh(&mut self, index: usize, now: Timestamp) {
        let Some(device) = self.devices.get_mut(index) else { return };
        let id = device.game;
        let Some(game) = self.games.get_mut(&id) else { return };
        let is_set_up = game.seat.is_none() && device.begins_anew(game.live.moves.len());
        let is_next = game.seat.is_none()
            && game.is_over()
            && device.old_list.is_none()
            && device.told.is_told
            && !device.told.moves.is_empty()
            && device.told.moves.len() <= game.live.moves.len() / 2
            && device.is_still(now);
        if is_next || is_set_up {
            game.begin_anew(now);
        }
        game.follow(device, now);
        if game.is_dirty {
            self.dirty.insert(id);
        }
        self.note_gap(index, now);
        let Some(device) = self.devices.get(index) else { return };
        let n_believed = self.games.get(&id).map_or(0, |game| game.live.moves.len());
        let is_waiting = device.told.moves.len() != n_believed
            || device.before.is_some()
            || device.placement != device.shown
            || !device.is_still(now);
        match is_waiting {
            true => self.waiting.insert(index, device.look_again_at(now)),
            false => self.waiting.remove(&index),
        };
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Timestamp) {
        if self.is_connected {
            let asked = self.boards_asked_at;
            self.forget_unanswered(now);
            let is_asking = self.unanswered.values().any(|(asked, _)| *asked == Asked::Boards);
            if asked.is_none_or(|asked| now.since(asked) >= ASK_BOARDS_EVERY) && !is_asking {
                self.boards_asked_at = Some(now);
                self.call(Call::Boards, Asked::Boards, now);
            }
            if self.unclear_until.is_some_and(|until| now >= until) {
                self.unclear_until = None;
                if matches!(self.health, Some(Health::Unclear { .. })) {
                    self.set_health(Health::Connected, now);
                }
            }
        }
        let due = self.waiting.iter().filter(|(_, at)| **at <= now).map(|(index, _)| *index);
        for index in due.collect::<Vec<_>>() {
            self.waiting.remove(&index);
            self.refresh(index, now);
            self.show_placement(index, now);
        }
        self.watch_health(now);
        self.flush(now);
    }

    /// Gives up calls whose answers were lost on the way, and makes those of boards anew.
    fn forget_unanswered(&mut self, now: Timestamp) {
        let is_old = |at: Timestamp| now.since(at) >= ANSWER_WITHIN;
        if !self.unanswered.values().any(|(_, at)| is_old(*at)) {
            return;
        }
        for (asked, at) in self.unanswered.values() {
            if let Asked::Subscribe(index) = asked
                && is_old(*at)
                && let Some(device) = self.devices.get_mut(*index)
                && device.is_fresh
            {
                device.feed = None;
            }
        }
        self.unanswered.retain(|_, (_, at)| !is_old(*at));
        self.may_subscribe = true;
    }

    /// Tells what stands on a board without a move, once it has stood for a while.
    fn show_placement(&mut self, index: usize, now: Timestamp) {
        let Some(device) = self.devices.get(index) else { return };
        let is_new = device.placement != device.shown;
        if is_new && now.since(device.steady_since) >= PLACEMENT_STANDS {
            self.dirty.insert(device.game);
        }
    }

    /// Hands over the records that have changed.
    fn flush(&mut self, now: Timestamp) {
        let is_early = self.names_by.is_none_or(|by| now < by);
        if !self.knows_names && is_early {
            return;
        }
        for id in std::mem::take(&mut self.dirty) {
            let Some(game) = self.games.get_mut(&id) else { continue };
            let device = game.device.and_then(|index| self.devices.get_mut(index));
            let has_board = game.seat.as_ref().is_some_and(|seat| seat.serial.is_some());
            if device.is_none() && has_board && !self.knows_boards && is_early {
                // Its board is only not listed yet.
                self.dirty.insert(id);
                continue;
            }
            game.is_dirty = false;
            let row = match (&device, &game.seat) {
                (Some(device), _) => device.serial.clone(),
                (None, Some(seat)) => seat.pairing.clone(),
                (None, None) => continue,
            };
            // A pairing without a board and without a move says nothing.
            if device.is_none() && game.live.moves.is_empty() && !game.is_told {
                continue;
            }
            game.is_told = true;
            let serial = device.as_ref().map(|device| device.serial.as_str());
            let record = game.record(serial, now);
            let changed_at = game.changed_at;
            let placement = device.and_then(|device| {
                device.shown.clone_from(&device.placement);
                device.placement.clone()
            });
            self.say(Seen::Board { row, record, placement, changed_at }, now);
        }
    }
}
