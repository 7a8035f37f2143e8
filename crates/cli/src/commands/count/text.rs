//! The answer of `kaissa count` for reading at a board.

use kaissa_evidence::{
    AnchorPress, Estimate, Form, LastMove, NoEstimate, Parity, RuledThreshold, Settling, Span,
    State, SumsAt,
};
use kaissa_laws::ClockTime;
use kaissa_words::{Words, clock_measured, say};

use super::json::{assumption, void_word};
use super::{Answer, Judged};

/// A list of possible counts longer than this is given by its ends.
const MOST_LISTED: usize = 8;

pub(super) fn answer(answer: &Answer<'_>, words: &Words) -> String {
    let mut lines = Vec::new();
    if let Some(gap) = &answer.gap {
        lines.extend(gap.text(words));
        lines.push(String::new());
    }
    match &answer.count {
        Some(Ok(found)) => counted(answer, found, words, &mut lines),
        Some(Err(void)) => lines.push(nothing(void, words)),
        None if answer.args.start.is_none() => {}
        None => expected(answer, words, &mut lines),
    }
    if !answer.table.is_empty() {
        lines.push(String::new());
        lines.extend(table(answer, words));
    }
    lines.join("\n")
}

pub(super) fn nothing(void: &NoEstimate, words: &Words) -> String {
    match void {
        NoEstimate::Void(causes) => {
            let reasons = causes.iter().map(|cause| {
                let reason = void_word(*cause);
                say!(words, "count-void", reason = reason)
            });
            let reasons: Vec<String> = reasons.collect();
            say!(words, "count-nothing", reasons = reasons.join("; "))
        }
        NoEstimate::NothingFits { literal } => {
            say!(words, "count-nothing-fits", literal = literal.to_string())
        }
        NoEstimate::SideImpossible { color } => {
            let color = color.fold_wb("white", "black");
            say!(words, "count-side-impossible", color = color)
        }
    }
}

fn counted(answer: &Answer<'_>, found: &Estimate, words: &Words, lines: &mut Vec<String>) {
    lines.push(say!(words, "count-completed", list = listed(&found.completed)));
    if let Some(plies) = found.completed.exact() {
        let half = plies / 2;
        match plies % 2 {
            0 => lines.push(say!(words, "count-each", n = half)),
            _ => lines.push(say!(words, "count-one-more", n = half, more = half + 1)),
        }
    }
    let bound = found.bound.above().max(found.bound.below());
    let literal = found.literal.to_string();
    lines.push(say!(words, "count-literal", literal = literal, bound = seconds(bound)));
    if answer.window.start.to_move.is_some()
        && let Some(parity) = found.presses.parity()
    {
        let parity = if parity == Parity::Even { "even" } else { "odd" };
        lines.push(say!(words, "count-parity", parity = parity));
    }
    if answer.window.anchor == AnchorPress::AfterReading {
        lines.push(say!(words, "count-anchor", presses = listed(&found.presses)));
    }
    match answer.window.last_move {
        LastMove::Pressed => {}
        LastMove::MadeOnly => lines.push(say!(words, "count-made-only")),
        LastMove::EndedGame => lines.push(say!(words, "count-ended")),
    }

    let judged = answer.judged(found);
    for (index, (ruled, judged)) in answer.thresholds.known.iter().zip(&judged).enumerate() {
        lines.push(String::new());
        verdict(answer, ruled, judged, words, lines);
        if let Some(sums) = answer.sums().get(index) {
            lines.push(sums_line(sums, words));
        }
    }
    for unknown in &answer.thresholds.unknown {
        lines.push(say!(words, "count-unknown", edition = unknown.edition.name()));
    }

    lines.push(String::new());
    lines.extend(short_way(answer, words));
    lines.push(say!(words, "count-assumes"));
    for assumed in &found.assumes {
        let what = assumption(*assumed);
        lines.push(say!(words, "count-assumption", what = what));
    }
    lines.push(say!(words, "count-no-record"));
}

/// What can be said before the clocks are read, or before the time is known.
fn expected(answer: &Answer<'_>, words: &Words, lines: &mut Vec<String>) {
    let (sums, times) = (answer.sums(), answer.times());
    for (index, ruled) in answer.thresholds.known.iter().enumerate() {
        if let Some(sums) = sums.get(index) {
            lines.push(title(ruled, words));
            lines.push(say!(words, "count-sum-literal", sum = clock_measured(sums.literal)));
            lines.push(sums_line(sums, words));
        }
        if let Some(time) = times.get(index) {
            lines.push(title(ruled, words));
            lines.push(say!(words, "count-time-literal", time = clock_measured(*time)));
        }
    }
    if sums.is_empty() && times.is_empty() && answer.table.is_empty() {
        lines.push(say!(words, "count-give-more"));
    }
}

fn verdict(
    answer: &Answer<'_>,
    ruled: &RuledThreshold,
    judged: &Judged,
    words: &Words,
    lines: &mut Vec<String>,
) {
    let (state, n) = match judged.state {
        State::Reached { beyond } => ("reached", beyond),
        State::NotReached { short } => ("not_reached", short),
        State::Open { lacking_at_worst } => ("open", lacking_at_worst),
    };
    let verdict = say!(words, "count-state", state = state, n = n);
    lines.push(format!("{} {verdict}", title(ruled, words)));
    for settling in &judged.settling {
        lines.push(match settling {
            Settling::NoteWhoseMove => say!(words, "count-settle-whose-move"),
            Settling::WatchMoves(moves) => say!(words, "count-settle-watch", n = *moves),
            Settling::ReadAgainAfter(time) => {
                say!(words, "count-settle-read", seconds = time.as_whole_seconds())
            }
            Settling::Restore => match answer.args.recorded_to {
                Some(number) => say!(words, "count-settle-restore-from", number = number),
                None => say!(words, "count-settle-restore"),
            },
        });
    }
    if let (State::NotReached { .. } | State::Open { .. }, Some(moments)) =
        (judged.state, judged.moments)
    {
        let earliest = clock_measured(moments.earliest);
        let latest = clock_measured(moments.latest);
        let pace = seconds(answer.args.pace);
        lines.push(say!(words, "count-moments", earliest = earliest, latest = latest, pace = pace));
    }
}

fn title(ruled: &RuledThreshold, words: &Words) -> String {
    let form = match ruled.threshold.form {
        Form::AnnouncedMove => "announced_move",
        Form::OnBoard => "on_board",
        Form::Automatic => "automatic",
    };
    let citation = ruled.citation.to_string();
    let plies = ruled.threshold.plies;
    say!(words, "count-threshold", form = form, citation = citation, plies = plies)
}

fn sums_line(sums: &SumsAt, words: &Words) -> String {
    say!(
        words,
        "count-sums",
        proves = clock_measured(sums.proves.max(ClockTime::ZERO)),
        fits = clock_measured(sums.proves_if_parity_fits.max(ClockTime::ZERO)),
        refutes = clock_measured(sums.refutes),
        can_refute = if sums.refutes.is_negative() { "no" } else { "yes" }
    )
}

fn short_way(answer: &Answer<'_>, words: &Words) -> Option<String> {
    let way = answer.short_way()?;
    let sum = answer.window.now.shown.sum();
    Some(say!(
        words,
        "count-short-way",
        full = clock_measured(way.full_time),
        passed = if way.missing.is_negative() { "yes" } else { "no" },
        missing = clock_measured(way.missing.abs()),
        sum = clock_measured(sum),
        reduced = clock_measured(way.reduced),
        needed = clock_measured(way.needed),
        reached = if way.is_reached() { "yes" } else { "no" }
    ))
}

/// One table over all thresholds: the sum that proves each, whoever is to move and when the side fits.
fn table(answer: &Answer<'_>, words: &Words) -> Vec<String> {
    let sum = clock_measured(answer.window.start.shown.sum());
    let mut lines = vec![say!(words, "count-table", sum = sum)];
    let mut head = vec![say!(words, "count-table-time")];
    for ruled in &answer.thresholds.known {
        head.push(say!(words, "count-table-proves", plies = ruled.threshold.plies));
        head.push(say!(words, "count-table-fits", plies = ruled.threshold.plies));
    }
    let mut rows = vec![head];
    let n_rows = answer.table.first().map_or(0, Vec::len);
    for index in 0..n_rows {
        let sums: Vec<&SumsAt> = answer.table.iter().filter_map(|rows| rows.get(index)).collect();
        let mut row: Vec<String> =
            sums.first().map(|sums| clock_measured(sums.elapsed)).into_iter().collect();
        for sums in sums {
            row.push(clock_measured(sums.proves.max(ClockTime::ZERO)));
            row.push(clock_measured(sums.proves_if_parity_fits.max(ClockTime::ZERO)));
        }
        rows.push(row);
    }
    let n_columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    lines.extend(rows.iter().map(|row| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    }));
    lines.push(say!(words, "count-table-legend"));
    lines
}

fn listed(span: &Span) -> String {
    let first: Vec<u32> = span.candidates().take(MOST_LISTED + 1).collect();
    if first.len() <= MOST_LISTED {
        return first.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    }
    match span.max() {
        Some(max) => format!("{}–{max}", span.min()),
        None => format!("{}+", span.min()),
    }
}

/// Seconds with the decimals they have.
fn seconds(time: ClockTime) -> String {
    let ms = time.as_millis();
    match ms % 1000 {
        0 => (ms / 1000).to_string(),
        part => format!("{}.{part:03}", ms / 1000).trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_the_decimals_they_have() {
        assert_eq!(seconds(ClockTime::millis(3500)), "3.5");
        assert_eq!(seconds(ClockTime::seconds(3)), "3");
    }
}
