//! From messages with the time of their receipt to the record of a game.

use kaissa_chess::Color;
use kaissa_game::{LiveClocks, Timestamp};
use kaissa_laws::ClockTime;

use super::clock::{Chessclock, ClockEvent, ClockMessage, ClockReading};
use super::game::{BoardGame, Moment, Outcome};
use super::memory::{Event, read_events};
use super::message::Message;
use super::recovery::recover_games;
use crate::{Gap, Health, LiveRecord, Replaced, Trouble};

/// How long a board stands still before a move without a clock is believed.
const SETTLED: ClockTime = ClockTime::seconds(1);
/// How long it stands still before a move that the Laws do not allow is, and before a board that
/// cannot be explained is called unclear.
const AT_REST: ClockTime = ClockTime::seconds(3);

/// A board without a cable that has no more than this, in percent, is about to fall silent.
const BATTERY_LOW: u8 = 10;

/// What the receipt times of messages are good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// They are those at which the board sent them.
    Timed,
    /// They say nothing; only the order of the messages counts.
    Untimed,
}

/// What following a board has brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// The record has changed.
    Record,
    /// Another game begins.
    NewGame,
    /// A game that was played before, from the board's own memory.
    Earlier(Box<LiveRecord>),
    /// How the board fares.
    Health(Health),
    /// A stretch of time in which moves were not seen, or its end.
    Gap(Gap),
    /// A move that stood on the board for a while and was not the one made.
    Replaced(Replaced),
    /// The board should be asked what stands on it: a change may have been lost.
    AskBoard,
    /// The board's own memory should be asked for what was missed.
    AskMemory,
}

/// Follows the game on one board.
///
/// A move is believed at the press of the clock, or when the clock is stopped; without a clock once
/// the board has stood still for a second. A position that no legal move explains is looked at
/// again: the last move may have been another one, two or three moves may have been missed, an
/// earlier position may have been restored, an illegal move may stand.
#[derive(Clone, Debug)]
pub struct Follower {
    game: BoardGame,
    clock: Chessclock,
    pace: Pace,
    row: String,
    has_serial_number: bool,
    /// Whether a clock is connected and has run in this game.
    has_clock_run: bool,
    is_clock_gone: bool,
    news: Vec<News>,
    /// When the last message came.
    at: Timestamp,
    /// When a square has changed last.
    moved_at: Timestamp,
    /// How far the stillness since then has been looked at.
    stillness: Stillness,
    /// When the record was known to be right last.
    sure_at: Timestamp,
    read_at: Option<Timestamp>,
    changed_at: Timestamp,
    gap: Option<Gap>,
    is_unclear: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stillness {
    Moving,
    Settled,
    AtRest,
}

impl Follower {
    /// Begins with a name for the board, until it tells its serial number.
    pub fn new(row: &str, pace: Pace) -> Follower {
        Follower {
            game: BoardGame::new(),
            clock: Chessclock::default(),
            pace,
            row: row.to_owned(),
            has_serial_number: false,
            has_clock_run: false,
            is_clock_gone: false,
            news: Vec::new(),
            at: Timestamp(0),
            moved_at: Timestamp(0),
            stillness: Stillness::AtRest,
            sure_at: Timestamp(0),
            read_at: None,
            changed_at: Timestamp(0),
            gap: None,
            is_unclear: false,
        }
    }

    /// The board: its serial number once it is known.
    pub fn row(&self) -> &str {
        &self.row
    }

    /// The game.
    pub const fn game(&self) -> &BoardGame {
        &self.game
    }

    /// When the record was changed.
    pub const fn changed_at(&self) -> Timestamp {
        self.changed_at
    }

    /// What has come up since it was asked last.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// The record as it is believed.
    pub fn record(&self) -> LiveRecord {
        record_of(&self.game, self.live_clocks(), self.read_at)
    }

    /// Takes a message and the time of its receipt.
    pub fn take(&mut self, message: &Message, at: Timestamp) {
        self.tick(at);
        match message {
            Message::Board(sensors) => {
                let is_same = sensors == self.game.sensors();
                self.game.set_board(*sensors);
                if !is_same {
                    self.board_moved();
                }
            }
            Message::Square { index, code } => {
                self.game.set_square(*index, *code);
                self.board_moved();
            }
            Message::Clock(message) => self.take_clock(*message),
            Message::Memory(bytes) => self.take_memory(&read_events(bytes)),
            Message::SerialNumber(number) => self.set_row(number),
            Message::Battery(battery) if battery.percent <= BATTERY_LOW && !battery.is_charging => {
                let detail = format!("{} %", battery.percent);
                let trouble = Trouble { code: "battery", detail };
                self.news.push(News::Health(Health::Unclear { trouble }));
            }
            Message::BusAddress(number) => self.set_row(&format!("{number:05}")),
            _ => {}
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now: Timestamp) {
        self.at = now;
        self.game.set_now(now);
        if self.pace == Pace::Untimed {
            return;
        }
        let still = now.since(self.moved_at);
        if self.stillness < Stillness::Settled && still >= SETTLED {
            self.stillness = Stillness::Settled;
            self.look(if self.clock_tells() { Moment::Quiet } else { Moment::Settled });
        }
        if self.stillness < Stillness::AtRest && still >= AT_REST {
            self.stillness = Stillness::AtRest;
            if self.clock_tells() {
                self.look(Moment::Quiet);
                if self.game.is_waiting()
                    && *self.game.board() != *self.game.line().position().board()
                {
                    self.call_unclear();
                }
            } else if self.look(Moment::AtRest) == Outcome::Unclear {
                self.call_unclear();
            }
        }
    }

    /// Takes word that the line was broken: what comes next is a new beginning of the messages.
    pub fn lose(&mut self, since: Timestamp) {
        self.clock.forget_reading();
        self.open_gap(since);
    }

    /// Takes word that the line is back and that the board has told what stands on it.
    pub fn return_at(&mut self, now: Timestamp) {
        self.at = now;
        match self.look(Moment::Returned) {
            Outcome::Unclear => self.call_unclear(),
            _ if self.gap.is_some() || !self.game.is_whole() => self.news.push(News::AskMemory),
            _ => {}
        }
    }

    /// Ends the stretch in which moves may have been missed, as far as the board alone tells it.
    pub fn close_gap(&mut self) {
        let is_explained = *self.game.board() == *self.game.line().position().board();
        if let Some(mut gap) = self.gap.take() {
            gap.to = self.at;
            gap.after = Some(self.game.placement());
            gap.is_closed = is_explained;
            self.news.push(News::Gap(gap));
        }
    }

    /// Takes word that nothing more comes.
    pub fn end(&mut self) {
        let is_running = self.clock_tells() && self.clock.reading().is_some_and(|r| r.is_running);
        if self.look(Moment::Ended { is_running }) == Outcome::Unclear
            && *self.game.board() != *self.game.line().position().board()
            && self.game.is_waiting()
        {
            self.call_unclear();
        }
    }

    /// Takes all events of a game, as a board on a bus sends them from its start or as they stand in
    /// the memory.
    pub fn take_events(&mut self, events: &[Event], at: Timestamp) {
        self.tick(at);
        self.take_memory(events);
    }

    /// Takes events of a board on a bus that sends what has changed.
    pub fn take_changes(&mut self, events: &[Event], at: Timestamp) {
        self.tick(at);
        for event in events {
            match *event {
                Event::Square { index, code, .. } => {
                    self.game.set_square(index, code);
                    self.board_moved();
                }
                Event::Pressed { hand, left } => {
                    self.has_clock_run = true;
                    let press = super::clock::Press { hand: Some(hand), left: Some(left) };
                    self.look(Moment::Pressed(press));
                }
                Event::Start { is_rotated } if self.game.line().is_empty() => {
                    self.game.set_start(is_rotated);
                    self.note_change();
                }
                _ => {}
            }
        }
    }

    fn take_clock(&mut self, message: ClockMessage) {
        let reading = match message {
            ClockMessage::Reading(reading) => reading,
            ClockMessage::NoClock => {
                self.is_clock_gone = true;
                self.clock.forget_reading();
                return;
            }
            ClockMessage::Answer(_) | ClockMessage::Nothing => return,
        };
        self.is_clock_gone = false;
        let running = self.clock.running();
        let before = self.clock.reading().copied();
        let event = self.clock.take(reading);
        let is_believed = self.clock.reading() == Some(&reading);
        if is_believed {
            self.read_at = Some(self.at);
            self.has_clock_run |= reading.is_running;
        }
        match event {
            ClockEvent::Pressed(press) => {
                if self.look(Moment::Pressed(press)) == Outcome::Unclear {
                    self.news.push(News::AskBoard);
                }
            }
            ClockEvent::Stopped => {
                let left = running.map(|hand| reading.display(hand).time);
                self.look(Moment::Stopped { hand: running, left });
            }
            ClockEvent::Started if !self.game.line().is_empty() => {
                self.look(Moment::Started);
            }
            ClockEvent::Started | ClockEvent::Told => {}
        }
        if is_believed && before != Some(reading) {
            self.note_change();
        }
    }

    /// Rebuilds from the board's memory what was missed.
    fn take_memory(&mut self, events: &[Event]) {
        let mut games = recover_games(events);
        let Some(last) = games.pop() else {
            self.close_gap();
            return;
        };
        if !self.game.is_whole() {
            self.join_late(games, &last);
            return;
        }
        let line = self.game.line();
        let is_same_game = |other: &BoardGame| {
            // The last ply of a record that broke off may have been believed too soon.
            let n_needed = line.len().saturating_sub(1);
            line.n_same(other.line()).is_some_and(|n_same| n_same >= n_needed)
        };
        if is_same_game(&last) {
            if last.line().len() > line.len() {
                self.game.adopt(&last);
                self.look(Moment::Returned);
            }
            self.close_gap_with_memory();
            return;
        }
        // The game that broke off is over, and another one is on the board.
        let earlier = games.into_iter().rev().find(|other| line.len() >= 6 && is_same_game(other));
        let Some(mut earlier) = earlier else {
            self.close_gap();
            return;
        };
        std::mem::swap(&mut self.game, &mut earlier);
        for (index, ply) in earlier.line().plies().iter().enumerate() {
            self.game.set_left(index, ply.left);
        }
        let whole = self.record();
        self.news.push(News::Earlier(Box::new(whole)));
        self.close_gap_with_memory();
        self.game = last;
        self.news.push(News::NewGame);
        self.look(Moment::Returned);
        self.note_change();
    }

    /// Takes from the memory what was played before the board was joined.
    fn join_late(&mut self, earlier: Vec<BoardGame>, last: &BoardGame) {
        let is_known_end = *last.board() == *self.game.board() || self.game.is_blank();
        if !is_known_end {
            self.close_gap();
            return;
        }
        for game in earlier {
            let record = record_of(&game, LiveClocks::default(), None);
            self.news.push(News::Earlier(Box::new(record)));
        }
        self.game.adopt(last);
        self.look(Moment::Returned);
        self.close_gap_with_memory();
        self.note_change();
    }

    fn close_gap_with_memory(&mut self) {
        self.is_unclear = false;
        if let Some(mut gap) = self.gap.take() {
            gap.to = self.at;
            gap.after = Some(self.game.placement());
            gap.is_closed = true;
            self.changed_at = self.at;
            self.news.extend([News::Record, News::Gap(gap)]);
        }
    }

    fn board_moved(&mut self) {
        self.moved_at = self.at;
        self.stillness = Stillness::Moving;
        if self.pace == Pace::Untimed {
            let moment = if self.clock_tells() { Moment::Quiet } else { Moment::Settled };
            // Without times a board is looked at as soon as it could stand still.
            if moment == Moment::Settled || !self.game.is_waiting() {
                self.look(moment);
            }
        }
        self.note_change();
    }

    /// Whether the clock tells when a move is complete.
    fn clock_tells(&self) -> bool {
        self.has_clock_run && !self.is_clock_gone
    }

    fn look(&mut self, moment: Moment) -> Outcome {
        let outcome = self.game.commit(moment, Some(self.at));
        match outcome {
            Outcome::NewGame => {
                self.has_clock_run = self.clock.reading().is_some_and(|reading| reading.is_running);
                self.gap = None;
                self.is_unclear = false;
                self.news.push(News::NewGame);
                self.note_change();
            }
            Outcome::Changed => {
                self.sure_at = self.at;
                self.make_clear();
                self.note_change();
                self.news.extend(self.game.take_replaced().into_iter().map(News::Replaced));
            }
            Outcome::Nothing | Outcome::Unclear => {}
        }
        outcome
    }

    fn make_clear(&mut self) {
        if std::mem::take(&mut self.is_unclear) {
            self.close_gap();
            self.news.push(News::Health(Health::Connected));
        }
    }

    fn call_unclear(&mut self) {
        if std::mem::replace(&mut self.is_unclear, true) {
            return;
        }
        self.open_gap(self.sure_at);
        let detail = self.game.placement();
        let trouble = Trouble { code: "unreadable", detail: detail.clone() };
        self.news.push(News::Health(Health::Unclear { trouble }));
        if let Some(gap) = &mut self.gap {
            (gap.to, gap.after) = (self.at, Some(detail));
            self.news.push(News::Gap(gap.clone()));
        }
        self.news.push(News::AskMemory);
    }

    fn open_gap(&mut self, from: Timestamp) {
        let line = self.game.line();
        let before = super::sensors::placement(line.position().board());
        let n_plies = u32::try_from(line.len()).unwrap_or(u32::MAX);
        self.gap.get_or_insert(Gap {
            row: self.row.clone(),
            from,
            to: from,
            plies_before: n_plies,
            before: Some(before),
            after: None,
            is_closed: false,
        });
    }

    fn note_change(&mut self) {
        self.changed_at = self.at;
        if self.news.last() != Some(&News::Record) {
            self.news.push(News::Record);
        }
    }

    /// A row keeps its first name, so that one board is one row.
    fn set_row(&mut self, number: &str) {
        if !std::mem::replace(&mut self.has_serial_number, true) {
            number.clone_into(&mut self.row);
        }
    }

    fn live_clocks(&self) -> LiveClocks {
        let Some(reading) = self.clock.reading().filter(|_| !self.is_clock_gone) else {
            return LiveClocks::default();
        };
        let time = |color: Color| Some(shown(reading, self.game.hand_of(color)?));
        LiveClocks {
            white: time(Color::White),
            black: time(Color::Black),
            running: self.clock.running().and_then(|hand| self.game.color_of(hand)),
        }
    }
}

fn record_of(game: &BoardGame, clocks: LiveClocks, read_at: Option<Timestamp>) -> LiveRecord {
    let start = game.line().start();
    let mut tags = Vec::new();
    if start.is_chess960() {
        tags.push(("Variant".to_owned(), "Chess960".to_owned()));
    }
    LiveRecord {
        tags,
        start_fen: (*start != kaissa_chess::Position::start()).then(|| start.to_fen()),
        moves: game.moves(),
        clocks,
        clocks_read_at: read_at,
        result: game.result(),
    }
}

fn shown(reading: &ClockReading, hand: super::clock::Hand) -> ClockTime {
    reading.display(hand).time
}
