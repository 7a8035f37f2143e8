//! A draw offer, and an agreement.

use kaissa_chess::Color;
use kaissa_game::Entry as GameEvent;
use kaissa_ruling::{OfferFacts, OfferMoment, propose_agreement, propose_draw_offer};

use crate::acting::{ActForm, Case, Steps, read_color, read_number, with_facts};
use crate::{Ask, Deed, Refused, Reply};

/// The steps of an offer, in the order of the Law.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    // An offer comes after the own move and before the clock is pressed.
    let by = live.board.game.open_offer().unwrap_or(!live.board.game.turn());
    let moment = [("right", "desk-offer-after-move"), ("thinking", "desk-offer-opponent-thinks")];
    let answers = [
        ("", "desk-offer-unanswered"),
        ("accepts", "desk-offer-accepted"),
        ("refuses", "desk-offer-refused"),
    ];
    let steps = Steps::new(ask)
        .step("desk-offer-by")
        .side("by", Some(by))
        .step("desk-offer-moment")
        .one_of("moment", &moment, "right")
        .tick("conditional", "desk-offer-condition")
        .step("desk-offer-before")
        .text("offers_before", "desk-offer-number", "0")
        .tick("warned", "desk-offer-warned")
        .step("desk-offer-answer")
        .one_of("answer", &answers, "");
    ActForm::page(ask, live, "draw-offer", Vec::new(), steps)
}

/// Puts the offer, or the agreement, and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let form = &ask.form;
    let Some(by) = read_color(form.text("by")) else {
        return ask.refuse("by", ask.say("desk-side-missing"));
    };
    let n_offers_before = read_number(ask, "offers_before")?.unwrap_or(0);
    let facts = facts(by, form.text("answer"));
    let game = with_facts(&live.board, &facts);
    let offer = OfferFacts {
        moment: match form.text("moment") {
            "thinking" => OfferMoment::OpponentsTime,
            _ => OfferMoment::Right,
        },
        is_conditional: form.is_ticked("conditional"),
        n_offers_before,
        was_warned: form.is_ticked("warned"),
    };
    let proposal = match form.text("answer") {
        "accepts" => propose_agreement(&game, &live.rules),
        "refuses" => kaissa_ruling::propose_on_open_offer(&game, &live.rules),
        _ => propose_draw_offer(&game, by, &offer, &live.rules),
    };
    Ok(vec![Case::of_game("draw-offer", game, facts, proposal).shown(ask, live)])
}

/// An offer that was accepted becomes an agreement only with the ruling.
fn facts(by: Color, answer: &str) -> Vec<GameEvent> {
    let offered = GameEvent::DrawOffered { by };
    match answer {
        "refuses" => vec![offered, GameEvent::DrawRefused { by: !by }],
        _ => vec![offered],
    }
}
