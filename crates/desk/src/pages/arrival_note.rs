//! One tap: a player is not there, or has arrived.

use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Incident};
use kaissa_laws::ClockTime;

use super::round_show::round_of;
use crate::{Ask, Body, Deed, Refused};

/// Notes that a player is absent or has arrived, and how long after the start of the round.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = ask.need_board()?.board.id;
    let started = ask.ground().started(round_of(ask));
    let late = started.map_or(ClockTime::ZERO, |started| ask.now.since(started));
    let incident = match ask.form.text("who") {
        "absent-white" => Incident::PlayerAbsent { by: Color::White },
        "absent-black" => Incident::PlayerAbsent { by: Color::Black },
        "here-white" => Incident::PlayerArrived { by: Color::White, late },
        "here-black" => Incident::PlayerArrived { by: Color::Black, late },
        _ => return ask.refuse("who", ask.say("desk-who-wrong")),
    };
    Ask::deed(Body::GameEvent { board, event: GameEvent::Happened(incident) })
}
