//! Hands, written results and words that may mean one thing or another.

use kaissa_chess::Color;
use kaissa_game::GameResult;
use kaissa_laws::Rule;

use super::Table;
use crate::{Certainty, Choice, Consequence, Decision, Judgement, Proposal};

impl Table<'_> {
    /// "He has resigned": a hand alone is no resignation and has to be made clear (5.1.2).
    pub(super) fn assert_resignation(&mut self, by: Color) {
        if self.standing.is_some() || self.verdict.is_some() {
            return;
        }
        self.standing = Some(self.gestures(!by).unwrap_or_else(|| {
            Proposal::new(Decision::Continue, self.rules.cite(Rule::Resignation))
                .asking(Judgement::Facts)
        }));
    }

    /// What pausing the clock, a hand and a written result may mean.
    pub(super) fn gestures(&self, by: Color) -> Option<Proposal> {
        let lost = by.fold_wb(GameResult::BLACK_WINS, GameResult::WHITE_WINS);
        let wrote_loss = self.written.get(by).first() == Some(&lost);
        let hand = *self.has_offered_hand.get(by) || *self.has_taken_hand.get(by);
        if !wrote_loss && !*self.has_offered_hand.get(by) {
            return None;
        }
        let open = Proposal::new(Decision::ArbiterDecides, self.rules.cite(Rule::Resignation))
            .resting_on(self.rules.cite(Rule::Agreement))
            .with_certainty(Certainty::Open)
            .asking(Judgement::Facts);
        let (resigned, go_on) = (Choice::Resigned(by), Choice::Decide(Decision::Continue));
        // What the loser wrote before he heard another version weighs most.
        Some(match wrote_loss && (hand || *self.has_paused.get(by)) {
            true => open.offering(resigned).offering(go_on),
            false => open.offering(go_on).offering(resigned),
        })
    }

    /// Both wrote the same result: it is the result.
    pub(super) fn written_alike(&self) -> Option<Proposal> {
        let white = self.written.white.last()?;
        let black = self.written.black.last()?;
        (white == black).then(|| {
            Proposal::new(Decision::ResultStands, self.rules.cite(Rule::ResultSigned))
                .then(Consequence::PointsOfBoth(white.points.map(Some)))
        })
    }
}
