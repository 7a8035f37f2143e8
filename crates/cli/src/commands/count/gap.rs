//! What lies between two known positions, for `kaissa count`.

use kaissa_chess::Position;
use kaissa_evidence::{EarlierPositions, Fewest, Gap, Impossible, Parity, Series, bridge};
use kaissa_game::numbered_line;
use kaissa_words::{Words, say};
use serde_json::{Value, json};

use super::json::span;
use crate::common::Exit;
use crate::output::complain;

/// How many positions are looked at before the bound alone is given.
const EFFORT: u64 = 200_000;

/// Two positions and what lies between them.
pub(super) struct GapAnswer {
    from: Position,
    gap: Gap,
}

impl GapAnswer {
    /// Reads both positions and works out the gap; what is wrong is said on standard error.
    pub(super) fn work_out(from: &str, to: &str, words: &Words) -> Result<GapAnswer, Exit> {
        let read = |name: &str, fen: &str| match Position::from_fen(fen) {
            Ok((position, _)) => Ok(position),
            Err(error) => {
                complain(words, &format!("{name}, {error}"));
                Err(Exit::Unreadable)
            }
        };
        let (from, to) = (read("--gap-from", from)?, read("--gap-to", to)?);
        let gap = bridge(&from, &to, EFFORT);
        Ok(GapAnswer { from, gap })
    }

    pub(super) fn is_impossible(&self) -> bool {
        matches!(self.gap.fewest, Fewest::Impossible(_))
    }

    pub(super) fn json(&self) -> Value {
        let plies = self.gap.plies();
        let (line, impossible) = match &self.gap.fewest {
            Fewest::Exactly(line) => (Some(kaissa_audit::uci_line(&self.from, line)), None),
            Fewest::AtLeast(_) => (None, None),
            Fewest::Impossible(why) => (None, Some(impossible_word(*why))),
        };
        let clock = self.gap.halfmove_clock_after(self.from.halfmove_clock());
        json!({
            "kind": "gap",
            "fewest": plies.map(|plies| plies.min()),
            "exact": line.is_some(),
            "line": line,
            "parity": parity_word(self.gap.parity),
            "series": series_word(self.gap.series),
            "halfmove_clock": clock.map(|clock| span(&clock)),
            "earlier_positions": match self.gap.earlier_positions {
                EarlierPositions::CanRecur => "can_recur",
                EarlierPositions::CannotRecur => "cannot_recur",
            },
            "impossible": impossible,
        })
    }

    pub(super) fn text(&self, words: &Words) -> Vec<String> {
        if let Fewest::Impossible(why) = &self.gap.fewest {
            return vec![say!(words, "count-gap-impossible", why = impossible_word(*why))];
        }
        let fewest = self.gap.plies().map_or(0, |plies| plies.min());
        let parity = parity_word(self.gap.parity);
        let mut lines = vec![say!(words, "count-gap", n = fewest, parity = parity)];
        lines.push(match &self.gap.fewest {
            Fewest::Exactly(line) if line.is_empty() => say!(words, "count-gap-none"),
            Fewest::Exactly(line) => {
                say!(words, "count-gap-line", line = numbered_line(&self.from, line))
            }
            _ => say!(words, "count-gap-bound"),
        });
        let before = self.from.halfmove_clock();
        let after = self.gap.halfmove_clock_after(before).map_or(0, |clock| clock.min());
        let series = series_word(self.gap.series);
        lines.push(say!(
            words,
            "count-gap-series",
            series = series,
            before = before,
            after = after
        ));
        lines.push(match self.gap.earlier_positions {
            EarlierPositions::CanRecur => say!(words, "count-gap-can-recur"),
            EarlierPositions::CannotRecur => say!(words, "count-gap-cannot-recur"),
        });
        lines
    }
}

fn impossible_word(why: Impossible) -> &'static str {
    match why {
        Impossible::MenAdded => "men_added",
        Impossible::Kings => "kings",
        Impossible::NoWay => "no_way",
    }
}

fn parity_word(parity: Parity) -> &'static str {
    match parity {
        Parity::Even => "even",
        Parity::Odd => "odd",
    }
}

fn series_word(series: Series) -> &'static str {
    match series {
        Series::Unbroken => "unbroken",
        Series::Broken => "broken",
    }
}
