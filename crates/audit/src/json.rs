//! `kaissa check --json`: the contract of one game as one line, schema 1.
//!
//! `docs/reference/check-json.md` says what each field means. Unknown is `null`, an empty list
//! `[]`; no field is left out, and none is removed within a schema number.

use kaissa_chess::{Color, Move, Position};
use kaissa_game::{GameResult, MoveNames, Record};
use kaissa_laws::ClockTime;
use kaissa_ruling::{Detail, Finding, FindingKind, Review};
use kaissa_words::Words;
use serde_json::{Map, Value, json};

use crate::game::GameFacts;
use crate::source::SourceError;

/// The number of the contract.
pub const SCHEMA: u32 = 1;

/// A game with all that was found, as one JSON line in two pieces: the number of the game, which is
/// known only once the games before it have been read, goes between them.
pub fn game(facts: &GameFacts<'_>, record: &Record, review: &Review) -> (String, String) {
    let place = &facts.place;
    let head = json!({ "schema": SCHEMA, "source": place.source, "member": place.member });
    let mut head = head.to_string();
    head.pop();
    head.push_str(",\"game\":");
    let rest = rest(facts, record, review).to_string();
    let tail = format!(",{}", rest.strip_prefix('{').unwrap_or(&rest));
    (head, tail)
}

/// The fields behind the number of the game.
fn rest(facts: &GameFacts<'_>, record: &Record, review: &Review) -> Value {
    let tag = |name: &str| record.tag(name).map(|value| value.into_owned());
    let GameFacts { profile, .. } = facts;
    let unread = record.unread.as_ref().map(|unread| {
        json!({
            "ply": unread.ply,
            "token": unread.token,
            "line": unread.place.line,
            "column": unread.place.column,
        })
    });
    let last = |color| record.last_clock(color).map(ClockTime::as_millis);
    let start_fen = record.has_start_fen.then(|| record.start.to_fen());
    let mut lines = MoveNames::new(record);
    let findings: Vec<Value> =
        review.findings.iter().map(|found| finding(found, record, &mut lines)).collect();
    let oddities: Vec<Value> = record
        .oddities
        .iter()
        .map(|oddity| {
            json!({
                "code": oddity.code.code(),
                "line": oddity.place.line,
                "column": oddity.place.column,
                "found": oddity.found,
                "expected": oddity.expected,
            })
        })
        .collect();
    json!({
        "line": record.place.line,
        "event": tag("Event"),
        "site": tag("Site"),
        "date": tag("Date"),
        "round": tag("Round"),
        "white": tag("White"),
        "black": tag("Black"),
        "termination": tag("Termination"),
        "time_control": tag("TimeControl"),
        "variant": tag("Variant"),
        "board": facts.board.as_ref().map(|(board, _)| board),
        "board_from": facts.board.as_ref().map(|(_, from)| from.word()),
        "result_tag": tag("Result"),
        "result_token": record.written_result_token(),
        "result": facts.result,
        "edition": profile.edition.name(),
        "edition_from": profile.edition_from.word(),
        "style": profile.style.name(),
        "style_from": profile.style_from.word(),
        "supervision": profile.supervision.map(|supervision| supervision.name()),
        "start_fen": start_fen,
        "plies": record.plies.len(),
        "unread": unread,
        "fen": review.last_position.to_fen(),
        "halfmove_clock": review.last_position.halfmove_clock(),
        "clocks": { "white": last(Color::White), "black": last(Color::Black) },
        "findings": findings,
        "oddities": oddities,
    })
}

/// A source that cannot be read, in the place of its games.
pub fn unreadable(source: &str, member: Option<&str>, error: &SourceError, words: &Words) -> Value {
    let message = error.say(source, words);
    json!({
        "schema": SCHEMA,
        "source": source,
        "member": member,
        "error": { "code": error.code(), "message": message },
    })
}

fn finding(found: &Finding, record: &Record, lines: &mut MoveNames<'_>) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| {
        fields.insert(name.to_owned(), value);
    };
    put("kind", json!(found.kind.word()));
    put("severity", json!(found.severity.word()));
    put("ply", json!(found.ply));
    put("move", json!(lines.name(found.ply)));
    put("trigger", json!(found.trigger.map(|trigger| trigger.word())));
    let citation = found.citation.as_ref();
    put("rule", json!(citation.map(|citation| citation.rule.key())));
    let articles = citation.map_or(&[][..], |citation| &citation.articles);
    put("articles", articles.iter().map(|article| article.as_str()).collect());
    for (name, value) in detail(found, record, lines) {
        put(name, value);
    }
    Value::Object(fields)
}

/// The fields that belong to one kind of finding.
fn detail(
    found: &Finding,
    record: &Record,
    lines: &mut MoveNames<'_>,
) -> Vec<(&'static str, Value)> {
    let side = |color: Color| json!(color_word(color));
    match &found.detail {
        Detail::End => Vec::new(),
        Detail::Dead { proof, undecided } => {
            vec![("proof", json!(proof.word())), ("undecided", json!(undecided))]
        }
        Detail::Repetition { occurrences, by, certainty } => {
            let last = match found.kind {
                FindingKind::Fivefold => ("certainty", json!(certainty.word())),
                _ => ("by", side(*by)),
            };
            vec![("occurrences", json!(occurrences)), last]
        }
        Detail::Series { since, by } => vec![("since", json!(since)), ("by", side(*by))],
        Detail::PlayedOn { ended_by, end_ply, plies_after } => vec![
            ("ended_by", json!(ended_by.word())),
            ("end_ply", json!(end_ply)),
            ("plies_after", json!(plies_after)),
        ],
        Detail::Illegal { by, written, reason, stands } => vec![
            ("by", side(*by)),
            ("written", json!(written)),
            ("reason", json!(reason.code())),
            ("stands", json!(stands)),
        ],
        Detail::Contradicted { recorded, expected, because, because_ply } => vec![
            ("recorded", result(*recorded)),
            ("expected", result(*expected)),
            ("because", json!({ "kind": because.word(), "ply": because_ply })),
        ],
        Detail::Mismatch { tag, token } => {
            vec![("tag", result(*tag)), ("token", result(*token))]
        }
        Detail::Doubtful { winner } => vec![("winner", side(*winner))],
        Detail::FlagFall { fallen, read_from, can_mate, helpmate, expected, if_counters_count } => {
            let position = lines.position_after(record.plies.len() as u32);
            let line = (!helpmate.is_empty()).then(|| uci_line(position, helpmate));
            vec![
                ("fallen", side(*fallen)),
                ("read_from", json!(read_from.word())),
                ("can_mate", json!(can_mate.word())),
                ("helpmate", json!(line)),
                ("expected", expected.map_or(Value::Null, result)),
                ("if_counters_count", if_counters_count.map_or(Value::Null, result)),
            ]
        }
        Detail::Clock { by, code, before, after, allowed } => {
            let ms = |time: &Option<ClockTime>| json!(time.map(ClockTime::as_millis));
            vec![
                ("by", side(*by)),
                ("code", json!(code.word())),
                ("before_ms", ms(before)),
                ("after_ms", ms(after)),
                ("allowed_ms", ms(allowed)),
            ]
        }
        Detail::TooEarly { needed } => vec![("needed_moves", json!(needed))],
        Detail::Gesture { from_ply, meaning } => {
            vec![("from_ply", json!(from_ply)), ("meaning", meaning.map_or(Value::Null, result))]
        }
    }
}

fn result(result: GameResult) -> Value {
    json!(result.to_string())
}

/// The word for a colour in the contract.
pub fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// A line of moves in UCI from a position.
pub fn uci_line(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    line.iter()
        .map(|&step| {
            let uci = position.to_uci(step);
            position.play(step);
            uci
        })
        .collect()
}
