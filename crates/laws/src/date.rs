//! Dates as game files and regulations write them.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Makes a date, if there is such a day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let date = Date { year, month, day };
        let exists = (1..=12).contains(&month) && day >= 1 && day <= days_in(year, month);
        exists.then_some(date)
    }

    /// Gives the year.
    pub fn year(self) -> u16 {
        self.year
    }

    /// Gives the month, from 1.
    pub fn month(self) -> u8 {
        self.month
    }

    /// Gives the day of the month, from 1.
    pub fn day(self) -> u8 {
        self.day
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

fn days_in(year: u16, month: u8) -> u8 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days on which a game may have been played: one, or all those that an incomplete date allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DateRange {
    /// The first possible day.
    pub first: Date,
    /// The last possible day.
    pub last: Date,
}

impl DateRange {
    /// Reads a date as a game file writes it: `2024.12.26`, `2017.11.??`, `2017.??.??`; `-` and
    /// `/` are read like the point, and a year alone or a year with a month too.
    ///
    /// Gives nothing where not even the year can be read.
    pub fn read(text: &str) -> Option<DateRange> {
        let mut parts = text.trim().split(['.', '-', '/']);
        let year: u16 = match parts.next() {
            Some(year) if year.len() == 4 => year.parse().ok()?,
            _ => return None,
        };
        let whole_year =
            DateRange { first: Date::new(year, 1, 1)?, last: Date::new(year, 12, 31)? };
        let Some(month) = parts.next().and_then(|part| part.parse().ok()) else {
            return Some(whole_year);
        };
        let Some(first) = Date::new(year, month, 1) else {
            return Some(whole_year);
        };
        let whole_month = DateRange { first, last: Date::new(year, month, days_in(year, month))? };
        let day = parts.next().and_then(|part| part.parse().ok());
        Some(match day.and_then(|day| Date::new(year, month, day)) {
            Some(day) => DateRange { first: day, last: day },
            None => whole_month,
        })
    }

    /// Says whether the range is a single day.
    pub fn is_one_day(self) -> bool {
        self.first == self.last
    }
}

/// A moment of an event by the clock on the wall of the hall: a day and a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    date: Date,
    minute_of_day: u16,
}

impl Moment {
    /// Makes a moment, if there is such an hour and minute.
    pub fn new(date: Date, hour: u8, minute: u8) -> Option<Moment> {
        let exists = hour < 24 && minute < 60;
        exists.then_some(Moment { date, minute_of_day: u16::from(hour) * 60 + u16::from(minute) })
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute) = (self.minute_of_day / 60, self.minute_of_day % 60);
        write!(f, "{} {hour:02}:{minute:02}", self.date)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
        let written = toml::value::Datetime::deserialize(deserializer)?;
        match (written.date.and_then(read_date), written.time) {
            (Some(date), None) => Ok(date),
            _ => Err(de::Error::custom("found a time of day, expected a day such as 2023-01-01")),
        }
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        let written = toml::value::Datetime::deserialize(deserializer)?;
        let expected = "a local day and time such as 2026-08-14T15:00:00, without an offset";
        let moment = written.date.and_then(read_date).and_then(|date| match written.time {
            Some(time) => Moment::new(date, time.hour, time.minute),
            None => Moment::new(date, 0, 0),
        });
        match (moment, written.offset) {
            (Some(moment), None) => Ok(moment),
            _ => Err(de::Error::custom(format!("found {written}, expected {expected}"))),
        }
    }
}

fn read_date(date: toml::value::Date) -> Option<Date> {
    Date::new(date.year, date.month, date.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> String {
        DateRange::read(text).map_or("none".into(), |days| format!("{} {}", days.first, days.last))
    }

    #[test]
    fn incomplete_dates_become_ranges() {
        assert_eq!(range("2024.12.26"), "2024-12-26 2024-12-26");
        assert_eq!(range("2017-06-30"), "2017-06-30 2017-06-30");
        assert_eq!(range("2017.02.??"), "2017-02-01 2017-02-28");
        assert_eq!(range("2016.02.30"), "2016-02-01 2016-02-29");
        assert_eq!(range("2017.??.??"), "2017-01-01 2017-12-31");
        assert_eq!(range("2017"), "2017-01-01 2017-12-31");
        for text in ["????.??.??", "", "?", "yesterday", "17.06.2017"] {
            assert_eq!(range(text), "none", "{text}");
        }
    }
}
