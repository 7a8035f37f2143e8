//! Every other irregularity and procedure: a form made from the kinds that the rulings know.

use askama::Template;
use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Game};
use kaissa_ruling::facts::{Fact, FactField, Facts};
use kaissa_ruling::kinds::Kind;
use kaissa_words::{Language, say};

use super::shown::title;
use crate::acting::{
    ActForm, Case, Steps, clock_now, clocks_read, positions, read_time, time_control, time_text,
};
use crate::layout::{Layout, render};
use crate::statics::catalogue;
use crate::{Ask, Board, Deed, LiveBoard, Refused, Reply};

/// The kinds in groups, as an arbiter looks for them.
pub(crate) const GROUPS: &[(&str, &[&str])] = &[
    ("desk-kinds-touch", &["touch", "touch-fault", "touch-complaint"]),
    (
        "desk-kinds-irregular",
        &[
            "illegal-move",
            "promotion",
            "move-out-of-turn",
            "pieces-displaced",
            "irregularity",
            "initial-position",
            "board-turned",
            "colours-reversed",
        ],
    ),
    ("desk-kinds-end", &["draw-offer", "resignation", "quickplay-claim"]),
    (
        "desk-kinds-clock",
        &["session-start", "late-arrival", "clock-setting", "defective-clock", "pause"],
    ),
    (
        "desk-kinds-recording",
        &[
            "recording-duty",
            "written-in-advance",
            "assistant",
            "sheet-hidden",
            "sheet-request",
            "checkpoint",
            "sheets-checked",
            "result-signed",
            "written-move",
            "offer-recorded",
        ],
    ),
    (
        "desk-kinds-conduct",
        &[
            "phone-sound",
            "device-found",
            "disturbance",
            "refusal",
            "leaving",
            "outsider-request",
            "outsider-help",
            "remark",
            "question",
        ],
    ),
    (
        "desk-kinds-adjournment",
        &[
            "sealing",
            "early-adjournment",
            "sealed-offer",
            "envelope-opened",
            "envelope-missing",
            "resumption",
        ],
    ),
    (
        "desk-kinds-blind",
        &["announcement", "special-board", "blind-move", "boards-differ", "blind-assistant"],
    ),
    ("desk-kinds-other", &["classify", "chess960-castling"]),
];

#[derive(Template)]
#[template(path = "irregularity_list.html")]
struct IrregularityList<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    asked: String,
    groups: Vec<(String, Vec<(String, String)>)>,
}

/// The form of a kind, or the kinds to choose from.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let wanted = ask.form.raw("kind").or_else(|| ask.query.raw("kind")).unwrap_or_default();
    match Kind::named(wanted) {
        Some(kind) => form(ask, live, kind),
        None => list(ask, live),
    }
}

fn list(ask: &Ask, live: &LiveBoard) -> Reply {
    let asked = ask.query.text("q").to_lowercase();
    let id = live.board.id.0;
    let is_meant = |name: &str| {
        let said = |language| catalogue(language).say(&kind_id(name), &Default::default());
        let all = Language::ALL.map(|language| said(language).to_lowercase());
        asked
            .split_whitespace()
            .all(|word| name.contains(word) || all.iter().any(|text| text.contains(word)))
    };
    let groups = GROUPS.iter().map(|(group, names)| {
        let meant = names.iter().filter(|name| is_meant(name));
        let kinds = meant.map(|name| (address(id, name), ask.say(&kind_id(name))));
        (ask.say(group), kinds.collect::<Vec<_>>())
    });
    render(&IrregularityList {
        layout: Layout::new(ask, ask.say("desk-act-irregularity")),
        board: title(ask, &live.board),
        id,
        asked: ask.query.text("q").to_owned(),
        groups: groups.filter(|(_, kinds)| !kinds.is_empty()).collect(),
    })
}

fn kind_id(name: &str) -> String {
    format!("rule-kind-{name}")
}

/// Where a kind is asked: some have steps of their own.
fn address(board: u32, name: &str) -> String {
    match super::BOARD_ACTS.iter().any(|(path, _)| *path == name) {
        true => format!("/board/{board}/{name}"),
        false => format!("/board/{board}/irregularity?kind={name}"),
    }
}

fn form(ask: &Ask, live: &LiveBoard, kind: &'static Kind) -> Reply {
    let steps = Steps::new(ask).hidden("kind", kind.name);
    let steps = kind.fields().iter().fold(steps, |steps, field| {
        let label = label(ask, field);
        let legend = match field.is_required {
            true => label.clone(),
            false => say!(ask.words(), "desk-if-so", label = label.as_str()),
        };
        let usual = usual(ask, &live.board, field);
        if is_position(field) {
            let steps = steps.step_worded(legend);
            let is_now = field.is_required || field.name == "position";
            return positions::put(ask, steps, &live.board.game, field.name, is_now);
        }
        put(ask, steps, field, label, legend, &usual)
    });
    ActForm::page(ask, live, "irregularity", vec![ask.say(&kind_id(kind.name))], steps)
}

/// Whether a fact is a position, which an arbiter chooses and does not type.
fn is_position(field: &FactField) -> bool {
    field.form.contains("FEN")
}

fn label(ask: &Ask, field: &FactField) -> String {
    let help = ask.say(&format!("help-rule-{}", field.name.replace('_', "-")));
    // The help of the command line names the words behind a colon; here they are the answers.
    match (field.form.starts_with("one of "), help.split_once(':')) {
        (true, Some((asked, _))) => asked.to_owned(),
        _ => help,
    }
}

/// Puts a field as its form asks for it.
fn put<'a>(
    ask: &Ask,
    steps: Steps<'a>,
    field: &FactField,
    label: String,
    legend: String,
    usual: &str,
) -> Steps<'a> {
    if field.form == "true or false" {
        return steps.step_worded(label).tick(field.name, "desk-yes");
    }
    let steps = steps.step_worded(legend);
    let Some(answers) = answers(ask, field) else {
        let hint = ask.say(form_hint(field));
        let steps = steps.text_worded(field.name, hint, usual);
        return if field.is_required { steps.required() } else { steps };
    };
    steps.one_of_worded(field.name, answers, usual)
}

/// The answers of a field that is one of several words; `None` for one that is typed.
fn answers(ask: &Ask, field: &FactField) -> Option<Vec<(String, String)>> {
    let words: Vec<&str> = match (field.form, field.form.strip_prefix("one of ")) {
        ("white or black", _) if field.is_list => vec!["white", "black", "white,black"],
        ("white or black", _) => vec!["white", "black"],
        ("queen, rook, bishop, knight, king or pawn", _) if !field.is_list => {
            vec!["queen", "rook", "bishop", "knight", "king", "pawn"]
        }
        (_, Some(words)) if !field.is_list => words.split(' ').collect(),
        _ => return None,
    };
    let name = |word: &str| match word {
        "white,black" => ask.say("desk-fact-both"),
        // A result is written the same in every language.
        word if word.starts_with(|letter: char| letter.is_ascii_digit()) => word.to_owned(),
        word => ask.say(&format!("desk-fact-{word}")),
    };
    let mut answers: Vec<(String, String)> =
        words.into_iter().map(|word| (word.to_owned(), name(word))).collect();
    if !field.is_required {
        answers.insert(0, (String::new(), ask.say("desk-not-told")));
    }
    Some(answers)
}

/// The message that says how a value is typed.
fn form_hint(field: &FactField) -> &'static str {
    match field.form {
        form if form.contains("square") && field.is_list => "desk-form-squares",
        form if form.contains("square") => "desk-form-square",
        form if form.contains("white and one for black") => "desk-form-both",
        form if form.contains("seconds") => "desk-form-time",
        form if form.contains("whole number") => "desk-form-number",
        form if form.contains("code of a language") => "desk-form-language",
        _ => "desk-form-text",
    }
}

/// What the board tells of a fact.
fn usual(ask: &Ask, board: &Board, field: &FactField) -> String {
    let game = &board.game;
    let both = |of: &dyn Fn(Color) -> String| format!("{},{}", of(Color::White), of(Color::Black));
    match field.name {
        "turn" => crate::acting::side(game.turn()).to_owned(),
        "clocks" => {
            let now = |color| clock_now(board, color, ask.now).map(time_text);
            match (now(Color::White), now(Color::Black)) {
                (Some(white), Some(black)) => format!("{white},{black}"),
                _ => String::new(),
            }
        }
        "prior" => both(&|color| game.booked(color).len().to_string()),
        "moves_made_by" => both(&|color| game.moves_made(color).to_string()),
        "moves_made_by_both" | "moves_completed_each" => {
            game.moves_made(Color::Black).min(game.moves_made(Color::White)).to_string()
        }
        "increment" => time_control(ask, board)
            .map(|control| control.increment().as_whole_seconds().to_string())
            .unwrap_or_default(),
        _ => String::new(),
    }
}

/// Puts the case and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let Some(kind) = Kind::named(ask.form.text("kind")) else {
        return ask.refuse_all(ask.say("desk-no-such-kind"));
    };
    let fields = kind.fields();
    let mut told = Facts::new();
    let mut position = None;
    for field in &fields {
        let value = match is_position(field) {
            true => positions::read(ask, &live.board.game, field.name)?,
            false => ask.form.filled(field.name).map(str::to_owned),
        };
        if field.name == "position" {
            position.clone_from(&value);
        }
        told.extend(value.map(|value| (field.name.to_owned(), Fact::text(&value))));
    }
    let proposal = kind.propose(&told, &live.rules).map_err(|error| {
        let field = fields.iter().find(|field| error.name.split('.').next() == Some(field.name));
        let label = field.map(|field| label(ask, field)).unwrap_or_default();
        let id = match field.is_some_and(|field| ask.form.filled(field.name).is_none()) {
            true => "desk-fact-missing",
            false => "desk-fact-wrong",
        };
        let message = say!(ask.words(), id, label = label);
        Refused { field: field.map(|field| field.name), message }
    })?;
    let facts: Vec<GameEvent> = clocks_read(clocks(ask)).into_iter().collect();
    let game = game_of(&live.board, position.as_deref(), &facts);
    let about = kind.name.to_owned();
    let case = Case { about, game, facts, claim: None, proposal, is_by_position: true };
    Ok(vec![case.shown(ask, live)])
}

/// The clocks, White's first, where they are told.
fn clocks(ask: &Ask) -> Option<kaissa_chess::ByColor<kaissa_laws::ClockTime>> {
    let (white, black) = ask.form.filled("clocks")?.split_once(',')?;
    Some(kaissa_chess::ByColor { white: read_time(white)?, black: read_time(black)? })
}

/// The game of the case: the board's, or one that stands at the position that was told.
fn game_of(board: &Board, position: Option<&str>, facts: &[GameEvent]) -> Game {
    let told = position
        .and_then(|fen| kaissa_chess::Position::from_fen(fen).ok().map(|(position, _)| position));
    let mut game = match told.filter(|told| told.key() != board.game.position().key()) {
        Some(told) => Game::new(told),
        None => board.game.clone(),
    };
    facts.iter().for_each(|fact| game.apply(fact));
    game
}

#[cfg(test)]
mod tests {
    use kaissa_ruling::kinds::KINDS;

    use super::*;

    #[test]
    fn every_kind_stands_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped.len(), KINDS.len());
        for kind in KINDS {
            let n = grouped.iter().filter(|name| **name == kind.name).count();
            assert_eq!(n, 1, "{}", kind.name);
        }
    }

    #[test]
    fn every_answer_and_group_has_its_words_in_both_languages() {
        for language in Language::ALL {
            let words = catalogue(language);
            for (group, _) in GROUPS {
                assert!(words.has(group), "{language}: {group}");
            }
            for field in KINDS.iter().flat_map(Kind::fields) {
                let listed = field.form.strip_prefix("one of ").unwrap_or_default();
                let is_word = |word: &&str| word.starts_with(|first: char| first.is_alphabetic());
                for word in listed.split_whitespace().filter(is_word) {
                    assert!(words.has(&format!("desk-fact-{word}")), "{language}: {word}");
                }
            }
        }
    }
}
