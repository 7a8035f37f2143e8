//! What is certain in a mode: walls that stand, squares that are attacked whatever was played.

use kaissa_chess::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::state::{pawn_attack_set, pawn_push};
use crate::structure::{Figure, Mode, Pairs};

/// What is certain in a mode, with the colours by their part: 0 might mate, 1 might be mated.
pub(super) struct View {
    pub winner: Color,
    pub pawns: [Bitboard; 2],
    /// Pieces that are certainly on their only square.
    pub still: [Bitboard; 2],
    /// A king that has only one square in this mode.
    pub kings_still: Bitboard,
    /// Squares on which any piece, still or not, may be.
    pub may: Bitboard,
    pub pawn_attacks: [Bitboard; 2],
}

impl View {
    pub(super) fn of(mode: &Mode, winner: Color) -> View {
        let mut view = View {
            winner,
            pawns: [*mode.pawns.get(winner), *mode.pawns.get(!winner)],
            still: [Bitboard::EMPTY; 2],
            kings_still: Bitboard::EMPTY,
            may: Bitboard::EMPTY,
            pawn_attacks: [Bitboard::EMPTY; 2],
        };
        for figure in &mode.figures {
            view.may |= figure.squares;
            let part = view.part(figure.color);
            if figure.still().is_some() {
                view.still[part] |= figure.squares;
                if figure.role == Role::Pawn {
                    view.pawns[part] |= figure.squares;
                }
            }
        }
        for part in 0..2 {
            view.pawn_attacks[part] = pawn_attack_set(view.color(part), view.pawns[part]);
        }
        let mut seen = [Bitboard::EMPTY; 2];
        let kings = &mode.kings;
        for pairs in [&kings.to_move, &kings.after_piece, &kings.after_pawn, &kings.after_king] {
            for (first, row) in pairs.rows() {
                seen[0].add(first);
                seen[1] |= row;
            }
        }
        for king in seen {
            if king.single_square().is_some() {
                view.kings_still |= king;
            }
        }
        view
    }

    pub(super) fn part(&self, color: Color) -> usize {
        usize::from(color != self.winner)
    }

    pub(super) fn color(&self, part: usize) -> Color {
        if part == 0 { self.winner } else { !self.winner }
    }

    /// Pawns and pieces that certainly stand where they stand.
    pub(super) fn men(&self) -> Bitboard {
        self.pawns[0] | self.pawns[1] | self.still[0] | self.still[1]
    }

    /// Everything that certainly stands where it stands.
    pub(super) fn walls(&self) -> Bitboard {
        self.men() | self.kings_still
    }

    /// Squares that a part attacks whatever was played, by anything but its king, and those among
    /// them on lines that a king could shut. The other king is taken off the board; the own one
    /// stands on `own_king`, if that is to be looked at, and may be in the way.
    fn attacked(
        &self,
        figures: &[Figure],
        part: usize,
        own_king: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let mut attacked = self.pawn_attacks[part];
        let mut lines = Bitboard::EMPTY;
        let in_the_way = self.may | self.men() | own_king;
        for figure in figures {
            if let Some(from) = figure.still()
                && self.part(figure.color) == part
            {
                let reached = figure.reach(from, in_the_way);
                attacked |= reached;
                if !matches!(figure.role, Role::Knight | Role::Pawn) {
                    lines |= reached;
                }
            }
        }
        (attacked, lines)
    }

    /// The pairs that can stand on the board after `moved` has moved: the kings are apart, and his
    /// is not left in a check that is certain.
    pub(super) fn sound(&self, figures: &[Figure], moved: usize) -> Pairs {
        let mut sound = Pairs::default();
        let (attacked, lines) = self.attacked(figures, 1 - moved, Bitboard::EMPTY);
        if moved == 1 {
            for first in Square::ALL {
                let attacked = if lines.contains(first) {
                    self.attacked(figures, 0, first.into()).0
                } else {
                    attacked
                };
                sound.insert_row(first, !attacked & !attacks::king_attacks(first).with(first));
            }
            return sound;
        }
        for first in !attacked {
            sound.insert_row(first, !attacks::king_attacks(first).with(first));
        }
        for second in lines {
            let shut = self.attacked(figures, 1, second.into()).0;
            for first in attacked & !shut & !attacks::king_attacks(second).with(second) {
                sound.insert(first, second);
            }
        }
        sound
    }
}

impl Figure {
    /// Squares that the piece attacks from a square, with the squares given as occupied.
    pub(super) fn reach(&self, from: Square, occupied: Bitboard) -> Bitboard {
        match self.role {
            Role::Pawn => attacks::pawn_attacks(self.color, from),
            Role::Knight => attacks::knight_attacks(from),
            Role::Bishop => attacks::bishop_attacks(from, occupied),
            Role::Rook => attacks::rook_attacks(from, occupied),
            Role::Queen => attacks::queen_attacks(from, occupied),
            Role::King => attacks::king_attacks(from),
        }
    }

    /// Whether it is a pawn that stays on its file and on the board.
    fn keeps_file(&self) -> bool {
        (self.squares & !Bitboard::from(self.origin.file())).is_empty() && !self.may_be_gone
    }

    /// The squares in front of a pawn that a single and a double step reach, with the squares given
    /// as occupied.
    ///
    /// While two pawns face each other on a file that neither leaves, neither passes where the other
    /// stood at first.
    pub(super) fn pushes(&self, mode: &Mode, from: Square, walls: Bitboard) -> Bitboard {
        let file = Bitboard::from(self.origin.file());
        let mut barred = walls;
        if (self.squares & !file).is_empty() {
            for other in &mode.figures {
                let faces = other.role == Role::Pawn
                    && other.color != self.color
                    && other.keeps_file()
                    && file.contains(other.origin)
                    && is_ahead(self.color, self.origin, other.origin);
                if faces {
                    barred |= other.origin;
                }
            }
        }
        let double = if self.color == Color::White { Rank::Fourth } else { Rank::Fifth };
        let one = pawn_push(self.color, from.into()) & !barred;
        one | (pawn_push(self.color, one) & !barred & Bitboard::from(double))
    }

    /// Whether a pawn that has come to `from` by a double step could be taken beside this pawn.
    pub(super) fn may_take_passing(&self, victim: &Figure, from: Square, to: Square) -> bool {
        let beside = Square::from_coords(to.file(), from.rank());
        let (home, own) = match victim.color {
            Color::White => (Rank::Second, Rank::Fourth),
            Color::Black => (Rank::Seventh, Rank::Fifth),
        };
        victim.role == Role::Pawn
            && victim.color != self.color
            && from.rank() == own
            && victim.origin.rank() == home
            && victim.origin.file() == to.file()
            && victim.squares.contains(beside)
    }
}

/// Whether `other` is further on than `square` in a colour's direction.
fn is_ahead(color: Color, square: Square, other: Square) -> bool {
    match color {
        Color::White => other.rank() > square.rank(),
        Color::Black => other.rank() < square.rank(),
    }
}
