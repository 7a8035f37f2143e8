//! Proposals in words, fit to be read to two players.

use kaissa_chess::notation::{Language as Letters, Style};
use kaissa_chess::{ByColor, CastlingSide, Color, Move, Position, Role};
use kaissa_game::Points;
use kaissa_laws::{Basis, ClockTime, Penalty};
use kaissa_ruling::{
    Certainty, Choice, Consequence, Decision, Envelope, Judgement, Paper, Proposal,
};

use crate::{Language, Words, clock_text, color_key, say};

/// How many moves of a longer list are named.
const MOVES_NAMED: usize = 6;

/// Words a proposal: the decision with its articles, what is done next, what is left to the arbiter.
///
/// `at` is the position on the board, in which moves are named; without it they are written as
/// squares.
pub fn proposal(words: &Words, proposed: &Proposal, at: Option<&Position>) -> String {
    let parts = ProposalWords::of(words, proposed, at);
    let mut lines = vec![ruling_line(words, proposed)];
    if !parts.steps.is_empty() {
        lines.push(say!(words, "ruling-then", steps = parts.steps.join("; ")));
    }
    if !parts.choices.is_empty() {
        lines.push(say!(words, "ruling-choose", choices = parts.choices.join("; ")));
    }
    if !parts.questions.is_empty() {
        lines.push(say!(words, "ruling-ask", questions = parts.questions.join(" ")));
    }
    lines.extend(parts.unknown);
    lines.extend(parts.open);
    lines.join("\n")
}

/// Words what is said to the two players when a ruling follows a proposal: the decision with its
/// articles, and what is done next. Nothing where only the arbiter may know, or where he has still to
/// choose.
pub fn to_players(words: &Words, proposed: &Proposal, at: Option<&Position>) -> Vec<String> {
    let is_silent =
        matches!(proposed.decision, Decision::ArbiterDecides | Decision::NoIntervention)
            || proposed.consequences.contains(&Consequence::ForArbiterOnly);
    if is_silent {
        return Vec::new();
    }
    let steps = ProposalWords::of(words, proposed, at).steps;
    let mut lines = vec![ruling_line(words, proposed)];
    if !steps.is_empty() {
        lines.push(say!(words, "ruling-then", steps = steps.join("; ")));
    }
    lines
}

/// A proposal in words, part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProposalWords {
    /// The decision; of a claim that may not be made, with the reason.
    pub decision: String,
    /// What is done next, in order.
    pub steps: Vec<String>,
    /// What may be chosen from, one for each choice of the proposal.
    pub choices: Vec<String>,
    /// What only the arbiter can answer.
    pub questions: Vec<String>,
    /// What of the edition's text is not known, where something is not.
    pub unknown: Option<String>,
    /// That the facts are open, where they are.
    pub open: Option<String>,
}

impl ProposalWords {
    /// Words a proposal; `at` as for [`proposal`].
    pub fn of(words: &Words, proposed: &Proposal, at: Option<&Position>) -> ProposalWords {
        // Where penalties are offered the question which of them fits is plain.
        let is_plain =
            |asked: Judgement| asked == Judgement::Penalty && !proposed.choices.is_empty();
        let asked = proposed.judgement.iter().filter(|asked| !is_plain(**asked));
        let rules: Vec<&str> = proposed.unknown.iter().map(|rule| rule.key()).collect();
        ProposalWords {
            decision: decision_and_why(words, proposed),
            steps: proposed
                .consequences
                .iter()
                .filter_map(|consequence| step(words, consequence, proposed, at))
                .collect(),
            choices: proposed.choices.iter().map(|offered| choice(words, offered)).collect(),
            questions: asked.map(|asked| question(words, *asked)).collect(),
            unknown: (!rules.is_empty())
                .then(|| say!(words, "ruling-unknown", rules = rules.join(", "))),
            open: (proposed.certainty == Certainty::Open).then(|| say!(words, "ruling-open")),
        }
    }
}

/// The decision with what it rests on.
fn ruling_line(words: &Words, proposed: &Proposal) -> String {
    let decision = decision_and_why(words, proposed);
    say!(words, "ruling-line", decision = decision, basis = grounds(words, proposed))
}

fn decision_and_why(words: &Words, proposed: &Proposal) -> String {
    let decision = decision(words, proposed);
    match proposed.refusal {
        Some(refusal) => {
            let why = say!(words, &format!("refusal-{}", refusal.word()));
            format!("{decision}: {why}")
        }
        None => decision,
    }
}

/// What the decision rests on: the articles first, their edition named once.
fn grounds(words: &Words, proposed: &Proposal) -> String {
    let mut edition = None;
    let mut printed: Vec<&str> = Vec::new();
    let cited = proposed.grounds.iter().filter_map(|basis| match basis {
        Basis::Article(citation) if citation.is_known() => Some(citation),
        _ => None,
    });
    for (citation, article) in
        cited.flat_map(|citation| citation.articles.iter().map(move |article| (citation, article)))
    {
        edition = Some(citation.edition);
        if !printed.contains(&article.as_str()) {
            printed.push(article.as_str());
        }
    }
    let articles = edition.map(|edition| {
        let articles = without_parts(&printed).join(", ");
        say!(words, "basis-article", articles = articles, edition = edition.name())
    });
    let others = proposed.grounds.iter().filter_map(|basis| basis_text(words, basis));
    let bases: Vec<String> = articles.into_iter().chain(others).collect();
    bases.join("; ")
}

/// Words a decision alone.
pub fn decision(words: &Words, proposed: &Proposal) -> String {
    let loser = proposed.consequences.iter().find_map(|consequence| match consequence {
        Consequence::GameLost { by, .. } => Some(color_key(*by)),
        _ => None,
    });
    let style = proposed.consequences.iter().find_map(|consequence| match consequence {
        Consequence::PlayedAs(style) => Some(style.name()),
        _ => None,
    });
    say!(
        words,
        &format!("decision-{}", proposed.decision.word()),
        loser = loser.unwrap_or("none"),
        style = style.unwrap_or("none")
    )
}

/// Leaves out the parts of an article that is named itself: with 7.4 nobody needs 7.4.1.
fn without_parts<'a>(printed: &[&'a str]) -> Vec<&'a str> {
    let is_part = |article: &str, of: &str| {
        let rest = article.strip_prefix(of).unwrap_or_default();
        rest.starts_with(['.', '('])
    };
    let named = |article: &&&str| !printed.iter().any(|whole| is_part(article, whole));
    printed.iter().filter(named).copied().collect()
}

/// A basis that is no known article.
fn basis_text(words: &Words, basis: &Basis) -> Option<String> {
    Some(match basis {
        Basis::Article(citation) if citation.is_known() => return None,
        Basis::Article(citation) => say!(
            words,
            "basis-article-unknown",
            rule = citation.rule.key(),
            edition = citation.edition.name()
        ),
        Basis::ByAnalogy(citation) => {
            let printed: Vec<&str> =
                citation.articles.iter().map(|article| article.as_str()).collect();
            let edition = citation.edition.name();
            say!(words, "basis-analogy", articles = printed.join(", "), edition = edition)
        }
        Basis::Regulation(point) => say!(words, "basis-regulation", point = point.as_str()),
        Basis::Interpretation(_) => say!(words, "basis-interpretation"),
    })
}

/// Words a time as it is said: minutes and seconds.
pub fn spoken_time(words: &Words, time: ClockTime) -> String {
    let whole = time.as_millis();
    let (minutes, rest) = (whole / 60_000, whole % 60_000);
    let seconds = match rest % 1_000 {
        0 => (rest / 1_000).to_string(),
        _ => format!("{}.{}", rest / 1_000, rest % 1_000 / 100),
    };
    match (minutes, rest) {
        (_, 0) if minutes != 0 => say!(words, "time-minutes", minutes = minutes),
        (0, _) => say!(words, "time-seconds", seconds = seconds),
        _ => say!(words, "time-minutes-seconds", minutes = minutes, seconds = seconds),
    }
}

/// What is done next; nothing where the decision says it already.
fn step(
    words: &Words,
    consequence: &Consequence,
    proposed: &Proposal,
    at: Option<&Position>,
) -> Option<String> {
    let of = |id: &str, color: Color| say!(words, id, color = color_key(color));
    let timed = |id: &str, color: Color, time: ClockTime| {
        say!(words, id, color = color_key(color), time = spoken_time(words, time))
    };
    Some(match consequence {
        Consequence::AddTime { to, time } => timed("then-add_time", *to, *time),
        Consequence::RemoveTime { from, time } => timed("then-remove_time", *from, *time),
        Consequence::SetClock { times, running, counter } => {
            let mut text = say!(
                words,
                "then-set_clock",
                white = clock_text(times.white),
                black = clock_text(times.black)
            );
            if let Some(counter) = counter {
                text = format!("{text}; {}", counters(words, counter));
            }
            if let Some(running) = running {
                text = format!("{text}; {}", of("then-start_clock", *running));
            }
            text
        }
        Consequence::SetCounter(counter) => counters(words, counter),
        Consequence::TimesByJudgement => say!(words, "then-times_by_judgement"),
        Consequence::OptionalTime { to, time } => timed("then-optional_time", *to, *time),
        Consequence::IncrementForBoth(time) => {
            say!(words, "then-increment", time = spoken_time(words, *time))
        }
        Consequence::PlayMove(played) => {
            say!(words, "then-play_move", played = move_text(words, *played, at))
        }
        Consequence::OneOfMoves(moves) => moves_text(words, moves, proposed.decision, at)?,
        Consequence::CastlingForbidden(_) => say!(words, "then-castling_forbidden"),
        // Players know a position by the move that is due in it, not by a count of plies.
        Consequence::Restore { ply: Some(_), position } => say!(
            words,
            "then-restore_move",
            color = color_key(position.turn()),
            number = u64::from(position.fullmove_number())
        ),
        // The position that stands on the board already need not be set up.
        Consequence::Restore { position, .. } if at == Some(&**position) => return None,
        Consequence::Restore { position, .. } => {
            say!(words, "then-restore", fen = position.to_epd())
        }
        Consequence::ConvertPiece { square, role } => {
            say!(words, "then-convert_piece", square = square.to_string(), role = role_key(*role))
        }
        Consequence::Warning { to, .. } => of("then-warning", *to),
        Consequence::Booked { n_illegal_moves: 0, .. } => return None,
        Consequence::Booked { to, n_illegal_moves } => {
            say!(words, "then-booked", color = color_key(*to), n = *n_illegal_moves)
        }
        // The choices themselves are named.
        Consequence::PenaltyByChoice { .. } if !proposed.choices.is_empty() => return None,
        Consequence::PenaltyByChoice { to } => of("then-penalty", *to),
        Consequence::GameLost { by, opponent_points } => {
            let mut points = ByColor { white: Some(Points::Zero), black: Some(Points::Zero) };
            *points.get_mut(!*by) = *opponent_points;
            points_text(words, &points)
        }
        Consequence::PointsOfBoth(points) => points_text(words, points),
        // The decision says it.
        Consequence::NewGame if proposed.decision == Decision::NewGame => return None,
        Consequence::NewGame => say!(words, "then-new_game"),
        Consequence::SwapColors => say!(words, "then-swap_colors"),
        Consequence::TransferPosition => say!(words, "then-transfer_position"),
        Consequence::Seal => say!(words, "then-seal"),
        Consequence::StartClock(color) => of("then-start_clock", *color),
        Consequence::UpdateSheets(who) => {
            let color = match who[..] {
                [only] => color_key(only),
                _ => "both",
            };
            say!(words, "then-update_sheets", color = color)
        }
        Consequence::NextMoveOpensPeriod => say!(words, "then-next_period"),
        Consequence::MayClaimNextTurn => say!(words, "then-claim_next_turn"),
        Consequence::CastlingLost { by, sides } => {
            let side = match sides[..] {
                [CastlingSide::KingSide] => "king",
                [CastlingSide::QueenSide] => "queen",
                _ => "both",
            };
            say!(words, "then-castling_lost", color = color_key(*by), side = side)
        }
        Consequence::Envelope(state) => {
            let state = match state {
                Envelope::Closed => "closed",
                Envelope::Opened => "opened",
                Envelope::WithArbiter => "with_arbiter",
            };
            say!(words, "then-envelope", state = state)
        }
        Consequence::NextMover(color) => of("then-next_mover", *color),
        Consequence::NotRated => say!(words, "then-not_rated"),
        Consequence::MayUseOpponentsSheet => say!(words, "then-opponents_sheet"),
        // The decision names the style.
        Consequence::PlayedAs(_) => return None,
        Consequence::RecordSign(sign) => say!(words, "then-record_sign", sign = *sign),
        Consequence::SheetNotEvidence => say!(words, "then-no_evidence"),
        Consequence::Castled { king, rook } => {
            say!(words, "then-castled", king = king.to_string(), rook = rook.to_string())
        }
        Consequence::ClaimOpenTo(color) => of("then-claim_open", *color),
        Consequence::OfferOpenTo(color) => of("then-offer_open", *color),
        // A claim that is found right or wrong has been checked.
        Consequence::ClaimIsChecked
            if matches!(proposed.decision, Decision::ClaimCorrect | Decision::ClaimIncorrect) =>
        {
            return None;
        }
        Consequence::ClaimIsChecked => say!(words, "then-claim_checked"),
        Consequence::ClaimFallsAway => say!(words, "then-claim_falls"),
        Consequence::ForArbiterOnly => say!(words, "then-arbiter_only"),
        Consequence::Final => say!(words, "then-final"),
        Consequence::Appealable => say!(words, "then-appealable"),
        Consequence::DeciderWonBy(color) => of("then-decider", *color),
        Consequence::InTimeOf(color) => of("then-in_time_of", *color),
        Consequence::ResultAfterFlagFall { or_earlier } => {
            say!(words, "then-result_later", earlier = if *or_earlier { "yes" } else { "no" })
        }
        Consequence::Required(papers) => {
            let papers: Vec<String> = papers.iter().map(|one| paper(words, *one)).collect();
            say!(words, "then-required", papers = papers.join(", "))
        }
        Consequence::DecidedByArbiter => say!(words, "then-decided_later"),
        #[allow(
            unreachable_patterns,
            reason = "a new consequence is shown in JSON until it has words"
        )]
        _ => return None,
    })
}

fn counters(words: &Words, counter: &ByColor<u32>) -> String {
    say!(words, "then-counter", white = counter.white, black = counter.black)
}

fn points_text(words: &Words, points: &ByColor<Option<Points>>) -> String {
    let text = |points: Option<Points>| match points {
        Some(points) => points.to_string(),
        None => say!(words, "points-arbiter"),
    };
    say!(words, "then-points", white = text(points.white), black = text(points.black))
}

/// The moves that are left; nothing where the decision leaves all.
fn moves_text(
    words: &Words,
    moves: &[Move],
    decision: Decision,
    at: Option<&Position>,
) -> Option<String> {
    if decision == Decision::NoObligation {
        return None;
    }
    let mut named: Vec<String> = moves.iter().map(|&played| move_text(words, played, at)).collect();
    if named.len() <= 2 * MOVES_NAMED {
        return Some(say!(words, "then-one_of_moves", moves = named.join(", ")));
    }
    let n = named.len();
    named.truncate(MOVES_NAMED);
    Some(say!(words, "then-one_of_many", n = n, moves = named.join(", ")))
}

/// A move in the letters that a reader of the language writes.
fn move_text(words: &Words, played: Move, at: Option<&Position>) -> String {
    let letters = match words.language() {
        Language::English => Letters::English,
        Language::Russian => Letters::Russian,
    };
    match at {
        Some(position) => position.write_move(played, Style::San(letters)),
        None => format!("{}-{}", played.from(), played.to()),
    }
}

fn role_key(role: Role) -> &'static str {
    match role {
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        _ => "knight",
    }
}

fn paper(words: &Words, paper: Paper) -> String {
    match paper {
        Paper::PositionWrittenByClaimant => say!(words, "paper-position_written"),
        Paper::PositionConfirmedByOpponent => say!(words, "paper-position_confirmed"),
        Paper::SheetUpToDate => say!(words, "paper-sheet"),
    }
}

fn question(words: &Words, judgement: Judgement) -> String {
    let id = match judgement {
        Judgement::NormalMeans => "ask-normal_means",
        Judgement::Disturbance => "ask-disturbance",
        Judgement::Penalty => "ask-penalty",
        Judgement::TimeUsed => "ask-time_used",
        Judgement::TextSilent => "ask-text_silent",
        Judgement::Facts => "ask-facts",
        Judgement::DecideOtherwise => "ask-decide_otherwise",
        Judgement::Schedule => "ask-schedule",
    };
    say!(words, id)
}

/// Words a choice.
pub fn choice(words: &Words, offered: &Choice) -> String {
    let text = choice_text(words, offered);
    // English keeps the capital of a side.
    if text.starts_with("White") || text.starts_with("Black") {
        return text;
    }
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn choice_text(words: &Words, offered: &Choice) -> String {
    let of = |id: &str, color: Color| say!(words, id, color = color_key(color));
    match offered {
        Choice::Decide(decision) => {
            say!(words, &format!("decision-{}", decision.word()), loser = "none", style = "none")
        }
        Choice::GameLost(by) => {
            say!(words, "decision-game_lost", loser = color_key(*by), style = "none")
        }
        Choice::Resigned(by) => of("choice-resigned", *by),
        Choice::TimePenalty(to) => of("choice-time_penalty", *to),
        Choice::Penalty(penalty, None) => say!(words, "choice-penalty", penalty = penalty.word()),
        Choice::Penalty(penalty, Some(time)) => say!(
            words,
            "choice-penalty_time",
            penalty = match penalty {
                Penalty::TimeToOpponent => "time_to_opponent",
                _ => "time_from_offender",
            },
            time = spoken_time(words, *time)
        ),
        Choice::TakeBack(time) => {
            say!(words, "choice-take_back", time = spoken_time(words, *time))
        }
        Choice::CastlingCompleted => say!(words, "choice-castling_completed"),
        Choice::MakeClaimLegal => say!(words, "choice-make_claim_legal"),
        Choice::Disrepute => say!(words, "choice-disrepute"),
        Choice::ExpelOutsider => say!(words, "choice-expel_outsider"),
        Choice::ExtraTime(to) => of("choice-extra_time", *to),
        Choice::Say(remark) => say!(words, "choice-say", word = remark.word()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_and_refusal_has_its_words() {
        for language in Language::ALL {
            let words = Words::new(language);
            for decision in Decision::ALL {
                assert!(words.has(&format!("decision-{}", decision.word())), "{decision:?}");
            }
            for refusal in kaissa_ruling::Refusal::ALL {
                assert!(words.has(&format!("refusal-{}", refusal.word())), "{refusal:?}");
            }
        }
    }

    #[test]
    fn every_rule_has_its_gist() {
        for language in Language::ALL {
            let words = Words::new(language);
            for rule in kaissa_laws::Rule::ALL {
                assert!(words.has(&format!("law-{}", rule.key())), "{language}: {}", rule.key());
            }
        }
    }

    #[test]
    fn times_are_said_in_minutes_and_seconds() {
        let words = Words::new(Language::English);
        let said = |time| spoken_time(&words, time);
        assert_eq!(said(ClockTime::minutes(2)), "2 min");
        assert_eq!(said(ClockTime::seconds(90)), "1 min 30 s");
        assert_eq!(said(ClockTime::millis(60_500)), "1 min 0.5 s");
        assert_eq!(said(ClockTime::millis(119_990)), "1 min 59.9 s");
        assert_eq!(said(ClockTime::seconds(5)), "5 s");
        assert_eq!(said(ClockTime::ZERO), "0 s");
    }
}
