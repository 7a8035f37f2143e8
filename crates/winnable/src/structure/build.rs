//! Building a structure: from the position on the board, add what can come until nothing is new.

use std::collections::HashMap;

use kaissa_chess::{Bitboard, ByColor, Color, Rank, Role, Square, attacks};

use crate::state::{State, castled, pawn_push};
use crate::structure::fit::mate_fits;
use crate::structure::view::View;
use crate::structure::{Figure, Kings, Mode, Pairs, Structure};

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

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

struct Builder {
    winner: Color,
    limits: Limits,
    work: u64,
    /// A pawn that is kept like a piece has reached the last rank: too much for one mode.
    promotes: bool,
    rooks: Bitboard,
    king_homes: [Square; 2],
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
        let mut pairs_new = false;
        let view = View::of(&entry.mode, winner);
        let sound = [view.sound(&entry.mode, 0), view.sound(&entry.mode, 1)];
        let kings = &mut entry.mode.kings;
        for (known, new, moved) in [
            (&mut kings.to_move, &arrival.kings.to_move, 1),
            (&mut kings.after_piece, &arrival.kings.after_piece, 0),
            (&mut kings.after_pawn, &arrival.kings.after_pawn, 0),
            (&mut kings.after_king, &arrival.kings.after_king, 0),
        ] {
            for (first, row) in new.rows() {
                pairs_new |= known.insert_row(first, row & sound[moved].with_first(first));
            }
        }
        if squares_new || pairs_new {
            entry.stale = true;
            self.mark_before(at);
        }
        true
    }

    /// Adds what quiet moves of kings and pieces add within a mode.
    fn close(&mut self, mode: &mut Mode) -> bool {
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
    fn quiet(&mut self, mode: &mut Mode) -> bool {
        let view = View::of(mode, self.winner);
        let mut new = false;
        let replies = all_replies(&mode.kings);
        let mobile = |part: usize| {
            let own = |figure: &&Figure| view.part(figure.color) == part;
            mode.figures.iter().filter(own).any(|figure| figure.squares.more_than_one())
        };
        let men = view.men();
        let sound = [view.sound(mode, 0), view.sound(mode, 1)];
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

    /// Everything that leads out of a mode: captures, pawn moves, and any move after a pawn's step.
    fn arrivals(&mut self, mode: &Mode, view: &View) -> Vec<Mode> {
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

fn key(mode: &Mode) -> Key {
    let figures = mode.figures.iter().map(|f| (f.color, f.role, f.origin)).collect();
    (mode.pawns, mode.passed, figures)
}

fn same(one: &Figure, other: &Figure) -> bool {
    (one.color, one.role, one.origin) == (other.color, other.role, other.origin)
}

fn all_replies(kings: &Kings) -> Pairs {
    let mut all = Pairs::default();
    for pairs in kings.replies() {
        for (first, row) in pairs.rows() {
            all.insert_row(first, row);
        }
    }
    all
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
