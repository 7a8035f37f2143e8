//! Proofs that a colour cannot mate, as data.

use kaissa_chess::Position;

use crate::material::MaterialBar;
use crate::structure::Structure;

/// Why a colour cannot mate. [`verify_no`](crate::verify_no) checks it without trusting the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoMateProof {
    /// Material that cannot mate.
    Material(MaterialBar),
    /// All positions that can still come, with no such mate among them.
    Closed(ClosedSet),
    /// What pieces can reach and capture at all, with no such mate in it.
    Structure(Structure),
}

/// A set of positions that no legal move leaves, apart from those where a smaller proof stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClosedSet {
    /// Positions all of whose legal moves lead to a position in this set or among the leaves.
    pub positions: Vec<Position>,
    /// Positions that are not played on, each with its own proof (never another closed set).
    pub leaves: Vec<(Position, NoMateProof)>,
}

/// The kind of a proof, in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ProofKind {
    /// Material.
    Material,
    /// One line of only moves.
    Forced,
    /// A blocked structure.
    Blocked,
    /// All continuations searched.
    Search,
}

impl ProofKind {
    /// The word used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProofKind::Material => "material",
            ProofKind::Forced => "forced",
            ProofKind::Blocked => "blocked",
            ProofKind::Search => "search",
        }
    }
}

impl NoMateProof {
    /// The kind of this proof.
    ///
    /// A closed set is `Forced` if no position in it leaves a choice, `Blocked` if it rests on the
    /// structure of a leaf, else `Search`.
    pub fn kind(&self) -> ProofKind {
        match self {
            NoMateProof::Material(_) => ProofKind::Material,
            NoMateProof::Structure(_) => ProofKind::Blocked,
            NoMateProof::Closed(set) => set.kind(),
        }
    }
}

impl ClosedSet {
    fn kind(&self) -> ProofKind {
        let has_choice = |position: &Position| {
            let mut moves = Default::default();
            position.legal_moves(&mut moves);
            moves.len() > 1
        };
        if !self.positions.iter().any(has_choice) {
            return ProofKind::Forced;
        }
        let blocked = |(_, proof): &(Position, NoMateProof)| proof.kind() == ProofKind::Blocked;
        if self.leaves.iter().any(blocked) { ProofKind::Blocked } else { ProofKind::Search }
    }
}
