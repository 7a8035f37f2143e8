//! One board: its position and moves, what is counted and where it comes from, and the acts.

use askama::Template;
use kaissa_chess::{ByColor, Color};
use kaissa_game::Game;
use kaissa_hall::Alarm;
use kaissa_laws::{Article, ClockTime, Rule};
use kaissa_ruling::rules_at;
use kaissa_words::{alarm_text, clock_face, law_gist, say, spoken_time, time_of_day};

use super::BOARD_ACTS;
use super::alarm_act::act_of;
use super::attachment_new::{FileShown, files};
use super::journal_show::EntryLink;
use super::proposal_show::decision_text;
use super::shown::{
    Reminder, ShownClock, gap_text, moves, on_the_way, player, ply_name, points_text, reminders,
    taken_out, title,
};
use crate::diagram::{Diagram, spoken};
use crate::layout::{Layout, render};
use crate::{Ask, Board, LiveBoard, Reply, Role};

/// How many rules are shown at most.
const LAWS_SHOWN: usize = 14;

#[derive(Template)]
#[template(path = "board_show.html")]
struct BoardShow<'a> {
    layout: Layout<'a>,
    live: BoardLive<'a>,
    acts: Vec<(String, String)>,
    is_going: bool,
    id: u32,
}

/// The part of the page that is sent anew when something changes.
#[derive(Template)]
#[template(path = "board_live.html")]
struct BoardLive<'a> {
    ask: &'a Ask,
    id: u32,
    players: ByColor<PlayerShown>,
    alarms: Vec<AlarmShown>,
    going: String,
    diagram: String,
    spoken: String,
    at: Step,
    moves: Vec<MoveShown>,
    counters: Vec<String>,
    occurrences: Vec<Occurrence>,
    gaps: Vec<String>,
    reminders: Vec<Reminder>,
    notes: Vec<NoteShown>,
    rulings: Vec<RulingShown>,
    result: String,
    files: Vec<FileShown>,
    /// The rules that stand here: their key, their articles and what they say in short.
    laws: Vec<(&'static str, String, String)>,
    edition: String,
}

struct PlayerShown {
    name: String,
    clock: ShownClock,
    faults: String,
}

struct AlarmShown {
    class: &'static str,
    text: String,
    /// The rule by its key, to be looked up.
    rule: Option<&'static str>,
    /// The act that it calls for: address and name.
    act: Option<(String, String)>,
}

/// Where in the game the page stands.
struct Step {
    ply: u32,
    last: u32,
    is_last: bool,
    name: String,
}

struct MoveShown {
    ply: u32,
    /// The number before a move of White; empty for one of Black.
    number: String,
    san: String,
    clock: String,
    is_here: bool,
    is_illegal: bool,
}

/// A note, with its entry and the one that it belongs to.
struct NoteShown {
    at: String,
    by: String,
    text: String,
    entry: EntryLink,
    of_entry: Option<EntryLink>,
}

/// A ruling, with its entry and that of its proposal.
struct RulingShown {
    at: String,
    by: String,
    text: String,
    entry: EntryLink,
    proposal: Option<u64>,
}

struct Occurrence {
    ply: u32,
    name: String,
    diagram: String,
}

/// The page of a board.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let me = ask.signed.as_ref().map(|signed| signed.id);
    // A game is adjourned, or resumed.
    let other = if live.board.game.is_adjourned() { "seal" } else { "resume" };
    let acts = BOARD_ACTS
        .iter()
        .filter(|(path, _)| *path != other)
        .map(|(path, name)| (format!("/board/{}/{path}", live.board.id.0), ask.say(name)));
    render(&BoardShow {
        layout: Layout::new(ask, title(ask, &live.board)).with_module("board.js"),
        id: live.board.id.0,
        is_going: me.is_some_and(|me| live.board.on_the_way.contains(&me)),
        acts: acts.collect(),
        live: of_board(ask, live),
    })
}

/// The live part, where the board changed after a snapshot.
pub(crate) fn fragments(ask: &Ask, since: u64) -> Vec<String> {
    match ask.board() {
        Some(live) if live.version > since => {
            // Writing to a text does not fail.
            vec![of_board(ask, live).render().unwrap_or_default()]
        }
        Some(_) => Vec::new(),
        None => taken_out(ask, "board-live", since),
    }
}

fn of_board<'a>(ask: &'a Ask, live: &LiveBoard) -> BoardLive<'a> {
    let board = live.board.as_ref();
    let game = &board.game;
    let last = game.ply();
    let ply = ask.query.number("ply").unwrap_or(last).min(last);
    let position = game.position_after(ply).unwrap_or(game.position());
    let played = ply.checked_sub(1).and_then(|index| game.moves().get(index as usize));
    let name = ply_name(ask, game, ply);
    BoardLive {
        ask,
        id: board.id.0,
        players: ByColor::new_with(|color| player_shown(ask, board, color)),
        alarms: live
            .alarms
            .iter()
            .map(|event| AlarmShown {
                class: event.alarm.severity.word(),
                text: alarm_text(ask.words(), &event.alarm, &board.record),
                rule: event.alarm.citation.as_ref().map(|citation| citation.rule.key()),
                act: act_link(ask, board, &event.alarm),
            })
            .collect(),
        going: on_the_way(ask.ground(), board),
        diagram: Diagram::large(position, played.map(|made| made.played)).svg(),
        spoken: spoken(position),
        at: Step { ply, last, is_last: ply == last, name },
        moves: moves_shown(board, ply),
        counters: counters(ask, board, ply),
        occurrences: occurrences(ask, game, ply),
        gaps: gaps(ask, board),
        reminders: reminders(ask, board),
        notes: board
            .notes
            .iter()
            .map(|note| {
                let by = ask.ground().name_of(note.by).to_owned();
                let (at, text) = (time_of_day(note.at), note.text.clone());
                let entry = EntryLink { number: note.entry };
                let of_entry = note.of_entry.map(|number| EntryLink { number });
                NoteShown { at, by, text, entry, of_entry }
            })
            .collect(),
        rulings: board
            .rulings
            .iter()
            .map(|ruling| {
                let by = ask.ground().name_of(ruling.by).to_owned();
                let decision = decision_text(ask.language, &ruling.decision);
                let gone = ruling
                    .taken_back
                    .as_ref()
                    .map(|why| format!(" ({} {why})", ask.say("desk-taken-back")));
                let text = format!("{decision}. {}{}", ruling.reason, gone.unwrap_or_default());
                let (at, proposal) = (time_of_day(ruling.at), ruling.proposal);
                let entry = EntryLink { number: ruling.entry };
                RulingShown { at, by, text, entry, proposal }
            })
            .collect(),
        result: board.final_result().map(points_text).unwrap_or_default(),
        files: files(ask, board),
        laws: laws(ask, live),
        edition: live.rules.edition().name().to_owned(),
    }
}

/// The rules that stand at the board now, as the edition numbers them.
fn laws(ask: &Ask, live: &LiveBoard) -> Vec<(&'static str, String, String)> {
    let cited = live.alarms.iter().filter_map(|event| event.alarm.citation.as_ref());
    let cited: Vec<Rule> = cited.map(|citation| citation.rule).collect();
    let listed = rules_at(&live.board.game, &cited, &live.rules).into_iter();
    let shown = |rule: Rule| {
        let citation = live.rules.cite(rule);
        let articles: Vec<&str> = citation.articles.iter().map(Article::as_str).collect();
        (rule.key(), articles.join(", "), law_gist(ask.words(), rule))
    };
    listed.take(LAWS_SHOWN).map(shown).collect()
}

/// Where an alarm leads, for who may act.
fn act_link(ask: &Ask, board: &Board, alarm: &Alarm) -> Option<(String, String)> {
    let called_for = act_of(alarm).filter(|_| ask.may(Role::Arbiter))?;
    let address = format!("/board/{}/{}?{}", board.id.0, called_for.act, called_for.query);
    Some((address, ask.say(&format!("desk-act-{}", called_for.act))))
}

fn player_shown(ask: &Ask, board: &Board, color: Color) -> PlayerShown {
    let name = color.fold_wb(&board.white, &board.black);
    let booked = board.game.booked(color).len();
    let warned = board.game.warnings(color).count();
    let claims = board.game.wrong_claims(color);
    let faults = if booked + warned + claims as usize > 0 {
        say!(ask.words(), "desk-faults", illegal = booked, warnings = warned, claims = claims)
    } else {
        String::new()
    };
    PlayerShown { name: player(ask.words(), name), clock: ShownClock::of(board, color), faults }
}

fn moves_shown(board: &Board, here: u32) -> Vec<MoveShown> {
    let game = &board.game;
    let positions = game.positions().map(|(_, position)| position);
    (1..)
        .zip(positions.zip(game.moves()))
        .map(|(ply, (before, made))| {
            let recorded = board.record.plies.get(ply as usize - 1);
            let clock = recorded.filter(|recorded| recorded.played == Some(made.played));
            let is_white = made.by.is_white();
            let number = match (is_white, ply) {
                (true, _) => format!("{}.", before.fullmove_number()),
                (false, 1) => format!("{}...", before.fullmove_number()),
                (false, _) => String::new(),
            };
            MoveShown {
                ply,
                number,
                san: before.to_san(made.played),
                clock: clock.and_then(|ply| ply.clock).map(clock_face).unwrap_or_default(),
                is_here: ply == here,
                is_illegal: !made.is_legal,
            }
        })
        .collect()
}

/// What is counted at a ply, and what each count rests on.
fn counters(ask: &Ask, board: &Board, ply: u32) -> Vec<String> {
    let (words, game) = (ask.words(), &board.game);
    let position = game.position_after(ply).unwrap_or(game.position());
    let counter = position.halfmove_clock();
    let since = ply.saturating_sub(counter);
    let since_move = ply_name(ask, game, since);
    let mut lines = vec![say!(
        words,
        "desk-count-series",
        moves = moves(counter),
        left = moves(100_u32.saturating_sub(counter)),
        since = since_move
    )];
    let plies = plies_of(game, ply);
    lines.push(say!(words, "desk-count-times", n = plies.len()));
    // Which moves were completed is known of the game as it stands, and not of an earlier ply.
    if ply == game.ply() {
        lines.push(say!(
            words,
            "desk-count-completed",
            white = game.moves_completed(Color::White),
            black = game.moves_completed(Color::Black)
        ));
    }
    lines.push(match source_name(&board.source) {
        "" => ask.say("desk-from-hand"),
        source => say!(words, "desk-from-source", source = source),
    });
    lines.extend(super::tally_show::lines(ask, board));
    lines
}

/// A source as a board names it: a file without its folders.
fn source_name(source: &str) -> &str {
    match source.contains("://") {
        true => source,
        false => source.rsplit(['/', '\\']).next().unwrap_or(source),
    }
}

/// The plies up to one after which the same position stood.
fn plies_of(game: &Game, ply: u32) -> Vec<u32> {
    let Some(key) = game.position_after(ply).map(|position| position.key()) else {
        return Vec::new();
    };
    let up_to = game.positions().take(ply as usize + 1);
    up_to.filter(|(_, position)| position.key() == key).map(|(ply, _)| ply).collect()
}

/// The occurrences of the position side by side, where there are several.
fn occurrences(ask: &Ask, game: &Game, ply: u32) -> Vec<Occurrence> {
    let plies = plies_of(game, ply);
    if plies.len() < 2 {
        return Vec::new();
    }
    plies
        .into_iter()
        .filter_map(|ply| {
            let position = game.position_after(ply)?;
            let last = ply.checked_sub(1).and_then(|index| game.moves().get(index as usize));
            Some(Occurrence {
                ply,
                name: ply_name(ask, game, ply),
                diagram: Diagram::small(position, last.map(|made| made.played)).svg(),
            })
        })
        .collect()
}

/// What of the record could not be followed, when nothing was seen, and moves that were taken back.
fn gaps(ask: &Ask, board: &Board) -> Vec<String> {
    let unread = board.record.unread.iter().map(|unread| {
        say!(ask.words(), "desk-unread", token = unread.token.as_str(), ply = unread.ply)
    });
    let unseen = board.gaps.iter().map(|gap| gap_text(ask.words(), gap));
    let replaced = board.replaced.iter().map(|(at, replaced)| {
        let id = if replaced.instead.is_some() { "desk-move-replaced" } else { "desk-move-undone" };
        let shown_for = ClockTime::millis(replaced.shown_for_ms);
        say!(
            ask.words(),
            id,
            at = time_of_day(*at),
            shown = replaced.written.as_str(),
            time = spoken_time(ask.words(), shown_for),
            instead = replaced.instead.as_deref().unwrap_or_default(),
            ply = replaced.ply
        )
    });
    unread.chain(unseen).chain(replaced).collect()
}
