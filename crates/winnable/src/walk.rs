//! The walk: both kings go where a rook or a queen can mate, and the piece comes last.
//!
//! Since both players help, a mate of the textbook is all that is needed in most positions of real
//! games: a heavy piece that checks a king along a rank or a file or stands beside him, and whatever
//! else takes his other squares away, the other king if nothing better is there. The place is chosen
//! by bitboards of what each king and piece can reach; then the line is played and looked at move by
//! move, so a plan that does not work out is only given up.

mod ground;
mod steps;

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::dash::reach;
use crate::state::{State, Step, StepKind, pawn_push};
use ground::{Chore, EDGE_RANKS, Ground, Plan, flood};

/// Places that are tried one after the other.
const PLANS: usize = 2;

/// Ways out of a check that are tried.
const EVASIONS: usize = 3;

/// Looks for a mate; `spent` is raised by the places and plies looked at.
pub(crate) fn walk(root: &State, winner: Color, spent: &mut u64) -> Option<Vec<Step>> {
    if !root.is_check() {
        return walk_on(root, winner, PLANS, spent);
    }
    let mut evasions = [None; EVASIONS];
    let mut found = 0;
    root.any_step(|step| {
        evasions[found] = Some(step);
        found += 1;
        found == EVASIONS
    });
    evasions.into_iter().flatten().find_map(|step| {
        let after = root.after(step);
        if after.is_check() {
            return None;
        }
        let mut line = vec![step];
        line.extend(walk_on(&after, winner, 1, spent)?);
        Some(line)
    })
}

/// The same where nobody is in check.
fn walk_on(root: &State, winner: Color, plans: usize, spent: &mut u64) -> Option<Vec<Step>> {
    let ground = Ground::of(root, winner);
    let mut ends = Bitboard::FULL;
    for _ in 0..plans {
        let plan = ground.plan(ends, spent)?;
        if let Some(mut walk) = Walk::of(&ground, plan)
            && walk.play(*root, spent).is_some()
        {
            return Some(walk.line);
        }
        ends.discard(plan.end);
    }
    None
}

/// A plan being played.
struct Walk {
    winner: Color,
    plan: Plan,
    /// The ways of the kings, last step first.
    flight: Vec<Square>,
    approach: Vec<Square>,
    /// Moves of the winner that may be wasted.
    patience: usize,
    /// Whether the helper had to wait.
    is_blocked: bool,
    /// Moves of the piece before it mates.
    steps: usize,
    line: Vec<Step>,
}

impl Walk {
    fn of(ground: &Ground, plan: Plan) -> Option<Walk> {
        let (flight, approach) = if plan.helper_role == Role::King {
            let near = attacks::king_attacks(plan.post);
            let flight = ground.flight.way_off(plan.end, near)?;
            (flight, ground.approach.way_off(plan.post, attacks::king_attacks(plan.end))?)
        } else {
            let rest = ground.occupied.without(plan.helper).without(ground.king);
            let attacked = reach(plan.helper_role, plan.post, rest);
            let approach = match plan.middle {
                Some(middle) => vec![plan.post, middle],
                None => vec![plan.post],
            };
            (ground.flight.off(attacked).way(plan.end)?, approach)
        };
        let slack = flight.len().saturating_sub(approach.len() + plan.steps);
        Some(Walk {
            winner: ground.winner,
            plan,
            patience: 3 + plan.steps + slack,
            flight,
            approach,
            is_blocked: false,
            steps: plan.steps,
            line: Vec::with_capacity(24),
        })
    }

    fn play(&mut self, root: State, spent: &mut u64) -> Option<()> {
        let mut state = root;
        let most = 2 * self.plan.moves + 6;
        while self.line.len() < most {
            *spent += 1;
            let (step, after) = if state.turn() == self.winner {
                if self.approach.is_empty()
                    && self.flight.is_empty()
                    && self.plan.chore.is_none()
                    && self.is_ready(&state)
                {
                    self.line.push(self.mate(&state)?);
                    return Some(());
                }
                let (step, after) = self.drive(&state)?;
                if after.is_checkmate() {
                    self.line.push(step);
                    return Some(());
                }
                (step, after)
            } else {
                self.follow(&state)?
            };
            if step.from == self.plan.piece {
                self.plan.piece = step.to;
            }
            self.line.push(step);
            state = after;
        }
        None
    }

    fn is_ready(&self, state: &State) -> bool {
        let from = self.plan.piece;
        role_at(state, self.winner, from)
            .is_some_and(|role| (reach(role, from, state.occupied()) & self.plan.mates).any())
    }

    fn mate(&self, state: &State) -> Option<Step> {
        let from = self.plan.piece;
        let role = role_at(state, self.winner, from)?;
        (reach(role, from, state.occupied()) & self.plan.mates)
            .into_iter()
            .map(|to| Step { from, to, role, kind: StepKind::Plain })
            .find(|&step| legal(state, step).is_some_and(|after| after.is_checkmate()))
    }

    /// A move of the winner: the pawn, the king, then the piece.
    fn drive(&mut self, state: &State) -> Option<(Step, State)> {
        let from = self.plan.piece;
        let role = role_at(state, self.winner, from)?;
        if role == Role::Pawn
            && let Some(found) = self.push(state, from)
        {
            self.steps = self.steps.saturating_sub(1);
            return Some(found);
        }
        if let Some(&to) = self.approach.last() {
            let from = self.plan.helper;
            let step =
                Step { from, to, role: role_at(state, self.winner, from)?, kind: StepKind::Plain };
            let is_open = (attacks::between(from, to) & state.occupied()).is_empty();
            if let Some(after) = legal(state, step).filter(|after| is_open && !after.is_check()) {
                self.approach.pop();
                self.plan.helper = to;
                return Some((step, after));
            }
            self.is_blocked = true;
        }
        self.patience = self.patience.checked_sub(1)?;
        self.wait(state, from, role).or_else(|| self.pass(state)).or_else(|| self.aside(state))
    }

    fn push(&self, state: &State, from: Square) -> Option<(Step, State)> {
        let occupied = state.occupied();
        let one = pawn_push(self.winner, from.into()) & !occupied;
        let double = if self.winner == Color::White { Rank::Fourth } else { Rank::Fifth };
        let two = pawn_push(self.winner, one) & !occupied & Bitboard::from(double);
        let to = two.first().or(one.first())?;
        let last = EDGE_RANKS.contains(to);
        let kind = if last { StepKind::Promotion(Role::Queen) } else { StepKind::Plain };
        let step = Step { from, to, role: Role::Pawn, kind };
        legal(state, step).map(|after| (step, after))
    }

    /// The piece goes where it can mate from, and leaves the other king his way.
    fn wait(&mut self, state: &State, from: Square, role: Role) -> Option<(Step, State)> {
        if role == Role::Pawn {
            return None;
        }
        let occupied = state.occupied();
        let king = state.king(!self.winner);
        let (helper, post) = (self.plan.helper, self.plan.post);
        let seen_through = occupied.without(king).without(from).without(helper).with(post);
        let ends = Bitboard::from_square(self.plan.end).with(king);
        let kept = self.flight.iter().fold(ends, |kept, &square| kept.with(square));
        let targets = reach(role, from, occupied) & !state.of_color(self.winner);
        let mut before = Bitboard::EMPTY;
        for square in self.plan.mates.into_iter().take(4) {
            before |= reach(role, square, seen_through);
        }
        let is_near = (targets & before).any();
        if !is_near {
            before = flood(role, before, seen_through);
        }
        let found = (targets & before)
            .into_iter()
            .filter(|&to| (reach(role, to, seen_through) & kept).is_empty())
            .map(|to| Step { from, to, role, kind: StepKind::Plain })
            .find_map(|step| legal(state, step).map(|after| (step, after)));
        if found.is_some() {
            self.steps = usize::from(!is_near);
        }
        found
    }

    /// Any other man of the winner makes a move that leaves all as it is.
    fn pass(&self, state: &State) -> Option<(Step, State)> {
        let busy = |man: Square, role: Role| {
            man == self.plan.piece
                || man == self.plan.helper
                || (attacked(role, self.winner, man, state.occupied()) & self.plan.kept).any()
        };
        quiet(state, busy, self.ways(), self.flight_squares(state))
    }

    /// The winner's king goes a step aside, and comes back if he is needed where he was.
    fn aside(&mut self, state: &State) -> Option<(Step, State)> {
        let from = state.king(self.winner);
        let (step, after) = (attacks::king_attacks(from) & !state.occupied() & !self.plan.kept)
            .into_iter()
            .map(|to| Step { from, to, role: Role::King, kind: StepKind::Plain })
            .find_map(|step| {
                let after = legal(state, step).filter(|after| !after.is_check())?;
                Some((step, after))
            })?;
        if self.plan.helper == from {
            let is_post = self.plan.helper_role == Role::King;
            self.plan.helper = step.to;
            if is_post {
                self.approach.push(from);
            }
        }
        Some((step, after))
    }

    /// Squares that are needed on the way.
    fn ways(&self) -> Bitboard {
        let ways = self.plan.kept.with(self.plan.post);
        self.flight.iter().chain(&self.approach).fold(ways, |ways, &square| ways.with(square))
    }

    fn flight_squares(&self, state: &State) -> Bitboard {
        let here = Bitboard::from_square(state.king(!self.winner)).with(self.plan.end);
        self.flight.iter().fold(here, |squares, &square| squares.with(square))
    }

    /// A move of the other: his king on his way when it is time, else what changes little.
    fn follow(&mut self, state: &State) -> Option<(Step, State)> {
        let from = state.king(state.turn());
        let king = |to| Step { from, to, role: Role::King, kind: StepKind::Plain };
        if let Some(found) = self.see_to_chore(state) {
            return Some(found);
        }
        let left = self.approach.len() + self.steps + 1;
        let is_early = left > self.flight.len() && !std::mem::take(&mut self.is_blocked);
        if is_early && let Some(found) = self.idle(state) {
            return Some(found);
        }
        if let Some(&to) = self.flight.last()
            && !(is_early && left - self.flight.len() >= 2 && self.flight.len() > 1)
            && let Some(after) = legal(state, king(to))
        {
            self.flight.pop();
            return Some((king(to), after));
        }
        let aside = (attacks::king_attacks(from) & !state.occupied())
            .into_iter()
            .map(king)
            .find_map(|step| legal(state, step).map(|after| (step, after)));
        if aside.is_some() {
            self.flight.push(from);
            return aside;
        }
        if let Some(&to) = self.flight.last()
            && let Some(after) = legal(state, king(to))
        {
            self.flight.pop();
            return Some((king(to), after));
        }
        if is_early { None } else { self.idle(state) }
    }

    /// The man of the other that has to move does so, if he can.
    fn see_to_chore(&mut self, state: &State) -> Option<(Step, State)> {
        let Chore { from, to } = self.plan.chore?;
        let us = state.turn();
        let Some(role) = role_at(state, us, from) else {
            self.plan.chore = None;
            return None;
        };
        let occupied = state.occupied();
        let targets = match role {
            Role::Pawn => pawn_push(us, from.into()) & !EDGE_RANKS,
            _ => reach(role, from, occupied),
        };
        let found = (targets & to & !occupied)
            .into_iter()
            .filter(|&to| (attacked(role, us, to, occupied) & self.plan.shut).is_empty())
            .map(|to| Step { from, to, role, kind: StepKind::Plain })
            .find_map(|step| {
                let after = legal(state, step).filter(|after| !after.is_check())?;
                Some((step, after))
            })?;
        self.plan.chore = None;
        Some(found)
    }

    /// Another man of the other makes a move that leaves all as it is.
    fn idle(&self, state: &State) -> Option<(Step, State)> {
        let near = attacks::king_attacks(self.plan.end);
        let shut = self.plan.shut.with(state.king(self.winner));
        let shut = self.approach.iter().fold(shut, |shut, &square| shut.with(square));
        let chore = self.plan.chore.map(|chore| chore.from);
        quiet(state, |man, _| near.contains(man) || chore == Some(man), self.ways(), shut)
    }
}

/// A move of the player that takes nothing and gives no check, by a man that is not busy, to a
/// square that is not needed and from which no square of `shut` is attacked.
fn quiet(
    state: &State,
    busy: impl Fn(Square, Role) -> bool,
    needed: Bitboard,
    shut: Bitboard,
) -> Option<(Step, State)> {
    let us = state.turn();
    let occupied = state.occupied();
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Pawn] {
        for from in state.of_piece(us, role) {
            if busy(from, role) {
                continue;
            }
            let targets = match role {
                Role::Pawn => pawn_push(us, from.into()) & !EDGE_RANKS,
                _ => reach(role, from, occupied),
            };
            for to in targets & !occupied & !needed {
                if (attacked(role, us, to, occupied.without(from)) & shut).any() {
                    continue;
                }
                let step = Step { from, to, role, kind: StepKind::Plain };
                if let Some(after) = legal(state, step).filter(|after| !after.is_check()) {
                    return Some((step, after));
                }
            }
        }
    }
    None
}

fn attacked(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(color, from),
        _ => reach(role, from, occupied),
    }
}

/// The state after a move, if there is a man of the player to make it and it leaves no check.
fn legal(state: &State, step: Step) -> Option<State> {
    let us = state.turn();
    let ours = state.of_color(us);
    let is_there = (ours & state.of_role(step.role)).contains(step.from);
    if !is_there || ours.contains(step.to) {
        return None;
    }
    let after = state.after(step);
    (!after.is_attacked(after.king(us), !us, after.occupied())).then_some(after)
}

/// What kind of man a player has on a square.
fn role_at(state: &State, color: Color, square: Square) -> Option<Role> {
    let is_there = |&role: &Role| state.of_piece(color, role).contains(square);
    Role::ALL.into_iter().find(is_there)
}
