//! Properties that hold for whatever game is played.

use kaissa_chess::{ByColor, Color, MoveList, Position};
use kaissa_game::{DrawClaim, DrawRule, Entry, Game};
use kaissa_laws::{ClockTime, Edition, Style};
use kaissa_ruling::{
    Act, Consequence, Decision, FlagFacts, IrregularMove, Proposal, propose_agreement,
    propose_flag_fall, propose_irregular_move, propose_on_position, propose_resignation,
};
use proptest::prelude::*;

use super::support::*;

const EDITIONS: [Edition; 7] = [
    Edition::E2001,
    Edition::E2005,
    Edition::E2009,
    Edition::E2014,
    Edition::E2017,
    Edition::E2018,
    Edition::E2023,
];

/// A game whose moves are chosen by numbers; small numbers shuffle pieces back and forth.
fn played(start: Position, choices: &[u16]) -> Game {
    let mut game = Game::new(start);
    for choice in choices {
        let mut moves = MoveList::new();
        game.position().legal_moves(&mut moves);
        moves.sort_by_key(|step| game.position().to_uci(*step));
        let Some(&step) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        let by = game.turn();
        game.apply(&Entry::MoveMade { by, played: step });
        game.apply(&Entry::ClockPressed { by });
    }
    game
}

fn with_clocks(mut game: Game, clocks: ByColor<i64>) -> Game {
    game.apply(&Entry::ClocksRead(clocks.map(ClockTime::seconds)));
    game
}

/// The same game with the colours exchanged.
fn color_swapped(game: &Game) -> Game {
    let mut swapped = Game::new(game.start().color_swapped());
    for made in game.moves() {
        let by = !made.by;
        swapped.apply(&Entry::MoveMade { by, played: made.played.flipped_vertical() });
        if made.is_pressed {
            swapped.apply(&Entry::ClockPressed { by });
        }
    }
    if let Some(clocks) = game.clocks() {
        swapped.apply(&Entry::ClocksRead(clocks.into_swapped()));
    }
    swapped
}

/// What of a proposal has to be the mirror image of the other's.
fn shape(proposal: &Proposal, swap: bool) -> (Decision, Option<Color>, Option<ByColor<ClockTime>>) {
    let loser = match outcome(proposal) {
        Outcome::Lost(by) => Some(by),
        _ => None,
    };
    let clocks = clocks(proposal);
    match swap {
        true => (proposal.decision, loser.map(|by| !by), clocks.map(ByColor::into_swapped)),
        false => (proposal.decision, loser, clocks),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn mirrored_colours_give_mirrored_proposals(
        choices in prop::collection::vec(0u16..400, 0..60),
        edition in 0..EDITIONS.len(),
        white in 1i64..4000,
        black in 1i64..4000,
    ) {
        // Move 10: the scoresheet counts from White's first move, so that before both have moved an
        // agreement is no mirror image (5.2.3).
        let start = position("r3k2r/8/2n5/8/8/5N2/8/R3K2R w KQkq - 0 10");
        let game = with_clocks(played(start, &choices), ByColor { white, black });
        let mirror = color_swapped(&game);
        let rules = rules(EDITIONS[edition]);
        let by = game.turn();
        for rule in [DrawRule::Threefold, DrawRule::FiftyMoves] {
            let claim = DrawClaim::OnBoard(rule);
            prop_assert_eq!(
                shape(&super::support::claim(&game, by, &claim, &rules), false),
                shape(&super::support::claim(&mirror, !by, &claim, &rules), true)
            );
        }
        prop_assert_eq!(
            shape(&propose_resignation(&game, by, &rules), false),
            shape(&propose_resignation(&mirror, !by, &rules), true)
        );
        prop_assert_eq!(
            shape(&propose_agreement(&game, &rules), false),
            shape(&propose_agreement(&mirror, &rules), true)
        );
        let flag = |game: &Game, of| propose_flag_fall(game, &FlagFacts::fallen(of), &rules);
        prop_assert_eq!(shape(&flag(&game, by), false), shape(&flag(&mirror, !by), true));
        let press = |game: &Game, by| {
            propose_irregular_move(game, &IrregularMove::seen(by, Act::NothingMoved), &rules)
        };
        prop_assert_eq!(shape(&press(&game, by), false), shape(&press(&mirror, !by), true));
    }

    #[test]
    fn an_upheld_threefold_names_three_plies_with_equal_keys(
        choices in prop::collection::vec(0u16..3, 0..60),
        edition in 0..EDITIONS.len(),
    ) {
        let game = played(position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), &choices);
        let claim = DrawClaim::OnBoard(DrawRule::Threefold);
        let proposal = super::support::claim(&game, game.turn(), &claim, &rules(EDITIONS[edition]));
        if proposal.decision == Decision::ClaimCorrect {
            let plies = occurrences(&proposal);
            prop_assert!(plies.len() >= 3);
            for ply in plies {
                let key = game.position_after(ply).map(Position::key);
                prop_assert_eq!(key, Some(game.position().key()));
            }
        }
    }

    #[test]
    fn clock_times_always_add_up(
        white in 0i64..7200,
        black in 0i64..7200,
        edition in 0..EDITIONS.len(),
        style in 0..3usize,
        increment in 0i64..31,
    ) {
        let style = [Style::Standard, Style::Rapid, Style::Blitz][style];
        let rules = reduced(EDITIONS[edition], style);
        let game = with_clocks(game("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 30", ""), ByColor { white, black });
        let claim = DrawClaim::OnBoard(DrawRule::Threefold);
        let wrong = super::support::claim(&game, Color::White, &claim, &rules);
        let act = Act::Moved(san(&game, "Rd2"));
        let illegal = IrregularMove {
            increment: ClockTime::seconds(increment),
            ..IrregularMove::seen(Color::White, act)
        };
        let penalty = propose_irregular_move(&game, &illegal, &rules);
        for proposal in [wrong, penalty] {
            let Some(set) = clocks(&proposal) else { continue };
            let mut expected = game.clocks().expect("read above");
            for consequence in &proposal.consequences {
                match consequence {
                    Consequence::AddTime { to, time } => *expected.get_mut(*to) += *time,
                    Consequence::RemoveTime { from, time } => *expected.get_mut(*from) -= *time,
                    _ => {}
                }
            }
            prop_assert_eq!(set, expected);
        }
    }

    #[test]
    fn the_fold_of_a_whole_is_the_fold_of_its_parts(
        choices in prop::collection::vec(0u16..400, 1..40),
        split in 0usize..40,
        restored in 0u32..40,
    ) {
        let whole = played(Position::start(), &choices);
        let mut entries: Vec<Entry> = whole
            .moves()
            .iter()
            .map(|made| Entry::MoveMade { by: made.by, played: made.played })
            .collect();
        entries.push(Entry::PositionRestored { ply: restored });
        let split = split.min(entries.len());
        let folded = Game::fold(Position::start(), &entries);
        let mut parts = Game::fold(Position::start(), &entries[..split]);
        for entry in &entries[split..] {
            parts.apply(entry);
        }
        prop_assert_eq!(folded.position(), parts.position());
        prop_assert_eq!(folded.ply(), parts.ply());
        prop_assert_eq!(folded.ply(), restored.min(whole.ply()));
        let aside: usize = folded.set_aside().iter().map(|aside| aside.moves.len()).sum();
        prop_assert_eq!(aside as u32 + folded.ply(), whole.ply());
    }

    #[test]
    fn no_position_of_a_legal_game_panics_a_ruling(
        choices in prop::collection::vec(0u16..400, 0..80),
        edition in 0..EDITIONS.len(),
    ) {
        let game = played(Position::start(), &choices);
        let proposal = propose_on_position(&game, &rules(EDITIONS[edition]));
        prop_assert!(!proposal.grounds.articles().is_empty() || proposal.grounds.iter().count() > 0);
    }
}
