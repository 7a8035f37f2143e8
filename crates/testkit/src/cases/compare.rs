//! Comparing what was expected with what the product says, key by key.

use std::collections::BTreeSet;

use kaissa_chess::{Color, Position};
use serde_json::{Map, Value};

use super::Answer;

/// Keys whose lists are sets.
const SETS: [&str; 10] = [
    "allowed_moves",
    "candidates",
    "presses",
    "moves_each",
    "castling_forbidden",
    "show_to",
    "required",
    "who",
    "options_include",
    "options_exclude",
];

/// Keys whose values are compared side by side for the sides that are named.
const BY_SIDE: [&str; 6] =
    ["clocks", "move_counter", "clocks_without_bonus", "used_bounds", "optional_time", "short_way"];

/// What differs, a line a key.
pub(super) fn differences(
    expect: &Map<String, Value>,
    answer: &Answer,
    edition: &str,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, expected) in expect {
        let expected = match for_edition(expected, edition) {
            Ok(expected) => expected,
            Err(fault) => {
                faults.push(format!("{key}: {fault}"));
                continue;
            }
        };
        if let Err(fault) = compare(key, expected, answer) {
            faults.push(fault);
        }
    }
    faults
}

/// The value for the edition, where editions are the keys of a map.
fn for_edition<'a>(value: &'a Value, edition: &str) -> Result<&'a Value, String> {
    let is_edition = |key: &String| key.len() == 4 && key.bytes().all(|byte| byte.is_ascii_digit());
    match value {
        Value::Object(map) if !map.is_empty() && map.keys().all(is_edition) => {
            map.get(edition).ok_or_else(|| format!("nothing expected for {edition}"))
        }
        other => Ok(other),
    }
}

fn compare(key: &str, expected: &Value, answer: &Answer) -> Result<(), String> {
    match key {
        "options_include" => return compare_options(expected, answer, true),
        "options_exclude" => return compare_options(expected, answer, false),
        "can_mate" => return compare_can_mate(expected, answer),
        _ => {}
    }
    let Some(said) = answer.get(key) else {
        return Err(format!("{key}: expected {expected}, got nothing"));
    };
    let same = match key {
        "fen_after" => same_fen(expected, said),
        _ if SETS.contains(&key) => as_set(expected)? == as_set(said)?,
        _ if BY_SIDE.contains(&key) => same_sides(expected, said),
        _ => same(expected, said),
    };
    if same { Ok(()) } else { Err(format!("{key}: expected {expected}, got {said}")) }
}

/// Plain comparison; numbers as numbers.
fn same(expected: &Value, said: &Value) -> bool {
    match (expected, said) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(_), Value::Object(_)) => same_sides(expected, said),
        _ => expected == said,
    }
}

fn same_sides(expected: &Value, said: &Value) -> bool {
    let (Value::Object(expected), Value::Object(said)) = (expected, said) else {
        return expected == said;
    };
    expected.iter().all(|(side, value)| said.get(side).is_some_and(|said| same(value, said)))
}

fn as_set(value: &Value) -> Result<BTreeSet<String>, String> {
    let Value::Array(list) = value else {
        return Err(format!("found {value}, expected a list"));
    };
    let number = |value: &Value| value.as_f64().map(|number| number.to_string());
    let text = |value: &Value| value.as_str().map(str::to_owned).or_else(|| number(value));
    list.iter().map(|value| text(value).ok_or_else(|| format!("found {value} in a set"))).collect()
}

/// The first four fields; the en passant square only where a capture is legal.
fn same_fen(expected: &Value, said: &Value) -> bool {
    let fields = |value: &Value| {
        let text = value.as_str()?;
        let four = |text: &str| text.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        Some(match Position::from_fen(text) {
            Ok((position, _)) => four(&position.to_fen()),
            Err(_) => four(text),
        })
    };
    fields(expected).is_some() && fields(expected) == fields(said)
}

fn compare_options(expected: &Value, answer: &Answer, included: bool) -> Result<(), String> {
    let asked = as_set(expected)?;
    let offered: BTreeSet<String> = answer.options.iter().cloned().collect();
    // A penalty of a size is also that penalty.
    let offers = |word: &String| {
        offered.contains(word)
            || !word.contains(':') && offered.iter().any(|o| o.split(':').next() == Some(word))
    };
    let wrong: Vec<&String> = asked.iter().filter(|word| offers(word) != included).collect();
    match (wrong.is_empty(), included) {
        (true, _) => Ok(()),
        (false, true) => {
            Err(format!("options_include: expected {wrong:?}, got {:?}", answer.options))
        }
        (false, false) => {
            Err(format!("options_exclude: expected none of {wrong:?}, got {:?}", answer.options))
        }
    }
}

/// Where a side can mate, the product's own line is replayed and must end in that mate.
fn compare_can_mate(expected: &Value, answer: &Answer) -> Result<(), String> {
    let Value::Object(sides) = expected else {
        return Err(format!("can_mate: found {expected}, expected sides"));
    };
    for (side, expected) in sides {
        let by = super::read_side(side)?;
        let said = answer.can_mate.iter().find(|said| said.by == by);
        let got = said.and_then(|said| said.can);
        if got != expected.as_bool() || got.is_none() {
            return Err(format!("can_mate: {side}: expected {expected}, got {got:?}"));
        }
        if let Some(line) = said.and_then(|said| said.line.as_ref()) {
            replay(&answer.at, line, by).map_err(|fault| format!("can_mate: {side}: {fault}"))?;
        }
    }
    Ok(())
}

fn replay(at: &Position, line: &[kaissa_chess::Move], by: Color) -> Result<(), String> {
    let mut position = at.clone();
    for &played in line {
        if !position.is_legal(played) {
            return Err(format!("the line has the illegal move {}", position.to_uci(played)));
        }
        position.play(played);
    }
    if position.is_checkmate() && position.turn() != by {
        Ok(())
    } else {
        Err("the line does not end in mate".to_owned())
    }
}
