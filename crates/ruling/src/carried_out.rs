//! What a ruling changes in the game: a choice made, and the entries that follow.

use kaissa_chess::{ByColor, Color};
use kaissa_game::{DrawClaim, Entry, Fault, Game, GameEnd, GameResult, Incident, Points};
use kaissa_laws::{Basis, ClockTime, IllegalMovePrice, Penalty, Rule, Rules};

use crate::draw_claim::wrong_claim_times;
use crate::{Choice, Consequence, Decision, Proposal};

/// What a ruling changes in the game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CarriedOut {
    /// What is entered of the game, in order.
    pub entries: Vec<Entry>,
    /// The result, where the ruling ends the game and the points are known.
    pub result: Option<GameResult>,
}

/// A draw claim and who made it.
pub type ClaimBy = (Color, DrawClaim);

impl Proposal {
    /// The proposal with one of its choices made: its decision and what follows from it.
    ///
    /// `game` is the game that the proposal was made on. What a choice does not say, as the amount
    /// of a penalty in time, stays for the arbiter ([`Consequence::TimesByJudgement`]).
    ///
    /// **Laws:** 7.5.5 and 9.5.3 (the times), 12.9 (penalties).
    #[must_use]
    pub fn chosen(&self, choice: &Choice, game: &Game, rules: &Rules) -> Proposal {
        let mut made = self.clone();
        made.choices.clear();
        made.judgement.clear();
        match *choice {
            Choice::Decide(decision) if decision == self.decision => made,
            Choice::Decide(decision) => made.deciding(decision, game, rules),
            Choice::GameLost(by) => made.without_end(Decision::GameLost).lost(by, rules),
            Choice::Resigned(by) => made.without_end(Decision::Resigned).lost(by, rules),
            Choice::TimePenalty(to) => made.booked_as_illegal(to, game, rules),
            Choice::Penalty(penalty, time) => made.penalised(penalty, time, game, rules),
            Choice::TakeBack(time) => match self.offender() {
                Some(from) => made.with_time(from, ClockTime::ZERO - time, game),
                None => made.then(Consequence::TimesByJudgement),
            },
            Choice::ExtraTime(_) => made.then(Consequence::TimesByJudgement),
            Choice::CastlingCompleted
            | Choice::MakeClaimLegal
            | Choice::Disrepute
            | Choice::ExpelOutsider
            | Choice::Say(_) => made,
        }
    }

    fn deciding(self, decision: Decision, game: &Game, rules: &Rules) -> Proposal {
        let made = self.without_end(decision);
        match decision {
            Decision::GameDrawn
            | Decision::DrawAgreed
            | Decision::ClaimCorrect
            | Decision::Stalemate
            | Decision::StalemateStands => made.drawn(rules),
            Decision::BothLose => {
                made.then(Consequence::PointsOfBoth(ByColor::new_with(|_| Some(Points::Zero))))
            }
            Decision::ClaimIncorrect => {
                let times = wrong_claim_times(game, game.turn(), rules);
                times.into_iter().fold(made, Proposal::then)
            }
            Decision::PositionRestored => {
                let position = Box::new(game.position().clone());
                made.then(Consequence::Restore { ply: Some(game.ply()), position })
            }
            Decision::Postponed => made.then(Consequence::DecidedByArbiter),
            _ => made,
        }
    }

    /// The same with another decision and without the end that went with the one before.
    fn without_end(mut self, decision: Decision) -> Proposal {
        self.decision = decision;
        self.consequences.retain(|consequence| {
            !matches!(
                consequence,
                Consequence::GameLost { .. }
                    | Consequence::PointsOfBoth(_)
                    | Consequence::DeciderWonBy(_)
            )
        });
        self
    }

    fn booked_as_illegal(self, to: Color, game: &Game, rules: &Rules) -> Proposal {
        let n_booked = game.booked(!to).len() as u32;
        let tariff = rules.illegal_move_tariff().value;
        let made = self
            .without_end(Decision::TimePenalty)
            .then(Consequence::Booked { to: !to, n_illegal_moves: 1 });
        match tariff.map(|tariff| tariff.price(n_booked + 1)) {
            Some(IllegalMovePrice::TimeToOpponent(time)) => made.with_time(to, time, game),
            _ => made.then(Consequence::TimesByJudgement),
        }
    }

    fn penalised(
        mut self,
        penalty: Penalty,
        time: Option<ClockTime>,
        game: &Game,
        rules: &Rules,
    ) -> Proposal {
        let Some(offender) = self.offender() else { return self };
        self.consequences.retain(|other| !matches!(other, Consequence::PenaltyByChoice { .. }));
        match (penalty, time) {
            (Penalty::Warning, _) => {
                let rule = self.broken_rule();
                self.then(Consequence::Warning { to: offender, rule })
            }
            (Penalty::TimeToOpponent, Some(time)) => self.with_time(!offender, time, game),
            (Penalty::TimeFromOffender, Some(time)) => {
                self.with_time(offender, ClockTime::ZERO - time, game)
            }
            (Penalty::TimeToOpponent | Penalty::TimeFromOffender, None) => {
                self.then(Consequence::TimesByJudgement)
            }
            (Penalty::GameLost, _) => self.without_end(Decision::GameLost).lost(offender, rules),
            _ => self,
        }
    }

    /// Gives a player time, or takes it below zero, and sets the clocks where they are known.
    fn with_time(mut self, of: Color, time: ClockTime, game: &Game) -> Proposal {
        let known = self.consequences.iter().find_map(|consequence| match consequence {
            Consequence::SetClock { times, running, counter } => Some((*times, *running, *counter)),
            _ => None,
        });
        self.consequences.retain(|other| !matches!(other, Consequence::SetClock { .. }));
        let made = match time < ClockTime::ZERO {
            true => self.then(Consequence::RemoveTime { from: of, time: ClockTime::ZERO - time }),
            false => self.then(Consequence::AddTime { to: of, time }),
        };
        let running = Some(game.turn());
        let before = known.or_else(|| game.clocks().map(|times| (times, running, None)));
        match before {
            Some((mut times, running, counter)) => {
                let clock = times.get_mut(of);
                *clock = (*clock + time).max(ClockTime::ZERO);
                made.then(Consequence::SetClock { times, running, counter })
            }
            None => made,
        }
    }

    /// The proposal of a case that was put by its position alone, for the game of a board: a position
    /// that is restored is named by the last ply of that game after which it stood.
    #[must_use]
    pub fn in_game(mut self, game: &Game) -> Proposal {
        for consequence in &mut self.consequences {
            if let Consequence::Restore { ply, position } = consequence {
                let key = position.key();
                let stood = game.positions().filter(|(_, at)| at.key() == key);
                *ply = stood.last().map(|(ply, _)| ply);
            }
        }
        self
    }

    /// Who is penalised or has an illegal move booked.
    pub fn offender(&self) -> Option<Color> {
        self.consequences.iter().find_map(|consequence| match consequence {
            Consequence::PenaltyByChoice { to }
            | Consequence::Booked { to, .. }
            | Consequence::Warning { to, .. } => Some(*to),
            _ => None,
        })
    }

    fn rules_cited(&self) -> impl Iterator<Item = Rule> {
        self.grounds.iter().filter_map(|basis| match basis {
            Basis::Article(citation) | Basis::ByAnalogy(citation) => Some(citation.rule),
            Basis::Regulation(_) | Basis::Interpretation(_) => None,
        })
    }

    fn broken_rule(&self) -> Rule {
        self.rules_cited().next().unwrap_or(Rule::Penalties)
    }

    /// The kind of fault that is booked: by the rule that the proposal rests on.
    fn fault(&self) -> Fault {
        let known = self.rules_cited().find_map(|rule| match rule {
            Rule::UnpromotedPawn => Some(Fault::UnpromotedPawn),
            Rule::PressWithoutMove => Some(Fault::PressWithoutMove),
            Rule::TwoHands => Some(Fault::TwoHands),
            Rule::KingCapture => Some(Fault::KingCapture),
            _ => None,
        });
        known.unwrap_or(Fault::IllegalMove)
    }
}

/// What is entered of the game when a ruling follows a proposal.
///
/// `choice` is the one that was made, `claim` the draw claim that the ruling is about. A move that
/// has to be played is left to the players, and what is told to people changes nothing here.
///
/// **Laws:** whatever the proposal cites; 8.7 and 12.9.6 for the points.
pub fn carried_out(
    proposal: &Proposal,
    choice: Option<&Choice>,
    claim: Option<ClaimBy>,
) -> CarriedOut {
    let mut done = CarriedOut { entries: claim_entries(proposal.decision, claim), result: None };
    let mut result = None;
    for consequence in &proposal.consequences {
        let happened = |incident| Some(Entry::Happened(incident));
        let entry = match *consequence {
            Consequence::AddTime { to, time } => happened(Incident::TimeGiven { to, time }),
            Consequence::RemoveTime { from, time } => happened(Incident::TimeTaken { from, time }),
            Consequence::SetClock { times, .. } => Some(Entry::ClocksSet(times)),
            Consequence::Restore { ply: Some(ply), .. } => Some(Entry::PositionRestored { ply }),
            Consequence::ConvertPiece { square, role } => {
                Some(Entry::PawnConverted { square, role })
            }
            Consequence::Warning { to, rule } => happened(Incident::Warned { who: to, rule }),
            Consequence::NewGame => Some(Entry::PositionRestored { ply: 0 }),
            Consequence::OfferOpenTo(to) => Some(Entry::DrawOffered { by: !to }),
            Consequence::Booked { to, n_illegal_moves } => {
                let booked = Entry::IllegalMoveBooked { by: to, fault: proposal.fault() };
                done.entries.extend((0..n_illegal_moves).map(|_| booked.clone()));
                None
            }
            Consequence::GameLost { by, opponent_points } => {
                result = opponent_points.map(|points| lost(by, points));
                end_entry(proposal.decision, GameEnd::Lost { by })
            }
            Consequence::PointsOfBoth(points) => {
                result = both(points);
                result.and_then(|result| end_entry(proposal.decision, end_of(result)))
            }
            _ => None,
        };
        done.entries.extend(entry);
    }
    if let (Some(Choice::Penalty(penalty, _)), Some(who)) = (choice, proposal.offender())
        && *penalty != Penalty::Warning
    {
        done.entries.push(Entry::Happened(Incident::Penalised { who, penalty: *penalty }));
    }
    let is_default = proposal.rules_cited().any(|rule| rule == Rule::DefaultTime);
    done.result = result.map(|result| GameResult { is_forfeit: is_default, ..result });
    done
}

/// What is entered of the game when a ruling departs from what was proposed.
///
/// Nothing of the proposal is taken over: only the decision itself, and the result as the arbiter
/// gives it. `None` for a result of a drawn game is the draw.
pub fn departed(
    decision: Decision,
    result: Option<GameResult>,
    claim: Option<ClaimBy>,
) -> CarriedOut {
    let result = result.or(decision.is_draw().then_some(GameResult::DRAW));
    let mut entries = claim_entries(decision, claim);
    entries.extend(result.and_then(|result| end_entry(decision, end_of(result))));
    CarriedOut { entries, result }
}

/// What is entered when a ruling is taken back that entered `entries`: the opposite of each, the last
/// first.
///
/// Clock times are given back as they were added or taken; a position that was put back is played
/// again where nothing has been played since. What has no opposite, as a piece that was exchanged,
/// stays for the arbiter to put right in the record.
pub fn taken_back(entries: &[Entry], game: &Game) -> Vec<Entry> {
    let claimant = entries.iter().rev().find_map(|entry| match entry {
        Entry::DrawClaimed { by, .. } => Some(*by),
        _ => None,
    });
    let happened = |incident| vec![Entry::Happened(incident)];
    let opposite = |entry: &Entry| match *entry {
        Entry::Ended(_) | Entry::Resigned { .. } => vec![Entry::EndTakenBack],
        Entry::IllegalMoveBooked { by, .. } => vec![Entry::BookingTakenBack { by }],
        Entry::ClaimDecided { correct: false } => {
            claimant.map(|by| Entry::WrongClaimTakenBack { by }).into_iter().collect()
        }
        Entry::DrawOffered { by } => vec![Entry::DrawRefused { by: !by }],
        Entry::Happened(Incident::TimeGiven { to: from, time }) => {
            happened(Incident::TimeTaken { from, time })
        }
        Entry::Happened(Incident::TimeTaken { from: to, time }) => {
            happened(Incident::TimeGiven { to, time })
        }
        Entry::Happened(Incident::Warned { who, rule }) => {
            vec![Entry::WarningTakenBack { who, rule }]
        }
        Entry::PositionRestored { ply } => played_again(game, ply),
        _ => Vec::new(),
    };
    entries.iter().rev().flat_map(opposite).collect()
}

/// The moves that were set aside when a position was put back, where it still stands.
fn played_again(game: &Game, ply: u32) -> Vec<Entry> {
    let aside = game.set_aside().last().filter(|aside| aside.after_ply == ply);
    let aside = aside.filter(|_| game.ply() == ply);
    let moves = aside.map_or(&[][..], |aside| &aside.moves);
    let both = moves.iter().flat_map(|made| {
        let moved = Entry::MoveMade { by: made.by, played: made.played };
        let pressed = made.is_pressed.then_some(Entry::ClockPressed { by: made.by });
        [Some(moved), pressed]
    });
    both.flatten().collect()
}

/// What becomes of a draw claim with a decision; one that may not be made is none.
fn claim_entries(decision: Decision, claim: Option<ClaimBy>) -> Vec<Entry> {
    let Some((by, claim)) = claim else { return Vec::new() };
    let claimed = Entry::DrawClaimed { by, claim };
    match decision {
        Decision::ClaimCorrect => vec![claimed, Entry::ClaimDecided { correct: true }],
        Decision::ClaimIncorrect => vec![claimed, Entry::ClaimDecided { correct: false }],
        Decision::Postponed => vec![claimed, Entry::ClaimPostponed],
        _ => Vec::new(),
    }
}

/// A resignation that stands is entered as such, by who tells it.
fn end_entry(decision: Decision, end: GameEnd) -> Option<Entry> {
    match (decision, end) {
        (Decision::Resigned, GameEnd::Lost { by }) => Some(Entry::Resigned { by }),
        (Decision::DrawAgreed, GameEnd::Drawn) => Some(Entry::Ended(GameEnd::Agreement)),
        (_, end) => Some(Entry::Ended(end)),
    }
}

fn end_of(result: GameResult) -> GameEnd {
    match (result.points.white, result.points.black) {
        (Points::Zero, Points::Zero) => GameEnd::BothLost,
        (Points::Zero, _) => GameEnd::Lost { by: Color::White },
        (_, Points::Zero) => GameEnd::Lost { by: Color::Black },
        _ => GameEnd::Drawn,
    }
}

fn lost(by: Color, opponent: Points) -> GameResult {
    match by {
        Color::White => GameResult::of(Points::Zero, opponent),
        Color::Black => GameResult::of(opponent, Points::Zero),
    }
}

fn both(points: ByColor<Option<Points>>) -> Option<GameResult> {
    Some(GameResult::of(points.white?, points.black?))
}

impl Decision {
    /// Whether the game is drawn by it.
    pub const fn is_draw(self) -> bool {
        matches!(
            self,
            Decision::ClaimCorrect
                | Decision::DrawAgreed
                | Decision::GameDrawn
                | Decision::Stalemate
                | Decision::StalemateStands
        )
    }

    /// Whether the game is lost by it for one side or both; the decision alone does not say whose.
    pub const fn is_loss(self) -> bool {
        matches!(
            self,
            Decision::BothLose
                | Decision::CheckmateStands
                | Decision::GameLost
                | Decision::Resigned
        )
    }
}

#[cfg(test)]
mod tests {
    use kaissa_chess::Position;
    use kaissa_game::{AnnouncedMove, Announcement, DrawRule};
    use kaissa_laws::{Edition, Editions};

    use super::*;
    use crate::illegal_move::{Act, IrregularMove, propose_irregular_move};
    use crate::{ClaimFacts, FlagFacts, propose_draw_claim, propose_flag_fall};

    fn rules() -> Rules {
        Rules::new(Editions::built_in(), Edition::E2023).expect("built in")
    }

    fn game(fen: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect("a FEN").0);
        let times = ByColor { white: ClockTime::minutes(5), black: ClockTime::minutes(4) };
        game.apply(&Entry::ClocksRead(times));
        game
    }

    fn after(game: &Game, done: &CarriedOut) -> Game {
        let mut game = game.clone();
        done.entries.iter().for_each(|entry| game.apply(entry));
        game
    }

    #[test]
    fn a_correct_claim_is_decided_and_ends_the_game_drawn() {
        let game = game("8/8/4k3/8/8/4K3/4R3/8 w - - 100 90");
        let claim = DrawClaim::OnBoard(DrawRule::FiftyMoves);
        let facts = ClaimFacts::default();
        let proposal = propose_draw_claim(&game, Color::White, &claim, &facts, &rules());
        let done = carried_out(&proposal, None, Some((Color::White, claim)));
        assert_eq!(done.result, Some(GameResult::DRAW));
        assert_eq!(after(&game, &done).end(), Some(GameEnd::Drawn));
        assert_eq!(after(&game, &done).wrong_claims(Color::White), 0);
    }

    #[test]
    fn a_wrong_claim_gives_the_opponent_time_and_is_counted() {
        let game = game("8/8/4k3/8/8/4K3/4R3/8 w - - 97 90");
        let played = game.position().move_from_uci("e2d2").expect("a move");
        let announced = AnnouncedMove { played, announced: Announcement::WrittenAndDeclared };
        let claim = DrawClaim::WithMove(DrawRule::FiftyMoves, announced);
        let facts = ClaimFacts::default();
        let proposal = propose_draw_claim(&game, Color::White, &claim, &facts, &rules());
        let done = carried_out(&proposal, None, Some((Color::White, claim)));
        let after = after(&game, &done);
        assert_eq!((done.result, after.end()), (None, None));
        assert_eq!(after.clocks().expect("read").black, ClockTime::minutes(6));
        assert_eq!(after.clocks().expect("read").white, ClockTime::minutes(5));
        assert_eq!(after.wrong_claims(Color::White), 1);
        assert_eq!(after.pending_claim(), None);
    }

    #[test]
    fn a_departure_takes_over_nothing_of_the_proposal() {
        let claim = (Color::White, DrawClaim::OnBoard(DrawRule::FiftyMoves));
        let done = departed(Decision::ClaimInadmissible, None, Some(claim));
        assert_eq!(done, CarriedOut::default());
        let done = departed(Decision::GameDrawn, None, None);
        assert_eq!(done.entries, [Entry::Ended(GameEnd::Drawn)]);
        assert_eq!(done.result, Some(GameResult::DRAW));
        let won = departed(Decision::GameLost, Some(GameResult::BLACK_WINS), None);
        assert_eq!(won.entries, [Entry::Ended(GameEnd::Lost { by: Color::White })]);
    }

    #[test]
    fn an_illegal_move_is_booked_the_position_restored_and_the_clocks_set() {
        let mut game = game("4k3/8/8/8/8/8/4r3/4K2R w K - 0 40");
        let played = game.position().move_from_uci("h1h2").expect("a move");
        let act = IrregularMove::seen(Color::White, Act::Moved(played));
        let proposal = propose_irregular_move(&game, &act, &rules());
        let done = carried_out(&proposal, None, None);
        game.apply(&Entry::MoveMade { by: Color::White, played });
        let after = after(&game, &done);
        assert_eq!(after.booked(Color::White), [Fault::IllegalMove]);
        assert_eq!((after.ply(), after.turn()), (0, Color::White));
        assert_eq!(after.clocks().expect("read").black, ClockTime::minutes(6));
    }

    #[test]
    fn a_ruling_taken_back_leaves_the_game_as_it_was() {
        let mut game = game("4k3/8/8/8/8/8/4r3/4K2R w K - 0 40");
        let before = game.clone();
        let played = game.position().move_from_uci("h1h2").expect("a move");
        let act = IrregularMove::seen(Color::White, Act::Moved(played));
        let proposal = propose_irregular_move(&game, &act, &rules());
        let mut entries = carried_out(&proposal, None, None).entries;
        entries.push(Entry::Ended(GameEnd::Drawn));
        entries.push(Entry::Happened(Incident::Warned { who: Color::Black, rule: Rule::OneHand }));
        game.apply(&Entry::MoveMade { by: Color::White, played });
        let mut after = game.clone();
        entries.iter().for_each(|entry| after.apply(entry));
        assert_eq!((after.ply(), after.booked(Color::White).len()), (0, 1));
        taken_back(&entries, &after).iter().for_each(|entry| after.apply(entry));
        assert_eq!(after.moves().len(), 1);
        assert_eq!(after.booked(Color::White), []);
        assert_eq!(after.warnings(Color::Black).count(), 0);
        assert_eq!((after.end(), after.clocks()), (None, before.clocks()));
    }

    #[test]
    fn a_case_put_by_its_position_restores_the_ply_of_the_game() {
        let mut game = Game::new(Position::start());
        for uci in ["e2e4", "e7e5", "e1e3"] {
            let (by, played) = (game.turn(), game.position().move_from_uci(uci).expect("a move"));
            game.apply(&Entry::MoveMade { by, played });
        }
        let before = game.position_after(2).expect("two plies").clone();
        let mut case = Game::new(before);
        let played = case.position().move_from_uci("e1e3").expect("a move");
        let act = IrregularMove::seen(Color::White, Act::Moved(played));
        let proposal = propose_irregular_move(&case, &act, &rules()).in_game(&game);
        let restored = Entry::PositionRestored { ply: 2 };
        assert!(carried_out(&proposal, None, None).entries.contains(&restored));
        case.apply(&Entry::MoveMade { by: Color::White, played });
        let elsewhere = Game::new(Position::start());
        let proposal = propose_irregular_move(&case, &act, &rules()).in_game(&elsewhere);
        let entries = carried_out(&proposal, None, None).entries;
        assert!(!entries.iter().any(|entry| matches!(entry, Entry::PositionRestored { .. })));
    }

    #[test]
    fn an_increment_taken_back_by_choice_is_off_the_clock_that_is_set() {
        let game = game("4k3/8/8/8/8/8/4r3/4K2R w K - 0 40");
        let played = game.position().move_from_uci("h1h2").expect("a move");
        let mut act = IrregularMove::seen(Color::White, Act::Moved(played));
        act.increment = ClockTime::seconds(30);
        let proposal = propose_irregular_move(&game, &act, &rules());
        let Some(choice) =
            proposal.choices.iter().find(|choice| matches!(choice, Choice::TakeBack(_)))
        else {
            // The edition says itself that it is taken back.
            let done = carried_out(&proposal, None, None);
            let clocks = after(&game, &done).clocks().expect("set");
            assert_eq!(clocks.white, ClockTime::seconds(270));
            return;
        };
        let chosen = proposal.chosen(choice, &game, &rules());
        let done = carried_out(&chosen, Some(choice), None);
        let clocks = after(&game, &done).clocks().expect("set");
        assert_eq!(clocks.white, ClockTime::seconds(270));
        assert_eq!(clocks.black, ClockTime::minutes(6));
    }

    #[test]
    fn a_choice_replaces_the_end_that_was_proposed() {
        // The mating line would run into the seventy-five moves: both answers are offered.
        let game = game("8/8/8/4k3/8/8/8/R3K3 w - - 148 120");
        let proposal = propose_flag_fall(&game, &FlagFacts::fallen(Color::Black), &rules());
        let draw = Choice::Decide(Decision::GameDrawn);
        assert!(proposal.choices.contains(&draw), "{proposal:?}");
        let done = carried_out(&proposal.chosen(&draw, &game, &rules()), Some(&draw), None);
        assert_eq!(done.result, Some(GameResult::DRAW));
        let lost = Choice::GameLost(Color::Black);
        let done = carried_out(&proposal.chosen(&lost, &game, &rules()), Some(&lost), None);
        assert_eq!(done.result, Some(GameResult::WHITE_WINS));
        assert_eq!(after(&game, &done).end(), Some(GameEnd::Lost { by: Color::Black }));
    }
}
