//! Rulings in both languages, as they are read to two players: each at most sixty words, with its
//! article, the times and the next act.

use kaissa_chess::notation::{Language as Notation, Reading};
use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Entry, Game};
use kaissa_laws::{ClockTime, Edition, Editions, Rules, Style};
use kaissa_ruling::{
    Act, ClaimFacts, FlagFacts, FlagNotice, IrregularMove, Notice, PeriodPlace, Proposal,
    QuickplayFacts, QuickplayVerdict, propose_agreement, propose_draw_claim, propose_flag_fall,
    propose_irregular_move, propose_on_position, propose_quickplay_claim, propose_resignation,
};
use kaissa_words::{Language, Words, proposal};

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
const ROOKS: &str = "4r1k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 12 31";
const PINNED: &str = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 30";

fn rules(edition: Edition) -> Rules {
    Rules::new(Editions::built_in(), edition).expect("a built-in edition")
}

fn game(fen: &str, moves: &str) -> Game {
    let start = match fen {
        "" => Position::start(),
        fen => Position::from_fen(fen).expect("a FEN").0,
    };
    let mut game = Game::new(start);
    for token in moves.split_whitespace() {
        let by = game.turn();
        let played = san(&game, token);
        game.apply(&Entry::MoveMade { by, played });
        game.apply(&Entry::ClockPressed { by });
    }
    let clocks = ByColor { white: ClockTime::seconds(742), black: ClockTime::seconds(2769) };
    game.apply(&Entry::ClocksRead(clocks));
    game
}

fn san(game: &Game, token: &str) -> Move {
    match game.position().read_move(token, Notation::English) {
        Reading::Legal { played, .. } | Reading::Illegal { played, .. } => played,
        other => panic!("{token}: {other:?}"),
    }
}

/// Words a ruling in both languages, and holds each to sixty words.
#[track_caller]
fn check(name: &str, ruling: &Proposal, game: &Game) {
    let mut both = Vec::new();
    for language in Language::ALL {
        let text = proposal(&Words::new(language), ruling, Some(game.position()));
        let words = text.split_whitespace().count();
        assert!(words <= 60, "{name}: found {words} words, expected at most 60:\n{text}");
        both.push(text);
    }
    insta::assert_snapshot!(name, both.join("\n\n"));
}

fn claim(game: &Game, by: Color, claim: &DrawClaim, rules: &Rules) -> Proposal {
    propose_draw_claim(game, by, claim, &ClaimFacts::default(), rules)
}

fn with_move(game: &Game, rule: DrawRule, token: &str) -> DrawClaim {
    let announced = Announcement::WrittenAndDeclared;
    DrawClaim::WithMove(rule, AnnouncedMove { played: san(game, token), announced })
}

#[test]
fn a_threefold_claim_with_a_move_is_upheld() {
    let game = game("", SHUFFLE);
    let claimed = with_move(&game, DrawRule::Threefold, "Ng8");
    check("threefold_upheld", &claim(&game, Color::Black, &claimed, &rules(Edition::E2023)), &game);
}

#[test]
fn a_wrong_claim_gives_time_and_has_its_move_played() {
    let game = game("", "Nf3 Nf6 Ng1");
    let claimed = with_move(&game, DrawRule::Threefold, "Ng8");
    check("threefold_wrong", &claim(&game, Color::Black, &claimed, &rules(Edition::E2023)), &game);
}

#[test]
fn a_wrong_claim_of_2001_costs_the_claimant_time() {
    let game = game(ROOKS, "");
    let claimed = DrawClaim::OnBoard(DrawRule::FiftyMoves);
    check("fifty_wrong_2001", &claim(&game, Color::White, &claimed, &rules(Edition::E2001)), &game);
}

#[test]
fn a_claim_after_moving_is_too_late() {
    let game = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let claimed = DrawClaim::OnBoard(DrawRule::Threefold);
    check("claim_too_late", &claim(&game, Color::Black, &claimed, &rules(Edition::E2023)), &game);
}

#[test]
fn an_illegal_move_gives_the_opponent_time() {
    let game = game(PINNED, "");
    let irregular = IrregularMove {
        increment: ClockTime::seconds(30),
        ..IrregularMove::seen(Color::White, Act::Moved(san(&game, "Rd2")))
    };
    let ruling = propose_irregular_move(&game, &irregular, &rules(Edition::E2023));
    check("illegal_move_first", &ruling, &game);
}

#[test]
fn an_illegal_move_in_blitz_stands_after_the_reply() {
    let game = game(PINNED, "");
    let irregular = IrregularMove {
        notice: Notice::AfterReply,
        ..IrregularMove::seen(Color::White, Act::Moved(san(&game, "Rd2")))
    };
    let rules = rules(Edition::E2023).with_style(Style::Blitz);
    check("illegal_move_stands", &propose_irregular_move(&game, &irregular, &rules), &game);
}

#[test]
fn a_flag_against_a_knight_loses_with_its_line() {
    let game = game("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60", "");
    let ruling = propose_flag_fall(&game, &FlagFacts::fallen(Color::White), &rules(Edition::E2023));
    check("flag_lost", &ruling, &game);
}

#[test]
fn a_flag_in_rapid_of_2009_is_for_the_players_to_see() {
    let game = game(ROOKS, "");
    let facts = FlagFacts { notice: FlagNotice::SeenByArbiter, ..FlagFacts::fallen(Color::White) };
    let rules = rules(Edition::E2009).with_style(Style::Rapid);
    check("flag_not_called", &propose_flag_fall(&game, &facts, &rules), &game);
}

#[test]
fn a_stalemate_ends_the_game() {
    let game = game("7k/8/8/6K1/8/8/8/5Q2 w - - 0 40", "Qf7");
    check("stalemate", &propose_on_position(&game, &rules(Edition::E2023)), &game);
}

#[test]
fn a_resignation_against_a_bare_king_is_a_draw() {
    let game = game("8/8/8/3k4/8/8/4Q3/4K3 w - - 0 60", "");
    let ruling = propose_resignation(&game, Color::White, &rules(Edition::E2023));
    check("resignation_drawn", &ruling, &game);
}

#[test]
fn an_agreement_before_both_have_moved_is_not_valid() {
    let game = game("", "e4");
    check("agreement_too_early", &propose_agreement(&game, &rules(Edition::E2023)), &game);
}

#[test]
fn a_quickplay_claim_is_rejected_for_good_in_2009() {
    let mut game = game("8/8/4k3/8/8/3RK3/8/5r2 w - - 20 70", "");
    let clocks = ByColor { white: ClockTime::seconds(100), black: ClockTime::seconds(300) };
    game.apply(&Entry::ClocksRead(clocks));
    let facts = QuickplayFacts {
        arbiter: Some(QuickplayVerdict::Rejects),
        period: Some(PeriodPlace::Last),
        ..QuickplayFacts::default()
    };
    let ruling = propose_quickplay_claim(&game, Color::White, &facts, &rules(Edition::E2009));
    check("quickplay_rejected", &ruling, &game);
}
