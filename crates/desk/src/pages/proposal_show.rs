//! A proposal as it was shown, and the ruling of a named arbiter on it.

use askama::Template;
use kaissa_chess::{ByColor, Color};
use kaissa_game::{Entry as GameEvent, GameResult};
use kaissa_laws::{ClockTime, Rule};
use kaissa_ruling::{Decision, departed, taken_back};
use kaissa_words::{Language, clock_text, law_gist, say, time_of_day};

use super::shown::title;
use crate::acting::{Kept, Way, read_times};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::statics::catalogue;
use crate::{Ask, Board, BoardId, Body, Deed, Refused, Reply, Ruling, Shown};

/// How long a reason may be, in letters.
const LONGEST: usize = 2_000;

#[derive(Template)]
#[template(path = "proposal_show.html")]
struct ProposalShow<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    entry: u64,
    shown: String,
    again: String,
    is_old: bool,
    /// Who ruled on the same matter meanwhile.
    meanwhile: Option<String>,
    decision: &'a str,
    certainty: String,
    bases: Vec<BasisShown>,
    steps: Vec<&'a str>,
    open: Vec<&'a str>,
    questions: Vec<&'a str>,
    evidence: Vec<&'a str>,
    pictures: Vec<(String, String)>,
    clock: Option<ClockShown>,
    say: Vec<(&'static str, Vec<String>)>,
    rulings: Vec<RulingShown>,
    ways: Vec<WayShown>,
    needs_times: bool,
    may_rule: bool,
    is_late: bool,
    /// The decisions with which a game goes on or ends, then the others.
    decisions: [DecisionGroup; 2],
    results: Vec<(&'static str, String, bool)>,
    white_clock: String,
    black_clock: String,
    reason: String,
    /// Whether the form that was refused takes a ruling back.
    is_undoing: bool,
    /// The number of the ruling that may be taken back.
    undo: Option<u64>,
}

struct BasisShown {
    /// The articles, each with its address on the page of the Laws.
    articles: Vec<(String, String)>,
    /// The edition; empty where it is no article.
    edition: String,
    text: String,
}

struct ClockShown {
    white: String,
    black: String,
    running: String,
}

struct WayShown {
    choice: String,
    name: String,
}

struct RulingShown {
    at: String,
    by: String,
    text: String,
    how: String,
    reason: String,
    taken_back: String,
    /// That the moves it rests on were changed afterwards.
    new_evidence: String,
}

/// The proposal that the address names, else the last one of the board.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    match asked_for(ask, &live.board) {
        Some(shown) => show(ask, &live.board, shown),
        None => Reply::message(ask, 200, "desk-proposal-title", "desk-proposal-none"),
    }
}

fn asked_for<'b>(ask: &Ask, board: &'b Board) -> Option<&'b Shown> {
    let number: Option<u64> = ask.form.number("entry").or_else(|| ask.query.number("entry"));
    if let Some(number) = number {
        return board.shown.iter().find(|shown| shown.entry == number);
    }
    match ask.query.filled("form") {
        Some(form) => {
            let is_of = |shown: &&Shown| {
                shown.id.rsplit_once('.').is_some_and(|(before, _)| before == form)
            };
            board.shown.iter().rev().find(is_of)
        }
        None => board.shown.last(),
    }
}

/// Where an act leads that shows a proposal: a function of the asking alone.
pub(crate) fn then_proposal(ask: &Ask) -> String {
    let board = super::then_board(ask);
    format!("{board}/proposal?form={}", ask.sent_id().unwrap_or_default())
}

/// Where a ruling leads: to what was ruled on.
pub(crate) fn then_ruled(ask: &Ask) -> String {
    format!("{}/proposal?entry={}#ruling", super::then_board(ask), ask.form.text("entry"))
}

fn show(ask: &Ask, board: &Board, shown: &Shown) -> Reply {
    let (words, kept) = (ask.words(), Kept(&shown.proposal));
    let (language, id) = (ask.language, board.id.0);
    let rulings: Vec<&Ruling> = rulings_on(board, shown).collect();
    let last = rulings.iter().rev().find(|ruling| ruling.taken_back.is_none()).copied();
    let ruled_way = last.filter(|last| last.follows).and_then(|last| way_of(kept, &last.choice));
    let mut ways = kept.ways();
    // Until a choice is made there is one thing to set and to say only where there is no choice.
    let only = ways.next().filter(|way| way.choice().is_empty());
    let told = match last {
        Some(last) if !last.follows => None,
        Some(_) => ruled_way,
        None => only,
    };
    let by = ask.ground().name_of(shown.to);
    let certainty = format!("desk-certainty-{}", kept.field("certainty"));
    let small = |position, last| Diagram::small(position, last).svg();
    let pictures = kept.pictures(language);
    render(&ProposalShow {
        layout: Layout::new(ask, heading(ask, &shown.about)),
        board: title(ask, board),
        id,
        entry: shown.entry,
        shown: say!(words, "desk-shown-at", at = time_of_day(shown.at), by = by),
        again: again(id, &shown.about, kept),
        is_old: kept.ply() != board.game.ply() && rulings.is_empty(),
        meanwhile: ruled_meanwhile(board, shown)
            .filter(|_| rulings.is_empty() && ask.refused.is_none())
            .map(|other| ruled_text(ask, other)),
        decision: kept.word(language, "decision"),
        certainty: ask.say(&certainty),
        bases: kept.grounds().map(|basis| basis_shown(ask, basis)).collect(),
        steps: kept.words(language, "steps"),
        open: ["unknown", "open"]
            .map(|name| kept.word(language, name))
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect(),
        questions: kept.words(language, "questions"),
        evidence: kept.words(language, "evidence"),
        pictures: pictures
            .iter()
            .map(|(name, at, last)| (name.clone(), small(at, *last)))
            .collect(),
        clock: told.and_then(Way::clock).map(|clock| clock_shown(ask, clock)),
        say: said(last, told),
        rulings: rulings.iter().map(|ruling| ruling_shown(ask, ruling)).collect(),
        ways: kept
            .ways()
            .map(|way| WayShown {
                choice: way.choice().to_owned(),
                name: way.name(language).to_owned(),
            })
            .collect(),
        needs_times: kept.ways().any(Way::needs_times),
        may_rule: last.is_none_or(|last| last.decision == Decision::Postponed.word()),
        is_late: last.is_some_and(|last| last.decision == Decision::Postponed.word()),
        decisions: decisions(ask),
        results: results(ask),
        white_clock: ask.typed("white_clock", "").to_owned(),
        black_clock: ask.typed("black_clock", "").to_owned(),
        reason: ask.typed("reason", "").to_owned(),
        is_undoing: ask.form.text("rule") == "undo",
        undo: last.map(|last| last.entry),
    })
}

/// The name of what the proposal is about.
pub(crate) fn heading(ask: &Ask, about: &str) -> String {
    let (act, kind) = (format!("desk-act-{about}"), format!("rule-kind-{about}"));
    match ask.words().has(&act) {
        true => ask.say(&act),
        false => ask.say(&kind),
    }
}

/// The form again, with what was told.
fn again(id: u32, about: &str, kept: Kept<'_>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    kept.told().into_iter().for_each(|(name, value)| {
        query.append_pair(name, value);
    });
    let acts = super::BOARD_ACTS.iter().map(|(path, _)| *path);
    match acts.into_iter().find(|path| *path == about) {
        Some(path) => format!("/board/{id}/{path}?{}", query.finish()),
        None => format!("/board/{id}/irregularity?kind={about}&{}", query.finish()),
    }
}

fn basis_shown(ask: &Ask, basis: &serde_json::Value) -> BasisShown {
    let word = |name: &str| basis.get(name).and_then(|value| value.as_str()).unwrap_or_default();
    let edition = word("edition").to_owned();
    let articles = basis.get("articles").and_then(|articles| articles.as_array());
    let articles = articles.into_iter().flatten().filter_map(|article| article.as_str());
    let rule = Rule::ALL.iter().find(|rule| rule.key() == word("rule"));
    let gist = rule.map(|rule| law_gist(ask.words(), *rule)).unwrap_or_default();
    let text = match word("kind") {
        "article" => gist,
        "analogy" => format!("{} {gist}", ask.say("desk-by-analogy")),
        "regulation" => say!(ask.words(), "basis-regulation", point = word("point")),
        _ => ask.say("basis-interpretation"),
    };
    let address = |article: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("q", article).append_pair("edition", &edition);
        format!("/laws?{}", query.finish())
    };
    let articles = articles.map(|article| (article.to_owned(), address(article))).collect();
    BasisShown { articles, edition, text }
}

fn clock_shown(ask: &Ask, (times, running): (ByColor<ClockTime>, Option<Color>)) -> ClockShown {
    let started = running.map(|color| {
        let color = kaissa_words::color_key(color);
        say!(ask.words(), "then-start_clock", color = color)
    });
    ClockShown {
        white: clock_text(times.white),
        black: clock_text(times.black),
        running: started.unwrap_or_default(),
    }
}

/// What is said to the players, in each language.
fn said(ruling: Option<&Ruling>, way: Option<Way<'_>>) -> Vec<(&'static str, Vec<String>)> {
    let lines = |language: Language| -> Vec<String> {
        match (ruling, way) {
            (Some(ruling), _) if !ruling.follows => {
                vec![format!("{}.", decision_text(language, &ruling.decision))]
            }
            (_, Some(way)) => way.say(language).into_iter().map(str::to_owned).collect(),
            _ => Vec::new(),
        }
    };
    let both = Language::ALL.map(|language| (language.code(), lines(language)));
    both.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
}

/// A decision in words, without whose it is.
pub(crate) fn decision_text(language: Language, word: &str) -> String {
    say!(catalogue(language), &format!("decision-{word}"), loser = "none", style = "none")
}

fn ruling_shown(ask: &Ask, ruling: &Ruling) -> RulingShown {
    let how = match ruling.follows {
        true => "desk-follows",
        false if ruling.decision == Decision::Postponed.word() => "desk-postponed",
        false => "desk-departs",
    };
    RulingShown {
        at: time_of_day(ruling.at),
        by: ask.ground().name_of(ruling.by).to_owned(),
        text: decision_text(ask.language, &ruling.decision),
        how: ask.say(how),
        reason: ruling.reason.clone(),
        taken_back: ruling.taken_back.clone().unwrap_or_default(),
        new_evidence: ruling
            .new_evidence_at
            .map(|at| say!(ask.words(), "desk-new-evidence-how", at = time_of_day(at)))
            .unwrap_or_default(),
    }
}

fn rulings_on<'b>(board: &'b Board, shown: &Shown) -> impl Iterator<Item = &'b Ruling> {
    let entry = shown.entry;
    board.rulings.iter().filter(move |ruling| ruling.proposal == Some(entry))
}

fn way_of<'a>(kept: Kept<'a>, choice: &str) -> Option<Way<'a>> {
    kept.ways().find(|way| way.choice() == choice)
}

/// Decisions under a heading: what each says, its word, and whether it is chosen.
type DecisionGroup = (String, Vec<(String, &'static str, bool)>);

/// The decisions that are looked for most, before a stopped clock: the game goes on, it ends, or a
/// claim is answered.
const USUAL: [Decision; 8] = [
    Decision::Continue,
    Decision::GameDrawn,
    Decision::DrawAgreed,
    Decision::GameLost,
    Decision::BothLose,
    Decision::ClaimCorrect,
    Decision::ClaimIncorrect,
    Decision::ClaimInadmissible,
];

/// The closed list of decisions: the usual ones in their order, the others by their words.
fn decisions(ask: &Ask) -> [DecisionGroup; 2] {
    let chosen = ask.typed("decision", "");
    let option = |decision: &Decision| {
        let word = decision.word();
        (decision_text(ask.language, word), word, word == chosen)
    };
    let others = Decision::ALL.iter().filter(|decision| !USUAL.contains(decision));
    let mut others: Vec<_> = others.map(option).collect();
    others.sort();
    [
        (ask.say("desk-decisions-usual"), USUAL.iter().map(option).collect()),
        (ask.say("desk-decisions-other"), others),
    ]
}

/// The results that a ruling may give.
const RESULTS: [(&str, GameResult); 4] = [
    ("1-0", GameResult::WHITE_WINS),
    ("1/2-1/2", GameResult::DRAW),
    ("0-1", GameResult::BLACK_WINS),
    ("0-0", GameResult::BOTH_LOSE),
];

fn results(ask: &Ask) -> Vec<(&'static str, String, bool)> {
    let chosen = ask.typed("result", "");
    let listed = RESULTS.iter().map(|(word, _)| (*word, (*word).to_owned(), *word == chosen));
    listed.collect()
}

/// Keeps the ruling, with what follows from it.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let board = live.board.as_ref();
    let Some(shown) = asked_for(ask, board) else {
        return ask.refuse_all(ask.say("desk-no-such-proposal"));
    };
    let reason = ask.form.text("reason");
    if reason.chars().count() > LONGEST {
        return ask.refuse("reason", ask.say("desk-note-long"));
    }
    let standing = rulings_on(board, shown).filter(|ruling| ruling.taken_back.is_none()).last();
    if ask.form.text("rule") == "undo" {
        return undo(ask, board, standing);
    }
    if standing.is_some_and(|last| last.decision != Decision::Postponed.word()) {
        return ask.refuse_all(ask.say("desk-ruled-already"));
    }
    if let Some(other) = ruled_meanwhile(board, shown) {
        return ask.refuse_all(ruled_text(ask, other));
    }
    let times = read_times(ask)?.map(GameEvent::ClocksSet);
    let ruling = match ask.form.text("rule") {
        "follow" => follow(ask, shown)?,
        "postpone" => departing(Decision::Postponed, shown, None),
        "depart" => depart(ask, shown)?,
        _ => return ask.refuse_all(ask.say("desk-no-such-proposal")),
    };
    // What was told happened once, however often it is ruled on.
    let is_first = rulings_on(board, shown).next().is_none();
    let facts = if is_first { Kept(&shown.proposal).facts() } else { Vec::new() };
    Ok(deeds(board.id, shown.entry, reason, ruling, facts, times))
}

/// The ruling on another proposal that makes this one old: on the same matter, or with a result, made
/// after it was shown and not taken back.
fn ruled_meanwhile<'b>(board: &'b Board, shown: &Shown) -> Option<&'b Ruling> {
    let is_same = |ruling: &Ruling| {
        let of = board.shown.iter().find(|other| Some(other.entry) == ruling.proposal);
        of.is_some_and(|other| other.entry != shown.entry && other.about == shown.about)
    };
    board.rulings.iter().rev().find(|ruling| {
        ruling.entry > shown.entry
            && ruling.proposal != Some(shown.entry)
            && ruling.taken_back.is_none()
            && ruling.decision != Decision::Postponed.word()
            && (is_same(ruling) || ruling.has_result)
    })
}

/// Who ruled meanwhile, when and how.
fn ruled_text(ask: &Ask, ruling: &Ruling) -> String {
    say!(
        ask.words(),
        "desk-ruled-meanwhile",
        by = ask.ground().name_of(ruling.by),
        at = time_of_day(ruling.at),
        decision = decision_text(ask.language, &ruling.decision)
    )
}

/// What is said before the steps of an act that was ruled on at this very ply of the game.
pub(crate) fn ruled_before(ask: &Ask, board: &Board, about: &str) -> Option<String> {
    let of = |ruling: &Ruling| {
        let shown = board.shown.iter().find(|shown| Some(shown.entry) == ruling.proposal);
        shown.is_some_and(|shown| {
            shown.about == about && Kept(&shown.proposal).ply() == board.game.ply()
        })
    };
    let ruling = board.rulings.iter().rev().find(|ruling| {
        ruling.taken_back.is_none() && ruling.decision != Decision::Postponed.word() && of(ruling)
    });
    ruling.map(|ruling| ruled_text(ask, ruling))
}

/// Takes a ruling back, by the opposite of what was entered with it.
fn undo(ask: &Ask, board: &Board, standing: Option<&Ruling>) -> Result<Vec<Deed>, Refused> {
    let Some(ruling) = standing.filter(|ruling| ask.form.number("ruling") == Some(ruling.entry))
    else {
        return ask.refuse_all(ask.say("desk-no-such-ruling"));
    };
    let reason = ask.form.text("reason").to_owned();
    if reason.is_empty() {
        return ask.refuse("reason", ask.say("desk-undo-reason-missing"));
    }
    let id = board.id;
    let taken = Body::RulingTakenBack { board: id, ruling: ruling.entry, reason };
    let events = taken_back(&ruling.entered, &board.game);
    let mut deeds = vec![Deed::from(taken)];
    deeds.extend(events.into_iter().map(|event| Body::GameEvent { board: id, event }.into()));
    if ruling.has_result && board.result.is_some() {
        deeds.push(Body::ResultEntered { board: id, result: None }.into());
    }
    Ok(deeds)
}

/// What a ruling enters.
struct Made {
    decision: String,
    choice: String,
    follows: bool,
    entries: Vec<GameEvent>,
    result: Option<GameResult>,
}

fn follow(ask: &Ask, shown: &Shown) -> Result<Made, Refused> {
    let kept = Kept(&shown.proposal);
    let Some(way) = way_of(kept, ask.form.text("choice")) else {
        return ask.refuse_all(ask.say("desk-choice-missing"));
    };
    let entries = way.entries();
    let (decision, choice) = (way.decision().to_owned(), way.choice().to_owned());
    Ok(Made { decision, choice, follows: true, entries, result: way.result() })
}

fn depart(ask: &Ask, shown: &Shown) -> Result<Made, Refused> {
    let wanted = ask.form.text("decision");
    let Some(decision) = Decision::ALL.iter().copied().find(|known| known.word() == wanted) else {
        return ask.refuse("decision", ask.say("desk-decision-missing"));
    };
    if ask.form.text("reason").is_empty() {
        return ask.refuse("reason", ask.say("desk-reason-missing"));
    }
    let result = match ask.form.filled("result") {
        None => None,
        Some(word) => match RESULTS.iter().find(|(known, _)| *known == word) {
            Some((_, result)) => Some(*result),
            None => return ask.refuse("result", ask.say("desk-ruled-result-wrong")),
        },
    };
    if decision.is_loss() && result.is_none() {
        return ask.refuse("result", ask.say("desk-result-missing"));
    }
    Ok(departing(decision, shown, result))
}

fn departing(decision: Decision, shown: &Shown, result: Option<GameResult>) -> Made {
    let done = departed(decision, result, Kept(&shown.proposal).claim());
    Made {
        decision: decision.word().to_owned(),
        choice: String::new(),
        follows: false,
        entries: done.entries,
        result: done.result,
    }
}

fn deeds(
    board: BoardId,
    proposal: u64,
    reason: &str,
    made: Made,
    facts: Vec<GameEvent>,
    times: Option<GameEvent>,
) -> Vec<Deed> {
    let ruling = Body::RulingMade {
        board,
        proposal: Some(proposal),
        decision: made.decision,
        choice: made.choice,
        follows: made.follows,
        reason: reason.to_owned(),
    };
    let events = facts.into_iter().chain(made.entries).chain(times);
    let mut deeds = vec![Deed::from(ruling)];
    deeds.extend(events.map(|event| Deed::from(Body::GameEvent { board, event })));
    deeds.extend(
        made.result.map(|result| Deed::from(Body::ResultEntered { board, result: Some(result) })),
    );
    deeds
}
