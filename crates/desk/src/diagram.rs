//! Positions as pictures: SVG of our own drawing, with words for those who cannot see it.

use std::fmt::Write;

use kaissa_chess::announcement::AnnouncedIn;
use kaissa_chess::{Color, Move, Position, Role, Square};

/// The dark squares: eight lines as broad as a rank, broken into dashes as long as a file.
const DARK: &str =
    "M40 20H320M0 60H320M40 100H320M0 140H320M40 180H320M0 220H320M40 260H320M0 300H320";

/// How a position is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Diagram<'a> {
    /// The position.
    pub position: &'a Position,
    /// The last move, whose squares are marked.
    pub last_move: Option<Move>,
    /// Whether files and ranks are written on the board.
    pub has_coordinates: bool,
    /// Who sits below.
    pub below: Color,
    /// What it is called, for those who hear the page; empty for one that is described beside it.
    pub label: String,
}

impl<'a> Diagram<'a> {
    /// A small picture, described beside it.
    pub fn small(position: &'a Position, last_move: Option<Move>) -> Diagram<'a> {
        Diagram {
            position,
            last_move,
            has_coordinates: false,
            below: Color::White,
            label: String::new(),
        }
    }

    /// A large picture that is read out piece by piece.
    pub fn large(position: &'a Position, last_move: Option<Move>) -> Diagram<'a> {
        let label = spoken(position);
        Diagram { position, last_move, has_coordinates: true, below: Color::White, label }
    }

    /// The picture as SVG; the shapes of the pieces stand once in the page.
    pub fn svg(&self) -> String {
        let mut svg = String::with_capacity(2_600);
        let named = match self.label.as_str() {
            "" => " aria-hidden=\"true\"".to_owned(),
            label => format!(" role=\"img\" aria-label=\"{}\"", escape(label)),
        };
        // Writing to a text does not fail.
        let _ = write!(
            svg,
            "<svg class=\"board\" viewBox=\"0 0 320 320\"{named}><path class=\"light\" \
             d=\"M0 0h320v320H0z\"/><path class=\"dark\" stroke-width=\"40\" \
             stroke-dasharray=\"40\" d=\"{DARK}\"/>"
        );
        for square in self.last_move.iter().flat_map(|played| [played.from(), played.to()]) {
            let (x, y) = corner(square, self.below);
            let _ = write!(svg, "<path class=\"moved\" d=\"M{x} {y}h40v40h-40z\"/>");
        }
        if self.has_coordinates {
            self.write_coordinates(&mut svg);
        }
        for square in Square::ALL {
            let Some(piece) = self.position.piece_at(square) else { continue };
            let (x, y) = corner(square, self.below);
            let side = piece.color.fold_wb("w", "b");
            let letter = piece.role.char();
            let _ = write!(
                svg,
                "<use href=\"#p-{letter}\" class=\"{side}\" x=\"{x}\" y=\"{y}\" width=\"40\" height=\"40\"/>"
            );
        }
        svg.push_str("</svg>");
        svg
    }

    fn write_coordinates(&self, svg: &mut String) {
        for index in 0..8_u32 {
            let (file, rank) = match self.below {
                Color::White => (index, 7 - index),
                Color::Black => (7 - index, index),
            };
            let letter = char::from_u32('a' as u32 + file).unwrap_or(' ');
            let (x, y) = (index * 40 + 37, index * 40 + 9);
            let _ = write!(
                svg,
                "<text class=\"coordinate\" x=\"{x}\" y=\"317\" text-anchor=\"end\">{letter}</text>\
                 <text class=\"coordinate\" x=\"2\" y=\"{y}\">{}</text>",
                rank + 1
            );
        }
    }
}

/// The upper left corner of a square.
fn corner(square: Square, below: Color) -> (u32, u32) {
    let (file, rank) = (square.file() as u32, square.rank() as u32);
    match below {
        Color::White => (file * 40, (7 - rank) * 40),
        Color::Black => ((7 - file) * 40, rank * 40),
    }
}

/// A position piece by piece, in the names that are announced to blind players (D.2 of 2023): first
/// the side to move, kings before pawns.
pub(crate) fn spoken(position: &Position) -> String {
    let side = |color: Color| {
        let name = color.fold_wb("Weiß", "Schwarz");
        format!("{name}: {}", pieces(position, color, AnnouncedIn::German))
    };
    let turn = position.turn();
    format!("{}. {}.", side(turn), side(!turn))
}

/// The pieces of a side with their squares, as they are announced: kings before pawns.
pub(crate) fn pieces(position: &Position, of: Color, language: AnnouncedIn) -> String {
    let mut named = Vec::new();
    for role in [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
        for square in position.board().by_piece(role.of(of)) {
            let (piece, square) = (language.piece_name(role), language.square_name(square));
            named.push(format!("{piece} {square}"));
        }
    }
    named.join(", ")
}

/// A text as it stands in HTML.
pub(crate) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_and_the_last_move_marked() {
        let mut position = Position::start();
        let played = position.move_from_uci("e2e4").expect("two squares");
        position.play(played);
        let svg = Diagram::large(&position, Some(played)).svg();
        assert_eq!(svg.matches("<use ").count(), 32);
        assert_eq!(svg.matches("class=\"moved\"").count(), 2);
        assert!(svg.contains("x=\"160\" y=\"160\""), "the pawn stands on e4");
    }

    #[test]
    fn a_position_is_read_out_with_the_side_to_move_first() {
        let (position, _) = Position::from_fen("8/8/8/8/3k4/8/4P3/4K3 b - - 0 1").expect("a FEN");
        assert_eq!(
            spoken(&position),
            "Schwarz: König David vier. Weiß: König Eva eins, Bauer Eva zwei."
        );
    }
}
