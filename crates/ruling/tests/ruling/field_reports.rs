//! What people have reported to trackers of other programs, as tests named by the report.

use kaissa_chess::{Color, Position};
use kaissa_game::{ClaimedMove, DrawClaim, DrawRule, Entry, Game};
use kaissa_laws::{Edition, Style};
use kaissa_ruling::{
    Act, ActsFacts, Decision, Evidence, Fallen, FlagFacts, FlagNotice, IrregularMove, Notice,
    PeriodPlace, Refusal, propose_after_acts, propose_flag_fall, propose_irregular_move,
    propose_on_illegal_position_watched, propose_on_position, propose_resignation,
};

use super::support::*;

const THREEFOLD: DrawClaim = DrawClaim::OnBoard(DrawRule::Threefold);
const FIFTY: DrawClaim = DrawClaim::OnBoard(DrawRule::FiftyMoves);
const E: Edition = Edition::E2023;

/// A claim of the third occurrence on the board, with the plies it rests on.
#[track_caller]
fn check_threefold(game: &Game, by: Color, decision: Decision, plies: &[u32]) {
    let proposal = claim(game, by, &THREEFOLD, &rules(E));
    assert_eq!(proposal.decision, decision);
    assert_eq!(occurrences(&proposal), plies);
}

#[test]
fn fr_rep_01_five_occurrences_by_any_way_round_end_the_game() {
    let played = game("", "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 Nh3 Nh6 Ng1 Ng8 Na3 Na6 Nb1 Nb8 e4 e5");
    let proposal = propose_on_position(&played, &rules(E));
    assert_eq!(proposal.decision, Decision::GameDrawn);
    assert!(proposal.evidence.contains(&Evidence::Occurrences(vec![0, 4, 8, 12, 16])));
}

#[test]
fn fr_rep_02_a_capture_en_passant_that_is_pinned_makes_no_difference() {
    let played =
        game("2r3k1/3p4/8/2P5/8/8/2K5/7R b - - 0 30", "d5 Rh5 Rc7 Rh1 Rc8 Rh5 Rc7 Rh1 Rc8");
    check_threefold(&played, Color::White, Decision::ClaimCorrect, &[1, 5, 9]);
}

#[test]
fn fr_rep_03_castling_lost_after_the_first_diagram_makes_another_position() {
    let played = game("4k3/8/8/8/1q6/8/8/4K2R w K - 0 30", "Kf2 Qf4+ Ke1 Qb4+ Kf2 Qf4+ Ke1 Qb4+");
    check_threefold(&played, Color::White, Decision::ClaimIncorrect, &[4, 8]);
}

#[test]
fn fr_rep_04_castling_lost_with_the_rook_counts_from_the_capture_on() {
    let played = game("r3k3/8/8/8/8/8/6b1/4K2R b K - 0 20", "Bxh1 Kd1 Bg2 Ke1 Bh1 Kd1 Bg2 Ke1 Bh1");
    check_threefold(&played, Color::White, Decision::ClaimCorrect, &[1, 5, 9]);
}

#[test]
fn fr_rep_05_a_claim_with_the_move_that_brings_the_third_is_right() {
    let played = game("", "Nc3 Nc6 Nb1 Nb8 Nc3 Nc6 Nb1");
    check_threefold(&played, Color::Black, Decision::ClaimIncorrect, &[3, 7]);
    let with_move = announced(&played, DrawRule::Threefold, "Nb8");
    assert_eq!(
        claim(&played, Color::Black, &with_move, &rules(E)).decision,
        Decision::ClaimCorrect
    );
}

#[test]
fn fr_rep_06_an_earlier_threefold_that_was_not_claimed_is_gone() {
    let played = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 d4");
    check_threefold(&played, Color::Black, Decision::ClaimIncorrect, &[9]);
}

#[test]
fn fr_rep_07_counters_of_the_start_play_no_part() {
    let played = game("3k3r/8/8/8/8/8/8/R2K4 w - - 5 33", "Ra2 Rh7 Ra1 Rh8 Ra2 Rh7 Ra1 Rh8");
    check_threefold(&played, Color::White, Decision::ClaimCorrect, &[0, 4, 8]);
}

#[test]
fn fr_rep_08_a_rook_that_moved_takes_the_right_with_it() {
    let played = game("", "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Rg1 Ng8 Rh1 Nf6");
    check_threefold(&played, Color::White, Decision::ClaimIncorrect, &[6, 10]);
    let with_move = announced(&played, DrawRule::Threefold, "Rg1");
    assert_eq!(
        claim(&played, Color::White, &with_move, &rules(E)).decision,
        Decision::ClaimCorrect
    );
}

#[test]
fn fr_rep_09_rooks_that_changed_places_are_the_same() {
    let played = game(
        "8/3P4/8/8/8/k7/8/R5K1 w - - 0 1",
        "d8=R Kb2 Raa8 Kb1 Rd1+ Kb2 Rad8 Ka3 Ra1+ Kb2 Raa8 Kb1 Rd1+ Kb2 Rad8 Ka3 Ra1+",
    );
    check_threefold(&played, Color::Black, Decision::ClaimCorrect, &[1, 9, 17]);
}

#[test]
fn fr_rep_10_the_announced_move_makes_the_second_position_of_its_kind() {
    let played = game(
        "r3k2r/pp1p1p1p/8/5N2/8/8/PPP2PPP/4K3 w kq - 0 16",
        "Ng7+ Ke7 Nf5+ Ke8 Ng7+ Ke7 Nf5+ Ke8",
    );
    let with_move = announced(&played, DrawRule::Threefold, "Ng7+");
    let proposal = claim(&played, Color::White, &with_move, &rules(E));
    assert_eq!(proposal.decision, Decision::ClaimIncorrect);
    assert_eq!(occurrences(&proposal), [5, 9]);
    assert!(proposal.evidence.contains(&Evidence::Diagrams(3)));
}

#[test]
fn fr_f75_02_and_03_castling_and_lost_rights_do_not_end_a_series() {
    for moves in ["O-O O-O-O", "Rb1 Rb8"] {
        let played = game("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 98 80", moves);
        assert_eq!(played.position().halfmove_clock(), 100);
        let proposal = claim(&played, Color::White, &FIFTY, &rules(E));
        assert_eq!(proposal.decision, Decision::ClaimCorrect, "{moves}");
    }
}

#[test]
fn fr_f75_04_a_mate_beyond_the_limit_is_shown_with_both_answers() {
    let played = game("8/8/6k1/8/7p/3K3P/2R5/8 b - - 148 100", "");
    let facts = FlagFacts::fallen(Color::Black);
    let proposal = propose_flag_fall(&played, &facts, &rules(E));
    let offered: Vec<String> = proposal.choices.iter().map(|choice| choice.word()).collect();
    assert_eq!(outcome(&proposal), Outcome::Lost(Color::Black));
    assert_eq!(offered, ["game_lost:black", "game_drawn"]);
}

#[test]
fn fr_f75_05_a_promotion_ends_the_series_and_has_to_be_played() {
    let played = game("7k/P7/8/8/8/8/8/K7 w - - 99 120", "");
    let with_move = announced(&played, DrawRule::FiftyMoves, "a8=Q+");
    let proposal = claim(&played, Color::White, &with_move, &rules(E));
    assert_eq!(proposal.decision, Decision::ClaimIncorrect);
    let forced = kaissa_ruling::Consequence::PlayMove(san(&played, "a8=Q+"));
    assert!(proposal.consequences.contains(&forced));
}

#[test]
fn fr_f75_06_a_hundred_plies_end_nothing_without_a_claim() {
    let played = game("8/8/1r6/2k5/8/3K4/7R/8 b - - 100 120", "");
    assert_eq!(propose_on_position(&played, &rules(E)).decision, Decision::Continue);
    assert_eq!(claim(&played, Color::Black, &FIFTY, &rules(E)).decision, Decision::ClaimCorrect);
    let later = game("8/8/1r6/2k5/8/3K4/7R/8 b - - 150 145", "");
    assert_eq!(propose_on_position(&later, &rules(E)).decision, Decision::GameDrawn);
}

#[test]
fn fr_f75_07_a_player_in_check_answers_and_the_other_may_claim() {
    let played = game("6k1/8/8/8/2R5/8/5K2/r7 w - - 97 112", "Rc5 Ra2+ Kf3");
    assert_eq!(claim(&played, Color::Black, &FIFTY, &rules(E)).decision, Decision::ClaimCorrect);
}

/// The outcome when this side's flag falls.
#[track_caller]
fn check_flag(fen: &str, fallen: Color, expected: Outcome) {
    let played = game(fen, "");
    let proposal = propose_flag_fall(&played, &FlagFacts::fallen(fallen), &rules(E));
    assert_eq!(outcome(&proposal), expected, "{fen}");
    for evidence in &proposal.evidence {
        if let Evidence::Helpmate { by, moves } = evidence {
            let mut at = played.position().clone();
            for &step in moves {
                assert!(at.is_legal(step), "{fen}");
                at.play(step);
            }
            assert!(at.is_checkmate() && at.turn() != *by, "{fen}");
        }
    }
}

#[test]
fn fr_flag_01_forced_moves_decide_for_each_side() {
    let fen = "8/1p1k3p/pP6/K7/4qr2/P7/8/8 w - - 0 1";
    check_flag(fen, Color::White, Outcome::Lost(Color::White));
    check_flag(fen, Color::Black, Outcome::Drawn);
}

#[test]
fn fr_flag_02_to_07_whoever_can_be_mated_loses() {
    use Outcome::{Drawn, Lost};
    let white = Color::White;
    check_flag("8/5k2/3b4/8/8/8/P3Q3/K7 w - - 0 50", white, Lost(white));
    check_flag("8/5k2/8/3n4/8/8/4K3/4R3 w - - 0 60", white, Lost(white));
    check_flag("8/8/4k3/4b3/8/2B5/3P1K2/8 w - - 0 60", white, Lost(white));
    check_flag("8/5k2/8/3b4/8/8/4K3/4R3 w - - 0 60", white, Drawn);
    check_flag("3k4/3p4/3P4/8/8/8/8/2BK4 w - - 0 1", white, Lost(white));
}

#[test]
fn fr_flag_03_resigning_against_a_bare_king_draws_since_2023() {
    let played = game("8/8/8/8/4k3/8/3Q4/3K4 w - - 0 70", "");
    let resigned = |edition| propose_resignation(&played, Color::White, &rules(edition));
    assert_eq!(resigned(E).decision, Decision::GameDrawn);
    assert_eq!(outcome(&resigned(Edition::E2018)), Outcome::Lost(Color::White));
}

#[test]
fn fr_flag_08_a_right_claim_goes_before_the_flag_that_falls_later() {
    let played = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let entries = [
        Entry::DrawClaimed { by: Color::White, claim: THREEFOLD },
        Entry::FlagFell { of: Color::White },
        Entry::TimeClaimed { by: Color::Black },
    ];
    let proposal = propose_after_acts(&played, &entries, &ActsFacts::default(), &rules(E));
    assert_eq!(proposal.decision, Decision::ClaimCorrect);
}

#[test]
fn fr_res_07_mate_is_won_by_whoever_mated() {
    let played = game("", "f3 e5 g4 Qh4#");
    let proposal = propose_on_position(&played, &rules(E));
    assert_eq!(outcome(&proposal), Outcome::Lost(Color::White));
}

#[test]
fn fr_res_08_stalemate_ends_the_game_before_the_moves_that_follow() {
    let played = game("7k/8/5K2/8/8/8/8/6Q1 w - - 0 60", "Qg6 Kg8 Ke6 Kh8 Kf6 Kg8 Qd3 Kh8");
    let proposal = propose_on_position(&played, &rules(E));
    assert_eq!(proposal.decision, Decision::Stalemate);
    assert_eq!(outcome(&proposal), Outcome::Drawn);
}

#[test]
fn fr_proc_01_an_illegal_move_stands_in_rapid_and_is_put_right_in_standard() {
    let before = game("", "e4 e5 Bc4 a6 Bxf7+");
    let act = Act::Moved(san(&before, "h6"));
    let later =
        IrregularMove { notice: Notice::FoundLater, ..IrregularMove::seen(Color::Black, act) };
    let rapid = reduced(E, Style::Rapid);
    assert_eq!(propose_irregular_move(&before, &later, &rapid).decision, Decision::MoveStands);
    let standard = propose_irregular_move(&before, &later, &rules(E));
    assert_eq!(standard.decision, Decision::TimePenalty);
}

#[test]
fn fr_proc_02_a_touched_piece_ends_the_right_to_claim() {
    let mut played = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let square = "e2".parse().expect("a square");
    played.apply(&Entry::PieceTouched { by: Color::White, square });
    let proposal = claim(&played, Color::White, &THREEFOLD, &rules(E));
    assert_eq!(proposal.decision, Decision::ClaimInadmissible);
    assert_eq!(proposal.refusal, Some(Refusal::PieceTouched));
}

#[test]
fn fr_proc_03_the_claim_goes_with_the_move() {
    let before = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    let with_move = announced(&before, DrawRule::Threefold, "Ng8");
    assert_eq!(
        claim(&before, Color::Black, &with_move, &rules(E)).decision,
        Decision::ClaimCorrect
    );
    let after = game("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    let late = claim(&after, Color::Black, &THREEFOLD, &rules(E));
    assert_eq!(late.refusal, Some(Refusal::NotOnMove));
    assert_eq!(claim(&after, Color::White, &THREEFOLD, &rules(E)).decision, Decision::ClaimCorrect);
}

#[test]
fn fr_proc_04_a_pawn_left_on_the_last_rank_becomes_a_queen() {
    let before = game("7k/3P4/8/8/8/8/5K2/8 w - - 0 60", "");
    let act = Act::PawnLeft { from: None, to: "d8".parse().expect("a square") };
    let irregular = IrregularMove::seen(Color::White, act);
    let proposal = propose_irregular_move(&before, &irregular, &rules(E));
    assert_eq!(proposal.decision, Decision::TimePenalty);
    let restored = proposal.consequences.iter().find_map(|consequence| match consequence {
        kaissa_ruling::Consequence::Restore { position, .. } => Some(position.to_epd()),
        _ => None,
    });
    assert_eq!(restored.as_deref(), Some("3Q3k/8/8/8/8/8/5K2/8 b - -"));
}

#[test]
fn fr_proc_06_two_flags_go_on_before_the_last_period_and_draw_in_it() {
    let played = game("4r1k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 12 31", "");
    let mut regulations = kaissa_laws::Regulations::default();
    regulations.quickplay_finish = Some(true);
    let rules = rules(E).with_regulations(regulations);
    let both = |period| FlagFacts {
        fallen: Fallen::Both { first: None },
        notice: FlagNotice::Established,
        period: Some(period),
        ..FlagFacts::fallen(Color::White)
    };
    let first = propose_flag_fall(&played, &both(PeriodPlace::BeforeLast), &rules);
    assert_eq!(first.decision, Decision::Continue);
    let last = propose_flag_fall(&played, &both(PeriodPlace::Last), &rules);
    assert_eq!(last.decision, Decision::GameDrawn);
}

#[test]
fn fr_proc_07_an_illegal_move_that_was_replied_to_stands() {
    let played = game("1r2r3/Rp3ppp/1k6/1B1n4/8/2P2P2/2K3PP/1R6 w - - 2 27", "");
    let mut at = played.position().clone();
    let mut entries = Vec::new();
    for (token, by) in [("a7b7", Color::White), ("d5e3", Color::Black), ("c2d3", Color::White)] {
        let step = at.move_from_uci(token).expect("a move");
        at.play(step);
        entries.push(Entry::MoveMade { by, played: step });
        entries.push(Entry::ClockPressed { by });
    }
    entries.push(Entry::IllegalMoveClaimed { by: Color::Black, about: ClaimedMove::Last });
    let rules = reduced(E, Style::Blitz);
    let proposal = propose_after_acts(&played, &entries, &ActsFacts::default(), &rules);
    assert_eq!(proposal.decision, Decision::Continue, "White's move was legal");
}

#[test]
fn fr_proc_08_both_kings_in_check_wait_for_the_next_move() {
    let played = game("3kr3/8/8/8/8/8/8/3RK3 w - - 0 50", "");
    let rules = reduced(E, Style::Rapid);
    let after = |uci: Option<&str>| {
        let next = uci.and_then(|uci| played.position().move_from_uci(uci));
        propose_on_illegal_position_watched(&played, next, &rules).decision
    };
    assert_eq!(after(None), Decision::NoIntervention);
    assert_eq!(after(Some("e1d2")), Decision::Continue);
    assert_eq!(after(Some("e1f2")), Decision::Continue);
    assert_eq!(after(Some("e1e2")), Decision::GameDrawn);
}

#[test]
fn a_start_position_is_not_over() {
    let proposal = propose_on_position(&Game::new(Position::start()), &rules(E));
    assert_eq!(proposal.decision, Decision::Continue);
}
