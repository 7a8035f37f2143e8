//! The checker of structures: no move leads out of the modes, and no mate fits into one.
//!
//! It goes through the moves of each mode anew and only looks whether where they lead is inside. Of
//! the prover it shares what is certain in a mode (`view`) and what fits (`fit`), not the building.

use std::collections::HashMap;

use kaissa_chess::{Bitboard, ByColor, Color, Position, Rank, Role, Square, attacks};

use crate::structure::fit::mate_fits;
use crate::structure::view::View;
use crate::structure::{Figure, Kings, Mode, Pairs, Structure};

/// Whether the structure holds for a position and a colour.
pub(crate) fn holds(root: &Position, winner: Color, structure: &Structure) -> bool {
    let Some(homes) = root.king_of(winner).zip(root.king_of(!winner)) else { return false };
    let mut index = HashMap::new();
    for (at, mode) in structure.modes.iter().enumerate() {
        if index.insert(key(mode), at).is_some() {
            return false;
        }
    }
    let views: Vec<_> = structure.modes.iter().map(|mode| View::of(mode, winner)).collect();
    let both =
        |(mode, view): (&Mode, &View)| [view.sound(&mode.figures, 0), view.sound(&mode.figures, 1)];
    let sound = structure.modes.iter().zip(&views).map(both).collect();
    let check = Check { winner, structure, index, homes: [homes.0, homes.1], views, sound };
    root.castling_rooks() == structure.castling_rooks
        && !(root.turn() != winner && root.is_checkmate())
        && structure.covers(root, winner)
        && (0..structure.modes.len()).all(|at| check.is_closed(at) && !check.has_mate(at))
}

impl Structure {
    /// Whether a position is one of those that the structure speaks of: in one of its modes the men
    /// can be given the names of the figures so that each stands where the figure may be.
    pub fn covers(&self, position: &Position, winner: Color) -> bool {
        let kings = position.king_of(winner).zip(position.king_of(!winner));
        kings.is_some_and(|(first, second)| {
            self.modes.iter().any(|mode| {
                let pairs = if position.turn() == winner {
                    mode.kings.to_move.contains(first, second)
                } else {
                    mode.kings.replies().into_iter().any(|pairs| pairs.contains(first, second))
                };
                pairs && mode.passed == position.en_passant_square() && mode.names_all(position)
            })
        })
    }
}

impl Mode {
    fn names_all(&self, position: &Position) -> bool {
        let of = |color: Color, role: Role| position.board().by_piece(role.of(color));
        let is_fixed = Color::ALL.into_iter().any(|color| self.pawns.get(color).any());
        Color::ALL.into_iter().all(|color| {
            Role::ALL.into_iter().all(|role| match role {
                Role::King => true,
                Role::Pawn if is_fixed => *self.pawns.get(color) == of(color, role),
                _ => self.names(of(color, role), color, role, 0),
            })
        })
    }

    /// Whether men of one kind can be given the names of the figures from a number on.
    fn names(&self, men: Bitboard, color: Color, role: Role, from: usize) -> bool {
        let is_next =
            |&at: &usize| (self.figures[at].color, self.figures[at].role) == (color, role);
        let Some(at) = (from..self.figures.len()).find(is_next) else { return men.is_empty() };
        let figure = &self.figures[at];
        (figure.may_be_gone && self.names(men, color, role, at + 1))
            || (figure.squares & men)
                .into_iter()
                .any(|square| self.names(men.without(square), color, role, at + 1))
    }
}

type Key = (ByColor<Bitboard>, Option<Square>, Vec<(Color, Role, Square)>);

fn key(mode: &Mode) -> Key {
    let names = mode.figures.iter().map(|f| (f.color, f.role, f.origin)).collect();
    (mode.pawns, mode.passed, names)
}

struct Check<'a> {
    winner: Color,
    structure: &'a Structure,
    index: HashMap<Key, usize>,
    homes: [Square; 2],
    views: Vec<View>,
    /// Pairs of kings that can stand after each part has moved.
    sound: Vec<[Pairs; 2]>,
}

/// What a part moves.
#[derive(Clone, Copy)]
enum Mover {
    King,
    Figure(usize),
    Pawn(Square),
}

impl Check<'_> {
    fn has_mate(&self, at: usize) -> bool {
        mate_fits(&self.structure.modes[at], &self.views[at], &mut 0)
    }

    fn is_closed(&self, at: usize) -> bool {
        let mode = &self.structure.modes[at];
        let mut replies = Pairs::default();
        for pairs in mode.kings.replies() {
            pairs.rows().for_each(|(first, row)| {
                replies.insert_row(first, row);
            });
        }
        (0..2).all(|part| {
            let pairs = if part == 0 { &mode.kings.to_move } else { &replies };
            pairs.is_empty()
                || (self.kings_stay(at, part, pairs)
                    && self.figures_stay(at, part, pairs)
                    && self.pawns_stay(at, part, pairs)
                    && self.castlings_stay(at, part, pairs))
        })
    }

    fn kings_stay(&self, at: usize, part: usize, pairs: &Pairs) -> bool {
        pairs.iter().all(|(first, second)| {
            let (from, other) = if part == 0 { (first, second) } else { (second, first) };
            let near = attacks::king_attacks(other).with(other);
            (attacks::king_attacks(from) & !near).into_iter().all(|to| {
                let mut one = Pairs::default();
                if part == 0 {
                    one.insert(to, second)
                } else {
                    one.insert(first, to)
                };
                self.step_stays(at, part, Mover::King, to, &one)
            })
        })
    }

    fn figures_stay(&self, at: usize, part: usize, pairs: &Pairs) -> bool {
        let (mode, view) = (&self.structure.modes[at], &self.views[at]);
        mode.figures.iter().enumerate().filter(|(_, f)| view.part(f.color) == part).all(|(n, f)| {
            if f.role == Role::Pawn {
                return self.pawn_figure_stays(at, part, n, pairs);
            }
            f.squares.into_iter().all(|from| {
                (f.reach(from, view.walls()) & !view.kings_still).into_iter().all(|to| {
                    let way = attacks::between(from, to).with(from).with(to);
                    self.step_stays(at, part, Mover::Figure(n), to, &off(pairs, way))
                })
            })
        })
    }

    /// A pawn that is kept like a piece must not promote.
    fn pawn_figure_stays(&self, at: usize, part: usize, n: usize, pairs: &Pairs) -> bool {
        let (mode, view) = (&self.structure.modes[at], &self.views[at]);
        let pawn = &mode.figures[n];
        let may_go = |to: Square, way: Bitboard, victim: Option<Victim>| {
            let pairs = off(pairs, way.with(to));
            pairs.is_empty()
                || (to.rank() != Rank::First
                    && to.rank() != Rank::Eighth
                    && self.lands(at, part, Mover::Figure(n), to, victim, None, &pairs))
        };
        pawn.squares.into_iter().all(|from| {
            let pushes = pawn.pushes(mode, from, view.walls());
            let pushed = pushes
                .into_iter()
                .all(|to| may_go(to, attacks::between(from, to).with(from), None));
            let captured = attacks::pawn_attacks(pawn.color, from).into_iter().all(|to| {
                mode.figures.iter().enumerate().all(|(v, victim)| {
                    let taken = victim.color != pawn.color
                        && (victim.squares.contains(to) || pawn.may_take_passing(victim, from, to));
                    !taken || may_go(to, from.into(), Some(Victim::Figure(v)))
                })
            });
            pushed && captured
        })
    }

    fn pawns_stay(&self, at: usize, part: usize, pairs: &Pairs) -> bool {
        let (mode, view) = (&self.structure.modes[at], &self.views[at]);
        let color = view.color(part);
        let (forward, home) = match color {
            Color::White => (8, Rank::Second),
            Color::Black => (-8, Rank::Seventh),
        };
        let walls = view.walls();
        let pawns = *mode.pawns.get(color);
        pawns.into_iter().all(|from| {
            let one = from.offset(forward).filter(|&to| !walls.contains(to));
            let two = one
                .filter(|_| from.rank() == home)
                .and_then(|one| one.offset(forward))
                .filter(|&to| !walls.contains(to));
            let single = one.is_none_or(|to| {
                self.lands(at, part, Mover::Pawn(from), to, None, None, &off(pairs, to.into()))
            });
            let double = one.zip(two).is_none_or(|(one, to)| {
                let takers = attacks::pawn_attacks(color, one) & view.pawns[1 - part];
                let passed = Some(one).filter(|_| takers.any());
                let pairs = off(pairs, Bitboard::from_square(one).with(to));
                self.lands(at, part, Mover::Pawn(from), to, None, passed, &pairs)
            });
            let captures = attacks::pawn_attacks(color, from).into_iter().all(|to| {
                let pairs = off(pairs, to.into());
                let victims = self.victims(at, part, to);
                let taken = victims
                    .iter()
                    .all(|&v| self.lands(at, part, Mover::Pawn(from), to, Some(v), None, &pairs));
                let passing = mode.passed != Some(to) || {
                    let victim = Square::from_coords(to.file(), from.rank());
                    let victim = Some(Victim::Pawn(victim));
                    self.lands(at, part, Mover::Pawn(from), to, victim, None, &pairs)
                };
                taken && passing
            });
            single && double && captures
        })
    }

    fn castlings_stay(&self, at: usize, part: usize, pairs: &Pairs) -> bool {
        let (mode, view) = (&self.structure.modes[at], &self.views[at]);
        let king = self.homes[part];
        self.structure.castling_rooks.into_iter().all(|rook| {
            let Some(n) = mode.figures.iter().position(|figure| {
                let is_rook = figure.role == Role::Rook && figure.origin == rook;
                is_rook && view.part(figure.color) == part && king.rank() == rook.rank()
            }) else {
                return true;
            };
            let (king_to, rook_to) = crate::state::castled(king, rook);
            let way = attacks::between(king, king_to) | attacks::between(rook, rook_to);
            let way = way.with(king_to).with(rook_to).without(king).without(rook);
            if (way & view.men()).any() || !mode.figures[n].squares.contains(rook) {
                return true;
            }
            pairs.iter().all(|(first, second)| {
                if king != if part == 0 { first } else { second } {
                    return true;
                }
                let mut next = mode.clone();
                next.passed = None;
                next.figures[n].squares = rook_to.into();
                let (first, second) = if part == 0 { (king_to, second) } else { (first, king_to) };
                let mut one = Pairs::default();
                one.insert(first, second);
                self.contains(next, part, Mover::Figure(n), &one)
            })
        })
    }

    /// A king or a piece goes to a square, whatever may stand there.
    fn step_stays(&self, at: usize, part: usize, mover: Mover, to: Square, pairs: &Pairs) -> bool {
        let view = &self.views[at];
        let own = (view.pawns[part] | view.still[part]).contains(to);
        if own || pairs.is_empty() {
            return true;
        }
        let certain = (view.pawns[1 - part] | view.still[1 - part]).contains(to);
        let quiet = certain || self.lands(at, part, mover, to, None, None, pairs);
        quiet
            && self
                .victims(at, part, to)
                .into_iter()
                .all(|victim| self.lands(at, part, mover, to, Some(victim), None, pairs))
    }

    /// The men of the other part that may stand on a square.
    fn victims(&self, at: usize, part: usize, to: Square) -> Vec<Victim> {
        let (mode, view) = (&self.structure.modes[at], &self.views[at]);
        if mode.pawns.get(view.color(1 - part)).contains(to) {
            return vec![Victim::Pawn(to)];
        }
        let enemy =
            |(_, f): &(usize, &Figure)| view.part(f.color) != part && f.squares.contains(to);
        mode.figures.iter().enumerate().filter(enemy).map(|(n, _)| Victim::Figure(n)).collect()
    }

    /// Whether the position after a move is inside.
    #[allow(clippy::too_many_arguments)]
    fn lands(
        &self,
        at: usize,
        part: usize,
        mover: Mover,
        to: Square,
        victim: Option<Victim>,
        passed: Option<Square>,
        pairs: &Pairs,
    ) -> bool {
        if pairs.is_empty() {
            return true;
        }
        let mode = &self.structure.modes[at];
        let color = self.views[at].color(part);
        let mut next = Mode { kings: Kings::default(), passed, ..mode.clone() };
        if let Mover::Figure(n) = mover {
            next.figures[n].squares = to.into();
        }
        for (n, figure) in next.figures.iter_mut().enumerate() {
            let moved = matches!(mover, Mover::Figure(moved) if moved == n);
            let taken = matches!(victim, Some(Victim::Figure(taken)) if taken == n);
            if taken {
                figure.squares = Bitboard::EMPTY;
                figure.may_be_gone = true;
            } else if !moved && figure.role != Role::Pawn {
                // Nothing else is where the mover lands, nor where a double step passes.
                figure.squares &= !Bitboard::from_square(to);
                passed_over(mover, to).into_iter().for_each(|over| figure.squares.discard(over));
                if figure.squares.is_empty() && !figure.may_be_gone {
                    return true;
                }
            }
        }
        if let Some(Victim::Pawn(square)) = victim {
            next.pawns.get_mut(!color).discard(square);
        }
        let Mover::Pawn(from) = mover else { return self.contains(next, part, mover, pairs) };
        next.pawns.get_mut(color).discard(from);
        if to.rank() != Rank::First && to.rank() != Rank::Eighth {
            next.pawns.get_mut(color).add(to);
            return self.contains(next, part, mover, pairs);
        }
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].into_iter().all(|role| {
            // Any name that is free among the pieces of that kind will do.
            Square::ALL.into_iter().any(|origin| {
                let mut next = next.clone();
                let new = Figure { color, role, origin, squares: to.into(), may_be_gone: false };
                let is_named = |f: &Figure| (f.color, f.role, f.origin) == (color, role, origin);
                let free = !next.figures.iter().any(is_named);
                next.figures.push(new);
                free && self.contains(next, part, mover, pairs)
            })
        })
    }

    /// Whether everything that an arrival allows is allowed by one of the modes.
    fn contains(&self, mut next: Mode, part: usize, mover: Mover, pairs: &Pairs) -> bool {
        if next.is_barred(self.winner) {
            return true;
        }
        next.figures.sort_by_key(|f| (f.color != self.winner, f.role, f.origin));
        let exact = self.index.get(&key(&next)).copied();
        next.figures.retain(|figure| figure.squares.any());
        let without = self.index.get(&key(&next)).copied();
        [exact, without].into_iter().flatten().any(|at| {
            let mode = &self.structure.modes[at];
            let names =
                |f: &Figure, g: &Figure| (f.color, f.role, f.origin) == (g.color, g.role, g.origin);
            let figures = mode.figures.iter().all(|known| {
                match next.figures.iter().find(|figure| names(figure, known)) {
                    Some(figure) => {
                        (figure.squares & !known.squares).is_empty()
                            && (known.may_be_gone || !figure.may_be_gone)
                    }
                    None => known.may_be_gone,
                }
            });
            let set = match (part, mover) {
                (0, Mover::King) => &mode.kings.after_king,
                (0, Mover::Figure(_)) => &mode.kings.after_piece,
                (0, Mover::Pawn(_)) => &mode.kings.after_pawn,
                _ => &mode.kings.to_move,
            };
            let sound = &self.sound[at][part];
            let kings = pairs.rows().all(|(first, row)| {
                (row & sound.with_first(first) & !set.with_first(first)).is_empty()
            });
            figures && kings
        })
    }
}

/// A man that may be captured.
#[derive(Clone, Copy)]
enum Victim {
    Pawn(Square),
    Figure(usize),
}

/// The square that a pawn's double step passes.
fn passed_over(mover: Mover, to: Square) -> Option<Square> {
    match mover {
        Mover::Pawn(from) if from.file() == to.file() => attacks::between(from, to).single_square(),
        _ => None,
    }
}

fn off(pairs: &Pairs, squares: Bitboard) -> Pairs {
    let mut kept = Pairs::default();
    for (first, row) in pairs.rows() {
        if !squares.contains(first) {
            kept.insert_row(first, row & !squares);
        }
    }
    kept
}
