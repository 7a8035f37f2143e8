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
    bar(&|role: Role| board.by_color(color) & board.by_role(role), &|role: Role| {
        board.by_color(!color) & board.by_role(role)
    })
}

pub(crate) fn bar(
    ours: &dyn Fn(Role) -> Bitboard,
    theirs: &dyn Fn(Role) -> Bitboard,
) -> Option<MaterialBar> {
    if (ours(Role::Pawn) | ours(Role::Rook) | ours(Role::Queen)).any() {
        return None;
    }
    let knights = ours(Role::Knight);
    let bishops = ours(Role::Bishop);
    if knights.is_empty() && bishops.is_empty() {
        return Some(MaterialBar::BareKing);
    }
    if (theirs(Role::Pawn) | theirs(Role::Knight)).any() {
        return None;
    }
    if bishops.is_empty() {
        let only_queens = (theirs(Role::Rook) | theirs(Role::Bishop)).is_empty();
        return (knights.count() == 1 && only_queens).then_some(MaterialBar::LoneKnight);
    }
    let all = bishops | theirs(Role::Bishop);
    let one_coloured =
        (all & Bitboard::LIGHT_SQUARES).is_empty() || (all & Bitboard::DARK_SQUARES).is_empty();
    (knights.is_empty() && one_coloured).then_some(MaterialBar::OneColouredBishops)
}
