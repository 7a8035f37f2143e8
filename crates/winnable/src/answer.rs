//! What can be asked and what is answered.

use std::fmt;

use kaissa_chess::{Color, Move};

use crate::NoMateProof;

/// How much work a question may cost. Work is counted, never timed: the same question with the same
/// budget has the same answer on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Positions and abstract states that may be looked at, over all layers.
    pub nodes: u64,
    /// Positions that may be kept in memory at once, each some seventy bytes.
    pub table_entries: usize,
}

impl Budget {
    /// Enough for every labelled position that is known to us: the hardest takes a few seconds and
    /// some hundred and seventy megabytes, almost all of real play less than a thousandth of that.
    pub const STANDARD: Budget = Budget { nodes: 5_000_000, table_entries: 2_500_000 };

    /// A quick look, for asking after every ply.
    pub const QUICK: Budget = Budget { nodes: 20_000, table_entries: 20_000 };

    /// For games that go on while many others wait: at most some thirty milliseconds, and five
    /// times what any dead position of real games that is known to us has needed.
    pub const LIVE: Budget = Budget::nodes(50_000);

    /// A budget of so many nodes, with room to keep them all.
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes, table_entries: nodes as usize }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::STANDARD
    }
}

/// Whether a colour could still checkmate, with the strength of the answer in the type.
///
/// **Laws:** 5.1.2, 5.2.2, 6.9, 7.5.5: by any possible series of legal moves, however unskilled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CanMate {
    /// It can: this line of legal moves ends in the mate. Empty if the mate is on the board.
    Yes {
        /// Legal moves of both players, from the position asked about.
        helpmate: Vec<Move>,
    },
    /// It cannot, for a reason that [`verify_no`](crate::verify_no) checks.
    No {
        /// The reason, as data.
        proof: NoMateProof,
    },
    /// The budget ran out first.
    Unproven(Effort),
}

impl CanMate {
    /// Whether it is proved that the colour can mate.
    pub const fn is_yes(&self) -> bool {
        matches!(self, CanMate::Yes { .. })
    }

    /// Whether it is proved that the colour cannot mate.
    pub const fn is_no(&self) -> bool {
        matches!(self, CanMate::No { .. })
    }
}

/// An answer with the work it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub can_mate: CanMate,
    /// The work, by layer.
    pub effort: Effort,
}

/// The layers of the prover, from cheap to dear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// Mate or stalemate on the board.
    Board,
    /// Material that cannot mate.
    Material,
    /// A short search straight for the mate.
    Dash,
    /// Structure: what can be reached and captured at all.
    Structure,
    /// The long search for a helpmate, and for the end of all play.
    Search,
}

impl Layer {
    /// All layers in the order in which they are asked.
    pub const ALL: [Layer; 5] =
        [Layer::Board, Layer::Material, Layer::Dash, Layer::Structure, Layer::Search];
}

/// Work spent on a question.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// Nodes by layer, in the order of [`Layer::ALL`].
    pub shares: [u64; 5],
    /// The most positions kept in memory at once.
    pub table_entries: usize,
    /// The layer that decided, if one did.
    pub decided_by: Option<Layer>,
}

impl Effort {
    /// Nodes over all layers.
    pub fn nodes(&self) -> u64 {
        self.shares.iter().sum()
    }

    /// Nodes that a layer took.
    pub const fn share(&self, layer: Layer) -> u64 {
        self.shares[layer as usize]
    }

    pub(crate) fn add(&mut self, layer: Layer, nodes: u64) {
        self.shares[layer as usize] += nodes;
    }

    /// The work of two questions together; what decided is kept only where both agree.
    pub fn plus(&self, other: &Effort) -> Effort {
        let mut shares = self.shares;
        shares.iter_mut().zip(other.shares).for_each(|(share, more)| *share += more);
        Effort {
            shares,
            table_entries: self.table_entries.max(other.table_entries),
            decided_by: self.decided_by.filter(|_| self.decided_by == other.decided_by),
        }
    }
}

/// Why a position is outside the question: legal moves are not defined there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutOfScope {
    /// A player has no king.
    KingMissing(Color),
    /// A player has more than one king.
    KingsTooMany(Color),
    /// A pawn stands on the first or last rank.
    PawnOnLastRank,
    /// The player who does not have the move is in check.
    OpponentInCheck,
}

impl fmt::Display for OutOfScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutOfScope::KingMissing(color) => write!(f, "found no {color} king, expected one"),
            OutOfScope::KingsTooMany(color) => {
                write!(f, "found more than one {color} king, expected one")
            }
            OutOfScope::PawnOnLastRank => {
                f.write_str("found a pawn on the first or last rank, expected none")
            }
            OutOfScope::OpponentInCheck => {
                f.write_str("found the player who has moved in check, expected the other")
            }
        }
    }
}

impl std::error::Error for OutOfScope {}
