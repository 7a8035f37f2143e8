//! `kaissa count`: moves played, from clock readings.

mod gap;
mod json;
mod parse;
mod text;

use std::io::{self, Write};

use kaissa_chess::Color;
use kaissa_evidence::{
    Adjustment, AnchorPress, Display, Elapsed, Estimate, Form, LastMove, Moments, NoEstimate,
    PressFaults, Reading, RuledThresholds, Settling, ShortWay, Shown, State, SumsAt, Threshold,
    Timing, Watch, Window, estimate, judge, moments, short_way, sums_at, table, thresholds,
    time_to_expect, what_would_settle,
};
use kaissa_laws::{ClockTime, Rules};
use kaissa_words::{Words, say};

use super::mate::parse_color;
use crate::common::{Exit, RulesArgs};
use crate::output::{complain, hint, is_fault};

/// Options of `kaissa count`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(long, value_name = "TIME", value_parser = parse::time)]
    increment: Option<ClockTime>,
    #[arg(long, value_name = "MODE", value_parser = parse::mode)]
    mode: Option<Timing>,
    #[arg(long, value_name = "CLOCKS", value_parser = parse::shown)]
    start: Option<Shown>,
    #[arg(long, value_name = "CLOCKS", value_parser = parse::shown)]
    now: Option<Shown>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    start_to_move: Option<Color>,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    now_to_move: Option<Color>,
    #[arg(long, value_name = "TIME", value_parser = parse::time, conflicts_with_all = ["from", "to"])]
    elapsed: Option<ClockTime>,
    #[arg(long, value_name = "TIME", value_parser = parse::time, requires = "to")]
    from: Option<ClockTime>,
    #[arg(long, value_name = "TIME", value_parser = parse::time, requires = "from")]
    to: Option<ClockTime>,
    #[arg(long, value_name = "TIME", value_parser = parse::time)]
    stopped: Vec<ClockTime>,
    #[arg(long, value_name = "WATCH", value_parser = parse::watch, default_value = "wrist")]
    watch: Watch,
    #[arg(long, value_name = "DISPLAY", value_parser = parse::display, default_value = "seconds")]
    display: Display,
    #[arg(long, value_name = "[COLOR:]TIME", value_parser = parse::adjustment, allow_hyphen_values = true)]
    added: Vec<Adjustment>,
    #[arg(long)]
    anchor_not_pressed: bool,
    #[arg(long, value_name = "LAST", value_parser = parse::last_move, default_value = "pressed")]
    last_move: LastMove,
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    flag: Option<Color>,
    #[arg(long, value_name = "N", default_value_t = 0)]
    moves_without_press: u32,
    #[arg(long, value_name = "N", default_value_t = 0)]
    presses_without_move: u32,
    #[arg(long, value_name = "N")]
    recorded_to: Option<u32>,
    #[arg(long, value_name = "TIME", value_parser = parse::time, default_value = "0.5")]
    pace: ClockTime,
    #[arg(long, value_name = "FEN", requires = "gap_to")]
    gap_from: Option<String>,
    #[arg(long, value_name = "FEN", requires = "gap_from")]
    gap_to: Option<String>,
    #[arg(long)]
    table: bool,
    #[arg(long, value_name = "TIME", value_parser = parse::time, default_value = "10")]
    step: ClockTime,
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

/// Everything that is said of one question, ready to be written.
struct Answer<'a> {
    args: &'a Args,
    thresholds: RuledThresholds,
    window: Window,
    /// What was worked out; nothing where a reading is missing that a count needs.
    count: Option<Result<Estimate, NoEstimate>>,
    table: Vec<Vec<SumsAt>>,
    /// What lies between two positions, where they were given.
    gap: Option<gap::GapAnswer>,
}

/// What is said of one threshold.
struct Judged {
    state: State,
    settling: Vec<Settling>,
    moments: Option<Moments>,
}

/// Counts, or says which sums to wait for, or prints the table; exit 1 where the clocks prove nothing.
pub fn run(args: &Args, words: &Words) -> Exit {
    let answer = match work_out(args, words) {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    let written = match args.json {
        true => json::answer(&answer).to_string(),
        false => text::answer(&answer, words),
    };
    match writeln!(io::stdout(), "{}", written.trim()) {
        Err(error) if is_fault(&error) => Exit::OurFault,
        _ => answer.exit(),
    }
}

fn work_out<'a>(args: &'a Args, words: &Words) -> Result<Answer<'a>, Exit> {
    let rules = rules(args, words)?;
    let gap = match (&args.gap_from, &args.gap_to) {
        (Some(from), Some(to)) => Some(gap::GapAnswer::work_out(from, to, words)?),
        _ => None,
    };
    let start = match args.start {
        Some(start) => start,
        None if gap.is_some() => {
            let window = window(args, Timing::NoIncrement, Shown::Sum(ClockTime::ZERO));
            let thresholds = thresholds(&rules);
            return Ok(Answer { args, thresholds, window, count: None, table: Vec::new(), gap });
        }
        None => {
            complain(words, &say!(words, "count-no-start"));
            hint(words, &say!(words, "count-no-start-hint"));
            return Err(Exit::CommandLine);
        }
    };
    let timing = match (args.mode, args.increment) {
        (Some(mode), _) => mode,
        (None, Some(increment)) => Timing::Increment(increment),
        (None, None) => {
            complain(words, &say!(words, "count-no-increment"));
            return Err(Exit::CommandLine);
        }
    };
    let window = window(args, timing, start);
    let thresholds = thresholds(&rules);
    let has_time = args.elapsed.is_some() || args.from.is_some();
    let has_both = has_time && args.now.is_some();
    // Without a second reading it can still be that nothing could ever be counted.
    let count = match sums_at(&window, &Threshold::on_board(0)) {
        Err(void) => Some(Err(void)),
        Ok(_) => has_both.then(|| estimate(&window)),
    };
    let table = match args.table {
        true => rows(args, &window, &thresholds).unwrap_or_default(),
        false => Vec::new(),
    };
    Ok(Answer { args, thresholds, window, count, table, gap })
}

impl Answer<'_> {
    fn exit(&self) -> Exit {
        match &self.count {
            Some(Err(_)) => Exit::Report,
            _ if self.gap.as_ref().is_some_and(gap::GapAnswer::is_impossible) => Exit::Report,
            _ => Exit::Done,
        }
    }

    fn has_time(&self) -> bool {
        self.args.elapsed.is_some() || self.args.from.is_some()
    }

    /// What is to be said of each threshold, where there is a count.
    fn judged(&self, estimate: &Estimate) -> Vec<Judged> {
        let ruled = self.thresholds.known.iter();
        ruled
            .map(|ruled| {
                let threshold = &ruled.threshold;
                Judged {
                    state: judge(&threshold.counted(estimate), threshold),
                    settling: what_would_settle(&self.window, estimate, threshold),
                    moments: moments(&self.window, threshold, self.args.pace).ok(),
                }
            })
            .collect()
    }

    /// The sums that prove and refute each threshold at the elapsed time, where one is given.
    fn sums(&self) -> Vec<SumsAt> {
        if !self.has_time() {
            return Vec::new();
        }
        let ruled = self.thresholds.known.iter();
        ruled.filter_map(|ruled| sums_at(&self.window, &ruled.threshold).ok()).collect()
    }

    /// The elapsed time that each threshold takes at the present sum, where no time is given.
    fn times(&self) -> Vec<ClockTime> {
        if self.has_time() || self.args.now.is_none() {
            return Vec::new();
        }
        let ruled = self.thresholds.known.iter();
        ruled.filter_map(|ruled| time_to_expect(&self.window, ruled.threshold.plies)).collect()
    }

    /// The short way to the first threshold that is not certainly reached, the announced move left out;
    /// to the claim on the board where all are. Nothing where there is no count.
    fn short_way(&self) -> Option<ShortWay> {
        let Some(Ok(found)) = &self.count else { return None };
        let known = self.thresholds.known.iter().map(|ruled| ruled.threshold);
        let mut shown = known.filter(|threshold| threshold.form != Form::AnnouncedMove);
        let is_open = |threshold: &Threshold| {
            !matches!(judge(&threshold.counted(found), threshold), State::Reached { .. })
        };
        let chosen = shown.clone().find(is_open).or_else(|| shown.next())?;
        short_way(&self.window, &chosen).ok()
    }
}

fn rules(args: &Args, words: &Words) -> Result<Rules, Exit> {
    let editions = args.rules.read_editions(words)?;
    let edition = match &args.rules.edition {
        None => editions.for_date(None).edition,
        Some(name) => editions.named(name).map_err(|error| {
            complain(words, &error.to_string());
            Exit::CommandLine
        })?,
    };
    let rules = Rules::new(&editions, edition).map_err(|error| {
        complain(words, &error.to_string());
        Exit::CommandLine
    })?;
    let rules = match args.rules.style {
        Some(style) => rules.with_style(style),
        None => rules,
    };
    Ok(match args.rules.supervision {
        Some(supervision) => rules.with_supervision(supervision),
        None => rules,
    })
}

fn window(args: &Args, timing: Timing, start: Shown) -> Window {
    let reading =
        |shown, to_move, fallen| Reading { shown, display: args.display, to_move, fallen };
    let stopped: ClockTime = args.stopped.iter().copied().sum();
    let elapsed = match (args.elapsed, args.from, args.to) {
        (Some(time), ..) => Elapsed { time: time - stopped, watch: args.watch },
        (None, Some(from), Some(to)) => Elapsed::between(from, to, stopped, args.watch),
        _ => Elapsed { time: ClockTime::ZERO, watch: args.watch },
    };
    Window {
        adjustments: args.added.clone(),
        anchor: match args.anchor_not_pressed {
            true => AnchorPress::AfterReading,
            false => AnchorPress::BeforeReading,
        },
        last_move: args.last_move,
        faults: PressFaults {
            moves_without_press: args.moves_without_press,
            presses_without_move: args.presses_without_move,
        },
        ..Window::plain(
            timing,
            reading(start, args.start_to_move, None),
            reading(args.now.unwrap_or(start), args.now_to_move, args.flag),
            elapsed,
        )
    }
}

/// A table for each threshold, all over the same times: a minute before the first can be expected to a
/// minute after the last.
fn rows(
    args: &Args,
    window: &Window,
    thresholds: &RuledThresholds,
) -> Result<Vec<Vec<SumsAt>>, NoEstimate> {
    let Timing::Increment(increment) = window.timing else {
        return estimate(window).map(|_| Vec::new());
    };
    let full = |plies: u32| increment * i64::from(plies);
    let plies = thresholds.known.iter().map(|ruled| ruled.threshold.plies);
    let (least, most) = (plies.clone().min().unwrap_or(0), plies.max().unwrap_or(0));
    let step = args.step.as_millis().max(1);
    let round = |time: ClockTime| ClockTime::millis(time.as_millis().div_euclid(step) * step);
    let from = round(full(least) - ClockTime::minutes(1)).max(ClockTime::ZERO);
    let to = full(most) + ClockTime::minutes(1);
    let known = thresholds.known.iter();
    known.map(|ruled| table(window, &ruled.threshold, from, to, args.step)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use kaissa_words::Language;
    use serde_json::Value;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn parsed(line: &str) -> Args {
        let words = std::iter::once("count").chain(line.split_whitespace());
        Line::try_parse_from(words).unwrap_or_else(|e| panic!("{line}: {e}")).args
    }

    fn json_of(line: &str) -> (Value, Exit) {
        let args = parsed(line);
        let answer = work_out(&args, &Words::new(Language::English))
            .unwrap_or_else(|exit| panic!("{line}: {exit:?}"));
        (json::answer(&answer), answer.exit())
    }

    fn states(json: &Value) -> Vec<&str> {
        let verdicts = json["evidence"][0]["verdicts"].as_array().expect("a list");
        verdicts.iter().filter_map(|verdict| verdict["state"].as_str()).collect()
    }

    #[test]
    fn the_article_s_readings_are_judged_by_form() {
        let (json, exit) = json_of("--increment 2 --start 18 --elapsed 3:20 --now 18");
        assert_eq!(json["certainty"], "open");
        assert_eq!(json["evidence"][0]["count"]["literal"], 100.0);
        assert_eq!(
            json["evidence"][0]["count"]["completed"]["candidates"],
            serde_json::json!([99, 100, 101])
        );
        assert_eq!(states(&json), ["reached", "open", "not_reached"]);
        assert_eq!(exit, Exit::Done);

        let (json, _) = json_of(
            "--increment 2 --start 6+12 --start-to-move white --elapsed 200 --now 5+7 --now-to-move white",
        );
        assert_eq!(json["certainty"], "refuted");
        assert_eq!(
            json["evidence"][0]["count"]["moves"]["white"]["candidates"],
            serde_json::json!([48, 49])
        );

        let (json, _) = json_of("--increment 2 --start 18 --elapsed 170 --now 25+30");
        assert_eq!(json["certainty"], "proved");
        assert_eq!(
            json["evidence"][0]["short_way"]["missing_ms"], 130_000,
            "the way to seventy-five"
        );
    }

    #[test]
    fn times_of_day_and_stops_make_the_running_time() {
        let (json, _) = json_of(
            "--increment 2 --start 18 --from 15:15:25 --to 15:20:00 --stopped 1:00 --stopped 15 --now 18",
        );
        assert_eq!(json["evidence"][0]["count"]["literal"], 100.0);
    }

    #[test]
    fn there_is_no_draw_without_a_claim_before_2014() {
        let (json, _) = json_of("--increment 2 --start 18 --elapsed 200 --now 18 --edition 2009");
        assert_eq!(states(&json).len(), 2);
        assert_eq!(json["grounds"][0]["articles"][0], "9.3.a");
    }

    #[test]
    fn where_nothing_can_be_counted_that_is_said_and_reported() {
        for (line, reason) in [
            ("--mode delay --start 18 --elapsed 200 --now 18", "delay"),
            ("--mode unequal --start 18 --now 18", "unequal_increments"),
            ("--increment 0 --start 18 --table", "increment_not_positive"),
            ("--increment 30 --start 18 --elapsed 170 --now 10", "nothing_fits"),
            (
                "--increment 5 --start 50:00 --elapsed 170 --now 50:00 --display dgt2010",
                "seconds_not_shown",
            ),
        ] {
            let (json, exit) = json_of(line);
            assert_eq!(json["evidence"][0]["no_count"]["reasons"][0], reason, "{line}");
            assert_eq!(json["certainty"], "open");
            assert_eq!(exit, Exit::Report, "{line}");
            for language in Language::ALL {
                let words = Words::new(language);
                let args = parsed(line);
                let answer = work_out(&args, &words).expect("it is understood");
                assert!(!text::answer(&answer, &words).contains("count-"), "{line}");
            }
        }
    }

    #[test]
    fn a_gap_between_two_positions_is_bounded() {
        let (from, to) =
            ("8/8/4k3/8/8/3RK3/8/5r2_w_-_-_70_60", "8/8/4k3/3R4/8/4K3/8/r7_w_-_-_0_60");
        let args = |to: &str| {
            let mut args = parsed("--gap-from x --gap-to y");
            args.gap_from = Some(from.replace('_', " "));
            args.gap_to = Some(to.replace('_', " "));
            args
        };
        for language in Language::ALL {
            let words = Words::new(language);
            let asked = args(to);
            let answer = work_out(&asked, &words).expect("two positions");
            let json = json::answer(&answer);
            let gap = &json["evidence"][0];
            assert_eq!(
                (&gap["kind"], &gap["fewest"], &gap["series"]),
                (&"gap".into(), &2.into(), &"unbroken".into())
            );
            assert_eq!(gap["halfmove_clock"]["min"], 72);
            assert_eq!(answer.exit(), Exit::Done);
            let text = text::answer(&answer, &words);
            assert!(text.contains("72") && !text.contains("count-"), "{text}");

            let asked = args("8/8/4k3/3R4/3R4/4K3/8/r7_w_-_-_0_60");
            let answer = work_out(&asked, &words).expect("two positions");
            assert_eq!(answer.exit(), Exit::Report);
            assert_eq!(json::answer(&answer)["evidence"][0]["impossible"], "men_added");
            assert!(!text::answer(&answer, &words).contains("count-"));
        }
        let wrong = args("8/8/x");
        assert_eq!(work_out(&wrong, &Words::new(Language::English)).err(), Some(Exit::Unreadable));
    }

    #[test]
    fn the_table_needs_the_first_reading_alone() {
        let (json, exit) = json_of("--increment 2 --start 18 --table --step 1");
        let rows = json["evidence"][0]["table"][1]["rows"].as_array().expect("rows").len();
        // From a minute before 99 half-moves' worth of increments to a minute after 150.
        assert_eq!(rows, 360 - 138 + 1);
        assert_eq!(exit, Exit::Done);
    }

    #[test]
    fn every_text_is_in_both_languages() {
        let lines = [
            "--increment 2 --start 18 --elapsed 308 --now 4 --start-to-move black --now-to-move white --anchor-not-pressed",
            "--increment 2 --start 18 --elapsed 200 --now 18 --recorded-to 71 --last-move made --table",
            "--increment 2 --start 18 --elapsed 200 --now 18 --last-move ended",
            "--increment 2 --start 18 --now 55",
            "--increment 2 --start 18 --elapsed 170",
            "--increment 2 --start 18",
            "--increment 2 --start 300+30 --elapsed 20 --now 30+300",
        ];
        for language in Language::ALL {
            let words = Words::new(language);
            for line in lines {
                let args = parsed(line);
                let answer = work_out(&args, &words).expect("it is understood");
                let text = text::answer(&answer, &words);
                assert!(!text.trim().is_empty(), "{line}");
                assert!(!text.contains("count-") && !text.contains("{$"), "{line}: {text}");
            }
        }
    }
}
