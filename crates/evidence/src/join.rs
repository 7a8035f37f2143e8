//! Several sources of one count joined into one statement, and contradictions named.

use kaissa_laws::ClockTime;

use crate::{
    Adjustment, AdjustmentCause, Anchor, AnchorPress, Condition, Slips, Source, Span, Strength,
    Testimony, Timing, Window, estimate,
};

/// One error in one source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SingleError {
    /// The anchor's press was on the other side of the first reading.
    AnchorPressMistaken,
    /// The side to move was noted wrongly at one reading.
    SideToMoveMistaken,
    /// A sum was misread by this much.
    SumMisread(ClockTime),
    /// This time was given or taken and not told.
    AdjustmentUntold(ClockTime),
    /// The clock stood for about this long and it was not taken out.
    StopNotTakenOut(ClockTime),
    /// The clock was set to this increment.
    OtherIncrement(ClockTime),
    /// So many more moves went by without a tap.
    MovesNotTapped(u32),
    /// So many more taps had no move behind them.
    TapsTooMany(u32),
    /// The count is off by this many plies.
    MiscountedBy(i64),
    /// Full moves were counted and given as plies, or the other way about.
    UnitMistaken,
}

/// One error that would make all the sources agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// The source that would have to be wrong, by its place in the list.
    pub source_index: usize,
    /// What would have gone wrong in it.
    pub error: SingleError,
    /// The count that would follow.
    pub count: Span,
}

/// Sources that cannot all be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The fewest sources that clash, by their places in the list.
    pub sources: Vec<usize>,
    /// Single errors, each of which would bring all the sources together.
    pub explained_by: Vec<Explanation>,
}

/// What all the sources say together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joined {
    /// From where the plies are counted.
    pub anchor: Anchor,
    /// What the records prove alone.
    pub proved: Span,
    /// What records and measurements give together.
    pub measured: Span,
    /// With what people state as well.
    pub stated: Span,
    /// The sources that fix an end or the parity of `stated`, by their places in the list.
    pub grounds: Vec<usize>,
    /// What has to be true for `stated`: the conditions of its grounds, each with its source.
    pub conditions: Vec<(usize, Condition)>,
    /// Sources that were left out of a span since they contradict stronger ones, or each other.
    pub set_aside: Vec<usize>,
    /// Sources that say nothing, by themselves void or contradictory.
    pub silent: Vec<usize>,
    /// The contradiction, if there is one.
    pub contradiction: Option<Contradiction>,
}

/// Joins the sources of one count: the plies completed since `anchor` up to the present.
///
/// The strongest come first. A source that contradicts stronger ones is set aside; sources of one strength
/// that contradict each other are all set aside. Either way the contradiction is named, with the single
/// errors that would explain it.
pub fn join(anchor: Anchor, sources: &[Source]) -> Joined {
    let spans: Vec<Option<Span>> = sources.iter().map(Source::span).collect();
    let mut joined = Joined {
        anchor,
        proved: Span::ANY,
        measured: Span::ANY,
        stated: Span::ANY,
        grounds: Vec::new(),
        conditions: Vec::new(),
        set_aside: Vec::new(),
        silent: (0..sources.len()).filter(|&i| spans.get(i).is_some_and(Option::is_none)).collect(),
        contradiction: None,
    };
    let mut so_far = Span::ANY;
    for strength in [Strength::Proved, Strength::Measured, Strength::Stated] {
        let (mut with_these, mut these) = (Some(so_far), Vec::new());
        for (index, (source, span)) in sources.iter().zip(&spans).enumerate() {
            let Some(span) = span else { continue };
            if source.strength() != strength {
                continue;
            }
            if so_far.intersection(span).is_none() {
                joined.set_aside.push(index);
                continue;
            }
            these.push(index);
            with_these = with_these.and_then(|all| all.intersection(span));
        }
        match with_these {
            Some(narrowed) => so_far = narrowed,
            None => joined.set_aside.extend(these),
        }
        match strength {
            Strength::Proved => joined.proved = so_far,
            Strength::Measured => joined.measured = so_far,
            Strength::Stated => joined.stated = so_far,
        }
    }
    joined.grounds = grounds(&spans, &joined.set_aside, &joined.stated);
    joined.conditions = sources
        .iter()
        .enumerate()
        .filter(|(index, _)| joined.grounds.contains(index))
        .flat_map(|(index, source)| source.conditions().into_iter().map(move |held| (index, held)))
        .collect();
    joined.contradiction = find_contradiction(sources, &spans);
    joined
}

/// The sources without which the statement would be weaker.
fn grounds(spans: &[Option<Span>], set_aside: &[usize], statement: &Span) -> Vec<usize> {
    let used: Vec<(usize, Span)> = spans
        .iter()
        .enumerate()
        .filter(|(index, _)| !set_aside.contains(index))
        .filter_map(|(index, span)| span.map(|span| (index, span)))
        .collect();
    used.iter()
        .filter(|(index, span)| {
            let without = intersection_of(used.iter().filter(|(i, _)| i != index).map(|(_, s)| s));
            without != Some(*statement) || span == statement
        })
        .map(|(index, _)| *index)
        .collect()
}

fn intersection_of<'a>(spans: impl IntoIterator<Item = &'a Span>) -> Option<Span> {
    spans.into_iter().try_fold(Span::ANY, |all, span| all.intersection(span))
}

fn find_contradiction(sources: &[Source], spans: &[Option<Span>]) -> Option<Contradiction> {
    let speaking: Vec<(usize, Span)> = spans
        .iter()
        .enumerate()
        .filter_map(|(index, span)| span.map(|span| (index, span)))
        .collect();
    if intersection_of(speaking.iter().map(|(_, span)| span)).is_some() {
        return None;
    }
    Some(Contradiction {
        sources: fewest_that_clash(&speaking),
        explained_by: explanations(sources, &speaking),
    })
}

/// Two sources that clash, or three: one that bounds below, one above and one that gives the parity.
fn fewest_that_clash(speaking: &[(usize, Span)]) -> Vec<usize> {
    for (place, (i, a)) in speaking.iter().enumerate() {
        for (j, b) in speaking.iter().skip(place + 1) {
            if a.intersection(b).is_none() {
                return vec![*i, *j];
            }
        }
    }
    for (place, (i, a)) in speaking.iter().enumerate() {
        for (next, (j, b)) in speaking.iter().enumerate().skip(place + 1) {
            for (k, c) in speaking.iter().skip(next + 1) {
                if intersection_of([a, b, c]).is_none() {
                    return vec![*i, *j, *k];
                }
            }
        }
    }
    speaking.iter().map(|(index, _)| *index).collect()
}

fn explanations(sources: &[Source], speaking: &[(usize, Span)]) -> Vec<Explanation> {
    let mut found = Vec::new();
    for &(source_index, _) in speaking {
        let others = speaking.iter().filter(|(i, _)| *i != source_index);
        let Some(others) = intersection_of(others.map(|(_, span)| span)) else {
            continue;
        };
        let Some(source) = sources.get(source_index) else {
            continue;
        };
        let known = i64::from(source.known_before) + i64::from(source.known_after);
        let (Some(said), Some(others_of_it)) = (source.said(), others.shifted(-known)) else {
            continue;
        };
        for (error, other) in alternatives(source, &said, &others_of_it) {
            if let Some(count) = source.whole(other).and_then(|span| span.intersection(&others)) {
                found.push(Explanation { source_index, error, count });
            }
        }
    }
    found
}

/// What the source would say if one thing in it were otherwise.
fn alternatives(source: &Source, span: &Span, others: &Span) -> Vec<(SingleError, Span)> {
    match &source.says {
        Testimony::Clocks(window) => clock_errors(window, span, others),
        Testimony::Tally(tally, slips) => {
            let with = |missed, doubled| {
                tally.plies(Slips {
                    missed: slips.missed.saturating_add(missed),
                    doubled: slips.doubled.saturating_add(doubled),
                })
            };
            (1..=2)
                .flat_map(|more| {
                    [
                        (SingleError::MovesNotTapped(more), with(more, 0)),
                        (SingleError::TapsTooMany(more), with(0, more)),
                    ]
                })
                .collect()
        }
        Testimony::Stated(_) | Testimony::Scoresheet(_) => {
            let mut errors: Vec<(SingleError, Span)> = [-2, -1, 1, 2]
                .into_iter()
                .filter_map(|by| Some((SingleError::MiscountedBy(by), span.shifted(by)?)))
                .collect();
            let doubled = span.plus(span);
            errors.push((SingleError::UnitMistaken, doubled));
            errors
        }
        // A record and a gap are taken as they are: doubt about them is a ruling, not arithmetic.
        Testimony::Record(_) | Testimony::Gap(_) => Vec::new(),
    }
}

fn clock_errors(window: &Window, span: &Span, others: &Span) -> Vec<(SingleError, Span)> {
    let mut changed: Vec<(SingleError, Window)> = Vec::new();
    let mut try_change = |error, change: &dyn Fn(&mut Window)| {
        let mut other = window.clone();
        change(&mut other);
        changed.push((error, other));
    };

    try_change(SingleError::AnchorPressMistaken, &|w| {
        w.anchor = match w.anchor {
            AnchorPress::BeforeReading => AnchorPress::AfterReading,
            AnchorPress::AfterReading => AnchorPress::BeforeReading,
        }
    });
    if window.start.to_move.is_some() && window.now.to_move.is_some() {
        try_change(SingleError::SideToMoveMistaken, &|w| {
            w.now.to_move = w.now.to_move.map(|color| !color);
        });
    }
    for seconds in [-120, -60, 60, 120] {
        let amount = ClockTime::seconds(seconds);
        try_change(SingleError::AdjustmentUntold(amount), &|w| {
            w.adjustments.push(Adjustment { to: None, amount, cause: AdjustmentCause::Correction })
        });
    }
    for seconds in [-60, -10, 10, 60] {
        let amount = ClockTime::seconds(seconds);
        // A misread sum and an untold adjustment enter the balance alike.
        try_change(SingleError::SumMisread(amount), &|w| {
            w.adjustments.push(Adjustment { to: None, amount, cause: AdjustmentCause::Correction })
        });
    }
    if let Timing::Increment(increment) = window.timing {
        for seconds in [1, 2, 3, 5, 10, 15, 20, 30] {
            let other = ClockTime::seconds(seconds);
            if other != increment {
                try_change(SingleError::OtherIncrement(other), &|w| {
                    w.timing = Timing::Increment(other);
                });
            }
        }
        // A stop of unknown length: just long enough to bring the clocks down to the others.
        if let Some(max) = others.max()
            && span.min() > max
        {
            let too_many = i64::from(span.min() - max);
            let stop = ClockTime::millis(increment.as_millis().saturating_mul(too_many));
            try_change(SingleError::StopNotTakenOut(stop), &|w| {
                let less = w.elapsed.time.as_millis().saturating_sub(stop.as_millis());
                w.elapsed.time = ClockTime::millis(less);
            });
        }
    }
    changed
        .into_iter()
        .filter_map(|(error, window)| Some((error, estimate(&window).ok()?.completed)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Elapsed, Parity, Reading, StatedCount, Tally, TapUnit, Watch};
    use kaissa_chess::Color::{self, Black, White};

    fn clocks(elapsed: i64, then: i64, now: i64, movers: [Option<Color>; 2]) -> Source {
        let window = Window::plain(
            Timing::Increment(ClockTime::seconds(2)),
            Reading::of_sum(ClockTime::seconds(then), movers[0]),
            Reading::of_sum(ClockTime::seconds(now), movers[1]),
            Elapsed { time: ClockTime::seconds(elapsed), watch: Watch::Wrist },
        );
        Source::new("clocks", Testimony::Clocks(Box::new(window)))
    }

    fn tally(n_taps: usize, slips: u32) -> Source {
        let taps = vec![ClockTime::ZERO; n_taps];
        let slips = Slips { missed: slips, doubled: slips };
        let says = Testimony::Tally(Tally::new(TapUnit::Ply, taps), slips);
        Source::new("arbiter's sheet", says)
    }

    fn gap(min: u32, parity: Parity) -> Source {
        let span = Span::at_least(min).with_parity(parity).expect("unbounded");
        Source::new("positions", Testimony::Gap(span))
    }

    #[test]
    fn sources_that_agree_narrow_each_other() {
        let joined = join(
            Anchor::CaptureOrPawnMove,
            &[clocks(308, 18, 4, [None, None]), tally(146, 2), gap(3, Parity::Even)],
        );
        assert_eq!(joined.contradiction, None);
        assert_eq!(joined.proved.parity(), Some(Parity::Even));
        assert_eq!(joined.measured.candidates().collect::<Vec<_>>(), [146, 148]);
        assert_eq!(joined.stated.candidates().collect::<Vec<_>>(), [146, 148]);
        assert_eq!(joined.grounds, [0, 2]);
        assert_eq!(joined.conditions.len(), 5, "the bound and four assumptions of the clocks");
        assert!(joined.conditions.contains(&(0, Condition::ErrorsBelow(ClockTime::millis(3500)))));
    }

    #[test]
    fn a_tally_does_not_override_the_clocks() {
        let joined = join(
            Anchor::CaptureOrPawnMove,
            &[clocks(200, 18, 12, [Some(White); 2]), tally(100, 1)],
        );
        assert_eq!(joined.measured.candidates().collect::<Vec<_>>(), [96, 98]);
        assert_eq!(joined.stated, joined.measured);
        assert_eq!(joined.set_aside, [1]);
        let contradiction = joined.contradiction.expect("99 to 101 against 96 or 98");
        assert_eq!(contradiction.sources, [0, 1]);
        let one_more_doubled = Explanation {
            source_index: 1,
            error: SingleError::TapsTooMany(1),
            count: Span::exactly(98),
        };
        assert!(contradiction.explained_by.contains(&one_more_doubled));
        let wrong_side =
            contradiction.explained_by.iter().any(|e| e.error == SingleError::SideToMoveMistaken);
        assert!(!wrong_side, "95 to 99 odd would meet 99 only with 97: {contradiction:?}");
    }

    #[test]
    fn only_what_contradicts_is_set_aside() {
        let joined = join(
            Anchor::CaptureOrPawnMove,
            &[clocks(200, 18, 12, [None, None]), tally(100, 1), tally(97, 0)],
        );
        assert_eq!(joined.set_aside, [1]);
        assert_eq!(joined.stated.exact(), Some(97));
        assert_eq!(joined.measured.exact(), None);
    }

    #[test]
    fn a_stop_that_was_forgotten_is_found() {
        let record = Source::new("board", Testimony::Record(Span::exactly(80)));
        let joined = join(Anchor::CaptureOrPawnMove, &[record, clocks(200, 18, 18, [None, None])]);
        assert_eq!(joined.proved.exact(), Some(80));
        assert_eq!(joined.measured.exact(), Some(80), "the record stands");
        let contradiction = joined.contradiction.expect("99 to 101 against 80");
        let stop = contradiction.explained_by.iter().find_map(|found| match found.error {
            SingleError::StopNotTakenOut(stop) => Some(stop),
            _ => None,
        });
        assert_eq!(stop, Some(ClockTime::seconds(38)));
    }

    #[test]
    fn a_wrong_side_to_move_is_found() {
        let joined = join(
            Anchor::CaptureOrPawnMove,
            &[clocks(200, 18, 18, [Some(White), Some(Black)]), gap(4, Parity::Even)],
        );
        let contradiction = joined.contradiction.expect("odd against even");
        let mistaken = Explanation {
            source_index: 0,
            error: SingleError::SideToMoveMistaken,
            count: Span::exactly(100),
        };
        assert!(contradiction.explained_by.contains(&mistaken));
    }

    #[test]
    fn three_sources_can_clash_where_no_two_do() {
        let stated = |name: &str, plies, give_or_take, parity| {
            Source::new(name, Testimony::Stated(StatedCount { plies, give_or_take, parity }))
        };
        let joined = join(
            Anchor::CaptureOrPawnMove,
            &[stated("one", 101, 1, None), stated("two", 103, 1, None), gap(3, Parity::Odd)],
        );
        let contradiction = joined.contradiction.expect("only 102 is in both");
        assert_eq!(contradiction.sources, [0, 1, 2]);
        assert_eq!(joined.set_aside, [0, 1]);
        assert_eq!(joined.stated, joined.proved);
    }

    #[test]
    fn a_record_that_broke_off_and_clocks_read_from_there_count_together() {
        // The record proves 34 plies since the capture, then the clocks take over; two more were seen.
        let mut clocks = clocks(130, 40, 42, [None, None]);
        (clocks.known_before, clocks.known_after) = (34, 2);
        let alone = clocks.span().expect("it counts");
        assert_eq!(alone.candidates().collect::<Vec<_>>(), [101, 102, 103]);
        let joined = join(Anchor::CaptureOrPawnMove, &[clocks.clone(), gap(36, Parity::Even)]);
        assert_eq!(joined.measured.exact(), Some(102));

        let record = Source::new("restored", Testimony::Record(Span::exactly(92)));
        let joined = join(Anchor::CaptureOrPawnMove, &[record, clocks]);
        let contradiction = joined.contradiction.expect("101 to 103 against 92");
        let stop = SingleError::StopNotTakenOut(ClockTime::seconds(18));
        assert!(contradiction.explained_by.iter().any(|found| found.error == stop));
    }

    #[test]
    fn a_source_without_knowledge_is_silent() {
        let mut void = clocks(200, 18, 18, [None, None]);
        if let Testimony::Clocks(window) = &mut void.says {
            window.timing = Timing::Delay;
        }
        let joined = join(Anchor::CaptureOrPawnMove, &[void, tally(96, 1)]);
        assert_eq!(joined.silent, [0]);
        assert_eq!(joined.measured, Span::ANY);
        assert_eq!(joined.stated, Span::between(95, 97).expect("in order"));
    }
}
