//! What a player puts to the arbiter when he claims a draw.

use kaissa_chess::Move;

/// The rule under which a draw is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawRule {
    /// The same position for the third time (9.2).
    Threefold,
    /// Fifty moves by each without a capture or pawn move (9.3).
    FiftyMoves,
}

/// What the player put to the arbiter, as put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawClaim {
    /// The position is on the board and the claimant has the move (9.2.2, 9.3.2).
    OnBoard(DrawRule),
    /// The claimant announced a move (9.2.1, 9.3.1).
    WithMove(DrawRule, AnnouncedMove),
}

/// A move that the claimant declared and did not make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnnouncedMove {
    /// The move, legal or not.
    pub played: Move,
    /// How it was made known to the arbiter.
    pub announced: Announcement,
}

/// How an announced move was made known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Announcement {
    /// Written on the scoresheet, then declared to the arbiter.
    WrittenAndDeclared,
    /// Only spoken.
    OnlySpoken,
    /// Written on a note in the envelope of an adjourned game, not declared.
    NoteInEnvelope,
}

impl DrawClaim {
    /// The rule under which it is made.
    pub fn rule(&self) -> DrawRule {
        match *self {
            DrawClaim::OnBoard(rule) | DrawClaim::WithMove(rule, _) => rule,
        }
    }

    /// The announced move, if there is one.
    pub fn announced(&self) -> Option<AnnouncedMove> {
        match *self {
            DrawClaim::OnBoard(_) => None,
            DrawClaim::WithMove(_, announced) => Some(announced),
        }
    }
}
