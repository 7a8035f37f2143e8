//! The board as the search sees it: small, copied at each move, counters left out.

mod packed;

use kaissa_chess::{
    Bitboard, Board, ByColor, ByRole, Color, Move, Position, PositionParts, Rank, Role, Square,
    attacks,
};

use crate::{OutOfScope, lines};
pub(crate) use packed::Packed;

/// A legal position without its counters. Equal states have the same legal continuations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    turn: Color,
    rooks: Bitboard,
    /// The square a pawn has just passed, kept only where it can legally be taken there.
    passed: Option<Square>,
}

/// A move inside the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub from: Square,
    /// Square of arrival; for castling the square of the rook.
    pub to: Square,
    /// The piece that moves.
    pub role: Role,
    pub kind: StepKind,
}

/// What is special about a [`Step`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepKind {
    Plain,
    Promotion(Role),
    EnPassant,
    Castle,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// Index of a role in tables.
pub(crate) const fn role_index(role: Role) -> usize {
    role as usize - 1
}

impl State {
    /// Takes over a position, refusing those on which the Laws of movement do not stand.
    pub(crate) fn of(position: &Position) -> Result<State, OutOfScope> {
        let board = position.board();
        for color in Color::ALL {
            match board.by_piece(Role::King.of(color)).count() {
                0 => return Err(OutOfScope::KingMissing(color)),
                1 => {}
                _ => return Err(OutOfScope::KingsTooMany(color)),
            }
        }
        if (board.pawns() & (Bitboard::from(Rank::First) | Bitboard::from(Rank::Eighth))).any() {
            return Err(OutOfScope::PawnOnLastRank);
        }
        let mut roles = [Bitboard::EMPTY; 6];
        for role in Role::ALL {
            roles[role_index(role)] = board.by_role(role);
        }
        let mut state = State {
            roles,
            colors: [board.black(), board.white()],
            turn: position.turn(),
            rooks: position.castling_rooks(),
            passed: None,
        };
        if state.is_attacked(state.king(!state.turn), state.turn, state.occupied()) {
            return Err(OutOfScope::OpponentInCheck);
        }
        state.passed = position.en_passant_square();
        Ok(state)
    }

    /// The same as a position, with counters at their start.
    pub(crate) fn to_position(self, chess960: bool) -> Position {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let by_role = ByRole {
            pawn: pawns,
            knight: knights,
            bishop: bishops,
            rook: rooks,
            queen: queens,
            king: kings,
        };
        let by_color = ByColor { black: self.colors[0], white: self.colors[1] };
        // A state never has two men on one square, so the board always takes it.
        let board = Board::try_from_bitboards(by_role, by_color).unwrap_or_else(|_| Board::empty());
        Position::from_parts(PositionParts {
            board,
            turn: self.turn,
            castling_rooks: self.rooks,
            pawn_step: self.passed,
            halfmove_clock: 0,
            fullmove_number: 1,
            chess960,
        })
    }

    pub(crate) const fn turn(&self) -> Color {
        self.turn
    }

    pub(crate) const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    pub(crate) const fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role_index(role)]
    }

    pub(crate) fn of_piece(&self, color: Color, role: Role) -> Bitboard {
        self.of_color(color) & self.of_role(role)
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub(crate) const fn castling_rooks(&self) -> Bitboard {
        self.rooks
    }

    pub(crate) const fn passed_square(&self) -> Option<Square> {
        self.passed
    }

    pub(crate) fn king(&self, color: Color) -> Square {
        // A state holds one king of each colour; the fallback is never taken.
        self.of_piece(color, Role::King).first().unwrap_or(Square::A1)
    }

    /// Pieces of a colour that attack a square, with the squares given as occupied.
    pub(crate) fn attackers(&self, to: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.of_role(Role::Queen);
        self.of_color(by)
            & ((attacks::pawn_attacks(!by, to) & self.of_role(Role::Pawn))
                | (attacks::knight_attacks(to) & self.of_role(Role::Knight))
                | (attacks::king_attacks(to) & self.of_role(Role::King))
                | (lines::bishop_attacks(to, occupied) & (self.of_role(Role::Bishop) | queens))
                | (lines::rook_attacks(to, occupied) & (self.of_role(Role::Rook) | queens)))
    }

    pub(crate) fn is_attacked(&self, to: Square, by: Color, occupied: Bitboard) -> bool {
        (self.attackers(to, by, occupied) & occupied).any()
    }

    /// The pieces that give check to the player to move.
    pub(crate) fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    pub(crate) fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Every square that a colour attacks, seen through the enemy king.
    pub(crate) fn attacked_by(&self, color: Color) -> Bitboard {
        let ours = self.of_color(color);
        let occupied = self.occupied() & !self.of_piece(!color, Role::King);
        let pawns = ours & self.of_role(Role::Pawn);
        let mut seen = pawn_attack_set(color, pawns) | attacks::king_attacks(self.king(color));
        for from in ours & self.of_role(Role::Knight) {
            seen |= attacks::knight_attacks(from);
        }
        let queens = self.of_role(Role::Queen);
        for from in ours & (self.of_role(Role::Bishop) | queens) {
            seen |= lines::bishop_attacks(from, occupied);
        }
        for from in ours & (self.of_role(Role::Rook) | queens) {
            seen |= lines::rook_attacks(from, occupied);
        }
        seen
    }

    pub(crate) fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_step()
    }

    pub(crate) fn has_legal_step(&self) -> bool {
        self.visit(false, |_| true)
    }

    /// The legal moves, in an order that is the same on every machine.
    pub(crate) fn steps(&self, list: &mut Vec<Step>) {
        list.clear();
        self.any_step(|step| {
            list.push(step);
            false
        });
    }

    /// Hands over legal moves until the visitor says stop; tells whether it did.
    pub(crate) fn any_step(&self, stop: impl FnMut(Step) -> bool) -> bool {
        self.visit(true, stop)
    }

    #[inline]
    fn visit(&self, all: bool, mut stop: impl FnMut(Step) -> bool) -> bool {
        let us = self.turn;
        let them = !us;
        let ours = self.of_color(us);
        let theirs = self.of_color(them);
        let occupied = ours | theirs;
        let king = self.king(us);
        let checkers = self.checkers();

        let without_king = occupied.without(king);
        let targets = attacks::king_attacks(king) & !ours;
        // One map of attacks is cheaper than many single squares, unless the first will do.
        let safe =
            if all && targets.count() > 2 { targets & !self.attacked_by(them) } else { targets };
        let is_mapped = safe != targets || (all && targets.count() > 2);
        for to in safe {
            if (is_mapped || !self.is_attacked(to, them, without_king.without(to)))
                && stop(Step { from: king, to, role: Role::King, kind: StepKind::Plain })
            {
                return true;
            }
        }
        let allowed = match checkers.single_square() {
            Some(checker) => attacks::between(king, checker).with(checker),
            None if checkers.any() => return false,
            None => !Bitboard::EMPTY,
        };
        let pinned = self.pinned(king);
        if self.any_piece_step(allowed, pinned, king, &mut stop)
            || self.any_pawn_step(allowed, pinned, king, &mut stop)
        {
            return true;
        }
        if let Some(to) = self.passed {
            for from in attacks::pawn_attacks(them, to) & ours & self.of_role(Role::Pawn) {
                if self.passing_is_safe(from, to)
                    && stop(Step { from, to, role: Role::Pawn, kind: StepKind::EnPassant })
                {
                    return true;
                }
            }
        }
        checkers.is_empty() && self.rooks.any() && self.any_castling(king, &mut stop)
    }

    /// Own pieces that may not leave the line to their king.
    pub(crate) fn pinned(&self, king: Square) -> Bitboard {
        let theirs = self.of_color(!self.turn);
        let occupied = self.occupied();
        let queens = self.of_role(Role::Queen);
        let snipers = theirs
            & ((lines::bishop_attacks(king, Bitboard::EMPTY)
                & (self.of_role(Role::Bishop) | queens))
                | (lines::rook_attacks(king, Bitboard::EMPTY)
                    & (self.of_role(Role::Rook) | queens)));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if between.single_square().is_some() {
                pinned |= between;
            }
        }
        pinned & self.of_color(self.turn)
    }

    fn any_piece_step(
        &self,
        allowed: Bitboard,
        pinned: Bitboard,
        king: Square,
        stop: &mut impl FnMut(Step) -> bool,
    ) -> bool {
        let ours = self.of_color(self.turn);
        let occupied = self.occupied();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
            for from in ours & self.of_role(role) {
                let reach = match role {
                    Role::Queen => lines::queen_attacks(from, occupied),
                    Role::Rook => lines::rook_attacks(from, occupied),
                    Role::Bishop => lines::bishop_attacks(from, occupied),
                    _ => attacks::knight_attacks(from),
                };
                let mut targets = reach & !ours & allowed;
                if pinned.contains(from) {
                    targets &= attacks::ray(king, from);
                }
                for to in targets {
                    if stop(Step { from, to, role, kind: StepKind::Plain }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn any_pawn_step(
        &self,
        allowed: Bitboard,
        pinned: Bitboard,
        king: Square,
        stop: &mut impl FnMut(Step) -> bool,
    ) -> bool {
        let us = self.turn;
        let theirs = self.of_color(!us);
        let occupied = self.occupied();
        let (last, double) = match us {
            Color::White => (Rank::Eighth, Rank::Fourth),
            Color::Black => (Rank::First, Rank::Fifth),
        };
        for from in self.of_piece(us, Role::Pawn) {
            let one = pawn_push(us, Bitboard::from_square(from)) & !occupied;
            let two = pawn_push(us, one) & !occupied & Bitboard::from(double);
            let mut targets = (one | two | (attacks::pawn_attacks(us, from) & theirs)) & allowed;
            if pinned.contains(from) {
                targets &= attacks::ray(king, from);
            }
            for to in targets {
                if to.rank() == last {
                    for role in PROMOTIONS {
                        if stop(Step {
                            from,
                            to,
                            role: Role::Pawn,
                            kind: StepKind::Promotion(role),
                        }) {
                            return true;
                        }
                    }
                } else if stop(Step { from, to, role: Role::Pawn, kind: StepKind::Plain }) {
                    return true;
                }
            }
        }
        false
    }

    fn passing_is_safe(&self, from: Square, to: Square) -> bool {
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(taken).with(to);
        !self.is_attacked(self.king(self.turn), !self.turn, occupied)
    }

    fn any_castling(&self, king: Square, stop: &mut impl FnMut(Step) -> bool) -> bool {
        let home = self.rooks & self.of_color(self.turn);
        for rook in home {
            if rook.rank() != king.rank() {
                continue;
            }
            let (king_to, rook_to) = castled(king, rook);
            let others = self.occupied().without(king).without(rook);
            let king_way = attacks::between(king, king_to).with(king_to).with(king);
            let rook_way = attacks::between(rook, rook_to).with(rook_to);
            if ((king_way | rook_way) & others).any() {
                continue;
            }
            let settled = others.with(rook_to);
            let safe =
                king_way.into_iter().all(|square| !self.is_attacked(square, !self.turn, others))
                    && !self.is_attacked(king_to, !self.turn, settled);
            if safe && stop(Step { from: king, to: rook, role: Role::King, kind: StepKind::Castle })
            {
                return true;
            }
        }
        false
    }

    /// The state after a legal move.
    pub(crate) fn after(&self, step: Step) -> State {
        let mut next = *self;
        let us = self.turn;
        next.passed = None;
        next.turn = !us;
        match step.kind {
            StepKind::Castle => {
                let (king_to, rook_to) = castled(step.from, step.to);
                next.lift(step.from, us, Role::King);
                next.lift(step.to, us, Role::Rook);
                next.put(king_to, us, Role::King);
                next.put(rook_to, us, Role::Rook);
                next.rooks &= !self.of_color(us);
                return next;
            }
            StepKind::EnPassant => {
                let taken = Square::from_coords(step.to.file(), step.from.rank());
                next.lift(taken, !us, Role::Pawn);
                next.lift(step.from, us, Role::Pawn);
                next.put(step.to, us, Role::Pawn);
                return next;
            }
            StepKind::Promotion(role) => {
                next.clear(step.to);
                next.lift(step.from, us, Role::Pawn);
                next.put(step.to, us, role);
            }
            StepKind::Plain => {
                let role = step.role;
                next.clear(step.to);
                next.lift(step.from, us, role);
                next.put(step.to, us, role);
                if role == Role::King {
                    next.rooks &= !self.of_color(us);
                }
                if role == Role::Pawn && (step.from as i32 - step.to as i32).abs() == 16 {
                    next.note_pawn_step(us, step);
                }
            }
        }
        if next.rooks.any() {
            next.rooks.discard(step.from);
            next.rooks.discard(step.to);
        }
        next
    }

    fn note_pawn_step(&mut self, us: Color, step: Step) {
        let Some(passed) = attacks::between(step.from, step.to).single_square() else { return };
        let takers = attacks::pawn_attacks(us, passed) & self.of_piece(!us, Role::Pawn);
        if takers.into_iter().any(|from| self.passing_is_safe(from, passed)) {
            self.passed = Some(passed);
        }
    }

    fn lift(&mut self, square: Square, color: Color, role: Role) {
        self.roles[role_index(role)].discard(square);
        self.colors[color as usize].discard(square);
    }

    fn put(&mut self, square: Square, color: Color, role: Role) {
        self.roles[role_index(role)].add(square);
        self.colors[color as usize].add(square);
    }

    fn clear(&mut self, square: Square) {
        if !self.occupied().contains(square) {
            return;
        }
        for set in self.roles.iter_mut().chain(self.colors.iter_mut()) {
            set.discard(square);
        }
    }

    /// The state with the move given to the other player; it may be illegal.
    pub(crate) fn passed(&self) -> State {
        State { turn: !self.turn, passed: None, ..*self }
    }

    /// Whether a legal move can never be taken back: a capture or a pawn move.
    pub(crate) fn is_lasting(&self, step: Step) -> bool {
        step.kind != StepKind::Castle
            && (self.of_color(!self.turn).contains(step.to) || step.role == Role::Pawn)
    }

    /// A number for the pawns where they stand and the pieces that are left.
    pub(crate) fn men_hash(&self) -> u64 {
        let mut sum = 0x1319_8a2e_0370_7344_u64;
        let mut counts = 0_u64;
        for color in self.colors {
            for role in &self.roles[1..5] {
                counts = counts << 4 | (*role & color).count() as u64;
            }
        }
        let pawns = self.roles[0];
        for word in [u64::from(pawns), u64::from(pawns & self.colors[1]), counts] {
            sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum ^= sum >> 32;
        }
        sum
    }

    /// A number for tables, the same on every machine.
    pub(crate) fn hash(&self) -> u64 {
        let mut sum = 0x243f_6a88_85a3_08d3_u64;
        let rest = u64::from(self.rooks)
            ^ (self.passed.map_or(64, |square| square as u64) << 1)
            ^ (self.turn as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        for word in [
            u64::from(self.roles[0]),
            u64::from(self.roles[1]) ^ u64::from(self.roles[2]).rotate_left(21),
            u64::from(self.roles[3]) ^ u64::from(self.roles[4]).rotate_left(43),
            u64::from(self.roles[5]),
            u64::from(self.colors[1]),
            rest,
        ] {
            sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            sum ^= sum >> 32;
        }
        sum
    }
}

impl Step {
    /// The move as the rest of the product knows it.
    pub(crate) fn to_move(self) -> Move {
        match self.kind {
            StepKind::Plain => Move::Normal { from: self.from, to: self.to, promotion: None },
            StepKind::Promotion(role) => {
                Move::Normal { from: self.from, to: self.to, promotion: Some(role) }
            }
            StepKind::EnPassant => Move::EnPassant { from: self.from, to: self.to },
            StepKind::Castle => Move::Castle { king: self.from, rook: self.to },
        }
    }
}

/// Squares on which king and rook end after castling.
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    use kaissa_chess::File;
    let (king_file, rook_file) =
        if rook.file() > king.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::from_coords(king_file, king.rank()), Square::from_coords(rook_file, rook.rank()))
}

/// Pawns moved one rank forward.
pub(crate) fn pawn_push(color: Color, pawns: Bitboard) -> Bitboard {
    let bits = u64::from(pawns);
    Bitboard(match color {
        Color::White => bits << 8,
        Color::Black => bits >> 8,
    })
}

/// Squares that pawns attack.
pub(crate) fn pawn_attack_set(color: Color, pawns: Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let bits = u64::from(pawn_push(color, pawns));
    Bitboard(((bits & NOT_H) << 1) | ((bits & NOT_A) >> 1))
}
