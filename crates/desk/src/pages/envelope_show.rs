//! The envelope of an adjourned game, to be printed, with the slip that goes into it.

use askama::Template;
use kaissa_chess::{Color, Position};
use kaissa_laws::{ClockTime, Rule};
use kaissa_words::clock_text;

use super::adjournment_seal::{laws, sealer_name};
use super::shown::{player, title};
use crate::acting::read_color;
use crate::diagram::{Diagram, spoken};
use crate::layout::{Layout, render};
use crate::{Ask, Reply, Setting};

#[derive(Template)]
#[template(path = "envelope_show.html")]
struct EnvelopeShow<'a> {
    layout: Layout<'a>,
    id: u32,
    envelope: Option<EnvelopeShown>,
    laws: Vec<(String, &'static str, String)>,
}

struct EnvelopeShown {
    competition: String,
    board: String,
    white: String,
    black: String,
    diagram: String,
    fen: String,
    spoken: String,
    white_clock: String,
    black_clock: String,
    sealer: String,
    move_number: u32,
    dots: &'static str,
    offer: String,
    resumption: String,
}

/// What stands on the envelope, as it was written.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let board = live.board.as_ref();
    let shown = board.envelope.as_ref().and_then(|written| {
        let (position, _) = Position::from_fen(&written.fen).ok()?;
        let sealer = read_color(&written.sealer)?;
        let offer = written.offer.as_deref().and_then(read_color);
        Some(EnvelopeShown {
            competition: ask.ground().setting(Setting::Competition).to_owned(),
            board: title(ask, board),
            white: player(ask.words(), &board.white),
            black: player(ask.words(), &board.black),
            diagram: Diagram::large(&position, None).svg(),
            fen: written.fen.clone(),
            spoken: spoken(&position),
            white_clock: clock_text(ClockTime::millis(written.white_ms)),
            black_clock: clock_text(ClockTime::millis(written.black_ms)),
            sealer: sealer_name(ask, live, sealer),
            move_number: written.move_number,
            dots: if sealer == Color::White { "." } else { "..." },
            offer: match offer {
                Some(by) => sealer_name(ask, live, by),
                None => ask.say("desk-seal-no-offer"),
            },
            resumption: written.resumption.clone(),
        })
    });
    render(&EnvelopeShow {
        layout: Layout::new(ask, ask.say("desk-envelope-title")),
        id: board.id.0,
        envelope: shown,
        laws: laws(ask, live, &[Rule::Envelope, Rule::EnvelopeOpened, Rule::Sealing]),
    })
}
