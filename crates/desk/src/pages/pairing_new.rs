//! A pairing typed: a board with its two players.

use kaissa_tournament::{PairingRow, name_key};
use kaissa_words::say;

use super::round_show::round_of;
use crate::{Ask, Body, Deed, Refused};

/// How long a name may be, in letters.
const LONGEST: usize = 80;

/// Pairs two players at a board; a number that has no game yet gets other players.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let round = round_of(ask);
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
    let row = PairingRow {
        line: 1,
        round: Some(round),
        board: number.to_owned(),
        white: name("white")?,
        black: name("black")?,
        result: None,
    };
    let pairings = ask.ground().seat(round, std::slice::from_ref(&row));
    let ids: Vec<_> = pairings.iter().map(|pairing| pairing.board).collect();
    let keys = [name_key(&row.white), name_key(&row.black)];
    if keys[0] == keys[1] {
        return ask.refuse("black", ask.say("desk-pairing-same"));
    }
    for board in ask.ground().boards_of(round).into_iter().filter(|board| !ids.contains(&board.id))
    {
        if !number.is_empty() && board.number == number {
            return ask.refuse("number", ask.say("desk-pairing-board-taken"));
        }
        for name in [&board.white, &board.black] {
            if keys.contains(&name_key(name)) {
                let (name, number) = (name.as_str(), board.number.as_str());
                let text = say!(ask.words(), "desk-pairing-plays", name = name, board = number);
                return ask.refuse("white", text);
            }
        }
    }
    Ask::deed(Body::PairingsEntered { pairings })
}
