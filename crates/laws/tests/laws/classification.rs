//! Which time controls are standard, rapid and blitz.

use kaissa_laws::{ClockTime, Confidence, Edition, Style, Supervision};

use super::rules;

/// Says the style of `base` minutes with an increment in seconds, and how sure that is.
fn style(edition: Edition, base: i64, increment: i64) -> (Option<Style>, Confidence) {
    let stated = rules(edition, Style::Standard, Supervision::Full)
        .style_of(ClockTime::minutes(base), ClockTime::seconds(increment));
    (stated.value, stated.confidence)
}

#[test]
fn time_controls_are_classified_by_edition() {
    use Style::{Blitz, Rapid, Standard};
    // Minutes, increment; 2001, 2009, from 2017 on.
    let table = [
        (3, 2, None, Blitz, Blitz),
        (10, 0, Some(Blitz), Blitz, Blitz),
        (10, 5, None, Rapid, Rapid),
        (12, 0, Some(Blitz), Blitz, Rapid),
        (14, 0, Some(Blitz), Blitz, Rapid),
        (15, 0, Some(Rapid), Rapid, Rapid),
        (15, 10, None, Rapid, Rapid),
        (30, 30, None, Standard, Standard),
        (50, 10, None, Standard, Standard),
        (59, 0, Some(Rapid), Rapid, Rapid),
        (60, 0, Some(Rapid), Standard, Standard),
        (90, 30, None, Standard, Standard),
        (0, 10, None, Blitz, Blitz),
        (10, 1, None, Blitz, Rapid),
    ];
    for (base, increment, in_2001, in_2009, now) in table {
        if let Some(expected) = in_2001 {
            assert_eq!(style(Edition::E2001, base, increment).0, Some(expected), "2001 {base}");
        }
        let confirmed = Confidence::Confirmed;
        assert_eq!(style(Edition::E2009, base, increment), (Some(in_2009), confirmed), "{base}");
        for edition in [Edition::E2017, Edition::E2018, Edition::E2023] {
            let expected = (Some(now), confirmed);
            assert_eq!(style(edition, base, increment), expected, "{edition} {base}+{increment}");
        }
    }
}

#[test]
fn classification_says_how_sure_it_is() {
    use Confidence::{Confirmed, Inferred, Unknown};
    // Sixty minutes are inside rapid in 2001 by a reading only.
    assert_eq!(style(Edition::E2001, 60, 0), (Some(Style::Rapid), Inferred));
    assert_eq!(style(Edition::E2001, 25, 0), (Some(Style::Rapid), Confirmed));
    // That edition speaks of a fixed time; with an increment the fixed time is read alone.
    assert_eq!(style(Edition::E2001, 3, 2), (Some(Style::Blitz), Inferred));
    // Only the blitz length of 2005 is known; its neighbours disagree about sixty minutes.
    assert_eq!(style(Edition::E2005, 5, 3), (Some(Style::Blitz), Confirmed));
    assert_eq!(style(Edition::E2005, 25, 0), (Some(Style::Rapid), Inferred));
    assert_eq!(style(Edition::E2005, 60, 0), (None, Unknown));
    assert_eq!(style(Edition::E2005, 90, 0), (Some(Style::Standard), Inferred));
    assert_eq!(style(Edition::E2014, 10, 0), (Some(Style::Blitz), Inferred));
}

#[test]
fn the_citation_of_a_classification_does_not_depend_on_the_style_asked_from() {
    let stated = rules(Edition::E2023, Style::Standard, Supervision::Full)
        .style_of(ClockTime::minutes(3), ClockTime::seconds(2));
    assert_eq!(stated.citation.to_string(), "B.1 (2023)");
    let stated = rules(Edition::E2001, Style::Blitz, Supervision::Reduced)
        .style_of(ClockTime::minutes(30), ClockTime::ZERO);
    assert_eq!(stated.citation.to_string(), "B1 (2001)");
}
