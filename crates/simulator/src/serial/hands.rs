//! How hands make a move: which squares change, in which order, and after what time.

use std::time::Duration;

use kaissa_chess::{Board, Move, Piece, Position, Role, Square, attacks};

use crate::Seed;

/// A change of one square, and how long after the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// Time since the change before.
    pub after: Duration,
    /// The square.
    pub square: Square,
    /// What stands there now.
    pub piece: Option<Piece>,
}

/// A move as hands make it.
struct Hands<'a> {
    seed: &'a mut Seed,
    board: Board,
    touches: Vec<Touch>,
    /// A rest before the next change.
    pause: Duration,
}

/// The changes with which a move is made on a board, in one of the many ways of real players.
///
/// Pieces are seen on the new square before the old one is empty, rest on the way, are pushed over
/// the squares between; victims are lifted first, overwritten, or carried across the board; king
/// and rook change places in several orders; a pawn stands on the last rank for a while.
pub fn touches_of(position: &Position, played: Move, seed: &mut Seed) -> Vec<Touch> {
    let mut hands =
        Hands { seed, board: position.board().clone(), touches: Vec::new(), pause: Duration::ZERO };
    match played {
        Move::Castle { king, rook } => hands.castle(king, rook, played.to()),
        Move::EnPassant { from, to } => {
            let victim = Square::from_coords(to.file(), from.rank());
            let is_first = hands.draws(2);
            if is_first {
                hands.put(victim, None);
            }
            hands.carry(from, to);
            if !is_first {
                hands.put(victim, None);
            }
        }
        Move::Normal { from, to, promotion } => hands.go(from, to, promotion),
    }
    hands.touches
}

/// The changes with which a piece is put on a wrong square and stands there for a while, and those
/// with which it is put back.
pub fn drag(position: &Position, from: Square, wrong: Square, seed: &mut Seed) -> Vec<Touch> {
    let mut hands =
        Hands { seed, board: position.board().clone(), touches: Vec::new(), pause: Duration::ZERO };
    let piece = hands.board.piece_at(from);
    hands.put(from, None);
    hands.put(wrong, piece);
    hands.rest(900, 1900);
    hands.put(wrong, None);
    hands.put(from, piece);
    hands.touches
}

impl Hands<'_> {
    fn draws(&mut self, one_in: u64) -> bool {
        self.seed.below(one_in) == 0
    }

    /// Changes a square; nothing where it is so already.
    fn put(&mut self, square: Square, piece: Option<Piece>) {
        if self.board.piece_at(square) == piece {
            return;
        }
        match piece {
            Some(piece) => self.board.set_piece_at(square, piece),
            None => self.board.discard_piece_at(square),
        }
        let rest = std::mem::take(&mut self.pause);
        let after = rest + Duration::from_millis(20 + self.seed.below(280));
        self.touches.push(Touch { after, square, piece });
    }

    /// Waits before the next change.
    fn rest(&mut self, shortest: u64, longest: u64) {
        self.pause = Duration::from_millis(shortest + self.seed.below(longest - shortest));
    }

    fn go(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let victim = self.board.piece_at(to);
        if let Some(victim) = victim {
            self.take(from, to, victim);
        } else {
            self.carry(from, to);
        }
        if let Some(role) = promotion {
            let pawn = self.board.piece_at(to);
            self.rest(300, 2500);
            self.put(to, None);
            self.put(to, pawn.map(|pawn| role.of(pawn.color)));
        }
    }

    fn take(&mut self, from: Square, to: Square, victim: Piece) {
        match self.seed.below(4) {
            // Overwritten: the square is never seen empty.
            0 => {
                let piece = self.board.piece_at(from);
                self.put(from, None);
                self.put(to, piece);
            }
            // The piece is put down first and the victim is carried across the board.
            1 => {
                let piece = self.board.piece_at(from);
                self.put(from, None);
                self.put(to, piece);
                let free: Vec<Square> = (!self.board.occupied()).into_iter().collect();
                let place = self.seed.below(free.len() as u64) as usize;
                if let Some(&way) = free.get(place) {
                    self.put(way, Some(victim));
                    self.put(way, None);
                }
            }
            _ => {
                self.put(to, None);
                self.carry(from, to);
            }
        }
    }

    /// Brings a piece to an empty square.
    fn carry(&mut self, from: Square, to: Square) {
        let piece = self.board.piece_at(from);
        let way: Vec<Square> = attacks::between(from, to).into_iter().collect();
        let is_free = way.iter().all(|&square| self.board.piece_at(square).is_none());
        match self.seed.below(6) {
            // The new square is sampled before the old one.
            0 => {
                self.put(to, piece);
                self.put(from, None);
            }
            // Pushed over the squares between.
            1 if is_free && !way.is_empty() => {
                self.put(from, None);
                let forward = from < to;
                let steps: Vec<Square> =
                    if forward { way } else { way.into_iter().rev().collect() };
                for square in steps {
                    self.put(square, piece);
                    self.put(square, None);
                }
                self.put(to, piece);
            }
            // Put down on the way, and then further.
            2 if is_free && !way.is_empty() => {
                let stop = way.get(self.seed.below(way.len() as u64) as usize).copied();
                self.put(from, None);
                if let Some(stop) = stop {
                    self.put(stop, piece);
                    self.rest(150, 700);
                    self.put(stop, None);
                }
                self.put(to, piece);
            }
            // Put down, lifted, put down.
            3 => {
                self.put(from, None);
                self.put(to, piece);
                self.put(to, None);
                self.put(to, piece);
            }
            _ => {
                self.put(from, None);
                self.put(to, piece);
            }
        }
    }

    fn castle(&mut self, king: Square, rook: Square, king_to: Square) {
        let file = if king < rook { kaissa_chess::File::F } else { kaissa_chess::File::D };
        let rook_to = Square::from_coords(file, king.rank());
        let (king_piece, rook_piece) = (self.board.piece_at(king), self.board.piece_at(rook));
        let both_free = self.board.piece_at(king_to).is_none_or(|_| king_to == king)
            && self.board.piece_at(rook_to).is_none_or(|_| rook_to == rook);
        match self.seed.below(3) {
            0 if both_free => {
                self.put(king, None);
                self.put(king_to, king_piece);
                self.rest(100, 900);
                self.put(rook, None);
                self.put(rook_to, rook_piece);
            }
            // The rook first, against 4.4.2; it happens.
            1 if both_free => {
                self.put(rook, None);
                self.put(rook_to, rook_piece);
                self.rest(100, 900);
                self.put(king, None);
                self.put(king_to, king_piece);
            }
            _ => {
                self.put(king, None);
                self.put(rook, None);
                self.put(king_to, king_piece);
                self.put(rook_to, rook_piece);
            }
        }
        // In Chess960 a square that was left may be one that was reached.
        self.put(king_to, king_piece);
        self.put(rook_to, rook_piece);
        for left in [king, rook] {
            if left != king_to && left != rook_to {
                self.put(left, None);
            }
        }
    }
}
