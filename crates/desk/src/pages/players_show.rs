//! The players over the rounds: warnings, illegal moves, wrong claims, arrivals, and who is out.

use std::collections::BTreeMap;

use askama::Template;
use kaissa_chess::Color;
use kaissa_game::{Fault, Game, Incident, Presence};
use kaissa_ruling::Choice;
use kaissa_tournament::name_key;
use kaissa_words::{choice, clock_text, law_gist, say};

use super::round_show::{arrived_late, number_of};
use super::shown::moment;
use crate::layout::{Layout, render};
use crate::{Ask, LiveBoard, Reply};

#[derive(Template)]
#[template(path = "players_show.html")]
struct PlayersShow<'a> {
    layout: Layout<'a>,
    asked: &'a str,
    away: Vec<AwayShown>,
    players: Vec<PlayerShown>,
}

/// A player who is out of the playing area.
struct AwayShown {
    name: String,
    id: u32,
    number: String,
    /// Since when, in milliseconds since 1970.
    since: i64,
    back: &'static str,
}

impl AwayShown {
    /// Since when, until the page counts it.
    fn moment(&self) -> String {
        moment(self.since)
    }
}

/// A player with his games.
#[derive(Default)]
struct PlayerShown {
    name: String,
    has_facts: bool,
    games: Vec<GameShown>,
}

/// A game of a player, with what an arbiter has to know of it.
struct GameShown {
    round: String,
    id: u32,
    number: String,
    color: &'static str,
    facts: Vec<String>,
    /// What can be tapped while the game goes on: the word of the form and the message.
    taps: Vec<(&'static str, &'static str)>,
}

/// The players, found by a part of the name.
pub(crate) fn page(ask: &Ask) -> Reply {
    let asked = ask.query.text("q");
    let wanted = asked.to_lowercase();
    let mut players: BTreeMap<String, PlayerShown> = BTreeMap::new();
    let mut away = Vec::new();
    for live in ask.snapshot.boards.values() {
        let board = live.board.as_ref();
        for color in [Color::White, Color::Black] {
            let name = color.fold_wb(&board.white, &board.black);
            if name.is_empty() || !name.to_lowercase().contains(&wanted) {
                continue;
            }
            let is_out = board.game.presence(color) == Presence::Away && board.is_open();
            if is_out {
                away.push(AwayShown {
                    name: name.clone(),
                    id: board.id.0,
                    number: number_of(board),
                    since: board.left_at.get(color).map_or(0, |at| at.0),
                    back: color.fold_wb("back-white", "back-black"),
                });
            }
            let player = players.entry(name_key(name)).or_default();
            name.clone_into(&mut player.name);
            let game = game_shown(ask, live, color);
            player.has_facts |= !game.facts.is_empty();
            player.games.push(game);
        }
    }
    let mut players: Vec<PlayerShown> = players.into_values().collect();
    players.sort_by_cached_key(|player| player.name.to_lowercase());
    render(&PlayersShow {
        layout: Layout::new(ask, ask.say("desk-way-players")).with_module("players.js"),
        asked,
        away,
        players,
    })
}

fn game_shown(ask: &Ask, live: &LiveBoard, color: Color) -> GameShown {
    let board = live.board.as_ref();
    let is_present = board.game.presence(color) != Presence::Away;
    let taps = match color {
        Color::White => [("left-white", "desk-left"), ("allowed-white", "desk-left-allowed")],
        Color::Black => [("left-black", "desk-left"), ("allowed-black", "desk-left-allowed")],
    };
    GameShown {
        round: board.round.map(|round| round.to_string()).unwrap_or_default(),
        id: board.id.0,
        number: number_of(board),
        color: color.fold_wb("desk-white", "desk-black"),
        facts: facts(ask, live, color),
        taps: if board.is_open() && is_present { taps.into() } else { Vec::new() },
    }
}

/// What an arbiter has to know of a player's game, in the order of its weight.
fn facts(ask: &Ask, live: &LiveBoard, color: Color) -> Vec<String> {
    let (words, game) = (ask.words(), &live.board.game);
    let mut facts = Vec::new();
    for fault in game.booked(color) {
        facts.push(say!(words, "desk-booked", fault = ask.say(fault_name(*fault))));
    }
    let n_claims = game.wrong_claims(color);
    if n_claims > 0 {
        facts.push(say!(words, "desk-wrong-claims", n = n_claims));
    }
    for rule in game.warnings(color) {
        let (gist, articles) = (law_gist(words, rule), live.rules.cite(rule).to_string());
        facts.push(say!(words, "desk-warned", gist = gist, articles = articles));
    }
    facts.extend(penalties(game, color).map(|it| choice(words, &Choice::Penalty(it, None))));
    if game.presence(color) == Presence::Absent {
        facts.push(ask.say("desk-absent"));
    }
    if let Some(late) = arrived_late(&live.board, color).filter(|late| !late.is_zero()) {
        facts.push(say!(words, "desk-came-after", time = clock_text(late)));
    }
    let n_left = left(game, color).count();
    if n_left > 0 {
        let without = left(game, color).filter(|permitted| !permitted).count();
        facts.push(say!(words, "desk-left-times", n = n_left, without = without));
    }
    facts
}

fn penalties(game: &Game, of: Color) -> impl Iterator<Item = kaissa_laws::Penalty> {
    game.incidents().iter().filter_map(move |(_, incident)| match incident {
        Incident::Penalised { who, penalty } if *who == of => Some(*penalty),
        _ => None,
    })
}

/// Each time that a player left the playing area: whether he was permitted to.
fn left(game: &Game, of: Color) -> impl Iterator<Item = bool> {
    game.incidents().iter().filter_map(move |(_, incident)| match incident {
        Incident::AreaLeft { by, with_permission } if *by == of => Some(*with_permission),
        _ => None,
    })
}

/// The message that names a fault.
pub(crate) const fn fault_name(fault: Fault) -> &'static str {
    match fault {
        Fault::IllegalMove => "desk-fault-illegal-move",
        Fault::UnpromotedPawn => "desk-fault-unpromoted-pawn",
        Fault::PressWithoutMove => "desk-fault-press-without-move",
        Fault::TwoHands => "desk-fault-two-hands",
        Fault::KingCapture => "desk-fault-king-capture",
    }
}
