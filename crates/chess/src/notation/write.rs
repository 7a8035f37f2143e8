//! Moves as text in one form.

use std::fmt::Write;

use shakmaty::{CastlingSide, Role};

use super::Language;
use crate::castling::king_target;
use crate::{Move, Position};

/// How a move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Standard algebraic notation, with the letters of a language (C.8).
    San(Language),
    /// Standard algebraic notation with figurines.
    Figurine,
    /// The square of departure in full, `Ng1-f3`, with the letters of a language.
    Long(Language),
    /// Two squares alone, `g1f3`.
    Uci,
}

impl Position {
    /// Writes a move that is made in this position in canonical SAN.
    ///
    /// **Laws:** C.8 to C.13, with `O-O`, `=Q`, `+` and `#` as PGN wants them.
    ///
    /// A move that is not legal is written so that it can be read back: with its square of
    /// departure in full.
    pub fn to_san(&self, played: Move) -> String {
        self.write_move(played, Style::San(Language::English))
    }

    /// Writes a move that is made in this position.
    pub fn write_move(&self, played: Move, style: Style) -> String {
        let mut text = String::with_capacity(8);
        self.push_move(played, style, &mut text);
        text
    }

    /// Adds a move that is made in this position to a text.
    pub fn push_move(&self, played: Move, style: Style, text: &mut String) {
        if style == Style::Uci {
            text.push_str(&self.to_uci(played));
            return;
        }
        match played {
            Move::Castle { king, rook } => {
                let side = if king_target(king, rook) > rook_target(king, rook) {
                    CastlingSide::KingSide
                } else {
                    CastlingSide::QueenSide
                };
                text.push_str(match side {
                    CastlingSide::KingSide => "O-O",
                    CastlingSide::QueenSide => "O-O-O",
                });
            }
            Move::Normal { .. } | Move::EnPassant { .. } => self.push_piece(played, style, text),
        }
        let mut after = self.clone();
        after.play(played);
        if after.is_check() {
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
    }

    fn push_piece(&self, played: Move, style: Style, text: &mut String) {
        let (from, to) = (played.from(), played.to());
        let role = self.board().role_at(from).unwrap_or(Role::Pawn);
        let takes =
            matches!(played, Move::EnPassant { .. }) || self.board().occupied().contains(to);
        push_role(role, style, text);
        let legal = self.is_legal(played) && !self.board().kings().contains(to);
        if matches!(style, Style::Long(_)) || !legal {
            let _ = write!(text, "{from}");
            if matches!(style, Style::Long(_)) && !takes {
                text.push('-');
            }
        } else if role == Role::Pawn {
            if takes {
                text.push(from.file().char());
            }
        } else {
            let (file, rank) = self.departure_needed(role, played);
            if file {
                text.push(from.file().char());
            }
            if rank {
                text.push(from.rank().char());
            }
        }
        if takes {
            text.push('x');
        }
        let _ = write!(text, "{to}");
        if let Some(role) = played.promotion() {
            text.push('=');
            push_role(role, style, text);
        }
    }
}

fn push_role(role: Role, style: Style, text: &mut String) {
    match style {
        Style::San(language) | Style::Long(language) => text.push_str(language.letters(role)),
        Style::Figurine => text.push_str(match role {
            Role::King => "♔",
            Role::Queen => "♕",
            Role::Rook => "♖",
            Role::Bishop => "♗",
            Role::Knight => "♘",
            Role::Pawn => "",
        }),
        Style::Uci => {}
    }
}

fn rook_target(king: shakmaty::Square, rook: shakmaty::Square) -> shakmaty::Square {
    crate::castling::rook_target(king, rook)
}
