//! Time controls as they are written: the fields of PGN 9.6.1 and what is met in their place.

use kaissa_laws::ClockTime;

use free_text::read_free_text;

mod free_text;

/// The time control of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The fields in their order; White's, where the players have different ones.
    pub fields: Vec<TimeControlField>,
    /// Black's fields, where they differ from White's.
    pub black: Option<Vec<TimeControlField>>,
}

/// One field of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControlField {
    /// `?`: not known.
    Unknown,
    /// `-`: played without a clock.
    NoClock,
    /// `*180`: an hourglass.
    Hourglass(ClockTime),
    /// A period of the game.
    Period(Period),
}

/// A period of a time control.
///
/// **Laws:** 6.3.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// Moves to be made in it; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time allotted.
    pub time: ClockTime,
    /// What comes with each move.
    pub bonus: Bonus,
}

/// Time that comes with each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bonus {
    /// None.
    None,
    /// Added with each move (6.3.1).
    Increment(ClockTime),
    /// Runs out before the main thinking time starts to run (6.3.2).
    Delay(ClockTime),
}

/// A time control as read, with what was odd about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlReading {
    /// The time control; `None` where the text cannot be read.
    pub control: Option<TimeControl>,
    /// What was odd about it.
    pub notes: Vec<TimeControlNote>,
}

/// What is odd about a written time control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControlNote {
    /// Read as minutes: units are written, or the base is below 180 with an increment of 10 or
    /// more.
    Minutes,
    /// A number below 180 alone: read as seconds, though minutes may be meant.
    Ambiguous,
    /// Fractions of seconds, two controls in one tag, words or other signs than the standard's.
    Form,
    /// Not understood.
    Unreadable,
}

impl TimeControl {
    /// The period in which a move with this number is made, from 1.
    ///
    /// **Laws:** 6.3.1. The last field is repeated as often as needed (PGN 9.6.1). `None` where the
    /// fields give no period.
    pub fn period_of_move(&self, number: u32) -> Option<Period> {
        let mut left = number;
        let mut last = None;
        for field in &self.fields {
            let TimeControlField::Period(period) = *field else { return None };
            match period.moves {
                Some(moves) if left > moves => left -= moves,
                _ => return Some(period),
            }
            last = Some(period);
        }
        last
    }

    /// The time that each player has for the first period.
    pub fn base(&self) -> Option<ClockTime> {
        self.fields.first().and_then(|field| match field {
            TimeControlField::Period(period) => Some(period.time),
            TimeControlField::Hourglass(time) => Some(*time),
            _ => None,
        })
    }

    /// The increment of the first period that has one, or zero.
    pub fn increment(&self) -> ClockTime {
        self.fields
            .iter()
            .find_map(|field| match field {
                TimeControlField::Period(Period { bonus: Bonus::Increment(time), .. }) => {
                    Some(*time)
                }
                _ => None,
            })
            .unwrap_or(ClockTime::ZERO)
    }
}

impl TimeControlReading {
    /// Reads a time control.
    ///
    /// Numbers are seconds, as PGN 9.6.1 has them. A base below 180 with an increment of 10 or more
    /// is read as minutes, and so are written units; both leave a note.
    ///
    /// # Units
    /// Seconds, if the text does not say otherwise.
    pub fn read(text: &str) -> TimeControlReading {
        let mut notes = Vec::new();
        let control = read_control(text.trim(), &mut notes);
        if control.is_none() {
            notes.clear();
            notes.push(TimeControlNote::Unreadable);
        }
        notes.dedup();
        TimeControlReading { control, notes }
    }

    /// Whether a note was left.
    pub fn has(&self, note: TimeControlNote) -> bool {
        self.notes.contains(&note)
    }
}

fn read_control(text: &str, notes: &mut Vec<TimeControlNote>) -> Option<TimeControl> {
    if text.is_empty() {
        return None;
    }
    // One control for each player: `5+0.05; 10+0.1`.
    if let Some((white, black)) = text.split_once(';') {
        let mut fresh = vec![TimeControlNote::Form];
        let white = read_fields(white.trim(), &mut fresh);
        if let (Some(fields), Some(black)) = (white, read_fields(black.trim(), &mut fresh)) {
            notes.append(&mut fresh);
            return Some(TimeControl { fields, black: Some(black) });
        }
    }
    let mut fresh = Vec::new();
    if let Some(fields) = read_fields(text, &mut fresh) {
        notes.append(&mut fresh);
        return Some(TimeControl { fields, black: None });
    }
    let fields = read_free_text(text)?;
    notes.push(TimeControlNote::Minutes);
    Some(TimeControl { fields, black: None })
}

/// Numbers of a period before it is known whether they are minutes or seconds.
struct Numbers {
    moves: Option<u32>,
    base_ms: i64,
    bonus_ms: Option<i64>,
}

fn read_fields(text: &str, notes: &mut Vec<TimeControlNote>) -> Option<Vec<TimeControlField>> {
    let mut written = Vec::new();
    for part in text.split(':') {
        written.push(read_field(part.trim(), notes)?);
    }
    let in_minutes = written.iter().any(|field| match field {
        Field::Numbers(numbers) => {
            (1..180_000).contains(&numbers.base_ms)
                && numbers.bonus_ms.is_some_and(|bonus| bonus >= 10_000)
        }
        Field::Done(_) => false,
    });
    if in_minutes {
        notes.push(TimeControlNote::Minutes);
    }
    let mut fields = Vec::with_capacity(written.len());
    for (index, field) in written.into_iter().enumerate() {
        let numbers = match field {
            Field::Done(field) => {
                fields.push(field);
                continue;
            }
            Field::Numbers(numbers) => numbers,
        };
        let small = (1..180_000).contains(&numbers.base_ms);
        if small && !in_minutes && index == 0 && numbers.bonus_ms.is_none() {
            notes.push(TimeControlNote::Ambiguous);
        }
        let factor = if small && in_minutes { 60 } else { 1 };
        let bonus = match numbers.bonus_ms {
            None | Some(0) => Bonus::None,
            Some(bonus) => Bonus::Increment(ClockTime::millis(bonus)),
        };
        let time = ClockTime::millis(numbers.base_ms * factor);
        fields.push(TimeControlField::Period(Period { moves: numbers.moves, time, bonus }));
    }
    Some(fields)
}

enum Field {
    Done(TimeControlField),
    Numbers(Numbers),
}

fn read_field(part: &str, notes: &mut Vec<TimeControlNote>) -> Option<Field> {
    match part {
        "?" => return Some(Field::Done(TimeControlField::Unknown)),
        "-" => return Some(Field::Done(TimeControlField::NoClock)),
        _ => {}
    }
    if let Some(time) = part.strip_prefix('*') {
        let millis = read_number(time, notes)?;
        return Some(Field::Done(TimeControlField::Hourglass(ClockTime::millis(millis))));
    }
    let (moves, rest) = match part.split_once('/') {
        Some((moves, rest)) => (Some(read_moves(moves.trim())?), rest),
        None => (None, part),
    };
    let split = rest.split_once('+').or_else(|| {
        let split = rest.split_once('|')?;
        notes.push(TimeControlNote::Form);
        Some(split)
    });
    let (base, bonus) = match split {
        Some((base, bonus)) => (base, Some(read_number(bonus.trim(), notes)?)),
        None => (rest, None),
    };
    let base_ms = read_number(base.trim(), notes)?;
    Some(Field::Numbers(Numbers { moves, base_ms, bonus_ms: bonus }))
}

fn read_moves(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&moves| moves > 0)
}

/// A number of seconds, in milliseconds.
fn read_number(text: &str, notes: &mut Vec<TimeControlNote>) -> Option<i64> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => {
            notes.push(TimeControlNote::Form);
            (whole, decimals)
        }
        None => (text, ""),
    };
    let digits_only = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !digits_only(whole) || !digits_only(decimals) {
        return None;
    }
    let seconds: i64 = whole.parse().ok()?;
    let mut millis = 0;
    for (digit, weight) in decimals.bytes().zip([100, 10, 1]) {
        millis += i64::from(digit - b'0') * weight;
    }
    Some(seconds * 1_000 + millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: i64) -> ClockTime {
        ClockTime::seconds(seconds)
    }

    fn period(moves: Option<u32>, time: i64, increment: i64) -> TimeControlField {
        let bonus = match increment {
            0 => Bonus::None,
            other => Bonus::Increment(seconds(other)),
        };
        TimeControlField::Period(Period { moves, time: seconds(time), bonus })
    }

    #[track_caller]
    fn check(text: &str, fields: &[TimeControlField], notes: &[TimeControlNote]) {
        let reading = TimeControlReading::read(text);
        let control = reading.control.as_ref().unwrap_or_else(|| panic!("{text}: {reading:?}"));
        assert_eq!(control.fields, fields, "{text}");
        assert_eq!(reading.notes, notes, "{text}");
    }

    #[test]
    fn fr_clk_03_and_07_standard_forms_are_seconds() {
        check("4500+60", &[period(None, 4500, 60)], &[]);
        check(
            "40/7200:20/3600:1800",
            &[period(Some(40), 7200, 0), period(Some(20), 3600, 0), period(None, 1800, 0)],
            &[],
        );
        check("?", &[TimeControlField::Unknown], &[]);
        check("-", &[TimeControlField::NoClock], &[]);
        check("*180", &[TimeControlField::Hourglass(seconds(180))], &[]);
        check("40/5400+30:1800+30", &[period(Some(40), 5400, 30), period(None, 1800, 30)], &[]);
        check("180+2", &[period(None, 180, 2)], &[]);
        check("300+0", &[period(None, 300, 0)], &[]);
    }

    #[test]
    fn fr_clk_04_the_last_field_repeats() {
        let control = TimeControlReading::read("40/7200").control.expect("readable");
        let period = control.period_of_move(41).expect("repeated");
        assert_eq!(period.time, seconds(7200));
        let control = TimeControlReading::read("1/259200").control.expect("readable");
        assert_eq!(control.period_of_move(17).map(|period| period.time), Some(seconds(259_200)));
        let control = TimeControlReading::read("40/7200:1800").control.expect("readable");
        assert_eq!(control.period_of_move(40).map(|period| period.time), Some(seconds(7200)));
        assert_eq!(control.period_of_move(41).map(|period| period.time), Some(seconds(1800)));
    }

    #[test]
    fn fr_clk_11_a_control_for_each_player() {
        let reading = TimeControlReading::read("5+0.05; 10+0.1");
        let control = reading.control.as_ref().expect("readable");
        let white = Period {
            moves: None,
            time: seconds(5),
            bonus: Bonus::Increment(ClockTime::millis(50)),
        };
        let black = Period {
            moves: None,
            time: seconds(10),
            bonus: Bonus::Increment(ClockTime::millis(100)),
        };
        assert_eq!(control.fields, [TimeControlField::Period(white)]);
        assert_eq!(control.black.as_deref(), Some(&[TimeControlField::Period(black)][..]));
        assert!(reading.has(TimeControlNote::Form));
    }

    #[test]
    fn minutes_are_read_where_seconds_make_no_sense() {
        let minutes = [TimeControlNote::Minutes];
        check("90+30", &[period(None, 5400, 30)], &minutes);
        check("15+10", &[period(None, 900, 10)], &minutes);
        check("40/90+30:30+30", &[period(Some(40), 5400, 30), period(None, 1800, 30)], &minutes);
        check("60", &[period(None, 60, 0)], &[TimeControlNote::Ambiguous]);
        check("60+1", &[period(None, 60, 1)], &[]);
        check(
            "30|10",
            &[period(None, 1800, 10)],
            &[TimeControlNote::Form, TimeControlNote::Minutes],
        );
    }

    #[test]
    fn fr_clk_09_words_are_read() {
        let notes = [TimeControlNote::Minutes];
        check("60 mins", &[period(None, 3600, 0)], &notes);
        check("15 min/game + 10 sec/move", &[period(None, 900, 10)], &notes);
        check("25m+10s", &[period(None, 1500, 10)], &notes);
        check("90 minutes +30 seconds increment", &[period(None, 5400, 30)], &notes);
        check(
            "90min + 30min/40 moves + 30s/move",
            &[period(Some(40), 5400, 30), period(None, 1800, 30)],
            &notes,
        );
        check(
            ": 90 minutes for the first 40 moves, followed by 30 minutes for the rest of the \
             gamewith an increment of 30 seconds per move starting from move 1",
            &[period(Some(40), 5400, 30), period(None, 1800, 30)],
            &notes,
        );
        check("1 час 30 мин + 30 сек", &[period(None, 5400, 30)], &notes);
        check("90'+30''", &[period(None, 5400, 30)], &notes);
        let delay = Bonus::Delay(seconds(5));
        let period = Period { moves: None, time: seconds(3600), bonus: delay };
        check("G/60;d5", &[TimeControlField::Period(period)], &notes);
    }

    #[test]
    fn nonsense_is_unreadable() {
        for text in ["", "fast", "abc+def", "+", "40/", "/", "1e9", ":", "99999999999999"] {
            let reading = TimeControlReading::read(text);
            assert_eq!(reading.control, None, "{text}");
            assert_eq!(reading.notes, [TimeControlNote::Unreadable], "{text}");
        }
    }
}
