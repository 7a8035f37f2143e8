//! Building a structure: from the position on the board, add what can come until nothing is new.

use std::collections::HashMap;

use kaissa_chess::{Bitboard, ByColor, Color, Role, Square};

use crate::state::State;
use crate::structure::fit::mate_fits;
use crate::structure::view::View;
use crate::structure::{Figure, Kings, Mode, Pairs, Structure};

/// How much a structure may cost, and how fine it is.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub work: u64,
    pub modes: usize,
    pub detail: Detail,
}

/// How captures of pieces that move about are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Pawns are kept like pieces, and everything in one mode.
    Whole,
    /// Such a piece may be gone, in the same mode.
    Coarse,
    /// Each capture is another mode.
    Fine,
}

/// Proves by the structure that a colour cannot mate, or gives up.
pub(crate) fn prove(
    root: &State,
    winner: Color,
    limits: Limits,
    spent: &mut u64,
) -> Option<Structure> {
    if limits.detail == Detail::Whole && root.passed_square().is_some() {
        return None;
    }
    let mut builder = Builder {
        winner,
        limits,
        work: 0,
        promotes: false,
        rooks: root.castling_rooks(),
        king_homes: [root.king(winner), root.king(!winner)],
        modes: Vec::new(),
        index: HashMap::new(),
    };
    let proved = builder.build(first_mode(root, winner, limits.detail));
    *spent += builder.work;
    proved.then(|| {
        let modes = builder.modes.into_iter().map(|entry| entry.mode).collect();
        Structure { modes, castling_rooks: builder.rooks }
    })
}

fn first_mode(root: &State, winner: Color, detail: Detail) -> Mode {
    let mut figures = Vec::new();
    for color in [winner, !winner] {
        for role in Role::ALL {
            if role == Role::King || (role == Role::Pawn && detail != Detail::Whole) {
                continue;
            }
            for origin in root.of_piece(color, role) {
                figures.push(Figure {
                    color,
                    role,
                    origin,
                    squares: origin.into(),
                    may_be_gone: false,
                });
            }
        }
    }
    figures.sort_by_key(|f| (f.color != winner, f.role, f.origin));
    let mut kings = Kings::default();
    let (first, second) = (root.king(winner), root.king(!winner));
    if root.turn() == winner {
        kings.to_move.insert(first, second);
    } else {
        // What has just moved is not known; the position itself is no mate, that was asked before.
        kings.after_king.insert(first, second);
    }
    Mode {
        pawns: match detail {
            Detail::Whole => ByColor::default(),
            _ => ByColor {
                white: root.of_piece(Color::White, Role::Pawn),
                black: root.of_piece(Color::Black, Role::Pawn),
            },
        },
        passed: root.passed_square(),
        figures,
        kings,
    }
}

type Key = (ByColor<Bitboard>, Option<Square>, Vec<(Color, Role, Square)>);

struct Entry {
    mode: Mode,
    /// Modes from which this one is reached.
    before: Vec<usize>,
    stale: bool,
}

/// A structure in the making.
pub(super) struct Builder {
    pub(super) winner: Color,
    pub(super) limits: Limits,
    pub(super) work: u64,
    /// A pawn that is kept like a piece has reached the last rank: too much for one mode.
    pub(super) promotes: bool,
    pub(super) rooks: Bitboard,
    pub(super) king_homes: [Square; 2],
    modes: Vec<Entry>,
    index: HashMap<Key, usize>,
}

impl Builder {
    /// Builds all modes; false if a mate fits somewhere or it becomes too much.
    fn build(&mut self, first: Mode) -> bool {
        self.index.insert(key(&first), 0);
        self.modes.push(Entry { mode: first, before: Vec::new(), stale: true });
        while let Some(at) = self.modes.iter().position(|entry| entry.stale) {
            self.modes[at].stale = false;
            let mut mode = self.modes[at].mode.clone();
            let grown = self.close(&mut mode);
            if self.work > self.limits.work || self.promotes {
                return false;
            }
            let view = View::of(&mode, self.winner);
            if mate_fits(&mode, &view, &mut self.work) {
                return false;
            }
            let arrivals = self.arrivals(&mode, &view);
            if grown {
                self.modes[at].mode = mode;
                self.mark_before(at);
            }
            for arrival in arrivals {
                self.work += 4;
                if !self.arrive(arrival, at) {
                    return false;
                }
            }
            if self.work > self.limits.work {
                return false;
            }
        }
        true
    }

    /// The modes before one have to be looked at again: what is certain in it has changed.
    fn mark_before(&mut self, at: usize) {
        for before in self.modes[at].before.clone() {
            self.modes[before].stale = true;
        }
    }

    /// Takes an arrival in; false if there are too many modes.
    fn arrive(&mut self, arrival: Mode, from: usize) -> bool {
        if arrival.is_barred(self.winner) {
            return true;
        }
        let key = key(&arrival);
        let at = match self.index.get(&key) {
            Some(&at) => at,
            None => {
                if self.modes.len() >= self.limits.modes {
                    return false;
                }
                let mut empty = arrival.clone();
                empty.kings = Kings::default();
                self.index.insert(key, self.modes.len());
                self.modes.push(Entry { mode: empty, before: Vec::new(), stale: false });
                self.modes.len() - 1
            }
        };
        let winner = self.winner;
        let entry = &mut self.modes[at];
        if !entry.before.contains(&from) {
            entry.before.push(from);
        }
        let mut squares_new = false;
        for (known, new) in entry.mode.figures.iter_mut().zip(&arrival.figures) {
            squares_new |= (new.squares & !known.squares).any();
            squares_new |= new.may_be_gone && !known.may_be_gone;
            known.squares |= new.squares;
            known.may_be_gone |= new.may_be_gone;
        }
        let before = &entry.mode.kings;
        let is_known = !squares_new
            && [
                (&before.to_move, &arrival.kings.to_move),
                (&before.after_piece, &arrival.kings.after_piece),
                (&before.after_pawn, &arrival.kings.after_pawn),
                (&before.after_king, &arrival.kings.after_king),
            ]
            .into_iter()
            .all(|(known, new)| new.is_in(known));
        if is_known {
            return true;
        }
        let mut pairs_new = false;
        let view = View::of(&entry.mode, winner);
        let mut sound = [None, None];
        let Mode { figures, kings, .. } = &mut entry.mode;
        for (known, new, moved) in [
            (&mut kings.to_move, &arrival.kings.to_move, 1),
            (&mut kings.after_piece, &arrival.kings.after_piece, 0),
            (&mut kings.after_pawn, &arrival.kings.after_pawn, 0),
            (&mut kings.after_king, &arrival.kings.after_king, 0),
        ] {
            for (first, row) in new.rows() {
                if (row & !known.with_first(first)).any() {
                    let sound: &Pairs =
                        sound[moved].get_or_insert_with(|| view.sound(figures, moved));
                    pairs_new |= known.insert_row(first, row & sound.with_first(first));
                }
            }
        }
        if squares_new || pairs_new {
            entry.stale = true;
            self.mark_before(at);
        }
        true
    }
}

fn key(mode: &Mode) -> Key {
    let figures = mode.figures.iter().map(|f| (f.color, f.role, f.origin)).collect();
    (mode.pawns, mode.passed, figures)
}

/// Pairs with the move at the colour that might be mated, together.
pub(super) fn all_replies(kings: &Kings) -> Pairs {
    let mut all = Pairs::default();
    for pairs in kings.replies() {
        for (first, row) in pairs.rows() {
            all.insert_row(first, row);
        }
    }
    all
}
