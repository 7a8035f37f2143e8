//! A dash for the mate: one line, each move chosen by a short look at a few candidates.
//!
//! It keeps no tables and never comes back to a choice, so it takes a few millionths of a second. In
//! most positions of real games that is enough, since both players help.

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::helpmate::{bar, corner_distance, corners, edge_distance};
use crate::lines;
use crate::state::{State, Step, StepKind, pawn_attack_set, pawn_push};
use crate::walk::walk;

/// Moves of a position that are looked at more closely.
const BREADTH: usize = 4;

/// Plies after which it is looked whether a walk can end the line.
const WALKS: usize = 4;

/// Flight squares that one move may take at most: a queen that checks along a line of the board.
const FLIGHTS: usize = 5;

/// Looks for a helpmate; `spent` is raised by the moves weighed.
pub(crate) fn dash(root: &State, winner: Color, number: u32, spent: &mut u64) -> Option<Vec<Step>> {
    Run::number(number).dash(root, winner, spent)
}

/// One run of the dash.
struct Run {
    /// Plies after which it gives up.
    plies: usize,
    /// How much it draws the kings together.
    together: i32,
    /// How far weights are shaken, so that a later run does not do the same again.
    shake: u64,
    /// Sets later runs of the same kind apart.
    salt: u64,
}

impl Run {
    fn number(number: u32) -> Run {
        const FIRST: [(usize, i32, u64); 8] = [
            (24, 1, 1),
            (28, 2, 4),
            (32, 2, 7),
            (32, 1, 8),
            (40, 3, 9),
            (40, 2, 10),
            (48, 2, 10),
            (56, 3, 10),
        ];
        let (plies, together, shake) = FIRST[number as usize % FIRST.len()];
        let round = u64::from(number) / FIRST.len() as u64;
        Run { plies: plies + 8 * round as usize, together, shake: shake + round % 4, salt: round }
    }

    fn dash(&self, root: &State, winner: Color, spent: &mut u64) -> Option<Vec<Step>> {
        let mut line = Vec::with_capacity(self.plies);
        let mut seen = Vec::with_capacity(self.plies);
        let mut state = *root;
        let mut look = Look::at(&state, winner, self.together);
        if state.turn() == winner
            && let Some(step) = look.mate(&state)
        {
            return Some(vec![step]);
        }
        while line.len() < self.plies {
            if line.len() % WALKS == WALKS - 2
                && let Some(rest) = walk(&state, winner, spent)
            {
                line.extend(rest);
                return Some(line);
            }
            let here = state.hash();
            seen.push(here);
            let mut choice = Choice::default();
            let drives = state.turn() == winner;
            state.any_step(|step| {
                let weight = if drives {
                    look.after_drive(&state, step)
                } else {
                    look.after_follow(&state, step)
                };
                choice.add(weight + self.noise(here, step), step);
                false
            });
            *spent += choice.weighed;
            let (step, after, next) = if drives {
                self.drive(&state, winner, &choice, &seen)?
            } else {
                match self.follow(&state, &look, &choice, &seen)? {
                    Reply::On(step, after, next) => (step, after, next),
                    Reply::Mate(step, last) => {
                        line.extend([step, last]);
                        return Some(line);
                    }
                }
            };
            line.push(step);
            (state, look) = (after, next);
        }
        None
    }

    /// Chooses a move of the winner, best one after which it would be mate if the other passed.
    fn drive(
        &self,
        state: &State,
        winner: Color,
        choice: &Choice,
        seen: &[u64],
    ) -> Option<(Step, State, Look)> {
        let mut next = None;
        for step in choice.steps() {
            let after = state.after(step);
            if seen.contains(&after.hash()) || !after.has_legal_step() {
                continue;
            }
            let look = Look::at(&after, winner, self.together);
            let threatens = look.may_mate() && !after.is_check() && {
                let passed = after.passed();
                look.mate(&passed).is_some()
            };
            if threatens {
                return Some((step, after, look));
            }
            next = next.or(Some((step, after, look)));
        }
        next
    }

    /// Chooses a move of the other, best one that lets the winner mate at once.
    fn follow(&self, state: &State, look: &Look, choice: &Choice, seen: &[u64]) -> Option<Reply> {
        let mut next = None;
        for step in choice.steps() {
            let after = state.after(step);
            let look = look.after(state, step, &after);
            if look.may_mate()
                && let Some(last) = look.mate(&after)
            {
                return Some(Reply::Mate(step, last));
            }
            if next.is_none()
                && !seen.contains(&after.hash())
                && bar(&after, look.winner).is_none()
                && after.has_legal_step()
            {
                next = Some(Reply::On(step, after, look));
            }
        }
        next
    }

    fn noise(&self, here: u64, step: Step) -> i32 {
        let word = here ^ self.salt << 16 ^ (step.from as u64) << 8 ^ step.to as u64;
        let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed >> 40) % self.shake) as i32
    }
}

/// What a move of the other leads to.
enum Reply {
    On(Step, State, Look),
    /// The winner mates with the second move.
    Mate(Step, Step),
}

/// The best few moves of a position.
#[derive(Clone, Copy, Default)]
struct Choice {
    best: [Option<(i32, Step)>; BREADTH],
    weighed: u64,
}

impl Choice {
    fn add(&mut self, weight: i32, step: Step) {
        self.weighed += 1;
        let mut new = (weight, step);
        for slot in &mut self.best {
            match slot {
                Some(old) if old.0 <= new.0 => {}
                Some(old) => std::mem::swap(old, &mut new),
                None => {
                    *slot = Some(new);
                    return;
                }
            }
        }
    }

    fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.best.iter().flatten().map(|&(_, step)| step)
    }
}

/// What is asked of a position once, so that each move can be weighed by a few additions.
///
/// The smaller the weight, the nearer the mate. Lines that a move opens or shuts are left out.
#[derive(Clone, Copy)]
struct Look {
    winner: Color,
    together: i32,
    king: Square,
    own: Square,
    /// Own men of the king that is to be mated.
    blockers: Bitboard,
    /// Squares attacked by at least one and at least two of the winner's men, the king left out.
    once: Bitboard,
    twice: Bitboard,
    /// The weight if nothing changed.
    base: i32,
    /// Whether there is a queen or rook, or pieces enough, to mate with.
    has_power: bool,
    /// Whether the king can only be mated between his own men.
    needs_help: bool,
    /// The corners to which the king should go, if not just any edge.
    corners: Option<Bitboard>,
}

impl Look {
    fn at(state: &State, winner: Color, together: i32) -> Look {
        let king = state.king(!winner);
        let ours = state.of_color(winner);
        let seen_through = state.occupied().without(king);
        let pawns = state.of_piece(winner, Role::Pawn);
        let mut once = pawn_attack_set(winner, pawns);
        let mut twice = Bitboard::EMPTY;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in ours & state.of_role(role) {
                let reached = reach(role, from, seen_through);
                twice |= once & reached;
                once |= reached;
            }
        }
        let heavy = ours & (state.of_role(Role::Queen) | state.of_role(Role::Rook));
        let bishops = ours & state.of_role(Role::Bishop);
        let knights = ours & state.of_role(Role::Knight);
        let both =
            (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
        let minors = both || (bishops.any() && knights.any()) || knights.more_than_one();
        let mut look = Look {
            winner,
            together,
            king,
            own: state.king(winner),
            blockers: state.of_color(!winner),
            once,
            twice,
            base: 0,
            has_power: heavy.any() || minors,
            needs_help: heavy.is_empty() && !minors && pawns.is_empty(),
            corners: heavy.is_empty().then(|| corners(bishops)),
        };
        look.base = look.weight(king, look.own, once);
        look
    }

    /// The same after a move of the other. Where his king steps aside, what is attacked stays.
    fn after(&self, state: &State, step: Step, after: &State) -> Look {
        let steps = step.role == Role::King && step.kind == StepKind::Plain;
        if !steps || state.occupied().contains(step.to) {
            return Look::at(after, self.winner, self.together);
        }
        let mut look = *self;
        look.king = step.to;
        look.blockers = look.blockers.without(step.from).with(step.to);
        look.base = look.weight(look.king, look.own, look.once);
        look
    }

    /// Whether so few flight squares are open that one move might take them all.
    fn may_mate(&self) -> bool {
        let taken = self.blockers | self.once | attacks::king_attacks(self.own);
        (attacks::king_attacks(self.king) & !taken).count() <= FLIGHTS
    }

    fn weight(&self, king: Square, own: Square, attacked: Bitboard) -> i32 {
        let attacked = attacked | attacks::king_attacks(own);
        let flights = attacks::king_attacks(king) & !self.blockers & !attacked;
        let place = match self.corners {
            Some(corners) => 3 * corner_distance(king, corners) as i32,
            None => 2 * edge_distance(king) as i32,
        };
        6 * flights.count() as i32 + place + self.together * own.distance(king) as i32
    }

    /// Weighs a move of the winner.
    fn after_drive(&self, state: &State, step: Step) -> i32 {
        match step.role {
            Role::King => self.weight(self.king, step.to, self.once),
            Role::Pawn => {
                let promotes = matches!(step.kind, StepKind::Promotion(Role::Queen));
                let gain = match () {
                    () if promotes => 20,
                    () if self.has_power => -1,
                    () => 3 + advance(self.winner, step.to),
                };
                self.base - gain
            }
            role => {
                let occupied = state.occupied().without(self.king);
                let left = reach(role, step.from, occupied) & !self.twice;
                let reached = reach(role, step.to, occupied.without(step.from));
                let attacked = (self.once & !left) | reached;
                let near = attacks::king_attacks(self.king).contains(step.to);
                let is_lost = near
                    && !attacks::king_attacks(self.own).contains(step.to)
                    && !self.twice.contains(step.to);
                let checks = reached.contains(self.king);
                let far = if self.needs_help { step.to.distance(self.king) as i32 } else { 0 };
                self.weight(self.king, self.own, attacked)
                    + far
                    + if is_lost { 30 } else { 0 }
                    + if checks { 3 } else { 0 }
            }
        }
    }

    /// Weighs a move of the other.
    fn after_follow(&self, state: &State, step: Step) -> i32 {
        let captures = state.of_color(self.winner).contains(step.to);
        let loss = if captures { 15 } else { 0 };
        if step.from == self.king && step.kind == StepKind::Plain {
            return self.weight(step.to, self.own, self.once) + loss;
        }
        let near = attacks::king_attacks(self.king);
        let blocks = 6
            * (i32::from(near.contains(step.to) && !self.once.contains(step.to))
                - i32::from(near.contains(step.from) && !self.once.contains(step.from)));
        let help = if self.needs_help { self.help(step) } else { 0 };
        // A man that may take back or step in between is better off far away.
        1 + self.base - blocks - help + loss
    }

    /// What a move of the other's men does to hem their king in.
    fn help(&self, step: Step) -> i32 {
        match step.kind {
            StepKind::Promotion(Role::Knight | Role::Bishop) => 20,
            StepKind::Promotion(_) => -10,
            _ if step.role == Role::Pawn => advance(!self.winner, step.to) - 2,
            _ => 2 * (step.from.distance(self.king) as i32 - step.to.distance(self.king) as i32),
        }
    }

    /// A move of the winner that mates at once, castling left out.
    fn mate(&self, state: &State) -> Option<Step> {
        let us = self.winner;
        let ours = state.of_color(us);
        let occupied = state.occupied();
        let (bishops, rooks) =
            (lines::bishop_attacks(self.king, occupied), lines::rook_attacks(self.king, occupied));
        let mut found = None;
        let mut try_step = |step: Step, flights: Bitboard| {
            if flights.is_empty() && found.is_none() && mates(state, step) {
                found = Some(step);
            }
        };
        let flights = attacks::king_attacks(self.king) & !self.blockers;
        let kept = attacks::king_attacks(self.own);
        let seen_through = occupied.without(self.king);
        let screens = self.screens(state, occupied);
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            let checks = match role {
                Role::Queen => bishops | rooks,
                Role::Rook => rooks,
                Role::Bishop => bishops,
                _ => attacks::knight_attacks(self.king),
            };
            for from in ours & state.of_role(role) {
                let reached = reach(role, from, occupied);
                let allowed = if screens.contains(from) { Bitboard::FULL } else { checks };
                let targets = reached & allowed & !ours;
                if targets.is_empty() {
                    continue;
                }
                let left = reach(role, from, seen_through) & !self.twice;
                let others = (self.once & !left) | kept;
                for to in targets {
                    let covered = others | reach(role, to, seen_through.without(from));
                    try_step(Step { from, to, role, kind: StepKind::Plain }, flights & !covered);
                }
            }
        }
        let theirs = state.of_color(!us);
        let pawn_checks = attacks::pawn_attacks(!us, self.king);
        let before_last = if us == Color::White { Rank::Seventh } else { Rank::Second };
        for from in ours & state.of_role(Role::Pawn) {
            let promotes = from.rank() == before_last;
            if !promotes
                && !screens.contains(from)
                && (attacks::king_attacks(from) & pawn_checks).is_empty()
            {
                continue;
            }
            let one = pawn_push(us, from.into()) & !occupied;
            for to in one | (attacks::pawn_attacks(us, from) & theirs) {
                if promotes {
                    for role in [Role::Queen, Role::Knight] {
                        let kind = StepKind::Promotion(role);
                        let covered =
                            self.once | kept | reach(role, to, seen_through.without(from));
                        try_step(Step { from, to, role: Role::Pawn, kind }, flights & !covered);
                    }
                } else {
                    let covered = self.once | kept | attacks::pawn_attacks(us, to);
                    let step = Step { from, to, role: Role::Pawn, kind: StepKind::Plain };
                    try_step(step, flights & !covered);
                }
            }
        }
        if screens.contains(self.own) {
            for to in kept & !ours & !attacks::king_attacks(self.king) {
                let covered = self.once | attacks::king_attacks(to);
                let role = Role::King;
                let step = Step { from: self.own, to, role, kind: StepKind::Plain };
                try_step(step, flights & !covered);
            }
        }
        found
    }

    /// The winner's men that uncover a check when they move away.
    fn screens(&self, state: &State, occupied: Bitboard) -> Bitboard {
        let ours = state.of_color(self.winner);
        let queens = state.of_role(Role::Queen);
        let sliders = ours
            & ((lines::bishop_attacks(self.king, Bitboard::EMPTY)
                & (state.of_role(Role::Bishop) | queens))
                | (lines::rook_attacks(self.king, Bitboard::EMPTY)
                    & (state.of_role(Role::Rook) | queens)));
        let mut screens = Bitboard::EMPTY;
        for slider in sliders {
            let between = attacks::between(self.king, slider) & occupied;
            if between.single_square().is_some() {
                screens |= between & ours;
            }
        }
        screens
    }
}

/// Whether a pseudo-legal move is legal and mates.
fn mates(state: &State, step: Step) -> bool {
    let after = state.after(step);
    let us = state.turn();
    !after.is_attacked(after.king(us), !us, after.occupied()) && after.is_checkmate()
}

/// How far a pawn has come.
fn advance(color: Color, square: Square) -> i32 {
    match color {
        Color::White => square.rank() as i32,
        Color::Black => 7 - square.rank() as i32,
    }
}

pub(crate) fn reach(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => lines::bishop_attacks(from, occupied),
        Role::Rook => lines::rook_attacks(from, occupied),
        Role::Queen => lines::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}
