//! `kaissa check --json`: the contract of one game as one line, schema 1.
//!
//! `docs/reference/check-json.md` says what each field means. Unknown is `null`, an empty list
//! `[]`; no field is left out, and none is removed within a schema number.

use std::borrow::Cow;

use kaissa_chess::{Color, Move, Position};
use kaissa_game::{GameResult, MoveNames, Record};
use kaissa_laws::ClockTime;
use kaissa_ruling::{Detail, Finding, FindingKind, Review};
use kaissa_words::Words;
use serde_json::{Map, Value, json};

use crate::game::GameFacts;
use crate::source::SourceError;
use crate::write;

/// The number of the contract.
pub const SCHEMA: u32 = 1;

/// A game with all that was found, as one JSON line in two pieces: the number of the game, which is
/// known only once the games before it have been read, goes between them.
pub fn game(facts: &GameFacts<'_>, record: &Record, review: &Review) -> (String, String) {
    let place = &facts.place;
    let mut head = String::with_capacity(64 + place.source.len());
    head.push_str("{\"schema\":");
    write::number(&mut head, SCHEMA.into());
    write::text(&mut head, ",\"source\":", place.source);
    write::text_or_null(&mut head, ",\"member\":", place.member);
    head.push_str(",\"game\":");
    let mut tail = String::with_capacity(1024);
    push_rest(&mut tail, facts, record, review);
    (head, tail)
}

/// Adds the fields behind the number of the game.
fn push_rest(out: &mut String, facts: &GameFacts<'_>, record: &Record, review: &Review) {
    let GameFacts { profile, .. } = facts;
    write::integer(out, ",\"line\":", record.place.line);
    let tags = Tags::of(record);
    for (name, value) in [
        (",\"event\":", &tags.event),
        (",\"site\":", &tags.site),
        (",\"date\":", &tags.date),
        (",\"round\":", &tags.round),
        (",\"white\":", &tags.white),
        (",\"black\":", &tags.black),
        (",\"termination\":", &tags.termination),
        (",\"time_control\":", &tags.time_control),
        (",\"variant\":", &tags.variant),
    ] {
        write::text_or_null(out, name, value.as_deref());
    }
    let board = facts.board.as_ref();
    write::text_or_null(out, ",\"board\":", board.map(|(board, _)| board.as_str()));
    write::text_or_null(out, ",\"board_from\":", board.map(|(_, from)| from.word()));
    write::text_or_null(out, ",\"result_tag\":", tags.result.as_deref());
    write::text_or_null(out, ",\"result_token\":", record.written_result_token());
    write::text_or_null(out, ",\"result\":", facts.result.as_deref());
    write::text(out, ",\"edition\":", profile.edition.name());
    write::text(out, ",\"edition_from\":", profile.edition_from.word());
    write::text(out, ",\"style\":", profile.style.name());
    write::text(out, ",\"style_from\":", profile.style_from.word());
    let supervision = profile.supervision.map(|supervision| supervision.name());
    write::text_or_null(out, ",\"supervision\":", supervision);
    let start_fen = record.has_start_fen.then(|| record.start.to_fen());
    write::text_or_null(out, ",\"start_fen\":", start_fen.as_deref());
    write::integer(out, ",\"plies\":", record.plies.len() as u64);
    match &record.unread {
        None => out.push_str(",\"unread\":null"),
        Some(unread) => {
            write::integer(out, ",\"unread\":{\"ply\":", unread.ply.into());
            write::text(out, ",\"token\":", &unread.token);
            write::integer(out, ",\"line\":", unread.place.line);
            write::integer(out, ",\"column\":", unread.place.column);
            out.push('}');
        }
    }
    let last = &review.last_position;
    out.push_str(",\"fen\":\"");
    last.push_fen(out);
    write::integer(out, "\",\"halfmove_clock\":", last.halfmove_clock().into());
    let clock = |color| record.last_clock(color).map(ClockTime::as_millis);
    write::signed_or_null(out, ",\"clocks\":{\"white\":", clock(Color::White));
    write::signed_or_null(out, ",\"black\":", clock(Color::Black));
    out.push_str("},\"findings\":[");
    let mut lines = MoveNames::new(record);
    for (index, found) in review.findings.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        // Findings are few; their many shapes are easier to read as values.
        out.push_str(&finding(found, record, &mut lines).to_string());
    }
    out.push_str("],\"oddities\":[");
    for (index, oddity) in record.oddities.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write::text(out, "{\"code\":", oddity.code.code());
        write::integer(out, ",\"line\":", oddity.place.line);
        write::integer(out, ",\"column\":", oddity.place.column);
        write::text(out, ",\"found\":", &oddity.found);
        write::text(out, ",\"expected\":", &oddity.expected);
        out.push('}');
    }
    out.push_str("]}");
}

/// The tags that the contract has, found in one pass.
#[derive(Default)]
struct Tags<'a> {
    event: Option<Cow<'a, str>>,
    site: Option<Cow<'a, str>>,
    date: Option<Cow<'a, str>>,
    round: Option<Cow<'a, str>>,
    white: Option<Cow<'a, str>>,
    black: Option<Cow<'a, str>>,
    result: Option<Cow<'a, str>>,
    termination: Option<Cow<'a, str>>,
    time_control: Option<Cow<'a, str>>,
    variant: Option<Cow<'a, str>>,
}

impl<'a> Tags<'a> {
    fn of(record: &'a Record) -> Tags<'a> {
        let mut tags = Tags::default();
        for tag in &record.tags {
            let place = match record.written(tag.name) {
                "Event" => &mut tags.event,
                "Site" => &mut tags.site,
                "Date" => &mut tags.date,
                "Round" => &mut tags.round,
                "White" => &mut tags.white,
                "Black" => &mut tags.black,
                "Result" => &mut tags.result,
                "Termination" => &mut tags.termination,
                "TimeControl" => &mut tags.time_control,
                "Variant" => &mut tags.variant,
                _ => continue,
            };
            // The first one counts.
            if place.is_none() {
                *place = Some(record.tag_value(tag));
            }
        }
        tags
    }
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
