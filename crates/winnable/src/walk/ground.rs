//! Where a walk may end: what the kings reach, and where a piece mates with what help.

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use super::steps::Steps;
use crate::dash::reach;
use crate::lines;
use crate::state::{State, pawn_attack_set, pawn_push};

/// Where a mate shall stand.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// Square of the king that is to be mated.
    pub(super) end: Square,
    /// Square of the man that takes the flight squares away, and where he comes from.
    pub(super) post: Square,
    pub(super) helper: Square,
    pub(super) helper_role: Role,
    /// Where the helper stands before his last move, if he needs two.
    pub(super) middle: Option<Square>,
    /// The piece that mates, by its square now; a pawn is promoted first.
    pub(super) piece: Square,
    /// Squares from which it mates.
    pub(super) mates: Bitboard,
    /// Squares that the other's men have to leave alone.
    pub(super) kept: Bitboard,
    /// Squares that the other's men must not reach.
    pub(super) shut: Bitboard,
    /// A man of the other that has to move, and where to.
    pub(super) chore: Option<Chore>,
    /// Moves of the piece before it mates.
    pub(super) steps: usize,
    /// Moves of the winner, the mate among them.
    pub(super) moves: usize,
}

/// What a man of the other has to do first: to let the piece by, or to take a flight square.
#[derive(Clone, Copy)]
pub(super) struct Chore {
    pub(super) from: Square,
    pub(super) to: Bitboard,
}

/// What is asked of the board once.
pub(super) struct Ground<'a> {
    state: &'a State,
    pub(super) winner: Color,
    turn_of_winner: bool,
    pub(super) occupied: Bitboard,
    ours: Bitboard,
    pub(super) king: Square,
    pub(super) own: Square,
    /// Men of the king that is to be mated, himself left out.
    theirs: Bitboard,
    /// Squares attacked by at least one, two and three men of the winner, the king left out.
    once: Bitboard,
    twice: Bitboard,
    thrice: Bitboard,
    /// Squares that the other's men attack, their king left out: at least one, at least two.
    attacked: Bitboard,
    attacked_twice: Bitboard,
    /// Squares to which their pawns can step.
    pushes: Bitboard,
    men: Men,
    checkers: [Option<Checker>; CHECKERS],
    /// Squares that each king reaches in so many steps.
    pub(super) flight: Steps,
    pub(super) approach: Steps,
}

/// Men of the winner that are looked at.
const MEN: usize = 8;
const CHECKERS: usize = 6;

/// The winner's pieces, king and pawns left out.
#[derive(Default)]
struct Men {
    list: [Option<Man>; MEN],
    len: usize,
}

#[derive(Clone, Copy)]
struct Man {
    from: Square,
    role: Role,
    reach: Bitboard,
}

impl Men {
    fn add(&mut self, man: Man) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = Some(man);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Man> {
        self.list.iter().flatten()
    }
}

/// A piece that may mate, or a pawn that becomes a queen.
#[derive(Clone, Copy)]
struct Checker {
    from: Square,
    role: Role,
    /// Moves until it is there.
    moves: usize,
    /// Squares that it attacks now, and that the others attack.
    reach: Bitboard,
    others: Bitboard,
    /// The board without it and the king.
    rest: Bitboard,
    /// Where it gets with one move and with two.
    first: Bitboard,
    second: Bitboard,
}

impl Checker {
    /// Where it gets with three moves.
    fn third(&self, ground: &Ground) -> Bitboard {
        flood(self.role, self.second & !ground.theirs, self.rest) & !ground.ours
    }
}

impl<'a> Ground<'a> {
    pub(super) fn of(state: &'a State, winner: Color) -> Ground<'a> {
        let loser = !winner;
        let (king, own) = (state.king(loser), state.king(winner));
        let ours = state.of_color(winner);
        let theirs = state.of_color(loser).without(king);
        let occupied = state.occupied();
        let seen_through = occupied.without(king).without(own);
        let mut men = Men::default();
        let mut once = pawn_attack_set(winner, ours & state.of_role(Role::Pawn));
        let (mut twice, mut thrice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for from in ours & state.of_role(role) {
                let reached = reach(role, from, seen_through);
                thrice |= twice & reached;
                twice |= once & reached;
                once |= reached;
                men.add(Man { from, role, reach: reached });
            }
        }
        let pawns = theirs & state.of_role(Role::Pawn);
        let mut attacked = pawn_attack_set(loser, pawns);
        let mut attacked_twice = Bitboard::EMPTY;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in theirs & state.of_role(role) {
                let reached = reach(role, from, occupied.without(own));
                attacked_twice |= attacked & reached;
                attacked |= reached;
            }
        }
        let pushes = pawn_push(loser, pawns) & !occupied;
        let mut ground = Ground {
            state,
            winner,
            turn_of_winner: state.turn() == winner,
            occupied,
            ours,
            king,
            own,
            theirs,
            once,
            twice,
            thrice,
            attacked,
            attacked_twice,
            pushes,
            men,
            checkers: [None; CHECKERS],
            flight: Steps::from(king, !(once | theirs | ours)),
            approach: Steps::from(own, !(attacked | ours)),
        };
        ground.choose_checkers();
        ground
    }

    fn choose_checkers(&mut self) {
        let mut found = [None; CHECKERS];
        for (slot, man) in found.iter_mut().zip(self.men.iter()) {
            *slot = Some(self.checker(man, man.from, 0));
        }
        if let Some(slot) = found.iter_mut().find(|slot| slot.is_none())
            && let Some((moves, from, at)) = self.runner()
        {
            let man = Man { from, role: Role::Queen, reach: Bitboard::EMPTY };
            *slot = Some(self.checker(&man, at, moves));
        }
        self.checkers = found;
    }

    fn checker(&self, man: &Man, at: Square, moves: usize) -> Checker {
        let &Man { from, role, reach: attacked } = man;
        let others = self.once & !(attacked & !self.twice);
        let rest = self.occupied.without(from).without(self.king);
        let first = reach(role, at, rest.with(self.king)) & !self.ours;
        let second = flood(role, first & !self.theirs, rest) & !self.ours;
        Checker { from, role, moves, reach: attacked, others, rest, first, second }
    }

    /// The pawn with the shortest free way: its moves, its square and where it is promoted.
    fn runner(&self) -> Option<(usize, Square, Square)> {
        let run = |from: Square| {
            let mut ahead = Bitboard::from_square(from);
            let mut moves = 0;
            loop {
                let next = pawn_push(self.winner, ahead);
                let Some(square) = next.single_square() else { break };
                if self.occupied.contains(square) {
                    return None;
                }
                ahead = next;
                moves += 1;
            }
            let home = if self.winner == Color::White { Rank::Second } else { Rank::Seventh };
            moves -= usize::from(from.rank() == home);
            Some((moves, from, ahead.single_square()?))
        };
        let pawns = self.ours & self.state.of_role(Role::Pawn);
        pawns.into_iter().filter_map(run).min()
    }

    /// The plan that takes the fewest moves, among those that end on some squares.
    pub(super) fn plan(&self, ends: Bitboard, spent: &mut u64) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for is_bold in [false, true] {
            for (steps, squares) in self.flight.rings() {
                if best.as_ref().is_some_and(|best| steps + 1 > best.moves) {
                    break;
                }
                *spent += u64::from(!is_bold);
                for end in squares & ends {
                    for checker in self.checkers.iter().flatten() {
                        self.look(checker, Place { end, steps, is_bold }, &mut best);
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        best
    }

    /// The ways of checking a king on a square: along its rank, along its file, with a queen
    /// beside it, and with a minor piece where few squares are open.
    fn look(&self, checker: &Checker, place: Place, best: &mut Option<Plan>) {
        let end = place.end;
        let near = attacks::king_attacks(end);
        let open = near & !self.theirs & !checker.others;
        let n_open = open.count();
        if n_open > 6 {
            return;
        }
        let is_bold = place.is_bold;
        let gets = checker.first
            | checker.second
            | if is_bold { checker.third(self) } else { Bitboard::EMPTY };
        let mut consider = |mates: Bitboard, needed: Bitboard| {
            if mates.any() && needed.count() <= 3 {
                self.consider(checker, place, Pattern { mates, needed }, best);
            }
        };
        let attacked = if is_bold { self.attacked_twice } else { self.attacked };
        let free = !(attacked | self.ours.without(checker.from)) & gets;
        let alone = near & !checker.others;
        match checker.role {
            Role::Knight => {
                if n_open <= 3 {
                    for from in attacks::knight_attacks(end) & free {
                        consider(from.into(), open & !attacks::knight_attacks(from));
                    }
                }
                return;
            }
            Role::Bishop => {
                if n_open <= 3 {
                    let stops = checker.rest | attacked | self.pushes;
                    for from in lines::bishop_attacks(end, stops) & free & !alone & !self.pushes {
                        consider(from.into(), open & !lines::bishop_attacks(from, checker.rest));
                    }
                }
                return;
            }
            _ => {}
        }
        let stops = checker.rest | attacked | self.pushes;
        let straight = lines::rook_attacks(end, stops) & free & !alone & !self.pushes;
        if straight.any() {
            let (rank, file): (Bitboard, Bitboard) = (end.rank().into(), end.file().into());
            for line in [rank, file] {
                let mates = straight & line;
                if is_bold {
                    for from in mates {
                        consider(from.into(), open & !line);
                    }
                } else {
                    consider(mates, open & !line);
                }
            }
        }
        if checker.role == Role::Queen {
            for before in near & free {
                let covered = lines::queen_attacks(before, checker.rest);
                let itself = Bitboard::from_square(before) & !checker.others;
                consider(before.into(), (open.without(before) & !covered) | itself);
            }
        }
    }

    fn consider(&self, checker: &Checker, place: Place, pattern: Pattern, best: &mut Option<Plan>) {
        let Place { end, steps, .. } = place;
        let fewest = best.as_ref().map_or(usize::MAX, |best| best.moves);
        let mates = pattern.mates;
        let before = match () {
            () if (checker.first & mates).any() => 0,
            () if (checker.second & mates).any() => 1,
            () => 2,
        };
        let is_near = before == 0;
        let before = checker.moves + before;
        let turn = usize::from(self.turn_of_winner);
        let count = |moves: usize| (before + moves + 1).max(steps + turn);
        if count(0) >= fewest {
            return;
        }
        let near = attacks::king_attacks(end).with(end);
        let shut = mates.into_iter().fold(mates, |shut, from| shut | attacks::between(from, end));
        let kept = shut | near;
        let mut chore = None;
        if place.is_bold && (shut & self.attacked).any() {
            chore = self.eviction(shut, near);
            if chore.is_none() {
                return;
            }
        }
        if !is_near && self.stations(checker, end, mates).is_empty() {
            return;
        }
        let Some(helper) = self.helper(checker, end, kept, pattern.needed) else { return };
        let mut helper = helper;
        if place.is_bold
            && helper.moves > 1
            && chore.is_none()
            && !kept.contains(self.own)
            && let Some(square) = pattern.needed.single_square()
            && let Some(found) = self.filling(square, near, shut)
        {
            chore = Some(found);
            helper =
                Helper { from: self.own, role: Role::King, post: self.own, middle: None, moves: 0 };
        }
        let moves = count(helper.moves).max(steps + turn + usize::from(chore.is_some()));
        if moves >= fewest {
            return;
        }
        *best = Some(Plan {
            end,
            post: helper.post,
            helper: helper.from,
            helper_role: helper.role,
            middle: helper.middle,
            piece: checker.from,
            mates,
            kept,
            shut,
            chore,
            steps: before,
            moves,
        });
    }

    /// Squares that the piece gets to before it mates, without giving check too early.
    fn stations(&self, checker: &Checker, end: Square, mates: Bitboard) -> Bitboard {
        let role = checker.role;
        let gets = match () {
            () if (checker.second & mates).any() => checker.first,
            () => checker.second,
        };
        let before = mates
            .into_iter()
            .take(4)
            .fold(Bitboard::EMPTY, |before, mate| before | reach(role, mate, checker.rest));
        gets & before & !reach(role, end, checker.rest)
    }

    /// How the one man of the other goes away that reaches these squares, if it is one.
    fn eviction(&self, shut: Bitboard, near: Bitboard) -> Option<Chore> {
        let loser = !self.winner;
        let mut guards = Bitboard::EMPTY;
        for square in shut & self.attacked {
            guards |= self.state.attackers(square, loser, self.occupied);
        }
        let from = guards.without(self.king).single_square()?;
        (!near.contains(from)).then(|| Chore { from, to: !(shut | near) })
    }

    /// How a man of the other takes a flight square away.
    fn filling(&self, square: Square, near: Bitboard, shut: Bitboard) -> Option<Chore> {
        if !(self.attacked | self.pushes).contains(square) || self.occupied.contains(square) {
            return None;
        }
        let loser = !self.winner;
        let pawns = self.theirs & self.state.of_role(Role::Pawn);
        let pieces = self.state.attackers(square, loser, self.occupied) & !pawns;
        let pusher = pawn_push(self.winner, square.into()) & pawns;
        let from = ((pieces.without(self.king) | pusher) & !near & !shut).first()?;
        Some(Chore { from, to: square.into() })
    }

    /// Who can take the flight squares away with the fewest moves: the king, or a piece that is not
    /// needed where it stands.
    fn helper(
        &self,
        checker: &Checker,
        end: Square,
        kept: Bitboard,
        needed: Bitboard,
    ) -> Option<Helper> {
        let posts =
            needed.into_iter().fold(!kept, |posts, flight| posts & attacks::king_attacks(flight));
        let king = self.approach.nearest(posts).map(|(post, moves)| Helper {
            from: self.own,
            role: Role::King,
            post,
            middle: None,
            moves,
        });
        if king.is_some_and(|king| king.moves <= 1) || kept.contains(self.own) {
            return king;
        }
        let mut best = king;
        for man in self.men.iter().filter(|man| man.from != checker.from) {
            let with_checker = checker.reach & !self.thrice;
            if (man.reach & kept & (!self.twice | with_checker)).any() {
                continue;
            }
            let rest = self.occupied.without(man.from).without(self.king);
            let mut posts = !(self.ours | kept);
            for flight in needed {
                posts &= reach(man.role, flight, rest);
            }
            if posts.is_empty() {
                continue;
            }
            posts &= !reach(man.role, end, rest);
            let first = reach(man.role, man.from, self.occupied) & !self.ours;
            let new = |post, middle, moves| Helper {
                from: man.from,
                role: man.role,
                post,
                middle,
                moves,
            };
            if let Some(post) = (posts & first).first() {
                return Some(new(post, None, 1));
            }
            if best.is_none_or(|best| best.moves > 2) {
                for post in posts.into_iter().take(2) {
                    let middle = first & !self.theirs & !kept & reach(man.role, post, rest);
                    if let Some(middle) = middle.first() {
                        best = Some(new(post, Some(middle), 2));
                        break;
                    }
                }
            }
        }
        best
    }
}

/// Where a mate is looked for.
#[derive(Clone, Copy)]
struct Place {
    end: Square,
    /// Steps of the king to it.
    steps: usize,
    /// Whether a man of the other may have to make way, and the piece may take three moves.
    is_bold: bool,
}

/// Squares from which the piece mates, if the squares needed are taken from the king.
#[derive(Clone, Copy, Default)]
struct Pattern {
    mates: Bitboard,
    needed: Bitboard,
}

/// A man that takes flight squares away from its post.
#[derive(Clone, Copy)]
struct Helper {
    from: Square,
    role: Role,
    post: Square,
    middle: Option<Square>,
    moves: usize,
}

/// Squares that pieces of one kind attack from some squares.
pub(super) fn flood(role: Role, from: Bitboard, occupied: Bitboard) -> Bitboard {
    if role == Role::Knight {
        return from.into_iter().fold(Bitboard::EMPTY, |all, at| all | attacks::knight_attacks(at));
    }
    let empty = !u64::from(occupied);
    let from = u64::from(from);
    let mut reached = 0;
    let mut run = |shift: i32, mask: u64| {
        let step = |bits: u64| if shift > 0 { bits << shift } else { bits >> -shift } & mask;
        let mut front = from;
        let mut empty = empty & mask;
        front |= empty & step(front);
        let twice = |bits: u64| if shift > 0 { bits << (2 * shift) } else { bits >> (-2 * shift) };
        let four = |bits: u64| if shift > 0 { bits << (4 * shift) } else { bits >> (-4 * shift) };
        empty &= step(empty);
        front |= empty & twice(front);
        empty &= twice(empty);
        front |= empty & four(front);
        reached |= step(front);
    };
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    if role != Role::Bishop {
        run(8, u64::MAX);
        run(-8, u64::MAX);
        run(1, NOT_A);
        run(-1, NOT_H);
    }
    if role != Role::Rook {
        run(9, NOT_A);
        run(7, NOT_H);
        run(-7, NOT_A);
        run(-9, NOT_H);
    }
    Bitboard(reached)
}

pub(super) const EDGE_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
