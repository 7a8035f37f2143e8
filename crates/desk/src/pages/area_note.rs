//! One tap: a player leaves the playing area or comes back.

use kaissa_chess::Color;
use kaissa_game::{Entry as GameEvent, Incident, Presence};

use crate::{Ask, Body, Deed, Refused};

/// Notes that a player left the playing area, with permission or without (11.2.3), or came back.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    use Color::{Black, White};
    let live = ask.need_board()?;
    let board = live.board.id;
    let left = |by, with_permission| Incident::AreaLeft { by, with_permission };
    let incident = match ask.form.text("who") {
        "left-white" => left(White, false),
        "left-black" => left(Black, false),
        "allowed-white" => left(White, true),
        "allowed-black" => left(Black, true),
        "back-white" => Incident::AreaEntered { by: White },
        "back-black" => Incident::AreaEntered { by: Black },
        _ => return ask.refuse("who", ask.say("desk-who-wrong")),
    };
    // Two arbiters may see him go: he left once.
    let is_out = |by| live.board.game.presence(by) == Presence::Away;
    match incident {
        Incident::AreaLeft { by, .. } if is_out(by) => {
            return ask.refuse_all(ask.say("desk-area-out"));
        }
        Incident::AreaEntered { by } if !is_out(by) => {
            return ask.refuse_all(ask.say("desk-area-back"));
        }
        _ => {}
    }
    Ask::deed(Body::GameEvent { board, event: GameEvent::Happened(incident) })
}

/// Back to the players.
pub(crate) fn then(_: &Ask) -> String {
    "/players".to_owned()
}
