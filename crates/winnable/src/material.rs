//! Material that cannot mate, whatever is played.

use kaissa_chess::{Bitboard, Board, Color, Role};

/// Why material cannot mate.
///
/// Each line of the table holds for any placement and is closed under captures; none of them leaves
/// the opponent a pawn that could become something else. A test goes through all placements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MaterialBar {
    /// The king alone.
    BareKing,
    /// One knight, and the opponent has nothing but queens, if anything. A king in the corner needs
    /// one of his own men beside him; a queen there takes the knight.
    LoneKnight,
    /// Bishops on squares of one colour, and the opponent has nothing but queens, rooks and bishops
    /// on that same colour, if anything. A flight square of the other colour can only be filled by a
    /// queen or rook, which can then step into the check.
    OneColouredBishops,
}

/// The line of the table that bars a colour from mating, if there is one.
pub fn material_bar(board: &Board, color: Color) -> Option<MaterialBar> {
    let men = |color| Men::count(|role| board.by_color(color) & board.by_role(role));
    men(color).bar(&men(!color))
}

/// What the table asks of a side's men.
#[derive(Clone, Copy, Default)]
pub(crate) struct Men {
    pub has_pawns: bool,
    pub has_rooks: bool,
    pub has_queens: bool,
    pub knights: usize,
    pub has_light_bishops: bool,
    pub has_dark_bishops: bool,
}

impl Men {
    pub(crate) fn count(of_role: impl Fn(Role) -> Bitboard) -> Men {
        let bishops = of_role(Role::Bishop);
        Men {
            has_pawns: of_role(Role::Pawn).any(),
            has_rooks: of_role(Role::Rook).any(),
            has_queens: of_role(Role::Queen).any(),
            knights: of_role(Role::Knight).count(),
            has_light_bishops: (bishops & Bitboard::LIGHT_SQUARES).any(),
            has_dark_bishops: (bishops & Bitboard::DARK_SQUARES).any(),
        }
    }

    pub(crate) fn bar(&self, theirs: &Men) -> Option<MaterialBar> {
        if self.has_pawns || self.has_rooks || self.has_queens {
            return None;
        }
        let has_bishops = self.has_light_bishops || self.has_dark_bishops;
        if self.knights == 0 && !has_bishops {
            return Some(MaterialBar::BareKing);
        }
        if theirs.has_pawns || theirs.knights > 0 {
            return None;
        }
        let light = self.has_light_bishops || theirs.has_light_bishops;
        let dark = self.has_dark_bishops || theirs.has_dark_bishops;
        if has_bishops {
            let one_coloured = !(light && dark) && self.knights == 0;
            return one_coloured.then_some(MaterialBar::OneColouredBishops);
        }
        let only_queens = !(theirs.has_rooks || light || dark);
        (self.knights == 1 && only_queens).then_some(MaterialBar::LoneKnight)
    }
}
