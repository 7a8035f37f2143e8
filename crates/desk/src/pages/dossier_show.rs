//! One game's file for an appeal: the game, its evidence, what was shown and ruled, every entry.

use std::collections::BTreeSet;

use askama::Template;
use kaissa_chess::Color;
use kaissa_laws::Rule;
use kaissa_words::{clock_text, day_and_time, law_gist, say, time_of_day};
use serde_json::Value;

use super::entry_text::{articles, decision_text, entries, head, proposal_text};
use super::report_show::ReportLine;
use super::result_enter::result_text;
use super::scoresheet_show::{SheetMove, sheet};
use super::shown::{gap_text, moves, title};
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, Board, Body, LiveBoard, Reply, Setting, Shown};

#[derive(Template)]
#[template(path = "dossier_show.html")]
struct DossierShow<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    at: String,
    /// What is known of the game: names of facts with what they are.
    facts: Vec<(String, String)>,
    sheet: Vec<SheetMove>,
    diagram: String,
    fen: String,
    evidence: Vec<String>,
    proposals: Vec<ProposalShown>,
    rulings: Vec<RulingShown>,
    laws: Vec<(String, String)>,
    entries: Vec<ReportLine>,
    head: String,
}

struct ProposalShown {
    entry: u64,
    at: String,
    to: String,
    decision: String,
    steps: Vec<String>,
    articles: String,
    json: String,
}

struct RulingShown {
    entry: u64,
    at: String,
    by: String,
    text: String,
    how: String,
    reason: String,
}

/// The file of a board's game.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let position = board.game.position();
    let last = board.game.last_move().map(|made| made.played);
    let of_board = entries(ask, |entry| {
        entry.body.board() == Some(board.id) && !matches!(entry.body, Body::RecordObserved { .. })
    });
    render(&DossierShow {
        layout: Layout::new(ask, ask.say("desk-act-dossier")).with_module("print.js"),
        board: title(ask, board),
        id: board.id.0,
        at: day_and_time(ask.now),
        facts: facts(ask, live),
        sheet: sheet(board),
        diagram: Diagram::large(position, last).svg(),
        fen: position.to_fen(),
        evidence: evidence(ask, board),
        proposals: board.shown.iter().map(|shown| proposal(ask, shown)).collect(),
        rulings: rulings(ask, board),
        laws: laws(ask, board),
        entries: of_board.iter().map(|entry| ReportLine::of(ask, entry)).collect(),
        head: head(ask),
    })
}

fn facts(ask: &Ask, live: &LiveBoard) -> Vec<(String, String)> {
    let board = live.board.as_ref();
    let ground = ask.ground();
    let clock = |color| board.clocks.of_color(color).map_or("–".to_owned(), clock_text);
    let result = board.result.map(|(result, by)| {
        let by = ground.name_of(by);
        format!("{} ({} {by})", result_text(ask, result), ask.say("desk-entered-by"))
    });
    let style = ask.say(&format!("desk-style-{}", live.rules.style().name()));
    let round = board.round.map(|round| round.to_string()).unwrap_or_default();
    let all = [
        ("desk-setting-competition", ground.setting(Setting::Competition).to_owned()),
        ("desk-round", round),
        ("desk-white", board.white.clone()),
        ("desk-black", board.black.clone()),
        ("desk-setting-edition", live.rules.edition().name().to_owned()),
        ("desk-setting-style", style),
        ("desk-dossier-time-control", ground.time_control_of(board)),
        ("desk-dossier-clocks", format!("{} – {}", clock(Color::White), clock(Color::Black))),
        ("desk-result", result.unwrap_or_default()),
    ];
    let told = all.into_iter().filter(|(_, value)| !value.is_empty());
    told.map(|(name, value)| (ask.say(name), value)).collect()
}

/// What is counted on the record, where it comes from, and where it has holes.
fn evidence(ask: &Ask, board: &Board) -> Vec<String> {
    let words = ask.words();
    let game = &board.game;
    let counted = moves(game.position().halfmove_clock());
    let mut lines = vec![
        say!(words, "desk-dossier-series", moves = counted),
        say!(words, "desk-dossier-times", plies = plies(&game.occurrences())),
    ];
    for (source, row) in &board.rows {
        let at = day_and_time(row.changed_at);
        let n = row.record.plies.len();
        lines.push(say!(words, "desk-dossier-source", source = source.as_str(), n = n, at = at));
    }
    lines.extend(board.gaps.iter().map(|gap| gap_text(words, gap)));
    for aside in game.set_aside() {
        let (ply, n) = (aside.after_ply, aside.moves.len());
        lines.push(say!(words, "desk-dossier-set-aside", ply = ply, n = n));
    }
    for color in Color::ALL {
        let side = ask.say(color.fold_wb("desk-white", "desk-black"));
        let (booked, claims) = (game.booked(color).len(), game.wrong_claims(color));
        let warned = game.warnings(color).count();
        if booked > 0 || warned > 0 || claims > 0 {
            lines.push(say!(
                words,
                "desk-dossier-faults",
                side = side,
                illegal = booked,
                warnings = warned,
                claims = claims
            ));
        }
    }
    lines
}

fn plies(all: &[u32]) -> String {
    all.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn proposal(ask: &Ask, shown: &Shown) -> ProposalShown {
    let steps = shown.proposal.pointer(&format!("/words/{}/steps", ask.language.code()));
    let steps = steps.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let cited: Vec<String> =
        articles(&shown.proposal).into_iter().map(|(_, article)| article).collect();
    ProposalShown {
        entry: shown.entry,
        at: time_of_day(shown.at),
        to: ask.ground().name_of(shown.to).to_owned(),
        decision: proposal_text(ask, &shown.proposal),
        steps: steps.map(str::to_owned).collect(),
        articles: cited.join(", "),
        json: shown.proposal.to_string(),
    }
}

fn rulings(ask: &Ask, board: &Board) -> Vec<RulingShown> {
    let rulings = board.rulings.iter().map(|ruling| {
        let how = match (ruling.proposal, ruling.follows) {
            (Some(_), true) => ask.say("desk-dossier-follows"),
            (Some(_), false) => ask.say("desk-dossier-departs"),
            (None, _) => String::new(),
        };
        let taken_back = ruling
            .taken_back
            .as_deref()
            .map(|reason| say!(ask.words(), "desk-dossier-taken-back", reason = reason));
        RulingShown {
            entry: ruling.entry,
            at: time_of_day(ruling.at),
            by: ask.ground().name_of(ruling.by).to_owned(),
            text: decision_text(ask, &ruling.decision),
            how,
            reason: format!("{} {}", ruling.reason, taken_back.unwrap_or_default()),
        }
    });
    rulings.collect()
}

/// The articles that the proposals rest on, with what they say in short.
fn laws(ask: &Ask, board: &Board) -> Vec<(String, String)> {
    let cited: BTreeSet<(String, String)> =
        board.shown.iter().flat_map(|shown| articles(&shown.proposal)).collect();
    let gist = |key: &str| {
        let rule = Rule::ALL.iter().find(|rule| rule.key() == key);
        rule.map(|rule| law_gist(ask.words(), *rule)).unwrap_or_default()
    };
    cited.into_iter().map(|(key, article)| (article, gist(&key))).collect()
}
