//! Which rules of the Laws stand at a board at a moment, for whoever wants to read them there.

use kaissa_chess::{Color, Role};
use kaissa_game::{Flag, Game, Presence};
use kaissa_laws::{ClockTime, Rule, Rules, Style};

/// Plies without capture or pawn move from which the rules about such series are shown.
const SERIES_FROM: u32 = 60;
/// Plies from which the draw without a claim is near.
const LONG_SERIES_FROM: u32 = 120;
/// Time on a clock below which the rules about the end of a period are shown.
const SHORT_TIME: ClockTime = ClockTime::minutes(5);

/// Lists the rules that stand at a board: those that its alarms cite first, then those that what has
/// happened, the position, the clocks and the style of play bring, the most pressing first.
///
/// **Laws:** all of them by situation; a rule that the edition does not have is left out.
///
/// # Examples
/// ```
/// use kaissa_chess::Position;
/// use kaissa_game::Game;
/// use kaissa_laws::{Editions, Rule, Rules};
/// use kaissa_ruling::rules_at;
/// let editions = Editions::built_in();
/// let rules = Rules::new(editions, editions.newest())?;
/// let (position, _) = Position::from_fen("8/8/8/4k3/8/8/R3K3/8 w - - 98 120").map_err(|_| "a FEN")?;
/// let listed = rules_at(&Game::new(position), &[], &rules);
/// assert!(listed.starts_with(&[Rule::FiftyMoveIntended, Rule::FiftyMoveOnBoard]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rules_at(game: &Game, cited: &[Rule], rules: &Rules) -> Vec<Rule> {
    let mut listed: Vec<Rule> = Vec::new();
    let parts = [
        cited.to_vec(),
        of_ends(game),
        of_faults(game),
        of_claims(game),
        of_clocks(game, rules),
        of_offers(game),
        of_presence(game),
        of_style(rules),
    ];
    for rule in parts.into_iter().flatten() {
        if !listed.contains(&rule) && rules.cite(rule).is_known() {
            listed.push(rule);
        }
    }
    listed
}

fn of_ends(game: &Game) -> Vec<Rule> {
    let position = game.position();
    if position.is_checkmate() {
        return vec![Rule::Checkmate];
    }
    if position.is_stalemate() {
        return vec![Rule::Stalemate];
    }
    if game.is_adjourned() {
        return vec![
            Rule::Envelope,
            Rule::ResumptionTimes,
            Rule::EnvelopeOpened,
            Rule::SealedMoveBad,
            Rule::Resumption,
            Rule::ResumptionDefault,
            Rule::OfferAfterSealing,
            Rule::EnvelopeMissing,
        ];
    }
    Vec::new()
}

fn of_faults(game: &Game) -> Vec<Rule> {
    let mut found = Vec::new();
    if game.moves().iter().any(|made| !made.is_legal) {
        found.extend([Rule::IllegalMove, Rule::IllegalMovePenalty, Rule::IllegalMoveWindow]);
    }
    if Color::ALL.iter().any(|color| !game.booked(*color).is_empty()) {
        found.push(Rule::IllegalMovePenalty);
    }
    let touched = Color::ALL.iter().any(|color| !game.touched_by(*color).is_empty());
    if touched {
        found.extend([Rule::TouchMove, Rule::TouchOwn, Rule::TouchComplaint]);
    }
    if may_promote(game) {
        found.extend([Rule::Promotion, Rule::PromotionChoice, Rule::UnpromotedPawn]);
    }
    found
}

/// Whether the player on move has a pawn before the last rank.
fn may_promote(game: &Game) -> bool {
    let (position, turn) = (game.position(), game.turn());
    let before_last = turn.fold_wb(6, 1);
    let pawns = position.board().by_piece(Role::Pawn.of(turn));
    pawns.into_iter().any(|square| square.rank() as u32 == before_last)
}

fn of_claims(game: &Game) -> Vec<Rule> {
    let mut found = Vec::new();
    let counter = game.position().halfmove_clock();
    if game.pending_claim().is_some() {
        found.extend([Rule::ClaimProcedure, Rule::ClaimChecking, Rule::WrongClaim]);
    }
    if counter >= LONG_SERIES_FROM {
        found.push(Rule::SeventyFiveMoves);
    }
    if counter >= SERIES_FROM {
        found.extend([Rule::FiftyMoveIntended, Rule::FiftyMoveOnBoard]);
    }
    let occurrences = game.occurrences().len();
    if occurrences >= 4 {
        found.push(Rule::Fivefold);
    }
    if occurrences >= 2 {
        found.extend([Rule::ThreefoldIntended, Rule::ThreefoldOnBoard, Rule::SamePosition]);
    }
    if !found.is_empty() {
        found.extend([Rule::ClaimRightEnds, Rule::ClaimProcedure, Rule::WrongClaim]);
    }
    found
}

fn of_clocks(game: &Game, rules: &Rules) -> Vec<Rule> {
    let mut found = Vec::new();
    let down = Color::ALL.iter().filter(|color| game.flag(**color) != Flag::Up).count();
    if down > 0 {
        found.extend([Rule::FlagFallen, Rule::LossOnTime, Rule::PeriodCheck]);
    }
    if down > 1 {
        found.push(Rule::BothFlags);
    }
    let is_short = game
        .clocks()
        .is_some_and(|clocks| Color::ALL.iter().any(|color| *clocks.get(*color) < SHORT_TIME));
    if is_short {
        if rules.style() == Style::Standard {
            found.extend([Rule::RecordingExemption, Rule::OneNotRecording, Rule::BothNotRecording]);
        }
        found.extend([Rule::FlagFallen, Rule::LossOnTime]);
        // Where nothing says that it is not in force it may be claimed.
        if rules.quickplay_in_force().value != Some(false) {
            found.extend([Rule::QuickplayFinish, Rule::QuickplayClaim]);
        }
    }
    found
}

fn of_offers(game: &Game) -> Vec<Rule> {
    match game.open_offer() {
        Some(_) => vec![Rule::DrawOffer, Rule::Agreement, Rule::DrawOfferRecorded],
        None => Vec::new(),
    }
}

fn of_presence(game: &Game) -> Vec<Rule> {
    let is_away = Color::ALL.iter().any(|color| game.presence(*color) == Presence::Away);
    match (game.ply(), is_away) {
        (0, _) => vec![Rule::GameStart, Rule::DefaultTime, Rule::NobodyPresent],
        (_, true) => vec![Rule::PlayingArea],
        _ => Vec::new(),
    }
}

fn of_style(rules: &Rules) -> Vec<Rule> {
    match rules.style() {
        Style::Standard => vec![Rule::NoIntervention],
        Style::Rapid => vec![Rule::RapidDefinition, Rule::RapidSupervision, Rule::FlagCall],
        Style::Blitz => vec![Rule::BlitzDefinition, Rule::BlitzSupervision, Rule::FlagCall],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kaissa_chess::{ByColor, Position};
    use kaissa_game::{Entry, Incident};
    use kaissa_laws::{Edition, Editions};

    fn rules(edition: Edition) -> Rules {
        Rules::new(Editions::built_in(), edition).expect("built in")
    }

    fn at(fen: &str) -> Game {
        Game::new(Position::from_fen(fen).expect("a FEN").0)
    }

    #[test]
    fn what_alarms_cite_comes_first_and_once() {
        let game = at("8/8/8/4k3/8/8/R3K3/8 w - - 98 120");
        let listed = rules_at(&game, &[Rule::FiftyMoveOnBoard], &rules(Edition::E2023));
        assert_eq!(listed[0], Rule::FiftyMoveOnBoard);
        assert_eq!(listed.iter().filter(|rule| **rule == Rule::FiftyMoveOnBoard).count(), 1);
    }

    #[test]
    fn an_edition_without_a_rule_lists_none() {
        let game = at("8/8/8/4k3/8/8/R3K3/8 w - - 148 120");
        assert!(rules_at(&game, &[], &rules(Edition::E2023)).contains(&Rule::SeventyFiveMoves));
        assert!(!rules_at(&game, &[], &rules(Edition::E2009)).contains(&Rule::SeventyFiveMoves));
    }

    #[test]
    fn each_situation_brings_its_rules() {
        let rules = rules(Edition::E2023);
        let mut game = at("7k/P7/8/8/8/8/8/K7 w - - 0 40");
        assert!(rules_at(&game, &[], &rules).contains(&Rule::UnpromotedPawn));
        game.apply(&Entry::DrawOffered { by: Color::Black });
        assert!(rules_at(&game, &[], &rules).contains(&Rule::DrawOffer));
        let minute = ClockTime::minutes(1);
        game.apply(&Entry::ClocksRead(ByColor { white: minute, black: minute }));
        assert!(rules_at(&game, &[], &rules).contains(&Rule::RecordingExemption));
        let blitz = rules.clone().with_style(Style::Blitz);
        assert!(!rules_at(&game, &[], &blitz).contains(&Rule::RecordingExemption));
        assert!(rules_at(&game, &[], &blitz).contains(&Rule::BlitzDefinition));
        game.apply(&Entry::FlagFell { of: Color::White });
        assert!(rules_at(&game, &[], &rules).contains(&Rule::PeriodCheck));
        game.apply(&Entry::Happened(Incident::Adjourned));
        assert_eq!(rules_at(&game, &[], &rules)[0], Rule::Envelope);
    }
}
