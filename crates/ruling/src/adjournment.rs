//! Adjourned games: sealing, the envelope, the resumption.

use kaissa_chess::notation::{Language, Reading};
use kaissa_chess::{ByColor, Color, Move, Position};
use kaissa_game::Points;
use kaissa_laws::{ClockTime, DefaultTime, Grounds, LateResumption, Rule, Rules};
use kaissa_winnable::{Budget, Dead, can_mate, dead_position};

use crate::Choice;
use crate::facts::{fact_words, facts};
use crate::proposal::{Consequence, Decision, Envelope, Evidence, Judgement, Proposal};

facts! {
    /// A player seals.
    SealingFacts {
        /// Who.
        by: Color,
        /// The position; the sealer has the move.
        position: Position,
        /// What he wrote.
        written: Option<String>,
        /// What he wants instead.
        changed_to: Option<String>,
        /// Whether he had stopped the clock before the change.
        clock_paused: bool,
        /// The move he made on the board after being told to seal, as two squares.
        played_on_board: Option<String>,
        /// The language of the piece letters.
        language: Language,
    }
}

/// Proposes which move is sealed.
///
/// **Laws:** A1(a) of 2001, Guideline I.1.1 of 2023: written without ambiguity; it may be changed
/// until the sealer stops the clock. A move made on the board after he was told to seal is the one
/// he writes.
pub fn propose_sealing(facts: &SealingFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::Sealing);
    if facts.by != facts.position.turn() {
        return Proposal::new(Decision::RequestRefused, cited);
    }
    let seal = |decision, sealed: Move| {
        Proposal::new(decision, cited.clone())
            .then(Consequence::PlayMove(sealed))
            .then(Consequence::Seal)
            .then(Consequence::Envelope(Envelope::WithArbiter))
    };
    let made = facts.played_on_board.as_deref();
    let made = made.and_then(|uci| facts.position.move_from_uci(uci));
    if let Some(made) = made.filter(|&made| facts.position.is_legal(made)) {
        return seal(Decision::MoveAccepted, made);
    }
    let read = |written: &Option<String>| {
        let written = written.as_deref()?;
        read_sealed(&facts.position, written, facts.language).ok()
    };
    let (written, wanted) = (read(&facts.written), read(&facts.changed_to));
    let wants_change = facts.changed_to.is_some();
    match (wants_change && facts.clock_paused, written, wanted) {
        (true, Some(written), _) => seal(Decision::RequestRefused, written),
        (true, None, _) => Proposal::new(Decision::RequestRefused, cited),
        (false, _, Some(wanted)) => seal(Decision::MoveAccepted, wanted),
        (false, Some(written), None) if !wants_change => seal(Decision::MoveAccepted, written),
        // What he wrote is no clear legal move: while the clock runs he may still put it right.
        _ => Proposal::new(Decision::NotValid, cited).asking(Judgement::Facts),
    }
}

/// What is wrong with a sealed move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SealedFault {
    /// It can be read in more than one way.
    Ambiguous,
    /// What it means cannot be established.
    Undecipherable,
    /// It is illegal.
    Illegal,
}

/// Reads a sealed move.
///
/// **Laws:** A8 of 2001, Guideline I.8 of 2023.
///
/// # Errors
/// [`SealedFault`] where it is not one clear legal move.
pub fn read_sealed(
    position: &Position,
    written: &str,
    language: Language,
) -> Result<Move, SealedFault> {
    use kaissa_chess::notation::Unclear;
    match position.read_move(&crate::written_move::as_one_word(written), language) {
        Reading::Legal { played, .. } => Ok(played),
        Reading::Illegal { .. } => Err(SealedFault::Illegal),
        Reading::Unclear(Unclear::Several(_) | Unclear::PromotionMissing) => {
            Err(SealedFault::Ambiguous)
        }
        // A move that no such piece can make is written clearly and illegal.
        Reading::Unclear(Unclear::NoPiece) => Err(SealedFault::Illegal),
        Reading::Unclear(Unclear::NotAMove) | Reading::Null => Err(SealedFault::Undecipherable),
    }
}

facts! {
    /// The sealed move is read.
    EnvelopeFacts {
        /// The adjourned position; the sealer has the move.
        position: Position,
        /// The move as written.
        sealed: String,
        /// The language of the piece letters.
        language: Language,
    }
}

/// Proposes what follows when the envelope is opened.
///
/// **Laws:** A7 and A8 of 2001, Guidelines I.7 and I.8 of 2023: an ambiguous, illegible or illegal
/// sealed move loses. The exception that the article makes for the cases of loss on time and of
/// dead positions is printed as a number alone: a dead position draws; where only the opponent could
/// never mate the draw is offered beside the loss, for the arbiter to decide.
pub fn propose_envelope(facts: &EnvelopeFacts, rules: &Rules) -> Proposal {
    let position = &facts.position;
    let sealer = position.turn();
    match read_sealed(position, &facts.sealed, facts.language) {
        Ok(sealed) => {
            let next = Proposal::new(Decision::MoveAccepted, rules.cite(Rule::EnvelopeOpened))
                .then(Consequence::PlayMove(sealed))
                .then(Consequence::StartClock(!sealer));
            ended_by(position, sealed, rules).unwrap_or(next)
        }
        Err(_) => sealed_move_loses(position, rules),
    }
}

fn sealed_move_loses(position: &Position, rules: &Rules) -> Proposal {
    let sealer = position.turn();
    let grounds = Grounds::new(rules.cite(Rule::SealedMoveBad));
    if matches!(dead_position(position, &Budget::STANDARD), Ok(Dead::Yes { .. })) {
        let grounds = grounds.and(rules.cite(Rule::DeadPosition));
        return Proposal::new(Decision::GameDrawn, grounds).drawn(rules);
    }
    let lost = Proposal::new(Decision::GameLost, grounds).lost(sealer, rules);
    let answer = can_mate(position, !sealer, &Budget::STANDARD);
    match answer.is_ok_and(|answer| answer.can_mate.is_no()) {
        false => lost,
        true => lost
            .shown_by(Evidence::CannotMate { by: !sealer })
            .asking(Judgement::TextSilent)
            .offering(Choice::GameLost(sealer))
            .offering(Choice::Decide(Decision::GameDrawn)),
    }
}

/// The end of the game by the sealed move, if it ends it.
fn ended_by(position: &Position, sealed: Move, rules: &Rules) -> Option<Proposal> {
    let sealer = position.turn();
    let mut after = position.clone();
    after.play(sealed);
    if after.is_checkmate() {
        let mate = Proposal::new(Decision::CheckmateStands, rules.cite(Rule::Checkmate))
            .then(Consequence::PlayMove(sealed))
            .lost(!sealer, rules);
        return Some(mate);
    }
    if after.is_stalemate() {
        let stalemate = Proposal::new(Decision::StalemateStands, rules.cite(Rule::Stalemate));
        return Some(stalemate.then(Consequence::PlayMove(sealed)).drawn(rules));
    }
    let dead = matches!(dead_position(&after, &Budget::STANDARD), Ok(Dead::Yes { .. }));
    let drawn = Proposal::new(Decision::GameDrawn, rules.cite(Rule::DeadPosition));
    dead.then(|| drawn.then(Consequence::PlayMove(sealed)).drawn(rules))
}

facts! {
    /// An adjourned game is to be resumed.
    ResumptionFacts {
        /// The adjourned position; the sealer has the move.
        position: Position,
        /// The sealed move as written.
        sealed: Option<String>,
        /// How late each player is, where it is told.
        white_late: Option<ClockTime>,
        /// How late Black is.
        black_late: Option<ClockTime>,
        /// The sides present, where it is told.
        present: Option<Vec<Color>>,
        /// How the responder wants to reply.
        reply: Option<Reply>,
        /// The language of the piece letters.
        language: Language,
    }
}

fact_words! {
    /// How the responder wants to reply to the sealed move.
    Reply {
        /// On the board.
        OnBoard "on_board",
        /// Sealed in a second envelope, the sealer being absent.
        Sealed "sealed",
    }
}

/// Proposes what follows at the time of resumption.
///
/// **Laws:** A5 to A10 of 2001, Guidelines I.5 to I.11 of 2023. The envelope is opened only in the
/// presence of the player who has to reply. A late sealer does not lose if his sealed move has ended
/// the game.
pub fn propose_resumption(facts: &ResumptionFacts, rules: &Rules) -> Proposal {
    let sealer = facts.position.turn();
    let responder = !sealer;
    let late = ByColor { white: facts.white_late, black: facts.black_late };
    if let Some(proposal) = too_late(facts, late, rules) {
        return proposal;
    }
    let is_here = |side| match &facts.present {
        Some(present) => present.contains(&side),
        None => true,
    };
    if !is_here(responder) {
        // While nobody has come the responder loses the time: it is he who has to move.
        return Proposal::new(Decision::ClockStarted, rules.cite(Rule::Resumption))
            .then(Consequence::StartClock(responder))
            .then(Consequence::Envelope(Envelope::Closed));
    }
    if facts.reply == Some(Reply::Sealed) {
        let cited = rules.cite(Rule::Resumption);
        return match is_here(sealer) {
            true => Proposal::new(Decision::RequestRefused, cited),
            false => Proposal::new(Decision::ReplySealed, cited)
                .then(Consequence::Seal)
                .then(Consequence::StartClock(sealer))
                .then(Consequence::Envelope(Envelope::WithArbiter)),
        };
    }
    let opened = |proposal: Proposal| proposal.then(Consequence::Envelope(Envelope::Opened));
    let Some(written) = &facts.sealed else {
        let start = Proposal::new(Decision::ClockStarted, rules.cite(Rule::Resumption));
        return opened(start.then(Consequence::StartClock(responder)));
    };
    match read_sealed(&facts.position, written, facts.language) {
        Err(_) => opened(sealed_move_loses(&facts.position, rules)),
        Ok(sealed) => opened(ended_by(&facts.position, sealed, rules).unwrap_or_else(|| {
            Proposal::new(Decision::ClockStarted, rules.cite(Rule::Resumption))
                .then(Consequence::PlayMove(sealed))
                .then(Consequence::StartClock(responder))
        })),
    }
}

fn too_late(
    facts: &ResumptionFacts,
    late: ByColor<Option<ClockTime>>,
    rules: &Rules,
) -> Option<Proposal> {
    if late.white.is_none() && late.black.is_none() {
        return None;
    }
    let sealer = facts.position.turn();
    let stated = rules.late_resumption();
    let grounds = Grounds::new(stated.basis());
    let limit = match stated.value {
        Some(LateResumption::OneHour) => ClockTime::hours(1),
        Some(LateResumption::DefaultTime) => match rules.default_time().value {
            Some(DefaultTime::After(limit)) => limit,
            _ => return Some(late_undecided(grounds)),
        },
        None => {
            return Some(late_undecided(grounds).without_text_for(Rule::ResumptionDefault));
        }
    };
    let is_late = |side: Color| late[side].is_some_and(|late| late > limit);
    if is_late(sealer)
        && let Some(written) = &facts.sealed
        && let Ok(sealed) = read_sealed(&facts.position, written, facts.language)
        && let Some(ended) = ended_by(&facts.position, sealed, rules)
    {
        return Some(Proposal { grounds: ended.grounds.clone().and(stated.basis()), ..ended });
    }
    match (is_late(Color::White), is_late(Color::Black)) {
        (false, false) => None,
        (true, true) => {
            let none = Some(Points::Zero);
            Some(
                Proposal::new(Decision::BothLose, grounds)
                    .then(Consequence::PointsOfBoth(ByColor { white: none, black: none })),
            )
        }
        (white, _) => {
            let by = if white { Color::White } else { Color::Black };
            Some(
                Proposal::new(Decision::GameLost, grounds)
                    .lost(by, rules)
                    .asking(Judgement::DecideOtherwise),
            )
        }
    }
}

fn late_undecided(grounds: Grounds) -> Proposal {
    Proposal::new(Decision::ArbiterDecides, grounds)
        .asking(Judgement::TextSilent)
        .offering(Choice::Decide(Decision::GameLost))
        .offering(Choice::Decide(Decision::Continue))
}

facts! {
    /// The envelope is lost.
    EnvelopeMissingFacts {
        /// The adjourned position, where it is known; the sealer has the move.
        position: Option<Position>,
    }
}

/// Proposes what follows when the envelope is lost.
///
/// **Laws:** A11 of 2001, Guideline I.12 of 2023: the game goes on from the known position and the
/// sealer makes the move he says he sealed; where the position cannot be restored it is annulled.
pub fn propose_envelope_missing(facts: &EnvelopeMissingFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::EnvelopeMissing);
    match &facts.position {
        Some(position) => Proposal::new(Decision::Continue, cited)
            .then(Consequence::Restore { ply: None, position: Box::new(position.clone()) })
            .then(Consequence::NextMover(position.turn())),
        None => Proposal::new(Decision::NewGame, cited).then(Consequence::NewGame),
    }
}

facts! {
    /// The player on move wants to adjourn before the end of the session.
    EarlyAdjournmentFacts {
        /// Who.
        by: Color,
        /// Who has the move.
        turn: Color,
        /// The times on the clocks.
        clocks: ByColor<ClockTime>,
        /// What is left of the session.
        session_left: ClockTime,
        /// Whether the time control has been passed.
        time_control_passed: Option<bool>,
    }
}

/// Proposes whether a player may adjourn early, and the times to set.
///
/// **Laws:** A1(b) of 2001, Guideline I.1.2 of 2023: the rest of the session is taken off his clock.
/// The edition of 2001, in translation, speaks of the time after the control only.
pub fn propose_early_adjournment(facts: &EarlyAdjournmentFacts, rules: &Rules) -> Proposal {
    let cited = rules.cite(Rule::EarlyAdjournment);
    let left = facts.clocks[facts.by] - facts.session_left;
    let enough = !left.is_negative() && !left.is_zero();
    if facts.by != facts.turn || !enough {
        return Proposal::new(Decision::RequestRefused, cited);
    }
    let mut times = facts.clocks;
    *times.get_mut(facts.by) = left;
    let proposal = Proposal::new(Decision::MaySeal, cited)
        .then(Consequence::RemoveTime { from: facts.by, time: facts.session_left })
        .then(Consequence::SetClock { times, running: None, counter: None })
        .then(Consequence::Seal);
    let doubtful = facts.time_control_passed == Some(false)
        && rules.late_resumption().is(LateResumption::OneHour);
    if doubtful { proposal.asking(Judgement::TextSilent) } else { proposal }
}

facts! {
    /// A draw is offered while the game is adjourned.
    SealedOfferFacts {
        /// Who offers.
        by: Color,
    }
}

/// Proposes what becomes of a draw offer made while the game is adjourned.
///
/// **Laws:** A4 of 2001, Guideline I.4 of 2023: it stays open until it is answered as in 9.1.
pub fn propose_sealed_offer(facts: &SealedOfferFacts, rules: &Rules) -> Proposal {
    let grounds =
        Grounds::new(rules.cite(Rule::OfferAfterSealing)).and(rules.cite(Rule::DrawOffer));
    let _ = facts.by;
    Proposal::new(Decision::OfferOpen, grounds)
}
