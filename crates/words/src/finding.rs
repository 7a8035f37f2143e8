//! Findings in words.

use kaissa_chess::Color;
use kaissa_game::MoveNames;
use kaissa_laws::{Citation, ClockTime};
use kaissa_ruling::{Detail, Finding, FindingKind};

use crate::{Words, clock_text, say};

/// Words a finding in one line: where it stands, what it is, its article.
///
/// Findings of one game are worded in the order of their plies.
pub fn finding(words: &Words, found: &Finding, names: &mut MoveNames<'_>) -> String {
    let place = match names.name(found.ply) {
        None => say!(words, "finding-place-start"),
        Some(name) => say!(words, "finding-place", ply = found.ply, name = name),
    };
    let text = what(words, found, names);
    match articles(words, found) {
        Some(articles) => format!("{place} {text} {articles}"),
        None => format!("{place} {text}"),
    }
}

/// The articles of a finding in brackets, or that they are not known; `None` where no rule of the
/// Laws is concerned.
pub fn articles(words: &Words, found: &Finding) -> Option<String> {
    found.citation.as_ref().map(|citation| citation_in_brackets(words, citation))
}

/// A citation in brackets, or that its articles are not known.
pub(crate) fn citation_in_brackets(words: &Words, citation: &Citation) -> String {
    if !citation.is_known() {
        return say!(words, "article-unknown");
    }
    let printed: Vec<&str> = citation.articles.iter().map(|article| article.as_str()).collect();
    say!(words, "article-place", articles = printed.join(", "))
}

/// The word by which messages choose a form for a colour.
pub fn color_key(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn color(words: &Words, color: Color) -> String {
    say!(words, "color", color = color_key(color))
}

/// What was found, without place and articles.
pub(crate) fn what(words: &Words, found: &Finding, names: &mut MoveNames<'_>) -> String {
    match &found.detail {
        Detail::End if found.kind == FindingKind::Checkmate => {
            let winner = !names.position_after(found.ply).turn();
            say!(words, "finding-checkmate", winner = color_key(winner))
        }
        Detail::End => say!(words, "finding-stalemate"),
        Detail::Dead { proof, .. } => say!(words, "finding-dead_position", proof = proof.word()),
        Detail::Repetition { occurrences, by, certainty } => {
            let plies: Vec<String> = occurrences.iter().map(u32::to_string).collect();
            let plies = plies.join(", ");
            match found.kind {
                FindingKind::Fivefold => {
                    say!(words, "finding-fivefold", plies = plies, certainty = certainty.word())
                }
                _ => say!(words, "finding-threefold", plies = plies, by = color(words, *by)),
            }
        }
        Detail::Series { by, .. } => match found.kind {
            FindingKind::SeventyFiveMoves => say!(words, "finding-seventy_five_moves"),
            _ => say!(words, "finding-fifty_moves", by = color(words, *by)),
        },
        Detail::PlayedOn { ended_by, plies_after, .. } => {
            say!(words, "finding-played_on", plies = *plies_after, ended = end(words, *ended_by))
        }
        Detail::Illegal { by, written, reason, stands } => say!(
            words,
            "finding-illegal_move",
            written = written,
            by = color(words, *by),
            reason = reason.code(),
            stands = if *stands { "yes" } else { "no" }
        ),
        Detail::Contradicted { recorded, expected, because, because_ply } => say!(
            words,
            "finding-result_contradicts",
            recorded = recorded.to_string(),
            expected = expected.to_string(),
            because = end(words, *because),
            because_ply = *because_ply
        ),
        Detail::Mismatch { tag, token } => {
            let (tag, token) = (tag.to_string(), token.to_string());
            say!(words, "finding-result_mismatch", tag = tag, token = token)
        }
        Detail::Doubtful { winner } => {
            say!(words, "finding-result_doubtful", winner = color(words, *winner))
        }
        Detail::FlagFall { fallen, can_mate, expected, if_counters_count, .. } => say!(
            words,
            "finding-flag_fall",
            fallen = color(words, *fallen),
            can_mate = can_mate.word(),
            expected = expected.map_or_else(String::new, |result| result.to_string()),
            counters = if_counters_count.map_or("none".to_owned(), |result| result.to_string())
        ),
        Detail::Clock { by, code, before, after, allowed } => say!(
            words,
            "finding-clock",
            by = color(words, *by),
            code = code.word(),
            before = time(*before),
            after = time(*after),
            allowed = time(*allowed)
        ),
        Detail::TooEarly { needed } => say!(words, "finding-agreed_too_early", needed = *needed),
        Detail::Gesture { meaning, .. } => {
            let meaning = meaning.map_or("none".to_owned(), |result| result.to_string());
            say!(words, "finding-result_gesture", meaning = meaning)
        }
    }
}

/// What ended a game, in a word or two.
pub fn end(words: &Words, kind: FindingKind) -> String {
    words.say(&format!("end-{}", kind.word()), &crate::FluentArgs::new())
}

fn time(time: Option<ClockTime>) -> String {
    time.map(clock_text).unwrap_or_default()
}
