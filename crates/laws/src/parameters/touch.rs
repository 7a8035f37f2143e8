//! Touching and moving the pieces.

use serde::Deserialize;

/// Who may adjust pieces, and what other contact means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjusting {
    /// The player to move, after saying so.
    PlayerToMove,
    /// Only he; any other contact is intent unless it is plainly accidental (from 2017).
    OnlyPlayerToMove,
}

/// What touching pieces of both colours binds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TouchBoth {
    /// Capturing one with the other; where that is illegal, the first touched that can be moved or captured.
    OneOfEach,
    /// Capturing the first touched with the first touched; else the first that can be moved or captured (from 2017).
    FirstWithFirst,
}

/// What touching a rook and then the king forbids on that move (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RookThenKing {
    /// Castling altogether, no side being named (2001).
    NoCastling,
    /// Castling on that side.
    NotThatSide,
}

/// When the choice of the promoted piece is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionChoiceFinal {
    /// The edition does not say.
    NotStated,
    /// When the piece touches the square.
    OnTouchingSquare,
}

/// What holds when the king was released in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KingReleasedCastling {
    /// The edition does not say.
    NotStated,
    /// Only that castling remains, if it is legal.
    OnlyThatCastling,
    /// That castling; if it is illegal another king move, else any move.
    ThatCastlingElseKing,
}

/// What ends the right to complain of a fault of touching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TouchComplaintEnd {
    /// The complainant deliberately touches a piece.
    DeliberateTouch,
}

/// Whether the arbiter acts on a fault of touching without a complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TouchFaultIntervention {
    /// The edition does not say.
    NotStated,
    /// Only when a player asks.
    OnRequest,
    /// He acts at once (commentary to 2023).
    AtOnce,
}

/// What a mating or stalemating move has to obey in order to end the game (5.1.1, 5.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndingMove {
    /// It has to be legal.
    LegalMove,
    /// It has to be legal and to obey the rules of touching and releasing (from 2014).
    TouchRulesToo,
}
