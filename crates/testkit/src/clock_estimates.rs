//! The ruling cases that ask for a number of half-moves from clocks and watch (`estimate_half_moves`).

use kaissa_chess::Color;
use kaissa_evidence::{
    AnchorPress, Elapsed, NoEstimate, Reading, Span, State, Threshold, Timing, Watch, Window,
    above_threshold_by, estimate, judge, short_way, sums_at,
};
use kaissa_laws::ClockTime;
use serde_json::{Map, Number, Value};

/// The setup keys that belong to a clock estimate.
const SETUP_KEYS: [&str; 12] = [
    "increment",
    "elapsed",
    "sum_start",
    "sum_now",
    "clocks_start",
    "clocks_now",
    "watch",
    "display",
    "to_move_start",
    "to_move_now",
    "anchor_pressed",
    "threshold",
];

/// Answers a case of type `estimate_half_moves` with every expected key that its setup allows.
///
/// # Errors
/// A text that says what in the setup is unknown, missing or of the wrong kind.
pub fn estimate_half_moves(setup: &Map<String, Value>) -> Result<Map<String, Value>, String> {
    if let Some(key) = setup.keys().find(|key| !SETUP_KEYS.contains(&key.as_str())) {
        return Err(format!("found setup key {key}, expected one of a clock estimate"));
    }
    let window = window(setup)?;
    let mut answer = Map::new();
    match estimate(&window) {
        Ok(found) => {
            put_number(&mut answer, "literal", found.literal.to_f64());
            answer.insert("presses".into(), set(found.presses.candidates()));
            answer.insert("candidates".into(), set(found.completed.candidates()));
            answer.insert("plies_min".into(), found.completed.min().into());
            if let Some(max) = found.completed.max() {
                answer.insert("plies_max".into(), max.into());
            }
            let even = found.completed.candidates().filter(|plies| plies % 2 == 0);
            answer.insert("moves_each".into(), set(even.map(|plies| plies / 2)));
            for (key, threshold) in thresholds() {
                let count = threshold.counted(&found);
                answer.insert(key.into(), verdict(&count, &threshold).into());
            }
        }
        Err(NoEstimate::NothingFits { literal }) => {
            put_number(&mut answer, "literal", literal.to_f64());
            answer.insert("candidates".into(), Value::Array(Vec::new()));
        }
        Err(other) => return Err(format!("no estimate: {other:?}")),
    }
    put_sums(&mut answer, setup, &window)?;
    Ok(answer)
}

fn put_sums(
    answer: &mut Map<String, Value>,
    setup: &Map<String, Value>,
    window: &Window,
) -> Result<(), String> {
    let fifty = Threshold::on_board(50);
    if let Ok(way) = short_way(window, &fifty) {
        let mut parts = Map::new();
        put_time(&mut parts, "missing_seconds", way.missing);
        put_time(&mut parts, "reduced_sum", way.reduced);
        put_time(&mut parts, "needed_sum", way.needed);
        answer.insert("short_way".into(), Value::Object(parts));
    }
    let threshold = match setup.get("threshold").and_then(Value::as_u64) {
        None | Some(100) => fifty,
        Some(150) => Threshold::automatic(75),
        Some(other) => return Err(format!("found threshold {other}, expected 100 or 150")),
    };
    if let Ok(row) = sums_at(window, &threshold) {
        put_time(answer, "sum_at_threshold", row.literal);
    }
    if let Some(above) = above_threshold_by(window, &threshold) {
        put_time(answer, "above_threshold_by", above);
    }
    Ok(())
}

fn thresholds() -> [(&'static str, Threshold); 3] {
    [
        ("verdict_9_3_1", Threshold::announced(50)),
        ("verdict_9_3_2", Threshold::on_board(50)),
        ("verdict_9_6_2", Threshold::automatic(75)),
    ]
}

fn verdict(count: &Span, threshold: &Threshold) -> &'static str {
    match judge(count, threshold) {
        State::Reached { .. } => "reached",
        State::NotReached { .. } => "not_reached",
        State::Open { .. } => "open",
    }
}

fn window(setup: &Map<String, Value>) -> Result<Window, String> {
    let watch = match text(setup, "watch")? {
        None | Some("wrist") => Watch::Wrist,
        Some("stop") => Watch::Stopwatch,
        Some(other) => return Err(format!("found watch {other}, expected wrist or stop")),
    };
    match text(setup, "display")? {
        None | Some("whole_seconds") => {}
        Some(other) => return Err(format!("found display {other}, expected whole_seconds")),
    }
    let mut window = Window::plain(
        Timing::Increment(needed_time(setup, "increment")?),
        reading(setup, "sum_start", "clocks_start", "to_move_start")?,
        reading(setup, "sum_now", "clocks_now", "to_move_now")?,
        Elapsed { time: needed_time(setup, "elapsed")?, watch },
    );
    if setup.get("anchor_pressed") == Some(&Value::Bool(false)) {
        window.anchor = AnchorPress::AfterReading;
    }
    Ok(window)
}

fn reading(
    setup: &Map<String, Value>,
    sum_key: &str,
    clocks_key: &str,
    mover_key: &str,
) -> Result<Reading, String> {
    let to_move = match text(setup, mover_key)? {
        None => None,
        Some("white") => Some(Color::White),
        Some("black") => Some(Color::Black),
        Some(other) => return Err(format!("found {mover_key} {other}, expected white or black")),
    };
    // The schema defines the candidates by the sums; what each clock alone would exclude is left out.
    let sum = match setup.get(clocks_key).and_then(Value::as_object) {
        Some(clocks) => {
            let sum = needed_time(clocks, "white")? + needed_time(clocks, "black")?;
            if time(setup, sum_key)?.is_some_and(|given| given != sum) {
                return Err(format!("{sum_key} is not the sum of {clocks_key}"));
            }
            sum
        }
        None => needed_time(setup, sum_key)?,
    };
    Ok(Reading::of_sum(sum, to_move))
}

fn text<'a>(setup: &'a Map<String, Value>, key: &str) -> Result<Option<&'a str>, String> {
    match setup.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(format!("found {key} {other}, expected a word")),
    }
}

fn needed_time(setup: &Map<String, Value>, key: &str) -> Result<ClockTime, String> {
    time(setup, key)?.ok_or_else(|| format!("{key} is missing"))
}

/// A time in seconds, whole or with decimals, as the nearest millisecond.
fn time(setup: &Map<String, Value>, key: &str) -> Result<Option<ClockTime>, String> {
    match setup.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match (value.as_i64(), value.as_f64()) {
            (Some(whole), _) => Ok(Some(ClockTime::seconds(whole))),
            (None, Some(decimal)) => Ok(Some(ClockTime::millis((decimal * 1000.0).round() as i64))),
            (None, None) => Err(format!("found {key} {value}, expected seconds")),
        },
    }
}

fn set(numbers: impl Iterator<Item = u32>) -> Value {
    numbers.map(Value::from).collect()
}

fn put_time(answer: &mut Map<String, Value>, key: &str, time: ClockTime) {
    put_number(answer, key, time.as_millis() as f64 / 1000.0);
}

/// Whole numbers are put as whole numbers, so that both spellings compare alike.
fn put_number(answer: &mut Map<String, Value>, key: &str, number: f64) {
    let value = if number.fract() == 0.0 {
        Value::from(number as i64)
    } else {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    };
    answer.insert(key.into(), value);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Keys whose lists are sets.
    const SETS: [&str; 3] = ["presses", "candidates", "moves_each"];

    /// Runs every case of this type in a page; says how many there were.
    fn check_page(page: &Path) -> usize {
        let text = fs::read_to_string(page).unwrap_or_else(|e| panic!("{}: {e}", page.display()));
        let mut n_cases = 0;
        for block in text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let case: Value = serde_norway::from_str(block)
                .unwrap_or_else(|e| panic!("{}: {e}\n{block}", page.display()));
            if case["event"]["type"] != "estimate_half_moves" {
                continue;
            }
            check_case(&case);
            n_cases += 1;
        }
        n_cases
    }

    fn check_case(case: &Value) {
        let id = &case["id"];
        let setup = case["setup"].as_object().unwrap_or_else(|| panic!("{id} has no setup"));
        let answer = estimate_half_moves(setup).unwrap_or_else(|error| panic!("{id}: {error}"));
        let expected = case["expect"].as_object().unwrap_or_else(|| panic!("{id} expects nothing"));
        assert!(!expected.is_empty(), "{id} expects nothing");
        for (key, wanted) in expected {
            let found = answer.get(key).unwrap_or_else(|| panic!("{id}: no {key}"));
            let (found, wanted) = if SETS.contains(&key.as_str()) {
                (sorted(found), sorted(wanted))
            } else {
                (found.clone(), wanted.clone())
            };
            assert!(same(&found, &wanted), "{id}: {key} is {found}, expected {wanted}");
        }
    }

    fn sorted(list: &Value) -> Value {
        let mut numbers = list.as_array().cloned().unwrap_or_default();
        numbers.sort_by_key(Value::as_u64);
        Value::Array(numbers)
    }

    fn same(found: &Value, wanted: &Value) -> bool {
        match (found, wanted) {
            (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
            (Value::Object(a), Value::Object(b)) => {
                b.iter().all(|(key, b)| a.get(key).is_some_and(|a| same(a, b)))
            }
            (a, b) => a == b,
        }
    }

    #[test]
    fn the_cases_of_the_guide_hold() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert!(check_page(&root.join("docs/guide/counting-from-clocks.md")) >= 8);
    }

    #[test]
    fn the_cases_of_the_corpus_hold() {
        let Some(corpus) = std::env::var_os("KAISSA_CORPUS").map(PathBuf::from) else {
            eprintln!("KAISSA_CORPUS is not set: the corpus's clock cases are not run");
            return;
        };
        assert!(check_page(&corpus.join("laws/cases.md")) >= 9);
    }

    #[test]
    fn a_setup_that_is_not_understood_is_refused() {
        let setup = |text: &str| -> Map<String, Value> {
            serde_json::from_str(text).expect("the test's own text")
        };
        let refused = |text| estimate_half_moves(&setup(text)).expect_err(text);
        assert!(
            refused(r#"{"increment":2,"elapsed":9,"sum_start":1,"sum_now":1,"wach":"stop"}"#)
                .contains("wach")
        );
        assert!(refused(r#"{"increment":2,"elapsed":9,"sum_start":1}"#).contains("sum_now"));
        assert!(
            refused(r#"{"increment":2,"elapsed":9,"sum_start":1,"sum_now":1,"watch":"sun"}"#)
                .contains("sun")
        );
        let clash = r#"{"increment":2,"elapsed":9,"sum_start":1,"clocks_start":{"white":1,"black":1},"sum_now":1}"#;
        assert!(refused(clash).contains("not the sum"));
    }
}
