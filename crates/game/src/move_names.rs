//! Names of recorded moves: number and canonical notation, as `42...Kf8`.

use kaissa_chess::{Move, Position};

use crate::{Record, RecordedPly};

/// Names moves by number and SAN, going through the record once.
pub struct MoveNames<'a> {
    record: &'a Record,
    position: Position,
    /// Plies already on `position`.
    n_plies: u32,
    name: Option<String>,
}

impl<'a> MoveNames<'a> {
    /// Begins at the start position.
    pub fn new(record: &'a Record) -> MoveNames<'a> {
        MoveNames { record, position: record.start.clone(), n_plies: 0, name: None }
    }

    /// The name of the move that led to a ply, as `42...Kf8`; `None` for ply 0.
    ///
    /// Plies are asked for in rising order.
    pub fn name(&mut self, ply: u32) -> Option<String> {
        self.go_to(ply);
        self.name.clone()
    }

    /// The position after a ply; plies are asked for in rising order.
    pub fn position_after(&mut self, ply: u32) -> &Position {
        self.go_to(ply);
        &self.position
    }

    fn go_to(&mut self, ply: u32) {
        if ply < self.n_plies {
            *self = MoveNames::new(self.record);
        }
        while self.n_plies < ply {
            let Some(next) = self.record.plies.get(self.n_plies as usize) else { break };
            self.n_plies += 1;
            if self.n_plies == ply {
                self.name = Some(move_name(&self.position, next));
            }
            next.play_on(&mut self.position);
        }
    }
}

/// The name of a ply made from a position, as `42...Kf8`.
pub fn move_name(position: &Position, ply: &RecordedPly) -> String {
    let number = position.fullmove_number();
    let dots = position.turn().fold_wb(".", "...");
    let san = match ply.played {
        Some(played) => position.to_san(played),
        None => "--".to_owned(),
    };
    format!("{number}{dots}{san}")
}

/// A line of moves from a position as a scoresheet writes it: `42...Kf8 43.Qh7#`.
pub fn numbered_line(position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for (index, &step) in line.iter().enumerate() {
        let is_white = position.turn().is_white();
        if index > 0 {
            text.push(' ');
        }
        if is_white || index == 0 {
            let dots = if is_white { "." } else { "..." };
            text += &format!("{}{dots}", position.fullmove_number());
        }
        text += &position.to_san(step);
        position.play(step);
    }
    text
}
