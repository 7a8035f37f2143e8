//! The checker: looks at an answer without trusting the search that gave it.
//!
//! It shares no code with the search but the table of material, and for structures what is certain
//! in a mode and what fits into it. Legal moves are those of [`Position`].

use std::collections::HashMap;
use std::fmt;

use kaissa_chess::{Color, Move, MoveList, Position, PositionKey};

use crate::structure;
use crate::{CanMate, ClosedSet, NoMateProof, material_bar};

/// What is wrong with an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A move of the line is not legal; its ply, from 1.
    IllegalMove(usize),
    /// The line does not end in a mate by that colour.
    NoMateAtEnd,
    /// The material can mate, or the table gives another reason.
    MaterialNotBarred,
    /// The position asked about is not among those of the proof.
    RootMissing,
    /// A legal move leads out of the set, from the position of this index.
    NotClosed(usize),
    /// The position of this index in the set is a mate by that colour.
    MateInside(usize),
    /// A leaf rests on another closed set, which is not allowed.
    NestedSet,
    /// The structure does not hold.
    Structure,
    /// There is nothing to check: the answer is open.
    Unproven,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::IllegalMove(ply) => write!(f, "ply {ply}: found a move that is not legal"),
            Flaw::NoMateAtEnd => f.write_str("found no mate at the end of the line, expected one"),
            Flaw::MaterialNotBarred => f.write_str("found material that is not barred from mating"),
            Flaw::RootMissing => f.write_str("found no trace of the position asked about"),
            Flaw::NotClosed(index) => write!(f, "position {index}: found a move out of the set"),
            Flaw::MateInside(index) => write!(f, "position {index}: found a mate"),
            Flaw::NestedSet => f.write_str("found a closed set as the proof of a leaf"),
            Flaw::Structure => f.write_str("found a structure that does not hold"),
            Flaw::Unproven => f.write_str("found an open answer, expected a proof"),
        }
    }
}

impl std::error::Error for Flaw {}

/// Checks an answer to the question whether a colour can mate.
///
/// # Errors
/// The first [`Flaw`] found; an open answer is [`Flaw::Unproven`].
pub fn verify(position: &Position, by: Color, answer: &CanMate) -> Result<(), Flaw> {
    match answer {
        CanMate::Yes { helpmate } => verify_yes(position, by, helpmate),
        CanMate::No { proof } => verify_no(position, by, proof),
        CanMate::Unproven(_) => Err(Flaw::Unproven),
    }
}

/// Checks that a line is legal and ends in a mate by a colour.
///
/// # Errors
/// [`Flaw::IllegalMove`] or [`Flaw::NoMateAtEnd`].
pub fn verify_yes(position: &Position, by: Color, helpmate: &[Move]) -> Result<(), Flaw> {
    let mut position = position.clone();
    for (index, &step) in helpmate.iter().enumerate() {
        if !position.is_legal(step) {
            return Err(Flaw::IllegalMove(index + 1));
        }
        position.play(step);
    }
    if is_mate_by(&position, by) { Ok(()) } else { Err(Flaw::NoMateAtEnd) }
}

/// Checks a proof that a colour cannot mate.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify_no(position: &Position, by: Color, proof: &NoMateProof) -> Result<(), Flaw> {
    match proof {
        NoMateProof::Closed(set) => verify_closed(position, by, set),
        _ => verify_leaf(position, by, proof),
    }
}

fn verify_leaf(position: &Position, by: Color, proof: &NoMateProof) -> Result<(), Flaw> {
    match proof {
        NoMateProof::Material(bar) => match material_bar(position.board(), by) {
            Some(found) if found == *bar => Ok(()),
            _ => Err(Flaw::MaterialNotBarred),
        },
        NoMateProof::Structure(structure) => match structure::holds(position, by, structure) {
            true => Ok(()),
            false => Err(Flaw::Structure),
        },
        NoMateProof::Closed(_) => Err(Flaw::NestedSet),
    }
}

fn verify_closed(position: &Position, by: Color, set: &ClosedSet) -> Result<(), Flaw> {
    let inside: HashMap<PositionKey, ()> = set
        .positions
        .iter()
        .chain(set.leaves.iter().map(|leaf| &leaf.0))
        .map(|p| (p.key(), ()))
        .collect();
    if !inside.contains_key(&position.key()) {
        return Err(Flaw::RootMissing);
    }
    for (position, proof) in &set.leaves {
        verify_leaf(position, by, proof)?;
    }
    let mut moves = MoveList::new();
    for (index, position) in set.positions.iter().enumerate() {
        if is_mate_by(position, by) {
            return Err(Flaw::MateInside(index));
        }
        moves.clear();
        position.legal_moves(&mut moves);
        for &step in &moves {
            let mut next = position.clone();
            next.play(step);
            if !inside.contains_key(&next.key()) {
                return Err(Flaw::NotClosed(index));
            }
        }
    }
    Ok(())
}

fn is_mate_by(position: &Position, by: Color) -> bool {
    position.turn() != by && position.is_checkmate()
}
