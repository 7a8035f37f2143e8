//! A draw claim, taken through its procedure.

use kaissa_chess::Color;
use kaissa_game::{AnnouncedMove, Announcement, DrawClaim, DrawRule, Entry as GameEvent};
use kaissa_ruling::{ClaimFacts, Decision, OpponentAnswer, RecordReach, propose_draw_claim};
use kaissa_words::say;

use super::shown::moves;
use crate::acting::{
    ActForm, Case, DrawClaimText, Steps, clocks_read, reach, read_color, read_times, read_written,
    record_says, with_facts,
};
use crate::{Ask, Deed, LiveBoard, Refused, Reply};

/// The steps of a claim, in the order of the Law.
pub(crate) fn page(ask: &Ask) -> Reply {
    let Some(live) = ask.board() else { return Reply::not_found(ask) };
    let game = &live.board.game;
    let counter = game.position().halfmove_clock();
    let usual = match counter >= 98 {
        true => DrawClaimText::FIFTY,
        false => DrawClaimText::THREEFOLD,
    };
    let rules = [
        (DrawClaimText::FIFTY, "desk-claim-fifty"),
        (DrawClaimText::THREEFOLD, "desk-claim-threefold"),
    ];
    let counted = say!(
        ask.words(),
        "desk-claim-counted",
        moves = moves(counter),
        times = game.occurrences().len()
    );
    let how = [
        ("written", "desk-claim-written"),
        ("spoken", "desk-claim-spoken"),
        ("made", "desk-claim-made"),
    ];
    let opponent = [
        ("", "desk-claim-silent"),
        ("declines", "desk-claim-declines"),
        ("accepts", "desk-claim-accepts"),
    ];
    let turn = Some(game.turn());
    let steps = Steps::new(ask)
        .step("desk-claim-rule")
        .hint(counted)
        .one_of("rule", &rules, usual)
        .step("desk-claim-by")
        .side("by", turn)
        .step("desk-claim-turn")
        .hint(ask.say("desk-claim-turn-hint"))
        .side("turn", turn)
        .step("desk-claim-clocks")
        .hint(ask.say("desk-claim-clocks-hint"))
        .clocks(live)
        .step("desk-claim-move")
        .hint(ask.say("desk-claim-move-hint"))
        .text("move", "desk-claim-move-text", "")
        .one_of("how", &how, "written")
        .step("desk-claim-touched")
        .text("touched", "desk-claim-touched-text", "")
        .step("desk-claim-opponent")
        .one_of("opponent", &opponent, "");
    ActForm::page(ask, live, "claim", record_says(ask, live), steps)
}

/// Puts the claim and keeps what is proposed.
pub(crate) fn act(ask: &Ask) -> Result<Vec<Deed>, Refused> {
    let live = ask.need_board()?;
    let told = Told::read(ask, live)?;
    let times = read_times(ask)?;
    let mut facts: Vec<GameEvent> = vec![GameEvent::ClocksPaused { by: Some(told.by) }];
    facts.extend(clocks_read(times));
    facts.extend(told.touched.map(|square| GameEvent::PieceTouched { by: told.by, square }));
    let game = with_facts(&live.board, &facts);
    let claim = told.claim(ask, live)?;
    let proposal = propose_draw_claim(&game, told.by, &claim, &told.facts, &live.rules);
    // A claim that may not be made is none: it is only an offer of a draw.
    let is_made = proposal.decision != Decision::ClaimInadmissible;
    let claim = is_made.then_some((told.by, claim));
    let case =
        Case { about: "claim".to_owned(), game, facts, claim, proposal, is_by_position: false };
    Ok(vec![case.shown(ask, live)])
}

/// What was told of a claim.
struct Told {
    rule: DrawRule,
    by: Color,
    touched: Option<kaissa_chess::Square>,
    facts: ClaimFacts,
}

impl Told {
    fn read(ask: &Ask, live: &LiveBoard) -> Result<Told, Refused> {
        let form = &ask.form;
        let rule = match form.text("rule") {
            DrawClaimText::FIFTY => DrawRule::FiftyMoves,
            DrawClaimText::THREEFOLD => DrawRule::Threefold,
            _ => return ask.refuse("rule", ask.say("desk-claim-rule-missing")),
        };
        let Some(by) = read_color(form.text("by")) else {
            return ask.refuse("by", ask.say("desk-side-missing"));
        };
        let Some(turn) = read_color(form.text("turn")) else {
            return ask.refuse("turn", ask.say("desk-side-missing"));
        };
        let touched = match form.filled("touched").map(str::parse) {
            None => None,
            Some(Ok(square)) => Some(square),
            Some(Err(_)) => return ask.refuse("touched", ask.say("desk-square-wrong")),
        };
        let has_moved = form.text("how") == "made" && form.filled("move").is_some();
        // Where the other side has the move on the board, the record lacks a move at least.
        let is_behind = turn != live.board.game.turn();
        let record = if is_behind { RecordReach::Behind } else { reach(&live.board) };
        let facts = ClaimFacts {
            opponent: match form.text("opponent") {
                "accepts" => OpponentAnswer::Accepts,
                "declines" => OpponentAnswer::Declines,
                _ => OpponentAnswer::None,
            },
            has_moved,
            record,
            on_move: Some(turn == by),
            ..ClaimFacts::default()
        };
        Ok(Told { rule, by, touched, facts })
    }

    /// The claim as it was put.
    fn claim(&self, ask: &Ask, live: &LiveBoard) -> Result<DrawClaim, Refused> {
        let Some(written) = ask.form.filled("move") else {
            return Ok(DrawClaim::OnBoard(self.rule));
        };
        let is_behind = self.facts.record == RecordReach::Behind;
        let Some(played) = read_written(live.board.game.position(), written) else {
            // A move of a position that the record does not hold cannot be read, and need not be.
            return match is_behind || self.facts.on_move == Some(false) {
                true => Ok(DrawClaim::OnBoard(self.rule)),
                false => ask.refuse("move", ask.say("desk-move-wrong")),
            };
        };
        let announced = match ask.form.text("how") {
            "spoken" => Announcement::OnlySpoken,
            _ => Announcement::WrittenAndDeclared,
        };
        Ok(DrawClaim::WithMove(self.rule, AnnouncedMove { played, announced }))
    }
}
