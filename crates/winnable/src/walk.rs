//! The walk: both kings go where a rook or a queen can mate at the edge, and the piece comes last.
//!
//! Since both players help, a mate of the textbook is all that is needed in most positions of real
//! games: a king on the edge, a heavy piece that checks him along it or stands before him, and
//! whatever else takes his other squares away, the other king if nothing better is there. The place
//! is chosen by bitboards of what each king can reach; then the line is played and looked at move by
//! move, so a plan that does not work out is only given up.

mod ground;
mod steps;

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::dash::reach;
use crate::state::{State, Step, StepKind, pawn_push};
use ground::{EDGE_RANKS, EDGES, Ground, Plan};

/// Places that are tried one after the other.
const PLANS: usize = 2;

/// Looks for a mate at the edge; `spent` is raised by the places and plies looked at.
pub(crate) fn walk(root: &State, winner: Color, spent: &mut u64) -> Option<Vec<Step>> {
    if root.is_check() {
        return None;
    }
    let ground = Ground::of(root, winner);
    let mut ends = EDGES;
    for _ in 0..PLANS {
        let plan = ground.plan(root, ends, spent)?;
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
            (ground.flight.off(attacked).way(plan.end)?, vec![plan.post])
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
                if self.approach.is_empty() && self.flight.is_empty() && self.is_ready(&state) {
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
        self.wait(state, from, role).or_else(|| self.pass(state))
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
        let targets = reach(role, from, occupied) & !occupied;
        let mut before = Bitboard::EMPTY;
        for square in self.plan.mates.into_iter().take(4) {
            before |= reach(role, square, seen_through);
        }
        let found = (targets & before)
            .into_iter()
            .filter(|&to| (reach(role, to, seen_through) & kept).is_empty())
            .map(|to| Step { from, to, role, kind: StepKind::Plain })
            .find_map(|step| legal(state, step).map(|after| (step, after)));
        if found.is_some() {
            self.steps = 0;
        }
        found
    }

    /// Any other man of the winner makes a move that leaves all as it is.
    fn pass(&self, state: &State) -> Option<(Step, State)> {
        let mut found = None;
        state.any_step(|step| {
            let busy = step.role == Role::King
                || step.from == self.plan.piece
                || (attacked(step.role, self.winner, step.from, state.occupied()) & self.plan.kept)
                    .any();
            if busy || state.occupied().contains(step.to) {
                return false;
            }
            let after = state.after(step);
            let fits = !after.is_check();
            if fits {
                found = Some((step, after));
            }
            fits
        });
        found
    }

    /// A move of the other: his king on his way when it is time, else what changes little.
    fn follow(&mut self, state: &State) -> Option<(Step, State)> {
        let from = state.king(state.turn());
        let king = |to| Step { from, to, role: Role::King, kind: StepKind::Plain };
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
        let &to = self.flight.last()?;
        let after = legal(state, king(to))?;
        self.flight.pop();
        Some((king(to), after))
    }

    /// Another man of the other makes a move that leaves all as it is.
    fn idle(&self, state: &State) -> Option<(Step, State)> {
        let plan = self.plan;
        let mut ways = plan.kept;
        ways.add(plan.post);
        for &square in self.flight.iter().chain(&self.approach) {
            ways.add(square);
        }
        let near = attacks::king_attacks(plan.end);
        let mut approach = plan.shut;
        for &square in &self.approach {
            approach.add(square);
        }
        let mut found = None;
        state.any_step(|step| {
            if step.role == Role::King
                || ways.contains(step.to)
                || near.contains(step.from)
                || state.occupied().contains(step.to)
                || matches!(step.kind, StepKind::Promotion(_))
                || (attacked(step.role, !self.winner, step.to, state.occupied()) & approach).any()
            {
                return false;
            }
            let after = state.after(step);
            let fits = !after.is_check();
            if fits {
                found = Some((step, after));
            }
            fits
        });
        found
    }
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
