//! Games and rules for the tests.

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Entry, Game};
use kaissa_laws::{ClockTime, Edition, Editions, Rules, Style};
use kaissa_ruling::{ClaimFacts, Consequence, Evidence, Proposal, propose_draw_claim};

pub fn rules(edition: Edition) -> Rules {
    Rules::new(Editions::built_in(), edition).expect("a built-in edition")
}

pub fn reduced(edition: Edition, style: Style) -> Rules {
    rules(edition).with_style(style)
}

pub fn position(fen: &str) -> Position {
    match fen {
        "" => Position::start(),
        _ => Position::from_fen(fen).expect("a FEN").0,
    }
}

/// A game by its moves, move numbers left out; illegal moves may be among them.
pub fn game(fen: &str, moves: &str) -> Game {
    let start = position(fen);
    let mut game = Game::new(start);
    for token in moves.split_whitespace().filter(|token| !token.ends_with('.')) {
        let by = game.turn();
        let played = match game.position().read_move(token, Language::English) {
            Reading::Legal { played, .. } | Reading::Illegal { played, .. } => played,
            other => panic!("{token}: {other:?}"),
        };
        game.apply(&Entry::MoveMade { by, played });
        game.apply(&Entry::ClockPressed { by });
    }
    game
}

pub fn san(game: &Game, token: &str) -> Move {
    match game.position().read_move(token, Language::English) {
        Reading::Legal { played, .. } | Reading::Illegal { played, .. } => played,
        other => panic!("{token}: {other:?}"),
    }
}

pub fn announced(game: &Game, rule: DrawRule, token: &str) -> DrawClaim {
    let played = san(game, token);
    let announced = Announcement::WrittenAndDeclared;
    DrawClaim::WithMove(rule, AnnouncedMove { played, announced })
}

pub fn claim(game: &Game, by: Color, claim: &DrawClaim, rules: &Rules) -> Proposal {
    propose_draw_claim(game, by, claim, &ClaimFacts::default(), rules)
}

pub fn occurrences(proposal: &Proposal) -> Vec<u32> {
    let found = proposal.evidence.iter().rev().find_map(|evidence| match evidence {
        Evidence::Occurrences(plies) => Some(plies.clone()),
        _ => None,
    });
    found.expect("occurrences among the evidence")
}

pub fn clocks(proposal: &Proposal) -> Option<ByColor<ClockTime>> {
    proposal.consequences.iter().find_map(|consequence| match consequence {
        Consequence::SetClock { times, .. } => Some(*times),
        _ => None,
    })
}

/// The loser and whether the game is drawn.
pub fn outcome(proposal: &Proposal) -> Outcome {
    for consequence in &proposal.consequences {
        match consequence {
            Consequence::GameLost { by, .. } => return Outcome::Lost(*by),
            Consequence::PointsOfBoth(both) if both.white == both.black => return Outcome::Drawn,
            _ => {}
        }
    }
    Outcome::Open
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Lost(Color),
    Drawn,
    Open,
}
