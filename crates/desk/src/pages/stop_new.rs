//! A game that has ended by itself: mate, stalemate, dead position, the draws without a claim.

use kaissa_game::Entry as GameEvent;
use kaissa_ruling::propose_on_position;
use kaissa_words::say;

use super::shown::moves;
use crate::acting::{ActForm, Case, Steps, clocks_read, read_times, record_says, with_facts};
use crate::{Ask, Deed, Refused, Reply};

/// What to do before the game is stopped.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = &live.board.game;
    let counted = say!(
        ask.words(),
        "desk-claim-counted",
        moves = moves(game.position().halfmove_clock()),
        times = game.occurrences().len()
    );
    let steps = Steps::new(ask)
        .step("desk-stop-position")
        .hint(counted)
        .tick("differs", "desk-stop-differs")
        .step("desk-stop-clocks")
        .hint(ask.say("desk-stop-clocks-hint"))
        .clocks(live);
    ActForm::page(ask, live, "stop", record_says(ask, live), steps)
}

/// Looks at the game as it is and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    if ask.form.is_ticked("differs") {
        return ask.refuse("differs", ask.say("desk-stop-correct-first"));
    }
    let mut facts = vec![GameEvent::ClocksPaused { by: None }];
    facts.extend(clocks_read(read_times(ask)?));
    let game = with_facts(&live.board, &facts);
    let proposal = propose_on_position(&game, &live.rules);
    Ok(vec![Case::of_game("stop", game, facts, proposal).shown(ask, live)])
}
