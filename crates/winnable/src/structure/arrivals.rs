//! What leads out of a mode, and how the next looks when it is reached.

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::state::pawn_push;
use crate::structure::build::{Builder, Detail, all_replies};
use crate::structure::view::View;
use crate::structure::{Figure, Kings, Mode, Pairs};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Builder {
    /// Everything that leads out of a mode: captures, pawn moves, and any move after a pawn's step.
    pub(super) fn arrivals(&mut self, mode: &Mode, view: &View) -> Vec<Mode> {
        let mut arrivals = Vec::new();
        let replies = all_replies(&mode.kings);
        let turns = [&mode.kings.to_move, &replies];
        if mode.passed.is_some() {
            arrivals.push(self.after_passing_by(mode));
        }
        for (part, pairs) in turns.into_iter().enumerate() {
            if !pairs.is_empty() {
                self.captures_by_figures(mode, view, pairs, part, &mut arrivals);
                self.captures_by_king(mode, pairs, part, &mut arrivals);
                self.pawn_moves(mode, view, pairs, part, &mut arrivals);
            }
        }
        arrivals
    }

    /// The mode without the passed square, as quiet moves reach it.
    fn after_passing_by(&mut self, mode: &Mode) -> Mode {
        let mut next = mode.clone();
        next.passed = None;
        // Pieces that were still until now may use their turn as well.
        let view = View::of(mode, self.winner);
        let replies = all_replies(&mode.kings);
        let turns = [&mode.kings.to_move, &replies];
        let walls = view.walls();
        for figure in &mut next.figures {
            if !turns[view.part(figure.color)].is_empty() {
                for from in figure.squares {
                    figure.squares |= figure.reach(from, walls) & !walls;
                }
            }
        }
        self.quiet(&mut next);
        if mode.kings.to_move.is_empty() {
            next.kings.after_piece = Pairs::default();
            next.kings.after_pawn = Pairs::default();
            next.kings.after_king = Pairs::default();
        } else {
            next.kings.to_move = Pairs::default();
        }
        next
    }

    fn captures_by_figures(
        &mut self,
        mode: &Mode,
        view: &View,
        pairs: &Pairs,
        part: usize,
        arrivals: &mut Vec<Mode>,
    ) {
        let walls = view.walls();
        for (at, figure) in mode.figures.iter().enumerate() {
            if view.part(figure.color) != part || figure.role == Role::Pawn {
                continue;
            }
            let mut targets = Bitboard::EMPTY;
            for from in figure.squares {
                targets |= figure.reach(from, walls);
            }
            for to in targets {
                let kings = after(off(pairs, to.into()), part, Moved::Piece);
                if kings_empty(&kings) {
                    continue;
                }
                self.work += 1;
                for mut next in self.taken(mode, figure.color, to) {
                    let moved = next.figures.iter_mut().find(|f| same(f, &mode.figures[at]));
                    if let Some(moved) = moved {
                        moved.squares = to.into();
                        next.kings = kings.clone();
                        arrivals.push(next);
                    }
                }
            }
        }
    }

    fn captures_by_king(
        &mut self,
        mode: &Mode,
        pairs: &Pairs,
        part: usize,
        arrivals: &mut Vec<Mode>,
    ) {
        let color = if part == 0 { self.winner } else { !self.winner };
        let mut victims = *mode.pawns.get(!color);
        for figure in mode.figures.iter().filter(|figure| figure.color != color) {
            victims |= figure.squares;
        }
        for to in victims {
            let near = attacks::king_attacks(to);
            let mut reached = Pairs::default();
            for (first, row) in pairs.rows() {
                if part == 0 && near.contains(first) {
                    reached.insert_row(to, row & !near.with(to));
                }
                if part == 1 && (row & near).any() && !near.with(to).contains(first) {
                    reached.insert(first, to);
                }
            }
            if reached.is_empty() {
                continue;
            }
            self.work += 1;
            let kings = after(reached, part, Moved::King);
            for mut next in self.taken(mode, color, to) {
                next.kings = kings.clone();
                arrivals.push(next);
            }
        }
    }

    fn pawn_moves(
        &mut self,
        mode: &Mode,
        view: &View,
        pairs: &Pairs,
        part: usize,
        arrivals: &mut Vec<Mode>,
    ) {
        let color = view.color(part);
        let walls = view.walls();
        let double = if color == Color::White { Rank::Fourth } else { Rank::Fifth };
        for from in *mode.pawns.get(color) {
            self.work += 1;
            let one = pawn_push(color, from.into()) & !walls;
            let two = pawn_push(color, one) & !walls & Bitboard::from(double);
            for to in one {
                let kings = after(off(pairs, one), part, Moved::Pawn);
                if let Some(next) = kept_off(mode, one) {
                    self.pawn_arrives(next, color, from, to, kings, arrivals);
                }
            }
            for to in two {
                let kings = after(off(pairs, one | two), part, Moved::Pawn);
                let Some(mut next) = kept_off(mode, one | two) else { continue };
                let takers = one.into_iter().any(|passed| {
                    (attacks::pawn_attacks(color, passed) & view.pawns[1 - part]).any()
                });
                next.passed = one.first().filter(|_| takers);
                self.pawn_arrives(next, color, from, to, kings, arrivals);
            }
            for to in attacks::pawn_attacks(color, from) {
                let kings = after(off(pairs, to.into()), part, Moved::Pawn);
                for next in self.taken(mode, color, to) {
                    self.pawn_arrives(next, color, from, to, kings.clone(), arrivals);
                }
                if mode.passed == Some(to) {
                    let victim = Square::from_coords(to.file(), from.rank());
                    if let Some(mut next) = kept_off(mode, to.into()) {
                        next.pawns.get_mut(!color).discard(victim);
                        self.pawn_arrives(next, color, from, to, kings, arrivals);
                    }
                }
            }
        }
    }

    /// Puts a moved pawn down, as each piece it may become on the last rank.
    fn pawn_arrives(
        &self,
        mut next: Mode,
        color: Color,
        from: Square,
        to: Square,
        kings: Kings,
        arrivals: &mut Vec<Mode>,
    ) {
        if kings_empty(&kings) {
            return;
        }
        next.kings = kings;
        next.pawns.get_mut(color).discard(from);
        if to.rank() != Rank::First && to.rank() != Rank::Eighth {
            next.pawns.get_mut(color).add(to);
            arrivals.push(next);
            return;
        }
        for role in PROMOTIONS {
            let mut promoted = next.clone();
            let named = |square: Square| {
                let has_name = |f: &Figure| (f.color, f.role, f.origin) == (color, role, square);
                promoted.figures.iter().any(has_name)
            };
            // Names are kept apart where two pawns become the same on one square.
            let free = Square::ALL.into_iter().find(|&square| !named(square));
            let Some(origin) = (if named(to) { free } else { Some(to) }) else { continue };
            promoted.figures.push(Figure {
                color,
                role,
                origin,
                squares: to.into(),
                may_be_gone: false,
            });
            promoted.figures.sort_by_key(|f| (f.color != self.winner, f.role, f.origin));
            arrivals.push(promoted);
        }
    }

    /// The modes after `color` has captured on a square: one for each man that may be there.
    fn taken(&self, mode: &Mode, color: Color, to: Square) -> Vec<Mode> {
        let mut modes = Vec::new();
        if mode.pawns.get(!color).contains(to) {
            let mut next = Mode { kings: Kings::default(), passed: None, ..mode.clone() };
            next.pawns.get_mut(!color).discard(to);
            modes.push(next);
            return modes;
        }
        for (at, victim) in mode.figures.iter().enumerate() {
            if victim.color != color && victim.squares.contains(to) {
                let mut rest = mode.clone();
                if self.limits.detail == Detail::Whole {
                    rest.figures[at].may_be_gone = true;
                    rest.kings = Kings::default();
                    modes.push(rest);
                    continue;
                }
                if self.limits.detail == Detail::Coarse && victim.still().is_none() {
                    rest.figures[at].may_be_gone = true;
                } else {
                    rest.figures.remove(at);
                }
                modes.extend(kept_off(&rest, to.into()));
            }
        }
        modes
    }
}

#[derive(Clone, Copy)]
enum Moved {
    Piece,
    Pawn,
    King,
}

fn same(one: &Figure, other: &Figure) -> bool {
    (one.color, one.role, one.origin) == (other.color, other.role, other.origin)
}

/// The pairs with both kings off some squares.
fn off(pairs: &Pairs, squares: Bitboard) -> Pairs {
    let mut kept = Pairs::default();
    for first in !squares {
        kept.insert_row(first, pairs.with_first(first) & !squares);
    }
    kept
}

/// The kings after a move by `part`.
fn after(pairs: Pairs, part: usize, moved: Moved) -> Kings {
    let mut kings = Kings::default();
    match (part, moved) {
        (0, Moved::Piece) => kings.after_piece = pairs,
        (0, Moved::Pawn) => kings.after_pawn = pairs,
        (0, Moved::King) => kings.after_king = pairs,
        _ => kings.to_move = pairs,
    }
    kings
}

fn kings_empty(kings: &Kings) -> bool {
    kings.to_move.is_empty() && kings.replies().into_iter().all(Pairs::is_empty)
}

/// The mode at a moment when no piece is on some squares; `None` if one has nowhere else to be.
fn kept_off(mode: &Mode, squares: Bitboard) -> Option<Mode> {
    let mut next = Mode { kings: Kings::default(), passed: None, ..mode.clone() };
    let mut possible = true;
    next.figures.retain_mut(|figure| {
        figure.squares &= !squares;
        possible &= figure.squares.any() || figure.may_be_gone;
        figure.squares.any()
    });
    possible.then_some(next)
}
