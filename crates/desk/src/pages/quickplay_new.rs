//! A claim in a quickplay finish: taken through its steps and recorded; whether the opponent can win, or
//! tries to, the arbiter alone judges.

use kaissa_game::Entry as GameEvent;
use kaissa_ruling::{
    AfterPostponement, PeriodPlace, QuickplayFacts, QuickplayGround, QuickplayOpponent,
    QuickplayRequest, QuickplayVerdict, propose_quickplay_claim,
};

use crate::acting::{
    ActForm, Case, Steps, clocks_read, read_color, read_time, read_times, time_control, with_facts,
};
use crate::{Ask, Deed, Refused, Reply};

/// The steps of a quickplay claim, in the order of the Law.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = &live.board.game;
    let control = time_control(ask, &live.board);
    let next = game.moves_completed(game.turn()) + 1;
    let period = control.as_ref().and_then(|control| control.period_of_move(next));
    let place =
        if period.is_some_and(|period| period.moves.is_some()) { "earlier" } else { "last" };
    let increment = control.map_or(0, |control| control.increment().as_whole_seconds());
    let requests = [
        ("cannot_win", "desk-quickplay-cannot-win"),
        ("no_effort", "desk-quickplay-no-effort"),
        ("draw", "desk-quickplay-no-ground"),
        ("increment", "desk-quickplay-increment"),
    ];
    let places = [("last", "desk-flag-last-period"), ("earlier", "desk-flag-earlier-period")];
    let answers = [
        ("", "desk-claim-silent"),
        ("refuses", "desk-quickplay-refuses"),
        ("accepts", "desk-claim-accepts"),
    ];
    let verdicts = [
        ("", "desk-quickplay-not-yet"),
        ("agrees", "desk-quickplay-agrees"),
        ("rejects", "desk-quickplay-rejects"),
        ("postpones", "desk-quickplay-postpones"),
    ];
    let then = [
        ("", "desk-quickplay-no-flag"),
        ("due", "desk-quickplay-due"),
        ("draw", "desk-quickplay-draw"),
        ("no_draw", "desk-quickplay-no-draw"),
    ];
    let steps = Steps::new(ask)
        .step("desk-quickplay-by")
        .side("by", Some(game.turn()))
        .step("desk-claim-clocks")
        .hint(ask.say("desk-claim-clocks-hint"))
        .clocks(live)
        .step("desk-flag-period")
        .one_of("period", &places, place)
        .text("increment", "desk-quickplay-increment-in-use", &increment.to_string())
        .tick("no_arbiter", "desk-quickplay-no-arbiter")
        .step("desk-quickplay-request")
        .one_of("request", &requests, "cannot_win")
        .step("desk-claim-opponent")
        .one_of("answer", &answers, "")
        .step("desk-quickplay-verdict")
        .hint(ask.say("desk-quickplay-verdict-hint"))
        .one_of("verdict", &verdicts, "")
        .step("desk-quickplay-then")
        .one_of("then", &then, "");
    ActForm::page(ask, live, "quickplay-claim", Vec::new(), steps)
}

/// Puts the claim and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let form = &ask.form;
    let Some(by) = read_color(form.text("by")) else {
        return ask.refuse("by", ask.say("desk-side-missing"));
    };
    let increment = match form.filled("increment").map(read_time) {
        None => None,
        Some(Some(time)) => Some(time),
        Some(None) => return ask.refuse("increment", ask.say("desk-time-wrong")),
    };
    let mut facts = vec![GameEvent::ClocksPaused { by: Some(by) }];
    facts.extend(clocks_read(read_times(ask)?));
    let game = with_facts(&live.board, &facts);
    let put = QuickplayFacts {
        request: match form.text("request") {
            "cannot_win" => QuickplayRequest::Draw(Some(QuickplayGround::CannotWin)),
            "no_effort" => QuickplayRequest::Draw(Some(QuickplayGround::NoEffort)),
            "increment" => QuickplayRequest::Increment,
            _ => QuickplayRequest::Draw(None),
        },
        opponent: match form.text("answer") {
            "refuses" => QuickplayOpponent::Refuses,
            "accepts" => QuickplayOpponent::AcceptsDraw,
            _ => QuickplayOpponent::Nothing,
        },
        arbiter: match form.text("verdict") {
            "agrees" => Some(QuickplayVerdict::Agrees),
            "rejects" => Some(QuickplayVerdict::Rejects),
            "postpones" => Some(QuickplayVerdict::Postpones),
            _ => None,
        },
        then: match form.text("then") {
            "due" => Some(AfterPostponement::FlagFell),
            "draw" => Some(AfterPostponement::FlagFellDraw),
            "no_draw" => Some(AfterPostponement::FlagFellNoDraw),
            _ => None,
        },
        period: Some(match form.text("period") {
            "earlier" => PeriodPlace::BeforeLast,
            _ => PeriodPlace::Last,
        }),
        increment: increment.unwrap_or_default(),
        arbiter_present: !form.is_ticked("no_arbiter"),
    };
    let proposal = propose_quickplay_claim(&game, by, &put, &live.rules);
    Ok(vec![Case::of_game("quickplay-claim", game, facts, proposal).shown(ask, live)])
}
