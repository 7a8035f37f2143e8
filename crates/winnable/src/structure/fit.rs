//! Whether the pieces of a mode can stand so that it is mate.
//!
//! Every real mate in the mode fits; what does not fit is no mate. Men whose place is certain are
//! put down first, then a checking piece, then whatever is needed for each flight square. Only
//! defences that are certain count against a mate.

use kaissa_chess::{Bitboard, Role, Square, attacks};

use crate::state::pawn_push;
use crate::structure::view::View;
use crate::structure::{Figure, Mode};

/// Placements tried for one pair of kings before it is taken to fit.
const TRIES: u32 = 2_000;

/// Whether a mate may stand in the mode; in doubt yes.
pub(super) fn mate_fits(mode: &Mode, view: &View, work: &mut u64) -> bool {
    let kings = &mode.kings;
    let mut fits = |first, second, last| {
        let mut fit = Fit::new(mode, view, first, second, last);
        let found = fit.any_mate();
        *work += u64::from(fit.tries) / 4 + 1;
        found
    };
    kings.after_pawn.iter().any(|(first, second)| fits(first, second, Last::Pawn))
        || kings.after_piece.iter().any(|(first, second)| fits(first, second, Last::Piece))
        || kings.after_king.iter().any(|(first, second)| {
            !kings.after_piece.contains(first, second) && fits(first, second, Last::King)
        })
}

/// What has just moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Piece,
    Pawn,
    /// Then the check can only be discovered.
    King,
}

struct Fit<'a> {
    mode: &'a Mode,
    view: &'a View,
    king: Square,
    mated: Square,
    last: Last,
    /// Where each piece has been put.
    placed: Vec<Option<Square>>,
    occupied: Bitboard,
    tries: u32,
}

impl<'a> Fit<'a> {
    fn new(mode: &'a Mode, view: &'a View, king: Square, mated: Square, last: Last) -> Fit<'a> {
        Fit {
            mode,
            view,
            king,
            mated,
            last,
            placed: mode.figures.iter().map(Figure::still).collect(),
            occupied: view.men().with(king),
            tries: 0,
        }
    }

    fn part(&self, at: usize) -> usize {
        self.view.part(self.mode.figures[at].color)
    }

    fn any_mate(&mut self) -> bool {
        let pawns = attacks::pawn_attacks(self.view.color(1), self.mated) & self.view.pawns[0];
        if self.last == Last::Pawn && pawns.into_iter().any(|pawn| self.covers(pawn, None)) {
            return true;
        }
        (0..self.mode.figures.len()).any(|at| self.part(at) == 0 && self.checks(at))
    }

    /// Whether a mate fits with this piece giving check.
    fn checks(&mut self, at: usize) -> bool {
        let figure = self.mode.figures[at];
        let still = self.placed[at].is_some();
        for from in figure.squares {
            let taken = self.occupied.contains(from) && !still;
            if taken || from == self.mated || !self.reaches(at, from, self.mated) {
                continue;
            }
            let line = attacks::between(from, self.mated);
            let discovered = figure.role != Role::Knight && line.any();
            if (still && !discovered)
                || (self.last == Last::King
                    && !(discovered && (line & attacks::king_attacks(self.king)).any()))
            {
                continue;
            }
            let found = self.with_placed(at, from, |fit| fit.covers(from, Some(at)));
            if found {
                return true;
            }
        }
        false
    }

    fn with_placed(
        &mut self,
        at: usize,
        square: Square,
        ask: impl FnOnce(&mut Self) -> bool,
    ) -> bool {
        let before = (self.placed[at], self.occupied);
        self.placed[at] = Some(square);
        self.occupied.add(square);
        let answer = ask(self);
        (self.placed[at], self.occupied) = before;
        answer
    }

    /// Whether every flight square can be taken away.
    fn covers(&mut self, checker: Square, figure: Option<usize>) -> bool {
        self.tries += 1;
        if self.tries > TRIES {
            return true;
        }
        if let Some(at) = figure
            && !self.reaches(at, checker, self.mated)
        {
            return false;
        }
        let mut hardest: Option<Vec<(usize, Square)>> = None;
        for flight in attacks::king_attacks(self.mated) {
            if self.is_covered(flight) {
                continue;
            }
            let most = hardest.as_ref().map_or(usize::MAX, Vec::len);
            let ways = self.ways(flight, most);
            if ways.is_empty() {
                return false;
            }
            if ways.len() < most {
                hardest = Some(ways);
            }
        }
        let Some(ways) = hardest else { return !self.is_answered(checker, figure) };
        ways.into_iter()
            .any(|(at, square)| self.with_placed(at, square, |fit| fit.covers(checker, figure)))
    }

    /// The ways in which a flight square can be taken away by one more piece, up to a number.
    fn ways(&self, flight: Square, most: usize) -> Vec<(usize, Square)> {
        let mut ways = Vec::new();
        for (at, figure) in self.mode.figures.iter().enumerate() {
            if self.placed[at].is_some() {
                continue;
            }
            let candidates = figure.squares & !self.occupied.with(self.mated);
            if self.part(at) == 1 {
                ways.extend(candidates.contains(flight).then_some((at, flight)));
            } else {
                let covering = |&square: &Square| self.reaches_past(at, square, flight);
                ways.extend(
                    candidates.without(flight).into_iter().filter(covering).map(|s| (at, s)),
                );
            }
            if ways.len() >= most {
                break;
            }
        }
        ways
    }

    fn reaches(&self, at: usize, from: Square, to: Square) -> bool {
        self.mode.figures[at].reach(from, self.occupied).contains(to)
    }

    /// The same through the king that is to be mated.
    fn reaches_past(&self, at: usize, from: Square, to: Square) -> bool {
        self.mode.figures[at].reach(from, self.occupied.without(self.mated)).contains(to)
    }

    fn is_covered(&self, flight: Square) -> bool {
        let view = self.view;
        (view.pawns[1] | view.still[1] | view.pawn_attacks[0]).contains(flight)
            || attacks::king_attacks(self.king).contains(flight)
            || self.placed().any(|(at, square)| match self.part(at) {
                0 => square != flight && self.reaches_past(at, square, flight),
                _ => square == flight,
            })
    }

    fn placed(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        self.placed.iter().enumerate().filter_map(|(at, square)| square.map(|square| (at, square)))
    }

    /// Whether the check is certainly answered: a man that is not pinned takes the only checking
    /// piece or steps in between.
    fn is_answered(&self, checker: Square, figure: Option<usize>) -> bool {
        if self.may_be_double(checker, figure) {
            return false;
        }
        let is_slider = figure
            .is_some_and(|at| !matches!(self.mode.figures[at].role, Role::Knight | Role::Pawn));
        let line = if is_slider { attacks::between(checker, self.mated) } else { Bitboard::EMPTY };
        let loser = self.view.color(1);
        let open: Bitboard = self
            .mode
            .figures
            .iter()
            .zip(&self.placed)
            .filter(|(_, placed)| placed.is_none())
            .fold(Bitboard::EMPTY, |open, (figure, _)| open | figure.squares);
        let pawns = self.view.pawns[1].into_iter().any(|pawn| {
            let step = pawn_push(loser, pawn.into()) & !self.occupied;
            (attacks::pawn_attacks(loser, pawn).contains(checker) || (step & line).any())
                && !self.may_be_pinned(pawn)
        });
        pawns
            || self.placed().any(|(at, square)| {
                self.part(at) == 1
                    && line.with(checker).into_iter().any(|to| {
                        self.reaches(at, square, to)
                            && (to == checker || self.mode.figures[at].role != Role::Pawn)
                            && (self.mode.figures[at].role == Role::Knight
                                || (attacks::between(square, to) & open).is_empty())
                    })
                    && !self.may_be_pinned(square)
            })
    }

    fn may_be_double(&self, checker: Square, figure: Option<usize>) -> bool {
        let pawns = attacks::pawn_attacks(self.view.color(1), self.mated) & self.view.pawns[0];
        (pawns.without(checker)).any()
            || (0..self.mode.figures.len()).any(|at| {
                self.part(at) == 0
                    && Some(at) != figure
                    && self
                        .places(at)
                        .into_iter()
                        .any(|from| from != self.mated && self.reaches(at, from, self.mated))
            })
    }

    fn may_be_pinned(&self, man: Square) -> bool {
        self.mode.figures.iter().enumerate().any(|(at, pinner)| {
            self.part(at) == 0
                && !matches!(pinner.role, Role::Knight | Role::Pawn)
                && self.places(at).into_iter().any(|from| {
                    from != self.mated
                        && attacks::between(from, self.mated).contains(man)
                        && pinner.reach(from, self.occupied.without(man)).contains(self.mated)
                })
        })
    }

    /// Where a piece stands, or may stand if it has not been put down.
    fn places(&self, at: usize) -> Bitboard {
        match self.placed[at] {
            Some(square) => square.into(),
            None => self.mode.figures[at].squares & !self.occupied,
        }
    }
}
