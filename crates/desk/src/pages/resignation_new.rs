//! A resignation.

use kaissa_ruling::propose_resignation;

use crate::acting::{ActForm, Case, Steps, read_color, with_facts};
use crate::{Ask, Deed, Refused, Reply};

/// Who resigns, and how he made it plain.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let plain = [("plain", "desk-resign-plain"), ("doubtful", "desk-resign-doubtful")];
    let steps = Steps::new(ask)
        .step("desk-resign-by")
        .side("by", Some(live.board.game.turn()))
        .step("desk-resign-how")
        .hint(ask.say("desk-resign-how-hint"))
        .one_of("how", &plain, "plain");
    ActForm::page(ask, live, "resignation", Vec::new(), steps)
}

/// Puts the resignation and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let Some(by) = read_color(ask.form.text("by")) else {
        return ask.refuse("by", ask.say("desk-side-missing"));
    };
    if ask.form.text("how") == "doubtful" {
        return ask.refuse("how", ask.say("desk-resign-ask-him"));
    }
    let game = with_facts(&live.board, &[]);
    let proposal = propose_resignation(&game, by, &live.rules);
    Ok(vec![Case::of_game("resignation", game, Vec::new(), proposal).shown(ask, live)])
}
