//! The clock reports among the field reports, reduced to what they ask.

use kaissa_chess::Color;
use kaissa_evidence::{Display, Flag, Recording, TimedPly, after_first_move, flag};
use kaissa_game::{
    Bonus, Period, Record, TimeControlField, TimeControlNote, TimeControlReading, read_clock_tag,
};
use kaissa_laws::ClockTime;
use kaissa_pgn::{GameReader, ReadOptions};

fn record(pgn: &str) -> Record {
    let mut record = Record::new();
    assert!(GameReader::new(pgn, ReadOptions::default()).read_into(&mut record), "{pgn}");
    record
}

fn clocks(record: &Record) -> Vec<Option<i64>> {
    let seconds = |time: ClockTime| time.as_millis() / 1000;
    record.plies.iter().map(|ply| ply.clock.map(seconds)).collect()
}

/// FR-clk-01: `1:29` is hours and minutes where only those fit the time control.
#[test]
fn two_fields_of_a_clock_are_read_by_the_time_control() {
    let game = record(
        "[TimeControl \"5400+30\"]\n\n1. e4 {[%clk 1:29]} c5 {[%clk 1:30]} 2. Nf3 {[%clk 1:28]} *\n",
    );
    assert_eq!(clocks(&game), [Some(5340), Some(5400), Some(5280)]);
    assert!(!game.oddities.is_empty(), "two fields are ambiguous, and that is said");
}

/// FR-clk-02: the clock in the tags is newer than that of the last move; time was added, nobody flagged.
#[test]
fn a_clock_that_rises_by_more_than_its_increment_had_time_added() {
    let game = record(
        "[WhiteClock \"0:50:02\"]\n[BlackClock \"0:11:40\"]\n\n1. e4 {[%clk 0:00:04]} e5 {[%clk 0:11:40]} *\n",
    );
    let live = game.live_clocks();
    assert_eq!(live.white, Some(ClockTime::seconds(3002)));
    assert_eq!(game.last_clock(Color::White), Some(ClockTime::seconds(4)));
    assert_eq!(flag(ClockTime::seconds(3002), Display::WholeSeconds), Flag::Up);

    let clock = |seconds| TimedPly { clock: Some(ClockTime::seconds(seconds)), used: None };
    let recording = Recording {
        first: Color::White,
        increment: ClockTime::seconds(30),
        plies: vec![clock(4), clock(700), clock(3002)],
    };
    assert_eq!(recording.impossible_rises(), [3]);
}

/// FR-clk-03, 04 and 07: time controls of the standard.
#[test]
fn time_controls_are_read_in_seconds() {
    let fields = |text| TimeControlReading::read(text).control.map(|control| control.fields);
    let period = |moves, seconds, bonus| {
        TimeControlField::Period(Period { moves, time: ClockTime::seconds(seconds), bonus })
    };
    let minute = Bonus::Increment(ClockTime::seconds(60));
    assert_eq!(fields("4500+60"), Some(vec![period(None, 4500, minute)]));
    assert_eq!(
        fields("40/7200:20/3600:1800"),
        Some(vec![
            period(Some(40), 7200, Bonus::None),
            period(Some(20), 3600, Bonus::None),
            period(None, 1800, Bonus::None),
        ])
    );
    assert_eq!(fields("?"), Some(vec![TimeControlField::Unknown]));
    assert_eq!(fields("-"), Some(vec![TimeControlField::NoClock]));
    assert_eq!(fields("*180"), Some(vec![TimeControlField::Hourglass(ClockTime::seconds(180))]));

    let repeated = TimeControlReading::read("40/7200").control.expect("of the standard");
    let second = repeated.period_of_move(41).expect("the last field is repeated");
    assert_eq!(second.time, ClockTime::seconds(7200));
}

/// FR-clk-05: the running side before the time.
#[test]
fn a_clock_tag_names_the_side_that_runs() {
    let seconds = |time| Some(ClockTime::seconds(time));
    assert_eq!(read_clock_tag("B/0:45:56"), (Some(Color::Black), seconds(2756)));
    assert_eq!(read_clock_tag("N/1:00:00"), (None, seconds(3600)));
}

/// FR-clk-06: a comment that is nothing but a time is one; a time in a sentence is not.
#[test]
fn a_bare_time_in_a_comment_is_a_clock() {
    let game = record("1. e4 {0:04:57} b6 {0:04:55} 2. d4 {at 0:03:00 he smiled} *\n");
    assert_eq!(clocks(&game), [Some(297), Some(295), None]);
}

/// FR-clk-08: both displays show zero, one clock has six hundredths left.
#[test]
fn a_display_at_zero_is_not_a_flag() {
    let black = ClockTime::millis(60);
    assert_eq!(flag(ClockTime::ZERO, Display::WholeSeconds), Flag::Fallen);
    assert_eq!(flag(black, Display::WholeSeconds), Flag::ShowsZero(black));
}

/// FR-clk-09: a time control in words does not stand in the way of the clocks.
#[test]
fn a_time_control_in_words_loses_no_clock() {
    let game = record(
        "[TimeControl \"60 mins\"]\n\n1. e4 {[%clk 00:59:44]} {[%emt 00:00:16]} d6 {[%emt\n00:00:35]} 0-1\n",
    );
    assert_eq!(clocks(&game), [Some(3584), None]);
    assert_eq!(game.plies[1].elapsed, Some(ClockTime::seconds(35)));
}

/// FR-clk-10: after ten seconds for the first move of 90+30 a record may hold 5420 or 5450.
#[test]
fn the_first_increment_is_there_from_the_start() {
    let shown =
        after_first_move(ClockTime::seconds(5400), ClockTime::seconds(30), ClockTime::seconds(10));
    assert_eq!(shown, [ClockTime::seconds(5420), ClockTime::seconds(5450)]);
}

/// FR-clk-11: two controls in one tag, with fractions.
#[test]
fn a_control_for_each_player_is_read_and_noted() {
    let reading = TimeControlReading::read("5+0.05; 10+0.1");
    assert!(reading.has(TimeControlNote::Form));
    let control = reading.control.expect("the meaning is clear");
    let bonus = |fields: &[TimeControlField]| match fields {
        [TimeControlField::Period(period)] => (period.time, period.bonus),
        other => panic!("{other:?}"),
    };
    let increment = |ms| Bonus::Increment(ClockTime::millis(ms));
    assert_eq!(bonus(&control.fields), (ClockTime::seconds(5), increment(50)));
    let black = control.black.expect("Black has his own");
    assert_eq!(bonus(&black), (ClockTime::seconds(10), increment(100)));
}
