//! The hall: every board of the round, the worst first.

use std::sync::Arc;

use askama::Template;
use kaissa_chess::Color;
use kaissa_hall::AlarmKind;
use kaissa_words::{alarm_text, say};

use super::shown::{
    Reminder, ShownClock, class_of, moment, moves, on_the_way, player, ply_name, points_text,
    reminders,
};
use super::sources;
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, BoardId, LiveBoard, Reply};

/// How many alarms a tile names; the page of the board has all of them.
const ALARMS_SHOWN: usize = 2;

#[derive(Template)]
#[template(path = "hall_show.html")]
struct HallShow<'a> {
    layout: Layout<'a>,
    filter: Filter,
    rounds: Vec<u32>,
    kinds: Vec<(&'static str, String)>,
    tiles: Vec<Arc<str>>,
    sources: String,
    count: String,
    /// The boards that who asks looks after; empty for all.
    sector: String,
}

#[derive(Template)]
#[template(path = "hall_tile.html")]
struct Tile<'a> {
    ask: &'a Ask,
    id: u32,
    rank: u64,
    class: &'static str,
    state: &'static str,
    number: &'a str,
    white: String,
    black: String,
    alarms: Vec<TileAlarm>,
    n_more: usize,
    on_the_way: String,
    reminders: Vec<Reminder>,
    diagram: String,
    last_move: String,
    white_clock: ShownClock,
    black_clock: ShownClock,
    counter: String,
    times: usize,
    changed_at: i64,
    /// The same as text.
    moment: String,
    result: String,
}

struct TileAlarm {
    id: String,
    class: &'static str,
    text: String,
}

/// The hall.
pub(crate) fn page(ask: &Ask) -> Reply {
    let filter = Filter::read(ask);
    let mut shown: Vec<&Arc<LiveBoard>> =
        ask.snapshot.boards.values().filter(|live| filter.takes(live)).collect();
    shown.sort_by_key(|live| live.rank());
    let count =
        say!(ask.words(), "desk-hall-count", n = shown.len(), all = ask.snapshot.boards.len());
    render(&HallShow {
        layout: Layout::new(ask, ask.say("desk-hall-title")).with_module("hall.js"),
        rounds: ask.ground().rounds().into_iter().collect(),
        kinds: AlarmKind::ALL.iter().map(|kind| (kind.word(), kind_name(ask, *kind))).collect(),
        tiles: shown.into_iter().map(|live| tile(ask, live)).collect(),
        sources: sources::list(ask),
        filter,
        count,
        sector: own_sector(ask),
    })
}

/// The tiles that changed after a snapshot, and how the sources fare. What the filter takes no more, or
/// was taken out, stands there hidden.
pub(crate) fn fragments(ask: &Ask, since: u64) -> Vec<String> {
    let filter = Filter::read(ask);
    let changed = ask.snapshot.changed_since(since).map(|live| match filter.takes(live) {
        true => tile(ask, live).to_string(),
        false => no_tile(live.board.id),
    });
    let mut fragments: Vec<String> = changed.collect();
    fragments.extend(ask.snapshot.gone_since(since).map(no_tile));
    if ask.snapshot.sources_version > since {
        fragments.push(sources::list(ask));
    }
    fragments
}

/// What stands in the place of a tile that is none any more.
fn no_tile(board: BoardId) -> String {
    let id = board.0;
    format!("<article id=\"board-{id}\" data-rank=\"{}\" hidden></article>", u64::MAX)
}

/// The tile of a board, made once for each language.
fn tile(ask: &Ask, live: &LiveBoard) -> Arc<str> {
    live.tile(ask.language, || make_tile(ask, live))
}

fn make_tile(ask: &Ask, live: &LiveBoard) -> String {
    let (words, board) = (ask.words(), live.board.as_ref());
    let game = &board.game;
    let last = game.last_move();
    let alarms = live.alarms.iter().take(ALARMS_SHOWN).map(|event| TileAlarm {
        id: event.alarm.key.text(),
        class: event.alarm.severity.word(),
        text: alarm_text(words, &event.alarm, &board.record),
    });
    let tile = Tile {
        ask,
        id: board.id.0,
        rank: live.rank(),
        class: class_of(live.severity()),
        state: if board.is_open() { "open" } else { "over" },
        number: &board.number,
        white: player(words, &board.white),
        black: player(words, &board.black),
        alarms: alarms.collect(),
        n_more: live.alarms.len().saturating_sub(ALARMS_SHOWN),
        on_the_way: on_the_way(ask.ground(), board),
        reminders: reminders(ask, board),
        diagram: Diagram::small(game.position(), last.map(|made| made.played)).svg(),
        last_move: last.map(|_| ply_name(ask, game, game.ply())).unwrap_or_default(),
        white_clock: ShownClock::of(board, Color::White),
        black_clock: ShownClock::of(board, Color::Black),
        counter: moves(game.position().halfmove_clock()),
        times: game.occurrences().len(),
        changed_at: board.changed_at.map_or(0, |at| at.0),
        moment: moment(board.changed_at.map_or(0, |at| at.0)),
        result: board.final_result().map(points_text).unwrap_or_default(),
    };
    // Writing to a text does not fail.
    tile.render().unwrap_or_default()
}

fn kind_name(ask: &Ask, kind: AlarmKind) -> String {
    ask.say(&format!("desk-alarm-{}", kind.word()))
}

/// The boards that who asks looks after, as they were entered of him.
fn own_sector(ask: &Ask) -> String {
    let me = ask.signed.as_ref().and_then(|signed| ask.ground().person(signed.id));
    me.map(|me| me.sector.trim().to_owned()).unwrap_or_default()
}

/// Which boards are shown.
#[derive(Debug, Default)]
struct Filter {
    /// Words that players' names or the board's number hold.
    words: String,
    round: Option<u32>,
    /// Boards from, and to.
    row: String,
    state: String,
    alarm: String,
    is_any: bool,
}

impl Filter {
    fn read(ask: &Ask) -> Filter {
        let query = &ask.query;
        let round = match query.text("round") {
            "" => ask.ground().current_round(),
            "all" => None,
            round => round.parse().ok(),
        };
        let is_any = ["q", "round", "row", "state", "alarm"]
            .iter()
            .any(|field| query.filled(field).is_some());
        Filter {
            words: query.text("q").to_lowercase(),
            round,
            row: query.text("row").to_owned(),
            state: query.text("state").to_owned(),
            alarm: query.text("alarm").to_owned(),
            is_any,
        }
    }

    fn takes(&self, live: &LiveBoard) -> bool {
        let board = &live.board;
        let names = format!("{} {} {}", board.number, board.white, board.black).to_lowercase();
        let is_in_row = is_in_sector(&self.row, &board.number);
        let is_in_state = match self.state.as_str() {
            "open" => board.is_open(),
            "over" => !board.is_open(),
            _ => true,
        };
        let has_alarm = match self.alarm.as_str() {
            "" => true,
            "any" => !live.alarms.is_empty(),
            kind => live.alarms.iter().any(|event| event.alarm.kind().word() == kind),
        };
        let is_in_round =
            self.round.is_none() || board.round.is_none() || self.round == board.round;
        let has_words = self.words.split_whitespace().all(|word| names.contains(word));
        is_in_row && is_in_state && has_alarm && is_in_round && has_words
    }
}

/// Whether a board's number is in a sector as `1-12, 20`; everything is in an empty one.
pub(crate) fn is_in_sector(sector: &str, number: &str) -> bool {
    let parts: Vec<&str> =
        sector.split([',', ';', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return true;
    }
    parts.iter().any(|part| match part.split_once(['-', '–']) {
        Some((from, to)) => match (from.trim().parse::<u32>(), to.trim().parse(), number.parse()) {
            (Ok(from), Ok(to), Ok(number)) => (from..=to).contains(&number),
            _ => false,
        },
        None => *part == number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_is_numbers_and_stretches_of_them() {
        for (sector, number, is_in) in [
            ("", "7", true),
            ("1-12, 20", "12", true),
            ("1-12, 20", "20", true),
            ("1-12 20", "13", false),
            ("1–3", "2", true),
            ("x", "2", false),
            ("1-3", "", false),
        ] {
            assert_eq!(is_in_sector(sector, number), is_in, "{sector} {number}");
        }
    }
}
