//! The move pad: an arbiter who writes the moves himself taps two squares a move, or types it.

use askama::Template;
use kaissa_chess::notation::Reading;
use kaissa_chess::{Color, Move, MoveList, Position, Role, Square};
use kaissa_game::{Entry as GameEvent, TypedFault, read_typed_move};
use kaissa_words::say;

use super::by_hand::{happened_at, typed_fault};
use super::shown::{moves, ply_name, taken_out, title};
use super::then_board;
use crate::diagram::Diagram;
use crate::layout::{Layout, render};
use crate::{Ask, Body, Deed, LiveBoard, Refused, Reply};

#[derive(Template)]
#[template(path = "move_pad.html")]
struct MovePad<'a> {
    layout: Layout<'a>,
    board: String,
    id: u32,
    live: PadLive<'a>,
    /// What was refused as illegal and may have been made all the same, as squares.
    illegal: Option<String>,
    typed: &'a str,
    below: &'static str,
}

/// The part of the page that is sent anew when something changes.
#[derive(Template)]
#[template(path = "pad_live.html")]
struct PadLive<'a> {
    ask: &'a Ask,
    ply: u32,
    turn: String,
    last: String,
    counter: String,
    diagram: String,
    squares: Vec<SquareShown>,
    from: String,
    /// The squares of a pawn's move whose promotion is to be chosen.
    promoting: Option<(String, String)>,
}

/// A square of the pad.
struct SquareShown {
    name: String,
    label: String,
    class: &'static str,
    /// Where it leads: for an own piece, and for the last rank while a pawn is chosen.
    href: String,
    /// Whether it is the square to which the chosen piece goes.
    is_target: bool,
    is_own: bool,
    is_pawn: bool,
    /// The squares to which the piece on it may go.
    to: String,
}

/// The page: the board with what may be tapped.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let is_illegal = ask.refused.as_ref().is_some_and(|refused| refused.field == Some("stands"));
    let position = live.board.game.position();
    let illegal = wanted(ask, position).ok().filter(|_| is_illegal);
    render(&MovePad {
        layout: Layout::new(ask, ask.say("desk-act-pad")).with_module("pad.js"),
        board: title(ask, &live.board),
        id: live.board.id.0,
        live: pad(ask, live),
        illegal: illegal.map(|played| position.to_uci(played)),
        typed: if is_illegal { "" } else { ask.typed("move", "") },
        below: below(ask).fold_wb("white", "black"),
    })
}

/// The live part, where the board changed after a snapshot.
pub(crate) fn fragments(ask: &Ask, since: u64) -> Vec<String> {
    match ask.board() {
        // Writing to a text does not fail.
        Some(live) if live.version > since => vec![pad(ask, live).render().unwrap_or_default()],
        Some(_) => Vec::new(),
        None => taken_out(ask, "pad-live", since),
    }
}

fn below(ask: &Ask) -> Color {
    let asked = ask.form.filled("below").unwrap_or(ask.query.text("below"));
    if asked == "black" { Color::Black } else { Color::White }
}

fn pad<'a>(ask: &'a Ask, live: &LiveBoard) -> PadLive<'a> {
    let game = &live.board.game;
    let position = game.position();
    let square = |name: &str| name.parse::<Square>().ok();
    let asked = |field| ask.form.filled(field).or(ask.query.filled(field)).and_then(square);
    let from = asked("from").filter(|from| is_own(position, *from));
    let to = asked("to").filter(|to| from.is_some_and(|from| promotes(position, from, *to)));
    let last = game.last_move().map(|made| made.played);
    let below = below(ask);
    let diagram = Diagram { below, label: String::new(), ..Diagram::large(position, last) };
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    PadLive {
        ask,
        ply: game.ply(),
        turn: ask.say(position.turn().fold_wb("desk-pad-white", "desk-pad-black")),
        last: ply_name(ask, game, game.ply()),
        counter: moves(position.halfmove_clock()),
        diagram: diagram.svg(),
        squares: shown_squares(ask, position, &legal, from, below),
        from: from.map(|from| from.to_string()).unwrap_or_default(),
        promoting: from.zip(to).map(|(from, to)| (from.to_string(), to.to_string())),
    }
}

/// The squares in the order in which they are drawn.
fn shown_squares(
    ask: &Ask,
    position: &Position,
    legal: &MoveList,
    from: Option<Square>,
    below: Color,
) -> Vec<SquareShown> {
    let id = ask.param("board");
    let side = below.fold_wb("", "&below=black");
    let mut order: Vec<Square> = Square::ALL.to_vec();
    order.sort_by_key(|square| {
        let (file, rank) = (square.file() as u32, square.rank() as u32);
        below.fold_wb((7 - rank, file), (rank, 7 - file))
    });
    let targets = |of: Square| legal.iter().filter(move |played| played.from() == of);
    let shown = |square: Square| {
        let is_own = is_own(position, square);
        let is_legal = from.is_some_and(|from| targets(from).any(|played| played.to() == square));
        let href = match from {
            Some(from) if promotes(position, from, square) => {
                format!("/board/{id}/pad?from={from}&to={square}{side}")
            }
            _ if is_own => format!("/board/{id}/pad?from={square}{side}"),
            _ => String::new(),
        };
        let mut to: Vec<String> = targets(square).map(|played| played.to().to_string()).collect();
        to.dedup();
        SquareShown {
            name: square.to_string(),
            label: label(ask, position, square),
            class: match (from == Some(square), is_legal, is_own) {
                (true, ..) => "chosen",
                (_, true, _) => "target",
                (_, _, true) => "own",
                _ => "",
            },
            is_target: from.is_some() && href.is_empty(),
            href,
            is_own,
            is_pawn: position.board().role_at(square) == Some(Role::Pawn),
            to: to.join(" "),
        }
    };
    order.into_iter().map(shown).collect()
}

fn is_own(position: &Position, square: Square) -> bool {
    position.piece_at(square).is_some_and(|piece| piece.color == position.turn())
}

/// Whether a move from one square to another brings a pawn to the last rank.
fn promotes(position: &Position, from: Square, to: Square) -> bool {
    let last = position.turn().fold_wb(7, 0);
    position.board().role_at(from) == Some(Role::Pawn)
        && is_own(position, from)
        && !is_own(position, to)
        && to.rank() as u32 == last
}

/// What a square is called: its name and what stands on it.
fn label(ask: &Ask, position: &Position, square: Square) -> String {
    let name = square.to_string();
    match position.piece_at(square) {
        None => name,
        Some(piece) => say!(
            ask.words(),
            "desk-pad-square",
            square = name,
            color = piece.color.fold_wb("white", "black"),
            piece = piece.role.char().to_string()
        ),
    }
}

/// The move that a form speaks of: typed, or tapped as two squares.
fn wanted(ask: &Ask, position: &Position) -> Result<Move, Refused> {
    let squares =
        ["from", "to", "promotion"].map(|field| ask.form.text(field)).concat().to_lowercase();
    let written = ask.form.filled("move").unwrap_or(&squares);
    read_typed_move(position, written).map_err(|why| {
        let fault = TypedFault {
            index: 0,
            written: written.chars().take(40).collect(),
            before: position.clone(),
            why,
        };
        Refused { field: Some("move"), message: typed_fault(ask, &fault) }
    })
}

/// Keeps a move, or takes the last one back.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = &ask.need_board()?.board;
    let (game, id) = (&board.game, board.id);
    // A tap is meant for the position that was shown.
    if ask.form.number("ply") != Some(game.ply()) {
        return ask.refuse_all(ask.say("desk-pad-moved-on"));
    }
    let happened_at = happened_at(ask, ask.form.number("at"));
    let deed = |body| Deed { body, happened_at, id: None };
    if ask.form.is_ticked("back") {
        let Some(after_ply) = game.ply().checked_sub(1) else {
            return ask.refuse_all(ask.say("desk-pad-nothing"));
        };
        let reason = ask.say("desk-pad-taken-back");
        let body = Body::RecordCorrected { board: id, after_ply, moves: Vec::new(), reason };
        return Ok(vec![deed(body)]);
    }
    let position = game.position();
    let played = wanted(ask, position)?;
    if !position.is_legal(played) && !ask.form.is_ticked("stands") {
        return ask.refuse("stands", illegal(ask, position, played));
    }
    let by = position.turn();
    let event = |event| deed(Body::GameEvent { board: id, event });
    let mut deeds = vec![event(GameEvent::MoveMade { by, played })];
    if !ask.form.is_ticked("unpressed") {
        deeds.push(event(GameEvent::ClockPressed { by }));
    }
    Ok(deeds)
}

/// What is said of a move that is not legal, before it is kept all the same.
fn illegal(ask: &Ask, position: &Position, played: Move) -> String {
    let written = position.to_san(played);
    let squares = position.to_uci(played);
    let language = kaissa_chess::notation::Language::English;
    let reason = match position.read_move(&squares, language) {
        Reading::Illegal { reason, .. } => reason.code(),
        _ => "other",
    };
    say!(ask.words(), "desk-pad-illegal", written = written, reason = reason)
}

/// Back to the pad, turned as it was.
pub(crate) fn then(ask: &Ask) -> String {
    let side = below(ask).fold_wb("", "?below=black");
    format!("{}/pad{side}", then_board(ask))
}
