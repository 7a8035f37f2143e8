//! A playing server in one screen: it keeps a game by its entries and asks the Laws for everything else.
//!
//! Each line of standard input is an act: `e2e4` (a move, the clock pressed), `claim threefold`,
//! `claim fifty`, `flag white`, `offer`, `accept`, `resign`, `touch e2`. Try
//! `printf 'g1f3\ng8f6\ntouch h2\nresign\n' | cargo run -p kaissa-ruling --example server`.

use std::io::{self, BufRead};

use kaissa_chess::{Color, Position, Square};
use kaissa_game::{DrawClaim, DrawRule, Entry, Game};
use kaissa_laws::{Editions, Rules, Style, UnknownEdition};
use kaissa_ruling::touch_move::{TouchFacts, Touched, permitted_moves};
use kaissa_ruling::{
    Act, ClaimFacts, Consequence, FlagFacts, IrregularMove, Proposal, propose_agreement,
    propose_draw_claim, propose_flag_fall, propose_irregular_move, propose_on_position,
    propose_resignation,
};

/// A game that is being played: what happened, and by which rules.
struct Server {
    game: Game,
    rules: Rules,
}

impl Server {
    fn new() -> Result<Server, UnknownEdition> {
        let editions = Editions::built_in();
        let rules = Rules::new(editions, editions.newest())?.with_style(Style::Rapid);
        Ok(Server { game: Game::new(Position::start()), rules })
    }

    /// Takes an act of the player to move and says what the Laws make of it.
    fn act(&mut self, line: &str) -> Option<Proposal> {
        let by = self.game.turn();
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words[..] {
            ["resign"] => propose_resignation(&self.game, by, &self.rules),
            ["offer"] => return self.note(Entry::DrawOffered { by: !by }),
            ["accept"] if self.game.open_offer().is_some() => {
                propose_agreement(&self.game, &self.rules)
            }
            ["flag", color] => {
                let of = if color == "white" { Color::White } else { Color::Black };
                propose_flag_fall(&self.game, &FlagFacts::fallen(of), &self.rules)
            }
            ["claim", rule] => {
                let rule = if rule == "fifty" { DrawRule::FiftyMoves } else { DrawRule::Threefold };
                let claim = DrawClaim::OnBoard(rule);
                propose_draw_claim(&self.game, by, &claim, &ClaimFacts::default(), &self.rules)
            }
            ["touch", square] => {
                let square = Square::from_ascii(square.as_bytes()).ok()?;
                let position = self.game.position().clone();
                let touched = vec![Touched { square, order_known: true }];
                let left = permitted_moves(&TouchFacts::new(position, touched), &self.rules);
                println!("{} moves are left", left.len());
                return self.note(Entry::PieceTouched { by, square });
            }
            [uci] => {
                let played = self.game.position().move_from_uci(uci)?;
                if !self.game.position().is_legal(played) {
                    let irregular = IrregularMove::seen(by, Act::Moved(played));
                    return Some(propose_irregular_move(&self.game, &irregular, &self.rules));
                }
                self.note(Entry::MoveMade { by, played });
                self.note(Entry::ClockPressed { by });
                propose_on_position(&self.game, &self.rules)
            }
            _ => return None,
        })
    }

    fn note(&mut self, entry: Entry) -> Option<Proposal> {
        self.game.apply(&entry);
        None
    }
}

/// Whether a proposal gives the game a result.
fn ends_game(proposal: &Proposal) -> bool {
    let is_result = |consequence: &Consequence| {
        matches!(consequence, Consequence::GameLost { .. } | Consequence::PointsOfBoth(_))
    };
    proposal.consequences.iter().any(is_result)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut server = Server::new()?;
    for line in io::stdin().lock().lines() {
        let Some(proposal) = server.act(&line?) else { continue };
        let articles = proposal.grounds.articles();
        let articles: Vec<&str> = articles.iter().map(|article| article.as_str()).collect();
        println!("{} ({})", proposal.decision.word(), articles.join(", "));
        if ends_game(&proposal) {
            break;
        }
    }
    Ok(())
}
