//! The scoresheet of a board's game as the record has it, to print.

use askama::Template;
use kaissa_chess::Color;
use kaissa_game::Game;
use kaissa_words::{clock_face, day_and_time};

use super::result_enter::result_text;
use crate::layout::{Layout, render};
use crate::{Ask, Board, Reply, Setting};

#[derive(Template)]
#[template(path = "scoresheet_show.html")]
struct ScoresheetShow<'a> {
    layout: Layout<'a>,
    id: u32,
    round: String,
    number: &'a str,
    white: &'a str,
    black: &'a str,
    competition: &'a str,
    start: String,
    sheet: Vec<SheetMove>,
    result: String,
    at: String,
}

/// A line of a scoresheet: a move of each side with the time that was left.
#[derive(Default)]
pub(crate) struct SheetMove {
    pub number: u32,
    pub white: (String, String),
    pub black: (String, String),
}

/// The sheet of a board.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let start = board.game.start();
    let is_usual = *start == kaissa_chess::Position::start();
    render(&ScoresheetShow {
        layout: Layout::new(ask, ask.say("desk-act-scoresheet")).with_module("print.js"),
        id: board.id.0,
        round: board.round.map(|round| round.to_string()).unwrap_or_default(),
        number: &board.number,
        white: &board.white,
        black: &board.black,
        competition: ask.ground().setting(Setting::Competition),
        start: if is_usual { String::new() } else { start.to_fen() },
        sheet: sheet(board),
        result: board.final_result().map(|it| result_text(ask, it)).unwrap_or_default(),
        at: day_and_time(ask.now),
    })
}

/// The lines of the sheet, with the numbers that the start position gives.
pub(crate) fn sheet(board: &Board) -> Vec<SheetMove> {
    let game: &Game = &board.game;
    let mut lines: Vec<SheetMove> = Vec::new();
    let before = game.positions().map(|(_, position)| position);
    for (index, (at, made)) in before.zip(game.moves()).enumerate() {
        let recorded = board.record.plies.get(index);
        let same = recorded.filter(|recorded| recorded.played == Some(made.played));
        let clock = same.and_then(|ply| ply.clock).map(clock_face).unwrap_or_default();
        let cell = (at.to_san(made.played), clock);
        match (made.by, lines.last_mut()) {
            (Color::Black, Some(line)) if line.black.0.is_empty() => line.black = cell,
            (by, _) => {
                let mut line = SheetMove { number: at.fullmove_number(), ..SheetMove::default() };
                match by {
                    Color::White => line.white = cell,
                    Color::Black => line.black = cell,
                }
                lines.push(line);
            }
        }
    }
    lines
}
