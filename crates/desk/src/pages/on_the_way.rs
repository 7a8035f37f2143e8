//! One tap: an arbiter goes to a board, or does not any more.

use super::then_board;
use crate::{Ask, Body, Deed, Refused};

/// Says that an arbiter goes to the board, or with an empty field that he does not.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let board = ask.need_board()?.board.id;
    Ask::deed(Body::OnTheWay { board, is_going: ask.form.is_ticked("going") })
}

/// Back to where it was tapped: the page of the board says so, the hall does not.
pub(crate) fn then(ask: &Ask) -> String {
    if ask.form.is_ticked("at_board") { then_board(ask) } else { "/".to_owned() }
}
