//! The thresholds that an edition of the Laws sets, with their articles.

use kaissa_laws::{Citation, Rule, Rules, SeventyFiveMoves, UnknownText};

use crate::Threshold;

/// Moves by each without capture or pawn move that a player may claim on, the same in every edition.
const CLAIMABLE: u32 = 50;
/// Moves by each that draw without a claim, in the editions that know such a draw.
const AUTOMATIC: u32 = 75;

/// A threshold and the article that sets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledThreshold {
    /// What has to be reached.
    pub threshold: Threshold,
    /// Where the edition says so.
    pub citation: Citation,
}

/// What an edition asks of a count of moves without capture or pawn move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledThresholds {
    /// The thresholds, in the order of the articles.
    pub known: Vec<RuledThreshold>,
    /// What the known text of the edition does not tell.
    pub unknown: Vec<UnknownText>,
}

/// Lists what `rules` ask of a count.
///
/// **Laws:** 9.3.1, 9.3.2 and 9.6.2; there is no draw without a claim before 2014.
pub fn thresholds(rules: &Rules) -> RuledThresholds {
    let ruled = |threshold, rule| RuledThreshold { threshold, citation: rules.cite(rule) };
    let mut known = vec![
        ruled(Threshold::announced(CLAIMABLE), Rule::FiftyMoveIntended),
        ruled(Threshold::on_board(CLAIMABLE), Rule::FiftyMoveOnBoard),
    ];
    let mut unknown = Vec::new();
    match rules.seventy_five_moves().known() {
        Ok(SeventyFiveMoves::AnySeries) => {
            known.push(ruled(Threshold::automatic(AUTOMATIC), Rule::SeventyFiveMoves));
        }
        Ok(SeventyFiveMoves::None) => {}
        Err(text) => unknown.push(text),
    }
    RuledThresholds { known, unknown }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;
    use kaissa_laws::{Edition, Editions};

    fn forms(edition: Edition) -> Vec<(Form, u32, String)> {
        let rules = Rules::new(Editions::built_in(), edition).expect("built in");
        let ruled = thresholds(&rules);
        assert!(ruled.unknown.is_empty());
        let known = ruled.known.into_iter();
        known.map(|r| (r.threshold.form, r.threshold.plies, r.citation.to_string())).collect()
    }

    #[test]
    fn the_draw_without_a_claim_came_in_2014() {
        assert_eq!(forms(Edition::E2009).len(), 2);
        let today = forms(Edition::E2023);
        let plies: Vec<(Form, u32)> =
            today.iter().map(|(form, plies, _)| (*form, *plies)).collect();
        let wanted = [(Form::AnnouncedMove, 99), (Form::OnBoard, 100), (Form::Automatic, 150)];
        assert_eq!(plies, wanted);
        assert!(today.iter().all(|(_, _, citation)| citation.contains("9.")), "{today:?}");
    }
}
