//! An electronic board as LiveChess tells of it: what stands on it, its clock, its list of moves, and
//! how much of that list may be believed.

use kaissa_chess::Color;
use kaissa_game::Timestamp;
use kaissa_laws::ClockTime;

use super::line::{Change, Told, USUAL_PLACEMENT, is_king_to_centre, is_token};
use super::wire::{Clock, Event, Whole};
use crate::LiveRecord;

/// For how long a list and its board have to stand still, beside a clock and without one.
const STILL_WITH_CLOCK: ClockTime = ClockTime::millis(2_500);
const STILL_WITHOUT_CLOCK: ClockTime = ClockTime::seconds(1);
/// After so long a king in the centre is a move, if the other one does not follow.
const KING_IS_A_MOVE: ClockTime = ClockTime::seconds(30);
/// How long a board that is seen again may take to tell its moves.
pub(super) const TELL_WITHIN: ClockTime = ClockTime::seconds(3);
/// A placement that stands for so long is told without a move.
pub(super) const PLACEMENT_STANDS: ClockTime = ClockTime::seconds(1);
/// A board that may have more to say is looked at again after so long at the latest.
const LOOK_AGAIN: ClockTime = ClockTime::seconds(1);
/// A server's clock that is set back further than this was set anew; less is a late frame.
const CLOCK_SET_ANEW_MS: i64 = 60_000;
/// Fewer plies that are taken off the list are a game that is begun again, and not another one.
const PLIES_OF_A_GAME: usize = 10;
/// The longest placement that is kept.
const LONGEST_PLACEMENT: usize = 128;
/// By how much a reading may differ from what was to be expected without being news.
const CLOCK_NEWS: ClockTime = ClockTime::seconds(2);
/// A clock that showed more than this does not fall to nothing at once.
const ODD_ZERO: ClockTime = ClockTime::seconds(60);

/// An electronic board.
#[derive(Clone, Debug)]
pub(super) struct Device {
    pub serial: String,
    /// The id of its feed in this connection.
    pub feed: Option<i64>,
    /// When to subscribe again after an error.
    pub retry_at: Option<Timestamp>,
    pub state: DeviceState,
    /// What is left of its battery, in percent.
    pub battery: Option<u32>,
    /// What stands on it, its white side below.
    pub placement: Option<String>,
    /// Since when placement and match are as they are.
    pub steady_since: Timestamp,
    pub is_match: Option<bool>,
    /// Whether it is read from the wrong side.
    pub is_turned: bool,
    pub clock: Option<Reading>,
    pub told: Told,
    /// Moves of another game that still stand in the list.
    pub old_list: Option<Vec<String>>,
    /// Whether the pieces were set up anew after a game, and no move was told since.
    pub is_set_up_anew: bool,
    /// The server's time of the newest frame with a board or list.
    list_time: i64,
    pub heard_at: Option<Timestamp>,
    /// How often the clock was pressed since something was believed.
    pub n_presses: u32,
    pressed_at: Option<Timestamp>,
    stopped_at: Option<Timestamp>,
    /// Who pressed last, and what his clock showed.
    pub press: Option<(Color, ClockTime)>,
    /// Whether the next frame is the first one of a connection.
    pub is_fresh: bool,
    /// What was there before the connection broke.
    pub before: Option<Before>,
    /// The game on it.
    pub game: u64,
    /// The placement that was told on.
    pub shown: Option<String>,
    /// What was last said of its health.
    pub said: DeviceState,
}

/// How a board fares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeviceState {
    Fine,
    Missing,
    Inactive,
    NotResponding,
    Delayed,
    Battery,
    Silent,
}

/// What a board had when it was seen last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Before {
    pub from: Timestamp,
    pub placement: Option<String>,
    /// How many moves it told.
    pub n_told: usize,
    /// When it was first seen again.
    pub seen_again: Option<Timestamp>,
}

/// What both clocks showed, and when, by our time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub white: ClockTime,
    pub black: ClockTime,
    pub running: Option<Color>,
    /// By the server's time.
    pub time: i64,
    /// By ours.
    pub read_at: Timestamp,
    /// A clock that fell to nothing and is not believed yet.
    odd: Option<Color>,
}

impl Reading {
    /// A reading that came in a frame of a time.
    pub fn of(clock: &Clock, frame_time: Option<i64>, now: Timestamp) -> Option<Reading> {
        let seconds = |time: Option<Whole>| {
            time.map(|Whole(seconds)| ClockTime::seconds(seconds.clamp(-360_000, 3_600_000)))
        };
        let (white, black) = (seconds(clock.white)?, seconds(clock.black)?);
        let time = clock.time.map(|Whole(time)| time).or(frame_time).unwrap_or(0);
        let age = frame_time.map_or(0, |frame| frame.saturating_sub(time)).max(0);
        let read_at = Timestamp(now.0.saturating_sub(age));
        let running = clock.run.map(Color::from_white);
        Some(Reading { white, black, running, time, read_at, odd: None })
    }

    pub fn shown(&self, color: Color) -> ClockTime {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// What a clock must show by now if nobody has touched it.
    pub fn left(&self, color: Color, now: Timestamp) -> ClockTime {
        match self.running {
            Some(running) if running == color => self.shown(color) - now.since(self.read_at),
            _ => self.shown(color),
        }
    }

    fn is_news_after(&self, before: &Reading) -> bool {
        let is_off = |color| {
            let expected = before.left(color, self.read_at);
            let shown = self.shown(color);
            let falls = shown <= ClockTime::ZERO && before.shown(color) > ClockTime::ZERO;
            (shown - expected).abs() > CLOCK_NEWS || falls
        };
        self.running != before.running || is_off(Color::White) || is_off(Color::Black)
    }
}

/// What an event brought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Applied {
    /// The clock says something that was not to be expected.
    pub is_clock_news: bool,
    /// The list is another one.
    pub change: Option<Change>,
    /// What stood on the board, where something else stands on it now.
    pub placement_before: Option<Option<String>>,
    /// Moves that cannot be any.
    pub has_bad_moves: bool,
}

impl Device {
    pub fn new(serial: &str, game: u64, now: Timestamp) -> Device {
        Device {
            serial: serial.to_owned(),
            feed: None,
            retry_at: None,
            state: DeviceState::Fine,
            battery: None,
            placement: None,
            steady_since: now,
            is_match: None,
            is_turned: false,
            clock: None,
            told: Told::new(),
            old_list: None,
            is_set_up_anew: false,
            list_time: 0,
            heard_at: None,
            n_presses: 0,
            pressed_at: None,
            stopped_at: None,
            press: None,
            is_fresh: true,
            before: None,
            game,
            shown: None,
            said: DeviceState::Fine,
        }
    }

    /// The connection is gone: what comes next is a picture of its own.
    pub fn lose(&mut self, from: Timestamp) {
        self.feed = None;
        self.retry_at = None;
        self.is_fresh = true;
        self.list_time = 0;
        if self.before.is_none() && self.heard_at.is_some() {
            let n_told = self.told.moves.len();
            let placement = self.placement.clone();
            self.before = Some(Before { from, placement, n_told, seen_again: None });
        }
        self.told.is_told = false;
    }

    /// Takes an event. `live` is the record so far, `expected` the placement after it.
    pub fn apply(
        &mut self,
        event: &Event<'_>,
        frame_time: Option<i64>,
        live: &LiveRecord,
        expected: Option<&str>,
        now: Timestamp,
    ) -> Applied {
        self.heard_at = Some(now);
        if let Some(before) = &mut self.before {
            before.seen_again.get_or_insert(now);
        }
        let mut applied = Applied::default();
        if let Some(clock) = &event.clock {
            applied.is_clock_news = match clock {
                Some(clock) => self.take_clock(clock, frame_time, now),
                None => self.clock.take().is_some(),
            };
        }
        let time = frame_time.unwrap_or(self.list_time);
        let has_list = event.board.is_some() || event.san.is_some() || event.matches.is_some();
        let is_late = time < self.list_time && time > self.list_time - CLOCK_SET_ANEW_MS;
        if has_list && !is_late {
            self.list_time = time;
            self.take_list(event, live, expected, now, &mut applied);
        }
        if self.is_fresh && event.san.is_some() {
            // A picture of what stands already: its moves were pressed long ago.
            self.n_presses = self.n_presses.max(1);
        }
        applied
    }

    fn take_list(
        &mut self,
        event: &Event<'_>,
        live: &LiveRecord,
        expected: Option<&str>,
        now: Timestamp,
        applied: &mut Applied,
    ) {
        if let Some(Some(board)) = &event.board {
            applied.placement_before = self.take_placement(board.as_str(), expected, now);
        }
        if let Some(is_match) = event.matches
            && is_match != self.is_match
        {
            self.is_match = is_match;
            self.steady_since = now;
        }
        let Some(Some(san)) = &event.san else { return };
        if !san.0.iter().all(|written| is_token(written.as_str())) {
            applied.has_bad_moves = true;
            return;
        }
        if let Some(Some(start)) = &event.start {
            self.told.set_start(start.as_str(), live);
        }
        let moves: Vec<&str> = san.0.iter().map(|text| text.as_str()).collect();
        applied.change = self.told.set_moves(&moves, now);
        if let Some(old) = &self.old_list
            && !self.told.moves.starts_with(old)
        {
            self.old_list = None;
        }
    }

    /// Takes what stands on the board; gives what stood there before.
    pub fn take_placement(
        &mut self,
        told: &str,
        expected: Option<&str>,
        now: Timestamp,
    ) -> Option<Option<String>> {
        if told.len() > LONGEST_PLACEMENT || !told.is_ascii() {
            return None;
        }
        // A board that is read from the wrong side shows a known position upside down.
        let turned: String = told.chars().rev().collect();
        if let Some(expected) = expected
            && told != turned
        {
            if told == expected {
                self.is_turned = false;
            } else if turned == expected {
                self.is_turned = true;
            }
        }
        let placement = if self.is_turned { turned } else { told.to_owned() };
        if self.placement.as_ref() == Some(&placement) {
            return None;
        }
        self.steady_since = now;
        Some(self.placement.replace(placement))
    }

    /// Takes a reading of the clock; says whether it was not to be expected.
    pub fn take_clock(&mut self, clock: &Clock, frame_time: Option<i64>, now: Timestamp) -> bool {
        let Some(mut reading) = Reading::of(clock, frame_time, now) else { return false };
        let Some(before) = self.clock else {
            self.clock = Some(reading);
            if reading.running.is_none() {
                self.stopped_at = Some(now);
            }
            return true;
        };
        if reading.time == before.time && reading.running == before.running {
            return false;
        }
        if reading.time < before.time && reading.time > before.time - CLOCK_SET_ANEW_MS {
            return false;
        }
        reading.odd = odd_zero(&before, &reading);
        if let Some(odd) = reading.odd
            && before.odd != Some(odd)
        {
            // A single zero between other readings is a fault of the board.
            match odd {
                Color::White => reading.white = before.left(odd, reading.read_at),
                Color::Black => reading.black = before.left(odd, reading.read_at),
            }
        }
        match (before.running, reading.running) {
            (Some(mover), Some(other)) if mover != other => {
                self.n_presses += 1;
                self.pressed_at = Some(now);
                self.press = Some((mover, reading.shown(mover)));
            }
            (Some(_), None) => self.stopped_at = Some(now),
            (_, Some(_)) => self.stopped_at = None,
            (None, None) => {}
        }
        let is_news = reading.is_news_after(&before);
        self.clock = Some(reading);
        is_news
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.clock.as_ref()?.running
    }

    fn still(&self) -> ClockTime {
        if self.clock.is_some() { STILL_WITH_CLOCK } else { STILL_WITHOUT_CLOCK }
    }

    /// Whether board and list have stood still for long enough.
    pub fn is_still(&self, now: Timestamp) -> bool {
        now.since(self.steady_since) >= self.still()
    }

    /// When time alone may make more of it: the next moment at which a move, what stands on it, a
    /// king in the centre or a break counts for more than now; within a second in any case.
    pub fn look_again_at(&self, now: Timestamp) -> Timestamp {
        let (still, since) = (self.still(), &self.told.since);
        let n_settled = since.partition_point(|since| now.since(*since) >= still);
        let last = since.iter().rev().take(2).map(|since| (*since, KING_IS_A_MOVE));
        let moments = [
            (self.steady_since, still),
            (self.steady_since, PLACEMENT_STANDS),
            (self.told.broken_at, still),
        ];
        let moments = moments
            .into_iter()
            .chain(since.get(n_settled).map(|since| (*since, still)))
            .chain(last)
            .chain(self.before.as_ref().and_then(|before| Some((before.seen_again?, TELL_WITHIN))));
        let latest = Timestamp(now.0.saturating_add(LOOK_AGAIN.as_millis()));
        moments
            .map(|(from, after)| Timestamp(from.0.saturating_add(after.as_millis())))
            .filter(|moment| *moment > now)
            .min()
            .map_or(latest, |next| next.min(latest))
    }

    /// Whether another game begins after so many plies that are believed: the list was emptied with
    /// all pieces at home, and now tells a few moves.
    pub fn begins_anew(&mut self, n_believed: usize) -> bool {
        if !self.told.is_told || self.old_list.is_some() {
            return false;
        }
        let n_told = self.told.moves.len();
        if n_told == 0 {
            let is_at_home =
                self.told.start_fen.is_none() && self.placement.as_deref() == Some(USUAL_PLACEMENT);
            self.is_set_up_anew |= is_at_home && n_believed >= PLIES_OF_A_GAME;
            return false;
        }
        std::mem::take(&mut self.is_set_up_anew) && n_told <= n_believed / 2
    }

    /// How many plies of the list the record should hold now; `None` where it is to stay as it is.
    /// `n_common` is how many both begin with.
    pub fn credible(&self, live: &LiveRecord, n_common: usize, now: Timestamp) -> Option<usize> {
        if !self.told.is_told || self.old_list.is_some() {
            return None;
        }
        let (told, n_believed) = (&self.told, live.moves.len());
        let is_other_start = told.start_fen != live.start_fen;
        if n_common == n_believed && told.moves.len() == n_believed && !is_other_start {
            return None;
        }
        let n_seen = self.n_pressed().max(self.n_settled(now)).max(self.n_stopped());
        let n_seen = self.without_kings(n_seen, n_common, now);
        if n_common == n_believed && (!is_other_start || n_believed == 0) {
            return (n_seen > n_believed).then_some(n_seen);
        }
        // The list contradicts the record. An empty one is a board that is set up anew.
        // One that only ends sooner is late, unless it has had more moves before.
        let is_late = n_common == told.moves.len() && !told.is_cut;
        if told.moves.is_empty() || is_late {
            return None;
        }
        let changed_at = told.since.get(n_common).copied().unwrap_or(told.broken_at);
        let is_confirmed = self.pressed_at.is_some_and(|pressed| pressed > changed_at)
            || now.since(changed_at) >= self.still();
        let n_plies = n_seen.max(n_common);
        (is_confirmed && n_plies > 0).then_some(n_plies)
    }

    /// The plies after which the player has the move whose clock runs.
    fn n_pressed(&self) -> usize {
        let n_told = self.told.moves.len();
        match self.running() {
            Some(running) if self.n_presses > 0 => match self.told.turn_after(n_told) == running {
                true => n_told,
                false => n_told.saturating_sub(1),
            },
            _ => 0,
        }
    }

    /// The plies that were told when the clock was stopped.
    fn n_stopped(&self) -> usize {
        let is_stopped = self.clock.is_some_and(|clock| clock.running.is_none());
        match self.stopped_at {
            Some(stopped) if is_stopped && self.is_match != Some(false) => {
                self.told.since.iter().take_while(|since| **since <= stopped).count()
            }
            _ => 0,
        }
    }

    /// The plies that have stood still for long enough; the last one only on a board that shows it.
    fn n_settled(&self, now: Timestamp) -> usize {
        let still = self.still();
        let is_old = |since: &&Timestamp| now.since(**since) >= still;
        let n_old = self.told.since.iter().take_while(is_old).count();
        if n_old < self.told.moves.len() {
            return n_old;
        }
        match self.is_match != Some(false) && self.is_still(now) {
            true => n_old,
            false => n_old.saturating_sub(1),
        }
    }

    /// Leaves kings at the end that were put in the centre and nobody pressed the clock for.
    fn without_kings(&self, n_plies: usize, n_common: usize, now: Timestamp) -> usize {
        if self.running().is_some() || n_plies < self.told.moves.len() {
            return n_plies;
        }
        let are_both = self.placement.as_deref().is_some_and(|board| kings_result(board).is_some());
        let is_gesture = |index: usize| {
            let (told, since) = (self.told.moves.get(index), self.told.since.get(index));
            told.is_some_and(|written| is_king_to_centre(written))
                && (are_both || since.is_some_and(|since| now.since(*since) < KING_IS_A_MOVE))
        };
        let mut n_left = n_plies;
        while n_left > n_common && is_gesture(n_left - 1) {
            n_left -= 1;
        }
        n_left
    }
}

/// The clock that fell from much to nothing.
fn odd_zero(before: &Reading, now: &Reading) -> Option<Color> {
    [Color::White, Color::Black].into_iter().find(|&color| {
        now.shown(color) <= ClockTime::ZERO && before.left(color, now.read_at) > ODD_ZERO
    })
}

/// The result that both kings in the centre show: on the two light squares White has won, on the two
/// dark ones Black, otherwise the game is drawn.
///
/// No two squares of the centre are free for both kings in a game, so that it cannot be a move.
pub(super) fn kings_result(placement: &str) -> Option<&'static str> {
    let mut kings = [None, None];
    for (rank, row) in placement.split('/').enumerate() {
        let mut file = 0usize;
        for letter in row.chars() {
            match letter {
                'K' | 'k' => {
                    let is_centre = (3..=4).contains(&rank) && (3..=4).contains(&file);
                    let place = kings.get_mut(usize::from(letter == 'k'))?;
                    if !is_centre || place.is_some() {
                        return None;
                    }
                    *place = Some((rank + file).is_multiple_of(2));
                    file += 1;
                }
                digit => file += digit.to_digit(10).map_or(1, |n| n as usize),
            }
        }
    }
    match kings {
        [Some(true), Some(true)] => Some("1-0"),
        [Some(false), Some(false)] => Some("0-1"),
        [Some(_), Some(_)] => Some("1/2-1/2"),
        _ => None,
    }
}
