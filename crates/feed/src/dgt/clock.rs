//! The clock as a board passes it on: readings, and the presses between them.

use kaissa_laws::ClockTime;

/// One of the two displays, as seen from the front of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// The left display.
    Left,
    /// The right display.
    Right,
}

impl Hand {
    /// The other display.
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

/// What the board says of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockMessage {
    /// A reading.
    Reading(ClockReading),
    /// No clock is connected.
    NoClock,
    /// The clock answers a command, or says something of its own accord.
    Answer([u8; 4]),
    /// Nothing new.
    Nothing,
}

/// Both displays at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The left display.
    pub left: Display,
    /// The right display.
    pub right: Display,
    /// Whether one of them runs.
    pub is_running: bool,
    /// Whether the lever is up on the right side.
    pub is_right_high: bool,
    /// Whose turn the clock says it is. Which bit means which side differs between clocks.
    pub turn_bits: u8,
    /// Whether the battery of the clock is low.
    pub is_battery_low: bool,
}

/// One display at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Display {
    /// The time that it shows, in whole seconds.
    pub time: ClockTime,
    /// Whether its flag has fallen and it stands at zero.
    pub is_flag_fallen: bool,
    /// Whether a flag is shown; the clock may run on in the next period.
    pub is_flag_shown: bool,
    /// Whether time is added move by move.
    pub has_bonus: bool,
}

impl ClockReading {
    /// The display of a hand.
    pub const fn display(&self, hand: Hand) -> Display {
        match hand {
            Hand::Left => self.left,
            Hand::Right => self.right,
        }
    }
}

/// Reads the seven bytes of a clock message; `None` where they are no time.
pub(super) fn read_clock_message(content: &[u8]) -> Option<ClockMessage> {
    let &[p0, p1, p2, p3, p4, p5, status] = content else { return None };
    if content.iter().all(|&byte| byte == 0) {
        return Some(ClockMessage::Nothing);
    }
    if p0 & 0x0f == 0x0a || p3 & 0x0f == 0x0a {
        let answer = [
            p1 & 0x7f | (p3 << 3) & 0x80,
            p2 & 0x7f | (p3 << 2) & 0x80,
            p4 & 0x7f | (p0 << 3) & 0x80,
            p5 & 0x7f | (p0 << 2) & 0x80,
        ];
        return Some(ClockMessage::Answer(answer));
    }
    if status & 0x20 != 0 {
        return Some(ClockMessage::NoClock);
    }
    if status & 0x40 != 0 {
        return None;
    }
    Some(ClockMessage::Reading(ClockReading {
        right: read_display(p0, p1, p2)?,
        left: read_display(p3, p4, p5)?,
        is_running: status & 1 != 0,
        is_right_high: status & 2 != 0,
        turn_bits: status >> 3 & 3,
        is_battery_low: status & 4 != 0,
    }))
}

fn read_display(hours: u8, minutes: u8, seconds: u8) -> Option<Display> {
    Some(Display {
        time: read_time(hours & 0x0f, minutes, seconds)?,
        is_flag_fallen: hours & 0x10 != 0,
        is_flag_shown: hours & 0x40 != 0,
        has_bonus: hours & 0x20 != 0,
    })
}

/// A time of an hour digit and two bytes that hold a decimal digit in each half.
pub(super) fn read_time(hours: u8, minutes: u8, seconds: u8) -> Option<ClockTime> {
    let two_digits = |byte: u8| {
        let (tens, ones) = (byte >> 4, byte & 0x0f);
        (tens < 6 && ones < 10).then_some(i64::from(tens * 10 + ones))
    };
    let hours = (hours < 10).then_some(i64::from(hours))?;
    Some(ClockTime::seconds(hours * 3600 + two_digits(minutes)? * 60 + two_digits(seconds)?))
}

/// What has happened at the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockEvent {
    /// A player pressed the clock.
    Pressed(Press),
    /// The clock was stopped.
    Stopped,
    /// The clock was started.
    Started,
    /// The times have changed, or nothing has.
    Told,
}

/// A press of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Press {
    /// The display that ran before, where it is known by now.
    pub hand: Option<Hand>,
    /// What it shows after the press, an increment included.
    pub left: Option<ClockTime>,
}

/// Finds out what happens at the clock from one reading to the next.
///
/// Which display runs for which position of the lever is learnt from the display that goes down,
/// never from the bits that name a turn: their meaning differs between clocks.
#[derive(Clone, Debug, Default)]
pub struct Chessclock {
    last: Option<ClockReading>,
    /// A reading whose bits contradict those before; believed once another one agrees.
    doubted: Option<ClockReading>,
    /// Above zero: while the lever is up on the right, the left display runs. Below: the right one.
    left_runs_votes: i8,
}

/// How many ticks may speak for one side, so that a clock turned round is soon believed.
const VOTES_MAX: i8 = 5;

impl Chessclock {
    /// The last reading.
    pub const fn reading(&self) -> Option<&ClockReading> {
        self.last.as_ref()
    }

    /// The display that runs, where that is known.
    pub fn running(&self) -> Option<Hand> {
        let last = self.last.filter(|last| last.is_running)?;
        self.hand_at(last.is_right_high)
    }

    /// Forgets the last reading, as when the clock is taken away or the line was broken.
    pub fn forget_reading(&mut self) {
        (self.last, self.doubted) = (None, None);
    }

    /// Takes a reading.
    pub fn take(&mut self, reading: ClockReading) -> ClockEvent {
        let Some(last) = self.last else {
            self.last = Some(reading);
            return ClockEvent::Told;
        };
        if contradicts(&last, &reading)
            && self.doubted.is_none_or(|doubted| contradicts(&doubted, &reading))
        {
            self.doubted = Some(reading);
            return ClockEvent::Told;
        }
        (self.doubted, self.last) = (None, Some(reading));
        let is_same_lever = last.is_right_high == reading.is_right_high;
        if is_same_lever {
            self.learn(&last, &reading);
        }
        match (is_same_lever, last.is_running, reading.is_running) {
            // A lever that is moved while the clock stands is no press.
            (false, true, _) => {
                let rises = |hand: Hand| reading.display(hand).time > last.display(hand).time;
                let by_increment = match (rises(Hand::Left), rises(Hand::Right)) {
                    (true, false) => Some(Hand::Left),
                    (false, true) => Some(Hand::Right),
                    _ => None,
                };
                let hand = self.hand_at(last.is_right_high).or(by_increment);
                let left = hand.map(|hand| reading.display(hand).time);
                ClockEvent::Pressed(Press { hand, left })
            }
            (_, true, false) => ClockEvent::Stopped,
            (_, false, true) => ClockEvent::Started,
            _ => ClockEvent::Told,
        }
    }

    fn hand_at(&self, is_right_high: bool) -> Option<Hand> {
        let hand = match self.left_runs_votes {
            0 => return None,
            1.. => Hand::Left,
            _ => Hand::Right,
        };
        Some(if is_right_high { hand } else { hand.other() })
    }

    /// The one display that went down a little ran.
    fn learn(&mut self, last: &ClockReading, reading: &ClockReading) {
        if !last.is_running || !reading.is_running {
            return;
        }
        let ran = |hand: Hand| {
            let went = last.display(hand).time - reading.display(hand).time;
            (went > ClockTime::ZERO && went <= ClockTime::minutes(1), went.is_zero())
        };
        let hand = match (ran(Hand::Left), ran(Hand::Right)) {
            ((true, _), (_, true)) => Hand::Left,
            ((_, true), (true, _)) => Hand::Right,
            _ => return,
        };
        let vote = if (hand == Hand::Left) == reading.is_right_high { 1 } else { -1 };
        self.left_runs_votes = (self.left_runs_votes + vote).clamp(-VOTES_MAX, VOTES_MAX);
    }
}

/// Whether two readings cannot both be right: the lever and the turn do not move together, or a
/// running clock has gained more than an hour.
fn contradicts(last: &ClockReading, reading: &ClockReading) -> bool {
    let agreement = |reading: &ClockReading| match reading.turn_bits {
        1 => Some(!reading.is_right_high),
        2 => Some(reading.is_right_high),
        _ => None,
    };
    let is_other_sense = match (agreement(last), agreement(reading)) {
        (Some(before), Some(now)) => before != now,
        (Some(_), None) => reading.is_running,
        _ => false,
    };
    let jumps = [Hand::Left, Hand::Right].into_iter().any(|hand| {
        let gained = reading.display(hand).time - last.display(hand).time;
        reading.is_running && gained > ClockTime::hours(1)
    });
    is_other_sense || jumps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(content: [u8; 7]) -> ClockReading {
        match read_clock_message(&content) {
            Some(ClockMessage::Reading(reading)) => reading,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn times_and_flags_are_read() {
        let read = reading([0x21, 0x30, 0x59, 0x10, 0x00, 0x00, 0x0d]);
        assert_eq!(read.right.time, ClockTime::seconds(3600 + 1859));
        assert!(read.right.has_bonus && !read.right.is_flag_fallen);
        assert!(read.left.is_flag_fallen && read.left.time.is_zero());
        assert!(read.is_running && !read.is_right_high && read.is_battery_low);
        let shown = reading([0x40, 0x05, 0x00, 0, 0x01, 0x00, 0x08]);
        assert!(shown.right.is_flag_shown && !shown.is_running);
    }

    #[test]
    fn answers_absence_and_nothing_are_told_apart() {
        let read = |content: [u8; 7]| read_clock_message(&content);
        assert_eq!(read([0; 7]), Some(ClockMessage::Nothing));
        assert_eq!(read([0, 0, 0, 0, 0, 0, 0x20]), Some(ClockMessage::NoClock));
        let answer = ClockMessage::Answer([0x10, 0x88, 0x01, 0xb1]);
        assert_eq!(read([0x2a, 0x10, 0x08, 0x2a, 0x01, 0x31, 0]), Some(answer));
        for bad in [[0x0b, 0, 0, 0, 0, 0, 8], [0, 0x60, 0, 0, 0, 0, 8], [0, 0, 0x1b, 0, 0, 0, 8]] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_side_is_learnt_from_the_display_that_goes_down() {
        let mut clock = Chessclock::default();
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 2, 0x08])), ClockEvent::Told);
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 2, 0x09])), ClockEvent::Started);
        assert_eq!(clock.running(), None);
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 1, 0x09])), ClockEvent::Told);
        assert_eq!(clock.running(), Some(Hand::Left));
        let press = Press { hand: Some(Hand::Left), left: Some(ClockTime::seconds(183)) };
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 3, 0x13])), ClockEvent::Pressed(press));
        assert_eq!(clock.running(), Some(Hand::Right));
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 3, 0x12])), ClockEvent::Stopped);
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 3, 0x08])), ClockEvent::Told);
    }

    #[test]
    fn one_reading_that_contradicts_the_others_is_no_press() {
        let mut clock = Chessclock::default();
        clock.take(reading([0, 3, 2, 0, 3, 2, 0x09]));
        // One bit of the status hit: the lever without the turn.
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 1, 0x0b])), ClockEvent::Told);
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 1, 0x09])), ClockEvent::Told);
        assert_eq!(clock.take(reading([9, 3, 2, 0, 3, 1, 0x09])), ClockEvent::Told);
        assert_eq!(clock.take(reading([0, 3, 2, 0, 3, 0, 0x09])), ClockEvent::Told);
        assert!(matches!(clock.take(reading([0, 3, 2, 0, 3, 2, 0x13])), ClockEvent::Pressed(_)));
    }
}
