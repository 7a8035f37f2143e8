//! A game of the hall: what is believed of it, from the list of its board and the official one.

use kaissa_chess::Color;
use kaissa_game::{LiveClocks, Record, Timestamp};
use kaissa_laws::ClockTime;
use kaissa_pgn::GrowingGame;

use super::device::{Device, Reading, kings_result};
use super::line::{Told, common, is_king_to_centre, is_same, turn_after};
use super::tree::{GameAnswer, Seat};
use crate::{Gap, LiveMove, LiveRecord};

/// A game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// Who plays, where the tree tells it.
    pub seat: Option<Seat>,
    /// What is believed.
    pub live: LiveRecord,
    /// How many plies a list begins with in common with what is believed, by its version; none where
    /// what is believed has changed since.
    agreed: Option<(u64, usize)>,
    /// The official list as it was told last.
    official: Option<Official>,
    /// Whether the official list goes before that of the board, which it contradicts.
    is_officials: bool,
    /// The clock that is shown: that of the board, else that of the official list.
    pub clock: Option<Reading>,
    /// The record as it was made last, and whether nothing has changed since.
    reader: GrowingGame,
    is_read: bool,
    /// What stands on the board after the record's last move.
    pub placement: Option<String>,
    /// Whether there is something to tell.
    pub is_dirty: bool,
    /// Whether it was told at all.
    pub is_told: bool,
    /// A stretch that was not seen and is not filled yet.
    pub gap: Option<Gap>,
    /// The result that kings in the centre have shown.
    shown_result: Option<&'static str>,
    /// Since when the board has had this game, where another one was on it before.
    began_anew_at: Option<Timestamp>,
    /// When its board or list last changed.
    pub changed_at: Timestamp,
    /// The index of its board.
    pub device: Option<usize>,
    /// Whether its official list was asked for and has not come yet.
    pub is_wanted: bool,
}

#[derive(Clone, Debug)]
struct Official {
    answer: GameAnswer,
    /// How often it came again unchanged.
    n_same: u32,
}

impl Game {
    pub fn new(device: Option<usize>, now: Timestamp) -> Game {
        Game {
            seat: None,
            live: LiveRecord::default(),
            agreed: None,
            official: None,
            is_officials: false,
            clock: None,
            reader: GrowingGame::new(),
            is_read: false,
            placement: None,
            is_dirty: false,
            is_told: false,
            gap: None,
            shown_result: None,
            began_anew_at: None,
            changed_at: now,
            device,
            is_wanted: false,
        }
    }

    /// Takes who plays.
    pub fn set_seat(&mut self, seat: Option<Seat>) {
        if self.seat == seat {
            return;
        }
        self.seat = seat;
        self.touch();
    }

    /// Something of the record has changed.
    pub fn touch(&mut self) {
        self.is_read = false;
        self.is_dirty = true;
    }

    /// The result: the official one, else the one that the kings showed.
    fn result(&self) -> Option<&'static str> {
        let of_list = self.official.as_ref().and_then(|official| official.answer.result);
        let of_round = self.seat.as_ref().and_then(|seat| seat.result);
        of_round.or(of_list).or(self.shown_result)
    }

    /// Whether it is over: it has a result, and no clock runs.
    pub fn is_over(&self) -> bool {
        self.result().is_some() && self.clock.is_none_or(|clock| clock.running.is_none())
    }

    /// Whether its official list has nothing more to say.
    pub fn is_settled(&self) -> bool {
        self.is_over() && self.official.as_ref().is_some_and(|official| official.n_same > 1)
    }

    /// Takes what its board tells, as far as it can be believed; says whether that is news.
    pub fn follow(&mut self, device: &mut Device, now: Timestamp) -> bool {
        if self.is_officials && device.told.is_told {
            // A board that tells what the official list says is to be followed again.
            self.is_officials = self.common(&device.told) < self.live.moves.len();
        }
        let mut is_news = false;
        if !self.is_officials
            && !self.is_over()
            && let n_common = self.common(&device.told)
            && let Some(n_plies) = device.credible(&self.live, n_common, now)
        {
            self.believe(device, n_plies, now);
            is_news = true;
        }
        is_news |= self.give_press(device);
        self.watch_kings(device, now);
        is_news
    }

    /// How many plies a list of a board begins with in common with what is believed.
    fn common(&mut self, told: &Told) -> usize {
        if let Some((version, n_common)) = self.agreed
            && version == told.version()
        {
            debug_assert_eq!(n_common, told.common(&self.live), "neither has changed");
            return n_common;
        }
        let n_common = told.common(&self.live);
        self.agreed = Some((told.version(), n_common));
        n_common
    }

    fn believe(&mut self, device: &mut Device, n_plies: usize, now: Timestamp) {
        let n_common = self.common(&device.told).min(n_plies);
        self.agreed = None;
        if self.live.start_fen != device.told.start_fen {
            self.live.start_fen.clone_from(&device.told.start_fen);
        }
        self.live.moves.truncate(n_common);
        let new = device.told.moves.iter().take(n_plies).skip(n_common);
        self.live.moves.extend(new.map(|written| LiveMove {
            written: written.clone(),
            left: None,
            used: None,
        }));
        self.fill_times();
        device.n_presses = 0;
        self.changed_at = now;
        self.touch();
    }

    /// Gives the last ply the time that its player's clock showed when he pressed it.
    fn give_press(&mut self, device: &mut Device) -> bool {
        let Some((mover, left)) = device.press else { return false };
        let n_plies = self.live.moves.len();
        let last_mover = !turn_after(self.live.start_fen.as_deref(), n_plies);
        if mover != last_mover {
            return false;
        }
        let Some(last) = self.live.moves.last_mut() else { return false };
        device.press = None;
        if last.left.is_some() || left < ClockTime::ZERO {
            return false;
        }
        last.left = Some(left);
        self.touch();
        true
    }

    /// Kings in the centre show a result once they stand there with the clocks stopped.
    fn watch_kings(&mut self, device: &Device, now: Timestamp) {
        let shown = device.placement.as_deref().and_then(kings_result);
        let is_stopped = device.running().is_none();
        let shown = match shown {
            Some(result) if is_stopped && !self.live.moves.is_empty() => {
                if !device.is_still(now) {
                    return;
                }
                Some(result)
            }
            // They may be put back for the next round; only a clock that runs takes it back.
            _ if is_stopped => return,
            _ => None,
        };
        if self.shown_result != shown {
            self.shown_result = shown;
            self.changed_at = now;
            self.touch();
        }
    }

    /// Takes the clock of the board; says whether the record has to show it.
    pub fn set_clock(&mut self, clock: Option<Reading>, is_news: bool) {
        if is_news || self.clock.is_some() != clock.is_some() {
            self.touch();
        }
        self.clock = clock;
    }

    /// Takes the official list. `device` is its board, where it has one.
    pub fn take_official(
        &mut self,
        answer: GameAnswer,
        device: Option<&Device>,
        now: Timestamp,
    ) -> bool {
        let result = self.result();
        let n_same = match &self.official {
            Some(old) if old.answer.moves == answer.moves => old.n_same.saturating_add(1),
            _ => 0,
        };
        if device.is_none_or(|device| device.clock.is_none())
            && let Some(reading) =
                answer.clock.as_ref().and_then(|clock| Reading::of(clock, None, now))
        {
            let is_news = self.clock.is_none_or(|old| {
                (old.white, old.black, old.running)
                    != (reading.white, reading.black, reading.running)
            });
            self.set_clock(Some(reading), is_news);
        }
        self.official = Some(Official { answer, n_same });
        if self.result() != result {
            self.touch();
        }
        self.merge(device, now)
    }

    /// Brings what is believed together with the official list.
    fn merge(&mut self, device: Option<&Device>, now: Timestamp) -> bool {
        let Some(official) = &self.official else { return false };
        let (list, believed) = (&official.answer.moves, &self.live.moves);
        let start_fen = &official.answer.start_fen;
        let is_same_start = *start_fen == self.live.start_fen;
        let n_common = if is_same_start { common(list, believed) } else { 0 };
        let told = device.map(|device| &device.told).filter(|told| told.is_told);
        let is_comparable = told.is_some_and(|told| told.start_fen == *start_fen);
        let told = told.filter(|_| is_comparable);
        let mut is_officials = self.is_officials;
        let n_plies = if list.is_empty() {
            None
        } else if n_common == believed.len() {
            let n_plies = self.n_listed(official, told.map(|told| told.moves.as_slice()));
            (n_plies > believed.len()).then_some(n_plies)
        } else if n_common == list.len() {
            // It lags behind, or moves were taken back where no board tells anything.
            (told.is_none() && official.n_same >= 2).then_some(n_common)
        } else {
            let next = told.and_then(|told| told.moves.get(n_common)).zip(believed.get(n_common));
            // The board stands by what is believed: the list is late, or the operator knows better.
            let is_disputed = next.is_some_and(|(told, held)| is_same(told, &held.written));
            is_officials = is_disputed || !is_comparable;
            (!is_disputed || official.n_same >= 2).then_some(list.len())
        };
        let Some(n_plies) = n_plies else { return self.fill_times() };
        let new: Vec<LiveMove> = list.iter().take(n_plies).skip(n_common).cloned().collect();
        self.agreed = None;
        self.live.start_fen.clone_from(start_fen);
        self.live.moves.truncate(n_common);
        self.live.moves.extend(new);
        self.is_officials = is_officials;
        self.fill_times();
        self.changed_at = now;
        self.touch();
        true
    }

    /// How many plies of the official list are certain, where it goes on from what is believed.
    fn n_listed(&self, official: &Official, told: Option<&[String]>) -> usize {
        let list = &official.answer.moves;
        let mut n_plies = list.len();
        // A move without a time may still be in the air.
        let is_certain = |moved: &LiveMove| moved.left.is_some() || moved.used.is_some();
        if list.last().is_some_and(|last| !is_certain(last)) && official.n_same == 0 {
            n_plies -= 1;
        }
        if let Some(told) = told
            && official.n_same < 2
        {
            // Where the board tells otherwise one of both is late.
            let pairs = told.iter().zip(list);
            let n_agree = pairs.take_while(|(told, listed)| is_same(told, &listed.written)).count();
            if n_agree < told.len().min(list.len()) {
                n_plies = n_plies.min(n_agree);
            }
        }
        self.without_gesture(list, n_plies)
    }

    /// Leaves kings at the end that are no moves: without a time, with the clock stopped.
    fn without_gesture(&self, list: &[LiveMove], n_plies: usize) -> usize {
        if self.clock.is_some_and(|clock| clock.running.is_some()) {
            return n_plies;
        }
        let mut n_left = n_plies;
        while let Some(last) = n_left.checked_sub(1).and_then(|index| list.get(index))
            && n_left + 2 > list.len()
            && last.left.is_none()
            && is_king_to_centre(&last.written)
        {
            n_left -= 1;
        }
        n_left
    }

    /// Takes the times of the official list for the moves that it has in common with the record.
    fn fill_times(&mut self) -> bool {
        let Some(official) = &self.official else { return false };
        if official.answer.start_fen != self.live.start_fen {
            return false;
        }
        let mut is_news = false;
        for (moved, listed) in self.live.moves.iter_mut().zip(&official.answer.moves) {
            if !is_same(&moved.written, &listed.written) {
                break;
            }
            let times = (listed.left.or(moved.left), listed.used.or(moved.used));
            if times != (moved.left, moved.used) {
                (moved.left, moved.used) = times;
                is_news = true;
            }
        }
        if is_news {
            self.touch();
        }
        is_news
    }

    /// Forgets the moves: another game begins on the board.
    pub fn begin_anew(&mut self, now: Timestamp) {
        self.live = LiveRecord::default();
        self.agreed = None;
        self.official = None;
        self.is_officials = false;
        self.shown_result = None;
        self.began_anew_at = Some(now);
        self.changed_at = now;
        self.touch();
    }

    /// The official list of a pairing agrees with the first moves that a board tells.
    pub fn official_begins_like(&self, told: &[String]) -> bool {
        let Some(official) = &self.official else { return false };
        let pairs = official.answer.moves.iter().zip(told);
        let n_common = pairs.take_while(|(listed, told)| is_same(&listed.written, told)).count();
        n_common > 0 && n_common + 1 >= official.answer.moves.len().min(told.len())
    }

    /// The record as it now is, and what stands on the board after it.
    pub fn record(&mut self, serial: Option<&str>, now: Timestamp) -> Box<Record> {
        if self.is_read {
            return Box::new(self.reader.record().clone());
        }
        self.live.tags = match (&self.seat, serial) {
            (Some(seat), _) => seat.tags.clone(),
            (None, Some(serial)) => vec![("Board".to_owned(), serial.to_owned())],
            (None, None) => Vec::new(),
        };
        if let (None, Some(serial), Some(began)) = (&self.seat, serial, self.began_anew_at) {
            // Nothing else tells it from the game before: no names, and often the same first moves.
            self.live.tags.push(("GameId".to_owned(), format!("{serial}-{}", began.0)));
        }
        self.live.result = self.result();
        (self.live.clocks, self.live.clocks_read_at) = self.clocks_at(now);
        let record = Box::new(self.reader.read(&self.live.pgn()).clone());
        self.placement = Some(self.reader.last_position().board().to_string());
        self.is_read = true;
        record
    }

    /// What the clocks show by now.
    ///
    /// A reading may be older than what it came with. A clock that only must have run out by now is
    /// shown with a second left: no flag has been seen to fall.
    fn clocks_at(&self, now: Timestamp) -> (LiveClocks, Option<Timestamp>) {
        let Some(clock) = &self.clock else { return (LiveClocks::default(), None) };
        let left = |color: Color| {
            let shown = clock.shown(color);
            let floor = shown.min(ClockTime::seconds(1));
            Some(clock.left(color, now).max(floor).max(ClockTime::ZERO))
        };
        let clocks = LiveClocks {
            white: left(Color::White),
            black: left(Color::Black),
            running: clock.running,
        };
        (clocks, Some(now))
    }
}
