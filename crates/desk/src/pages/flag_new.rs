//! A fallen flag: whose, who points it out, and what the opponent could still do.

use kaissa_chess::{ByColor, Color};
use kaissa_game::Entry as GameEvent;
use kaissa_laws::ClockTime;
use kaissa_ruling::{ControlMoves, Fallen, FlagFacts, FlagNotice, PeriodPlace, propose_flag_fall};
use kaissa_words::say;

use crate::acting::{
    ActForm, Case, Steps, clocks_read, read_color, read_number, read_times, time_control,
    with_facts,
};
use crate::{Ask, Deed, LiveBoard, Refused, Reply};

/// The steps of a flag-fall, in the order of the Law.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let down = read_color(ask.query.text("fallen")).unwrap_or(live.board.game.turn());
    let period = Period::of(ask, live, down);
    let fallen =
        [("white", "desk-flag-white"), ("black", "desk-flag-black"), ("both", "desk-flag-both")];
    let first = [("", "desk-not-known"), ("white", "desk-white"), ("black", "desk-black")];
    let notice = [
        ("seen", "desk-flag-seen"),
        ("white", "desk-flag-claimed-white"),
        ("black", "desk-flag-claimed-black"),
    ];
    let yes_no = [("yes", "desk-yes"), ("no", "desk-no")];
    let place = [
        ("last", "desk-flag-last-period"),
        ("earlier", "desk-flag-earlier-period"),
        ("", "desk-not-known"),
    ];
    let counted = say!(
        ask.words(),
        "desk-flag-moves-made",
        white = live.board.game.moves_completed(Color::White),
        black = live.board.game.moves_completed(Color::Black)
    );
    let steps = Steps::new(ask)
        .step("desk-flag-whose")
        .one_of("fallen", &fallen, crate::acting::side(down))
        .step("desk-flag-first")
        .hint(ask.say("desk-flag-first-hint"))
        .one_of("first", &first, "")
        .step("desk-flag-notice")
        .hint(ask.say("desk-flag-notice-hint"))
        .one_of("notice", &notice, "seen")
        .step("desk-flag-stopped")
        .one_of("stopped", &yes_no, "yes")
        .step("desk-flag-clocks")
        .hint(ask.say("desk-flag-clocks-hint"))
        .clocks(live)
        .step("desk-flag-period")
        .hint(counted)
        .one_of("period", &place, period.place)
        .text("required", "desk-flag-required", &period.required)
        .text("completed", "desk-flag-completed", "");
    ActForm::page(ask, live, "flag", Vec::new(), steps)
}

/// What the time control tells of the period.
struct Period {
    place: &'static str,
    required: String,
}

impl Period {
    /// The period of a player by the time control and the moves he made; nothing where it is not
    /// known.
    fn of(ask: &Ask, live: &LiveBoard, of: Color) -> Period {
        let next = live.board.game.moves_completed(of) + 1;
        let period =
            time_control(ask, &live.board).and_then(|control| control.period_of_move(next));
        match period.map(|period| period.moves) {
            None => Period { place: "", required: String::new() },
            Some(None) => Period { place: "last", required: String::new() },
            Some(Some(moves)) => Period { place: "earlier", required: moves.to_string() },
        }
    }
}

/// Puts the flag-fall and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let form = &ask.form;
    let first = read_color(form.text("first"));
    let fallen = match form.text("fallen") {
        "both" => Fallen::Both { first },
        word => match read_color(word) {
            Some(color) => Fallen::One(color),
            None => return ask.refuse("fallen", ask.say("desk-flag-whose-missing")),
        },
    };
    let clocks_stopped = Some(form.text("stopped") != "no");
    let notice = match read_color(form.text("notice")) {
        Some(by) => FlagNotice::ClaimedBy { by, clocks_stopped },
        None => FlagNotice::SeenByArbiter,
    };
    let period = match form.text("period") {
        "last" => Some(PeriodPlace::Last),
        "earlier" => Some(PeriodPlace::BeforeLast),
        _ => None,
    };
    let required = read_number(ask, "required")?;
    let completed = read_number(ask, "completed")?;
    let moves = required
        .filter(|_| period == Some(PeriodPlace::BeforeLast))
        .map(|required| ControlMoves { required, made: None, completed });
    let times = read_times(ask)?.map(|times| down(times, fallen));
    let facts = facts(fallen, notice, times);
    let game = with_facts(&live.board, &facts);
    let put =
        FlagFacts { fallen, notice, period, moves, shown_first: first, bonus_already_added: None };
    let proposal = propose_flag_fall(&game, &put, &live.rules);
    Ok(vec![Case::of_game("flag", game, facts, proposal).shown(ask, live)])
}

/// A flag that is down shows no time, whatever the record showed last.
fn down(mut times: ByColor<ClockTime>, fallen: Fallen) -> ByColor<ClockTime> {
    for color in Color::ALL {
        if matches!(fallen, Fallen::Both { .. }) || fallen == Fallen::One(color) {
            *times.get_mut(color) = ClockTime::ZERO;
        }
    }
    times
}

fn facts(fallen: Fallen, notice: FlagNotice, times: Option<ByColor<ClockTime>>) -> Vec<GameEvent> {
    let mut facts: Vec<GameEvent> = clocks_read(times).into_iter().collect();
    let flags = Color::ALL.into_iter().filter(|&color| match fallen {
        Fallen::One(of) => of == color,
        Fallen::Both { .. } => true,
    });
    facts.extend(flags.map(|of| GameEvent::FlagFell { of }));
    if let FlagNotice::ClaimedBy { by, .. } = notice {
        facts.push(GameEvent::TimeClaimed { by });
    }
    facts
}
