//! Time controls in words, as the free text box of board software takes them.

use kaissa_laws::ClockTime;

use super::{Bonus, Period, TimeControlField};

/// A number with what stands behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Amount {
    Time(i64),
    Seconds(i64),
    Delay(i64),
    Moves(u32),
}

/// Reads a time control in words: amounts of minutes are periods, in their order; an amount of
/// seconds is what comes with each move; a number of moves belongs to the first period.
///
/// `None` where no amount with a unit is found, or where the amounts make no control.
pub(super) fn read_free_text(text: &str) -> Option<Vec<TimeControlField>> {
    let amounts = read_amounts(text)?;
    let mut times = Vec::new();
    let mut moves = None;
    let mut seconds = Vec::new();
    let mut is_delay = text.to_lowercase().contains("delay");
    for (index, amount) in amounts.iter().enumerate() {
        match *amount {
            // Hours and minutes side by side are one amount.
            Amount::Time(time) => {
                match (index.checked_sub(1).map(|at| amounts[at]), times.last_mut()) {
                    (Some(Amount::Time(before)), Some(last))
                        if before >= 3_600_000 && before % 3_600_000 == 0 && time < 3_600_000 =>
                    {
                        *last += time;
                    }
                    _ => times.push(time),
                }
            }
            Amount::Moves(number) => moves = moves.or(Some(number)),
            Amount::Seconds(time) => seconds.push(time),
            Amount::Delay(time) => {
                is_delay = true;
                seconds.push(time);
            }
        }
    }
    if times.is_empty() {
        times.push(*seconds.first()?);
        seconds.remove(0);
    }
    let bonus_ms = seconds.first().copied().unwrap_or(0);
    let bonus = match bonus_ms {
        0 => Bonus::None,
        bonus if is_delay => Bonus::Delay(ClockTime::millis(bonus)),
        bonus => Bonus::Increment(ClockTime::millis(bonus)),
    };
    let several = times.len() > 1;
    let periods = times.iter().enumerate().map(|(index, &time)| {
        let moves = if index == 0 && several { moves } else { None };
        TimeControlField::Period(Period { moves, time: ClockTime::millis(time), bonus })
    });
    Some(periods.collect())
}

fn read_amounts(text: &str) -> Option<Vec<Amount>> {
    let letters: Vec<char> = text.chars().take(400).collect();
    let mut amounts = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        if !letter.is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while letters.get(at).is_some_and(char::is_ascii_digit) {
            at += 1;
        }
        let digits: String = letters[start..at].iter().collect();
        let number: i64 = digits.parse().ok().filter(|&number| number < 1_000_000)?;
        while letters.get(at).is_some_and(|letter| letter.is_whitespace() || *letter == '-') {
            at += 1;
        }
        let word: String = letters[at..]
            .iter()
            .take_while(|letter| letter.is_alphabetic() || matches!(letter, '\'' | '"' | '′' | '″'))
            .flat_map(|letter| letter.to_lowercase())
            .collect();
        let amount = match unit(&word) {
            Some(Unit::Hour) => Amount::Time(number * 3_600_000),
            Some(Unit::Minute) => Amount::Time(number * 60_000),
            Some(Unit::Second) => Amount::Seconds(number * 1_000),
            Some(Unit::Move) => Amount::Moves(u32::try_from(number).ok()?),
            // `G/60` is American for a game of sixty minutes.
            None if start >= 2 && letters[start - 1] == '/' && letters[start - 2] == 'G' => {
                Amount::Time(number * 60_000)
            }
            // `d5` beside it is a delay of five seconds.
            None if start >= 1 && letters[start - 1] == 'd' => Amount::Delay(number * 1_000),
            // A number without unit, as in `from move 1`, says nothing of the time.
            None => continue,
        };
        amounts.push(amount);
    }
    (!amounts.is_empty()).then_some(amounts)
}

enum Unit {
    Hour,
    Minute,
    Second,
    Move,
}

fn unit(word: &str) -> Option<Unit> {
    const UNITS: [(Unit, &[&str]); 4] = [
        (Unit::Hour, &["h", "hr", "hrs", "hour", "hours", "ч", "час", "часа", "часов", "std"]),
        (
            Unit::Minute,
            &[
                "m",
                "'",
                "′",
                "min",
                "mins",
                "minute",
                "minutes",
                "minuten",
                "м",
                "мин",
                "минут",
                "минуты",
                "минута",
                "minutos",
                "minuti",
            ],
        ),
        (
            Unit::Second,
            &[
                "s",
                "''",
                "\"",
                "″",
                "sec",
                "secs",
                "second",
                "seconds",
                "sek",
                "sekunden",
                "с",
                "сек",
                "секунд",
                "секунды",
                "секунда",
                "segundos",
                "secondi",
            ],
        ),
        (
            Unit::Move,
            &[
                "move",
                "moves",
                "mvs",
                "ход",
                "хода",
                "ходов",
                "züge",
                "zug",
                "coups",
                "jugadas",
                "mosse",
            ],
        ),
    ];
    UNITS.into_iter().find(|(_, words)| words.contains(&word)).map(|(unit, _)| unit)
}
