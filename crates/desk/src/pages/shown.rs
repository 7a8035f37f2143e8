//! What several pages show in the same way: names, clocks, counters, moments.

use kaissa_chess::Color;
use kaissa_game::{Game, GameResult, Timestamp};
use kaissa_hall::AlarmSeverity;
use kaissa_journal::GapSeen;
use kaissa_laws::ClockTime;
use kaissa_words::{Words, clock_face, say, time_of_day};

use super::proposal_show::{decision_text, heading};
use crate::diagram::escape;
use crate::{Ask, Board, Ground};

/// A clock as pages show it and let it run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ShownClock {
    /// As text; a dash where it is not known.
    pub text: String,
    /// In milliseconds, where it is known.
    pub ms: Option<i64>,
    /// When it was read, in milliseconds since 1970.
    pub read_at: i64,
    /// Whether it runs.
    pub runs: bool,
}

impl ShownClock {
    /// The clock of a player of a board.
    pub fn of(board: &Board, color: Color) -> ShownClock {
        let time = board.clocks.of_color(color);
        ShownClock {
            text: time.map_or_else(|| "–".to_owned(), clock_face),
            ms: time.map(ClockTime::as_millis),
            read_at: board.clocks.read_at.map_or(0, |at| at.0),
            runs: time.is_some() && board.is_open() && board.clocks.running == Some(color),
        }
    }
}

/// A player's name, or a word for one who is not known.
pub(crate) fn player(words: &Words, name: &str) -> String {
    match name {
        "" => say!(words, "check-unnamed"),
        name => name.to_owned(),
    }
}

/// What stands in the place of an age until the page counts it, and for good where it has no
/// scripts: the time of day (UTC) since when; a dash for none. `since` in milliseconds since 1970.
pub(crate) fn moment(since: i64) -> String {
    if since > 0 { time_of_day(Timestamp(since)) } else { "–".to_owned() }
}

/// Plies as moves, half ones with a half: `27½`.
pub(crate) fn moves(plies: u32) -> String {
    match plies % 2 {
        0 => format!("{}", plies / 2),
        _ => format!("{}½", plies / 2),
    }
}

/// The name of the move that led to a ply, or that of the start position.
pub(crate) fn ply_name(ask: &Ask, game: &Game, ply: u32) -> String {
    match ply {
        0 => ask.say("desk-start-position"),
        ply => kaissa_words::ply_name(ask.words(), game, ply),
    }
}

/// The points of a result as people read them: `1–0`, `½–½`.
pub(crate) fn points_text(result: GameResult) -> String {
    result.to_string().replace("1/2", "½").replace('-', "–")
}

/// The players, by colour, whose signatures under the result that stands were seen.
pub(crate) fn signers(ask: &Ask, board: &Board) -> Vec<String> {
    let Some((result, _)) = board.result else { return Vec::new() };
    let signed = [Color::White, Color::Black].into_iter();
    let signed = signed.filter(|color| board.game.signed(*color) == Some(result));
    signed.map(|color| ask.say(color.fold_wb("desk-white", "desk-black"))).collect()
}

/// A stretch of time in which nothing was seen of a board.
pub(crate) fn gap_text(words: &Words, gap: &GapSeen) -> String {
    let (from, to) = (time_of_day(gap.from), time_of_day(gap.to));
    let id = if gap.is_closed { "desk-gap-closed" } else { "desk-gap-open" };
    say!(words, id, from = from, to = to, ply = gap.plies_before)
}

/// The class by which the style sheet colours what weighs so much.
pub(crate) fn class_of(severity: Option<AlarmSeverity>) -> &'static str {
    severity.map_or("calm", AlarmSeverity::word)
}

/// The names of the arbiters who are on their way to a board.
pub(crate) fn on_the_way(ground: &Ground, board: &Board) -> String {
    let names: Vec<&str> = board.on_the_way.iter().map(|id| ground.name_of(*id)).collect();
    names.join(", ")
}

/// Something that an arbiter has still to decide at a board.
pub(crate) struct Reminder {
    /// Its proposal.
    pub href: String,
    /// What it is about, and since when.
    pub text: String,
    /// Since when, in milliseconds since 1970.
    pub at: i64,
}

impl Reminder {
    /// Since when, until the page counts it.
    pub fn moment(&self) -> String {
        moment(self.at)
    }
}

/// What is still to be decided at a board, the oldest first, and rulings with new evidence.
pub(crate) fn reminders(ask: &Ask, board: &Board) -> Vec<Reminder> {
    let worded = board.reminders().iter().map(|kept| Reminder {
        href: format!("/board/{}/proposal?entry={}", board.id.0, kept.proposal),
        text: say!(
            ask.words(),
            "desk-reminder",
            about = heading(ask, &kept.about),
            since = time_of_day(kept.at)
        ),
        at: kept.at.0,
    });
    let doubted = board.in_doubt().map(|(ruling, at)| Reminder {
        href: format!(
            "/board/{}/proposal?entry={}",
            board.id.0,
            ruling.proposal.unwrap_or(ruling.entry)
        ),
        text: say!(
            ask.words(),
            "desk-new-evidence",
            decision = decision_text(ask.language, &ruling.decision),
            at = time_of_day(at)
        ),
        at: at.0,
    });
    worded.chain(doubted).collect()
}

/// What stands in the place of the live part of a page whose board was taken out after a snapshot.
pub(crate) fn taken_out(ask: &Ask, part: &str, since: u64) -> Vec<String> {
    match ask.board_id().filter(|board| ask.snapshot.is_gone_since(*board, since)) {
        Some(_) => {
            let text = escape(&ask.say("desk-board-taken-out"));
            vec![format!(
                "<div id=\"{part}\"><p class=\"message bad\" role=\"alert\">{text}</p></div>"
            )]
        }
        None => Vec::new(),
    }
}

/// The name of a board with its players, as a title: `Board 12: First – Second`.
pub(crate) fn title(ask: &Ask, board: &Board) -> String {
    let words = ask.words();
    let (white, black) = (player(words, &board.white), player(words, &board.black));
    match board.number.as_str() {
        "" => say!(words, "desk-board-title-plain", white = white, black = black),
        number => say!(words, "desk-board-title", number = number, white = white, black = black),
    }
}
