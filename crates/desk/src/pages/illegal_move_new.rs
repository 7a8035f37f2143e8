//! An illegal move, or an act penalised like one.

use kaissa_chess::Color;
use kaissa_game::{ClaimedMove, Entry as GameEvent, Game};
use kaissa_ruling::{Act, IrregularMove, Notice, propose_irregular_move};
use kaissa_words::{ply_name, say};

use crate::acting::{
    ActForm, Case, Steps, clocks_read, read_color, read_number, read_times, read_written, side,
    time_control, with_facts,
};
use crate::{Ask, Board, Deed, Refused, Reply};

/// The steps of an illegal move, in the order of the Law.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = &live.board.game;
    let before = ply_before(ask, &live.board);
    let stands = game.moves().get(before as usize);
    let (by, usual) = match stands {
        Some(made) => (made.by, ("moved", made_text(game, before))),
        None => (game.turn(), ("pressed", String::new())),
    };
    let acts = [
        ("moved", "desk-illegal-moved"),
        ("pressed", "desk-illegal-pressed"),
        ("hands", "desk-illegal-hands"),
    ];
    let yes_no = [("yes", "desk-yes"), ("no", "desk-no")];
    let notice = [
        ("seen", "desk-illegal-seen"),
        ("claimed", "desk-illegal-claimed"),
        ("replied", "desk-illegal-replied"),
        ("later", "desk-illegal-later"),
    ];
    let noticed = match game.ply().saturating_sub(before) {
        0 | 1 => "seen",
        2 => "replied",
        _ => "later",
    };
    let booked = say!(
        ask.words(),
        "desk-illegal-booked",
        white = game.booked(Color::White).len(),
        black = game.booked(Color::Black).len()
    );
    let after = say!(ask.words(), "desk-illegal-after", name = ply_name(ask.words(), game, before));
    let steps = Steps::new(ask)
        .step("desk-illegal-what")
        .hint(after)
        .one_of("what", &acts, usual.0)
        .text("move", "desk-illegal-move-text", &usual.1)
        .text("ply", "desk-illegal-ply", &(before + 1).to_string())
        .step("desk-illegal-by")
        .hint(booked)
        .side("by", Some(by))
        .step("desk-illegal-press")
        .one_of("pressed", &yes_no, "yes")
        .step("desk-illegal-notice")
        .one_of("notice", &notice, noticed)
        .step("desk-illegal-clocks")
        .hint(ask.say("desk-illegal-clocks-hint"))
        .clocks(live);
    ActForm::page(ask, live, "illegal-move", Vec::new(), steps)
}

/// The ply before the act: told, else that before the last illegal move that stands, else now.
fn ply_before(ask: &Ask, board: &Board) -> u32 {
    let game = &board.game;
    let told: Option<u32> = ask.form.number("ply").or_else(|| ask.query.number("ply"));
    if let Some(told) = told {
        return told.saturating_sub(1).min(game.ply());
    }
    let standing = game.moves().iter().rposition(|made| !made.is_legal);
    standing.map_or(game.ply(), |index| index as u32)
}

fn made_text(game: &Game, before: u32) -> String {
    let made = game.moves().get(before as usize);
    let at = game.position_after(before);
    at.zip(made).map(|(at, made)| at.to_uci(made.played)).unwrap_or_default()
}

/// Puts the illegal move and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let form = &ask.form;
    let Some(by) = read_color(form.text("by")) else {
        return ask.refuse("by", ask.say("desk-side-missing"));
    };
    read_number::<u32>(ask, "ply")?;
    let before = ply_before(ask, &live.board);
    let facts = facts(ask, by)?;
    let mut game = with_facts(&live.board, &facts);
    game.apply(&GameEvent::PositionRestored { ply: before });
    let act = what(ask, &game)?;
    let control = time_control(ask, &live.board);
    let irregular = IrregularMove {
        is_pressed: form.text("pressed") != "no",
        with_two_hands: form.text("what") == "hands",
        notice: match form.text("notice") {
            "claimed" => Notice::ClaimedBy(!by),
            "replied" => Notice::AfterReply,
            "later" => Notice::FoundLater,
            _ => Notice::Seen,
        },
        increment: control.map(|control| control.increment()).unwrap_or_default(),
        ..IrregularMove::seen(by, act)
    };
    let proposal = propose_irregular_move(&game, &irregular, &live.rules);
    Ok(vec![Case::of_game("illegal-move", game, facts, proposal).shown(ask, live)])
}

/// What was done with pieces or clock.
fn what(ask: &Ask, game: &Game) -> Result<Act, Refused> {
    if ask.form.text("what") == "pressed" {
        return Ok(Act::NothingMoved);
    }
    let Some(played) = read_written(game.position(), ask.form.text("move")) else {
        return ask.refuse("move", ask.say("desk-illegal-move-wrong"));
    };
    Ok(Act::of_move(game.position(), played))
}

fn facts(ask: &Ask, by: Color) -> Result<Vec<GameEvent>, Refused> {
    let mut facts: Vec<GameEvent> = clocks_read(read_times(ask)?).into_iter().collect();
    if ask.form.text("notice") == "claimed" {
        facts.push(GameEvent::IllegalMoveClaimed { by: !by, about: ClaimedMove::Last });
    }
    Ok(facts)
}

/// What an alarm of an illegal move fills in.
pub(crate) fn filled_in(by: Option<Color>, ply: u32) -> Vec<(&'static str, String)> {
    let by = by.map(|by| ("by", side(by).to_owned()));
    [("ply", ply.to_string())].into_iter().chain(by).collect()
}
