//! Where a walk may end: what the kings reach, and where a heavy piece mates at the edge.

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
    /// The piece that mates, by its square now; a pawn is promoted first.
    pub(super) piece: Square,
    /// Squares from which it mates.
    pub(super) mates: Bitboard,
    /// Squares that the other's men have to leave alone.
    pub(super) kept: Bitboard,
    /// Squares that the other's men must not reach.
    pub(super) shut: Bitboard,
    /// Moves of the piece before it mates.
    pub(super) steps: usize,
    /// Moves of the winner, the mate among them.
    pub(super) moves: usize,
}

/// What is asked of the board once.
pub(super) struct Ground {
    pub(super) winner: Color,
    turn_of_winner: bool,
    pub(super) occupied: Bitboard,
    ours: Bitboard,
    pub(super) king: Square,
    pub(super) own: Square,
    /// Men of the king that is to be mated, himself left out.
    theirs: Bitboard,
    /// Squares attacked by at least one and at least two men of the winner, the king left out.
    once: Bitboard,
    twice: Bitboard,
    /// Squares to which the other's men can go, their king left out.
    guarded: Bitboard,
    /// The pieces that may mate, with the moves it takes until they are a queen or rook.
    pieces: [Option<Piece>; 3],
    /// Squares that each king reaches in so many steps.
    pub(super) flight: Steps,
    pub(super) approach: Steps,
}

/// A queen or rook, or a pawn that becomes a queen.
#[derive(Clone, Copy)]
struct Piece {
    from: Square,
    role: Role,
    /// Where it stands when it is a queen or rook, and how many moves that takes.
    at: Square,
    moves: usize,
}

impl Ground {
    pub(super) fn of(state: &State, winner: Color) -> Ground {
        let loser = !winner;
        let (king, own) = (state.king(loser), state.king(winner));
        let ours = state.of_color(winner);
        let theirs = state.of_color(loser).without(king);
        let occupied = state.occupied();
        let seen_through = occupied.without(king).without(own);
        let mut once = pawn_attack_set(winner, ours & state.of_role(Role::Pawn));
        let mut twice = Bitboard::EMPTY;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in ours & state.of_role(role) {
                let reached = reach(role, from, seen_through);
                twice |= once & reached;
                once |= reached;
            }
        }
        let pawns = theirs & state.of_role(Role::Pawn);
        let mut attacked = pawn_attack_set(loser, pawns);
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in theirs & state.of_role(role) {
                attacked |= reach(role, from, occupied.without(own));
            }
        }
        let pushes = pawn_push(loser, pawns) & !occupied;
        let mut ground = Ground {
            winner,
            turn_of_winner: state.turn() == winner,
            occupied,
            ours,
            king,
            own,
            theirs,
            once,
            twice,
            guarded: attacked | pushes,
            pieces: [None; 3],
            flight: Steps::from(king, !(once | theirs | ours)),
            approach: Steps::from(own, !(attacked | ours)),
        };
        ground.choose_pieces(state);
        ground
    }

    fn choose_pieces(&mut self, state: &State) {
        let mut at = 0;
        for role in [Role::Queen, Role::Rook] {
            for from in self.ours & state.of_role(role) {
                if at < self.pieces.len() {
                    self.pieces[at] = Some(Piece { from, role, at: from, moves: 0 });
                    at += 1;
                }
            }
        }
        if at > 0 {
            return;
        }
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
        let pawns = self.ours & state.of_role(Role::Pawn);
        if let Some((moves, from, at)) = pawns.into_iter().filter_map(run).min() {
            self.pieces[0] = Some(Piece { from, role: Role::Queen, at, moves });
        }
    }

    /// The plan that takes the fewest moves, among those that end on some squares.
    pub(super) fn plan(&self, state: &State, ends: Bitboard, spent: &mut u64) -> Option<Plan> {
        let mut best: Option<Plan> = None;
        for piece in self.pieces.iter().flatten() {
            let left = reach(piece.role, piece.from, self.occupied.without(self.king));
            let others =
                if piece.moves == 0 { self.once & !(left & !self.twice) } else { self.once };
            let rest = self.occupied.without(piece.from).without(self.king);
            for end in self.flight.all() & ends {
                *spent += 1;
                let steps = self.flight.to(end);
                let is_far = |best: &Plan| steps + 1 > best.moves;
                if best.as_ref().is_some_and(is_far) {
                    continue;
                }
                for pattern in self.patterns(piece, end, others, rest) {
                    if pattern.mates.is_empty() {
                        continue;
                    }
                    for helper in self.helpers(state, piece, end, pattern) {
                        let plan = self.with_helper(piece, end, steps, pattern, helper, rest);
                        let fewest = best.map_or(usize::MAX, |best| best.moves);
                        best = plan.filter(|plan| plan.moves < fewest).or(best);
                    }
                }
            }
        }
        best
    }

    fn with_helper(
        &self,
        piece: &Piece,
        end: Square,
        steps: usize,
        pattern: Pattern,
        helper: Helper,
        rest: Bitboard,
    ) -> Option<Plan> {
        let rest = rest.without(helper.from).with(helper.post);
        let mates = pattern.mates & reach(piece.role, end, rest);
        let reached = reach(piece.role, piece.at, rest);
        let before = if (reached & mates).any() {
            piece.moves
        } else if self.stations(piece.role, end, mates, rest, reached).any() {
            piece.moves + 1
        } else {
            return None;
        };
        let shut = mates.into_iter().fold(mates, |shut, from| shut | attacks::between(from, end));
        Some(Plan {
            end,
            post: helper.post,
            helper: helper.from,
            helper_role: helper.role,
            piece: piece.from,
            mates,
            kept: shut | attacks::king_attacks(end).with(end),
            shut,
            steps: before,
            moves: (before + helper.moves + 1).max(steps + usize::from(self.turn_of_winner)),
        })
    }

    /// Who can take the flight squares away: the king, or a piece that does so with one move and
    /// is not needed where it stands.
    fn helpers(
        &self,
        state: &State,
        piece: &Piece,
        end: Square,
        pattern: Pattern,
    ) -> impl Iterator<Item = Helper> {
        let kept = attacks::king_attacks(end).with(end) | pattern.mates;
        let needed = pattern.needed;
        let posts =
            needed.into_iter().fold(!kept, |posts, flight| posts & attacks::king_attacks(flight));
        let king = self.approach.nearest(posts).map(|(post, moves)| Helper {
            from: self.own,
            role: Role::King,
            post,
            moves,
        });
        let mut found = [king, None, None, None];
        let mut at = 1;
        if king.is_some_and(|king| king.moves <= 1) {
            return found.into_iter().flatten();
        }
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in (self.ours & state.of_role(role)).without(piece.from) {
                let left = reach(role, from, self.occupied.without(self.king));
                if (left & !self.twice & kept).any() {
                    continue;
                }
                let rest = self.occupied.without(from).without(self.king);
                let free = !(self.ours | kept | reach(role, end, rest));
                let posts = needed
                    .into_iter()
                    .fold(reach(role, from, self.occupied) & free, |posts, flight| {
                        posts & reach(role, flight, rest)
                    });
                if let Some(post) = posts.first()
                    && at < found.len()
                {
                    found[at] = Some(Helper { from, role, post, moves: 1 });
                    at += 1;
                }
            }
        }
        found.into_iter().flatten()
    }

    /// Squares from which the piece can go and mate with its next move.
    fn stations(
        &self,
        role: Role,
        end: Square,
        mates: Bitboard,
        rest: Bitboard,
        reached: Bitboard,
    ) -> Bitboard {
        let mut stations = Bitboard::EMPTY;
        for square in mates.into_iter().take(4) {
            stations |= reach(role, square, rest);
        }
        stations & reached & !self.ours & !reach(role, end, rest)
    }

    /// The ways of checking a king on a square of the edge: along its rank, along its file, and
    /// with a queen before it.
    fn patterns(
        &self,
        piece: &Piece,
        end: Square,
        others: Bitboard,
        rest: Bitboard,
    ) -> [Pattern; 3] {
        let near = attacks::king_attacks(end);
        let open = near & !self.theirs & !others;
        let free = !(self.guarded | self.ours.without(piece.from));
        let lines = lines::rook_attacks(end, rest | self.guarded) & free & !(near & !others);
        let along = |line: Bitboard| Pattern { mates: lines & line, needed: open & !line };
        let mut patterns = [Pattern::default(); 3];
        if EDGE_RANKS.contains(end) {
            patterns[0] = along(end.rank().into());
        }
        if EDGE_FILES.contains(end) {
            patterns[1] = along(end.file().into());
        }
        // In the corner the one square before the king lies on the diagonal.
        let inner = near & !EDGES;
        let before = if inner.more_than_one() {
            inner & lines::rook_attacks(end, Bitboard::EMPTY)
        } else {
            inner
        };
        if piece.role == Role::Queen
            && let Some(before) = (before & free).first()
        {
            let covered = lines::queen_attacks(before, rest);
            let itself = Bitboard::from_square(before) & !others;
            patterns[2] = Pattern { mates: before.into(), needed: (open & !covered) | itself };
        }
        patterns
    }
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
    moves: usize,
}

pub(super) const EDGE_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
const EDGE_FILES: Bitboard = Bitboard(0x8181_8181_8181_8181);
pub(super) const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);
