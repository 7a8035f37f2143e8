//! Two known positions with unrecorded moves between them: the fewest moves there can have been.

mod needs;
mod search;
mod walks;

use kaissa_chess::{Bitboard, Board, Color, File, Move, Piece, Position, Role, Square};

use crate::{Parity, Span};

/// What lies between two known positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The fewest plies in which the first position can become the second.
    pub fewest: Fewest,
    /// Even or odd, from who was to move in each.
    pub parity: Parity,
    /// Whether a capture or pawn move lies in the gap.
    pub series: Series,
    /// Whether positions from before the gap can have come again after it.
    pub earlier_positions: EarlierPositions,
    first_to_move: Color,
}

/// The fewest plies between two positions under Article 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fewest {
    /// Exactly so many; a line of legal moves shows it, and fewer are refuted.
    Exactly(Vec<Move>),
    /// Not fewer than this is proved; the effort did not reach further.
    AtLeast(u32),
    /// No moves lead from the first to the second: one of them is not what stood on the board.
    Impossible(Impossible),
}

/// Why no moves lead from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Impossible {
    /// The second has more men of a colour, or more pawns, than the first.
    MenAdded,
    /// A king is missing or there is more than one in one of the positions.
    Kings,
    /// Some man of the second can have come from nowhere in the first.
    NoWay,
}

/// What the gap did to the count of moves without capture or pawn move (9.3, 9.6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Series {
    /// Men and pawns are the same: whatever was played, nothing was captured and no pawn moved.
    Unbroken,
    /// A man is gone or a pawn stands elsewhere: the series began anew within the gap.
    Broken,
}

/// What the gap did to the repetition of positions (9.2, 9.6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EarlierPositions {
    /// They can come again, and can have come again within the gap.
    CanRecur,
    /// They cannot: a capture, a pawn move or a lost right to castle lies in between.
    CannotRecur,
}

impl Gap {
    /// The plies that can lie in the gap; `None` if none can.
    pub fn plies(&self) -> Option<Span> {
        let min = match &self.fewest {
            Fewest::Exactly(line) => u32::try_from(line.len()).ok()?,
            Fewest::AtLeast(plies) => *plies,
            Fewest::Impossible(_) => return None,
        };
        Span::at_least(min).with_parity(self.parity)
    }

    /// The moves of White and Black that can lie in the gap; `None` if none can.
    pub fn moves_of_each(&self) -> Option<kaissa_chess::ByColor<Span>> {
        Some(self.plies()?.of_each(self.first_to_move))
    }

    /// The half-move clock after the gap, when it stood at `before`; `None` if no moves can lie in the gap.
    pub fn halfmove_clock_after(&self, before: u32) -> Option<Span> {
        let plies = self.plies()?;
        match self.series {
            Series::Unbroken => plies.shifted(i64::from(before)),
            Series::Broken => Some(Span::ANY),
        }
    }
}

/// Works out what lies between two known positions.
///
/// **Laws:** 3.1 to 3.9 for the moves; 9.2.3 and 9.3 for what survives.
///
/// The placement and the side to move of the second are taken as known, its castling rights only for
/// [`EarlierPositions`]. First comes a bound that needs no search: each man's shortest ways, pawns and
/// the squares they guard standing in the way where nothing was captured and no pawn moved, and each
/// player making every other move. Then lines of that length and longer are searched until one is
/// found or `effort` positions have been looked at.
///
/// # Units
/// `effort` counts positions; fifty thousand take a fraction of a second.
pub fn bridge(from: &Position, to: &Position, effort: u64) -> Gap {
    let parity = Parity::between(from.turn(), to.turn());
    let series = if same_men_and_pawns(from.board(), to.board()) {
        Series::Unbroken
    } else {
        Series::Broken
    };
    let rights_kept = from.castling_rooks() == to.castling_rooks();
    let earlier_positions = if series == Series::Unbroken && rights_kept {
        EarlierPositions::CanRecur
    } else {
        EarlierPositions::CannotRecur
    };
    let fewest = match impossible_at_once(from.board(), to.board()) {
        Some(why) => Fewest::Impossible(why),
        None => search::fewest(from, to, series, effort),
    };
    Gap { fewest, parity, series, earlier_positions, first_to_move: from.turn() }
}

/// The men of a colour with their squares.
type Men = Vec<(Square, Piece)>;

fn men_of(board: &Board, color: Color) -> Men {
    let own = board.by_color(color);
    own.into_iter().filter_map(|square| Some((square, board.piece_at(square)?))).collect()
}

/// The men as they stand, and as they would stand after each castling still allowed.
///
/// Castling is one move, and king and rook have not moved before it; so a way with castling is a way
/// from there, and one move. Other men may still be in its way, so squares may be named twice.
fn men_castled(position: &Position, color: Color) -> Vec<Men> {
    let men = men_of(position.board(), color);
    let rooks = position.castling_rooks() & position.board().by_color(color);
    let king = position.king_of(color);
    rooks
        .into_iter()
        .filter_map(|rook| {
            let king = king?;
            let king_to = Move::Castle { king, rook }.to();
            let beside = if king_to.file() == File::G { File::F } else { File::D };
            let rook_to = Square::from_coords(beside, king_to.rank());
            let moved = |&(square, piece): &(Square, Piece)| match square {
                square if square == king => (king_to, piece),
                square if square == rook => (rook_to, piece),
                square => (square, piece),
            };
            Some(men.iter().map(moved).collect())
        })
        .collect()
}

/// Captures lessen the men and pawns never turn back, so where both are the same neither happened.
fn same_men_and_pawns(a: &Board, b: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let pawns = Role::Pawn.of(color);
        a.by_color(color).count() == b.by_color(color).count()
            && a.by_piece(pawns) == b.by_piece(pawns)
    })
}

fn impossible_at_once(from: &Board, to: &Board) -> Option<Impossible> {
    for color in Color::ALL {
        let king = Role::King.of(color);
        if from.by_piece(king).count() != 1 || to.by_piece(king).count() != 1 {
            return Some(Impossible::Kings);
        }
        let pawns = Role::Pawn.of(color);
        let fewer = |a: Bitboard, b: Bitboard| a.count() < b.count();
        if fewer(from.by_color(color), to.by_color(color))
            || fewer(from.by_piece(pawns), to.by_piece(pawns))
        {
            return Some(Impossible::MenAdded);
        }
    }
    None
}
