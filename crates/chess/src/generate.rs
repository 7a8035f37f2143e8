//! The moves of Article 3, with and without the safety of the own king.

use shakmaty::{Bitboard, CastlingSide, Color, Rank, Role, Square, attacks};

use crate::castling::home_rank;
use crate::{Move, MoveList, Position};

/// What a pawn may become (3.7.3.3).
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Position {
    /// Adds the moves of Article 3 with the safety of the own king left out.
    ///
    /// Kings are captured like any piece. Castling is listed when right and path are there,
    /// attacks left out.
    ///
    /// **Laws:** 3.1 to 3.8.
    pub fn pseudo_legal_moves(&self, moves: &mut MoveList) {
        self.any_pseudo_legal(|found| {
            moves.push(found);
            false
        });
    }

    /// Adds the moves of Article 3 that leave no own king attacked.
    ///
    /// Defined on every position, also on illegal ones; on legal ones these are the legal moves of
    /// 3.10.1.
    ///
    /// **Laws:** 3.1 to 3.9.
    pub fn legal_moves(&self, moves: &mut MoveList) {
        self.any_pseudo_legal(|found| {
            if self.is_safe(found) {
                moves.push(found);
            }
            false
        });
    }

    /// Whether there is a move of Article 3 that leaves no own king attacked.
    pub fn has_legal_move(&self) -> bool {
        self.any_pseudo_legal(|found| self.is_safe(found))
    }

    /// Whether a move is among [`Position::legal_moves`].
    pub fn is_legal(&self, asked: Move) -> bool {
        self.is_pseudo_legal(asked) && self.is_safe(asked)
    }

    /// Whether a move is among [`Position::pseudo_legal_moves`].
    pub fn is_pseudo_legal(&self, asked: Move) -> bool {
        let us = self.turn();
        match asked {
            Move::Normal { from, to, promotion } => {
                let Some(piece) = self.board().piece_at(from) else { return false };
                if piece.color != us || !self.reaching(piece.role, to).contains(from) {
                    return false;
                }
                if piece.role != Role::Pawn {
                    return promotion.is_none();
                }
                if Some(to) == self.pawn_step_square() && to.file() != from.file() {
                    return false;
                }
                if to.rank() == home_rank(!us) {
                    promotion.is_some_and(|role| PROMOTIONS.contains(&role))
                } else {
                    promotion.is_none()
                }
            }
            Move::EnPassant { from, to } => {
                Some(to) == self.pawn_step_square()
                    && self.board().piece_at(from) == Some(Role::Pawn.of(us))
                    && attacks::pawn_attacks(us, from).contains(to)
            }
            Move::Castle { king, rook } => {
                self.castling_king(us) == Some(king)
                    && self.castling_rooks_of(us).contains(rook)
                    && self.castling_path_is_empty(king, rook)
            }
        }
    }

    /// The own pieces of a kind that could go to a square under Article 3, the safety of the own
    /// king left out; castling apart.
    pub fn reaching(&self, role: Role, to: Square) -> Bitboard {
        let us = self.turn();
        let board = self.board();
        let ours = board.by_color(us);
        if ours.contains(to) {
            return Bitboard::EMPTY;
        }
        let pieces = board.by_role(role) & ours;
        let occupied = board.occupied();
        match role {
            Role::Pawn => pieces & self.pawns_reaching(us, to),
            Role::Knight => pieces & attacks::knight_attacks(to),
            Role::Bishop => pieces & attacks::bishop_attacks(to, occupied),
            Role::Rook => pieces & attacks::rook_attacks(to, occupied),
            Role::Queen => pieces & attacks::queen_attacks(to, occupied),
            Role::King => pieces & attacks::king_attacks(to),
        }
    }

    /// Whether a pseudo-legal move leaves no own king attacked (3.9.2).
    pub fn is_safe(&self, played: Move) -> bool {
        let us = self.turn();
        let board = self.board();
        let kings = board.by_piece(Role::King.of(us));
        let (from, to, taken) = match played {
            Move::Normal { from, to, .. } => (from, to, to),
            Move::EnPassant { from, to } => (from, to, Square::from_coords(to.file(), from.rank())),
            Move::Castle { king, rook } => return self.castling_is_legal(king, rook),
        };
        let occupied = board.occupied().without(from).without(taken).with(to);
        let attackers = board.by_color(!us).without(taken);
        let kings = if kings.contains(from) { kings.without(from).with(to) } else { kings };
        kings
            .into_iter()
            .all(|king| (self.attackers_to(king, !us, occupied) & attackers).is_empty())
    }

    /// The pieces that give check to the player on move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers_of(self.turn())
    }

    /// The pieces that attack a king of this colour.
    pub fn checkers_of(&self, color: Color) -> Bitboard {
        let occupied = self.board().occupied();
        let mut checkers = Bitboard::EMPTY;
        for king in self.board().by_piece(Role::King.of(color)) {
            checkers |= self.attackers_to(king, !color, occupied);
        }
        checkers
    }

    /// Whether the player on move is in check (3.9.1).
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the player on move is in check and has no legal move (5.1.1).
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the player on move is not in check and has no legal move (5.2.1).
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// The square on which a pawn can legally be taken en passant (3.7.3.1, 9.2.3.1).
    pub fn en_passant_square(&self) -> Option<Square> {
        let to = self.pawn_step_square()?;
        let us = self.turn();
        let pawns = self.board().by_piece(Role::Pawn.of(us)) & attacks::pawn_attacks(!us, to);
        pawns.into_iter().any(|from| self.is_safe(Move::EnPassant { from, to })).then_some(to)
    }

    /// The pieces of a colour that attack a square, with the squares given as occupied.
    pub fn attackers_to(&self, square: Square, attacker: Color, occupied: Bitboard) -> Bitboard {
        self.board().attacks_to(square, attacker, occupied)
    }

    pub(crate) fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, by, occupied) & occupied).any()
    }

    fn pawns_reaching(&self, us: Color, to: Square) -> Bitboard {
        let occupied = self.board().occupied();
        if occupied.contains(to) || Some(to) == self.pawn_step_square() {
            let captures = attacks::pawn_attacks(!us, to);
            if occupied.contains(to) {
                return captures;
            }
            return captures | self.pawns_stepping(us, to);
        }
        self.pawns_stepping(us, to)
    }

    fn pawns_stepping(&self, us: Color, to: Square) -> Bitboard {
        let (back, double_rank) = match us {
            Color::White => (-8, Rank::Fourth),
            Color::Black => (8, Rank::Fifth),
        };
        let Some(one) = to.offset(back) else { return Bitboard::EMPTY };
        let mut from = Bitboard::from_square(one);
        if to.rank() == double_rank
            && !self.board().occupied().contains(one)
            && let Some(two) = one.offset(back)
        {
            from.add(two);
        }
        from
    }

    /// Hands over one pseudo-legal move after the other until the visitor says stop.
    fn any_pseudo_legal(&self, mut stop: impl FnMut(Move) -> bool) -> bool {
        let us = self.turn();
        let board = self.board();
        let ours = board.by_color(us);
        let occupied = board.occupied();
        for from in ours & !board.pawns() {
            let Some(role) = board.role_at(from) else { continue };
            let targets = attacks::attacks(from, role.of(us), occupied) & !ours;
            for to in targets {
                if stop(Move::Normal { from, to, promotion: None }) {
                    return true;
                }
            }
        }
        self.any_pawn_move(&mut stop) || self.any_castling(&mut stop)
    }

    fn any_castling(&self, stop: &mut impl FnMut(Move) -> bool) -> bool {
        let us = self.turn();
        if self.castling_rooks_of(us).is_empty() {
            return false;
        }
        let Some(king) = self.castling_king(us) else { return false };
        for side in CastlingSide::ALL {
            if let Some(rook) = self.castling_rook(us, side)
                && self.castling_path_is_empty(king, rook)
                && stop(Move::Castle { king, rook })
            {
                return true;
            }
        }
        false
    }

    fn any_pawn_move(&self, stop: &mut impl FnMut(Move) -> bool) -> bool {
        let us = self.turn();
        let board = self.board();
        let theirs = board.by_color(!us);
        let occupied = board.occupied();
        let (forward, home, last) = match us {
            Color::White => (8, Rank::Second, Rank::Eighth),
            Color::Black => (-8, Rank::Seventh, Rank::First),
        };
        for from in board.pawns() & board.by_color(us) {
            let mut targets = attacks::pawn_attacks(us, from) & theirs;
            if let Some(one) = from.offset(forward)
                && !occupied.contains(one)
            {
                targets.add(one);
                if from.rank() == home
                    && let Some(two) = one.offset(forward)
                    && !occupied.contains(two)
                {
                    targets.add(two);
                }
            }
            for to in targets {
                if to.rank() == last {
                    for role in PROMOTIONS {
                        if stop(Move::Normal { from, to, promotion: Some(role) }) {
                            return true;
                        }
                    }
                } else if stop(Move::Normal { from, to, promotion: None }) {
                    return true;
                }
            }
            if let Some(to) = self.pawn_step_square()
                && attacks::pawn_attacks(us, from).contains(to)
                && stop(Move::EnPassant { from, to })
            {
                return true;
            }
        }
        false
    }
}
