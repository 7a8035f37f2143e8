//! What quiet moves add within a mode: squares of the pieces, places of the kings.

use kaissa_chess::{Bitboard, Rank, Role, attacks};

use crate::state::castled;
use crate::structure::build::{Builder, all_replies};
use crate::structure::view::View;
use crate::structure::{Figure, Kings, Mode, Pairs};

impl Builder {
    /// Adds what quiet moves of kings and pieces add within a mode.
    pub(super) fn close(&mut self, mode: &mut Mode) -> bool {
        if mode.passed.is_some() {
            return false;
        }
        let mut grown = false;
        while self.work <= self.limits.work && !self.promotes && self.quiet(mode) {
            grown = true;
        }
        grown
    }

    /// One round of quiet moves; true if something is new.
    pub(super) fn quiet(&mut self, mode: &mut Mode) -> bool {
        let view = View::of(mode, self.winner);
        let mut new = false;
        let replies = all_replies(&mode.kings);
        let mobile = |part: usize| {
            let own = |figure: &&Figure| view.part(figure.color) == part;
            mode.figures.iter().filter(own).any(|figure| figure.squares.more_than_one())
        };
        let men = view.men();
        let sound = [view.sound(&mode.figures, 0), view.sound(&mode.figures, 1)];
        let mut kings = mode.kings.clone();
        for (first, row) in mode.kings.to_move.rows() {
            self.work += 1;
            if mobile(0) {
                new |= kings.after_piece.insert_row(first, row & sound[0].with_first(first));
            }
            for to in attacks::king_attacks(first) & !men {
                new |= kings.after_king.insert_row(to, row & sound[0].with_first(to));
            }
        }
        for (first, row) in replies.rows() {
            self.work += 1;
            let mut reached = if mobile(1) { row } else { Bitboard::EMPTY };
            for second in row {
                reached |= attacks::king_attacks(second) & !men;
            }
            new |= kings.to_move.insert_row(first, reached & sound[1].with_first(first));
        }
        if self.rooks.any() {
            new |= self.castle(mode, &view, &replies, &mut kings);
        }
        mode.kings = kings;
        let turns = [mode.kings.to_move.clone(), replies];
        let walls = view.walls();
        for at in 0..mode.figures.len() {
            let figure = mode.figures[at];
            let pairs = &turns[view.part(figure.color)];
            if pairs.is_empty() {
                continue;
            }
            if figure.role == Role::Pawn {
                new |= self.pawn_quiet(mode, at, walls, pairs);
                continue;
            }
            for from in figure.squares {
                self.work += 1;
                for to in figure.reach(from, walls) & !walls & !mode.figures[at].squares {
                    if pairs.any_off(attacks::between(from, to).with(to).with(from)) {
                        mode.figures[at].squares.add(to);
                        new = true;
                    }
                }
            }
        }
        new
    }

    /// Moves and captures of a pawn that is kept like a piece.
    fn pawn_quiet(&mut self, mode: &mut Mode, at: usize, walls: Bitboard, pairs: &Pairs) -> bool {
        let figure = mode.figures[at];
        let mut new = false;
        for from in figure.squares {
            self.work += 1;
            let mut targets = Bitboard::EMPTY;
            for to in figure.pushes(mode, from, walls) {
                if pairs.any_off(attacks::between(from, to).with(to).with(from)) {
                    targets.add(to);
                }
            }
            for to in figure.reach(from, walls) {
                if !pairs.any_off(Bitboard::from_square(to).with(from)) {
                    continue;
                }
                for victim in &mut mode.figures {
                    let taken = victim.color != figure.color
                        && (victim.squares.contains(to)
                            || figure.may_take_passing(victim, from, to));
                    if taken {
                        new |= !victim.may_be_gone;
                        victim.may_be_gone = true;
                        targets.add(to);
                    }
                }
            }
            let last = Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth);
            self.promotes |= (targets & last).any();
            new |= (targets & !mode.figures[at].squares).any();
            mode.figures[at].squares |= targets;
        }
        new
    }

    fn castle(&self, mode: &mut Mode, view: &View, replies: &Pairs, kings: &mut Kings) -> bool {
        let mut new = false;
        for rook in self.rooks {
            let Some(figure) = mode.figures.iter_mut().find(|figure| figure.origin == rook) else {
                continue;
            };
            let part = view.part(figure.color);
            let home = self.king_homes[part];
            if figure.role != Role::Rook || home.rank() != rook.rank() {
                continue;
            }
            let (king_to, rook_to) = castled(home, rook);
            let way = attacks::between(home, king_to) | attacks::between(rook, rook_to);
            let way = way.with(king_to).with(rook_to).without(home).without(rook);
            if (way & view.men()).any() {
                continue;
            }
            let pairs: Vec<_> =
                if part == 0 { kings.to_move.iter().collect() } else { replies.iter().collect() };
            for (first, second) in pairs {
                let castles = if part == 0 { first == home } else { second == home };
                if castles {
                    new |= match part {
                        0 => kings.after_piece.insert(king_to, second),
                        _ => kings.to_move.insert(first, king_to),
                    };
                    new |= !figure.squares.contains(rook_to);
                    figure.squares.add(rook_to);
                }
            }
        }
        new
    }
}
