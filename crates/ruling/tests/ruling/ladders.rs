//! Ladders: the first row has every fault, each next row mends one, in the order of the code.

use kaissa_chess::{ByColor, Color};
use kaissa_game::{DrawClaim, DrawRule, Entry};
use kaissa_laws::{ClockTime, Edition, Regulations, Style};
use kaissa_ruling::{
    ClaimFacts, Decision, Notice, OpponentAnswer, PeriodPlace, QuickplayFacts, QuickplayVerdict,
    Refusal, propose_draw_claim, propose_quickplay_claim,
};

use super::support::*;

const ON_BOARD: DrawClaim = DrawClaim::OnBoard(DrawRule::Threefold);

#[test]
fn a_threefold_claim_is_mended_step_by_step() {
    let rules = rules(Edition::E2023);
    let touched = |moves: &str, touches: bool| {
        let mut played = game("", moves);
        if touches {
            for by in Color::ALL {
                let square = "e2".parse().expect("a square");
                played.apply(&Entry::PieceTouched { by, square });
            }
        }
        played
    };
    let seven = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    let eight = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let facts = ClaimFacts::default();
    let rows = [
        // Not on move, a piece touched, the position only twice.
        (touched(seven, true), Decision::ClaimInadmissible, Some(Refusal::NotOnMove)),
        // On move.
        (
            touched("Nf3 Nf6 Ng1 Ng8", true),
            Decision::ClaimInadmissible,
            Some(Refusal::PieceTouched),
        ),
        // Nothing touched.
        (touched("Nf3 Nf6 Ng1 Ng8", false), Decision::ClaimIncorrect, None),
        // The third time.
        (touched(eight, false), Decision::ClaimCorrect, None),
    ];
    for (played, decision, refusal) in rows {
        let proposal = propose_draw_claim(&played, Color::White, &ON_BOARD, &facts, &rules);
        assert_eq!((proposal.decision, proposal.refusal), (decision, refusal));
    }
}

#[test]
fn a_fifty_move_claim_is_mended_step_by_step() {
    let rules = rules(Edition::E2023);
    let fen = |turn: &str, plies: u32| format!("8/8/4k3/8/8/3RK3/8/5r2 {turn} - - {plies} 120");
    let claim = DrawClaim::OnBoard(DrawRule::FiftyMoves);
    let rows = [
        (fen("b", 98), Decision::ClaimInadmissible),
        (fen("w", 98), Decision::ClaimIncorrect),
        (fen("w", 99), Decision::ClaimIncorrect),
        (fen("w", 100), Decision::ClaimCorrect),
    ];
    for (fen, decision) in rows {
        let played = game(&fen, "");
        assert_eq!(super::support::claim(&played, Color::White, &claim, &rules).decision, decision);
    }
    let played = game(&fen("w", 99), "");
    let with_move = announced(&played, DrawRule::FiftyMoves, "Rd8");
    let proposal = super::support::claim(&played, Color::White, &with_move, &rules);
    assert_eq!(proposal.decision, Decision::ClaimCorrect);
}

#[test]
fn a_quickplay_claim_is_mended_step_by_step() {
    let announced = |announced| {
        let mut regulations = Regulations::default();
        regulations.quickplay_finish = Some(announced);
        regulations
    };
    struct Row {
        turn: &'static str,
        style: Style,
        announced: bool,
        increment: i64,
        period: PeriodPlace,
        left: i64,
        expected: Option<Refusal>,
    }
    let worst = Row {
        turn: "b",
        style: Style::Blitz,
        announced: false,
        increment: 30,
        period: PeriodPlace::BeforeLast,
        left: 0,
        expected: Some(Refusal::NotOnMove),
    };
    let on_move = Row { turn: "w", expected: Some(Refusal::SwitchedOff), ..worst };
    let rapid = Row { style: Style::Rapid, expected: Some(Refusal::NotAnnounced), ..on_move };
    let known = Row { announced: true, expected: Some(Refusal::IncrementInUse), ..rapid };
    let plain = Row { increment: 0, expected: Some(Refusal::NotLastPeriod), ..known };
    let last = Row { period: PeriodPlace::Last, expected: Some(Refusal::FlagFallen), ..plain };
    let much = Row { left: 120, expected: Some(Refusal::TooMuchTime), ..last };
    let right = Row { left: 119, expected: None, ..much };
    for row in [worst, on_move, rapid, known, plain, last, much, right] {
        let mut played = game(&format!("8/8/4k3/8/8/3RK3/8/5r2 {} - - 20 70", row.turn), "");
        let left = ClockTime::seconds(row.left);
        played.apply(&Entry::ClocksRead(ByColor { white: left, black: ClockTime::minutes(5) }));
        let rules =
            rules(Edition::E2023).with_regulations(announced(row.announced)).with_style(row.style);
        let facts = QuickplayFacts {
            arbiter: Some(QuickplayVerdict::Agrees),
            increment: ClockTime::seconds(row.increment),
            period: Some(row.period),
            ..QuickplayFacts::default()
        };
        let proposal = propose_quickplay_claim(&played, Color::White, &facts, &rules);
        assert_eq!(proposal.refusal, row.expected);
        let decision = match row.expected {
            Some(_) => Decision::ClaimInadmissible,
            None => Decision::GameDrawn,
        };
        assert_eq!(proposal.decision, decision);
    }
}

#[test]
fn an_opponent_who_agrees_ends_the_game_unless_the_regulations_forbid_it() {
    let played = game("", "Nf3 Nf6 Ng1 Ng8");
    let facts = ClaimFacts { opponent: OpponentAnswer::Accepts, ..ClaimFacts::default() };
    let agreed =
        propose_draw_claim(&played, Color::White, &ON_BOARD, &facts, &rules(Edition::E2023));
    assert_eq!(agreed.decision, Decision::DrawAgreed);
    let mut regulations = Regulations::default();
    regulations.no_agreement_before_move = Some(30);
    let rules = rules(Edition::E2023).with_regulations(regulations);
    let checked = propose_draw_claim(&played, Color::White, &ON_BOARD, &facts, &rules);
    assert_eq!(checked.decision, Decision::ClaimIncorrect);
}

#[test]
fn an_illegal_move_in_blitz_is_acted_upon_until_the_reply() {
    use kaissa_ruling::{Act, IrregularMove, propose_irregular_move};
    let before = game("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 30", "");
    let act = Act::Moved(san(&before, "Rd2"));
    let rules = reduced(Edition::E2023, Style::Blitz);
    let rows = [
        (Notice::AfterReply, Decision::MoveStands),
        (Notice::Unnoticed, Decision::NoIntervention),
        (Notice::ClaimedBy(Color::White), Decision::NoIntervention),
        (Notice::ClaimedBy(Color::Black), Decision::TimePenalty),
        (Notice::Seen, Decision::TimePenalty),
    ];
    for (notice, decision) in rows {
        let irregular = IrregularMove { notice, ..IrregularMove::seen(Color::White, act) };
        let proposal = propose_irregular_move(&before, &irregular, &rules);
        assert_eq!(proposal.decision, decision, "{notice:?}");
    }
}
