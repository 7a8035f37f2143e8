//! A pairing typed: a board with its two players.

use kaissa_tournament::{PairingRow, name_key};
use kaissa_words::say;

use super::round_show::{round_of, typed_round};
use crate::{Ask, BoardId, Body, Deed, Pairing, Refused};

/// How long a name may be, in letters.
const LONGEST: usize = 80;

/// Pairs two players at a board. A number that has a pairing already is left alone: that one the chief
/// arbiter puts right on its own page, with a reason.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let round = typed_round(ask)?.unwrap_or_else(|| round_of(ask));
    let row = read(ask, round)?;
    let ground = ask.ground();
    let pairings = ground.seat(round, std::slice::from_ref(&row));
    let is_other = |pairing: &Pairing| {
        let known = ground.board(pairing.board).filter(|known| !known.white.is_empty());
        known.is_some_and(|known| {
            name_key(&known.white) != name_key(&row.white)
                || name_key(&known.black) != name_key(&row.black)
        })
    };
    if pairings.iter().any(is_other) {
        return ask.refuse("number", ask.say("desk-pairing-board-taken"));
    }
    let ids: Vec<BoardId> = pairings.iter().map(|pairing| pairing.board).collect();
    check_free(ask, round, &row, &ids)?;
    Ask::deed(Body::PairingsEntered { pairings })
}

/// Reads a pairing as it was typed.
pub(super) fn read(ask: &Ask, round: u32) -> Result<PairingRow, Refused> {
    let name = |field: &'static str| match ask.form.text(field) {
        "" => ask.refuse(field, ask.say("desk-pairing-name")),
        name if name.chars().count() > LONGEST || name.chars().any(char::is_control) => {
            ask.refuse(field, ask.say("desk-name-wrong"))
        }
        name => Ok(name.to_owned()),
    };
    let number = ask.form.text("number");
    if number.chars().count() > 12 || number.chars().any(char::is_control) {
        return ask.refuse("number", ask.say("desk-pairing-number"));
    }
    Ok(PairingRow {
        line: 1,
        round: Some(round),
        board: number.to_owned(),
        white: name("white")?,
        black: name("black")?,
        result: None,
    })
}

/// Refuses a pairing whose board or players have another one in the round than that of these boards.
pub(super) fn check_free(
    ask: &Ask,
    round: u32,
    row: &PairingRow,
    own: &[BoardId],
) -> Result<(), Refused> {
    let keys = [name_key(&row.white), name_key(&row.black)];
    if keys[0] == keys[1] {
        return ask.refuse("black", ask.say("desk-pairing-same"));
    }
    let others = ask.ground().boards_of(round).into_iter();
    for board in others.filter(|board| !own.contains(&board.id)) {
        if !row.board.is_empty() && board.number == row.board {
            return ask.refuse("number", ask.say("desk-pairing-board-taken"));
        }
        for name in [&board.white, &board.black] {
            let Some(index) = keys.iter().position(|key| *key == name_key(name)) else { continue };
            let (name, number) = (name.as_str(), board.number.as_str());
            let text = say!(ask.words(), "desk-pairing-plays", name = name, board = number);
            let typed = if index == 0 { "white" } else { "black" };
            return ask.refuse(typed, text);
        }
    }
    Ok(())
}
