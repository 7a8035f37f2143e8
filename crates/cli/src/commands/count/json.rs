//! The answer of `kaissa count` as JSON, in the form of every proposal.

use kaissa_chess::{ByColor, Color};
use kaissa_evidence::{
    Assumption, Estimate, Form, NoEstimate, Parity, Settling, Span, State, SumsAt, VoidCause,
};
use kaissa_laws::{Basis, ClockTime};
use serde_json::{Value, json};

use super::{Answer, Judged};
use kaissa_journal::basis_json;

/// A list of possible counts longer than this is given by its ends alone.
const MOST_CANDIDATES: usize = 1000;

pub(super) fn answer(answer: &Answer<'_>) -> Value {
    let ruled = answer.thresholds.known.iter();
    let grounds: Vec<Value> =
        ruled.map(|ruled| basis_json(&Basis::Article(ruled.citation.clone()))).collect();
    let unknown: Vec<&str> =
        answer.thresholds.unknown.iter().map(|unknown| unknown.rule.key()).collect();
    let (certainty, mut clocks) = match &answer.count {
        Some(Ok(found)) => counted(answer, found),
        Some(Err(void)) => ("open", no_count(void)),
        None => ("open", json!({ "count": null, "no_count": null, "verdicts": [] })),
    };
    if let Some(fields) = clocks.as_object_mut() {
        fields.insert("kind".into(), "clock_count".into());
        fields.insert("sums".into(), sums(answer, &answer.sums()));
        fields.insert("elapsed_at_threshold_ms".into(), times(answer));
        fields.insert("short_way".into(), short_way(answer));
        fields.insert("table".into(), table(answer));
    }
    let has_clocks = answer.args.start.is_some();
    let clocks = has_clocks.then_some(clocks);
    let gap = answer.gap.as_ref().map(|gap| gap.json());
    json!({
        "schema": 1,
        "decision": "arbiter_decides",
        "refusal": null,
        "basis": "article",
        "grounds": grounds,
        "consequences": [],
        "certainty": certainty,
        "unknown": unknown,
        "judgement": if has_clocks { vec!["clocks_are_no_record"] } else { Vec::new() },
        "options": [],
        "evidence": clocks.into_iter().chain(gap).collect::<Vec<_>>(),
    })
}

fn counted(answer: &Answer<'_>, found: &Estimate) -> (&'static str, Value) {
    let judged = answer.judged(found);
    let state = |form: Form| {
        let ruled = answer.thresholds.known.iter().zip(&judged);
        ruled.filter(|(ruled, _)| ruled.threshold.form == form).map(|(_, j)| j.state).next()
    };
    let certainty = match (state(Form::OnBoard), state(Form::AnnouncedMove)) {
        (Some(State::Reached { .. }), _) => "proved",
        (_, Some(State::NotReached { .. })) => "refuted",
        _ => "open",
    };
    let first = answer.window.start.to_move.map(|running| first_mover(answer, running));
    let value = json!({
        "count": {
            "literal": found.literal.to_f64(),
            "presses": span(&found.presses),
            "completed": span(&found.completed),
            "made": span(&found.made),
            "moves": first.map(|first| by_color(&found.completed.of_each(first))),
            "off_by_less_than_ms": {
                "displays": found.bound.displays_above.max(found.bound.displays_below).as_millis(),
                "watch": found.bound.watch.as_millis(),
            },
            "assumes": found.assumes.iter().map(|a| assumption(*a)).collect::<Vec<_>>(),
        },
        "no_count": null,
        "verdicts": answer
            .thresholds
            .known
            .iter()
            .zip(&judged)
            .map(|(ruled, judged)| {
                verdict(ruled.threshold.form, ruled.threshold.plies, articles(&ruled.citation), judged)
            })
            .collect::<Vec<_>>(),
    });
    (certainty, value)
}

/// Who made the first move after the anchor: with the anchor still to be pressed, the other player.
fn first_mover(answer: &Answer<'_>, running: Color) -> Color {
    match answer.window.anchor {
        kaissa_evidence::AnchorPress::BeforeReading => running,
        kaissa_evidence::AnchorPress::AfterReading => !running,
    }
}

fn verdict(form: Form, plies: u32, articles: Vec<String>, judged: &Judged) -> Value {
    let (state, beyond, short) = match judged.state {
        State::Reached { beyond } => ("reached", Some(beyond), None),
        State::NotReached { short } => ("not_reached", None, Some(short)),
        State::Open { lacking_at_worst } => ("open", None, Some(lacking_at_worst)),
    };
    json!({
        "form": form_word(form),
        "plies": plies,
        "articles": articles,
        "state": state,
        "beyond": beyond,
        "short": short,
        "settled_by": judged.settling.iter().map(settling).collect::<Vec<_>>(),
        "earliest_elapsed_ms": judged.moments.map(|m| m.earliest.as_millis()),
        "latest_elapsed_ms": judged.moments.map(|m| m.latest.as_millis()),
    })
}

fn settling(settling: &Settling) -> Value {
    match settling {
        Settling::NoteWhoseMove => json!({ "kind": "note_whose_move" }),
        Settling::WatchMoves(moves) => json!({ "kind": "watch_moves", "moves": moves }),
        Settling::ReadAgainAfter(time) => {
            json!({ "kind": "read_again", "after_ms": time.as_millis() })
        }
        Settling::Restore => json!({ "kind": "restore" }),
    }
}

fn no_count(void: &NoEstimate) -> Value {
    let reasons: Vec<&str> = match void {
        NoEstimate::Void(causes) => causes.iter().map(|cause| void_word(*cause)).collect(),
        NoEstimate::NothingFits { .. } => vec!["nothing_fits"],
        NoEstimate::SideImpossible { .. } => vec!["side_impossible"],
    };
    let literal = match void {
        NoEstimate::NothingFits { literal } => Some(literal.to_f64()),
        _ => None,
    };
    let side = match void {
        NoEstimate::SideImpossible { color } => Some(color_word(*color)),
        _ => None,
    };
    json!({
        "count": null,
        "no_count": { "reasons": reasons, "literal": literal, "side": side },
        "verdicts": [],
    })
}

fn sums(answer: &Answer<'_>, sums: &[SumsAt]) -> Value {
    let ruled = answer.thresholds.known.iter().zip(sums);
    ruled
        .map(|(ruled, sums)| {
            let mut row = row(sums);
            if let Some(fields) = row.as_object_mut() {
                fields.insert("form".into(), form_word(ruled.threshold.form).into());
                fields.insert("plies".into(), ruled.threshold.plies.into());
            }
            row
        })
        .collect()
}

fn row(sums: &SumsAt) -> Value {
    json!({
        "elapsed_ms": sums.elapsed.as_millis(),
        "literal_ms": sums.literal.as_millis(),
        "proves_ms": sums.proves.as_millis(),
        "proves_if_parity_fits_ms": sums.proves_if_parity_fits.as_millis(),
        "refutes_ms": sums.refutes.as_millis(),
    })
}

fn times(answer: &Answer<'_>) -> Value {
    answer.times().into_iter().map(ClockTime::as_millis).collect()
}

fn short_way(answer: &Answer<'_>) -> Value {
    match answer.short_way() {
        None => Value::Null,
        Some(way) => json!({
            "full_time_ms": way.full_time.as_millis(),
            "missing_ms": way.missing.as_millis(),
            "reduced_ms": way.reduced.as_millis(),
            "needed_ms": way.needed.as_millis(),
        }),
    }
}

fn table(answer: &Answer<'_>) -> Value {
    let ruled = answer.thresholds.known.iter().zip(&answer.table);
    ruled
        .map(|(ruled, rows)| {
            json!({
                "form": form_word(ruled.threshold.form),
                "plies": ruled.threshold.plies,
                "rows": rows.iter().map(row).collect::<Vec<_>>(),
            })
        })
        .collect()
}

pub(super) fn span(span: &Span) -> Value {
    let bounded = span.max().is_some();
    let candidates: Option<Vec<u32>> =
        bounded.then(|| span.candidates().take(MOST_CANDIDATES + 1).collect());
    json!({
        "min": span.min(),
        "max": span.max(),
        "parity": span.parity().map(|parity| match parity {
            Parity::Even => "even",
            Parity::Odd => "odd",
        }),
        "candidates": candidates.filter(|list| list.len() <= MOST_CANDIDATES),
    })
}

fn by_color(each: &ByColor<Span>) -> Value {
    json!({ "white": span(&each.white), "black": span(&each.black) })
}

fn articles(citation: &kaissa_laws::Citation) -> Vec<String> {
    citation.articles.iter().map(ToString::to_string).collect()
}

fn color_word(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn form_word(form: Form) -> &'static str {
    match form {
        Form::AnnouncedMove => "announced_move",
        Form::OnBoard => "on_board",
        Form::Automatic => "automatic",
    }
}

pub(super) fn assumption(assumption: Assumption) -> &'static str {
    match assumption {
        Assumption::StopsTakenOut => "stops_taken_out",
        Assumption::NoAdjustments => "no_adjustments",
        Assumption::OnePressAMove => "one_press_a_move",
        Assumption::AnchorPressed => "anchor_pressed",
    }
}

pub(super) fn void_word(cause: VoidCause) -> &'static str {
    match cause {
        VoidCause::NoIncrement => "no_increment",
        VoidCause::Delay => "delay",
        VoidCause::CountUp => "count_up",
        VoidCause::Hourglass => "hourglass",
        VoidCause::Byoyomi => "byoyomi",
        VoidCause::UnequalIncrements => "unequal_increments",
        VoidCause::IncrementChanged => "increment_changed",
        VoidCause::IncrementNotPositive => "increment_not_positive",
        VoidCause::SecondsNotShown => "seconds_not_shown",
        VoidCause::ElapsedNegative => "elapsed_negative",
        VoidCause::FlagFallenBefore => "flag_fallen_before",
    }
}
