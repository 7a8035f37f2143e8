//! Cases that are put from a game, told by their facts alone: quickplay finish, promotion,
//! resignation, draw offer.

use kaissa_chess::{ByColor, Color, Position, Role};
use kaissa_game::{Entry, Game};
use kaissa_laws::{ClockTime, Rules};

use crate::facts::{FactError, fact_words, facts};
use crate::{
    AfterPostponement, OfferFacts, OfferMoment, PeriodPlace, Proposal, QuickplayFacts,
    QuickplayGround, QuickplayOpponent, QuickplayRequest, QuickplayVerdict, propose_draw_offer,
    propose_promotion, propose_quickplay_claim, propose_resignation,
};

/// A game that stands at a position, with what its clocks show.
fn game_at(position: &Position, clocks: Option<ByColor<ClockTime>>) -> Game {
    let mut game = Game::new(position.clone());
    if let Some(clocks) = clocks {
        game.apply(&Entry::ClocksRead(clocks));
    }
    game
}

facts! {
    /// A player claims a draw, or asks for an increment, in a quickplay finish.
    QuickplayClaimFacts {
        /// The claimant.
        by: Color,
        /// The position.
        position: Position,
        /// The times on the clocks.
        clocks: Option<ByColor<ClockTime>>,
        /// What he asks for.
        request: QuickplayWish,
        /// What the opponent said.
        answer: Option<QuickplayAnswer>,
        /// What the arbiter has decided.
        verdict: Option<ArbiterVerdict>,
        /// What followed a postponement.
        flag_fell: Option<FlagFellDecision>,
        /// Whether a period follows this one.
        period_follows: bool,
        /// The increment of the game.
        increment: Option<ClockTime>,
        /// Whether there is no arbiter.
        no_arbiter: bool,
    }
}

fact_words! {
    /// What a player asks for in a quickplay finish.
    QuickplayWish {
        /// A draw, without a ground.
        Draw "draw",
        /// A draw: the opponent cannot win by normal means.
        CannotWin "cannot_win",
        /// A draw: the opponent makes no effort to win by normal means.
        NoEffort "no_effort",
        /// An increment for both (III.4).
        Increment "increment",
    }
}

fact_words! {
    /// What the opponent said to the claim.
    QuickplayAnswer {
        /// He refuses the draw.
        Refuses "refuses",
        /// He takes it.
        Accepts "accepts",
    }
}

fact_words! {
    /// What the arbiter has decided on the claim.
    ArbiterVerdict {
        /// He agrees.
        Agrees "agrees",
        /// He rejects it.
        Rejects "rejects",
        /// He decides later.
        Postpones "postpones",
    }
}

fact_words! {
    /// The decision after a postponed claim, when the claimant's flag fell.
    FlagFellDecision {
        /// It is still to be made.
        Due "due",
        /// A draw.
        Draw "draw",
        /// No draw.
        NoDraw "no_draw",
    }
}

/// Proposes what follows from a claim in a quickplay finish.
///
/// **Laws:** as [`propose_quickplay_claim`]; what the arbiter judges is told, never decided here.
pub fn propose_quickplay(facts: &QuickplayClaimFacts, rules: &Rules) -> Proposal {
    let game = game_at(&facts.position, facts.clocks);
    let quickplay = QuickplayFacts {
        request: match facts.request {
            QuickplayWish::Draw => QuickplayRequest::Draw(None),
            QuickplayWish::CannotWin => QuickplayRequest::Draw(Some(QuickplayGround::CannotWin)),
            QuickplayWish::NoEffort => QuickplayRequest::Draw(Some(QuickplayGround::NoEffort)),
            QuickplayWish::Increment => QuickplayRequest::Increment,
        },
        opponent: match facts.answer {
            None => QuickplayOpponent::Nothing,
            Some(QuickplayAnswer::Refuses) => QuickplayOpponent::Refuses,
            Some(QuickplayAnswer::Accepts) => QuickplayOpponent::AcceptsDraw,
        },
        arbiter: facts.verdict.map(|verdict| match verdict {
            ArbiterVerdict::Agrees => QuickplayVerdict::Agrees,
            ArbiterVerdict::Rejects => QuickplayVerdict::Rejects,
            ArbiterVerdict::Postpones => QuickplayVerdict::Postpones,
        }),
        then: facts.flag_fell.map(|then| match then {
            FlagFellDecision::Due => AfterPostponement::FlagFell,
            FlagFellDecision::Draw => AfterPostponement::FlagFellDraw,
            FlagFellDecision::NoDraw => AfterPostponement::FlagFellNoDraw,
        }),
        period: Some(match facts.period_follows {
            true => PeriodPlace::BeforeLast,
            false => PeriodPlace::Last,
        }),
        increment: facts.increment.unwrap_or(ClockTime::ZERO),
        arbiter_present: !facts.no_arbiter,
    };
    propose_quickplay_claim(&game, facts.by, &quickplay, rules)
}

facts! {
    /// A pawn has reached the last rank.
    PromotionFacts {
        /// Who moved it.
        by: Color,
        /// The position before the move; the player has the move.
        position: Position,
        /// The move as two squares, with the letter of the piece put there; without one the pawn
        /// was left.
        made: String,
        /// The piece that he named, in words or by a sign.
        named: Option<PromotedTo>,
        /// Whether the clock was not pressed after it.
        not_pressed: bool,
        /// The times on the clocks.
        clocks: Option<ByColor<ClockTime>>,
    }
}

fact_words! {
    /// A piece that a pawn can become.
    PromotedTo {
        /// A queen.
        Queen "queen",
        /// A rook.
        Rook "rook",
        /// A bishop.
        Bishop "bishop",
        /// A knight.
        Knight "knight",
    }
}

/// Proposes what follows when a pawn has reached the last rank.
///
/// **Laws:** as [`propose_promotion`].
///
/// # Errors
/// [`FactError`] where the move is no pair of squares in the position.
pub fn propose_promotion_told(
    facts: &PromotionFacts,
    rules: &Rules,
) -> Result<Proposal, FactError> {
    let game = game_at(&facts.position, facts.clocks);
    let expected = "a move as two squares and a promotion letter";
    let wrong = || FactError::new(format!("{:?}", facts.made), expected).of("made");
    let played = facts.position.move_from_uci(&facts.made).ok_or_else(wrong)?;
    let named = facts.named.map(|named| match named {
        PromotedTo::Queen => Role::Queen,
        PromotedTo::Rook => Role::Rook,
        PromotedTo::Bishop => Role::Bishop,
        PromotedTo::Knight => Role::Knight,
    });
    let is_pressed = !facts.not_pressed;
    Ok(propose_promotion(&game, facts.by, played, named, is_pressed, rules))
}

facts! {
    /// A player resigns.
    ResignationFacts {
        /// Who.
        by: Color,
        /// The position.
        position: Position,
    }
}

/// Proposes what follows when a player resigns.
///
/// **Laws:** as [`propose_resignation`].
pub fn propose_resignation_told(facts: &ResignationFacts, rules: &Rules) -> Proposal {
    propose_resignation(&game_at(&facts.position, None), facts.by, rules)
}

facts! {
    /// A player offers a draw.
    DrawOfferFacts {
        /// Who.
        by: Color,
        /// The position.
        position: Position,
        /// Whether it came while the opponent thinks.
        on_opponents_time: bool,
        /// Whether a condition was attached.
        conditional: bool,
        /// Draw offers he has made before in this game.
        offers_before: Option<u32>,
        /// Whether he had been warned.
        warned: bool,
    }
}

/// Proposes what a draw offer is worth.
///
/// **Laws:** as [`propose_draw_offer`].
pub fn propose_draw_offer_told(facts: &DrawOfferFacts, rules: &Rules) -> Proposal {
    let offer = OfferFacts {
        moment: match facts.on_opponents_time {
            true => OfferMoment::OpponentsTime,
            false => OfferMoment::Right,
        },
        is_conditional: facts.conditional,
        n_offers_before: facts.offers_before.unwrap_or(0),
        was_warned: facts.warned,
    };
    propose_draw_offer(&game_at(&facts.position, None), facts.by, &offer, rules)
}

#[cfg(test)]
mod tests {
    use kaissa_laws::{Edition, Editions};

    use crate::facts::{Fact, Facts};
    use crate::kinds::Kind;
    use crate::{Consequence, Decision, Proposal, Refusal};

    use super::*;

    /// Rules on a case told as on a command line.
    fn rule(kind: &str, edition: Edition, told: &[(&str, &str)]) -> Proposal {
        let facts: Facts =
            told.iter().map(|(name, text)| ((*name).to_owned(), Fact::text(text))).collect();
        let rules = Rules::new(Editions::built_in(), edition).expect("built in");
        let kind = Kind::named(kind).expect("a kind");
        kind.propose(&facts, &rules).expect("facts as they should be")
    }

    const ENDING: &str = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60";

    #[test]
    fn a_quickplay_claim_goes_from_admission_to_the_verdict_told() {
        let claim = |more: &[(&str, &str)]| {
            let usual = [
                ("by", "white"),
                ("position", ENDING),
                ("clocks", "0:01:30,0:04:00"),
                ("request", "cannot_win"),
            ];
            rule("quickplay-claim", Edition::E2001, &[&usual[..], more].concat())
        };
        assert_eq!(claim(&[("verdict", "agrees")]).decision, Decision::GameDrawn);
        assert_ne!(claim(&[]).decision, Decision::ClaimInadmissible);
        let with_increment = claim(&[("increment", "2")]);
        assert_eq!(with_increment.refusal, Some(Refusal::IncrementInUse));
        let early = claim(&[("period_follows", "true")]);
        assert_eq!(early.refusal, Some(Refusal::NotLastPeriod));
    }

    #[test]
    fn a_pawn_left_on_the_last_rank_is_penalised_and_one_exchanged_is_a_move() {
        let promotion = |made: &str| {
            let told = [
                ("by", "white"),
                ("position", "8/P6k/8/8/8/8/8/K7 w - - 0 50"),
                ("made", made),
                ("clocks", "0:05:00,0:04:00"),
            ];
            rule("promotion", Edition::E2023, &told)
        };
        assert_eq!(promotion("a7a8q").decision, Decision::MoveAccepted);
        let left = promotion("a7a8");
        assert_eq!(left.decision, Decision::TimePenalty);
        let two = ClockTime::minutes(2);
        assert!(left.consequences.contains(&Consequence::AddTime { to: Color::Black, time: two }));
    }

    #[test]
    fn a_resignation_against_a_bare_king_is_a_draw_from_2023() {
        let told = [("by", "white"), ("position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")];
        assert_eq!(rule("resignation", Edition::E2023, &told).decision, Decision::GameDrawn);
        let told = [("by", "black"), told[1]];
        assert_eq!(rule("resignation", Edition::E2023, &told).decision, Decision::Resigned);
    }

    #[test]
    fn a_condition_of_a_draw_offer_is_void() {
        let told = [("by", "black"), ("position", ENDING), ("conditional", "true")];
        let offer = rule("draw-offer", Edition::E2023, &told);
        assert_eq!(offer.decision, Decision::OfferValidConditionVoid);
    }
}
