//! The time control sheet: what to set on the clocks, and what happens at each of its points.

use askama::Template;
use kaissa_chess::Color;
use kaissa_feed::LiveRecord;
use kaissa_game::{Bonus, TimeControl, TimeControlField, TimeControlReading};
use kaissa_laws::{ClockTime, DefaultTime, FlagCall, RecordingDuty, Rule, Rules, Stated};
use kaissa_words::{Words, clock_text, day_and_time, say, spoken_time};

use super::entry_text::head;
use crate::keeper::newest_rules;
use crate::layout::{Layout, render};
use crate::{Ask, Reply, Setting};

#[derive(Template)]
#[template(path = "time_control_show.html")]
struct TimeControlShow<'a> {
    layout: Layout<'a>,
    competition: &'a str,
    written: String,
    style: String,
    edition: String,
    sides: Vec<(String, Vec<PeriodShown>)>,
    lines: Vec<SheetLine>,
    at: String,
    head: String,
}

struct PeriodShown {
    number: u32,
    moves: String,
    time: String,
    bonus: String,
    end: String,
}

struct SheetLine {
    what: String,
    text: String,
    articles: String,
}

/// The sheet for the time control that is set.
pub(crate) fn page(ask: &Ask) -> Reply {
    let written = time_control(ask);
    let control = TimeControlReading::read(&written).control;
    let rules = rules_here(ask);
    let words = ask.words();
    let sides = control.as_ref().map(|control| sides(ask, control)).unwrap_or_default();
    render(&TimeControlShow {
        layout: Layout::new(ask, ask.say("desk-time-control")).with_module("print.js"),
        competition: ask.ground().setting(Setting::Competition),
        style: ask.say(&format!("desk-style-{}", rules.style().name())),
        edition: rules.edition().name().to_owned(),
        lines: lines(words, control.as_ref(), &rules),
        sides,
        written,
        at: day_and_time(ask.now),
        head: head(ask),
    })
}

/// The time control as set, else that of the first record that has one.
fn time_control(ask: &Ask) -> String {
    let of_records = || {
        let boards = ask.ground().boards();
        let mut tags = boards.filter_map(|board| board.record.tag("TimeControl"));
        tags.next().map(|tag| tag.into_owned()).unwrap_or_default()
    };
    match ask.ground().setting(Setting::TimeControl) {
        "" => of_records(),
        set => set.to_owned(),
    }
}

/// The rules of the round's boards; before there is any, what is set and the time control give them.
pub(crate) fn rules_here(ask: &Ask) -> Rules {
    let ground = ask.ground();
    let round = ground.current_round();
    let of_board = ask.snapshot.boards.values().find(|live| live.board.round == round);
    if let Some(live) = of_board {
        return live.rules.clone();
    }
    let tags = vec![("TimeControl".to_owned(), time_control(ask))];
    let unplayed = LiveRecord { tags, ..LiveRecord::default() }.record();
    let profiler = &ask.snapshot.profiler;
    let found = profiler.rules(&profiler.profile(&unplayed)).cloned();
    found.unwrap_or_else(newest_rules)
}

/// The periods of both players, or of each where they differ.
fn sides(ask: &Ask, control: &TimeControl) -> Vec<(String, Vec<PeriodShown>)> {
    let side = |fields: &[TimeControlField]| periods(ask.words(), fields);
    match &control.black {
        None => vec![(String::new(), side(&control.fields))],
        Some(black) => [(Color::White, &control.fields), (Color::Black, black)]
            .map(|(color, fields)| {
                (ask.say(color.fold_wb("desk-white", "desk-black")), side(fields))
            })
            .into(),
    }
}

fn periods(words: &Words, fields: &[TimeControlField]) -> Vec<PeriodShown> {
    let (mut from, mut shown) = (1_u64, Vec::new());
    for (number, field) in (1..).zip(fields) {
        let TimeControlField::Period(period) = field else { continue };
        let next = fields.get(number as usize).and_then(|field| match field {
            TimeControlField::Period(next) => Some(next.time),
            _ => None,
        });
        let required = period.moves.map(u64::from);
        let moves = match required {
            Some(n) => say!(words, "desk-period-moves", from = from, to = from + n - 1),
            None if from == 1 => say!(words, "desk-period-whole"),
            None => say!(words, "desk-period-rest", from = from),
        };
        let bonus = match period.bonus {
            Bonus::None => say!(words, "desk-bonus-none"),
            Bonus::Increment(time) => {
                say!(words, "desk-bonus-increment", time = spoken_time(words, time))
            }
            Bonus::Delay(time) => say!(words, "desk-bonus-delay", time = spoken_time(words, time)),
        };
        let end = match (required, next) {
            (Some(n), Some(time)) => {
                let last = from + n - 1;
                say!(words, "desk-period-next", last = last, time = spoken_time(words, time))
            }
            (Some(n), None) => say!(words, "desk-period-repeats", last = from + n - 1),
            (None, _) => say!(words, "desk-period-flag"),
        };
        from += required.unwrap_or(0);
        shown.push(PeriodShown { number, moves, time: clock_text(period.time), bonus, end });
    }
    shown
}

/// What the Laws say at each point of such a control.
fn lines(words: &Words, control: Option<&TimeControl>, rules: &Rules) -> Vec<SheetLine> {
    let line = |what: &str, text: String, articles: String| SheetLine {
        what: say!(words, what),
        text,
        articles,
    };
    let mut lines = vec![
        line(
            "desk-sheet-start",
            say!(words, "desk-sheet-start-text"),
            rules.cite(Rule::GameStart).to_string(),
        ),
        default_time(words, rules),
    ];
    let has_periods = control.is_some_and(|control| control.fields.len() > 1);
    if has_periods {
        let text = say!(words, "desk-sheet-period-text");
        lines.push(line("desk-sheet-period", text, rules.cite(Rule::PeriodCheck).to_string()));
    }
    lines.push(recording(words, control, rules));
    lines.push(flags(words, rules));
    let tariff = rules.wrong_claim_tariff();
    if let Some(known) = tariff.value {
        let time = spoken_time(words, known.opponent);
        let text = say!(words, "desk-sheet-claim-text", time = time);
        lines.push(line("desk-sheet-claim", text, tariff.citation.to_string()));
    }
    let text = say!(words, "desk-sheet-setting-text");
    lines.push(line("desk-sheet-setting", text, rules.cite(Rule::ClockSetting).to_string()));
    lines
}

fn default_time(words: &Words, rules: &Rules) -> SheetLine {
    let stated = rules.default_time();
    let text = match stated.value {
        Some(DefaultTime::After(time)) if time.is_zero() => say!(words, "desk-sheet-default-zero"),
        Some(DefaultTime::After(time)) => {
            say!(words, "desk-sheet-default-after", time = spoken_time(words, time))
        }
        Some(DefaultTime::NotAnnounced) => say!(words, "desk-sheet-default-open"),
        None => unknown(words),
    };
    SheetLine { what: say!(words, "desk-sheet-default"), text, articles: cited(&stated) }
}

/// When the moves are written down, and from when on a player short of time need not.
fn recording(words: &Words, control: Option<&TimeControl>, rules: &Rules) -> SheetLine {
    let duty = rules.recording_duty();
    let exemption = rules.recording_exemption();
    let what = say!(words, "desk-sheet-recording");
    if duty.is(RecordingDuty::NotRequired) {
        let text = say!(words, "desk-sheet-recording-no");
        return SheetLine { what, text, articles: cited(&duty) };
    }
    let increment = control.map_or(ClockTime::ZERO, TimeControl::increment);
    let text = match exemption.value {
        Some(exempt) if increment >= exempt.increment => say!(words, "desk-sheet-recording-all"),
        Some(exempt) => {
            let below = spoken_time(words, exempt.below);
            say!(words, "desk-sheet-recording-below", time = below)
        }
        None => unknown(words),
    };
    SheetLine { what, text, articles: cited(&exemption) }
}

/// Who points out a fallen flag.
fn flags(words: &Words, rules: &Rules) -> SheetLine {
    let stated = rules.flag_call();
    let text = match stated.value {
        Some(FlagCall::ArbiterOrPlayer) => say!(words, "desk-sheet-flag-arbiter-or-player"),
        Some(FlagCall::PlayerOnly) => say!(words, "desk-sheet-flag-player-only"),
        Some(FlagCall::PlayerOnlyUnlessBoth) => {
            say!(words, "desk-sheet-flag-player-only-unless-both")
        }
        Some(FlagCall::ArbiterMay) => say!(words, "desk-sheet-flag-arbiter-may"),
        Some(FlagCall::ArbiterShall) => say!(words, "desk-sheet-flag-arbiter-shall"),
        None => unknown(words),
    };
    SheetLine { what: say!(words, "desk-sheet-flag"), text, articles: cited(&stated) }
}

fn unknown(words: &Words) -> String {
    say!(words, "desk-sheet-unknown")
}

/// The articles of an answer, and the point of the regulations that gives it.
fn cited<T>(stated: &Stated<T>) -> String {
    match &stated.regulation {
        Some(point) => format!("{}, {}", point.as_str(), stated.citation),
        None => stated.citation.to_string(),
    }
}
