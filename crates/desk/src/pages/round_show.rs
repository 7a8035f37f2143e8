//! The round: who plays where, who is there, the results and what is still missing.

use askama::Template;
use kaissa_chess::{ByColor, Color};
use kaissa_game::{Incident, Presence, Timestamp};
use kaissa_laws::{ClockTime, DefaultTime};
use kaissa_ruling::Decision;
use kaissa_ruling::start::{Late, LateArrivalFacts, propose_late_arrival};
use kaissa_tournament::LAST_ROUND;
use kaissa_words::{clock_text, proposal, say, spoken_time, time_of_day};

use super::result_enter::{RESULTS, result_text};
use super::shown::{player, signers};
use crate::layout::{Layout, render};
use crate::{Ask, Board, BoardId, LiveBoard, Refused, Reply, Role};

#[derive(Template)]
#[template(path = "round_show.html")]
struct RoundShow<'a> {
    layout: Layout<'a>,
    round: u32,
    rounds: Vec<(u32, bool)>,
    head: RoundHead<'a>,
    rows: Vec<String>,
    unpaired: Vec<String>,
    number: &'a str,
    white: &'a str,
    black: &'a str,
}

/// What is said of the round as a whole; sent anew when something changes.
#[derive(Template)]
#[template(path = "round_head.html")]
struct RoundHead<'a> {
    ask: &'a Ask,
    started: String,
    default_time: String,
    late: Vec<LateShown>,
    count: String,
    missing: Vec<(u32, String)>,
    unsigned: Vec<(u32, String)>,
}

/// A player who is not there, or came too late.
struct LateShown {
    id: u32,
    number: String,
    name: String,
    /// How long after the start he came; `None` for one who has not come yet.
    came: Option<String>,
    /// When the time by which he has to be there began, and how long it is, in milliseconds.
    runs: Option<(i64, i64)>,
    /// What is left of it now, where no script counts it down.
    left: String,
    proposed: String,
}

#[derive(Template)]
#[template(path = "round_row.html")]
struct RoundRow<'a> {
    ask: &'a Ask,
    id: u32,
    number: &'a str,
    players: ByColor<PlayerHere>,
    result: String,
    signed: String,
    by: &'a str,
    /// The result that the record has, as a value of the form.
    suggested: &'static str,
    results: Vec<(&'static str, String)>,
    hidden: String,
    /// Whether who asks may put the pairing right.
    may_correct: bool,
}

struct PlayerHere {
    name: String,
    state: String,
    /// What can be tapped: the word of the form and the message that names it.
    taps: Vec<(&'static str, &'static str)>,
}

/// The round that is asked for: by the address, by the form, by the board; else the one shown first.
pub(crate) fn round_of(ask: &Ask) -> u32 {
    let asked = ask.query.number("round").or_else(|| ask.form.number("round"));
    let of_board = || ask.board().and_then(|live| live.board.round);
    let asked = asked.filter(|round| (1..=LAST_ROUND).contains(round));
    asked.or_else(of_board).or_else(|| ask.ground().current_round()).unwrap_or(1)
}

/// The round that a form names; `None` where it names none.
///
/// # Errors
/// The refusal of what is no round.
pub(crate) fn typed_round(ask: &Ask) -> Result<Option<u32>, Refused> {
    let Some(typed) = ask.form.filled("round") else { return Ok(None) };
    match typed.parse().ok().filter(|round| (1..=LAST_ROUND).contains(round)) {
        Some(round) => Ok(Some(round)),
        None => ask.refuse("round", say!(ask.words(), "desk-round-wrong", last = LAST_ROUND)),
    }
}

/// Back to the round.
pub(crate) fn then(ask: &Ask) -> String {
    format!("/round?round={}", round_of(ask))
}

/// The page of a round.
pub(crate) fn page(ask: &Ask) -> Reply {
    let round = round_of(ask);
    let mut rounds = ask.ground().rounds();
    rounds.insert(round);
    let roster = ask.ground().roster();
    let unpaired = roster.map(|roster| roster.pairings(round, 1).unpaired).unwrap_or_default();
    let without = |code: char| match code {
        'U' | 'F' | 'H' | 'Z' => ask.say(&format!("desk-bye-{}", code.to_ascii_lowercase())),
        other => other.to_string(),
    };
    render(&RoundShow {
        layout: Layout::new(ask, say!(ask.words(), "desk-round-title", round = round))
            .with_module("round.js"),
        round,
        rounds: rounds.into_iter().map(|number| (number, number == round)).collect(),
        head: head(ask, round),
        rows: lives(ask, round).into_iter().map(|live| row(ask, live)).collect(),
        unpaired: unpaired
            .into_iter()
            .map(|one| format!("{} ({})", one.name, without(one.code)))
            .collect(),
        number: ask.typed("number", ""),
        white: ask.typed("white", ""),
        black: ask.typed("black", ""),
    })
}

/// The rows that changed after a snapshot, and what is said of the round as a whole. A game that is in
/// another round now, or was taken out, stands there hidden.
pub(crate) fn fragments(ask: &Ask, since: u64) -> Vec<String> {
    let round = round_of(ask);
    let no_row = |board: BoardId| format!("<li id=\"game-{}\" hidden></li>", board.0);
    let changed = ask.snapshot.changed_since(since).map(|live| {
        match live.board.round.is_none_or(|of| of == round) {
            true => row(ask, live),
            false => no_row(live.board.id),
        }
    });
    let mut fragments: Vec<String> = changed.collect();
    fragments.extend(ask.snapshot.gone_since(since).map(no_row));
    if !fragments.is_empty() {
        // Writing to a text does not fail.
        fragments.push(head(ask, round).render().unwrap_or_default());
    }
    fragments
}

fn lives(ask: &Ask, round: u32) -> Vec<&LiveBoard> {
    let boards = ask.ground().boards_of(round).into_iter();
    boards.filter_map(|board| ask.snapshot.board(board.id)).map(AsRef::as_ref).collect()
}

fn head(ask: &Ask, round: u32) -> RoundHead<'_> {
    let lives = lives(ask, round);
    let started = ask.ground().started(round);
    let (mut missing, mut unsigned) = (Vec::new(), Vec::new());
    for live in &lives {
        let board = live.board.as_ref();
        let named = (board.id.0, number_of(board));
        match board.result {
            None => missing.push(named),
            Some((result, _)) if !result.is_forfeit => {
                if Color::ALL.into_iter().any(|color| board.game.signed(color) != Some(result)) {
                    unsigned.push(named);
                }
            }
            Some(_) => {}
        }
    }
    let n = lives.len();
    RoundHead {
        ask,
        started: started.map(time_of_day).unwrap_or_default(),
        default_time: lives.first().map(|live| default_time(ask, live)).unwrap_or_default(),
        late: lives.iter().flat_map(|live| late(ask, live, started)).collect(),
        count: say!(ask.words(), "desk-results-count", n = n - missing.len(), all = n),
        missing,
        unsigned,
    }
}

/// The default time in words, with its articles.
fn default_time(ask: &Ask, live: &LiveBoard) -> String {
    let words = ask.words();
    let stated = live.rules.default_time();
    let articles = stated.citation.to_string();
    match stated.value {
        Some(DefaultTime::After(time)) if time.is_zero() => {
            say!(words, "desk-default-zero", articles = articles)
        }
        Some(DefaultTime::After(time)) => {
            say!(words, "desk-default-after", time = spoken_time(words, time), articles = articles)
        }
        Some(DefaultTime::NotAnnounced) => {
            say!(words, "desk-default-not-announced", articles = articles)
        }
        None => say!(words, "desk-default-unknown", articles = articles),
    }
}

/// The players of a board who are absent, or came later than they may.
fn late(ask: &Ask, live: &LiveBoard, started: Option<Timestamp>) -> Vec<LateShown> {
    let board = live.board.as_ref();
    if board.result.is_some() {
        return Vec::new();
    }
    let is_absent = |color| board.game.presence(color) == Presence::Absent;
    let limit = match live.rules.default_time().value {
        Some(DefaultTime::After(limit)) => Some(limit),
        _ => None,
    };
    let mut shown = Vec::new();
    for color in [Color::White, Color::Black] {
        let came = arrived_late(board, color);
        if !is_absent(color) && came.is_none() {
            continue;
        }
        let both = is_absent(Color::White) && is_absent(Color::Black);
        let by = match (both, color) {
            (true, _) => Late::Both,
            (false, Color::White) => Late::White,
            (false, Color::Black) => Late::Black,
        };
        let waited = match (is_absent(color), started) {
            (false, _) => came,
            (true, Some(started)) => Some(ask.now.since(started)),
            (true, None) => None,
        };
        let facts = LateArrivalFacts {
            by: Some(by),
            late: waited,
            start_delay: None,
            present: Some(Color::ALL.into_iter().filter(|color| !is_absent(*color)).collect()),
        };
        let proposed = waited.map(|_| propose_late_arrival(&facts, &live.rules));
        let may_play = proposed.as_ref().is_none_or(|it| it.decision == Decision::MayPlay);
        if may_play && !is_absent(color) {
            continue;
        }
        let name = color.fold_wb(&board.white, &board.black);
        let runs = started.zip(limit).filter(|_| is_absent(color));
        let left = runs.map(|(started, limit)| limit - ask.now.since(started));
        shown.push(LateShown {
            id: board.id.0,
            number: number_of(board),
            name: player(ask.words(), name),
            came: came.filter(|_| !is_absent(color)).map(clock_text),
            runs: runs.map(|(started, limit)| (started.0, limit.as_millis())),
            left: left.map(|left| clock_text(left.max(ClockTime::ZERO))).unwrap_or_default(),
            proposed: proposed
                .filter(|_| !may_play)
                .map(|proposed| proposal(ask.words(), &proposed, None))
                .unwrap_or_default(),
        });
    }
    shown
}

/// How late a player came, as it was noted last.
pub(crate) fn arrived_late(board: &Board, color: Color) -> Option<ClockTime> {
    board.game.incidents().iter().rev().find_map(|(_, incident)| match incident {
        Incident::PlayerArrived { by, late } if *by == color => Some(*late),
        _ => None,
    })
}

fn row(ask: &Ask, live: &LiveBoard) -> String {
    let board = live.board.as_ref();
    let words = ask.words();
    let result = board.result.map(|(result, _)| result);
    let names = signers(ask, board);
    let recorded = board.record.result();
    let row = RoundRow {
        ask,
        id: board.id.0,
        number: &board.number,
        players: ByColor::new_with(|color| here(ask, board, color)),
        result: result.map(|result| result_text(ask, result)).unwrap_or_default(),
        signed: match names.is_empty() {
            true => ask.say("desk-signed-none"),
            false => say!(words, "desk-signed-by", names = names.join(", ")),
        },
        by: ask.ground().name_of(board.result.and_then(|(_, by)| by)),
        suggested: RESULTS
            .into_iter()
            .find(|(_, known)| Some(*known) == recorded)
            .map_or("", |(word, _)| word),
        results: RESULTS.map(|(word, known)| (word, result_text(ask, known))).into(),
        hidden: Layout::new(ask, String::new()).hidden(),
        may_correct: ask.may(Role::Chief),
    };
    // Writing to a text does not fail.
    row.render().unwrap_or_default()
}

/// A player with whether he is there.
fn here(ask: &Ask, board: &Board, color: Color) -> PlayerHere {
    let words = ask.words();
    let white = color == Color::White;
    let absent = (if white { "absent-white" } else { "absent-black" }, "desk-is-absent");
    let arrived = (if white { "here-white" } else { "here-black" }, "desk-has-arrived");
    let (state, taps) = match board.game.presence(color) {
        Presence::Absent => (ask.say("desk-absent"), vec![arrived]),
        Presence::Away => (ask.say("desk-away"), Vec::new()),
        Presence::Here => match arrived_late(board, color).filter(|late| !late.is_zero()) {
            Some(late) => (say!(words, "desk-came-after", time = clock_text(late)), vec![absent]),
            None => (String::new(), vec![absent]),
        },
        Presence::Untold => (String::new(), vec![absent]),
    };
    let is_begun = board.game.moves_made(color) > 0 || board.result.is_some();
    let name = color.fold_wb(&board.white, &board.black);
    let taps =
        if is_begun && board.game.presence(color) != Presence::Absent { vec![] } else { taps };
    PlayerHere { name: player(words, name), state, taps }
}

/// The number of a board, or its id where it has none.
pub(crate) fn number_of(board: &Board) -> String {
    match board.number.as_str() {
        "" => format!("#{}", board.id.0),
        number => number.to_owned(),
    }
}
