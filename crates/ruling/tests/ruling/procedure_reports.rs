//! Reports from the field about procedure, each named after its number.

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{Color, Position};
use kaissa_laws::{Edition, Editions, Rules, Style};
use kaissa_ruling::conduct::{PauseFacts, PauseReason, propose_pause};
use kaissa_ruling::recording::{GameScore, ResultSignedFacts, propose_result_signed};
use kaissa_ruling::{Decision, Judgement};

fn rules() -> Rules {
    Rules::new(Editions::built_in(), Edition::E2023).expect("a built-in edition")
}

/// A player who stops the clock to ask for a queen has done nothing wrong (6.11.2).
#[test]
fn fr_proc_05_a_clock_stopped_for_a_missing_queen() {
    let facts = PauseFacts { by: Color::Black, reason: PauseReason::PieceMissing, unwell: false };
    let proposal = propose_pause(&facts, &rules().with_style(Style::Blitz));
    assert_eq!(proposal.decision, Decision::NoFault);
}

/// Castling through check found after the end: the signed result stands (8.7).
#[test]
fn fr_sheet_03_castling_through_check_found_after_the_game() {
    let mut position = Position::start();
    for san in ["e4", "b6", "Nf3", "Ba6", "g3", "e6", "Bh3", "c6"] {
        let Reading::Legal { played, .. } = position.read_move(san, Language::English) else {
            panic!("{san} is legal");
        };
        position.play(played);
    }
    assert!(matches!(position.read_move("O-O", Language::English), Reading::Illegal { .. }));
    let facts = ResultSignedFacts {
        recorded: GameScore::WhiteWins,
        played: GameScore::Draw,
        signed_by: vec![Color::White, Color::Black],
        arbiter: None,
    };
    let proposal = propose_result_signed(&facts, &rules());
    assert_eq!(proposal.decision, Decision::ResultStands);
    assert!(proposal.judgement.contains(&Judgement::DecideOtherwise));
}
