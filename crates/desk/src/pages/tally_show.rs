//! The tally: moves counted by a thumb at a board without a record, or after a break in it.

use askama::Template;
use kaissa_evidence::{
    Elapsed, Form, HandAct, HandCount, Reading, RuledThreshold, Shown, State, Threshold, Timing,
    Watch, Window, sums_at, thresholds,
};
use kaissa_game::{Bonus, Timestamp};
use kaissa_laws::ClockTime;
use kaissa_words::{clock_face, say, time_of_day};
use serde_json::{Value, json};

use super::by_hand::happened_at;
use super::shown::{moves, title};
use super::then_board;
use crate::acting::{read_color, read_time, time_control};
use crate::layout::{Layout, render};
use crate::tally::{TallyEvent, TallyRun, is_id, on_watch, runs};
use crate::{Ask, Board, Deed, LiveBoard, Refused, Reply};

/// The increments that are offered, in seconds; for these the page carries its tables.
const INCREMENTS: [i64; 12] = [1, 2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 60];
/// How many acts a page without the network may send at once.
const MOST_AT_ONCE: usize = 200;

#[derive(Template)]
#[template(path = "tally_show.html")]
struct TallyShow<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    run: Option<RunShown>,
    /// The id for a count that is begun now.
    new_tally: String,
    /// The plies without capture or pawn move that the record has.
    recorded: u32,
    increments: Vec<(i64, bool)>,
    /// The moment at which the clocks are read, where the page was asked for that.
    read_at: Option<i64>,
    others: Vec<String>,
    /// What the page needs to count without the network, as JSON.
    acts: String,
    tables: String,
    says: String,
    is_plain: bool,
}

struct RunShown {
    tally: String,
    taps: u32,
    span: String,
    mover: String,
    states: Vec<StateShown>,
    watch: String,
    is_stopped: bool,
    readings: Vec<String>,
    contradicts: bool,
    has_increment: bool,
    white: String,
    black: String,
}

struct StateShown {
    class: &'static str,
    name: String,
    state: String,
    sums: String,
}

/// The page: the count of who asks, or the form that begins one.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let me = ask.signed.as_ref().map(|signed| signed.id);
    let all = runs(board);
    let mine = all.iter().rev().find(|run| run.by == me && !run.is_over);
    let known = thresholds(&live.rules).known;
    let increment = board_increment(ask, board);
    let others = all.iter().filter(|run| mine.is_none_or(|mine| mine.number != run.number));
    let read_at = ask.query.filled("read").map(|_| ask.now.0);
    render(&TallyShow {
        layout: Layout::new(ask, ask.say("desk-act-tally")).with_module("tally.js"),
        board: title(ask, board),
        id: board.id.0,
        run: mine.map(|run| run_shown(ask, run, &known)),
        new_tally: ask.form_id.clone(),
        recorded: board.game.position().halfmove_clock(),
        increments: INCREMENTS.map(|seconds| (seconds, increment == Some(seconds))).into(),
        read_at: ask.form.number("at").or(read_at),
        others: others.map(|run| one_line(ask, run)).collect(),
        acts: acts_json(mine),
        tables: tables_json(ask, &known),
        says: says_json(ask),
        is_plain: !ask.is_https,
    })
}

/// What each of the counts of a board says, for the page of the board.
pub(super) fn lines(ask: &Ask, board: &Board) -> Vec<String> {
    runs(board).iter().map(|run| one_line(ask, run)).collect()
}

fn one_line(ask: &Ask, run: &TallyRun) -> String {
    let span = run.count.plies(run.count.n_taps());
    let last = run.events.last().map_or(Timestamp(0), |event| event.at);
    say!(
        ask.words(),
        "desk-tally-line",
        n = run.count.n_taps(),
        span = span_text(ask, span.min(), span.max()),
        by = ask.ground().name_of(run.by),
        at = time_of_day(last)
    )
}

fn run_shown(ask: &Ask, run: &TallyRun, known: &[RuledThreshold]) -> RunShown {
    let count = &run.count;
    let now = on_watch(ask.now);
    let standing = count.standing(now, known);
    let counted = standing.together.unwrap_or(standing.by_taps);
    let states = standing.states.iter().map(|(ruled, state)| StateShown {
        class: state_word(*state),
        name: threshold_name(ask, ruled),
        state: state_text(ask, *state),
        sums: standing
            .sums
            .iter()
            .find(|(other, _)| other == ruled)
            .map(|(_, sums)| sums_text(ask, sums.proves, sums.proves_if_parity_fits, sums.refutes))
            .unwrap_or_default(),
    });
    let mover = count.to_move();
    RunShown {
        tally: run.tally.clone(),
        taps: count.n_taps(),
        span: span_text(ask, counted.min(), counted.max()),
        mover: ask.say(match mover {
            Some(color) => color.fold_wb("desk-pad-white", "desk-pad-black"),
            None => "desk-tally-mover-unknown",
        }),
        states: states.collect(),
        watch: clock_face(count.running(now) - count.series_began()),
        is_stopped: count.is_stopped(),
        readings: count.readings().map(|reading| reading_text(ask, count, reading)).collect(),
        contradicts: standing.together.is_none(),
        has_increment: count.increment().is_some(),
        white: ask.form.text("white").to_owned(),
        black: ask.form.text("black").to_owned(),
    }
}

fn reading_text(ask: &Ask, count: &HandCount, read: &kaissa_evidence::HandReading) -> String {
    say!(
        ask.words(),
        "desk-tally-reading",
        sum = clock_face(read.shown.sum()),
        taps = count.taps_at(read),
        at = clock_face(read.running - count.series_began())
    )
}

fn threshold_name(ask: &Ask, ruled: &RuledThreshold) -> String {
    let form = form_word(ruled.threshold.form);
    say!(ask.words(), "desk-tally-threshold", form = form, article = ruled.citation.to_string())
}

const fn form_word(form: Form) -> &'static str {
    match form {
        Form::AnnouncedMove => "announced_move",
        Form::OnBoard => "on_board",
        Form::Automatic => "automatic",
    }
}

const fn state_word(state: State) -> &'static str {
    match state {
        State::Reached { .. } => "reached",
        State::NotReached { .. } => "not_reached",
        State::Open { .. } => "open",
    }
}

fn state_text(ask: &Ask, state: State) -> String {
    let plies = match state {
        State::Reached { beyond: plies }
        | State::NotReached { short: plies }
        | State::Open { lacking_at_worst: plies } => plies,
    };
    say!(ask.words(), "desk-tally-state", state = state_word(state), plies = plies.to_string())
}

/// A count as it is possible: from, to.
fn span_text(ask: &Ask, min: u32, max: Option<u32>) -> String {
    let kind = match max {
        None => "least",
        Some(max) if max == min => "exact",
        Some(_) => "between",
    };
    let (most, max) = (max.unwrap_or(min), max.map_or_else(String::new, |max| max.to_string()));
    say!(
        ask.words(),
        "desk-tally-span",
        kind = kind,
        min = min.to_string(),
        max = max,
        moves = moves(min),
        most = moves(most)
    )
}

fn sums_text(ask: &Ask, proves: ClockTime, if_parity: ClockTime, refutes: ClockTime) -> String {
    let proves = say!(
        ask.words(),
        "desk-tally-proves",
        sum = clock_face(proves),
        parity = clock_face(if_parity)
    );
    match refutes.is_negative() {
        true => proves,
        false => {
            let refutes = say!(ask.words(), "desk-tally-refutes", sum = clock_face(refutes));
            format!("{proves} {refutes}")
        }
    }
}

/// What each move adds at this board, in whole seconds, where it is known.
fn board_increment(ask: &Ask, board: &Board) -> Option<i64> {
    match time_control(ask, board)?.period_of_move(1)?.bonus {
        Bonus::Increment(time) => Some(time.as_whole_seconds()),
        Bonus::None | Bonus::Delay(_) => None,
    }
}

fn acts_json(run: Option<&TallyRun>) -> String {
    let acts = run.map_or(&[][..], |run| run.events.as_slice());
    Value::Array(acts.iter().map(|event| Value::Object(event.json())).collect()).to_string()
}

/// The thresholds with what proves and refutes them at a first sum of nothing and no time gone, in
/// milliseconds for each increment: the page shifts them by the sum, the time and the increments.
fn tables_json(ask: &Ask, known: &[RuledThreshold]) -> String {
    let sums = |threshold: Threshold, seconds: i64| {
        let none = Reading::of_sum(ClockTime::ZERO, None);
        let elapsed = Elapsed { time: ClockTime::ZERO, watch: Watch::Wrist };
        let timing = Timing::Increment(ClockTime::seconds(seconds));
        let sums = sums_at(&Window::plain(timing, none, none, elapsed), &threshold).ok()?;
        let all = [sums.proves, sums.proves_if_parity_fits, sums.refutes];
        Some((seconds.to_string(), json!(all.map(ClockTime::as_millis))))
    };
    let rows = known.iter().map(|ruled| {
        let by_increment: serde_json::Map<String, Value> =
            INCREMENTS.iter().filter_map(|seconds| sums(ruled.threshold, *seconds)).collect();
        json!({
            "plies": ruled.threshold.plies,
            "name": threshold_name(ask, ruled),
            "sums": by_increment,
        })
    });
    Value::Array(rows.collect()).to_string()
}

/// The sentences that the page completes itself, with the names of values in place of them.
fn says_json(ask: &Ask) -> String {
    let words = ask.words();
    let span = |kind: &str| {
        say!(
            words,
            "desk-tally-span",
            kind = kind,
            min = "{min}",
            max = "{max}",
            moves = "{moves}",
            most = "{most}"
        )
    };
    let state = |state: &str| say!(words, "desk-tally-state", state = state, plies = "{plies}");
    json!({
        "exact": span("exact"),
        "between": span("between"),
        "least": span("least"),
        "reached": state("reached"),
        "not_reached": state("not_reached"),
        "open": state("open"),
        "proves": say!(words, "desk-tally-proves", sum = "{sum}", parity = "{parity}"),
        "refutes": say!(words, "desk-tally-refutes", sum = "{sum}"),
        "reading": say!(words, "desk-tally-reading", sum = "{sum}", taps = "{taps}", at = "{at}"),
        "white": ask.say("desk-pad-white"),
        "black": ask.say("desk-pad-black"),
        "unknown": ask.say("desk-tally-mover-unknown"),
        "waiting": say!(words, "desk-tally-waiting", n = "{n}"),
        "sent": ask.say("desk-tally-sent"),
        "signed_out": ask.say("desk-tally-signed-out"),
        "clock_wrong": ask.say("desk-tally-clock-wrong"),
        "stop": ask.say("desk-tally-stop"),
        "go": ask.say("desk-tally-go"),
    })
    .to_string()
}

/// Keeps what was counted: one tap of a form, or what a page has gathered, each once.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let events = match ask.form.filled("acts") {
        Some(json) => gathered(ask, json)?,
        None => vec![of_form(ask, live)?],
    };
    let mut numbers: Vec<(String, u32)> = Vec::new();
    for run in runs(&live.board) {
        numbers.push((run.tally, run.number));
    }
    let deeds = events.into_iter().map(|mut event| {
        let known = numbers.iter().find(|(tally, _)| *tally == event.tally).map(|known| known.1);
        let number = known.unwrap_or_else(|| {
            let next = numbers.iter().map(|(_, number)| number + 1).max().unwrap_or(1);
            numbers.push((event.tally.clone(), next));
            next
        });
        // A time that cannot be is that of its coming.
        event.at = happened_at(ask, Some(event.at.0)).unwrap_or(ask.now);
        let id = Some(format!("{}.{}", event.tally, event.id));
        let body = event.body(live.board.id, number);
        Deed { body, happened_at: Some(event.at), id }
    });
    Ok(deeds.collect())
}

/// What a page has gathered, as JSON.
fn gathered(ask: &Ask, json: &str) -> Result<Vec<TallyEvent>, Refused> {
    let wrong = || ask.refuse_all(ask.say("desk-tally-unreadable"));
    let Ok(Value::Array(told)) = serde_json::from_str(json) else { return wrong() };
    if told.len() > MOST_AT_ONCE {
        return wrong();
    }
    let events: Option<Vec<TallyEvent>> =
        told.iter().map(|told| TallyEvent::read(told, ask.now)).collect();
    events.map_or_else(wrong, Ok)
}

/// What one form says.
fn of_form(ask: &Ask, live: &LiveBoard) -> Result<TallyEvent, Refused> {
    let form = &ask.form;
    let color = |name| read_color(form.text(name));
    let act = match form.text("act") {
        "began" => Some(HandAct::Began {
            to_move: color("to_move"),
            plies_before: match form.text("before") {
                "zero" => Some(0),
                "recorded" => Some(live.board.game.position().halfmove_clock()),
                _ => None,
            },
            increment: form
                .number("increment")
                .filter(|seconds: &i64| INCREMENTS.contains(seconds))
                .map(ClockTime::seconds),
        }),
        "moved" => Some(HandAct::Moved),
        "zeroed" => Some(HandAct::Zeroed),
        "taken_back" => Some(HandAct::TakenBack),
        "stopped" => Some(HandAct::Stopped),
        "went_on" => Some(HandAct::WentOn),
        "white" | "black" => color("act").map(HandAct::MoverSeen),
        "read" => Some(HandAct::Read(typed_reading(ask)?)),
        "ended" => None,
        _ => return ask.refuse_all(ask.say("desk-tally-unreadable")),
    };
    let tally = form.text("tally").to_owned();
    if !is_id(&tally) {
        return ask.refuse_all(ask.say("desk-tally-unreadable"));
    }
    // Only a reading is sent later than it was made.
    let at: Option<i64> = form.number("at");
    let at = at.filter(|_| form.text("act") == "read").unwrap_or(ask.now.0);
    Ok(TallyEvent { tally, id: form.text("sent").to_owned(), at: Timestamp(at), act })
}

fn typed_reading(ask: &Ask) -> Result<Shown, Refused> {
    let clock = |field: &str| read_time(ask.form.text(field));
    match (clock("white"), clock("black")) {
        (Some(white), Some(black)) => Ok(Shown::Each(kaissa_chess::ByColor { white, black })),
        (None, _) => ask.refuse("white", ask.say("desk-tally-clock-wrong")),
        _ => ask.refuse("black", ask.say("desk-tally-clock-wrong")),
    }
}

/// Back to the tally.
pub(crate) fn then(ask: &Ask) -> String {
    format!("{}/tally", then_board(ask))
}
