//! The choice of the game that a row of a source belongs to.

use std::collections::{HashMap, HashSet};

use crate::event::{GameId, NoticeKind};
use crate::game::HallGame;
use crate::identity::{Facts, Likeness};
use crate::line::Line;
use crate::row::RowName;

/// Plies that two games hardly share by chance.
const MANY_PLIES: usize = 20;
/// Plies at the end of a line that a correction replaces.
const CORRECTED_PLIES: usize = 4;

/// A row of a source, and what is known of the others.
pub(crate) struct Matcher<'a> {
    pub name: RowName<'a>,
    pub facts: &'a Facts,
    pub line: &'a Line,
    pub is_finished: bool,
    /// The game that this row was before.
    pub place: Option<GameId>,
    /// The games of all rows of the source before, as far as they may be this one's.
    pub rows_before: &'a HashSet<GameId>,
    /// The games of the rows above this one.
    pub taken: &'a HashMap<GameId, Taken>,
}

/// What another row of the source has of a game.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub line: Line,
    pub is_finished: bool,
}

/// What was chosen for a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// A known game.
    Game(GameId),
    /// A new one.
    New,
    /// A new one, since nothing may be merged; the operator is told of these.
    NewBeside(NoticeKind, Vec<GameId>),
}

/// How well a game fits a row; the greatest is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Fit {
    /// Whether one record goes on where the other ends.
    agrees: bool,
    likeness: Likeness,
    /// Plies that both begin with.
    common: usize,
    is_place: bool,
}

/// Chooses the game of a row.
///
/// With two candidates that fit equally well, or with too little to tell, nothing is merged.
pub(crate) fn choose<'g>(row: &Matcher<'_>, games: impl Iterator<Item = &'g HallGame>) -> Choice {
    let mut fitting: Vec<(Fit, GameId)> = Vec::new();
    let mut faint: Vec<GameId> = Vec::new();
    let mut beside: Vec<GameId> = Vec::new();
    for game in games {
        match row.fit(game) {
            Fitting::Fits(fit) => fitting.push((fit, game.id)),
            Fitting::TooLittle => faint.push(game.id),
            Fitting::OtherOfPair => beside.push(game.id),
            Fitting::No => {}
        }
    }
    let Some(&(best, id)) = fitting.iter().max_by_key(|(fit, _)| *fit) else {
        return if !beside.is_empty() {
            Choice::NewBeside(NoticeKind::SamePlayersTwice, beside)
        } else if !faint.is_empty() {
            Choice::NewBeside(NoticeKind::TooLittle, faint)
        } else {
            Choice::New
        };
    };
    let equal: Vec<GameId> =
        fitting.iter().filter(|(fit, _)| *fit == best).map(|&(_, id)| id).collect();
    if equal.len() > 1 {
        return Choice::NewBeside(NoticeKind::ManyCandidates, equal);
    }
    Choice::Game(id)
}

/// Whether a row is still the game that it was before.
pub(crate) fn is_still(row: &Matcher<'_>, game: &HallGame) -> bool {
    matches!(row.fit(game), Fitting::Fits(_))
}

enum Fitting {
    Fits(Fit),
    /// It may be the game, and too little speaks for it.
    TooLittle,
    /// The same players, other moves, one source: another game of theirs.
    OtherOfPair,
    No,
}

/// How far the facts of a row belong to a game, as any of its sources has them.
fn likeness(facts: &Facts, name: RowName<'_>, game: &HallGame) -> Likeness {
    let Some(shown) = game.facts() else { return Likeness::Different };
    facts.compare(shown).max(
        // A source may spell its own row anew; names of another source count no less.
        game.rows
            .iter()
            .filter(|row| row.is_held && !row.is(name))
            .map(|row| facts.compare(&row.facts))
            .max()
            .unwrap_or(Likeness::Different),
    )
}

impl Matcher<'_> {
    fn fit(&self, game: &HallGame) -> Fitting {
        let is_place = self.place == Some(game.id);
        let Some(line) = game.line() else { return Fitting::No };
        let likeness = likeness(self.facts, self.name, game);
        if likeness == Likeness::Different && !is_place {
            // Most games of a hall; their moves need not be looked at.
            return Fitting::No;
        }
        if is_place && self.begins_anew(game) {
            return Fitting::No;
        }
        let common = self.line.common(line);
        let agrees = self.line.agrees(line);
        let shorter = self.line.n_plies().min(line.n_plies());
        let shares_half = common > 0 && common * 2 >= shorter;
        let fits = Fitting::Fits(Fit { agrees, likeness, common, is_place });
        if let Some(earlier) = self.taken.get(&game.id) {
            let is_again = likeness >= Likeness::Likely && self.is_sent_again(earlier);
            return match is_again {
                true => fits,
                false if likeness >= Likeness::Likely => Fitting::OtherOfPair,
                false => Fitting::No,
            };
        }
        let is_next_game = game.is_finished() && !self.is_finished && !shares_half;
        if is_place {
            return self.fit_place(line, likeness, is_next_game, shares_half, fits);
        }
        // A row of this source that is still to come below may be it: its moves tell.
        let is_of_source = self.rows_before.contains(&game.id);
        match likeness {
            Likeness::Different => Fitting::No,
            Likeness::Same if agrees || !is_of_source && !is_next_game => fits,
            Likeness::Likely if agrees || !is_of_source && shares_half => fits,
            Likeness::TooLittle if agrees && common >= MANY_PLIES => Fitting::TooLittle,
            _ => Fitting::No,
        }
    }

    /// Whether the board of this row has told that another game begins.
    fn begins_anew(&self, game: &HallGame) -> bool {
        let mut own = game.rows.iter().filter(|row| row.is(self.name));
        self.name.row.is_some() && own.any(|row| self.facts.begin_anew_after(&row.facts))
    }

    /// Whether the row that was this game before is so still.
    fn fit_place(
        &self,
        line: &Line,
        likeness: Likeness,
        is_next_game: bool,
        shares_half: bool,
        fits: Fitting,
    ) -> Fitting {
        let agrees = self.line.agrees(line);
        if is_next_game {
            return Fitting::No;
        }
        match likeness {
            Likeness::Same | Likeness::Likely => fits,
            // Names or round were put right while the game went on.
            Likeness::Different if agrees && self.line.common(line) >= MANY_PLIES => fits,
            Likeness::Different => Fitting::No,
            Likeness::TooLittle if agrees || shares_half => fits,
            Likeness::TooLittle => Fitting::No,
        }
    }

    /// Whether this row is the game of a row above it, sent again: it goes on from it, or its last
    /// moves were corrected since.
    fn is_sent_again(&self, earlier: &Taken) -> bool {
        if self.line.agrees(&earlier.line) {
            return true;
        }
        let common = self.line.common(&earlier.line);
        !earlier.is_finished
            && common + CORRECTED_PLIES >= earlier.line.n_plies()
            && common >= MANY_PLIES
            && self.line.n_plies() >= common
    }
}
