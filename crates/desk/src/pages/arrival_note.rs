//! One tap: a player is not there, or has arrived.

use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Incident, Presence};
use kaissa_laws::ClockTime;

use super::round_show::round_of;
use crate::{Ask, Body, Deed, Refused};

/// Notes that a player is absent or has arrived, and how long after the start of the round.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let board = live.board.id;
    let started = ask.ground().started(round_of(ask));
    let late = started.map_or(ClockTime::ZERO, |started| ask.now.since(started));
    let incident = match ask.form.text("who") {
        "absent-white" => Incident::PlayerAbsent { by: Color::White },
        "absent-black" => Incident::PlayerAbsent { by: Color::Black },
        "here-white" => Incident::PlayerArrived { by: Color::White, late },
        "here-black" => Incident::PlayerArrived { by: Color::Black, late },
        _ => return ask.refuse("who", ask.say("desk-who-wrong")),
    };
    // Two arbiters may note the same: the first of them saw when it was.
    let presence = |by| live.board.game.presence(by);
    match incident {
        Incident::PlayerArrived { by, .. } if presence(by) == Presence::Here => {
            return ask.refuse_all(ask.say("desk-arrived-before"));
        }
        Incident::PlayerAbsent { by } if presence(by) == Presence::Absent => {
            return ask.refuse_all(ask.say("desk-absent-before"));
        }
        _ => {}
    }
    Ask::deed(Body::GameEvent { board, event: GameEvent::Happened(incident) })
}
