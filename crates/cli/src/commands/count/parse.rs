//! How times, clocks and words of `kaissa count` are written.

use kaissa_chess::ByColor;
use kaissa_evidence::{
    Adjustment, AdjustmentCause, ClockModel, Display, LastMove, Shown, Timing, Watch,
};
use kaissa_laws::ClockTime;

use super::parse_color;

/// Reads `18`, `0.5`, `3:20`, `1:02:03` or `15:15:25`: seconds, minutes and hours from the right.
pub fn time(text: &str) -> Result<ClockTime, String> {
    let wrong = || format!("found \"{text}\", expected a time such as 18, 3:20 or 1:30:00");
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    let millis = format!("{decimals:0<3}").parse::<i64>().map_err(|_| wrong())?;
    let parts: Vec<i64> = whole
        .split(':')
        .map(|part| part.parse::<u32>().map(i64::from).map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let seconds = match parts[..] {
        [seconds] => seconds,
        [minutes, seconds] if seconds < 60 => minutes * 60 + seconds,
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 => {
            (hours * 60 + minutes) * 60 + seconds
        }
        _ => return Err(wrong()),
    };
    Ok(ClockTime::seconds(seconds) + ClockTime::millis(millis))
}

/// Reads both clocks: their sum, or White's and Black's with a plus between.
pub fn shown(text: &str) -> Result<Shown, String> {
    match text.split_once('+') {
        None => time(text).map(Shown::Sum),
        Some((white, black)) => {
            Ok(Shown::Each(ByColor { white: time(white)?, black: time(black)? }))
        }
    }
}

/// Reads what the clock does with each move.
pub fn mode(text: &str) -> Result<Timing, String> {
    Ok(match text {
        "none" => Timing::NoIncrement,
        "delay" => Timing::Delay,
        "count-up" => Timing::CountUp,
        "hourglass" => Timing::Hourglass,
        "byoyomi" => Timing::Byoyomi,
        "changed" => Timing::IncrementChanged,
        "unequal" => Timing::UnequalIncrements(ByColor::default()),
        _ => {
            return Err(format!(
                "found \"{text}\", expected none, delay, unequal, changed, count-up, hourglass or byoyomi"
            ));
        }
    })
}

/// Reads the kind of watch, or a bound of its error in seconds.
pub fn watch(text: &str) -> Result<Watch, String> {
    match text {
        "wrist" => Ok(Watch::Wrist),
        "stop" => Ok(Watch::Stopwatch),
        "board" => Ok(Watch::Electronic),
        bound => time(bound).map(Watch::Within).map_err(|_| {
            format!("found \"{text}\", expected wrist, stop, board or a bound in seconds")
        }),
    }
}

/// Reads how finely the displays show the time.
pub fn display(text: &str) -> Result<Display, String> {
    Ok(match text {
        "seconds" => Display::WholeSeconds,
        "tenths" => Display::Tenths,
        "minutes" => Display::Minutes,
        "dgt2010" => ClockModel::Dgt2010.display(),
        "dgt2500" => ClockModel::Dgt2500.display(),
        "dgt3000" => ClockModel::Dgt3000.display(),
        _ => {
            return Err(format!(
                "found \"{text}\", expected seconds, tenths, minutes, dgt2010, dgt2500 or dgt3000"
            ));
        }
    })
}

/// Reads time added to one or both clocks, negative where it was taken away.
pub fn adjustment(text: &str) -> Result<Adjustment, String> {
    let (to, amount) = match text.split_once(':') {
        Some((color, amount)) if color.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            (Some(parse_color(color)?), amount)
        }
        _ => (None, text),
    };
    let (sign, amount) = match amount.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, amount.strip_prefix('+').unwrap_or(amount)),
    };
    Ok(Adjustment { to, amount: time(amount)? * sign, cause: AdjustmentCause::Correction })
}

/// Reads what became of the last move.
pub fn last_move(text: &str) -> Result<LastMove, String> {
    Ok(match text {
        "pressed" => LastMove::Pressed,
        "made" => LastMove::MadeOnly,
        "ended" => LastMove::EndedGame,
        _ => return Err(format!("found \"{text}\", expected pressed, made or ended")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_chess::Color;

    #[test]
    fn times_are_read_from_the_right() {
        let read = |text| time(text).map(ClockTime::as_millis);
        assert_eq!(read("18"), Ok(18_000));
        assert_eq!(read("0.5"), Ok(500));
        assert_eq!(read("3:20"), Ok(200_000));
        assert_eq!(read("200"), Ok(200_000));
        assert_eq!(read("15:15:25"), Ok(54_925_000));
        for wrong in ["", "3:60", "1:2:3:4", "-3", "3:x", "1.2345", "1.x", "3 :20"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn clocks_are_a_sum_or_white_and_black() {
        assert_eq!(shown("18"), Ok(Shown::Sum(ClockTime::seconds(18))));
        let each = ByColor { white: ClockTime::seconds(6), black: ClockTime::seconds(72) };
        assert_eq!(shown("6+1:12"), Ok(Shown::Each(each)));
    }

    #[test]
    fn adjustments_have_a_sign_and_may_name_a_player() {
        let read = |text| adjustment(text).map(|a| (a.to, a.amount.as_millis() / 1000));
        assert_eq!(read("60"), Ok((None, 60)));
        assert_eq!(read("black:2:00"), Ok((Some(Color::Black), 120)));
        assert_eq!(read("white:-2:00"), Ok((Some(Color::White), -120)));
        assert_eq!(read("-1:00"), Ok((None, -60)));
        assert!(read("red:60").is_err());
    }
}
